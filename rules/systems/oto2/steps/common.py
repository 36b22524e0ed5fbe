"""What the steps have in common: their words from the data, and checklists."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from rules.kernel import Luck
from rules.parts import entries
from rules.parts.stages import Handler, StepSpec, Taken
from rules.parts.tasks import CheckTask
from rules.systems.oto2.book import DATA
from rules.systems.oto2.desk import Desk
from rules.tables import read_toml

LONGEST_NOTE = 500


@cache
def words() -> Mapping[str, Mapping[str, Any]]:
    """Our own words for every step, by its key."""
    return read_toml(DATA / "course.toml")


def step(key: str, task: Callable[[Desk], Any], takes: Mapping[str, Handler[Desk]]) -> StepSpec[Desk]:
    """A step with its words from the data."""
    said = words()[key]
    return StepSpec(key, said["rule"], said["title"], said["help"], task, takes, said.get("passes", ""))


def button(key: str) -> str:
    """What the step's press is called."""
    return str(words()[key]["button"])


def checklist(key: str, when: Callable[[Desk], bool] = lambda desk: True) -> StepSpec[Desk]:
    """A step done at the table: points to go through, counters changed by hand, a press."""

    def task(desk: Desk) -> CheckTask | None:
        points = desk.book.reading({"points": (), **words()[key]}, "points")
        return CheckTask(button(key), tuple(points)) if when(desk) else None

    return step(key, task, {"done": _done(key)})


def _done(key: str) -> Handler[Desk]:
    def done(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
        note = entries.text(data.get("note", ""), "Note", most=LONGEST_NOTE, field="note")
        return Taken([desk.event("step.done", step=key, note=note)])

    return done
