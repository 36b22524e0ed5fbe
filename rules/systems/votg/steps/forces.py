"""12.6221 to 12.6224: strength, weapons, Guns, modules and aircraft of what was bought, and all steps of calling up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import Luck
from rules.parts.refit.desk import told
from rules.parts.refit.steps import fortify, hexes, recon
from rules.parts.refit.words import Deed
from rules.parts.rolls import Need
from rules.parts.stages import Taken
from rules.parts.tasks import Field, FormTask, RollTask
from rules.systems.votg.arrival import (
    DEPLETED,
    FULL,
    GRADES,
    WHOLE,
    Piece,
    allotments,
    arrivals,
    called_up,
    kind_of,
    label,
    manned,
    new_counters,
    rg,
    units,
    weapon,
)
from rules.systems.votg.desk import Desk
from rules.systems.votg.state import Group
from rules.systems.votg.steps import artillery, leaders, works

RECEIVED = "received"
STRENGTH_TABLES = {"company": "coy_strength", "platoon": "pltn_strength"}
SUPPORT = ("oba", "guns")

# 12.6221 strength -----------------------------------------------------------------------------


def strength_needs(desk: Desk) -> tuple[Need, ...]:
    """The strength DR of every company and platoon of this line whose strength is not given."""
    sized = [g for g in desk.groups_of_today() if rg(desk, g).size and not g.strength]
    return tuple(_need(desk, g, STRENGTH_TABLES[rg(desk, g).size]) for g in sized)


def _need(desk: Desk, group: Group, name: str) -> Need:
    table = desk.table(name)
    return Need(group.id, label(desk, group), table.dice, table, desk.modifiers(table))


def _arriving(desk: Desk) -> list[Group]:
    """All groups of this line but modules and batteries, which come with rolls of their own (12.6224)."""
    return [group for group in desk.groups_of_today() if rg(desk, group).kind not in SUPPORT]


def _strength_task(desk: Desk) -> RollTask | None:
    needs = strength_needs(desk)
    rolled = {need.key for need in needs}
    lines = tuple(f"{label(desk, g)}: {g.strength or RECEIVED}" for g in _arriving(desk) if g.id not in rolled)
    return RollTask(desk.button("strength"), needs, lines, desk.mode) if needs or lines else None


def _roll_strength(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    rolled = desk.roll(strength_needs(desk), data, luck)
    codes = {one.need.key: str(one.value("code")) for one in rolled}
    strengths = {g.id: codes.get(g.id, g.strength) for g in _arriving(desk)}
    pieces = [(g, piece) for g in _arriving(desk) for piece in arrivals(desk, g, strengths[g.id])]
    event = desk.event(
        "strength.rolled",
        groups={g.id: _settled(desk, g, strengths[g.id]) for g in _arriving(desk)},
        add=new_counters(desk, pieces),
        rolls=[told(one, str(one.value("result"))) for one in rolled],
    )
    return Taken([event])


def _settled(desk: Desk, group: Group, strength: str) -> dict[str, Any]:
    """What the record keeps of a group: its strength, and how many of its squads are Replaced."""
    row = rg(desk, group)
    replaced = units(row, strength)[1] if row.strengths else 0
    return {"strength": strength, "exponent": replaced}


# 12.6222, 12.6223 weapons ---------------------------------------------------------------------


def weapon_needs(desk: Desk) -> tuple[tuple[Group, str, Need], ...]:
    """What hangs on a dr for groups of known strength: the group, the weapon, the Need."""
    return tuple(each for group in called_up(desk, "squads", "weapons") for each in _depleted(desk, group))


def _depleted(desk: Desk, group: Group) -> list[tuple[Group, str, Need]]:
    """A dr for each weapon of a Depleted group; none as long as its strength is open."""
    row = rg(desk, group)
    if not group.strength or group.strength in WHOLE:
        return []
    if row.kind == "squads":
        table, listed = desk.table("sw_depleted"), [(each.weapon, each.number) for each in allotments(desk, row)]
    else:
        arms = [(name, n) for name, n in row.units if kind_of(desk, row, name) in ("weapon", "gun")]
        table, listed = desk.table("hw_depleted"), arms
    modifiers = desk.modifiers(table, **{GRADES[group.strength]: 1})
    return [
        (group, name, Need(f"{group.id}:{n}", f"{name} for {label(desk, group)}", table.dice, table, modifiers))
        for n, name in enumerate((name for name, number in listed for _ in range(number)), start=1)
    ]


def _weapons_task(desk: Desk) -> RollTask | None:
    needs = tuple(need for *_, need in weapon_needs(desk))
    return RollTask(desk.button("weapons"), needs, mode=desk.mode) if needs else None


def _roll_weapons(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    """Weapons that are received; one whose type a die decides waits for that."""
    wanted = weapon_needs(desk)
    rolled = desk.roll([need for *_, need in wanted], data, luck)
    got = [
        (group, name) for (group, name, _), one in zip(wanted, rolled, strict=True) if one.value("result") == RECEIVED
    ]
    open_type = [[group.id, name] for group, name in got if type_table(desk, group, name)]
    pieces = [(g, piece) for g, name in got if [g.id, name] not in open_type for piece in received(desk, g, name)]
    event = desk.event(
        "weapons.rolled",
        add=new_counters(desk, pieces),
        rolls=[told(one, str(one.value("result"))) for one in rolled],
        pending={"types": open_type} if open_type else {},
    )
    return Taken([event])


def received(desk: Desk, group: Group, name: str) -> list[Piece]:
    """A weapon with those who serve it."""
    row = rg(desk, group)
    return manned(desk, row, name) if row.kind == "weapons" else weapon(desk, row, name)


def type_table(desk: Desk, group: Group, name: str) -> str:
    """The table that tells the type of a listed weapon, "" where none is needed."""
    found = (each.table for each in allotments(desk, rg(desk, group)) if each.weapon == name)
    return next(found, "")


def type_needs(desk: Desk) -> tuple[tuple[Group, Need], ...]:
    """The dr for the type of each weapon that has come: those of Full groups, and those just received."""
    full = [group for group in called_up(desk, "squads") if group.strength in WHOLE]
    listed = [(group, each) for group in full for each in allotments(desk, rg(desk, group)) if each.table]
    came = [(group, each.weapon) for group, each in listed for _ in range(each.number)]
    groups = {group.id: group for group in desk.groups_of_today()}
    came += [(groups[key], name) for key, name in desk.mine.pending.get("types", ())]
    found = []
    for n, (group, name) in enumerate(came, start=1):
        table = desk.table(type_table(desk, group, name))
        found.append((group, Need(f"{group.id}:type{n}", f"{name} for {label(desk, group)}", table.dice, table)))
    return tuple(found)


def _types_task(desk: Desk) -> RollTask | None:
    needs = tuple(need for _, need in type_needs(desk))
    return RollTask(desk.button("weapon_types"), needs, mode=desk.mode) if needs else None


def _roll_types(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    wanted = type_needs(desk)
    rolled = desk.roll([need for _, need in wanted], data, luck)
    pieces = [
        (group, piece)
        for (group, _), one in zip(wanted, rolled, strict=True)
        for piece in weapon(desk, rg(desk, group), str(one.value("result")))
    ]
    rolls = [told(one, str(one.value("result"))) for one in rolled]
    return Taken([desk.event("weapon_types.rolled", add=new_counters(desk, pieces), rolls=rolls, pending={})])


# 12.6224 modules and batteries ----------------------------------------------------------------


def support_needs(desk: Desk) -> tuple[Need, ...]:
    """The ammunition DR of every module and the strength DR of every battery; given ones by ruling."""
    rolls_given = bool(desk.book.reading(desk.book.pack["given_support"]))
    groups = [g for g in called_up(desk, *SUPPORT) if rolls_given or not g.given]
    tables = {"oba": f"oba_{desk.side}", "guns": "gun_battery"}
    return tuple(_need(desk, group, tables[rg(desk, group).kind]) for group in groups)


def _support_task(desk: Desk) -> RollTask | None:
    needs = support_needs(desk)
    rolled = {need.key for need in needs}
    lines = tuple(f"{label(desk, g)}: {RECEIVED}" for g in called_up(desk, *SUPPORT) if g.id not in rolled)
    return RollTask(desk.button("ammunition"), needs, lines, desk.mode) if needs or lines else None


def _roll_support(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    rolled = {one.need.key: one for one in desk.roll(support_needs(desk), data, luck)}
    modules, batteries = called_up(desk, "oba"), called_up(desk, "guns")
    plain = str(desk.book.pack["given_support"]["ammunition"])
    ammo = {g.id: str(rolled[g.id].value("result")) if g.id in rolled else plain for g in modules}
    strengths = {g.id: str(rolled[g.id].value("code")) if g.id in rolled else FULL for g in batteries}
    pieces = [(g, Piece("oba", name)) for g in modules for name, n in rg(desk, g).units for _ in range(n)]
    pieces += [(g, piece) for g in batteries for piece in guns(desk, g, strengths[g.id])]
    event = desk.event(
        "ammunition.rolled",
        groups={
            **{key: {"ammo": value} for key, value in ammo.items()},
            **{key: {"strength": value} for key, value in strengths.items()},
        },
        add=new_counters(desk, pieces),
        rolls=[told(one, str(one.value("result"))) for one in rolled.values()],
    )
    return Taken([event])


def guns(desk: Desk, group: Group, strength: str) -> list[Piece]:
    """The Guns of a battery with their crews: a Depleted one has fewer of each type."""
    row = rg(desk, group)
    less = int(desk.book.pack["battery"]["less"]) if strength == DEPLETED else 0
    return [piece for name, number in row.units for piece in manned(desk, row, name) * max(0, number - less)]


# VotG9 aircraft -------------------------------------------------------------------------------


def _aircraft_task(desk: Desk) -> FormTask | None:
    most = int(desk.book.pack["air_support"]["most"])
    fields = tuple(
        Field(group.id, label(desk, group), value=1, low=1, high=most, rule=desk.rule("aircraft"))
        for group in called_up(desk, "aircraft")
    )
    return FormTask(desk.button("aircraft"), fields) if fields else None


def _receive_aircraft(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _aircraft_task(desk)
    assert task is not None
    numbers = task.read(data)
    pieces = [
        (group, Piece("aircraft", rg(desk, group).units[0][0]))
        for group in called_up(desk, "aircraft")
        for _ in range(numbers[group.id])
    ]
    return Taken([desk.event("aircraft.received", add=new_counters(desk, pieces))])


STEPS: tuple[Deed[Desk], ...] = (
    Deed("strength", _strength_task, {"roll": _roll_strength}),
    Deed("weapons", _weapons_task, {"roll": _roll_weapons}),
    Deed("weapon_types", _types_task, {"roll": _roll_types}),
    Deed("ammunition", _support_task, {"roll": _roll_support}),
    *leaders.STEPS,
    Deed("aircraft", _aircraft_task, {"enter": _receive_aircraft}),
    *works.FORTIFY,
    *artillery.STEPS,
    *hexes.STEPS,
    *fortify.REVIEW,
    *recon.PAYING,
)
