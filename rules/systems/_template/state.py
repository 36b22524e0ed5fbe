"""What each room of a Crossroads game holds, and how events change it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from rules.engine.readings import GameReadings
from rules.engine.reducers import Data, Reducers
from rules.engine.replace import replace
from rules.engine.stages import SideContext


@dataclass(frozen=True, kw_only=True)
class Readings(GameReadings):
    """The doubts of the print: a field for each ruling, with exactly the readings of data/rulings.toml."""

    tie: Literal["red", "blue"]


@dataclass(frozen=True)
class PublicRoom:
    """The room of both sides: the seals of the bids, the bids once they are shown, and who has won in the end.

    `readings` has the reading of each ruling that the campaign was founded with.
    """

    readings: Readings
    stage: str = "bid"
    finished: tuple[str, ...] = ()
    seals: Mapping[str, str] = field(default_factory=dict)
    shift: int = 0
    shown: Mapping[str, int] = field(default_factory=dict)
    winner: str = ""


@dataclass(frozen=True)
class SecretRoom:
    """One side's room. `at` is how far it is in the stage, `done` the steps it took there."""

    key: str
    at: int = 0
    done: tuple[str, ...] = ()
    bid: int = 0


def _entered(side: SecretRoom, data: Data) -> SecretRoom:
    return replace(side, at=data["at"], done=(*side.done, data["step"]), bid=data.get("bid", side.bid))


def _finished(public: PublicRoom, data: Data) -> PublicRoom:
    """The seal is put into the event by the host; in a test of the rules alone there is none."""
    seals = {**public.seals, data["side"]: data["seal"]} if "seal" in data else public.seals
    return replace(public, finished=(*public.finished, data["side"]), seals=seals)


REDUCERS = Reducers(
    public={
        "stage.finished": _finished,
        "stage.opened": lambda public, data: replace(public, stage=data["stage"], finished=()),
        "luck.rolled": lambda public, data: replace(public, shift=data["shift"]),
        "bid.shown": lambda public, data: replace(public, shown={**public.shown, data["side"]: data["bid"]}),
        "game.ended": lambda public, data: replace(public, stage="ended", finished=(), winner=data["winner"]),
    },
    side={"bid.made": _entered, "step.done": _entered},
    echo={"stage.opened": lambda side, key, data: replace(side, at=0, done=())},
)
"""`public` and `side` change the room an event happened in; `echo` lets a public one change the sides' rooms."""


@dataclass(frozen=True)
class Context(SideContext):
    """What one commander has before him: the public room and his own, never the other's."""

    public: PublicRoom
    mine: SecretRoom
