"""Where a side may set up (7.5222, 7.5224, CG12a, CG12b): on a map by the lines both told, at first by hex numbers.

What stood somewhere before may stay there; who told no line keeps to it on the map. A new minefield lies in one line
(RG note j).
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from functools import partial

from rules.asl.counter_fields import FIELD, ISOLATED
from rules.asl.counters import READY, Change, Counter
from rules.asl.locations import place_of
from rules.asl.steps.aftermath.map_lines import areas_of, perimeter_of
from rules.asl.steps.aftermath.public_lines import lines_left
from rules.asl.steps.setup import within
from rules.asl.steps.setup.lots import lots
from rules.asl.steps.setup.within import Fault
from rules.contract import Field, Refused
from rules.ground.hexes import ROUND, Hex, distance, hex_of
from rules.ground.map_side import MapSide
from rules.systems.oto2.context import Context
from rules.text import gettext

FORTIFICATIONS = ("fortification", "cupola")


def check(ctx: Context, counter: Counter, place: str, field: Field) -> None:
    """Refuse a Location for this counter: too far forward at first, outside its lines, too near the enemy's."""
    at = ctx.at_map
    hex_ = at.ground.sheet.grid.hex(place) if at else hex_of(place)
    if hex_ is None or counter.kind not in (*FIELD, *FORTIFICATIONS):
        return
    faults = _at_first(ctx, at, counter, hex_) if ctx.initial else _by_lines(ctx, at, counter, hex_) if at else iter(())
    within.refuse_first(faults, field)


def _at_first(ctx: Context, at: MapSide | None, counter: Counter, hex_: Hex) -> Iterator[Fault]:
    """CG12b: Russians on board are in hexes numbered high enough. Germans are in lower ones, or in hexes that the map
    says they Control (7.4, CG12a); without a map nobody knows which those are."""
    rule = ctx.rules.pack.initial_hexes
    places = {"name": counter.name, "first": rule.from_hex, "hex": hex_}
    if ctx.side == rule.side and counter.kind in FIELD and hex_.number < rule.from_hex:
        forward = gettext(
            "{name}: in the first scenario Russians on board are in hexes of {first} or more, not {hex}.", **places
        )
        yield forward, "CG12b", gettext("Write a hex farther back, or let it enter.")
    if ctx.side != rule.side and hex_.number >= rule.from_hex:
        if ctx.rules.readings.german_start == "below":
            always = gettext("{name}: on the first date Germans are in hexes below {first}, not {hex}.", **places)
            yield always, ctx.rule("setup", "first"), gettext("Write a hex with a lower number.")
        elif at and (held := at.ground.held(ctx.side)) and hex_ not in held:
            forward = gettext("{name}: {hex} is numbered {first} or more, and not yours on the map.", **places)
            behind = gettext("Write a hex of a lower number, or one that is yours on the map.")
            yield forward, ctx.rule("setup", "first"), behind


def _by_lines(ctx: Context, at: MapSide, counter: Counter, hex_: Hex) -> Iterator[Fault]:
    lines = lines_left(ctx.public)
    drawn = {side: perimeter_of(at, side, line) for side, line in lines.items()}
    mine, theirs = drawn.get(ctx.side), drawn.get(at.enemy)
    if mine and ISOLATED in counter.marks:
        was = at.ground.sheet.grid.hex(counter.place)
        area = next((each.hexes for each in areas_of(at, lines) if was in each.hexes), None)
        yield from within.not_its_area(ctx, counter, hex_, area)
    elif mine:
        as_group = bool(counter.group) and ctx.rules.readings.group_works == "groups"
        new_work = counter.kind in FORTIFICATIONS and not as_group
        area = mine.area if new_work else mine.main
        yield from within.not_yours(ctx, counter, hex_, area, theirs.area if theirs and not new_work else ())
    if theirs and theirs.front:
        # CG12b: what the Russians buy after the first date stays away from the German Front Line.
        away = min(map(partial(distance, hex_), theirs.front))
        rule = ctx.rules.pack.initial_hexes
        bought = {group.id for group in ctx.groups_of_today()}
        if ctx.side == rule.side and counter.group in bought and away < rule.from_front:
            places = {"name": counter.name, "hex": hex_, "away": away, "least": rule.from_front}
            near = gettext("{name}: {hex} is {away} hexes from the German Front Line, {least} at least.", **places)
            yield near, "CG12b", gettext("Write a Location farther back, or let it enter.")


# minefields --------------------------------------------------------------------------------------------


def check_minefields(ctx: Context, change: Mapping[str, Change]) -> None:
    """Refuse a set-up that `change` makes if the minefields laid by it are not in a line each (RG note j).

    A line runs along a hexrow or hex grain, so that each further hex joins on to one hex of it and no more.
    """
    chart, whole = ctx.rules.groups[ctx.side], ctx.rules.forts.minefield_group.hexes
    fields = {group.id for group in ctx.mine.groups if chart[group.rg].kind == "minefield"}
    ready = Tally(c.group for c in ctx.mine.counters if c.group in fields and c.fate == READY)
    # One of which something was removed has gaps, and stays as it is; so do those laid before.
    mines = [c for c in ctx.mine.counters if ready[c.group] == whole]
    laid = any("place" in change.get(str(c.id), {}) for c in mines)
    places = [place_of(change.get(str(c.id), {}).get("place", c.place)) for c in mines]
    hexes = [found for place in places if place and (found := (ctx.map.grid.hex(place) if ctx.map else hex_of(place)))]
    if laid and not _in_lines(Tally(hexes), len(mines) // whole, whole):
        raise Refused(
            gettext("A minefield lies in one line of hexes side by side, along a hexrow or hex grain."),
            rule=ctx.rule("setup", "minefield"),
            field=next(lot.field for lot in lots(ctx) if mines[0] in lot.counters),
            way_out=gettext("Write such a line for each minefield, as K20, K21, K22 and so on."),
        )


def _in_lines(hexes: Tally[Hex], lines: int, longest: int) -> bool:
    """Whether these hexes are so many straight lines, or fewer, each no longer than `longest`."""
    if not hexes or not lines:
        return not hexes
    # The first hex by column and row is the end of its line, so only these ways lead on from it.
    first = min(hexes)
    for column, down in ROUND[:3]:
        line, step = Tally[Hex](), first
        while step in hexes and len(line) < longest:
            line[step] = 1
            if _in_lines(hexes - line, lines - 1, longest):
                return True
            step = Hex(step.column + column, step.down + down)
    return False
