"""What the rooms of a refit campaign hold at the least; a game adds fields of its own, each with a default.

A **date** is one passage of the refit phase with the scenario it leads to, if there is one, counted from 0. What a game
calls it is its own affair, and a day of it may have two: shared code knows this date and the one before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from rules.asl.counters import IN_PLAY, Counter, Pile, piles
from rules.engine.corrections import Correction
from rules.ground.campaign_map import Ground


@dataclass(frozen=True)
class Report:
    """The public result of a scenario as one side put it; `number` counts the proposals. A game adds the figures."""

    number: int
    by: str


@dataclass(frozen=True)
class Statement:
    """What a side states of its own losses, by the entries of the report, and what its `recorded` losses come to.

    `why` says why the two differ.
    """

    figures: Mapping[str, int]
    recorded: Mapping[str, int]
    why: str = ""


@dataclass(frozen=True)
class DateRecord:
    """A date's public record: the weather, what was announced, who won its scenario.

    `asked` are the Locations one side named for inspection, `disclosed` what was shown of each, `report` is that
    of its scenario when both sides have agreed to it.
    """

    weather: str = ""
    ec: str = ""
    wind: str = ""
    elr: Mapping[str, int] = field(default_factory=dict)
    san: Mapping[str, int] = field(default_factory=dict)
    asked: tuple[str, ...] = ()
    disclosed: tuple[tuple[str, tuple[str, ...]], ...] = ()
    winner: str = ""
    report: Report | None = None


@dataclass(frozen=True)
class Captured:
    """Counters of one side, all of a class and name, that the other took: `count` of them are in its hands still.

    The captor has `used` of them as his own; `claimed` by him, they are his when their owner has agreed. `date` is the
    date on which they were taken.
    """

    number: int
    captor: str
    owner: str
    kind: str
    name: str
    count: int
    date: int
    used: int = 0
    claimed: bool = False


@dataclass(frozen=True)
class Ending:
    """How the campaign ended. `books` holds what each side disclosed at its end, `conceded` who gave it up."""

    books: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    winner: str = ""
    conceded: str = ""


@dataclass(frozen=True)
class RecordedArea:
    """An Isolated Area of a side as both record it (12.6076; 7.5067): its name, its type, and what it is by its `sort`.

    On a map also `holder`, whose units are in one of type C, and whether its `fact` is known, told or doubtful.
    """

    name: str
    type: str
    sort: str
    holder: str = ""
    fact: str = ""


@dataclass(frozen=True)
class Perimeter:
    """What a side recorded of its Perimeter: the markers of each loop if it wrote them down, its Isolated Areas.

    On a map all hexes of loops and lines stand in turn, with those of its Pockets, and in `line` the date it is of.
    """

    loops: tuple[tuple[str, ...], ...] = ()
    areas: tuple[RecordedArea, ...] = ()
    pockets: tuple[tuple[str, ...], ...] = ()
    line: int | None = None


@dataclass(frozen=True)
class FromPaper:
    """What stands of a campaign that was begun on paper and goes on here from `date` on.

    `values` are the entries that the side `by` put last, as the `number`th; with `agreed` both have agreed to them.
    """

    date: int
    number: int = 0
    by: str = ""
    values: Mapping[str, str | int | bool] = field(default_factory=dict)
    agreed: bool = False


@dataclass(frozen=True)
class Public:
    """The room both sides share. `date` is the date in play, `finished` names the sides done with the stage.

    `proposal` is the report of the scenario that waits for the other side, one of so many `proposals`; `report_class`
    is what it is made of. `stated` has by side what it says there of its own losses.
    `captures` are the prisoners and the captured equipment of both sides. `ground` is the map, if there is one,
    `perimeters` what each side recorded of its own. `paper` is what came from paper, None if all was played here.
    `terrain` is what both wrote down of the map. `blazes` are the Locations that burn, with the date after whose
    scenario that was said; `burnt` those that have burnt out, with the date of the refit.
    """

    report_class: ClassVar[type[Report]] = Report

    balance: str
    dice: str
    rulings: Mapping[str, str]
    stage: str
    date: int = 0
    finished: tuple[str, ...] = ()
    seals: Mapping[str, str] = field(default_factory=dict)
    dates: tuple[DateRecord, ...] = (DateRecord(),)
    corrections: tuple[Correction, ...] = ()
    proposal: Report | None = None
    proposals: int = 0
    stated: Mapping[str, Statement] = field(default_factory=dict)
    captures: tuple[Captured, ...] = ()
    ending: Ending = field(default_factory=Ending)
    ground: Ground | None = None
    perimeters: Mapping[str, Perimeter] = field(default_factory=dict)
    paper: FromPaper | None = None
    terrain: tuple[str, ...] = ()
    blazes: Mapping[str, int] = field(default_factory=dict)
    burnt: Mapping[str, int] = field(default_factory=dict)

    @property
    def burnt_through(self) -> list[str]:
        """The Locations that burnt through the scenario, as was said after the one before."""
        return [place for place, line in self.blazes.items() if line < self.date]

    @property
    def first_here(self) -> int:
        """The date that was played here first; those before it were played on paper."""
        return self.paper.date if self.paper else 0

    @property
    def today(self) -> DateRecord:
        """The record of the date in play."""
        return self.dates[self.date]


@dataclass(frozen=True)
class Group:
    """A reinforcement group on the RG Purchase Record; `off` if it was bought to enter later.

    `date` is the date it was bought for, `strength` is "" until it is rolled, `options` what was paid for beside it.
    """

    id: str
    rg: str
    date: int
    paid: int
    given: bool = False
    off: bool = False
    strength: str = ""
    ammo: str = ""
    options: Mapping[str, int] = field(default_factory=dict)
    hexes: Mapping[str, str] = field(default_factory=dict)

    @property
    def mode(self) -> str:
        """How it arrives, by the word the game has for it."""
        return "off" if self.off else "on"


@dataclass(frozen=True)
class CppBudget:
    """A date's points: Start + Repl = Total, - Spent = Left, - Recon = the next Start.

    `ruled` is what an agreed correction added or took; it counts with the Repl.
    """

    start: int
    repl: int = 0
    spent: int = 0
    recon: int = 0
    ruled: int = 0

    @property
    def received(self) -> int:
        """What came with this date, an agreed correction included."""
        return self.repl + self.ruled

    @property
    def total(self) -> int:
        """What may be spent."""
        return self.start + self.received

    @property
    def left(self) -> int:
        """What is left after the purchases."""
        return self.total - self.spent

    @property
    def next_start(self) -> int:
        """What the next date begins with."""
        return self.left - self.recon


@dataclass(frozen=True)
class RosterRow:
    """A side's row of the CG Roster for a date. `forts` is what its FPP bought, `hip` what they hid.

    After its scenario: `areas` the type of each Isolated Area, `blazes` what burns on, `control` Locations to remember.
    """

    ledger: CppBudget
    elr: int
    san: int
    fpp: int = 0
    fpp_spent: int = 0
    forts: Mapping[str, int] = field(default_factory=dict)
    hip: Mapping[str, int] = field(default_factory=dict)
    recon: int | None = None
    areas: Mapping[str, str] = field(default_factory=dict)
    blazes: int = 0
    control: str = ""


@dataclass(frozen=True)
class SideRoom:
    """One side's room. `at` is how far it is in the stage, `done` what it did there.

    `lines` has a row of the roster for each date.
    `pending` is what steps left for later ones of the stage (see rules/asl/pending.py).
    `known` is what the player once read off his counters for the program, such as repair numbers.
    `outcomes` are the rolls of the current stage, for the page that reviews them.
    `written` are the changes of proposed corrections, by number, until somebody agrees to them.
    `group_class` is what a purchase makes.
    """

    group_class: ClassVar[type[Group]] = Group

    key: str
    lines: tuple[RosterRow, ...]
    groups: tuple[Group, ...] = ()
    counters: tuple[Counter, ...] = ()
    at: int = 0
    done: tuple[str, ...] = ()
    pending: Mapping[str, Any] = field(default_factory=dict)
    outcomes: tuple[Mapping[str, Any], ...] = ()
    notes: tuple[str, ...] = ()
    known: Mapping[str, Any] = field(default_factory=dict)
    written: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def now(self) -> RosterRow:
        """The row for the date in play."""
        return self.lines[-1]

    @cached_property
    def on_hand(self) -> tuple[Counter, ...]:
        """The counters the side still has."""
        # Found once: every step that is tried for something to do asks for them.
        return tuple([counter for counter in self.counters if counter.fate in IN_PLAY])

    @cached_property
    def piles(self) -> tuple[Pile, ...]:
        """All its counters, gathered as pages show them and orders name them."""
        return piles(self.counters)

    @property
    def next_id(self) -> int:
        """The number of the next new counter."""
        return len(self.counters) + 1
