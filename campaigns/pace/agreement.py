"""How long the sides of a campaign wait for each other, as its public journal says; kept with the list of seats."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any

from rules.engine.by_kind import ByKind

KEPT = 12
"""How many of the newest extensions, and holidays of each seat, are kept; older ones bear on no step in hand."""


@dataclass(frozen=True)
class ListedPace:
    """The days that all sides agreed on for a step (0 for any time), and since when.

    `asked` are the days that the sides of `wanted` propose; None if nothing is proposed. `extended` says which side was
    given how many days more, and when; `away` which seat is away from which day to which; `stand_ins` which side was
    asked for a stand-in, and when.
    """

    days: int = 0
    since: str = ""
    asked: int | None = None
    wanted: tuple[str, ...] = ()
    extended: tuple[tuple[str, int, str], ...] = ()
    away: tuple[tuple[int, str, str], ...] = ()
    stand_ins: tuple[tuple[str, str], ...] = ()

    def away_at(self, seat: int, day: str) -> list[tuple[str, str]]:
        """The holidays of a seat that are not over on `day`."""
        return [(first, last) for number, first, last in self.away if number == seat and last >= day]


Data = Mapping[str, Any]


@dataclass(frozen=True)
class SaidBy:
    """Which side said something, and when, as the journal spells it."""

    side: str
    at: str


FOLDS: ByKind[Callable[[ListedPace, SaidBy, Data, Collection[str]], ListedPace]] = ByKind()
"""What an entry of the host does to the pace, by its kind."""


@FOLDS.on("founded")
def _founded(made: ListedPace, act: SaidBy, data: Data, sides: Collection[str]) -> ListedPace:
    return replace(made, days=data["pace"], since=act.at) if "pace" in data else made


@FOLDS.on("pace_proposed")
def _proposed(made: ListedPace, act: SaidBy, data: Data, sides: Collection[str]) -> ListedPace:
    return replace(made, asked=data["days"], wanted=(act.side,))


@FOLDS.on("pace_agreed")
def _agreed(made: ListedPace, act: SaidBy, data: Data, sides: Collection[str]) -> ListedPace:
    wanted = (*made.wanted, act.side)
    if {*sides} <= {*wanted}:
        return replace(made, days=data["days"], since=act.at, asked=None, wanted=(), extended=())
    return replace(made, wanted=wanted)


@FOLDS.on("pace_refused")
def _refused(made: ListedPace, act: SaidBy, data: Data, sides: Collection[str]) -> ListedPace:
    return replace(made, asked=None, wanted=())


@FOLDS.on("term_extended")
def _extended(made: ListedPace, act: SaidBy, data: Data, sides: Collection[str]) -> ListedPace:
    return replace(made, extended=(*made.extended, (data["of"], data["days"], act.at))[-KEPT:])


@FOLDS.on("away")
def _away(made: ListedPace, act: SaidBy, data: Data, sides: Collection[str]) -> ListedPace:
    own = [each for each in made.away if each[0] == data["seat"]][1 - KEPT :]
    others = [each for each in made.away if each[0] != data["seat"]]
    return replace(made, away=(*others, *own, (data["seat"], data["first"], data["last"])))


@FOLDS.on("away_over")
def _away_over(made: ListedPace, act: SaidBy, data: Data, sides: Collection[str]) -> ListedPace:
    """He is back today: what was to come is off, and what goes on ended yesterday."""
    now = datetime.fromisoformat(act.at).date()
    today, yesterday = now.isoformat(), (now - timedelta(days=1)).isoformat()
    left = []
    for seat, first, last in made.away:
        if seat != data["seat"] or last < today:
            left.append((seat, first, last))
        elif first < today:
            left.append((seat, first, yesterday))
    return replace(made, away=tuple(left))


@FOLDS.on("stand_in_asked")
def _stand_in_asked(made: ListedPace, act: SaidBy, data: Data, sides: Collection[str]) -> ListedPace:
    others = tuple(each for each in made.stand_ins if each[0] != data["of"])
    return replace(made, stand_ins=(*others, (data["of"], act.at)))


@FOLDS.on("imported")
def _imported(made: ListedPace, act: SaidBy, data: Data, sides: Collection[str]) -> ListedPace:
    """Other people sit there now; what was agreed for a step stays."""
    return ListedPace(days=made.days, since=act.at if made.days else "")


def days_between(first: str, last: str) -> list[date]:
    """All days from one to another, both included."""
    start, end = date.fromisoformat(first), date.fromisoformat(last)
    return [start + timedelta(days=more) for more in range((end - start).days + 1)]
