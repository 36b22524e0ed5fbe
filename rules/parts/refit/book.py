"""What shared steps look up: a game's tables, units, prices and words, under the readings of one campaign."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from rules.kernel import Ruling
from rules.parts.refit.words import Words
from rules.tables import Table, read_toml

LEADER_KINDS = ("leader", "armor_leader")


class GroupRow(Protocol):
    """What shared steps have to know of a reinforcement group on a game's chart."""

    @property
    def id(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def kind(self) -> str: ...


@dataclass(frozen=True)
class Unit:
    """What is known of a named counter: its class, half, better counter, order among leaders, if it is an engineer."""

    name: str
    kind: str
    half: str = ""
    harden: str = ""
    lower: str = ""
    elite: bool = False
    rank: int = 0
    drm: int = 0
    engineer: bool = False


@dataclass(frozen=True)
class Book:
    """Everything in a game's data/ that shared steps use; a game adds what its own steps need.

    `key` begins the ids of the game's tables, `setup` is data/setup.toml, `words` data/course.toml.
    """

    key: str
    pack: Mapping[str, Any]
    forts: Mapping[str, Any]
    setup: Mapping[str, Any]
    words: Words
    readings: Mapping[str, str]
    tables: Mapping[str, Table]
    groups: Mapping[str, Mapping[str, GroupRow]]
    units: Mapping[tuple[str, str], Unit]
    classes: Mapping[str, Mapping[str, Any]]

    @property
    def names(self) -> Mapping[str, str]:
        """The sides' names."""
        return {row["key"]: row["name"] for row in self.pack["side"]}

    def table(self, key: str) -> Table:
        """A table by its name within the game."""
        return self.tables[f"{self.key}.{key}"]

    def unit(self, side: str, name: str) -> Unit | None:
        """The unit data of a counter, or None for one the book does not describe."""
        return self.units.get((side, name))

    def lower(self, side: str, name: str) -> str:
        """The counter that Replaces one of this name, "" if it has none."""
        unit = self.units.get((side, name))
        return unit.lower if unit else ""

    def leader(self, name: str) -> Unit:
        """A leader's data by his name ("8-1"), which says the same of him on either side."""
        return next(self.units[side, name] for side in self.names if (side, name) in self.units)

    def is_leader(self, name: str) -> bool:
        """Whether a leader of this name is known."""
        found = (self.units.get((side, name)) for side in self.names)
        return any(unit is not None and unit.kind == "leader" for unit in found)

    def note(self, kind: str) -> dict[str, str]:
        """What a new counter of this class has noted on it, if anything."""
        return {}

    def worth(self, kind: str, name: str) -> int:
        """The Casualty VP of a counter by the house default for its class; 0 where they are typed in."""
        if self.readings.get("cvp_values") == "typed":
            return 0
        row = self.classes.get(kind, self.classes["other"])
        minus = max(0, -self.leader(name).drm) if kind in LEADER_KINDS else 0
        return int(row["points"]) + minus * int(row.get("points_per_minus", 0))

    def reading(self, section: Mapping[str, Any], plain: str = "value") -> Any:
        """A value of the data that hangs on a ruling, as this campaign reads it."""
        for ruling, choices in section.get("reading", {}).items():
            return choices[self.readings[ruling]]
        return section[plain]


def read_rulings(path: Path) -> tuple[Ruling, ...]:
    """The doubts of the print in a rulings.toml, with their readings and defaults."""
    return tuple(
        Ruling(
            row["key"],
            row["question"],
            row["cite"],
            {reading["key"]: reading["text"] for reading in row["readings"]},
            row["default"],
            row.get("why", ""),
        )
        for row in read_toml(path)["ruling"]
    )


def read_units(rows: Iterable[Mapping[str, Any]]) -> dict[tuple[str, str], Unit]:
    """The units of a units.toml, by side and name."""
    return {(side, row["name"]): _unit(row) for row in rows for side in row["sides"]}


def _unit(row: Mapping[str, Any]) -> Unit:
    return Unit(
        row["name"],
        row["class"],
        row.get("half", ""),
        row.get("harden", ""),
        row.get("lower", ""),
        row.get("elite", False),
        row.get("rank", 0),
        row.get("drm", 0),
        row.get("engineer", False),
    )
