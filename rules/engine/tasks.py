"""What a step asks of a player, as plain values that a page or a test can draw (ADR 13).

Every task names the kinds of orders it takes. The entries of a FormTask are read and checked here, so that a form, a
campaign file and a test meet the same refusals.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, Self, runtime_checkable

from rules.contract import Field, FieldGroup, Gate, Refused
from rules.engine import entries
from rules.engine.entries import read_field
from rules.tables import Need
from rules.text import gettext

Entries = Mapping[str, Any]
"""The entries of a form as it has read them, by the names of its fields: each has the type of its field's kind."""


class TaskBase:
    """Defaults of tasks: entries as typed, no groups, no rolls, no price, no gate."""

    orders: ClassVar[tuple[str, ...]]
    groups: tuple[FieldGroup, ...] = ()
    needs: tuple[Need, ...] = ()
    mode: str = "server"
    nothing_to_choose: bool = False
    """Whether there is no real choice in it, so that an order that goes on does it too, with what it proposes."""
    free_dice: int = 0
    """See rules.contract.Task."""

    @property
    def alone(self) -> bool:
        """Whether it has its page for itself: no other step is shown and done with it."""
        return False

    @property
    def waits(self) -> bool:
        """See rules.contract.Task."""
        return False

    def told(self, entries: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
        """What both sides will read of `entries`, each as label and value, for a page on which it is one of several."""
        return ()

    @property
    def order(self) -> str:
        """The kind of order of its main button."""
        return self.orders[0]

    def entries(self, act: str, typed: Mapping[str, str]) -> Mapping[str, object]:
        """See rules.contract.Task."""
        return typed

    def priced(self, entries: Mapping[str, object]) -> Self:
        """See rules.contract.Task."""
        return self

    def gate(self, act: str, entries: Mapping[str, object]) -> Gate | None:
        """See rules.contract.Task."""
        return None


@dataclass(frozen=True)
class RollTask(TaskBase):
    """Dice to roll; without `needs` it is a button for a result that takes no dice.

    `by_itself` allows an open page to press the button for its reader, since nothing is decided by it.
    """

    kind: ClassVar[str] = "roll"
    fields: ClassVar[tuple[Field, ...]] = ()
    orders: ClassVar[tuple[str, ...]] = ("roll",)
    button: str
    needs: tuple[Need, ...] = ()
    lines: tuple[str, ...] = ()
    mode: str = "server"
    by_itself: bool = False

    @property
    def thrown(self) -> bool:
        """Whether the server may roll the dice."""
        return self.mode != "own"


@dataclass(frozen=True)
class CheckTask(TaskBase):
    """Work on the board: points to go through, counters to change by hand, and a button to confirm it.

    `lines` is what there is to read before that, `by_itself` is as in RollTask.
    """

    kind: ClassVar[str] = "check"
    fields: ClassVar[tuple[Field, ...]] = ()
    orders: ClassVar[tuple[str, ...]] = ("done",)
    button: str
    points: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    counters: bool = True
    by_itself: bool = False


@dataclass(frozen=True)
class FormTask(TaskBase):
    """Entries to make; `lines` are sentences above them."""

    kind: ClassVar[str] = "form"
    orders: ClassVar[tuple[str, ...]] = ("enter",)
    button: str
    fields: tuple[Field, ...]
    lines: tuple[str, ...] = ()
    needs: tuple[Need, ...] = ()
    mode: str = "server"
    free_dice: int = 0
    public: tuple[str, ...] = ()
    """The names of those fields whose entries both sides will read."""

    def told(self, entries: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
        """See TaskBase."""
        fields = [field for field in self.fields if field.name in self.public]
        return tuple((field.label, in_words(field, entries.get(field.name, _left_out(field)))) for field in fields)

    def read(self, data: Mapping[str, object]) -> dict[str, Any]:
        """The entries, each of its type; raises Refused with the field of the first that does not fit."""
        dice = {"dice"} if self.needs else set()
        entries.check_names(data, {f.name for f in self.fields} | dice)
        return {f.name: entries.read_field(f, data.get(f.name, _left_out(f))) for f in self.fields}

    def read_each(self, data: Mapping[str, object]) -> tuple[dict[str, Any], dict[str, Refused]]:
        """All entries, those that do not fit taken as left out; and the refusals of these, by name."""
        fitting: dict[str, object] = {}
        refusals: dict[str, Refused] = {}
        for field in self.fields:
            try:
                fitting[field.name] = entries.read_field(field, data.get(field.name, _left_out(field)))
            except Refused as no:
                fitting[field.name], refusals[field.name] = _left_out(field), no
        return fitting, refusals


@runtime_checkable
class NamesEntries(Protocol):
    """A task with entries beside its `fields`."""

    def label(self, entry: str) -> str:
        """The label of such an entry; "" for an unknown one."""


@runtime_checkable
class MarksEntries(Protocol):
    """A task that computes with those entries of a draft that fit, and says what is wrong with the others."""

    @property
    def mistakes(self) -> Mapping[str, str]:
        """What is wrong, by name of entry."""


@dataclass(frozen=True)
class AroundForm(TaskBase):
    """A task with a template of its own around a `form`, whose entries it takes."""

    form: FormTask

    @property
    def fields(self) -> tuple[Field, ...]:
        return self.form.fields

    @property
    def button(self) -> str:
        """The label of its button."""
        return self.form.button


def in_words(field: Field, value: object) -> str:
    """An entry as it will be read; whether it was left as it was proposed is said with it."""
    if field.kind == "check":
        value = read_field(field, value)
        said = gettext("yes") if value else gettext("no")
    else:
        value = str(value).strip()
        said = dict(field.options).get(value, value) or gettext("nothing")
    proposed = field.kind != "text" and str(value) == str(field.value)
    return gettext("{value} (as proposed)", value=said) if proposed else said


def _left_out(field: Field) -> object:
    """The value of an entry that was not sent: the proposed one, but False for a tick, which browsers leave out."""
    return False if field.kind == "check" else field.value
