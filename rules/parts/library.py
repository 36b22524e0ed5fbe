"""The tables of a game as a reader finds them: shelves of rolled tables, and charts that are only looked up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.parts.sheets import SheetTable
from rules.tables import Status, Table


@dataclass(frozen=True)
class Chart:
    """A table nobody rolls on, such as a price list."""

    id: str
    title: str
    cite: str
    status: Status
    table: SheetTable
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Shelf:
    """Tables that belong together."""

    title: str
    tables: tuple[Table, ...] = ()
    charts: tuple[Chart, ...] = ()


@dataclass(frozen=True)
class Library:
    """Everything a game has to look up, under the rulings it was asked for."""

    shelves: tuple[Shelf, ...]

    def find(self, name: str) -> Table | Chart | None:
        """The table or chart of this id."""
        return next((each for each in self._all() if each.id == name), None)

    def about(self, rule: str) -> tuple[Table | Chart, ...]:
        """What belongs to a rule number exactly."""
        return tuple(each for each in self._all() if rule and each.cite == rule)

    def _all(self) -> Iterator[Table | Chart]:
        for shelf in self.shelves:
            yield from shelf.tables
            yield from shelf.charts
