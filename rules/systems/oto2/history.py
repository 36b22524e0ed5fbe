"""What can be drawn over the CG Dates: VP, CVP, ELR and SAN for everybody, points and losses behind a side's door."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import accumulate
from typing import TYPE_CHECKING

from rules.parts.curves import Curve, Line
from rules.parts.refit.curves import announced, enough, of_side
from rules.systems.oto2.state import DateRecord

if TYPE_CHECKING:
    from rules.systems.oto2.view import PublicView, SideView


def curves(public: PublicView, sides: Mapping[str, SideView]) -> tuple[Curve, ...]:
    """The curves of the open rooms."""
    marks = tuple(date.key for date in public.dates)
    fought = [bool(date.record and date.record.report) for date in public.dates]
    return enough([*_public(public), *(curve for side in sides.values() for curve in of_side(side, marks, fought))])


def _public(public: PublicView) -> list[Curve]:
    names = public.names
    marks = tuple(date.key for date in public.dates)
    records = [date.record for date in public.dates]
    vp = (
        Line("", "Russian VP", _each(public, lambda record: record.vp if record.report else None)),
        Line("", "of them LVP held", _each(public, lambda record: record.report.lvp if record.report else None)),
    )
    cvp = tuple(Line(side, f"{name} CVP suffered", _suffered(public, side)) for side, name in names.items())
    return [
        Curve("vp", "Victory points", "after each scenario", marks, vp, public.score.needed),
        Curve("cvp", "Casualties", "CVP suffered since the start", marks, cvp),
        Curve("elr", "ELR", "as announced at commencement", marks, announced(records, names, "elr")),
        Curve("san", "SAN", "as announced at commencement", marks, announced(records, names, "san")),
    ]


def _each(public: PublicView, of: Callable[[DateRecord], int | None]) -> tuple[int | None, ...]:
    return tuple(of(date.record) if date.record else None for date in public.dates)


def _suffered(public: PublicView, side: str) -> tuple[int | None, ...]:
    """The sum up to each scenario that has been played."""
    each = _each(public, lambda record: record.report.cvp.get(side, 0) if record.report else None)
    sums = accumulate(value or 0 for value in each)
    return tuple(None if value is None else total for value, total in zip(each, sums, strict=True))
