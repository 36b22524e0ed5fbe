"""Positions a random campaign hardly ever comes to, for tests that want every step."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.asl.counters import Counter
from rules.contract import State
from tests.rules.play import GERMAN, RUSSIAN, SIDES, Game, rows


def bare(side: str = GERMAN, date: int = 1, **options: Any) -> Game:
    """A game at the beginning of `date`, at 7.512, in which the side owns nothing."""
    game = Game(**options).until("play", date=date - 1)
    while game.state.public.stage != "renewal":
        for player in SIDES:
            if game.state.public.stage != "renewal":
                game.answer(player)
    return game.put(side, counters=tuple(replace(c, fate="captured") for c in game.room(side).counters))


def give(game: Game, side: str, kind: str, name: str, *marks: str, **more: Any) -> int:
    """Put a counter into a side's hands; returns its number."""
    number = game.room(side).next_id
    game.gains(side, "add", kind=kind, name=name)
    counters = game.room(side).counters
    game.put(side, counters=tuple(replace(c, marks=marks, **more) if c.id == number else c for c in counters))
    return number


def piece(game: Game, side: str, number: int) -> Counter:
    """A side's counter by its number."""
    return next(c for c in game.room(side).counters if c.id == number)


def batteries() -> Game:
    """A battle in which both sides have a Counter Battery Module, and the Russians modules to hit (5.2)."""
    return Game(baskets={(GERMAN, 0): rows("O5"), (RUSSIAN, 0): rows("O1 O2 O7")}).until("counter_battery")


def under_fire() -> Game:
    """A Russian side whose modules a German Counter Battery Module has hit twice (5.3)."""
    game = batteries()
    for dice in ((1, 1), (1, 2)):
        game.order(GERMAN, "enter", attack="two_ffe")
        game.roll(GERMAN, *dice)
    return game.alone(RUSSIAN, "counter_battery_hits")


def in_trouble() -> Game:
    """A German side after 23PM for which every step of 7.513 and 7.514 has something to do."""
    game = bare(date=2)
    give(game, GERMAN, "tank", "StuG IIIG", "immobilized", "stunned", "malfunctioned")
    give(game, GERMAN, "tank", "StuG IIIG", "coaxial MG disabled")
    give(game, GERMAN, "tank", "Marder II", "abandoned", "low ammunition")
    give(game, GERMAN, "tank", "Marder II", "under recall for ammunition")
    give(game, GERMAN, "tank", "T-34/M43", "captured from the enemy")
    give(game, GERMAN, "weapon", "LMG")
    give(game, GERMAN, "weapon", "DC", fate="used", since=1)
    give(game, GERMAN, "crew", "2-2-8")
    for name in ("8-3-8", "5-4-8", "4-6-8"):
        give(game, GERMAN, "squad", name)
    give(game, GERMAN, "fortification", "Wire", place="K20")
    return game


def troubles() -> dict[tuple[str, str], State]:
    """A state for each step of 7.513 and 7.514, by step and side, on the way through them."""
    game = in_trouble().until("reman", date=2)
    found: dict[tuple[str, str], State] = {}
    while (current := game.current(GERMAN)) and current.spec.key != "points":
        found[current.spec.key, GERMAN] = game.state
        if current.spec.key == "removal":
            game.order(GERMAN, "enter", what1="entrenchment", number1=2)
        elif current.spec.key == "removal_roll":
            game.roll(GERMAN, 6, 6)
        else:
            game.answer(GERMAN)
    return found
