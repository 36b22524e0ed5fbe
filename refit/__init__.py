"""The refit wizard: the step that waits, its form and its gate, and what came of it."""
