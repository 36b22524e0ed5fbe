"""Tables as printed, as immutable values. `rules.engine.data_files` reads them from files."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal

from pydantic import ConfigDict, Field, Strict

from rules.dice import SIX, TEN, Modifier, draw_name, notation

Status = Literal["printed", "inferred", "missing"]
NonEmpty = Annotated[str, Field(min_length=1)]
Whole = Annotated[int, Strict()]
Truth = Annotated[bool, Strict()]
Value = Whole | Annotated[str, Strict()] | None


# The dataclasses below are also the schema of the files: pydantic builds them and rejects unknown keys.


@dataclass(frozen=True)
class Row:
    """One row: the totals it covers (None is open-ended), the label as printed, and its values by column.

    An `original` row is matched against the dice before modifiers, and takes precedence over all other rows.
    """

    __pydantic_config__: ClassVar = ConfigDict(extra="forbid")

    low: Whole | None
    high: Whole | None
    printed: str
    values: Mapping[str, Value]
    original: Truth = False

    @property
    def span(self) -> tuple[float, float]:
        """The first and the last total covered, infinite where open-ended."""
        return (-math.inf if self.low is None else self.low, math.inf if self.high is None else self.high)

    def covers(self, total: int) -> bool:
        """Whether `total` is within the row's span."""
        first, last = self.span
        return first <= total <= last


@dataclass(frozen=True)
class TableModifier:
    """A modifier of a table: `value` for each full `per` of what is `counted`, or just `value` if nothing is."""

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
    """A table as printed, for `dice` dice (0: no roll) of `sides` sides; `low` and `high` bound the totals it covers.

    With `tens` the first of two dice counts tens (d66). `reading` holds, by ruling and choice, the rows that replace
    doubtful ones.
    """

    __pydantic_config__: ClassVar = ConfigDict(extra="forbid")

    id: Annotated[str, Field(pattern=r"^[a-z0-9]+\.[a-z0-9_]+$")]
    title: NonEmpty
    cite: NonEmpty
    status: Status
    dice: Annotated[Whole, Field(ge=0, le=10)]
    columns: Annotated[tuple[NonEmpty, ...], Field(min_length=1)]
    rows: Annotated[tuple[Row, ...], Field(min_length=1)]
    modifiers: tuple[TableModifier, ...] = ()
    secret: Truth = False
    roller: str = ""
    low: Whole | None = None
    high: Whole | None = None
    doubt: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    reading: Mapping[str, Mapping[str, tuple[Row, ...]]] = field(default_factory=dict)
    sides: Annotated[Whole, Field(ge=2, le=100)] = SIX
    tens: Truth = False

    def after(self, total: int) -> int:
        """The total after `total` that its dice can show: on a d66, 21 comes after 16."""
        return total + TEN - self.sides + 1 if self.tens and total % TEN == self.sides else total + 1

    def row(self, final: int, original: int | None = None) -> Row:
        """The row for a Final total, or one for Original if that is given and hits; raises LookupError if none fits."""
        for row in self.rows:
            if row.original and original is not None and row.covers(original):
                return row
        for row in self.rows:
            if not row.original and row.covers(final):
                return row
        raise LookupError(f"{self.id} has no row for {final} ({self.cite})")

    def drm(self, key: str, count: int = 1) -> Modifier:
        """The modifier `key` for a roll, for `count` of what it counts, rounded down; raises LookupError if unknown."""
        for each in self.modifiers:
            if each.key == key:
                return Modifier(each.value * (count // each.per), each.when, each.cite or self.cite)
        raise LookupError(f"{self.id} has no modifier {key!r} ({self.cite})")


@dataclass(frozen=True)
class Need:
    """A roll to make: `key` names it within its step, `dice` and `sides` give its dice.

    `table` is None where the number itself is the result; otherwise it must have the same sides and `tens`, or a
    ValueError is raised. `of` names the draw where the key can't, because the key is a running number or the step comes
    again for something else. With `tens` the first of two dice counts tens (d66).
    """

    key: str
    label: str
    dice: int
    table: Table | None = None
    modifiers: tuple[Modifier, ...] = ()
    sides: int = SIX
    of: str = ""
    tens: bool = False

    def __post_init__(self) -> None:
        if self.table and self.table.tens != self.tens:
            raise ValueError(f"{self.table.id} and its roll do not agree on whether the first die counts tens.")
        if self.table and self.table.sides != self.sides:
            raise ValueError(f"{self.table.id} is rolled on with dice of {self.table.sides} sides, not {self.sides}.")

    @property
    def name(self) -> str:
        """The name of its draw within its step."""
        return draw_name(self.of or self.key)

    @property
    def notation(self) -> str:
        """Its dice in the usual notation, such as DR or 2d10."""
        return notation(self.dice, self.sides, tens=self.tens)

    @property
    def lowest(self) -> int:
        """The lowest number that may be typed in for a die: most ten-sided dice show their 10 as 0."""
        return 0 if self.sides == TEN else 1

    @property
    def drm(self) -> int:
        """The sum of all modifiers."""
        return sum(modifier.value for modifier in self.modifiers)

    @property
    def rule(self) -> str:
        """The rule that prescribes the roll, "" without a table."""
        return self.table.cite if self.table else ""
