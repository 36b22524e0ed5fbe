"""Steps done at the table: points to go through, counters changed by hand, a press."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.kernel import Luck
from rules.parts import entries
from rules.parts.refit.desk import Desk
from rules.parts.refit.words import Deed
from rules.parts.stages import Handler, Taken
from rules.parts.tasks import CheckTask

LONGEST_NOTE = 500


def checklist(key: str, when: Callable[[Desk], bool] = lambda desk: True) -> Deed[Desk]:
    """A checklist with the `points` of its words, which may hang on a ruling; it passes by unless `when`."""

    def task(desk: Desk) -> CheckTask | None:
        points = desk.book.reading({"points": (), **desk.said(key)}, "points")
        return CheckTask(desk.button(key), tuple(points)) if when(desk) else None

    return Deed(key, task, {"done": _done(key)})


def noted(data: Mapping[str, Any]) -> str:
    """The note a player adds to a press."""
    return entries.text(data.get("note", ""), "Note", most=LONGEST_NOTE, field="note")


def _done(key: str) -> Handler[Desk]:
    def done(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
        return Taken([desk.event("step.done", step=key, note=noted(data))])

    return done
