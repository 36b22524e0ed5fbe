"""7.5131: vehicles that are immobilized, under Recall or stunned."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import Luck
from rules.parts.counters import Counter
from rules.parts.refit.desk import told
from rules.parts.refit.steps import facts
from rules.parts.refit.steps.condition import (
    FRONT,
    NO_AMMO,
    RECALL,
    SHORT,
    VEHICLES,
    Changes,
    immobilized,
    isolated,
    mobile,
    named,
    retained,
    stunned,
)
from rules.parts.refit.words import Deed
from rules.parts.rolls import Need
from rules.parts.stages import Taken
from rules.parts.tasks import RollTask
from rules.systems.oto2.desk import Desk


def _find(desk: Desk, key: str) -> Counter:
    return next(c for c in desk.mine.counters if str(c.id) == key)


# 7.5131b immobilization ------------------------------------------------------------------


def _immobile_needs(desk: Desk) -> tuple[Need, ...]:
    table = desk.table("immobilization")
    return tuple(Need(str(c.id), named(c), 1, table, _immobile_drm(desk, c)) for c in immobilized(desk))


def _immobile_drm(desk: Desk, vehicle: Counter) -> Any:
    return desk.modifiers(
        desk.table("immobilization"),
        armor_leader=facts.leader_drm(desk, vehicle),
        non_qualified=facts.non_qualified(desk, vehicle),
        front_line=FRONT in vehicle.marks,
        isolated=isolated(vehicle),
    )


def _immobile_task(desk: Desk) -> RollTask | None:
    needs = _immobile_needs(desk)
    return RollTask(desk.button("immobile"), needs, mode=desk.mode) if needs else None


def _roll_immobile(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    changes, rolls = Changes(desk), []
    for one in desk.roll(_immobile_needs(desk), data, luck):
        vehicle, result = _find(desk, one.need.key), str(one.value("result"))
        if result == "mobile":
            changes.take(vehicle, "immobilized")
            changes.put(vehicle, place=vehicle.place if isolated(vehicle) else "")
        rolls.append(told(one, result))
    return Taken([desk.event("immobile.rolled", change=changes.rows, rolls=rolls)])


# 7.5131c Recall --------------------------------------------------------------------------


def _leaving(desk: Desk) -> list[Counter]:
    """Vehicles under Recall for good that can drive off."""
    return [c for c in retained(desk, *VEHICLES) if RECALL in c.marks and mobile(c) and not isolated(c)]


def _refilling(desk: Desk) -> list[Counter]:
    """Vehicles recalled for Low Ammunition: those that go now, those that went, those still out."""
    vehicles = [c for c in desk.mine.counters if c.kind in VEHICLES]
    gone = [c for c in vehicles if c.fate == "out" or (c.fate == "recalled" and NO_AMMO in c.marks)]
    here = [c for c in retained(desk, *VEHICLES) if NO_AMMO in c.marks and RECALL not in c.marks]
    return gone + [c for c in here if mobile(c) and not isolated(c)]


def _staying(desk: Desk) -> list[Counter]:
    """Vehicles under Recall in an Isolated Area, which begin the scenario so."""
    recalled = (c for c in retained(desk, *VEHICLES) if {RECALL, NO_AMMO} & set(c.marks))
    return [c for c in recalled if mobile(c) and isolated(c) and SHORT not in c.marks]


def _recall_needs(desk: Desk) -> tuple[Need, ...]:
    return tuple(Need(str(c.id), named(c), 1, desk.table("recall_low_ammo")) for c in _refilling(desk))


def _recall_task(desk: Desk) -> RollTask | None:
    lines = tuple(f"{named(c)} leaves the campaign." for c in _leaving(desk))
    lines += tuple(f"{named(c)} stays under Recall, short of ammunition." for c in _staying(desk))
    needs = _recall_needs(desk)
    return RollTask(desk.button("recall"), needs, lines, desk.mode) if needs or lines else None


def _roll_recall(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    changes, rolls = Changes(desk), []
    for one in desk.roll(_recall_needs(desk), data, luck):
        vehicle, result = _find(desk, one.need.key), str(one.value("result"))
        back = result == "enters from offboard"
        if back:
            changes.take(vehicle, NO_AMMO, "low ammunition", SHORT)
        else:
            changes.give(vehicle, NO_AMMO)
        changes.put(vehicle, fate="due" if back else "out", since=desk.date, place="")
        rolls.append(told(one, result))
    left = _leaving(desk)
    for vehicle in left:
        changes.lose(vehicle, f"recalled, {desk.rule('recall')}")
    for vehicle in _staying(desk):
        changes.give(vehicle, SHORT)
    names = [named(c) for c in left]
    return Taken([desk.event("recall.rolled", change=changes.rows, rolls=rolls, names=names)])


# 7.5131d Stun ----------------------------------------------------------------------------


def _stun_needs(desk: Desk) -> tuple[Need, ...]:
    table = desk.table("stun")
    return tuple(
        Need(
            str(c.id),
            named(c),
            1,
            table,
            desk.modifiers(table, isolated=isolated(c), armor_leader=facts.leader_drm(desk, c)),
        )
        for c in stunned(desk)
    )


def _stun_task(desk: Desk) -> RollTask | None:
    needs = _stun_needs(desk)
    return RollTask(desk.button("stun"), needs, mode=desk.mode) if needs else None


def _roll_stun(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    changes, rolls = Changes(desk), []
    for one in desk.roll(_stun_needs(desk), data, luck):
        vehicle, result = _find(desk, one.need.key), str(one.value("result"))
        if result != "stunned":
            changes.take(vehicle, "stunned")
        if result == "eliminated":
            changes.give(vehicle, "abandoned")
        said = {"recovered": "recovered", "stunned": "still stunned", "eliminated": "crew lost, abandoned"}[result]
        rolls.append(told(one, said))
    return Taken([desk.event("stun.rolled", change=changes.rows, rolls=rolls)])


STEPS = (
    Deed("immobile", _immobile_task, {"roll": _roll_immobile}),
    Deed("recall", _recall_task, {"roll": _roll_recall}),
    Deed("stun", _stun_task, {"roll": _roll_stun}),
)
