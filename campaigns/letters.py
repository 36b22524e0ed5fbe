"""What people are to be told by mail: owed with the act, told after it, and still owed while broker or mail are away.

The row is the truth and the broker only a messenger. Who was just told is not told the same again at once, however
often a turn changes or a rewind is proposed and withdrawn; and nobody is told what is no longer so.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.core.mail import send_mail
from django.db.models import Q, QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from campaigns import journal, rewinds
from campaigns.models import OF_A_SIDE, Campaign, Letter, Role, What

PAUSE = timedelta(minutes=10)
"""The least time between two mails that tell somebody the same."""
UNHEARD = timedelta(seconds=30)
"""A letter that was not told in this time is sent without anybody asking."""
READERS = {What.TURN: OF_A_SIDE, What.REWIND: (Role.COMMANDER,)}

log = structlog.get_logger(__name__)


def owe(campaign: Campaign, what: What, sides: Sequence[str]) -> None:
    """Have those of `sides` told whom it concerns, until it is done or no longer so."""
    now = timezone.now()
    readers = campaign.seats.filter(side__in=sides, role__in=READERS[what]).exclude(user__email="")
    Letter.objects.bulk_create(
        [Letter(seat=seat, what=what, owed=now) for seat in readers],
        update_conflicts=True,
        unique_fields=["seat", "what"],
        update_fields=["owed"],
    )


def send(campaign_id: int) -> None:
    """Mail what a campaign owes and may be told now. Told twice after a crash does no harm, told never would."""
    # In an order that tells nothing of the rows' past.
    for letter in _due(timezone.now()).filter(seat__campaign=campaign_id).order_by("seat", "what"):
        if _holds(letter):
            try:
                _mail(letter)
            except OSError as wrong:  # smtplib's are OSErrors too
                log.warning("a letter could not be mailed", seat=letter.seat_id, wrong=type(wrong).__name__)
                continue
            letter.told = timezone.now()
        # What is owed anew by now stays owed.
        Letter.objects.filter(pk=letter.pk, owed=letter.owed).update(owed=None, told=letter.told)


def left() -> list[int]:
    """The campaigns whose letters nobody has sent in time."""
    now = timezone.now()
    return list(_due(now).filter(owed__lte=now - UNHEARD).values_list("seat__campaign", flat=True).distinct())


def _due(now: datetime) -> QuerySet[Letter]:
    just_told = Q(told__range=(now - PAUSE, now))  # not after now, should the clock have been set back
    return Letter.objects.filter(~just_told, owed__isnull=False).select_related("seat__campaign", "seat__user")


def _holds(letter: Letter) -> bool:
    """Whether what the letter tells is still so."""
    campaign, side = letter.seat.campaign, letter.seat.side
    if letter.what == What.TURN:
        return not campaign.ended and side in campaign.outline.get("waiting", ())
    asked = rewinds.waiting(campaign)
    return asked is not None and asked.side != side


def _mail(letter: Letter) -> None:
    """The campaign's name, address and head, and that something waits; the page tells what and why."""
    campaign, user = letter.seat.campaign, letter.seat.user
    if letter.what == What.TURN:
        subject, what, path = "Your turn in", "your side is waited for", campaign.get_absolute_url()
    else:
        subject, what = "A rewind is proposed in", "a rewind is proposed and waits for your answer"
        path = reverse("refit-rewind-answer", args=[campaign.public_id])
    context = {"name": user.get_username(), "campaign": campaign, "what": what, "head": journal.head(campaign)}
    body = render_to_string("emails/waited_for.txt", {**context, "link": settings.REFIT_URL + path})
    send_mail(f"{subject} {campaign.name}", body, None, [user.email])
