"""Small games for tests of everything that hosts games."""
