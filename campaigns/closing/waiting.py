"""What is to become of a whole campaign, as long as it waits: read from its row, or from the journal.

A notice that a campaign ends stands in the journal and nowhere else. An end that a side proposed, and a removal, have a
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
    """What is proposed or announced of a kind; an end that was written into its row by somebody else is none.

    `listed` says who sits there and what is announced. Where the host lacks a key and it can't be told the row is
    believed: nothing can be ended there.
    """
    row = campaign.closings.filter(what=what).select_related("by").first()
    if what == What.REMOVAL or listed is None:
        return row
    if listed.announced:
        # A notice of the journal as if it had a row.
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
    """All that is proposed or announced, the newest first."""
    closings = [each for what in What if (each := waiting(campaign, what, listed))]
    return sorted(closings, key=lambda each: each.made_at, reverse=True)


def digest(row: Closing) -> str:
    """All that a row says."""
    days = [at and at.isoformat() for at in (row.made_at, row.due_at)]
    facts = [row.what, row.by_id, row.side, row.reason, row.agreed, *days]
    return hashlib.sha256(canonical(facts)).hexdigest()
