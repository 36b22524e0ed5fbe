"""A counter in words: its values as they are, and its state."""

from __future__ import annotations

from rules.systems.rts.board import Board
from rules.text import gettext


def values(board: Board, key: str) -> str:
    """Cohesion, Movement and Tactical Value of a unit as they are now, such as `7-2-3`."""
    return "-".join(str(board.value(key, which)) for which in ("cv", "mf", "tv"))


def limits(board: Board, key: str) -> list[str]:
    """What a red Movement Factor says: how far a unit goes that is to attack (C9)."""
    factor = board.attack_factor(key)
    return [] if factor is None else [gettext("MF {number} to attack", number=factor)]


def states(board: Board, key: str, *, isolation: bool = True) -> list[str]:
    """What a counter is; nobody asks for its `isolation` where it is no news."""
    state = board.state(key)
    flags = {
        gettext("Depleted"): state.depleted,
        gettext("Disorganized"): state.disorganized,
        gettext("Isolated"): isolation and board.theater.units[key].fights and board.isolated(key),
    }
    return [words for words, applies in flags.items() if applies]


def in_brackets(name: str, details: list[str]) -> str:
    """A name with its details in brackets."""
    return f"{name} ({', '.join(details)})" if details else name


def unit_label(board: Board, key: str, *, where: bool = True) -> str:
    """A counter with `where` it is and how, such as `40. Infantry, Belitsa (7-2-3, Depleted)`."""
    counter, at = board.theater.units[key], board.state(key).at
    details = [values(board, key), *limits(board, key)] if counter.fights else []
    return in_brackets(f"{counter.called}, {at}" if where and at else counter.called, details + states(board, key))
