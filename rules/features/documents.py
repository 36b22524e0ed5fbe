"""What a game gives to read: sheets, tables and charts as values.

A game fills them in; the code that draws them knows nothing of the game. An empty cell is room to write in by hand.
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
    """A column: `width` is its share of the page relative to the others, `kind` is text, number, signed or boxes.

    A cell of kind boxes has one letter for each box, which players strike by hand.
    """

    title: str
    width: float = 1
    kind: str = "text"


@dataclass(frozen=True)
class Block:
    """Rows that belong together, under a heading if `title` is given."""

    rows: tuple[tuple[Cell, ...], ...]
    title: str = ""


@dataclass(frozen=True)
class SheetTable:
    """A table of a sheet. `by` says what its blocks' headings are; `empty` is shown if it has no rows.

    With `cards` its blocks stand beside each other, each in a frame.
    """

    title: str
    columns: tuple[Column, ...]
    blocks: tuple[Block, ...]
    by: str = ""
    empty: str = ""
    cards: bool = False


@dataclass(frozen=True)
class Sheet:
    """A filled-in form; an empty cell is room to write in by hand. `side` is "" if everybody may have it.

    `journal` asks the host to add the public journal, which the rules do not hold. `on_map` asks for the map of the
    campaign with these marks, by hex, for what the sheet's side has there. A `blank` sheet is a form to be filled in by
    hand and left out when all sheets are printed together.
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
    """Tables and charts that belong together."""

    title: str
    tables: tuple[Table, ...] = ()
    charts: tuple[Chart, ...] = ()


@dataclass(frozen=True)
class Library:
    """Everything a game has to look up, under the rulings it was asked for."""

    shelves: tuple[Shelf, ...] = ()

    @property
    def tables(self) -> tuple[Table | Chart, ...]:
        """All tables and charts, shelf by shelf, on each the tables first."""
        result: list[Table | Chart] = []
        for shelf in self.shelves:
            result += [*shelf.tables, *shelf.charts]
        return tuple(result)

    def find(self, name: str) -> Table | Chart | None:
        """The table or chart with the id `name`, or None."""
        return next((each for each in self.tables if each.id == name), None)

    def about(self, rule: str) -> tuple[Table | Chart, ...]:
        """The tables and charts whose `cite` is exactly `rule`."""
        return tuple(each for each in self.tables if rule and each.cite == rule)


@runtime_checkable
class HasSheets(Protocol[P, S]):
    """A system with forms to print."""

    def sheets(self, state: State[P, S], side: str | None) -> Mapping[str, Sheet]:
        """The filled-in forms of `side` by key (None: those everybody may have). Needs only that side's room."""


@runtime_checkable
class HasTables(Protocol):
    """A system with something to look up."""

    def tables(self, options: Mapping[str, object]) -> Library:
        """The whole library under the rulings in `options` ({}: every ruling at its default)."""


def library_of(system: object, options: Mapping[str, object]) -> Library:
    """The library of a system; an empty one if it has none."""
    return system.tables(options) if isinstance(system, HasTables) else Library()


def table(title: str, columns: Iterable[Column], rows: Iterable[Row], empty: str = "") -> SheetTable:
    """A table of one block without a heading."""
    return SheetTable(title, tuple(columns), (Block(tuple(rows)),), empty=empty)


def text_of(cell: Cell, column: Column) -> str:
    """A cell as text: with a typographic minus, and in a signed column with a plus too."""
    if cell is None:
        return ""
    if isinstance(cell, str):
        return cell
    sign = MINUS if cell < 0 else "+" if cell > 0 and column.kind == SIGNED else ""
    return f"{sign}{abs(cell)}"


def listed(numbers: Mapping[str, int]) -> str:
    """Names with their numbers, such as "12 × 4-6-7, LMG"; those with 0 are left out."""
    return ", ".join(f"{number} × {name}" if number > 1 else name for name, number in numbers.items() if number)
