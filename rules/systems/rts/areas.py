"""What follows where units go: control, captured Resource Points, units destroyed, the leader left alone."""

from __future__ import annotations

from rules.systems.rts.board import AWAY
from rules.systems.rts.printed import OTHER
from rules.systems.rts.resolver import Resolver


def arrive(act: Resolver, area: str, side: str) -> None:
    """Units of a side are in an area without enemies: they control it (C1.f.III), with what lies there (5.4.1)."""
    captures = act.board.holder(area) == OTHER[side]
    if captures:
        number = act.public.points[area].number // act.numbers.capture.divisor
        act.tell("area.taken", area=area, side=side, captured=number)
    elif act.public.control[area] != side:
        act.tell("area.taken", area=area, side=side)


def destroy(act: Resolver, unit: str, why: str) -> None:
    """A unit is destroyed; `why` is isolated or retreat. A leader dies with the last unit (12.3)."""
    at = act.board.state(unit).at
    act.tell("unit.destroyed", unit=unit, why=why)
    leader_alone(act, at, None)


def leader_alone(act: Resolver, area: str, to: str | None) -> None:
    """A leader whose last unit is gone goes where it went, AWAY for off the map; None: he dies with it (12.2, 12.3)."""
    leader = act.theater.leader
    if leader is None or act.board.state(leader.id).at != area or act.board.units(area, leader.side):
        return
    if to is None:
        act.tell("unit.destroyed", unit=leader.id, why="alone")
    else:
        act.tell("leader.moved", unit=leader.id, to=to, off="withdrawn" if to == AWAY else "")
