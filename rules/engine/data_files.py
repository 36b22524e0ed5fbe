"""Reads a game's data files: TOML as frozen models that depend on rulings, tables from TOML, charts from CSV.

A table's rows must cover every Final total (or its declared domain) exactly once. All that is wrong with a file, a
folder of tables or a chart is collected in one TableError that names file, line and key or column.

In a data file each row and each modifier stands on a line of its own; that is how an error finds its line.
A value "-" is a printed dash and is loaded as None.
"""

from __future__ import annotations

import csv
import json
import math
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Generic, Literal, Self, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, TypeAdapter, ValidationError

from rules.contract import Ruling
from rules.engine.replace import replace
from rules.tables import NonEmpty, Row, Status, Table

Names = tuple[str, ...]
Rounding = Literal["up", "down"]
Place = tuple[str | int, ...]
UP = "up"
LIMITS = {"low", "high", "printed", "original"}
Rows = tuple[Row, ...]


# tables and charts ----------------------------------------------------------------------------------------


class TableError(ValueError):
    """Raised for data that can't be used; `problems` has a line for each thing that is wrong with it."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


def _problems(table: Table) -> Iterator[tuple[Place, str]]:
    """The problems of a table that matches its schema, each with its place."""
    yield from _column_problems(table.rows, table, ("rows",))
    yield from _coverage_problems(table.rows, table, ("rows",))
    for key, times in Counter(each.key for each in table.modifiers).items():
        if times > 1:
            yield ("modifiers",), f"modifier {key} stands twice"
    for ruling, choices in table.reading.items():
        for choice, rows in choices.items():
            place = ("reading", ruling, choice)
            yield from _column_problems(rows, table, place)
            read = under(table, {ruling: choice}).rows
            yield from ((place, text) for _, text in _coverage_problems(read, table, place))


def _column_problems(rows: Rows, table: Table, place: Place) -> Iterator[tuple[Place, str]]:
    columns = set(table.columns)
    for n, row in enumerate(rows):
        for key in sorted(row.values.keys() - columns):
            yield (*place, n, key), f"unknown key {key}"
        for key in sorted(columns - row.values.keys()):
            yield (*place, n), f"no value for {key}"


def _coverage_problems(rows: Rows, table: Table, place: Place) -> Iterator[tuple[Place, str]]:
    """Gaps and overlaps between rows, and totals outside the domain, each with its place."""
    expected = -math.inf if table.low is None else table.low
    end = math.inf if table.high is None else table.high
    for n, row in enumerate(rows if table.dice else ()):
        if row.original:
            continue
        first, last = row.span
        if first > last:
            yield (*place, n), f"row {row.printed!r} ends before it begins"
        elif first > expected:
            yield (*place, n), f"gap before row {row.printed!r}"
        elif first < expected:
            yield (*place, n), f"row {row.printed!r} overlaps what is before it"
        if last > end:
            yield (*place, n), f"row {row.printed!r} goes beyond {end}"
        expected = table.after(int(last)) if table.tens else last + 1
    if table.dice and expected <= end and expected != math.inf:
        yield (*place, len(rows) - 1), "gap after the last row"


def under(table: Table, rulings: Mapping[str, str]) -> Table:
    """The table under `rulings`, which maps rulings to choices; a choice it has no rows for changes nothing.

    The rows of a choice replace all rows that cover any total from the first to the last of theirs.
    """
    rows = table.rows
    for ruling, choices in table.reading.items():
        if other := choices.get(rulings.get(ruling, "")):
            first, last = other[0].span[0], other[-1].span[1]
            outside = [row for row in rows if row.original or row.span[1] < first or row.span[0] > last]
            rows = tuple(sorted([*outside, *other], key=lambda row: (row.original, row.span)))
    return replace(table, rows=rows)


def _row_entry(entry: object) -> object:
    """A row as written in a file, with columns and limits side by side, as the fields of a Row."""
    if not isinstance(entry, dict):
        return entry
    limits = {key: entry.get(key) for key in ("low", "high")}
    limits |= {key: entry[key] for key in ("printed", "original") if key in entry}
    values = {key: None if value == "-" else value for key, value in entry.items() if key not in LIMITS}
    return limits | {"values": values}


def _table_entry(entry: object) -> object:
    """A table as written in a file, with its rows as the fields of Rows."""
    if not isinstance(entry, dict):
        return entry
    return {key: _rows_in(part) if key in ("rows", "reading") else part for key, part in entry.items()}


def _rows_in(part: object) -> object:
    """Convert the rows of a table, or those of its readings by ruling and choice; leave anything else as it is."""
    if isinstance(part, dict):
        return {key: _rows_in(each) for key, each in part.items()}
    return [_row_entry(each) for each in part] if isinstance(part, list) else part


class _TableFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    table: tuple[Annotated[Table, BeforeValidator(_table_entry)], ...]


def read_toml(path: Path) -> dict[str, Any]:
    """The content of a TOML file; raises TableError with the line if it is not TOML."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise TableError([f"{path.name}: {error}"]) from error


def readings_in(content: object, place: Place = ()) -> Iterator[tuple[Place, str, set[str]]]:
    """What a data file says for readings: the place, the ruling, and the readings it has something for."""
    parts = content.items() if isinstance(content, dict) else enumerate(content) if isinstance(content, list) else ()
    for key, part in parts:
        if key == "reading" and isinstance(part, dict):
            yield from (((*place, key, ruling), ruling, set(choices)) for ruling, choices in part.items())
        else:
            yield from readings_in(part, (*place, key))


def _misread(content: object, rulings: Iterable[Ruling] | None, *, every: bool) -> list[tuple[Place, str]]:
    """Where a data file has a ruling or a reading that is none of `rulings`, or leaves one out if it needs `every`."""
    known = {ruling.key: set(ruling.readings) for ruling in rulings or ()}
    return [
        (place, f"the readings of {ruling} are {', '.join(sorted(known.get(ruling, ()))) or 'none'}")
        for place, ruling, said in (() if rulings is None else readings_in(content))
        if ruling not in known or not said <= known[ruling] or (every and said != known[ruling])
    ]


def load_tables(folder: Path, rulings: Iterable[Ruling] | None = None) -> Mapping[str, Table]:
    """The tables of all TOML files in `folder`, by id; raises TableError with the problems of all files.

    With the game's `rulings`, what a table says for a reading that is none is a problem too.
    """
    tables: dict[str, Table] = {}
    problems: list[str] = []
    for path in sorted(folder.glob("*.toml")):
        try:
            read = _read_tables(path, tables.keys(), rulings)
        except TableError as error:
            problems += error.problems
        else:
            tables |= {table.id: table for table in read}
    if not tables and not problems:
        problems.append(f"{folder.name}: no tables")
    if problems:
        raise TableError(problems)
    return MappingProxyType(tables)


def _read_tables(path: Path, taken: Iterable[str], rulings: Iterable[Ruling] | None) -> tuple[Table, ...]:
    """The tables of one file; raises TableError if an id is `taken` by another file or anything else is wrong."""
    content = read_toml(path)
    faults = _misread(content, rulings, every=False)
    try:
        tables = _TableFile.model_validate(content).table
    except ValidationError as error:
        faults += [(each["loc"], each["msg"]) for each in error.errors()]
    else:
        ids = set(taken)
        for n, table in enumerate(tables):
            faults += [(("table", n, *place), f"{table.id}: {text}") for place, text in _problems(table)]
            if table.id in ids:
                faults.append((("table", n, "id"), f"table {table.id} is there already"))
            ids.add(table.id)
    if faults:
        lines = path.read_text(encoding="utf-8").splitlines()
        raise TableError(located(path, lines, place, text) for place, text in faults)
    return tables


def located(path: Path, lines: Sequence[str], place: Place, text: str) -> str:
    """`text` about `place` in a data file, prefixed with the file's name, the line and the place."""
    # Find the line of `place`, or else of the innermost part around it that can be found.
    start, end, name = 0, len(lines), ""
    for part in place:
        if isinstance(part, str):
            name = re.escape(part)
            # Within a single line a key may stand anywhere; elsewhere it has to begin its line.
            key = r"[\s{,]" if end == start + 1 else r"^\s*"
            pattern = rf"^\s*\[\[?(\w+\.)*{name}(\.\w+)*\]|{key}(\w+\.)*{name}(\.\w+)*\s*="
            start = next((n for n in range(start, end) if re.search(pattern, lines[n])), start)
        else:
            entries = lines[start].lstrip().startswith("[[")
            opening = rf"^\s*\[\[{name}\]\]" if entries else r"^\s*\{"
            starts = [n for n in range(start, end) if re.search(opening, lines[n])]
            if part < len(starts):
                start, after = starts[part], starts[part + 1 :]
                end = (after[0] if after else end) if entries else start + 1
    return f"{path.name}, line {start + 1}: {'.'.join(map(str, place))}: {text}"


class DataRow(BaseModel):
    """A row of a chart in data/. `KEY` names the columns that identify a row."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    KEY: ClassVar[tuple[str, ...]] = ()

    cite: NonEmpty
    status: Status


Found = TypeVar("Found", bound=DataRow)


def load_chart(path: Path, kind: type[Found]) -> tuple[Found, ...]:
    """The rows of a CSV chart in order; an empty cell stands for its column's default.

    Raises TableError with all problems: file, line and column.
    """
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file)
        header = [name.strip() for name in next(reader, [])]
        cells = [(reader.line_num, row) for row in reader if row]
    fields = kind.model_fields
    faults = (
        [f"unknown column {name}" for name in header if name not in fields]
        + [f"column {name} stands twice" for name, times in Counter(header).items() if times > 1]
        + [f"no column {name}" for name, info in fields.items() if info.is_required() and name not in header]
    )
    if faults:
        raise TableError(f"{path.name}, line 1: {text}" for text in faults)
    result, problems = [], []
    seen: set[tuple[object, ...]] = set()
    for number, row in cells:
        where = f"{path.name}, line {number}"
        if len(row) != len(header):
            problems.append(f"{where}: {len(row)} cells where the heading has {len(header)}")
            continue
        filled = {name: cell.strip() for name, cell in zip(header, row, strict=True) if cell.strip()}
        try:
            entry = kind.model_validate(filled)
        except ValidationError as error:
            problems += [f"{where}, column {each['loc'][0]}: {each['msg']}" for each in error.errors()]
            continue
        key = tuple(getattr(entry, name) for name in kind.KEY)
        if key in seen:
            problems.append(f"{where}, column {kind.KEY[0]}: {' '.join(map(str, key))} stands twice")
        seen.add(key)
        result.append(entry)
    if problems:
        raise TableError(problems)
    return tuple(result)


# models of other files ------------------------------------------------------------------------------------


class DataModel(BaseModel):
    """A part of a data file, immutable. Unknown keys, missing keys and values of another type are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    def under(self, readings: Mapping[str, str]) -> Self:
        """The same data under the rulings of a campaign; `readings` has the choice for each ruling."""
        parts = {name: _under(part, readings) for name, part in self if name in self.model_fields_set}
        return self.model_copy(update=parts)


class Datum(DataModel):
    """A part with its source: the rule, and whether it is printed, inferred or missing."""

    cite: NonEmpty
    status: Status


T = TypeVar("T")


class Read(DataModel, Generic[T]):
    """A part whose field named by `HANGS` depends on rulings: `reading` has its values by ruling and choice."""

    HANGS: ClassVar[str] = "value"

    reading: Mapping[str, Mapping[str, T]] = {}

    def under(self, readings: Mapping[str, str]) -> Self:
        result = super().under(readings)
        for ruling, choices in self.reading.items():
            result = result.model_copy(update={self.HANGS: choices[readings[ruling]]})
        return result


class ReadValue(Read[T], Generic[T]):
    """A value that may depend on a ruling."""

    value: T


class Value(Datum, ReadValue[T], Generic[T]):
    """A datum that is just one value, which may depend on a ruling."""


def _under(part: object, readings: Mapping[str, str]) -> object:
    if isinstance(part, DataModel):
        return part.under(readings)
    if isinstance(part, tuple):
        return tuple(_under(each, readings) for each in part)
    if isinstance(part, Mapping):
        return {key: _under(each, readings) for key, each in part.items()}
    return part


Shape = TypeVar("Shape")


def load_data(path: Path, shape: type[Shape], rulings: Iterable[Ruling] | None = None) -> Shape:
    """A TOML file as a `shape`; raises TableError with file, line and key of all that is wrong in it.

    With the game's `rulings` it is also wrong if a value that hangs on one has none for each of its readings.
    """
    content = read_toml(path)
    faults = _misread(content, rulings, every=True)
    try:
        data = TypeAdapter(shape).validate_json(json.dumps(content))  # a strict model has a list as tuple only in JSON
    except ValidationError as error:
        faults += [(each["loc"], each["msg"]) for each in error.errors()]
    if faults:
        lines = path.read_text(encoding="utf-8").splitlines()
        raise TableError(located(path, lines, place, text) for place, text in faults)
    return data
