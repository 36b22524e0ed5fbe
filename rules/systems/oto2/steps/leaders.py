"""7.5196 and 7.5197: leaders of companies, armor leaders and platoon leaders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import Luck
from rules.parts.refit.desk import names_of, told
from rules.parts.refit.words import Deed
from rules.parts.rolls import Need, Rolled
from rules.parts.stages import Taken
from rules.parts.tasks import RollTask
from rules.systems.oto2.arrival import Piece
from rules.systems.oto2.desk import Desk
from rules.systems.oto2.state import Group
from rules.systems.oto2.steps.groups import DEPLETED, label, new_counters, rg

# 7.5196, 7.5197 leaders ------------------------------------------------------------------


def _companies(desk: Desk) -> list[Group]:
    sizes = ("company", "platoon") if desk.ruling("platoon_leaders") == "both" else ("company",)
    return [g for g in desk.groups_of_today() if rg(desk, g).kind == "squads" and rg(desk, g).size in sizes]


def leader_needs(desk: Desk) -> tuple[Need, ...]:
    """The leader DR of every Infantry group of this date."""
    table = desk.table("leaders")
    of_side = {m.key: m.groups for m in table.modifiers if m.side == desk.side}
    return tuple(
        Need(
            group.id,
            label(desk, group),
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
    needs = leader_needs(desk)
    return RollTask(desk.button("leaders"), needs, mode=desk.mode) if needs else None


def _roll_leaders(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    return _led(desk, desk.roll(leader_needs(desk), data, luck), desk.side, "leaders.rolled", lambda need: "leader")


def _led(desk: Desk, rolled: tuple[Rolled, ...], column: str, kind: str, made: Any) -> Taken:
    """The leaders that `rolled` brings to the groups its keys name."""
    groups = {group.id: group for group in desk.mine.groups}
    given = Group("", "", desk.date, 0, given=True, off=desk.initial and not desk.german)
    found = [
        (groups.get(one.need.key, given), Piece(made(one.need), name))
        for one in rolled
        for name in names_of(one.value(column))
    ]
    rolls = [told(one, str(one.value(column) or "no leader")) for one in rolled]
    return Taken([desk.event(kind, add=new_counters(desk, found), rolls=rolls)])


def _armor_needs(desk: Desk) -> tuple[Need, ...]:
    platoons = [g for g in desk.groups_of_today() if "a" in rg(desk, g).notes]
    needs = [platoon_need(desk, group) for group in platoons]
    given = desk.book.initial["item"] if desk.initial else ()
    table = desk.table("armor_leader")
    for item in given:
        if item["side"] == desk.side:
            needs += [
                Need(f"{item['name']}:{n + 1}", f"{item['name']}, roll {n + 1}", 2, table, desk.modifiers(table))
                for n in range(int(item.get("armor_leader_rolls", 0)))
            ]
    return tuple(needs)


def platoon_need(desk: Desk, group: Group) -> Need:
    """The roll of a platoon with note a for its own leader."""
    row = rg(desk, group)
    depleted = group.strength == DEPLETED
    if row.kind == "squads":
        table = desk.table("platoon_leader")
        return Need(group.id, label(desk, group), 1, table, desk.modifiers(table, depleted=depleted))
    table = desk.table("armor_leader")
    modifiers = desk.modifiers(table, kv=row.kv, german=desk.german, mineroller=row.mineroller, depleted=depleted)
    return Need(group.id, label(desk, group), 2, table, modifiers)


def _armor_task(desk: Desk) -> RollTask | None:
    needs = _armor_needs(desk)
    return RollTask(desk.button("armor"), needs, mode=desk.mode) if needs else None


def _roll_armor(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    def made(need: Need) -> str:
        return "leader" if need.dice == 1 else "armor_leader"

    return _led(desk, desk.roll(_armor_needs(desk), data, luck), "leader", "armor_leaders.rolled", made)


STEPS = (
    Deed("leaders", _leaders_task, {"roll": _roll_leaders}),
    Deed("armor", _armor_task, {"roll": _roll_armor}),
)
