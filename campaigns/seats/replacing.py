"""Actions that replace a side's only commander who no longer plays.

An umpire or the host gives notice; another side agrees; nobody has acted on the seat until the notice has run out. All
of it follows from the public journal and is kept with the list of seats, so there is no row that could be planted.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext

from campaigns import access
from campaigns.guards import (
    append_host_entry,
    check_running,
    checked_reason,
    end_of_notice,
    isolated_transaction,
    lock_campaign,
    objecting_seat,
)
from campaigns.ledger import journal, seats_anew
from campaigns.ledger.crypto import CryptoError
from campaigns.ledger.host_entries import NOTICE
from campaigns.ledger.seat_list import ListedNotice, ListedSeat
from campaigns.locks import actions as locks
from campaigns.models import Campaign, NotificationKind, PlayMode, Role, Seat
from campaigns.outbox import notify_everybody
from campaigns.seats import rights
from rules import registry
from rules.contract import Refused

log = logging.getLogger(__name__)


@transaction.atomic
def announce(*, side: str, reason: str, by: Seat | None, campaign: Campaign) -> ListedNotice:
    """Give notice to the only commander of a side, as an umpire or, without `by`, as the host."""
    campaign = _locked(by, campaign)
    check_running(campaign)
    if by and by.role != Role.UMPIRE:
        raise Refused(
            gettext("An umpire or the host gives notice that a commander is replaced."),
            way_out=gettext("Ask one of them; your side has to agree to it then."),
        )
    seat = _only_commander(campaign, side)
    data = {"seat": seat.number, "reason": checked_reason(reason), "due": end_of_notice(NOTICE)}
    append_host_entry(campaign, "replacement_announced", data, by=by)
    notify_everybody(campaign, NotificationKind.SEAT)
    return _waiting(campaign, seat.number)


@transaction.atomic
def agree(*, seat: int, by: Seat) -> None:
    """Agree for another side; once the notice has run out the seat ends at once."""
    campaign = _locked(by, by.campaign)
    check_running(campaign)
    rights.enter(by)
    notice, side = _waiting(campaign, seat), _side_of(campaign, seat)
    if by.role != Role.COMMANDER or by.side in (side, *notice.agreed):
        raise Refused(
            gettext("A commander of another side agrees, once."), way_out=gettext("Reload the page: it shows who has.")
        )
    append_host_entry(campaign, "replacement_agreed", {"seat": seat}, by=by)
    notify_everybody(campaign, NotificationKind.SEAT)
    _replace_if_due(campaign, _waiting(campaign, seat))


@transaction.atomic
def withdraw(*, seat: int, by: Seat | None, campaign: Campaign) -> None:
    """Withdraw a notice: who gave it changes his mind, a side refuses, or the commander is back.

    He may have lost his words: where his room is shut the host says it for him.
    """
    campaign = _locked(by, campaign)
    check_running(campaign)
    notice = _waiting(campaign, seat)
    if by and not may_withdraw(notice, by):
        raise Refused(
            gettext("This notice is not yours to withdraw."), way_out=gettext("Ask whoever gave it, or a commander.")
        )
    append_host_entry(campaign, "replacement_withdrawn", {"seat": seat}, by=by and objecting_seat(by))


def carry_out_due() -> None:
    """End the seats of commanders who did not act until their notice ran out."""
    running = Campaign.objects.filter(status="running").exclude(seat_list=None)
    for key in list(running.exclude(seat_list__list__notices=[]).order_by("pk").values_list("pk", flat=True)):
        with isolated_transaction(key, "replacement"):
            campaign = Campaign.objects.select_for_update().get(pk=key)
            prefetch_related_objects([campaign], "rooms")
            try:
                for notice in seats_anew.listed(campaign).notices:
                    _replace_if_due(campaign, notice)
            except CryptoError as error:
                log.error("nobody is replaced in campaign %s: %s", campaign.public_id, error)


def may_withdraw(notice: ListedNotice, by: Seat) -> bool:
    """Whether a seat may withdraw a notice: any commander, and an umpire one that an umpire gave."""
    return by.role == Role.COMMANDER or (by.role == Role.UMPIRE and not notice.by_house)


def unanswered(campaign: Campaign, notice: ListedNotice) -> list[str]:
    """The sides that have not agreed yet."""
    its = _side_of(campaign, notice.seat)
    led = [side for side in registry.get(campaign.system).sides if access.has_commander(campaign, side)]
    return [side for side in led if side != its and side not in notice.agreed]


def replaceable(campaign: Campaign) -> Sequence[ListedSeat]:
    """The commanders about whom notice can be given: of sides that have no other, while some other side has one."""
    listed, sides = seats_anew.listed(campaign), registry.get(campaign.system).sides
    led = {side: listed.commanders(side) for side in sides}
    alone = [seats[0] for seats in led.values() if len(seats) == 1]
    if not campaign.running or campaign.play_mode != PlayMode.ACCOUNTS:
        return []
    if sum(bool(seats) for seats in led.values()) < 2:
        return []
    return [seat for seat in alone if listed.notice(seat.number) is None]


def _only_commander(campaign: Campaign, side: str) -> ListedSeat:
    """The commander a notice would be about; Refused if there is none, or if another way is open."""
    commander = next((seat for seat in replaceable(campaign) if seat.side == side), None)
    if commander:
        return commander
    listed = seats_anew.listed(campaign)
    commanders = listed.commanders(side)
    if len(commanders) > 1:
        raise Refused(
            gettext("This side has another commander, who can take the place back."),
            way_out=gettext("Ask him to do so."),
        )
    if commanders and listed.notice(commanders[0].number):
        raise Refused(
            gettext("This notice was given already."), way_out=gettext("Reload the page: it shows who is waited for.")
        )
    raise Refused(
        gettext("There is no commander here who could be replaced by the consent of another side."),
        field="side",
        way_out=gettext("A side without a commander is offered to somebody by a link."),
    )


def _waiting(campaign: Campaign, seat: int) -> ListedNotice:
    notice = seats_anew.listed(campaign).notice(seat)
    if notice is None:
        raise Refused(
            gettext("This notice no longer waits: it was withdrawn, or the commander has acted since."),
            way_out=gettext("It can be given again."),
        )
    return notice


def _replace_if_due(campaign: Campaign, notice: ListedNotice) -> None:
    """End the seat when the notice has run out and every other side with a commander agrees."""
    due = datetime.fromisoformat(notice.due)
    if not notice.agreed or unanswered(campaign, notice) or timezone.now() < due or not campaign.running:
        return
    rows = Seat.objects.filter(campaign=campaign, number=notice.seat).select_related("user")
    append_host_entry(campaign, "seat_replaced", {"seat": notice.seat}, by=None)
    for row in rows:
        locks.shut_out(row, registry.get(campaign.system).sides)
        row.delete()
    journal.announce(campaign, journal.SEATS)
    notify_everybody(campaign, NotificationKind.SEAT)


def _locked(by: Seat | None, campaign: Campaign) -> Campaign:
    """Lock the campaign's row. No room is entered, so that somebody who has lost his words can object too."""
    if by:
        return lock_campaign(by, entering=False)
    campaign = Campaign.objects.select_for_update().get(pk=campaign.pk)
    prefetch_related_objects([campaign], "rooms")
    return campaign


def _side_of(campaign: Campaign, seat: int) -> str:
    listed = seats_anew.listed(campaign).seat(seat)
    return listed.side if listed else ""
