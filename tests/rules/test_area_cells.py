"""Areas as cells around their points: each point in its own, together they are the frame, and they meet."""

from __future__ import annotations

import random
from itertools import combinations
from math import dist

import pytest

from rules.areas.cells import Cells, Points, cells_of
from rules.systems.rts.system import SYSTEM


def practice() -> Points:
    """The areas of the practice map."""
    return tuple((area.name, area.at) for area in SYSTEM.area_map(SYSTEM.setup({})).areas)


def scattered(seed: int) -> Points:
    """Areas anywhere."""
    rng = random.Random(seed)
    return tuple((f"a{n}", (rng.randrange(2000), rng.randrange(900))) for n in range(60))


MAPS = {
    "practice": practice(),
    **{f"scattered {seed}": scattered(seed) for seed in range(4)},
    "one": (("only", (500, 500)),),
    "two": (("west", (100, 100)), ("east", (900, 100))),
    "in a row": tuple((f"a{n}", (7, 100 * n)) for n in range(9)),
    "on one spot": (("one", (5, 5)), ("other", (5, 5)), ("third", (5, 5))),
    "a lattice": tuple((f"a{x}.{y}", (100 * x, 100 * y)) for x in range(6) for y in range(5)),
}


@pytest.fixture(params=[*MAPS])
def cells(request: pytest.FixtureRequest) -> Cells:
    return cells_of(MAPS[request.param], 120)


def size(cells: Cells, name: str) -> float:
    """The area of a cell; below zero if it goes round the wrong way."""
    return sum(e.start[0] * e.end[1] - e.end[0] * e.start[1] for e in cells.edges[name]) / 2


def test_every_point_lies_in_its_own_cell(cells: Cells) -> None:
    for name, (x, y) in cells.points.items():
        for start, end, _ in cells.edges[name]:
            assert (end[0] - start[0]) * (y - start[1]) - (end[1] - start[1]) * (x - start[0]) >= 0, name


def test_the_cells_cover_the_frame_and_none_twice(cells: Cells) -> None:
    assert all(size(cells, name) > 0 for name in cells.points)
    assert sum(size(cells, name) for name in cells.points) == pytest.approx(cells.width * cells.height)


def test_every_corner_is_as_near_to_its_own_point_as_to_any_other(cells: Cells) -> None:
    for name, edges in cells.edges.items():
        for edge in edges:
            nearest = min(dist(edge.start, point) for point in cells.points.values())
            assert dist(edge.start, cells.points[name]) == pytest.approx(nearest, abs=1e-6)


def test_cells_that_touch_have_the_same_piece_in_common(cells: Cells) -> None:
    for one, other in combinations(cells.points, 2):
        here, there = cells.touching(one, other), cells.touching(other, one)
        assert (here is None) == (there is None)
        if here and there:
            assert here.start == pytest.approx(there.end, abs=1e-6)
            assert here.end == pytest.approx(there.start, abs=1e-6)


def test_no_cell_lacks_its_outline(cells: Cells) -> None:
    for edges in cells.edges.values():
        assert all(edge.end == after.start for edge, after in zip(edges, (*edges[1:], edges[0]), strict=True))


def test_an_area_has_so_much_room_on_the_average() -> None:
    cells = cells_of(practice(), 120)
    assert cells.width * cells.height / len(cells.points) == pytest.approx(120**2, rel=0.02)


def test_without_areas_there_is_an_empty_frame() -> None:
    assert cells_of((), 120).edges == {}


def test_of_the_practice_map_all_neighbours_touch() -> None:
    drawn = SYSTEM.area_map(SYSTEM.setup({}))
    cells = cells_of(practice(), 120)
    assert [border for border in drawn.borders if cells.touching(border.one, border.other) is None] == []
