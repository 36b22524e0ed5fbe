"""Celery tasks of the campaigns app. Their messages carry only ids of campaigns or channels."""

from __future__ import annotations

import time

from celery import shared_task

from campaigns import notifications
from campaigns.alerts import delivery, services

GOES_ON_FOR = 4.0
"""Seconds in which a job begins with further channels: even a slow last one then ends within its time limits."""


@shared_task(ignore_result=True, **services.TIME_LIMITS)
def send_alerts_task(channel_id: int) -> None:
    """Send all that is due on a channel, then on others for some seconds, as a queue hands out few jobs a second."""
    until = time.monotonic() + GOES_ON_FOR
    notifications.send_on(channel_id)
    while time.monotonic() < until and (other := delivery.next_channel()) is not None:
        notifications.send_on(other)


@shared_task(ignore_result=True)
def send_notifications_task(campaign_id: int) -> None:
    """Send a campaign's due notifications, each channel by a job of its own."""
    for channel_id in notifications.hand_over(campaign_id):
        send_alerts_task.delay(channel_id)


@shared_task(ignore_result=True)
def send_overdue_notifications_task() -> None:
    """Send what is still due, because the broker was down or the side had just been told; run every minute."""
    for campaign_id in notifications.overdue_campaigns():
        send_notifications_task.delay(campaign_id)
    for channel_id in delivery.overdue_channels():
        send_alerts_task.delay(channel_id)
