"""Saved games and texts of VASL, the program these games are mostly played with, compared with a side's counters."""
