"""The areas that the Perimeter counters of a saved game enclose, and the markers that describe the same areas.

VASL's smallest piece lies on a hexside and closes it. How longer pieces and those of other names lie is not certain;
they are only counted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from rules.asl.vasl.control import map_of
from rules.asl.vasl.names import VaslFile
from rules.asl.vasl.rows import UNITS, VaslReport, VaslRow
from rules.engine.entries import LONGEST
from rules.features.saved_games import SavedArea, SavedPerimeter
from rules.ground.campaign_map import Ground
from rules.ground.hexes import Hex, HexGrid, enclosed
from rules.ground.markers import MOST_MARKERS, in_lines
from rules.ground.painting import hexes_text
from rules.ground.sheet import outside_walk, pieces

_PIECE = re.compile(r"half-hex (.*\bperimeter.*)", re.IGNORECASE)
_OTHER = re.compile(r"(?:\d+-hex )?(.*\bperimeter.*)", re.IGNORECASE)
Hexside = frozenset[Hex]


def perimeters_in(report: VaslReport, file: VaslFile, ground: Ground | None) -> tuple[SavedPerimeter, ...]:
    """The lines by the colour of their counters, with the areas cut out of the map that may be the reader's own.

    Empty without a map, and if the hexes may be those of another board.
    """
    ground_map = map_of(report, file, ground)
    if ground_map is None:
        return ()
    grid, lines, longer = ground_map.sheet.grid, dict[str, set[Hexside]](), Counter[str]()
    for row in report.ground:
        if match := _PIECE.fullmatch(row.name):
            ends = {place for name in (row.hex, row.beside) if name and (place := grid.hex(name))}
            if len(ends) == 2:
                lines.setdefault(match[1], set()).add(frozenset(ends))
        elif match := _OTHER.fullmatch(row.name):
            longer[match[1]] += 1
    return tuple(
        SavedPerimeter(
            name, len(lines.get(name, ())), longer[name], tuple(_areas(report, grid, lines.get(name, set())))
        )
        for name in dict.fromkeys([*lines, *longer])
    )


def _areas(report: VaslReport, grid: HexGrid, walls: set[Hexside]) -> Iterator[SavedArea]:
    """The connected areas between the walls in which the reader has more units than others, or nobody has any.

    The largest area is the rest of the map; it may be his own if a line runs to the map's edge and no other area is.
    """
    own, others = _standing(report.own, grid), _standing(report.enemy, grid)
    *parts, rest = (
        (area, sum(own[place] for place in area), sum(others[place] for place in area))
        for area in sorted(pieces(grid.hexes, walls), key=len)
    )
    areas = [each for each in parts if each[1] > each[2] or each[1] == each[2] == 0]
    to_the_edge = any(grid.edges_of(place) for area, _, _ in parts for place in area)
    if rest[1] > rest[2] and to_the_edge and not any(mine > theirs for _, mine, theirs in parts):
        areas.append(rest)
    for area, mine, _ in areas:
        # The lines of markers around an area, as the Perimeter step takes them. None if no loop describes it: it is
        # one hex wide somewhere, has a hole, or needs more markers than are allowed.
        walk = list(outside_walk(area))
        if len(set(walk)) < len(walk) or enclosed(walk) != area:
            markers = list[str]()
        else:
            ways = [
                (there.column - here.column, there.down - here.down)
                for here, there in zip(walk, [*walk[1:], walk[0]], strict=True)
            ]
            turns = [str(place) for n, place in enumerate(walk) if ways[n] != ways[n - 1]]
            markers = in_lines([tuple(turns or map(str, walk))], LONGEST, 0) if len(turns) <= MOST_MARKERS else []
        yield SavedArea(hexes_text(area), len(area), mine, tuple(markers))


def _standing(rows: Iterable[VaslRow], grid: HexGrid) -> Counter[Hex]:
    """How many units are in which hex."""
    places = (grid.hex(row.hex) for row in rows if row.hex and not row.lost and row.kind in UNITS)
    return Counter(place for place in places if place)
