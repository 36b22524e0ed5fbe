"""What pages and sheets show of a refit campaign beside what is a game's own: a side's room, the rail, rulings.

Built from the open rooms, nothing else being at hand.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, Self, TypeVar

from rules.kernel import Ruling, State, Step
from rules.parts.counters import Counter, Pile, piles
from rules.parts.curves import Curve
from rules.parts.refit.book import Book, GroupRow
from rules.parts.refit.byhand import casualties
from rules.parts.refit.corrections import Account, CorrectionsView
from rules.parts.refit.desk import Desk
from rules.parts.refit.state import Group, Line, Public, Record, Side
from rules.parts.stages import Course, Here

PV = TypeVar("PV")
SV = TypeVar("SV", bound="SideView")
D = TypeVar("D", bound=Desk)

SECTIONS = (
    ("Infantry", ("squad", "half_squad", "crew")),
    ("Leaders", ("leader", "hero", "armor_leader")),
    ("Weapons", ("weapon",)),
    ("Vehicles", ("tank", "vehicle")),
    ("Guns", ("gun",)),
    ("Artillery and air", ("oba", "observer", "cbm", "bombardment", "aircraft", "observation_plane")),
    ("Fortifications", ("cupola", "fortification")),
    ("Other", ("other",)),
)


@dataclass(frozen=True)
class RulingView:
    """A ruling as this campaign has it; `house` if it is not the default."""

    key: str
    question: str
    rule: str
    reading: str
    house: bool


@dataclass(frozen=True)
class Facts:
    """What pages list under a heading: each line has its label and its value."""

    title: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Section:
    """A part of the order of battle: piles of counters on hand and gone."""

    title: str
    piles: tuple[Pile, ...]
    gone: tuple[Pile, ...]

    @property
    def count(self) -> int:
        """How many are on hand."""
        return sum(pile.count for pile in self.piles)


@dataclass(frozen=True)
class GroupView:
    """A line of the RG Purchase Record: the group, its chart row, the line it was bought for, what it brought.

    A game narrows `row` to the rows of its own chart.
    """

    group: Group
    row: GroupRow
    date: str
    received: tuple[Pile, ...]


@dataclass(frozen=True)
class RosterLine:
    """A side's line of the CG Roster: its own figures and the public ones. A game narrows `record` to its own kind."""

    date: str
    line: Line
    historical: int
    record: Record | None
    groups: tuple[Group, ...]


@dataclass(frozen=True)
class SideView:
    """One side's room, for whoever may enter it. A game narrows `roster` and `groups` to its own."""

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
        """The roster line in play."""
        return self.roster[-1].line

    @property
    def on_hand(self) -> int:
        """How many counters the side has."""
        return sum(section.count for section in self.sections)


@dataclass(frozen=True)
class RailRow:
    """A line of the wizard's rail: a step of the stage in hand, or a whole stage."""

    step: Step
    stage: str
    part: bool


def ruling_views(rulings: Iterable[Ruling], chosen: Mapping[str, str]) -> tuple[RulingView, ...]:
    """The rulings with the reading each campaign has `chosen`."""
    return tuple(
        RulingView(r.key, r.question, r.rule, r.readings[chosen[r.key]], chosen[r.key] != r.default) for r in rulings
    )


def room_of(book: Book, public: Public, room: Side) -> dict[str, Any]:
    """The fields of a SideView but its roster and groups."""
    return {
        "key": room.key,
        "name": book.names[room.key],
        "elr": room.now.elr,
        "san": room.now.san,
        "sections": tuple(sections(room.counters)),
        "casualties": casualties(room.counters, public.date),
        "outcomes": room.outcomes,
        "notes": room.notes,
        "counters": room.counters,
    }


def sections(counters: Iterable[Counter]) -> Iterator[Section]:
    """The order of battle, by classes."""
    found = piles(counters)
    known = {kind for _, kinds in SECTIONS for kind in kinds}
    for title, kinds in SECTIONS:
        mine = [p for p in found if p.like.kind in kinds or (title == "Other" and p.like.kind not in known)]
        if mine:
            on_hand = tuple(pile for pile in mine if pile.like.on_hand)
            yield Section(title, on_hand, tuple(pile for pile in mine if not pile.like.on_hand))


def received(room: Side, group: Group) -> tuple[Pile, ...]:
    """What a group brought."""
    return piles(counter for counter in room.counters if counter.group == group.id)


def rail(course: Course[Any], desk: Desk, cycle: Sequence[str], steps: Iterable[Step]) -> Iterator[RailRow]:
    """The stages of `cycle`, in which the desk is: other ones as one line each, the present one step by step."""
    present = cycle.index(desk.stage) if desk.stage in cycle else len(cycle)
    for n, key in enumerate(cycle):
        stage = course.stage(key)
        if n == present:
            yield from (RailRow(step, key, True) for step in steps)
        else:
            status = "done" if n < present else "coming"
            yield RailRow(Step(key, stage.steps[0].rule, stage.title, status), key, False)


@dataclass(frozen=True)
class View(ABC, Generic[PV, SV, D]):
    """Everything the open rooms hold, ready to be drawn. A game says what the curves, the figures and the rail show."""

    public: PV
    sides: Mapping[str, SV]
    mine: SV | None
    corrections: CorrectionsView
    _course: Course[D]
    _desk: D | None

    @classmethod
    def of(
        cls, state: State, desk: D | None, course: Course[D], account: Account, public: PV, sides: Mapping[str, SV],
        book: Book,
    ) -> Self:  # fmt: skip
        """What may be shown of the open rooms; `desk` is the reader's own, None for an onlooker."""
        mine = sides[desk.side] if desk else None
        return cls(public, sides, mine, account.view(state, desk, book), course, desk)

    @cached_property
    def here(self) -> Here[D] | None:
        """The step that waits for the reader's side, with its task."""
        return self._course.here(self._desk) if self._desk else None

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the stage in hand."""
        return self._course.steps(self._desk) if self._desk else ()

    @property
    def waits(self) -> str:
        """Who is waited for, as a sentence."""
        return self._course.waits(self._desk) if self._desk else ""

    @property
    def rail(self) -> tuple[RailRow, ...]:
        """The whole course of this passage: other stages as one line each, the present one step by step."""
        return tuple(rail(self._course, self._desk, self.cycle(self._desk), self.steps)) if self._desk else ()

    @property
    def figures(self) -> tuple[tuple[str, str], ...]:
        """What a side wants beside its work: label and value; what is not known yet is left out."""
        found = self.facts(self.mine) if self.mine else ()
        return tuple((label, value) for label, value in found if value)

    @property
    @abstractmethod
    def curves(self) -> tuple[Curve, ...]:
        """What can be drawn over the lines, from the open rooms."""

    @abstractmethod
    def facts(self, mine: SV) -> Iterable[tuple[str, str]]:
        """The figures of the reader's side."""

    @abstractmethod
    def cycle(self, desk: D) -> Sequence[str]:
        """The stages from one scenario to the next, as they are from where the desk is."""
