"""The charts of Valor of the Guards that its owner types in, as the rules read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field

from rules.engine.chart_files import load_sheets, read_csv
from rules.engine.charts import ChartSchema, Copy, check, restore
from rules.engine.data_files import DataModel, TableError
from rules.systems.votg.chart_checks import GAMES, SIDES, check_row, check_whole, facts, pair
from rules.systems.votg.pack import DATA, pack, printed

STRENGTHS = ("rs", "fs", "ld", "md", "hd", "d")


class ChartPart(DataModel):
    """A line of a sheet, or a part of one; it takes of the cells those it has fields for."""

    model_config = ConfigDict(extra="ignore")


class ChartGroup(ChartPart):
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


class Given(ChartPart):
    """What a side is given for the Initial Scenario: a group of the chart, or a counter with its class.

    `strength` is "" where it is rolled for, else as the tables write it; `enters` is the turn, None for what sets up
    on the map.
    """

    group: str
    unit: str
    kind: str = Field(alias="class")
    count: int
    strength: Annotated[str, AfterValidator(str.upper)]
    enters: int | None
    note: str


class SideStart(ChartPart):
    """What a side begins a campaign game with."""

    cpp: int
    support_cpp: int = 0
    elr: int
    san: int
    cpp_change: int | None
    given: tuple[Given, ...]


class VictoryWords(ChartPart):
    """Who wins, in the owner's words; the numbers are Stone Hexes, None where none counts."""

    initial: str
    initial_hexes: int | None
    scenario: str
    campaign: str
    hexes_at_once: int | None
    hexes_at_end: int | None


class CampaignGame(ChartPart):
    """A campaign game's set-up. Dates are days of September; `turns` is None where the length is variable (CG4)."""

    key: str = Field(alias="cg")
    first: int
    last: int
    attack_chits: int
    turns: int | None
    sets_up_first: str
    moves_first: str
    light: str
    weather: str
    ec: str
    yellow_from: int | None
    redeployment_from: int | None
    strongpoints: Annotated[tuple[str, ...], BeforeValidator(lambda text: tuple(text.split()))]
    sides: Mapping[str, SideStart]
    victory: VictoryWords

    @property
    def night(self) -> bool:
        """Whether its Initial Scenario is by night."""
        return self.light == "night"


class Balance(ChartPart):
    """A line of the balance table (12.32), for a side that is so many scenarios behind."""

    side: str
    behind_from: int
    behind_to: int | None
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
        fitting = (
            row for row in self.balance if row.side == side and row.behind_from <= behind <= (row.behind_to or behind)
        )
        return next((row.y for row in fitting), 0)


@cache
def chart_schema() -> ChartSchema:
    """The sheets an owner fills, with the practice chart. TableError if that has a fault."""
    sheets = load_sheets(facts().sheet, facts().column)
    grid = {
        sheet.key: read_csv(sheet, (DATA.folder / "practice" / f"{sheet.key}.csv").read_bytes()) for sheet in sheets
    }
    bare = ChartSchema(facts().title, sheets, {}, check_row, check_whole)
    checked = check(bare, grid)
    if checked.content is None:
        raise TableError(f"{f.sheet}.csv, line {f.line}, column {f.column}: {f.message}" for f in checked.faults)
    return ChartSchema(bare.title, sheets, checked.content, check_row, check_whole)


def practice_copy() -> dict[str, Any]:
    """The practice chart as a campaign carries it."""
    return Copy(facts().practice.title, 0, True, chart_schema().practice).as_json()


def read_chart(copy: object) -> OwnerChart:
    """The chart a campaign carries, or Refused if it is none of this game's."""
    copied = restore(chart_schema(), copy)
    rows, groups, games = copied.content, dict[str, dict[str, ChartGroup]](), dict[str, CampaignGame]()
    for side in SIDES:
        groups[side] = {}
        for row in rows[f"{side}_groups"]:
            strengths = {key: pair(row[key]) for key in STRENGTHS if row[key] is not None}
            parts = {"strengths": strengths, "cg_max": {game: row[f"max_{game.lower()}"] for game in GAMES}}
            groups[side][row["id"]] = ChartGroup.model_validate({**row, **parts}, strict=False)
    for row in rows["setup"]:
        (victory,) = (each for each in rows["victory"] if each["cg"] == row["cg"])
        sides = {}
        for side in SIDES:
            start = {key.removeprefix(f"{side}_"): value for key, value in row.items() if key.startswith(side)}
            at_start = [each for each in rows["order_of_battle"] if (each["cg"], each["side"]) == (row["cg"], side)]
            sides[side] = {**start, "given": at_start}
        whole = {**row, "sides": sides, "victory": victory}
        games[row["cg"]] = CampaignGame.model_validate(whole, strict=False)
    balance = tuple(map(Balance.model_validate, rows["balance"]))
    return OwnerChart(copied.title, copied.version, copied.practice, groups, games, balance)
