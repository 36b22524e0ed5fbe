"""Roads to Stalingrad: whole games between players who take any legal act."""

from __future__ import annotations

import pytest

from rules.systems.rts.chart import theater
from rules.systems.rts.printed import rulings
from tests.rules.rts_player import Game


@pytest.mark.parametrize("reactions", ["battle", "all", "none"])
@pytest.mark.parametrize("seed", range(6))
def test_a_game_is_played_to_its_end_and_nothing_is_lost(seed: int, reactions: str) -> None:
    game = Game(seed, reactions)
    game.play()
    assert game.public.reason in ("last_card", "sudden_death")
    assert sum(game.kinds[f"card.{what}"] for what in ("played", "discarded")) == game.public.cards
    assert len(theater(game.public.chart).cards) - game.public.cards == sum(
        game.public.hands[side] + game.public.decks[side] for side in game.public.hands
    )


@pytest.mark.parametrize("which", [1, 2])
@pytest.mark.parametrize("seed", range(2))
def test_it_is_so_however_the_doubts_are_read(seed: int, which: int) -> None:
    others = {each.key: list(each.readings)[which % len(each.readings)] for each in rulings()}
    game = Game(100 + seed, "battle", **others)
    game.play()
    assert game.public.reason
