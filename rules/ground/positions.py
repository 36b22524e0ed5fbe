"""Where a side wrote down that its counters are: for itself to see over the map, and for nobody else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from rules.text import gettext


@dataclass(frozen=True)
class Placement:
    """`number` counters of a name in a Location, `hidden` or not; an `aim` of artillery is a hex without a counter.

    `enemy` are counters of the other side, as this one says of them.
    """

    location: str
    name: str
    number: int = 1
    hidden: bool = False
    aim: bool = False
    enemy: bool = False

    @property
    def words(self) -> str:
        """Where what is, as a player reads it: "K20/1: 2 × 4-6-7, hidden"."""
        name = gettext(self.name)
        counted = name if self.aim else f"{self.number} × {name}"
        return f"{self.location}: {counted}" + (f", {gettext('hidden')}" if self.hidden else "")

    @property
    def hex(self) -> str:
        """The name of the hex it is in."""
        return self.location.split()[0].split("/")[0]


def by_hex(positions: Iterable[Placement]) -> dict[str, tuple[Placement, ...]]:
    """Positions by the names of their hexes."""
    result: dict[str, list[Placement]] = {}
    for each in positions:
        result.setdefault(each.hex, []).append(each)
    return {name: tuple(placements) for name, placements in result.items()}


def mark(placements: Iterable[Placement]) -> str:
    """What stands for a hex on the map: how many counters, an h behind it if all of them hide; x for an aim alone."""
    counted = [each for each in placements if not each.aim]
    hidden = "h" if all(each.hidden for each in counted) else ""
    return f"{sum(each.number for each in counted)}{hidden}" if counted else "x"


Spoken = tuple[str, int, bool, str]
"""A hex as the script of a page has it: its name, how many counters, whether all of them hide, and what they are."""


def spoken(positions: Iterable[Placement]) -> list[Spoken]:
    """Positions by hex for a script, which counts those of its entries besides."""
    result = []
    for name, placements in by_hex(positions).items():
        counted = [each for each in placements if not each.aim]
        number, hidden = sum(each.number for each in counted), all(each.hidden for each in counted)
        result.append((name, number, hidden, "; ".join(each.words for each in placements)))
    return result


@runtime_checkable
class TakesTaps(Protocol):
    """A task whose entries may be made by tapping a map: `chosen` is what a tap places, as the page had it last."""

    @property
    def chosen(self) -> Mapping[str, str]: ...

    @property
    def positions(self) -> Sequence[Placement]:
        """Where what is by the entries, for the side's own map."""

    def tapped(self, typed: Mapping[str, str], place: str) -> dict[str, str]:
        """What was typed, with what a tap on the hex `place` adds to it."""
