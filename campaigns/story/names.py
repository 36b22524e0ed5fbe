"""The names of the groups that a reader may know of."""

from __future__ import annotations

from campaigns import access, event_texts
from campaigns.ledger import journal
from campaigns.models import Seat
from rules import registry


def names_for(seat: Seat) -> event_texts.Names:
    """The names of the groups of the rooms that a seat may enter."""
    state = journal.load_state(seat.campaign, access.rooms_of(seat))
    return event_texts.names_in(registry.get(seat.campaign.system), state)
