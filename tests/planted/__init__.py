"""Faults planted on purpose, by which it is measured what the tests find."""
