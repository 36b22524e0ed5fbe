"""Pockets above and below the ground by what a side says (12.6067; 7.5055): in its own room until it tells its areas.

Control on the map is by hex. A Location off the ground counts as that of the ground below it, unless somebody's units
are said to be in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rules.asl.state import RecordedArea
from rules.contract import Refused
from rules.ground.hexes import Hex
from rules.ground.levels import GROUND, Building, Floor, LevelPocket, level_pockets
from rules.ground.rulings import PerimeterRulings
from rules.ground.sheet import MapSheet
from rules.text import gettext

CELLAR, BELOW = "cellar", -1
LEVEL = "level"
"""The sort of an Isolated Area that is off the ground."""

_WORD = re.compile(r"(?<![^\s,;/])(?P<hex>[^\s,;/]+)/(?P<level>[^\s,;]*)")


class NamedPlaces(NamedTuple):
    """The places named in an entry: the list of hexes on the ground, and the Locations above and below it."""

    ground: str
    floors: frozenset[Floor]


def named_places(text: str, sheet: MapSheet, entry: str) -> NamedPlaces:
    """Reads an entry such as `K20-K24, L18/1, L18/cellar`; Refused, naming the entry, if there is no such Location."""
    floors = {_floor(word, sheet, entry) for word in _WORD.finditer(text)}
    ground = " ".join(str(each.hex) for each in floors if each.level == GROUND)
    return NamedPlaces(
        f"{_WORD.sub(' ', text)} {ground}".strip(" ,;"), frozenset(f for f in floors if f.level != GROUND)
    )


def _floor(word: re.Match[str], sheet: MapSheet, entry: str) -> Floor:
    place, text = sheet.grid.hex(word["hex"]), word["level"].lower()
    level = BELOW if text == CELLAR else int(text) if re.fullmatch("[0-9]", text, re.ASCII) else None
    highest = sheet.highest(place) if place else 0
    built = place is not None and (sheet.terrain(place).building or sheet.terrain(place).stone)
    exists = level == GROUND or (built and level is not None and (highest is None or level <= highest))
    if place is None or level is None or not exists:
        raise Refused(
            gettext("There is no Location {place} on the map.", place=word[0][:20]), field=entry,
            way_out=gettext("Write a level of a building as K20/1, its cellar as K20/cellar."),
        )  # fmt: skip
    return Floor(place, level)


def pockets_of(
    sheet: MapSheet,
    mine: str,
    units: Mapping[str, frozenset[Floor]],
    held: Mapping[str, frozenset[Hex]],
    rulings: PerimeterRulings,
) -> tuple[LevelPocket, ...]:
    """The Pockets off the ground with units of the side `mine`, by where all units are and who holds which hexes."""
    result = []
    for building in _buildings(sheet, frozenset().union(*units.values())):
        controls = {side: _controlled(building, side, units, hexes) for side, hexes in held.items()}
        result += [p for p in level_pockets(building, units, controls, rulings) if mine in p.sides]
    return tuple(result)


def _buildings(sheet: MapSheet, floors: frozenset[Floor]) -> Iterator[Building]:
    """The buildings of these Locations, each once."""
    alone = {each.hex: frozenset({each.hex}) for each in floors}
    for hexes in sorted({sheet.buildings.get(sheet.at(place).building, one) for place, one in alone.items()}, key=min):
        levels = {each.level for each in floors if each.hex in hexes}
        yield Building(
            frozenset(
                Floor(place, level)
                for place in hexes
                for level in range(min(GROUND, *levels), _top(sheet, place, max(GROUND, *levels)) + 1)
            )
        )


def _top(sheet: MapSheet, place: Hex, level: int) -> int:
    highest = sheet.highest(place)
    return level if highest is None else highest


def _controlled(
    building: Building, side: str, units: Mapping[str, frozenset[Floor]], held: frozenset[Hex]
) -> frozenset[Floor]:
    """The Locations of a building that a side Controls: those of its hexes, but for those where only the other is."""
    others = frozenset().union(*(floors for each, floors in units.items() if each != side))
    return frozenset(f for f in building.floors if f.hex in held and f not in others) | units[side]


def location(floor: Floor) -> str:
    """How a Location off the ground is written."""
    return f"{floor.hex}/{CELLAR if floor.level == BELOW else floor.level}"


def level_of(place: str) -> str:
    """The level in a Location's name, "" for the ground."""
    return place.partition("/")[2]


def on_ground(area: RecordedArea) -> bool:
    """Whether an Isolated Area that was told is on the ground: those off it say nothing of who is below."""
    return area.sort != LEVEL and not level_of(area.name)
