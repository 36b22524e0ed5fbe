"""Forms for the tasks of the rules, bound to what was typed.

The rules read and check every entry themselves; a form only carries text between page and order, so that nothing is
checked twice and nothing typed is lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain

from django.utils.translation import gettext

from refit.steps import order_data
from rules.contract import CurrentStep, Field, FieldGroup, FollowUp, Refused, StepInfo, Task
from rules.engine.event_texts import roll_label
from rules.engine.follow_ups import asks, beside
from rules.engine.tasks import MarksEntries
from rules.features.forces import GroupName, with_names
from rules.tables import Need, Table

NO_NAMES: Mapping[str, GroupName] = {}


@dataclass(frozen=True)
class BoundEntry:
    """A field as the page draws it: its definition by the rules, its value, and what is wrong with it."""

    field: Field
    value: str | int | bool
    error: str = ""

    @property
    def options(self) -> list[tuple[str, str]]:
        """The options of a select; of several with the same label, such as copies of a card, only one."""
        keys = dict[str, str]()
        for key, label in self.field.options:
            if label not in keys or key == self.value:
                keys[label] = key
        return [(key, label) for label, key in keys.items()]


@dataclass(frozen=True)
class Die:
    """An input for a die the player rolled."""

    name: str
    value: str
    label: str


@dataclass(frozen=True)
class BoundRoll:
    """A roll the task needs, with inputs for own dice where the campaign allows them."""

    need: Need
    dice: tuple[Die, ...]
    error: str = ""


@dataclass(frozen=True)
class EntryGroup:
    """Entries under a heading; also unfolded if one of them is wrong or ticked."""

    group: FieldGroup
    entries: tuple[BoundEntry, ...]

    @property
    def open(self) -> bool:
        ticked = (entry.field.kind == "check" and entry.value for entry in self.entries)
        return self.group.open or any(ticked) or any(entry.error for entry in self.entries)


@dataclass(frozen=True)
class TaskForm:
    """A task bound to what was typed. `kind` names the template, `task` is the rules' own value.

    `step` is the key of a follow-up, whose form is drawn without a button; "" for the step that waits. `rule` is the
    rule of its step, `note` the content of the field for the side's journal, if its template has one.
    """

    kind: str
    task: Task
    entries: tuple[BoundEntry, ...] = ()
    rolls: tuple[BoundRoll, ...] = ()
    groups: tuple[EntryGroup, ...] = ()
    step: str = ""
    rule: str = ""
    lines: tuple[str, ...] = ()
    note: str = ""

    @property
    def prefix(self) -> str:
        """The prefix of the names of its entries on the page."""
        return beside(self.step, "") if self.step else ""

    @property
    def parts(self) -> tuple[BoundEntry | EntryGroup, ...]:
        """The entries in order; those of a group stand together at the place of the first of them."""
        grouped: dict[str, BoundEntry | EntryGroup] = {
            entry.field.name: group for group in self.groups for entry in group.entries
        }
        return tuple(dict.fromkeys(grouped.get(entry.field.name, entry) for entry in self.entries))

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables that its rolls are made on."""
        return tuple(roll.need.table for roll in self.rolls if roll.need.table)

    @property
    def template(self) -> str:
        """The template that draws a task of this kind."""
        return f"refit/tasks/{self.kind}.html"

    @property
    def beside(self) -> list[str]:
        """Templates of what stands beside it: that of its kind, or else the default one."""
        return [f"refit/tasks/_{self.kind}_beside.html", "refit/tasks/_beside.html"]

    @property
    def drafted(self) -> list[str]:
        """Templates of what changes with its draft: that of its kind, or else the default one."""
        return [f"refit/tasks/_{self.kind}_drafted.html", "refit/tasks/_drafted.html"]

    @property
    def wrong_at(self) -> str:
        """The id of the refused entry on the page; "" if no entry was refused."""
        entries = (f"f-{entry.field.name}" for entry in self.entries if entry.error)
        rolls = (f"e-roll-{number}" for number, roll in enumerate(self.rolls, 1) if roll.error)
        return next(chain(entries, rolls), "")


@dataclass(frozen=True)
class FollowUpForm:
    """A follow-up, with its form if it takes entries."""

    step: FollowUp
    form: TaskForm | None


def form_for(task: Task, typed: Mapping[str, str], refusal: Refused | None, spec: StepInfo, step: str = "") -> TaskForm:
    """The form of a task with what was typed or kept as a draft; for a follow-up `step` is its key."""
    if typed:
        with suppress(Refused):  # entries that make no sense leave the task as it was
            task = task.priced(order_data(task, "", typed))
    drawn = entries_of(task, typed, refusal, task.mistakes if isinstance(task, MarksEntries) else {})
    if step:
        drawn = tuple(replace(each, field=replace(each.field, name=beside(step, each.field.name))) for each in drawn)
    named = {field.name: entry for field, entry in zip(task.fields, drawn, strict=True)}
    groups = (EntryGroup(group, tuple(named[name] for name in group.names)) for group in task.groups)
    rolls = tuple(_roll(need, task.mode, typed, refusal) for need in task.needs)
    note = typed.get("note", "")
    return TaskForm(
        task.kind, task, drawn, rolls, tuple(groups), step, spec.rule, tuple(getattr(task, "lines", ())), note
    )


def named(form: TaskForm, names: Mapping[str, GroupName]) -> TaskForm:
    """`form` with the players' `names` of groups in place of their ids in all its texts."""

    def entry(each: BoundEntry) -> BoundEntry:
        return replace(each, field=replace(each.field, label=with_names(each.field.label, names)))

    def part(each: EntryGroup) -> EntryGroup:
        title = replace(each.group, title=with_names(each.group.title, names))
        return EntryGroup(title, tuple(map(entry, each.entries)))

    def roll(each: BoundRoll) -> BoundRoll:
        dice = tuple(replace(die, label=with_names(die.label, names)) for die in each.dice)
        return replace(each, need=replace(each.need, label=with_names(each.need.label, names)), dice=dice)

    return replace(
        form,
        entries=tuple(map(entry, form.entries)),
        rolls=tuple(map(roll, form.rolls)),
        groups=tuple(map(part, form.groups)),
        lines=tuple(with_names(line, names) for line in form.lines),
    )


def forms_for(
    current: CurrentStep,
    typed: Mapping[str, Mapping[str, str]],
    refusal: Refused | None,
    names: Mapping[str, GroupName] = NO_NAMES,
) -> tuple[TaskForm, tuple[FollowUpForm, ...]]:
    """The form of the step that waits, and its follow-ups; `typed` has the entries of each by key of step, `names` the
    names of the side's groups by id."""
    own = current.spec.key
    inner = {each.spec.key: _refused_in(each.spec.key, refusal) for each in current.follow_ups}
    own_refusal = None if any(inner.values()) else refusal
    form = named(form_for(current.task, typed.get(own, {}), own_refusal, current.spec), names)
    return form, tuple(
        FollowUpForm(
            each,
            named(form_for(each.task, typed.get(key, {}), inner[key], each.spec, key), names) if asks(each) else None,
        )
        for each in current.follow_ups
        for key in [each.spec.key]
    )


def _refused_in(step: str, refusal: Refused | None) -> Refused | None:
    """The refusal with the entry's own name, if it is about an entry of the follow-up `step`; else None."""
    if refusal is None or not refusal.field.startswith(beside(step, "")):
        return None
    name = refusal.field.removeprefix(beside(step, ""))
    return Refused(refusal.message, rule=refusal.rule, field=name, way_out=refusal.way_out)


def entries_of(
    task: Task, typed: Mapping[str, str], refusal: Refused | None, mistakes: Mapping[str, str] | None = None
) -> tuple[BoundEntry, ...]:
    """The fields of a task with what was typed, each with what is wrong: the refusal or one of the `mistakes`."""
    entries = []
    for field in task.fields:
        value = typed.get(field.name, "") if field.kind == "check" and typed else typed.get(field.name, field.value)
        refused = refusal.message if refusal and refusal.field == field.name else ""
        error = refused or (mistakes or {}).get(field.name, "")
        entries.append(BoundEntry(field, value, error))
    return tuple(entries)


def _roll(need: Need, mode: str, typed: Mapping[str, str], refusal: Refused | None) -> BoundRoll:
    need = replace(need, label=roll_label(need.label))
    error = refusal.message if refusal and refusal.field == need.key else ""
    if mode == "server":
        return BoundRoll(need, (), error)
    names = [f"die:{need.key}:{n}" for n in range(need.dice)]
    dice = (
        Die(
            name,
            str(typed.get(name, "")),
            gettext("%(label)s, die %(number)s") % {"label": need.label, "number": n + 1},
        )
        for n, name in enumerate(names)
    )
    return BoundRoll(need, tuple(dice), error)
