"""Forms for the tasks of the rules: what was typed in, shown again, and turned into an order.

The rules read and check every entry themselves; a form only carries text between page and
order, so that nothing is checked twice and nothing typed is lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain

from django.utils.translation import gettext

from refit.steps import order_data
from rules.contract import Field, FieldGroup, Refused, Task
from rules.engine.tasks import MarksEntries
from rules.tables import Need


@dataclass(frozen=True)
class BoundEntry:
    """A field as the page draws it: its definition by the rules, the text in it, what is wrong with it."""

    field: Field
    value: str | int | bool
    error: str = ""


@dataclass(frozen=True)
class Die:
    """A die to be typed in."""

    name: str
    value: str
    label: str


@dataclass(frozen=True)
class BoundRoll:
    """A roll the task needs, with boxes for own dice where the campaign allows them."""

    need: Need
    dice: tuple[Die, ...]
    error: str = ""


@dataclass(frozen=True)
class EntryGroup:
    """Entries under a heading; unfolded also where something is wrong in it."""

    group: FieldGroup
    entries: tuple[BoundEntry, ...]

    @property
    def open(self) -> bool:
        return self.group.open or any(entry.error for entry in self.entries)


@dataclass(frozen=True)
class TaskForm:
    """A task with the text in it. `kind` names the template, `task` is the rules' own structure."""

    kind: str
    task: Task
    entries: tuple[BoundEntry, ...] = ()
    rolls: tuple[BoundRoll, ...] = ()
    groups: tuple[EntryGroup, ...] = ()

    @property
    def template(self) -> str:
        """The template that draws a task of this kind."""
        return f"refit/tasks/{self.kind}.html"

    @property
    def beside(self) -> list[str]:
        """The template of what stands beside it, if its kind has one."""
        return [f"refit/tasks/_{self.kind}_beside.html", "refit/tasks/_beside.html"]

    @property
    def drafted(self) -> list[str]:
        """The template of what follows a draft of it, if its kind has one."""
        return [f"refit/tasks/_{self.kind}_drafted.html", "refit/tasks/_drafted.html"]

    @property
    def wrong_at(self) -> str:
        """Where on the page the entry is that was refused; "" if it was none of them."""
        entries = (f"f-{entry.field.name}" for entry in self.entries if entry.error)
        rolls = (f"e-roll-{number}" for number, roll in enumerate(self.rolls, 1) if roll.error)
        return next(chain(entries, rolls), "")


def form_for(task: Task, typed: Mapping[str, str], refusal: Refused | None) -> TaskForm:
    """The form of a task with what was typed (or kept as a draft) in it."""
    if typed:
        with suppress(Refused):  # nonsense leaves the task as it was
            task = task.priced(order_data(task, "", typed))
    drawn = entries_of(task, typed, refusal, task.mistakes if isinstance(task, MarksEntries) else {})
    named = {entry.field.name: entry for entry in drawn}
    groups = (EntryGroup(group, tuple(named[name] for name in group.names)) for group in task.groups)
    rolls = tuple(_roll(need, task.mode, typed, refusal) for need in task.needs)
    return TaskForm(task.kind, task, drawn, rolls, tuple(groups))


def entries_of(
    task: Task, typed: Mapping[str, str], refusal: Refused | None, mistakes: Mapping[str, str] | None = None
) -> tuple[BoundEntry, ...]:
    """The fields of a task with what was typed in them, and what is wrong with it: a refusal, or one of `mistakes`."""
    entries = []
    for field in task.fields:
        value = typed.get(field.name, "") if field.kind == "check" and typed else typed.get(field.name, field.value)
        refused = refusal.message if refusal and refusal.field == field.name else ""
        wrong = refused or (mistakes or {}).get(field.name, "")
        entries.append(BoundEntry(field, value, wrong))
    return tuple(entries)


def _roll(need: Need, mode: str, typed: Mapping[str, str], refusal: Refused | None) -> BoundRoll:
    wrong = refusal.message if refusal and refusal.field == need.key else ""
    if mode == "server":
        return BoundRoll(need, (), wrong)
    names = [f"die:{need.key}:{n}" for n in range(need.dice)]
    dice = (
        Die(
            name,
            str(typed.get(name, "")),
            gettext("%(label)s, die %(number)s") % {"label": gettext(need.label), "number": n + 1},
        )
        for n, name in enumerate(names)
    )
    return BoundRoll(need, tuple(dice), wrong)
