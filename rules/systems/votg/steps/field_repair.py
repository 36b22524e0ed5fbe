"""Recovery and field maintenance of AFV (12.6151d to f), and AFV under Recall (12.6161).

A wreck on the map is a vehicle that was lost; recovered it is one of the side's again, as a wreck.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.asl.conditions import (
    RECALL,
    SHORT,
    VEHICLES,
    WRECK,
    Changes,
    captured,
    immobilized,
    isolated,
    mobile,
    named,
    retained,
)
from rules.asl.context import StepDef, roll_record
from rules.asl.counters import READY, Counter
from rules.asl.location_limits import fixed
from rules.asl.pending import Left
from rules.asl.steps.aftermath.clearing import BURNT_OUT, burnable
from rules.asl.steps.die_each import die_each
from rules.asl.steps.renewal import repair_questions
from rules.contract import Field
from rules.dice import Rng
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.engine.tasks import FormTask, RollTask
from rules.systems.votg.context import DUG_IN, GREEN, RECOVERED, Context
from rules.tables import Need
from rules.text import gettext

DISABLED = "disabled"
LABOR = ("Labor 1", "Labor 2")
WAYS = {True: ("perimeter",), False: ("outside",), None: ("perimeter", "outside")}
"""From where a vehicle may come in: by the Perimeter where that is written down, else by what its side says."""

# 12.6151d recovery -----------------------------------------------------------------------------


def _on_map(ctx: Context) -> list[Counter]:
    """What may be recovered: immobilized AFV, wrecks the side Retains where they stand, wrecks of AFV it lost.

    Of captured ones only those that still are AFV, for nobody repairs their wrecks (12.6151f). An AFV in a Pillbox or
    Fortified Building is never moved as long as it is no wreck (CG5).
    """
    stuck = [c for c in retained(ctx, "tank") if {"immobilized", WRECK} & set(c.marks) and RECOVERED not in c.marks]
    stuck = [c for c in stuck if WRECK in c.marks or not fixed(ctx, c)]
    return [c for c in (*stuck, *burnable(ctx)) if not (captured(c) and _is_wreck(c))]


def _is_wreck(counter: Counter) -> bool:
    return counter.fate != READY or WRECK in counter.marks


class Recovery(Left):
    """Vehicles to be recovered, by number, and from where."""

    recovery: Mapping[str, str]


def _recovery_task(ctx: Context) -> FormTask | None:
    said, rule, fields = ctx.texts("recovery"), ctx.rule("recovery"), []
    for counter in _on_map(ctx):
        ways = ("path",) if isolated(counter) else WAYS[ctx.inside(counter.place)]
        options = tuple((key, gettext(said.labels["ways"][key])) for key in ("leave", *ways))
        label = f"{named(counter)}, {gettext(said['wreck'])}" if _is_wreck(counter) else named(counter)
        fields.append(Field(f"try_{counter.id}", label, "select", "leave", options=options, rule=rule))
    return FormTask(ctx.button("recovery"), tuple(fields), ctx.points("recovery")) if fields else None


def _choose_recoveries(ctx: Context, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    tries = {key.removeprefix("try_"): how for key, how in task.read(data).items() if how != "leave"}
    named_ = [named(c) for c in _on_map(ctx) if str(c.id) in tries]
    pending = ctx.pending.put(Recovery(recovery=tries))
    return StepResult([ctx.event("recovery.chosen", pending=pending, names=named_)])


def _tries(ctx: Context) -> Mapping[str, str]:
    left = ctx.pending.get(Recovery)
    return left.recovery if left else {}


def _tried(ctx: Context) -> list[Counter]:
    return [c for c in _on_map(ctx) if str(c.id) in _tries(ctx)]


def _recovery_facts(ctx: Context, vehicle: Counter) -> dict[str, int]:
    inside = _tries(ctx)[str(vehicle.id)] == "perimeter"
    return {"isolated": isolated(vehicle), "in_perimeter": inside, "dug_in": DUG_IN in vehicle.marks}


def _recover(ctx: Context, changes: Changes, vehicle: Counter, rolled: Rolled) -> str:
    """Off the map and Retained; a wreck was counted for the scenario it was lost in, and is worth no more CVP."""
    mishap = str(ctx.table("recovery_mishap").row(rolled.reckoning.original).values["result"])
    result, was_lost = str(rolled.value("result")), vehicle.fate != READY
    if _is_wreck(vehicle) and mishap != "none":
        changes.lose(vehicle, f"{BURNT_OUT}, {ctx.rule('recovery')}")
        if was_lost:
            changes.put(vehicle, since=vehicle.since)
        return mishap
    if result == "recovered":
        if was_lost:
            note = f"recovered, {ctx.rule('recovery')}"
            changes.put(vehicle, fate=READY, since=ctx.date, marks=[WRECK], note=note, worth=0)
        changes.take(vehicle, DUG_IN, "isolated", "front line", "in mines")
        changes.give(vehicle, RECOVERED)
        changes.put(vehicle, place="")
    return result


# 12.6151e immobilization -----------------------------------------------------------------------


def _to_mend(ctx: Context) -> list[Counter]:
    """Immobilized AFV that were brought in, and those that are Isolated with their crews, but none that is Dug-In."""
    return [c for c in immobilized(ctx) if (isolated(c) or RECOVERED in c.marks) and DUG_IN not in c.marks]


def labor(counter: Counter) -> int:
    """The Labor counters on a vehicle."""
    return next((n for n, mark in enumerate(LABOR, start=1) if mark in counter.marks), 0)


def _labor_more(ctx: Context, changes: Changes, counter: Counter) -> None:
    """Work that failed helps the next try."""
    most = min(ctx.rules.pack.repair.labor_most, len(LABOR))
    changes.take(counter, *LABOR)
    changes.give(counter, LABOR[min(labor(counter) + 1, most) - 1])


def _mending_facts(ctx: Context, vehicle: Counter) -> dict[str, int]:
    """The armor leader helps an AFV that is not Isolated only by ruling."""
    facts = repair_questions.immobilization_facts(ctx, vehicle)
    if ctx.ruling("armor_leader_repair") != "always" and not isolated(vehicle):
        facts["armor_leader"] = 0
    return {**facts, "inexperienced": GREEN in vehicle.marks, "labor": labor(vehicle)}


def _mend(ctx: Context, changes: Changes, vehicle: Counter, rolled: Rolled) -> str:
    result = str(rolled.value("result"))
    if result == "mobile":
        changes.take(vehicle, "immobilized", RECOVERED, *LABOR)
        return result
    _labor_more(ctx, changes, vehicle)
    return ctx.texts("immobilization")["labor"]


# 12.6151f wrecks -------------------------------------------------------------------------------


def _wrecks(ctx: Context) -> list[Counter]:
    return [c for c in retained(ctx, "tank") if WRECK in c.marks and not captured(c)]


def _partly(counter: Counter) -> str:
    return f"partly:{counter.name}"


def _wreck_needs(ctx: Context, so: Mapping[str, Any]) -> tuple[Need, ...]:
    table = ctx.table("wreck_repair")
    return tuple(
        Need(str(c.id), named(c), 1, table, ctx.modifiers(table, partly_armored=bool(so[_partly(c)]), labor=labor(c)))
        for c in _wrecks(ctx)
    )


def _wreck_task(ctx: Context) -> FormTask | None:
    if not (wrecks := _wrecks(ctx)):
        return None
    known = {_partly(c): bool(ctx.mine.known.get(_partly(c), False)) for c in wrecks}
    partly, rule = gettext(ctx.texts("wreck_repair")["partly_armored"]), ctx.rule("wreck_repair")
    fields = tuple(
        Field(key, f"{key.removeprefix('partly:')}: {partly}", "check", value, rule=rule)
        for key, value in known.items()
    )
    return FormTask(ctx.button("wreck_repair"), fields, needs=_wreck_needs(ctx, known), mode=ctx.mode)


def _roll_wrecks(ctx: Context, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    so = task.read(data)
    changes, rolls, said = Changes(ctx), [], ctx.texts("wreck_repair")
    for vehicle, one in zip(_wrecks(ctx), ctx.roll(_wreck_needs(ctx, so), data, rng), strict=True):
        result = str(one.value("result"))
        if result == "repaired":
            # As new: what is left is where it is, and who its crew are.
            left = [mark for mark in vehicle.marks if mark in ("isolated", GREEN)]
            worth = vehicle.worth or ctx.rules.worth(vehicle.kind, vehicle.name)
            changes.put(vehicle, marks=left, note="", worth=worth)
        elif result == "eliminated":
            changes.lose(vehicle, f"{BURNT_OUT}, {ctx.rule('wreck_repair')}")
        else:
            _labor_more(ctx, changes, vehicle)
            result = said["labor"]
        rolls.append(roll_record(one, result))
    return StepResult([ctx.event("wrecks.rolled", change=changes.rows, rolls=rolls, known=dict(so))])


# 12.6161 Recall --------------------------------------------------------------------------------


def _recalled(ctx: Context) -> list[Counter]:
    return [c for c in retained(ctx, *VEHICLES) if RECALL in c.marks and mobile(c)]


def _recall_result(counter: Counter) -> str:
    if isolated(counter):
        return "stays"
    return "wreck" if DISABLED in counter.marks else "free"


def _recall_task(ctx: Context) -> RollTask | None:
    said = ctx.texts("recall").labels["results"]
    lines = tuple(f"{named(c)}: {gettext(said[_recall_result(c)])}" for c in _recalled(ctx))
    return RollTask(ctx.button("recall"), lines=lines, mode=ctx.mode) if lines else None


def _settle_recalls(ctx: Context, task: RollTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    ctx.roll(task.needs, data, rng)
    changes, said = Changes(ctx), []
    for vehicle in _recalled(ctx):
        result = _recall_result(vehicle)
        if result == "stays":
            changes.give(vehicle, SHORT)
        else:
            changes.take(vehicle, RECALL)
        if result == "wreck":
            changes.give(vehicle, WRECK, RECOVERED)
        said.append(f"{named(vehicle)}: {ctx.texts('recall').labels['results'][result]}")
    return StepResult([ctx.event("recalls.settled", change=changes.rows, said=said)])


RECOVERY: tuple[StepDef[Context], ...] = (
    StepDef("recovery", _recovery_task, {"enter": _choose_recoveries}),
    die_each("recovery_roll", "recovery.rolled", "recovery", _tried, _recovery_facts, _recover, ends=(Recovery,)),
    die_each("immobilization", "immobilization.rolled", "immobilization", _to_mend, _mending_facts, _mend),
    StepDef("wreck_repair", _wreck_task, {"enter": _roll_wrecks}),
)
RECALLED: tuple[StepDef[Context], ...] = (StepDef("recall", _recall_task, {"roll": _settle_recalls}),)
