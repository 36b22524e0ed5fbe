"""Charts that the owner of a game types in: their sheets, what a cell may hold, and how they are checked.

A game whose numbers only its owner has offers a `ChartSchema`. What somebody has typed is a grid of texts; `check`
turns it into content or into faults that name sheet, line and column. Content is JSON, so that a campaign can carry
its own copy; `restore` checks such a copy again, since it may come from anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, Protocol, runtime_checkable

from pydantic import ConfigDict

from rules.contract import Refused
from rules.text import excerpt, gettext, ngettext, unwritable

Kind = Literal["text", "number", "raised", "choice", "several", "counted"]
Value = Any
Row = Mapping[str, Value]
Content = Mapping[str, tuple[Row, ...]]

NUMBER = re.compile(r"([+-]?[0-9]{1,6})(?:[.,]0{1,2})?", re.ASCII)
RAISED = re.compile(r"([0-9]{1,6})(?:\s*\^\s*([0-9]{1,6}))?", re.ASCII)
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
FORMULA = ("=", "@", "+", "-", "＝", "＠", "＋", "－")
LOST = "\ufffd"
"""The replacement character, which stands for bytes that could not be decoded."""
MOST_NAMED, MOST_TITLE = 20, 80
LONGEST_CELL, LONGEST_FIGURE = 2000, 40
"""The most characters of a cell, and of one in a numeric column; longer ones are not parsed."""
MOST_WRONG = 500
"""After so many faults the remaining lines of a sheet are not checked."""


@dataclass(frozen=True)
class Fault:
    """What is wrong, where, and what to do. `line` is a GridRow's number; 0 stands for the sheet as a whole."""

    sheet: str
    line: int
    column: str
    message: str
    way_out: str


class Unreadable(Exception):
    """Raised for a cell that does not hold what its column asks for."""

    def __init__(self, message: str, way_out: str) -> None:
        super().__init__(message)
        self.message, self.way_out = message, way_out


@dataclass(frozen=True)
class ChartColumn:
    """A column of a sheet.

    Kinds: text; number (whole); raised (`10^2`: a number with an exponent, as [10, 2]); choice (a key of `choices`);
    several (keys separated by blanks); counted (`HMG*2; ATR`: names with numbers, 0 where none is given).
    `low` and `high` bound a number, `most` a text's length. `empty` is the value of an empty cell.
    """

    __pydantic_config__: ClassVar = ConfigDict(extra="forbid")

    key: str
    label: str
    kind: Kind
    help: str = ""
    required: bool = False
    choices: Mapping[str, str] = field(default_factory=dict)
    low: int = 0
    high: int = 0
    most: int = 60
    pattern: str = ""

    @property
    def numeric(self) -> bool:
        """Whether its cells are figures, which pages align in columns."""
        return self.kind in ("number", "raised")

    @property
    def empty(self) -> Value:
        if self.numeric:
            return None
        return [] if self.kind in ("several", "counted") else ""

    def read(self, text: str) -> Value:
        """The value of a cell; raises Unreadable."""
        text = text.strip().replace("−", "-")
        if not text and self.required:
            raise Unreadable(gettext("nothing stands here."), self.wanted())
        if not text:
            return self.empty
        if len(text) > (LONGEST_FIGURE if self.numeric else LONGEST_CELL):
            raise Unreadable(gettext("it has {number} characters.", number=len(text)), self.wanted())
        if text.startswith(FORMULA[:2] if self.numeric else FORMULA):
            raise Unreadable(
                gettext("{text} begins like a formula.", text=excerpt(text)),
                f"{gettext('Enter what it comes to.')} {self.wanted()}",
            )
        if LOST in text or any(map(unwritable, text)):
            lost = gettext("there is a character in it that can't be written down.")
            raise Unreadable(lost, gettext("Type it anew."))
        return _READERS[self.kind](self, text)

    def write(self, value: Value) -> str:
        """The text of a cell that `read` turns into `value`."""
        if value in (None, "", []):
            return ""
        if self.kind == "raised":
            return f"{value[0]}^{value[1]}" if value[1] else str(value[0])
        if self.kind == "several":
            return " ".join(value)
        if self.kind == "counted":
            return "; ".join(f"{name}*{number}" if number else name for name, number in value)
        return str(value)

    def display(self, value: Value) -> str:
        """A value as text in the reader's language."""
        text = self.write(value)
        if self.kind == "several":
            return ", ".join(gettext(self.choices[key]) for key in text.split())
        return gettext(self.choices[text]) if text in self.choices else text

    def wanted(self) -> str:
        """A sentence on what belongs in a cell."""
        if self.numeric:
            ends = {"low": self.low, "high": self.high}
            if self.kind == "raised":
                return gettext("Enter a whole number from {low} to {high}, with ^ before an exponent.", **ends)
            return gettext("Enter a whole number from {low} to {high}.", **ends)
        if self.choices:
            more = " …" if len(self.choices) > MOST_NAMED else ""
            names = ", ".join(list(self.choices)[:MOST_NAMED]) + more
            if self.kind == "several":
                return gettext("Enter any of: {names}.", names=names)
            return gettext("Enter one of: {names}.", names=names)
        if self.kind == "counted":
            return gettext("Enter names with ; between them, each with * and its number: HMG*2; ATR*1.")
        return gettext(self.help) or gettext("Enter a text of at most {most} characters.", most=self.most)


def _text(column: ChartColumn, text: str) -> str:
    if len(text) > column.most:
        too_long = gettext("it has {number} characters.", number=len(text))
        raise Unreadable(too_long, gettext("Keep it to {most}.", most=column.most))
    if column.pattern and not re.fullmatch(column.pattern, text):
        raise Unreadable(gettext("{text} does not fit here.", text=excerpt(text)), column.wanted())
    return text


def _bounded(column: ChartColumn, number: int) -> int:
    if not column.low <= number <= column.high:
        outside = gettext("{number} is not between {low} and {high}.", number=number, low=column.low, high=column.high)
        raise Unreadable(outside, column.wanted())
    return number


def _number(column: ChartColumn, text: str) -> int:
    match = NUMBER.fullmatch(text)
    if not match:
        raise Unreadable(gettext("{text} is not a whole number.", text=excerpt(text)), column.wanted())
    return _bounded(column, int(match[1]))


def _raised(column: ChartColumn, text: str) -> list[int]:
    plain = re.sub(r"([⁰¹²³⁴⁵⁶⁷⁸⁹]+)$", r"^\1", text).translate(SUPERSCRIPTS)
    match = RAISED.fullmatch(plain)
    if not match:
        return [_number(column, text), 0]
    return [_bounded(column, int(match[1])), int(match[2] or 0)]


def _choice(column: ChartColumn, text: str) -> str:
    wanted = text.casefold()
    for key, label in column.choices.items():
        if wanted in (key.casefold(), label.casefold()):
            return key
    raise Unreadable(gettext("{text} is not known here.", text=excerpt(text)), column.wanted())


def _several(column: ChartColumn, text: str) -> list[str]:
    chosen = {_choice(column, word) for word in re.split(r"[\s,;]+", text) if word}
    return [key for key in column.choices if key in chosen]


def _counted(column: ChartColumn, text: str) -> list[list[object]]:
    result: list[list[object]] = []
    for part in filter(None, (part.strip() for part in _text(column, text).split(";"))):
        numbered = re.fullmatch(r"(.*?)\s*\*\s*([0-9]{1,6})", part, re.ASCII)
        name = numbered[1] if numbered else part
        if not name or name.startswith(FORMULA):
            raise Unreadable(gettext("{text} has no name.", text=excerpt(part)), column.wanted())
        result.append([name, _bounded(column, int(numbered[2])) if numbered else 0])
    return result


_READERS: Mapping[Kind, Callable[[ChartColumn, str], Value]] = {
    "text": _text,
    "number": _number,
    "raised": _raised,
    "choice": _choice,
    "several": _several,
    "counted": _counted,
}


@dataclass(frozen=True)
class ChartSheet:
    """A sheet of a chart, with `fewest` to `most` lines, no two of them alike in all columns `unique`."""

    key: str
    title: str
    rule: str
    help: str
    columns: tuple[ChartColumn, ...]
    unique: tuple[str, ...] = ()
    fewest: int = 0
    most: int = 100

    def column(self, key: str) -> ChartColumn | None:
        """The column with this key, or None."""
        return next((column for column in self.columns if column.key == key), None)


@dataclass(frozen=True)
class GridRow:
    """A line as typed; `number` is that in the form, file or spreadsheet it comes from."""

    number: int
    cells: Mapping[str, str]

    @property
    def blank(self) -> bool:
        return not any(text.strip() for text in self.cells.values())


Grid = Mapping[str, tuple[GridRow, ...]]
"""The lines as typed, by key of sheet."""

Remark = tuple[str, str, str]
"""A problem that a game finds in a line: column, message, way out."""


@dataclass(frozen=True, eq=False)
class ChartSchema:
    """The sheets a game asks its owner for, and a practice chart for players without one; compared by identity.

    `check_row(sheet, row)` gives problems within a line; `check_against(sheet, rows, before)` those of lines, by index,
    with the sheets before theirs, if these have no faults; `check_whole(content)` those between any lines, with sheet
    and index. All get readable lines only; the last is called only if nothing else is wrong.
    """

    title: str
    sheets: tuple[ChartSheet, ...]
    practice: Content
    check_row: Callable[[str, Row], Iterable[Remark]]
    check_whole: Callable[[Content], Iterable[tuple[str, int, Remark]]]
    check_against: Callable[[str, Mapping[int, Row], Content], Iterable[tuple[int, Remark]]] = lambda *given: ()

    def sheet(self, key: str) -> ChartSheet | None:
        """The sheet with this key, or None."""
        return next((sheet for sheet in self.sheets if sheet.key == key), None)


@runtime_checkable
class HasCharts(Protocol):
    """A system whose owners type in charts; `setup` gets the copy for a campaign as options["chart"]."""

    charts: ChartSchema


@dataclass(frozen=True)
class Checked:
    """The result of `check`: the content, or None if there are faults."""

    content: Content | None
    faults: tuple[Fault, ...]


def check(schema: ChartSchema, grid: Grid) -> Checked:
    """Read and check a whole grid. Blank lines are ignored."""
    faults: list[Fault] = []
    content: dict[str, tuple[Row, ...]] = {}
    numbers: dict[str, list[int]] = {}
    for sheet in schema.sheets:
        lines = [line for line in grid.get(sheet.key, ()) if not line.blank]
        rows, readable = list[Row](), dict[int, Row]()
        is_fit_before, before = not faults, len(faults)
        for n, line in enumerate(lines):
            if len(faults) - before >= MOST_WRONG:
                more = gettext("from this line on nothing was looked into.")
                faults.append(Fault(sheet.key, line.number, "", more, gettext("Mend what stands before it.")))
                break
            row: dict[str, Value] = {}
            row_faults = []
            for column in sheet.columns:
                try:
                    row[column.key] = column.read(line.cells.get(column.key, ""))
                except Unreadable as error:
                    row_faults.append(Fault(sheet.key, line.number, column.key, error.message, error.way_out))
            if not row_faults:
                row_faults = [Fault(sheet.key, line.number, *remark) for remark in schema.check_row(sheet.key, row)]
            rows.append(row)
            faults += row_faults
            if not row_faults:
                readable[n] = row
        if is_fit_before:
            remarks = schema.check_against(sheet.key, readable, content)
            faults += [Fault(sheet.key, lines[n].number, *remark) for n, remark in remarks]
        faults[before:] = sorted([*faults[before:], *_sheet_faults(sheet, lines, rows)], key=lambda fault: fault.line)
        content[sheet.key] = tuple(rows)
        numbers[sheet.key] = [line.number for line in lines]
    if not faults:
        faults += [Fault(key, numbers[key][n], *remark) for key, n, remark in schema.check_whole(content)]
    return Checked(None if faults else content, tuple(faults))


def _sheet_faults(sheet: ChartSheet, lines: list[GridRow], rows: list[Row]) -> Iterator[Fault]:
    """Faults for too few or too many lines and for duplicate lines."""
    if not sheet.fewest <= len(lines) <= sheet.most:
        wanted = gettext("Enter from {fewest} to {most} lines.", fewest=sheet.fewest, most=sheet.most)
        params = {"sheet": gettext(sheet.title), "number": len(lines)}
        fault = ngettext("{sheet} has {number} line.", "{sheet} has {number} lines.", len(lines), **params)
        yield Fault(sheet.key, 0, "", fault, wanted)
    seen: dict[tuple[str, ...], int] = {}
    for line, row in zip(lines, rows, strict=False):
        if not sheet.unique or any(key not in row for key in sheet.unique):
            continue
        written = [str(row[key]) for key in sheet.unique]
        name = tuple(map(str.casefold, written))
        if name in seen:
            twice = gettext("{name} stands in line {line} already.", name=" ".join(written), line=seen[name])
            yield Fault(sheet.key, line.number, sheet.unique[0], twice, gettext("Take one of the two lines out."))
        seen.setdefault(name, line.number)


def grid_of(schema: ChartSchema, content: Content) -> Grid:
    """The grid that `check` turns into `content`; lines are numbered from 1."""
    return {
        sheet.key: tuple(
            GridRow(n, {column.key: column.write(row[column.key]) for column in sheet.columns})
            for n, row in enumerate(content[sheet.key], start=1)
        )
        for sheet in schema.sheets
    }


@dataclass(frozen=True)
class Copy:
    """A chart as a campaign carries it: title, version, whether it is the practice chart, and content."""

    title: str
    version: int
    practice: bool
    content: Content

    def as_json(self) -> dict[str, Any]:
        """The copy as JSON, for `restore`."""
        sheets = {key: [dict(row) for row in rows] for key, rows in self.content.items()}
        return {"title": self.title, "version": self.version, "practice": self.practice, "sheets": sheets}


def restore(schema: ChartSchema, copy: object) -> Copy:
    """A copy from JSON, checked as if it had just been typed; raises Refused with its first fault."""
    try:
        if not isinstance(copy, Mapping):
            raise TypeError("copy")
        title, version, practice, sheets = (copy[key] for key in ("title", "version", "practice", "sheets"))
        if not (isinstance(title, str) and type(version) is int and type(practice) is bool):
            raise TypeError("title, version, practice")
        content = {sheet.key: tuple(dict(row) for row in sheets[sheet.key]) for sheet in schema.sheets}
        for sheet in schema.sheets:
            columns = {column.key for column in sheet.columns}
            if len(content[sheet.key]) > sheet.most or any(row.keys() != columns for row in content[sheet.key]):
                raise ValueError(sheet.key)
        grid = grid_of(schema, content)
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        reload = gettext("Take a chart from the list, or load the file as it was written.")
        raise Refused(gettext("This is no chart of this game."), field="chart", way_out=reload) from error
    checked = check(schema, grid)
    if checked.content is None:
        raise Refused(in_words(schema, checked.faults[0]), field="chart", way_out=checked.faults[0].way_out)
    return Copy(title[:MOST_TITLE], version, practice, checked.content)


def in_words(schema: ChartSchema, fault: Fault, file: str = "") -> str:
    """A fault with its place, as a sentence; `file`, if given, is named instead of the sheet."""
    sheet = schema.sheet(fault.sheet)
    column = sheet.column(fault.column) if sheet else None
    where = [file or (gettext(sheet.title) if sheet else "")]
    where += [gettext("line {line}", line=fault.line)] if fault.line else []
    if fault.column:
        where.append(gettext("column {column}", column=gettext(column.label) if column else fault.column))
    return f"{', '.join(filter(None, where))}: {fault.message}"
