"""Taking back the last act of a side, as long as nobody can have built on it.

Nothing is deleted: an entry says which ones of its room no longer count, and the state is
folded anew from the rest. An act can be taken back by the side that made it if

- it is that side's last one (that one gone, the one before it is the last);
- no die was cast in it, so that nobody can try his luck again;
- the other side learned no more by it than that a side is done, and nothing both sides know
  of has happened since.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from campaigns import journal, stories
from campaigns.acts import HOUSE, RECALLED, REWOUND
from campaigns.journal import Entry
from campaigns.models import Seat
from rules import registry
from rules.kernel import PUBLIC, Event, GameSystem, Refused

FAR = 60
"""How many entries back an act is looked for; more would never be the last of a side."""


@dataclass(frozen=True)
class LastAct:
    """The act that can be taken back now: its entries, in order."""

    id: UUID
    entries: tuple[Entry, ...]

    @property
    def rooms(self) -> dict[str, tuple[int, int]]:
        """The first and the last number of its entries in each room it happened in."""
        found: dict[str, tuple[int, int]] = {}
        for entry in self.entries:
            first, _ = found.get(entry.event.room, (entry.place, entry.place))
            found[entry.event.room] = (first, entry.place)
        return found


def last_act(seat: Seat) -> LastAct:
    """The last act of the seat's side, or Refused with the reason why it stands."""
    game = registry.get(seat.campaign.system)
    keys = {PUBLIC, seat.side}
    seen = journal.seen(seat.campaign, keys)
    latest = journal.entries(seat.campaign, keys, after=max(seen - FAR, 0))
    act = _last(latest, seat.side)
    if act is None:
        raise Refused("There is no act of yours to take back.", way_out="Go on; only what you did last can be undone.")
    rolled = any(stories.tell(game, entry.event).reckonings for entry in act.entries)  # own dice are in no proof
    if rolled or journal.drew(seat.campaign, act.id):
        raise Refused("Dice were cast in it, and what they show stands.", way_out=RULING)
    if any(_told(game, entry.event) for entry in act.entries):
        raise Refused("What you did last was made known to both sides.", way_out=RULING)
    if any(_told(game, entry.event) for entry in latest if entry.number > act.entries[-1].number and not entry.gone):
        raise Refused("Since then something has happened that both sides know of.", way_out=RULING)
    return act


RULING = "If it was a mistake, propose a correction: the other side or the umpire can agree to it."


def events(act: LastAct, side: str) -> tuple[Event, ...]:
    """What the taking back leaves in each room the act happened in."""
    return tuple(
        Event(RECALLED, room, {"side": side, "first": first, "last": last})
        for room, (first, last) in sorted(act.rooms.items())
    )


def _last(entries: Sequence[Entry], side: str) -> LastAct | None:
    mine = [entry for entry in entries if entry.side == side and not entry.gone and not of_the_house(entry.event)]
    if not mine:
        return None
    last = mine[-1].act
    return LastAct(last, tuple(_of_act(mine, last)))


def _of_act(entries: Iterable[Entry], act: UUID) -> Iterable[Entry]:
    return (entry for entry in entries if entry.act == act)


def of_the_house(event: Event) -> bool:
    """Whether an entry is the host's own, which is never taken back."""
    return event.kind.startswith(HOUSE)


def _told(game: GameSystem, event: Event) -> bool:
    """Whether both sides learned something by an event that one of them may have built on."""
    if of_the_house(event):
        return event.kind == REWOUND  # what was undone is known, and what came before it was agreed to stand
    return event.room == PUBLIC and event.kind not in game.quiet
