"""The recorded campaigns of On Track to Orsha."""

from __future__ import annotations

from typing import Any

from rules.asl.counters import piles
from tests.replays.greedy_buyer import GreedyBuyer
from tests.replays.recorder import Recorder
from tests.replays.repair_drill import RepairDrill
from tests.rules.play import GERMAN, RUSSIAN, SIDES, Game, rows
from tests.rules.random_player import Wild

BASKETS = {
    (GERMAN, 0): rows("I1 I3 V3 G1*2 O1*2+2 O4+1 M1*5 M2 I6 I7"),
    (RUSSIAN, 0): rows("I2*2-1 I4 V2 V6 O2+1 O6 B1 F1 given:V5*0-2"),
    (GERMAN, 1): rows("I2-1 V1 M1*2 M3"), (RUSSIAN, 1): rows("I1 V7 G3+1 M3 M1"),
    (GERMAN, 2): rows("I4 G2 O1 F2 M1*3"), (RUSSIAN, 2): rows("I3 I6 V8 O4 M2"),
    (GERMAN, 3): rows("I1 V4 I5 O5"), (RUSSIAN, 3): rows("I5 V4*2-1 O3+2 F1*2"),
}  # fmt: skip
FORTIFIED: dict[tuple[str, int], dict[str, Any]] = {
    (GERMAN, 0): {"trench": 6, "at_ditch": 4, "wire": 3, "ap_mine": 10, "pillboxes": "1+3+5", "hip_squad": 2},
    (GERMAN, 1): {"trench": 8, "concealment": 20, "hip_smc": 2, "foxhole_2": 10},
    (GERMAN, 2): {"wire": 5, "at_mine": 12, "foxhole_3": 5, "concealment": 12},
}
PLACED = {
    0: {"Trench": "4 K20, 2 K21/1", "AP_mine": "4 K20, 6 Q7", "Pillbox": "L18", "4-6-7": "L18 pillbox hidden, M2"},
    1: {"Trench": "4 K20, 2 K21/1, N3", "Wire": "3 O5"},
}
ATTACKS = {(GERMAN, 3): ("few_ffe", "two_ffe", "many_ffe", "many_ffe")}
"""The attacks of a Counter Battery Module, by the FFE:1 that the enemy had placed."""
REPORTS = {
    0: {"turn": 7, "lvp": 4, "cvp_german": 46, "cvp_russian": 83, "evp": 0, "rain": True},
    1: {"turn": 8, "lvp": 5, "cvp_german": 52, "cvp_russian": 61, "evp": 6},
    2: {"turn": 6, "lvp": 7, "cvp_german": 38, "cvp_russian": 74, "evp": 9},
    3: {"turn": 9, "lvp": 9, "cvp_german": 57, "cvp_russian": 66, "evp": 31},
}
BREAKTHROUGH = {
    0: {"turn": 8, "lvp": 5, "cvp_german": 74, "cvp_russian": 81, "evp": 4, "rain": False},
    1: {"turn": 8, "lvp": 7, "cvp_german": 69, "cvp_russian": 77, "evp": 8},
    2: {"turn": 7, "lvp": 8, "cvp_german": 63, "cvp_russian": 70, "evp": 12},
    3: {"turn": 9, "lvp": 10, "cvp_german": 72, "cvp_russian": 66, "evp": 24},
}
STALEMATE = {
    0: {"turn": 7, "lvp": 4, "cvp_german": 46, "cvp_russian": 83, "evp": 2, "rain": False},
    1: {"turn": 8, "lvp": 6, "cvp_german": 41, "cvp_russian": 79, "evp": 7},
    2: {"turn": 6, "lvp": 7, "cvp_german": 38, "cvp_russian": 74, "evp": 11},
    3: {"turn": 9, "lvp": 9, "cvp_german": 42, "cvp_russian": 68, "evp": 23},
}
"""Two campaigns in which nothing is left over: 25 VP, and 19, which is one too few unless the balance is Russian."""


def _scripted() -> Recorder:
    game = Game(baskets=BASKETS, reports=REPORTS)
    recorder = Recorder(game, "The road to Orsha")
    for date in range(4):
        if (GERMAN, date) in FORTIFIED:
            game.until("fortify", date=date).order(GERMAN, "buy", **FORTIFIED[GERMAN, date])
        if date in PLACED:
            game.until("setup", date=date).order(GERMAN, "enter", **game.lines(GERMAN, **PLACED[date]))
            paid = game.until("recon", RUSSIAN, date=date).current(RUSSIAN).task.fields[0].options[-1][0]
            game.order(RUSSIAN, "enter", paid=paid)
            if game.room(RUSSIAN).now.recon:
                game.order(RUSSIAN, "enter", locations="K20, K21/1, L18 pillbox")
        if (GERMAN, date) in ATTACKS:
            game.until("counter_battery", date=date)
            for placed in ATTACKS[GERMAN, date]:
                if game.current(GERMAN).spec.key != "counter_battery":
                    break  # by the dice it has no more
                game.order(GERMAN, "enter", attack=placed)
                game.order(GERMAN, "roll")
        game.until("play", date=date)
        for side in SIDES:
            ready = piles(c for c in game.room(side).counters if c.fate == "ready")
            squads = max((pile for pile in ready if pile.like.kind == "squad"), key=lambda pile: pile.count)
            leader = next(pile for pile in ready if pile.like.kind == "leader" and "wounded" not in pile.like.marks)
            game.order(side, "lose", piles={str(squads.key): min(3, squads.count)})
            game.order(side, "change", pile=leader.key, count=1, marks=["wounded"])
            game.gains(side, "add", kind="half_squad", name="2-4-8", count=3)
    game.finish()
    return recorder


def _random() -> Recorder:
    recorder = Recorder(Wild(7, dice="either"), "Anything goes")
    recorder.game.finish()
    return recorder


def _mended() -> Recorder:
    game = RepairDrill(baskets=BASKETS, reports=REPORTS)
    recorder = Recorder(game, "The workshops")
    game.play_out()
    return recorder


class OrshaSpender(GreedyBuyer, Game):
    """Both sides of On Track to Orsha spend what they have: what is left over counts at the end (7.518)."""


def _spent(name: str, reports: dict[int, dict[str, Any]], balance: str) -> Recorder:
    """A campaign that is decided by what the sides report, and by the balance."""
    recorder = Recorder(OrshaSpender(reports=reports, balance=balance), name)
    recorder.game.finish()
    return recorder


def driver() -> Game:
    """A campaign that plays itself out."""
    return Game(baskets=BASKETS, reports=REPORTS)


def played() -> dict[str, Recorder]:
    """Every campaign there is a recording of, played anew; a win in its name is how it ends (7.31, 7.4)."""
    return {
        "scripted": _scripted(),
        "random": _random(),
        "mended": _mended(),
        "russian_win": _spent("Breakthrough", BREAKTHROUGH, "none"),
        "german_win": _spent("One point short", STALEMATE, "none"),
        "russian_win_by_balance": _spent("Saved by the balance", STALEMATE, "russian"),
    }
