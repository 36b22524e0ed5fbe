"""The recorded campaigns of every game."""

from __future__ import annotations

from tests.replays import oto2_played, votg_played

SHELVES = (oto2_played.SHELF, votg_played.SHELF)
