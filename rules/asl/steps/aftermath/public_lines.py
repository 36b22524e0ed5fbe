"""The Perimeters as they are drawn on the map: for all from the public room alone, for a side with its own proposal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.asl.context import BATTLE
from rules.asl.state import Perimeter, Public
from rules.asl.steps.aftermath.drawn_lines import EMPTY, SMC_ONLY, LevelArea
from rules.asl.steps.aftermath.level_lines import on_ground
from rules.asl.steps.aftermath.map_lines import Line, areas_of, perimeter_of
from rules.engine.replace import replace
from rules.ground.campaign_map import DrawnArea, FrontLines
from rules.ground.land import NONE
from rules.ground.map_side import MapSide

REFIT = "aftermath"


def public_lines(at: MapSide, public: Public) -> FrontLines:
    """The Perimeters as they stand. Areas without units are left once both sides have told theirs (12.6072)."""
    return _drawn(at, public, lines_in_force(public))


def with_proposal(at: MapSide, public: Public, line: Line, levels: Sequence[LevelArea] = ()) -> FrontLines:
    """The same with the `line` and the Pockets off the ground that are proposed to this side, for its own eyes."""
    drawn = _drawn(at, public, {**lines_in_force(public), at.side: line})
    hexes = [{place for name in each.locations if (place := at.ground.sheet.grid.hex(name))} for each in levels]
    off = [DrawnArea(at.side, each.type, frozenset(places)) for each, places in zip(levels, hexes, strict=True)]
    return replace(drawn, isolated=(*drawn.isolated, *off))


def _drawn(at: MapSide, public: Public, lines: Mapping[str, Line]) -> FrontLines:
    isolated = [each for side in lines for each in _isolated(replace(at, side=side), public, lines)]
    passed_on = NONE
    if public.stage != REFIT:
        passed_on = NONE.union(*(each.hexes for each in isolated if each.type in (EMPTY, SMC_ONLY)))
        isolated = [each for each in isolated if each.type not in (EMPTY, SMC_ONLY)]
    areas = {side: perimeter_of(at, side, line).area - passed_on for side, line in lines.items()}
    return FrontLines(areas, tuple(isolated))


def lines_in_force(public: Public) -> Mapping[str, Line]:
    """The lines that were told, by side, until the next scenario begins: in it the front is who Controls what."""
    if public.stage == BATTLE:
        return {}
    return {
        side: Line(each.loops, each.pockets)
        for side, each in public.perimeters.items()
        if each.line is not None and not any(record.report for record in public.dates[each.line + 1 :])
    }


def lines_left(public: Public) -> Mapping[str, Line]:
    """The lines in force without the Pockets that were left."""
    left = {side: without_left(public.perimeters[side]) for side in lines_in_force(public)}
    return {side: Line(each.loops, each.pockets) for side, each in left.items()}


def without_left(perimeter: Perimeter) -> Perimeter:
    """A Perimeter on a map without its Pockets of type A or B: nothing is left of their Front Line (7.5062)."""
    names = {area.name for area in perimeter.areas if area.type in (EMPTY, SMC_ONLY)}
    left = [set(pocket) for pocket in perimeter.pockets if names.intersection(pocket)]
    loops = tuple(loop for loop in perimeter.loops if not any(pocket.issuperset(loop) for pocket in left))
    return replace(perimeter, loops=loops, pockets=tuple(each for each in perimeter.pockets if {*each} not in left))


def _isolated(at: MapSide, public: Public, lines: Mapping[str, Line]) -> Iterator[DrawnArea]:
    """A side's Isolated Areas as it published them; before that, those that follow from the lines."""
    areas = areas_of(at, lines)
    recorded = public.perimeters[at.side].areas if lines[at.side] == lines_in_force(public).get(at.side) else ()
    for area in recorded:
        if place := at.ground.sheet.grid.hex(area.name):
            around = [each.hexes for each in areas if place in each.hexes] if on_ground(area) else []
            yield DrawnArea(at.side, area.type, NONE.union(*around) or frozenset({place}))
    if not recorded and public.stage == REFIT:
        yield from (DrawnArea(at.side, each.type, each.hexes) for each in areas)
