"""The rolls of an escape: the DR with its modifiers, Random Selection, the equipment of the lost.

Each leads back to the choice of the next stack.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import Luck
from rules.parts.counters import Counter
from rules.parts.refit.desk import Desk, told
from rules.parts.refit.steps.chosen import (
    CAPTURED,
    ENCIRCLED,
    ISOLATED,
    MMC,
    SMC,
    UNITS,
    VEHICLES,
    Change,
    leadership,
    lost,
    marks,
    names,
    number_fields,
    taken,
)
from rules.parts.refit.steps.getaway import got_out, out_of_vehicle, selected
from rules.parts.refit.words import Deed
from rules.parts.rolls import Need
from rules.parts.stages import Taken
from rules.parts.tasks import FormTask, RollTask

FAR, NEAR, ADJACENT = "", "near", "adjacent"
CHOICE = "escape"
"""Where every part of an attempt leads back to: the choice of the next one."""


# The roll --------------------------------------------------------------------------------


def _stack(desk: Desk, key: str = "stack") -> list[Counter]:
    ids = desk.mine.pending.get(key, {}).get("ids", ())
    return [c for c in desk.mine.counters if c.id in ids]


def _need(desk: Desk) -> Need:
    stack, asked, table = _stack(desk), desk.mine.pending["stack"], desk.table("escape")
    units = [c for c in stack if c.kind in UNITS]
    tank = any(c.kind == "tank" for c in stack)
    lone = len(units) == 1 and units[0].kind in SMC and not any(c.kind in VEHICLES for c in stack)
    halves = sum(2 if c.kind == "squad" else 1 for c in units if c.kind in MMC)
    counts = {
        "leader": 0 if lone else min((leadership(desk, c) for c in units), default=0),
        "lone_smc": lone and "wounded" not in units[0].marks,
        "near": asked["near"] in (NEAR, ADJACENT),
        "adjacent": asked["near"] == ADJACENT,
        "half_squads": 0 if tank else max(0, halves - (desk.book.readings.get("escape_half_squads") != "every")),
        "overload": 0 if tank else int(asked["overload"]),
        "encircled": not tank and any(ENCIRCLED in c.marks for c in stack),
        desk.side: not tank,
        "captured": any(c.kind == "tank" and CAPTURED in c.marks for c in stack),
    }
    label = f"{', '.join(names(stack))} from {stack[0].place}"
    return Need("escape", label, 2, table, desk.modifiers(table, **{key: int(count) for key, count in counts.items()}))


def _roll_task(desk: Desk) -> RollTask | None:
    return (
        RollTask(desk.button("escape_roll"), (_need(desk),), mode=desk.mode) if "stack" in desk.mine.pending else None
    )


def _roll(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    (rolled,) = desk.roll((_need(desk),), data, luck)
    stack = _stack(desk)
    pending = {key: value for key, value in desk.mine.pending.items() if key != "stack"}
    if any(c.kind in VEHICLES for c in stack):
        result = str(rolled.value("vehicle"))
        change, add = out_of_vehicle(desk, stack, result)
        event = desk.event("escape.rolled", change=change, add=add, rolls=[told(rolled, result)], pending=pending)
        return Taken([event], done=False, to=CHOICE)
    result = str(rolled.value("infantry"))
    units = [c for c in stack if c.kind in UNITS]
    effects = [word for word in ("replaced", "reduced") if word in result]
    change = {}
    if effects and len(units) > 1:
        pending["select"] = {"ids": [c.id for c in stack], "effects": effects}
    else:
        hit = dict.fromkeys(effects, units)
        change, more = got_out(desk, stack, hit, all_lost=result == "eliminated")
        pending |= more
    return Taken(
        [desk.event("escape.rolled", change=change, rolls=[told(rolled, result)], pending=pending)],
        done=False,
        to=CHOICE,
    )


# Random Selection ------------------------------------------------------------------------


def _select_needs(desk: Desk) -> tuple[Need, ...]:
    units = [c for c in _stack(desk, "select") if c.kind in UNITS]
    effects = desk.mine.pending["select"]["effects"]
    return tuple(
        Need(f"{effect}_{c.id}", f"{c.name} (no. {c.id}), who is {effect}", 1) for effect in effects for c in units
    )


def _select_task(desk: Desk) -> RollTask | None:
    if "select" not in desk.mine.pending:
        return None
    return RollTask(desk.button("escape_selection"), _select_needs(desk), mode=desk.mode)


def _select(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    rolled = desk.roll(_select_needs(desk), data, luck)
    stack = _stack(desk, "select")
    dice = {one.need.key: one.reckoning.final for one in rolled}
    change, more = selected(desk, stack, desk.mine.pending["select"]["effects"], dice)
    pending = {key: value for key, value in desk.mine.pending.items() if key != "select"} | more
    rolls = [told(one, str(one.reckoning.final)) for one in rolled]
    return Taken([desk.event("escape.selected", change=change, rolls=rolls, pending=pending)], done=False, to=CHOICE)


# equipment ------------------------------------------------------------------------


def _equipment_task(desk: Desk) -> FormTask | None:
    if "equipment" not in desk.mine.pending:
        return None
    asked, weapons = desk.mine.pending["equipment"], _stack(desk, "equipment")
    fields = number_fields(weapons, desk.rule("escape_equipment"), asked["ids"] if asked["all"] else ())
    need = Need("equipment", "Equipment of who was Eliminated", 1, desk.table("escape_equipment"))
    return FormTask(
        desk.button("escape_equipment"), fields, (desk.said("escape_equipment")["line"],), (need,), desk.mode
    )


def _equipment(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _equipment_task(desk)
    assert task is not None
    weapons = _stack(desk, "equipment")
    chosen = taken(weapons, task.read(data))
    with_lost = weapons if desk.mine.pending["equipment"]["all"] else chosen
    (rolled,) = desk.roll(task.needs, data, luck)
    left = "left" in str(rolled.value("result"))
    change: dict[str, Change] = {}
    for weapon in weapons:
        if weapon not in with_lost:
            change[str(weapon.id)] = {**marks(weapon, less=(ISOLATED, ENCIRCLED)), "place": ""}
        elif left:
            change[str(weapon.id)] = {"note": f"left behind in {weapon.place}"}
        else:
            change[str(weapon.id)] = lost(desk)
    pending = {key: value for key, value in desk.mine.pending.items() if key != "equipment"}
    event = desk.event(
        "escape.equipment",
        change=change,
        rolls=[told(rolled, str(rolled.value("result")))],
        pending=pending,
        names=names(with_lost),
    )
    return Taken([event], done=False, to=CHOICE)


STEPS: tuple[Deed[Desk], ...] = (
    Deed("escape_roll", _roll_task, {"roll": _roll}),
    Deed("escape_selection", _select_task, {"roll": _select}),
    Deed("escape_equipment", _equipment_task, {"enter": _equipment}),
)
