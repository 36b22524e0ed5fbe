"""Actions that end seats, and that send umpires out of a room again."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from campaigns import access
from campaigns.guards import append_host_entry, check_commander, check_running, lock_campaign, object_by_acting
from campaigns.ledger import journal, seats_anew
from campaigns.ledger.acts import Act
from campaigns.ledger.host_entries import entry
from campaigns.locks import actions as locks
from campaigns.models import Campaign, Role, Seat
from rules import registry
from rules.contract import Refused

LEFT, REMOVED, DELETED = "left", "removed", "deleted"
"""Why nobody sits there any more, as the journal has it."""


@transaction.atomic
def leave(*, by: Seat) -> None:
    """Give up one's own seat. Refused to the last commander of a side."""
    campaign = lock_campaign(by)
    check_running(campaign)
    if is_last_commander(by):
        raise Refused(
            gettext("You are the only commander of your side; without you nobody could give its orders."),
            way_out=gettext("Make a link for a commander on the page People; when he has sat down you can leave."),
        )
    end(campaign, by, LEFT, by)


@transaction.atomic
def remove(*, seat_id: int, by: Seat) -> None:
    """Remove somebody: of the commander's own side, or an umpire or spectator whom his side invited."""
    campaign = lock_campaign(by)
    check_commander(by)
    seat = next((each for each in access.seats_at(campaign) if each.pk == seat_id), None)
    if seat is None or not may_remove(seat, by):
        raise Refused(
            gettext("This place is not your side's to take back."),
            way_out=gettext("A side takes back its own places, and those of umpires and spectators whom it invited."),
        )
    object_by_acting(by)
    end(campaign, seat, REMOVED, by)


@transaction.atomic
def dismiss_umpire(*, seat_id: int, by: Seat) -> None:
    """Close the room of the commander's side to an umpire. He keeps his seat, and knows what he has read."""
    campaign = lock_campaign(by)
    check_commander(by)
    umpire = access.umpire_at(campaign, seat_id)
    if umpire is None or by.side not in umpire.admitted:
        raise Refused(
            gettext("Your side has not let this umpire in."),
            way_out=gettext("Reload the page: it shows who is let in."),
        )
    object_by_acting(by)
    umpire.admitted = [side for side in umpire.admitted if side != by.side]
    umpire.save(update_fields=["admitted"])
    data = {"seat": umpire.number, "side": by.side}
    append_host_entry(campaign, "umpire_dismissed", data, by=by)
    locks.shut_out(umpire, [by.side])
    journal.announce(campaign, journal.SEATS)


def is_last_commander(seat: Seat) -> bool:
    """Whether this commander is the only one of his side."""
    return seat.role == Role.COMMANDER and len(seats_anew.listed(seat.campaign).commanders(seat.side)) == 1


def may_remove(seat: Seat, by: Seat) -> bool:
    """Whether the commander `by` may remove the holder of a seat."""
    if not access.may_commit(by) or seat.pk == by.pk:
        return False
    if seat.side:
        return seat.side == by.side
    listed = seats_anew.listed(by.campaign).seat(seat.number)
    return listed is not None and listed.invited_from in ("", by.side)


def end(campaign: Campaign, seat: Seat, why: str, by: Seat) -> None:
    """End a seat: delete its holder's links and unsent notifications, and close his streams.

    With a link of his own he, or whoever has it, could come back.
    """
    links = [link for link in access.open_links(seat) if link.created_by_id == seat.pk]
    events = [entry("offer_withdrawn", {"offer": link.number}) for link in links]
    departure = entry("seat_left", {"seat": seat.number, "why": why})
    act = Act((*events, departure), timezone.now(), by.user.get_username(), by.side, seat=by.number)
    journal.append(campaign, [act], journal.load_state(campaign, {by.side} - {""}))
    locks.shut_out(seat, registry.get(campaign.system).sides)
    seat.delete()
    journal.announce(campaign, journal.SEATS)
