"""Roads to Stalingrad: whole games between players who take any legal act.

`REFIT_FUZZ=10 python -m pytest tests/rules/test_rts_games.py` plays ten times as many.
"""

from __future__ import annotations

import os

import pytest

from rules.systems.rts.chart import theater
from rules.systems.rts.printed import SIDES, rulings
from tests.rules.rts_play import Game as Recorded
from tests.rules.rts_play import chart
from tests.rules.rts_player import Game

GAMES = 3 * int(os.environ.get("REFIT_FUZZ", "1"))
"""Games under each agreement on reactions: three go through every line and branch that six do."""


@pytest.mark.sampled(1)
@pytest.mark.parametrize("reactions", ["battle", "all", "none"])
@pytest.mark.parametrize("seed", range(GAMES))
def test_a_game_is_played_to_its_end_and_nothing_is_lost(seed: int, reactions: str) -> None:
    game = Game(seed, reactions)
    game.play()
    assert game.public.reason in ("last_card", "sudden_death")
    assert sum(game.kinds[f"card.{what}"] for what in ("played", "discarded")) == game.public.cards
    assert len(theater(game.public.chart).cards) - game.public.cards == sum(
        game.public.hands[side] + game.public.decks[side] for side in game.public.hands
    )


@pytest.mark.sampled(1)
@pytest.mark.parametrize("which", [1, 2])
@pytest.mark.parametrize("seed", range(2))
def test_it_is_so_however_the_doubts_are_read(seed: int, which: int) -> None:
    others = {each.key: list(each.readings)[which % len(each.readings)] for each in rulings()}
    game = Game(100 + seed, "battle", **others)
    game.play()
    assert game.public.reason


ALONE = [("resources", "resources"), ("railhead", "reinforce"), ("backhand", "stavka")]
"""Effects of the one card that the Axis and the Soviet deck are made of."""


@pytest.mark.parametrize("effects", ALONE)
def test_decks_of_one_card_alone_are_played_to_their_end(effects: tuple[str, str]) -> None:
    alone = chart()
    rows = alone["sheets"]["cards"]
    wanted = zip(SIDES, effects, strict=True)
    found = [next(row for row in rows if (row["side"], row["effect"]) == each) for each in wanted]
    alone["sheets"]["cards"] = [{**row, "copies": 6} for row in found]
    game = Recorded(3, chart=alone, reactions="battle").finish()
    assert game.public.reason == "last_card"
    assert min(game.public.decks.values()) == 0
