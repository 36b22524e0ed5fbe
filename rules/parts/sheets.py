"""Sheets: forms as values, ready to be drawn on a page, on paper or as a file.

A game fills them in; whoever draws them knows nothing of the game. An empty cell is room to
write in by hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

Cell = str | int | None
Row = tuple[Cell, ...]

TEXT, NUMBER, SIGNED = "text", "number", "signed"
MINUS = "−"


@dataclass(frozen=True)
class Column:
    """A column: `width` is its share of the page beside the others, `kind` how its cells are set."""

    title: str
    width: float = 1
    kind: str = TEXT


@dataclass(frozen=True)
class Block:
    """Rows that belong together, under a heading of their own if they have one."""

    rows: tuple[Row, ...]
    title: str = ""


@dataclass(frozen=True)
class SheetTable:
    """A table of a sheet. `by` names what the headings of its blocks are; `empty` stands there if it has no rows."""

    title: str
    columns: tuple[Column, ...]
    blocks: tuple[Block, ...]
    by: str = ""
    empty: str = ""


@dataclass(frozen=True)
class Sheet:
    """A form filled in. `side` is the name of the side it belongs to, "" where everybody may have it.

    `journal` asks whoever draws it to add the public journal, which the rules do not hold.
    """

    key: str
    title: str
    subtitle: str
    date: str
    side: str
    tables: tuple[SheetTable, ...]
    notes: tuple[str, ...] = ()
    journal: bool = False


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
