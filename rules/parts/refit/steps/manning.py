"""Abandoned vehicles that are manned again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import Luck, Refused
from rules.parts.counters import Counter
from rules.parts.refit.desk import Desk
from rules.parts.refit.steps.condition import MMC, NON_QUALIFIED, VEHICLES, in_reach, named, retained, together
from rules.parts.refit.words import Deed, an
from rules.parts.stages import Taken
from rules.parts.tasks import Field, FormTask


def _abandoned(desk: Desk) -> list[Counter]:
    return [c for c in retained(desk, *VEHICLES) if "abandoned" in c.marks and in_reach(desk, c)]


def _hands(desk: Desk, vehicle: Counter) -> list[Counter]:
    """Who could man a vehicle: crews first, half-squads, and squads that leave a half behind."""
    here = (c for c in retained(desk, *MMC) if together(desk, c, vehicle))
    fit = [c for c in here if c.kind != "squad" or _half(desk, c)]
    return sorted(fit, key=lambda c: ("crew", "half_squad", "squad").index(c.kind))


def _half(desk: Desk, squad: Counter) -> str:
    unit = desk.book.unit(desk.side, squad.name)
    return unit.half if unit else ""


def _man_field(desk: Desk, vehicle: Counter) -> Field:
    names = {c.name: f"{an(c.name)} goes aboard" for c in reversed(_hands(desk, vehicle)) if c.kind != "squad"}
    halves = {c.name: f"half of {an(c.name)} goes aboard" for c in _hands(desk, vehicle) if c.kind == "squad"}
    options = (("", "stays abandoned"), *{**halves, **names}.items())
    return Field(f"by:{vehicle.id}", named(vehicle), "select", "", options=options, rule=desk.rule("reman"))


def _man_task(desk: Desk) -> FormTask | None:
    fields = tuple(_man_field(desk, c) for c in _abandoned(desk) if _hands(desk, c))
    return FormTask(desk.button("reman"), fields) if fields else None


def _man(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _man_task(desk)
    assert task is not None
    change: dict[str, dict[str, Any]] = {}
    said = []
    for key, name in task.read(data).items():
        vehicle = next(c for c in _abandoned(desk) if f"by:{c.id}" == key)
        hands = next((c for c in _hands(desk, vehicle) if c.name == name and str(c.id) not in change), None)
        if not name:
            continue
        if hands is None:
            raise Refused(
                f"You have no further {name} there.", rule=desk.rule("reman"), field=key, way_out="Choose another."
            )
        change |= _aboard(desk, vehicle, hands)
        said.append(f"{name} aboard {named(vehicle)}")
    return Taken([desk.event("vehicles.manned", change=change, said=said)])


def _aboard(desk: Desk, vehicle: Counter, hands: Counter) -> dict[str, dict[str, Any]]:
    """The vehicle manned again, and what becomes of the counter that went aboard."""
    marks = [mark for mark in vehicle.marks if mark not in ("abandoned", NON_QUALIFIED)]
    marks += [] if hands.kind == "crew" else [NON_QUALIFIED]
    manned = {str(vehicle.id): {"marks": marks}}
    if hands.kind == "squad":
        half = _half(desk, hands)
        left = {"kind": "half_squad", "name": half, "worth": desk.book.worth("half_squad", half)}
        return {**manned, str(hands.id): left}
    return {**manned, str(hands.id): {"fate": "merged", "since": desk.date, "note": f"aboard {named(vehicle)}"}}


STEPS = (Deed("reman", _man_task, {"enter": _man}),)
