"""Ends and removals that wait, read from their rows or from the journal.

A notice that a campaign ends is in the journal and nowhere else. An end that a side proposed, and a removal, have a
row of `Closing`; that of an end is believed only if this program wrote it (`digest`).
"""

from __future__ import annotations

import hashlib
from datetime import datetime

from campaigns.closing.models import Closing, What
from campaigns.ledger.seat_list import SeatList
from campaigns.ledger.verify_campaign import canonical
from campaigns.models import Campaign, Seat


def waiting(campaign: Campaign, what: What, listed: SeatList | None) -> Closing | None:
    """The closing of a kind that waits, None if none does. The row of an end that somebody else wrote is ignored.

    `listed` is the campaign's list of seats, None if the host lacks a key. Then the row is believed: nothing can be
    ended anyway.
    """
    row = campaign.closings.filter(what=what).select_related("by").first()
    if what == What.REMOVAL or listed is None:
        return row
    if listed.announced:
        # The notice in the journal, as an unsaved row.
        seat = Seat.objects.filter(campaign=campaign, number=listed.announced.seat).select_related("user").first()
        return Closing(
            campaign=campaign,
            what=What.END,
            by=seat.user if seat else None,
            reason=listed.announced.reason,
            made_at=datetime.fromisoformat(listed.announced.since),
            due_at=datetime.fromisoformat(listed.announced.due),
        )
    return row if row and listed.end == digest(row) else None


def all_waiting(campaign: Campaign, listed: SeatList | None) -> list[Closing]:
    """The closings of a campaign that wait, the newest first."""
    closings = [each for what in What if (each := waiting(campaign, what, listed))]
    return sorted(closings, key=lambda each: each.made_at, reverse=True)


def digest(row: Closing) -> str:
    """A digest of everything a row says."""
    days = [at and at.isoformat() for at in (row.made_at, row.due_at)]
    facts = [row.what, row.by_id, row.side, row.reason, row.agreed, *days]
    return hashlib.sha256(canonical(facts)).hexdigest()
