"""Recovery and field maintenance of AFV (12.6151d to f), and AFV under Recall (12.6161).

A wreck on the map is a vehicle that was lost; recovered it is one of the side's again, as a wreck.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import Luck
from rules.parts.counters import READY, Counter
from rules.parts.refit.desk import told
from rules.parts.refit.steps import facts
from rules.parts.refit.steps.condition import (
    RECALL,
    SHORT,
    VEHICLES,
    WRECK,
    Changes,
    captured,
    immobilized,
    isolated,
    mobile,
    named,
    retained,
)
from rules.parts.refit.steps.embers import BURNT_OUT
from rules.parts.refit.steps.placing_limits import fixed
from rules.parts.refit.words import Deed
from rules.parts.rolls import Need
from rules.parts.stages import Taken
from rules.parts.tasks import Field, FormTask, RollTask
from rules.systems.votg.desk import Desk
from rules.systems.votg.steps.leaders import GREEN

RECOVERED, DUG_IN, DISABLED = "recovered", "dug-in", "disabled"
LABOR = ("Labor 1", "Labor 2")

# 12.6151d recovery -----------------------------------------------------------------------------


def _on_map(desk: Desk) -> list[Counter]:
    """What may be recovered: immobilized AFV, wrecks the side Retains where they stand, wrecks of AFV it lost.

    Of captured ones only those that still are AFV, for nobody repairs their wrecks (12.6151f). An AFV in a Pillbox or
    Fortified Building is never moved as long as it is no wreck (CG5).
    """
    stuck = [c for c in retained(desk, "tank") if {"immobilized", WRECK} & set(c.marks) and RECOVERED not in c.marks]
    stuck = [c for c in stuck if WRECK in c.marks or not fixed(desk, c)]
    wrecks = [c for c in desk.mine.counters if c.kind == "tank" and c.fate == "eliminated" and BURNT_OUT not in c.note]
    return [c for c in (*stuck, *wrecks) if not (captured(c) and _is_wreck(c))]


def _ways(desk: Desk, counter: Counter) -> tuple[str, ...]:
    """From where a vehicle may come in: by the Perimeter where that is written down, else by what its side says."""
    if isolated(counter):
        return ("path",)
    inside = desk.inside(counter.place)
    return ("perimeter", "outside") if inside is None else ("perimeter",) if inside else ("outside",)


def _is_wreck(counter: Counter) -> bool:
    return counter.fate != READY or WRECK in counter.marks


def _recovery_task(desk: Desk) -> FormTask | None:
    said, rule = desk.said("recovery"), desk.rule("recovery")
    fields = []
    for counter in _on_map(desk):
        label = f"{named(counter)}{', ' + said['wreck'] if _is_wreck(counter) else ''}"
        options = tuple((key, said[key]) for key in ("leave", *_ways(desk, counter)))
        fields.append(Field(f"try_{counter.id}", label, "select", "leave", options=options, rule=rule))
    return FormTask(desk.button("recovery"), tuple(fields), tuple(said["points"])) if fields else None


def _choose_recoveries(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _recovery_task(desk)
    assert task is not None
    tries = {key.removeprefix("try_"): how for key, how in task.read(data).items() if how != "leave"}
    named_ = [named(c) for c in _on_map(desk) if str(c.id) in tries]
    pending = {**desk.mine.pending, "recovery": tries}
    return Taken([desk.event("recovery.chosen", pending=pending, names=named_)])


def _recovery_needs(desk: Desk) -> tuple[Need, ...]:
    table, tries = desk.table("recovery"), desk.mine.pending.get("recovery", {})
    return tuple(
        Need(
            str(c.id),
            named(c),
            1,
            table,
            desk.modifiers(
                table,
                isolated=isolated(c),
                in_perimeter=tries[str(c.id)] == "perimeter",
                dug_in=DUG_IN in c.marks,
            ),
        )
        for c in _on_map(desk)
        if str(c.id) in tries
    )


def _recovery_roll_task(desk: Desk) -> RollTask | None:
    needs = _recovery_needs(desk)
    return RollTask(desk.button("recovery_roll"), needs, mode=desk.mode) if needs else None


def _roll_recovery(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    mishap, changes, rolls = desk.table("recovery_mishap"), Changes(desk), []
    for one in desk.roll(_recovery_needs(desk), data, luck):
        vehicle, result = _find(desk, one.need.key), str(one.value("result"))
        if _is_wreck(vehicle) and (worst := str(mishap.row(one.reckoning.original).values["result"])) != "none":
            changes.lose(vehicle, f"{BURNT_OUT}, {desk.rule('recovery')}")
            if vehicle.fate != READY:
                changes.put(vehicle, since=vehicle.since)
            result = worst
        elif result == "recovered":
            _bring_in(desk, changes, vehicle)
        rolls.append(told(one, result))
    pending = {key: value for key, value in desk.mine.pending.items() if key != "recovery"}
    return Taken([desk.event("recovery.rolled", change=changes.rows, rolls=rolls, pending=pending)])


def _bring_in(desk: Desk, changes: Changes, vehicle: Counter) -> None:
    """Off the map and Retained; a wreck was counted for the scenario it was lost in, and is worth no more CVP."""
    if vehicle.fate != READY:
        note = f"recovered, {desk.rule('recovery')}"
        changes.put(vehicle, fate=READY, since=desk.date, marks=[WRECK], note=note, worth=0)
    changes.take(vehicle, DUG_IN, "isolated", "front line", "in mines")
    changes.give(vehicle, RECOVERED)
    changes.put(vehicle, place="")


def _find(desk: Desk, key: str) -> Counter:
    return next(c for c in desk.mine.counters if str(c.id) == key)


# 12.6151e immobilization -----------------------------------------------------------------------


def _to_mend(desk: Desk) -> list[Counter]:
    """Immobilized AFV that were brought in, and those that are Isolated with their crews, but none that is Dug-In."""
    return [c for c in immobilized(desk) if (isolated(c) or RECOVERED in c.marks) and DUG_IN not in c.marks]


def labor(counter: Counter) -> int:
    """The Labor counters on a vehicle."""
    return next((n for n, mark in enumerate(LABOR, start=1) if mark in counter.marks), 0)


def _labor_more(desk: Desk, changes: Changes, counter: Counter) -> None:
    """Work that failed helps the next try."""
    most = min(int(desk.book.pack["repair"]["labor_most"]), len(LABOR))
    changes.take(counter, *LABOR)
    changes.give(counter, LABOR[min(labor(counter) + 1, most) - 1])


def _mend_needs(desk: Desk) -> tuple[Need, ...]:
    table, always = desk.table("immobilization"), desk.ruling("armor_leader_repair") == "always"
    return tuple(
        Need(
            str(c.id),
            named(c),
            1,
            table,
            desk.modifiers(
                table,
                armor_leader=facts.leader_drm(desk, c) if always or isolated(c) else 0,
                non_qualified=facts.non_qualified(desk, c),
                isolated=isolated(c),
                inexperienced=GREEN in c.marks,
                labor=labor(c),
            ),
        )
        for c in _to_mend(desk)
    )


def _mend_task(desk: Desk) -> RollTask | None:
    needs = _mend_needs(desk)
    return RollTask(desk.button("immobilization"), needs, mode=desk.mode) if needs else None


def _mend(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    changes, rolls, said = Changes(desk), [], desk.said("immobilization")
    for one in desk.roll(_mend_needs(desk), data, luck):
        vehicle, result = _find(desk, one.need.key), str(one.value("result"))
        if result == "mobile":
            changes.take(vehicle, "immobilized", RECOVERED, *LABOR)
        else:
            _labor_more(desk, changes, vehicle)
            result = said["labor"]
        rolls.append(told(one, result))
    return Taken([desk.event("immobilization.rolled", change=changes.rows, rolls=rolls)])


# 12.6151f wrecks -------------------------------------------------------------------------------


def _wrecks(desk: Desk) -> list[Counter]:
    return [c for c in retained(desk, "tank") if WRECK in c.marks and not captured(c)]


def _partly(counter: Counter) -> str:
    return f"partly:{counter.name}"


def _wreck_needs(desk: Desk, so: Mapping[str, Any]) -> tuple[Need, ...]:
    table = desk.table("wreck_repair")
    return tuple(
        Need(str(c.id), named(c), 1, table, desk.modifiers(table, partly_armored=bool(so[_partly(c)]), labor=labor(c)))
        for c in _wrecks(desk)
    )


def _wreck_task(desk: Desk) -> FormTask | None:
    if not (wrecks := _wrecks(desk)):
        return None
    known = {_partly(c): bool(desk.mine.known.get(_partly(c), False)) for c in wrecks}
    said, rule = desk.said("wreck_repair"), desk.rule("wreck_repair")
    fields = tuple(
        Field(key, f"{key.removeprefix('partly:')}: {said['partly_armored']}", "check", value, rule=rule)
        for key, value in known.items()
    )
    return FormTask(desk.button("wreck_repair"), fields, needs=_wreck_needs(desk, known), mode=desk.mode)


def _roll_wrecks(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _wreck_task(desk)
    assert task is not None
    so = task.read(data)
    changes, rolls, said = Changes(desk), [], desk.said("wreck_repair")
    for one in desk.roll(_wreck_needs(desk, so), data, luck):
        vehicle, result = _find(desk, one.need.key), str(one.value("result"))
        if result == "repaired":
            worth = vehicle.worth or desk.book.worth(vehicle.kind, vehicle.name)
            changes.put(vehicle, marks=_as_new(desk, vehicle), note="", worth=worth)
        elif result == "eliminated":
            changes.lose(vehicle, f"{BURNT_OUT}, {desk.rule('wreck_repair')}")
        else:
            _labor_more(desk, changes, vehicle)
            result = said["labor"]
        rolls.append(told(one, result))
    return Taken([desk.event("wrecks.rolled", change=changes.rows, rolls=rolls, known=dict(so))])


def _as_new(desk: Desk, vehicle: Counter) -> list[str]:
    """The conditions left on a wreck that is fully functional again: where it is, and who its crew are."""
    return [mark for mark in vehicle.marks if mark in ("isolated", GREEN)]


# 12.6161 Recall --------------------------------------------------------------------------------


def _recalled(desk: Desk) -> list[Counter]:
    return [c for c in retained(desk, *VEHICLES) if RECALL in c.marks and mobile(c)]


def _recall_task(desk: Desk) -> RollTask | None:
    said = desk.said("recall")
    lines = tuple(f"{named(c)}: {said[_recall_result(c)]}" for c in _recalled(desk))
    return RollTask(desk.button("recall"), lines=lines, mode=desk.mode) if lines else None


def _recall_result(counter: Counter) -> str:
    if isolated(counter):
        return "stays"
    return "wreck" if DISABLED in counter.marks else "free"


def _settle_recalls(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    desk.roll((), data, luck)
    changes, said = Changes(desk), []
    for vehicle in _recalled(desk):
        result = _recall_result(vehicle)
        if result == "stays":
            changes.give(vehicle, SHORT)
        else:
            changes.take(vehicle, RECALL)
        if result == "wreck":
            changes.give(vehicle, WRECK, RECOVERED)
        said.append(f"{named(vehicle)}: {desk.said('recall')[result]}")
    return Taken([desk.event("recalls.settled", change=changes.rows, said=said)])


RECOVERY: tuple[Deed[Desk], ...] = (
    Deed("recovery", _recovery_task, {"enter": _choose_recoveries}),
    Deed("recovery_roll", _recovery_roll_task, {"roll": _roll_recovery}),
    Deed("immobilization", _mend_task, {"roll": _mend}),
    Deed("wreck_repair", _wreck_task, {"enter": _roll_wrecks}),
)
RECALLED: tuple[Deed[Desk], ...] = (Deed("recall", _recall_task, {"roll": _settle_recalls}),)
