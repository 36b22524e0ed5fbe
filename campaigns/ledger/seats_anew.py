"""Rebuilds the list of a campaign's seats from its journal if the one in its row is missing or wrong."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.db.models import prefetch_related_objects

from campaigns.ledger import doors, export, journal, seat_list
from campaigns.ledger.acts import ABANDONED, ENDED, IMPORTED, Act, events_with_actor, open_rewind
from campaigns.ledger.crypto import CryptoError
from campaigns.ledger.seat_list import SeatList
from campaigns.models import Campaign, PlayMode, Seat, Status
from rules.contract import PUBLIC


def listed(campaign: Campaign) -> SeatList:
    """The list of seats of a campaign with prefetched rooms. Raises CryptoError if the journal can't give it."""
    return seat_list.load(campaign) or make_anew(campaign.pk)


def listed_if_told(campaign: Campaign) -> SeatList | None:
    """The same, or None if the host lacks a key or the journal has faults."""
    try:
        return listed(campaign)
    except CryptoError:
        return None


def is_known(seat: Seat, *, otherwise: bool = False) -> bool:
    """Whether the journal of its campaign knows the seat; `otherwise` if the host lacks a key or it has faults."""
    seats = listed_if_told(seat.campaign)
    return seats.knows(seat, seat.campaign.public_id) if seats else otherwise


def make_anew(key: int) -> SeatList:
    """Rebuild the list from the journal and store it, unless the row has a valid one by now; `key` is the campaign's.

    The whole journal is checked first, because somebody with access to the database but no keys could have added to it.
    Raises CryptoError if it has faults, or the campaign's row contradicts it.
    """
    with transaction.atomic():
        campaign = Campaign.objects.select_for_update().get(pk=key)
        prefetch_related_objects([campaign], "rooms")
        if seats := seat_list.load(campaign):
            return seats
        if faults := export.breaks(campaign):
            why = f"who sits there can't be told, its journal does not hold. {faults[0]}"
            raise CryptoError(f"{campaign.public_id}: {why}")
        acts = [*journal.acts(campaign, {PUBLIC})]
        # The list's MAC covers these fields of the row too, so they have to agree with the journal.
        stand = doors.from_acts(campaign, acts)
        expected_values = {
            "whether it is over": (campaign.status, status_told(campaign, acts)),
            "how it is played": (campaign.play_mode, play_mode_by(campaign, acts)),
            "where its dice stand": (campaign.doors, doors.dumped(stand)),
            "which rewind is proposed": (campaign.summary.get("rewind"), open_rewind(events_with_actor(acts))),
        }
        differing = [what for what, (actual, expected) in expected_values.items() if actual != expected]
        if differing:
            raise CryptoError(f"{campaign.public_id}: its row says otherwise than its journal {differing[0]}.")
        seats = seat_list.after(SeatList(), acts, campaign)
        seat_list.store(campaign, seats)
        campaign.save(update_fields=["seat_list"])
        return seats


def status_told(campaign: Campaign, acts: Iterable[Act]) -> str:
    """The status of a campaign by its acts."""
    ends = (str(event.data["why"]) for act in acts for event in act.events if event.kind == ENDED)
    why = next(ends, "")
    return Status.RUNNING if not why else Status.ABANDONED if why.startswith(ABANDONED) else Status.ENDED


def play_mode_by(campaign: Campaign, acts: Iterable[Act]) -> str:
    """The play mode of a campaign by its acts: as founded, or ACCOUNTS if it was imported from a file."""
    mode = str(campaign.founding["how"])
    for event in (event for act in acts for event in act.events):
        if event.kind == IMPORTED:
            mode = PlayMode.ACCOUNTS
    return mode
