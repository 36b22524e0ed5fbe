"""A side at its map, and how the game reads the rules of Perimeters."""

from __future__ import annotations

from collections.abc import Mapping

from rules.asl.steps.aftermath import map_lines
from rules.asl.steps.aftermath.map_lines import MapSide
from rules.asl.steps.aftermath.public_lines import public_lines
from rules.ground import painting
from rules.ground.altered import WOODEN_RUBBLE
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


def control_settled(at: MapSide | None, public: Public) -> Mapping[str, str] | None:
    """Who has which hexes once both Perimeters are told: as the lines have it, and by the fires of this refit.

    An Isolated building that burnt to rubble is the other side's (7.5093); one that both have Isolated stays as it is.
    """
    control = map_lines.control_settled(at, public)
    if at is None or control is None:
        return control
    ground, grid = at.ground, at.ground.sheet.grid
    burnt = (grid.hex(place) for place, date in public.burnt.items() if date == public.date)
    rubble = {place for place in burnt if place and ground.altered.get(str(place)) == WOODEN_RUBBLE}
    held = {side: set(painting.read(text, grid)) if text else set() for side, text in control.items()}
    isolated = public_lines(at, public).isolated
    for side, enemy in ((side, next(each for each in at.names if each != side)) for side in at.names):
        within = rubble & frozenset().union(*(area.hexes for area in isolated if area.side == side))
        for place in within - frozenset().union(*(area.hexes for area in isolated if area.side == enemy)):
            held.setdefault(side, set()).discard(place)
            held.setdefault(enemy, set()).add(place)
    return {side: painting.written(places) for side, places in held.items()}
