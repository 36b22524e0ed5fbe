"""The counters a side sets up in the next scenario, as VASL names and places them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from rules.asl.context import RefitContext
from rules.asl.counter_fields import FIELD
from rules.asl.counters import DUE, READY, piles
from rules.asl.locations import COVERED, HIDDEN, PILLBOX, PLACING, place_of
from rules.asl.vasl.names import VaslFile
from rules.features.saved_games import WantedCounter

FORTIFICATION = "fortification"
WANTED = (*FIELD, "cupola", FORTIFICATION)
"""Classes of counters for which VASL has counters."""
_GROUP = re.compile(r"(?:[^-]+-)?([A-Z]{1,2}[0-9]{1,2})-\D*([0-9]{1,3})", re.ASCII)


def set_up(ctx: RefitContext, file: VaslFile) -> tuple[WantedCounter, ...]:
    """The side's counters for the scenario, like ones together, sorted by group."""
    wanted = _wanted(ctx, file.of_side(ctx.side))
    return tuple(sorted(wanted, key=lambda each: (each.group, WANTED.index(each.kind), each.names[0], each.hex)))


def _wanted(ctx: RefitContext, aliases: Mapping[str, Sequence[str]]) -> Iterator[WantedCounter]:
    """The wanted counters; those to enter later have no Location, whatever their record says."""
    for pile in piles(c for c in ctx.mine.on_hand if c.fate in (READY, DUE) and c.kind in WANTED):
        like = pile.like
        place = (place_of(like.place) or "") if like.fate == READY else ""
        location, _, box = place.partition(" ")
        hex_name, _, level = location.partition("/")
        yield WantedCounter(
            names=(like.name, *aliases.get(like.name, ())),
            kind=like.kind,
            count=pile.count,
            conditions=tuple(mark for mark in like.marks if mark not in PLACING),
            hex=hex_name,
            level=level,
            covered=box == PILLBOX or COVERED in like.marks,
            hidden=HIDDEN in like.marks,
            group=like.group,
            label=label_of(like.group),
        )


def label_of(group: str) -> str:
    """The label on the counters of a group, such as I1/2 for the second I1 of a day; "" for other counters.

    A report from VASL is matched with the group by it.
    """
    match = _GROUP.fullmatch(group)
    return f"{match[1]}/{match[2]}" if match else ""
