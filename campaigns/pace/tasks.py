"""Celery tasks of the time for a step."""

from __future__ import annotations

from celery import shared_task

from campaigns.pace import reminders


@shared_task(ignore_result=True)
def remind_task() -> None:
    """Remind the sides whose time runs out or has run out; run every hour."""
    reminders.remind()
