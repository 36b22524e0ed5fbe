"""A real worker that is killed in the middle of its sheets: every sheet appears in the end, each once."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from rosters import actions, sheets, tasks
from rosters.models import JobStatus, SheetJob
from tests.players import PlayedCampaign, start_played
from tests.servers import worker

SHEETS = 12
PATIENCE = 90


def wait_until(reached: Callable[[], bool]) -> None:
    """Look again and again; fail if it never comes."""
    until = time.monotonic() + PATIENCE
    while not reached():
        assert time.monotonic() < until, list(SheetJob.objects.values_list("status", "attempts", "error"))
        time.sleep(0.02)


def count(*statuses: str) -> int:
    return SheetJob.objects.filter(status__in=statuses).count()


def order_many(table: PlayedCampaign) -> None:
    """Jobs for the same roster under different numbers, each sent out."""
    seat = table.seat("hans")
    offer = sheets.printable_or_404(seat, "german", "roster")
    drawn = sheets.sheet_content(seat, offer)
    for number in range(1, SHEETS + 1):
        job, _ = actions.order_sheet(
            sheet={**drawn, "number": number}, key="roster", room="german", number=number, by=seat
        )
        tasks.render_sheet_task.delay(job.pk)


def kill(child: subprocess.Popen[bytes]) -> None:
    """End a worker and its children without a word."""
    os.killpg(child.pid, signal.SIGKILL)
    child.wait()


@pytest.mark.live
@pytest.mark.slow
def test_every_sheet_appears_though_the_worker_is_killed(transactional_db: None, sent_jobs: None) -> None:
    table = start_played()
    order_many(table)
    with worker() as child:
        wait_until(lambda: count(JobStatus.DONE) >= 2)
        kill(child)
    left = SHEETS - count(JobStatus.DONE)
    assert left
    # A minute passes for those it left behind, of which one was in its hands for certain.
    past = timezone.now() - timedelta(seconds=61)
    unfinished = SheetJob.objects.exclude(status=JobStatus.DONE)
    unfinished.update(queued_at=past)
    if not unfinished.filter(status=JobStatus.WORKING).exists():
        unfinished.filter(pk=unfinished.order_by("pk")[0].pk).update(status=JobStatus.WORKING, attempts=1)
    unfinished.filter(status=JobStatus.WORKING).update(started_at=past)
    with worker():
        tasks.restart_stuck_sheets_task.delay()
        wait_until(lambda: count(JobStatus.DONE) == SHEETS)
    for number in range(1, SHEETS + 1):
        paper = actions.paper_of(by=table.seat("hans"), room="german", key="roster", number=number)
        assert paper
        assert paper.pdf.startswith(b"%PDF-")
