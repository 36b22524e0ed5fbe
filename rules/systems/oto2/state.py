"""What each room of an On Track to Orsha campaign holds.

`Public` is what both commanders may know; `SideRoom` is what one of them keeps to himself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from rules.asl import state as asl
from rules.asl.state import CppBudget as CppBudget
from rules.asl.state import Group as Group
from rules.asl.state import RosterRow as RosterRow
from rules.asl.state import SideRoom as SideRoom

GERMAN, RUSSIAN = "german", "russian"
SIDES = (GERMAN, RUSSIAN)


def enemy(side: str) -> str:
    """The other side."""
    return RUSSIAN if side == GERMAN else GERMAN


@dataclass(frozen=True)
class Report(asl.Report):
    """The result of a scenario as one side put it.

    `cvp` is what each side suffered in this scenario, `evp` what the Russians exited,
    `lvp` the VP value of the Locations they control, `rain` whether it rained.
    """

    turn: int
    lvp: int
    cvp: Mapping[str, int]
    evp: int
    rain: bool
    note: str = ""


@dataclass(frozen=True)
class DateRecord(asl.DateRecord):
    """A CG Date's public record: beside what every record has, how its scenario ended.

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
class Ending(asl.Ending):
    """How the campaign ended, and with how many VP."""

    vp: int = 0


@dataclass(frozen=True)
class Public(asl.Public):
    """The room both sides share; `burnt` are the buildings and rubble that burnt, with their date."""

    report_class: ClassVar[type[asl.Report]] = Report

    dates: tuple[DateRecord, ...] = (DateRecord(),)
    proposal: Report | None = None
    ending: Ending = field(default_factory=Ending)

    @property
    def today(self) -> DateRecord:
        return self.dates[self.date]
