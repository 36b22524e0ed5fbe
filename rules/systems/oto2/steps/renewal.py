"""A new CG Date: vehicles that are immobilized, under Recall or stunned (7.5131), and what points and ELR hang on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.asl.conditions import (
    NO_AMMO,
    RECALL,
    SHORT,
    VEHICLES,
    Changes,
    immobilized,
    isolated,
    mobile,
    named,
    retained,
    stunned,
)
from rules.asl.context import StepDef, roll_record
from rules.asl.counters import Counter
from rules.asl.steps.die_each import die_each
from rules.asl.steps.renewal import san_elr_weather
from rules.asl.steps.renewal.repair_questions import immobilization_facts, leader_drm
from rules.dice import Rng
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.engine.tasks import RollTask
from rules.systems.oto2 import score
from rules.systems.oto2.context import Context
from rules.tables import Need
from rules.text import gettext, gettext_noop

STUN_SAID = {
    "recovered": gettext_noop("recovered"),
    "stunned": gettext_noop("still stunned"),
    "eliminated": gettext_noop("crew lost, abandoned"),
}


def _make_mobile(ctx: Context, changes: Changes, vehicle: Counter, rolled: Rolled) -> str:
    """7.5131b: a vehicle that is mobile again leaves the map, unless it is Isolated."""
    result = str(rolled.value("result"))
    if result == "mobile":
        changes.take(vehicle, "immobilized")
        changes.put(vehicle, place=vehicle.place if isolated(vehicle) else "")
    return result


def _stun_facts(ctx: Context, vehicle: Counter) -> dict[str, int]:
    return {"isolated": isolated(vehicle), "armor_leader": leader_drm(ctx, vehicle)}


def _end_stun(ctx: Context, changes: Changes, vehicle: Counter, rolled: Rolled) -> str:
    """7.5131d: what is eliminated is the crew."""
    result = str(rolled.value("result"))
    if result != "stunned":
        changes.take(vehicle, "stunned")
    if result == "eliminated":
        changes.give(vehicle, "abandoned")
    return STUN_SAID[result]


# 7.5131c Recall --------------------------------------------------------------------------


def _leaving(ctx: Context) -> list[Counter]:
    """Vehicles under Recall for good that can drive off."""
    return [c for c in retained(ctx, *VEHICLES) if RECALL in c.marks and mobile(c) and not isolated(c)]


def _staying(ctx: Context) -> list[Counter]:
    """Vehicles under Recall in an Isolated Area, which begin the scenario so."""
    recalled = (c for c in retained(ctx, *VEHICLES) if {RECALL, NO_AMMO} & set(c.marks))
    return [c for c in recalled if mobile(c) and isolated(c) and SHORT not in c.marks]


def _recall_task(ctx: Context) -> RollTask | None:
    """Vehicles recalled for Low Ammunition roll: those that went, those still out, those that go now."""
    vehicles = [c for c in ctx.mine.counters if c.kind in VEHICLES]
    gone = [c for c in vehicles if c.fate == "out" or (c.fate == "recalled" and NO_AMMO in c.marks)]
    current = [c for c in retained(ctx, *VEHICLES) if NO_AMMO in c.marks and RECALL not in c.marks]
    refilling = gone + [c for c in current if mobile(c) and not isolated(c)]
    needs = tuple(Need(str(c.id), named(c), 1, ctx.table("recall_low_ammo")) for c in refilling)
    lines = (
        *(gettext("{vehicle} leaves the campaign.", vehicle=named(c)) for c in _leaving(ctx)),
        *(gettext("{vehicle} stays under Recall, short of ammunition.", vehicle=named(c)) for c in _staying(ctx)),
    )
    return RollTask(ctx.button("recall"), needs, lines, ctx.mode) if needs or lines else None


def _roll_recall(ctx: Context, task: RollTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    changes, rolls = Changes(ctx), []
    counters = {str(c.id): c for c in ctx.mine.counters}
    for one in ctx.roll(task.needs, data, rng):
        vehicle, result = counters[one.need.key], str(one.value("result"))
        back = result == "enters from offboard"
        if back:
            changes.take(vehicle, NO_AMMO, "low ammunition", SHORT)
        else:
            changes.give(vehicle, NO_AMMO)
        changes.put(vehicle, fate="due" if back else "out", since=ctx.date, place="")
        rolls.append(roll_record(one, result))
    left = _leaving(ctx)
    for vehicle in left:
        changes.lose(vehicle, f"recalled, {ctx.rule('recall')}")
    for vehicle in _staying(ctx):
        changes.give(vehicle, SHORT)
    names = [named(c) for c in left]
    return StepResult([ctx.event("recall.rolled", change=changes.rows, rolls=rolls, names=names)])


# 7.515, 7.516 ----------------------------------------------------------------------------


def _elr_facts(ctx: Context) -> dict[str, int]:
    """7.516: what was won and bought on the date before, and all that was played and suffered."""
    elite = ctx.rules.elite_groups(ctx.side)
    bought = [g for g in ctx.mine.groups if g.date == ctx.date - 1 and not g.given and g.rg in elite]
    return {
        "won": ctx.before.winner == ctx.side,
        "elite": len(bought),
        "scenarios": ctx.date,
        "cvp_suffered": score.suffered(ctx.public, ctx.side),
    }


REPAIR: tuple[StepDef[Context], ...] = (
    die_each("immobile", "immobile.rolled", "immobilization", immobilized, immobilization_facts, _make_mobile),
    StepDef("recall", _recall_task, {"roll": _roll_recall}),
    die_each("stun", "stun.rolled", "stun", stunned, _stun_facts, _end_stun),
)
POINTS_AND_ELR: tuple[StepDef[Context], ...] = (
    san_elr_weather.points(lambda ctx: {}),
    san_elr_weather.elr(_elr_facts),
)
