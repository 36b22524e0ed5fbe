"""How long the sides of a campaign wait for each other, by its public journal; stored with the list of seats."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any

from rules.engine.by_kind import ByKind

if TYPE_CHECKING:
    from campaigns.ledger import host_entries as entry

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


@dataclass(frozen=True)
class SaidBy:
    """Which side said something, and when, as the journal spells it."""

    side: str
    at: str


FOLDS: ByKind[Callable[[ListedPace, SaidBy, Any, Collection[str]], ListedPace]] = ByKind()
"""What an entry of the host does to the pace, by its kind; each function says what is in its entry."""


@FOLDS.on("founded")
def _founded(pace: ListedPace, act: SaidBy, data: entry.Founded, sides: Collection[str]) -> ListedPace:
    days = data.get("note", {}).get("pace", 0)
    return replace(pace, days=days, since=act.at) if days else pace


@FOLDS.on("pace_proposed")
def _proposed(pace: ListedPace, act: SaidBy, data: entry.OfDays, sides: Collection[str]) -> ListedPace:
    return replace(pace, asked=data["days"], wanted=(act.side,))


@FOLDS.on("pace_agreed")
def _agreed(pace: ListedPace, act: SaidBy, data: entry.OfDays, sides: Collection[str]) -> ListedPace:
    wanted = (*pace.wanted, act.side)
    if {*sides} <= {*wanted}:
        return replace(pace, days=data["days"], since=act.at, asked=None, wanted=(), extended=())
    return replace(pace, wanted=wanted)


@FOLDS.on("pace_refused")
def _refused(pace: ListedPace, act: SaidBy, data: Mapping[str, object], sides: Collection[str]) -> ListedPace:
    return replace(pace, asked=None, wanted=())


@FOLDS.on("term_extended")
def _extended(pace: ListedPace, act: SaidBy, data: entry.TermExtended, sides: Collection[str]) -> ListedPace:
    return replace(pace, extended=(*pace.extended, (data["of"], data["days"], act.at))[-KEPT:])


@FOLDS.on("away")
def _away(pace: ListedPace, act: SaidBy, data: entry.Away, sides: Collection[str]) -> ListedPace:
    own = [each for each in pace.away if each[0] == data["seat"]][1 - KEPT :]
    others = [each for each in pace.away if each[0] != data["seat"]]
    return replace(pace, away=(*others, *own, (data["seat"], data["first"], data["last"])))


@FOLDS.on("away_over")
def _away_over(pace: ListedPace, act: SaidBy, data: entry.OfSeat, sides: Collection[str]) -> ListedPace:
    """Holidays to come are dropped; one that goes on ended yesterday."""
    now = datetime.fromisoformat(act.at).date()
    today, yesterday = now.isoformat(), (now - timedelta(days=1)).isoformat()
    remaining = []
    for seat, first, last in pace.away:
        if seat != data["seat"] or last < today:
            remaining.append((seat, first, last))
        elif first < today:
            remaining.append((seat, first, yesterday))
    return replace(pace, away=tuple(remaining))


@FOLDS.on("stand_in_asked")
def _stand_in_asked(pace: ListedPace, act: SaidBy, data: entry.AboutSide, sides: Collection[str]) -> ListedPace:
    others = tuple(each for each in pace.stand_ins if each[0] != data["of"])
    return replace(pace, stand_ins=(*others, (data["of"], act.at)))


@FOLDS.on("imported")
def _imported(pace: ListedPace, act: SaidBy, data: Mapping[str, object], sides: Collection[str]) -> ListedPace:
    """Other people sit there now; what was agreed for a step stays."""
    return ListedPace(days=pace.days, since=act.at if pace.days else "")


def days_between(first: str, last: str) -> list[date]:
    """All days from one to another, both included."""
    start, end = date.fromisoformat(first), date.fromisoformat(last)
    return [start + timedelta(days=more) for more in range((end - start).days + 1)]
