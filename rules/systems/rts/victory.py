"""Victory Points (4.3, C16)."""

from __future__ import annotations

from rules.systems.rts.board import Board
from rules.systems.rts.printed import AXIS, SIDES, SOVIET, YES


def city_points(board: Board, area: str) -> tuple[str, int]:
    """Who has the Victory Points of a city, and how many (C16.a); "" for nobody."""
    side, each = board.public.control[area], board.theater.areas[area]
    if not each.city or (board.public.readings["city_points"] == "supplied" and not board.supplied(area, side)):
        return "", 0
    bonus = area in board.theater.role("stalingrad") and (
        side == AXIS or board.public.readings["directive_points"] == "holder"
    )
    return side, each.points[side] + (board.public.stalingrad if bonus else 0)


def unit_points(board: Board) -> dict[str, int]:
    """Victory Points for units destroyed (C16.b)."""
    worth, points = board.numbers.victory, dict.fromkeys(SIDES, 0)
    lost = [board.theater.units[key] for key, state in board.public.units.items() if state.off == "destroyed"]
    panzers = {"german"} | ({"ss"} if board.public.readings["ss_panzer"] == YES else set())
    for unit in lost:
        if unit.side == AXIS and (unit.kind != "panzer" or unit.nation in panzers):
            points[SOVIET] += getattr(worth, unit.kind)
    points[AXIS] = sum(unit.side == SOVIET for unit in lost) // worth.soviet
    return points


def score_of(board: Board) -> dict[str, int]:
    """The Victory Points of both sides (4.3, C16)."""
    points = unit_points(board)
    for area in board.theater.areas:
        side, number = city_points(board, area)
        if side:
            points[side] += number
    return points
