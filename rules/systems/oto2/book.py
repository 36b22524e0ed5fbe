"""The book of On Track to Orsha, read once from data/ and seen under a campaign's rulings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from rules.kernel import Ruling
from rules.parts.refit import book as refit
from rules.parts.refit.words import Words
from rules.systems.oto2.state import SIDES
from rules.tables import GroupLine, WeaponLine, load_chart, load_tables, read_toml

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Date:
    """A CG Date; `historical` is each side's DRM."""

    key: str
    morning: bool
    last: bool
    historical: Mapping[str, int]


@dataclass(frozen=True)
class Book(refit.Book):
    """Everything in data/, with the readings of one campaign's rulings applied."""

    groups: Mapping[str, Mapping[str, GroupLine]]
    initial: Mapping[str, Any]
    allotments: Mapping[str, Mapping[str, tuple[WeaponLine, ...]]]
    dates: tuple[Date, ...]

    def note(self, kind: str) -> dict[str, str]:
        """How far a Bombardment reaches (RG note m)."""
        if kind != "bombardment":
            return {}
        return {"note": f"reaches {self.reading(self.pack['bombardment'], 'radius')} hexes"}

    def elite_groups(self, side: str) -> tuple[str, ...]:
        """The RG that count as Elite for 7.516."""
        return tuple(self.pack["elite"]["reading"]["elite_groups"][self.readings["elite_groups"]][side])

    def price_change(self, side: str, initial: bool) -> tuple[int, str, tuple[str, ...]]:
        """What the other way of arriving does to a price: value, "on" or "off" board, kinds or groups (CG12)."""
        when = ("every", "initial") if initial else ("every", "later")
        row = next(r for r in self.pack["price_change"] if r["side"] == side and r["on"] in when)
        kinds = row["kinds"]
        for ruling, choices in row.get("reading", {}).items():
            kinds = choices[self.readings[ruling]]
        return int(row["value"]), "on" if row["key"] == "onboard" else "off", tuple(kinds)


@cache
def rulings() -> tuple[Ruling, ...]:
    """The doubts of the print, with their readings and defaults."""
    return refit.read_rulings(DATA / "rulings.toml")


@cache
def words() -> Words:
    """Our own words for every step, by its key."""
    return read_toml(DATA / "course.toml")


@cache
def book(chosen: tuple[tuple[str, str], ...] = ()) -> Book:
    """The book under the rulings `chosen` (key, reading); those not named stand at their default."""
    readings = {ruling.key: ruling.default for ruling in rulings()} | dict(chosen)
    units = read_toml(DATA / "units.toml")
    pack = read_toml(DATA / "pack.toml")
    return Book(
        key=pack["key"],
        pack=pack,
        forts=read_toml(DATA / "fortifications.toml"),
        setup=read_toml(DATA / "setup.toml"),
        words=words(),
        readings=readings,
        tables={key: table.under(readings) for key, table in load_tables(DATA / "tables").items()},
        groups={side: _groups(side) for side in SIDES},
        units=refit.read_units(units["unit"]),
        classes={row["key"]: row for row in units["class"]},
        initial=read_toml(DATA / "initial.toml"),
        allotments={side: _allotments(side) for side in SIDES},
        dates=tuple(Date(d["key"], d["morning"], d["last"], d["historical"]) for d in pack["date"]),
    )


@cache
def _groups(side: str) -> Mapping[str, GroupLine]:
    return {line.id: line for line in load_chart(DATA / f"groups_{side}.csv", GroupLine)}


@cache
def _allotments(side: str) -> Mapping[str, tuple[WeaponLine, ...]]:
    lines = load_chart(DATA / f"sw_{side}.csv", WeaponLine)
    return {line.rg: tuple(other for other in lines if other.rg == line.rg) for line in lines}
