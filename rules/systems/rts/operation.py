"""On-Board Operations (5, 6, 8, 10): a Resource Point is spent, and its Supply Points are used."""

from __future__ import annotations

from collections.abc import Sequence

from rules.systems.rts.battle import begin
from rules.systems.rts.board import AWAY, Board, Path, Route
from rules.systems.rts.frames import Operation, Start
from rules.systems.rts.printed import AXIS, OTHER, GameNumbers, no
from rules.systems.rts.resolver import Resolver
from rules.systems.rts.theater import ARMOUR, INFANTRY, Unit
from rules.text import gettext

DEPLETED, DISORGANIZED = "depleted", "disorganized"


def start_areas(board: Board, side: str) -> tuple[str, ...]:
    """Where a side has a Resource Point to spend."""
    return tuple(area for area, points in board.public.points.items() if points.side == side)


def may_choose_map(board: Board, side: str) -> bool:
    """Whether a side may choose Map (4.2.2), which everybody can see: it has a Resource Point, or needs none yet."""
    return board.public.readings.map_without_points == "yes" or bool(start_areas(board, side))


def follow_start(act: Resolver, frame: Start) -> bool:
    """An operation without a Resource Point is lost (5.2)."""
    if start_areas(act.board, frame.side):
        return False
    act.tell("operation.lost", side=frame.side)
    return True


def start(act: Resolver, area: str) -> None:
    """Spend one Resource Point, no more (5.2)."""
    act.tell("operation.begun", side=act.side, area=area, supply=act.numbers.operation.supply_points)
    for side in act.public.sides_to_react("operation", OTHER[act.side]):
        act.tell("window.opened", side=side, when="operation")


def follow(act: Resolver, frame: Operation) -> bool:
    """An operation ends with its last Supply Point (5.2.2)."""
    if frame.left > 0:
        return False
    end(act, frame)
    return True


def end(act: Resolver, frame: Operation) -> None:
    """The operation is over; the Axis may rebuild every second time only (C11)."""
    rebuilt = frame.rebuilt if frame.side == AXIS else act.public.rebuilt
    act.tell("operation.ended", side=frame.side, left=frame.left, rebuilt=rebuilt)


# what it costs -------------------------------------------------------------------------------------------------


def move_cost(board: Board, units: Sequence[str]) -> int:
    """What it costs to move these as one stack (5.5.2, C8, C13)."""
    counters = [board.theater.units[unit] for unit in units]
    men = [counter for counter in counters if counter.fights]
    costs: GameNumbers = board.numbers
    cost = costs.costs.armour if any(counter.kind in ARMOUR for counter in men) else costs.costs.move
    infantry = _infantry(board, counters)
    single = len(men) == 1 and board.public.readings.winter_single != "yes"
    return cost if infantry and not single else cost * board.cost_factor(counters[0].side)


def _infantry(board: Board, counters: Sequence[Unit]) -> bool:
    """Whether they are solely infantry (C13); the leader is no unit."""
    led = board.public.readings.winter_leader == "yes"
    return all(counter.kind == INFANTRY or (led and not counter.fights) for counter in counters)


def stack_cost(board: Board, units: Sequence[str], way: Route) -> int:
    """What it costs besides to end a move with friendly units (8.2)."""
    counters = [board.theater.units[unit] for unit in units]
    side = counters[0].side
    here = [board.theater.units[unit] for unit in board.here(way.to, side) if unit not in units]
    if way.attack or way.to == AWAY or not here:
        return 0
    infantry = _infantry(board, (*counters, *here))
    spared = infantry and board.public.readings.winter_stacking != "yes"
    cost = board.numbers.costs.stack * (1 if spared else board.cost_factor(side))
    if board.public.readings.stacking == "instead":
        return max(0, cost - move_cost(board, units))
    return cost


# acts ----------------------------------------------------------------------------------------------------------


def ready(board: Board, frame: Operation) -> tuple[str, ...]:
    """The counters that may still act in an operation: within reach, each once (5.2.3, 5.2.5)."""
    reach = board.in_reach(frame.area, frame.side)
    return tuple(
        key
        for key, state in board.public.units.items()
        if state.at in reach and board.theater.units[key].side == frame.side and key not in frame.acted
    )


def move(act: Resolver, frame: Operation, units: Sequence[str], to: str, via: Path = ()) -> None:
    """A unit or a stack moves together (8.4); into the enemy it is a battle (6.5)."""
    board = act.board
    stack = _stack(board, frame, units)
    way = _route(board, stack, to, via)
    cost = move_cost(board, stack) + stack_cost(board, stack, way)
    _pay(frame, cost)
    act.tell("units.moved", side=act.side, units=stack, path=list(way.path), cost=cost, attack=way.attack)
    act.leader_alone(way.path[0], way.to)
    for area in way.path[1:-1]:
        act.arrive(area, act.side, passing=True)
    if not way.attack and way.to != AWAY:
        act.arrive(way.to, act.side)
    if way.attack:
        begin(act, stack, way.path)


def _stack(board: Board, frame: Operation, units: Sequence[str]) -> list[str]:
    """The units that go, with the leader if he would be left alone; Refused if they can't go together."""
    able = ready(board, frame)
    for unit in units:
        if unit not in able:
            _not_ready(board, frame, unit)
    places = {board.state(unit).at for unit in units}
    if not any(board.theater.units[unit].fights for unit in units):
        raise no("leader_alone" if units else "nobody_goes")
    if len(places) > 1:
        raise no("two_areas", areas=", ".join(sorted(places)))
    leader, (place,) = board.theater.leader, places
    staying = [unit for unit in board.here(place, frame.side) if unit not in units]
    alone = [leader.id] if leader is not None and staying == [leader.id] and leader.id in able else []
    return [*units, *alone]


def _route(board: Board, stack: Sequence[str], to: str, via: Path) -> Route:
    """The way of a stack to an area, by `via` if the player names the areas between; Refused if there is none."""
    start = board.state(stack[0]).at
    if via:
        route = board.way(stack, (start, *via, to))
    else:
        route = next((way for (end, _), way in board.routes(stack).items() if end == to), None)
    if route is None:
        reach = sorted({end for end, _ in board.routes(stack)} - {AWAY})
        params = {"start": start, "end": to or gettext("off the map"), "areas": ", ".join(reach)}
        raise no("no_way" if reach else "no_way_at_all", rule=_why_not(board, stack, to), **params)
    return route


def _not_ready(board: Board, frame: Operation, unit: str) -> None:
    """Refuse a unit that may not act, with the reason."""
    counter = board.theater.units.get(unit)
    if counter is None or counter.side != frame.side:
        raise no("not_yours")
    if unit in frame.acted:
        raise no("acted_already", unit=counter.called)
    if not board.in_reach(frame.area, frame.side):
        raise no("nothing_in_reach", area=frame.area)
    raise no("out_of_reach", unit=counter.called, area=frame.area, number=board.numbers.operation.reach)


def _why_not(board: Board, stack: Sequence[str], to: str) -> str:
    """The rule that keeps a stack out of an area."""
    start = board.state(stack[0]).at
    if to == AWAY:
        return "C1.d.II"
    if any(board.clashes(unit, to, stack) for unit in stack if not board.theater.units[unit].german):
        return "C3"
    if to in board.theater.ways[start] and not board.crossable(board.theater.units[stack[0]].side, start, to):
        return "C1.b.I" if board.border(start, to) == "volga" else "C1.d.I"
    return "6.3"


def mend(act: Resolver, frame: Operation, unit: str, state: str) -> None:
    """A unit is reorganized or rebuilt (10); Isolated ones are not (9.6.6g)."""
    board, costs = act.board, act.numbers.costs
    if unit not in ready(board, frame):
        _not_ready(board, frame, unit)
    counter = board.theater.units[unit]
    if not getattr(board.state(unit), state):
        raise no("nothing_to_mend", rule="10.1" if state == DISORGANIZED else "10.2", unit=counter.called)
    if board.isolated(unit):
        raise no("isolated", unit=counter.called)
    if state == DEPLETED and frame.rebuilt:
        raise no("rebuilt_one")
    if state == DEPLETED and frame.side == AXIS and act.public.rebuilt:
        raise no("rebuilt_before")
    price = costs.reorganize if state == DISORGANIZED else costs.rebuild
    cost = price * board.cost_factor(frame.side)
    _pay(frame, cost)
    act.tell("unit.mended", unit=unit, state=state, cost=cost)


def _pay(frame: Operation, cost: int) -> None:
    if cost > frame.left:
        raise no("too_dear", cost=cost, left=frame.left)
