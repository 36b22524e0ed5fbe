"""What each room of an On Track to Orsha campaign holds.

`Public` is what both commanders may know; `Side` is what one of them keeps to himself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.parts.refit import state as refit
from rules.parts.refit.state import Group, Ledger, Line, Side

__all__ = ["GERMAN", "RUSSIAN", "SIDES", "DateRecord", "Ending", "Group", "Ledger", "Line", "Public", "Report", "Side"]

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
class DateRecord(refit.Record):
    """A CG Date's public line: beside what every record has, how its scenario ended.

    `north` is the westernmost north edge hex the Russians control, "" if none is written down; `batteries` are the
    attacks of Counter Battery Modules: the side that made it and the row of the table.
    """

    rained: bool = False
    report: Report | None = None
    scenario_vp: int = 0
    vp: int = 0
    north: str = ""
    batteries: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Ending:
    """How the campaign ended. `books` holds what each side disclosed at CG End."""

    books: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    winner: str = ""
    vp: int = 0
    conceded: str = ""


@dataclass(frozen=True)
class Public(refit.Public):
    """The room both sides share, with the account of the scenario that is on the table."""

    dates: tuple[DateRecord, ...] = (DateRecord(),)
    proposal: Report | None = None
    proposals: int = 0
    ending: Ending = field(default_factory=Ending)

    @property
    def today(self) -> DateRecord:
        return self.dates[self.date]
