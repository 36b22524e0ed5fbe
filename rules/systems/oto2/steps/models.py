"""Models of vehicles and Guns (RG notes j, k, l), aircraft (E7.21), their ATCB (RG notes l, n), optional MG (CG8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import Luck
from rules.parts.counters import Counter
from rules.parts.refit.desk import told
from rules.parts.refit.steps.chosen import marks, names, number_fields, taken
from rules.parts.refit.steps.condition import VEHICLES
from rules.parts.refit.words import Deed
from rules.parts.rolls import Need
from rules.parts.stages import Taken
from rules.parts.tasks import Field, FormTask, RollTask
from rules.systems.oto2.arrival import Piece
from rules.systems.oto2.desk import Desk
from rules.systems.oto2.state import Group
from rules.systems.oto2.steps.groups import label, new_counters, rg

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
    return RollTask(desk.button("variants"), needs, mode=desk.mode) if needs else None


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
        name = label(desk, group)
        fields.append(Field(f"number_{group.id}", f"{name}: aircraft", value=1, low=1, high=6, rule="E7.21"))
        fields.append(
            Field(f"type_{group.id}", f"{name}: type", "text", rg(desk, group).units[0][0], rule="OtO Aircraft 12")
        )
    return FormTask(desk.button("aircraft"), tuple(fields)) if groups else None


def _receive_aircraft(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _aircraft_task(desk)
    assert task is not None
    entries = task.read(data)
    pieces = [
        (group, Piece("aircraft", entries[f"type_{group.id}"] or rg(desk, group).units[0][0]))
        for group in _squadrons(desk)
        for _ in range(entries[f"number_{group.id}"])
    ]
    return Taken([desk.event("aircraft.received", add=new_counters(desk, pieces))])


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
    return RollTask(desk.button("atcb"), needs, mode=desk.mode) if needs else None


def _roll_atcb(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    rolled = desk.roll(_atcb_needs(desk), data, luck)
    change = {one.need.key: {"note": f"ATCB: {one.value('result')}"} for one in rolled}
    return Taken(
        [desk.event("aircraft.rolled", change=change, rolls=[told(r, str(r.value("result"))) for r in rolled])]
    )


# CG8 optional MG -------------------------------------------------------------------------


def _new_vehicles(desk: Desk) -> list[Counter]:
    """The vehicles of this date's groups, and on the first date the given ones."""
    groups = {g.id for g in desk.groups_of_today()} | ({""} if desk.initial else set())
    return [c for c in desk.mine.on_hand if c.kind in VEHICLES and c.group in groups]


def _optional_task(desk: Desk) -> FormTask | None:
    fields = number_fields(_new_vehicles(desk), desk.rule("optional_mg"))
    return FormTask(desk.button("optional_mg"), fields) if fields else None


def _note_optional(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _optional_task(desk)
    assert task is not None
    armed = taken(_new_vehicles(desk), task.read(data))
    mark = desk.book.pack["marks"]["optional"]
    change = {str(c.id): new for c in armed if (new := marks(c, more=(mark,)))}
    return Taken([desk.event("optional_mg.noted", change=change, names=names(armed))])


STEPS = (
    Deed("variants", _models_task, {"roll": _roll_models}),
    Deed("aircraft", _aircraft_task, {"enter": _receive_aircraft}),
    Deed("atcb", _atcb_task, {"roll": _roll_atcb}),
    Deed("optional_mg", _optional_task, {"enter": _note_optional}),
)
