"""The recorded games of Roads to Stalingrad: both sides take any legal act."""

from __future__ import annotations

from itertools import count
from typing import Any

from tests.replays.recorder import Recorder
from tests.replays.recordings import RECORDING_SETS, STEPPE
from tests.rules.rts_play import Game, chart

_, _, RTS, _ = RECORDING_SETS


def _sudden_death() -> dict[str, Any]:
    """The practice chart with a Sudden Death card that may be played in summer too, by who leads by three."""
    found = chart()
    for row in found["sheets"]["cards"]:
        if row["effect"] == "sudden_death":
            row |= {"needs": "", "number": 3}
    return found


def _worthless() -> dict[str, Any]:
    """A chart whose cities are worth nothing."""
    found = chart(deck=7)
    for row in found["sheets"]["areas"]:
        row |= {"vp_axis": None, "vp_soviet": None}
    return found


def _recorded(name: str, *, conceded: tuple[str, int] = ("", 0), **options: Any) -> Recorder:
    """The first game that ends as its name says, if that says it."""
    for seed in count(1):
        recorder = Recorder(Game(seed, conceded=conceded, **options), f"{name} {seed}")
        recorder.game.finish()
        came_to = RTS.outcome(recorder.game.state)
        if STEPPE.get(name) in (None, (came_to["reason"], came_to["winner"])):
            return recorder
    raise AssertionError


def driver() -> Game:
    """A game that plays itself out."""
    return Game(4, chart=chart(deck=7), reactions="battle")


def played() -> dict[str, Recorder]:
    """Every game there is a recording of, played anew; its name is how it ends, but for `every_reaction`."""
    by_rule: dict[str, Any] = {"chart": chart(deck=7), "reactions": "battle"}
    return {
        "axis_win": _recorded("axis_win", **by_rule),
        "soviet_win": _recorded("soviet_win", chart=chart(deck=8), reactions="battle"),
        "draw": _recorded("draw", chart=_worthless(), reactions="none"),
        "sudden_death": _recorded("sudden_death", chart=_sudden_death(), reactions="battle"),
        "conceded": _recorded("conceded", conceded=("axis", 4), **by_rule),
        "every_reaction": _recorded("every_reaction", chart=chart(deck=8), reactions="all", reaction_time="hour"),
    }
