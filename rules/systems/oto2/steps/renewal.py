"""A new CG Date: vehicles that are immobilized, under Recall or stunned (7.5131), and what points and ELR hang on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.asl.conditions import (
    FRONT,
    NO_AMMO,
    RECALL,
    Changes,
    failed,
    immobilized,
    isolated,
    mobile,
    named,
    retained,
    stunned,
)
from rules.asl.context import RefitContext, StepDef, roll_data
from rules.asl.counter_fields import ENCIRCLED, ISOLATED, MINES, SHORT, VEHICLES
from rules.asl.counters import Counter
from rules.asl.steps.crews import who_manned, without_crew
from rules.asl.steps.generic import DieEachStep, RollStep
from rules.asl.steps.renewal import repair_questions, san_elr_weather
from rules.asl.steps.renewal.repair_questions import immobilization_facts, leader_drm, rider
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.systems.oto2 import score
from rules.systems.oto2.context import Context
from rules.tables import Need
from rules.text import gettext, gettext_noop

STUN_SAID = {
    "recovered": gettext_noop("recovered"),
    "stunned": gettext_noop("still stunned"),
    "eliminated": gettext_noop("crew lost, abandoned"),
}


class TroubleStep(repair_questions.TroubleStep):
    """Armor leaders are asked for, too, where a vehicle may leave under Recall: they go with it (7.5114)."""

    def led(self, ctx: RefitContext) -> list[Counter]:
        armament = [one.counter for one in failed(ctx) if one.part is not None and one.part.main]
        free = [c for c in armament if mobile(c) and not isolated(c)]
        return [*super().led(ctx), *_without_ammunition(ctx), *_leaving(ctx), *free]


class ImmobileStep(DieEachStep[Context]):
    """7.5131b: a vehicle that is mobile again leaves the map, unless it is Isolated."""

    key, event, table = "immobile", "immobile.rolled", "immobilization"

    def who(self, ctx: Context) -> list[Counter]:
        return immobilized(ctx)

    def facts(self, ctx: Context, counter: Counter) -> Mapping[str, int]:
        return immobilization_facts(ctx, counter)

    def apply_roll(self, ctx: Context, changes: Changes, counter: Counter, rolled: Rolled) -> str:
        result = str(rolled.value("result"))
        if result == "mobile":
            changes.take(counter, "immobilized")
            if not isolated(counter):
                changes.take(counter, MINES, FRONT)
                changes.put(counter, place="")
        return result


class RecallStep(RollStep[Context]):
    """7.5131c: vehicles recalled for Low Ammunition roll; the armor leader in a vehicle stays with it (7.5114)."""

    key = "recall"

    def needs(self, ctx: Context) -> Iterator[Need]:
        for c in _without_ammunition(ctx):
            yield Need(str(c.id), named(c), 1, ctx.table("recall_low_ammo"))

    def lines(self, ctx: Context) -> Iterator[str]:
        yield from (gettext("{vehicle} leaves the campaign.", vehicle=named(c)) for c in _leaving(ctx))
        for c in _staying(ctx):
            yield gettext("{vehicle} stays under Recall, short of ammunition.", vehicle=named(c))

    def roll(self, ctx: Context, rolls: tuple[Rolled, ...]) -> StepResult:
        changes, rolls_data = Changes(ctx), []
        counters = {str(c.id): c for c in ctx.mine.counters}
        for one in rolls:
            vehicle, result = counters[one.need.key], str(one.value("result"))
            back = result == "enters from offboard"
            if back:
                changes.take(vehicle, NO_AMMO, "low ammunition", SHORT)
            else:
                changes.give(vehicle, NO_AMMO)
            changes.take(vehicle, ISOLATED, ENCIRCLED)  # of before it left the map
            changes.put(vehicle, fate="due" if back else "out", since=ctx.date, place="")
            if leader := rider(ctx, vehicle):
                changes.put(leader, fate="due" if back else "out", since=ctx.date, place=vehicle.name)
            rolls_data.append(roll_data(one, result))
        leaving = _leaving(ctx)
        for counter in (*leaving, *filter(None, (rider(ctx, vehicle) for vehicle in leaving))):
            changes.lose(counter, f"recalled, {ctx.rule('recall')}")
        for vehicle in _staying(ctx):
            changes.give(vehicle, SHORT)
        names = [named(c) for c in leaving]
        return StepResult([ctx.event("recall.rolled", change=changes.rows, rolls=rolls_data, names=names)])


def _without_ammunition(ctx: RefitContext) -> list[Counter]:
    """Vehicles recalled for Low Ammunition: those that went, those still out, those that go now."""
    vehicles = [c for c in ctx.mine.counters if c.kind in VEHICLES]
    away = [c for c in vehicles if c.fate == "out" or (c.fate == "recalled" and NO_AMMO in c.marks)]
    current = [c for c in retained(ctx, *VEHICLES) if NO_AMMO in c.marks and RECALL not in c.marks]
    return [*away, *(c for c in current if mobile(c) and not isolated(c))]


def _leaving(ctx: RefitContext) -> list[Counter]:
    """Vehicles under Recall for good that can drive off."""
    return [c for c in retained(ctx, *VEHICLES) if RECALL in c.marks and mobile(c) and not isolated(c)]


def _staying(ctx: Context) -> list[Counter]:
    """Vehicles under Recall in an Isolated Area, which begin the scenario so."""
    recalled = (c for c in retained(ctx, *VEHICLES) if {RECALL, NO_AMMO} & set(c.marks))
    return [c for c in recalled if mobile(c) and isolated(c) and SHORT not in c.marks]


class StunStep(DieEachStep[Context]):
    """7.5131d: what is eliminated is the crew."""

    key, event, table = "stun", "stun.rolled", "stun"

    def who(self, ctx: Context) -> list[Counter]:
        return stunned(ctx)

    def facts(self, ctx: Context, counter: Counter) -> Mapping[str, int]:
        return {"isolated": isolated(counter), "armor_leader": leader_drm(ctx, counter)}

    def apply_roll(self, ctx: Context, changes: Changes, counter: Counter, rolled: Rolled) -> str:
        result = str(rolled.value("result"))
        if result != "stunned":
            changes.take(counter, "stunned")
        if result == "eliminated":
            changes.give(counter, "abandoned")
            changes.put(counter, **without_crew(ctx, counter))
            if unit := who_manned(ctx, counter):
                changes.lose(unit, gettext_noop("with the crew"))
            if leader := rider(ctx, counter):
                changes.lose(leader, gettext_noop("with the crew"))
        return STUN_SAID[result]


class ElrStep(san_elr_weather.ElrStep[Context]):
    """7.516: what was won and bought on the date before, and all that was played and suffered."""

    def facts(self, ctx: Context) -> Mapping[str, int]:
        elite = ctx.rules.elite_groups(ctx.side)
        bought = [g for g in ctx.mine.groups if g.date == ctx.date - 1 and not g.given and g.rg in elite]
        return {
            "won": ctx.before.winner == ctx.side,
            "elite": len(bought),
            "scenarios": ctx.date,
            "cvp_suffered": score.suffered(ctx.public, ctx.side),
        }


REPAIR: tuple[StepDef[Context], ...] = (ImmobileStep(), RecallStep(), StunStep())
POINTS_AND_ELR: tuple[StepDef[Context], ...] = (san_elr_weather.PointsStep(), ElrStep())
