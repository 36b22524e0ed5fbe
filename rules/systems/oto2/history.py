"""What can be drawn over the CG Dates: VP, CVP, ELR and SAN for everybody, points and losses behind a side's door."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import accumulate
from typing import TYPE_CHECKING

from rules.parts.curves import Curve, Line
from rules.systems.oto2.byhand import CASUALTIES
from rules.systems.oto2.state import DateRecord

if TYPE_CHECKING:
    from rules.systems.oto2.view import PublicView, SideView

Values = Iterable[int | None]


def curves(public: PublicView, sides: Mapping[str, SideView]) -> tuple[Curve, ...]:
    """The curves of the open rooms; one needs two values at least to be a curve."""
    found = [*_public(public), *(curve for side in sides.values() for curve in _side(public, side))]
    return tuple(curve for curve in found if max(line.known for line in curve.lines) > 1)


def _public(public: PublicView) -> list[Curve]:
    names = public.names
    marks = tuple(date.key for date in public.dates)
    vp = (
        Line("", "Russian VP", _each(public, lambda record: record.vp if record.report else None)),
        Line("", "of them LVP held", _each(public, lambda record: record.report.lvp if record.report else None)),
    )
    cvp = tuple(Line(side, f"{name} CVP suffered", _suffered(public, side)) for side, name in names.items())
    return [
        Curve("vp", "Victory points", "after each scenario", marks, vp, public.score.needed),
        Curve("cvp", "Casualties", "CVP suffered since the start", marks, cvp),
        Curve("elr", "ELR", "as announced at commencement", marks, _told(public, "elr")),
        Curve("san", "SAN", "as announced at commencement", marks, _told(public, "san")),
    ]


def _each(public: PublicView, of: Callable[[DateRecord], int | None]) -> tuple[int | None, ...]:
    return tuple(of(date.record) if date.record else None for date in public.dates)


def _suffered(public: PublicView, side: str) -> tuple[int | None, ...]:
    """The sum up to each scenario that has been played."""
    each = _each(public, lambda record: record.report.cvp.get(side, 0) if record.report else None)
    sums = accumulate(value or 0 for value in each)
    return tuple(None if value is None else total for value, total in zip(each, sums, strict=True))


def _told(public: PublicView, what: str) -> tuple[Line, ...]:
    """A figure both sides announce, by its name in the date's record."""
    return tuple(
        Line(side, name, _each(public, lambda record, side=side: getattr(record, what).get(side)))  # type: ignore[misc]
        for side, name in public.names.items()
    )


def _side(public: PublicView, side: SideView) -> list[Curve]:
    marks = tuple(date.key for date in public.dates)
    ledgers = [row.line.ledger for row in side.roster]
    points = (
        Line(side.key, "to spend", _filled(marks, (ledger.total for ledger in ledgers))),
        Line(side.key, "spent", _filled(marks, (ledger.spent for ledger in ledgers))),
        Line(side.key, "left", _filled(marks, (ledger.next_start for ledger in ledgers))),
    )
    lost = tuple(
        sum(c.fate in CASUALTIES and c.since == n for c in side.counters)
        if date.record and date.record.report
        else None
        for n, date in enumerate(public.dates)
    )
    losses = (Line(side.key, "counters lost", lost),)
    return [
        Curve(f"cpp-{side.key}", f"{side.name} CPP", "to spend, spent and left", marks, points, side=side.key),
        Curve(
            f"lost-{side.key}", f"{side.name} losses", "counters lost in each scenario", marks, losses, side=side.key
        ),
    ]


def _filled(marks: tuple[str, ...], values: Values) -> tuple[int | None, ...]:
    """The values so far, and none for the dates to come."""
    found = tuple(values)
    return found + (None,) * (len(marks) - len(found))
