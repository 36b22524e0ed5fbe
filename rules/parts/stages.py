"""The course of a phase: stages both sides finish before the next opens, steps within them.

Inside a stage each side goes at its own pace and behind its own door; what the other
side learns is that a stage is finished, never at which step of it somebody is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from rules.kernel import Event, Luck, Order, Refused, Step


@dataclass(frozen=True)
class Place:
    """A side's place at the table: what a course has to know of it. A game's desk adds its own.

    `public` has `stage` and `finished`, `mine` has `key`, `at` and `done`.
    """

    public: Any
    mine: Any

    @property
    def side(self) -> str:
        """Whose place it is."""
        return str(self.mine.key)

    @property
    def at(self) -> int:
        """How far the side is in the stage."""
        return int(self.mine.at)

    @property
    def done(self) -> tuple[str, ...]:
        """The steps it did in this stage."""
        return tuple(self.mine.done)

    @property
    def stage(self) -> str:
        """The stage in hand."""
        return str(self.public.stage)

    @property
    def finished(self) -> tuple[str, ...]:
        """The sides that are done with the stage."""
        return tuple(self.public.finished)


@dataclass(frozen=True)
class Taken:
    """What an order brought about; `done` if the step asks no more of this side."""

    events: list[Event]
    done: bool = True


D = TypeVar("D", bound=Place)
Handler = Callable[[D, Mapping[str, Any], Luck], Taken]


@dataclass(frozen=True)
class StepSpec(Generic[D]):
    """A step: `task` says what it asks of a desk (None: nothing, it passes by itself with
    the words of `passes`), `takes` what it does with each kind of order."""

    key: str
    rule: str
    title: str
    help: str
    task: Callable[[D], Any | None]
    takes: Mapping[str, Handler[D]]
    passes: str = "Nothing to do."


@dataclass(frozen=True)
class Stage(Generic[D]):
    """Steps that `sides` go through on their own, with a door behind the last one."""

    key: str
    title: str
    sides: tuple[str, ...]
    steps: tuple[StepSpec[D], ...]


@dataclass(frozen=True)
class Here(Generic[D]):
    """Where a side stands: the step that asks something of it, and what it asks."""

    index: int
    spec: StepSpec[D]
    task: Any


@dataclass(frozen=True)
class Course(Generic[D]):
    """All stages in order."""

    stages: tuple[Stage[D], ...]
    names: Mapping[str, str] = field(default_factory=dict)

    def stage(self, key: str) -> Stage[D]:
        return next(stage for stage in self.stages if stage.key == key)

    def here(self, desk: D) -> Here[D] | None:
        """The step that waits for this desk, or None if it is done with the stage."""
        stage = self.stage(desk.stage)
        if desk.side not in stage.sides or desk.side in desk.finished:
            return None
        for index, spec in enumerate(stage.steps[desk.at :], start=desk.at):
            if (task := spec.task(desk)) is not None:
                return Here(index, spec, task)
        return None

    def take(self, desk: D, order: Order, luck: Luck) -> list[Event]:
        """The events of `order` at the step that waits for this desk."""
        here = self.here(desk)
        if here is None:
            raise Refused(f"Nothing waits for you in {self.stage(desk.stage).title}.", way_out=self.waits(desk))
        handler = here.spec.takes.get(order.kind)
        if handler is None or order.data.get("step", here.spec.key) != here.spec.key:
            raise Refused(
                f"That is out of turn: you are at {here.spec.title}.",
                rule=here.spec.rule,
                way_out="Finish this step first; the steps go in the printed order.",
            )
        entries = {key: value for key, value in order.data.items() if key != "step"}
        taken = handler(desk, entries, luck)
        return (_moved_on if taken.done else _stayed)(taken.events, desk.side, here)

    def waits(self, desk: D) -> str:
        """A sentence on who is waited for."""
        away = [s for s in self.stage(desk.stage).sides if s not in desk.finished and s != desk.side]
        names = " and ".join(self.names.get(side, side) for side in away)
        return f"Waiting for the {names} side." if away else ""

    def steps(self, desk: D) -> tuple[Step, ...]:
        """The steps of the desk's stage with their status."""
        stage = self.stage(desk.stage)
        here = self.here(desk)
        return tuple(self._step(desk, spec, index, here) for index, spec in enumerate(stage.steps))

    def _step(self, desk: D, spec: StepSpec[D], index: int, here: Here[D] | None) -> Step:
        if here is not None and index == here.index:
            return Step(spec.key, spec.rule, spec.title, "here")
        if here is not None and index > here.index:
            return Step(spec.key, spec.rule, spec.title, "coming")
        if desk.side not in self.stage(desk.stage).sides:
            return Step(spec.key, spec.rule, spec.title, "waiting", self.waits(desk))
        if spec.key in desk.done:
            return Step(spec.key, spec.rule, spec.title, "done")
        return Step(spec.key, spec.rule, spec.title, "passed", spec.passes)


def _stayed(events: list[Event], side: str, here: Here[Any]) -> list[Event]:
    """`events`, the first of them behind the side's door holding the side at this step: what an act changes must not
    lead back to a step before it that had passed by itself. An event that says itself where to go on is left alone."""
    for n, event in enumerate(events):
        if event.room == side and here.index:
            held = replace(event, data={"at": here.index, **event.data})
            return [*events[:n], held, *events[n + 1 :]]
    return events


def _moved_on(events: list[Event], side: str, here: Here[Any]) -> list[Event]:
    """`events`, the first of them behind the side's door saying how far the side is now."""
    for n, event in enumerate(events):
        if event.room == side:
            moved = replace(event, data={**event.data, "step": here.spec.key, "at": here.index + 1})
            return [*events[:n], moved, *events[n + 1 :]]
    return [*events, Event("step.done", side, {"step": here.spec.key, "at": here.index + 1})]
