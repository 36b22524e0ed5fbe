"""Fractions as the rules round them: FRU and FRD, which a game's data call "up" and "down"."""

from __future__ import annotations

UP = "up"


def divided(number: int, by: int, rounding: str) -> int:
    """`number` divided `by` so many, with fractions rounded "up" or "down"."""
    return -(-number // by) if rounding == UP else number // by
