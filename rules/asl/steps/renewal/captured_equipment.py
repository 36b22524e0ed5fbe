"""FT and DC that come back, and what of the captured equipment can be kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.asl.conditions import ARMS, Changes, captured, malfunctioned, named, prizes, retained
from rules.asl.context import RefitContext, StepDef, roll_record
from rules.asl.counter_fields import engineers
from rules.asl.counters import READY, Counter
from rules.asl.steps.renewal import repair_questions
from rules.contract import Field, Refused
from rules.dice import Rng
from rules.engine.stages import StepResult
from rules.engine.tasks import FormTask, RollTask
from rules.tables import Need
from rules.text import gettext, gettext_noop

KEPT, LOST = gettext_noop("kept"), gettext_noop("lost")

# FT and DC ------------------------------------------------------------------------


def _spent(ctx: RefitContext) -> list[Counter]:
    """Own FT and DC removed in the scenario before, on which nothing was decided yet."""
    names = ctx.rules.pack.weapon_kept.value
    gone = [c for c in ctx.mine.counters if c.kind == "weapon" and c.name in names and not captured(c)]
    late = [c for c in gone if c.fate in ("used", "eliminated") and ctx.lately(c.since)]
    return [c for c in late if not c.note.endswith(ctx.rule("ftdc"))]


def _spent_task(ctx: RefitContext) -> FormTask | None:
    fields = tuple(
        Field(
            f"dr:{c.id}",
            gettext("{counter}: Original effects DR that used it up, 0 for none", counter=named(c)),
            high=12,
            rule=ctx.rule("ftdc"),
        )
        for c in _spent(ctx)
    )
    most = gettext(
        "You can keep {number}: one for each Assault Engineer squad that is not Isolated.", number=engineers(ctx)
    )
    return FormTask(ctx.button("ftdc"), fields, (most,)) if fields else None


def _keep(ctx: RefitContext, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    totals, rule = task.read(data), ctx.rule("ftdc")
    kept = [c for c in _spent(ctx) if _kept(ctx, c, totals[f"dr:{c.id}"])]
    if (number := len(kept)) > (most := engineers(ctx)):
        raise Refused(
            gettext(
                "{number} FT and DC would come back, for {most} Assault Engineer squads.", number=number, most=most
            ),
            rule=rule,
            field=f"dr:{kept[0].id}",
            way_out=gettext("Enter 0 for those you give up."),
        )
    changes = Changes(ctx)
    for counter in _spent(ctx):
        total = totals[f"dr:{counter.id}"]
        changes.put(counter, note=f"DR {total}, {rule}" if total else rule)
        changes.put(counter, **({"fate": READY, "since": ctx.date} if counter in kept else {"fate": "eliminated"}))
    return StepResult([ctx.event("charges.kept", change=changes.rows, names=[named(c) for c in kept])])


def _kept(ctx: RefitContext, counter: Counter, total: int) -> bool:
    table = ctx.table("ftdc")
    if not total:
        return False
    if total < int(table.low or 0):
        raise Refused(
            gettext("{counter}: no DR comes to {total}.", counter=counter.name, total=total),
            rule=ctx.rule("ftdc"),
            field=f"dr:{counter.id}",
            way_out=gettext("Enter 2 to 12, or 0 if its owner made no such DR."),
        )
    own = f"{ctx.side}_{counter.name.lower()}"
    column = own if own in table.columns else "result"
    return table.row(total).values[column] == "retained"


# captured equipment -------------------------------------------------------


def _loot(ctx: RefitContext) -> list[Counter]:
    return [c for c in retained(ctx, *ARMS) if captured(c)]


def _captured_task(ctx: RefitContext) -> RollTask | None:
    """Captured weapons that don't work are gone without a roll."""
    loot, vehicles, table = _loot(ctx), prizes(ctx), ctx.table("captured_weapon")
    if not (loot or vehicles):
        return None
    dead = [c for c in loot if {"malfunctioned", "disabled"} & set(c.marks)]
    needs = [Need(str(c.id), named(c), 1, table) for c in loot if c not in dead]
    for vehicle in vehicles:
        if repair_questions.main_works(ctx, vehicle) and "malfunctioned" not in vehicle.marks:
            needs.append(Need(f"{vehicle.id}:main", f"{named(vehicle)}, main armament", 1, table))
        for n in range(1, repair_questions.machine_guns(ctx, vehicle) + 1):
            needs.append(Need(f"{vehicle.id}:mg{n}", f"{named(vehicle)}, MG {n}", 1, table))
    lines = tuple(gettext("{counter} does not work and is gone.", counter=named(c)) for c in dead)
    return RollTask(ctx.button("captured"), tuple(needs), lines, ctx.mode)


def _roll_captured(ctx: RefitContext, task: RollTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    """Without a working weapon a captured AFV becomes a wreck; a truck needs none."""
    rolled = ctx.roll(task.needs, data, rng)
    stays = {one.need.key: one.value("result") == "retained" for one in rolled}
    rolls = [roll_record(one, KEPT if stays[one.need.key] else LOST) for one in rolled]
    changes, known, names = Changes(ctx), {}, []
    for counter in _loot(ctx):
        if not stays.get(str(counter.id), False):
            changes.lose(counter, f"captured weapon, {ctx.rule('captured')}")
    for vehicle in prizes(ctx):
        guns = sum(kept for key, kept in stays.items() if key.startswith(f"{vehicle.id}:mg"))
        known[f"guns:{vehicle.id}"] = guns
        armed = stays.get(f"{vehicle.id}:main", False)
        for row in malfunctioned(ctx, vehicle):
            changes.take(vehicle, row.malfunctioned)
            changes.give(vehicle, row.disabled)
        if not armed and repair_questions.main_works(ctx, vehicle):
            changes.give(vehicle, "disabled")
        if not (armed or guns) and vehicle.kind == "tank":
            changes.lose(vehicle, f"wreck, {ctx.rule('captured', 'wreck')}")
            names.append(f"{named(vehicle)} becomes a wreck")
    return StepResult([ctx.event("captured.rolled", change=changes.rows, known=known, rolls=rolls, names=names)])


STEPS: tuple[StepDef[RefitContext], ...] = (
    StepDef("ftdc", _spent_task, {"enter": _keep}),
    StepDef("captured", _captured_task, {"roll": _roll_captured}),
)
