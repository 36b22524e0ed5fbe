"""Where Entry Codes, and the Perimeters that are written down, let a side set up (12.6217, 12.6264, 12.623, 12.6214b).

What stood somewhere before may stay there; who wrote no Perimeter down keeps to it on the map.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.asl.conditions import WRECK
from rules.asl.counter_fields import FIELD, ISOLATED
from rules.asl.counters import Counter
from rules.asl.data_files.fortifications import ForSale
from rules.asl.steps.aftermath.clearing import busy
from rules.asl.steps.aftermath.map_lines import Line, perimeter_of
from rules.asl.steps.setup import within
from rules.asl.steps.setup.within import Fault
from rules.contract import Field
from rules.ground.front_line import PerimeterHexes, perimeter_hexes
from rules.ground.hexes import Hex
from rules.ground.land import Positions
from rules.ground.perimeter import cut_off
from rules.systems.votg.context import Context
from rules.systems.votg.perimeter import pocketed
from rules.systems.votg.rule_data import hexes_of
from rules.systems.votg.state import Perimeter, enemy
from rules.text import gettext

FORTIFICATION = "fortification"


def check(ctx: Context, counter: Counter, place: str, field: Field) -> None:
    """Refuse a Location for this counter: by its Entry Code, outside the own Perimeter Area, Isolated, in the Front
    Line or too near the enemy's."""
    hex_ = ctx.hex_of(place)
    if hex_ is None or counter.kind not in (*FIELD, FORTIFICATION):
        return
    within.refuse_first(_faults(ctx, counter, place, hex_), field)


def _faults(ctx: Context, counter: Counter, place: str, hex_: Hex) -> Iterator[Fault]:
    """All that is wrong with a Location. Who interdicts a Landing is busy where he is until the scenario begins; what
    is bought for the map sets up where its Entry Code says."""
    if busy(ctx, counter) and ctx.hex_of(counter.place):
        stays = gettext("{name}: it interdicts a Landing and stays at {place}.", name=counter.name, place=counter.place)
        elsewhere = gettext("Write its old Location; one that does not interdict may go elsewhere.")
        yield stays, ctx.rule("interdiction"), elsewhere
    if WRECK in counter.marks:
        off = gettext("{name}: a wreck is not set up; it waits off the map until it is repaired.", name=counter.name)
        yield off, ctx.rule("wreck_repair"), gettext("Leave it without a Location, or where it stood.")
    if ISOLATED in counter.marks:
        # The area of who is Isolated: the loop he is in, and of that what both have in their Perimeter Areas.
        was, theirs = ctx.hex_of(counter.place), ctx.perimeter(enemy(ctx.side))
        loops = ctx.public.perimeters.get(ctx.side, Perimeter()).loops
        own_area = next((area for loop in loops if was in (area := perimeter_hexes((loop,), ctx.lower).area)), None)
        its_area = own_area & theirs.area if own_area and theirs and was in theirs.area else own_area
        yield from within.not_its_area(ctx, counter, hex_, its_area)
        return
    code = ctx.code_of(counter)
    if code and not code.on_map.holds(hex_.number):
        places = {"name": counter.name, "hex": hex_, "hexes": hexes_of(code), "code": code.name}
        none = gettext("{name}: {hex} is none of the {hexes} of its {code} Entry Code.", **places)
        yield none, ctx.rule("purchase", "entry"), gettext("Write another hex, or leave it off the map today.")
    if (row := ctx.coded(counter)) and (why := ctx.closed(row)):
        message = gettext("{name}: {why}.", name=counter.name, why=why)
        yield message, ctx.rule("purchase", "entry"), gettext("Leave it off the map today; it is Retained.")
    if mine := ctx.perimeter(ctx.side):
        yield from _by_lines(ctx, counter, hex_, mine)
    if ctx.rules.pack.reserve.mark in counter.marks:
        least, theirs = ctx.rules.pack.reserve.hexes, ctx.perimeter(enemy(ctx.side))
        rule = ctx.rule("setup", "cloaked")
        if "/" in place:
            above = gettext("{name}: a Reserve is at ground level.", name=counter.name)
            yield above, rule, gettext("Write its hex without a level.")
        if theirs and (away := theirs.away(hex_)) < least:
            where = {"name": counter.name, "hex": hex_, "away": away, "least": least}
            near = gettext(
                "{name}: {hex} is {away} hexes from the enemy's Front Line, a Reserve {least} or more.", **where
            )
            yield near, rule, gettext("Write a Location farther back, or leave it off the map today.")


def _by_lines(ctx: Context, counter: Counter, hex_: Hex, mine: PerimeterHexes) -> Iterator[Fault]:
    """What the lines have against it: outside them, Isolated, in the Front Line (12.6264); works go by their price
    list (12.623)."""
    work, theirs = counter.kind == FORTIFICATION, ctx.perimeter(enemy(ctx.side))
    if work and _listed(ctx, counter, "isolated"):
        yield from within.not_yours(ctx, counter, hex_, mine.area, ())
    else:
        yield from within.not_yours(ctx, counter, hex_, mine.area, theirs.area if theirs else ())
        yield from within.in_own_pocket(ctx, counter, hex_, _isolated(ctx))
    if hex_ in mine.front and work and not _listed(ctx, counter, "front"):
        front = gettext("{name}: {hex} is a Front Line Location of yours.", name=counter.name, hex=hex_)
        behind = gettext("Set it up behind your Front Line; the price list says what may lie in it.")
        yield front, ctx.rule("fortify"), behind


def _isolated(ctx: Context) -> frozenset[Hex]:
    """What of the own Perimeter Area is Isolated though it is not the enemy's too: Pockets, and on a map what the
    Russians have at the south edge alone (12.6066, 12.6068)."""
    own, at = ctx.public.perimeters.get(ctx.side, Perimeter()), ctx.at_map
    result = pocketed(own, ctx.lower)
    if at is None or own.line is None:
        return result
    perimeter = perimeter_of(at, ctx.side, Line(own.loops, own.pockets))
    result |= perimeter.cut_off
    if ctx.public.cut_off and (south := at.dead_end.get(ctx.side)):
        # Both said so of the edges, whatever the map has of their Control.
        result |= cut_off(at.land, Positions(controls=south, dead_end=south), perimeter.main)
    return result


def _listed(ctx: Context, counter: Counter, where: str) -> bool:
    """Whether the price list lets a Fortification lie there, `front` or `isolated`; what it does not list may."""
    rows: tuple[ForSale, ...] = (*ctx.rules.forts.fortification, ctx.rules.forts.pillbox)
    row = next((row for row in rows if counter.name.startswith(row.name)), None)
    return row is None or (row.front if where == "front" else row.isolated)
