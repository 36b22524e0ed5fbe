"""The Perimeter on a campaign's map: from what a side says of its units to the lines, and from both lines to Control.

What a side says stays in its own room; only the line drawn from it is told to both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rules.asl.context import RefitContext
from rules.asl.counter_fields import SMC, on_field
from rules.asl.counters import Counter
from rules.asl.locations import place_of
from rules.asl.state import Public
from rules.asl.steps.aftermath.drawn_lines import BOTH, OWN_OR_ENEMY, IsolatedArea, LevelArea, came_of_the_lines
from rules.asl.steps.aftermath.level_lines import (
    LEVEL,
    NamedPlaces,
    level_of,
    location,
    named_places,
    on_ground,
    pockets_of,
)
from rules.contract import Refused
from rules.engine.replace import replace
from rules.ground import painting
from rules.ground.campaign_map import CAMPAIGNS_AT_ONCE
from rules.ground.grains import why_no_marker, why_not
from rules.ground.hexes import Hex
from rules.ground.isolation import Settled, resolve_areas
from rules.ground.land import NONE, Hexes, Positions
from rules.ground.levels import Floor, LevelPocket
from rules.ground.map_side import MapSide, land_of
from rules.ground.markers import ring
from rules.ground.perimeter import SidePerimeter, bars, cut_off, draw, recorded_perimeter
from rules.ground.sheet import MapSheet
from rules.text import gettext

Names = tuple[str, ...]
MMC_AT, UNITS_AT, ENEMY_AT = "mmc_at", "units_at", "enemy_at"
UNIT_ENTRIES = (MMC_AT, UNITS_AT, ENEMY_AT)
"""What a side says of units: its Infantry MMC, its others, and those of the enemy that it sees."""
WrittenLoop = tuple[str, list[Hex]]
"""A loop of Perimeter markers as it is written down, with the entry in which it begins."""
OVERLAP, POCKET = "overlap", "pocket"
KNOWN, TOLD, DOUBTFUL = "known", "told", "doubtful"
"""Whether an area is as the lines have it, is not known from them, or is written down otherwise than they have it."""


@dataclass(frozen=True)
class Line:
    """A Perimeter as both sides know it: its loops and lines hex by hex, and the hexes of each Pocket."""

    rows: tuple[Names, ...] = ()
    pockets: tuple[Names, ...] = ()


class KnownArea(NamedTuple):
    """An Isolated Area as the lines have it: a hex that names it, its type or "" if that is not known, what it is.

    `hexes` are those that its side has in it. `dead_end` says that it is cut off for its map edge leads nowhere.
    """

    place: str
    type: str
    sort: str
    hexes: Hexes
    dead_end: bool = False


@dataclass(frozen=True)
class Occupied:
    """An Isolated Area as published: a hex of it, its type, and whose units are in it if only one side's are."""

    place: str
    type: str
    holder: str


def both(at: MapSide, answers: Mapping[str, str]) -> tuple[Positions, Positions]:
    """The positions of both sides on the ground by this one's answers; Refused if a hex is not on the map."""
    places = {key: _places(at, _answer(at, answers, key).ground, key) for key in UNIT_ENTRIES}
    mine = at.positions(at.side, places[MMC_AT], places[UNITS_AT])
    return mine, at.positions(at.enemy, units=places[ENEMY_AT])


def levels(at: MapSide, answers: Mapping[str, str]) -> tuple[LevelArea, ...]:
    """The Pockets above and below the ground by this side's answers (12.6067; 7.5055)."""
    places = {key: _answer(at, answers, key) for key in UNIT_ENTRIES}
    units = {at.side: places[MMC_AT].floors | places[UNITS_AT].floors, at.enemy: places[ENEMY_AT].floors}
    if not units[at.side]:
        return ()
    mine, theirs = both(at, answers)
    held = {at.side: (mine.controls - theirs.units) | mine.units, at.enemy: theirs.controls | theirs.units}
    held[at.enemy] -= mine.units
    pockets = pockets_of(at.ground.sheet, at.side, units, held, at.rulings)
    return tuple(_level_area(pocket, units[at.side]) for pocket in pockets)


def seen(at: MapSide, answers: Mapping[str, str]) -> tuple[Names, Names]:
    """The hexes with this side's units and those with enemy units, by its answers."""
    own, theirs = (tuple(map(str, sorted(each.units))) for each in both(at, answers))
    return own, theirs


def _answer(at: MapSide, answers: Mapping[str, str], entry: str) -> NamedPlaces:
    return named_places(answers.get(entry, ""), at.ground.sheet, entry)


def _places(at: MapSide, text: str, entry: str) -> Hexes:
    if not text.strip():
        return NONE
    try:
        return frozenset(painting.read(text, at.ground.sheet.grid))
    except Refused as no:
        raise Refused(str(no), field=entry, rule=no.rule, way_out=no.way_out) from no


def _level_area(pocket: LevelPocket, own: frozenset[Floor]) -> LevelArea:
    names = tuple(location(each) for each in sorted(pocket.floors))
    kind = BOTH if len(pocket.sides) > 1 else OWN_OR_ENEMY
    return LevelArea(place=location(min(pocket.floors & own)), type=kind, locations=names)


def proposal(at: MapSide, answers: Mapping[str, str]) -> SidePerimeter:
    """The largest legal Perimeter of a side by its answers."""
    mine, theirs = both(at, answers)
    return draw(at.land, mine, theirs, at.rulings)


def checked(at: MapSide, answers: Mapping[str, str], loops: Iterable[WrittenLoop], *, rule: str) -> None:
    """Refuse markers written down if a grain between two of them is not legal, with the reason."""
    mine, theirs = both(at, answers)
    barred = bars(at.land, mine, theirs, at.rulings, at.names[at.enemy])
    for entry, markers in loops:
        why = why_no_marker(markers[0], barred) if len(markers) == 1 else ""
        pairs = zip(markers, [*markers[1:], markers[0]], strict=True) if len(markers) > 1 else ()
        if why := next(filter(None, (why_not(start, end, barred) for start, end in pairs)), why):
            other = gettext("Lay the marker elsewhere, or leave the lines empty and take the proposal.")
            raise Refused(why, rule=rule, field=entry, way_out=other)


def typed(at: MapSide, answers: Mapping[str, str], written: Iterable[WrittenLoop], *, rule: str) -> Line:
    """The line of loops of markers that a side wrote down; refused where one of them is neither main area nor Pocket.

    Nothing that was written down is left out unsaid.
    """
    rows = [(entry, list(dict.fromkeys(ring(markers)))) for entry, markers in written]
    mine, _ = both(at, answers)
    loops, lines = [row for _, row in rows if len(row) > 2], [row for _, row in rows if len(row) < 3]
    perimeter = recorded_perimeter(at.land, mine, at.rulings, loops, lines)
    for entry, left_out in (each for each in rows if perimeter.area.isdisjoint(each[1])):
        empty = gettext(
            "The loop through {first} is no Perimeter: it has no map edge of yours and, by what you said, no unit.",
            first=min(left_out),
        )
        way_out = gettext("Say where your units stand in it, or leave this loop out.")
        raise Refused(empty, rule=rule, field=entry, way_out=way_out)
    return line_of(perimeter)


def line_of(drawn: SidePerimeter) -> Line:
    """A Perimeter as published: a line runs out and back, a front hex in no loop or line is a row of its own."""
    rows = [*drawn.loops, *((*line, *line[-2:0:-1]) for line in drawn.lines)]
    alone = drawn.front.difference(*rows)
    loops = [tuple(map(str, row)) for row in rows] + [(str(place),) for place in sorted(alone)]
    pockets = tuple(tuple(map(str, sorted(pocket))) for pocket in drawn.pockets)
    return Line(tuple(loops), tuple(sorted(pockets)))


# both sides ---------------------------------------------------------------------------------------


def areas_of(at: MapSide, lines: Mapping[str, Line]) -> list[KnownArea]:
    """The Isolated Areas of a side that follow from the lines published so far, but for Pockets of the enemy alone.

    The type of an overlap does not follow from the lines: it depends on the units in it.
    """
    perimeters = {key: perimeter_of(at, key, lines.get(key, Line())) for key in at.names}
    mine, theirs = perimeters[at.side], perimeters[at.enemy]
    sets = at.land.sets
    apart = [*mine.pockets, *theirs.pockets, mine.cut_off | theirs.cut_off]
    pieces = [*apart, (mine.area & theirs.area).difference(*apart)]
    cut = [NONE.union(*pieces)] if at.rulings.joined_areas else pieces
    result = []
    for part in (sets.hexes(bits) for piece in cut for bits in sets.parts(sets.of(piece))):
        own = part & mine.area - theirs.pocketed | part & mine.pocketed
        if own:
            pocket, dead_end = own <= mine.pocketed, own <= mine.cut_off
            kind = (BOTH if part & theirs.pocketed else OWN_OR_ENEMY) if pocket else ""
            result.append(KnownArea(str(min(own)), kind, POCKET if pocket or dead_end else OVERLAP, own, dead_end))
    return result


def asked_about(areas: Iterable[KnownArea], units: Iterable[Hex]) -> tuple[list[KnownArea], list[KnownArea]]:
    """The Isolated Areas in which a side says that `units` of its own are, Pockets among them, and the others."""
    own = frozenset(units)
    within, others = list[KnownArea](), list[KnownArea]()
    for each in areas:
        (within if each.sort == POCKET or each.hexes & own else others).append(each)
    return within, others


def control_after(at: MapSide, lines: Mapping[str, Line], areas: Iterable[Occupied]) -> Mapping[str, str]:
    """Who has which hexes when the lines and the areas of both sides are told, by side as a list of hexes."""
    after = settled_by(at, lines, areas)
    return {side: painting.hexes_text(places) if places else "" for side, places in after.control.items()}


def settled_by(at: MapSide, lines: Mapping[str, Line], areas: Iterable[Occupied]) -> Settled:
    """What follows from the lines of both sides, and from the `areas` whose occupants have been published."""
    grid, sides = at.ground.sheet.grid, tuple(at.names)
    units: dict[str, set[Hex]] = {side: set() for side in sides}
    for area in areas:
        if place := grid.hex(area.place):
            holders = sides if area.type == "D" else (area.holder,) if area.type == "C" else ()
            for side in holders:
                units[side].add(place)
    positions = {side: at.positions(side, units=frozenset(units[side])) for side in sides}
    drawn = {side: perimeter_of(at, side, lines.get(side, Line())) for side in sides}
    return resolve_areas(at.land, positions, drawn, at.rulings)


def perimeter_of(at: MapSide, side: str, line: Line) -> SidePerimeter:
    """A line that `side` published, as a Perimeter with the Pockets it published."""
    perimeter = _walled(at.ground.sheet, line)
    return replace(perimeter, cut_off=cut_off(at.land, at.positions(side), perimeter.main))


@lru_cache(maxsize=2 * CAMPAIGNS_AT_ONCE)
def _walled(sheet: MapSheet, line: Line) -> SidePerimeter:
    """What a line walls in; a page asks for it at each look."""
    grid, sets = sheet.grid, land_of(sheet).sets
    rows = [[place for name in row if (place := grid.hex(name))] for row in line.rows]
    pockets = tuple(frozenset(place for name in pocket if (place := grid.hex(name))) for pocket in line.pockets)
    walled = NONE.union(*(sets.hexes(sets.walled_in(sets.of(row))) for row in rows))
    front = NONE.union(*map(frozenset, rows))
    return SidePerimeter(main=walled.difference(*pockets), pockets=pockets, front=front)


def outside(ctx: RefitContext, line: Line | None, levels: Iterable[LevelArea]) -> list[Counter]:
    """SMC who by their side's own record are outside its line (12.6069; 7.5057); an armor leader is in his vehicle.

    Nobody, where there is no map or no line; and nobody who is in a Pocket off the ground, one of `levels`.
    """
    at = ctx.at_map
    if at is None or line is None:
        return []
    grid, area = at.ground.sheet.grid, perimeter_of(at, ctx.side, line).area
    inside = {name for each in levels for name in each.locations}
    smc = [c for c in on_field(ctx, SMC) if c.kind != "armor_leader" and place_of(c.place) not in {None, *inside}]
    return [c for c in smc if (place := grid.hex(c.place)) and place not in area]


def areas_left(ctx: RefitContext) -> list[KnownArea]:
    """The Isolated Areas, on and off the ground, that a side has still to write down, by the lines published so far.

    Empty if it has published no line on a map. One that was written down under another name stands for the next.
    """
    at, lines, drawn_lines = ctx.at_map, perimeters_drawn(ctx.public), came_of_the_lines(ctx)
    if at is None or ctx.side not in lines:
        return []
    units = (place for name in drawn_lines.units if (place := at.ground.sheet.grid.hex(name)))
    within, others = asked_about(areas_of(at, lines), units)
    levels = [KnownArea(each.place, each.type, LEVEL, NONE) for each in drawn_lines.levels]
    left, renamed = [*within, *levels, *others], 0
    for area in drawn_lines.settled:
        # The other side's line may have been told since, so that the areas are not those of then.
        known = next((each for each in left if _is_called(at, each, area.name)), None)
        if known:
            left.remove(known)
        else:
            renamed += 1
    return left[renamed:]


def _is_called(at: MapSide, area: KnownArea, name: str) -> bool:
    """Whether a name is that of an area: its Location if it is off the ground, else one of its hexes."""
    if area.sort == LEVEL or level_of(name):
        return name == area.place
    return at.ground.sheet.grid.hex(name) in area.hexes


def stands_in(ctx: RefitContext, counter: Counter, area: KnownArea) -> bool:
    """Whether a counter has a Location in an area by its side's own record; off the ground in one of its Locations."""
    place = place_of(counter.place)
    if area.sort != LEVEL:
        here = ctx.map.grid.hex(place) if ctx.map and place else None
        return here in area.hexes
    locations = {name for each in came_of_the_lines(ctx).levels if each.place == area.place for name in each.locations}
    return place in locations


def proposed_area(areas: Sequence[KnownArea]) -> Mapping[str, str]:
    """The values to propose for the next Isolated Area, by entry, where they follow from the lines."""
    if not areas:
        return {}
    entries = {
        "place": areas[0].place,
        "type": areas[0].type,
        "sort": areas[0].sort,
        "level": level_of(areas[0].place),
    }
    return {key: value for key, value in entries.items() if value}


def fact_of(areas: Sequence[KnownArea], entries: Mapping[str, str]) -> str:
    """How an area that is written down stands to the next one that is known; "" where nothing is reckoned."""
    if not areas:
        return ""
    proposed = proposed_area(areas)
    if any(entries[key].strip() != value for key, value in proposed.items() if key in entries):
        return DOUBTFUL
    return KNOWN if areas[0].type else TOLD


def published_area(ctx: RefitContext, area: IsolatedArea) -> dict[str, str]:
    """What is published of an area beside its name and type: whose units are in one of type C, and how that is known.

    Empty if this side has published no line on a map.
    """
    if ctx.side not in perimeters_drawn(ctx.public):
        return {}
    holder = ctx.side if area.held else next(side for side in ctx.rules.names if side != ctx.side)
    return {"holder": holder if area.type == OWN_OR_ENEMY else "", "fact": area.fact or TOLD}


def perimeters_drawn(public: Public) -> Mapping[str, Line]:
    """The Perimeters that were drawn on the map in this refit, by side."""
    drawn = public.perimeters.items()
    return {side: Line(each.loops, each.pockets) for side, each in drawn if each.line == public.date}


def control_after_lines(at: MapSide | None, public: Public) -> Mapping[str, str] | None:
    """Who has which hexes once both Perimeters are drawn and their areas told (12.6069, 12.6072); None if not both."""
    lines = perimeters_drawn(public)
    if at is None or len(lines) < len(at.names):
        return None
    areas = (area for drawn in public.perimeters.values() for area in drawn.areas if on_ground(area))
    return control_after(at, lines, [Occupied(area.name, area.type, area.holder) for area in areas])
