"""Who is in a vehicle without being a counter of his own: its inherent crew, or the unit that manned it."""

from __future__ import annotations

from typing import Unpack

from rules.asl.conditions import named, on_hand
from rules.asl.context import RefitContext
from rules.asl.counter_fields import ENCIRCLED, ISOLATED, ON_FOOT, SHORT, marks
from rules.asl.counters import MERGED, READY, VEHICLES, Change, Counter, Piece


def aboard(vehicle: Counter) -> str:
    """The note on a unit that went aboard a vehicle."""
    return f"aboard {named(vehicle)}"


def leader_aboard(ctx: RefitContext, vehicle: Counter) -> Counter | None:
    """The armor leader who is in this vehicle; None if there is none or he may be in another.

    He is in one of the type noted as his place or, without such a note, in one of his platoon (7.5197, 12.6227). One on
    foot is only noted as of its type.
    """
    others = [c for c in on_hand(ctx, *VEHICLES) if c.id != vehicle.id]
    riding = [c for c in on_hand(ctx, "armor_leader") if ON_FOOT not in c.marks]
    leaders = [c for c in riding if _may_be_in(c, vehicle)]
    elsewhere = any(_may_be_in(c, other) for c in leaders for other in others)
    return leaders[0] if len(leaders) == 1 and not elsewhere else None


def _may_be_in(leader: Counter, vehicle: Counter) -> bool:
    if leader.place:
        return leader.place == vehicle.name
    return bool(leader.group) and leader.group == vehicle.group


def without_crew(ctx: RefitContext, vehicle: Counter) -> Change:
    """A vehicle's CVP once its crew is lost, or counts, apart from it: less by the crew's CVP."""
    unit = who_manned(ctx, vehicle)
    crew = unit.worth if unit else 0 if _has_driver_alone(ctx, vehicle) else ctx.rules.worth("crew", "")
    return {"worth": max(0, vehicle.worth - crew)} if crew else {}


def who_manned(ctx: RefitContext, vehicle: Counter) -> Counter | None:
    """The unit that manned a vehicle; None for its inherent crew."""
    return next((c for c in ctx.mine.counters if c.fate == MERGED and c.note == aboard(vehicle)), None)


def _has_driver_alone(ctx: RefitContext, vehicle: Counter) -> bool:
    """Whether it is a truck, whose driver is no crew (7.5137)."""
    trucks = ctx.rules.pack.trucks
    return trucks is not None and vehicle.name == trucks.unit


def crew_out(ctx: RefitContext, vehicle: Counter, **values: Unpack[Change]) -> tuple[dict[str, Change], list[Piece]]:
    """What changes, and which counters are new, when who is in a vehicle gets out of it, or is lost as `values` say.

    A unit that manned it is the counter again that it was; a truck has but a driver, who is none (7.5137). The vehicle
    is worth so much less by itself.
    """
    change: dict[str, Change] = {str(vehicle.id): without_crew(ctx, vehicle)}
    if (unit := who_manned(ctx, vehicle)) is not None:
        free = marks(unit, less=(ENCIRCLED, ISOLATED, SHORT))  # what he was in when he went aboard
        return change | {str(unit.id): {"fate": READY, "place": "", "note": "", **free, **values}}, []
    if _has_driver_alone(ctx, vehicle):
        return change, []
    note = f"of the {vehicle.name}"
    return change, [("crew", ctx.rules.pack.crew.value, vehicle.group, {"note": note, **values})]
