"""Figures that Control on the map comes to: what a side is asked for is counted, and overruled only with a reason.

A figure is known once somebody has painted, and as long as nobody disputes a hex that counts for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rules.engine.curves import Series
from rules.ground.hexes import Edge, Hex
from rules.ground.painting import NOBODY
from rules.ground.played import Ground
from rules.text import gettext


@dataclass(frozen=True)
class MapCount:
    """A figure with its reckoning: `value` of the side, of so many on the map."""

    value: int
    total: int
    of: str

    @property
    def sentence(self) -> str:
        """The reckoning."""
        return gettext("By the map: {of}: {value} of {total}.", of=self.of, value=self.value, total=self.total)


def stone_hexes(ground: Ground | None, side: str, of: str) -> MapCount | None:
    """The Stone Hexes a side Controls of those printed (12.2); what rubble adds is not on the sheet. None: unknown."""
    return _counted(ground, side, of, {str(place): 1 for place in ground.sheet.stone} if ground else {})


def lvp(ground: Ground | None, side: str, of: str) -> MapCount | None:
    """The Location Victory Points of the hexes a side Controls. None: unknown."""
    worth = {str(place): facts.lvp for place, facts in ground.sheet.facts.items() if facts.lvp} if ground else {}
    return _counted(ground, side, of, worth)


Count = Callable[[Ground | None, str, str], MapCount | None]
"""A count of a side's hexes on a map, as `stone_hexes` is."""


def series(grounds: Sequence[Ground | None], marks: int, names: Mapping[str, str], count: Count) -> tuple[Series, ...]:
    """What each side's hexes come to on the maps of so many dates as there are `marks`, None where it is not known."""
    found = []
    for side, name in names.items():
        counts = [count(ground, side, name) for ground in grounds[:marks]]
        values = [each.value if each else None for each in counts]
        found.append(Series(side, name, (*values, *[None] * (marks - len(values)))))
    return tuple(found)


def edge_held(ground: Ground | None, side: str, edge: Edge) -> bool | None:
    """Whether a side Controls a land hex along an edge of the map (12.6063). None: unknown."""
    if ground is None or not _painted(ground):
        return None
    along = {str(place) for place in ground.sheet.grid.edge(edge) if place in ground.sheet.land}
    if any(ground.control.get(name) == side for name in along - ground.disputed):
        return True
    return None if along & ground.disputed else False


def landing_holder(ground: Ground | None, key: str) -> str | None:
    """Who Controls all of a Ferry Landing's land, "" for nobody (CG12.2). None: unknown, as where both have a part."""
    if ground is None or not _painted(ground):
        return None
    land = {str(place) for place in ground.sheet.landings.get(key, ()) if place in ground.sheet.land}
    holders = {ground.control.get(name, NOBODY) for name in land}
    return None if len(holders) != 1 or land & ground.disputed else holders.pop()


def not_held(ground: Ground | None, side: str, place: str) -> frozenset[Hex]:
    """The hexes of the building at a place that a side does not Control, as far as that is known (CG11.1)."""
    hex_ = ground.sheet.grid.hex(place) if ground and _painted(ground) else None
    if ground is None or hex_ is None:
        return frozenset()
    building = ground.sheet.buildings.get(ground.sheet.at(hex_).building, frozenset({hex_})) - ground.sheet.water
    disputed = ground.disputed
    return frozenset(p for p in building if ground.control.get(str(p)) != side and str(p) not in disputed)


def _painted(ground: Ground) -> bool:
    return ground.control != ground.sheet.holders


def _counted(ground: Ground | None, side: str, of: str, worth: Mapping[str, int]) -> MapCount | None:
    if ground is None or not worth or not _painted(ground) or ground.disputed & worth.keys():
        return None
    value = sum(number for name, number in worth.items() if ground.control.get(name) == side)
    return MapCount(value, sum(worth.values()), of)
