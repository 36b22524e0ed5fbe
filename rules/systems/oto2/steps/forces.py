"""7.519: strength, weapons, ammunition, leaders and models of the groups of this CG Date."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.kernel import Luck
from rules.parts.counters import READY, Counter
from rules.parts.rolls import Need, Rolled
from rules.parts.stages import Taken
from rules.parts.tasks import Field, FormTask, RollTask
from rules.systems.oto2.arrival import FULL, Piece, arrivals, kind_of
from rules.systems.oto2.desk import Desk, told
from rules.systems.oto2.state import Group
from rules.systems.oto2.steps.common import button, step
from rules.tables import GroupLine

DEPLETED = "Depleted"


def rg(desk: Desk, group: Group) -> GroupLine:
    """The chart row a group was bought from."""
    return desk.book.groups[desk.side][group.rg]


def _label(desk: Desk, group: Group) -> str:
    return f"{group.rg} {rg(desk, group).name} ({group.id})"


def _fate(group: Group) -> dict[str, Any]:
    return {"fate": "due" if group.off else READY}


def _new(desk: Desk, pieces: Iterable[tuple[Group, Piece]]) -> list[dict[str, Any]]:
    return desk.new(
        (piece.kind, piece.name, group.id, {**_fate(group), **({"marks": list(piece.marks)} if piece.marks else {})})
        for group, piece in pieces
    )


# 7.5191 strength -------------------------------------------------------------------------


def _unrolled(desk: Desk) -> list[Group]:
    return [group for group in desk.groups_of_today() if not group.strength]


def _strength_needs(desk: Desk) -> tuple[Need, ...]:
    if desk.initial and desk.book.pack["start"]["scenario"]["full_strength"]:
        return ()
    table = desk.table("strength")
    modifiers = desk.modifiers(table)
    return tuple(
        Need(group.id, _label(desk, group), 2, table, modifiers)
        for group in _unrolled(desk)
        if "c" in rg(desk, group).notes
    )


def _strength_task(desk: Desk) -> RollTask | None:
    groups = _unrolled(desk)
    needs = _strength_needs(desk)
    named = {need.key for need in needs}
    lines = tuple(f"{_label(desk, group)}: received in full" for group in groups if group.id not in named)
    return RollTask(button("strength"), needs, lines, desk.mode) if groups else None


def _roll_strength(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    rolled = {one.need.key: one for one in desk.roll(_strength_needs(desk), data, luck)}
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
        add=_new(desk, arrived),
        rolls=[told(one, strengths[key]) for key, one in rolled.items()],
    )
    return Taken([event])


# 7.5192, 7.5193 weapons ------------------------------------------------------------------


def _weapon_needs(desk: Desk) -> tuple[tuple[Group, str, int, Need], ...]:
    """What hangs on a die: the group, the weapon, the number to roll or less, and the Need."""
    found = [entry for group in desk.groups_of_today() for entry in _group_weapons(desk, group)]
    return tuple(
        (group, weapon, number, Need(f"{group.id}:{weapon}:{n}", f"{weapon} for {group.id}, {number} or less", 1))
        for group, weapon, number, n in found
    )


def _group_weapons(desk: Desk, group: Group) -> list[tuple[Group, str, int, int]]:
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
    return RollTask(button("weapons"), needs, mode=desk.mode) if needs else None


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
    sure = [(group, _only_weapon(desk, group)) for group in empty if _only_weapon(desk, group)]
    choose = [group.id for group in empty if not _only_weapon(desk, group)]
    pieces = [(group, piece) for group, weapon in got + sure for piece in _manned(desk, group, weapon)]
    event = desk.event("weapons.rolled", add=_new(desk, pieces), rolls=rolls, pending={"weapons": choose})
    return Taken([event])


def _left_without(desk: Desk, armed: set[str]) -> list[Group]:
    """Depleted heavy weapons groups for which every die failed: one weapon comes all the same."""
    return [
        group
        for group in desk.groups_of_today()
        if rg(desk, group).kind == "weapons" and group.strength == DEPLETED and group.id not in armed
    ]


def _only_weapon(desk: Desk, group: Group) -> str:
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
            _label(desk, group),
            "select",
            rg(desk, group).units[0][0],
            options=tuple((name, name) for name, _ in rg(desk, group).units),
            rule="7.5193",
        )
        for group in groups
    )
    return FormTask(button("weapon_choice"), fields)


def _choose_weapon(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _weapon_choice_task(desk)
    assert task is not None
    chosen = task.read(data)
    groups = {f"weapon_{group.id}": group for group in desk.groups_of_today()}
    pieces = [(groups[key], piece) for key, name in chosen.items() for piece in _manned(desk, groups[key], name)]
    return Taken([desk.event("weapon.chosen", add=_new(desk, pieces), names=list(chosen.values()), pending={})])


# 7.5195 ammunition -----------------------------------------------------------------------


def _modules(desk: Desk) -> list[Group]:
    return [g for g in desk.groups_of_today() if rg(desk, g).kind == "oba" and not g.ammo]


def _ammo_needs(desk: Desk) -> tuple[Need, ...]:
    if desk.initial and desk.ruling("oba_initial") == "normal":
        return ()
    table = desk.table(f"oba_{desk.side}")
    return tuple(Need(g.id, _label(desk, g), 2, table, desk.modifiers(table)) for g in _modules(desk))


def _ammo_task(desk: Desk) -> RollTask | None:
    lines = () if _ammo_needs(desk) else tuple(f"{_label(desk, g)}: Normal" for g in _modules(desk))
    return RollTask(button("ammunition"), _ammo_needs(desk), lines, desk.mode) if _modules(desk) else None


def _roll_ammo(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    rolled = {one.need.key: one for one in desk.roll(_ammo_needs(desk), data, luck)}
    ammo = {g.id: str(rolled[g.id].value("result")) if g.id in rolled else "Normal" for g in _modules(desk)}
    change = {str(c.id): {"note": f"{ammo[c.group]} ammunition"} for c in desk.mine.counters if c.group in ammo}
    rolls = [told(one, ammo[key]) for key, one in rolled.items()]
    groups = {key: {"ammo": value} for key, value in ammo.items()}
    return Taken([desk.event("ammunition.rolled", groups=groups, change=change, rolls=rolls)])


# 7.5196, 7.5197 leaders ------------------------------------------------------------------


def _companies(desk: Desk) -> list[Group]:
    sizes = ("company", "platoon") if desk.ruling("platoon_leaders") == "both" else ("company",)
    return [g for g in desk.groups_of_today() if rg(desk, g).kind == "squads" and rg(desk, g).size in sizes]


def _leader_needs(desk: Desk) -> tuple[Need, ...]:
    table = desk.table("leaders")
    of_side = {m.key: m.groups for m in table.modifiers if m.side == desk.side}
    return tuple(
        Need(
            group.id,
            _label(desk, group),
            2,
            table,
            desk.modifiers(
                table,
                depleted=group.strength == DEPLETED,
                **{key: 1 for key, groups in of_side.items() if group.rg in groups},
            ),
        )
        for group in _companies(desk)
    )


def _leaders_task(desk: Desk) -> RollTask | None:
    needs = _leader_needs(desk)
    return RollTask(button("leaders"), needs, mode=desk.mode) if needs else None


def _roll_leaders(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    return _led(desk, desk.roll(_leader_needs(desk), data, luck), desk.side, "leaders.rolled", lambda need: "leader")


def _led(desk: Desk, rolled: tuple[Rolled, ...], column: str, kind: str, made: Any) -> Taken:
    """The leaders that `rolled` brings to the groups its keys name."""
    groups = {group.id: group for group in desk.mine.groups}
    given = Group("", "", desk.date, 0, given=True, off=desk.initial and not desk.german)
    found = [
        (groups.get(one.need.key, given), Piece(made(one.need), name))
        for one in rolled
        for name in _names(one.value(column))
    ]
    rolls = [told(one, str(one.value(column) or "no leader")) for one in rolled]
    return Taken([desk.event(kind, add=_new(desk, found), rolls=rolls)])


def _names(value: str | int | None) -> list[str]:
    return [name.strip() for name in str(value).split(",")] if value else []


def _armor_needs(desk: Desk) -> tuple[Need, ...]:
    platoons = [g for g in desk.groups_of_today() if "a" in rg(desk, g).notes]
    needs = [_platoon_need(desk, group) for group in platoons]
    given = desk.book.initial["item"] if desk.initial else ()
    table = desk.table("armor_leader")
    for item in given:
        if item["side"] == desk.side:
            needs += [
                Need(f"{item['name']}:{n + 1}", f"{item['name']}, roll {n + 1}", 2, table, desk.modifiers(table))
                for n in range(int(item.get("armor_leader_rolls", 0)))
            ]
    return tuple(needs)


def _platoon_need(desk: Desk, group: Group) -> Need:
    row = rg(desk, group)
    depleted = group.strength == DEPLETED
    if row.kind == "squads":
        table = desk.table("platoon_leader")
        return Need(group.id, _label(desk, group), 1, table, desk.modifiers(table, depleted=depleted))
    table = desk.table("armor_leader")
    modifiers = desk.modifiers(table, kv=row.kv, german=desk.german, mineroller=row.mineroller, depleted=depleted)
    return Need(group.id, _label(desk, group), 2, table, modifiers)


def _armor_task(desk: Desk) -> RollTask | None:
    needs = _armor_needs(desk)
    return RollTask(button("armor"), needs, mode=desk.mode) if needs else None


def _roll_armor(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    def made(need: Need) -> str:
        return "leader" if need.dice == 1 else "armor_leader"

    return _led(desk, desk.roll(_armor_needs(desk), data, luck), "leader", "armor_leaders.rolled", made)


# RG notes j, k, l: models ----------------------------------------------------------------


def _model_needs(desk: Desk) -> tuple[Need, ...]:
    rows = {g.id: rg(desk, g) for g in desk.groups_of_today() if rg(desk, g).variant}
    return tuple(
        Need(str(c.id), f"{c.name} of {c.group}", 1, desk.book.tables[rows[c.group].variant])
        for c in desk.mine.counters
        if c.group in rows and c.name == rows[c.group].units[0][0]
    )


def _models_task(desk: Desk) -> RollTask | None:
    needs = _model_needs(desk)
    return RollTask(button("variants"), needs, mode=desk.mode) if needs else None


def _roll_models(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    rolled = desk.roll(_model_needs(desk), data, luck)
    change = {one.need.key: {"name": str(one.value("result"))} for one in rolled}
    return Taken(
        [desk.event("variants.rolled", change=change, rolls=[told(r, str(r.value("result"))) for r in rolled])]
    )


# E7.21 aircraft and RG notes l, n --------------------------------------------------------


def _squadrons(desk: Desk) -> list[Group]:
    return [g for g in desk.groups_of_today() if rg(desk, g).kind == "aircraft"]


def _aircraft_task(desk: Desk) -> FormTask | None:
    groups = _squadrons(desk)
    fields: list[Field] = []
    for group in groups:
        name = _label(desk, group)
        fields.append(Field(f"number_{group.id}", f"{name}: aircraft", value=1, low=1, high=6, rule="E7.21"))
        fields.append(
            Field(f"type_{group.id}", f"{name}: type", "text", rg(desk, group).units[0][0], rule="OtO Aircraft 12")
        )
    return FormTask(button("aircraft"), tuple(fields)) if groups else None


def _receive_aircraft(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _aircraft_task(desk)
    assert task is not None
    entries = task.read(data)
    pieces = [
        (group, Piece("aircraft", entries[f"type_{group.id}"] or rg(desk, group).units[0][0]))
        for group in _squadrons(desk)
        for _ in range(entries[f"number_{group.id}"])
    ]
    return Taken([desk.event("aircraft.received", add=_new(desk, pieces))])


def _bombers(desk: Desk) -> list[Counter]:
    """Aircraft that roll for ATCB: of groups with note l or n, and the given ones (IHSR 4)."""
    groups = {g.id for g in _squadrons(desk) if {"l", "n"} & set(rg(desk, g).notes)}
    given = {item["name"] for item in desk.book.initial["item"] if item.get("atcb_roll")}
    return [
        c
        for c in desk.mine.on_hand
        if c.kind == "aircraft" and c.since == desk.date and (c.group in groups or (not c.group and c.name in given))
    ]


def _atcb_needs(desk: Desk) -> tuple[Need, ...]:
    return tuple(Need(str(c.id), f"{c.name} (no. {c.id})", 1, desk.table("atcb")) for c in _bombers(desk))


def _atcb_task(desk: Desk) -> RollTask | None:
    needs = _atcb_needs(desk)
    return RollTask(button("atcb"), needs, mode=desk.mode) if needs else None


def _roll_atcb(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    rolled = desk.roll(_atcb_needs(desk), data, luck)
    change = {one.need.key: {"note": f"ATCB: {one.value('result')}"} for one in rolled}
    return Taken(
        [desk.event("aircraft.rolled", change=change, rolls=[told(r, str(r.value("result"))) for r in rolled])]
    )


STEPS = (
    step("strength", _strength_task, {"roll": _roll_strength}),
    step("weapons", _weapons_task, {"roll": _roll_weapons}),
    step("weapon_choice", _weapon_choice_task, {"enter": _choose_weapon}),
    step("ammunition", _ammo_task, {"roll": _roll_ammo}),
    step("leaders", _leaders_task, {"roll": _roll_leaders}),
    step("armor", _armor_task, {"roll": _roll_armor}),
    step("variants", _models_task, {"roll": _roll_models}),
    step("aircraft", _aircraft_task, {"enter": _receive_aircraft}),
    step("atcb", _atcb_task, {"roll": _roll_atcb}),
)
