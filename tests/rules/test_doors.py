"""What happens behind one side's door leaves no trace in what the other side and onlookers are given."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from rules.kernel import PUBLIC, Event, Order, Refused, State
from tests.rules.doors import public, stage_by_stage
from tests.rules.play import GERMAN, RUSSIAN, SIDES, SYSTEM, Game, rows

REPORTS = {date: {"lvp": 6, "cvp_german": 44, "cvp_russian": 70, "evp": 3} for date in range(4)}
QUIET = {(GERMAN, date): rows("I2 M1") for date in range(3)}
OTHER = {GERMAN: "I1-1 V3 O1+2 O4+1 M1*2 M2 F2 I5", RUSSIAN: "I2*2-1 V7 O1+2 O6+1 B1 I6 given:V5*0-2 F1 G3+1"}
LATER = {GERMAN: "I3 G1 O2 M1", RUSSIAN: "I4 V6 O2 M1 I7"}


class SameSky(Game):
    """A game with the same weather whatever the seed, the weather being a public roll."""

    def answer(self, side: str) -> bool:
        here = self.here(side)
        self.cup.script = [3, 4, 5] if here and here.spec.key == "weather" else []
        return super().answer(side)


def played(baskets: dict[tuple[str, int], Any], seed: int) -> Game:
    return stage_by_stage(SameSky(baskets=baskets, reports=REPORTS, seed=seed))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_public_event_changes_with_the_secret_choices_and_dice_of_the_russians(seed):
    first = played(QUIET, 0)
    second = played({**QUIET, (RUSSIAN, 0): rows(OTHER[RUSSIAN]), (RUSSIAN, 1): rows(LATER[RUSSIAN])}, seed)
    assert public(first) == public(second)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_public_event_changes_with_the_secret_choices_and_dice_of_the_germans(seed):
    first = played({}, 0)
    second = played({(GERMAN, 0): rows(OTHER[GERMAN]), (GERMAN, 1): rows(LATER[GERMAN])}, seed)
    assert public(first) == public(second)


def journey(game: Game) -> Iterator[State]:
    """The states a campaign goes through."""
    while game.state.public.stage != "ended":
        for side in SIDES:
            game.answer(side)
        yield game.state


def test_a_view_of_one_side_and_of_an_onlooker_needs_no_other_room():
    game = Game(baskets={(side, 0): rows(OTHER[side]) for side in SIDES})
    for state in journey(game):
        assert SYSTEM.view(state.only([]), None).sides == {}
        for side in SIDES:
            view = SYSTEM.view(state.only([side]), side)
            assert set(view.sides) == {side}
            assert SYSTEM.steps(state.only([side]), side) == view.steps
            assert view.public == SYSTEM.view(state.only([]), None).public


def test_a_side_can_not_be_decided_for_without_its_own_room():
    game = Game()
    with pytest.raises(KeyError):
        SYSTEM.decide(game.state.only([RUSSIAN]), Order("seal"), GERMAN, game.cup)


def test_an_order_writes_into_its_own_room_and_the_public_one_only():
    game = Game(baskets={(side, 0): rows(OTHER[side]) for side in SIDES}).finish()
    for side, _, events in game.acts:
        assert {event.room for event in events} <= {PUBLIC, side}


def test_the_public_room_holds_no_counter_group_or_point_before_the_end():
    game = Game(baskets={(side, 0): rows(OTHER[side]) for side in SIDES}).until("books")
    text = json.dumps(SYSTEM.dump(game.state, PUBLIC))
    for word in ('"counters"', '"groups"', '"ledger"', "StuG", "23AM-"):
        assert word not in text


def test_an_event_of_a_closed_room_can_not_be_folded():
    game = Game()
    with pytest.raises(KeyError):
        SYSTEM.apply(game.state.only([GERMAN]), Event("step.done", RUSSIAN, {"step": "play"}))


def test_a_refusal_says_nothing_of_the_other_side():
    game = Game()
    game.order(RUSSIAN, "seal", rows=rows(OTHER[RUSSIAN]))
    with pytest.raises(Refused) as caught:
        game.order(GERMAN, "roll")
    assert "I2" not in caught.value.message + caught.value.way_out
