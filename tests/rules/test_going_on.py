"""An order that goes on: what it does along with its step, where it ends, and that it brings nothing else about."""

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from rules.contract import Order, Refused
from rules.engine.follow_ups import goes_on
from rules.systems._template.system import SYSTEM as CROSSROADS
from tests.rules.play import GERMAN, RUSSIAN, SIDES, SYSTEM, Cup, Game, rows

BASKETS = {
    (GERMAN, 1): rows("I1 I3 V5 G4 O1 F1 M1"), (RUSSIAN, 1): rows("I3 I6 V1 G1 O1 O6 F1"),
    (GERMAN, 2): rows("I2 O4"), (RUSSIAN, 2): rows("I1 V4"),
}  # fmt: skip


class Onward(Game):
    """A campaign in which every order that may go on does."""

    def order(self, side, order, /, **data):
        going = {"on": True} if order in ("roll", "enter", "done", "buy", "seal") else {}
        return super().order(side, order, **data, **going)


def finished(game: Game) -> Game:
    """A campaign to its end, each side answering as long as it can."""
    while game.state.public.stage != "ended":
        answered = [sum(1 for _ in iter(partial(game.answer, side), False)) for side in SIDES]
        assert any(answered)
    return game


@pytest.mark.sampled(3)
@pytest.mark.parametrize("dice", ["server", "either", "own"])
@pytest.mark.parametrize("seed", [1, 2])
def test_going_on_brings_about_exactly_what_press_by_press_would(dice, seed):
    single, onward = (finished(kind(baskets=BASKETS, seed=seed, dice=dice)) for kind in (Game, Onward))
    assert onward.events == single.events
    assert onward.state == single.state
    assert onward.cup.drawn == single.cup.drawn
    assert len(onward.acts) < len(single.acts) * (1 if dice == "own" else 0.8)


def test_dice_that_follow_are_thrown_with_it_and_it_ends_where_a_choice_is_to_be_made():
    game = Game(baskets={(RUSSIAN, 1): rows("I6 O1")}).until("strength", RUSSIAN, date=1)
    assert [each.spec.key for each in game.current(RUSSIAN).follow_ups] == ["ammunition"]
    events = game.roll(RUSSIAN, 6, 6, 6, 6, 6, on=True)
    assert [event.kind for event in events] == ["strength.rolled", "weapons.rolled"]
    assert game.current(RUSSIAN).spec.key == "weapon_choice"


def test_each_roll_keeps_its_own_event_and_reckoning():
    game = Game(baskets={(GERMAN, 1): rows("I1 O1")}).until("strength", GERMAN, date=1)
    game.cup.script = [1, 2, 3, 1, 1, 4, 5]
    brought: list[tuple[str, Any]] = [(event.kind, event.data) for event in game.order(GERMAN, "roll", on=True)]
    told = {kind: [roll["dice"] for roll in data["rolls"]] for kind, data in brought if "rolls" in data}
    assert told == {
        "strength.rolled": [[1, 2]], "weapons.rolled": [[3]], "ammunition.rolled": [[1, 1]], "leaders.rolled": [[4, 5]],
    }  # fmt: skip


def test_it_never_goes_through_the_door_of_a_stage():
    game = Game(baskets=BASKETS).until("points", GERMAN, date=1).alone(RUSSIAN, "points")
    game.order(RUSSIAN, "roll", on=True)
    assert game.current(RUSSIAN) is None
    game.order(GERMAN, "roll", on=True)
    assert (game.state.public.stage, game.current(GERMAN).spec.key) == ("purchase", "purchase")


def test_own_dice_are_left_to_their_owner():
    game = Game(baskets={(GERMAN, 1): rows("I1 O1")}, dice="own").until("strength", GERMAN, date=1)
    assert game.current(GERMAN).follow_ups == ()
    game.order(GERMAN, "roll", dice={"23PM-I1-1": [1, 2]}, on=True)
    assert game.current(GERMAN).spec.key == "weapons"


def test_where_both_ways_are_open_the_dice_typed_in_are_those_of_the_step_itself():
    game = Game(baskets={(GERMAN, 1): rows("I1 O1")}, dice="either").until("strength", GERMAN, date=1)
    brought: list[Any] = [event.data for event in game.order(GERMAN, "roll", dice={"23PM-I1-1": [1, 2]}, on=True)]
    owned = [roll.get("own", False) for data in brought for roll in data.get("rolls", ())]
    assert (owned[0], any(owned[1:])) == (True, False)


def test_a_checklist_is_done_along_if_nothing_stands_between_that_could_change_it():
    game = Game(baskets=BASKETS).until("play")
    assert [each.spec.key for each in game.current(GERMAN).follow_ups] == ["melee", "markers", "rally", "victory"]
    game.order(GERMAN, "done", on=True)
    assert game.current(GERMAN).spec.key == "markers", "a form is done only with entries"
    game.until("strength", GERMAN, date=1)
    assert "muster" not in [each.spec.key for each in game.current(GERMAN).follow_ups]


def squads(game: Game) -> int:
    """The line of a side's first squads, as pages name it."""
    return next(c.id for c in game.room(GERMAN).counters if c.kind == "squad")


def test_forms_that_follow_are_done_along_with_their_entries():
    game = Game(baskets=BASKETS).until("play")
    told = {"markers": {}, "victory": {"turn": "7", "lvp": "3", "cvp_german": "0"}}
    events = game.order(GERMAN, "done", **{f"{squads(game)}:eliminate": "3"}, on=told)
    assert [event.kind for event in events] == [
        "step.done", "losses.recorded", "step.done", "markers.removed", "step.done", "losses.stated", "report.proposed",
    ]  # fmt: skip
    stated = next(event for event in events if event.kind == "losses.stated")
    assert stated.data["figures"] == {"cvp_german": 6}, "left as proposed, it is what the record says by now"
    assert game.state.public.proposal.turn == 7


def test_a_wrong_entry_before_dice_refuses_that_entry_and_does_nothing():
    game = Game(baskets=BASKETS).until("play")
    before = game.state
    with pytest.raises(Refused) as caught:
        game.order(GERMAN, "done", on={"markers": {}, "victory": {"turn": "soon"}})
    assert (caught.value.field, caught.value.rule, game.state) == ("victory/turn", "CG4", before)


def test_behind_dice_only_facts_are_asked_and_a_wrong_one_is_asked_again_with_the_dice_as_they_fell():
    """A refusal that took the dice back would let its owner see them and think again."""
    game = Game(baskets=BASKETS).until("play")
    game.order(GERMAN, "mark", piles={str(squads(game)): {"encircled": 2}}, together=True)
    game.until("encirclement", GERMAN)
    assert [each.spec.key for each in game.current(GERMAN).follow_ups][:2] == ["perimeter", "mmc_roll"]
    events = game.order(GERMAN, "enter", on={"perimeter": {"areas": "many"}})
    assert [event.kind for event in events] == ["task_checks.made"]
    assert game.current(GERMAN).spec.key == "perimeter"


def test_a_form_that_asks_something_else_by_now_is_asked_again():
    game = Game(baskets=BASKETS).until("play")
    game.order(GERMAN, "mark", piles={str(squads(game)): {"encircled": 2}}, together=True)
    game.until("encirclement", GERMAN)
    leaders = [c for c in game.room(GERMAN).counters if c.kind in ("leader", "hero")]
    game.put(GERMAN, counters=tuple(
        replace(c, marks=("encircled",)) if c in leaders else c for c in game.room(GERMAN).counters
    ))  # fmt: skip
    assert "outside" in [field.name for field in game.current(GERMAN).follow_ups[0].task.fields]
    game.cup.script = [6] * 2 * len(leaders)
    game.order(GERMAN, "enter", on={"perimeter": {}})
    assert not [c for c in game.room(GERMAN).counters if c.kind == "leader" and c.on_hand]
    assert game.current(GERMAN).spec.key == "encirclement", "first the others take the check, then the lines are drawn"
    game.order(GERMAN, "enter", on={"perimeter": {}})
    assert "perimeter" in game.room(GERMAN).done


def test_a_review_is_not_confirmed_along_with_the_dice_it_reviews():
    game = Game(baskets={(GERMAN, 1): rows("I3")}).until("strength", GERMAN, date=1)
    game.order(GERMAN, "roll", on=True)
    assert game.current(GERMAN).spec.key == "muster"


@pytest.mark.parametrize("wrong", ["maybe", [], 7, {"n": 1}, {"melee": {}}, {"markers": 3}, {7: {}}])
def test_going_on_is_yes_or_no_and_a_refused_order_does_nothing(wrong):
    game = Game().until("play")
    before = game.state
    with pytest.raises(Refused) as caught:
        game.order(GERMAN, "done", on=wrong)
    assert (caught.value.field, game.state) == ("on", before)


def test_an_order_that_waits_for_no_step_does_not_go_on():
    game = Game()
    with pytest.raises(Refused) as caught:
        SYSTEM.decide(game.state.only([GERMAN]), Order("concede", {"on": True}), GERMAN, game.cup)
    assert caught.value.field == "on"


def test_the_game_to_copy_knows_it_too():
    state = CROSSROADS.setup({})
    plain, onward = (Order("enter", {"bid": 3, **more}) for more in ({}, {"on": True}))
    told = [CROSSROADS.decide(state.only(["red"]), order, "red", Cup()) for order in (plain, onward)]
    assert told[0] == told[1]


def test_what_may_be_done_and_mostly_is_not_stands_beside_dice_that_do_not_bear_on_it():
    game = Game(baskets=BASKETS).until("options", GERMAN, date=1)
    behind = {each.spec.key: each.task for each in game.current(GERMAN).follow_ups}
    assert "removal" in behind
    entries = {key: {field.name: field.value for field in behind[key].fields} for key in behind if key == "removal"}
    kinds = [event.kind for event in game.order(GERMAN, "enter", on=entries)]
    assert {"options.used", "removal.chosen", "points.replenished"} <= {*kinds}


def test_an_optional_step_is_passed_whatever_it_asks_by_then_only_if_nothing_was_entered():
    game = Game(baskets=BASKETS).until("options", GERMAN, date=1)
    (then,) = (each for each in game.current(GERMAN).follow_ups if each.spec.key == "removal")
    other = replace(then, task=replace(then.task, fields=then.task.fields[:-1]))
    left = {field.name: field.value for field in then.task.fields}
    assert goes_on(other, (then,), {"removal": left}, optional=True) == Order("enter")
    assert goes_on(other, (then,), {"removal": left}) is None
    assert goes_on(other, (then,), {"removal": {**left, "number1": "2"}}, optional=True) is None
    assert goes_on(other, (then,), {}, optional=True) is None, "it stood on no page"


def test_dice_that_decide_nothing_may_fall_by_themselves_and_own_dice_never():
    for dice, alone in (("server", True), ("either", False), ("own", False)):
        game = Game(baskets={(RUSSIAN, 1): rows("I6 O1")}, dice=dice).until("strength", RUSSIAN, date=1)
        assert game.current(RUSSIAN).task.by_itself is alone
    game = Game(baskets=BASKETS).until("begin", GERMAN, date=1)
    assert game.current(GERMAN).task.by_itself
