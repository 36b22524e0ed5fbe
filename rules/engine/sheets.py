"""Sheets: forms as values, ready to be drawn on a page, on paper or as a file.

A game fills them in; whoever draws them knows nothing of the game. An empty cell is room to
write in by hand.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.documents import Block, Cell, Column, SheetTable

Row = tuple[Cell, ...]

TEXT, NUMBER, SIGNED = "text", "number", "signed"
MINUS = "−"


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
