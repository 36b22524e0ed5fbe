"""The book of Valor of the Guards: what is printed, and the charts of the owner that a campaign carries."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from rules.kernel import Ruling
from rules.parts.refit import book as refit
from rules.parts.refit.words import Words
from rules.systems.votg.chart import CampaignGame, Chart, ChartGroup, practice_copy, read_chart
from rules.systems.votg.state import SIDES
from rules.tables import WeaponLine, load_chart, load_tables, read_toml

DATA = Path(__file__).parent / "data"
CAMPAIGN = "campaign"
CAMPAIGNS_AT_ONCE = 64
"""Charts kept read; a busy instance has a few."""


@dataclass(frozen=True)
class Day:
    """A CG Day with its historical DRM by side, by day and by night, and its moon as reckoned (12.6182, 12.6254)."""

    key: str
    name: str
    historical: Mapping[str, int]
    historical_night: Mapping[str, int]
    moon: str


@dataclass(frozen=True)
class Book(refit.Book):
    """Everything in data/ under one campaign's rulings, with its charts. `game` is the CG that is played."""

    groups: Mapping[str, Mapping[str, ChartGroup]]
    chart: Chart
    game: CampaignGame
    weapons: Mapping[str, Mapping[str, tuple[WeaponLine, ...]]]
    days: Mapping[str, Day]

    @property
    def last_day(self) -> str:
        """The key of the last CG Day."""
        return str(self.game.last)

    def entry_code(self, group: ChartGroup) -> Mapping[str, Any] | None:
        """What 12.6217 says of a group's Entry Code, None if it has none in this CG."""
        code = group.code_in(self.game.key)
        return next((row for row in self.pack["entry_code"] if row["key"] == code), None)

    def comes_on(self, code: Mapping[str, Any]) -> str:
        """The CG Day from which on groups of an Entry Code are there."""
        return str(code.get("from_date") or self.game.yellow_from or self.game.first)

    def foothold(self, code: Mapping[str, Any]) -> str:
        """What a side has to hold for groups of an Entry Code to be on the map at once, "" for nothing."""
        if "edge" not in code["on_map"]:
            return ""
        landing = " or Ferry Landing" if self.reading(code, "landing") else ""
        return f"a {code['on_map']['edge']} edge hex{landing}"

    def lasts(self, strongpoint: str, line: int, now: int) -> bool:
        """Whether a Strongpoint of a kind and a line is still one on the line `now`; a NKVD one is not (CG11.1c)."""
        row = next(row for row in self.pack["strongpoint"] if row["key"] == strongpoint)
        return line == now or row["lasts"] == CAMPAIGN


@cache
def rulings() -> tuple[Ruling, ...]:
    """The doubts of the print, with their readings and defaults."""
    return refit.read_rulings(DATA / "rulings.toml")


@cache
def words() -> Words:
    """Our own words for every step, by its key."""
    return read_toml(DATA / "course.toml")


@cache
def pack() -> Mapping[str, Any]:
    """The numbers of data/pack.toml."""
    return read_toml(DATA / "pack.toml")


@cache
def practice_text() -> str:
    """The practice charts as a campaign carries them."""
    return as_text(practice_copy())


def as_text(chart: Any) -> str:
    """Charts as canonical JSON: the same charts are the same text."""
    return json.dumps(chart, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


@lru_cache(maxsize=CAMPAIGNS_AT_ONCE)
def chart_of(text: str) -> Chart:
    """The charts a campaign carries as `text`; Refused if they are none of this game's."""
    return read_chart(json.loads(text))


@lru_cache(maxsize=CAMPAIGNS_AT_ONCE)
def book(chosen: tuple[tuple[str, str], ...] = (), chart: str = "", game: str = "IV") -> Book:
    """The book under the rulings `chosen`, with `chart` (the practice charts if "") and the CG `game`."""
    readings = {ruling.key: ruling.default for ruling in rulings()} | dict(chosen)
    seen = chart_of(chart or practice_text())
    units = read_toml(DATA / "units.toml")
    return Book(
        key=pack()["key"],
        pack=pack(),
        forts=read_toml(DATA / "fortifications.toml"),
        setup=read_toml(DATA / "setup.toml"),
        words=words(),
        readings=readings,
        tables={key: table.under(readings) for key, table in load_tables(DATA / "tables").items()},
        groups=seen.groups,
        units=refit.read_units(units["unit"]),
        classes={row["key"]: row for row in units["class"]},
        chart=seen,
        game=seen.games[game],
        weapons={side: _weapons(side) for side in SIDES},
        days={row["key"]: _day(row) for row in pack()["date"]},
    )


def _day(row: Mapping[str, Any]) -> Day:
    moon = f"{row['moon']['phase']}, {row['moon']['lit_percent']} % lit"
    return Day(row["key"], row["name"], row["historical"], row.get("historical_night", row["historical"]), moon)


@cache
def _weapons(side: str) -> Mapping[str, tuple[WeaponLine, ...]]:
    lines = load_chart(DATA / f"sw_{side}.csv", WeaponLine)
    return {line.rg: tuple(other for other in lines if other.rg == line.rg) for line in lines}
