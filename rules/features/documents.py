"""What a game gives to read: sheets as values, tables and charts on shelves, for whoever draws them.

A game fills them in; whoever draws them knows nothing of the game. An empty cell is room to write in by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from rules.contract import P, S, State
from rules.tables import Status, Table

Cell = str | int | None
Row = tuple[Cell, ...]
TEXT, NUMBER, SIGNED, BOXES = "text", "number", "signed", "boxes"
MINUS = "−"


@dataclass(frozen=True)
class Column:
    """A column: `width` is its share of the page beside the others, `kind` is text, number, signed, or boxes.

    A cell of boxes has a letter for each: boxes to be struck by hand.
    """

    title: str
    width: float = 1
    kind: str = "text"


@dataclass(frozen=True)
class Block:
    """Rows that belong together, under a heading of their own if they have one."""

    rows: tuple[tuple[Cell, ...], ...]
    title: str = ""


@dataclass(frozen=True)
class SheetTable:
    """A table of a sheet. `by` names what the headings of its blocks are; `empty` stands there if it has no rows.

    The blocks of `cards` stand beside each other, each in a frame of its own.
    """

    title: str
    columns: tuple[Column, ...]
    blocks: tuple[Block, ...]
    by: str = ""
    empty: str = ""
    cards: bool = False


@dataclass(frozen=True)
class Sheet:
    """A form filled in; an empty cell is room to write in by hand. `side` is "" where everybody may have it.

    `journal` asks whoever draws it to add the public journal, which the rules do not hold. `on_map` asks for the map
    of the campaign, with these marks in hexes for what the sheet's side has there. A `blank`
    one is a form to be filled in by hand, which nobody needs with all the others.
    """

    key: str
    title: str
    subtitle: str
    date: str
    side: str
    tables: tuple[SheetTable, ...]
    notes: tuple[str, ...] = ()
    journal: bool = False
    on_map: Mapping[str, str] | None = None
    blank: bool = False


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

    shelves: tuple[Shelf, ...] = ()

    @property
    def tables(self) -> tuple[Table | Chart, ...]:
        """All tables and charts, in order."""
        result: list[Table | Chart] = []
        for shelf in self.shelves:
            result += [*shelf.tables, *shelf.charts]
        return tuple(result)

    def find(self, name: str) -> Table | Chart | None:
        """The table or chart of this id."""
        return next((each for each in self.tables if each.id == name), None)

    def about(self, rule: str) -> tuple[Table | Chart, ...]:
        """What belongs to a rule number exactly."""
        return tuple(each for each in self.tables if rule and each.cite == rule)


@runtime_checkable
class HasSheets(Protocol[P, S]):
    """A system with forms to be printed."""

    def sheets(self, state: State[P, S], side: str | None) -> Mapping[str, Sheet]:
        """The forms of `side` by key, filled in; None: those everybody may have. Needs only its own room."""


@runtime_checkable
class HasTables(Protocol):
    """A system with something to look up."""

    def tables(self, options: Mapping[str, object]) -> Library:
        """All of it, as a campaign of these `options` reads it ({}: all at the default)."""


def library_of(system: object, options: Mapping[str, object]) -> Library:
    """What a system has to look up, if it has anything."""
    return system.tables(options) if isinstance(system, HasTables) else Library()


def table(title: str, columns: Iterable[Column], rows: Iterable[Row], empty: str = "") -> SheetTable:
    """A table of one block without a heading."""
    return SheetTable(title, tuple(columns), (Block(tuple(rows)),), empty=empty)


def text_of(cell: Cell, column: Column) -> str:
    """A cell as it is read: a true minus, and in a signed column the plus as well."""
    if cell is None:
        return ""
    if isinstance(cell, str):
        return cell
    sign = MINUS if cell < 0 else "+" if cell > 0 and column.kind == SIGNED else ""
    return f"{sign}{abs(cell)}"


def listed(numbers: Mapping[str, int]) -> str:
    """Names with their numbers: "12 × 4-6-7, LMG"."""
    return ", ".join(f"{number} × {name}" if number > 1 else name for name, number in numbers.items() if number)
