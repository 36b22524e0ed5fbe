"""Whole campaigns of every game at random: no crash, no dead end, no broken sums, no open secret.

`REFIT_FUZZ=30 python -m pytest tests/rules/test_fuzz.py` plays thirty times as many; `REFIT_FUZZ_FROM` says from which
seed.
"""

import os
from collections.abc import Iterator

import pytest

from tests.rules.invariants import check_page, check_round_trip, check_secrecy, check_story
from tests.rules.random_player import changed, whole
from tests.systems.games import KEYS, listed
from tests.systems.player import Play
from tests.systems.refit_game import RefitScripts, refit_games

FIRST = int(os.environ.get("REFIT_FUZZ_FROM", "0"))
TIMES = int(os.environ.get("REFIT_FUZZ", "1"))
REFIT = refit_games()
OF_OTHERS = 2
"""How many campaigns of a game without a refit phase are played: more reach no other line or branch of the rules."""


def campaigns(scripts: RefitScripts) -> Iterator[tuple[int, int]]:
    """Seeds, and which of the game's variants is played from each."""
    for number in range(TIMES * scripts.campaigns):
        yield FIRST + number // len(scripts.variants), number % len(scripts.variants)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("key", "seed", "variant"), [(key, *each) for key, scripts in REFIT.items() for each in campaigns(scripts)]
)
def test_a_campaign_of_random_legal_orders_comes_to_its_end(key: str, seed: int, variant: int) -> None:
    scripts = REFIT[key]
    played, look = whole(scripts.wild, seed, **scripts.variants[variant]), scripts.driver()
    for number, side in enumerate(changed(played, look)):
        check_page(look, side)
        if number % scripts.often == 0:
            scripts.check(look, side)
    game = played.game
    for side in game.sides:
        scripts.check(game, side)
    scripts.check_whole(game)
    check_secrecy(game, played.states[0])
    check_round_trip(game)
    check_story(game)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("key", [key for key in KEYS if key not in REFIT])
@pytest.mark.parametrize("seed", range(FIRST, FIRST + TIMES * OF_OTHERS))
def test_a_campaign_of_random_answers_comes_to_its_end(key: str, seed: int) -> None:
    play = Play(listed(key), seed=seed).finish()
    assert play.system.public(play.state.only(())).result
