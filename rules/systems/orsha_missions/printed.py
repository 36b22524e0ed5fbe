"""The missions, what is rolled and asked in them, and our words for the steps, as data/ has them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal

from rules.contract import Ruling
from rules.engine.data_files import DataModel, Datum, load_data, load_tables, under
from rules.engine.founding import read_rulings
from rules.tables import Table

DATA = Path(__file__).parent / "data"
FRIENDLY, ENEMY = "friendly", "enemy"
"""The print's own names for the player's side, the only one there is, and what it fights."""
Ask = Literal["", "number", "pair", "text", "choice", "yes", "afv"]
Then = Literal[
    "log", "number", "add", "raise", "count", "units", "recall", "fact", "board", "minefield", "mines",
    "wreck", "event", "open", "close", "end",
]  # fmt: skip


class MissionPart(DataModel):
    """Something that is rolled or asked; see data/parts.toml.

    `most` names a number that an answer can't exceed; `even` is a part that an even Final total brings; `ruling` and
    `reading` say when it is there at all.
    """

    label: str
    rule: str
    dice: int = 0
    tens: bool = False
    drm: int = 0
    drm_by_turn: str = ""
    why: str = ""
    table: str = ""
    lacks: str = ""
    ask: Ask = ""
    low: int = 0
    high: int = 0
    most: str = ""
    options: tuple[str, ...] = ()
    then: Then = "log"
    of: str = ""
    units: tuple[str, ...] = ()
    counted: bool = False
    afv: bool = False
    along: tuple[str, ...] = ()
    even: str = ""
    ruling: str = ""
    reading: str = ""


class RandomEvent(DataModel):
    """A Random Event: in short what it does, when its die is cast `again`, and the parts it brings."""

    rule: str
    text: str
    again: Literal["", "held", "pair", "afv"] = ""
    of: str = ""
    asks: str = ""
    parts: tuple[str, ...] = ()


class PrintedUnit(DataModel):
    """A line of the printed order of battle; `reading` has another name for it by ruling and choice."""

    name: str
    number: int
    afv: bool = False
    reading: Mapping[str, Mapping[str, str]] = {}


class Note(DataModel):
    """A special rule of a mission that is kept at the table, in our words."""

    rule: str
    text: str


class Mission(Datum):
    """A mission: `first_end` is the first Game Turn at whose end it may be over; `vp` is what each number is worth."""

    title: str
    first_end: int
    start: tuple[str, ...]
    buttons: tuple[str, ...]
    end: str
    points: tuple[str, ...]
    final: tuple[str, ...]
    vp: Mapping[str, Mapping[str, int]]
    all_held_wins: bool = False
    units: tuple[PrintedUnit, ...]
    notes: tuple[Note, ...]


class Printed(DataModel):
    """The content of data/game.toml. RE#s are a pair of numbers; `first_pair` and `last_pair` are the lower of it."""

    key: str
    title: str
    edition: str
    friendly: str
    first_pair: int
    last_pair: int
    mission: Mapping[str, Mission]
    event: Mapping[str, RandomEvent]


class StepText(DataModel):
    """What a step is called and says."""

    rule: str
    stage: str
    title: str
    help: str
    button: str


@cache
def printed() -> Printed:
    """The missions and their events."""
    return load_data(DATA / "game.toml", Printed)


@cache
def parts() -> Mapping[str, MissionPart]:
    """All that is rolled or asked, by key."""
    return load_data(DATA / "parts.toml", dict[str, MissionPart])


@cache
def steps() -> Mapping[str, StepText]:
    """Our words for the steps."""
    return load_data(DATA / "course.toml", dict[str, StepText])


@cache
def rulings() -> tuple[Ruling, ...]:
    """The doubts of the print."""
    return read_rulings(DATA / "rulings.toml")


@cache
def tables_under(readings: tuple[tuple[str, str], ...]) -> Mapping[str, Table]:
    """The printed tables as a campaign reads them."""
    return {key: under(table, dict(readings)) for key, table in load_tables(DATA / "tables").items()}


def pair(lower: int) -> str:
    """RE#s as they are printed."""
    return f"{lower}/{lower + 1}"
