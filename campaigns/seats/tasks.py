"""Jobs about seats."""

from __future__ import annotations

from celery import shared_task

from campaigns.seats import replacing


@shared_task(ignore_result=True)
def replace_due_commanders_task() -> None:
    """Replace commanders whose notice has run out; run every hour."""
    replacing.carry_out_due()
