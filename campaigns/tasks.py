"""Jobs of the campaigns app. A message carries the id of a campaign and nothing that is in it."""

from __future__ import annotations

import time

from celery import shared_task

from campaigns import notifications
from campaigns.alerts import delivery, services
from campaigns.ledger import reconcile, seats_anew

GOES_ON_FOR = 4.0
"""Seconds; short enough that one more channel, however slow, ends within the limits of a job."""


@shared_task(ignore_result=True, **services.TIME_LIMITS)
def send_alerts_task(channel_id: int) -> None:
    """Send all that is owed on a channel by now, and on others for some seconds: queues hand out few jobs a second."""
    until = time.monotonic() + GOES_ON_FOR
    notifications.send_on(channel_id)
    while time.monotonic() < until and (other := delivery.next_channel()) is not None:
        notifications.send_on(other)


@shared_task(ignore_result=True)
def send_notifications_task(campaign_id: int) -> None:
    """Tell what a campaign owes, each channel by a job of its own."""
    for channel_id in notifications.hand_over(campaign_id):
        send_alerts_task.delay(channel_id)


@shared_task(ignore_result=True)
def send_overdue_notifications_task() -> None:
    """Send what is still owed, because the broker was away or the side had just been told; run every minute."""
    for campaign_id in notifications.overdue_campaigns():
        send_notifications_task.delay(campaign_id)
    for channel_id in delivery.overdue_channels():
        send_alerts_task.delay(channel_id)


@shared_task(ignore_result=True)
def make_missing_task() -> None:
    """Give campaigns of older programs their rows of purchases and lists of seats; sent when a worker starts."""
    reconcile.make_missing_purchases()
    seats_anew.make_missing()
