"""Where a side's counters are by its own record: shown over the map to that side only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from rules.text import gettext


@dataclass(frozen=True)
class Placement:
    """`number` counters of a name in a Location, `hidden` or not; an `aim` is a target hex of artillery, no counter.

    `enemy` marks counters of the other side, as this side reports them.
    """

    location: str
    name: str
    number: int = 1
    hidden: bool = False
    aim: bool = False
    enemy: bool = False

    @property
    def words(self) -> str:
        """The placement as text: "K20/1: 2 × 4-6-7, hidden"."""
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
    """The mark of a hex on the map: the number of counters, with an h if all are hidden; x for an aim alone."""
    counted = [each for each in placements if not each.aim]
    hidden = "h" if all(each.hidden for each in counted) else ""
    return f"{sum(each.number for each in counted)}{hidden}" if counted else "x"


Spoken = tuple[str, int, bool, str]
"""A hex for a page's script: its name, the number of counters, whether all are hidden, and the placements as text."""


def spoken(positions: Iterable[Placement]) -> list[Spoken]:
    """Positions by hex for a page's script."""
    result = []
    for name, placements in by_hex(positions).items():
        counted = [each for each in placements if not each.aim]
        number, hidden = sum(each.number for each in counted), all(each.hidden for each in counted)
        result.append((name, number, hidden, "; ".join(each.words for each in placements)))
    return result


@runtime_checkable
class TakesTaps(Protocol):
    """A task whose entries can be made by tapping the map; `chosen` says what a tap places, as last chosen."""

    @property
    def chosen(self) -> Mapping[str, str]: ...

    @property
    def positions(self) -> Sequence[Placement]:
        """The positions that follow from the entries, for the side's own map."""

    def tapped(self, typed: Mapping[str, str], place: str) -> dict[str, str]:
        """The entries as `typed`, with what a tap on the hex `place` adds."""
