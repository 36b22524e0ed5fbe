"""What each room of a Valor of the Guards campaign holds.

A date is one passage of the refit phase with what it leads to: a scenario or an Idle Day. A CG Day has one date, and a
second one if the Russians follow a German Assault with a Counterattack.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Self

from rules.asl import state as asl
from rules.asl.state import CppBudget
from rules.asl.state import Perimeter as Perimeter
from rules.asl.state import RecordedArea as RecordedArea
from rules.systems.votg.payloads import LandingTold

GERMAN, RUSSIAN = "german", "russian"
SIDES = (GERMAN, RUSSIAN)

INITIAL, DUAL, COUNTERATTACK, IDLE_DAY = "initial", "dual", "counterattack", "idle_day"
"""Kinds of scenario that the program knows by name."""
ATTACK, IDLE = "attack", "idle"

ENDINGS = ("final", "verdict")
"""Stages after which the campaign is over, unless the sides name different winners."""
LOOKS = ("look_russian", "show_german", "look_german", "show_russian")
"""The sides in turn name a Location and are shown it, for as long as one of them names any (12.6265)."""
LEVELS_NOT_ANNOUNCED = "booby_levels_untold"
"""Among what a side knows: by how many levels it has raised its Booby Traps without telling."""


def enemy(side: str) -> str:
    """The other side."""
    return RUSSIAN if side == GERMAN else GERMAN


@dataclass(frozen=True)
class Report(asl.Report):
    """The result of a scenario as one side put it.

    By side: `cvp` suffered for victory, `cvp_points` those of them that count for 12.618 (CG13, CG18), `taken` Stone
    Hexes gained since its start. `hexes` are all the Germans hold now. `champion` has won the campaign by it, or "".
    """

    winner: str
    turn: int
    cvp: Mapping[str, int]
    cvp_points: Mapping[str, int]
    taken: Mapping[str, int]
    hexes: int
    champion: str = ""
    note: str = ""


@dataclass(frozen=True)
class Landing:
    """A Ferry Landing (CG12): whether its building or rubble is left, whether a Pier hex is attached to that, who
    controls it, whether it is Interdicted."""

    building: bool = True
    pier: bool = True
    control: str = RUSSIAN
    interdicted: bool = False

    @property
    def exists(self) -> bool:
        """It ceases to exist without a building, or without a Pier hex attached to it."""
        return self.building and self.pier

    @classmethod
    def from_payload(cls, row: LandingTold) -> Self:
        """From the row of an event."""
        return cls(row["building"], row["pier"], row["control"], row["interdicted"])

    @property
    def payload(self) -> LandingTold:
        """The row of it in an event."""
        return {
            "building": self.building,
            "pier": self.pier,
            "control": self.control,
            "interdicted": self.interdicted,
        }

    @property
    def serves(self) -> bool:
        """Whether the Russians may treat it as a friendly map edge."""
        return self.exists and self.control == RUSSIAN and not self.interdicted


@dataclass(frozen=True)
class DateRecord(asl.DateRecord):
    """A date's public record: its CG Day, its kind of scenario ("" as long as nobody knows), what was shown and told.

    `chits` are those shown, `first` sets up and `mover` moves first, `cover` is the cloud cover and night vision,
    `moon` the moon as the players have it, `named` the Locations each side wants to look into, `shown` how many of them
    each has shown the other, `looked` who names no more.
    """

    day: str = ""
    kind: str = ""
    night: bool = False
    cover: str = ""
    moon: str = ""
    chits: Mapping[str, str] = field(default_factory=dict)
    first: str = ""
    mover: str = ""
    named: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    shown: Mapping[str, int] = field(default_factory=dict)
    looked: tuple[str, ...] = ()
    report: Report | None = None

    @property
    def fought(self) -> bool:
        """Whether its scenario has been played."""
        return self.report is not None

    @property
    def idle(self) -> bool:
        """Whether nobody attacked on it."""
        return self.kind == IDLE_DAY

    def unseen(self, by: str) -> tuple[str, ...]:
        """The Locations `by` has named and was not shown yet."""
        return self.named.get(by, ())[self.shown.get(enemy(by), 0) :]


@dataclass(frozen=True)
class Counterattack:
    """What the Russians declared after a German Assault; by `night` if that was said with it."""

    night: bool


@dataclass(frozen=True)
class Strongpoint:
    """A Fanatic Strongpoint both sides know of: its kind (CG11.1), its building, the date it was told on."""

    kind: str
    place: str
    date: int


@dataclass(frozen=True)
class Ending(asl.Ending):
    """How the campaign ended. `claims` are whom each side names as winner where nothing else tells, "" for nobody."""

    claims: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Public(asl.Public):
    """The room both sides share. `game` is the CG (I to IV), `chart` the charts it is played with, as canonical JSON.

    `chits` are the Russian Attack chits left, `booby` the level of the Booby Traps (VotG15), `edges` the map edges each
    side holds, `massacre` whether it is in effect for the next scenario.
    """

    report_class: ClassVar[type[asl.Report]] = Report

    dates: tuple[DateRecord, ...] = (DateRecord(),)
    game: str = ""
    chart: str = ""
    chits: int = 0
    booby: str = ""
    edges: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    landings: Mapping[str, Landing] = field(default_factory=dict)
    strongpoints: tuple[Strongpoint, ...] = ()
    massacre: bool = False
    counterattack: Counterattack | None = None
    proposal: Report | None = None
    ending: Ending = field(default_factory=Ending)

    @property
    def today(self) -> DateRecord:
        return self.dates[self.date]

    @property
    def cut_off(self) -> bool:
        """Whether a Russian Perimeter Area with south edge hexes is Isolated: there is no other way in (12.6068)."""
        held = self.edges.get(RUSSIAN, ())
        return "south" in held and "north" not in held and not any(one.serves for one in self.landings.values())


@dataclass(frozen=True)
class Group(asl.Group):
    """A reinforcement group. `way` says how it sets up if it was bought for that: onboard, reserve or dug_in.

    `support` is how many Support CPP were paid for it, `dummies` the Cloaking counters with a Reserve, `exponent` the
    squads that undergo ELR Replacement.
    """

    way: str = ""
    support: int = 0
    dummies: int = 0
    exponent: int = 0

    @property
    def mode(self) -> str:
        """The way it sets up, if it was bought for one."""
        return self.way


@dataclass(frozen=True)
class RosterRow(asl.RosterRow):
    """A side's row of the CG Roster. `support` are its Support CPP (12.6181), `chit` what it chose in secret."""

    support: CppBudget = field(default_factory=lambda: CppBudget(0))
    chit: str = ""


@dataclass(frozen=True)
class SideRoom(asl.SideRoom):
    """One side's room."""

    group_class: ClassVar[type[asl.Group]] = Group

    lines: tuple[RosterRow, ...] = ()
    groups: tuple[Group, ...] = ()

    @property
    def now(self) -> RosterRow:
        return self.lines[-1]
