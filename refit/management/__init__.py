"""Commands of the refit app."""
