"""Tables and charts as data: TOML and CSV in, frozen tables with exact odds out.

A table's rows must cover every Final total (or its declared domain) once. Whatever is wrong with a folder of
tables or with a chart is collected and refused in one TableError that names file, line and column.

In a data file each row and each modifier stands on a line of its own, which is how an error finds its line.
A value "-" is a printed dash and is loaded as None.
"""

from __future__ import annotations

import csv
import math
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, Strict, ValidationError

from rules import dice as dice_module
from rules.dice import Modifier

Status = Literal["printed", "inferred", "missing"]
Place = tuple[str | int, ...]
NonEmpty = Annotated[str, Field(min_length=1)]
Whole = Annotated[int, Strict()]
Truth = Annotated[bool, Strict()]
Value = Whole | Annotated[str, Strict()] | None


class TableError(ValueError):
    """Data that may not be used; `problems` has a line for everything that is wrong with it."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


# The dataclasses below are also the schema of the files: pydantic builds them, and refuses unknown keys.


@dataclass(frozen=True)
class Row:
    """One row: the totals it covers (None is open-ended), the label as printed, and its values by column.

    An `original` row is hit by the dice before modifiers, ahead of all other rows.
    """

    __pydantic_config__: ClassVar = ConfigDict(extra="forbid")

    low: Whole | None
    high: Whole | None
    printed: str
    values: Mapping[str, Value]
    original: Truth = False

    @property
    def span(self) -> tuple[float, float]:
        """The first and last total covered, infinite where open-ended."""
        return (-math.inf if self.low is None else self.low, math.inf if self.high is None else self.high)

    def covers(self, total: int) -> bool:
        """Whether this row is the one for `total`."""
        first, last = self.span
        return first <= total <= last


def _row_entry(entry: object) -> object:
    """A row as it is written, its columns beside its limits, as the fields of a Row."""
    if not isinstance(entry, dict):
        return entry
    limits = {key: entry.get(key) for key in ("low", "high")}
    limits |= {key: entry[key] for key in ("printed", "original") if key in entry}
    values = {key: None if value == "-" else value for key, value in entry.items() if key not in _LIMITS}
    return limits | {"values": values}


_LIMITS = {"low", "high", "printed", "original"}
Rows = tuple[Annotated[Row, BeforeValidator(_row_entry)], ...]


@dataclass(frozen=True)
class TableModifier:
    """A modifier a table offers: `value` for each full `per` of what is `counted`; just `value` where nothing is."""

    __pydantic_config__: ClassVar = ConfigDict(extra="forbid")

    key: NonEmpty
    value: Whole
    when: NonEmpty
    cite: str = ""
    counted: str = ""
    per: Annotated[Whole, Field(ge=1)] = 1
    side: str = ""
    groups: tuple[str, ...] = ()


@dataclass(frozen=True)
class Table:
    """A table as printed. `dice` is 1 (dr), 2 (DR) or 0 (no roll); `low` and `high` bound what it can be asked.

    `reading` holds, by ruling and choice, the rows that replace doubtful ones.
    """

    __pydantic_config__: ClassVar = ConfigDict(extra="forbid")

    id: Annotated[str, Field(pattern=r"^[a-z0-9]+\.[a-z0-9_]+$")]
    title: NonEmpty
    cite: NonEmpty
    status: Status
    dice: Literal[0, 1, 2]
    columns: Annotated[tuple[NonEmpty, ...], Field(min_length=1)]
    rows: Annotated[Rows, Field(min_length=1)]
    modifiers: tuple[TableModifier, ...] = ()
    secret: Truth = False
    roller: str = ""
    low: Whole | None = None
    high: Whole | None = None
    doubt: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    reading: Mapping[str, Mapping[str, Rows]] = field(default_factory=dict)

    def row(self, final: int, original: int | None = None) -> Row:
        """The row for a Final total; give the Original too where it may decide. LookupError if there is none."""
        for row in self.rows:
            if row.original and original is not None and row.covers(original):
                return row
        for row in self.rows:
            if not row.original and row.covers(final):
                return row
        raise LookupError(f"{self.id} has no row for {final} ({self.cite})")

    def odds(self, drm: int = 0) -> tuple[tuple[Row, Fraction], ...]:
        """Every row in order with its exact chance under modifiers that add up to `drm`."""
        chances = [Fraction(0)] * len(self.rows)
        if not self.dice:
            raise LookupError(f"{self.id} is not rolled on ({self.cite})")
        for total, chance in dice_module.odds(self.dice).items():
            chances[self.rows.index(self.row(total + drm, total))] += chance
        return tuple(zip(self.rows, chances, strict=True))

    def drm(self, key: str, count: int = 1) -> Modifier:
        """The modifier called `key` as part of a roll, for `count` of what it counts (fractions are dropped)."""
        for each in self.modifiers:
            if each.key == key:
                return Modifier(each.value * (count // each.per), each.when, each.cite or self.cite)
        raise LookupError(f"{self.id} has no modifier {key!r} ({self.cite})")

    def under(self, rulings: Mapping[str, str]) -> Table:
        """This table as read under `rulings` (ruling to choice). A choice without rows here leaves it as it is."""
        rows = self.rows
        for ruling, choices in self.reading.items():
            rows = _overlaid(rows, choices.get(rulings.get(ruling, ""), ()))
        return replace(self, rows=rows)


def _overlaid(rows: tuple[Row, ...], other: tuple[Row, ...]) -> tuple[Row, ...]:
    """`rows` with `other` in place of all that cover any total from its first to its last."""
    if not other:
        return rows
    first, last = other[0].span[0], other[-1].span[1]
    kept = [row for row in rows if row.original or row.span[1] < first or row.span[0] > last]
    return tuple(sorted([*kept, *other], key=lambda row: (row.original, row.span)))


def _problems(table: Table) -> Iterator[tuple[Place, str]]:
    """What is wrong with a table of the right shape, and where in it."""
    yield from _column_problems(table.rows, table, ("rows",))
    yield from _coverage_problems(table.rows, table, ("rows",))
    for key, times in Counter(each.key for each in table.modifiers).items():
        if times > 1:
            yield ("modifiers",), f"modifier {key} stands twice"
    for ruling, choices in table.reading.items():
        for choice, rows in choices.items():
            place = ("reading", ruling, choice)
            yield from _column_problems(rows, table, place)
            read = table.under({ruling: choice}).rows
            yield from ((place, text) for _, text in _coverage_problems(read, table, place))


def _column_problems(rows: Rows, table: Table, place: Place) -> Iterator[tuple[Place, str]]:
    columns = set(table.columns)
    for n, row in enumerate(rows):
        for key in sorted(row.values.keys() - columns):
            yield (*place, n, key), f"unknown key {key}"
        for key in sorted(columns - row.values.keys()):
            yield (*place, n), f"no value for {key}"


def _coverage_problems(rows: Rows, table: Table, place: Place) -> Iterator[tuple[Place, str]]:
    """Gaps, overlaps and totals outside the domain."""
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
        expected = last + 1
    if table.dice and expected <= end and expected != math.inf:
        yield (*place, len(rows) - 1), "gap after the last row"


class _TableFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    table: tuple[Table, ...]


def read_toml(path: Path) -> dict[str, Any]:
    """The content of a TOML file; a TableError with the line if it is not TOML."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise TableError([f"{path.name}: {error}"]) from error


def load_tables(folder: Path) -> Mapping[str, Table]:
    """Every table of the TOML files in `folder` by id; TableError with all that is wrong in any of them."""
    tables: dict[str, Table] = {}
    problems: list[str] = []
    for path in sorted(folder.glob("*.toml")):
        try:
            found = _read_tables(path, tables.keys())
        except TableError as error:
            problems += error.problems
        else:
            tables |= {table.id: table for table in found}
    if not tables and not problems:
        problems.append(f"{folder.name}: no tables")
    if problems:
        raise TableError(problems)
    return MappingProxyType(tables)


def _read_tables(path: Path, taken: Iterable[str]) -> tuple[Table, ...]:
    """The tables of one file, whose ids may not be among those `taken` by other files."""
    content = read_toml(path)
    wrong: list[tuple[Place, str]] = []
    try:
        tables = _TableFile.model_validate(content).table
    except ValidationError as error:
        wrong = [(each["loc"], each["msg"]) for each in error.errors()]
    else:
        ids = set(taken)
        for n, table in enumerate(tables):
            wrong += [(("table", n, *place), f"{table.id}: {text}") for place, text in _problems(table)]
            if table.id in ids:
                wrong.append((("table", n, "id"), f"table {table.id} is there already"))
            ids.add(table.id)
    if wrong:
        lines = path.read_text(encoding="utf-8").splitlines()
        raise TableError(_located(path, lines, place, text) for place, text in wrong)
    return tables


def _located(path: Path, lines: Sequence[str], place: Place, text: str) -> str:
    where = ".".join(str(part) for part in place)
    return f"{path.name}, line {_line_of(lines, place)}: {where}: {text}"


def _line_of(lines: Sequence[str], place: Place) -> int:
    """The number of the line where `place` stands, or of the nearest thing around it that can be found."""
    start, end, name = 0, len(lines), ""
    for part in place:
        if isinstance(part, str):
            name = re.escape(part)
            # Inside one line a key may stand anywhere; elsewhere it begins its line, or it is another entry's.
            key = r"[\s{,]" if end == start + 1 else r"^\s*"
            pattern = rf"^\s*\[\[?(\w+\.)*{name}(\.\w+)*\]|{key}{name}\s*="
            start = next((n for n in range(start, end) if re.search(pattern, lines[n])), start)
        else:
            entries = lines[start].lstrip().startswith("[[")
            opening = rf"^\s*\[\[{name}\]\]" if entries else r"^\s*\{"
            starts = [n for n in range(start, end) if re.search(opening, lines[n])]
            if part < len(starts):
                start, after = starts[part], starts[part + 1 :]
                end = (after[0] if after else end) if entries else start + 1
    return start + 1


def _units(text: object) -> object:
    """`HMG*2;.50 cal*1` as names with numbers; a name without a number has 0: Full and Depleted say how many."""
    if not isinstance(text, str):
        return text
    found = (re.fullmatch(r"(.*?)(?:\*(\d+))?", part.strip()) for part in text.split(";"))
    return tuple((part[1], part[2] or "0") for part in found if part)


class ChartLine(BaseModel):
    """A line of a chart. `KEY` names the columns that tell lines apart."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    KEY: ClassVar[tuple[str, ...]] = ()

    cite: NonEmpty
    status: Status


class GroupLine(ChartLine):
    """A reinforcement group that can be bought; what does not apply to it is None or empty."""

    KEY = ("id",)

    id: Annotated[str, Field(pattern=r"^[A-Z]+[0-9]+$")]
    name: NonEmpty
    units: Annotated[tuple[tuple[NonEmpty, Annotated[int, Field(ge=0)]], ...], BeforeValidator(_units)]
    kind: NonEmpty
    price: int = Field(ge=0)
    full: int | None = Field(default=None, ge=1)
    depleted: int | None = Field(default=None, ge=0)
    notes: Annotated[tuple[NonEmpty, ...], BeforeValidator(lambda text: tuple(str(text).split()))] = ()
    date_max: int = Field(ge=0)
    cg_max: int = Field(ge=0)
    size: Literal["company", "platoon", "section", ""] = ""
    elite: bool = False
    kv: bool = False
    mineroller: bool = False
    variant: str = ""


class WeaponLine(ChartLine):
    """Support weapons of a group: `sure` of them, and one more on a dr of `chance` or less (None: no more).

    `chance_depleted_example` is the number for a Depleted group where the book's example differs from its text.
    """

    KEY = ("rg", "weapon")

    rg: NonEmpty
    weapon: NonEmpty
    sure: int = Field(ge=0)
    chance: int | None = Field(default=None, ge=1, le=6)
    chance_depleted_example: int | None = Field(default=None, ge=0, le=6)


Line = TypeVar("Line", bound=ChartLine)


def load_chart(path: Path, line: type[Line]) -> tuple[Line, ...]:
    """The lines of a CSV chart in order, an empty cell being its column's default.

    TableError with all that is wrong: file, line and column.
    """
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file)
        header = [name.strip() for name in next(reader, [])]
        cells = [(reader.line_num, row) for row in reader if row]
    if wrong := _header_problems(header, line):
        raise TableError(f"{path.name}, line 1: {text}" for text in wrong)
    found, problems = [], []
    seen: set[tuple[object, ...]] = set()
    for number, row in cells:
        try:
            entry = _chart_line(header, row, line)
        except ValueError as error:
            problems += [f"{path.name}, line {number}{text}" for text in _cell_problems(error)]
            continue
        key = tuple(getattr(entry, name) for name in line.KEY)
        if key in seen:
            problems.append(f"{path.name}, line {number}, column {line.KEY[0]}: {' '.join(map(str, key))} stands twice")
        seen.add(key)
        found.append(entry)
    if problems:
        raise TableError(problems)
    return tuple(found)


def _chart_line(header: list[str], row: list[str], line: type[Line]) -> Line:
    if len(row) != len(header):
        raise ValueError(f"{len(row)} cells where the heading has {len(header)}")
    return line.model_validate({name: cell.strip() for name, cell in zip(header, row, strict=True) if cell.strip()})


def _header_problems(header: list[str], line: type[ChartLine]) -> list[str]:
    known = line.model_fields
    return (
        [f"unknown column {name}" for name in header if name not in known]
        + [f"column {name} stands twice" for name, times in Counter(header).items() if times > 1]
        + [f"no column {name}" for name, info in known.items() if info.is_required() and name not in header]
    )


def _cell_problems(error: ValueError) -> list[str]:
    if isinstance(error, ValidationError):
        return [f", column {each['loc'][0]}: {each['msg']}" for each in error.errors()]
    return [f": {error}"]
