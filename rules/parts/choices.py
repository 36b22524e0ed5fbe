"""What is agreed when a campaign is founded, beside the rulings: which game of several, balance, whose dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Choice:
    """A question of the founding page. `key` names the option, `options` what may be chosen, the default first."""

    key: str
    label: str
    options: Mapping[str, str]


DICE = Choice(
    "dice", "Dice", {"server": "The server rolls", "own": "Own dice, typed in", "either": "Either, roll by roll"}
)
"""Whose dice are rolled, as `rules.parts.rolls` knows the ways."""
