"""What comes of a campaign begun on paper: its records in public, and as many rows in every side's roster."""

from __future__ import annotations

from typing import Any, TypeVar

from rules.asl.payloads import PaperAgreed, PaperProposed
from rules.asl.state import CppBudget, FromPaper, Public, RosterRow, SideRoom
from rules.engine.replace import replace
from rules.ground.painting import settled_as_painted

P = TypeVar("P", bound=Public)
S = TypeVar("S", bound=SideRoom)
L = TypeVar("L", bound=RosterRow)


def paper_proposed(public: P, data: PaperProposed) -> P:
    """Record what stands on paper as one side says it, for the other side to agree to."""
    paper = replace(paper_of(public), number=data["number"], by=data["by"], values=dict(data["values"]))
    return replace(public, paper=paper)


def paper_agreed(public: P, data: PaperAgreed, **more: Any) -> P:
    """Record what both sides agreed to, with what the fires of the last scenario left (CG7; CG5).

    `more` is what a game records beside it.
    """
    record, report = type(public.today), public.report_class
    rows = ({**row, "report": report(**row["report"]) if row.get("report") else None} for row in data["dates"])
    dates = tuple(record(**row) for row in rows)
    paper, date = paper_of(public), len(dates) - 1
    return replace(
        public,
        dates=dates,
        date=date,
        paper=replace(paper, date=date, agreed=True),
        ground=public.ground and settled_as_painted(public.ground),
        terrain=tuple(data["terrain"]),
        blazes=dict.fromkeys(data["blazes"], date - 1),
        **more,
    )


def paper_of(public: Public) -> FromPaper:
    """What came from paper, in a campaign that was begun on paper."""
    assert public.paper is not None
    return public.paper


def add_blank_rows(side: S, key: str, data: PaperAgreed) -> S:
    """Give a side's roster a row for each date; those before the date in hand are blank, since they are on paper."""
    return replace(side, lines=blank_rows(side.now, len(data["dates"])))


def blank_rows(now: L, number: int) -> tuple[L, ...]:
    """`number` rows, blank but for the last, which is `now`."""
    return (*[type(now)(CppBudget(0), 0, 0)] * (number - 1), now)
