"""The course of a game: stages all its sides finish before the next opens, steps within them, and reactions.

Inside a stage each side goes at its own pace and in its own room; what the others
learn is that a stage is finished, never at which step of it somebody is. Who acts in a
stage follows from the public room, so sides may also take turns in it. A reaction is a
question to a side that interrupts the stage in hand.
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
"""The index of a step that is no part of the stage in hand."""


class Messages(Mapping[str, str]):
    """Messages by key, such as the names of sides, each looked up when it is asked for."""

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
    """A side's place at the table: what a course has to know of it. A game's context adds its own.

    `public` has `stage` and `finished`, `mine` has `key`, `at` and `done`. Neither ever changes, so what is worked out
    from them is kept in `known`.
    """

    public: Any
    mine: Any
    known: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

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
class StepResult:
    """The events of an order, and whether its side is `done` with the step.

    If it is not, the step stays, or the side goes to the step `to` of its stage.
    """

    events: list[Event]
    done: bool = True
    to: str = ""


D = TypeVar("D", bound=SideContext, contravariant=True)
T = TypeVar("T", bound=Task)
R = TypeVar("R")
Handler = Callable[[D, T, Mapping[str, Any], Rng], StepResult]
"""Carries out an order at a step: gets the context, the task the step sets there, the order's entries and the dice."""
Fold = Callable[[D, list[Event]], D]
"""Gives the context once events have happened."""


def once(work_out: Callable[[D], R]) -> Callable[[D], R]:
    """A function of a context that is worked out once for each, however many steps ask."""

    @wraps(work_out)
    def found(ctx: D) -> R:
        if work_out not in ctx.known:
            ctx.known[work_out] = work_out(ctx)
        result: R = ctx.known[work_out]
        return result

    return found


class StepWords(DataModel):
    """What a step is called and says, as a data file has it."""

    rule: str
    title: str
    help: str
    button: str


@dataclass(frozen=True)
class StepSpec(StepInfo, Generic[D]):
    """A step: `task` says what it asks of a context (None: nothing, it passes by itself with
    the words of `passes`), `handlers` what it does with each kind of order.

    `asks_facts` says that no dice before it bear on what it asks: how things stand on the table, or a choice that is
    the same whatever they show. `optional` says that entries left as they are proposed do nothing, whatever it asks.
    `added` is a step that a later program put in between: it must ask nothing once it is done.
    """

    task: Callable[[D], Task | None]
    handlers: Mapping[str, Handler[D, Any]]
    passes: str = gettext_noop("Nothing to do.")
    asks_facts: bool = False
    optional: bool = False
    added: bool = False


Sides = Callable[[Any], tuple[str, ...]]
"""Who is asked, by the public room as it is now."""


def always(*sides: str) -> Sides:
    """The same sides, whatever is in the public room."""
    return lambda public: sides


@dataclass(frozen=True)
class Stage(Generic[D]):
    """Steps that each of `sides` goes through on its own, with a door behind the last one.

    `dice` says that what is chosen in it bears on dice that come behind that door: nobody knows these before all sides
    have finished it (see GameSystem.doors). It is for stages that all sides go through.
    """

    key: str
    title: str
    sides: Sides
    steps: tuple[StepSpec[D], ...]
    dice: bool = False

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The number of each step, which a side's room keeps, and that of the end.

        An added step has that of the step behind it, so that campaigns in the middle of a stage stay where they are.
        """
        return tuple(accumulate((not spec.added for spec in self.steps), initial=0))


@dataclass(frozen=True)
class Reaction(Generic[D]):
    """A step outside the stages: as long as `sides` names anybody, those are asked and everybody else waits.

    Then the stage in hand goes on where it stood. The events of an answer have to change what `sides` reads. The step
    asks something of whoever is asked, whatever he holds: one that passed by itself would tell the others what he
    lacks. And a side whose act is reacted to must be left at a step that asks something after any answer.
    """

    spec: StepSpec[D]
    sides: Sides


@dataclass(frozen=True)
class WaitingStep(Generic[D]):
    """Where a side stands: the step that asks something of it, and what it asks; `behind` are the steps after it."""

    index: int
    spec: StepSpec[D]
    task: Task
    behind: tuple[StepSpec[D], ...]
    ctx: D

    @property
    def follow_ups(self) -> tuple[FollowUpStep[StepSpec[D]], ...]:
        """The steps an order that goes on would do too.

        Seen from here: the order itself may bring up others, or something that has to be asked before them.
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
    """The Rng for a part of the rules, such as a step: all that is drawn there is named after it too."""

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
    """All stages in order, and what may interrupt any of them; of several reactions the first goes first."""

    stages: tuple[Stage[D], ...]
    names: Mapping[str, str] = field(default_factory=dict)
    reactions: tuple[Reaction[D], ...] = ()

    @cached_property
    def _by_key(self) -> Mapping[str, Stage[D]]:
        return {stage.key: stage for stage in self.stages}

    def stage(self, key: str) -> Stage[D]:
        return self._by_key[key]

    def reaction(self, public: object) -> Reaction[D] | None:
        """What interrupts the stage in hand, if anything does."""
        return next((reaction for reaction in self.reactions if reaction.sides(public)), None)

    def waiting(self, public: Any) -> tuple[str, ...]:
        """The sides that are waited for now: those asked for a reaction, else those not done with the stage."""
        if reaction := self.reaction(public):
            return reaction.sides(public)
        return tuple(side for side in self.stage(public.stage).sides(public) if side not in public.finished)

    def current(self, ctx: D) -> WaitingStep[D] | None:
        """The step that waits for this context, or None if it has to wait itself."""
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
        """Whether an act left its side with nothing more to do in the stage, so that its door closes."""
        return (
            self.reaction(ctx.public) is None and ctx.side in self.waiting(ctx.public) and self._in_stage(ctx) is None
        )

    def opens_next(self, ctx: D) -> bool:
        """Whether nobody but this side has anything left to do in the stage."""
        return set(self.waiting(ctx.public)) <= {ctx.side}

    def _in_stage(self, ctx: D) -> WaitingStep[D] | None:
        """The step of the stage that waits for this context, as far as nothing interrupts it."""
        if self not in ctx.known:
            ctx.known[self] = self._first_that_asks(ctx)
        # Kept are the parts: a context that kept the whole, which has the context, would be left for the collector.
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
        """The events of `order`, and if it says `on`, of the steps of this stage that can be done along with it.

        They end before own dice, a form without entries or with a wrong one behind dice, and whatever no longer asks
        what it asked when the order was given. Before dice a wrong entry of theirs refuses the whole order.
        """
        current = self.current(ctx)
        if CONTINUE not in order.data:
            return self._take(ctx, current, order, rng)
        # What a page would show along with the step is worked out only for an order that goes on with it.
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
        """The events of `order` at the step that waits for this context."""
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
            # `events`, the first of them in the side's room saying how far the side is now.
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
        """A sentence on who is waited for."""
        away = [side for side in self.waiting(ctx.public) if side != ctx.side]
        names = gettext(" and ").join(self.names.get(side, side) for side in away)
        return gettext("Waiting for the {names} side.", names=names) if away else ""

    def steps(self, ctx: D) -> tuple[Step, ...]:
        """The steps of the context's stage with their status, behind the reaction if one is asked of it."""
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
    """`events`, the first of them in the side's room holding the side at a step: what an act changes must not
    lead back to a step before it that had passed by itself."""
    for n, event in enumerate(events):
        if event.room == side:
            held = replace(event, data={"at": number, **event.data})
            return [*events[:n], held, *events[n + 1 :]]
    return events
