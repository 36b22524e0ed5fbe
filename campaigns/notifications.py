"""What people are to be told by mail: owed with the act, told after it, and still owed while broker or mail are away.

The row is the truth and the broker only a messenger. Who was just told is not told the same again at once, however
often a turn changes or a rewind is proposed and withdrawn; and nobody is told what is no longer so.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.core.mail import send_mail
from django.db.models import Q, QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from campaigns import answers
from campaigns.ledger import journal, seats_anew
from campaigns.models import Notification, NotificationKind, Seat
from campaigns.rewind import proposals
from rules import registry

PAUSE = timedelta(minutes=10)
"""The least time between two mails that tell somebody the same."""
OVERDUE_AFTER = timedelta(seconds=30)
"""A notification that was not told in this time is sent without anybody asking."""

log = structlog.get_logger(__name__)


def send_due(campaign_id: int) -> None:
    """Mail what a campaign owes and may be told now. Told twice after a crash does no harm, told never would."""
    # In an order that tells nothing of the rows' past.
    for notification in _due(timezone.now()).filter(seat__campaign=campaign_id).order_by("seat", "kind"):
        if _still_true(notification):
            try:
                _mail(notification)
            except OSError as wrong:  # smtplib's are OSErrors too
                log.warning("a notification could not be mailed", seat=notification.seat_id, wrong=type(wrong).__name__)
                continue
            notification.sent_at = timezone.now()
        # What is owed anew by now stays owed.
        Notification.objects.filter(pk=notification.pk, due_at=notification.due_at).update(
            due_at=None, sent_at=notification.sent_at
        )


def overdue_campaigns() -> list[int]:
    """The campaigns whose notifications nobody has sent in time."""
    now = timezone.now()
    return list(_due(now).filter(due_at__lte=now - OVERDUE_AFTER).values_list("seat__campaign", flat=True).distinct())


def _due(now: datetime) -> QuerySet[Notification]:
    just_told = Q(sent_at__range=(now - PAUSE, now))  # not after now, should the clock have been set back
    return Notification.objects.filter(~just_told, due_at__isnull=False).select_related("seat__campaign", "seat__user")


def _still_true(notification: Notification) -> bool:
    """Whether what the notification tells is still so."""
    campaign, side = notification.seat.campaign, notification.seat.side
    if not seats_anew.is_known(notification.seat):
        return False
    if notification.kind == NotificationKind.TURN:
        return campaign.running and side in campaign.summary.get("waiting", ())
    if notification.kind == NotificationKind.CLOSING:
        return campaign.abandoned or campaign.closings.exists()
    if notification.kind == NotificationKind.SEAT:
        listed, sides = seats_anew.listed(campaign), registry.get(campaign.system).sides
        return campaign.running and (bool(listed.notices) or any(map(listed.is_vacant, sides)))
    if notification.kind == NotificationKind.ANSWER:
        return bool(answers.asked_at(notification.seat))
    asked = proposals.open_proposal(campaign)
    return asked is not None and side in proposals.unanswered(campaign, asked)


def _mail(notification: Notification) -> None:
    """The campaign's name, address and head, and that something waits; the page tells what and why."""
    campaign, user = notification.seat.campaign, notification.seat.user
    if notification.kind == NotificationKind.TURN:
        subject, what = gettext("Your turn in %(campaign)s"), gettext("your side is waited for")
        path = campaign.get_absolute_url()
    elif notification.kind == NotificationKind.CLOSING:
        waiting = campaign.closings.order_by("-made_at").first()
        subject = gettext("About the end of %(campaign)s")
        what = waiting.news if waiting else gettext("the game was ended before its time")
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
    else:
        subject = gettext("A rewind is proposed in %(campaign)s")
        what = gettext("a rewind is proposed and waits for your answer")
        path = reverse("rewind-answer", args=[campaign.public_id])
    context = {"name": user.get_username(), "campaign": campaign, "what": what, "head": journal.chain_head(campaign)}
    body = render_to_string("emails/waited_for.txt", {**context, "link": settings.REFIT_URL + path})
    send_mail(subject % {"campaign": campaign.name}, body, None, [user.email])


def _news_of_seat(seat: Seat) -> str:
    """What is told of a replacement to one who has a seat; the commander himself reads that it is about him."""
    listed = seats_anew.listed(seat.campaign)
    if mine := listed.notice(seat.number):
        day = {"day": date_format(datetime.fromisoformat(mine.due), "j N Y")}
        return (
            gettext(
                "you lose your seat on %(day)s if another side agrees, unless you act before, or say on the page "
                "below that you still play. It is"
            )
            % day
        )
    if listed.notices:
        return gettext("notice was given that a commander does not play any more and is replaced")
    return gettext("a commander was replaced, and his side waits for another one")
