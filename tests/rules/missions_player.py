"""A player of the solitaire missions who presses any button and answers anything, and what must hold after each act.

`python -m tests.rules.missions_player 200` plays so many of each mission with each kind of dice, the seed of each being
its number, and prints what happened in them.
"""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import suppress
from random import Random
from typing import Any

from pydantic_core import to_jsonable_python

from rules.beside.desk import NOTE, TURN, QuestionsTask
from rules.contract import PUBLIC, STEP, Event, Order, Refused, State
from rules.systems.orsha_missions import course
from rules.systems.orsha_missions.printed import parts, printed
from rules.systems.orsha_missions.state import Context, PublicRoom, SecretRoom
from rules.systems.orsha_missions.system import SYSTEM
from tests.rules.driver import Cup

SIDE = "friendly"
MOST = 2000
SETTLED, TURN_ENDS, POINTS, GIVEN_UP = 0.2, 0.25, 0.1, 0.002
"""How often a question is settled at the table, a turn ends, points are entered, and all is given up."""


class Mission:
    """A mission played at random; `kinds` counts what happened."""

    system, sides = SYSTEM, (SIDE,)

    def __init__(self, seed: int, mission: str = "S1", dice: str = "server", **readings: str) -> None:
        self.chance, self.cup = Random(seed), Cup(seed)
        self.options: dict[str, Any] = {"mission": mission, "dice": dice, "rulings": readings}
        self.state: State[PublicRoom, SecretRoom] = SYSTEM.setup(self.options)
        self.kinds: Counter[str] = Counter()

    @property
    def public(self) -> PublicRoom:
        return self.state.public

    def order(self, side: str, kind: str, /, **data: Any) -> tuple[Event, ...]:
        """Give an order and fold what follows."""
        events = SYSTEM.decide(self.state, Order(kind, data), side, self.cup)
        for event in events:
            self.state = SYSTEM.apply(self.state, event)
        self.kinds.update(event.kind for event in events)
        return events

    def finish(self) -> Mission:
        """Play to the end."""
        for _ in range(MOST):
            if self.public.reason:
                return self
            self.act()
            assert_sound(self.state)
        raise AssertionError("the mission never ends")

    def act(self) -> None:
        """One act at the step that waits."""
        ctx, step = SYSTEM.context_of(self.state, SIDE), self.public.stage
        if step == "rolls":
            self.order(SIDE, "roll", **{STEP: step, **self._dice(course.rolls(ctx).needs)})
        elif step == "ask":
            self._answer(course.questions(ctx))
        else:
            self._at_the_desk(course.desk(ctx))

    def _at_the_desk(self, task: course.MissionDesk) -> None:
        chance = self.chance.random()
        if chance < GIVEN_UP:
            self.order(SIDE, "concede")
        elif chance < POINTS:
            self.order(SIDE, "enter", **{STEP: "desk", **{each.name: self._said(each) for each in task.fields}})
        else:
            shown = [need.key for need in task.needs if need.key != TURN]
            key = TURN if self.chance.random() < TURN_ENDS else self.chance.choice(shown)
            self.order(SIDE, key, **{STEP: "desk", **self._dice([need for need in task.needs if need.key == key])})

    def _answer(self, task: QuestionsTask) -> None:
        """Each question is answered or settled; what nobody may say is refused and changes nothing."""
        with suppress(Refused):
            wrong = {each.name: 10**6 for each in task.fields if each.kind == "number"}
            if self.order(SIDE, "enter", **{STEP: "ask", **(wrong or {"answer-x": 1})}):
                raise AssertionError("a number outside the printed ones was taken")
        notes = {each.name for each in task.fields if each.name.startswith(NOTE)}
        said: dict[str, Any] = {}
        for field in (each for each in task.fields if each.name not in notes):
            if (note := f"{NOTE}{field.name}") in notes and self.chance.random() < SETTLED:
                said[note] = "as our copy has it"
            else:
                said[field.name] = self._said(field)
        self.order(SIDE, "enter", **{STEP: "ask", **said})

    def _said(self, field: Any) -> Any:
        if field.kind == "select":
            return self.chance.choice(field.options)[0]
        if field.kind == "check":
            return self.chance.choice((False, True))
        if field.kind == "text":
            return self.chance.choice(("8-0", "9-1, LMG", "a {braced} word"))
        return self.chance.randint(field.low, field.high)

    def _dice(self, needs: Any) -> dict[str, Any]:
        """Own dice where they have to be typed in, and sometimes where they may."""
        if self.public.dice == "server" or (self.public.dice == "either" and self.chance.random() < 1 / 2):
            return {}
        return {"dice": {need.key: [self.chance.randint(1, 6) for _ in range(need.dice)] for need in needs}}


def assert_sound(state: State[PublicRoom, SecretRoom]) -> None:
    """What holds after every act."""
    public = state.public
    held, vpo = public.number("held"), public.number("vpo")
    assert held >= 0
    assert held <= max(vpo, 0) or "vpo" in public.kept
    assert not {*public.kept} & {*public.numbers}
    assert all(public.number(key) <= parts()["enemy_re"].high for key in ("enemy_re", "friendly_re"))
    assert public.number("wrecks") <= parts()["wreck"].high
    assert len({*public.boards}) == len(public.boards)
    assert all(line.number > 0 for line in public.units)
    assert len({each.n for each in public.todo}) == len(public.todo)
    assert min(Context(public, state.sides[SIDE]).score.values()) >= 0
    rooms = {room: to_jsonable_python(SYSTEM.dump(state, room)) for room in (PUBLIC, SIDE)}
    assert SYSTEM.load(rooms) == state


def main(number: int) -> None:
    """Play so many of each, and print what happened."""
    kinds, ends = Counter[str](), Counter[str]()
    for seed in range(number):
        for mission in printed().mission:
            for dice in ("server", "own", "either"):
                played = Mission(seed, mission, dice).finish()
                kinds += played.kinds
                ends[f"{mission} {played.public.reason} {played.public.winner or 'draw'}"] += 1
    print(dict(ends), dict(kinds), sep="\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
