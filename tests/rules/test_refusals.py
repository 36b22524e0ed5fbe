"""Whatever an order says, the answer is events or a refusal with a sentence: never another exception."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel import Refused, State
from rules.parts.refit.system import ORDERS
from tests.rules import afield
from tests.rules.anything import (
    NO_NUMBERS,
    Positions,
    check_answer,
    check_onward,
    check_wrong_die,
    draw_order,
    passed,
    steps,
    tried,
)
from tests.rules.anything import rows as any_rows
from tests.rules.driver import BUTTONS
from tests.rules.play import GERMAN, RUSSIAN, SIDES, Game, rows
from tests.rules.rare import troubles, under_fire
from tests.rules.wild import Wild

GAMES = 6
ANSWERS = {**BUTTONS, "report": "propose"}
STEPS = steps(Game())
BASKETS = any_rows(["I1", "O1", "M1", "O4", "given:V5", "given:I1", "X", ""], ["n", "alt", "extra", "z"])


@cache
def positions() -> Positions:
    """A state for every step and side in which that step waits for that side."""
    found: Positions = {("weapon_choice", RUSSIAN): without_weapons()}
    found["modules", GERMAN] = Game(baskets={(GERMAN, 0): rows("O1*2 O2 O3")}).until("modules", GERMAN).state
    found["counter_battery_hits", RUSSIAN] = under_fire().state
    found |= troubles() | afield.positions()
    return passed((Wild(seed) for seed in range(GAMES)), Wild.turn) | found


def without_weapons() -> State:
    """A depleted section for which every die failed, which is too rare to wait for."""
    game = Game(baskets={(RUSSIAN, 1): rows("I6")}).until("strength", RUSSIAN, date=1)
    game.roll(RUSSIAN, 6, 6)
    game.roll(RUSSIAN, 6, 6, 6)
    return game.state


def at(state: State) -> Game:
    """A game that goes on from `state`."""
    game = Game()
    game.state = state
    return game


@pytest.mark.parametrize("key", STEPS)
def test_every_step_is_reached_by_somebody(key):
    assert any((key, side) in positions() for side in SIDES)


@pytest.mark.parametrize("key", STEPS)
@given(data=st.data())
@tried
def test_any_order_at_any_step_is_carried_out_or_refused_with_a_sentence(key, data):
    side = data.draw(st.sampled_from([side for side in SIDES if (key, side) in positions()]))
    game = at(positions()[key, side])
    kind, order = draw_order(data, game, side, BASKETS)
    check_answer(game, side, kind, order)


@pytest.mark.parametrize("kind", ["", "Roll", "view", "\ud800", "x" * 500])
def test_an_order_of_no_known_kind_is_refused(kind):
    with pytest.raises(Refused, match="no order"):
        Game().order(GERMAN, kind)


def test_a_wrong_die_of_ones_own_is_refused_before_the_host_throws_the_others():
    several = {key for (key, side), state in positions().items() if check_wrong_die(at(state), side)}
    assert len(several) > 5


def test_whoever_goes_on_with_what_follows_is_not_refused_after_dice_either():
    for (_, side), state in positions().items():
        check_onward(at(state), side)


@pytest.mark.parametrize("kind", sorted(ORDERS))
def test_an_entry_nobody_asked_for_is_refused(kind):
    for (key, side), state in positions().items():
        here = at(state).here(side)
        if kind in here.spec.takes or key == "play":
            with pytest.raises(Refused):
                at(state).order(side, kind, surprise=1)


@pytest.mark.parametrize("wrong", ["zzz", -1, 10**7, "x" * 500, [1], "\x00", 1.5], ids=ascii)
def test_a_wrong_entry_of_a_step_is_refused_by_field_and_rule_with_a_way_out(wrong):
    seen: dict[tuple[str, str], bool] = {}
    for (key, side), state in positions().items():
        task = at(state).here(side).task
        for field in getattr(getattr(task, "form", task), "fields", ()):
            try:
                at(state).order(side, ANSWERS[task.kind], **{field.name: wrong})
            except Refused as refused:
                seen[key, field.name] = all((refused.message, refused.field, refused.rule, refused.way_out))
    assert len({key for key, _ in seen}) > 10
    assert [entry for entry, whole in seen.items() if not whole] == []


@pytest.mark.parametrize("wrong", NO_NUMBERS)
def test_a_number_that_is_none_is_refused_wherever_it_is_typed(wrong):
    game = Game()
    with pytest.raises(Refused):
        game.order(GERMAN, "seal", rows={"I1": {"n": wrong}})
    with pytest.raises(Refused):
        game.order(GERMAN, "lose", piles={"1": wrong})
    with pytest.raises(Refused):
        game.order(GERMAN, "add", kind="squad", name="4-6-7", count=wrong)
    with pytest.raises(Refused):
        game.until("victory").order(GERMAN, "propose", lvp=wrong)


def test_a_leader_of_no_known_quality_is_refused():
    game = Game().until("play")
    leader = next(c.id for c in game.room(RUSSIAN).counters if c.kind == "leader")
    for name in ("Ivan", "4-5-8", "", "9-9"):
        with pytest.raises(Refused):
            game.order(RUSSIAN, "add", kind="leader", name=name)
        with pytest.raises(Refused):
            game.order(RUSSIAN, "change", pile=leader, name=name)


def test_a_counter_that_gets_the_name_of_another_becomes_of_its_class_and_worth():
    game = Game().until("play")
    squad = next(c.id for c in game.room(GERMAN).counters if c.kind == "squad")
    game.order(GERMAN, "change", pile=squad, name="2-4-7")
    changed = next(c for c in game.room(GERMAN).counters if c.id == squad)
    assert (changed.kind, changed.worth) == ("half_squad", 1)
