"""The last of the set-up: the wind as it was rolled at the table, and the commencement, when both sides tell their ELR
and SAN and what was due is there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from rules.asl.context import RefitContext, StepDef
from rules.asl.counter_fields import Change, marks
from rules.asl.counters import DUE, READY
from rules.asl.payloads import ANNOUNCED, WIND_SET
from rules.asl.steps.setup import recon
from rules.contract import Field, Refused
from rules.dice import Rng
from rules.engine.stages import StepResult
from rules.engine.tasks import CheckTask, FormTask
from rules.text import gettext


def _wind_task(ctx: RefitContext) -> FormTask:
    words = ctx.rules.setup.wind
    forces = tuple((force, gettext(force)) for force in words.forces)
    ways = (("", gettext("none")), *((str(n), str(n)) for n in range(1, words.directions + 1)))
    force, direction = ctx.rule("wind", "force"), ctx.rule("wind", "direction")
    fields = [
        Field("force", gettext("Wind force"), "select", words.calm, options=forces, rule=force),
        Field("direction", gettext("Towards hex side"), "select", "", options=ways, rule=direction),
    ]
    if not ctx.burning:
        fields.append(
            Field("blaze", gettext("A Blaze burns on the map"), "check", False, rule=ctx.rule("wind", "blaze"))
        )
    hint = gettext("only if the words above do not fit what was rolled")
    fields.append(Field("wind", gettext("In other words"), "text", "", hint=hint, rule=ctx.rule("wind")))
    lines = tuple(gettext(said) for weather, said in words.told.items() if weather == ctx.public.today.weather)
    return FormTask(ctx.button("wind"), tuple(fields), lines)


def _set_wind(ctx: RefitContext, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    entered = task.read(data)
    words, force = ctx.rules.setup.wind, entered["force"]
    if not entered["wind"] and force != words.calm and not entered["direction"]:
        rule = ctx.rule("wind", "direction")
        wrong = gettext("{force}: it blows in some direction.", force=gettext(force))
        way_out = gettext("Roll it as {rule} says and choose its number.", rule=rule)
        raise Refused(wrong, rule=rule, field="direction", way_out=way_out)
    plain = force if force == words.calm else f"{force}, direction {entered['direction']}"
    smoke = entered.get("blaze", ctx.burning) and force == words.drifting
    note = f"; {words.drifting_note}" if smoke else ""
    return StepResult([WIND_SET(wind=(entered["wind"] or plain) + note)])


def _begin_task(ctx: RefitContext) -> CheckTask:
    told = gettext("You announce ELR {elr} and SAN {san}.", elr=ctx.elr, san=ctx.mine.now.san)
    return CheckTask(ctx.button("begin"), lines=(told, *recon.told_lines(ctx)), counters=False)


def begin(to_enter: Collection[str] = ()) -> StepDef[RefitContext]:
    """The commencement: what was due is there, and who was busy during the refit is so no longer.

    Counters of the classes `to_enter` stay due, in a game that asks after the scenario which of them entered.
    """

    def done(ctx: RefitContext, task: CheckTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
        free = ctx.rules.pack.marks.stay
        change: dict[str, Change] = {str(c.id): found for c in ctx.mine.counters if (found := marks(c, less=free))}
        for counter in ctx.mine.counters:
            if counter.fate == DUE and counter.kind not in to_enter:
                change[str(counter.id)] = {**change.get(str(counter.id), {}), "fate": READY}
        told = ANNOUNCED(side=ctx.side, elr=ctx.elr, san=ctx.mine.now.san)
        return StepResult([told, ctx.event("step.done", step="begin", change=change)])

    return StepDef("begin", _begin_task, {"done": done})


WIND = (StepDef("wind", _wind_task, {"enter": _set_wind}),)
