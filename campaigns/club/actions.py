"""Actions of the club's page on campaigns: those of the sides, and those of organisers.

Each is a public entry of the campaign's journal. An organiser has no seat there: his entries are the host's and hold
his name, and neither his account nor his role opens a room.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext

from campaigns.club.models import StandIn
from campaigns.club.rights import is_organiser, is_shown
from campaigns.guards import append_host_entry, check_running, lock_campaign, objecting_seat
from campaigns.ledger import seats_anew
from campaigns.ledger.crypto import CryptoError
from campaigns.ledger.seat_list import SeatList
from campaigns.models import Campaign, NotificationKind, PlayMode, Role, Seat, Trial
from campaigns.outbox import notify
from campaigns.seats import rights
from rules import registry
from rules.contract import Refused

if TYPE_CHECKING:
    from django.contrib.auth.models import User

PAUSE = timedelta(days=1)
"""The least time between two reminders, or offers of a stand-in, to the same side."""


@transaction.atomic
def put_on_page(*, by: Seat) -> None:
    """Agree for a side to have the campaign on the club's page; it is listed once all sides have agreed."""
    campaign = lock_campaign(by, entering=False)
    _check_commands(by)
    rights.enter(by)
    if not is_shown() or Trial.objects.filter(campaign=campaign).exists():
        raise Refused(
            gettext("This campaign can't stand on the club's page."),
            way_out=gettext("Trials never do, nor does any where the club has no page."),
        )
    if by.side in seats_anew.listed(campaign).club.wanted:
        raise Refused(
            gettext("Your side wants this already."), way_out=gettext("It stands there as soon as every side does.")
        )
    append_host_entry(campaign, "club_listed", {}, by=by)


@transaction.atomic
def take_off_page(*, by: Seat) -> None:
    """Take the campaign off the club's page, or drop the sides' wish for it; any commander may, after the end too."""
    campaign = lock_campaign(by, entering=False)
    _check_commands(by)
    if not seats_anew.listed(campaign).club.wanted:
        raise Refused(
            gettext("It is not on the club's page."), way_out=gettext("Reload the page: it shows who wants it there.")
        )
    append_host_entry(campaign, "club_unlisted", {}, by=objecting_seat(by))


@transaction.atomic
def archive(*, campaign: Campaign, archived: bool, by: User) -> None:
    """Put a campaign into the club's archive, or take it out; a public act of the game takes it out by itself."""
    campaign, _ = _for_organiser(campaign, by)
    check_running(campaign)
    if campaign.club_listing.archived == archived:
        raise Refused(gettext("This is done already."), way_out=gettext("Reload the page: it shows who did it."))
    what = "club_archived" if archived else "club_unarchived"
    append_host_entry(campaign, what, {"name": by.get_username()}, by=None)


@transaction.atomic
def remind(*, campaign: Campaign, side: str, by: User) -> None:
    """Remind the members of a side that has to act, on their channels; at most once a day."""
    campaign, listed = _for_organiser(campaign, by)
    _check_waits(campaign, listed, side)
    _check_pause(listed.club.reminded_at(side), gettext("This side was reminded within a day."))
    append_host_entry(campaign, "club_reminded", {"of": side, "name": by.get_username()}, by=None)
    notify(campaign, NotificationKind.TURN, [side])


@transaction.atomic
def offer_stand_in(*, campaign: Campaign, side: str, username: str, by: User) -> None:
    """Offer a side that has to act one of the members who volunteered as stand-ins; the side decides."""
    campaign, listed = _for_organiser(campaign, by)
    _check_waits(campaign, listed, side)
    ready = StandIn.objects.filter(user__username=username, user__is_active=True).select_related("user").first()
    if ready is None:
        raise Refused(
            gettext("Nobody of this name stands ready."),
            field="who",
            way_out=gettext("Choose one of the list; members put themselves on it."),
        )
    _check_pause((listed.club.offer_to(side) or ("", ""))[1], gettext("This side was offered somebody within a day."))
    data = {"of": side, "who": ready.user.get_username(), "name": by.get_username()}
    append_host_entry(campaign, "stand_in_offered", data, by=None)
    notify(campaign, NotificationKind.SEAT, [side])


def _check_commands(by: Seat) -> None:
    if by.role != Role.COMMANDER:
        raise Refused(
            gettext("The commanders decide whether their campaign stands on the club's page."),
            way_out=gettext("Ask one of them."),
        )


def _for_organiser(campaign: Campaign, by: User) -> tuple[Campaign, SeatList]:
    """The campaign with its row locked, and its list of seats. Raises Refused unless `by` may act as organiser."""
    campaign = Campaign.objects.select_for_update().get(pk=campaign.pk)
    prefetch_related_objects([campaign], "rooms")
    if not is_organiser(by):
        raise Refused(gettext("Only organisers of the club do that."), way_out=gettext("Ask one of them."))
    try:
        listed = seats_anew.listed(campaign)
    except CryptoError:
        raise Refused(
            gettext("A key of this campaign is missing on this server, so nothing can be written into its journal."),
            way_out=gettext("Tell its host, who can put the key back."),
        ) from None
    if not listed.club.stands(registry.get(campaign.system).sides):
        raise Refused(
            gettext("This campaign does not stand on the club's page any more."),
            way_out=gettext("Its sides decide about that; reload the page."),
        )
    if any(listed.knows(seat, campaign.public_id) for seat in campaign.seats.filter(user=by)):
        raise Refused(
            gettext("You have a place in this campaign, so you are no organiser there."),
            way_out=gettext("Ask another organiser, or do what your place lets you do."),
        )
    if campaign.rewind_is_proposed:
        raise Refused(
            gettext("The sides are settling what happened, and nothing is written in between."),
            way_out=gettext("Try again when they have."),
        )
    return campaign, listed


def _check_waits(campaign: Campaign, listed: SeatList, side: str) -> None:
    check_running(campaign)
    waits = side in campaign.summary.get("waiting", ()) and campaign.play_mode == PlayMode.ACCOUNTS
    if not waits or not listed.commanders(side):
        raise Refused(
            gettext("This side is not waited for, or nobody commands it."),
            way_out=gettext("Reload the page: it shows who is waited for."),
        )


def _check_pause(at: str, what: str) -> None:
    if at and timezone.now() < datetime.fromisoformat(at) + PAUSE:
        raise Refused(what, way_out=gettext("Give it until tomorrow."))
