"""Tables as printed: frozen rows and modifiers with exact odds. `rules.engine.data_files` reads them from files."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, ConfigDict, Field, Strict

from rules.dice import SIX, Modifier, notation, odds

TEN = 10

Status = Literal["printed", "inferred", "missing"]
NonEmpty = Annotated[str, Field(min_length=1)]
Whole = Annotated[int, Strict()]
Truth = Annotated[bool, Strict()]
Value = Whole | Annotated[str, Strict()] | None


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
    """A table as printed, for so many `dice` (0: no roll) of so many `sides`; `low` and `high` bound what can be asked.

    `reading` holds, by ruling and choice, the rows that replace doubtful ones.
    """

    __pydantic_config__: ClassVar = ConfigDict(extra="forbid")

    id: Annotated[str, Field(pattern=r"^[a-z0-9]+\.[a-z0-9_]+$")]
    title: NonEmpty
    cite: NonEmpty
    status: Status
    dice: Annotated[Whole, Field(ge=0, le=10)]
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
    sides: Annotated[Whole, Field(ge=2, le=100)] = SIX

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
        for total, chance in odds(self.dice, self.sides).items():
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


@dataclass(frozen=True)
class Need:
    """A roll to be made: `key` names it within its step, `dice` says how many dice of so many `sides`.

    `table` may be None where the number itself is the result; else it is rolled on with dice of the same sides.
    """

    key: str
    label: str
    dice: int
    table: Table | None = None
    modifiers: tuple[Modifier, ...] = ()
    sides: int = SIX

    def __post_init__(self) -> None:
        if self.table and self.table.sides != self.sides:
            raise ValueError(f"{self.table.id} is rolled on with dice of {self.table.sides} sides, not {self.sides}.")

    @property
    def notation(self) -> str:
        """Its dice as they are written, such as DR or 2d10."""
        return notation(self.dice, self.sides)

    @property
    def lowest(self) -> int:
        """The lowest number that may be typed in for a die: most ten-sided ones show their 10 as 0."""
        return 0 if self.sides == TEN else 1

    @property
    def drm(self) -> int:
        """All modifiers together."""
        return sum(modifier.value for modifier in self.modifiers)

    @property
    def rule(self) -> str:
        """Where the roll is prescribed."""
        return self.table.cite if self.table else ""
