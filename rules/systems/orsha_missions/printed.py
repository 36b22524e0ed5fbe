"""The missions, what is rolled and asked in them, and our words for the steps, as data/ has them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from rules.beside.parts import DeskPart
from rules.contract import Ruling
from rules.engine.data_files import DataModel, Datum, Names, Read, TableError, load_data, load_tables, under
from rules.engine.founding import read_rulings
from rules.engine.readings import GameReadings
from rules.tables import Table

DATA = Path(__file__).parent / "data"
FRIENDLY, ENEMY = "friendly", "enemy"
"""The print's own names for the player's side, the only one there is, and what it fights."""
Then = Literal[
    "log", "number", "add", "raise", "count", "units", "recall", "fact", "board", "mines", "close", "event",
    "happens", "end",
]  # fmt: skip


class MissionPart(DeskPart):
    """A part with what becomes of it, see data/parts.toml; `usual` is proposed, `most` names what bounds an answer.

    `drm_by_turn` is a modifier of its table that counts Game Turns.
    """

    drm_by_turn: str = ""
    usual: int = 0
    most: str = ""
    then: Then = "log"
    of: str = ""
    units: Names = ()
    counted: bool = False
    afv: bool = False
    until: bool = False


class RandomEvent(DataModel):
    """A Random Event: in short what it does, when its die is cast `again`, what it asks, and the parts it brings."""

    rule: str
    text: str
    again: Literal["", "held", "pair", "afv"] = ""
    of: str = ""
    asks: str = ""
    parts: Names = ()


class PrintedUnit(Read[str]):
    """A line of the printed order of battle, whose name may depend on a ruling."""

    HANGS = "name"

    name: str
    number: int
    afv: bool = False


class PrintedNote(Read[str]):
    """A special rule that is kept at the table, in our words, with its number; what it says may depend on a ruling."""

    HANGS = "text"

    rule: str
    text: str


class Mission(Datum):
    """A mission: `first_end` is the first Game Turn at whose end it may be over; `vp` is what each number is worth."""

    title: str
    first_end: int
    start: Names
    buttons: Names
    end: str
    points: Names
    final: Names
    vp: Mapping[str, Mapping[str, int]]
    all_held_wins: bool = False
    units: tuple[PrintedUnit, ...]
    notes: tuple[PrintedNote, ...]


class Printed(DataModel):
    """The content of data/game.toml. RE#s are a pair of numbers, of which the lower one is kept."""

    key: str
    title: str
    edition: str
    friendly: str
    labels: Mapping[str, str]
    either: Mapping[str, str]
    worth: Mapping[str, str]
    result: Mapping[str, str]
    mission: Mapping[str, Mission]
    event: Mapping[str, RandomEvent]


@dataclass(frozen=True, kw_only=True)
class Readings(GameReadings):
    """All rulings of the game, as the public room has them."""

    equals: Literal["bounds", "exact"]
    row37: Literal["continuation", "never"]
    star: Literal["once", "nothing"]
    near: Literal["all", "one"]
    hmg: Literal["five_hmg", "four_lmg"]
    heavy: Literal["one", "four"]
    more_points: Literal["more", "friendly_must"]


@cache
def rulings() -> tuple[Ruling, ...]:
    """The doubts of the print."""
    return read_rulings(DATA / "rulings.toml", Readings)


@cache
def printed() -> Printed:
    """The missions and their events."""
    return load_data(DATA / "game.toml", Printed, rulings())


@cache
def parts() -> Mapping[str, MissionPart]:
    """All that is rolled or asked, by key."""
    found, known = (
        load_data(DATA / "parts.toml", dict[str, MissionPart]),
        {each.key: each.readings for each in rulings()},
    )
    if wrong := [key for key, part in found.items() if part.ruling and part.reading not in known.get(part.ruling, ())]:
        raise TableError(f"parts.toml: {key}: no ruling of the game has this reading" for key in wrong)
    return found


@cache
def tables_under(readings: Readings) -> Mapping[str, Table]:
    """The printed tables as a campaign reads them."""
    return {key: under(table, vars(readings)) for key, table in load_tables(DATA / "tables", rulings()).items()}
