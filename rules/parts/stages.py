"""The course of a phase: stages both sides finish before the next opens, steps within them.

Inside a stage each side goes at its own pace and behind its own door; what the other
side learns is that a stage is finished, never at which step of it somebody is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Generic, TypeVar

from rules.kernel import Event, Luck, Order, Refused, Step
from rules.parts.tasks import CheckTask, Field, RollTask, read_field

STEP, ON = "step", "on"
ROLLS_ON = Field(ON, "Go on with what follows", "check")


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
    """What an order brought about; `done` if the step asks no more of this side.

    A step that is not done stays, or leads to the step `to` of its stage.
    """

    events: list[Event]
    done: bool = True
    to: str = ""


D = TypeVar("D", bound=Place, contravariant=True)
Handler = Callable[[D, Mapping[str, Any], Luck], Taken]
Fold = Callable[[D, list[Event]], D]
"""Gives the desk once events have happened."""


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
class Along(Generic[D]):
    """A step that can be done along with the one before it, and what it asks as far as that can be seen from there."""

    spec: StepSpec[D]
    task: RollTask | CheckTask


@dataclass(frozen=True)
class Here(Generic[D]):
    """Where a side stands: the step that asks something of it, and what it asks; `behind` are the steps after it."""

    index: int
    spec: StepSpec[D]
    task: Any
    desk: D
    behind: tuple[StepSpec[D], ...]

    @cached_property
    def along(self) -> tuple[Along[D], ...]:
        """The steps an order that goes on would do too: dice the server throws, and what is read and confirmed.

        Seen from here: the order itself may bring up others, or something that has to be asked
        before them. A checklist behind dice is not among them, for they may change what it says.
        """
        found: list[Along[D]] = []
        dice = isinstance(self.task, RollTask) or bool(getattr(self.task, "needs", ()))
        for spec in self.behind:
            task = spec.task(self.desk)
            if (isinstance(task, RollTask) and task.thrown) or (isinstance(task, CheckTask) and not dice):
                dice = dice or isinstance(task, RollTask)
                found.append(Along(spec, task))
            elif task is not None:
                break
        return tuple(found)


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
                return Here(index, spec, task, desk, stage.steps[index + 1 :])
        return None

    def carry(self, desk: D, order: Order, luck: Luck, fold: Fold[D]) -> list[Event]:
        """The events of `order`, and if it says `on`, of the steps of this stage that can be done along with it.

        They end before the first that asks for entries, a choice or own dice, and before a
        checklist that no longer says what it said when the order was given.
        """
        on = read_field(ROLLS_ON, order.data.get(ON))
        here = self.here(desk)
        order = replace(order, data={k: v for k, v in order.data.items() if k != ON})
        events = self._take(desk, here, order, luck)
        if not on or here is None:
            return events
        read, index, after = [along.task for along in here.along], here.index, fold(desk, events)
        while (then := self.here(after)) is not None and then.index > index and _asks_nothing(then.task, read):
            more = self._take(after, then, Order(then.task.order, {}), luck)
            events, index, after = [*events, *more], then.index, fold(after, more)
        return events

    def _take(self, desk: D, here: Here[D] | None, order: Order, luck: Luck) -> list[Event]:
        """The events of `order` at the step that waits for this desk."""
        if here is None:
            raise Refused(f"Nothing waits for you in {self.stage(desk.stage).title}.", way_out=self.waits(desk))
        handler = here.spec.takes.get(order.kind) if order.kind == getattr(here.task, "order", order.kind) else None
        if handler is None or order.data.get(STEP, here.spec.key) != here.spec.key:
            raise Refused(
                f"That is out of turn: you are at {here.spec.title}.",
                rule=here.spec.rule,
                way_out="Finish this step first; the steps go in the printed order.",
            )
        entries = {key: value for key, value in order.data.items() if key != STEP}
        taken = handler(desk, entries, luck)
        if taken.done:
            return _moved_on(taken.events, desk.side, here)
        if taken.to:
            return _held(taken.events, desk.side, self._index(desk, taken.to))
        return _held(taken.events, desk.side, here.index) if here.index else taken.events

    def _index(self, desk: D, key: str) -> int:
        return next(n for n, spec in enumerate(self.stage(desk.stage).steps) if spec.key == key)

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


def _asks_nothing(task: Any, read: list[RollTask | CheckTask]) -> bool:
    """Whether a step needs nobody: dice the server throws, or a checklist that was `read` as it is."""
    return task.thrown if isinstance(task, RollTask) else isinstance(task, CheckTask) and task in read


def _held(events: list[Event], side: str, index: int) -> list[Event]:
    """`events`, the first of them behind the side's door holding the side at a step: what an act changes must not
    lead back to a step before it that had passed by itself."""
    for n, event in enumerate(events):
        if event.room == side:
            held = replace(event, data={"at": index, **event.data})
            return [*events[:n], held, *events[n + 1 :]]
    return events


def _moved_on(events: list[Event], side: str, here: Here[Any]) -> list[Event]:
    """`events`, the first of them behind the side's door saying how far the side is now."""
    for n, event in enumerate(events):
        if event.room == side:
            moved = replace(event, data={**event.data, "step": here.spec.key, "at": here.index + 1})
            return [*events[:n], moved, *events[n + 1 :]]
    return [*events, Event("step.done", side, {"step": here.spec.key, "at": here.index + 1})]
