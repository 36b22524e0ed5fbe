"""Pieces that game systems compose: counters, rolls, stages, points. They know no system."""
