"""Locked rooms: keys encrypted with a side's words, unlocked devices, and who has a way in."""
