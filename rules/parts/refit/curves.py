"""What is drawn over the lines of a refit campaign: what both sides announce, and points and losses behind a door."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.parts.curves import Curve, Line
from rules.parts.refit.byhand import CASUALTIES
from rules.parts.refit.state import Record
from rules.parts.refit.view import SideView

Values = Iterable[int | None]


def enough(curves: Iterable[Curve]) -> tuple[Curve, ...]:
    """Those of `curves` that are some: one needs two values at least."""
    return tuple(curve for curve in curves if max(line.known for line in curve.lines) > 1)


def announced(records: Sequence[Record | None], names: Mapping[str, str], what: str) -> tuple[Line, ...]:
    """A figure both sides announce, by its name in the line's record."""
    return tuple(
        Line(side, name, tuple(getattr(record, what).get(side) if record else None for record in records))
        for side, name in names.items()
    )


def of_side(side: SideView, marks: tuple[str, ...], fought: Sequence[bool]) -> list[Curve]:
    """A side's points and losses over the lines `marks`; `fought` says which of them had a scenario."""
    ledgers = [row.line.ledger for row in side.roster]
    points = (
        Line(side.key, "to spend", filled(marks, (ledger.total for ledger in ledgers))),
        Line(side.key, "spent", filled(marks, (ledger.spent for ledger in ledgers))),
        Line(side.key, "left", filled(marks, (ledger.next_start for ledger in ledgers))),
    )
    lost = tuple(
        sum(c.fate in CASUALTIES and c.since == n for c in side.counters) if so else None for n, so in enumerate(fought)
    )
    losses = (Line(side.key, "counters lost", lost),)
    return [
        Curve(f"cpp-{side.key}", f"{side.name} CPP", "to spend, spent and left", marks, points, side=side.key),
        Curve(
            f"lost-{side.key}", f"{side.name} losses", "counters lost in each scenario", marks, losses, side=side.key
        ),
    ]


def filled(marks: Sequence[str], values: Values) -> tuple[int | None, ...]:
    """The values so far, and none for the lines to come."""
    found = tuple(values)
    return found + (None,) * (len(marks) - len(found))
