"""A counter in words: its values as they are, and its state."""

from __future__ import annotations

from rules.systems.rts.board import Board
from rules.text import gettext


def values(board: Board, key: str) -> str:
    """Cohesion, Movement and Tactical Value of a unit as they are now, such as `7-2-3`."""
    return "-".join(str(board.value(key, which)) for which in ("cv", "mf", "tv"))


def states(board: Board, key: str, *, isolation: bool = True) -> list[str]:
    """What a counter is; nobody asks for its `isolation` where it is no news."""
    state = board.state(key)
    found = {
        gettext("Depleted"): state.depleted,
        gettext("Disorganized"): state.disorganized,
        gettext("Isolated"): isolation and board.theater.units[key].fights and board.isolated(key),
    }
    return [words for words, there in found.items() if there]


def in_brackets(name: str, told: list[str]) -> str:
    """A name with what is told of it."""
    return f"{name} ({', '.join(told)})" if told else name


def unit_label(board: Board, key: str, *, where: bool = True) -> str:
    """A counter with `where` it is and how, such as `40. Infantry, Belitsa (7-2-3, Depleted)`."""
    counter, at = board.theater.units[key], board.state(key).at
    shown = [values(board, key)] if counter.fights else []
    return in_brackets(f"{counter.called}, {at}" if where and at else counter.called, shown + states(board, key))
