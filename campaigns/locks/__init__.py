"""Locked rooms: keys under words of a side, devices that were unlocked, and who has a way in."""
