"""Undo: a side takes back its last act, as long as nobody can have built on it (ADR 8).

Nothing is deleted: an entry says which entries of its room no longer count, and the state is folded anew from the rest.
A side can undo its act if

- it is the side's last one that still counts;
- no dice were rolled in it, so that nobody can try his luck again;
- the other sides learned from it at most that the side is done, and nothing that all sides know of has happened since.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from django.utils.translation import gettext

from campaigns import event_texts
from campaigns.ledger import journal
from campaigns.ledger.acts import REWOUND, UNDONE, is_host_event
from campaigns.ledger.journal import VisibleEntry
from campaigns.models import Seat
from rules import registry
from rules.contract import PUBLIC, Event, Game, Refused
from rules.engine.corrections import PROPOSED, HasCorrections

Bound = Literal["", "dice", "known"]
"""Why an act can't be undone: dice were rolled in it, or all sides learned something by it; "" if it can be."""
FAR = 60
"""How many entries back a side's last act is looked for, or more if an act has as many."""


@dataclass(frozen=True)
class LastAct:
    """The act that can be undone now, with its entries in order."""

    id: UUID
    entries: tuple[VisibleEntry, ...]

    @property
    def rooms(self) -> dict[str, tuple[int, int]]:
        """The first and the last number of its entries in each room it happened in."""
        places: dict[str, tuple[int, int]] = {}
        for entry in self.entries:
            first, _ = places.get(entry.event.room, (entry.place, entry.place))
            places[entry.event.room] = (first, entry.place)
        return places


def latest_entries(seat: Seat) -> list[VisibleEntry]:
    """The last entries that the seat's side may read, in whole acts: at most FAR of them, or those of one act."""
    keys, far = {PUBLIC, seat.side}, FAR
    seen = journal.entry_count(seat.campaign, keys)
    while far < seen:
        latest = journal.entries(seat.campaign, keys, after=seen - far)
        # The first act may have begun before, and half an act must not be undone.
        if whole := [entry for entry in latest if entry.act != latest[0].act]:
            return whole
        far *= 2
    return journal.entries(seat.campaign, keys)


def last_act(seat: Seat, latest: Sequence[VisibleEntry] | None = None) -> LastAct:
    """The last act of the seat's side. Raises Refused, with the reason, if it can't be undone.

    `latest` are its `latest_entries` if they have been read already. Raises OtherEdition if the rules of the campaign's
    edition are not here any more.
    """
    if not seat.campaign.running:
        raise Refused(
            gettext("The campaign is over, and what was done stands."),
            way_out=gettext("Everything in it can be read, printed and downloaded; start another to play on."),
        )
    game = registry.of_edition(seat.campaign.system, seat.campaign.edition)
    latest = latest_entries(seat) if latest is None else latest
    mine = [
        entry for entry in latest if entry.side == seat.side and not entry.undone and not is_host_event(entry.event)
    ]
    if not mine:
        raise Refused(
            gettext("There is no act of yours to take back."),
            way_out=gettext("Go on; only what you did last can be undone."),
        )
    act = LastAct(mine[-1].act, tuple(entry for entry in mine if entry.act == mine[-1].act))
    events = [entry.event for entry in act.entries]
    reason = bound(game, events, dice_were_drawn=journal.dice_were_drawn(seat.campaign, act.id))
    if reason == "dice":
        raise Refused(gettext("Dice were cast in it, and what they show stands."), way_out=_other_way(game))
    if reason == "known":
        is_proposal = any(event.kind in PROPOSED for event in events)
        withdraw = gettext("Withdraw it under Corrections, as long as nobody has answered it.")
        way_out = withdraw if is_proposal else _other_way(game)
        raise Refused(gettext("What you did last was made known to both sides."), way_out=way_out)
    if len(game.sides) > 1 and any(
        _known_to_both(game, entry.event)
        for entry in latest
        if entry.number > act.entries[-1].number and not entry.undone
    ):
        raise Refused(gettext("Since then something has happened that both sides know of."), way_out=_other_way(game))
    return act


def bound(game: Game, events: Sequence[Event], *, dice_were_drawn: bool) -> Bound:
    """What prevents an act with these events from ever being undone, even at once; "" if nothing does."""
    rolled = any(event_texts.describe(game, event).reckonings for event in events)  # own dice are in no proof
    if rolled or dice_were_drawn:
        return "dice"
    if len(game.sides) == 1:
        return ""  # nobody else can have built on it
    return "known" if any(_known_to_both(game, event) for event in events) else ""


def _other_way(game: Game) -> str:
    """The way out of a refusal: how else a mistake can be put right."""
    if len(game.sides) == 1:
        return gettext("If it was a mistake, go back to before it. Nobody else has a side, so it is done at once.")
    if isinstance(game, HasCorrections):
        return gettext("If it was a mistake, propose a correction: the other side or the umpire can agree to it.")
    return gettext("If it was a mistake, propose a rewind: it is done when the other side agrees.")


def undo_events(act: LastAct, by: Seat) -> tuple[Event, ...]:
    """The events that undo an act, one for each room it has entries in."""
    return tuple(
        Event(UNDONE, room, {"first": first, "last": last}) for room, (first, last) in sorted(act.rooms.items())
    )


def _known_to_both(game: Game, event: Event) -> bool:
    """Whether all sides learned something from an event that one of them may have built on."""
    if is_host_event(event):
        return event.kind == REWOUND  # what was undone is known, and what came before it was agreed to stand
    return event.room == PUBLIC and event.kind not in game.quiet
