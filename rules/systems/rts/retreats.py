"""Retreats (9.6.3): where a unit may go that must leave a battle, and its way there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.areas.graph import FAR, distances_back
from rules.systems.rts.board import AWAY, Board
from rules.systems.rts.frames import Retreat
from rules.systems.rts.printed import OTHER
from rules.systems.rts.resolver import Resolver


def ways_back(board: Board, retreat: Retreat) -> tuple[str, ...]:
    """The areas a retreating unit may step into, AWAY for off the map; () if there is none (9.6.3f)."""
    unit, at = retreat.unit, board.state(retreat.unit).at
    counter = board.theater.units[unit]
    if retreat.first:
        return (retreat.first,) if _open_for(board, retreat, at, retreat.first) else ()
    legal = [near for near in board.theater.ways[at] if _open_for(board, retreat, at, near)]
    away = (AWAY,) if board.may_leave(counter, at) else ()
    # Where a unit retreats to: the Resource Points of its side, else the map edge; not those behind it.
    behind, points = (retreat.area, retreat.barred), board.public.points.items()
    own = tuple(area for area, each in points if each.side == retreat.side and area not in behind)
    goals = own or tuple(name for name, area in board.theater.areas.items() if area.edge == retreat.side)
    ways = _by_open_ways(board, retreat, goals)
    far = ways
    if board.public.readings.retreat_nearness == "map":
        far = {area: min(board.theater.steps[area].get(goal, FAR) for goal in goals) for area in (at, *legal)}
    back = [near for near in _nearest(legal, far) if far.get(near, FAR) < far.get(at, FAR)]
    if not back and board.public.readings.retreat == "nearest":
        back = _nearest(legal, ways)
    return (*back, *away)


def _nearest(areas: Sequence[str], far: Mapping[str, int]) -> list[str]:
    best = min((far.get(area, FAR) for area in areas), default=FAR)
    return [area for area in areas if far.get(area, FAR) == best]


def _by_open_ways(board: Board, retreat: Retreat, goals: Iterable[str]) -> Mapping[str, int]:
    """How far areas are from the nearest of `goals` over those that the unit may enter; others are not there."""
    free = {
        area
        for area in board.theater.areas
        if area not in (retreat.area, retreat.barred) and not board.occupied(area, OTHER[retreat.side], points=True)
    }
    inside = (area for area in goals if area in free)
    return distances_back(
        inside, board.theater.ways, lambda here, near: here in free and board.open(retreat.unit, here, near)
    )


def _open_for(board: Board, retreat: Retreat, at: str, near: str) -> bool:
    return (
        near not in (retreat.barred, retreat.area)
        and not board.occupied(near, OTHER[retreat.side], points=True)
        and board.open(retreat.unit, at, near)
    )


def follow_retreat(act: Resolver, retreat: Retreat) -> bool:
    """Let a unit go the only way it can, or be destroyed; False if its owner has to choose."""
    if not act.board.state(retreat.unit).at:
        act.tell("retreat.over", unit=retreat.unit)
        return True
    ways = ways_back(act.board, retreat)
    if not ways:
        stop(act, retreat)
        if retreat.step == 1:
            act.destroy(retreat.unit, "retreat")
        return True
    if len(ways) > 1 or may_stay(act.board, retreat):
        return False
    step_back(act, retreat, ways[0])
    return True


def may_stay(board: Board, retreat: Retreat) -> bool:
    """Whether a retreating unit has reached an area with a Resource Point of its side, where it may stop."""
    return retreat.step > 1 and board.holder(board.state(retreat.unit).at) == retreat.side


def stop(act: Resolver, retreat: Retreat) -> None:
    """A unit goes no farther; where it has got to is the last area of its retreat."""
    act.tell("retreat.over", unit=retreat.unit)
    if retreat.step > 1:
        act.arrive(act.board.state(retreat.unit).at, retreat.side)


def step_back(act: Resolver, retreat: Retreat, to: str) -> None:
    """A unit goes one area back; its leader goes with the last one."""
    at = act.board.state(retreat.unit).at
    stops = to != AWAY and act.theater.areas[to].mountain and act.public.readings.retreat_mountain == "stops"
    over = to == AWAY or stops or retreat.step >= act.numbers.retreat.areas
    act.tell("unit.retreated", unit=retreat.unit, origin=at, to=to, over=over)
    act.leader_alone(at, to, along=retreat.led and act.public.readings.leader_retreats == "goes")
    if to != AWAY:
        act.arrive(to, retreat.side, passing=not over)
