"""Celery tasks of imported files. Their messages carry only the key of a row."""

from __future__ import annotations

from celery import shared_task

from campaigns.bringing import actions
from campaigns.bringing.check import check

SOFT, HARD = actions.LONGEST_CHECK.seconds + 10, actions.LONGEST_CHECK.seconds + 20


@shared_task(ignore_result=True, soft_time_limit=SOFT, time_limit=HARD)
def check_brought_file_task(pk: int) -> None:
    """Check a file, unless that is done or another worker is at it."""
    if at := actions.claim(pk):
        check(pk, at)


@shared_task(ignore_result=True)
def restart_stuck_files_task() -> None:
    """Queue lost files again; run every minute."""
    for pk in actions.restart_stuck():
        check_brought_file_task.delay(pk)
