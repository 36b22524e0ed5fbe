"""Actions on a whole campaign: archiving it for oneself, ending or removing it for all.

A campaign is ended though its game is not over, or removed, when every side that has a commander wants it, or when an
umpire (an end only) or the host has given notice and the notice has run out. Even a removal that all want waits for its
day: the database deletes no journal before. An end by consent needs no day, so its row is believed only if this program
wrote it: its digest is kept in the list of seats, under the list's MAC. A notice of an end has no row: it is an entry
of the journal, which the check verifies. No action enters a locked room: a side that has lost its words can end the
campaign too.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import QuerySet, prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext

from campaigns.closing.models import Closing, What
from campaigns.closing.rights import SECOND_THOUGHTS, may_cancel, unanswered
from campaigns.closing.waiting import digest, waiting
from campaigns.guards import (
    append_host_entry,
    check_running,
    checked_reason,
    end_of_notice,
    isolated_transaction,
    lock_campaign,
    objecting_seat,
)
from campaigns.ledger import seat_list, seats_anew
from campaigns.ledger.acts import stamp
from campaigns.ledger.crypto import CryptoError
from campaigns.ledger.host_entries import NOTICE as NOTICE
from campaigns.models import Campaign, NotificationKind, PlayMode, Role, Seat
from campaigns.outbox import notify_everybody
from rules.contract import Refused

log = logging.getLogger(__name__)
REMOVAL_NOTICE, SHORTEST_REMOVAL_NOTICE = timedelta(days=30), timedelta(days=7)
"""The time from the host's notice to the removal of a campaign: the usual one, and the shortest."""
TRIAL = timedelta(days=1, minutes=1)
"""How long a trial lasts; the database takes no removal that is less than a day away when it is written."""
CONSENT, UMPIRE, HOST = "abandoned-by-consent", "abandoned-by-umpire", "abandoned-by-host"
"""Why a campaign ended though its game is not over, as the journal has it. The notice is at least `NOTICE`."""


def archive(*, by: Seat, archived: bool) -> None:
    """Put a campaign into somebody's own archive, or take it out; nothing else changes and nobody is told."""
    if archived:
        by.campaign.archived_by.add(by.user_id)
    else:
        by.campaign.archived_by.remove(by.user_id)


@transaction.atomic
def propose(*, what: What, reason: str, by: Seat) -> None:
    """Propose an end or removal for a side. If no other side has a commander, nobody else has to agree."""
    campaign = lock_campaign(by, entering=False)
    _check_may(what, by, {Role.COMMANDER})
    closing = _new(campaign, what, reason, by)
    _agree(closing, by)


@transaction.atomic
def agree(*, what: What, by: Seat) -> None:
    """Agree for a side to another one's proposal; the last consent carries it out. A notice needs no consent."""
    lock_campaign(by, entering=False)
    _check_may(what, by, {Role.COMMANDER})
    closing = _waiting(by.campaign, what)
    if closing.due_at is None and by.side in unanswered(closing):
        _agree(closing, by)


@transaction.atomic
def give_notice(*, what: What, reason: str, by: Seat | None, campaign: Campaign, notice: timedelta) -> Closing:
    """Announce an end or removal after `notice`, as an umpire or (`by` is None) as the host; everybody is notified."""
    campaign = lock_campaign(by, entering=False) if by else Campaign.objects.select_for_update().get(pk=campaign.pk)
    if by:
        _check_may(what, by, {Role.UMPIRE})
    elif what == What.END:
        check_running(campaign)
    closing = _new(campaign, what, reason, by)
    if what == What.REMOVAL and notice < SHORTEST_REMOVAL_NOTICE:
        raise Refused(
            gettext("A removal is announced at least %(days)s days before.") % {"days": SHORTEST_REMOVAL_NOTICE.days},
            field="days",
            way_out=gettext("The players need the time to take the campaign's file along."),
        )
    if what == What.END and notice < NOTICE:
        raise Refused(
            gettext("An end is announced at least %(days)s days before.") % {"days": NOTICE.days},
            field="days",
            way_out=gettext("Whoever still plays needs the time to object."),
        )
    if what == What.REMOVAL:
        _announce(closing, notice)
        return closing
    data = {"why": UMPIRE if by else HOST, "reason": closing.reason, "due": end_of_notice(notice)}
    _write_in_journal(campaign, "end_announced", data, by)
    notify_everybody(campaign, NotificationKind.CLOSING)
    return _waiting(campaign, what)


@transaction.atomic
def announce_end_of_trial(by: Seat, *, reason: str) -> None:
    """Announce at the start of a trial that it will be removed after a day."""
    _announce(_new(lock_campaign(by, entering=False), What.REMOVAL, reason, None), TRIAL)


@transaction.atomic
def cancel(*, what: What, by: Seat) -> None:
    """Withdraw or refuse a proposal, or object to a notice. Raises Refused if the seat can't stop it."""
    lock_campaign(by, entering=False)
    closing = _waiting(by.campaign, what)
    if not may_cancel(closing, by):
        raise Refused(
            gettext("This can't be stopped from here."),
            way_out=gettext("The host of this server gave notice, and only he takes it back. Ask him."),
        )
    _withdraw(closing, by)


@transaction.atomic
def withdraw_notice(*, campaign: Campaign, what: What) -> None:
    """Withdraw the host's own notice."""
    campaign = Campaign.objects.select_for_update().get(pk=campaign.pk)
    closing = _waiting(campaign, what)
    if not closing.by_host:
        raise Refused(
            gettext("The host has given no such notice."), way_out=gettext("Players withdraw theirs on its page.")
        )
    _withdraw(closing, None)


def carry_out_due() -> None:
    """End and remove the campaigns whose notice has run out."""
    for key, campaign in list(_due().values_list("pk", "campaign")):
        with isolated_transaction(campaign, "closing"):
            Campaign.objects.select_for_update().filter(pk=campaign).first()
            closing = _due().select_related("campaign").filter(pk=key).first()
            if closing is None:  # somebody has objected meanwhile, or the whole campaign is gone
                continue
            # The journal goes by a function of the database, which looks at the notice.
            with connection.cursor() as cursor:
                cursor.execute("SELECT remove_journal(%s)", [closing.campaign_id])
            closing.campaign.delete()
            log.info("a campaign was removed after its notice")
    announced = Campaign.objects.filter(status="running", seat_list__list__announced__due__isnull=False)
    for key in list(announced.order_by("pk").values_list("pk", flat=True)):
        with isolated_transaction(key, "end"):
            _end_if_due(Campaign.objects.select_for_update().get(pk=key))


def _check_may(what: What, by: Seat, roles: set[Role]) -> None:
    """Raise Refused unless the seat has one of `roles` and, for an end, the campaign is running."""
    if what == What.END:
        check_running(by.campaign)
    if by.role not in roles:
        raise Refused(
            gettext("The commanders decide together whether a campaign is ended or removed."),
            way_out=gettext("Ask one of them. An umpire can give notice that a campaign ends."),
        )


def _new(campaign: Campaign, what: What, reason: str, by: Seat | None) -> Closing:
    """A new, unsaved closing. Raises Refused if one of its kind waits already, or the reason is no line of text."""
    if waiting(campaign, what, seats_anew.listed_if_told(campaign)):
        raise Refused(
            gettext("This is proposed or announced already."),
            way_out=gettext("Reload the page: it shows who is waited for."),
        )
    reason = checked_reason(reason)
    campaign.closings.filter(what=what).delete()  # a row that counts for nothing
    closing = Closing(campaign=campaign, what=what, reason=reason, made_at=timezone.now())
    if by:
        closing.by, closing.side = by.user, by.side
    return closing


def _waiting(campaign: Campaign, what: What) -> Closing:
    closing = waiting(campaign, what, seats_anew.listed_if_told(campaign))
    if closing is None:
        raise Refused(
            gettext("This no longer waits: it was withdrawn, refused or done."),
            way_out=gettext("It can be proposed again."),
        )
    return closing


def _agree(closing: Closing, by: Seat) -> None:
    """Record the consent of a side, or of all if one person plays them; carried out once all have consented."""
    solo = closing.campaign.play_mode == PlayMode.SOLO
    closing.agreed = [*closing.agreed, *(unanswered(closing) if solo else [by.side])]
    closing.save()
    if unanswered(closing):
        _record(closing)
        notify_everybody(closing.campaign, NotificationKind.CLOSING)
    elif closing.what == What.END:
        _end(closing.campaign, CONSENT)
    else:
        _announce(closing, SECOND_THOUGHTS)


def _announce(closing: Closing, notice: timedelta) -> None:
    """Set the day of a closing and notify everybody; a removal is also recorded in the journal."""
    closing.due_at = timezone.now() + notice
    closing.save()
    if closing.what == What.REMOVAL:
        data = {"reason": closing.reason, "due": stamp(closing.due_at)}
        _write(closing.campaign, "removal_announced", data)
    _record(closing)
    notify_everybody(closing.campaign, NotificationKind.CLOSING)


def _withdraw(closing: Closing, by: Seat | None) -> None:
    if closing.pk is None:
        _write_in_journal(closing.campaign, "end_withdrawn", {}, by and objecting_seat(by))
        return
    if closing.what == What.REMOVAL and closing.due_at:
        _write(closing.campaign, "removal_withdrawn", {})
    _record(closing, waits=False)
    closing.delete()


def _record(closing: Closing, *, waits: bool = True) -> None:
    """Record in the list of seats which end waits, if any; if keys are missing, that is only logged."""
    if closing.what == What.REMOVAL:
        return
    campaign = closing.campaign
    try:
        listed = replace(seats_anew.listed(campaign), end=digest(closing) if waits else "")
    except CryptoError as error:
        log.error("what becomes of campaign %s is not recorded: %s", campaign.public_id, error)
        return
    seat_list.store(campaign, listed)
    campaign.save(update_fields=["seat_list"])


def _write_in_journal(campaign: Campaign, what: str, data: Mapping[str, str], by: Seat | None) -> None:
    """Write an entry about an end; where the keys are missing it is refused, as nothing else records it."""
    try:
        append_host_entry(campaign, what, data, by=by)
    except CryptoError as error:
        log.error("%s of campaign %s is refused: %s", what, campaign.public_id, error)
        raise Refused(
            gettext("A key of this campaign is missing on this server, so nothing can be written into its journal."),
            way_out=gettext("Its host can put the key back, or remove the campaign."),
        ) from None


def _write(campaign: Campaign, what: str, data: Mapping[str, str]) -> None:
    """Write an entry about a removal into the journal; a campaign whose keys are lost can be removed all the same."""
    try:
        append_host_entry(campaign, what, data, by=None)
    except CryptoError as error:
        log.error("%s of campaign %s stands in no journal: %s", what, campaign.public_id, error)


def _due() -> QuerySet[Closing]:
    return Closing.objects.filter(what=What.REMOVAL, due_at__lte=timezone.now()).order_by("pk")


def _end_if_due(campaign: Campaign) -> None:
    """End a campaign whose notice, as its journal has it, has run out; without its keys it goes on."""
    prefetch_related_objects([campaign], "rooms")
    try:
        announced = seats_anew.listed(campaign).announced
        if announced and campaign.running and datetime.fromisoformat(announced.due) <= timezone.now():
            _end(campaign, announced.why)
    except CryptoError as error:
        log.error("campaign %s is not ended: %s", campaign.public_id, error)


def _end(campaign: Campaign, why: str) -> None:
    """Write the end into the journal. The rooms stay shut: their sides may want to play on elsewhere."""
    append_host_entry(campaign, "ended", {"why": why}, by=None)
    campaign.closings.filter(what=What.END).delete()
    notify_everybody(campaign, NotificationKind.CLOSING)
