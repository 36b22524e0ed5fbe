"""The recorded games of Roads to Stalingrad: both sides take any legal act."""

from __future__ import annotations

from typing import Any

from tests.replays.recorder import Recorder
from tests.rules.rts_play import Game, chart


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


def _recorded(name: str, seed: int, *, conceded: tuple[str, int] = ("", 0), **options: Any) -> Recorder:
    game = Game(seed, conceded=conceded, **options)
    recorder = Recorder(game, name)
    game.finish()
    return recorder


def driver() -> Game:
    """A game that plays itself out."""
    return Game(4, chart=chart(deck=7), reactions="battle")


def played() -> dict[str, Recorder]:
    """Every game there is a recording of, played anew; its name is how it ends, but for `every_reaction`."""
    return {
        "axis_win": _recorded("The steppe", 1, chart=chart(deck=7), reactions="battle"),
        "soviet_win": _recorded("The city on the river", 24, chart=chart(deck=8), reactions="battle"),
        "draw": _recorded("Nobody's land", 5, chart=_worthless(), reactions="none"),
        "sudden_death": _recorded("The whole road", 6, chart=_sudden_death(), reactions="battle"),
        "conceded": _recorded("A short summer", 9, conceded=("axis", 4), chart=chart(deck=7), reactions="battle"),
        "every_reaction": _recorded("Wait for me", 3, chart=chart(deck=8), reactions="all", reaction_time="hour"),
    }
