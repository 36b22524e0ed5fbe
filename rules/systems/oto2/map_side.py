"""A side at its map, and how the game reads the rules of Perimeters."""

from __future__ import annotations

from rules.ground.map_side import MapSide, side_at
from rules.ground.rulings import PerimeterRulings
from rules.systems.oto2.rule_data import rules_of
from rules.systems.oto2.state import Public

RULINGS = PerimeterRulings(around_corners=False, armed_sites=True, shared_levels=False)
"""There is no rule of corners here; vehicles and Guns make Strategic Locations, and each side has its own Pockets."""


def at_map(public: Public, side: str) -> MapSide | None:
    """A side at the map by what both know, None in a campaign without one."""
    rules = rules_of(public)
    return side_at(public.ground, side, rules.names, rules.readings, RULINGS)
