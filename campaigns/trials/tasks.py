"""Celery tasks of trials."""

from __future__ import annotations

from celery import shared_task

from campaigns.trials import actions


@shared_task(ignore_result=True)
def remove_guests_task() -> None:
    """Delete the guests whose campaign is gone; run every hour."""
    actions.remove_guests_of_removed()
