"""7.519: strength, weapons, ammunition, leaders, models and aircraft of this CG Date's groups; optional MG (CG8)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.asl.arrival import NewCounter, label, new_counters
from rules.asl.conditions import named
from rules.asl.context import StepDef, names_of, results_data, roll_data
from rules.asl.counter_fields import VEHICLES, counters_chosen, marks, names, number_fields
from rules.asl.counters import Change, Counter
from rules.asl.pending import Pending
from rules.asl.steps import weapon_choice
from rules.asl.steps.generic import Entries, FormStep, RollStep
from rules.asl.steps.weapon_choice import Unarmed
from rules.contract import Field
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.systems.oto2.arrival import (
    DEPLETED,
    FULL,
    ammo_needs,
    arrivals,
    leader_needs,
    manned,
    only_weapon,
    platoon_needs,
    strength_needs,
    weapon_dice,
)
from rules.systems.oto2.context import Context
from rules.systems.oto2.state import Group
from rules.tables import Need
from rules.text import gettext, gettext_noop

AMMUNITION = {
    "Plentiful": gettext_noop("Plentiful ammunition"),
    "Normal": gettext_noop("Normal ammunition"),
    "Scarce": gettext_noop("Scarce ammunition"),
}
"""What is noted on the counter of an OBA module."""


class StrengthStep(RollStep[Context]):
    """7.5191: the strength of each group, and what it brings without further dice."""

    key, by_itself = "strength", True

    def needs(self, ctx: Context) -> tuple[Need, ...]:
        return strength_needs(ctx)

    def lines(self, ctx: Context) -> Iterator[str]:
        rolling = {need.key for need in strength_needs(ctx)}
        groups = (group for group in _unrolled(ctx) if group.id not in rolling)
        return (gettext("{group}: received in full", group=label(ctx, group)) for group in groups)

    def roll(self, ctx: Context, rolls: tuple[Rolled, ...]) -> StepResult:
        results = {one.need.key: str(one.value("result")) for one in rolls}
        strengths = {group.id: results.get(group.id, FULL) for group in _unrolled(ctx)}
        arrived = [(group, one) for group in _unrolled(ctx) for one in arrivals(ctx, group, strengths[group.id])]
        event = ctx.event(
            "strength.rolled",
            groups={key: {"strength": value} for key, value in strengths.items()},
            add=new_counters(ctx, arrived),
            rolls=[roll_data(one, strengths[one.need.key]) for one in rolls],
        )
        return StepResult([event])


def _unrolled(ctx: Context) -> list[Group]:
    return [group for group in ctx.groups_of_today() if not group.strength]


class WeaponsStep(RollStep[Context]):
    """7.5192, 7.5193: the weapons whose die is low enough.

    A Depleted heavy weapons group for which all fail has one all the same.
    """

    key = "weapons"

    def needs(self, ctx: Context) -> Iterator[Need]:
        return (need for *_, need in _hanging(ctx))

    def roll(self, ctx: Context, rolls: tuple[Rolled, ...]) -> StepResult:
        came, rolls_data = [], []
        for (group, weapon, most, _), one in zip(_hanging(ctx), rolls, strict=True):
            received = one.reckoning.original <= most
            rolls_data.append(roll_data(one, "received" if received else "none"))
            if received:
                came.append((group, weapon))
        armed = {group.id for group, _ in came}
        empty = [g for g in ctx.called_up("weapons") if g.strength == DEPLETED and g.id not in armed]
        came += [(group, weapon) for group in empty if (weapon := only_weapon(ctx, group))]
        choose = tuple(group.id for group in empty if not only_weapon(ctx, group))
        pieces = [(group, piece) for group, weapon in came for piece in manned(ctx, group, weapon)]
        pending = Pending().put(Unarmed(weapons=choose))
        return StepResult(
            [ctx.event("weapons.rolled", add=new_counters(ctx, pieces), rolls=rolls_data, pending=pending)]
        )


def _hanging(ctx: Context) -> list[tuple[Group, str, int, Need]]:
    """What hangs on a die: the group, the weapon, the number to roll or less, and the Need."""
    return [
        (group, weapon, most, Need(f"{group.id}:{weapon}:{n}", f"{weapon} for {group.id}, {most} or less", 1))
        for group in ctx.groups_of_today()
        for weapon, most, n in weapon_dice(ctx, group)
    ]


class WeaponChoiceStep(weapon_choice.WeaponChoiceStep[Context]):
    """7.5193: any of the group's weapons."""

    def kinds(self, ctx: Context, group: Group) -> list[str]:
        return [name for name, _ in ctx.row_of(group).units]

    def manned(self, ctx: Context, group: Group, weapon: str) -> list[NewCounter]:
        return manned(ctx, group, weapon)


class AmmunitionStep(RollStep[Context]):
    """7.5195: the ammunition of each module."""

    key = "ammunition"

    def needs(self, ctx: Context) -> tuple[Need, ...]:
        return ammo_needs(ctx)

    def lines(self, ctx: Context) -> Iterator[str]:
        groups = () if ammo_needs(ctx) else _modules(ctx)
        return (gettext("{group}: Normal", group=label(ctx, group)) for group in groups)

    def roll(self, ctx: Context, rolls: tuple[Rolled, ...]) -> StepResult:
        results = {one.need.key: str(one.value("result")) for one in rolls}
        ammo = {group.id: results.get(group.id, "Normal") for group in _modules(ctx)}
        event = ctx.event(
            "ammunition.rolled",
            groups={key: {"ammo": value} for key, value in ammo.items()},
            change={str(c.id): {"note": AMMUNITION[ammo[c.group]]} for c in ctx.mine.counters if c.group in ammo},
            rolls=[roll_data(one, ammo[one.need.key]) for one in rolls],
        )
        return StepResult([event])


def _modules(ctx: Context) -> list[Group]:
    return [group for group in ctx.called_up("oba") if not group.ammo]


class LeadersStep(RollStep[Context]):
    """7.5196: the leaders of Infantry."""

    key, event = "leaders", "leaders.rolled"

    def needs(self, ctx: Context) -> tuple[Need, ...]:
        return leader_needs(ctx)

    def column(self, ctx: Context) -> str:
        """The column of the table in which the leader stands."""
        return ctx.side

    def kind(self, rolled: Rolled) -> str:
        """The class of leader that a roll brings."""
        return "leader"

    def roll(self, ctx: Context, rolls: tuple[Rolled, ...]) -> StepResult:
        groups, column = {group.id: group for group in ctx.mine.groups}, self.column(ctx)
        at_start = Group("", "", ctx.date, 0, given=True, off=ctx.initial and not ctx.german)
        leaders = [
            (groups.get(one.need.key, at_start), NewCounter(self.kind(one), name))
            for one in rolls
            for name in names_of(one.value(column))
        ]
        rolls_data = [roll_data(one, str(one.value(column) or "no leader")) for one in rolls]
        return StepResult([ctx.event(self.event, add=new_counters(ctx, leaders), rolls=rolls_data)])


class ArmorLeadersStep(LeadersStep):
    """7.5197: those of platoons, and on the first date of the given items that roll. An Infantry platoon's is none."""

    key, event = "armor", "armor_leaders.rolled"

    def needs(self, ctx: Context) -> tuple[Need, ...]:
        initial = [item for item in ctx.rules.initial.item if ctx.initial and item.side == ctx.side]
        table = ctx.table("armor_leader")
        rolls = [(item.name, n) for item in initial for n in range(1, item.armor_leader_rolls + 1)]
        own = (Need(f"{name}:{n}", f"{name}, roll {n}", 2, table, ctx.modifiers(table)) for name, n in rolls)
        return (*platoon_needs(ctx), *own)

    def column(self, ctx: Context) -> str:
        return "leader"

    def kind(self, rolled: Rolled) -> str:
        return "leader" if rolled.need.dice == 1 else "armor_leader"


class ModelsStep(RollStep[Context]):
    """RG notes j, k, l: the models of vehicles and aircraft."""

    key = "variants"

    def needs(self, ctx: Context) -> Iterator[Need]:
        rows = {group.id: ctx.row_of(group) for group in ctx.groups_of_today() if ctx.row_of(group).variant}
        for c in ctx.mine.counters:
            if c.group in rows and c.name == rows[c.group].units[0][0]:
                yield Need(str(c.id), f"{c.name} of {c.group}", 1, ctx.rules.tables[rows[c.group].variant])

    def roll(self, ctx: Context, rolls: tuple[Rolled, ...]) -> StepResult:
        change: dict[str, Change] = {one.need.key: {"name": str(one.value("result"))} for one in rolls}
        rolls_data = results_data(rolls)
        return StepResult([ctx.event("variants.rolled", change=change, rolls=rolls_data)])


class AircraftStep(FormStep[Context]):
    """E7.21: how many come, and of what type, as it was rolled at the table."""

    key = "aircraft"

    def fields(self, ctx: Context) -> Iterator[Field]:
        for group in ctx.called_up("aircraft"):
            name, unit = label(ctx, group), ctx.row_of(group).units[0][0]
            number, model = gettext("{group}: aircraft", group=name), gettext("{group}: type", group=name)
            yield Field(f"number_{group.id}", number, value=1, low=1, high=6, rule="E7.21")
            yield Field(f"type_{group.id}", model, "text", unit, rule="OtO Aircraft 12")

    def free_dice(self, ctx: Context) -> int:
        """For each group one for its number, and one for its type where that is rolled for."""
        groups = ctx.called_up("aircraft")
        return len(groups) + sum(bool({"l", "n"} & set(ctx.row_of(group).notes)) for group in groups)

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        pieces = [
            (group, NewCounter("aircraft", entries[f"type_{group.id}"] or ctx.row_of(group).units[0][0]))
            for group in ctx.called_up("aircraft")
            for _ in range(entries[f"number_{group.id}"])
        ]
        return StepResult([ctx.event("aircraft.received", add=new_counters(ctx, pieces))])


class AircraftChecksStep(RollStep[Context]):
    """Aircraft that roll for ATCB: of groups with note l or n, and the given ones (IHSR 4)."""

    key = "atcb"

    def needs(self, ctx: Context) -> Iterator[Need]:
        groups = {group.id for group in ctx.called_up("aircraft") if {"l", "n"} & set(ctx.row_of(group).notes)}
        names = {item.name for item in ctx.rules.initial.item if item.atcb_roll}
        for c in ctx.mine.on_hand:
            rolls = c.group in groups or (not c.group and c.name in names)
            if rolls and c.kind == "aircraft" and c.since == ctx.date:
                yield Need(str(c.id), named(c), 1, ctx.table("atcb"))

    def roll(self, ctx: Context, rolls: tuple[Rolled, ...]) -> StepResult:
        change: dict[str, Change] = {one.need.key: {"note": f"ATCB: {one.value('result')}"} for one in rolls}
        rolls_data = results_data(rolls)
        return StepResult([ctx.event("aircraft.rolled", change=change, rolls=rolls_data)])


class OptionalGunsStep(FormStep[Context]):
    """CG8: which vehicles have their optional MG."""

    key = "optional_mg"

    def fields(self, ctx: Context) -> tuple[Field, ...]:
        return number_fields(_new_vehicles(ctx), ctx.rule("optional_mg"))

    def free_dice(self, ctx: Context) -> int:
        return len(_new_vehicles(ctx))

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        armed = counters_chosen(_new_vehicles(ctx), entries)
        change: dict[str, Change] = {
            str(c.id): new for c in armed if (new := marks(c, more=(ctx.rules.pack.marks.optional,)))
        }
        return StepResult([ctx.event("optional_mg.noted", change=change, names=names(armed))])


def _new_vehicles(ctx: Context) -> list[Counter]:
    """The vehicles of this date's groups, and on the first date the given ones."""
    groups = {group.id for group in ctx.groups_of_today()} | ({""} if ctx.initial else set())
    return [c for c in ctx.mine.on_hand if c.kind in VEHICLES and c.group in groups]


STEPS: tuple[StepDef[Context], ...] = (
    StrengthStep(),
    WeaponsStep(),
    WeaponChoiceStep(),
    AmmunitionStep(),
    LeadersStep(),
    ArmorLeadersStep(),
    ModelsStep(),
    AircraftStep(),
    AircraftChecksStep(),
    OptionalGunsStep(),
)
