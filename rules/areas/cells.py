"""Areas as the cells of a drawing, from a point for each: a cell is all that is nearer to its point than to others."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import dist, sqrt
from typing import NamedTuple

Point = tuple[float, float]
Points = tuple[tuple[str, tuple[int, int]], ...]
"""The areas by name, each with its point; a tuple, so that the cells of a map can be cached."""
SHORT = 1.0
"""The least length of a border between two cells."""


class Edge(NamedTuple):
    """A straight piece of the outline of a cell, clockwise; `beyond` is the area on its other side, "" at the frame."""

    start: Point
    end: Point
    beyond: str


class Cells(NamedTuple):
    """The cells of all areas in a frame of `width` by `height`, with the positions of their points in it."""

    width: int
    height: int
    points: Mapping[str, tuple[int, int]]
    edges: Mapping[str, tuple[Edge, ...]]

    def touching(self, one: str, other: str) -> Edge | None:
        """The edge of the cell of `one` that touches that of `other`; None if they do not touch."""
        return next((e for e in self.edges[one] if e.beyond == other and dist(e.start, e.end) >= SHORT), None)


@lru_cache(maxsize=32)
def cells_of(points: Points, spread: int) -> Cells:
    """The cells in a frame with `spread` by `spread` for each on average, and a margin of half a `spread`."""
    # The extent of the points before scaling.
    left, top = (min((point[axis] for _, point in points), default=0) for axis in (0, 1))
    wide, high = (max((point[axis] for _, point in points), default=0) - low for axis, low in ((0, left), (1, top)))
    # The scale with which (wide × scale + spread) × (high × scale + spread) is the area of all cells.
    number = len(points)
    both = (wide + high) * spread
    scale = (
        (sqrt(both**2 + 4 * wide * high * spread**2 * (number - 1)) - both) / (2 * wide * high)
        if wide and high
        else ((number - 1) * spread**2 / both if both else 1)
    )
    placed = dict[str, tuple[int, int]]()
    taken = set[tuple[int, int]]()
    for name, (x, y) in points:
        spot = (round((x - left) * scale) + spread // 2, round((y - top) * scale) + spread // 2)
        while spot in taken:
            spot = (spot[0] + spread // 4, spot[1])
        taken.add(spot)
        placed[name] = spot
    width, height = (max((spot[axis] for spot in taken), default=0) + spread // 2 for axis in (0, 1))
    return Cells(width, height, placed, {name: _cell(name, placed, width, height) for name in placed})


def _cell(name: str, points: Mapping[str, tuple[int, int]], width: int, height: int) -> tuple[Edge, ...]:
    """The frame, cut half way to each other point. Each corner is kept with the area beyond the edge it begins."""
    x, y = points[name]
    corners: list[tuple[Point, str]] = [((0, 0), ""), ((width, 0), ""), ((width, height), ""), ((0, height), "")]
    for other, (other_x, other_y) in points.items():
        if other == name:
            continue
        across, down = other_x - x, other_y - y
        middle = ((x + other_x) / 2, (y + other_y) / 2)
        corners_left = list[tuple[Point, str]]()
        for n, (corner, beyond) in enumerate(corners):
            after = corners[(n + 1) % len(corners)][0]
            far, far_after = ((each[0] - middle[0]) * across + (each[1] - middle[1]) * down for each in (corner, after))
            if far <= 0:
                corners_left.append((corner, beyond))
            if (far <= 0) != (far_after <= 0):
                part = far / (far - far_after)
                cut = (corner[0] + part * (after[0] - corner[0]), corner[1] + part * (after[1] - corner[1]))
                corners_left.append((cut, other if far <= 0 else beyond))
        corners = corners_left
    ends = [*corners[1:], corners[0]]
    return tuple(Edge(start, end, beyond) for (start, beyond), (end, _) in zip(corners, ends, strict=True))
