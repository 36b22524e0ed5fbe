"""What a card does as it is printed: changes on the map that its player makes once both sides agreed (2.3.2)."""

from __future__ import annotations

from rules.engine.tasks import Entries
from rules.systems.rts.board import AWAY
from rules.systems.rts.printed import LABELS, OTHER, no
from rules.systems.rts.resolver import Resolver

AREA, POINTS, COUNTER = "area", "points", "counter"
MOST = 20
"""So many Resource Points lie in no area."""


def change(act: Resolver, values: Entries) -> None:
    """Make one change, or say that there is nothing more. Refused for what the map can't show, such as two sides in
    one area."""
    if values["do"] in (AREA, POINTS):
        # Who controls an area, and how many Resource Points that side has there; not said: what lies there stays.
        area = values["area"]
        side = values["holder"]
        if area not in act.theater.areas:
            raise no("no_such_area")
        side = side or act.public.control[area]
        if act.board.occupied(area, OTHER[side]):
            raise no("held_by_units")
        number = values["number"] if values["do"] == POINTS else None
        act.tell("area.set", area=area, side=side, **({} if number is None else {"number": number}))
    elif values["do"] == COUNTER:
        _counter(act, values["unit"], values["area"], depleted=values["depleted"], disorganized=values["disorganized"])
    else:
        act.tell("effect.done", side=act.side)


def _counter(act: Resolver, unit: str, area: str, *, depleted: bool, disorganized: bool) -> None:
    """Where a counter is, in an area or off the map, and how it is."""
    if unit not in act.theater.units:
        raise no("no_such_counter")
    counter, was, board = act.unit(unit), act.board.state(unit).at, act.board
    to, off = (AWAY, area) if area in LABELS.off_map else (area or was, "")
    if not (to or off):
        raise no("nowhere")
    if to:
        others = [other for other in board.units(to, counter.side) if other != unit]
        if board.occupied(to, OTHER[counter.side]) and to != was:
            raise no("enemies_there")
        if board.keeps_out(unit, to):
            raise no("nation_too_near")
        if not counter.fights and not others:
            raise no("leader_without_units")
    has_states = counter.fights and bool(to)
    states = {"depleted": depleted and has_states, "disorganized": disorganized and has_states}
    act.tell("unit.set", unit=unit, at=to, off=off, **states)
    if was and was != to:
        act.leader_alone(was, None if off == "destroyed" else to, off=off)
    if to and to != was:
        act.arrive(to, counter.side)
