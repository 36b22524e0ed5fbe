"""Jobs of the campaigns app: telling people by mail that something waits for them."""

from __future__ import annotations

from collections.abc import Sequence

from celery import shared_task
from django.conf import settings
from django.core.mail import send_mail
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.urls import reverse

from campaigns import journal
from campaigns.models import Campaign, Role, Seat


@shared_task(ignore_result=True)
def tell_turn_task(campaign_id: int, sides: Sequence[str]) -> None:
    """Mail the seats of `sides` that their side is waited for: the campaign's name, address and head, nothing more.

    Told twice after a crash does no harm, told never would.
    """
    campaign = Campaign.objects.get(pk=campaign_id)
    what = f"Your turn in {campaign.name}", "your side is waited for", campaign.get_absolute_url()
    _mail(campaign, campaign.seats.filter(side__in=sides), *what)


@shared_task(ignore_result=True)
def tell_rewind_task(campaign_id: int, sides: Sequence[str]) -> None:
    """Mail the commanders of `sides` that a rewind waits for their answer; of what and why the page tells."""
    campaign = Campaign.objects.get(pk=campaign_id)
    link = reverse("refit-rewind-answer", args=[campaign.public_id])
    what = f"A rewind is proposed in {campaign.name}", "a rewind is proposed and waits for your answer", link
    _mail(campaign, campaign.seats.filter(side__in=sides, role=Role.COMMANDER), *what)


def _mail(campaign: Campaign, seats: QuerySet[Seat], subject: str, what: str, path: str) -> None:
    head = journal.head(campaign)
    for seat in seats.exclude(user__email="").select_related("user"):
        context = {"campaign": campaign, "what": what, "link": settings.REFIT_URL + path, "head": head}
        body = render_to_string("emails/waited_for.txt", {**context, "name": seat.user.get_username()})
        send_mail(subject, body, None, [seat.user.email])
