"""What a page or a sheet may show: built from the open rooms, nothing else being at hand.

`View.public` is for everybody; `View.sides` has a SideView for each room that is open to
the reader, `View.mine` is the reader's own, and `View.here` what its wizard asks now.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.kernel import State, Step
from rules.parts.counters import Counter, Pile, piles
from rules.parts.curves import Curve
from rules.parts.stages import Here
from rules.systems.oto2 import score
from rules.systems.oto2.book import Book, book, rulings
from rules.systems.oto2.byhand import casualties
from rules.systems.oto2.course import AFTER, COURSE, FIRST_STAGE, REFIT
from rules.systems.oto2.desk import Desk
from rules.systems.oto2.history import curves
from rules.systems.oto2.state import GERMAN, DateRecord, Ending, Group, Line, Public, Report, Side
from rules.tables import GroupLine

SECTIONS = (
    ("Infantry", ("squad", "half_squad", "crew")),
    ("Leaders", ("leader", "hero", "armor_leader")),
    ("Weapons", ("weapon",)),
    ("Vehicles", ("tank", "vehicle")),
    ("Guns", ("gun",)),
    ("Artillery and air", ("oba", "observer", "cbm", "bombardment", "aircraft")),
    ("Fortifications", ("cupola", "fortification")),
    ("Other", ("other",)),
)


@dataclass(frozen=True)
class DateView:
    """A CG Date on the calendar: past, now or coming, with its public record if it has one."""

    key: str
    title: str
    status: str
    record: DateRecord | None
    winner: str


@dataclass(frozen=True)
class RulingView:
    """A ruling as this campaign has it; `house` if it is not the default."""

    key: str
    question: str
    rule: str
    reading: str
    house: bool


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
    def ended(self) -> bool:
        return self.stage == "ended"


@dataclass(frozen=True)
class Section:
    """A part of the order of battle: piles of counters on hand and gone."""

    title: str
    piles: tuple[Pile, ...]
    gone: tuple[Pile, ...]

    @property
    def count(self) -> int:
        return sum(pile.count for pile in self.piles)


@dataclass(frozen=True)
class GroupView:
    """A line of the RG Purchase Record: the group, its chart row, what it brought."""

    group: Group
    row: GroupLine
    date: str
    received: tuple[Pile, ...]


@dataclass(frozen=True)
class RosterLine:
    """A side's line of the CG Roster: its own figures and the date's public ones."""

    date: str
    line: Line
    historical: int
    record: DateRecord | None
    groups: tuple[Group, ...]


@dataclass(frozen=True)
class SideView:
    """One side's room, for whoever may enter it."""

    key: str
    name: str
    elr: int
    san: int
    roster: tuple[RosterLine, ...]
    sections: tuple[Section, ...]
    groups: tuple[GroupView, ...]
    casualties: int
    outcomes: tuple[Mapping[str, object], ...]
    notes: tuple[str, ...]
    counters: tuple[Counter, ...]

    @property
    def line(self) -> Line:
        """The roster line of the date in play."""
        return self.roster[-1].line

    @property
    def on_hand(self) -> int:
        return sum(section.count for section in self.sections)


@dataclass(frozen=True)
class RailRow:
    """A line of the wizard's rail: a step of the stage in hand, or a whole stage."""

    step: Step
    stage: str
    part: bool


@dataclass(frozen=True)
class View:
    """Everything the open rooms hold, ready to be drawn."""

    public: PublicView
    sides: Mapping[str, SideView]
    mine: SideView | None
    steps: tuple[Step, ...]
    _desk: Desk | None = None

    @property
    def here(self) -> Here[Desk] | None:
        """The step that waits for the reader's side, with its task."""
        return COURSE.here(self._desk) if self._desk else None

    @property
    def curves(self) -> tuple[Curve, ...]:
        """What can be drawn over the dates, from the open rooms."""
        return curves(self.public, self.sides)

    @property
    def waits(self) -> str:
        """Who is waited for, as a sentence."""
        return COURSE.waits(self._desk) if self._desk else ""

    @property
    def rail(self) -> tuple[RailRow, ...]:
        """The whole course of this date: other stages as one line each, the present one step by step."""
        return tuple(_rail(self._desk, self.steps)) if self._desk else ()


def view(state: State, side: str | None) -> View:
    """What may be shown of the open rooms; `side` is the reader's own, None for an onlooker."""
    seen = book(tuple(sorted(state.public.rulings.items())))
    rooms = {key: _side(seen, state.public, room) for key, room in state.sides.items()}
    desk = Desk(state.public, state.sides[side]) if side else None
    return View(
        public=_public(seen, state.public),
        sides=rooms,
        mine=rooms[side] if side else None,
        steps=COURSE.steps(desk) if desk else (),
        _desk=desk,
    )


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
        rulings=_rulings(public),
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


def _rulings(public: Public) -> tuple[RulingView, ...]:
    return tuple(
        RulingView(r.key, r.question, r.rule, r.readings[public.rulings[r.key]], public.rulings[r.key] != r.default)
        for r in rulings()
    )


def _side(seen: Book, public: Public, room: Side) -> SideView:
    return SideView(
        key=room.key,
        name=seen.names[room.key],
        elr=room.now.elr,
        san=room.now.san,
        roster=tuple(_roster(seen, public, room, n) for n in range(len(room.lines))),
        sections=tuple(_sections(room.counters)),
        groups=tuple(_group(seen, room, group) for group in room.groups),
        casualties=casualties(room.counters, public.date),
        outcomes=room.outcomes,
        notes=room.notes,
        counters=room.counters,
    )


def _roster(seen: Book, public: Public, room: Side, n: int) -> RosterLine:
    date = seen.dates[n]
    record = public.dates[n] if n < len(public.dates) else None
    groups = tuple(group for group in room.groups if group.date == n)
    return RosterLine(date.key, room.lines[n], date.historical[room.key], record, groups)


def _sections(counters: Iterable[Counter]) -> Iterable[Section]:
    found = piles(counters)
    known = {kind for _, kinds in SECTIONS for kind in kinds}
    for title, kinds in SECTIONS:
        mine = [p for p in found if p.like.kind in kinds or (title == "Other" and p.like.kind not in known)]
        if mine:
            on_hand = tuple(pile for pile in mine if pile.like.on_hand)
            yield Section(title, on_hand, tuple(pile for pile in mine if not pile.like.on_hand))


def _group(seen: Book, room: Side, group: Group) -> GroupView:
    received = piles(counter for counter in room.counters if counter.group == group.id)
    return GroupView(group, seen.groups[room.key][group.rg], seen.dates[group.date].key, received)


def _rail(desk: Desk, steps: tuple[Step, ...]) -> Iterable[RailRow]:
    cycle = _cycle(desk)
    present = cycle.index(desk.stage) if desk.stage in cycle else len(cycle)
    for n, key in enumerate(cycle):
        stage = COURSE.stage(key)
        if n == present:
            yield from (RailRow(step, key, True) for step in steps)
        else:
            status = "done" if n < present else "coming"
            first = stage.steps[0]
            yield RailRow(Step(key, first.rule, stage.title, status), key, False)


def _cycle(desk: Desk) -> list[str]:
    """The stages from one scenario's end to the next one's start, or the initial preparations."""
    refit = list(AFTER)
    if desk.stage in ("final", "ended") or (desk.stage == "battle" and desk.book.dates[desk.date].last):
        return ["battle", "final"]
    if desk.initial and desk.stage not in ("battle", REFIT):
        return [*refit[refit.index(FIRST_STAGE) :], "battle"]
    return ["battle", *refit]
