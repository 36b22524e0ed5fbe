"""A side at its map, and how the game reads the rules of Perimeters."""

from __future__ import annotations

from rules.asl.steps.aftermath import map_lines
from rules.asl.steps.aftermath.map_lines import MapSide
from rules.ground.rulings import PerimeterRulings
from rules.systems.oto2.context import rules_of
from rules.systems.oto2.state import SIDES, Public
from rules.text import gettext

RULINGS = PerimeterRulings(around_corners=False, armed_sites=True, shared_levels=False)
"""There is no rule of corners here; vehicles and Guns make Strategic Locations, and each side has its own Pockets."""


def at_map(public: Public, side: str) -> MapSide | None:
    """A side at the map by what both know, None in a campaign without one."""
    if public.ground is None:
        return None
    rules = rules_of(public)
    names = {key: gettext("the {side} side", side=rules.names[key]) for key in SIDES}
    return MapSide(public.ground, side, names, map_lines.rulings_of(rules.readings, RULINGS))
