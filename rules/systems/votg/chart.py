"""The charts of Valor of the Guards that its owner types in, as the rules read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from rules.engine.chart_files import load_sheets, read_csv
from rules.engine.charts import ChartSchema, Content, Copy, Row, check, restore
from rules.engine.data_files import TableError
from rules.systems.votg.chart_checks import GAMES, SIDES, check_row, check_whole, facts, pair
from rules.systems.votg.pack import DATA, pack, printed


@dataclass(frozen=True)
class ChartGroup:
    """A reinforcement group as the chart has it. `units` are names with numbers; 0 where the strength says how many.

    `strengths` holds units and exponent (squads that undergo ELR Replacement, 12.6221) by strength.
    """

    id: str
    name: str
    kind: str
    type: str
    size: str
    units: tuple[tuple[str, int], ...]
    strengths: Mapping[str, tuple[int, int]]
    cost: int
    daily_max: int
    cg_max: Mapping[str, int]
    entry_code: str
    effects: frozenset[str]
    note: str

    @property
    def letter(self) -> str:
        return self.id[0]

    @property
    def support(self) -> bool:
        """Whether Support CPP may buy it (12.6181)."""
        return self.letter in pack().support.letters

    @property
    def options(self) -> dict[str, int]:
        """What a group of this row has beside its counters: hexes to be pre-registered (CG10)."""
        hexes = sum(number for _, number in self.units) if self.kind == "pre_registration" else 0
        return {"prereg": hexes} if hexes else {}

    def code_in(self, game: str) -> str:
        """Its Entry Code in a campaign game, "" if it has none there (12.6217)."""
        return self.entry_code if printed(game).entry_codes else ""


@dataclass(frozen=True)
class Given:
    """What a side is given for the Initial Scenario: a group of the chart, or a counter with its class.

    `strength` is "" where it is rolled for, else as the tables write it; `enters` is the turn, 0 for what sets up
    on the map.
    """

    group: str
    unit: str
    kind: str
    count: int
    strength: str
    enters: int
    note: str


@dataclass(frozen=True)
class SideStart:
    """What a side begins a campaign game with."""

    cpp: int
    support_cpp: int
    elr: int
    san: int
    cpp_change: int
    given: tuple[Given, ...]


@dataclass(frozen=True)
class VictoryWords:
    """Who wins, in the owner's words; the numbers are Stone Hexes, None where none counts."""

    initial: str
    initial_hexes: int | None
    scenario: str
    campaign: str
    hexes_at_once: int | None
    hexes_at_end: int | None


@dataclass(frozen=True)
class CampaignGame:
    """A campaign game's set-up. Dates are days of September; `turns` is None where the length is variable (CG4)."""

    key: str
    first: int
    last: int
    attack_chits: int
    turns: int | None
    sets_up_first: str
    moves_first: str
    night: bool
    weather: str
    ec: str
    yellow_from: int | None
    redeployment_from: int | None
    strongpoints: tuple[str, ...]
    sides: Mapping[str, SideStart]
    victory: VictoryWords


@dataclass(frozen=True)
class Balance:
    """A line of the balance table (12.32)."""

    side: str
    low: int
    high: int | None
    y: int


@dataclass(frozen=True)
class OwnerChart:
    """All that the owner typed in, as one campaign has it."""

    title: str
    version: int
    practice: bool
    groups: Mapping[str, Mapping[str, ChartGroup]]
    games: Mapping[str, CampaignGame]
    balance: tuple[Balance, ...]

    def y(self, side: str, won: int, lost: int) -> int:
        """What 12.32 subtracts for a side that has won and lost so many scenarios."""
        behind = lost - won
        fitting = (row for row in self.balance if row.side == side and row.low <= behind <= (row.high or behind))
        return next((row.y for row in fitting), 0)


@cache
def chart_book() -> ChartSchema:
    """The sheets an owner fills, with the practice chart. TableError if that has a fault."""
    sheets = load_sheets(facts().sheet, facts().column)
    grid = {
        sheet.key: read_csv(sheet, (DATA.folder / "practice" / f"{sheet.key}.csv").read_bytes()) for sheet in sheets
    }
    bare = ChartSchema(facts().title, sheets, {}, check_row, check_whole)
    found = check(bare, grid)
    if found.content is None:
        raise TableError(f"{f.sheet}.csv, line {f.line}, column {f.column}: {f.message}" for f in found.faults)
    return ChartSchema(bare.title, sheets, found.content, check_row, check_whole)


def practice_copy() -> dict[str, Any]:
    """The practice chart as a campaign carries it."""
    return Copy(facts().practice.title, 0, True, chart_book().practice).as_json()


def read_chart(copy: Any) -> OwnerChart:
    """The chart a campaign carries, or Refused if it is none of this game's."""
    found = restore(chart_book(), copy)
    rows = found.content
    return OwnerChart(
        found.title,
        found.version,
        found.practice,
        {side: {row["id"]: _group(row) for row in rows[f"{side}_groups"]} for side in SIDES},
        {row["cg"]: _game(row, rows) for row in rows["setup"]},
        tuple(Balance(row["side"], row["behind_from"], row["behind_to"], row["y"]) for row in rows["balance"]),
    )


def _group(row: Row) -> ChartGroup:
    return ChartGroup(
        id=row["id"],
        name=row["name"],
        kind=row["kind"],
        type=row["type"],
        size=row["size"],
        units=tuple((name, number) for name, number in row["units"]),
        strengths={key: pair(row[key]) for key in ("rs", "fs", "ld", "md", "hd", "d") if row[key] is not None},
        cost=row["cost"],
        daily_max=row["daily_max"],
        cg_max={game: row[f"max_{game.lower()}"] for game in GAMES},
        entry_code=row["entry_code"],
        effects=frozenset(row["effects"]),
        note=row["note"],
    )


def _game(row: Row, rows: Content) -> CampaignGame:
    victory = next(each for each in rows["victory"] if each["cg"] == row["cg"])
    return CampaignGame(
        key=row["cg"],
        first=row["first"],
        last=row["last"],
        attack_chits=row["attack_chits"],
        turns=row["turns"],
        sets_up_first=row["sets_up_first"],
        moves_first=row["moves_first"],
        night=row["light"] == "night",
        weather=row["weather"],
        ec=row["ec"],
        yellow_from=row["yellow_from"],
        redeployment_from=row["redeployment_from"],
        strongpoints=tuple(row["strongpoints"].split()),
        sides={side: _start(row, rows, side) for side in SIDES},
        victory=VictoryWords(**{key: victory[key] for key in victory if key != "cg"}),
    )


def _start(row: Row, rows: Content, side: str) -> SideStart:
    given = (each for each in rows["order_of_battle"] if (each["cg"], each["side"]) == (row["cg"], side))
    return SideStart(
        cpp=row[f"{side}_cpp"],
        support_cpp=row.get(f"{side}_support_cpp", 0),
        elr=row[f"{side}_elr"],
        san=row[f"{side}_san"],
        cpp_change=row[f"{side}_cpp_change"] or 0,
        given=tuple(
            Given(
                each["group"],
                each["unit"],
                each["class"],
                each["count"],
                each["strength"].upper(),
                each["enters"] or 0,
                each["note"],
            )
            for each in given
        ),
    )
