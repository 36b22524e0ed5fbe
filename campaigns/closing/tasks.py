"""Celery tasks of ends and removals."""

from __future__ import annotations

from celery import shared_task

from campaigns.closing import actions


@shared_task(ignore_result=True)
def carry_out_due_closings_task() -> None:
    """End and remove the campaigns whose notice has run out; run every hour."""
    actions.carry_out_due()
