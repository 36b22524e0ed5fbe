"""The process that opens one spreadsheet: `python -m campaigns.charts.workbook_child`, the file on its input.

It limits its own memory and time before it opens the file, since a few kilobytes can unpack to a billion cells. It
prints the sheets as JSON, or exits with `UNREADABLE`; any other exit code means that the file was too large.
"""

from __future__ import annotations

import io
import json
import math
import resource
import sys
import zipfile
import zlib
from datetime import date, datetime, time, timedelta

import python_calamine

MEMORY = 200 * 1024 * 1024
"""Bytes of addresses, libraries among them; the longest chart takes a tenth of them."""
PROCESSOR = 1
"""Seconds; the longest chart takes a tenth of one."""
MOST_PARTS, MOST_UNPACKED = 500, 15_000_000
"""Files in the archive, and bytes of them together. The longest chart takes less than a fifth of that; empty texts take
seven times their bytes."""
MOST_SHEETS, MOST_ROWS, MOST_COLUMNS = 40, 6000, 90
MOST_CELLS = 200_000
"""Of all sheets together, empty ones too: a cell in the last corner stands for all before it."""
MOST_LETTERS = 4_000_000
"""Of all cells together: a long text is kept once in the file, and any number of cells may show it."""
UNREADABLE, TOO_MUCH = 3, 4

Cell = int | float | str | bool | time | date | datetime | timedelta


def repacked(data: bytes) -> io.BytesIO:
    """The same archive, unpacked within limits and packed again, since the sizes it states may be false."""
    whole, budget = io.BytesIO(), MOST_UNPACKED
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(whole, "w") as taken:
        parts = source.infolist()
        if len(parts) > MOST_PARTS:
            sys.exit(TOO_MUCH)
        for part in parts:
            with source.open(part) as packed:
                content = packed.read(budget + 1)
            budget -= len(content)
            if budget < 0:
                sys.exit(TOO_MUCH)
            taken.writestr(part.filename, content)
    whole.seek(0)
    return whole


def cell_text(cell: Cell) -> str:
    """A cell as a person would have typed it into a text file."""
    if isinstance(cell, float) and cell.is_integer() and math.fabs(cell) < 1e15:
        return str(int(cell))
    return str(cell)


def main() -> None:
    """Open the file and print its sheets. The system kills this process if it exceeds its limits."""
    if sys.platform == "linux":  # the only one that counts memory this way
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR, PROCESSOR))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        workbook = python_calamine.CalamineWorkbook.from_filelike(repacked(sys.stdin.buffer.read()))
        if len(workbook.sheet_names) > MOST_SHEETS:
            sys.exit(TOO_MUCH)
        sheets, cells, letters = [], 0, 0
        for name in workbook.sheet_names:
            sheet = workbook.get_sheet_by_name(name)
            # These are the places of the last row and column, counted from 0.
            if sheet.total_height >= MOST_ROWS or sheet.total_width >= MOST_COLUMNS:
                sys.exit(TOO_MUCH)
            cells += (sheet.total_height + 1) * (sheet.total_width + 1)
            if cells > MOST_CELLS:
                sys.exit(TOO_MUCH)
            rows = sheet.to_python(skip_empty_area=False)
            sheets.append((name, texts := [[cell_text(cell) for cell in row] for row in rows]))
            letters += len(name) + sum(len(text) for row in texts for text in row)
            if letters > MOST_LETTERS:
                sys.exit(TOO_MUCH)
    except MemoryError:
        sys.exit(TOO_MUCH)
    except (python_calamine.CalamineError, zipfile.BadZipFile, zlib.error, OSError, ValueError, RuntimeError):
        sys.exit(UNREADABLE)
    json.dump(sheets, sys.stdout)


if __name__ == "__main__":
    main()
