"""What the Perimeter Areas of both sides let set up where, in any game that has them: what is wrong with a Location."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from rules.asl.context import RefitContext
from rules.asl.counters import Counter
from rules.contract import Field, Refused
from rules.ground.hexes import Hex
from rules.text import gettext

Fault = tuple[str, str, str]
"""What is wrong with a Location, by which rule, and the way out."""


def refuse_first(faults: Iterable[Fault], field: Field) -> None:
    """Refuse what is written down in `field` for the first of its faults, if it has any."""
    for fault, rule, way_out in faults:
        raise Refused(fault, rule=rule, field=field.name, way_out=way_out)


def not_yours(
    ctx: RefitContext, counter: Counter, hex_: Hex, mine: Collection[Hex], theirs: Collection[Hex]
) -> Iterator[Fault]:
    """A hex outside the own Perimeter Area, or in the enemy's too; `theirs` is empty for what may be Isolated."""
    places, rule = {"name": counter.name, "hex": hex_}, ctx.rule("setup", "places")
    if hex_ not in mine:
        outside = gettext("{name}: {hex} is not in your Perimeter Area.", **places)
        yield outside, rule, gettext("Write a Location within your lines, or let it enter later.")
    if hex_ in theirs:
        both = gettext("{name}: {hex} lies in the enemy's Perimeter Area too, so that it is Isolated.", **places)
        yield both, rule, gettext("Write a Location that is yours alone.")


def in_own_pocket(ctx: RefitContext, counter: Counter, hex_: Hex, isolated: Collection[Hex]) -> Iterator[Fault]:
    """A hex of an Isolated Area that is the side's own alone: a Pocket, or what has no way in."""
    if hex_ in isolated:
        message = gettext("{name}: {hex} is in an Isolated Area of yours.", name=counter.name, hex=hex_)
        yield message, ctx.rule("setup", "places"), gettext("Write a Location within your lines that is not Isolated.")


def not_its_area(ctx: RefitContext, counter: Counter, hex_: Hex, area: Collection[Hex] | None) -> Iterator[Fault]:
    """A hex outside the Isolated Area that a counter is in; None if that is not known."""
    if area is not None and hex_ not in area:
        outside = gettext("{name}: {hex} is not in its Isolated Area.", name=counter.name, hex=hex_)
        inside = gettext("Write a Location of the area it was left in, or leave its place as it was.")
        yield outside, ctx.rule("setup", "immobile"), inside
