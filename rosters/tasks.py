"""Jobs of the rosters app. A message carries the id of a job and nothing that is on its sheet."""

from __future__ import annotations

import logging

from celery import shared_task
from django.utils.translation import gettext_noop

from campaigns.ledger.crypto import CryptoError
from rosters import actions
from rosters.pdf import pdf_of

log = logging.getLogger(__name__)


@shared_task(ignore_result=True, acks_late=True)
def render_sheet_task(job_id: int) -> None:
    """Make the PDF of a job; a second call does nothing, or finishes what a dead worker began."""
    try:
        claimed = actions.claim(job_id)
    except CryptoError as error:
        log.error("sheet job %s: %s", job_id, error)  # it is tried again later; by then the key may be back
        return
    if claimed is None:
        return
    try:
        pdf = pdf_of(claimed.sheet, claimed.job.campaign.founded_at)
    except Exception as wrong:
        # Only its kind: the typesetter's message quotes the sheet.
        log.error("sheet job %s failed: %s", job_id, type(wrong).__name__)
        actions.fail(claimed, gettext_noop("The sheet could not be set."))
        return
    actions.finish(claimed, pdf)


@shared_task(ignore_result=True)
def restart_stuck_sheets_task() -> None:
    """Send out again what got lost; run every minute."""
    for job_id in actions.restart_stuck():
        render_sheet_task.delay(job_id)
