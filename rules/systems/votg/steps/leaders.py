"""12.6225 to 12.6227: leaders of companies and platoons, leaders exchanged for Commissars, armor leaders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.kernel import Luck, Refused
from rules.parts.counters import Counter
from rules.parts.refit.desk import names_of, told
from rules.parts.refit.steps.condition import MMC
from rules.parts.refit.words import Deed
from rules.parts.rolls import Need, Rolled
from rules.parts.rounding import divided
from rules.parts.stages import Taken
from rules.parts.tasks import Field, FormTask, RollTask
from rules.systems.votg.arrival import GRADES, REINFORCED, Piece, called_up, label, new_counters, rg
from rules.systems.votg.chart import ChartGroup
from rules.systems.votg.desk import Desk
from rules.systems.votg.state import RUSSIAN, Group
from rules.tables import Table

ROLLS = "rolls"
INEXPERIENCED = "Inexperienced"
GREEN = "inexperienced crew"
"""The condition of an AFV whose platoon drew inexperienced crews."""

# 12.6225 leaders ------------------------------------------------------------------------------


def _led(desk: Desk, size: str) -> list[Group]:
    """The Infantry groups of this size that may have leaders."""
    never = desk.book.reading(desk.book.pack["leader_platoons"], "never")
    groups = called_up(desk, "squads", "weapons")
    return [g for g in groups if rg(desk, g).size == size and rg(desk, g).type not in never and _may(desk, g)]


def _may(desk: Desk, group: Group) -> bool:
    """Whether the chart lets a group roll for leaders."""
    return "no_leader" not in rg(desk, group).effects


def gate_needs(desk: Desk) -> tuple[Need, ...]:
    """The dr by which a Russian platoon may roll for a leader at all."""
    if desk.side != RUSSIAN:
        return ()
    table = desk.table("leader_gate")
    return tuple(Need(g.id, label(desk, g), table.dice, table) for g in _led(desk, "platoon"))


def _gates_task(desk: Desk) -> RollTask | None:
    needs = gate_needs(desk)
    return RollTask(desk.button("leader_gates"), needs, mode=desk.mode) if needs else None


def _roll_gates(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    rolled = desk.roll(gate_needs(desk), data, luck)
    passed = [one.need.key for one in rolled if one.value("result") == ROLLS]
    rolls = [told(one, f"{'rolls' if one.need.key in passed else 'no roll'} for a leader") for one in rolled]
    return Taken([desk.event("leader_gates.rolled", rolls=rolls, pending={"leaders": passed} if passed else {})])


def leader_needs(desk: Desk) -> tuple[Need, ...]:
    """The leader DR of every company, and of every platoon that may roll."""
    passed = desk.mine.pending.get("leaders", ())
    platoons = [g for g in _led(desk, "platoon") if desk.side != RUSSIAN or g.id in passed]
    wanted = [(g, f"leader_{desk.side}_coy") for g in _led(desk, "company")]
    return tuple(_need(desk, *each) for each in [*wanted, *((g, "leader_pltn") for g in platoons)])


def _need(desk: Desk, group: Group, name: str) -> Need:
    table = desk.table(name)
    facts = {GRADES[group.strength]: 1} if group.strength in GRADES else {}
    modifiers = desk.modifiers(table, **facts, **_kinds(desk, table, rg(desk, group)))
    return Need(group.id, label(desk, group), table.dice, table, modifiers)


def _kinds(desk: Desk, table: Table, row: ChartGroup) -> dict[str, int]:
    """Which of the table's modifiers for kinds of groups are this one's."""
    kinds = desk.book.pack["leader_groups"]
    keys = (each.key for each in table.modifiers if each.side in ("", desk.side))
    return {key: 1 for key in keys if row.type in kinds.get(key, ())}


def column(desk: Desk, group: Group) -> str:
    """The column of the leader tables that counts for a group: NKVD Militia have Commissars."""
    row = rg(desk, group)
    if row.size == "platoon":
        return desk.side
    return "commissars" if row.type in desk.book.pack["leader_groups"]["commissars"] else "leaders"


def sure_leaders(desk: Desk, group: Group) -> list[str]:
    """The leader a Reinforced Rifle company has beside those of its roll."""
    more = desk.book.pack["reinforced"]
    entitled = group.strength == REINFORCED and rg(desk, group).type in more["leader_groups"][desk.side]
    return [str(more["leader"])] * int(more["leaders"]) if entitled else []


def _leaders_task(desk: Desk) -> RollTask | None:
    needs = leader_needs(desk)
    return RollTask(desk.button("leaders"), needs, mode=desk.mode) if needs else None


def _roll_leaders(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    groups = {group.id: group for group in desk.groups_of_today()}
    found: list[tuple[Group, Piece]] = []
    rolls = []
    for one in desk.roll(leader_needs(desk), data, luck):
        names = _received(desk, groups[one.need.key], one)
        found += [(groups[one.need.key], Piece("leader", name)) for name in names]
        rolls.append(told(one, ", ".join(names) or "no leader"))
    return Taken([desk.event("leaders.rolled", add=new_counters(desk, found), rolls=rolls, pending={})])


def _received(desk: Desk, group: Group, rolled: Rolled) -> list[str]:
    return [*names_of(rolled.value(column(desk, group))), *sure_leaders(desk, group)]


# 12.6226 Commissars ---------------------------------------------------------------------------


def _companies(desk: Desk) -> list[Group]:
    """The Infantry companies bought for this line; those given for the Initial Scenario were not."""
    return [g for g in called_up(desk, "squads") if rg(desk, g).size == "company" and not g.given]


def _commissar(desk: Desk, name: str) -> bool:
    rules = desk.book.pack["commissars"]
    return name in (*rules["names"], *rules["never"])


def _exchangeable(desk: Desk) -> list[Counter]:
    """The new leaders of these companies who are no Commissars yet."""
    groups = {g.id for g in _companies(desk)}
    new = (c for c in desk.mine.on_hand if c.kind == "leader" and c.since == desk.date and c.group in groups)
    return [c for c in new if not _commissar(desk, c.name)]


def _counted(desk: Desk) -> Iterable[Counter]:
    """The Commissars there are that count for the limit; those of NKVD Militia by ruling."""
    nkvd = {g.id for g in desk.mine.groups if rg(desk, g).type in desk.book.pack["leader_groups"]["commissars"]}
    all_count = bool(desk.book.reading(desk.book.pack["commissar_count"]))
    here = (c for c in desk.mine.on_hand if c.kind == "leader" and _commissar(desk, c.name))
    return (c for c in here if all_count or c.group not in nkvd)


def _room(desk: Desk) -> int:
    """How many Commissars more the side's squads allow."""
    worth = desk.book.pack["squad_equivalent"]["half_squads"]
    halves = sum(worth[c.kind] for c in desk.mine.on_hand if c.kind in MMC)
    rules = desk.book.pack["commissars"]
    most = divided(halves, int(worth["squad"] * rules["squads"]), rules["rounding"])
    return most - sum(1 for _ in _counted(desk))


def may_exchange(desk: Desk) -> int:
    """How many new leaders may become Commissars."""
    rules = desk.book.pack["commissars"]
    if desk.side != rules["side"]:
        return 0
    return max(0, min(len(_companies(desk)) * int(rules["per_company"]), _room(desk), len(_exchangeable(desk))))


def _commissars_task(desk: Desk) -> FormTask | None:
    most = may_exchange(desk)
    if not most:
        return None
    said, names = desk.said("commissars"), desk.book.pack["commissars"]["names"]
    options = (("", str(said["stays"])), *((name, name) for name in names))
    fields = tuple(
        Field(f"leader_{c.id}", f"{c.name} of {c.group}", "select", "", options=options, rule=desk.rule("commissars"))
        for c in _exchangeable(desk)
    )
    return FormTask(desk.button("commissars"), fields, (str(said["most"]).format(number=most),))


def _exchange(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _commissars_task(desk)
    assert task is not None
    chosen = {c.id: name for c, name in zip(_exchangeable(desk), task.read(data).values(), strict=True) if name}
    most = may_exchange(desk)
    if len(chosen) > most:
        raise Refused(
            f"{len(chosen)} leaders would become Commissars, {most} may.",
            rule=desk.rule("commissars"),
            field=f"leader_{list(chosen)[most]}",
            way_out=f"Let {len(chosen) - most} of them stay as they are.",
        )
    change = {str(key): {"name": name, "worth": desk.book.worth("leader", name)} for key, name in chosen.items()}
    names = [f"{c.name} → {chosen[c.id]}" for c in _exchangeable(desk) if c.id in chosen]
    return Taken([desk.event("commissars.exchanged", change=change, names=names)])


# 12.6227 armor leaders ------------------------------------------------------------------------


def armor_needs(desk: Desk) -> tuple[Need, ...]:
    """The DR of every AFV platoon of this line for its crews."""
    never = desk.book.pack["armor_leaders"]["never"]
    table = desk.table("armor_leader")
    platoons = [g for g in called_up(desk, "vehicles") if rg(desk, g).type not in never and _may(desk, g)]
    return tuple(Need(g.id, label(desk, g), table.dice, table, desk.modifiers(table)) for g in platoons)


def _armor_task(desk: Desk) -> RollTask | None:
    needs = armor_needs(desk)
    return RollTask(desk.button("armor"), needs, mode=desk.mode) if needs else None


def _roll_armor(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    rolled = desk.roll(armor_needs(desk), data, luck)
    groups = {group.id: group for group in desk.groups_of_today()}
    results = {one.need.key: one.value("leader") for one in rolled}
    led = [(groups[key], Piece("armor_leader", str(n))) for key, n in results.items() if n and n != INEXPERIENCED]
    green = {key for key, name in results.items() if name == INEXPERIENCED}
    crews = (c for c in desk.mine.on_hand if c.group in green and c.kind in ("tank", "vehicle"))
    event = desk.event(
        "armor_leaders.rolled",
        add=new_counters(desk, led),
        change={str(c.id): {"marks": [*c.marks, GREEN]} for c in crews},
        rolls=[told(one, str(one.value("leader") or "no leader")) for one in rolled],
    )
    return Taken([event])


STEPS: tuple[Deed[Desk], ...] = (
    Deed("leader_gates", _gates_task, {"roll": _roll_gates}),
    Deed("leaders", _leaders_task, {"roll": _roll_leaders}),
    Deed("commissars", _commissars_task, {"enter": _exchange}),
    Deed("armor", _armor_task, {"roll": _roll_armor}),
)
