"""What each room of an On Track to Orsha campaign holds.

`Public` is what both commanders may know; `Side` is what one of them keeps to himself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.parts.counters import Counter

GERMAN, RUSSIAN = "german", "russian"
SIDES = (GERMAN, RUSSIAN)


def enemy(side: str) -> str:
    """The other side."""
    return RUSSIAN if side == GERMAN else GERMAN


@dataclass(frozen=True)
class Report:
    """The public result of a scenario as one side put it; `number` counts the proposals.

    `cvp` is what each side suffered in this scenario, `evp` what the Russians exited,
    `lvp` the VP value of the Locations they control, `rain` whether it rained.
    """

    number: int
    by: str
    turn: int
    lvp: int
    cvp: Mapping[str, int]
    evp: int
    rain: bool
    note: str = ""


@dataclass(frozen=True)
class DateRecord:
    """A CG Date's public line: weather, what was announced, what was inspected, how it ended.

    `asked` are the Locations the Russians named (7.5226), `disclosed` what was shown of each.
    """

    weather: str = ""
    ec: str = ""
    wind: str = ""
    rained: bool = False
    elr: Mapping[str, int] = field(default_factory=dict)
    san: Mapping[str, int] = field(default_factory=dict)
    asked: tuple[str, ...] = ()
    disclosed: tuple[tuple[str, tuple[str, ...]], ...] = ()
    report: Report | None = None
    winner: str = ""
    scenario_vp: int = 0
    vp: int = 0


@dataclass(frozen=True)
class Ending:
    """How the campaign ended. `books` holds what each side disclosed at CG End."""

    books: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    winner: str = ""
    vp: int = 0
    conceded: str = ""


@dataclass(frozen=True)
class Public:
    """The room both sides share. `finished` names the sides done with the current stage."""

    balance: str
    dice: str
    rulings: Mapping[str, str]
    stage: str
    date: int = 0
    finished: tuple[str, ...] = ()
    seals: Mapping[str, str] = field(default_factory=dict)
    proposal: Report | None = None
    proposals: int = 0
    dates: tuple[DateRecord, ...] = (DateRecord(),)
    ending: Ending = field(default_factory=Ending)

    @property
    def today(self) -> DateRecord:
        return self.dates[self.date]


@dataclass(frozen=True)
class Group:
    """A reinforcement group on the RG Purchase Record; `off` if it was bought to enter later.

    `strength` is "" until it is rolled, `options` what was paid for beside it.
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


@dataclass(frozen=True)
class Ledger:
    """A CG Date's points: Start + Repl = Total, - Spent = Left, - Recon = the next Start."""

    start: int
    repl: int = 0
    spent: int = 0
    recon: int = 0

    @property
    def total(self) -> int:
        return self.start + self.repl

    @property
    def left(self) -> int:
        return self.total - self.spent

    @property
    def next_start(self) -> int:
        return self.left - self.recon


@dataclass(frozen=True)
class Line:
    """A side's line of the CG Roster for one CG Date. `forts` is what its FPP bought.

    After its scenario: `areas` the type of each Isolated Area, `blazes` what burns on, `control` Locations to remember.
    """

    ledger: Ledger
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
class Side:
    """One side's room. `at` is how far it is in the stage, `done` what it did there; `lines` has one Line per date.

    `pending` is what a roll left to be chosen: it is emptied when the choice is made.
    `known` is what the player once read off his counters for the program, such as repair numbers.
    `outcomes` are the rolls of the current stage, for the page that reviews them.
    """

    key: str
    lines: tuple[Line, ...]
    groups: tuple[Group, ...] = ()
    counters: tuple[Counter, ...] = ()
    at: int = 0
    done: tuple[str, ...] = ()
    pending: Mapping[str, Any] = field(default_factory=dict)
    outcomes: tuple[Mapping[str, Any], ...] = ()
    notes: tuple[str, ...] = ()
    known: Mapping[str, Any] = field(default_factory=dict)

    @property
    def now(self) -> Line:
        return self.lines[-1]

    @property
    def on_hand(self) -> tuple[Counter, ...]:
        return tuple(counter for counter in self.counters if counter.on_hand)

    @property
    def next_id(self) -> int:
        return len(self.counters) + 1
