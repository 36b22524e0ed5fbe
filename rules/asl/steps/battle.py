"""The scenario: points to go through at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.asl.context import RefitContext, StepDef
from rules.dice import Rng
from rules.engine import entries
from rules.engine.stages import StepResult
from rules.engine.tasks import CheckTask
from rules.text import gettext

LONGEST_NOTE = 500


def checklist(key: str, when: Callable[[RefitContext], bool] = lambda ctx: True) -> StepDef[RefitContext]:
    """A checklist with the `points` of its words, which may hang on a ruling; it passes by unless `when`."""

    def task(ctx: RefitContext) -> CheckTask | None:
        return CheckTask(ctx.button(key), ctx.points(key)) if when(ctx) else None

    def done(ctx: RefitContext, task: CheckTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
        return StepResult([ctx.event("step.done", step=key, note=noted(data))])

    return StepDef(key, task, {"done": done})


def noted(data: Mapping[str, Any]) -> str:
    """The note a player adds to a press."""
    return entries.text(data.get("note", ""), gettext("Note"), most=LONGEST_NOTE, field="note")
