"""7.519: strength, weapons, ammunition, leaders, models and aircraft of this CG Date's groups; optional MG (CG8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.asl.arrival import NewCounter, label, new_counters
from rules.asl.conditions import VEHICLES
from rules.asl.context import StepDef, names_of, roll_record
from rules.asl.counter_fields import marks, names, number_fields, taken
from rules.asl.counters import Counter
from rules.asl.pending import NOTHING, Left, Pending
from rules.asl.steps.rolling import roll_step
from rules.contract import Event, Field
from rules.dice import Rng
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.engine.tasks import FormTask
from rules.systems.oto2.arrival import (
    DEPLETED,
    FULL,
    ammo_needs,
    arrivals,
    called_up,
    leader_needs,
    manned,
    only_weapon,
    platoon_needs,
    rg,
    strength_needs,
    weapon_dice,
)
from rules.systems.oto2.context import Context
from rules.systems.oto2.state import Group
from rules.tables import Need
from rules.text import gettext

# 7.5191 strength -------------------------------------------------------------------------


def _unrolled(ctx: Context) -> list[Group]:
    return [group for group in ctx.groups_of_today() if not group.strength]


def _in_full(ctx: Context) -> Iterable[str]:
    rolling = {need.key for need in strength_needs(ctx)}
    groups = (group for group in _unrolled(ctx) if group.id not in rolling)
    return (gettext("{group}: received in full", group=label(ctx, group)) for group in groups)


def _strength(ctx: Context, rolled: tuple[Rolled, ...]) -> Event:
    found = {one.need.key: str(one.value("result")) for one in rolled}
    strengths = {group.id: found.get(group.id, FULL) for group in _unrolled(ctx)}
    arrived = [(group, one) for group in _unrolled(ctx) for one in arrivals(ctx, group, strengths[group.id])]
    return ctx.event(
        "strength.rolled",
        groups={key: {"strength": value} for key, value in strengths.items()},
        add=new_counters(ctx, arrived),
        rolls=[roll_record(one, strengths[one.need.key]) for one in rolled],
    )


# 7.5192, 7.5193 weapons ------------------------------------------------------------------


class Unarmed(Left):
    """Groups for which every die failed, whose owner chooses one weapon for each."""

    weapons: tuple[str, ...]


def _hanging(ctx: Context) -> list[tuple[Group, str, int, Need]]:
    """What hangs on a die: the group, the weapon, the number to roll or less, and the Need."""
    return [
        (group, weapon, most, Need(f"{group.id}:{weapon}:{n}", f"{weapon} for {group.id}, {most} or less", 1))
        for group in ctx.groups_of_today()
        for weapon, most, n in weapon_dice(ctx, group)
    ]


def _weapons(ctx: Context, rolled: tuple[Rolled, ...]) -> Event:
    """Weapons whose die was low enough. A Depleted heavy weapons group for which all failed has one all the same."""
    came, rolls = [], []
    for (group, weapon, most, _), one in zip(_hanging(ctx), rolled, strict=True):
        received = one.reckoning.original <= most
        rolls.append(roll_record(one, "received" if received else "none"))
        if received:
            came.append((group, weapon))
    armed = {group.id for group, _ in came}
    empty = [g for g in called_up(ctx, "weapons") if g.strength == DEPLETED and g.id not in armed]
    came += [(group, weapon) for group in empty if (weapon := only_weapon(ctx, group))]
    choose = tuple(group.id for group in empty if not only_weapon(ctx, group))
    pieces = [(group, piece) for group, weapon in came for piece in manned(ctx, group, weapon)]
    pending = Pending().put(Unarmed(weapons=choose))
    return ctx.event("weapons.rolled", add=new_counters(ctx, pieces), rolls=rolls, pending=pending)


def _weapon_choice_task(ctx: Context) -> FormTask | None:
    left = ctx.pending.get(Unarmed)
    fields = []
    for group in ctx.groups_of_today():
        if left and group.id in left.weapons:
            kinds = tuple((name, name) for name, _ in rg(ctx, group).units)
            name, rule = f"weapon_{group.id}", ctx.rule("weapon_choice")
            fields.append(Field(name, label(ctx, group), "select", kinds[0][0], options=kinds, rule=rule))
    return FormTask(ctx.button("weapon_choice"), tuple(fields)) if fields else None


def _choose_weapon(ctx: Context, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    chosen = task.read(data)
    groups = {f"weapon_{group.id}": group for group in ctx.groups_of_today()}
    pieces = [(groups[key], piece) for key, name in chosen.items() for piece in manned(ctx, groups[key], name)]
    names = list(chosen.values())
    return StepResult([ctx.event("weapon.chosen", add=new_counters(ctx, pieces), names=names, pending=NOTHING)])


# 7.5195 ammunition -----------------------------------------------------------------------


def _modules(ctx: Context) -> list[Group]:
    return [group for group in called_up(ctx, "oba") if not group.ammo]


def _normal(ctx: Context) -> Iterable[str]:
    groups = () if ammo_needs(ctx) else _modules(ctx)
    return (gettext("{group}: Normal", group=label(ctx, group)) for group in groups)


def _ammunition(ctx: Context, rolled: tuple[Rolled, ...]) -> Event:
    found = {one.need.key: str(one.value("result")) for one in rolled}
    ammo = {group.id: found.get(group.id, "Normal") for group in _modules(ctx)}
    return ctx.event(
        "ammunition.rolled",
        groups={key: {"ammo": value} for key, value in ammo.items()},
        change={str(c.id): {"note": f"{ammo[c.group]} ammunition"} for c in ctx.mine.counters if c.group in ammo},
        rolls=[roll_record(one, ammo[one.need.key]) for one in rolled],
    )


# 7.5196, 7.5197 leaders ------------------------------------------------------------------


def _led(ctx: Context, rolled: tuple[Rolled, ...], column: str, kind: str) -> Event:
    """The leaders that `rolled` brings to the groups its keys name; two dice for a platoon bring armor leaders."""
    groups = {group.id: group for group in ctx.mine.groups}
    given = Group("", "", ctx.date, 0, given=True, off=ctx.initial and not ctx.german)
    found = [
        (groups.get(one.need.key, given), NewCounter("leader" if leader else "armor_leader", name))
        for one in rolled
        for leader in [kind == "leaders.rolled" or one.need.dice == 1]
        for name in names_of(one.value(column))
    ]
    rolls = [roll_record(one, str(one.value(column) or "no leader")) for one in rolled]
    return ctx.event(kind, add=new_counters(ctx, found), rolls=rolls)


def _armor_needs(ctx: Context) -> tuple[Need, ...]:
    """The platoons, and on the first date the given items that roll."""
    given = [item for item in ctx.rules.initial.item if ctx.initial and item.side == ctx.side]
    table = ctx.table("armor_leader")
    rolls = [(item.name, n) for item in given for n in range(1, item.armor_leader_rolls + 1)]
    found = (Need(f"{name}:{n}", f"{name}, roll {n}", 2, table, ctx.modifiers(table)) for name, n in rolls)
    return (*platoon_needs(ctx), *found)


# RG notes j, k, l: models; E7.21: aircraft; RG notes l, n: their ATCB ----------------------


def _model_needs(ctx: Context) -> tuple[Need, ...]:
    rows = {group.id: rg(ctx, group) for group in ctx.groups_of_today() if rg(ctx, group).variant}
    return tuple(
        Need(str(c.id), f"{c.name} of {c.group}", 1, ctx.rules.tables[rows[c.group].variant])
        for c in ctx.mine.counters
        if c.group in rows and c.name == rows[c.group].units[0][0]
    )


def _models(ctx: Context, rolled: tuple[Rolled, ...]) -> Event:
    change = {one.need.key: {"name": str(one.value("result"))} for one in rolled}
    return ctx.event("variants.rolled", change=change, rolls=[roll_record(r, str(r.value("result"))) for r in rolled])


def _aircraft_task(ctx: Context) -> FormTask | None:
    fields: list[Field] = []
    for group in called_up(ctx, "aircraft"):
        name, unit = label(ctx, group), rg(ctx, group).units[0][0]
        number, model = gettext("{group}: aircraft", group=name), gettext("{group}: type", group=name)
        fields.append(Field(f"number_{group.id}", number, value=1, low=1, high=6, rule="E7.21"))
        fields.append(Field(f"type_{group.id}", model, "text", unit, rule="OtO Aircraft 12"))
    return FormTask(ctx.button("aircraft"), tuple(fields)) if fields else None


def _receive_aircraft(ctx: Context, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    entries = task.read(data)
    pieces = [
        (group, NewCounter("aircraft", entries[f"type_{group.id}"] or rg(ctx, group).units[0][0]))
        for group in called_up(ctx, "aircraft")
        for _ in range(entries[f"number_{group.id}"])
    ]
    return StepResult([ctx.event("aircraft.received", add=new_counters(ctx, pieces))])


def _atcb_needs(ctx: Context) -> tuple[Need, ...]:
    """Aircraft that roll for ATCB: of groups with note l or n, and the given ones (IHSR 4)."""
    groups = {group.id for group in called_up(ctx, "aircraft") if {"l", "n"} & set(rg(ctx, group).notes)}
    given = {item.name for item in ctx.rules.initial.item if item.atcb_roll}
    new = [c for c in ctx.mine.on_hand if c.kind == "aircraft" and c.since == ctx.date]
    rolling = (c for c in new if c.group in groups or (not c.group and c.name in given))
    return tuple(Need(str(c.id), f"{c.name} (no. {c.id})", 1, ctx.table("atcb")) for c in rolling)


def _atcb(ctx: Context, rolled: tuple[Rolled, ...]) -> Event:
    change = {one.need.key: {"note": f"ATCB: {one.value('result')}"} for one in rolled}
    return ctx.event("aircraft.rolled", change=change, rolls=[roll_record(r, str(r.value("result"))) for r in rolled])


# CG8 optional MG -------------------------------------------------------------------------


def _new_vehicles(ctx: Context) -> list[Counter]:
    """The vehicles of this date's groups, and on the first date the given ones."""
    groups = {group.id for group in ctx.groups_of_today()} | ({""} if ctx.initial else set())
    return [c for c in ctx.mine.on_hand if c.kind in VEHICLES and c.group in groups]


def _optional_task(ctx: Context) -> FormTask | None:
    fields = number_fields(_new_vehicles(ctx), ctx.rule("optional_mg"))
    return FormTask(ctx.button("optional_mg"), fields) if fields else None


def _note_optional(ctx: Context, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    armed = taken(_new_vehicles(ctx), task.read(data))
    change = {str(c.id): new for c in armed if (new := marks(c, more=(ctx.rules.pack.marks.optional,)))}
    return StepResult([ctx.event("optional_mg.noted", change=change, names=names(armed))])


STEPS: tuple[StepDef[Context], ...] = (
    roll_step("strength", strength_needs, _strength, _in_full),
    roll_step("weapons", lambda ctx: [need for *_, need in _hanging(ctx)], _weapons),
    StepDef("weapon_choice", _weapon_choice_task, {"enter": _choose_weapon}),
    roll_step("ammunition", ammo_needs, _ammunition, _normal),
    roll_step("leaders", leader_needs, lambda ctx, rolled: _led(ctx, rolled, ctx.side, "leaders.rolled")),
    roll_step("armor", _armor_needs, lambda ctx, rolled: _led(ctx, rolled, "leader", "armor_leaders.rolled")),
    roll_step("variants", _model_needs, _models),
    StepDef("aircraft", _aircraft_task, {"enter": _receive_aircraft}),
    roll_step("atcb", _atcb_needs, _atcb),
    StepDef("optional_mg", _optional_task, {"enter": _note_optional}),
)
