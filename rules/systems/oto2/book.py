"""The book of On Track to Orsha, read once from data/ and seen under a campaign's rulings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from rules.kernel import Ruling
from rules.systems.oto2.state import SIDES
from rules.tables import GroupLine, Table, WeaponLine, load_chart, load_tables, read_toml

DATA = Path(__file__).parent / "data"
LEADER_KINDS = ("leader", "armor_leader")


@dataclass(frozen=True)
class Date:
    """A CG Date; `historical` is each side's DRM."""

    key: str
    morning: bool
    last: bool
    historical: Mapping[str, int]


@dataclass(frozen=True)
class Unit:
    """What is known of a named counter: its class, half, better counter, order among leaders."""

    name: str
    kind: str
    half: str = ""
    harden: str = ""
    lower: str = ""
    elite: bool = False
    rank: int = 0
    drm: int = 0


@dataclass(frozen=True)
class Book:
    """Everything in data/, with the readings of one campaign's rulings applied."""

    pack: Mapping[str, Any]
    initial: Mapping[str, Any]
    forts: Mapping[str, Any]
    steps: Mapping[str, Mapping[str, Any]]
    readings: Mapping[str, str]
    tables: Mapping[str, Table]
    groups: Mapping[str, Mapping[str, GroupLine]]
    allotments: Mapping[str, Mapping[str, tuple[WeaponLine, ...]]]
    units: Mapping[tuple[str, str], Unit]
    classes: Mapping[str, Mapping[str, Any]]
    dates: tuple[Date, ...]

    @property
    def names(self) -> Mapping[str, str]:
        """The sides' names."""
        return {row["key"]: row["name"] for row in self.pack["side"]}

    def unit(self, side: str, name: str) -> Unit | None:
        """The unit data of a counter, or None for one the book does not describe."""
        return self.units.get((side, name))

    def lower(self, side: str, name: str) -> str:
        """The counter that Replaces one of this name, "" if it has none."""
        unit = self.units.get((side, name))
        return unit.lower if unit else ""

    def leader(self, name: str) -> Unit:
        """A leader's data by his name ("8-1"); leaders are the same for both sides."""
        return self.units[(SIDES[0], name)]

    def is_leader(self, name: str) -> bool:
        """Whether a leader of this name is known."""
        unit = self.units.get((SIDES[0], name))
        return unit is not None and unit.kind == "leader"

    def note(self, kind: str) -> dict[str, str]:
        """What a new counter of this class has noted on it, if anything (RG note m)."""
        if kind != "bombardment":
            return {}
        return {"note": f"reaches {self.reading(self.pack['bombardment'], 'radius')} hexes"}

    def worth(self, kind: str, name: str) -> int:
        """The Casualty VP of a counter by the house default for its class; 0 where they are typed in."""
        if self.readings["cvp_values"] == "typed":
            return 0
        row = self.classes.get(kind, self.classes["other"])
        minus = max(0, -self.leader(name).drm) if kind in LEADER_KINDS else 0
        return int(row["points"]) + minus * int(row.get("points_per_minus", 0))

    def elite_groups(self, side: str) -> tuple[str, ...]:
        """The RG that count as Elite for 7.516."""
        return tuple(self.pack["elite"]["reading"]["elite_groups"][self.readings["elite_groups"]][side])

    def price_change(self, side: str, initial: bool) -> tuple[int, str, tuple[str, ...]]:
        """What the other way of arriving does to a price: value, "on" or "off" board, kinds (CG12)."""
        when = ("every", "initial") if initial else ("every", "later")
        row = next(r for r in self.pack["price_change"] if r["side"] == side and r["on"] in when)
        kinds = row["kinds"]
        for ruling, choices in row.get("reading", {}).items():
            kinds = choices[self.readings[ruling]]
        return int(row["value"]), "on" if row["key"] == "onboard" else "off", tuple(kinds)

    def reading(self, section: Mapping[str, Any], plain: str = "value") -> Any:
        """A value of the pack that hangs on a ruling, as this campaign reads it."""
        for ruling, choices in section.get("reading", {}).items():
            return choices[self.readings[ruling]]
        return section[plain]


@cache
def rulings() -> tuple[Ruling, ...]:
    """The doubts of the print, with their readings and defaults."""
    return tuple(
        Ruling(
            row["key"],
            row["question"],
            row["cite"],
            {reading["key"]: reading["text"] for reading in row["readings"]},
            row["default"],
            row.get("why", ""),
        )
        for row in read_toml(DATA / "rulings.toml")["ruling"]
    )


@cache
def book(chosen: tuple[tuple[str, str], ...] = ()) -> Book:
    """The book under the rulings `chosen` (key, reading); those not named stand at their default."""
    readings = {ruling.key: ruling.default for ruling in rulings()} | dict(chosen)
    units = read_toml(DATA / "units.toml")
    pack = read_toml(DATA / "pack.toml")
    return Book(
        pack=pack,
        initial=read_toml(DATA / "initial.toml"),
        forts=read_toml(DATA / "fortifications.toml"),
        steps={row["rule"]: row for row in read_toml(DATA / "steps.toml")["step"]},
        readings=readings,
        tables={key: table.under(readings) for key, table in load_tables(DATA / "tables").items()},
        groups={side: _groups(side) for side in SIDES},
        allotments={side: _allotments(side) for side in SIDES},
        units={(side, row["name"]): _unit(row) for row in units["unit"] for side in row["sides"]},
        classes={row["key"]: row for row in units["class"]},
        dates=tuple(Date(d["key"], d["morning"], d["last"], d["historical"]) for d in pack["date"]),
    )


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
    )


@cache
def _groups(side: str) -> Mapping[str, GroupLine]:
    return {line.id: line for line in load_chart(DATA / f"groups_{side}.csv", GroupLine)}


@cache
def _allotments(side: str) -> Mapping[str, tuple[WeaponLine, ...]]:
    lines = load_chart(DATA / f"sw_{side}.csv", WeaponLine)
    return {line.rg: tuple(other for other in lines if other.rg == line.rg) for line in lines}
