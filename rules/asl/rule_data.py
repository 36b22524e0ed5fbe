"""What shared steps look up: a game's tables, units, prices and words, under the readings of one campaign.

Shared code says what a step does, a game's data/course.toml what it is called and by which rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import ClassVar, Protocol, TypedDict, TypeVar

from pydantic import ConfigDict

from rules.asl.counters import Change
from rules.asl.data_files.fortifications import Forts
from rules.asl.data_files.group_charts import WeaponRow
from rules.asl.data_files.pack import Pack
from rules.asl.data_files.readings import AslReadings
from rules.asl.data_files.setup import Setup
from rules.asl.data_files.units import NamedUnit, UnitClass, Units
from rules.contract import Ruling
from rules.engine.data_files import DataModel, load_chart, load_data, load_tables, under
from rules.engine.founding import read_rulings
from rules.engine.readings import GameReadings, under_todays_keys
from rules.engine.replace import replace
from rules.tables import Table

M = TypeVar("M", bound=DataModel)

LEADER_KINDS = ("leader", "armor_leader")


class GroupRow(Protocol):
    """What shared steps need to know about a reinforcement group on a game's chart."""

    @property
    def id(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def kind(self) -> str: ...

    @property
    def units(self) -> tuple[tuple[str, int], ...]: ...


@dataclass(frozen=True)
class Reading:
    """What a step says instead in a campaign that reads an unclear rule in this way."""

    __pydantic_config__: ClassVar = ConfigDict(extra="forbid")

    points: tuple[str, ...] | None = None
    names: tuple[str, ...] | None = None
    texts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class StepText:
    """A step's words in a game: its rule number, its title, what to do, and the label of its button.

    `passes` is shown when it asks nothing, `points` are a list to go through at the table, `rules` more rule numbers by
    topic, `names` the counters that the step treats as exceptions. Other texts that its module shows are `texts` by
    key, and `labels` by key and choice. `reading` replaces parts of it, by ruling and reading.
    """

    __pydantic_config__: ClassVar = ConfigDict(extra="forbid")

    rule: str
    title: str = ""
    help: str = ""
    button: str = ""
    passes: str = ""
    points: tuple[str, ...] = ()
    rules: Mapping[str, str] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    reading: Mapping[str, Mapping[str, Reading]] = field(default_factory=dict)

    def __getitem__(self, key: str) -> str:
        """A text every game with this step has."""
        return self.texts[key]

    def optional(self, key: str) -> str:
        """A text only some games with this step have, "" in the others."""
        return self.texts.get(key, "")

    def rule_of(self, part: str = "") -> str:
        """The paragraph of a part of the step, or that of the step where the game names none."""
        return self.rules.get(part, self.rule)

    def under(self, readings: Mapping[str, str]) -> StepText:
        """The step with the words of a campaign with these readings."""
        chosen = [choices[readings[ruling]] for ruling, choices in self.reading.items()]
        points = next((reading.points for reading in chosen if reading.points is not None), self.points)
        names = next((reading.names for reading in chosen if reading.names is not None), self.names)
        texts = {**self.texts, **{key: text for reading in chosen for key, text in reading.texts.items()}}
        return replace(self, points=points, names=names, texts=texts)


StepTexts = Mapping[str, StepText]
"""A game's words by the key of the step."""


@dataclass(frozen=True)
class RuleData:
    """Everything in a game's data/ that shared steps use; a game adds what its own steps need.

    Where a value hangs on a ruling it is the one that the campaign's `readings` choose. `setup` is data/setup.toml,
    `step_texts` data/course.toml, `weapons` the support weapons of each group by side.
    """

    pack: Pack
    forts: Forts
    setup: Setup
    step_texts: StepTexts
    readings: AslReadings
    tables: Mapping[str, Table]
    groups: Mapping[str, Mapping[str, GroupRow]]
    units: Mapping[tuple[str, str], NamedUnit]
    classes: Mapping[str, UnitClass]
    weapons: Mapping[str, Mapping[str, tuple[WeaponRow, ...]]]

    @property
    def key(self) -> str:
        """The prefix of the ids of the game's tables."""
        return self.pack.key

    @property
    def names(self) -> Mapping[str, str]:
        """The sides' names."""
        return self.pack.names

    def table(self, key: str) -> Table:
        """A table by its name within the game."""
        return self.tables[f"{self.key}.{key}"]

    def unit(self, side: str, name: str) -> NamedUnit | None:
        """The unit data of a counter, or None for one the rulebook does not describe."""
        return self.units.get((side, name))

    def lower(self, side: str, name: str) -> str:
        """The counter that Replaces one of this name, "" if it has none."""
        unit = self.units.get((side, name))
        return unit.lower if unit else ""

    def half(self, side: str, name: str) -> str:
        """The half-squad of a squad of this name, "" if none is known."""
        unit = self.units.get((side, name))
        return unit.half if unit else ""

    def squads(self, side: str, half: str) -> tuple[str, ...]:
        """The squads that two half-squads of this name may be."""
        return tuple(name for (its, name), unit in self.units.items() if its == side and unit.half == half)

    def leader(self, name: str) -> NamedUnit:
        """A leader's data by his name ("8-1"), which says the same of him on either side."""
        return next(self.units[side, name] for side in self.names if (side, name) in self.units)

    def is_leader(self, name: str) -> bool:
        """Whether a leader of this name is known."""
        units = (self.units.get((side, name)) for side in self.names)
        return any(unit is not None and unit.kind == "leader" for unit in units)

    def note(self, kind: str) -> Change:
        """Values that every new counter of this class begins with; {} if there are none."""
        return {}

    def worth(self, kind: str, name: str) -> int:
        """The Casualty VP of a counter by the house default for its class; 0 where they are typed in."""
        if self.readings.cvp_values == "typed":
            return 0
        row = self.classes.get(kind, self.classes["other"])
        minus = max(0, -self.leader(name).drm) if kind in LEADER_KINDS else 0
        return row.points + minus * row.points_per_minus


class Shared(TypedDict):
    """The fields of `RuleData` that are the same models in every game."""

    step_texts: StepTexts
    tables: Mapping[str, Table]
    units: Mapping[tuple[str, str], NamedUnit]
    classes: Mapping[str, UnitClass]
    weapons: Mapping[str, Mapping[str, tuple[WeaponRow, ...]]]


class DataFiles:
    """A game's data/ folder; what is wrong in a file of it is a TableError that names file, line and key."""

    def __init__(self, folder: Path, asked: type[GameReadings]) -> None:
        """The data in `folder`; the code of the game asks for the readings of `asked`."""
        self.folder, self.asked = folder, asked
        self._read: dict[str, DataModel] = {}

    def read(self, name: str, model: type[M], readings: Mapping[str, str] | None = None) -> M:
        """A TOML file as a `model`, under `readings` if there are any."""
        if name not in self._read:
            self._read[name] = load_data(self.folder / f"{name}.toml", model, self.rulings)
        content = self._read[name]
        assert isinstance(content, model), name
        return content if readings is None else content.under(readings)

    @cached_property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings on what is unclear in the print, with their readings and defaults."""
        return read_rulings(self.folder / "rulings.toml", self.asked)

    @cached_property
    def step_texts(self) -> StepTexts:
        """The words of every step, by its key."""
        return load_data(self.folder / "course.toml", dict[str, StepText], self.rulings)

    @cached_property
    def tables(self) -> Mapping[str, Table]:
        """The tables by id."""
        return load_tables(self.folder / "tables", self.rulings)

    @cached_property
    def units(self) -> Units:
        """The counters and their classes."""
        return self.read("units", Units)

    @cached_property
    def weapons(self) -> Mapping[str, Mapping[str, tuple[WeaponRow, ...]]]:
        """The rows of each sw_<side>.csv, by side and group."""
        result: dict[str, dict[str, tuple[WeaponRow, ...]]] = {}
        for path in self.folder.glob("sw_*.csv"):
            groups = result.setdefault(path.stem.removeprefix("sw_"), {})
            for line in load_chart(path, WeaponRow):
                groups[line.rg] = (*groups.get(line.rg, ()), line)
        return result

    def readings(self, chosen: Iterable[tuple[str, str]]) -> dict[str, str]:
        """The reading of every ruling: the one that was `chosen`, or the default."""
        defaults = {ruling.key: ruling.default for ruling in self.rulings}
        return defaults | under_todays_keys(self.rulings, dict(chosen))

    def shared(self, readings: Mapping[str, str]) -> Shared:
        """The fields of a `RuleData` that any game has, under these readings."""
        return {
            "step_texts": {key: text.under(readings) for key, text in self.step_texts.items()},
            "tables": {key: under(table, readings) for key, table in self.tables.items()},
            "units": self.units.under(readings).by_name(),
            "classes": self.units.by_class(),
            "weapons": self.weapons,
        }
