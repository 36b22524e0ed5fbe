"""Jobs of the instance itself."""

from __future__ import annotations

from celery import shared_task
from django.core.cache import cache
from django.utils import timezone

from config.jobs import JOBS_RAN


@shared_task(ignore_result=True)
def note_that_jobs_run_task() -> None:
    """Write down that schedule, broker and worker are at work; run every minute."""
    cache.set(JOBS_RAN, timezone.now().isoformat(), timeout=None)
