"""What a group brings: the counters that come without a die, and the dice that its steps cast (7.519)."""

from __future__ import annotations

from rules.asl.arrival import NewCounter, label
from rules.asl.counter_fields import ENGINEER, OWN_OBSERVER
from rules.asl.data_files.group_charts import GroupChartRow, WeaponRow
from rules.systems.oto2.context import Context
from rules.systems.oto2.state import Group
from rules.tables import Need

FULL, DEPLETED = "Full", "Depleted"
PLAIN_KINDS = {
    "oba": "oba",
    "observer": "observer",
    "cbm": "cbm",
    "bombardment": "bombardment",
    "cupolas": "cupola",
    "guns": "gun",
    "weapons": "weapon",
    "squads": "weapon",
    "vehicles": "tank",
}


# counters --------------------------------------------------------------------------------


def arrivals(ctx: Context, group: Group, strength: str) -> list[NewCounter]:
    """What `group` brings at `strength` without further dice (7.5185, 7.5192 to 7.5194, notes)."""
    row, full = ctx.row_of(group), strength == FULL
    if row.kind in ("squads", "vehicles", "guns"):
        # Units by number, the crews of Guns (note b), trucks to tow them (note o), the sure weapons of a Full
        # company.
        number, unit = int((row.full if full else row.depleted) or 0), row.units[0][0]
        conditions = (ENGINEER,) if "d" in row.notes else ()
        units = [NewCounter(kind_of(ctx, row, unit), unit, conditions)] * number
        if row.kind == "guns":
            units += [NewCounter("crew", ctx.rules.pack.crew.value)] * number
        if group.options.get("trucks"):
            units += [NewCounter("vehicle", ctx.rules.pack.trucks.unit)] * number
        sure = _allotments(ctx, row) if full and row.kind == "squads" else ()
        return units + [NewCounter("weapon", line.weapon) for line in sure for _ in range(line.sure)]
    if row.kind == "minefield":
        rule = ctx.rules.forts.minefield_group
        return [NewCounter("fortification", f"Minefield hex {rule.ap_mines}AP {rule.at_mines}AT")] * rule.hexes
    result: list[NewCounter] = []
    for name, count in row.units:
        if row.kind == "weapons":
            result += manned(ctx, group, name) * (count if full else 0)
        elif row.kind == "oba":
            marks = () if "f" in row.notes else (OWN_OBSERVER,)
            result += [NewCounter("oba", f"{row.name} ({name})", marks)] * count
        elif row.kind in ("observer", "cbm", "bombardment", "cupolas"):
            result += [NewCounter(PLAIN_KINDS[row.kind], name if row.kind == "cupolas" else row.name)] * count
    return result


def kind_of(ctx: Context, row: GroupChartRow, name: str) -> str:
    """The class of a counter: by the unit data, else by what kind of group brought it."""
    unit = ctx.rules.unit(ctx.side, name)
    return unit.kind if unit else PLAIN_KINDS.get(row.kind, "other")


def manned(ctx: Context, group: Group, weapon: str) -> list[NewCounter]:
    """A weapon that a group receives, a heavy one with its crew."""
    row = ctx.row_of(group)
    crew = [NewCounter("crew", ctx.rules.pack.crew.value)] if row.kind == "weapons" else []
    return [NewCounter(kind_of(ctx, row, weapon), weapon), *crew]


# dice ------------------------------------------------------------------------------------


def strength_needs(ctx: Context) -> tuple[Need, ...]:
    """The strength DR of every group of this date that takes one (7.5191)."""
    if ctx.initial and ctx.rules.pack.first_scenario.full_strength:
        return ()
    table = ctx.table("strength")
    rolling = (g for g in ctx.groups_of_today() if not g.strength and "c" in ctx.row_of(g).notes)
    return tuple(Need(group.id, label(ctx, group), 2, table, ctx.modifiers(table)) for group in rolling)


def _allotments(ctx: Context, row: GroupChartRow) -> tuple[WeaponRow, ...]:
    return ctx.rules.weapons[ctx.side].get(row.id, ())


def weapon_dice(ctx: Context, group: Group) -> list[tuple[str, int, int]]:
    """What hangs on a dr for a group of known strength: the weapon, the number to roll or less, a count (7.5192)."""
    row, depleted = ctx.row_of(group), group.strength == DEPLETED
    if row.kind == "weapons" and depleted:
        number = _highest(ctx, "hw_depleted")
        return [(name, number, n) for name, count in row.units for n in range(count)]
    result = []
    for line in _allotments(ctx, row) if row.kind == "squads" else ():
        chance = line.chance
        if depleted:
            result += [(line.weapon, _highest(ctx, "sw_depleted"), n) for n in range(line.sure)]
            if ctx.rules.readings.sw_parenthesis_depleted == "example" and line.chance_depleted_example is not None:
                chance = line.chance_depleted_example
        if chance:
            result.append((line.weapon, chance, line.sure))
    return result


def _highest(ctx: Context, table: str) -> int:
    """The highest dr on which a table's weapon is received."""
    return int(ctx.table(table).rows[0].high or 0)


def only_weapon(ctx: Context, group: Group) -> str:
    """The weapon that comes all the same, or "" if its owner chooses among several (7.5193)."""
    kinds = ctx.row_of(group).units
    return kinds[0][0] if len(kinds) == 1 or ctx.rules.readings.hw_after_all == "first" else ""


def ammo_needs(ctx: Context) -> tuple[Need, ...]:
    """The ammunition DR of every module of this date (7.5195)."""
    if ctx.initial and ctx.rules.readings.oba_initial == "normal":
        return ()
    table = ctx.table(f"oba_{ctx.side}")
    modules = (group for group in ctx.called_up("oba") if not group.ammo)
    return tuple(Need(group.id, label(ctx, group), 2, table, ctx.modifiers(table)) for group in modules)


def leader_needs(ctx: Context) -> tuple[Need, ...]:
    """The leader DR of every Infantry group of this date (7.5196)."""
    table = ctx.table("leaders")
    of_side = {modifier.key: modifier.groups for modifier in table.modifiers if modifier.side == ctx.side}
    sizes = ("company", "platoon") if ctx.rules.readings.platoon_leaders == "both" else ("company",)
    result = []
    for group in ctx.called_up("squads"):
        if ctx.row_of(group).size in sizes:
            facts = {key: 1 for key, groups in of_side.items() if group.rg in groups}
            modifiers = ctx.modifiers(table, depleted=group.strength == DEPLETED, **facts)
            result.append(Need(group.id, label(ctx, group), 2, table, modifiers))
    return tuple(result)


def platoon_needs(ctx: Context) -> tuple[Need, ...]:
    """The roll of each platoon with note a for a leader of its own (7.5197)."""
    result = []
    for group in ctx.groups_of_today():
        row, depleted = ctx.row_of(group), group.strength == DEPLETED
        if "a" not in row.notes:
            continue
        if row.kind == "squads":
            table = ctx.table("platoon_leader")
            result.append(Need(group.id, label(ctx, group), 1, table, ctx.modifiers(table, depleted=depleted)))
        else:
            table = ctx.table("armor_leader")
            facts = {"kv": row.kv, "german": ctx.german, "mineroller": row.mineroller, "depleted": depleted}
            result.append(Need(group.id, label(ctx, group), 2, table, ctx.modifiers(table, **facts)))
    return tuple(result)
