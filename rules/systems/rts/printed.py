"""The printed numbers, the Battle Chits and our words for the steps, as data/ has them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from rules.contract import Ruling
from rules.engine.data_files import DataModel, Datum, Read, load_data
from rules.engine.event_texts import Words, load_words
from rules.engine.founding import read_rulings
from rules.engine.readings import GameReadings
from rules.engine.stages import Messages, StepWords
from rules.played.refusals import Refusals

DATA = Path(__file__).parent / "data"
AXIS, SOVIET = SIDES = ("axis", "soviet")
OTHER = {AXIS: SOVIET, SOVIET: AXIS}
Side = Literal["axis", "soviet"]
Result = Literal["disorganized", "depleted", "both", "fortified"]
REFUSALS = Refusals(DATA / "refusals.toml")
no, remark = REFUSALS.no, REFUSALS.remark


class Sides(Datum):
    """What the sides are called."""

    axis: str
    soviet: str


class Hand(Datum):
    """How many cards a hand holds at most (2.3)."""

    most: int


class RollOff(Datum):
    """What the initiative adds (4.2.2)."""

    initiative: int


class OperationNumbers(Datum, Read[int]):
    """What a Resource Point gives, and how many areas it reaches (5.2)."""

    HANGS = "reach"

    supply_points: int
    reach: int


class Costs(Datum):
    """Supply Points (5.5.2, C8); `winter_factor` is what Axis costs are multiplied by in winter (C13)."""

    move: int
    armour: int
    stack: int
    reorganize: int
    rebuild: int
    winter_factor: int


class Capture(Datum):
    """By how much captured Resource Points are divided (5.4.1)."""

    divisor: int


class RetreatNumbers(Datum):
    """How many areas a unit retreats (9.6.3f)."""

    areas: int


class ValueChanges(Datum):
    """What is added to a unit's values, or to its roll where it is `fortified`."""

    disorganized: int
    isolated: int
    leader: int
    mountain_tv: int
    mountain_cv: int
    fortified: int


class Rivers(Datum):
    """What an attack across takes off Cohesion: before and after Winter Arrives."""

    major: tuple[int, int]
    strait: tuple[int, int]
    minor: tuple[int, int]
    volga_cards: int

    def cohesion(self, border: str, *, winter: bool) -> int:
        """What is added to an attacker's Cohesion Value."""
        changes = {"major": self.major, "strait": self.strait, "minor": self.minor}
        return changes[border][winter] if border in changes else 0


class Distances(Datum):
    """The longest way between cities of a supply path, and how far two nationalities stay apart (C3.b, C5)."""

    supply: int
    apart: int


class GateNumbers(Datum, Read[int]):
    """How many cards open the gate to Soviet reinforcements, and once more (C7.c)."""

    HANGS = "first"

    first: int
    further: int


class VictoryNumbers(Datum):
    """Victory Points for units destroyed (C16.b)."""

    infantry: int
    panzer: int
    leader: int
    soviet: int


class GameNumbers(DataModel):
    """The content of data/game.toml."""

    key: str
    title: str
    edition: str
    sides: Sides
    hand: Hand
    rolloff: RollOff
    operation: OperationNumbers
    costs: Costs
    capture: Capture
    retreat: RetreatNumbers
    values: ValueChanges
    rivers: Rivers
    distances: Distances
    gate: GateNumbers
    victory: VictoryNumbers


class ChitStep(DataModel):
    """One effect: a unit of `side` checks Cohesion, or is hit at once (`check` is false)."""

    side: Side
    which: Literal["any", "german", "tank", "bare"] = "any"
    check: bool = True
    modifier: int = 0
    result: Result
    chooser: Side | None = None

    @property
    def chosen_by(self) -> Side:
        """Who picks the unit (9.5.4)."""
        return self.chooser or self.side


class Chit(Datum):
    """A kind of Battle Chit: `base` in the cup at first, `extra` after the STAVKA. `armour` is what its side needs."""

    side: Side
    name: str
    base: int = 0
    extra: int = 0
    waits: Mapping[str, int] = {}
    germans_only: bool = False
    armour: Literal["", "panzer", "tank"] = ""
    fortifies: bool = False
    steps: tuple[ChitStep, ...]

    def numbers(self, readings: Readings) -> tuple[int, int]:
        """How many there are before Reorganization of the STAVKA, and how many come with it (C14)."""
        waits = self.waits.get(readings.soviet_cup, 0)
        return self.base - waits, self.extra + waits


class _Chits(DataModel):
    chit: tuple[Chit, ...]


class CourseTexts(DataModel):
    """The content of data/course.toml."""

    stage: Mapping[str, str]
    step: Mapping[str, StepWords]


class Labels(DataModel):
    """What values are called to a reader, by key: a table for each thing that has them."""

    part: Mapping[str, str]
    word: Mapping[str, str]
    brings: Mapping[str, str]
    off_map: Mapping[str, str]
    use: Mapping[str, str]
    change: Mapping[str, str]
    reason: Mapping[str, str]
    result: Mapping[str, str]
    hit: Mapping[str, str]
    card: Mapping[str, str]
    need: Mapping[str, str]
    lasting: Mapping[str, str]
    legend: Mapping[str, str]
    reactions: Mapping[str, str]
    reaction_time: Mapping[str, str]


LABELS = load_data(DATA / "labels.toml", dict[str, Labels])["labels"]


YesNo = Literal["yes", "no"]


@dataclass(frozen=True, kw_only=True)
class Readings(GameReadings):
    """All rulings of the game, as the public room has them."""

    reach: Literal["three_steps", "three_between"]
    first: Literal["roll_off", "axis"]
    tie: Literal["again", "nobody"]
    map_without_points: YesNo
    must_act: YesNo
    discard_point: YesNo
    stacking: Literal["added", "instead"]
    winter_single: YesNo
    winter_stacking: YesNo
    winter_leader: YesNo
    winter_cards: YesNo
    isolated_by_points: YesNo
    isolated_by_water: YesNo
    isolated_exit: YesNo
    retreat: Literal["nearest", "nearer"]
    retreat_nearness: Literal["map", "open"]
    enemy_held: Literal["occupied", "controlled"]
    last_effect: YesNo
    disorganized_again: Literal["retreats", "destroyed"]
    retreat_mountain: Literal["goes_on", "stops"]
    leader_retreats: Literal["stays", "goes"]
    control: Literal["passed", "last"]
    leave_edge: Literal["began", "any"]
    railhead_first: YesNo
    railhead_city: Literal["both", "another"]
    railhead_lost: Literal["closed", "open"]
    railhead_west: YesNo
    gate: Literal["at_15", "at_20"]
    gate_suspended: YesNo
    city_points: Literal["supplied", "held"]
    directive_points: Literal["holder", "axis"]
    ss_panzer: YesNo
    soviet_cup: Literal["list", "heading"]
    useless_fortifications: Literal["redrawn", "no_effect"]
    last_card: Literal["at_once", "sequence"]
    rail_isolated: YesNo


@cache
def rulings() -> tuple[Ruling, ...]:
    """The doubts of the print."""
    return read_rulings(DATA / "rulings.toml", Readings)


@cache
def numbers() -> GameNumbers:
    """The printed numbers."""
    return load_data(DATA / "game.toml", GameNumbers, rulings())


NAMES = Messages({side: getattr(numbers().sides, side) for side in SIDES})
"""What the sides are called, to a reader."""


@cache
def numbers_under(readings: Readings) -> GameNumbers:
    """The printed numbers as a campaign reads them."""
    return numbers().under(vars(readings))


@cache
def chits(side: str) -> Mapping[str, Chit]:
    """The Battle Chits of a side by name."""
    return {chit.name: chit for chit in load_data(DATA / "chits.toml", _Chits).chit if chit.side == side}


@cache
def texts() -> CourseTexts:
    """Our words for stages and steps."""
    return load_data(DATA / "course.toml", CourseTexts)


def words() -> Mapping[str, Words]:
    """How events are told."""
    return load_words(DATA / "events.toml")
