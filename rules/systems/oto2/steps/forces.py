"""7.5191 to 7.5193 and 7.5195: strength, weapons and ammunition of the groups of this CG Date."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import Luck
from rules.parts.refit.desk import told
from rules.parts.refit.words import Deed
from rules.parts.rolls import Need
from rules.parts.stages import Taken
from rules.parts.tasks import Field, FormTask, RollTask
from rules.systems.oto2.arrival import FULL, Piece, arrivals, kind_of
from rules.systems.oto2.desk import Desk
from rules.systems.oto2.state import Group
from rules.systems.oto2.steps.groups import DEPLETED, label, new_counters, rg
from rules.tables import GroupLine

# 7.5191 strength -------------------------------------------------------------------------


def _unrolled(desk: Desk) -> list[Group]:
    return [group for group in desk.groups_of_today() if not group.strength]


def strength_needs(desk: Desk) -> tuple[Need, ...]:
    """The strength DR of every group of this date that takes one."""
    if desk.initial and desk.book.pack["start"]["scenario"]["full_strength"]:
        return ()
    table = desk.table("strength")
    modifiers = desk.modifiers(table)
    return tuple(
        Need(group.id, label(desk, group), 2, table, modifiers)
        for group in _unrolled(desk)
        if "c" in rg(desk, group).notes
    )


def _strength_task(desk: Desk) -> RollTask | None:
    groups = _unrolled(desk)
    needs = strength_needs(desk)
    named = {need.key for need in needs}
    lines = tuple(f"{label(desk, group)}: received in full" for group in groups if group.id not in named)
    return RollTask(desk.button("strength"), needs, lines, desk.mode) if groups else None


def _roll_strength(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    rolled = {one.need.key: one for one in desk.roll(strength_needs(desk), data, luck)}
    strengths = {
        group.id: str(rolled[group.id].value("result")) if group.id in rolled else FULL for group in _unrolled(desk)
    }
    arrived = [
        (group, piece)
        for group in _unrolled(desk)
        for piece in arrivals(desk, rg(desk, group), group, strengths[group.id])
    ]
    event = desk.event(
        "strength.rolled",
        groups={key: {"strength": value} for key, value in strengths.items()},
        add=new_counters(desk, arrived),
        rolls=[told(one, strengths[key]) for key, one in rolled.items()],
    )
    return Taken([event])


# 7.5192, 7.5193 weapons ------------------------------------------------------------------


def _weapon_needs(desk: Desk) -> tuple[tuple[Group, str, int, Need], ...]:
    """What hangs on a die: the group, the weapon, the number to roll or less, and the Need."""
    found = [entry for group in desk.groups_of_today() for entry in weapon_dice(desk, group)]
    return tuple(
        (group, weapon, number, Need(f"{group.id}:{weapon}:{n}", f"{weapon} for {group.id}, {number} or less", 1))
        for group, weapon, number, n in found
    )


def weapon_dice(desk: Desk, group: Group) -> list[tuple[Group, str, int, int]]:
    """What hangs on a dr for a group of known strength: the group, the weapon, the number to roll or less, a count."""
    row = rg(desk, group)
    depleted = group.strength == DEPLETED
    if row.kind == "squads":
        return [entry for line in _allotments(desk, row) for entry in _allotted(desk, group, line, depleted)]
    if row.kind == "weapons" and depleted:
        number = _number(desk, "hw_depleted")
        return [(group, name, number, n) for name, count in row.units for n in range(count)]
    return []


def _allotments(desk: Desk, row: GroupLine) -> tuple[Any, ...]:
    return desk.book.allotments[desk.side].get(row.id, ())


def _allotted(desk: Desk, group: Group, line: Any, depleted: bool) -> list[tuple[Group, str, int, int]]:
    sure = [(group, line.weapon, _number(desk, "sw_depleted"), n) for n in range(line.sure)] if depleted else []
    chance = line.chance
    if depleted and desk.ruling("sw_parenthesis_depleted") == "example" and line.chance_depleted_example is not None:
        chance = line.chance_depleted_example
    return sure + ([(group, line.weapon, chance, line.sure)] if chance else [])


def _number(desk: Desk, table: str) -> int:
    """The highest dr on which a table's weapon is received."""
    return int(desk.table(table).rows[0].high or 0)


def _weapons_task(desk: Desk) -> RollTask | None:
    needs = tuple(need for *_, need in _weapon_needs(desk))
    return RollTask(desk.button("weapons"), needs, mode=desk.mode) if needs else None


def _roll_weapons(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    wanted = _weapon_needs(desk)
    rolled = desk.roll([need for *_, need in wanted], data, luck)
    got = [
        (group, weapon)
        for (group, weapon, number, _), one in zip(wanted, rolled, strict=True)
        if one.reckoning.original <= number
    ]
    rolls = [
        told(one, "received" if one.reckoning.original <= number else "none")
        for (_, _, number, _), one in zip(wanted, rolled, strict=True)
    ]
    empty = _left_without(desk, {group.id for group, _ in got})
    sure = [(group, only_weapon(desk, group)) for group in empty if only_weapon(desk, group)]
    choose = [group.id for group in empty if not only_weapon(desk, group)]
    pieces = [(group, piece) for group, weapon in got + sure for piece in _manned(desk, group, weapon)]
    event = desk.event("weapons.rolled", add=new_counters(desk, pieces), rolls=rolls, pending={"weapons": choose})
    return Taken([event])


def _left_without(desk: Desk, armed: set[str]) -> list[Group]:
    """Depleted heavy weapons groups for which every die failed: one weapon comes all the same."""
    return [
        group
        for group in desk.groups_of_today()
        if rg(desk, group).kind == "weapons" and group.strength == DEPLETED and group.id not in armed
    ]


def only_weapon(desk: Desk, group: Group) -> str:
    """The weapon that comes all the same, or "" if its owner chooses among several."""
    kinds = rg(desk, group).units
    return kinds[0][0] if len(kinds) == 1 or desk.ruling("hw_forfeited") == "first" else ""


def _manned(desk: Desk, group: Group, weapon: str) -> list[Piece]:
    crew = [Piece("crew", str(desk.book.pack["crew"]["unit"]))] if rg(desk, group).kind == "weapons" else []
    return [Piece(kind_of(desk, rg(desk, group), weapon), weapon), *crew]


def _weapon_choice_task(desk: Desk) -> FormTask | None:
    groups = [g for g in desk.groups_of_today() if g.id in desk.mine.pending.get("weapons", ())]
    if not groups:
        return None
    fields = tuple(
        Field(
            f"weapon_{group.id}",
            label(desk, group),
            "select",
            rg(desk, group).units[0][0],
            options=tuple((name, name) for name, _ in rg(desk, group).units),
            rule="7.5193",
        )
        for group in groups
    )
    return FormTask(desk.button("weapon_choice"), fields)


def _choose_weapon(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _weapon_choice_task(desk)
    assert task is not None
    chosen = task.read(data)
    groups = {f"weapon_{group.id}": group for group in desk.groups_of_today()}
    pieces = [(groups[key], piece) for key, name in chosen.items() for piece in _manned(desk, groups[key], name)]
    return Taken([desk.event("weapon.chosen", add=new_counters(desk, pieces), names=list(chosen.values()), pending={})])


# 7.5195 ammunition -----------------------------------------------------------------------


def _modules(desk: Desk) -> list[Group]:
    return [g for g in desk.groups_of_today() if rg(desk, g).kind == "oba" and not g.ammo]


def ammo_needs(desk: Desk) -> tuple[Need, ...]:
    """The ammunition DR of every module of this date."""
    if desk.initial and desk.ruling("oba_initial") == "normal":
        return ()
    table = desk.table(f"oba_{desk.side}")
    return tuple(Need(g.id, label(desk, g), 2, table, desk.modifiers(table)) for g in _modules(desk))


def _ammo_task(desk: Desk) -> RollTask | None:
    lines = () if ammo_needs(desk) else tuple(f"{label(desk, g)}: Normal" for g in _modules(desk))
    return RollTask(desk.button("ammunition"), ammo_needs(desk), lines, desk.mode) if _modules(desk) else None


def _roll_ammo(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    rolled = {one.need.key: one for one in desk.roll(ammo_needs(desk), data, luck)}
    ammo = {g.id: str(rolled[g.id].value("result")) if g.id in rolled else "Normal" for g in _modules(desk)}
    change = {str(c.id): {"note": f"{ammo[c.group]} ammunition"} for c in desk.mine.counters if c.group in ammo}
    rolls = [told(one, ammo[key]) for key, one in rolled.items()]
    groups = {key: {"ammo": value} for key, value in ammo.items()}
    return Taken([desk.event("ammunition.rolled", groups=groups, change=change, rolls=rolls)])


STEPS = (
    Deed("strength", _strength_task, {"roll": _roll_strength}),
    Deed("weapons", _weapons_task, {"roll": _roll_weapons}),
    Deed("weapon_choice", _weapon_choice_task, {"enter": _choose_weapon}),
    Deed("ammunition", _ammo_task, {"roll": _roll_ammo}),
)
