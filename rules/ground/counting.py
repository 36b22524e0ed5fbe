"""Figures counted from Control on the map: they are proposed where a side is asked, and overruled only with a reason.

A figure is known once somebody has painted Control, and as long as no hex that counts for it is disputed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rules.features.curves import Series
from rules.ground.altered import BURNT, NO_PIER
from rules.ground.campaign_map import CAMPAIGNS_AT_ONCE, Ground
from rules.ground.hexes import Edge, Hex, HexGrid, beside
from rules.ground.painting import NOBODY, holders
from rules.text import gettext


@dataclass(frozen=True)
class MapCount:
    """A figure: the side's `value` out of the `total` on the map; `of` is what the side is called."""

    value: int
    total: int
    of: str

    @property
    def sentence(self) -> str:
        """The figure as a sentence."""
        return gettext("By the map: {of}: {value} of {total}.", of=self.of, value=self.value, total=self.total)


def stone_hexes(ground: Ground | None, side: str, of: str) -> MapCount | None:
    """The Stone Hexes a side Controls (12.2), stone rubble included; None if unknown."""
    return _counted(ground, side, of, {str(place): 1 for place in ground.sheet.stone} if ground else {})


def stone_taken(ground: Ground | None, side: str, of: str) -> MapCount | None:
    """The Stone Hexes a side Controls that the other one Controlled when the scenario began (12.6255).

    None if unknown: nobody has painted since then, or a Stone Hex is disputed.
    """
    if ground is None or not ground.start or not ground.sheet.stone:
        return None
    was = _at_start(tuple(sorted(ground.start.items())), ground.sheet.grid)
    stone = {str(place) for place in ground.sheet.stone}
    if was == ground.control or ground.disputed & stone:
        return None
    theirs = {name for name in stone if was.get(name, side) != side}
    return MapCount(sum(ground.control.get(name) == side for name in theirs), len(theirs), of)


@lru_cache(maxsize=CAMPAIGNS_AT_ONCE)
def _at_start(lists: tuple[tuple[str, str], ...], grid: HexGrid) -> Mapping[str, str]:
    """Who held which hex when the scenario began; cached, since every page of the scenario asks."""
    return holders(dict(lists), grid)


def lvp(ground: Ground | None, side: str, of: str) -> MapCount | None:
    """The Location Victory Points of the hexes a side Controls; None if unknown."""
    worth = {str(place): facts.lvp for place, facts in ground.sheet.facts.items() if facts.lvp} if ground else {}
    return _counted(ground, side, of, worth)


Count = Callable[[Ground | None, str, str], MapCount | None]
"""A count of a side's hexes on a map, as `stone_hexes` is."""


def series(grounds: Sequence[Ground | None], marks: int, names: Mapping[str, str], count: Count) -> tuple[Series, ...]:
    """A curve for each side: its `count` on the map of each of `marks` dates, None where it is unknown."""
    result = []
    for side, name in names.items():
        counts = [count(ground, side, name) for ground in grounds[:marks]]
        values = [each.value if each else None for each in counts]
        result.append(Series(side, name, (*values, *[None] * (marks - len(values)))))
    return tuple(result)


def edge_held(ground: Ground | None, side: str, edge: Edge) -> bool | None:
    """Whether a side Controls a land hex along an edge of the map (12.6063); None if unknown."""
    if ground is None or not _painted(ground):
        return None
    along = {str(place) for place in ground.sheet.grid.edge(edge) if place in ground.sheet.land}
    if any(ground.control.get(name) == side for name in along - ground.disputed):
        return True
    return None if along & ground.disputed else False


def landing_holder(ground: Ground | None, key: str) -> str | None:
    """The side that Controls all land of a Ferry Landing, "" for nobody (CG12.2); None if it is divided or unknown."""
    if ground is None or not _painted(ground):
        return None
    land = {str(place) for place in ground.sheet.landings.get(key, ()) if place in ground.sheet.land}
    holders = {ground.control.get(name, NOBODY) for name in land}
    return None if len(holders) != 1 or land & ground.disputed else holders.pop()


def landing_razed(ground: Ground | None, key: str) -> bool:
    """Whether all land of a Ferry Landing has burnt down, so that no building or rubble of it is left (CG12)."""
    land = ground.sheet.landings.get(key, frozenset()) & ground.sheet.land if ground else frozenset()
    return bool(land) and ground is not None and all(ground.altered.get(str(place)) == BURNT for place in land)


def landing_cut(ground: Ground | None, key: str) -> bool:
    """Whether no pier is still attached to what is left of a Ferry Landing's building or rubble (CG12)."""
    if ground is None or not (hexes := ground.sheet.landings.get(key)):
        return False
    land = hexes & ground.sheet.land
    standing = {place for place in land if ground.altered.get(str(place)) != BURNT} or land
    piers = {place for place in hexes & ground.sheet.piers if ground.altered.get(str(place)) != NO_PIER}
    return not any(standing & set(beside(pier)) for pier in piers)


def building_at(ground: Ground | None, place: str) -> frozenset[Hex]:
    """The land hexes of the building at a place, or the hex alone if it has none; empty without a map."""
    hex_ = ground.sheet.grid.hex(place) if ground else None
    if ground is None or hex_ is None:
        return frozenset()
    return ground.sheet.buildings.get(ground.sheet.at(hex_).building, frozenset({hex_})) - ground.sheet.water


def not_held(ground: Ground | None, side: str, place: str) -> frozenset[Hex]:
    """The hexes of the building at a place that a side surely does not Control (CG11.1)."""
    if ground is None or not _painted(ground):
        return frozenset()
    building = building_at(ground, place)
    disputed = ground.disputed
    return frozenset(p for p in building if ground.control.get(str(p)) != side and str(p) not in disputed)


def _painted(ground: Ground) -> bool:
    return ground.control != ground.sheet.holders


def _counted(ground: Ground | None, side: str, of: str, worth: Mapping[str, int]) -> MapCount | None:
    if ground is None or not worth or not _painted(ground) or ground.disputed & worth.keys():
        return None
    value = sum(number for name, number in worth.items() if ground.control.get(name) == side)
    return MapCount(value, sum(worth.values()), of)
