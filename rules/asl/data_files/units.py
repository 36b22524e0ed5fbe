"""What a game's data/units.toml holds: its counters by name and class."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import Field

from rules.engine.data_files import DataModel, Datum, Names, Read

TroopClass = Literal["elite", "first", "second", "conscript"]
TROOP_CLASSES: tuple[TroopClass, ...] = get_args(TroopClass)
"""How good the troops of an MMC are, best first (A1.25)."""
ELITE, FIRST_LINE, *_ = TROOP_CLASSES


class UnitClass(Datum):
    """A class of counters, with the house default of its Casualty VP."""

    key: str
    name: str
    mmc: bool
    points: int
    points_per_minus: int = 0


class NamedUnit(Datum, Read[str]):
    """What is known of a named counter: its class, half, better counter, order among leaders, if it is an engineer.

    Which counter is the next lower one may depend on a ruling.
    `troop_class` is that of a squad or half-squad, None for others.
    """

    HANGS = "lower"

    name: str
    kind: Annotated[str, Field(alias="class")]
    sides: Names
    half: str = ""
    harden: str = ""
    lower: str = ""
    troop_class: TroopClass | None = None
    fanatic: bool = False
    commissar: bool = False
    nkvd: bool = False
    engineer: bool = False
    rank: int = 0
    drm: int = 0


class Units(DataModel):
    """The counters that are known by name, and their classes."""

    classes: Annotated[tuple[UnitClass, ...], Field(alias="class")]
    unit: tuple[NamedUnit, ...]

    def by_name(self) -> dict[tuple[str, str], NamedUnit]:
        """The units by side and name."""
        return {(side, unit.name): unit for unit in self.unit for side in unit.sides}

    def by_class(self) -> dict[str, UnitClass]:
        """The classes by key."""
        return {row.key: row for row in self.classes}
