"""Gains by hand: what a commander adds, revives or renames upwards counts once the other side or the umpire agrees."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import pytest

from rules.asl.counters import Counter, Pile, casualties, piles
from rules.contract import Order, Refused
from tests.rules import play, votg_play
from tests.rules.driver import Driver

GERMAN, RUSSIAN = play.GERMAN, play.RUSSIAN
GAMES: dict[str, Callable[[], Driver]] = {"oto2": play.Game, "votg": votg_play.Game}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Driver:
    return GAMES[request.param]().until("play")


def counters(game: Driver) -> tuple[Counter, ...]:
    found: tuple[Counter, ...] = game.room(GERMAN).counters
    return found


def pile(game: Driver, name: str) -> Pile:
    return next(each for each in piles(counters(game)) if each.like.name == name and each.like.fate == "ready")


def answers(game: Driver, verdict: str, side: str = RUSSIAN) -> Any:
    return game.order(side, "settle", number=game.public.corrections[-1].number, verdict=verdict)


def adds(game: Driver, **more: Any) -> Any:
    return game.order(GERMAN, "add", kind="tank", name="Tiger", count=40, **more)


def test_counters_added_by_hand_are_there_once_the_other_side_agrees(game: Driver):
    before = counters(game)
    adds(game)
    assert counters(game) == before
    answers(game, "agreed")
    new = counters(game)[len(before) :]
    assert [c.name for c in new] == ["Tiger"] * 40
    assert [c.id for c in new] == list(range(len(before) + 1, len(before) + 41))


@pytest.mark.parametrize(("name", "kind"), [("PzKpfw IVH", "other"), ("10-2", "squad"), ("4-6-7", "half_squad")])
def test_nothing_is_added_under_a_class_it_is_not_of(game: Driver, name: str, kind: str):
    if name not in {known for _, known in game.system.rules_of(game.public).units}:
        name = next(n for (side, n), unit in game.system.rules_of(game.public).units.items() if unit.kind == "tank")
    before = game.public.corrections
    with pytest.raises(Refused, match="of another class") as refused:
        game.order(GERMAN, "add", kind=kind, name=name, count=10)
    assert refused.value.field == "kind"
    assert game.public.corrections == before


def test_the_umpire_may_agree_too(game: Driver):
    before = counters(game)
    adds(game)
    order = Order("settle", {"number": 1, "verdict": "agreed"})
    for event in game.system.judge(game.state.only(()), order):
        game.state = game.system.apply(game.state, event)
    assert len(counters(game)) == len(before) + 40


@pytest.mark.parametrize(("verdict", "side"), [("refused", RUSSIAN), ("withdrawn", GERMAN)])
def test_what_is_refused_or_withdrawn_never_comes(game: Driver, verdict: str, side: str):
    before = counters(game)
    adds(game)
    answers(game, verdict, side)
    assert counters(game) == before
    assert not game.room(GERMAN).written


def test_nobody_agrees_to_his_own_gain(game: Driver):
    adds(game)
    with pytest.raises(Refused, match="no answer"):
        answers(game, "agreed", GERMAN)


def test_the_public_learns_how_many_counters_of_what_class_and_no_name(game: Driver):
    told = [event for event in adds(game, reason="A creation") if event.room == "public"]
    assert [event.kind for event in told] == ["gain.proposed"]
    assert told[0].data == {
        "number": 1, "by": GERMAN, "room": GERMAN, "reason": "A creation", "gain": "added", "classes": {"tank": 40},
    }  # fmt: skip
    assert told[0].seals
    sentence = game.system.describe(told[0]).sentence
    assert "40 × AFV added by hand" in sentence
    assert "Tiger" not in sentence


def test_who_was_eliminated_comes_back_by_a_nod_and_counts_as_lost_until_then(game: Driver):
    game.order(GERMAN, "lose", piles={pile(game, "4-6-7").key: 1})
    line = game.public.date
    lost = casualties(counters(game), line)
    dead = next(each for each in piles(counters(game)) if each.like.fate == "eliminated")
    game.order(GERMAN, "lose", piles={dead.key: 1}, fate="ready")
    assert casualties(counters(game), line) == lost
    assert game.public.corrections[-1].gain == "revived"
    answers(game, "agreed")
    assert casualties(counters(game), line) == lost - 2


@pytest.mark.parametrize("fate", ["out", "due", "used", "ready"])
def test_no_fate_makes_a_casualty_none_without_a_nod(game: Driver, fate: str):
    game.order(GERMAN, "lose", piles={pile(game, "4-6-7").key: 2})
    game.order(GERMAN, "lose", piles={pile(game, "4-6-7").key: 1}, fate="captured")
    for was in ("eliminated", "captured"):
        gone = next(each for each in piles(counters(game)) if each.like.fate == was)
        with nullcontext() if was == "eliminated" else pytest.raises(Refused, match="holds these"):
            game.order(GERMAN, "lose", piles={gone.key: 1}, fate=fate)
    assert [c.fate for c in counters(game)].count("eliminated") == 2
    assert [c.fate for c in counters(game)].count("captured") == 1


def test_A19_13_who_is_renamed_to_something_lower_needs_no_nod_and_upwards_he_does(game: Driver):
    key = pile(game, "4-6-7").key
    game.order(GERMAN, "change", pile=key, count=1, name="4-4-7")
    assert not game.public.corrections
    lower = next(each for each in piles(counters(game)) if each.like.id == key or each.like.name == "4-4-7")
    game.order(GERMAN, "change", pile=lower.key, count=1, name="4-6-8")
    assert game.public.corrections[-1].gain == "renamed"
    assert "4-6-8" not in {c.name for c in counters(game) if c.id == lower.key}
    answers(game, "agreed")
    assert next(c.name for c in counters(game) if c.id == lower.ids[0]) == "4-6-8"


def test_a_counter_that_was_lost_meanwhile_is_not_renamed_by_a_late_nod(game: Driver):
    key = pile(game, "4-6-7").key
    game.order(GERMAN, "change", pile=key, count=1, name="4-6-8")
    game.order(GERMAN, "lose", piles={key: 1})
    answers(game, "agreed")
    assert next(c for c in counters(game) if c.id == key).fate == "eliminated"
    assert next(c for c in counters(game) if c.id == key).name != "4-6-8"


def test_conditions_noted_before_the_nod_stay_beside_those_the_gain_brings(game: Driver):
    key = pile(game, "4-6-7").key
    game.order(GERMAN, "change", pile=key, count=1, marks=["short of ammunition", "encircled"])
    game.order(GERMAN, "change", pile=key, count=1, name="4-6-8", marks=["short of ammunition", "isolated"])
    game.order(GERMAN, "change", pile=key, count=1, marks=["encircled", "in mines"])
    answers(game, "agreed")
    changed = next(c for c in counters(game) if c.id == key)
    assert (changed.name, changed.marks) == ("4-6-8", ("in mines", "isolated"))


def test_two_gains_that_wait_get_numbers_of_their_own(game: Driver):
    before = len(counters(game))
    adds(game)
    game.order(GERMAN, "add", kind="gun", name="PaK 40", count=1)
    for number in (2, 1):
        game.order(RUSSIAN, "settle", number=number, verdict="agreed")
    assert [c.id for c in counters(game)[before:]] == list(range(before + 1, before + 42))
    assert counters(game)[before].name == "PaK 40"


def test_what_comes_back_and_what_is_lost_is_not_entered_in_one_order(game: Driver):
    game.order(GERMAN, "lose", piles={pile(game, "4-6-7").key: 1})
    dead = next(each for each in piles(counters(game)) if each.like.fate == "eliminated")
    with pytest.raises(Refused, match="Some of these are gone"):
        game.order(GERMAN, "lose", piles={dead.key: 1, pile(game, "4-6-7").key: 1}, fate="out")


def test_a_side_does_not_bury_the_other_in_gains(game: Driver):
    for _ in range(20):
        game.order(GERMAN, "add", kind="other", name="Cart", count=1)
    with pytest.raises(Refused, match="20 gains of your side wait"):
        game.order(GERMAN, "add", kind="other", name="Cart", count=1)


def test_a_verdict_says_what_it_is_about(game: Driver):
    game.order(GERMAN, "add", kind="weapon", name="HMG", count=2, reason="Taken at the bridge")
    game.order(RUSSIAN, "settle", number=1, verdict="refused")
    told = game.system.describe(game.events[-1]).sentence
    assert told == "The Russian side objected to correction 1. 2 × support weapon added by hand."
    assert "HMG" not in told
