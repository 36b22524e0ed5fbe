"""How the game ends (4.2.4, 4.3)."""

from __future__ import annotations

from rules.systems.rts.resolver import Resolver
from rules.systems.rts.victory import score_of

LAST_CARD, SUDDEN_DEATH, CONCEDED = "last_card", "sudden_death", "conceded"


def end(act: Resolver, reason: str, winner: str | None = None) -> None:
    """The game is over: the higher total wins, the same is a draw (4.3); who concedes names the `winner`."""
    score = score_of(act.board)
    if winner is None:
        best = max(score.values())
        ahead = [side for side in score if score[side] == best]
        winner = ahead[0] if len(ahead) == 1 else ""
    act.tell("game.ended", reason=reason, winner=winner, **score)
