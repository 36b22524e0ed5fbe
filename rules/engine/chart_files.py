"""Reads and writes charts as files: a CSV for each sheet, or one TOML for the whole chart.

Spreadsheets separate cells by commas, semicolons or tabs, and write a byte order mark or none. What can't be read for
sure is refused with its line. A file that was written is read back as the same chart. No cell that is written begins
like a formula, since no text that begins like one is accepted.
"""

from __future__ import annotations

import csv
import io
import json
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import TypeAdapter

from rules.engine import toml_limits
from rules.engine.charts import ChartColumn, ChartSchema, ChartSheet, Content, Fault, Grid, GridRow, grid_of
from rules.text import gettext, gettext_noop

MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
OLD_SPREADSHEET = b"\xd0\xcf\x11\xe0"
"""How a spreadsheet of the time before xlsx begins, and one that is locked by a password."""
ARCHIVE = b"PK\x03\x04"
SEPARATORS = ";\t,"
MOST_FAULTS = 30
MOST_NAMES = 100
"""More names than the heading of any sheet has."""
MARKS_OF_A_CELL, MARKS_BESIDE = 10, 1000
"""Marks that the cells of a full chart need in TOML, and some for remarks and empty lines."""
UTF8 = gettext_noop("Save it as “CSV UTF-8” or as text with UTF-8.")


class BadFile(Exception):
    """Raised for a file that can't be read; nothing of it was kept. `faults` says why."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(faults[0].message)
        self.faults = faults


def load_sheets(sheets: Iterable[Mapping[str, Any]], columns: Iterable[Mapping[str, Any]]) -> tuple[ChartSheet, ...]:
    """The sheets of a chart from a game's data; each of the `columns` names its sheet."""
    by_sheet: dict[str, list[ChartColumn]] = {}
    for entry in columns:
        column = TypeAdapter(ChartColumn).validate_python({key: entry[key] for key in entry if key != "sheets"})
        for key in entry["sheets"]:
            by_sheet.setdefault(key, []).append(column)
    return tuple(
        TypeAdapter(ChartSheet).validate_python({**entry, "columns": by_sheet.pop(entry["key"])}) for entry in sheets
    )


def decoded(data: bytes, sheet: str = "") -> str:
    """The text of a file in UTF-8, or in UTF-16 with a byte order mark. Raises BadFile."""
    if data.startswith((OLD_SPREADSHEET, ARCHIVE)):
        own = gettext("This is a spreadsheet's own format.")
        if data.startswith(OLD_SPREADSHEET):
            own = gettext("This is an old spreadsheet, or one with a password.")
        raise BadFile(Fault(sheet, 0, "", own, gettext("Save the sheet as CSV (UTF-8), xlsx or ods.")))
    encoding = next((name for mark, name in MARKS if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BadFile(
            Fault(sheet, line, "", gettext("there is a letter that is not written in UTF-8."), gettext(UTF8))
        ) from error
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise BadFile(Fault(sheet, line, "", gettext("there is a character that no text has."), gettext(UTF8)))
    return text


def read_csv(sheet: ChartSheet, data: bytes) -> tuple[GridRow, ...]:
    """The lines of a sheet, with their numbers in the file. Raises BadFile."""
    text = decoded(data, sheet.key)
    lines = io.StringIO(text, newline="")
    first = lines.readline()
    offset = 0
    if re.fullmatch(r"sep=.\s*", first):
        separator, offset = first[4], 1
    else:
        separator = max(SEPARATORS, key=lambda each: len(_column_keys(sheet, first.split(each, MOST_NAMES))))
        lines.seek(0)
    reader = csv.reader(lines, delimiter=separator, strict=True)
    try:
        head = _heading(sheet, next(reader, []), offset + 1)
        return tuple(_lines(sheet, head, ((reader.line_num + offset, cells) for cells in reader)))
    except csv.Error as error:
        fault = Fault(
            sheet.key,
            reader.line_num + offset,
            "",
            gettext("a quotation mark is out of place."),
            gettext("Take it out."),
        )
        raise BadFile(fault) from error


def read_rows(sheet: ChartSheet, rows: Sequence[Sequence[str]]) -> tuple[GridRow, ...]:
    """The lines of a sheet from the cells of a spreadsheet, with the numbers of its rows. Raises BadFile.

    The first row that is not empty is the heading. Empty columns to the right of it are left out.
    """
    first = next((n for n, row in enumerate(rows) if any(cell.strip() for cell in row)), 0)
    names = [name.strip() for name in rows[first]] if rows else []
    while names and not names[-1]:
        names.pop()
    head = _heading(sheet, names, first + 1)
    numbered = ((n, _within(row, len(head))) for n, row in enumerate(rows[first + 1 :], start=first + 2))
    return tuple(_lines(sheet, head, numbered))


def _within(row: Sequence[str], width: int) -> Sequence[str]:
    """A row without the empty cells beyond its heading."""
    return row[:width] if not any(cell.strip() for cell in row[width:]) else row


def _lines(sheet: ChartSheet, head: Sequence[str], rows: Iterable[tuple[int, Sequence[str]]]) -> list[GridRow]:
    result: list[GridRow] = []
    faults: list[Fault] = []
    for number, cells in rows:
        full = any(cell.strip() for cell in cells)
        if full and len(cells) != len(head):
            text = gettext("{cells} cells where the heading has {head}.", cells=len(cells), head=len(head))
            quoted = gettext("Give the line as many cells as the heading; quote a text that holds the separator.")
            faults.append(Fault(sheet.key, number, "", text, quoted))
        elif full and len(result) == sheet.most:
            faults.append(_too_many(sheet, number))
        elif full:
            result.append(GridRow(number, dict(zip(head, cells, strict=True))))
        if len(faults) == MOST_FAULTS:
            break
    if faults:
        raise BadFile(*faults)
    return result


def _column_keys(sheet: ChartSheet, names: Sequence[str]) -> list[str]:
    """The columns' keys for those of `names` that are keys or labels of the sheet."""
    keys = {name.casefold(): column.key for column in sheet.columns for name in (column.label, column.key)}
    folded = (name.strip().strip('"').strip().casefold() for name in names)
    return [keys[name] for name in folded if name in keys]


def _heading(sheet: ChartSheet, names: Sequence[str], line: int) -> list[str]:
    """The heading as keys of columns."""
    template = gettext("Take the heading of the empty template.")
    if len(names) > MOST_NAMES:
        raise BadFile(
            Fault(sheet.key, line, "", gettext("the heading has {most} names and more.", most=MOST_NAMES), template)
        )
    faults = [
        Fault(sheet.key, line, name.strip(), gettext("there is no such column."), template)
        for name in names
        if not _column_keys(sheet, [name])
    ]
    head = _column_keys(sheet, names)
    faults += [
        Fault(sheet.key, line, key, gettext("this column stands twice."), template)
        for key in dict.fromkeys(head)
        if head.count(key) > 1
    ]
    faults += [
        Fault(sheet.key, line, column.key, gettext("this column is not there."), template)
        for column in sheet.columns
        if column.required and column.key not in head
    ]
    if faults:
        raise BadFile(*faults[:MOST_FAULTS])
    return head


def read_toml(schema: ChartSchema, data: bytes) -> Grid:
    """The lines of all sheets, numbered as in the file. Each is a `[[sheet]]` with its cells. Raises BadFile."""
    text = decoded(data)
    cells = sum(sheet.most * len(sheet.columns) for sheet in schema.sheets)
    try:
        toml_limits.check(text, MARKS_OF_A_CELL * cells + MARKS_BESIDE)
        content = tomllib.loads(text)
    except toml_limits.TooMuch as error:
        raise BadFile(Fault("", error.line, "", error.message, error.way_out)) from error
    except (ValueError, RecursionError) as error:
        where = re.search(r"at line (\d+)", str(error))
        broken = Fault(
            "",
            int(where[1]) if where else 0,
            "",
            gettext("this is not TOML."),
            gettext("Start from the empty template."),
        )
        raise BadFile(broken) from error
    places = _Places(text)
    faults: list[Fault] = []
    grid: dict[str, tuple[GridRow, ...]] = {}
    for key, rows in content.items():
        sheet = schema.sheet(key)
        if sheet is None or not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            names = ", ".join(f"[[{each.key}]]" for each in schema.sheets)
            faults.append(
                Fault(
                    key,
                    places.line(key),
                    "",
                    gettext("this is no sheet."),
                    gettext("The sheets are {names}.", names=names),
                )
            )
        elif len(rows) > sheet.most:
            faults.append(_too_many(sheet, places.line(key, sheet.most)))
        else:
            faults += _toml_faults(sheet, places, rows)
            texts = [{name: str(value) for name, value in row.items()} for row in rows]
            grid[key] = tuple(GridRow(places.line(key, n), row) for n, row in enumerate(texts))
        if len(faults) >= MOST_FAULTS:
            break
    if faults:
        raise BadFile(*faults[:MOST_FAULTS])
    return grid


def _toml_faults(sheet: ChartSheet, places: _Places, rows: Sequence[Mapping[str, object]]) -> list[Fault]:
    """The faults of the file's form: keys that are no columns, and values that no cell can hold."""
    faults: list[Fault] = []
    for n, row in enumerate(rows):
        for name, value in row.items():
            if sheet.column(name) is None:
                text, way = (
                    gettext("there is no such column."),
                    gettext("The columns are {names}.", names=", ".join(c.key for c in sheet.columns)),
                )
            elif isinstance(value, bool) or not isinstance(value, str | int | float):
                text, way = gettext("this is no cell."), gettext("Give a number or a text in quotes.")
            else:
                continue
            faults.append(Fault(sheet.key, places.line(sheet.key, n, name), name, text, way))
            if len(faults) == MOST_FAULTS:
                return faults
    return faults


class _Places:
    """Where the entries of a TOML file stand."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.starts: dict[str, list[int]] = {}
        for n, line in enumerate(self.lines):
            if heading := re.match(r"\s*\[\[?\s*([\w-]+)\s*\]", line):
                self.starts.setdefault(heading[1], []).append(n)

    def line(self, sheet: str, n: int = 0, column: str = "") -> int:
        """The number of the line of a sheet's n-th entry, or of its cell; 0 if that can't be told."""
        starts = self.starts.get(sheet, [])
        if n >= len(starts):
            return 0
        if column:
            for number in range(starts[n] + 1, len(self.lines)):
                if self.lines[number].lstrip().startswith("["):
                    break
                if re.match(rf"\s*[\"']?{re.escape(column)}[\"']?\s*=", self.lines[number]):
                    return number + 1
        return starts[n] + 1


def _too_many(sheet: ChartSheet, line: int) -> Fault:
    return Fault(
        sheet.key,
        line,
        "",
        gettext("there are more than {most} lines.", most=sheet.most),
        gettext("Take lines out."),
    )


def write_csv(sheet: ChartSheet, lines: Sequence[GridRow]) -> str:
    """A sheet as CSV; without lines, the empty template."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([column.key for column in sheet.columns])
    writer.writerows([line.cells.get(column.key, "") for column in sheet.columns] for line in lines)
    return out.getvalue()


def write_toml(schema: ChartSchema, content: Content | None) -> str:
    """The whole chart as TOML; without content, the empty template with a word on every column."""
    grid = grid_of(schema, content) if content else {}
    out = [f"# {schema.title}"]
    for sheet in schema.sheets:
        out += ["", f"# {sheet.title} ({sheet.rule}): {sheet.help}"]
        if content is None:
            out += [f"# [[{sheet.key}]]"]
            out += [f'# {column.key} = ""  # {column.label}. {column.wanted()}' for column in sheet.columns]
        for line in grid.get(sheet.key, ()):
            out += ["", f"[[{sheet.key}]]"]
            for key, text in ((key, text) for key, text in line.cells.items() if text):
                column = sheet.column(key)
                # A JSON string is a TOML string as long as it has no DEL in it.
                quoted = json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
                out.append(f"{key} = {text if column is not None and column.kind == 'number' else quoted}")
    return "\n".join(out) + "\n"
