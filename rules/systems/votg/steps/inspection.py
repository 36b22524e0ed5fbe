"""12.6265: the sides take turns naming a Location, the Russians first; the other shows what it wrote down there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.asl.context import StepDef
from rules.asl.steps.setup import recon
from rules.contract import Field, Refused
from rules.dice import Rng
from rules.engine.stages import StepResult
from rules.engine.tasks import FormTask
from rules.systems.votg.context import Context
from rules.systems.votg.payloads import RECON_NAMED
from rules.text import gettext


def _task(ctx: Context) -> FormTask:
    """Asked of everybody until he names none, so that nobody learns what the other had rolled."""
    said, rule, told = ctx.texts("inspection"), ctx.rule("inspection"), recon.told_lines(ctx)
    left = (ctx.line.recon or 0) - len(ctx.today.named.get(ctx.side, ()))
    if left <= 0:
        return FormTask(gettext(said["none"]), (), (gettext(said["nothing_left"]), *told))
    may = gettext(said["left"], number=left, hexes=recon.reach(ctx))
    field = Field("location", gettext(said["location"]), "text", "", hint=gettext(said["hint"]), rule=rule)
    return FormTask(ctx.button("inspection"), (field,), (may, *told))


def _name(ctx: Context, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    """Name one, or none: then the side names no more."""
    found = recon.locations(ctx, task.read(data).get("location", ""), "location")
    if len(found) > 1 or set(found) & set(ctx.today.named.get(ctx.side, ())):
        raise Refused(
            gettext("One Location at a time, and each only once."),
            rule=ctx.rule("inspection"),
            field="location",
            way_out=gettext("Name one that you have not seen; you are asked again after the other side."),
        )
    return StepResult([RECON_NAMED(side=ctx.side, locations=found, done=not found)])


NAMING: tuple[StepDef[Context], ...] = (StepDef("inspection", _task, {"enter": _name}),)
SHOWING = recon.SHOWING
