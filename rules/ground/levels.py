"""Pockets above and below the ground: Locations of a building cut off from its ground level (12.6067; 7.5055)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from rules.ground.hexes import Hex, beside
from rules.ground.rulings import PerimeterRulings

GROUND = 0


class Floor(NamedTuple):
    """A Location of a building: its hex, and its level; a Cellar is -1."""

    hex: Hex
    level: int


@dataclass(frozen=True)
class Building:
    """The Locations of a building, and the hexes with stairs; None means all of them."""

    floors: frozenset[Floor]
    stairs: frozenset[Hex] | None = None

    def beside(self, floor: Floor) -> Iterator[Floor]:
        """The Locations of this building ADJACENT to one."""
        near = [Floor(hex_, floor.level) for hex_ in beside(floor.hex)]
        if self.stairs is None or floor.hex in self.stairs:
            near += [Floor(floor.hex, floor.level + 1), Floor(floor.hex, floor.level - 1)]
        return (each for each in near if each in self.floors)

    def reach(self, start: Floor, within: Collection[Floor]) -> frozenset[Floor]:
        """All Locations that can be reached from one through those in `within`, itself included."""
        result, todo = {start}, [start]
        while todo:
            new = [each for each in self.beside(todo.pop()) if each in within and each not in result]
            result.update(new)
            todo += new
        return frozenset(result)


@dataclass(frozen=True)
class LevelPocket:
    """A Pocket off the ground: Locations of one building, and the sides whose units are cut off in it."""

    floors: frozenset[Floor]
    sides: tuple[str, ...]


def level_pockets(
    building: Building,
    units: Mapping[str, Collection[Floor]],
    controls: Mapping[str, Collection[Floor]],
    rulings: PerimeterRulings,
) -> list[LevelPocket]:
    """The Pockets of a building, from the Locations of each side's MMC (OtO2: units) and those it Controls."""
    cut = {side: _cut_off(building, side, units[side], controls) for side in units}
    if rulings.shared_levels:
        return _pockets(building, cut)
    return [pocket for side, floors in cut.items() for pocket in _pockets(building, {side: floors})]


def _cut_off(
    building: Building, side: str, units: Collection[Floor], controls: Mapping[str, Collection[Floor]]
) -> frozenset[Floor]:
    """The Locations off the ground whose units reach the ground level of their hex only through enemy Locations."""
    enemy = {floor for each, floors in controls.items() if each != side for floor in floors}
    free = building.floors - enemy
    off_ground = (floor for floor in units if floor in building.floors and floor.level != GROUND)
    return frozenset(each for each in off_ground if Floor(each.hex, GROUND) not in building.reach(each, free))


def _pockets(building: Building, cut: Mapping[str, frozenset[Floor]]) -> list[LevelPocket]:
    unvisited, result = set[Floor]().union(*cut.values()), list[LevelPocket]()
    while unvisited:
        floors = building.reach(min(unvisited), unvisited)
        unvisited -= floors
        result.append(LevelPocket(floors, tuple(side for side, theirs in cut.items() if theirs & floors)))
    return result
