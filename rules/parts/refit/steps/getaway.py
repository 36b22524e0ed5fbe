"""What a roll on the Escape Table does to those who tried."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.parts.counters import Counter
from rules.parts.refit.desk import Desk
from rules.parts.refit.steps.chosen import (
    ABANDONED,
    ENCIRCLED,
    ISOLATED,
    ON_FOOT,
    SHORT,
    UNITS,
    VEHICLES,
    Change,
    is_lost,
    lost,
    marks,
    reduced,
    replaced,
)

OUT = (ISOLATED, ENCIRCLED, SHORT)
"""Conditions that end with the escape."""


def free(counter: Counter, *more: str) -> Change:
    """A counter that got away: Retained, nowhere on the map."""
    return {**marks(counter, less=OUT, more=more), "place": ""}


def _with(vehicle: Counter, counter: Counter, *more: str) -> Change:
    """Free; an armor leader's place is the type of his vehicle."""
    return free(counter, *more) | ({"place": vehicle.name} if counter.kind == "armor_leader" else {})


def selected(
    desk: Desk, stack: list[Counter], effects: Iterable[str], dice: Mapping[str, int]
) -> tuple[dict[str, Change], dict[str, Any]]:
    """The outcome for a stack by Random Selection: the highest die of those still there, ties all."""
    alive = [c for c in stack if c.kind in UNITS]
    hit: dict[str, list[Counter]] = {}
    for effect in effects:
        highest = max((dice[f"{effect}_{c.id}"] for c in alive), default=0)
        hit[effect] = [c for c in alive if dice[f"{effect}_{c.id}"] == highest]
        if effect == "replaced":
            alive = [c for c in alive if c not in hit[effect] or not is_lost(replaced(desk, c))]
    return got_out(desk, stack, hit)


def got_out(
    desk: Desk, stack: list[Counter], hit: Mapping[str, list[Counter]], all_lost: bool = False
) -> tuple[dict[str, Change], dict[str, Any]]:
    """What changes for a stack on foot, and what is still to be decided: the equipment of those lost on the way."""
    if all_lost and desk.book.readings.get("escape_equipment") != "rolled":
        return {str(c.id): lost(desk) for c in stack}, {}
    units = [c for c in stack if c.kind in UNITS]
    change = {str(c.id): lost(desk) if all_lost else _one(desk, c, hit) for c in units}
    dead = [c for c in units if is_lost(change[str(c.id)])]
    weapons = [c for c in stack if c.kind not in UNITS]
    if dead and weapons:
        return change, {"equipment": {"ids": [c.id for c in weapons], "all": len(dead) == len(units)}}
    return change | {str(c.id): free(c) for c in weapons}, {}


def _one(desk: Desk, counter: Counter, hit: Mapping[str, list[Counter]]) -> Change:
    """A unit Replaced, then reduced, then free; or lost."""
    values: Change = {}
    for effect, act in (("replaced", replaced), ("reduced", reduced)):
        if counter in hit.get(effect, ()) and not is_lost(values):
            values |= act(desk, _after(counter, values))
    if is_lost(values):
        return {"fate": values["fate"], "since": values["since"]}
    on_foot = (ON_FOOT,) if counter.kind == "armor_leader" else ()
    return values | free(_after(counter, values), *on_foot)


def _after(counter: Counter, values: Change) -> Counter:
    return replace(counter, **{**values, "marks": tuple(values.get("marks", counter.marks))})


def out_of_vehicle(desk: Desk, stack: list[Counter], result: str) -> tuple[dict[str, Change], list[dict[str, Any]]]:
    """What changes for a vehicle and who is in it, and the crew that got out of it."""
    vehicle = next(c for c in stack if c.kind in VEHICLES)
    riders = [c for c in stack if c is not vehicle]
    if "abandoned" not in result:
        out = result == "escapes"
        return {str(c.id): _with(vehicle, c) if out else lost(desk) for c in stack}, []
    change = {str(vehicle.id): marks(vehicle, less=(ENCIRCLED,), more=(ABANDONED,))}
    if "crew eliminated" in result:
        return change | {str(c.id): lost(desk) for c in riders}, []
    for rider in riders:
        change[str(rider.id)] = _with(vehicle, rider, ON_FOOT) if rider.kind == "armor_leader" else free(rider)
    crew = str(desk.book.pack["crew"]["unit"])
    return change, desk.new([("crew", crew, vehicle.group, {"note": f"of the {vehicle.name}"})])
