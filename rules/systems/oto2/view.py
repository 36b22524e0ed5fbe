"""What a page or a sheet may show: built from the open rooms, nothing else being at hand.

`View.public` is for everybody; `View.sides` has a SideView for each room that is open to
the reader, `View.mine` is the reader's own, and `View.here` what its wizard asks now.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.kernel import State
from rules.parts.curves import Curve
from rules.parts.refit import view as refit
from rules.parts.refit.view import Facts, RulingView
from rules.systems.oto2 import score
from rules.systems.oto2.book import Book, rulings
from rules.systems.oto2.corrections import ACCOUNT
from rules.systems.oto2.course import AFTER, COURSE, FIRST_STAGE, REFIT
from rules.systems.oto2.desk import Desk, book_of
from rules.systems.oto2.history import curves
from rules.systems.oto2.state import GERMAN, DateRecord, Ending, Group, Public, Report, Side
from rules.tables import GroupLine


@dataclass(frozen=True)
class DateView:
    """A CG Date on the calendar: past, now or coming, with its public record if it has one."""

    key: str
    title: str
    status: str
    record: DateRecord | None
    winner: str

    @property
    def note(self) -> str:
        """What came of its scenario."""
        return f"{self.winner} won" if self.winner else ""


@dataclass(frozen=True)
class PublicView:
    """What both sides and every onlooker may know."""

    title: str
    dates: tuple[DateView, ...]
    date: str
    stage: str
    stage_title: str
    phase: str
    finished: tuple[str, ...]
    waiting: tuple[str, ...]
    seals: Mapping[str, str]
    names: Mapping[str, str]
    score: score.Score
    balance: str
    dice: str
    rulings: tuple[RulingView, ...]
    proposal: Report | None
    ending: Ending
    winner: str
    suffered: Mapping[str, int]

    @property
    def today(self) -> DateRecord:
        """The record of the date in play."""
        found = next(date.record for date in self.dates if date.status == "now")
        assert found is not None
        return found

    @property
    def initial(self) -> bool:
        """Whether the date in play is the first."""
        return self.date == self.dates[0].key

    @property
    def ended(self) -> bool:
        return self.stage == "ended"

    @property
    def facts(self) -> tuple[Facts, ...]:
        """What pages list beside the calendar."""
        lines = (("Weather", self.today.weather), ("Ground", self.today.ec), ("Wind", self.today.wind))
        known = tuple((label, value) for label, value in lines if value)
        return (Facts("Today", known),) if known else ()

    @property
    def result(self) -> str:
        """How the campaign ended, in a sentence."""
        return f"{self.winner} victory with {self.score.vp} VP of {self.score.needed}."


@dataclass(frozen=True)
class GroupView(refit.GroupView):
    """A line of the RG Purchase Record, with its row of the chart."""

    row: GroupLine


@dataclass(frozen=True)
class RosterLine(refit.RosterLine):
    """A side's line of the CG Roster: its own figures and the date's public ones."""

    record: DateRecord | None


@dataclass(frozen=True)
class SideView(refit.SideView):
    """One side's room, for whoever may enter it."""

    roster: tuple[RosterLine, ...]
    groups: tuple[GroupView, ...]


class View(refit.View[PublicView, SideView, Desk]):
    """Everything the open rooms hold, ready to be drawn."""

    @property
    def curves(self) -> tuple[Curve, ...]:
        return curves(self.public, self.sides)

    def facts(self, mine: SideView) -> Iterator[tuple[str, str]]:
        today, score = self.public.today, self.public.score
        yield "ELR", str(mine.elr)
        yield "SAN", str(mine.san)
        yield "CPP left", str(mine.line.ledger.next_start)
        yield "Weather", f"{today.weather}, {today.ec}" if today.weather else ""
        yield "Wind", today.wind
        yield "VP", f"{score.vp} of {score.needed}"

    def cycle(self, desk: Desk) -> list[str]:
        return _cycle(desk)


def view(state: State, side: str | None) -> View:
    """What may be shown of the open rooms; `side` is the reader's own, None for an onlooker."""
    seen = book_of(state.public)
    rooms = {key: _side(seen, state.public, room) for key, room in state.sides.items()}
    desk = Desk(state.public, state.sides[side]) if side else None
    return View.of(state, desk, COURSE, ACCOUNT, _public(seen, state.public), rooms, seen)


def _public(seen: Book, public: Public) -> PublicView:
    stage = COURSE.stage(public.stage)
    ended = public.stage == "ended"
    return PublicView(
        title=str(seen.pack["campaign"]),
        dates=tuple(_date(seen, public, n) for n in range(len(seen.dates))),
        date=seen.dates[public.date].key,
        stage=public.stage,
        stage_title=stage.title,
        phase=_phase(seen, public),
        finished=public.finished,
        waiting=tuple(side for side in stage.sides if side not in public.finished),
        seals=public.seals,
        names=seen.names,
        score=score.standing(public, seen, extra=public.ending.books.get(GERMAN)),
        balance=public.balance,
        dice=public.dice,
        rulings=refit.ruling_views(rulings(), public.rulings),
        proposal=public.proposal,
        ending=public.ending,
        winner=seen.names.get(public.ending.winner, "") if ended else "",
        suffered={side: score.suffered(public, side) for side in seen.names},
    )


def _date(seen: Book, public: Public, n: int) -> DateView:
    record = public.dates[n] if n < len(public.dates) else None
    status = "now" if n == public.date else "past" if n < public.date else "coming"
    key = seen.dates[n].key
    return DateView(
        key, f"{key} {seen.pack['month']}", status, record, seen.names.get(record.winner, "") if record else ""
    )


def _phase(seen: Book, public: Public) -> str:
    key = seen.dates[public.date].key
    if public.stage == "ended":
        return "The campaign is over"
    if public.stage in ("battle", "final"):
        return f"Scenario of {key}"
    if public.date == 0 and public.stage != REFIT:
        return f"Before the Initial Scenario, {key}"
    target = seen.dates[public.date + 1].key if public.stage == REFIT else key
    return f"Refit to {target}"


def _side(seen: Book, public: Public, room: Side) -> SideView:
    return SideView(
        roster=tuple(_roster(seen, public, room, n) for n in range(len(room.lines))),
        groups=tuple(_group(seen, room, group) for group in room.groups),
        **refit.room_of(seen, public, room),
    )


def _group(seen: Book, room: Side, group: Group) -> GroupView:
    row, date = seen.groups[room.key][group.rg], seen.dates[group.date].key
    return GroupView(group, row, date, refit.received(room, group))


def _roster(seen: Book, public: Public, room: Side, n: int) -> RosterLine:
    date = seen.dates[n]
    record = public.dates[n] if n < len(public.dates) else None
    groups = tuple(group for group in room.groups if group.date == n)
    return RosterLine(date.key, room.lines[n], date.historical[room.key], record, groups)


def _cycle(desk: Desk) -> list[str]:
    """The stages from one scenario's end to the next one's start, or the initial preparations."""
    refit = list(AFTER)
    if desk.stage in ("final", "ended") or (desk.stage == "battle" and desk.book.dates[desk.date].last):
        return ["battle", "final"]
    if desk.initial and desk.stage not in ("battle", REFIT):
        return [*refit[refit.index(FIRST_STAGE) :], "battle"]
    return ["battle", *refit]
