"""Valor of the Guards: whatever an order says, the answer is events or a refusal: never another exception."""

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel import Refused, State
from rules.parts.refit.system import ORDERS
from rules.systems.votg.state import Record
from tests.rules import votg_rare
from tests.rules.anything import (
    NO_NUMBERS,
    Positions,
    check_answer,
    check_onward,
    check_wrong_die,
    draw_order,
    passed,
    rows,
    steps,
    tried,
)
from tests.rules.votg_play import GERMAN, RUSSIAN, SIDES, Game
from tests.rules.votg_wild import Wild

CAMPAIGNS = (("II", 1), ("III", 0), ("IV", 1))
STEPS = steps(Game())
BASKETS = rows(["I1", "A1", "M1", "O1", "X", ""], ["n", "onboard", "reserve", "dug_in", "dummies", "z"])


@cache
def positions() -> Positions:
    """A state for every step and side in which that step waits for that side."""
    return votg_rare.positions() | passed((Wild(seed, game=game) for game, seed in CAMPAIGNS), Wild.turn)


def at(state: State) -> Game:
    """A game that goes on from `state`."""
    game = Game()
    game.state = state
    return game


@pytest.mark.parametrize("key", STEPS)
def test_every_step_is_reached_by_somebody(key: str):
    assert any((key, side) in positions() for side in SIDES)


def test_the_rare_positions_are_what_they_are_called():
    for (key, side), state in votg_rare.positions().items():
        assert at(state).here(side).spec.key == key


@pytest.mark.parametrize("key", STEPS)
@given(data=st.data())
@tried
def test_any_order_at_any_step_is_carried_out_or_refused_with_a_sentence(key: str, data: st.DataObject):
    side = data.draw(st.sampled_from([side for side in SIDES if (key, side) in positions()]))
    game = at(positions()[key, side])
    kind, order = draw_order(data, game, side, BASKETS)
    check_answer(game, side, kind, order)


def test_a_wrong_die_of_ones_own_is_refused_before_the_host_throws_the_others():
    several = {key for (key, side), state in positions().items() if check_wrong_die(at(state), side)}
    assert len(several) > 5


def test_whoever_goes_on_with_what_follows_is_not_refused_after_dice_either():
    for (_, side), state in positions().items():
        check_onward(at(state), side)


@pytest.mark.parametrize("kind", sorted(ORDERS))
def test_an_entry_nobody_asked_for_is_refused(kind: str):
    for (key, side), state in positions().items():
        if kind in at(state).here(side).spec.takes or key == "play":
            with pytest.raises(Refused):
                at(state).order(side, kind, surprise=1)


@pytest.mark.parametrize("wrong", NO_NUMBERS)
def test_a_number_that_is_none_is_refused_wherever_it_is_typed(wrong: object):
    game = Game()
    with pytest.raises(Refused):
        game.order(RUSSIAN, "seal", rows={"I1": {"n": wrong}})
    with pytest.raises(Refused):
        game.order(GERMAN, "lose", piles={"1": wrong})
    with pytest.raises(Refused):
        game.order(GERMAN, "add", kind="squad", name="4-6-7", count=wrong)
    with pytest.raises(Refused):
        game.until("victory").order(GERMAN, "propose", hexes=wrong)


@pytest.mark.parametrize(("reading", "wrong"), [("declared", "done"), ("next_refit", "enter")])
def test_12_6181_a_step_that_asks_in_two_ways_takes_the_one_it_asks_in(reading: str, wrong: str):
    record = replace(votg_rare.FOUGHT, chits={GERMAN: "attack", RUSSIAN: "idle"})
    game = (
        Game(rulings={"support_timing": reading}).stands("renewal", record, Record(day="18")).alone(GERMAN, "support")
    )
    with pytest.raises(Refused, match="out of turn"):
        game.order(GERMAN, wrong)
