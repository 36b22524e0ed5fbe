"""What a side's Perimeter as it was told comes to when Pockets without units are left (12.6072).

Whoever writes none down keeps his Perimeter on the map alone; nothing is reckoned by it then.
"""

from __future__ import annotations

from functools import lru_cache

from rules.ground.front_line import PerimeterHexes, perimeter_hexes
from rules.ground.hexes import Hex, Lower, beside, hex_of
from rules.ground.land import NONE
from rules.ground.markers import MarkerRules, Markers
from rules.systems.votg.state import Perimeter

MARKERS = MarkerRules("12.6064", "12.6063", "12.606")
POCKET, EMPTY = "pocket", ("A", "B")
"""The sort of an Isolated Area that is one, and the types that hold no units but SMC."""
MINE, THEIRS, NOBODY = "mine", "theirs", ""


def pocketed(own: Perimeter, lower: Lower) -> frozenset[Hex]:
    """The hexes of its Pockets that are Isolated still, for there are units in them (12.6066, 12.6072)."""
    pockets_left = [
        (hex_, area.type in EMPTY) for area in own.areas if area.sort == POCKET and (hex_ := hex_of(area.name, lower))
    ]
    if own.line is None:
        loops = [perimeter_hexes((loop,), lower).area for loop in own.loops]
        areas = [next((each for each in loops if hex_ in each), NONE) for hex_, empty in pockets_left if not empty]
    else:
        pockets = [frozenset(hex_ for name in pocket if (hex_ := hex_of(name, lower))) for pocket in own.pockets]
        areas = [each for each in pockets if each.isdisjoint(hex_ for hex_, empty in pockets_left if empty)]
    return NONE.union(*areas)


# 12.6072 Pockets without units ------------------------------------------------------------------


def empty_pockets(own: Perimeter, lower: Lower) -> dict[str, Markers]:
    """The loops that are Pockets without units, by the name of their area, which is a hex of the loop."""
    result = {}
    for area in own.areas:
        hex_ = hex_of(area.name, lower)
        loop = (
            next((each for each in own.loops if hex_ in perimeter_hexes((each,), lower).area), None) if hex_ else None
        )
        if loop and area.sort == POCKET and area.type in EMPTY:
            result[area.name] = loop
    return result


def passes_to(own: Perimeter, other: Perimeter, name: str, lower: Lower) -> str:
    """Who holds all around a Pocket without units, MINE for its own side, or NOBODY: then it is No Man's Land.

    Hexes of neither side don't count; one that both have in their areas could be held by either.
    """
    pocket = perimeter_hexes((empty_pockets(own, lower)[name],), lower).area
    areas = {MINE: _without_empty_pockets(own, lower).area, THEIRS: _without_empty_pockets(other, lower).area}
    near = {each for current in pocket for each in beside(current)} - pocket
    held = {tuple(who for who, area in areas.items() if each in area) for each in near} - {()}
    return next((who for who in areas if held == {(who,)} and other.loops), NOBODY)


def _without_empty_pockets(own: Perimeter, lower: Lower) -> PerimeterHexes:
    """A Perimeter without its Pockets that hold no units."""
    empty = empty_pockets(own, lower).values()
    return perimeter_hexes(tuple(loop for loop in own.loops if loop not in empty), lower)


@lru_cache(maxsize=64)
def after_passing(own: Perimeter, other: Perimeter, lower: Lower) -> PerimeterHexes:
    """A side's Perimeter when Pockets without units have passed to whoever holds all around them, or to nobody."""
    own_left = _without_empty_pockets(own, lower)
    front, area = set(own_left.front), set(own_left.area)
    for one, another, who in ((own, other, MINE), (other, own, THEIRS)):
        for name, loop in empty_pockets(one, lower).items():
            pocket = perimeter_hexes((loop,), lower).area
            if passes_to(one, another, name, lower) == who:
                area |= pocket
            else:
                area, front = area - pocket, front - pocket
    return PerimeterHexes(frozenset(front), frozenset(area))
