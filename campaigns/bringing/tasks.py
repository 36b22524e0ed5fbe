"""Jobs of brought files. A message carries the key of a row and nothing that is in it."""

from __future__ import annotations

from celery import shared_task

from campaigns.bringing import actions
from campaigns.bringing.check import check

SOFT, HARD = actions.LONGEST_CHECK.seconds + 10, actions.LONGEST_CHECK.seconds + 20


@shared_task(ignore_result=True, soft_time_limit=SOFT, time_limit=HARD)
def check_brought_file_task(pk: int) -> None:
    """Check a file; called again for the same one it does nothing, or finishes what a dead worker began."""
    if at := actions.claim(pk):
        check(pk, at)


@shared_task(ignore_result=True)
def restart_stuck_files_task() -> None:
    """Send out again what got lost; run every minute."""
    for pk in actions.restart_stuck():
        check_brought_file_task.delay(pk)
