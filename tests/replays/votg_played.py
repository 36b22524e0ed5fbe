"""The recorded campaigns of Valor of the Guards, played with the practice charts."""

from __future__ import annotations

from typing import Any

from rules.systems.votg.chart import practice_copy
from tests.replays.commander import Commander
from tests.replays.recorder import Recorder
from tests.rules.votg_play import GERMAN, RUSSIAN, Game
from tests.rules.votg_random_player import Wild

DUAL, ASSAULT, STRIKE, IDLE = ("attack", "attack"), ("attack", "idle"), ("idle", "attack"), ("idle", "idle")
"""The chits of both sides, and what comes of them: the last is an Idle Day."""


def _battle(hexes: int, german: int, russian: int, **more: Any) -> dict[str, Any]:
    """What a report says: Stone Hexes the Germans hold, and the CVP both sides have lost."""
    return {"hexes": hexes, "cvp_german": german, "cvp_russian": russian, "turn": 7, **more}


def _first_push() -> Recorder:
    """CG I: the Germans have just enough on the last day."""
    chits = {1: ASSAULT, 2: DUAL, 3: STRIKE}
    reports = {0: _battle(22, 31, 44), 1: _battle(41, 38, 52), 2: _battle(55, 47, 61, taken_german=9),
               3: _battle(60, 29, 33, winner=GERMAN)}  # fmt: skip
    return _played_out(Commander(game="I", chits=chits, reports=reports, chart=practice_copy()), "The first push")


def _held() -> Recorder:
    """CG II: a hex too few, with the balance on the Russian side."""
    chits = {1: DUAL, 2: IDLE, 3: ASSAULT, 4: STRIKE, 5: DUAL}
    reports = {n: _battle(60 + 40 * n, 40 + n, 50 + 3 * n) for n in range(4)}
    reports |= {n: _battle(219, 44, 35, winner=RUSSIAN) for n in range(4, 9)}
    game = Commander(game="II", balance=RUSSIAN, chits=chits, strikes={0: False}, reports=reports,
                     chart=practice_copy())  # fmt: skip
    return _played_out(game, "One hex short")


def _at_once() -> Recorder:
    """CG III: won before its last day."""
    chits = {1: ASSAULT, 2: IDLE, 3: ASSAULT}
    reports = {0: _battle(340, 35, 41), 1: _battle(402, 33, 58), 3: _battle(480, 27, 66)}
    return _played_out(
        Commander(game="III", chits=chits, reports=reports, chart=practice_copy()), "The river is reached"
    )


def _whole() -> Recorder:
    """CG IV: all fourteen days, with Idle Days, a Counterattack by night and platoons that are called away."""
    chits = {1: STRIKE, 2: IDLE, 3: ASSAULT, 5: DUAL, 6: IDLE, 7: ASSAULT, 8: STRIKE, 9: DUAL, 10: ASSAULT, 11: DUAL,
             12: STRIKE, 13: ASSAULT, 14: DUAL}  # fmt: skip
    reports = {n: _battle(60 + 25 * n, 30 + n, 40 + 2 * n, taken_german=5) for n in range(20)}
    game = Commander(game="IV", chits=chits, strikes={3: True}, reports=reports, chart=practice_copy())
    return _played_out(game, "Fourteen days")


def _random() -> Recorder:
    return _played_out(Wild(22, chart=practice_copy()), "Anything goes in Stalingrad")


def _played_out(game: Commander | Wild, name: str) -> Recorder:
    recorder = Recorder(game, name)
    game.finish()
    return recorder


def driver() -> Game:
    """A campaign that plays itself out."""
    return Game()


def played() -> dict[str, Recorder]:
    """Every campaign there is a recording of, played anew."""
    return {
        "german_win": _first_push(),
        "russian_win": _held(),
        "won_at_once": _at_once(),
        "fourteen_days": _whole(),
        "random": _random(),
    }
