"""Hexes as a few long SVG paths in whole numbers, as phones are slow with many elements.

A hex is 16 wide and 14 high, 12 from column to column, one percent from regular. Its hexsides are numbered as
`rules.ground.hexes.ROUND` goes around it, from the lower one on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from rules.ground.hexes import ROUND, Hex, HexGrid

MARGIN = 20
"""Room at the left and above for the letters of the columns and the numbers of the hexes."""
FAR = 64
"""The square of the greatest distance of a hex's points from its middle."""
CORNERS = ((4, 7), (8, 0), (4, -7), (-4, -7), (-8, 0), (-4, 7))
Point = tuple[int, int]


class Hexside(NamedTuple):
    """A side of a hex, by its place in `ROUND`."""

    hex: Hex
    number: int

    @property
    def beyond(self) -> Hex:
        """The hex on its other side."""
        across, down = ROUND[self.number]
        return Hex(self.hex.column + across, self.hex.down + down)


@dataclass(frozen=True)
class Layout:
    """The positions of a grid's hexes in its drawing."""

    grid: HexGrid

    @cached_property
    def top(self) -> int:
        """How far down the highest hex is."""
        return _rows(self.grid)[0]

    @cached_property
    def width(self) -> int:
        return 12 * self.grid.columns + 4 + MARGIN

    @cached_property
    def height(self) -> int:
        top, bottom = _rows(self.grid)
        return 7 * (bottom - top + 2) + MARGIN

    def centre(self, place: Hex) -> Point:
        """The middle of a hex."""
        return 12 * place.column - 4 + MARGIN, 7 * (place.down - self.top + 1) + MARGIN

    def hex_at(self, x: float, y: float) -> Hex | None:
        """The hex of the map that has this point of the drawing in it, or None."""
        guess, near = round((x + 4 - MARGIN) / 12), list[tuple[float, Hex]]()
        for column in (guess - 1, guess, guess + 1):
            down = round((y - MARGIN) / 7) - 1 + self.top
            for place in (Hex(column, down - 1), Hex(column, down), Hex(column, down + 1)):
                if place in self.grid:
                    across, along = (a - b for a, b in zip(self.centre(place), (x, y), strict=True))
                    near.append((across**2 + along**2, place))
        far, place = min(near, default=(FAR, Hex(0, 0)))
        return place if far < FAR else None

    def ends(self, side: Hexside) -> tuple[Point, Point]:
        """The two corners of a hexside, clockwise."""
        x, y = self.centre(side.hex)
        (ax, ay), (bx, by) = CORNERS[side.number - 1], CORNERS[side.number]
        return (x + ax, y + ay), (x + bx, y + by)

    def outline(self, hexes: Collection[Hex]) -> str:
        """The outside of some hexes, and their holes, as one closed path."""
        return _outline(self, frozenset(hexes))

    def lines(self, sides: Iterable[Hexside]) -> str:
        """Hexsides as open lines, each as long as possible."""
        ends: dict[Point, list[Point]] = defaultdict(list)
        for side in sides:
            start, end = self.ends(side)
            ends[start].append(end)
            ends[end].append(start)
        loose = [point for point, others in ends.items() if len(others) % 2]
        path = []
        while ends:
            here = next((point for point in loose if point in ends), None) or next(iter(ends))
            path.append(_move(here))
            while here in ends:
                next_point = ends[here].pop()
                ends[next_point].remove(here)
                path.append(_line(here, next_point))
                for end in (here, next_point):
                    if not ends[end]:
                        del ends[end]
                here = next_point
        return "".join(path)

    def lattice(self) -> str:
        """The hexsides of the whole grid as one path: three of each hex, those below and to the right."""
        path, before = [], None
        for place in self.grid:
            x, y = self.centre(place)
            on = "m-8 28" if before == (place.column, place.down - 2) else _move((x - 4, y + 7))
            path.append(f"{on}h8l4-7-4-7")
            before = place
        return "".join(path) + self.outline(self.grid.hexes)


def rim(hexes: Collection[Hex]) -> list[Hexside]:
    """The hexsides with one of these hexes on one side alone."""
    held = hexes if isinstance(hexes, set | frozenset) else frozenset(hexes)
    sides = (Hexside(place, number) for place in sorted(held) for number in range(len(ROUND)))
    return [side for side in sides if side.beyond not in held]


def _move(to: Point) -> str:
    return f"M{to[0]} {to[1]}"


def _line(start: Point, end: Point) -> str:
    return f"l{end[0] - start[0]} {end[1] - start[1]}".replace(" -", "-")


@lru_cache(maxsize=16)
def _rows(grid: HexGrid) -> tuple[int, int]:
    """How far down the highest and the lowest hex are."""
    downs = [each.down for each in grid.hexes]
    return min(downs), max(downs)


@lru_cache(maxsize=256)
def _outline(layout: Layout, hexes: frozenset[Hex]) -> str:
    """Cached, as every page of a map draws the ground that a side holds, which changes once a battle."""
    way_on: dict[Point, list[Point]] = defaultdict(list)
    for side in rim(hexes):
        start, end = layout.ends(side)
        way_on[start].append(end)
    path = []
    while way_on:
        start = point = next(iter(way_on))
        path.append(_move(point))
        while True:
            next_point = way_on[point].pop()
            if not way_on[point]:
                del way_on[point]
            if next_point == start:
                path.append("z")
                break
            path.append(_line(point, next_point))
            point = next_point
    return "".join(path)
