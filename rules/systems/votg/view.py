"""What a page or a sheet may show: built from the open rooms, nothing else being at hand.

`View.public` is for everybody; `View.sides` has a SideView for each room that is open to
the reader, `View.mine` is the reader's own, and `View.here` what its wizard asks now.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.kernel import State
from rules.parts.curves import Curve
from rules.parts.refit import view as refit
from rules.systems.votg.book import Book
from rules.systems.votg.chart import ChartGroup
from rules.systems.votg.corrections import ACCOUNT
from rules.systems.votg.course import COURSE, ENDINGS
from rules.systems.votg.desk import Desk, book_of
from rules.systems.votg.history import curves
from rules.systems.votg.public import OF_THE_BATTLE, PublicView, public_view
from rules.systems.votg.shortage import ammunition
from rules.systems.votg.shown import chit_of, kind_of, line_of, strongpoint_of
from rules.systems.votg.state import (
    COUNTERATTACK,
    GERMAN,
    IDLE_DAY,
    INITIAL,
    SIDES,
    Group,
    Line,
    Public,
    Record,
    Side,
)

INSPECTION = ("look_russian", "show_german", "look_german", "show_russian")
CHOSEN = (INITIAL, COUNTERATTACK)
"""Kinds of scenario that nobody puts a chit down for."""


@dataclass(frozen=True)
class GroupView(refit.GroupView):
    """A line of the RG Purchase Record. `purchased` counts the group's kind so far, `remaining` may still be bought.

    `ammo` is what its module has on this day.
    """

    row: ChartGroup
    group: Group
    purchased: int
    remaining: int
    ammo: str


@dataclass(frozen=True)
class RosterLine(refit.RosterLine):
    """A side's line of the CG Roster: its own figures and the public ones; `day` is its CG Day."""

    line: Line
    record: Record
    groups: tuple[Group, ...]
    day: str


@dataclass(frozen=True)
class SideView(refit.SideView):
    """One side's room, for whoever may enter it.

    `booby` is the level of the Booby Traps as this side knows it, `strongpoints` its own list of those that
    last: kind, building, line.
    """

    roster: tuple[RosterLine, ...]
    groups: tuple[GroupView, ...]
    booby: str
    strongpoints: tuple[tuple[str, str, str], ...]


class View(refit.View[PublicView, SideView, Desk]):
    """Everything the open rooms hold, ready to be drawn."""

    @property
    def curves(self) -> tuple[Curve, ...]:
        return curves(self.public, self.sides)

    def facts(self, mine: SideView) -> Iterator[tuple[str, str]]:
        line, today = mine.roster[-1].line, self.public.today
        yield "ELR", str(mine.elr)
        yield "SAN", str(mine.san)
        yield "CPP left", str(line.ledger.next_start)
        if mine.key == GERMAN:
            yield "Support CPP left", str(line.support.left)
        yield "Our chit", chit_of(line.chit)
        yield "Booby Traps", f"Level {mine.booby}"
        yield "Scenario", kind_of(today)
        yield "Weather", ", ".join(word for word in (today.weather, today.ec) if word)
        yield "Wind", today.wind

    def cycle(self, desk: Desk) -> Sequence[str]:
        return cycle(desk)


def view(state: State, side: str | None) -> View:
    """What may be shown of the open rooms; `side` is the reader's own, None for an onlooker."""
    seen = book_of(state.public)
    rooms = {key: _side(seen, state.public, room) for key, room in state.sides.items()}
    desk = Desk(state.public, state.sides[side]) if side else None
    return View.of(state, desk, COURSE, ACCOUNT, public_view(seen, state.public), rooms, seen)


# a side's room --------------------------------------------------------------------------------


def _side(seen: Book, public: Public, room: Side) -> SideView:
    desk = Desk(public, room)
    return SideView(
        roster=tuple(_roster(seen, public, room, n) for n in range(len(room.lines))),
        groups=tuple(_groups(seen, public, room)),
        booby=desk.booby,
        strongpoints=tuple(
            (strongpoint_of(seen, kind), place, line_of(seen, public.dates[line]))
            for kind, place, line in room.known.get("strongpoints", ())
            if seen.lasts(kind, line, public.date)
        ),
        **{**refit.room_of(seen, public, room), "elr": desk.elr},
    )


def _groups(seen: Book, public: Public, room: Side) -> Iterator[GroupView]:
    purchased: dict[str, int] = {}
    for group in room.groups:
        row, record = seen.groups[room.key][group.rg], public.dates[group.date]
        count = purchased[row.id] = purchased.get(row.id, 0) + (not group.given)
        yield GroupView(
            group=group,
            row=row,
            date=line_of(seen, record),
            received=refit.received(room, group),
            purchased=count,
            remaining=row.cg_max[public.game] - count,
            ammo=ammunition(seen, room.key, public.today.day, group),
        )


def _roster(seen: Book, public: Public, room: Side, n: int) -> RosterLine:
    record = public.dates[n]
    day = seen.days[record.day]
    drm = day.historical_night if record.night else day.historical
    groups = tuple(group for group in room.groups if group.date == n)
    return RosterLine(
        date=line_of(seen, record),
        line=room.lines[n],
        historical=drm[room.key],
        record=record,
        groups=groups,
        day=record.day,
    )


# the course of a passage ----------------------------------------------------------------------


def cycle(desk: Desk) -> list[str]:
    """The stages of the passage in hand, as far as both sides know them, from one scenario to the next."""
    today = desk.today
    if desk.stage in (*ENDINGS, "ended"):
        verdict = ["verdict"] if desk.stage == "verdict" else []
        return [*(_refit(today) if today.kind == IDLE_DAY else ["battle"]), "final", *verdict]
    if desk.stage in ("battle", *OF_THE_BATTLE):
        may = desk.stage == "counterattack" or desk.may_counterattack()
        after = ["battle", "aftermath", *(["counterattack"] if may else [])]
        return [*after, *(["final"] if desk.last_day else _refit(Record()))]
    if desk.initial:
        return [*_refit(today)[1:], "battle"]
    declared = ["counterattack"] if today.kind == COUNTERATTACK else []
    after = ["battle", "aftermath", *declared] if desk.public.dates[desk.date - 1].fought else []
    return [*after, *_refit(today), *(["battle"] if today.kind != IDLE_DAY else [])]


def _refit(today: Record) -> list[str]:
    """The stages of a refit to what `today` is to be, from its first on."""
    if today.kind == IDLE_DAY:
        return ["renewal", "purchase", "forces", "initiative", "showing"]
    choice = [] if today.kind in CHOSEN else ["initiative", "showing"]
    scenario = [] if today.kind == INITIAL else ["scenario"]
    first, second = SIDES if today.first in ("", GERMAN) else reversed(SIDES)
    set_up = [f"setup_{first}_first", f"setup_{second}_second"]
    return ["renewal", "purchase", "forces", *choice, *scenario, *set_up, *INSPECTION, "begin", "mover"]
