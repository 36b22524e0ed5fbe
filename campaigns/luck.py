"""Server dice that can be checked afterwards, and what they are drawn from.

A campaign has one secret seed; its SHA-256 is shown on the form of the founding, the seed
itself when the campaign has ended. Each side adds words of its own, in public, when the seed
is already fixed; so whoever knows the seed does not choose the dice. Die number n of a room is a
function of seed, words, room and n alone, and no number is ever used twice, so anyone who has
the seed can check every roll (campaigns.verify_campaign).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from campaigns.verify_campaign import dice_key, die
from rules.kernel import Refused


class ServerDice:
    """The kernel's Luck for one act: draws the room's next dice and remembers them."""

    def __init__(self, key: bytes, room: str, first: int) -> None:
        self._key, self._room = key, room
        self.first = first
        self.drawn: list[int] = []

    def __call__(self, dice: int) -> tuple[int, ...]:
        """The next `dice` dice of the room."""
        start = self.first + len(self.drawn)
        rolled = tuple(die(self._key, self._room, number) for number in range(start, start + dice))
        self.drawn += rolled
        return rolled


class NoDice(ServerDice):
    """Stands for the dice while none are rolled: an act that needs none goes through, another hears why."""

    def __init__(self, why: Refused) -> None:
        super().__init__(b"", "", 0)
        self._why = why

    def __call__(self, dice: int) -> tuple[int, ...]:
        raise self._why


def to_come() -> NoDice:
    """The dice as long as a side has not given its words."""
    why = Refused(
        "The server rolls no dice before both sides have given their words for them.",
        way_out="Send the other side its invitation: its commander gives them when he takes his seat.",
    )
    return NoDice(why)


def asleep() -> NoDice:
    """The dice while a rewind is proposed: nobody looks at some first and then decides whether they count."""
    why = Refused(
        "The server rolls no dice while a rewind is proposed.",
        way_out="One side answers it or the other withdraws it, on the page Rewind; then press again.",
    )
    return NoDice(why)


def dice_for(seed: bytes, words: Mapping[str, str] | None, sides: Collection[str], room: str, first: int) -> ServerDice:
    """The dice of an act in `room`, from number `first` on; `words` are None in campaigns founded without."""
    if words is not None and set(words) != set(sides):
        return to_come()
    return ServerDice(dice_key(seed, words), room, first)
