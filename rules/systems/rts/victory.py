"""Victory Points (4.3, C16), and how the game ends (4.2.4)."""

from __future__ import annotations

from rules.systems.rts.board import Board
from rules.systems.rts.printed import AXIS, SIDES, SOVIET
from rules.systems.rts.resolver import Resolver

LAST_CARD, SUDDEN_DEATH, CONCEDED = "last_card", "sudden_death", "conceded"


def city_points(board: Board, area: str) -> tuple[str, int]:
    """Who has the Victory Points of a city, and how many (C16.a); "" for nobody."""
    side, each = board.public.control[area], board.theater.areas[area]
    if not each.city or (board.public.readings.city_points == "supplied" and not board.supplied(area, side)):
        return "", 0
    bonus = area in board.theater.role("stalingrad") and (
        side == AXIS or board.public.readings.directive_points == "holder"
    )
    return side, each.points[side] + (board.public.stalingrad if bonus else 0)


def unit_points(board: Board) -> dict[str, int]:
    """Victory Points for units destroyed (C16.b)."""
    worth, points = board.numbers.victory, dict.fromkeys(SIDES, 0)
    lost = [board.theater.units[key] for key, state in board.public.units.items() if state.off == "destroyed"]
    panzers = {"german"} | ({"ss"} if board.public.readings.ss_panzer == "yes" else set())
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


def end(act: Resolver, reason: str, winner: str | None = None) -> None:
    """The game is over: the higher total wins, the same is a draw (4.3); who concedes names the `winner`."""
    score = score_of(act.board)
    if winner is None:
        best = max(score.values())
        ahead = [side for side in score if score[side] == best]
        winner = ahead[0] if len(ahead) == 1 else ""
    act.tell("game.ended", reason=reason, winner=winner, **score)
