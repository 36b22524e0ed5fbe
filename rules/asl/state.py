"""The state of a refit campaign in its rooms; a game adds fields of its own, each with a default.

A **date** is one passage of the refit phase with the scenario it leads to, if any, counted from 0. Each game has names
of its own for dates, and a day may have two: shared code knows only this date and the one before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from rules.asl.counters import IN_PLAY, Counter, Pile, piles
from rules.engine.corrections import Correction, Values
from rules.ground.campaign_map import Ground


@dataclass(frozen=True)
class Report:
    """The public result of a scenario as one side proposes it; `number` counts proposals. A game adds the figures."""

    number: int
    by: str


@dataclass(frozen=True)
class Statement:
    """A side's statement of its own losses, by the entries of the report, with the figures that its record gives.

    `why` is the reason if they differ.
    """

    figures: Mapping[str, int]
    recorded: Mapping[str, int]
    why: str = ""


@dataclass(frozen=True)
class DateRecord:
    """A date's public record: the weather, what was announced, who won its scenario.

    `asked` are the Locations named for inspection, `disclosed` what was shown of each; `report` is that of its
    scenario, once both sides have agreed to it.
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
    """Counters of one side, all of a class and name, that the other took; `count` of them are still in its hands.

    The captor has taken `used` of them into use. Those `claimed` by the captor are his once their owner has agreed.
    `date` is the date on which they were taken.
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
    """How the campaign ended. `books` has what each side disclosed then, `conceded` is the side that gave up."""

    books: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    winner: str = ""
    conceded: str = ""


@dataclass(frozen=True)
class RecordedArea:
    """An Isolated Area of a side as both record it (12.6076; 7.5067), with its name, type and `sort`.

    On a map also the `holder`, whose units are in one of type C, and `fact`: whether it is known, told or doubtful.
    """

    name: str
    type: str
    sort: str
    holder: str = ""
    fact: str = ""


@dataclass(frozen=True)
class Perimeter:
    """A side's recorded Perimeter: the markers of each loop as written down, and its Isolated Areas.

    On a map `loops` has all hexes of loops and lines in order, `pockets` those of Pockets, and `line` is its date.
    """

    loops: tuple[tuple[str, ...], ...] = ()
    areas: tuple[RecordedArea, ...] = ()
    pockets: tuple[tuple[str, ...], ...] = ()
    line: int | None = None


@dataclass(frozen=True)
class FromPaper:
    """The record of a campaign that was begun on paper and goes on here from `date` on.

    `values` are the entries that the side `by` proposed last, in proposal `number`; `agreed` if both agree to them.
    """

    date: int
    number: int = 0
    by: str = ""
    values: Mapping[str, str | int | bool] = field(default_factory=dict)
    agreed: bool = False


@dataclass(frozen=True)
class Public:
    """The room both sides share. `date` is the date in play, `finished` names the sides done with the stage.

    `proposal` is the report that waits for the other side, one of so many `proposals`, of the class `report_class`.
    `stated` has each side's statement of its own losses. `captures` are the prisoners and captured equipment of both
    sides. `ground` is the map, if there is one, `perimeters` has each side's recorded Perimeter. `paper` is what came
    from paper, None if all was played here. `terrain` are notes of both about the map. `blazes` are the Locations that
    burn, with the date after whose scenario that was said, `burnt` those burnt out, with the date of the refit.
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
        """The Locations that have burnt since an earlier date, so all through this date's scenario."""
        return [place for place, line in self.blazes.items() if line < self.date]

    @property
    def first_here(self) -> int:
        """The first date played here; earlier ones were played on paper."""
        return self.paper.date if self.paper else 0

    @property
    def today(self) -> DateRecord:
        """The record of the date in play."""
        return self.dates[self.date]


@dataclass(frozen=True)
class Group:
    """A reinforcement group on the RG Purchase Record; `off` if it is to enter later.

    `date` is the date it was bought for, `strength` is "" until it is rolled, `options` are what else was paid for it.
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
        """How it arrives, as a key of the game."""
        return "off" if self.off else "on"


@dataclass(frozen=True)
class CppBudget:
    """A date's points: Start + Repl = Total, - Spent = Left, - Recon = the next Start.

    `ruled` is what agreed corrections added or took; it counts with the Repl.
    """

    start: int
    repl: int = 0
    spent: int = 0
    recon: int = 0
    ruled: int = 0

    @property
    def received(self) -> int:
        """The points that came with this date, corrections included."""
        return self.repl + self.ruled

    @property
    def total(self) -> int:
        """The points that may be spent."""
        return self.start + self.received

    @property
    def left(self) -> int:
        """The points left after the purchases."""
        return self.total - self.spent

    @property
    def next_start(self) -> int:
        """The points that the next date begins with."""
        return self.left - self.recon


@dataclass(frozen=True)
class RosterRow:
    """A side's row of the CG Roster for a date. `forts` are the works bought with FPP, `hip` the counters hidden.

    After its scenario, `areas` has the type of each Isolated Area, `blazes` the number still burning, and `control`
    are Locations to remember.
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
    """One side's room. `at` is how far it has come in the stage, `done` are the steps that it has done there.

    `lines` has a row of the roster for each date.
    `pending` is what steps left for later ones of the stage (see rules/asl/pending.py).
    `known` is what the player once read off his counters for the program, such as repair numbers.
    `outcomes` are the rolls of the current stage, for the page that reviews them.
    `written` are the changes of proposed corrections, by number, until there is a verdict.
    `group_class` is the class of bought groups.
    """

    group_class: ClassVar[type[Group]] = Group

    key: str
    lines: tuple[RosterRow, ...]
    groups: tuple[Group, ...] = ()
    counters: tuple[Counter, ...] = ()
    at: int = 0
    done: tuple[str, ...] = ()
    pending: Mapping[str, object] = field(default_factory=dict)
    outcomes: tuple[Mapping[str, object], ...] = ()
    notes: tuple[str, ...] = ()
    known: Mapping[str, Any] = field(default_factory=dict)
    written: Mapping[str, Values] = field(default_factory=dict)

    @property
    def now(self) -> RosterRow:
        """The row for the date in play."""
        return self.lines[-1]

    @cached_property
    def on_hand(self) -> tuple[Counter, ...]:
        """The counters the side still has."""
        # Cached: every step that is tried for something to do asks for them.
        return tuple([counter for counter in self.counters if counter.fate in IN_PLAY])

    @cached_property
    def piles(self) -> tuple[Pile, ...]:
        """All its counters in piles, as pages show them and orders name them."""
        return piles(self.counters)

    @property
    def next_id(self) -> int:
        """The number of the next new counter."""
        return len(self.counters) + 1
