"""Measurements of an instance that grows: a full database, and several servers and workers."""
