"""Task checks of Encircled units and of infantry in mines; vehicles in mines, bogged or shocked.

Each goes by a condition of the counters and passes by itself if none has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules.asl.context import RefitContext, StepDef, roll_record
from rules.asl.counter_fields import (
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
from rules.asl.counters import Counter
from rules.asl.pending import Left, Pending
from rules.contract import Field
from rules.dice import Rng
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.engine.tasks import FormTask
from rules.tables import Need
from rules.text import gettext, gettext_noop

NONE = ""
MINES, BOGGED, SHOCKED = "in mines", "bogged", "shocked"
FREE, STUCK, ELIMINATED = "free", "immobilized", "eliminated"
WORDS = {
    FREE: gettext_noop("comes through, free"),
    STUCK: gettext_noop("immobilized"),
    ELIMINATED: gettext_noop("Eliminated"),
}
SAID = {
    "stays": gettext_noop("holds"),
    "eliminated": gettext_noop("Eliminated"),
    "unharmed": gettext_noop("holds"),
    "casualty reduction": gettext_noop("Casualty Reduction"),
}


# Task checks -----------------------------------------------------------------------------


class Tested(Left):
    """Who has taken the check of the encircled, by the counters' numbers."""

    tested: tuple[int, ...]


def _tested(ctx: RefitContext) -> tuple[int, ...]:
    left = ctx.pending.get(Tested)
    return left.tested if left else ()


def _untested(ctx: RefitContext, tested: tuple[int, ...]) -> list[Counter]:
    """Encircled units beside `tested`; of vehicles only an Immobilized one's crew is in danger."""
    found = [c for c in marked(ctx, ENCIRCLED, UNITS + VEHICLES) if c.id not in tested]
    return [c for c in found if c.kind not in VEHICLES or (IMMOBILE in c.marks and ABANDONED not in c.marks)]


def _encircled(ctx: RefitContext) -> list[Counter]:
    """Who takes the check now; leaders first, for one that falls leads nobody."""
    due = _untested(ctx, _tested(ctx))
    return [c for c in due if c.kind in SMC] or due


def _checks(ctx: RefitContext, counters: Iterable[Counter], table_key: str) -> tuple[Need, ...]:
    table = ctx.table(table_key)
    return tuple(
        Need(str(c.id), shown(c), 2, table, ctx.modifiers(table, morale=morale(ctx, c), task_check=1)) for c in counters
    )


def _lead_fields(ctx: RefitContext, counters: Iterable[Counter], mark: str, rule: str) -> Iterator[Field]:
    """For each counter the leaders in the same trouble at the same place whose modifier the owner may use."""
    leaders = [(c, leadership(ctx, c)) for c in marked(ctx, mark, ("leader",))]
    for c in counters:
        there = [(leader, drm) for leader, drm in leaders if drm and leader.id != c.id and leader.place == c.place]
        options = ((NONE, gettext("nobody")), *((str(one.id), f"{one.name} ({drm:+d})") for one, drm in there))
        if there:
            label = gettext("{counter}: led by", counter=shown(c))
            yield Field(f"leader_{c.id}", label, "select", NONE, options=options, rule=rule)


def _roll_led(
    ctx: RefitContext, task: FormTask, entries: Mapping[str, Any], data: Mapping[str, Any], rng: Rng
) -> tuple[Rolled, ...]:
    """Roll the checks, each with the modifier of the leader chosen for it."""
    leaders = {str(c.id): leadership(ctx, c) for c in ctx.mine.counters}
    needs = []
    for need in task.needs:
        leader = entries.get(f"leader_{need.key}", NONE)
        assert need.table is not None
        led = (need.table.drm("leader", leaders[leader]),) if leader else ()
        needs.append(replace(need, modifiers=(*need.modifiers, *led)))
    return ctx.roll(needs, data, rng)


def _recorded(rolled: Iterable[Rolled]) -> list[dict[str, Any]]:
    return [roll_record(one, SAID[str(one.value("result"))]) for one in rolled]


def _encirclement_task(ctx: RefitContext) -> FormTask | None:
    due, rule = _encircled(ctx), ctx.rule("encirclement")
    fields = tuple(_lead_fields(ctx, due, ENCIRCLED, rule))
    needs = _checks(ctx, due, "encircled_check")
    return FormTask(ctx.button("encirclement"), fields, needs=needs, mode=ctx.mode) if due else None


def _roll_encirclement(ctx: RefitContext, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    """A unit that fails is Eliminated; of a vehicle the crew is, and the vehicle stays, abandoned."""
    due = _encircled(ctx)
    rolled = _roll_led(ctx, task, task.read(data), data, rng)
    change = {
        str(c.id): marks(c, more=(ABANDONED,)) if c.kind in VEHICLES else lost(ctx)
        for c, one in zip(due, rolled, strict=True)
        if one.value("result") == "eliminated"
    }
    tested = (*_tested(ctx), *(c.id for c in due))
    event = ctx.event(
        "task_checks.made",
        change=change,
        rolls=_recorded(rolled),
        rule=ctx.rule("encirclement"),
        pending=Pending().put(Tested(tested=tested)),
    )
    return StepResult([event], done=not _untested(ctx, tested))


# Mines -----------------------------------------------------------------------------------


def _mines_task(ctx: RefitContext) -> FormTask | None:
    infantry, vehicles, rule = marked(ctx, MINES, UNITS), marked(ctx, MINES, VEHICLES), ctx.rule("mines")
    if not infantry and not vehicles:
        return None
    fields = (*_lead_fields(ctx, infantry, MINES, rule), *_vehicle_fields(vehicles, rule))
    return FormTask(ctx.button("mines"), fields, needs=_checks(ctx, infantry, "mines_check"), mode=ctx.mode)


def _roll_mines(ctx: RefitContext, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
    entries = task.read(data)
    rolled = _roll_led(ctx, task, entries, data, rng)
    change: dict[str, Change] = {}
    for counter, one in zip(marked(ctx, MINES, UNITS), rolled, strict=True):
        after = reduced(ctx, counter) if one.value("result") == "casualty reduction" else {}
        if not is_lost(after):
            after |= {"marks": [mark for mark in after.get("marks", counter.marks) if mark != MINES]}
        change[str(counter.id)] = after
    vehicles, said = _settled(ctx, MINES, entries)
    return StepResult([ctx.event("mines.settled", change=change | vehicles, rolls=_recorded(rolled), said=said)])


# Vehicles --------------------------------------------------------------------------------


def _vehicle_fields(
    vehicles: Iterable[Counter], rule: str, outcomes: tuple[str, ...] = tuple(WORDS)
) -> tuple[Field, ...]:
    options = tuple((key, gettext(WORDS[key])) for key in outcomes)
    return tuple(Field(f"v_{c.id}", shown(c), "select", FREE, options=options, rule=rule) for c in vehicles)


def _troubled(ctx: RefitContext, trouble: str) -> list[Counter]:
    """The vehicles in `trouble`; nobody drives an abandoned one out of the bog."""
    found = marked(ctx, trouble, VEHICLES)
    return [c for c in found if trouble != BOGGED or ABANDONED not in c.marks]


def _settled(ctx: RefitContext, trouble: str, entries: Mapping[str, Any]) -> tuple[dict[str, Change], list[str]]:
    """What the table made of the vehicles in `trouble`, and the sentences for it."""
    change: dict[str, Change] = {}
    said = []
    for vehicle in _troubled(ctx, trouble):
        result = entries[f"v_{vehicle.id}"]
        stuck = (IMMOBILE,) if result == STUCK else ()
        change[str(vehicle.id)] = lost(ctx) if result == ELIMINATED else marks(vehicle, less=(trouble,), more=stuck)
        said.append(f"{vehicle.name} {WORDS[result]}")
    return change, said


def _vehicle_step(key: str, trouble: str, outcomes: tuple[str, ...]) -> StepDef[RefitContext]:
    """A step for vehicles whose rolls are made at the table: what came of each is asked."""

    def task(ctx: RefitContext) -> FormTask | None:
        vehicles = _troubled(ctx, trouble)
        return FormTask(ctx.button(key), _vehicle_fields(vehicles, ctx.rule(key), outcomes)) if vehicles else None

    def enter(ctx: RefitContext, task: FormTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
        change, said = _settled(ctx, trouble, task.read(data))
        return StepResult([ctx.event("vehicles.settled", change=change, said=said, rule=ctx.rule(key))])

    return StepDef(key, task, {"enter": enter})


CHECKS = (
    StepDef("encirclement", _encirclement_task, {"enter": _roll_encirclement}),
    StepDef("mines", _mines_task, {"enter": _roll_mines}),
)
BOG = (_vehicle_step("bog", BOGGED, (FREE, STUCK)),)
SHOCK = (_vehicle_step("shock", SHOCKED, (FREE, ELIMINATED)),)
