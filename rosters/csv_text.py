"""A sheet as comma separated values, for a spreadsheet that may believe what it is told."""

from __future__ import annotations

import csv
import io

from rules.engine.documents import Cell, Row, Sheet

FORMULA = ("=", "+", "-", "@")
"""How a text must not begin, blanks before it or not: spreadsheets would reckon it."""


def csv_of(sheet: Sheet) -> str:
    """The tables one below the other, each under its title; the headings of blocks become a column."""
    out = io.StringIO()
    write = csv.writer(out).writerow
    write(_safe([sheet.title, sheet.side, sheet.date]))
    for table in sheet.tables:
        blocked = [table.by] if table.by else []
        write([])
        write(_safe([table.title]))
        write(_safe([*blocked, *(column.title for column in table.columns)]))
        for block in table.blocks:
            for row in block.rows:
                room_to_write = [None] * (len(table.columns) - len(row))
                write(_safe([*([block.title] if blocked else []), *row, *room_to_write]))
    return out.getvalue()


def _safe(row: Row | list[Cell]) -> list[str | int | None]:
    return [f"'{cell}" if isinstance(cell, str) and cell.lstrip().startswith(FORMULA) else cell for cell in row]
