"""What the markers on the map say to both sides (C18): what stays in effect, and what hangs on a count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.systems.rts.board import Board
from rules.systems.rts.printed import AXIS, LABELS
from rules.text import gettext, ngettext


def markers(board: Board, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Each marker that lies on the map, with what it says."""
    public, running = board.public, board.public.operation
    if running:
        told = gettext("{side} {left}, from {area}", side=names[running.side], left=running.left, area=running.area)
        yield gettext("Supply Points"), told
    if lasting := list(_lasting(board)):
        yield gettext("In effect"), ", ".join(lasting)
    if public.sector:
        yield gettext("Army Group supplied last"), public.sector
    if used := _replacements(board):
        yield gettext("Axis replacements"), used
    if public.in_winter:
        yield gettext("Volga"), _volga(board)
    yield gettext("Soviet reinforcement cards"), _reinforcements(board)


def _lasting(board: Board) -> Iterator[str]:
    """The permanent cards (C15.b): those with a number printed on them with it, Railhead Advances with theirs."""
    public = board.public
    numbers = {"directive45": f"{public.stalingrad:+d}", "order225": f"{public.order225:+d}"}
    for effect in public.permanent:
        card = gettext(LABELS.lasting[effect])
        yield f"{card}: {numbers[effect]}" if effect in numbers else card
    if public.railheads:
        yield f"{gettext(LABELS.lasting['railhead'])}: {public.railheads}"


def _replacements(board: Board) -> str:
    """Whether the Axis has rebuilt a unit in this operation, or in the one before (C11.b)."""
    running = board.public.operation
    operates = running is not None and running.side == AXIS
    if running is not None and operates and running.rebuilt:
        return gettext("used in this operation")
    if not board.public.rebuilt:
        return ""
    return gettext("used, so none in this operation") if operates else gettext("used, so none in the next operation")


def _volga(board: Board) -> str:
    """How long the Volga is closed in winter (C1.b.I)."""
    if not (left := board.volga_closed):
        return gettext("crossed like a major river")
    return ngettext("closed for {left} more card", "closed for {left} more cards", left, left=left)


def _reinforcements(board: Board) -> str:
    """Whether Soviet reinforcement cards may be played (C7.c)."""
    if held := [area for area in board.theater.role("stalingrad") if board.public.control[area] == AXIS]:
        return gettext("free while the Axis holds {areas}", areas=", ".join(held))
    if left := board.reinforcement_cards:
        return ngettext("{number} may be played", "{number} may be played", left, number=left)
    gate = board.numbers.gate
    return gettext("none now; the next at {number} cards", number=gate.first + gate.further * board.public.gated)
