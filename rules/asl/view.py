"""What pages and sheets show of a refit campaign beside what is a game's own: both rooms, the order of battle, curves.

Built from the open rooms, nothing else being at hand.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter as Tally
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Generic, TypedDict, TypeVar

from rules import contract
from rules.asl import captures
from rules.asl.captures import EQUIPMENT, PRISONERS
from rules.asl.context import RefitContext
from rules.asl.counter_fields import SMC
from rules.asl.counters import CASUALTIES, MADE, SECTIONS, Counter, Pile, casualties, together
from rules.asl.reinforcements.names import group_names
from rules.asl.rule_data import DataFiles, GroupRow, RuleData
from rules.asl.state import Group, Public, SideRoom
from rules.asl.unit_acts import acts_offered
from rules.engine.event_texts import roll_label
from rules.engine.replace import replace
from rules.engine.staged import StagedView, ruling_views
from rules.engine.stages import Course, Messages
from rules.features import standing
from rules.features.curves import Curve, Series
from rules.features.forces import CaptureRow, Forces, GroupName
from rules.features.purchases import PurchaseRow
from rules.ground.campaign_map import Ground
from rules.text import gettext

P = TypeVar("P", bound=Public)
S = TypeVar("S", bound=SideRoom)
R = TypeVar("R", bound=RuleData)
C = TypeVar("C", bound=RefitContext)
Bought = TypeVar("Bought", bound=Group)
Row = TypeVar("Row", bound=GroupRow)
# What is frozen is only read: a game's views can be given to what is shared.
P_co = TypeVar("P_co", bound=Public, covariant=True)
S_co = TypeVar("S_co", bound=SideRoom, covariant=True)
R_co = TypeVar("R_co", bound=RuleData, covariant=True)
G_co = TypeVar("G_co", bound="GroupView", covariant=True)
PV = TypeVar("PV", bound="PublicView[Public, RuleData]")
SV = TypeVar("SV", bound="SideView[SideRoom, GroupView]")


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

    def joined(self) -> Section:
        """The same section with those piles merged that differ in nothing but their group."""
        return Section(self.title, tuple(together(self.piles)), tuple(together(self.gone)))


@dataclass(frozen=True)
class GroupView:
    """A group with its line of the RG Purchase Record, its chart row, and the date it was bought for.

    A game narrows `row` to the rows of its own chart.
    """

    group: Group
    row: GroupRow
    date: str
    purchase: PurchaseRow


@dataclass(frozen=True, kw_only=True)
class PublicView(standing.PublicView, Generic[P_co, R_co]):
    """What both sides and every onlooker may know: the public `room` itself, and the rule data it is read by.

    `date_names` has what each date so far is called.
    """

    title: str
    room: P_co
    rules: R_co = field(repr=False)
    date_names: tuple[str, ...]

    @property
    def names(self) -> Mapping[str, str]:
        """The sides' names."""
        return Messages(self.rules.names)


@dataclass(frozen=True, kw_only=True)
class SideView(contract.SideView, Generic[S_co, G_co]):
    """One side's room, for those who may enter it. `casualties` is the CVP of its losses in the current scenario."""

    room: S_co
    elr: int
    sections: tuple[Section, ...]
    groups: tuple[G_co, ...]
    casualties: int
    captures: tuple[CaptureRow, ...]
    rules: RuleData = field(repr=False)

    @property
    def counters(self) -> tuple[Counter, ...]:
        """Every counter there has been."""
        return self.room.counters

    @property
    def on_hand(self) -> int:
        """How many counters the side has."""
        return sum(section.count for section in self.sections)

    @property
    def group_names(self) -> Mapping[str, GroupName]:
        """What players call its groups."""
        return group_names(self.rules, self.room)

    @property
    def forces(self) -> Forces:
        """The order of battle as pages draw it."""
        figures = (("ELR", str(self.elr)), ("SAN", str(self.room.now.san)))
        piles = (pile for section in self.sections for pile in (*section.piles, *section.joined().piles))
        acts = {pile.key: acts_offered(self.rules, self.key, pile) for pile in piles}
        classes = self.rules.classes
        claimable = {kind: gettext(classes[kind].name) for kind in (*PRISONERS, *EQUIPMENT) if kind in classes}
        return Forces(
            self.key,
            self.name,
            self.sections,
            figures,
            self.casualties,
            acts,
            self.captures,
            claimable,
            self.group_names,
        )


@dataclass(frozen=True)
class View(StagedView[PV, SV, C], ABC, Generic[PV, SV, C]):
    """Everything the open rooms hold, ready to be drawn. A game adds figures, its rail and its curves."""

    def facts(self, mine: SV) -> Iterable[tuple[str, str]]:
        yield gettext("ELR"), str(mine.elr)
        yield gettext("SAN"), str(mine.room.now.san)
        yield gettext("CPP left"), str(mine.room.now.ledger.next_start)

    @property
    @abstractmethod
    def curves(self) -> tuple[Curve, ...]:
        """What can be drawn over the dates there have been."""

    @abstractmethod
    def map_curves(self, grounds: Sequence[Ground | None]) -> tuple[Curve, ...]:
        """Curves of Control over the dates; `grounds` has the map at the end of each."""


class PublicFields(TypedDict, Generic[P, R]):
    """Those fields of a PublicView that every game fills alike."""

    room: P
    rules: R
    stage: str
    stage_title: str
    ended: bool
    waiting: tuple[str, ...]
    seals: Mapping[str, str]
    rulings: tuple[standing.RulingView, ...]


class SideFields(TypedDict, Generic[S]):
    """Those fields of a SideView that every game fills alike."""

    key: str
    name: str
    room: S
    rules: RuleData
    sections: tuple[Section, ...]
    casualties: int
    captures: tuple[CaptureRow, ...]
    outcomes: tuple[Mapping[str, object], ...]


class GroupFields(TypedDict, Generic[Bought, Row]):
    """Those fields of a GroupView that every game fills alike."""

    group: Bought
    row: Row
    date: str
    purchase: PurchaseRow


def public_fields(course: Course[C], data: DataFiles, rules: R, room: P) -> PublicFields[P, R]:
    """The fields of a PublicView that follow from the course and the rule data."""
    stage = course.stage(room.stage)
    return {
        "room": room,
        "rules": rules,
        "stage": stage.key,
        "stage_title": gettext(stage.title),
        "ended": not stage.steps,
        "waiting": course.waiting(room),
        "seals": room.seals,
        "rulings": ruling_views(data.rulings, room.rulings),
    }


def side_fields(public: PublicView[Public, RuleData], room: S) -> SideFields[S]:
    """The fields of a SideView that follow from the side's room and from what is public."""
    sections, piles = list[Section](), room.piles
    named = {kind for _, kinds in SECTIONS for kind in kinds}
    for title, kinds in SECTIONS:
        mine = [p for p in piles if p.like.kind in kinds or (kinds == ("other",) and p.like.kind not in named)]
        if mine:
            on_hand = tuple(pile for pile in mine if pile.like.on_hand)
            sections.append(Section(gettext(title), on_hand, tuple(pile for pile in mine if not pile.like.on_hand)))
    return {
        "key": room.key,
        "name": public.names[room.key],
        "room": room,
        "rules": public.rules,
        "sections": tuple(sections),
        "casualties": casualties(room.counters, public.room.date),
        "captures": captures.lines(public.room.captures, room.key, public.rules.names),
        "outcomes": tuple({**roll, "label": roll_label(str(roll["label"]))} for roll in room.outcomes),
    }


def group_fields(
    public: PublicView[Public, RuleData], room: SideRoom, groups: Iterable[Bought], rows: Mapping[str, Row]
) -> Iterator[GroupFields[Bought, Row]]:
    """The fields of the GroupView of each of the `groups` of a room, by the `rows` of the side's chart."""
    for group, purchase in zip(groups, purchase_rows(public.rules, room), strict=True):
        yield {"group": group, "row": rows[group.rg], "date": public.date_names[group.date], "purchase": purchase}


def with_values(lines: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Those of these (label, value) `lines` that have a value."""
    return tuple((label, value) for label, value in lines if value)


# curves ------------------------------------------------------------------------------------------


def curves(
    public: PublicView[Public, RuleData],
    sides: Iterable[SideView[SideRoom, GroupView]],
    cvp: Sequence[Mapping[str, int] | None],
    own: Curve,
) -> tuple[Curve, ...]:
    """All curves with more than one value: the game's `own`, what both sides announced and suffered, and points and
    losses of each open room. All have the marks of `own`.

    `cvp` has what each scenario cost either side, None where none was fought.
    """
    lines, marks = public.room.dates, own.marks
    fought = [each is not None for each in cvp]

    def over(side: str, name: str, values: Iterable[int | None]) -> Series:
        found = tuple(values)
        return Series(side, name, found + (None,) * (len(marks) - len(found)))

    def suffered(side: str) -> Iterator[int | None]:
        sums = accumulate(each.get(side, 0) if each else 0 for each in cvp)
        return (total if was_fought else None for total, was_fought in zip(sums, fought, strict=True))

    def of_both(key: str, title: str, note: str, values: Callable[[str], Iterable[int | None]], name: str) -> Curve:
        found = (over(side, name.format(side=each), values(side)) for side, each in public.names.items())
        return Curve(key, title, note, marks, tuple(found))

    announced, lost = gettext("as announced at commencement"), gettext("CVP suffered since the start")
    found = [
        replace(own, lines=tuple(over(line.side, line.name, line.values) for line in own.lines)),
        of_both("cvp", gettext("Casualties"), lost, suffered, gettext("{side} CVP suffered")),
        of_both("elr", gettext("ELR"), announced, lambda side: (line.elr.get(side) for line in lines), "{side}"),
        of_both("san", gettext("SAN"), announced, lambda side: (line.san.get(side) for line in lines), "{side}"),
    ]
    for side in sides:
        key, first = side.key, public.room.first_here
        budgets = [line.ledger if n >= first else None for n, line in enumerate(side.room.lines)]
        points = (
            over(key, gettext("to spend"), (budget.total if budget else None for budget in budgets)),
            over(key, gettext("spent"), (budget.spent if budget else None for budget in budgets)),
            over(key, gettext("left over"), (budget.next_start if budget else None for budget in budgets)),
        )
        here = [so and n >= first for n, so in enumerate(fought)]
        dates_lost = [counter.since for counter in side.counters if counter.fate in CASUALTIES]
        losses = over(key, gettext("counters lost"), (dates_lost.count(n) if so else None for n, so in enumerate(here)))
        title, note = gettext("{side} CPP", side=side.name), gettext("to spend, spent and left")
        found.append(Curve(f"cpp-{key}", title, note, marks, points, side=key))
        title, note = gettext("{side} losses", side=side.name), gettext("counters lost in each scenario")
        found.append(Curve(f"lost-{key}", title, note, marks, (losses,), side=key))
    return tuple(curve for curve in found if max(line.known for line in curve.lines) > 1)


def purchase_rows(rules: RuleData, room: SideRoom) -> tuple[PurchaseRow, ...]:
    """A row for each group of a side, in the order of its record."""
    rows, bought, arrived = rules.groups[room.key], Tally[str](), defaultdict[str, Tally[tuple[str, str]]](Tally)
    for counter in (counter for counter in room.counters if counter.came_as != MADE):
        was = rules.units.get((room.key, counter.came_as))
        # Units know leaders only, so the class of an armor leader is his own.
        kind = was.kind if was and was.kind not in SMC else counter.kind
        arrived[counter.group][kind, counter.came_as or counter.name] += 1
    result = list[PurchaseRow]()
    for group in room.groups:
        bought[group.rg] += not group.given
        result.append(
            PurchaseRow(
                date=group.date,
                id=group.id,
                group=group.rg,
                name=rows[group.rg].name,
                number=bought[group.rg],
                price=group.paid,
                mode=group.mode,
                strength=group.strength,
                given=group.given,
                arrived=tuple((kind, name, count) for (kind, name), count in arrived[group.id].items()),
            )
        )
    return tuple(result)
