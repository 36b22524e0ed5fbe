"""Gains by hand that wait for a nod, as the side that asked for them sees them beside its forces."""

from __future__ import annotations

from dataclasses import dataclass

from rules.contract import AnyState, Game
from rules.engine.corrections import HasCorrections


@dataclass(frozen=True)
class WaitingGain:
    """A gain by hand that waits for a nod: its number among the corrections, and what would come."""

    number: int
    lines: tuple[str, ...]


def waiting(game: Game, state: AnyState, side: str) -> tuple[WaitingGain, ...]:
    """The gains of a side that nobody has answered yet."""
    if not isinstance(game, HasCorrections):
        return ()
    corrections = game.corrections(state, side)
    mine = (one.number for one in corrections.open if one.by == side and one.gain)
    return tuple(WaitingGain(number, corrections.wanted.get(number, ())) for number in mine)
