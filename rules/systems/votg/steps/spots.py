"""Where Entry Codes, and the Perimeters that are written down, let a side set up (12.6217, 12.6264, 12.623, 12.6214b).

What stood somewhere before may stay there; who wrote no Perimeter down keeps to it on the map.
"""

from __future__ import annotations

from rules.kernel import Refused
from rules.parts.counters import Counter
from rules.parts.grid import Hex, hex_of
from rules.parts.refit.steps.chosen import FIELD, ISOLATED
from rules.parts.refit.steps.clearing import busy
from rules.parts.tasks import Field
from rules.systems.votg.desk import Desk
from rules.systems.votg.perimeter import Drawn, drawn
from rules.systems.votg.shown import hexes_of
from rules.systems.votg.state import Perimeter, enemy

FORTIFICATION = "fortification"


def check(desk: Desk, counter: Counter, place: str, field: Field) -> None:
    """Refuse a Location for this counter: by its Entry Code, outside the own Perimeter Area, in the Front Line or too
    near the enemy's."""
    hex_ = hex_of(place)
    if hex_ is None or counter.kind not in (*FIELD, FORTIFICATION):
        return
    _check_busy(desk, counter, field)
    if ISOLATED in counter.marks:
        return _check_isolated(desk, counter, hex_, field)
    _check_code(desk, counter, hex_, field)
    if mine := desk.perimeter(desk.side):
        _check_own(desk, mine, counter, hex_, field)
    if desk.book.pack["reserve"]["mark"] in counter.marks:
        _check_reserve(desk, counter, place, hex_, field)


def _check_busy(desk: Desk, counter: Counter, field: Field) -> None:
    """Who interdicts a Landing is busy where he is until the scenario begins."""
    if busy(desk, counter) and hex_of(counter.place):
        raise Refused(
            f"{counter.name}: it interdicts a Landing and stays at {counter.place}.", rule=desk.rule("interdiction"),
            field=field.name, way_out="Write its old Location; one that does not interdict may go elsewhere.",
        )  # fmt: skip


def _check_isolated(desk: Desk, counter: Counter, hex_: Hex, field: Field) -> None:
    """Who is Isolated stays in his area: the loop it is in, and of that what both have in their Perimeter Areas."""
    was, theirs = hex_of(counter.place), desk.perimeter(enemy(desk.side))
    loops = desk.public.perimeters.get(desk.side, Perimeter()).loops
    mine = next((area for loop in loops if was in (area := drawn((loop,)).area)), None)
    if mine is None or hex_ in (mine & theirs.area if theirs and was in theirs.area else mine):
        return
    raise Refused(
        f"{counter.name}: {hex_} is not in its Isolated Area.", rule=desk.rule("setup", "immobile"),
        field=field.name, way_out="Write a Location of the area it was left in, or leave its place as it was.",
    )  # fmt: skip


def _check_code(desk: Desk, counter: Counter, hex_: Hex, field: Field) -> None:
    """What is bought for the map sets up where its Entry Code says."""
    code = desk.code_of(counter)
    if code and not code["on_map"].get("from_hex", 0) <= hex_.number <= code["on_map"].get("to_hex", hex_.number):
        raise Refused(
            f"{counter.name}: {hex_} is none of the {hexes_of(code)} of its {code['name']} Entry Code.",
            rule=desk.rule("purchase", "entry"), field=field.name,
            way_out="Write another hex, or leave it off the map today.",
        )  # fmt: skip


def _check_own(desk: Desk, mine: Drawn, counter: Counter, hex_: Hex, field: Field) -> None:
    if hex_ not in mine.area:
        raise Refused(
            f"{counter.name}: {hex_} is not in your Perimeter Area.", rule=desk.rule("setup", "places"),
            field=field.name, way_out="Write a Location within your lines, or let it enter later.",
        )  # fmt: skip
    theirs = desk.perimeter(enemy(desk.side))
    if theirs and hex_ in theirs.area and not (counter.kind == FORTIFICATION and _listed(desk, counter, "isolated")):
        raise Refused(
            f"{counter.name}: {hex_} lies in the enemy's Perimeter Area too, so that it is Isolated.",
            rule=desk.rule("setup", "places"), field=field.name, way_out="Write a Location that is yours alone.",
        )  # fmt: skip
    if hex_ in mine.front and counter.kind == FORTIFICATION and not _listed(desk, counter, "front"):
        raise Refused(
            f"{counter.name}: {hex_} is a Front Line Location of yours.", rule=desk.rule("fortify"),
            field=field.name, way_out="Set it up behind your Front Line; the price list says what may lie in it.",
        )  # fmt: skip


def _listed(desk: Desk, counter: Counter, where: str) -> bool:
    """Whether the price list lets a Fortification lie there, `front` or `isolated`; what it does not list may."""
    rows = (row for row in (*desk.book.forts["fortification"], desk.book.forts["pillbox"]))
    return next((bool(row[where]) for row in rows if counter.name.startswith(row["name"])), True)


def _check_reserve(desk: Desk, counter: Counter, place: str, hex_: Hex, field: Field) -> None:
    least, theirs = int(desk.book.pack["reserve"]["hexes"]), desk.perimeter(enemy(desk.side))
    rule = desk.rule("setup", "cloaked")
    if "/" in place:
        way_out = "Write its hex without a level."
        raise Refused(f"{counter.name}: a Reserve is at ground level.", rule=rule, field=field.name, way_out=way_out)
    if theirs and (away := theirs.away(hex_)) < least:
        raise Refused(
            f"{counter.name}: {hex_} is {away} hexes from the enemy's Front Line, a Reserve {least} or more.",
            rule=rule, field=field.name, way_out="Write a Location farther back, or leave it off the map today.",
        )  # fmt: skip
