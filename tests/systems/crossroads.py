"""What the template brings to the tests of all games."""

from __future__ import annotations

from collections.abc import Iterator

from rules import registry
from tests.systems import games
from tests.systems.player import Play

BIDS = {"red": "5", "blue": "5"}


def played(*, tie: str = "red", **bids: str) -> Play:
    """A game with these bids and no luck for either."""
    play = Play(registry.get(games.TEMPLATE), {"rulings": {"tie": tie}})
    while not play.ended:
        for side in play.sides:
            current = play.current(side)
            play.cup.script = [3]
            play.answer(side, {"bid": {**BIDS, **bids}[side]} if current and current.spec.key == "bid" else {})
    return play


def tie(**ruling: str) -> object:
    """Who has the road if both bid the same."""
    play = played(**ruling)
    return play.system.public(play.state).winner


class Scripts(games.Scripts):
    """See tests.systems.games.Scripts."""

    spoken = frozenset({"bid.shown", "game.ended"})
    rulings = {tie: {"red": "Red", "blue": "Blue"}}

    def compared(self, side: str) -> Iterator[Play]:
        for bid in ("5", "0", "10"):
            yield played(**{side: bid})
