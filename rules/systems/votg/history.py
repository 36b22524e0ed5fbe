"""What can be drawn over the lines of a campaign: CVP, Stone Hexes, ELR and SAN; points and losses behind a door."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from typing import TYPE_CHECKING

from rules.parts.curves import Curve, Line
from rules.parts.refit.curves import announced, enough, of_side
from rules.systems.votg.state import COUNTERATTACK, GERMAN, Record

if TYPE_CHECKING:
    from rules.systems.votg.public import PublicView
    from rules.systems.votg.view import SideView


def curves(public: PublicView, sides: Mapping[str, SideView]) -> tuple[Curve, ...]:
    """The curves of the open rooms, over all lines there have been."""
    records = [line.record for line in public.lines]
    marks = tuple(f"{record.day}b" if record.kind == COUNTERATTACK else record.day for record in records)
    fought = [record.fought for record in records]
    own = [curve for side in sides.values() for curve in of_side(side, marks, fought)]
    return enough([*_public(public.names, records, marks), *own])


def _public(names: Mapping[str, str], records: list[Record], marks: tuple[str, ...]) -> list[Curve]:
    hexes = Line(GERMAN, f"{names[GERMAN]} Stone Hexes", tuple(r.report.hexes if r.report else None for r in records))
    cvp = tuple(Line(side, f"{name} CVP suffered", _suffered(records, side)) for side, name in names.items())
    return [
        Curve("hexes", "Stone Hexes", "held by the Germans after each scenario", marks, (hexes,)),
        Curve("cvp", "Casualties", "CVP suffered since the start", marks, cvp),
        Curve("elr", "ELR", "as announced at commencement", marks, announced(records, names, "elr")),
        Curve("san", "SAN", "as announced at commencement", marks, announced(records, names, "san")),
    ]


def _suffered(records: list[Record], side: str) -> tuple[int | None, ...]:
    """The sum up to each scenario that has been played."""
    sums = accumulate(record.report.cvp[side] if record.report else 0 for record in records)
    return tuple(total if record.fought else None for record, total in zip(records, sums, strict=True))
