"""What organisers do that touches no campaign: announcements, other organisers, invitations to register."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence
from datetime import timedelta
from smtplib import SMTPException
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth.models import User
from django.core import mail
from django.db import transaction
from django.db.models import F
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from campaigns.access import token_hash
from campaigns.club.models import Announcement, ClubLink, Organiser, StandIn
from campaigns.quotas.quotas import one_at_a_time, spend
from rules.contract import Refused

if TYPE_CHECKING:
    from django.db.models import QuerySet

log = logging.getLogger(__name__)
MOST_ANNOUNCEMENTS, MOST_LINKS = 50, 50
MAIL_LASTS = 14
"""Days for which an invitation by mail is valid."""


@transaction.atomic
def announce(*, text: str, by: User) -> None:
    """Publish an announcement. Raises Refused if there are too many."""
    one_at_a_time(Organiser)
    if Announcement.objects.count() >= MOST_ANNOUNCEMENTS:
        raise Refused(
            gettext("There are %(most)s announcements, the most there can be.") % {"most": MOST_ANNOUNCEMENTS},
            way_out=gettext("Remove an old one first."),
        )
    Announcement.objects.create(by=by, text=text)


def take_down(*, number: int, by: User) -> None:
    """Remove an announcement, whoever made it; one that is gone already is no fault."""
    Announcement.objects.filter(pk=number).delete()


def stand_ready(*, user: User, ready: bool) -> None:
    """Volunteer as a stand-in, or stop doing so."""
    if ready:
        StandIn.objects.get_or_create(user=user)
    else:
        StandIn.objects.filter(user=user).delete()


def appoint(*, name: str) -> None:
    """Make a member an organiser, if he is not one already. Raises Refused if there is no such member."""
    user = User.objects.filter(username=name.strip(), is_active=True, trial=None).first()
    if user is None:
        raise Refused(
            gettext("There is no member of this name."),
            field="name",
            way_out=gettext("Write the user name as it stands on the pages, with its capital letters."),
        )
    Organiser.objects.get_or_create(user=user)


def dismiss(*, name: str) -> None:
    """End the role of an organiser, who may be oneself; his links become invalid."""
    if not Organiser.objects.filter(user__username=name).delete()[0]:
        raise Refused(gettext("There is no organiser of this name."), way_out=gettext("Reload the page."))


# invitations to register ----------------------------------------------------------------------------------------------


@transaction.atomic
def new_link(*, most: int, days: int, by: User) -> str:
    """A link with which `most` people may register within `days`; it is shown once and stored nowhere."""
    one_at_a_time(Organiser)
    spend(by, "invitations")
    if open_links().count() >= MOST_LINKS:
        raise Refused(
            gettext("There are %(most)s open links, the most there can be.") % {"most": MOST_LINKS},
            way_out=gettext("Withdraw one that nobody needs."),
        )
    return _made(most=most, days=days, by=by)[1]


def invite_by_mail(*, addresses: Sequence[str], by: User) -> int:
    """Send each address a link of its own, for one account; returns how many were sent. No address is kept.

    Links are committed before the first mail leaves, so that every mail that was sent has a link that works.
    """
    if not settings.SENDS_MAIL:
        raise Refused(
            gettext("This server sends no mail."), way_out=gettext("Make a link and send it to them yourself.")
        )
    with transaction.atomic():
        User.objects.select_for_update().get(pk=by.pk)
        for _ in addresses:
            spend(by, "mails")
        links = [_made(most=1, days=MAIL_LASTS, by=by) for _ in addresses]
    context = {"name": by.get_username(), "club": settings.CLUB_NAME, "days": MAIL_LASTS}
    subject = gettext("You are invited to %(club)s") % {"club": settings.CLUB_NAME or settings.REFIT_URL}
    unused, sent = [link.pk for link, _ in links], 0
    try:
        with mail.get_connection() as server:
            for address, (_, url) in zip(addresses, links, strict=True):
                text = render_to_string("emails/club_invitation.txt", {**context, "link": url})
                del unused[0]
                sent += server.send_messages([mail.EmailMessage(subject, text, to=[address])]) or 0
    except (OSError, SMTPException) as error:
        log.error("invitations by mail were not sent: %s", type(error).__name__)
        raise Refused(
            gettext("The mail server did not take them, so perhaps not all were sent."),
            way_out=gettext("Try again later, or make a link and send it to them yourself."),
        ) from None
    finally:
        ClubLink.objects.filter(pk__in=unused).delete()
    return sent


def withdraw_link(*, number: int) -> None:
    """Delete a link, whoever made it."""
    ClubLink.objects.filter(pk=number).delete()


def open_links() -> QuerySet[ClubLink]:
    """The links that still let somebody register: of organisers, not used up, not too old."""
    links = ClubLink.objects.filter(until__gt=timezone.now(), used__lt=F("most"), by__organiser__isnull=False)
    return links.filter(by__is_active=True).select_related("by").order_by("-made_at", "-pk")


def is_open(token: str) -> bool:
    """Whether a link of an organiser lets somebody register now."""
    return open_links().filter(token_hash=token_hash(token)).exists()


def use(token: str) -> bool:
    """Count one account made with a link; False if it was used up meanwhile. Of two at once one gets the last place."""
    links = ClubLink.objects.filter(pk__in=open_links().filter(token_hash=token_hash(token)).order_by().values("pk"))
    return bool(links.filter(used__lt=F("most")).update(used=F("used") + 1))


def _made(*, most: int, days: int, by: User) -> tuple[ClubLink, str]:
    """A new link's row, and its address."""
    token = secrets.token_urlsafe(32)
    until = timezone.now() + timedelta(days=days)
    ClubLink.objects.filter(until__lt=timezone.now()).delete()
    link = ClubLink.objects.create(by=by, token_hash=token_hash(token), most=most, until=until)
    return link, settings.REFIT_URL + reverse("club-invitation", args=[token])
