"""Campaigns: who sits where, the journal, rooms and their keys, dice, and everything between people."""
