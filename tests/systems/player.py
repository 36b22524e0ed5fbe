"""Plays any game by the contract alone, at random from a seed: what its tasks ask is answered with what they take."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from rules.contract import STEP, CurrentStep, Event, Field, Game, Order, Refused, State, Task
from tests.rules.driver import Cup

LONGEST = 6000
TRIES, FEWEST = 120, 3
"""So many entries at random are tried at a step; fewer with each time that none of them was taken there."""
TEXTS = ("", "A10", "K20", "N32", "a note")
"""What may be typed into a text; one of them fits each text that can't be left empty."""
Hidden = Callable[[Task], Mapping[str, str]]
"""What a task's page sends beside its fields."""


@dataclass
class Play:
    """A campaign in play. `positions` has by step and side the first state in which that step waited for that side."""

    system: Game
    options: Mapping[str, object] = field(default_factory=dict)
    seed: int = 1
    hidden: Hidden = lambda task: {}

    def __post_init__(self) -> None:
        self.chance, self.cup = random.Random(self.seed), Cup(self.seed)
        self.start: State[object, object] = self.system.setup(self.options)
        self.state = self.start
        self.events: list[Event] = []
        self.acts: list[tuple[str, tuple[Event, ...]]] = []
        self.said: tuple[str, Mapping[str, str]] = ("", {})  # the button and the entries of the last answer
        self.positions: dict[tuple[str, str], State[object, object]] = {}
        self.tries: dict[str, int] = {}

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(self.system.sides)

    @property
    def ended(self) -> bool:
        return self.system.public(self.state.only(())).ended

    def current(self, side: str) -> CurrentStep | None:
        """The step that waits for a side, seen with its own room alone."""
        return self.system.current(self.state.only([side]), side)

    def order(self, side: str, kind: str, data: Mapping[str, object]) -> tuple[Event, ...]:
        """Give an order with only the side's own room open, and fold what follows into the campaign.

        Nobody may be refused once dice are cast: he would have seen them, and try something else.
        """
        cast = len(self.cup.drawn)
        try:
            events = self.system.decide(self.state.only([side]), Order(kind, data), side, self.cup)
        except Refused as refused:
            if len(self.cup.drawn) != cast:
                raise AssertionError(f"refused after dice were cast: {refused.message}") from refused
            raise
        for event in events:
            self.state = self.system.apply(self.state, event)
        self.events += events
        self.acts.append((side, events))
        return events

    def answer(self, side: str, typed: Mapping[str, str] | None = None) -> bool:
        """Answer what waits for a side: with what was `typed`, else at random. False if nothing does."""
        current = self.current(side)
        if current is None:
            return False
        self.positions.setdefault((current.spec.key, side), self.state)
        last: Refused | None = None
        for entries in [typed] if typed is not None else self._guesses(current):
            for kind in reversed(current.task.orders):
                try:
                    self.order(side, kind, {STEP: current.spec.key, **self._entries(current.task, kind, entries)})
                except Refused as refused:
                    last = refused
                else:
                    shown = {each.name for each in current.task.fields}
                    fitting = self.hidden(current.task).items()
                    self.said = kind, {**entries, **{name: text for name, text in fitting if name in shown}}
                    return True
        raise AssertionError(f"nothing is taken at {current.spec.key}: {last}")

    def finish(self) -> Play:
        """Play on to the end."""
        for _ in range(LONGEST):
            if self.ended:
                return self
            order = self.chance.sample(self.sides, len(self.sides))
            answered = [self.answer(side) for side in order]
            assert any(answered), "a dead end"
        raise AssertionError("the campaign does not end")

    def _entries(self, task: Task, kind: str, typed: Mapping[str, str]) -> Mapping[str, object]:
        by_button = {need.key for need in task.needs} & {*task.orders}
        needs = [need for need in task.needs if not by_button or need.key == kind]
        dice = {need.key: list(Cup(self.seed).roll(need.name, need.dice, need.sides)) for need in needs}
        own = {"dice": dice} if task.mode == "own" and dice else {}
        return {**task.entries(kind, {**typed, **self.hidden(task)}), **own}

    def _guesses(self, current: CurrentStep) -> Iterator[Mapping[str, str]]:
        """Entries at random, then what the page proposes, then that with every text that may be typed."""
        task, tries = current.task, self.tries.get(current.spec.key, TRIES)
        for _ in range(tries if task.fields else 1):
            with suppress(ValueError):
                yield {each.name: self._random(each) for each in task.fields}
        self.tries[current.spec.key] = max(tries // 4, FEWEST)
        for text in TEXTS:
            yield {each.name: proposed(each, text) for each in task.fields}

    def _random(self, each: Field) -> str:
        if each.kind == "select":
            return self.chance.choice(each.options)[0]
        if each.kind == "number":
            return str(self.chance.randint(each.low, min(each.high, each.low + 8)))
        if each.kind == "check":
            return self.chance.choice(("on", ""))
        return self.chance.choice([text for text in TEXTS if not each.pattern or re.fullmatch(each.pattern, text)])


def proposed(each: Field, text: str = "") -> str:
    """What a page sends for a field nobody touched; `text` for one that has to be filled in."""
    if each.kind == "check":
        return "on" if each.value else ""
    if each.kind == "select":
        found = [key for key, _ in each.options if key or not each.required]
        return str(each.value if each.value in found else found[0])
    if each.required and each.kind == "number" and each.value == "":
        return str(each.low)
    return str(each.value) if each.value != "" else text
