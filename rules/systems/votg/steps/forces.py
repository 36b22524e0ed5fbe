"""12.622: strength, weapons, Guns, modules, leaders, Commissars, crews and aircraft of the groups of this line.

With them go the radio or field phone of an OBA module and its draw pile: with both it is Retained (CG6, CG10). How many
chits a pile has stands in the rules of the base game: its owner reads it off there, once for each module. It is noted
on the counter, and nothing takes it off again, for a module begins every scenario with its original pile.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.asl.arrival import NewCounter, label
from rules.asl.conditions import MMC
from rules.asl.context import StepDef, names_of, roll_record
from rules.asl.counters import Counter
from rules.asl.pending import NOTHING, Left, Pending
from rules.asl.steps.rolling import roll_step
from rules.contract import Event, Field, Refused
from rules.dice import Rng
from rules.engine.data_files import divided
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.engine.tasks import FormTask
from rules.systems.votg.arrival import (
    FULL,
    INEXPERIENCED,
    RECEIVED,
    ROLLS,
    SUPPORT,
    WHOLE,
    Gates,
    allotments,
    armor_needs,
    arrivals,
    called_up,
    column,
    gate_needs,
    guns,
    leader_needs,
    manned,
    new_counters,
    rg,
    strength_needs,
    support_needs,
    sure_leaders,
    units,
    weapon,
    weapon_needs,
)
from rules.systems.votg.context import GREEN, Context
from rules.systems.votg.state import Group
from rules.tables import Need
from rules.text import gettext

MOST_CHITS = 20

# 12.6221 strength -----------------------------------------------------------------------------


def _arriving(ctx: Context) -> list[Group]:
    """All groups of this line but modules and batteries, which come with rolls of their own (12.6224)."""
    return [group for group in ctx.groups_of_today() if rg(ctx, group).kind not in SUPPORT]


def _sure_strength(ctx: Context) -> Iterable[str]:
    rolling = {need.key for need in strength_needs(ctx)}
    groups = (group for group in _arriving(ctx) if group.id not in rolling)
    return (f"{label(ctx, group)}: {group.strength or gettext(RECEIVED)}" for group in groups)


def _strength(ctx: Context, rolled: tuple[Rolled, ...]) -> Event:
    """The record keeps of a group its strength, and how many of its squads are Replaced."""
    codes = {one.need.key: str(one.value("code")) for one in rolled}
    groups: dict[str, dict[str, Any]] = {}
    pieces: list[tuple[Group, NewCounter]] = []
    for group in _arriving(ctx):
        row, strength = rg(ctx, group), codes.get(group.id, group.strength)
        replaced = units(row, strength)[1] if row.strengths else 0
        groups[group.id] = {"strength": strength, "exponent": replaced}
        pieces += [(group, piece) for piece in arrivals(ctx, group, strength)]
    rolls = [roll_record(one, str(one.value("result"))) for one in rolled]
    return ctx.event("strength.rolled", groups=groups, add=new_counters(ctx, pieces), rolls=rolls)


# 12.6222, 12.6223 weapons ---------------------------------------------------------------------


class OpenTypes(Left):
    """Weapons received whose type a die has still to tell, with their groups."""

    types: tuple[tuple[str, str], ...]


def _weapons(ctx: Context, rolled: tuple[Rolled, ...]) -> Event:
    """Weapons that are received, heavy ones with their crews; one whose type a die decides waits for that."""
    pieces: list[tuple[Group, NewCounter]] = []
    open_types = []
    for (group, name, _), one in zip(weapon_needs(ctx), rolled, strict=True):
        row = rg(ctx, group)
        if one.value("result") != RECEIVED:
            continue
        if _type_table(ctx, group, name):
            open_types.append((group.id, name))
        else:
            came = manned(ctx, row, name) if row.kind == "weapons" else weapon(ctx, row, name)
            pieces += [(group, piece) for piece in came]
    return ctx.event(
        "weapons.rolled",
        add=new_counters(ctx, pieces),
        rolls=[roll_record(one, str(one.value("result"))) for one in rolled],
        pending=Pending().put(OpenTypes(types=tuple(open_types))) if open_types else NOTHING,
    )


def _type_table(ctx: Context, group: Group, name: str) -> str:
    """The table that tells the type of a listed weapon, "" where none is needed."""
    return next((each.table for each in allotments(ctx, rg(ctx, group)) if each.weapon == name), "")


def _type_needs(ctx: Context) -> list[tuple[Group, Need]]:
    """The dr for the type of each weapon that has come: those of Full groups, and those just received."""
    full = [group for group in called_up(ctx, "squads") if group.strength in WHOLE]
    listed = [(group, each) for group in full for each in allotments(ctx, rg(ctx, group)) if each.table]
    came = [(group, each.weapon) for group, each in listed for _ in range(each.number)]
    groups = {group.id: group for group in ctx.groups_of_today()}
    left = ctx.pending.get(OpenTypes)
    came += [(groups[key], name) for key, name in left.types] if left else []
    found = []
    for n, (group, name) in enumerate(came, start=1):
        table = ctx.table(_type_table(ctx, group, name))
        found.append((group, Need(f"{group.id}:type{n}", f"{name} for {label(ctx, group)}", table.dice, table)))
    return found


def _types(ctx: Context, rolled: tuple[Rolled, ...]) -> Event:
    pieces = [
        (group, piece)
        for (group, _), one in zip(_type_needs(ctx), rolled, strict=True)
        for piece in weapon(ctx, rg(ctx, group), str(one.value("result")))
    ]
    rolls = [roll_record(one, str(one.value("result"))) for one in rolled]
    return ctx.event("weapon_types.rolled", add=new_counters(ctx, pieces), rolls=rolls, pending=NOTHING)


# 12.6224 modules and batteries ----------------------------------------------------------------


def _sure_support(ctx: Context) -> Iterable[str]:
    rolling = {need.key for need in support_needs(ctx)}
    groups = (group for group in called_up(ctx, *SUPPORT) if group.id not in rolling)
    return (f"{label(ctx, group)}: {gettext(RECEIVED)}" for group in groups)


def _support(ctx: Context, rolled: tuple[Rolled, ...]) -> Event:
    modules, batteries = called_up(ctx, "oba"), called_up(ctx, "guns")
    found = {one.need.key: one for one in rolled}
    plain = ctx.rules.pack.given_support.ammunition
    ammo = {g.id: str(found[g.id].value("result")) if g.id in found else plain for g in modules}
    strengths = {g.id: str(found[g.id].value("code")) if g.id in found else FULL for g in batteries}
    pieces = [(g, NewCounter("oba", name)) for g in modules for name, n in rg(ctx, g).units for _ in range(n)]
    pieces += [(g, piece) for g in batteries for piece in guns(ctx, g, strengths[g.id])]
    supplied = {key: {"ammo": value} for key, value in ammo.items()}
    return ctx.event(
        "ammunition.rolled",
        groups={**supplied, **{key: {"strength": value} for key, value in strengths.items()}},
        add=new_counters(ctx, pieces),
        rolls=[roll_record(one, str(one.value("result"))) for one in rolled],
    )


# 12.6225 leaders ------------------------------------------------------------------------------


def _gates(ctx: Context, rolled: tuple[Rolled, ...]) -> Event:
    passed = tuple(one.need.key for one in rolled if one.value("result") == ROLLS)
    rolls = [roll_record(one, f"{'rolls' if one.need.key in passed else 'no roll'} for a leader") for one in rolled]
    pending = Pending().put(Gates(leaders=passed)) if passed else NOTHING
    return ctx.event("leader_gates.rolled", rolls=rolls, pending=pending)


def _leaders(ctx: Context, rolled: tuple[Rolled, ...]) -> Event:
    groups = {group.id: group for group in ctx.groups_of_today()}
    found: list[tuple[Group, NewCounter]] = []
    rolls = []
    for one in rolled:
        group = groups[one.need.key]
        names = [*names_of(one.value(column(ctx, group))), *sure_leaders(ctx, group)]
        found += [(group, NewCounter("leader", name)) for name in names]
        rolls.append(roll_record(one, ", ".join(names) or "no leader"))
    return ctx.event("leaders.rolled", add=new_counters(ctx, found), rolls=rolls, pending=NOTHING)


# 12.6226 Commissars ---------------------------------------------------------------------------


def _companies(ctx: Context) -> list[Group]:
    """The Infantry companies bought for this line; those given for the Initial Scenario were not."""
    return [g for g in called_up(ctx, "squads") if rg(ctx, g).size == "company" and not g.given]


def _commissar(ctx: Context, leader: Counter) -> bool:
    return leader.name in (*ctx.rules.pack.commissars.names, *ctx.rules.pack.commissars.never)


def _exchangeable(ctx: Context) -> list[Counter]:
    """The new leaders of these companies who are no Commissars yet."""
    groups = {g.id for g in _companies(ctx)}
    new = (c for c in ctx.mine.on_hand if c.kind == "leader" and c.since == ctx.date and c.group in groups)
    return [c for c in new if not _commissar(ctx, c)]


def _may_exchange(ctx: Context) -> int:
    """How many new leaders may become Commissars: by company, and as many as the side's squads allow."""
    rule, worth = ctx.rules.pack.commissars, ctx.rules.pack.squad_equivalent.value
    if ctx.side != rule.side:
        return 0
    halves = sum(worth[c.kind] for c in ctx.mine.on_hand if c.kind in MMC)
    most = divided(halves, worth["squad"] * rule.squads, rule.rounding)
    # Those of NKVD Militia count by ruling.
    nkvd = {g.id for g in ctx.mine.groups if rg(ctx, g).type in ctx.rules.pack.leader_groups.commissars}
    free = () if ctx.rules.pack.commissar_count.value else nkvd
    counted = sum(c.kind == "leader" and _commissar(ctx, c) and c.group not in free for c in ctx.mine.on_hand)
    return max(0, min(len(_companies(ctx)) * rule.per_company, most - counted, len(_exchangeable(ctx))))


def _commissars_task(ctx: Context) -> FormTask | None:
    most, said, rule = _may_exchange(ctx), ctx.texts("commissars"), ctx.rule("commissars")
    if not most:
        return None
    options = (("", gettext(said["stays"])), *((name, name) for name in ctx.rules.pack.commissars.names))
    named = [(c.id, gettext("{leader} of {group}", leader=c.name, group=c.group)) for c in _exchangeable(ctx)]
    fields = tuple(Field(f"leader_{n}", name, "select", "", options=options, rule=rule) for n, name in named)
    return FormTask(ctx.button("commissars"), fields, (gettext(said["most"], number=most),))


def _exchange(ctx: Context, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    leaders = _exchangeable(ctx)
    chosen = {c.id: name for c, name in zip(leaders, task.read(data).values(), strict=True) if name}
    most = _may_exchange(ctx)
    if len(chosen) > most:
        raise Refused(
            gettext("{chosen} leaders would become Commissars, {most} may.", chosen=len(chosen), most=most),
            rule=ctx.rule("commissars"),
            field=f"leader_{list(chosen)[most]}",
            way_out=gettext("Let {number} of them stay as they are.", number=len(chosen) - most),
        )
    change = {str(key): {"name": name, "worth": ctx.rules.worth("leader", name)} for key, name in chosen.items()}
    names = [f"{c.name} → {chosen[c.id]}" for c in leaders if c.id in chosen]
    return StepResult([ctx.event("commissars.exchanged", change=change, names=names)])


# 12.6227 armor leaders ------------------------------------------------------------------------


def _armor(ctx: Context, rolled: tuple[Rolled, ...]) -> Event:
    groups = {group.id: group for group in ctx.groups_of_today()}
    results = {one.need.key: one.value("leader") for one in rolled}
    led = [(groups[key], NewCounter("armor_leader", str(n))) for key, n in results.items() if n and n != INEXPERIENCED]
    green = {key for key, name in results.items() if name == INEXPERIENCED}
    crews = (c for c in ctx.mine.on_hand if c.group in green and c.kind in ("tank", "vehicle"))
    return ctx.event(
        "armor_leaders.rolled",
        add=new_counters(ctx, led),
        change={str(c.id): {"marks": [*c.marks, GREEN]} for c in crews},
        rolls=[roll_record(one, str(one.value("leader") or "no leader")) for one in rolled],
    )


# VotG9 aircraft -------------------------------------------------------------------------------


def _aircraft_task(ctx: Context) -> FormTask | None:
    most, rule = ctx.rules.pack.air_support.value, ctx.rule("aircraft")
    groups = called_up(ctx, "aircraft")
    fields = tuple(Field(g.id, label(ctx, g), value=1, low=1, high=most, rule=rule) for g in groups)
    return FormTask(ctx.button("aircraft"), fields) if fields else None


def _receive_aircraft(ctx: Context, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    numbers = task.read(data)
    pieces = [
        (group, NewCounter("aircraft", rg(ctx, group).units[0][0]))
        for group in called_up(ctx, "aircraft")
        for _ in range(numbers[group.id])
    ]
    return StepResult([ctx.event("aircraft.received", add=new_counters(ctx, pieces))])


# CG6, CG10 contact and draw pile of a module --------------------------------------------------


def _modules(ctx: Context) -> list[Counter]:
    """The modules of which nothing is noted yet."""
    return [c for c in ctx.mine.on_hand if c.kind == "oba" and not c.note]


def _artillery_task(ctx: Context) -> FormTask | None:
    said, rule = ctx.texts("artillery"), ctx.rule("artillery")
    contacts = tuple((key, gettext(text)) for key, text in said.labels["contacts"].items())
    asked = {"black": gettext(said["black"]), "red": gettext(said["red"])}
    fields: list[Field] = []
    for c in _modules(ctx):
        # Its ammunition says how large its pile is.
        supply = next((ctx.supply(group) for group in ctx.mine.groups if group.id == c.group), "")
        about = [gettext("no. {number}", number=c.id), *([gettext(supply)] if supply else [])]
        name = f"{c.name} ({', '.join(about)})"
        contact = f"{name}: {gettext(said['contact'])}", "select", contacts[0][0]
        fields.append(Field(f"contact_{c.id}", *contact, options=contacts, rule=ctx.rule("artillery", "contact")))
        fields += [Field(f"{key}_{c.id}", f"{name}: {text}", high=MOST_CHITS, rule=rule) for key, text in asked.items()]
    return FormTask(ctx.button("artillery"), tuple(fields), ctx.points("artillery")) if fields else None


def _record_artillery(ctx: Context, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    said, entered, change, names = ctx.texts("artillery"), task.read(data), {}, []
    for module in _modules(ctx):
        black, red = entered[f"black_{module.id}"], entered[f"red_{module.id}"]
        if red and not black:
            raise Refused(
                gettext("{module}: a draw pile of {red} red chits and no black one.", module=module.name, red=red),
                rule=ctx.rule("artillery"),
                field=f"black_{module.id}",
                way_out=gettext("Enter how many black ones it has, or 0 for both if you keep the pile at the table."),
            )
        pile = said["pile"].format(black=black, red=red) if black else ""
        kit = ", ".join(part for part in (said.labels["contacts"][entered[f"contact_{module.id}"]], pile) if part)
        change[str(module.id)] = {"note": kit}
        names.append(f"{module.name}: {kit}")
    return StepResult([ctx.event("artillery.recorded", change=change, names=names)])


STEPS: tuple[StepDef[Context], ...] = (
    roll_step("strength", strength_needs, _strength, _sure_strength),
    roll_step("weapons", lambda ctx: [need for *_, need in weapon_needs(ctx)], _weapons),
    roll_step("weapon_types", lambda ctx: [need for _, need in _type_needs(ctx)], _types),
    roll_step("ammunition", support_needs, _support, _sure_support),
    roll_step("leader_gates", gate_needs, _gates),
    roll_step("leaders", leader_needs, _leaders),
    StepDef("commissars", _commissars_task, {"enter": _exchange}),
    roll_step("armor", armor_needs, _armor),
    StepDef("aircraft", _aircraft_task, {"enter": _receive_aircraft}),
)
ARTILLERY: tuple[StepDef[Context], ...] = (StepDef("artillery", _artillery_task, {"enter": _record_artillery}),)
