"""Rewind: both sides go back, by consent, to just before a public act."""
