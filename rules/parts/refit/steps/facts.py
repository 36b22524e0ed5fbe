"""What the dice of repairs need to know of counters in trouble and their marks don't say: asked once, on one form.

Repair numbers stand on counters this book doesn't show; what a player says of one is kept for the campaign.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import Luck, Refused
from rules.parts.counters import Counter
from rules.parts.refit.desk import Desk
from rules.parts.refit.steps.condition import (
    NON_QUALIFIED,
    VEHICLES,
    Failed,
    failed,
    immobilized,
    named,
    prizes,
    retained,
    stunned,
)
from rules.parts.refit.words import Deed
from rules.parts.stages import Taken
from rules.parts.tasks import Field, FormTask

BROKEN = "x"


def told_of(desk: Desk, what: str, key: Any, otherwise: Any) -> Any:
    """What the form said of a counter, or what goes without saying."""
    return desk.mine.pending.get("facts", {}).get(f"{what}:{key}", otherwise)


def non_qualified(desk: Desk, counter: Counter) -> bool:
    """Whether only non-Qualified Use is possible (A21.13)."""
    return bool(told_of(desk, "unqualified", counter.id, NON_QUALIFIED in counter.marks))


def leader_drm(desk: Desk, vehicle: Counter) -> int:
    """The modifier of the armor leader in a vehicle."""
    number = told_of(desk, "leader", vehicle.id, _rides(desk, vehicle))
    leader = next((c for c in _leaders(desk) if str(c.id) == number), None)
    return desk.book.leader(leader.name).drm if leader else 0


def repair_number(desk: Desk, one: Failed) -> str:
    """A weapon's repair number as its owner read it off the counter; BROKEN for an X#."""
    if one.counter.name in desk.book.pack["repair_number"]["broken_for_good"]:
        return BROKEN
    return str(desk.mine.known.get(f"repair:{one.slug}", desk.book.pack["repair_number"]["start"]))


def machine_guns(desk: Desk, vehicle: Counter) -> int:
    """How many working MG a captured vehicle has; an optional one is known of before it is asked."""
    optional = desk.book.pack.get("marks", {}).get("optional")
    return int(desk.mine.known.get(f"guns:{vehicle.id}", optional in vehicle.marks))


def main_works(desk: Desk, vehicle: Counter) -> bool:
    """Whether a captured vehicle has a main armament that is neither disabled nor missing."""
    has = told_of(desk, "main", vehicle.id, vehicle.kind == "tank")
    return bool(has) and "disabled" not in vehicle.marks


def _leaders(desk: Desk) -> list[Counter]:
    return retained(desk, "armor_leader")


def _rides(desk: Desk, vehicle: Counter) -> str:
    """The armor leader whose place is this vehicle, by his number; "" if none is noted there or it may be another."""
    alike = [c for c in retained(desk, *VEHICLES) if c.name == vehicle.name]
    leaders = [c for c in _leaders(desk) if c.place == vehicle.name]
    return str(leaders[0].id) if len(alike) == len(leaders) == 1 else ""


# The form --------------------------------------------------------------------------------


def _fields(desk: Desk) -> tuple[Field, ...]:
    stuck, shaken, broken = immobilized(desk), stunned(desk), failed(desk)
    found = [_unqualified(desk, c) for c in dict.fromkeys([*stuck, *(one.counter for one in _rolling(desk, broken))])]
    if _leaders(desk):
        found += [_leader(desk, c) for c in dict.fromkeys([*stuck, *shaken])]
    found += [_repair(desk, one) for one in {one.type: one for one in broken}.values() if _asks(desk, one)]
    return tuple(found + [field for c in prizes(desk) for field in _prize(desk, c)])


def _rolling(desk: Desk, broken: list[Failed]) -> list[Failed]:
    return [one for one in broken if _asks(desk, one)]


def _asks(desk: Desk, one: Failed) -> bool:
    """Whether a weapon's repair number has to be asked: not for one the book itself calls broken for good."""
    return one.counter.name not in desk.book.pack["repair_number"]["broken_for_good"]


def _unqualified(desk: Desk, counter: Counter) -> Field:
    label = f"{named(counter)}: only non-Qualified Use is possible"
    return Field(
        f"unqualified:{counter.id}",
        label,
        "check",
        NON_QUALIFIED in counter.marks,
        rule=desk.rule("trouble", "unqualified"),
    )


def _leader(desk: Desk, vehicle: Counter) -> Field:
    options = (("", "none"), *((str(c.id), named(c)) for c in _leaders(desk)))
    label = f"{named(vehicle)}: armor leader in it"
    return Field(
        f"leader:{vehicle.id}",
        label,
        "select",
        _rides(desk, vehicle),
        options=options,
        rule=desk.rule("trouble", "leader"),
    )


def _repair(desk: Desk, one: Failed) -> Field:
    most = int(desk.book.pack["repair_number"]["most"])
    options = (*((str(n), f"R{n}") for n in range(most + 1)), (BROKEN, "X: broken for good"))
    label = f"{one.type}: repair number on the counter"
    return Field(
        f"repair:{one.slug}",
        label,
        "select",
        repair_number(desk, one),
        options=options,
        rule=desk.rule("weapon_repair"),
    )


def _prize(desk: Desk, vehicle: Counter) -> tuple[Field, Field]:
    most = int(desk.book.pack["repair_number"]["most_machine_guns"])
    name = named(vehicle)
    return (
        Field(
            f"main:{vehicle.id}",
            f"{name}: has a main armament",
            "check",
            vehicle.kind == "tank",
            rule=desk.rule("captured"),
        ),
        Field(
            f"guns:{vehicle.id}",
            f"{name}: working MG",
            value=machine_guns(desk, vehicle),
            high=most,
            rule=desk.rule("captured"),
        ),
    )


def _task(desk: Desk) -> FormTask | None:
    fields = _fields(desk)
    return FormTask(desk.button("trouble"), fields) if fields else None


def _prepare(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    said = FormTask("", _fields(desk)).read(data)
    seats = {key: value for key, value in said.items() if key.startswith("leader:") and value}
    if twice := next((key for key, seat in seats.items() if list(seats.values()).count(seat) > 1), None):
        raise Refused(
            f"Armor leader no. {seats[twice]} is in one vehicle only.",
            rule=desk.rule("armor_leaders"),
            field=twice,
            way_out="Say none for the vehicles he is not in.",
        )
    known = {key: value for key, value in said.items() if key.startswith(("repair:", "guns:"))}
    facts = {key: value for key, value in said.items() if key not in known}
    pending = {**desk.mine.pending, "facts": facts}
    return Taken([desk.event("trouble.told", pending=pending, known=known)])


STEPS = (Deed("trouble", _task, {"enter": _prepare}),)
