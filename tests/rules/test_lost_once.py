"""A loss by hand counts nobody twice: who is gone already left his side once, and in one scenario."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rules.asl.counters import Pile, casualties, piles
from rules.contract import Refused
from tests.rules import play, votg_play
from tests.rules.driver import Driver

GERMAN, RUSSIAN = play.GERMAN, play.RUSSIAN
GAMES: dict[str, Callable[[], Driver]] = {"oto2": play.Game, "votg": votg_play.Game}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Driver:
    return GAMES[request.param]().until("play")


def pile(game: Driver, fate: str, kind: str = "squad") -> Pile:
    counters = game.room(GERMAN).counters
    return next(each for each in piles(counters) if (each.like.kind, each.like.fate) == (kind, fate))


def loses(game: Driver, fate: str, was: str = "ready", kind: str = "squad", **more: Any) -> Any:
    return game.order(GERMAN, "lose", piles={pile(game, was, kind).key: 1}, fate=fate, **more)


def cvp(game: Driver, *lines: int) -> int:
    return casualties(game.room(GERMAN).counters, *lines)


def told(events: Any) -> list[int]:
    return [event.data["cvp"] for event in events if "cvp" in event.data]


@pytest.mark.parametrize("fate", ["eliminated", "used"])
def test_who_is_gone_is_not_recorded_so_a_second_time(game: Driver, fate: str):
    loses(game, fate)
    before = game.room(GERMAN)
    with pytest.raises(Refused, match="already") as refused:
        loses(game, fate, fate)
    assert refused.value.field == "piles"
    assert game.room(GERMAN) == before


def test_who_was_eliminated_in_an_earlier_scenario_stays_lost_in_it(game: Driver):
    loses(game, "eliminated")
    line = game.public.date
    lost = cvp(game, line)
    earlier = (replace(c, since=line - 1) if c.fate == "eliminated" else c for c in game.room(GERMAN).counters)
    game.put(GERMAN, counters=tuple(earlier))
    with pytest.raises(Refused, match="already"):
        loses(game, "eliminated", "eliminated")
    assert not told(loses(game, "captured", "eliminated")), "he was counted when he was lost"
    assert (cvp(game, line - 1), cvp(game, line)) == (lost, 0)


def test_what_became_of_the_lost_is_put_right_and_counts_once(game: Driver):
    assert told(loses(game, "eliminated")) == [2]
    assert not told(loses(game, "captured", "eliminated"))
    assert cvp(game, game.public.date) == 2


def test_who_was_used_up_and_is_lost_counts_in_the_scenario_he_left(game: Driver):
    loses(game, "used")
    assert cvp(game, game.public.date) == 0
    assert told(loses(game, "eliminated", "used")) == [2]
    assert cvp(game, game.public.date) == 2


@pytest.mark.parametrize("fate", ["eliminated", "captured"])
def test_7_508_and_12_609_who_is_in_the_enemys_hands_is_lost_to_them_alone(game: Driver, fate: str):
    loses(game, "captured")
    before = game.room(GERMAN), game.public.captures
    with pytest.raises(Refused, match="holds these"):
        loses(game, fate, "captured")
    assert (game.room(GERMAN), game.public.captures) == before


def test_a_half_squad_that_recombined_is_not_lost_beside_its_squad(game: Driver):
    game.order(GERMAN, "deploy", pile=pile(game, "ready").key)
    game.order(GERMAN, "recombine", pile=pile(game, "ready", "half_squad").key)
    before = cvp(game, game.public.date)
    with pytest.raises(Refused, match="already") as refused:
        loses(game, "eliminated", "merged", "half_squad")
    assert "part of" in refused.value.way_out
    assert cvp(game, game.public.date) == before
