"""The course of a game: stages that all sides finish before the next opens, steps within them, and reactions.

Inside a stage each side goes at its own pace and in its own room; the others learn that it has finished the stage,
never which step it is at (ADR 4). Who acts in a stage follows from the public room, so sides may also take turns.
A reaction is a question to a side that interrupts the stage in hand.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, wraps
from itertools import accumulate
from typing import Any, Generic, TypeVar

from rules.contract import CONTINUE, STEP, Event, Order, Refused, Step, StepInfo, Task
from rules.dice import SIX, Rng, draw_name
from rules.engine.data_files import DataModel
from rules.engine.follow_ups import UNTICKED, FollowUpStep, beside, found_behind, goes_on, rolls, typed_along
from rules.engine.replace import replace
from rules.engine.tasks import TaskBase
from rules.text import gettext, gettext_noop

REACTION = -1
"""The index of a reaction's step, which belongs to no stage."""


class Messages(Mapping[str, str]):
    """Messages by key, such as the names of sides; each is translated when it is read."""

    def __init__(self, messages: Mapping[str, str]) -> None:
        self._messages = messages

    def __getitem__(self, key: str) -> str:
        return gettext(self._messages[key])

    def __iter__(self) -> Iterator[str]:
        return iter(self._messages)

    def __len__(self) -> int:
        return len(self._messages)


@dataclass(frozen=True)
class SideContext:
    """What a course has to know of a side; the context of a game adds to it.

    `public` is the public room, with `stage` and `finished`, `mine` the side's own, with `key`, `at` and `done`. Both
    are immutable, so what is computed from them is cached in `known`.
    """

    public: Any
    mine: Any
    known: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def side(self) -> str:
        """The key of the side."""
        return str(self.mine.key)

    @property
    def at(self) -> int:
        """The number of the step the side is at, as in Stage.numbers."""
        return int(self.mine.at)

    @property
    def done(self) -> tuple[str, ...]:
        """The keys of the steps the side has done in this stage."""
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
class StepResult:
    """The events of an order, and whether its side is `done` with the step.

    If it is not, it stays at the step, or goes to the step with the key `to` of the same stage.
    """

    events: list[Event]
    done: bool = True
    to: str = ""


D = TypeVar("D", bound=SideContext, contravariant=True)
T = TypeVar("T", bound=Task)
R = TypeVar("R")
Handler = Callable[[D, T, Mapping[str, object], Rng], StepResult]
"""Carries out an order at a step: gets the context, the step's task in it, the order's entries and the dice."""
Fold = Callable[[D, list[Event]], D]
"""Gives the context after events."""


def once(work_out: Callable[[D], R]) -> Callable[[D], R]:
    """Decorator: cache a function of a context in its `known`, so that it is computed once per context."""

    @wraps(work_out)
    def found(ctx: D) -> R:
        if work_out not in ctx.known:
            ctx.known[work_out] = work_out(ctx)
        result: R = ctx.known[work_out]
        return result

    return found


class StepWords(DataModel):
    """The texts of a step, as in a data file."""

    rule: str
    title: str
    help: str
    button: str


@dataclass(frozen=True)
class StepSpec(StepInfo, Generic[D]):
    """A step: `task` gives what it asks in a context (None: nothing, it passes by itself with the text `passes`),
    `handlers` carry out its orders, by kind.

    `asks_facts`: no dice rolled before bear on its entries, which are facts of the table or a choice that does not
    depend on them. `optional`: entries left as proposed do nothing, whatever the step asks. `added`: a later version of
    the program has inserted this step; it must ask nothing once it is done.
    """

    task: Callable[[D], Task | None]
    handlers: Mapping[str, Handler[D, Any]]
    passes: str = gettext_noop("Nothing to do.")
    asks_facts: bool = False
    optional: bool = False
    added: bool = False


Sides = Callable[[Any], tuple[str, ...]]
"""Gives the sides that are asked, from the public room."""


def always(*sides: str) -> Sides:
    """The same `sides`, whatever is in the public room."""
    return lambda public: sides


@dataclass(frozen=True)
class Stage(Generic[D]):
    """Steps that each of `sides` goes through on its own; the next stage opens when all are done.

    `dice` says that choices in it bear on dice rolled after it, which nobody may know before all sides have finished
    the stage (see GameSystem.doors). Only stages that all sides go through may have it.
    """

    key: str
    title: str
    sides: Sides
    steps: tuple[StepSpec[D], ...]
    dice: bool = False

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The number of each step, which a side's room stores as `at`, and that of the stage's end.

        An `added` step shares the number of the step after it, so that running campaigns stay where they are.
        """
        return tuple(accumulate((not spec.added for spec in self.steps), initial=0))


@dataclass(frozen=True)
class Reaction(Generic[D]):
    """A step outside the stages: as long as `sides` names anybody, those sides are asked and all others wait.

    Then the stage in hand goes on where it was. The events of an answer have to change what `sides` reads. The step
    must ask something of every side it names, whatever that holds: passing by itself would tell the others what the
    side lacks. And a side whose act is reacted to must still be at a step that asks something after any answer.
    """

    spec: StepSpec[D]
    sides: Sides


@dataclass(frozen=True)
class WaitingStep(Generic[D]):
    """The step a side is at, with what it asks; `behind` are the later steps of the stage."""

    index: int
    spec: StepSpec[D]
    task: Task
    behind: tuple[StepSpec[D], ...]
    ctx: D

    @property
    def follow_ups(self) -> tuple[FollowUpStep[StepSpec[D]], ...]:
        """The steps an order that goes on would do too.

        This is a forecast: the order itself may make other steps ask, or end the row of follow-ups earlier.
        """
        if isinstance(self.task, TaskBase) and self.task.alone:
            return ()
        known, key = self.ctx.known, (WaitingStep, self.index)
        if key not in known:
            along = found_behind(self.task, self.behind, self.ctx)
            known[key] = tuple(FollowUpStep(spec, task) for spec, task in along)
        found: tuple[FollowUpStep[StepSpec[D]], ...] = known[key]
        return found


@dataclass(frozen=True)
class NamedFor:
    """An Rng that prefixes the names of all draws with a `part` of the rules, such as the key of a step."""

    rng: Rng
    part: str

    def roll(self, name: str, count: int, sides: int = SIX) -> tuple[int, ...]:
        """See Rng."""
        return self.rng.roll(draw_name(self.part, name), count, sides)

    def draw(self, name: str, size: int, count: int) -> tuple[int, ...]:
        """See Rng."""
        return self.rng.draw(draw_name(self.part, name), size, count)

    def shuffle(self, name: str, size: int) -> tuple[int, ...]:
        """See Rng."""
        return self.rng.shuffle(draw_name(self.part, name), size)


@dataclass(frozen=True, eq=False)
class Course(Generic[D]):
    """All stages in order, the sides' names, and the reactions that may interrupt; the first that asks anybody does."""

    stages: tuple[Stage[D], ...]
    names: Mapping[str, str] = field(default_factory=dict)
    reactions: tuple[Reaction[D], ...] = ()

    @cached_property
    def _by_key(self) -> Mapping[str, Stage[D]]:
        return {stage.key: stage for stage in self.stages}

    def stage(self, key: str) -> Stage[D]:
        return self._by_key[key]

    def reaction(self, public: object) -> Reaction[D] | None:
        """The reaction that interrupts the stage in hand, or None."""
        return next((reaction for reaction in self.reactions if reaction.sides(public)), None)

    def waiting(self, public: Any) -> tuple[str, ...]:
        """The sides that are waited for now: those asked for a reaction, or else those not done with the stage."""
        if reaction := self.reaction(public):
            return reaction.sides(public)
        return tuple(side for side in self.stage(public.stage).sides(public) if side not in public.finished)

    def current(self, ctx: D) -> WaitingStep[D] | None:
        """The step that waits for this context's side; None if the side has to wait itself."""
        reaction = self.reaction(ctx.public)
        if reaction is None:
            return self._in_stage(ctx)
        if ctx.side not in reaction.sides(ctx.public):
            return None
        task = reaction.spec.task(ctx)
        if task is None:
            raise ValueError(f"{reaction.spec.key} asks nothing of {ctx.side}, which tells what it holds")
        return WaitingStep(REACTION, reaction.spec, task, (), ctx)

    def closes(self, ctx: D) -> bool:
        """Whether the side has nothing more to do in the stage after an act, so that it finishes the stage."""
        return (
            self.reaction(ctx.public) is None and ctx.side in self.waiting(ctx.public) and self._in_stage(ctx) is None
        )

    def opens_next(self, ctx: D) -> bool:
        """Whether no other side has anything left to do in the stage."""
        return set(self.waiting(ctx.public)) <= {ctx.side}

    def _in_stage(self, ctx: D) -> WaitingStep[D] | None:
        """The step of the stage that waits for this context's side, leaving reactions aside."""
        if self not in ctx.known:
            ctx.known[self] = self._first_that_asks(ctx)
        # Only the parts are cached: a WaitingStep holds the context, and caching it there would make a reference cycle.
        parts: tuple[int, StepSpec[D], Task, tuple[StepSpec[D], ...]] | None = ctx.known[self]
        return WaitingStep(*parts, ctx) if parts else None

    def _first_that_asks(self, ctx: D) -> tuple[int, StepSpec[D], Task, tuple[StepSpec[D], ...]] | None:
        stage = self.stage(ctx.stage)
        if ctx.side not in stage.sides(ctx.public) or ctx.side in ctx.finished:
            return None
        first = bisect_left(stage.numbers, ctx.at)
        for index, spec in enumerate(stage.steps[first:], start=first):
            if (task := spec.task(ctx)) is not None:
                return index, spec, task, stage.steps[index + 1 :]
        return None

    def execute(self, ctx: D, order: Order, rng: Rng, fold: Fold[D]) -> list[Event]:
        """The events of `order` and, if it has CONTINUE, of the follow-ups in this stage.

        They end before own dice, before a form without entries, and before a step that no longer asks what it asked
        when the order was given. Once dice have been rolled a wrong entry ends them too; before, it refuses the order.
        """
        current = self.current(ctx)
        if CONTINUE not in order.data:
            return self._take(ctx, current, order, rng)
        # The follow-ups that a page would show are computed only for an order that goes on.
        read = current.follow_ups if current and order.data[CONTINUE] not in UNTICKED else ()
        on, typed = typed_along(order, read)
        order = replace(order, data={k: v for k, v in order.data.items() if k != CONTINUE})
        events = self._take(ctx, current, order, rng)
        if not on or current is None:
            return events
        index, after, rolled = current.index, fold(ctx, events), rolls(current.task)
        while (then := self.current(after)) is not None and then.index > index:
            along = goes_on(then, read, typed, optional=then.spec.optional)
            if along is None:
                break
            try:
                more = self._take(after, then, along, rng)
            except Refused as no:
                if rolled:
                    break
                no.field = no.field and beside(then.spec.key, no.field)
                raise
            events, index, after, rolled = [*events, *more], then.index, fold(after, more), rolled or rolls(then.task)
        return events

    def _take(self, ctx: D, current: WaitingStep[D] | None, order: Order, rng: Rng) -> list[Event]:
        """The events of `order` at the step `current`; raises Refused if it does not belong there."""
        if current is None:
            raise Refused(
                gettext("Nothing waits for you in {title}.", title=gettext(self.stage(ctx.stage).title)),
                way_out=self.waits(ctx),
            )
        handler = current.spec.handlers.get(order.kind) if order.kind in current.task.orders else None
        if handler is None or order.data.get(STEP, current.spec.key) != current.spec.key:
            raise Refused(
                gettext("That is out of turn: you are at {title}.", title=gettext(current.spec.title)),
                rule=current.spec.rule,
                way_out=gettext("Finish this step first; the steps go in the printed order."),
            )
        entries = {key: value for key, value in order.data.items() if key != STEP}
        taken = handler(ctx, current.task, entries, NamedFor(rng, current.spec.key))
        if current.index == REACTION:
            return taken.events
        numbers = self.stage(ctx.stage).numbers
        if taken.done:
            after = numbers[current.index + 1]
            # The first event in the side's room also says which step is done and how far the side is now.
            for n, event in enumerate(taken.events):
                if event.room == ctx.side:
                    moved = replace(event, data={**event.data, "step": current.spec.key, "at": after})
                    return [*taken.events[:n], moved, *taken.events[n + 1 :]]
            return [*taken.events, Event("step.done", ctx.side, {"step": current.spec.key, "at": after})]
        if taken.to:
            to = next(n for n, spec in enumerate(self.stage(ctx.stage).steps) if spec.key == taken.to)
            return _held(taken.events, ctx.side, numbers[to])
        return _held(taken.events, ctx.side, numbers[current.index]) if current.index else taken.events

    def waits(self, ctx: D) -> str:
        """A sentence on who is waited for; "" if no other side is."""
        away = [side for side in self.waiting(ctx.public) if side != ctx.side]
        names = gettext(" and ").join(self.names.get(side, side) for side in away)
        return gettext("Waiting for the {names} side.", names=names) if away else ""

    def steps(self, ctx: D) -> tuple[Step, ...]:
        """The steps of the stage with their status, after that of a reaction if it asks this side."""
        stage, reaction, current = self.stage(ctx.stage), self.reaction(ctx.public), self._in_stage(ctx)
        rows = tuple(self._step(ctx, spec, index, current) for index, spec in enumerate(stage.steps))
        if reaction is None:
            return rows
        wait = self.waits(ctx)
        rows = tuple(replace(row, status="waiting", note=wait) if row.status == "here" else row for row in rows)
        spec = reaction.spec
        reacts = ctx.side in reaction.sides(ctx.public)
        return (Step(spec.key, spec.rule, gettext(spec.title), "here"), *rows) if reacts else rows

    def _step(self, ctx: D, spec: StepSpec[D], index: int, current: WaitingStep[D] | None) -> Step:
        if current is not None and index == current.index:
            return Step(spec.key, spec.rule, gettext(spec.title), "here")
        if current is not None and index > current.index:
            return Step(spec.key, spec.rule, gettext(spec.title), "coming")
        if ctx.side not in self.stage(ctx.stage).sides(ctx.public):
            return Step(spec.key, spec.rule, gettext(spec.title), "waiting", self.waits(ctx))
        if spec.key in ctx.done:
            return Step(spec.key, spec.rule, gettext(spec.title), "done")
        return Step(spec.key, spec.rule, gettext(spec.title), "passed", gettext(spec.passes))


def _held(events: list[Event], side: str, number: int) -> list[Event]:
    """`events` with the side's step number in the first one in its room, so that what the act changes can't lead the
    side back to an earlier step that had passed by itself."""
    for n, event in enumerate(events):
        if event.room == side:
            held = replace(event, data={"at": number, **event.data})
            return [*events[:n], held, *events[n + 1 :]]
    return events
