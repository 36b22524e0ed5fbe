"""Reminds sides that are waited for, once a day before their time runs out and once when it has."""

from __future__ import annotations

from django.utils import timezone

from campaigns.guards import isolated_transaction
from campaigns.models import Campaign, NotificationKind
from campaigns.outbox import notify
from campaigns.pace.clocks import DAY, Clock, clocks
from campaigns.pace.models import SideClock


def remind() -> None:
    """Remind every side whose reminder is due; a side that was given more time is reminded anew."""
    for campaign in list(Campaign.objects.filter(status="running", seat_list__list__pace__days__gt=0).order_by("pk")):
        with isolated_transaction(campaign.pk, "reminder"):
            for clock in clocks(campaign):
                _remind(campaign, clock)


def _remind(campaign: Campaign, clock: Clock) -> None:
    """Notify a side if its reminder is due and was not sent yet; within a transaction."""
    now = timezone.now()
    if now < clock.due - DAY or (not clock.late and now < clock.since + DAY):
        return  # who has only just begun needs no reminder
    reminder = f"{'late' if clock.late else 'soon'} {clock.due.isoformat()}"
    SideClock.objects.get_or_create(campaign=campaign, side=clock.side, defaults={"since": clock.since})
    rows = SideClock.objects.filter(campaign=campaign, side=clock.side).exclude(reminded=reminder)
    if rows.update(reminded=reminder):
        notify(campaign, NotificationKind.TURN, [clock.side])
