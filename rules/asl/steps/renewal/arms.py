"""Malfunctioned weapons, and the MG of a vehicle exchanged for another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.asl.conditions import (
    RECOVERED,
    WRECK,
    Changes,
    Failed,
    captured,
    disabled,
    failed,
    in_reach,
    isolated,
    named,
    retained,
    together,
)
from rules.asl.context import RefitContext, StepDef, roll_data
from rules.asl.counter_fields import VEHICLES
from rules.asl.counters import Counter, stands_fast
from rules.asl.data_files.pack import VehicleWeapon
from rules.asl.steps.generic import D, Entries, FormStep, RollStep
from rules.asl.steps.renewal import repair_questions
from rules.asl.steps.renewal.repair_questions import BROKEN
from rules.contract import Field, Refused
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.tables import Need
from rules.text import gettext, gettext_noop

REPAIRED, ELIMINATED = gettext_noop("repaired"), gettext_noop("Eliminated")
OUT_OF_ORDER, RECALLED = gettext_noop("disabled"), gettext_noop("disabled, Recall")
WRECKED = gettext_noop("disabled, a wreck")


class WeaponRepairStep(RollStep[D]):
    """A die for each weapon that is out of order; those with an X# are gone without, Cupolas are repaired."""

    key = "weapon_repair"

    def due(self, ctx: D) -> list[Failed]:
        """The weapons that are tried in this step."""
        return failed(ctx)

    def needs(self, ctx: D) -> Iterator[Need]:
        return repair_dice(ctx, repairable(ctx, self.due(ctx)))

    def lines(self, ctx: D) -> Iterator[str]:
        yield from (gettext("{weapon} is repaired.", weapon=named(c)) for c in _cupolas(ctx))
        for one in _beyond_repair(ctx, self.due(ctx)):
            yield gettext("{weapon} can't be repaired.", weapon=one.label)

    def roll(self, ctx: D, rolls: tuple[Rolled, ...]) -> StepResult:
        changes, names = Changes(ctx), []
        rolls_data = repaired(changes, repairable(ctx, self.due(ctx)), rolls)
        for cupola in _cupolas(ctx):
            changes.take(cupola, "malfunctioned")
            names.append(f"{named(cupola)} repaired")
        for one in _beyond_repair(ctx, self.due(ctx)):
            _lost(changes, one)
            names.append(f"{one.label} gone")
        return StepResult([ctx.event("repair.rolled", change=changes.rows, rolls=rolls_data, names=names)])


def repairable(ctx: RefitContext, weapons: Iterable[Failed]) -> list[Failed]:
    """Those of the weapons that roll: all but those with an X#."""
    return [one for one in weapons if repair_questions.repair_number(ctx, one) != BROKEN]


def _beyond_repair(ctx: RefitContext, weapons: Iterable[Failed]) -> list[Failed]:
    """Those of the weapons that have an X#."""
    return [one for one in weapons if repair_questions.repair_number(ctx, one) == BROKEN]


def repair_dice(ctx: RefitContext, weapons: Iterable[Failed]) -> Iterator[Need]:
    """The die of each weapon that is repaired."""
    table, favored = ctx.table("weapon_repair"), ctx.rules.pack.favored_repair
    names = favored.weapons if favored is not None and favored.side == ctx.side else ()
    for one in weapons:
        facts = {
            f"{ctx.side}_weapon": any(name in one.type for name in names),
            "vehicular": one.part is not None,
            "repair_number": int(repair_questions.repair_number(ctx, one)),
            "non_qualified": repair_questions.non_qualified(ctx, one.counter),
            "isolated": isolated(one.counter),
        }
        yield Need(one.key, one.label, 1, table, ctx.modifiers(table, **facts))


def repaired(changes: Changes, weapons: Iterable[Failed], rolls: Iterable[Rolled]) -> list[dict[str, object]]:
    """What the dice make of the weapons, one for each, and the record of it."""
    rolls_data = []
    for one, rolled in zip(weapons, rolls, strict=True):
        works = rolled.value("result") == "repaired"
        if works:
            changes.take(one.counter, one.part.malfunctioned if one.part else "malfunctioned")
        rolls_data.append(roll_data(rolled, REPAIRED if works else _lost(changes, one)))
    return rolls_data


def _cupolas(ctx: RefitContext) -> list[Counter]:
    """Malfunctioned Cupolas, which are repaired without a roll."""
    return [c for c in retained(ctx, "cupola") if "malfunctioned" in c.marks]


def _lost(changes: Changes, one: Failed) -> str:
    """A weapon that is Eliminated, or disabled in its vehicle; without its MA that is recalled, an AFV a wreck."""
    if one.part is None:
        changes.lose(one.counter, f"not repaired, {changes.ctx.rule('weapon_repair')}")
        return ELIMINATED
    changes.take(one.counter, one.part.malfunctioned)
    changes.give(one.counter, one.part.disabled)
    if not one.part.main:
        return OUT_OF_ORDER
    if one.part.lost == "recall":
        changes.recall(one.counter, repair_questions.rider(changes.ctx, one.counter))
        return RECALLED
    if one.counter.kind != "tank":
        return OUT_OF_ORDER
    changes.give(one.counter, WRECK)
    if not (isolated(one.counter) or stands_fast(one.counter)):
        # It is off the map by now, so that nobody has to bring it in.
        changes.give(one.counter, RECOVERED)
    return WRECKED


class ExchangeStep(FormStep[RefitContext]):
    """Working MG given for those of vehicles that are disabled."""

    key = "exchange"

    def fields(self, ctx: RefitContext) -> Iterator[Field]:
        for vehicle, row, spare in _exchanges(ctx):
            exchanges = (
                (name, gettext("give a {weapon}", weapon=name)) for name in dict.fromkeys(c.name for c in spare)
            )
            options = (("", gettext("stays disabled")), *exchanges)
            label = f"{named(vehicle)}, {gettext(row.name)}"
            yield Field(f"{vehicle.id}:{row.key}", label, "select", "", options=options, rule=ctx.rule("exchange"))

    def enter(self, ctx: RefitContext, entries: Entries) -> StepResult:
        changes, sentences = Changes(ctx), []
        for vehicle, row, spare in _exchanges(ctx):
            key = f"{vehicle.id}:{row.key}"
            if not entries[key]:
                continue
            weapon = next((c for c in spare if c.name == entries[key] and str(c.id) not in changes.rows), None)
            if weapon is None:
                none = gettext("You have no further {weapon} there.", weapon=entries[key])
                fewer = gettext("Leave one MG disabled.")
                raise Refused(none, rule=ctx.rule("exchange"), field=key, way_out=fewer)
            changes.take(vehicle, row.disabled)
            changes.lose(weapon, f"given to {named(vehicle)}, {ctx.rule('exchange')}")
            sentences.append(f"{weapon.name} for the {row.name} of {named(vehicle)}")
        return StepResult([ctx.event("guns.exchanged", change=changes.rows, said=sentences)])


def _exchanges(ctx: RefitContext) -> list[tuple[Counter, VehicleWeapon, list[Counter]]]:
    """Each disabled vehicular MG with the working MG in the vehicle's Perimeter Area that could be given for it."""
    out = {"malfunctioned", "disabled"}
    spare = [c for c in retained(ctx, "weapon") if not captured(c) and not out & set(c.marks)]
    own = (c for c in retained(ctx, *VEHICLES) if not captured(c) and in_reach(ctx, c))
    guns = [(c, row) for c in own for row in disabled(ctx, c) if not row.main]
    fit = [(c, row, [mg for mg in spare if mg.name in row.exchange and together(ctx, mg, c)]) for c, row in guns]
    return [each for each in fit if each[2]]


STEPS: tuple[StepDef[RefitContext], ...] = (WeaponRepairStep(), ExchangeStep())
