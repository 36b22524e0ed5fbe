"""A sheet for a spreadsheet: as CSV, or as xlsx with a page for each of its tables."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from datetime import datetime

import xlsxwriter

from rules.features.documents import Cell, Sheet, SheetTable

FORMULA = ("=", "+", "-", "@")
"""What a text must not begin with, even after blanks: a spreadsheet would evaluate it when it reads the CSV."""
LONGEST_NAME, NOT_IN_NAMES = 31, re.compile(r"[\[\]:*?/\\']")


def csv_of(sheet: Sheet) -> str:
    """The tables one below the other, each under its title; the headings of blocks become a column."""
    out = io.StringIO()
    write = csv.writer(out).writerow
    write(_safe([sheet.title, sheet.side, sheet.date]))
    for table in sheet.tables:
        write([])
        write(_safe([table.title]))
        for row in _rows(table):
            write(_safe(row))
    return out.getvalue()


def xlsx_of(sheet: Sheet, founded_at: datetime) -> bytes:
    """A page for each table. No cell is a formula, and the only time in the file is `founded_at`."""
    out, names = io.BytesIO(), set[str]()
    with xlsxwriter.Workbook(
        out, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    ) as workbook:
        workbook.set_properties({"title": sheet.title, "created": founded_at.replace(tzinfo=None)})
        bold = workbook.add_format({"bold": True})
        for table in sheet.tables:
            page = workbook.add_worksheet(_free_name(table.title or sheet.title, names))
            page.freeze_panes(1, 0)
            for n, row in enumerate(_rows(table)):
                for m, cell in enumerate(row):
                    if isinstance(cell, int):
                        page.write_number(n, m, cell)
                    elif cell:
                        page.write_string(n, m, cell, None if n else bold)
            page.autofit()
    return out.getvalue()


def _rows(table: SheetTable) -> Iterator[list[Cell]]:
    blocked: list[Cell] = [table.by] if table.by else []
    yield [*blocked, *(column.title for column in table.columns)]
    for block in table.blocks:
        for row in block.rows:
            room_to_write = [None] * (len(table.columns) - len(row))
            yield [*([block.title] if blocked else []), *row, *room_to_write]


def _free_name(title: str, taken: set[str]) -> str:
    """A name for a page that differs from all `taken` ones in more than upper and lower case."""
    plain = NOT_IN_NAMES.sub(" ", title).strip() or "1"
    name, n = plain[:LONGEST_NAME], 1
    while name.casefold() in taken:
        n += 1
        name = f"{plain[: LONGEST_NAME - 4]} {n}"
    taken.add(name.casefold())
    return name


def _safe(row: list[Cell]) -> list[Cell]:
    return [f"'{cell}" if isinstance(cell, str) and cell.lstrip().startswith(FORMULA) else cell for cell in row]
