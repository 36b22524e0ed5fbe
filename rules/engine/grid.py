"""A map's grid of hexes: which lie side by side, how far it is from one to another, what a loop of them encloses.

Columns are lettered A to Z, AA to ZZ; of two columns side by side the second, fourth and so on lie half a hex lower.
A hex grain is a row of hexes through their sides; an Alternate one leaps from side to side of a line between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

_NAME = re.compile(r"([A-Z])(\1?)([0-9]{1,2})", re.ASCII)
LETTERS = 26


class Hex(NamedTuple):
    """A hex by its column, from 1 on, and by how many half hexes it lies down the map."""

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
"""The ways to the six hexes beside one, in turn."""


def hex_of(name: str) -> Hex | None:
    """The hex a Location such as K20, KK20/1 or "K20 pillbox" is in; None if the name is none of a hex."""
    words = name.upper().split("/")[0].split()
    found = _NAME.fullmatch(words[0]) if words else None
    if found is None:
        return None
    column = ord(found[1]) - ord("A") + 1 + (LETTERS if found[2] else 0)
    return Hex(column, 2 * int(found[3]) + (column % 2 == 0))


def distance(one: Hex, other: Hex) -> int:
    """How many hexes it is from one to the other."""
    across, down = abs(one.column - other.column), abs(one.down - other.down)
    return across + max(0, (down - across) // 2)


def beside(one: Hex) -> list[Hex]:
    """The six hexes around one, as if the map had no edge."""
    return [Hex(one.column + across, one.down + down) for across, down in ROUND]


def grains(start: Hex, end: Hex) -> list[tuple[Hex, ...]]:
    """The ways from `start` along one hex grain or Alternate hex grain to `end`, which is in each the last."""
    number = distance(start, end)
    steps = [(way, way) for way in ROUND]
    steps += [(way, ROUND[(n + turn) % len(ROUND)]) for n, way in enumerate(ROUND) for turn in (1, -1)]
    found = dict[tuple[Hex, ...], None]()
    for pair in steps:
        way, current = list[Hex](), start
        for n in range(number):
            across, down = pair[n % 2]
            current = Hex(current.column + across, current.down + down)
            way.append(current)
        if way and current == end:
            found[tuple(way)] = None
    return list(found)


def enclosed(loop: Iterable[Hex]) -> frozenset[Hex]:
    """The hexes of a closed loop and all within it."""
    ring = frozenset(loop)
    columns, downs = [each.column for each in ring], [each.down for each in ring]
    left, right, top, bottom = min(columns) - 1, max(columns) + 1, min(downs) - 2, max(downs) + 2
    box = {Hex(c, d) for c in range(left, right + 1) for d in range(top, bottom + 1) if (c + d) % 2}
    outside = {each for each in box if each.column in (left, right) or each.down <= top + 1 or each.down >= bottom - 1}
    outside -= ring
    todo = list(outside)
    while todo:
        new = [each for each in beside(todo.pop()) if each in box and each not in ring and each not in outside]
        outside.update(new)
        todo += new
    return frozenset(box - outside)
