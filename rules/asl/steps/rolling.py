"""Steps that are nothing but dice: what they are cast for, and the event that comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from rules.asl.context import RefitContext, StepDef
from rules.contract import Event
from rules.dice import Rng
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.engine.tasks import RollTask
from rules.tables import Need

D = TypeVar("D", bound=RefitContext)


def roll_step(
    key: str,
    needs: Callable[[D], Iterable[Need]],
    outcome: Callable[[D, tuple[Rolled, ...]], Event],
    lines: Callable[[D], Iterable[str]] = lambda ctx: (),
) -> StepDef[D]:
    """A step that rolls its `needs` and makes an event of what fell.

    `lines` say what comes without dice. Where there are neither the step passes by.
    """

    def task(ctx: D) -> RollTask | None:
        wanted, said = tuple(needs(ctx)), tuple(lines(ctx))
        return RollTask(ctx.button(key), wanted, said, ctx.mode) if wanted or said else None

    def roll(ctx: D, task: RollTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
        return StepResult([outcome(ctx, ctx.roll(task.needs, data, rng))])

    return StepDef(key, task, {"roll": roll})
