"""What a card does as it is printed: changes on the map that its player makes once both sides agreed (2.3.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.contract import Refused
from rules.systems.rts.board import AWAY
from rules.systems.rts.printed import OTHER
from rules.systems.rts.resolver import Resolver
from rules.text import gettext, gettext_noop

AREA, POINTS, COUNTER = "area", "points", "counter"
OFF_MAP = {
    "pool": gettext_noop("reinforcement box"),
    "destroyed": gettext_noop("destroyed"),
    "withdrawn": gettext_noop("withdrawn"),
}
"""Where a counter can be off the map."""
MOST = 20
"""So many Resource Points lie in no area."""


def change(act: Resolver, said: Mapping[str, Any]) -> None:
    """Make one change, or say that there is nothing more. Refused for what the map can't show, such as two sides in
    one area."""
    if said["do"] in (AREA, POINTS):
        _area(act, said["area"], said["holder"], said["number"] if said["do"] == POINTS else None)
    elif said["do"] == COUNTER:
        _counter(act, said["unit"], said["area"], depleted=said["depleted"], disorganized=said["disorganized"])
    else:
        act.tell("effect.done", side=act.side)


def _refused(message: str, rule: str, field: str) -> Refused:
    return Refused(message, rule=rule, field=field, way_out=gettext("Choose another one."))


def _area(act: Resolver, area: str, side: str, number: int | None) -> None:
    """Who controls an area, and how many Resource Points that side has there; None: as many as it has now."""
    if area not in act.theater.areas:
        raise _refused(gettext("Choose an area of the map."), "C1", "area")
    side = side or act.public.control[area]
    if act.board.occupied(area, OTHER[side]):
        raise _refused(gettext("Units of the other side stand there."), "C1.f.III", "holder")
    found = act.public.points.get(area)
    kept = found.number if found and found.side == side else 0
    act.tell("area.set", area=area, side=side, number=kept if number is None else number)


def _counter(act: Resolver, unit: str, area: str, *, depleted: bool, disorganized: bool) -> None:
    """Where a counter is, in an area or off the map, and how it is."""
    if unit not in act.theater.units:
        raise _refused(gettext("Choose a counter."), "2.2", "unit")
    counter, was, board = act.unit(unit), act.board.state(unit).at, act.board
    to, off = (AWAY, area) if area in OFF_MAP else (area or was, "")
    if not (to or off):
        raise _refused(gettext("Say where it comes."), "2.2", "area")
    if to:
        others = [other for other in board.units(to, counter.side) if other != unit]
        if board.occupied(to, OTHER[counter.side]) and to != was:
            raise _refused(gettext("Units of the other side stand there."), "6.5", "area")
        if board.keeps_out(unit, to):
            raise _refused(gettext("A unit of another Axis nationality is too near."), "C3", "area")
        if not counter.fights and not others:
            raise _refused(gettext("A leader is never without units."), "12.1", "area")
    states = {"depleted": depleted and bool(to), "disorganized": disorganized and bool(to)}
    act.tell("unit.set", unit=unit, at=to, off=off, **states)
    if was and was != to:
        act.leader_alone(was, None if off == "destroyed" else to)
    if to and to != was:
        act.arrive(to, counter.side)
