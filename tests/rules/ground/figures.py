"""Small maps in words, for tests: hexes by name, land of so many columns and rows."""

from __future__ import annotations

from collections.abc import Iterable

from rules.ground.grains import spans
from rules.ground.hexes import Hex, hex_of
from rules.ground.land import Land, Positions
from rules.ground.loops import Loops, largest
from rules.ground.rulings import PerimeterRulings
from tests.rules.ground import brute_force

PLAIN = PerimeterRulings(around_corners=False)


def at(names: str) -> frozenset[Hex]:
    """The hexes of these names."""
    return frozenset(found for name in names.split() if (found := hex_of(name)))


def row(names: str) -> tuple[Hex, ...]:
    """The hexes of these names, in their order."""
    return tuple(found for name in names.split() if (found := hex_of(name)))


def names(hexes: Iterable[Hex]) -> str:
    """The names of hexes, in turn of their columns."""
    return " ".join(map(str, sorted(hexes)))


def land(columns: int, rows: int, water: str = "", rims: tuple[tuple[Hex, ...], ...] = ()) -> Land:
    """A map from A1 on."""
    hexes = brute_force.board(columns, rows)
    wet = at(water)
    return Land(frozenset(hexes), brute_force.rim_of(hexes) - wet, wet, rims)


def camp(holds: str = "", mmc: str = "", smc: str = "", **more: str) -> Positions:
    """A side: what it holds, where its MMC and SMC are; `units` that are no MMC besides, `landings` and others."""
    units = at(mmc) | at(more.pop("units", ""))
    return Positions(at(holds), units, at(mmc), at(smc), **{key: at(value) for key, value in more.items()})


def loops(ground: Land, sites: str, barred: str = "") -> Loops:
    """The largest area of loops between sites."""
    sets = ground.sets
    return largest(sets, spans(sets, sets.of(at(sites)), sets.of(at(barred))), sets.of(at(sites)))


def walled(ground: Land, sites: str, barred: str = "") -> str:
    """The names of what loops between sites can wall in."""
    return names(ground.sets.hexes(loops(ground, sites, barred).area))
