"""The refit wizard: the page of the step that waits, with its form, its gate and its outcome."""
