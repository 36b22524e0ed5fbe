"""Jobs of the campaigns app. A message carries the id of a campaign and nothing that is in it."""

from __future__ import annotations

from celery import shared_task

from campaigns import letters


@shared_task(ignore_result=True)
def send_letters_task(campaign_id: int) -> None:
    """Send what a campaign owes by mail."""
    letters.send(campaign_id)


@shared_task(ignore_result=True)
def send_letters_left_task() -> None:
    """Send what is still owed, because the broker was away or the side had just been told; run every minute."""
    for campaign_id in letters.left():
        send_letters_task.delay(campaign_id)
