"""Valor of the Guards: what happens behind one side's door leaves no trace in what the others are given."""

import json
from typing import Any

import pytest

from rules.kernel import PUBLIC, Event, Order, Refused
from rules.systems.votg.state import RUSSIAN, SIDES
from tests.rules.doors import public, stage_by_stage
from tests.rules.votg_play import GERMAN, SYSTEM, Game

CHITS = {1: ("attack", "attack"), 2: ("attack", "idle"), 4: ("idle", "attack"), 5: ("idle", "idle")}
REPORTS = {n: {"cvp_german": 21, "cvp_russian": 45, "wrong_russian": 3, "hexes": 40, "turn": 6} for n in range(9)}
OPEN_DICE = {"weather": [3, 4, 5], "order": [2], "mover": [5], "booby_traps": [3]}
BASKETS = {
    GERMAN: {"I1": {"n": 1, "onboard": 1}, "A1": {"n": 1}, "O2": {"n": 1}},
    RUSSIAN: {"I2": {"n": 1, "reserve": 1, "dummies": 4}, "A2": {"n": 1, "dug_in": 1}, "M1": {"n": 2}, "O1": {"n": 1}},
}


class SameSky(Game):
    """A game with the same dice for what both sides see rolled, whatever the seed."""

    def answer(self, side: str) -> bool:
        here = self.here(side)
        self.cup.script = list(OPEN_DICE.get(here.spec.key, ())) if here else []
        return super().answer(side)


def played(baskets: Any, seed: int) -> Game:
    """A campaign that can be compared with another."""
    return stage_by_stage(
        SameSky(game="II", baskets=baskets, seed=seed, chits=CHITS, strikes={2: True}, reports=REPORTS)
    )


@pytest.mark.parametrize("side", SIDES)
def test_no_public_event_changes_with_the_secret_choices_and_dice_of_a_side(side: str):
    plain = played({}, 0)
    assert any("counterattack" in line for line in public(plain))
    for seed in (1, 2, 3):
        assert public(played({(side, 0): BASKETS[side], (side, 1): BASKETS[side]}, seed)) == public(plain)


def test_an_order_writes_into_its_own_room_and_the_public_one_only():
    for side, _, events in played({(side, 0): BASKETS[side] for side in SIDES}, 5).acts:
        assert {event.room for event in events} <= {PUBLIC, side}


def test_a_chit_is_seen_by_nobody_until_both_are_down():
    game = Game(chits={1: ("attack", "attack")}).until("showing", date=1)
    assert game.public.today.chits == {}
    text = json.dumps(SYSTEM.dump(game.state, PUBLIC)["dates"])
    assert "attack" not in text
    assert game.room(GERMAN).now.chit == "attack"


def test_the_public_room_holds_no_counter_group_or_point_before_the_end():
    game = Game(baskets={(side, 0): BASKETS[side] for side in SIDES}).until("books")
    text = json.dumps({**SYSTEM.dump(game.state, PUBLIC), "chart": ""})
    for word in ('"counters"', '"groups"', '"ledger"', "StuG", "Wire", "14-I1"):
        assert word not in text


def test_a_side_can_not_be_decided_for_without_its_own_room():
    game = Game()
    with pytest.raises(KeyError):
        SYSTEM.decide(game.state.only([RUSSIAN]), Order("seal"), GERMAN, game.cup)


def test_a_view_of_one_side_and_of_an_onlooker_needs_no_other_room():
    game = Game(game="II", baskets={(side, 0): BASKETS[side] for side in SIDES}, reports=REPORTS)
    while game.public.date < 2:
        for side in SIDES:
            game.answer(side)
            view = SYSTEM.view(game.state.only([side]), side)
            assert set(view.sides) == {side}
            assert view.public == SYSTEM.view(game.state.only([]), None).public
        assert SYSTEM.view(game.state.only([]), None).sides == {}


def test_an_event_of_a_closed_room_can_not_be_folded():
    with pytest.raises(KeyError):
        SYSTEM.apply(Game().state.only([GERMAN]), Event("step.done", RUSSIAN, {"step": "play"}))


def test_a_refusal_says_nothing_of_the_other_side():
    game = Game()
    game.order(RUSSIAN, "seal", rows=BASKETS[RUSSIAN])
    with pytest.raises(Refused) as caught:
        game.order(GERMAN, "roll")
    assert "I2" not in caught.value.message + caught.value.way_out
