"""What the template brings to the tests of all games. It does so for any copy of the template that has a copy of it."""

from __future__ import annotations

from collections.abc import Iterator

from rules import registry
from tests.systems import games
from tests.systems.player import Play

KEY = __name__.rpartition(".")[2]


def played(bids: dict[str, str], tie: str = "") -> Play:
    """A game with these bids, of 5 where none is named, and no luck for either."""
    play = Play(registry.get(KEY), {"rulings": {"tie": tie} if tie else {}})
    while not play.ended:
        for side in play.sides:
            current = play.current(side)
            play.cup.script = [3]
            play.answer(side, {"bid": bids.get(side, "5")} if current and current.spec.key == "bid" else {})
    return play


def tie(tie: str) -> object:
    """Who has the road if both bid the same."""
    play = played({}, tie)
    return play.system.public(play.state).winner


class Scripts(games.Scripts):
    """See tests.systems.games.Scripts."""

    spoken = frozenset({"bid.shown", "game.ended"})
    rulings = {tie: dict(registry.get(KEY).sides) if KEY in registry.all_systems() else None}

    def compared(self, side: str) -> Iterator[Play]:
        for bid in ("5", "0", "10"):
            yield played({side: bid})
