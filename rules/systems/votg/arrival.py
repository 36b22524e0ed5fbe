"""What a group brings: the counters that come without a die of its own, and the dice that its steps cast (12.622)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.asl import arrival as asl
from rules.asl.arrival import NewCounter, label
from rules.asl.counter_fields import ENGINEER, MMC
from rules.asl.counters import CounterRow
from rules.asl.pending import StepPending
from rules.engine.replace import replace
from rules.systems.votg.chart import ChartGroup
from rules.systems.votg.context import Context
from rules.systems.votg.state import RUSSIAN, Group
from rules.tables import Need

REINFORCED, FULL, DEPLETED = "RS", "FS", "D"
RECEIVED, ROLLS = "received", "rolls"
"""What tables say of weapons that come, and of platoons that may roll for a leader."""
WHOLE = (REINFORCED, FULL)
"""Strengths at which everything listed comes without a roll."""
GRADES = {
    REINFORCED: "reinforced",
    "LD": "lightly_depleted",
    "MD": "moderately_depleted",
    "HD": "heavily_depleted",
    DEPLETED: "depleted",
}
"""What the tables call a strength other than Full."""
DUG_IN, RESERVE = "dug_in", "reserve"
INEXPERIENCED = "Inexperienced"
"""What the table of armor leaders says of a platoon whose crews are."""
SUPPORT = ("oba", "guns")
"""Modules and batteries, which come with rolls of their own (12.6224)."""
PLAIN_KINDS = ("observer", "observation_plane", "bombardment", "minefield")
"""Groups that are a counter for each of their units."""
CLASSES = {"squads": "squad", "vehicles": "tank", "weapons": "weapon", "guns": "gun", "minefield": "fortification"}
"""The class of a group's counters where it is not called like the group."""


@dataclass(frozen=True)
class Allotment:
    """Weapons that an Infantry group is listed with; `table` tells the type where a die decides it."""

    weapon: str
    number: int
    table: str = ""


# groups ---------------------------------------------------------------------------------------


def new_counters(ctx: Context, pieces: Iterable[tuple[Group, NewCounter]]) -> list[CounterRow]:
    """Counters to be added to the side. Those of a group that enters during the scenario are due then (CG9).

    Those of a Reserve are marked as such, for they are Cloaked and never hidden (12.6214b).
    """
    mark = ctx.rules.pack.reserve.mark
    return asl.new_counters(
        ctx, ((g, replace(one, marks=(*one.marks, mark)) if g.way == RESERVE else one) for g, one in pieces)
    )


# counters -------------------------------------------------------------------------------------


def arrivals(ctx: Context, group: Group, strength: str) -> list[NewCounter]:
    """What a group brings at a strength, before any die for a weapon, Gun, module or leader (12.6221 to 12.6223)."""
    row = ctx.row_of(group)
    if row.kind == "squads":
        return [*_squads(ctx, row, *units(row, strength)), *_sure(ctx, row, strength)]
    if row.kind == "vehicles":
        # Dug-In ones stand still, and their bow MG serve as the weapons that come with them (12.6214c).
        rule, name, (number, _) = ctx.rules.pack.dug_in, row.units[0][0], units(row, strength)
        if group.way != DUG_IN:
            return [NewCounter(kind_of(ctx, row, name), name)] * number
        bow_guns = [NewCounter("weapon", rule.weapon)] * (number * rule.weapons_per_vehicle)
        return [NewCounter(kind_of(ctx, row, name), name, rule.marks)] * number + bow_guns
    if row.kind == "weapons":
        # A heavy weapons or MOL platoon has everything without a die if it is Full, else its men (12.6223).
        sure = [(name, n) for name, n in row.units if strength in WHOLE or kind_of(ctx, row, name) in MMC]
        return [piece for name, number in sure for piece in manned(ctx, row, name) * number]
    if row.kind in PLAIN_KINDS:
        return [NewCounter(kind_of(ctx, row, name), name) for name, number in row.units for _ in range(number)]
    return []


def units(row: ChartGroup, strength: str) -> tuple[int, int]:
    """How many squads or vehicles a group has at a strength, and how many of them undergo ELR Replacement."""
    return row.strengths[strength.lower()]


def kind_of(ctx: Context, row: ChartGroup, name: str) -> str:
    """The class of a counter: by the unit data, else by what kind of group brings it."""
    unit = ctx.rules.unit(ctx.side, name)
    if unit:
        return unit.kind
    return "vehicle" if row.type in ctx.rules.pack.unarmored.value else CLASSES.get(row.kind, row.kind)


def _squads(ctx: Context, row: ChartGroup, number: int, replaced: int) -> Iterator[NewCounter]:
    """Squads, the last of them as those that Replace them. Who has nothing below him stays what he is.

    An Assault Engineer who is Replaced is none any more (VotG24). The NKVD has counters of its own (VotG22).
    """
    pack, name = ctx.rules.pack, row.units[0][0]
    if row.type in pack.leader_groups.commissars and ctx.rules.unit(ctx.side, f"{pack.commissars.nkvd} {name}"):
        name = f"{pack.commissars.nkvd} {name}"
    marks = (ENGINEER,) if "assault_engineers" in row.effects else ()
    lower = ctx.rules.lower(ctx.side, name)
    fewer = replaced if lower else 0
    yield from [NewCounter(kind_of(ctx, row, name), name, marks)] * (number - fewer)
    yield from [NewCounter(kind_of(ctx, row, lower), lower)] * fewer


def manned(ctx: Context, row: ChartGroup, name: str) -> list[NewCounter]:
    """A heavy weapon or Gun with its crew, unless the chart lists the group's men itself."""
    listed = {kind_of(ctx, row, each) for each, _ in row.units}
    crew = [] if listed & set(MMC) else [NewCounter("crew", ctx.rules.pack.crew.value)]
    return [NewCounter(kind_of(ctx, row, name), name), *crew]


def heavy_weapons(ctx: Context, row: ChartGroup) -> list[tuple[str, int]]:
    """The weapons of a heavy weapons or MOL platoon, with how many of each it has."""
    return [(name, n) for name, n in row.units if kind_of(ctx, row, name) in ("weapon", "gun")]


def never_empty(ctx: Context) -> bool:
    """Whether a Depleted heavy weapons or MOL platoon has a weapon though every die fails; by ruling (12.6223)."""
    return ctx.rules.readings.hw_forfeited == "owner"


def guns(ctx: Context, group: Group, strength: str) -> list[NewCounter]:
    """The Guns of a battery with their crews: a Depleted one has fewer of each type (12.6224)."""
    row = ctx.row_of(group)
    less = ctx.rules.pack.battery.value if strength == DEPLETED else 0
    return [piece for name, number in row.units for piece in manned(ctx, row, name) * max(0, number - less)]


# weapons of Infantry --------------------------------------------------------------------------


def allotments(ctx: Context, row: ChartGroup) -> list[Allotment]:
    """The weapons listed for an Infantry group, as this campaign reads the columns that are lost (12.6222)."""
    read = {(each.side, each.rg, each.weapon): each.read_as for each in ctx.rules.pack.weapon_reading}
    tables = {(each.rg, each.weapon): each.table for each in ctx.rules.pack.weapon_choice}
    result = []
    for line in ctx.rules.weapons[ctx.side].get(row.type, ()):
        name = read.get((ctx.side, row.type, line.weapon), line.weapon)
        result.append(Allotment(name, line.sure, tables.get((row.type, line.weapon), "")))
    return result


def _sure(ctx: Context, row: ChartGroup, strength: str) -> Iterator[NewCounter]:
    """Weapons that come without a die: a Reinforced company has one more (12.6222)."""
    if strength not in WHOLE:
        return
    for each in allotments(ctx, row):
        yield from weapon(ctx, row, each.weapon) * (0 if each.table else each.number)
    if strength == REINFORCED:
        more = ctx.rules.pack.reinforced
        yield from weapon(ctx, row, more.weapon) * more.weapons


def weapon(ctx: Context, row: ChartGroup, name: str) -> list[NewCounter]:
    """A weapon of an Infantry group, and the half-squad that some charts give with a light mortar (12.6121)."""
    rule = ctx.rules.pack.battle_hardening
    unit = ctx.rules.unit(ctx.side, row.units[0][0])
    if unit is None or name not in rule.light_mortars or "mortar_team" not in row.effects:
        return [NewCounter("weapon", name)]
    return [NewCounter("weapon", name), *[NewCounter("half_squad", unit.half)] * rule.mortar_half_squads]


# dice -----------------------------------------------------------------------------------------


def _need(ctx: Context, group: Group, name: str, **facts: int) -> Need:
    table = ctx.table(name)
    return Need(group.id, label(ctx, group), table.dice, table, ctx.modifiers(table, **facts))


def strength_needs(ctx: Context) -> tuple[Need, ...]:
    """The strength DR of every company and platoon of this date whose strength is not given (12.6221)."""
    tables = {"company": "coy_strength", "platoon": "pltn_strength"}
    sized = [group for group in ctx.groups_of_today() if ctx.row_of(group).size and not group.strength]
    return tuple(_need(ctx, group, tables[ctx.row_of(group).size]) for group in sized)


def weapon_needs(ctx: Context) -> tuple[tuple[Group, str, Need], ...]:
    """A dr for each weapon of the groups known to be Depleted: the group, the weapon, the Need (12.6222, 12.6223)."""
    result = []
    for group in ctx.called_up("squads", "weapons"):
        row = ctx.row_of(group)
        if not group.strength or group.strength in WHOLE:
            continue
        if row.kind == "squads":
            table, listed = ctx.table("sw_depleted"), [(each.weapon, each.number) for each in allotments(ctx, row)]
        else:
            table, listed = ctx.table("hw_depleted"), heavy_weapons(ctx, row)
        modifiers = ctx.modifiers(table, **{GRADES[group.strength]: 1})
        for n, name in enumerate((name for name, number in listed for _ in range(number)), start=1):
            need = Need(f"{group.id}:{n}", f"{name} for {label(ctx, group)}", table.dice, table, modifiers)
            result.append((group, name, need))
    return tuple(result)


def support_needs(ctx: Context) -> tuple[Need, ...]:
    """The ammunition DR of every module and the strength DR of every battery; given ones by ruling (12.6224).

    The scenario balance (12.32) is taken off those of modules by ruling only.
    """
    rolls_given = ctx.rules.pack.given_support.value
    groups = [group for group in ctx.called_up(*SUPPORT) if rolls_given or not group.given]
    without: dict[str, int] = {} if ctx.rules.readings.balance_support == "all" else {"balance": 0}
    return tuple(
        _need(ctx, group, f"oba_{ctx.side}", **without)
        if ctx.row_of(group).kind == "oba"
        else _need(ctx, group, "gun_battery")
        for group in groups
    )


# 12.6225, 12.6227 leaders ---------------------------------------------------------------------


class Gates(StepPending):
    """The platoons that may roll for a leader."""

    leaders: tuple[str, ...]


def _led(ctx: Context, size: str) -> list[Group]:
    """The Infantry groups of this size that may have leaders, by the campaign game and by the chart."""
    never = ctx.rules.pack.leader_platoons.value
    rows = ((group, ctx.row_of(group)) for group in ctx.called_up("squads", "weapons"))
    return [g for g, row in rows if row.size == size and row.type not in never and "no_leader" not in row.effects]


def gate_needs(ctx: Context) -> tuple[Need, ...]:
    """The dr by which a Russian platoon may roll for a leader at all."""
    if ctx.side != RUSSIAN:
        return ()
    table = ctx.table("leader_gate")
    return tuple(Need(g.id, label(ctx, g), table.dice, table) for g in _led(ctx, "platoon"))


def leader_needs(ctx: Context) -> tuple[Need, ...]:
    """The leader DR of every company, and of every platoon that may roll."""
    gates = ctx.pending.get(Gates)
    platoons = [g for g in _led(ctx, "platoon") if ctx.side != RUSSIAN or (gates and g.id in gates.leaders)]
    result = []
    for group in (*_led(ctx, "company"), *platoons):
        row = ctx.row_of(group)
        table = ctx.table(f"leader_{ctx.side}_coy" if row.size == "company" else "leader_pltn")
        facts = {GRADES[group.strength]: 1} if group.strength in GRADES else {}
        # Of the table's modifiers for kinds of groups this one's.
        keys = (each.key for each in table.modifiers if each.side in ("", ctx.side))
        facts |= {key: 1 for key in keys if row.type in ctx.rules.pack.leader_groups.modifiers.get(key, ())}
        result.append(Need(group.id, label(ctx, group), table.dice, table, ctx.modifiers(table, **facts)))
    return tuple(result)


def column(ctx: Context, group: Group) -> str:
    """The column of the leader tables that counts for a group: NKVD Militia have Commissars."""
    row = ctx.row_of(group)
    if row.size == "platoon":
        return ctx.side
    return "commissars" if row.type in ctx.rules.pack.leader_groups.commissars else "leaders"


def sure_leaders(ctx: Context, group: Group) -> list[str]:
    """The leader a Reinforced Rifle company has beside those of its roll."""
    rule = ctx.rules.pack.reinforced
    entitled = group.strength == REINFORCED and ctx.row_of(group).type in rule.leader_groups[ctx.side]
    return [rule.leader] * rule.leaders if entitled else []


def armor_needs(ctx: Context) -> tuple[Need, ...]:
    """The DR of every AFV platoon of this date for its crews."""
    never = ctx.rules.pack.armor_leaders.value
    rows = [(group, ctx.row_of(group)) for group in ctx.called_up("vehicles")]
    return tuple(
        _need(ctx, group, "armor_leader")
        for group, row in rows
        if row.type not in never and "no_leader" not in row.effects
    )
