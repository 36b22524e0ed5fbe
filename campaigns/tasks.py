"""Jobs of the campaigns app: telling people that it is their turn."""

from __future__ import annotations

from collections.abc import Sequence

from celery import shared_task
from django.conf import settings
from django.core.mail import send_mail
from django.template.loader import render_to_string

from campaigns import journal
from campaigns.models import Campaign, Seat


@shared_task(ignore_result=True)
def tell_turn_task(campaign_id: int, sides: Sequence[str]) -> None:
    """Mail the seats of `sides` that their side is waited for: the campaign's name, address and head, nothing more.

    Told twice after a crash does no harm, told never would.
    """
    campaign = Campaign.objects.get(pk=campaign_id)
    seats = Seat.objects.filter(campaign=campaign, side__in=sides).exclude(user__email="").select_related("user")
    link = settings.REFIT_URL + campaign.get_absolute_url()
    head = journal.head(campaign)
    for seat in seats:
        context = {"campaign": campaign, "link": link, "name": seat.user.get_username(), "head": head}
        body = render_to_string("emails/turn.txt", context)
        send_mail(f"Your turn in {campaign.name}", body, None, [seat.user.email])
