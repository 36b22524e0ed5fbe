"""Notifications: made due by an act, sent after it, and still due while the broker or a channel is down.

Nobody gets the same notification twice within PAUSE, however often the turn changes, and one that is no longer true is
dropped. A notification becomes an alert on each channel of its reader; a job of its own sends what is due on a channel.

They hold nothing from a side's room, only what is in the public journal too: the campaign, what waits, the public step
and since when.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from campaigns import answers
from campaigns.alerts import delivery, services
from campaigns.alerts.models import Alert
from campaigns.alerts.texts import AlertText
from campaigns.closing.waiting import all_waiting
from campaigns.ledger import journal, seats_anew
from campaigns.ledger.acts import HOST_PREFIX
from campaigns.ledger.crypto import CryptoError
from campaigns.ledger.seat_list import SeatList
from campaigns.models import Campaign, JournalEntry, Notification, NotificationKind, Seat
from campaigns.preferences.models import Preferences, preferences_of, told_to
from campaigns.rewind import proposals
from campaigns.templatetags.moments import date_told
from rules import registry
from rules.contract import PUBLIC

log = structlog.get_logger(__name__)
PAUSE = timedelta(minutes=10)
"""The least time between two alerts of one kind to one seat."""


def hand_over(campaign_id: int) -> list[int]:
    """Turn a campaign's due notifications into alerts on its readers' channels; returns the channels with alerts due.

    They are handled in the order of seats and kinds, so that the order reveals nothing about when the rows were made.
    """
    now = timezone.now()
    for notification in _due(now).filter(seat__campaign=campaign_id).order_by("seat", "kind"):
        with transaction.atomic():
            preferred = preferences_of(notification.seat.user)
            tells = is_wanted(notification, preferred) and still_true(notification)
            # One that another worker has handed over meanwhile is not told again; one due again since stays due.
            taken = Notification.objects.filter(pk=notification.pk, due_at=notification.due_at).update(
                due_at=None, sent_at=now if tells else notification.sent_at
            )
            if tells and taken:
                delivery.owe(notification, preferred, now)
    owed = delivery.due(timezone.now()).filter(notification__seat__campaign=campaign_id)
    return list(owed.order_by("channel").values_list("channel", flat=True).distinct())


def overdue_campaigns() -> list[int]:
    """The campaigns with notifications that have been due for longer than OVERDUE_AFTER."""
    now = timezone.now()
    overdue = _due(now).filter(due_at__lte=now - delivery.OVERDUE_AFTER)
    return list(overdue.values_list("seat__campaign", flat=True).distinct())


def send_on(channel_id: int) -> None:
    """Send all alerts due on a channel in one message. After a crash they may be sent twice, but never get lost.

    An alert of a campaign that is broken is tried again later, and holds up no other.
    """
    leased = delivery.lease(channel_id)
    if not leased:
        return
    channel, preferred = leased[0].channel, preferences_of(leased[0].channel.user)
    true, texts, broken = list[Alert](), list[AlertText](), {alert.pk for alert in leased}
    with told_to(preferred):
        for alert in leased:
            try:
                with transaction.atomic():
                    if still_true(alert.notification):
                        texts.append(text(alert.notification, alert.since))
                        true.append(alert)
                broken.remove(alert.pk)
            except Exception as wrong:  # as in guards.isolated_transaction: only the type, its text may quote a row
                log.error("an alert is left aside", alert=alert.pk, wrong=type(wrong).__name__)
        failure = services.send(channel, texts) if texts else None
    for alert in leased:
        done = alert.pk not in broken and (alert not in true or failure is None)
        delivery.finish(alert, preferred, done=done)
    if texts:
        delivery.note(channel, failure)


def is_wanted(notification: Notification, preferred: Preferences) -> bool:
    """Whether the reader wants this kind. An end and a replacement have deadlines, so nobody can switch those off."""
    switches = {
        NotificationKind.TURN: preferred.mail_turn,
        NotificationKind.ANSWER: preferred.mail_answer,
        NotificationKind.REWIND: preferred.mail_rewind,
    }
    return switches.get(NotificationKind(notification.kind), True)


def still_true(notification: Notification) -> bool:
    """Whether what the notification says is still true."""
    campaign, side = notification.seat.campaign, notification.seat.side
    if not seats_anew.is_known(notification.seat):
        return False
    if notification.kind == NotificationKind.TURN:
        return campaign.running and side in campaign.summary.get("waiting", ())
    if notification.kind == NotificationKind.CLOSING:
        return campaign.abandoned or bool(all_waiting(campaign, seats_anew.listed_if_told(campaign)))
    if notification.kind == NotificationKind.SEAT:
        listed, sides = seats_anew.listed(campaign), registry.get(campaign.system).sides
        replaced = bool(listed.notices) or any(map(listed.is_vacant, sides))
        stand_in = _asked_for_a_stand_in(campaign, listed) or _offered_a_stand_in(campaign, listed, side)
        return campaign.running and (replaced or stand_in)
    if notification.kind == NotificationKind.ANSWER:
        try:
            return bool(answers.asked_at(notification.seat))
        except (CryptoError, registry.OtherEdition):
            return False  # nothing can be answered there, and what others are owed must not wait for it
    proposal = proposals.open_proposal(campaign)
    return proposal is not None and side in proposals.unanswered(campaign, proposal)


def text(notification: Notification, since: datetime) -> AlertText:
    """The text of a notification that is still true, in the active language."""
    campaign = notification.seat.campaign
    if notification.kind == NotificationKind.TURN:
        subject, what = gettext("Your turn in %(campaign)s"), gettext("your side is waited for")
        path = campaign.get_absolute_url()
    elif notification.kind == NotificationKind.CLOSING:
        waits = all_waiting(campaign, seats_anew.listed_if_told(campaign))
        subject = gettext("About the end of %(campaign)s")
        what = waits[0].news if waits else gettext("the game was ended before its time")
        path = reverse("closing", args=[campaign.public_id])
    elif notification.kind == NotificationKind.ANSWER:
        subject = gettext("Your answer is asked for in %(campaign)s")
        page = answers.asked_at(notification.seat)
        what = gettext("a correction or counters gained by hand wait for your answer")
        if page == "forces":
            what = gettext("the other side claims to have captured something of yours")
        path = reverse(page, args=[campaign.public_id])
    elif notification.kind == NotificationKind.SEAT:
        subject, what = gettext("A commander is replaced in %(campaign)s"), _news_of_seat(notification.seat)
        path = reverse("replacement", args=[campaign.public_id])
        if not what and _offered_a_stand_in(campaign, seats_anew.listed(campaign), notification.seat.side):
            subject = gettext("A stand-in is offered in %(campaign)s")
            what = gettext("an organiser of the club offers your side somebody who would stand in")
            path = reverse("campaign-club", args=[campaign.public_id])
        elif not what:
            subject = gettext("A stand-in is asked for in %(campaign)s")
            what = gettext("a side is late, and was asked for somebody in its commander's place")
            path = reverse("pace", args=[campaign.public_id])
    else:
        subject = gettext("A rewind is proposed in %(campaign)s")
        what = gettext("a rewind is proposed and waits for your answer")
        path = reverse("rewind-answer", args=[campaign.public_id])
    # The newest public entry and its link, as evidence for whoever keeps the message.
    if (found_head := journal.chain_head(campaign)) is None:
        head = ""
    else:
        values = {"number": found_head.number, "link": found_head.link}
        head = gettext("Proof code of the journal at public entry %(number)s: %(link)s") % values
    return AlertText(
        campaign=campaign.name,
        subject=subject % {"campaign": campaign.name},
        what=what,
        step=public_step(campaign),
        since=since,
        link=settings.REFIT_URL + path,
        head=head,
    )


def public_step(campaign: Campaign) -> str:
    """The date and stage a campaign has reached, from public facts."""
    return ", ".join(
        filter(None, (date_told(campaign.summary.get("date", "")), gettext(campaign.summary.get("stage", ""))))
    )


def _asked_for_a_stand_in(campaign: Campaign, listed: SeatList) -> bool:
    """Whether a side that is waited for was asked for a stand-in and has not acted in public since."""
    return any(_has_not_acted_since(campaign, side, at) for side, at in listed.pace.stand_ins)


def _offered_a_stand_in(campaign: Campaign, listed: SeatList, side: str) -> bool:
    """Whether an organiser has offered a stand-in to a side that is waited for and has not acted in public since."""
    offered = listed.club.offer_to(side)
    return offered is not None and _has_not_acted_since(campaign, side, offered[1])


def _has_not_acted_since(campaign: Campaign, side: str, at: str) -> bool:
    """Whether a side is waited for and has made no public act of the game since the moment `at`."""
    own = JournalEntry.objects.filter(campaign=campaign, room=PUBLIC, side=side).exclude(kind__startswith=HOST_PREFIX)
    waits = side in campaign.summary.get("waiting", ())
    return waits and not own.filter(at__gt=datetime.fromisoformat(at)).exists()


def _news_of_seat(seat: Seat) -> str:
    """What the holder of a seat is told of a replacement, "" if there is none; the commander concerned is told that it
    is about him."""
    listed = seats_anew.listed(seat.campaign)
    if mine := listed.notice(seat.number):
        day = {"day": date_format(timezone.localtime(datetime.fromisoformat(mine.due)), gettext("j N Y"))}
        return (
            gettext(
                "you lose your place on %(day)s if another side agrees, unless you act before, or say on the page "
                "below that you still play. It is"
            )
            % day
        )
    if listed.notices:
        return gettext("notice was given that a commander does not play any more and is replaced")
    if any(map(listed.is_vacant, registry.get(seat.campaign.system).sides)):
        return gettext("a commander was replaced, and his side waits for another one")
    return ""


def _due(now: datetime) -> QuerySet[Notification]:
    just_told = Q(sent_at__range=(now - PAUSE, now))  # not after now, should the clock have been set back
    return Notification.objects.filter(~just_told, due_at__isnull=False).select_related("seat__campaign", "seat__user")
