"""Compares the rows of seats and links with the list folded from the journal, and mends them."""

from __future__ import annotations

from collections.abc import Iterator

from campaigns.ledger.seat_list import SeatList
from campaigns.models import Campaign, Seat


def differences(campaign: Campaign, listed: SeatList) -> Iterator[str]:
    """A sentence for each row of a seat that the journal does not know, and for each seat without a row."""
    rows = list(Seat.objects.filter(campaign=campaign).select_related("user").order_by("pk"))
    for row in rows:
        if not listed.knows(row, campaign.public_id):
            yield f"the row of a seat of {row.user.get_username()} is not what the journal says"
    for missing in sorted({seat.number for seat in listed.taken()} - {row.number for row in rows}):
        yield f"seat no. {missing} has no row"


def mend(campaign: Campaign, listed: SeatList) -> None:
    """Set role, side and admissions of the rows as in the journal, and delete rows that it does not know.

    A missing row can't be made again, because the journal has only a digest of the account.
    """
    for row in Seat.objects.filter(campaign=campaign).select_related("user"):
        if seat := listed.seat(row.number):
            row.role, row.side, row.admitted = seat.role, seat.side, [*seat.admitted]
            row.save(update_fields=["role", "side", "admitted"])
        if not listed.knows(row, campaign.public_id):
            row.delete()
