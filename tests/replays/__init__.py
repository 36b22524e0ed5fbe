"""Whole campaigns as they were recorded: what was decided once is replayed the same for ever."""
