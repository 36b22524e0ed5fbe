"""Jobs of the campaigns app. A message carries the id of a campaign and nothing that is in it."""

from __future__ import annotations

from celery import shared_task

from campaigns import notifications
from campaigns.ledger import reconcile, seats_anew


@shared_task(ignore_result=True)
def send_notifications_task(campaign_id: int) -> None:
    """Send what a campaign owes by mail."""
    notifications.send_due(campaign_id)


@shared_task(ignore_result=True)
def send_overdue_notifications_task() -> None:
    """Send what is still owed, because the broker was away or the side had just been told; run every minute."""
    for campaign_id in notifications.overdue_campaigns():
        send_notifications_task.delay(campaign_id)


@shared_task(ignore_result=True)
def make_missing_task() -> None:
    """Give campaigns of older programs their rows of purchases and lists of seats; sent when a worker starts."""
    reconcile.make_missing_purchases()
    seats_anew.make_missing()
