"""A mission in play with scripted dice: buttons, questions and what came of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.beside.parts import PartInHand
from rules.contract import STEP, Event, Order, State
from rules.systems.orsha_missions.printed import parts
from rules.systems.orsha_missions.state import PublicRoom, SecretRoom
from rules.systems.orsha_missions.system import SYSTEM
from tests.rules.driver import Cup

SIDE = "friendly"


class Scripted(Cup):
    """Gives the dice that were laid ready, in order, and then those of its seed."""

    def __init__(self) -> None:
        super().__init__(1)
        self.ready: list[int] = []

    def roll(self, name: str, count: int, sides: int = 6) -> tuple[int, ...]:
        if len(self.ready) < count:
            return super().roll(name, count, sides)
        found, self.ready = self.ready[:count], self.ready[count:]
        return tuple(found)


class Desk:
    """A mission whose set-up is done, unless `begun` is False."""

    def __init__(self, mission: str = "S1", *, begun: bool = True, dice: str = "server", **rulings: str) -> None:
        self.cup = Scripted()
        self.events: tuple[Event, ...] = ()
        self.state: State[PublicRoom, SecretRoom] = SYSTEM.setup({"mission": mission, "dice": dice, "rulings": rulings})
        if begun:
            self.order("roll")
            self.answer()

    @property
    def public(self) -> PublicRoom:
        return self.state.public

    @property
    def step(self) -> str:
        """The step that waits; "" at the end."""
        current = SYSTEM.current(self.state, SIDE)
        return current.spec.key if current else ""

    def dice(self, *faces: int) -> Desk:
        """Lay dice ready."""
        self.cup.ready = [*faces]
        return self

    def order(self, kind: str, **entries: object) -> tuple[Event, ...]:
        """Give an order and fold what follows."""
        step = {STEP: self.step} if kind != "concede" else {}
        self.events = SYSTEM.decide(self.state, Order(kind, {**entries, **step}), SIDE, self.cup)
        for event in self.events:
            self.state = SYSTEM.apply(self.state, event)
        return self.events

    def press(self, button: str, *faces: int) -> tuple[Event, ...]:
        """A button of the desk with these dice."""
        self.dice(*faces)
        return self.order(button)

    def answer(self, **said: object) -> tuple[Event, ...]:
        """Answer all questions: by the key of their part, else with the lowest number, or a word."""
        entries: dict[str, object] = {}
        for each in self.public.questions:
            entries[f"answer-{each.n}"] = said.get(each.key, _plain(each))
        return self.order("enter", **entries)

    def settle(self, **notes: str) -> tuple[Event, ...]:
        """Settle questions at the table, by the key of their part; the others are answered."""
        entries: dict[str, object] = {}
        for each in self.public.questions:
            name = "note-answer" if each.key in notes else "answer"
            entries[f"{name}-{each.n}"] = notes.get(each.key, _plain(each))
        return self.order("enter", **entries)

    def allowed(self, answer: bool) -> tuple[Event, ...]:
        """Say whether the board allows the event that is asked about."""
        (asked,) = self.public.questions
        return self.answer(**{asked.key: parts()[asked.key].options[0 if answer else 1]})

    def points(self, **said: object) -> tuple[Event, ...]:
        """Where Victory Points come from."""
        return self.order("enter", **said)

    def turns(self, number: int) -> Desk:
        """Let `number` Game Turns go by, with the mission still going on."""
        for _ in range(number):
            self.press("turn", 6)
        return self

    @property
    def units(self) -> Mapping[str, int]:
        """The order of battle."""
        found: dict[str, int] = {}
        for line in self.public.units:
            found[line.name] = found.get(line.name, 0) + line.number
        return found

    def kinds(self) -> list[str]:
        """What the last order brought about."""
        return [event.kind for event in self.events]

    def told(self, kind: str) -> Mapping[str, Any]:
        """The one event of a kind that the last order brought about."""
        (event,) = (event for event in self.events if event.kind == kind)
        return event.data


def _plain(each: PartInHand) -> object:
    part = parts()[each.key]
    if part.ask == "text":
        return "8-1"
    if part.ask == "choice":
        return next(iter(part.options), "")
    return 3 if each.key.endswith("_re") else {"number": part.low, "yes": False}.get(part.ask, "")
