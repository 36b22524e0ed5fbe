"""Forms for the tasks of the rules: what was typed in, shown again, and turned into an order.

The rules read and check every entry themselves; a form only carries text between page and
order, so that nothing is checked twice and nothing typed is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from django.http import QueryDict

from rules.kernel import Order, Refused
from rules.parts.stages import ON, STEP

ALONG = "-along"
"""What stands behind the act of a button that also does the steps which can be done along."""


@dataclass(frozen=True)
class Entry:
    """A field as the page draws it: its definition by the rules, the text in it, what is wrong with it."""

    field: Any
    value: Any
    error: str = ""


@dataclass(frozen=True)
class Die:
    """A die to be typed in."""

    name: str
    value: str
    label: str


@dataclass(frozen=True)
class Roll:
    """A roll the task needs, with boxes for own dice where the campaign allows them."""

    need: Any
    dice: tuple[Die, ...]
    error: str = ""


@dataclass(frozen=True)
class TaskForm:
    """A task with the text in it. `kind` names the template, `task` is the rules' own structure."""

    kind: str
    task: Any
    entries: tuple[Entry, ...] = ()
    rolls: tuple[Roll, ...] = ()
    rows: tuple[Any, ...] = ()

    @property
    def wrong_at(self) -> str:
        """Where on the page the entry is that was refused; "" if it was none of them."""
        entries = (f"f-{entry.field.name}" for entry in self.entries if entry.error)
        rolls = (f"e-roll-{number}" for number, roll in enumerate(self.rolls, 1) if roll.error)
        return next(chain(entries, rolls), "")


def form_for(here: Any, typed: Mapping[str, Any], refusal: Refused | None) -> TaskForm:
    """The form of the step `here` with what was typed (or kept as a draft) in it."""
    task = _priced(here.task, typed)
    form = task.form if task.kind in ("report", "fortify", "placing") else task
    drawn = entries_of(form, typed, refusal)
    return TaskForm(
        kind=task.kind,
        task=task,
        entries=drawn,
        rolls=tuple(_roll(need, task.mode, typed, refusal) for need in getattr(task, "needs", ())),
        rows=_sections(task, drawn) if task.kind == "placing" else (),
    )


def _sections(task: Any, drawn: Iterable[Entry]) -> tuple[tuple[Any, bool, list[Entry]], ...]:
    """Each section of a task with its entries, and whether it is unfolded: also where something is wrong in it."""
    named = {entry.field.name: entry for entry in drawn}
    held = ((section, [named[name] for name in section.names]) for section in task.sections)
    return tuple((section, section.open or any(e.error for e in found), found) for section, found in held)


def _priced(task: Any, typed: Mapping[str, Any]) -> Any:
    """A task that prices what is entered, with the entries in it; nonsense leaves it as it was."""
    if not typed or not hasattr(task, "priced"):
        return task
    try:
        return task.priced(order_data(task, typed))
    except Refused:
        return task


def entries_of(form: Any, typed: Mapping[str, Any], refusal: Refused | None) -> tuple[Entry, ...]:
    """The fields of a form with what was typed in them, and what is wrong with it."""
    return tuple(_entry(field, typed, refusal) for field in getattr(form, "fields", ()))


def _entry(field: Any, typed: Mapping[str, Any], refusal: Refused | None) -> Entry:
    value = typed.get(field.name, "") if field.kind == "check" and typed else typed.get(field.name, field.value)
    wrong = refusal.message if refusal and refusal.field == field.name else ""
    return Entry(field, value, wrong)


def _roll(need: Any, mode: str, typed: Mapping[str, Any], refusal: Refused | None) -> Roll:
    wrong = refusal.message if refusal and refusal.field == need.key else ""
    if mode == "server":
        return Roll(need, (), wrong)
    names = [f"die:{need.key}:{n}" for n in range(need.dice)]
    dice = (Die(name, str(typed.get(name, "")), f"{need.label}, die {n + 1}") for n, name in enumerate(names))
    return Roll(need, tuple(dice), wrong)


def typed_in(post: QueryDict) -> dict[str, str]:
    """What came with the form, less the program's own entries."""
    return {key: str(value) for key, value in post.items() if key not in ("csrfmiddlewaretoken", "seen", "act", "step")}


def order(here: Any, act: str, typed: Mapping[str, Any]) -> Order:
    """The order a press of the button `act` gives at the step `here`; with ALONG behind it, it goes on from there."""
    kind = act.removesuffix(ALONG)
    data = {"number": typed.get("number", "")} if kind == "confirm" else order_data(here.task, typed)
    return Order(kind, {STEP: here.spec.key, **data, **({ON: True} if kind != act else {})})


def order_data(task: Any, typed: Mapping[str, Any]) -> dict[str, Any]:
    """The entries as the rules take them."""
    if task.kind == "purchase":
        return {"rows": _rows(typed)}
    data = {key: value for key, value in typed.items() if not key.startswith("die:")}
    dice = _dice(getattr(task, "needs", ()), typed)
    return {**data, "dice": dice} if dice else data


def _rows(typed: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """The basket: entries named n:I1, alt:I1; which names there are is the game's affair."""
    rows: dict[str, dict[str, str]] = {}
    for key, value in typed.items():
        name, colon, group = key.partition(":")
        if colon and value:
            rows.setdefault(group, {})[name] = value
    return rows


def _dice(needs: Iterable[Any], typed: Mapping[str, Any]) -> dict[str, list[int]]:
    """The dice typed in, by roll; a roll left blank is not there."""
    found: dict[str, list[int]] = {}
    for need in needs:
        faces = [str(typed.get(f"die:{need.key}:{n}", "")).strip() for n in range(need.dice)]
        if any(faces):
            found[need.key] = [_face(face, need) for face in faces if face]
    return found


def _face(text: str, need: Any) -> int:
    try:
        return int(text)
    except ValueError:
        wrong = f"{need.label}: {text!r} is no face of a die; enter 1 to 6."
        raise Refused(wrong, field=need.key, way_out="Look at the die again and enter what it shows.") from None
