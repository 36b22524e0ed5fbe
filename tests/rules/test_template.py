"""The system to copy works: it keeps the contract, though the registry does not offer it."""

import json

import pytest

from rules import registry
from rules.contract import PUBLIC, Event, Order, Refused, State
from rules.engine.reducers import replay
from rules.features.documents import HasSheets
from rules.systems._template.system import SYSTEM
from tests.rules.play import Cup


def play(red: int, blue: int, die: int, **rulings: str) -> tuple[State, list[Event]]:
    """The state and the events of a whole game."""
    state, cup, told = SYSTEM.setup({"rulings": rulings}), Cup(), list[Event]()
    cup.script = [die]
    for side, kind, data in (
        ("red", "enter", {"bid": red}), ("blue", "enter", {"bid": blue}), ("red", "roll", {}),
        ("red", "done", {}), ("blue", "done", {}),
    ):  # fmt: skip
        for event in SYSTEM.decide(state.only([side]), Order(kind, data), side, cup):
            state = SYSTEM.apply(state, event)
            told.append(event)
    return state, told


@pytest.mark.parametrize(
    ("red", "blue", "die", "tie", "winner"),
    [(5, 4, 3, "red", "red"), (5, 5, 1, "red", "blue"), (5, 5, 3, "red", "red"), (5, 5, 3, "blue", "blue")],
)
def test_the_higher_total_has_the_road_and_the_ruling_breaks_a_tie(red, blue, die, tie, winner):
    assert play(red, blue, die, tie=tie)[0].public.winner == winner


def test_it_is_not_offered():
    assert SYSTEM not in registry.all_systems().values()


def test_it_replays_and_comes_back_from_its_JSON():
    state, events = play(3, 4, 6)
    assert replay(SYSTEM, SYSTEM.setup({}), events) == state
    rooms = {room: json.loads(json.dumps(SYSTEM.dump(state, room))) for room in (PUBLIC, *SYSTEM.sides)}
    assert SYSTEM.load(rooms) == state
    assert all(SYSTEM.describe(event).sentence for event in events)


def test_a_bid_is_in_its_room_until_it_is_shown():
    state = SYSTEM.setup({})
    (bid, done) = SYSTEM.decide(state.only(["red"]), Order("enter", {"bid": 7}), "red", Cup())
    assert (bid.room, done.room, done.seals) == ("red", PUBLIC, True)
    assert "7" not in json.dumps(done.data)


def test_it_refuses_what_it_does_not_know():
    state = SYSTEM.setup({})
    for order in (Order("enter", {"bid": 11}), Order("enter", {"bid": "x"}), Order("roll"), Order("enter", {"n": 1})):
        with pytest.raises(Refused):
            SYSTEM.decide(state, order, "red", Cup())
    with pytest.raises(Refused):
        SYSTEM.setup({"rulings": {"tie": "both"}})


def test_its_steps_and_view_show_what_waits():
    state = SYSTEM.setup({})
    steps = [row.step for row in SYSTEM.view(state, "red").rail if row.part]
    assert [(step.key, step.status) for step in steps] == [("bid", "here")]
    current = SYSTEM.view(state, "red").current
    assert current
    assert current.spec.key == "bid"
    assert SYSTEM.view(state.only([]), None).mine is None
    assert isinstance(SYSTEM, HasSheets)
    assert SYSTEM.sheets(state.only(["red"]), "red")["bid"].side == "Red"
    assert SYSTEM.sheets(state.only([]), None) == {}
