"""What a step asks of a player, as plain structures a page or a test can draw.

Every task names the kind of order it takes. The entries of a FormTask are read and
checked here, so that a form, a campaign file and a test meet the same refusals.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, Self, runtime_checkable

from rules.contract import Field, FieldGroup, Gate, Refused
from rules.engine import entries
from rules.tables import Need


class TaskBase:
    """What tasks have in common unless they say otherwise: entries as typed, nothing to group, to roll or to price."""

    orders: ClassVar[tuple[str, ...]]
    groups: tuple[FieldGroup, ...] = ()
    needs: tuple[Need, ...] = ()
    mode: str = "server"
    nothing_to_choose: bool = False
    """Whether it asks only for the form's sake: a press that goes on does it along as it is proposed."""
    free_dice: int = 0
    """How many dice it is answered from by a table of a book that is not here: a free roll of so many is proposed."""

    @property
    def alone(self) -> bool:
        """Whether it shares its page with no other step."""
        return False

    @property
    def waits(self) -> bool:
        """Whether nothing is left of it but what another side says, though it can still be put right."""
        return False

    @property
    def order(self) -> str:
        """The kind of order its main button gives."""
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
    """Dice to be cast; with no needs left it is a press that takes what comes without dice.

    `by_itself` says that an open page may press for its reader, for nothing is decided by it.
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
        """Whether the server may throw the dice."""
        return self.mode != "own"


@dataclass(frozen=True)
class CheckTask(TaskBase):
    """Work on the board: points to go through, counters to be changed by hand, a press.

    `lines` is what there is to read before the press, `by_itself` as in RollTask.
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
    """Entries to be made; `lines` are said above them."""

    kind: ClassVar[str] = "form"
    orders: ClassVar[tuple[str, ...]] = ("enter",)
    button: str
    fields: tuple[Field, ...]
    lines: tuple[str, ...] = ()
    needs: tuple[Need, ...] = ()
    mode: str = "server"
    free_dice: int = 0

    def read(self, data: Mapping[str, object]) -> dict[str, Any]:
        """The entries, each of its type; refuses the first that does not fit, by its field."""
        dice = {"dice"} if self.needs else set()
        entries.check_names(data, {f.name for f in self.fields} | dice)
        return {f.name: entries.read_field(f, data.get(f.name, _left_out(f))) for f in self.fields}

    def read_each(self, data: Mapping[str, object]) -> tuple[dict[str, Any], dict[str, Refused]]:
        """The entries that fit, and what is wrong with each of the others; those are taken as left out."""
        fitting: dict[str, Any] = {}
        refusals: dict[str, Refused] = {}
        for field in self.fields:
            try:
                fitting[field.name] = entries.read_field(field, data.get(field.name, _left_out(field)))
            except Refused as no:
                fitting[field.name], refusals[field.name] = _left_out(field), no
        return fitting, refusals


@runtime_checkable
class NamesEntries(Protocol):
    """A task with entries that are none of its `fields`."""

    def label(self, entry: str) -> str:
        """What such an entry is called; "" for one it does not know."""


@runtime_checkable
class MarksEntries(Protocol):
    """A task that reckons with the entries of a draft that fit, and says of each other one what is wrong with it."""

    @property
    def mistakes(self) -> Mapping[str, str]:
        """What is wrong, by entry."""


@dataclass(frozen=True)
class AroundForm(TaskBase):
    """A task that is drawn in a way of its own around a `form`, whose entries it takes."""

    form: FormTask

    @property
    def fields(self) -> tuple[Field, ...]:
        return self.form.fields

    @property
    def button(self) -> str:
        """What its press is called."""
        return self.form.button


def _left_out(field: Field) -> Any:
    """What an entry that was not sent stands for: as it was, but a tick a form leaves out is no tick."""
    return False if field.kind == "check" else field.value
