"""The shapes most steps have, as classes to derive from: entries, dice, both at once, a die a counter, points to read.

A step says what it asks in `fields`, `needs` and `lines`; where it asks nothing, it passes by. It carries out an order
in the method of its kind: `enter`, `roll`, `done`. It keeps nothing in itself, for all campaigns share it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from rules.asl.conditions import Changes, named
from rules.asl.context import RefitContext, StepDef, roll_data
from rules.asl.counters import Counter
from rules.asl.pending import StepPending
from rules.contract import Field, FieldGroup
from rules.dice import Rng
from rules.engine import entries as entered
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.engine.tasks import CheckTask, FormTask, RollTask, TaskBase
from rules.engine.tasks import Entries as Entries
from rules.ground.fields import check_entries
from rules.tables import Need
from rules.text import gettext

D = TypeVar("D", bound=RefitContext, contravariant=True)

LONGEST_NOTE = 500


def read(ctx: RefitContext, form: FormTask, data: Mapping[str, object]) -> Entries:
    """The entries of a form; refuses the first that does not fit, or that names what is not on the map."""
    entries = form.read(data)
    check_entries(ctx.map, form.fields, entries)
    return entries


class GenericStep(StepDef[D], ABC):
    """A step; its `key` is set in its class, or passed where one class serves several steps."""

    def __init__(self, key: str = "") -> None:
        self.key = key or self.key

    def lines(self, ctx: D) -> Iterable[str]:
        """What there is to read at it."""
        return ()


class FormStep(GenericStep[D]):
    """Entries to be made, in a task of a `form` of its own where it is drawn differently."""

    form: ClassVar[type[FormTask]] = FormTask

    def __init__(self, key: str = "") -> None:
        super().__init__(key)
        self.handlers = {"enter": lambda ctx, task, data, rng: self.enter(ctx, read(ctx, task, data))}

    def task(self, ctx: D) -> TaskBase | None:
        """The form, if it has any fields."""
        fields = tuple(self.fields(ctx))
        if not fields:
            return None
        public = tuple(field.name for field in fields if self.is_public(field))
        lines = tuple(self.lines(ctx))
        return self.form(ctx.button(self.key), fields, lines, free_dice=self.free_dice(ctx), public=public)

    def lines(self, ctx: D) -> Iterable[str]:
        """What is said above the entries: the points of its words."""
        return ctx.points(self.key)

    def free_dice(self, ctx: D) -> int:
        """How many dice the entries are read from by a table that is not here."""
        return 0

    def is_public(self, field: Field) -> bool:
        """Whether both sides will read what is entered there."""
        return False

    @abstractmethod
    def fields(self, ctx: D) -> Iterable[Field]:
        """The entries that are asked for."""

    @abstractmethod
    def enter(self, ctx: D, entries: Entries) -> StepResult:
        """The result of the entries."""


@dataclass(frozen=True)
class GroupedForm(FormTask):
    """Entries of which some stand together under headings."""

    groups: tuple[FieldGroup, ...] = ()


class OptionalStep(FormStep[D]):
    """What may be done and mostly is not: a press that goes on may pass it before earlier dice are rolled.

    Who wants to see these first does their step alone.
    """

    asks_facts = optional = True

    def task(self, ctx: D) -> TaskBase | None:
        """The form, if it has any fields."""
        if not (fields := tuple(self.fields(ctx))):
            return None
        folded = FieldGroup(gettext("If you wish to do any of it"), False, tuple(field.name for field in fields))
        return GroupedForm(ctx.button(self.key), fields, tuple(self.lines(ctx)), groups=(folded,))


class RollStep(GenericStep[D]):
    """Dice to be cast; `lines` say what happens without dice.

    `by_itself` says that an open page may press for its reader where the server throws them: nothing is decided, and
    nothing is told to the other side that it was not owed anyway.
    """

    by_itself: ClassVar[bool] = False

    def __init__(self, key: str = "") -> None:
        super().__init__(key)
        self.handlers = {"roll": lambda ctx, task, data, rng: self.roll(ctx, ctx.roll(task.needs, data, rng))}

    def task(self, ctx: D) -> RollTask | None:
        """The dice and what comes without, if there are any of either."""
        needs, lines = tuple(self.needs(ctx)), tuple(self.lines(ctx))
        if not (needs or lines):
            return None
        return RollTask(ctx.button(self.key), needs, lines, ctx.mode, self.by_itself and ctx.mode == "server")

    def needs(self, ctx: D) -> Iterable[Need]:
        """What is rolled for."""
        return ()

    @abstractmethod
    def roll(self, ctx: D, rolls: tuple[Rolled, ...]) -> StepResult:
        """The result of the dice, one roll for each need."""


class RollFormStep(GenericStep[D]):
    """Entries and dice at once: the rolls depend on the entries, at first on those that the fields propose."""

    def __init__(self, key: str = "") -> None:
        super().__init__(key)
        self.handlers = {"enter": self._handle}

    def task(self, ctx: D) -> FormTask | None:
        """The form with the dice, if there are any fields or dice."""
        fields = tuple(self.fields(ctx))
        needs = tuple(self.needs(ctx, {field.name: field.value for field in fields}))
        if not (fields or needs):
            return None
        lines, public = tuple(self.lines(ctx)), tuple(field.name for field in fields if self.is_public(field))
        free_dice = self.free_dice(ctx)
        return FormTask(ctx.button(self.key), fields, lines, needs, ctx.mode, free_dice=free_dice, public=public)

    def free_dice(self, ctx: D) -> int:
        """How many dice the entries are read from by a table that is not here."""
        return 0

    def lines(self, ctx: D) -> Iterable[str]:
        """What is said above the entries: the points of its words."""
        return ctx.points(self.key)

    def fields(self, ctx: D) -> Iterable[Field]:
        """The entries that are asked for."""
        return ()

    def is_public(self, field: Field) -> bool:
        """Whether both sides will read what is entered there."""
        return False

    @abstractmethod
    def needs(self, ctx: D, entries: Entries) -> Iterable[Need]:
        """What is rolled for under these entries."""

    def check(self, ctx: D, entries: Entries) -> None:
        """Refuses entries that do not fit together, before anything is rolled."""

    @abstractmethod
    def enter(self, ctx: D, entries: Entries, rolls: tuple[Rolled, ...]) -> StepResult:
        """The result of the entries and the dice, one roll for each need."""

    def _handle(self, ctx: D, task: FormTask, data: Mapping[str, object], rng: Rng) -> StepResult:
        entries = read(ctx, task, data)
        self.check(ctx, entries)
        return self.enter(ctx, entries, ctx.roll(self.needs(ctx, entries), data, rng))


class CheckStep(GenericStep[D]):
    """Points to go through at the table, those of its words, or `lines` to read; the player may add a note.

    `counters` says whether his counters may be changed by hand beside it.
    """

    counters: ClassVar[bool] = True

    def __init__(self, key: str = "") -> None:
        super().__init__(key)
        self.handlers = {"done": lambda ctx, task, data, rng: self.done(ctx, noted(data))}

    def task(self, ctx: D) -> CheckTask | None:
        """What there is to go through."""
        return CheckTask(ctx.button(self.key), self.points(ctx), tuple(self.lines(ctx)), self.counters)

    def points(self, ctx: D) -> tuple[str, ...]:
        """What is to be gone through."""
        return ctx.points(self.key)

    def done(self, ctx: D, note: str) -> StepResult:
        """The result of pressing the button."""
        return StepResult([ctx.event("step.done", step=self.key, note=note)])


class DieEachStep(RollStep[D]):
    """A die for each of several counters, on one `table`, told by one `event`.

    `ends` are the pending models that earlier steps left for this one; they are removed when it is done.
    """

    event: ClassVar[str]
    table: ClassVar[str]
    ends: ClassVar[tuple[type[StepPending], ...]] = ()

    @abstractmethod
    def who(self, ctx: D) -> Iterable[Counter]:
        """Who rolls."""

    @abstractmethod
    def facts(self, ctx: D, counter: Counter) -> Mapping[str, int]:
        """What the table may ask of a counter, by the keys of its modifiers."""

    @abstractmethod
    def apply_roll(self, ctx: D, changes: Changes, counter: Counter, rolled: Rolled) -> str:
        """Applies the result of its roll to a counter, in `changes`; gives the result's text for the event."""

    def needs(self, ctx: D) -> Iterable[Need]:
        table = ctx.table(self.table)
        for counter in self.who(ctx):
            yield Need(str(counter.id), named(counter), 1, table, ctx.modifiers(table, **self.facts(ctx, counter)))

    def roll(self, ctx: D, rolls: tuple[Rolled, ...]) -> StepResult:
        changes, counters = Changes(ctx), {str(counter.id): counter for counter in ctx.mine.counters}
        rolls_data = [roll_data(one, self.apply_roll(ctx, changes, counters[one.need.key], one)) for one in rolls]
        pending = ctx.pending.without(*self.ends) if self.ends else None
        return StepResult([ctx.event(self.event, change=changes.rows, rolls=rolls_data, pending=pending)])


def noted(data: Mapping[str, object]) -> str:
    """The note a player adds to a press, which takes no other entries."""
    entered.check_names(data, {"note"})
    return entered.text(data.get("note", ""), gettext("Note"), most=LONGEST_NOTE, field="note")
