"""The Perimeter on a campaign's map: from what a side says of its units to the lines, and from both lines to Control.

What a side says stays in its own room; only the line drawn from it is told to both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from rules.asl.context import RefitContext
from rules.asl.counter_fields import SMC, on_field
from rules.asl.counters import Counter
from rules.asl.locations import place_of
from rules.asl.state import Public
from rules.asl.steps.aftermath.drawn_lines import BOTH, OWN_OR_ENEMY, IsolatedArea, LevelArea, came_of_the_lines
from rules.asl.steps.aftermath.level_lines import LEVEL, Said, level_of, location, on_ground, pockets_of, said_of
from rules.contract import Refused
from rules.ground import painting
from rules.ground.campaign_map import CAMPAIGNS_AT_ONCE
from rules.ground.grains import why_no_marker, why_not
from rules.ground.hexes import Hex
from rules.ground.isolation import Settled, settle
from rules.ground.land import NONE, Hexes, Positions
from rules.ground.levels import Floor, LevelPocket
from rules.ground.map_side import MapSide, land_of
from rules.ground.markers import ring
from rules.ground.perimeter import SidePerimeter, bars, cut_off, draw, recorded
from rules.ground.sheet import MapSheet
from rules.text import gettext

Names = tuple[str, ...]
MMC_AT, UNITS_AT, ENEMY_AT = "mmc_at", "units_at", "enemy_at"
SAID = (MMC_AT, UNITS_AT, ENEMY_AT)
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
    """What both sides were told of an Isolated Area: a hex of it, its type, whom its units are of if of one side."""

    place: str
    type: str
    holder: str


def both(at: MapSide, said: Mapping[str, str]) -> tuple[Positions, Positions]:
    """This side and the other on the ground by what this one says; Refused, with the entry, if it names none."""
    there = {key: _places(at, _said(at, said, key).ground, key) for key in SAID}
    mine = at.positions(at.side, there[MMC_AT], there[UNITS_AT])
    return mine, at.positions(at.enemy, units=there[ENEMY_AT])


def levels(at: MapSide, said: Mapping[str, str]) -> tuple[LevelArea, ...]:
    """The Pockets above and below the ground by what this side says (12.6067; 7.5055)."""
    there = {key: _said(at, said, key) for key in SAID}
    units = {at.side: there[MMC_AT].floors | there[UNITS_AT].floors, at.enemy: there[ENEMY_AT].floors}
    if not units[at.side]:
        return ()
    mine, theirs = both(at, said)
    held = {at.side: (mine.controls - theirs.units) | mine.units, at.enemy: theirs.controls | theirs.units}
    held[at.enemy] -= mine.units
    found = pockets_of(at.ground.sheet, at.side, units, held, at.rulings)
    return tuple(_level_area(pocket, units[at.side]) for pocket in found)


def seen(at: MapSide, said: Mapping[str, str]) -> tuple[Names, Names]:
    """The hexes in which this side says that its own units are, and those with enemy units."""
    own, theirs = (tuple(map(str, sorted(each.units))) for each in both(at, said))
    return own, theirs


def _said(at: MapSide, said: Mapping[str, str], entry: str) -> Said:
    return said_of(said.get(entry, ""), at.ground.sheet, entry)


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


def proposal(at: MapSide, said: Mapping[str, str]) -> SidePerimeter:
    """The largest legal Perimeter of a side by what it says."""
    mine, theirs = both(at, said)
    return draw(at.land, mine, theirs, at.rulings)


def checked(at: MapSide, said: Mapping[str, str], loops: Iterable[WrittenLoop], *, rule: str) -> None:
    """Refuse markers written down if a grain between two of them is not legal, with the reason."""
    mine, theirs = both(at, said)
    known = bars(at.land, mine, theirs, at.rulings, at.names[at.enemy])
    for entry, markers in loops:
        wrong = why_no_marker(markers[0], known) if len(markers) == 1 else ""
        pairs = zip(markers, [*markers[1:], markers[0]], strict=True) if len(markers) > 1 else ()
        if wrong := next(filter(None, (why_not(start, end, known) for start, end in pairs)), wrong):
            other = gettext("Lay the marker elsewhere, or leave the lines empty and take the proposal.")
            raise Refused(wrong, rule=rule, field=entry, way_out=other)


def typed(at: MapSide, said: Mapping[str, str], written: Iterable[WrittenLoop], *, rule: str) -> Line:
    """The line of loops of markers that a side wrote down; refused where one of them is neither main area nor Pocket.

    Nothing that was written down is left out unsaid.
    """
    rows = [(entry, list(dict.fromkeys(ring(markers)))) for entry, markers in written]
    mine, _ = both(at, said)
    loops, lines = [row for _, row in rows if len(row) > 2], [row for _, row in rows if len(row) < 3]
    found = recorded(at.land, mine, at.rulings, loops, lines)
    for entry, left_out in (each for each in rows if found.area.isdisjoint(each[1])):
        empty = gettext(
            "The loop through {first} is no Perimeter: it has no map edge of yours and, by what you said, no unit.",
            first=min(left_out),
        )
        way_out = gettext("Say where your units stand in it, or leave this loop out.")
        raise Refused(empty, rule=rule, field=entry, way_out=way_out)
    return line_of(found)


def line_of(drawn: SidePerimeter) -> Line:
    """What is told of a Perimeter to both sides: a line goes there and back, a hex in none is a row of its own."""
    rows = [*drawn.loops, *((*line, *line[-2:0:-1]) for line in drawn.lines)]
    alone = drawn.front.difference(*rows)
    told = [tuple(map(str, row)) for row in rows] + [(str(place),) for place in sorted(alone)]
    pockets = tuple(tuple(map(str, sorted(pocket))) for pocket in drawn.pockets)
    return Line(tuple(told), tuple(sorted(pockets)))


# both sides ---------------------------------------------------------------------------------------


def areas_of(at: MapSide, lines: Mapping[str, Line]) -> list[KnownArea]:
    """The Isolated Areas of a side by the lines told so far, without those that are Pockets of the enemy alone.

    The type of an overlap is not known from the lines: it hangs on the units in it.
    """
    known = {key: perimeter_of(at, key, lines.get(key, Line())) for key in at.names}
    mine, theirs = known[at.side], known[at.enemy]
    sets = at.land.sets
    apart = [*mine.pockets, *theirs.pockets, mine.cut_off | theirs.cut_off]
    pieces = [*apart, (mine.area & theirs.area).difference(*apart)]
    cut = [NONE.union(*pieces)] if at.rulings.joined_areas else pieces
    found = []
    for part in (sets.hexes(bits) for piece in cut for bits in sets.parts(sets.of(piece))):
        own = part & mine.area - theirs.pocketed | part & mine.pocketed
        if own:
            pocket, dead_end = own <= mine.pocketed, own <= mine.cut_off
            kind = (BOTH if part & theirs.pocketed else OWN_OR_ENEMY) if pocket else ""
            found.append(KnownArea(str(min(own)), kind, POCKET if pocket or dead_end else OVERLAP, own, dead_end))
    return found


def asked_about(areas: Iterable[KnownArea], units: Iterable[Hex]) -> tuple[list[KnownArea], list[KnownArea]]:
    """The Isolated Areas in which a side says that `units` of its own are, Pockets among them, and the others."""
    there = frozenset(units)
    within, others = list[KnownArea](), list[KnownArea]()
    for each in areas:
        (within if each.sort == POCKET or each.hexes & there else others).append(each)
    return within, others


def control_after(at: MapSide, lines: Mapping[str, Line], told: Iterable[Occupied]) -> Mapping[str, str]:
    """Who has which hexes when the lines and the areas of both sides are told, by side as a list of hexes."""
    after = settled_by(at, lines, told)
    return {side: painting.written(places) if places else "" for side, places in after.control.items()}


def settled_by(at: MapSide, lines: Mapping[str, Line], told: Iterable[Occupied]) -> Settled:
    """What the lines of both sides come to, as far as it was told whose units are in which area."""
    grid, sides = at.ground.sheet.grid, tuple(at.names)
    units: dict[str, set[Hex]] = {side: set() for side in sides}
    for area in told:
        if place := grid.hex(area.place):
            there = sides if area.type == "D" else (area.holder,) if area.type == "C" else ()
            for side in there:
                units[side].add(place)
    positions = {side: at.positions(side, units=frozenset(units[side])) for side in sides}
    drawn = {side: perimeter_of(at, side, lines.get(side, Line())) for side in sides}
    return settle(at.land, positions, drawn, at.rulings)


def perimeter_of(at: MapSide, side: str, line: Line) -> SidePerimeter:
    """A line that `side` told, as a Perimeter: its Pockets are those that were told."""
    found = _walled(at.ground.sheet, line)
    return replace(found, cut_off=cut_off(at.land, at.positions(side), found.main))


@lru_cache(maxsize=2 * CAMPAIGNS_AT_ONCE)
def _walled(sheet: MapSheet, line: Line) -> SidePerimeter:
    """What a line walls in; a page asks for it at each look."""
    grid, sets = sheet.grid, land_of(sheet).sets
    rows = [[place for name in row if (place := grid.hex(name))] for row in line.rows]
    pockets = tuple(frozenset(place for name in pocket if (place := grid.hex(name))) for pocket in line.pockets)
    walled = NONE.union(*(sets.hexes(sets.walled_in(sets.of(row))) for row in rows))
    front = NONE.union(*map(frozenset, rows))
    return SidePerimeter(main=walled.difference(*pockets), pockets=pockets, front=front)


def outside(ctx: RefitContext, line: Line | None) -> list[Counter]:
    """SMC who by their side's own record are outside its line (12.6069; 7.5057); an armor leader is in his vehicle.

    Nobody, where there is no map or no line.
    """
    at = ctx.at_map
    if at is None or line is None:
        return []
    grid, area = at.ground.sheet.grid, perimeter_of(at, ctx.side, line).area
    smc = [c for c in on_field(ctx, SMC) if c.kind != "armor_leader" and place_of(c.place)]
    return [c for c in smc if (place := grid.hex(c.place)) and place not in area]


def areas_left(ctx: RefitContext) -> list[KnownArea]:
    """The Isolated Areas of a side, by the lines told so far and off the ground, that it has not written down yet.

    Empty where it has told no line on a map.
    """
    at, lines, left = ctx.at_map, lines_told(ctx.public), came_of_the_lines(ctx)
    if at is None or ctx.side not in lines:
        return []
    units = (place for name in left.units if (place := at.ground.sheet.grid.hex(name)))
    within, others = asked_about(areas_of(at, lines), units)
    levels = [KnownArea(each.place, each.type, LEVEL, NONE) for each in left.levels]
    return [*within, *levels, *others][len(left.areas) :]


def stands_in(ctx: RefitContext, counter: Counter, area: KnownArea) -> bool:
    """Whether a counter has a Location in an area by its side's own record; off the ground in one of its Locations."""
    place = place_of(counter.place)
    if area.sort != LEVEL:
        here = ctx.map.grid.hex(place) if ctx.map and place else None
        return here in area.hexes
    locations = {name for each in came_of_the_lines(ctx).levels if each.place == area.place for name in each.locations}
    return place in locations


def proposed_area(known: Sequence[KnownArea]) -> Mapping[str, str]:
    """What is entered of the next Isolated Area as far as the lines have it, by entry."""
    if not known:
        return {}
    found = {
        "place": known[0].place,
        "type": known[0].type,
        "sort": known[0].sort,
        "level": level_of(known[0].place),
    }
    return {key: value for key, value in found.items() if value}


def fact_of(known: Sequence[KnownArea], entries: Mapping[str, Any]) -> str:
    """How an area that is written down stands to the next one that is known; "" where nothing is reckoned."""
    if not known:
        return ""
    found = proposed_area(known)
    if any(entries[key].strip() != value for key, value in found.items() if key in entries):
        return DOUBTFUL
    return KNOWN if known[0].type else TOLD


def told_on_map(ctx: RefitContext, area: IsolatedArea) -> dict[str, str]:
    """What both sides are told of an area beside its name and type: whose units are in one of type C, how it is known.

    Nothing, if this side has told no line on a map.
    """
    if ctx.side not in lines_told(ctx.public):
        return {}
    holder = ctx.side if area.held else next(side for side in ctx.rules.names if side != ctx.side)
    return {"holder": holder if area.type == OWN_OR_ENEMY else "", "fact": area.fact or TOLD}


def lines_told(public: Public) -> Mapping[str, Line]:
    """The Perimeters that were drawn on the map in this refit, by side."""
    drawn = public.perimeters.items()
    return {side: Line(each.loops, each.pockets) for side, each in drawn if each.line == public.date}


def control_settled(at: MapSide | None, public: Public) -> Mapping[str, str] | None:
    """Who has which hexes once both Perimeters are drawn and their areas told (12.6069, 12.6072); None if not both."""
    lines = lines_told(public)
    if at is None or len(lines) < len(at.names):
        return None
    areas = (area for drawn in public.perimeters.values() for area in drawn.areas if on_ground(area))
    return control_after(at, lines, [Occupied(area.name, area.type, area.holder) for area in areas])
