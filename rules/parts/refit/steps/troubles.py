"""Task checks of Encircled units and of infantry in mines; vehicles in mines, bogged or shocked.

Each goes by a condition of the counters and passes by itself if none has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.dice import Modifier
from rules.kernel import Luck
from rules.parts.counters import Counter
from rules.parts.refit.desk import Desk, told
from rules.parts.refit.steps.chosen import (
    ABANDONED,
    ENCIRCLED,
    IMMOBILE,
    SMC,
    UNITS,
    VEHICLES,
    Change,
    is_lost,
    leadership,
    lost,
    marked,
    marks,
    morale,
    reduced,
    shown,
)
from rules.parts.refit.words import Deed
from rules.parts.rolls import Need
from rules.parts.stages import Taken
from rules.parts.tasks import Field, FormTask

NONE = ""
MINES, BOGGED, SHOCKED = "in mines", "bogged", "shocked"
FREE, STUCK, ELIMINATED = "free", "immobilized", "eliminated"
WORDS = {FREE: "comes through, free", STUCK: "immobilized", ELIMINATED: "Eliminated"}
SAID = {
    "stays": "holds", "eliminated": "Eliminated", "unharmed": "holds", "casualty reduction": "Casualty Reduction",
}  # fmt: skip


# Task checks -----------------------------------------------------------------------------


def _encircled(desk: Desk) -> list[Counter]:
    """Units that have still to take the check; leaders first, for one that falls leads nobody."""
    tested = desk.mine.pending.get("tested", ())
    due = [c for c in marked(desk, ENCIRCLED, UNITS + VEHICLES) if c.id not in tested and _may_fall(c)]
    return [c for c in due if c.kind in SMC] or due


def _may_fall(counter: Counter) -> bool:
    """Of vehicles only an Immobilized one's crew is in danger."""
    return counter.kind not in VEHICLES or (IMMOBILE in counter.marks and ABANDONED not in counter.marks)


def _in_mines(desk: Desk) -> list[Counter]:
    return marked(desk, MINES, UNITS)


def _leaders(desk: Desk, counter: Counter, mark: str) -> tuple[tuple[str, str], ...]:
    """Leaders in the same trouble at the same place whose modifier the owner may use."""
    there = [c for c in marked(desk, mark, ("leader",)) if c.id != counter.id and c.place == counter.place]
    return tuple((str(c.id), f"{c.name} ({leadership(desk, c):+d})") for c in there if leadership(desk, c))


def _checks(desk: Desk, counters: Iterable[Counter], table_key: str) -> tuple[Need, ...]:
    table = desk.table(table_key)
    keys = {modifier.key for modifier in table.modifiers}
    counts = {"task_check": 1} if "task_check" in keys else {}
    return tuple(
        Need(str(c.id), f"{shown(c)}", 2, table, desk.modifiers(table, morale=morale(desk, c), **counts))
        for c in counters
    )


def _led(desk: Desk, need: Need, leader: str) -> Need:
    """A need with the modifier of the leader chosen for it."""
    if not leader:
        return need
    value = next(leadership(desk, c) for c in desk.mine.counters if str(c.id) == leader)
    assert need.table is not None
    modifier: Modifier = need.table.drm("leader", value)
    return Need(need.key, need.label, need.dice, need.table, (*need.modifiers, modifier))


def _lead_fields(desk: Desk, counters: Iterable[Counter], mark: str, rule: str) -> tuple[Field, ...]:
    return tuple(
        Field(f"leader_{c.id}", f"{shown(c)}: led by", "select", NONE, options=((NONE, "nobody"), *options), rule=rule)
        for c in counters
        if (options := _leaders(desk, c, mark))
    )


def _encirclement_task(desk: Desk) -> FormTask | None:
    due = _encircled(desk)
    if not due:
        return None
    needs = _checks(desk, due, "encircled_check")
    return FormTask(
        desk.button("encirclement"),
        _lead_fields(desk, due, ENCIRCLED, desk.rule("encirclement")),
        needs=needs,
        mode=desk.mode,
    )


def _roll_encirclement(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _encirclement_task(desk)
    assert task is not None
    entries = task.read(data)
    due = _encircled(desk)
    needs = [_led(desk, need, entries.get(f"leader_{need.key}", NONE)) for need in task.needs]
    rolled = desk.roll(needs, data, luck)
    change: dict[str, Change] = {}
    for counter, one in zip(due, rolled, strict=True):
        if one.value("result") == "eliminated":
            change[str(counter.id)] = _fallen(desk, counter)
    tested = [*desk.mine.pending.get("tested", ()), *(c.id for c in due)]
    event = desk.event(
        "task_checks.made",
        change=change,
        rolls=[told(one, SAID[str(one.value("result"))]) for one in rolled],
        rule=desk.rule("encirclement"),
        pending={"tested": tested},
    )
    left = [c for c in marked(desk, ENCIRCLED, UNITS + VEHICLES) if c.id not in tested and _may_fall(c)]
    return Taken([event], done=not left)


def _fallen(desk: Desk, counter: Counter) -> Change:
    """A unit is Eliminated; of a vehicle the crew is, and the vehicle stays, abandoned."""
    return marks(counter, more=(ABANDONED,)) if counter.kind in VEHICLES else lost(desk)


# Mines -----------------------------------------------------------------------------------


def _mines_task(desk: Desk) -> FormTask | None:
    infantry, vehicles = _in_mines(desk), marked(desk, MINES, VEHICLES)
    if not infantry and not vehicles:
        return None
    fields = (*_lead_fields(desk, infantry, MINES, desk.rule("mines")), *_vehicle_fields(vehicles, desk.rule("mines")))
    return FormTask(desk.button("mines"), fields, needs=_checks(desk, infantry, "mines_check"), mode=desk.mode)


def _roll_mines(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _mines_task(desk)
    assert task is not None
    entries = task.read(data)
    needs = [_led(desk, need, entries.get(f"leader_{need.key}", NONE)) for need in task.needs]
    rolled = desk.roll(needs, data, luck)
    change: dict[str, Change] = {}
    for counter, one in zip(_in_mines(desk), rolled, strict=True):
        hit = one.value("result") == "casualty reduction"
        change[str(counter.id)] = _out_of(MINES, counter, reduced(desk, counter) if hit else {})
    vehicles, said = _settled(desk, MINES, entries)
    rolls = [told(one, SAID[str(one.value("result"))]) for one in rolled]
    return Taken([desk.event("mines.settled", change=change | vehicles, rolls=rolls, said=said)])


def _out_of(trouble: str, counter: Counter, change: Change) -> Change:
    """`change` with the trouble's mark taken off."""
    if is_lost(change):
        return change
    return {**change, "marks": [mark for mark in change.get("marks", counter.marks) if mark != trouble]}


# Vehicles --------------------------------------------------------------------------------


def _vehicle_fields(
    vehicles: Iterable[Counter], rule: str, outcomes: tuple[str, ...] = tuple(WORDS)
) -> tuple[Field, ...]:
    options = tuple((key, WORDS[key]) for key in outcomes)
    return tuple(Field(f"v_{c.id}", shown(c), "select", FREE, options=options, rule=rule) for c in vehicles)


def _troubled(desk: Desk, trouble: str) -> list[Counter]:
    """The vehicles in `trouble`; nobody drives an abandoned one out of the bog."""
    found = marked(desk, trouble, VEHICLES)
    return [c for c in found if trouble != BOGGED or ABANDONED not in c.marks]


def _settled(desk: Desk, trouble: str, entries: Mapping[str, Any]) -> tuple[dict[str, Change], list[str]]:
    """What the table made of the vehicles in `trouble`, and the sentences for it."""
    change: dict[str, Change] = {}
    said = []
    for vehicle in _troubled(desk, trouble):
        result = entries[f"v_{vehicle.id}"]
        stuck = (IMMOBILE,) if result == STUCK else ()
        change[str(vehicle.id)] = lost(desk) if result == ELIMINATED else marks(vehicle, less=(trouble,), more=stuck)
        said.append(f"{vehicle.name} {WORDS[result]}")
    return change, said


def _vehicle_step(key: str, trouble: str, outcomes: tuple[str, ...]) -> Deed[Desk]:
    """A step for vehicles whose rolls are made at the table: what came of each is asked."""

    def task(desk: Desk) -> FormTask | None:
        vehicles = _troubled(desk, trouble)
        return FormTask(desk.button(key), _vehicle_fields(vehicles, desk.rule(key), outcomes)) if vehicles else None

    def enter(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
        form = task(desk)
        assert form is not None
        change, said = _settled(desk, trouble, form.read(data))
        return Taken([desk.event("vehicles.settled", change=change, said=said, rule=desk.rule(key))])

    return Deed(key, task, {"enter": enter})


CHECKS = (
    Deed("encirclement", _encirclement_task, {"enter": _roll_encirclement}),
    Deed("mines", _mines_task, {"enter": _roll_mines}),
)
BOG = (_vehicle_step("bog", BOGGED, (FREE, STUCK)),)
SHOCK = (_vehicle_step("shock", SHOCKED, (FREE, ELIMINATED)),)
