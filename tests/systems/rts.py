"""What Roads to Stalingrad brings to the tests of all games."""

from __future__ import annotations

from collections.abc import Iterator

from rules import registry
from tests.rules.driver import Cup
from tests.systems import games, rts_rulings
from tests.systems.player import Play

SEEDS = (1, 2, 3)


def played(side: str, seed: int) -> Play:
    """A side draws its hand, discards a card of it, and draws another one; all else is the same. Then the other one
    concedes."""
    play = Play(registry.get("rts"))
    other = next(key for key in play.sides if key != side)
    for each in play.sides:
        play.cup = Cup(seed if each == side else 0)
        play.answer(each)
    play.cup = Cup(0)
    play.answer("axis", {"area": "Belitsa"})
    play.answer("axis", {"do": "end"})
    for each in play.sides:
        play.answer(each, {"choice": "card"})
    play.answer("axis")
    for each in play.sides:
        play.cup = Cup(seed if each == side else 0)
        current = play.current(each)
        assert current
        options = [key for key, _ in current.task.fields[0].options if key.startswith("discard:")]
        play.answer(each, {"do": options[seed % len(options)] if each == side else options[0]})
        play.answer(each, {"area": "Belitsa" if each == "axis" else "Voron"})
    play.order(other, "concede", {})
    return play


class Scripts(games.Scripts):
    """See tests.systems.games.Scripts."""

    rulings = rts_rulings.OUTCOMES
    short = {"reactions": "none"}
    secret_words = ()

    def compared(self, side: str) -> Iterator[Play]:
        for seed in (0, *SEEDS):
            yield played(side, seed)
