"""A map's grid of hexes: which are adjacent, how far one is from another, what a loop of them encloses.

Columns are lettered A to Z, AA to ZZ. Of two adjacent columns one lies half a hex lower: the second, fourth and so on,
unless a map says otherwise. A hex grain is a straight row of hexes through their sides; an Alternate one goes zigzag
along a line between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

_NAME = re.compile(r"([A-Z])(\1?)([0-9]{1,2})", re.ASCII)
LETTERS = 26
Lower = Literal["odd", "even"]
Edge = Literal["north", "east", "south", "west"]
Direction = Literal["up", "right", "down", "left"]
EDGES: tuple[Edge, ...] = ("north", "east", "south", "west")
DIRECTIONS: tuple[Direction, ...] = ("up", "right", "down", "left")


class Hex(NamedTuple):
    """A hex by its column, counted from 1, and by its position down the map in half hexes."""

    column: int
    down: int

    @property
    def number(self) -> int:
        """The number in its name."""
        return self.down // 2

    def __str__(self) -> str:
        twice, letter = divmod(self.column - 1, LETTERS)
        return chr(ord("A") + letter) * (twice + 1) + str(self.number)


ROUND = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))
"""The steps (column, down) to the six adjacent hexes, counterclockwise from the one below."""
Stride = tuple[int, int]
STRIDES: tuple[tuple[Stride, Stride], ...] = (
    *((way, way) for way in ROUND),
    *((way, ROUND[(n + turn) % len(ROUND)]) for n, way in enumerate(ROUND) for turn in (1, -1)),
)
"""The two steps that alternate along each of the six hex grains and of the Alternate hex grains between them."""


def hex_of(name: str, lower: Lower = "even") -> Hex | None:
    """The hex a Location such as K20, KK20/1 or "K20 pillbox" is in; None if the name is none of a hex.

    `lower` says which columns lie half a hex lower.
    """
    words = name.upper().split("/")[0].split()
    match = _NAME.fullmatch(words[0]) if words else None
    if match is None:
        return None
    column = ord(match[1]) - ord("A") + 1 + (LETTERS if match[2] else 0)
    return Hex(column, 2 * int(match[3]) + ((column % 2 == 0) == (lower == "even")))


def distance(one: Hex, other: Hex) -> int:
    """The distance between two hexes, in hexes."""
    across, down = abs(one.column - other.column), abs(one.down - other.down)
    return across + max(0, (down - across) // 2)


def beside(one: Hex) -> list[Hex]:
    """The six hexes adjacent to one, as if the map had no edge."""
    return [Hex(one.column + across, one.down + down) for across, down in ROUND]


def grains(start: Hex, end: Hex) -> list[tuple[Hex, ...]]:
    """All ways along one hex grain or Alternate hex grain: their hexes from the one after `start` to `end`."""
    number = distance(start, end)
    odd, even = (number + 1) // 2, number // 2
    gap = (end.column - start.column, end.down - start.down)
    result = dict[tuple[Hex, ...], None]()
    for one, other in STRIDES:
        if number and gap == (odd * one[0] + even * other[0], odd * one[1] + even * other[1]):
            result[tuple(_walked(start, (one, other), number))] = None
    return list(result)


def _walked(start: Hex, strides: tuple[Stride, Stride], number: int) -> Iterator[Hex]:
    """The hexes that are entered by `number` steps, taking the two strides by turns."""
    column, down = start
    for n in range(number):
        column, down = column + strides[n % 2][0], down + strides[n % 2][1]
        yield Hex(column, down)


def enclosed(loop: Iterable[Hex]) -> frozenset[Hex]:
    """The hexes of a closed loop and all those inside it."""
    ring = frozenset(loop)
    columns, downs = [each.column for each in ring], [each.down for each in ring]
    left, right, top, bottom = min(columns) - 1, max(columns) + 1, min(downs) - 2, max(downs) + 2
    parity = sum(next(iter(ring))) % 2
    box = {Hex(c, d) for c in range(left, right + 1) for d in range(top, bottom + 1) if (c + d) % 2 == parity}
    outside = {each for each in box if each.column in (left, right) or each.down <= top + 1 or each.down >= bottom - 1}
    outside -= ring
    todo = list(outside)
    while todo:
        new = [each for each in beside(todo.pop()) if each in box and each not in ring and each not in outside]
        outside.update(new)
        todo += new
    return frozenset(box - outside)


@dataclass(frozen=True)
class HexGrid:
    """The hexes of a map: how many columns, and the first and last number in the odd ones and in the even ones.

    `lower` says which columns lie half a hex lower, `north` where north is when the first row is at the top.
    """

    columns: int
    odd: tuple[int, int]
    even: tuple[int, int]
    lower: Lower = "even"
    north: Direction = "up"

    def __contains__(self, place: Hex) -> bool:
        return place in self._all

    def __iter__(self) -> Iterator[Hex]:
        return iter(self.hexes)

    def __len__(self) -> int:
        return len(self.hexes)

    def hex(self, location: str) -> Hex | None:
        """The hex of this map that a Location is in, or None."""
        if (plain := self._by_name.get(location)) is not None:
            return plain
        place = hex_of(location, self.lower)
        return place if place is not None and place in self else None

    @cached_property
    def hexes(self) -> tuple[Hex, ...]:
        """All hexes, column by column, each from its first number to its last."""
        return tuple(
            self._hex(column, number)
            for column in range(1, self.columns + 1)
            for number in range(self._rows(column)[0], self._rows(column)[1] + 1)
        )

    def edge(self, side: Edge) -> tuple[Hex, ...]:
        """The hexes along an edge of the map, in the order of `hexes`."""
        direction = DIRECTIONS[(EDGES.index(side) + DIRECTIONS.index(self.north)) % len(EDGES)]
        if direction in ("left", "right"):
            column = 1 if direction == "left" else self.columns
            return tuple(each for each in self.hexes if each.column == column)
        last = direction == "down"
        return tuple(self._hex(column, self._rows(column)[last]) for column in range(1, self.columns + 1))

    def edges_of(self, place: Hex) -> tuple[Edge, ...]:
        """The edges of the map that a hex lies along."""
        return tuple(side for side in EDGES if place in self._edges[side])

    def beside(self, place: Hex) -> list[Hex]:
        """The hexes of the map adjacent to one."""
        return [each for each in beside(place) if each in self]

    @cached_property
    def _all(self) -> frozenset[Hex]:
        return frozenset(self.hexes)

    @cached_property
    def _by_name(self) -> dict[str, Hex]:
        # Control is kept by plain names, thousands on a map: a lookup saves parsing each of them.
        return {str(each): each for each in self.hexes}

    @cached_property
    def _edges(self) -> dict[Edge, frozenset[Hex]]:
        return {side: frozenset(self.edge(side)) for side in EDGES}

    def _rows(self, column: int) -> tuple[int, int]:
        return self.odd if column % 2 else self.even

    def _hex(self, column: int, number: int) -> Hex:
        return Hex(column, 2 * number + ((column % 2 == 0) == (self.lower == "even")))
