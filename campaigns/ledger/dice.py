"""Server dice that can be checked afterwards, and what they are drawn from.

A campaign has one secret seed; its SHA-256 is shown on the form of the founding, the seed
itself when the campaign has ended. Each side adds a salt of its own, in public, when the seed
is already fixed; so whoever knows the seed does not choose the dice. Number n of a room is a
function of seed, salts, room, n and what it is drawn for (a die of so many sides, a place of so
long a list) alone, and no number is ever used twice, so anyone who has the seed can check every
roll, draw and shuffle (campaigns.ledger.verify_campaign).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.utils.translation import gettext

from campaigns.ledger.acts import Drawn
from campaigns.ledger.verify_campaign import dice_key, shown
from rules.contract import Refused
from rules.dice import SIX


class ServerDice:
    """The Rng of one act: gives the room's next numbers and remembers what it gave."""

    def __init__(self, key: bytes, room: str, first: int) -> None:
        self._key, self._room = key, room
        self.first = first
        self.drawn: list[Drawn] = []

    def roll(self, count: int, sides: int = SIX) -> tuple[int, ...]:
        """See Rng."""
        return self._take("sides", sides, count)

    def draw(self, size: int, count: int) -> tuple[int, ...]:
        """See Rng."""
        if not 0 <= count <= size:
            raise ValueError(f"{count} can't be drawn out of {size}")
        return self._take("size", size, count)

    def shuffle(self, size: int) -> tuple[int, ...]:
        """See Rng."""
        return self.draw(size, size)

    def _take(self, kind: str, of: int, count: int) -> tuple[int, ...]:
        """The next `count` numbers of the room, for dice or for a draw."""
        start = self.first + sum(len(each.got) for each in self.drawn)
        got = tuple(shown(self._key, self._room, start, {kind: of, "got": range(count)}))
        if got:
            self.drawn.append(Drawn(got, **{kind: of}))
        return got


class NoDice(ServerDice):
    """Stands for the dice while none are rolled: an act that needs none goes through, another hears why."""

    def __init__(self, why: Refused) -> None:
        super().__init__(b"", "", 0)
        self._why = why

    def _take(self, kind: str, of: int, count: int) -> tuple[int, ...]:
        raise self._why


def dice_without_salts(sides: int = 2) -> NoDice:
    """The dice as long as one of so many sides has not given its salt."""
    both, other = (
        (gettext("both sides"), gettext("the other side"))
        if sides == 2
        else (gettext("all sides"), gettext("each side that lacks a commander"))
    )
    why = Refused(
        gettext("The server rolls no dice before %(both)s have given their words for them.") % {"both": both},
        way_out=gettext("Send %(other)s its invitation: its commander gives them when he takes his seat.")
        % {"other": other},
    )
    return NoDice(why)


def dice_during_rewind() -> NoDice:
    """The dice while a rewind is proposed: nobody looks at some first and then decides whether they count."""
    why = Refused(
        gettext("The server rolls no dice while a rewind is proposed."),
        way_out=gettext("One side answers it or the other withdraws it, on the page Rewind; then press again."),
    )
    return NoDice(why)


def dice_for(seed: bytes, salts: Mapping[str, str] | None, sides: Collection[str], room: str, first: int) -> ServerDice:
    """The dice of an act in `room`, from number `first` on; `salts` are None in campaigns founded without."""
    if salts is not None and set(salts) != set(sides):
        return dice_without_salts(len(sides))
    return ServerDice(dice_key(seed, salts), room, first)
