"""Recovery and field maintenance of AFV (12.6151d to f), and AFV under Recall (12.6161).

A wreck on the map is a vehicle that was lost; recovered it is one of the side's again, as a wreck.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.asl.conditions import (
    NO_AMMO,
    RECALL,
    RECOVERED,
    WRECK,
    Changes,
    Failed,
    captured,
    failed,
    immobilized,
    isolated,
    mobile,
    named,
    retained,
)
from rules.asl.context import StepDef, roll_data
from rules.asl.counter_fields import SHORT, VEHICLES
from rules.asl.counters import READY, RECALLED, Counter
from rules.asl.location_limits import fixed
from rules.asl.pending import StepPending
from rules.asl.steps.aftermath.clearing import BURNT_OUT, burnable
from rules.asl.steps.generic import DieEachStep, Entries, FormStep, RollFormStep, RollStep
from rules.asl.steps.renewal import arms, repair_questions
from rules.contract import Field
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.systems.votg.context import DUG_IN, GREEN, Context
from rules.tables import Need
from rules.text import gettext

DISABLED = "disabled"
RECALLS = {RECALL, NO_AMMO}
"""Conditions of an AFV under Recall, whatever it is for."""
PARTLY = "partly:"
"""What an entry on a type of wreck begins with."""
LABOR = ("Labor 1", "Labor 2")
PERIMETER, OUTSIDE, PATH = "perimeter", "outside", "path"
WAYS = {True: (PERIMETER,), False: (OUTSIDE,), None: (PERIMETER, OUTSIDE)}
"""From where a vehicle may come in: by the Perimeter where that is written down, else by what its side says."""


def _on_map(ctx: Context) -> list[Counter]:
    """What may be recovered: immobilized AFV, wrecks the side Retains where they stand, wrecks of AFV it lost.

    Of captured ones only those that still are AFV, for nobody repairs their wrecks (12.6151f). An AFV in a Pillbox or
    Fortified Building is never moved as long as it is no wreck (CG5).
    """
    stuck = [c for c in retained(ctx, "tank") if {"immobilized", WRECK} & set(c.marks) and not _brought_in(c)]
    stuck = [c for c in stuck if WRECK in c.marks or not fixed(ctx, c)]
    return [c for c in (*stuck, *burnable(ctx)) if not (captured(c) and _is_wreck(c))]


def _brought_in(counter: Counter) -> bool:
    """Whether it was recovered and is off the map since; one that set up again is to be recovered anew."""
    return RECOVERED in counter.marks and not counter.place


def _is_wreck(counter: Counter) -> bool:
    return counter.fate != READY or WRECK in counter.marks


class Recovery(StepPending):
    """Vehicles to be recovered, by number, and from where."""

    recovery: Mapping[str, str]


class RecoveryChoiceStep(FormStep[Context]):
    """12.6151d: which vehicles are to be recovered, and from where they come."""

    key = "recovery"

    def fields(self, ctx: Context) -> Iterator[Field]:
        texts, rule = ctx.texts("recovery"), ctx.rule("recovery")
        for counter in _on_map(ctx):
            options = tuple((key, gettext(texts.labels["ways"][key])) for key in ("leave", *_ways(ctx, counter)))
            label = f"{named(counter)}, {gettext(texts['wreck'])}" if _is_wreck(counter) else named(counter)
            yield Field(f"try_{counter.id}", label, "select", "leave", options=options, rule=rule)

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        tries = {key.removeprefix("try_"): how for key, how in entries.items() if how != "leave"}
        names = [named(c) for c in _on_map(ctx) if str(c.id) in tries]
        pending = ctx.pending.put(Recovery(recovery=tries))
        return StepResult([ctx.event("recovery.chosen", pending=pending, names=names)])


def _ways(ctx: Context, counter: Counter) -> tuple[str, ...]:
    """From where it may come in. Of a wreck that was lost its side says if it lies in an Isolated Area."""
    ways = WAYS[ctx.inside(counter.place)]
    if counter.fate == READY:
        return (PATH,) if isolated(counter) else ways
    return (*ways, PATH) if PERIMETER in ways else ways


class RecoveryRollStep(DieEachStep[Context]):
    """12.6151d: a die for each vehicle that is to be recovered."""

    key, event, table, ends = "recovery_roll", "recovery.rolled", "recovery", (Recovery,)

    def who(self, ctx: Context) -> list[Counter]:
        return [c for c in _on_map(ctx) if str(c.id) in _tries(ctx)]

    def facts(self, ctx: Context, counter: Counter) -> dict[str, int]:
        way = _tries(ctx)[str(counter.id)]
        inside = way == PERIMETER or (way == PATH and ctx.rules.readings.recovery_isolated == "both")
        return {"isolated": way == PATH, "in_perimeter": inside, "dug_in": DUG_IN in counter.marks}

    def apply_roll(self, ctx: Context, changes: Changes, counter: Counter, rolled: Rolled) -> str:
        """Off the map and Retained; a wreck was counted for the scenario it was lost in, and is worth no more CVP."""
        mishap = str(ctx.table("recovery_mishap").row(rolled.reckoning.original).values["result"])
        result, was_lost = str(rolled.value("result")), counter.fate != READY
        if _is_wreck(counter) and mishap != "none":
            changes.lose(counter, f"{BURNT_OUT}, {ctx.rule('recovery')}")
            if was_lost:
                changes.put(counter, since=counter.since)
            return mishap
        if result == "recovered":
            if was_lost:
                note = f"recovered, {ctx.rule('recovery')}"
                changes.put(counter, fate=READY, since=ctx.date, marks=[WRECK], note=note, worth=0)
            changes.take(counter, DUG_IN, "isolated", "front line", "in mines")
            changes.give(counter, RECOVERED)
            changes.put(counter, place="")
        return result


def _tries(ctx: Context) -> Mapping[str, str]:
    recovery = ctx.pending.get(Recovery)
    return recovery.recovery if recovery else {}


class ImmobilizationStep(DieEachStep[Context]):
    """12.6151e: immobilized AFV that were brought in, manned or not, and Isolated ones with their crews.

    None that is Dug-In is among them.
    """

    key, event, table = "immobilization", "immobilization.rolled", "immobilization"

    def who(self, ctx: Context) -> list[Counter]:
        return [c for c in immobilized(ctx) if (isolated(c) or _brought_in(c)) and DUG_IN not in c.marks]

    def facts(self, ctx: Context, counter: Counter) -> dict[str, int]:
        """The armor leader helps an AFV that is not Isolated only by ruling."""
        facts = repair_questions.immobilization_facts(ctx, counter)
        if ctx.rules.readings.armor_leader_repair != "always" and not isolated(counter):
            facts["armor_leader"] = 0
        return {**facts, "inexperienced": GREEN in counter.marks, "labor": labor(counter)}

    def apply_roll(self, ctx: Context, changes: Changes, counter: Counter, rolled: Rolled) -> str:
        result = str(rolled.value("result"))
        if result == "mobile":
            changes.take(counter, "immobilized", RECOVERED, *LABOR)
            return result
        _labor_more(ctx, changes, counter)
        return ctx.texts("immobilization")["labor"]


def labor(counter: Counter) -> int:
    """The Labor counters on a vehicle."""
    return next((n for n, mark in enumerate(LABOR, start=1) if mark in counter.marks), 0)


def _labor_more(ctx: Context, changes: Changes, counter: Counter) -> None:
    """Work that failed helps the next try."""
    most = min(ctx.rules.pack.repair.labor_most, len(LABOR))
    changes.take(counter, *LABOR)
    changes.give(counter, LABOR[min(labor(counter) + 1, most) - 1])


class WreckRepairStep(RollFormStep[Context]):
    """12.6151f: a die for each own wreck; of each type is asked whether it is partly armored."""

    key = "wreck_repair"

    def fields(self, ctx: Context) -> Iterator[Field]:
        partly, rule = gettext(ctx.texts("wreck_repair")["partly_armored"]), ctx.rule("wreck_repair")
        for name in dict.fromkeys(c.name for c in _wrecks(ctx)):
            key = f"{PARTLY}{name}"
            yield Field(key, f"{name}: {partly}", "check", bool(ctx.mine.known.get(key)), rule=rule)

    def needs(self, ctx: Context, entries: Entries) -> Iterator[Need]:
        table = ctx.table("wreck_repair")
        for c in _wrecks(ctx):
            facts = {"partly_armored": bool(entries[f"{PARTLY}{c.name}"]), "labor": labor(c)}
            yield Need(str(c.id), named(c), 1, table, ctx.modifiers(table, **facts))

    def enter(self, ctx: Context, entries: Entries, rolls: tuple[Rolled, ...]) -> StepResult:
        changes, rolls_data = Changes(ctx), []
        for vehicle, one in zip(_wrecks(ctx), rolls, strict=True):
            result = str(one.value("result"))
            if result == "repaired":
                # As new: what is left is where it is, and who its crew are.
                staying = [mark for mark in vehicle.marks if mark in ("isolated", GREEN)]
                whole = vehicle.worth and "abandoned" not in vehicle.marks
                worth = vehicle.worth if whole else ctx.rules.worth(vehicle.kind, vehicle.name)
                changes.put(vehicle, marks=staying, note="", worth=worth)
            elif result == "eliminated":
                changes.lose(vehicle, f"{BURNT_OUT}, {ctx.rule('wreck_repair')}")
            else:
                _labor_more(ctx, changes, vehicle)
                result = ctx.texts("wreck_repair")["labor"]
            rolls_data.append(roll_data(one, result))
        return StepResult([ctx.event("wrecks.rolled", change=changes.rows, rolls=rolls_data, known=dict(entries))])


def _wrecks(ctx: Context) -> list[Counter]:
    return [c for c in retained(ctx, "tank") if WRECK in c.marks and not captured(c)]


class WeaponRepairStep(arms.WeaponRepairStep[Context]):
    """12.6152: those of an AFV under Recall wait until the Recall is settled where the ruling says so."""

    def due(self, ctx: Context) -> list[Failed]:
        waiting = _tried_with_recall(ctx)
        return [one for one in super().due(ctx) if one not in waiting]


class RecallRepairStep(RollFormStep[Context]):
    """12.6161: Weapons of AFV that come out of Recall; their owner may leave each as it is."""

    key = "recall_repair"

    def fields(self, ctx: Context) -> Iterator[Field]:
        rule = ctx.rule("recall_repair")
        for one in arms.repairable(ctx, _tried_with_recall(ctx)):
            yield Field(f"try_{one.key}", gettext("{weapon}: try", weapon=one.label), "check", True, rule=rule)

    def needs(self, ctx: Context, entries: Entries) -> Iterator[Need]:
        return arms.repair_dice(ctx, _chosen(ctx, entries))

    def enter(self, ctx: Context, entries: Entries, rolls: tuple[Rolled, ...]) -> StepResult:
        changes = Changes(ctx)
        rolls_data = arms.repaired(changes, _chosen(ctx, entries), rolls)
        for one in _chosen(ctx, entries):
            if WRECK in changes.marks(one.counter):
                changes.take(one.counter, *RECALLS)
        return StepResult([ctx.event("repair.rolled", change=changes.rows, rolls=rolls_data, names=[])])


def _tried_with_recall(ctx: Context) -> list[Failed]:
    """The malfunctioned weapons of AFV that come out of Recall now, by the ruling that they are tried then."""
    if ctx.rules.readings.recall_repair != "recalled":
        return []
    vehicles = [c for c in retained(ctx, *VEHICLES) if RECALLS & set(c.marks) and mobile(c) and not isolated(c)]
    return [one for one in failed(ctx) if one.counter in vehicles]


def _chosen(ctx: Context, entries: Entries) -> list[Failed]:
    return [one for one in arms.repairable(ctx, _tried_with_recall(ctx)) if entries[f"try_{one.key}"]]


class RecallStep(RollStep[Context]):
    """12.6161: the fate of AFV under Recall, without a die roll."""

    key = "recall"

    def lines(self, ctx: Context) -> Iterator[str]:
        results = ctx.texts("recall").labels["results"]
        return (f"{named(c)}: {gettext(results[result])}" for c, result in _recalled(ctx))

    def roll(self, ctx: Context, rolls: tuple[Rolled, ...]) -> StepResult:
        changes, sentences = Changes(ctx), []
        for vehicle, result in _recalled(ctx):
            if result == "stays":
                changes.give(vehicle, SHORT)
            else:
                changes.take(vehicle, *RECALLS)
            if vehicle.fate == RECALLED:
                changes.put(vehicle, fate=READY, since=ctx.date, place="")
            if result == "wreck":
                changes.give(vehicle, WRECK, RECOVERED)
            sentences.append(f"{named(vehicle)}: {ctx.texts('recall').labels['results'][result]}")
        return StepResult([ctx.event("recalls.settled", change=changes.rows, said=sentences)])


def _recalled(ctx: Context) -> Iterator[tuple[Counter, str]]:
    """The AFV under Recall that can drive, each with what becomes of it; by ruling those that left the map for it."""
    for c in retained(ctx, *VEHICLES):
        if RECALLS & set(c.marks) and mobile(c):
            yield c, "stays" if isolated(c) else _freed(c)
    for c in ctx.mine.counters if ctx.rules.readings.recalled_afv == "returns" else ():
        if c.fate == RECALLED and c.kind in VEHICLES:
            yield c, _freed(c)


def _freed(vehicle: Counter) -> str:
    """What becomes of a vehicle that comes out of Recall: an AFV without its main armament is a wreck."""
    return "wreck" if DISABLED in vehicle.marks and vehicle.kind == "tank" else "free"


RECOVERY: tuple[StepDef[Context], ...] = (
    RecoveryChoiceStep(),
    RecoveryRollStep(),
    ImmobilizationStep(),
    WreckRepairStep(),
)
