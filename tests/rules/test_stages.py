"""The course: who acts by what is public, reactions that interrupt it, doors that stay shut."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules import registry
from rules.contract import ALL, PUBLIC, Order, Refused, State
from rules.engine.stages import REACTION, Course, Reaction, Stage, always
from tests.rules.driver import Cup
from tests.toys.skirmish import ANSWER, DRAW, HIT, SHUFFLE, STRIKE, Context, Public, Side, Skirmish

GAME = Skirmish(3)
SIDES = tuple(GAME.sides)


def context(side: str = "red", mine: Side | None = None, **public: Any) -> Context:
    """A context in the stage of turns."""
    return Context(
        Public("server", SIDES, **{"stage": "rounds", "turn": "red", **public}), mine or Side(side, hand=(1, 2))
    )


def current(at: Context) -> str:
    found = GAME.course.current(at)
    return found.spec.key if found else ""


def test_who_acts_in_a_stage_is_asked_anew_with_every_state():
    assert [current(context(side)) for side in SIDES] == ["strike", "", ""]
    assert [current(context(side, turn="green")) for side in SIDES] == ["", "", "strike"]
    assert GAME.course.waiting(context(turn="green").public) == ("green",)
    assert GAME.course.waits(context(turn="green")) == "Waiting for the Green side."


def test_a_reaction_asks_those_it_names_and_everybody_else_waits():
    at = {side: context(side, asked="blue") for side in SIDES}
    assert [current(at[side]) for side in SIDES] == ["", "answer", ""]
    assert GAME.course.waiting(at["red"].public) == ("blue",)
    with pytest.raises(Refused, match="Nothing waits"):
        GAME.course.execute(at["red"], Order("enter", {"card": "1"}), Cup(), lambda ctx, events: ctx)


def test_the_rail_shows_the_reaction_to_who_is_asked_and_the_others_that_they_wait():
    steps = {side: GAME.course.steps(context(side, asked="blue")) for side in SIDES}
    assert [(step.key, step.status) for step in steps["red"]] == [("strike", "waiting"), ("hit", "coming")]
    assert steps["red"][0].note == "Waiting for the Blue side."
    assert [step.key for step in steps["blue"] if step.status == "here"] == ["answer"]
    assert [step.status for step in steps["green"]] == ["waiting", "waiting"]


def test_an_answer_moves_nobody_in_the_stage_it_interrupts():
    at = context("blue", Side("blue", at=1, done=("strike",), hand=(3,)), asked="blue", turn="blue")
    events = GAME.course.execute(at, Order("enter", {"card": "3"}), Cup(), lambda ctx, events: ctx)
    assert [(event.kind, event.room) for event in events] == [("card.left", "blue"), ("strike.answered", PUBLIC)]
    assert not any({"at", "step"} & set(event.data) for event in events)
    assert current(replace(at, public=replace(at.public, asked=""))) == "hit", "the stage goes on where it stood"


def test_no_door_closes_while_something_is_asked():
    done = Side("red", at=2, done=("strike", "hit"))
    assert GAME.course.closes(context("red", done))
    assert not GAME.course.closes(context("red", done, asked="blue"))
    assert not GAME.course.closes(context("blue", replace(done, key="blue"), asked="blue"))


def test_a_reaction_that_would_pass_by_itself_is_a_mistake_of_the_game():
    """It would tell the others what the side that is asked does not hold."""
    silent = Reaction(replace(ANSWER, task=lambda ctx: None), lambda public: ("blue",))
    course: Course[Context] = Course(GAME.course.stages, GAME.sides, (silent,))
    with pytest.raises(ValueError, match="tells what it holds"):
        course.current(context("blue"))


def test_of_two_reactions_the_first_is_answered_first():
    first = Reaction(replace(ANSWER, key="first"), lambda public: (public.turn,))
    course: Course[Context] = Course(GAME.course.stages, GAME.sides, (first, *GAME.course.reactions))
    found = course.current(context("red", asked="blue"))
    assert found is not None
    assert (found.spec.key, found.index) == ("first", REACTION)
    assert course.current(context("blue", asked="blue")) is None


def test_a_stage_of_all_its_sides_is_over_when_nobody_else_is_left():
    done = Side("red", at=1, done=("draw",))
    assert GAME.course.closes(context("red", done, stage="hands"))
    assert not GAME.course.opens_next(context("red", done, stage="hands", finished=("blue",)))
    assert GAME.course.opens_next(context("red", done, stage="hands", finished=("blue", "green")))
    assert always("red")(None) == ("red",)


def test_a_step_that_was_added_to_a_stage_moves_nobody_who_is_in_the_middle_of_it():
    """The numbers of the other steps stay those that rooms have; it is asked for where it stands, and once."""
    turns = GAME.course.stage("rounds")
    asks = replace(HIT, key="added", added=True, task=lambda ctx: HIT.task(ctx) if 9 in ctx.mine.hand else None)
    later = replace(turns, steps=(STRIKE, asks, HIT))
    assert (turns.numbers, later.numbers) == ((0, 1, 2), (0, 1, 1, 2))
    course: Course[Context] = Course((later,), GAME.sides)

    def key_at(number: int, *hand: int) -> str:
        found = course.current(context("red", Side("red", at=number, hand=hand)))
        return found.spec.key if found else ""

    assert [key_at(number, 1) for number in (0, 1, 2)] == ["strike", "hit", ""]
    assert [key_at(number, 1, 9) for number in (0, 1, 2)] == ["strike", "added", ""]
    at = context("red", Side("red", at=1, done=("strike",), hand=(1, 9)))
    (event, *_) = [e for e in course.execute(at, Order("roll", {}), Cup(), lambda ctx, events: ctx) if "at" in e.data]
    assert (event.data["step"], event.data["at"]) == ("added", 1)


def test_an_order_that_goes_on_stops_where_somebody_is_asked():
    state = State(context().public, {"red": Side("red", hand=(1, 2))})
    events = GAME.decide(state, Order("enter", {"card": "1", "on": True}), "red", Cup())
    assert [event.kind for event in events] == ["card.left", "card.struck"]
    alone = Skirmish(1)
    state = State(replace(context().public, sides=("red",)), {"red": Side("red", hand=(1, 2))})
    events = alone.decide(state, Order("enter", {"card": "1", "on": True}), "red", Cup())
    assert [event.kind for event in events][:3] == ["card.left", "card.struck", "hit.rolled"]


def test_every_step_of_the_game_belongs_to_a_stage_or_reaction():
    stages: tuple[Stage[Context], ...] = GAME.course.stages
    assert {spec.key for stage in stages for spec in stage.steps} == {each.key for each in (DRAW, STRIKE, HIT, SHUFFLE)}


@pytest.mark.parametrize("system", registry.all_systems().values(), ids=lambda system: system.key)
def test_every_door_to_dice_is_one_that_all_sides_reach(system: Any) -> None:
    """One side alone with the host could pass door after door until the dice suit them.

    Who plays alone has no rival to be cheated of anything, so a game of one side needs no doors.
    """
    public = system.setup({}).public
    assert set(system.doors.values()) == ({ALL} if len(system.sides) > 1 else set())
    for key in system.doors:
        assert set(system.course.stage(key).sides(public)) == set(system.sides), key
