"""Whatever an order says, the answer is events or a refusal with a sentence: never another exception."""

import json
import os
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.kernel import Event, Refused, State
from rules.systems.oto2.course import COURSE
from rules.systems.oto2.system import ORDERS
from tests.rules import afield
from tests.rules.play import GERMAN, RUSSIAN, SIDES, Game, rows
from tests.rules.rare import troubles
from tests.rules.wild import Wild

GAMES, EXAMPLES = 6, int(os.environ.get("REFIT_EXAMPLES", "8"))
STEPS = sorted({step.key for stage in COURSE.stages for step in stage.steps})
PLAIN = [
    None, True, False, 0, 1, -1, 10**30, 2**63, 1.5, float("nan"), float("inf"), -0.0, "", " ", "0", "1", "-3",
    "1e9", "NaN", "٣", "x" * 300, "\x00", "\ud800", "I1", "N32", "4-6-7", "squad", "leader", "eliminated", [], {},
]  # fmt: skip
scalars = st.sampled_from(PLAIN) | st.integers() | st.text(max_size=6)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
)
ROWS = ["I1", "O1", "M1", "O4", "given:V5", "given:I1", "X", ""]
baskets = st.dictionaries(st.sampled_from(ROWS), st.dictionaries(st.sampled_from(["n", "alt", "extra", "z"]), values))
NAMES = sorted({"rows", "dice", "note", "step", "number", *(name for names in ORDERS.values() for name in names or ())})


@cache
def positions() -> dict[tuple[str, str], State]:
    """A state for every step and side in which that step waits for that side."""
    found: dict[tuple[str, str], State] = {("weapon_choice", RUSSIAN): without_weapons()}
    found |= troubles() | afield.positions()
    for seed in range(GAMES):
        game = Wild(seed)
        while game.state.public.stage != "ended" and game.turn():
            for side in SIDES:
                if here := game.here(side):
                    found.setdefault((here.spec.key, side), game.state)
    return found


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


def fits(game: Game, side: str) -> dict[str, Any]:
    """The entries the step that waits for a side asks for, with any value."""
    here = game.here(side)
    task = here.task if here else None
    fields = getattr(getattr(task, "form", task), "fields", ())
    names = {field.name: values | st.sampled_from([v for v, _ in field.options] or [1]) for field in fields}
    keys = [need.key for need in getattr(task, "needs", ())] or ["x"]
    dice = st.dictionaries(st.sampled_from(keys), values | st.lists(st.integers(0, 7) | scalars, max_size=3))
    pile = st.dictionaries(st.sampled_from(["1", "5", "999", "x"]), values)
    return {**names, "dice": dice | values, "rows": baskets | values, "piles": pile | values}


def events_or_refusal(game: Game, side: str, kind: str, order: dict[str, Any]) -> tuple[Event, ...] | Refused:
    """What an order brings; any other exception is not caught."""
    try:
        return game.order(side, kind, **order)
    except Refused as refusal:
        return refusal


@pytest.mark.parametrize("key", STEPS)
def test_every_step_is_reached_by_somebody(key):
    assert any((key, side) in positions() for side in SIDES)


@pytest.mark.parametrize("key", STEPS)
@given(data=st.data())
@settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_any_order_at_any_step_is_carried_out_or_refused_with_a_sentence(key, data):
    side = data.draw(st.sampled_from([side for side in SIDES if (key, side) in positions()]))
    game = at(positions()[key, side])
    kind = data.draw(st.sampled_from(sorted(ORDERS)) | st.sampled_from(sorted(game.here(side).spec.takes)))
    known = dict.fromkeys(NAMES, values) | fits(game, side)
    names = ORDERS[kind] or known.keys()
    order = data.draw(st.fixed_dictionaries({}, optional={name: known[name] for name in names}))
    answer = events_or_refusal(game, side, kind, order)
    if isinstance(answer, Refused):
        assert answer.message.endswith((".", "?")), answer.message
        assert game.state is positions()[key, side]
    else:
        assert all(json.loads(json.dumps(event.data, allow_nan=False)) == event.data for event in answer)


@pytest.mark.parametrize("kind", ["", "Roll", "view", "\ud800", "x" * 500])
def test_an_order_of_no_known_kind_is_refused(kind):
    with pytest.raises(Refused, match="no order"):
        Game().order(GERMAN, kind)


@pytest.mark.parametrize("kind", sorted(ORDERS))
def test_an_entry_nobody_asked_for_is_refused(kind):
    for (key, side), state in positions().items():
        here = at(state).here(side)
        if kind in here.spec.takes or key == "play":
            with pytest.raises(Refused):
                at(state).order(side, kind, surprise=1)


@pytest.mark.parametrize("wrong", [["1"], {"1": 1}, 3.7, float("nan"), float("inf"), True, "1.5", "many", -1, 10**40])
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
