"""Reads charts from xlsx and ods files, and writes them as xlsx.

A file is opened by a process of its own within limits (workbook_child); the sheets it gives are then read as those of
a CSV file are, and faults name the lines of the spreadsheet.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Sequence

import xlsxwriter
from django.conf import settings
from django.utils.translation import gettext

from campaigns.charts import workbook_child
from rules.engine.chart_files import MOST_FAULTS, BadFile, read_rows
from rules.engine.charts import ChartSchema, ChartSheet, Content, Fault, Grid, grid_of

ARCHIVE = b"PK\x03\x04"
"""How both kinds of file begin."""
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
LONGEST = 10
"""Seconds that a file may take to be opened."""
ONE_AT_A_TIME = threading.Lock()
"""A web process opens one file at a time: each may take half a gigabyte meanwhile."""
HANDED_DOWN = ("PATH", "LD_LIBRARY_PATH", "PYTHONPYCACHEPREFIX")
"""The environment variables passed on to the process that opens a stranger's file: no key and no password."""
LONGEST_NAME = 31
"""Letters of the name of a sheet in xlsx."""

Rows = Sequence[Sequence[str]]


def is_workbook(data: bytes) -> bool:
    """Whether a file is an archive, as xlsx and ods are."""
    return data.startswith(ARCHIVE)


def read_sheet(sheet: ChartSheet, data: bytes) -> Grid:
    """The sheet of a chart with its name, or the only one. Raises BadFile if there is none or it can't be read."""
    tables = _tables(data)
    named = [rows for name, rows in tables if _names(sheet, name)]
    if len(named) > 1:
        named = [rows for rows in named if _has_text(rows)] or named[:1]
    if len(named) > 1:
        raise BadFile(_called_twice(sheet))
    if not named and len(tables) != 1:
        raise BadFile(
            Fault(
                sheet.key,
                0,
                "",
                gettext("none of its sheets is called %(key)s.") % {"key": sheet.key},
                gettext("Name the sheet so, or save it in a file of its own."),
            )
        )
    return {sheet.key: read_rows(sheet, (named or [tables[0][1]])[0])}


def read_workbook(schema: ChartSchema, data: bytes) -> Grid:
    """All sheets of a chart, by their names; sheets of other names, and doubles, must be empty. Raises BadFile."""
    grid: Grid = {}
    found = [(name, _named(schema, name), rows) for name, rows in _tables(data)]
    full = Counter(sheet.key for _, sheet, rows in found if sheet and _has_text(rows))
    faults = [_called_twice(sheet) for sheet in schema.sheets if full[sheet.key] > 1]
    for name, sheet, rows in found:
        if sheet is None and _has_text(rows):
            names = ", ".join(each.key for each in schema.sheets)
            faults.append(
                Fault(
                    name[:LONGEST_NAME],
                    0,
                    "",
                    gettext("no sheet of the chart is called “%(name)s”.") % {"name": name[:LONGEST_NAME]},
                    gettext("The sheets are %(names)s.") % {"names": names},
                )
            )
        elif sheet is not None and (_has_text(rows) or not full[sheet.key]):
            try:
                grid = {**grid, sheet.key: read_rows(sheet, rows)}
            except BadFile as error:
                faults += error.faults
    if faults:
        raise BadFile(*faults[:MOST_FAULTS])
    return grid


def write_workbook(schema: ChartSchema, content: Content | None) -> bytes:
    """The chart as xlsx; without content, the empty template. No cell is a formula."""
    grid = grid_of(schema, content) if content else {}
    out = io.BytesIO()
    with xlsxwriter.Workbook(
        out, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    ) as workbook:
        bold = workbook.add_format({"bold": True})
        for sheet in schema.sheets:
            page = workbook.add_worksheet(sheet.key[:LONGEST_NAME])
            page.freeze_panes(1, 0)
            for n, column in enumerate(sheet.columns):
                page.write_string(0, n, column.key, bold)
                page.write_comment(0, n, f"{column.label}. {column.wanted()}")
            for number, line in enumerate(grid.get(sheet.key, ()), start=1):
                for n, column in enumerate(sheet.columns):
                    text = line.cells.get(column.key, "")
                    if column.kind == "number" and text:
                        page.write_number(number, n, int(text))
                    elif text:
                        page.write_string(number, n, text)
    return out.getvalue()


def _called_twice(sheet: ChartSheet) -> Fault:
    text, way_out = gettext("two sheets of the file are called so."), gettext("Leave one of them, and name it %(key)s.")
    return Fault(sheet.key, 0, "", text, way_out % {"key": sheet.key})


def _has_text(rows: Rows) -> bool:
    return any(cell.strip() for row in rows for cell in row)


def _named(schema: ChartSchema, name: str) -> ChartSheet | None:
    return next((each for each in schema.sheets if _names(each, name)), None)


def _names(sheet: ChartSheet, name: str) -> bool:
    return name.strip().casefold() in {sheet.key.casefold(), sheet.title.casefold(), gettext(sheet.title).casefold()}


def _tables(data: bytes) -> list[tuple[str, Rows]]:
    """The sheets of a file by name, in order. Raises BadFile if it is no spreadsheet or larger than a chart may be."""
    command = [sys.executable, "-m", workbook_child.__name__]
    env = {name: value for name, value in os.environ.items() if name in HANDED_DOWN}
    try:
        with ONE_AT_A_TIME:
            done = subprocess.run(
                command, cwd=settings.BASE_DIR, env=env, input=data, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                timeout=LONGEST, check=False,
            )  # fmt: skip
        ended = done.returncode
    except subprocess.TimeoutExpired:
        ended = workbook_child.TOO_MUCH
    if ended == 0:
        return [(name, rows) for name, rows in json.loads(done.stdout)]
    if ended == workbook_child.UNREADABLE:
        text = gettext("this can't be read as a spreadsheet.")
        raise BadFile(Fault("", 0, "", text, gettext("Save it anew as xlsx or ods, or the sheet as CSV (UTF-8).")))
    text = gettext("this spreadsheet is too large to be opened here.")
    raise BadFile(Fault("", 0, "", text, gettext("Leave out what is no chart, or save each sheet as CSV (UTF-8).")))
