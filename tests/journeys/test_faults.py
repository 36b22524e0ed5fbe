"""What dies, dies in the middle: a worker over a sheet; two commanders who press at the same moment."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from functools import partial

import pytest
from django.urls import reverse

from campaigns.ledger.doors import FINISHED
from campaigns.models import JournalEntry
from rosters import actions
from rosters.models import JobStatus, SheetJob
from rosters.tasks import restart_stuck_sheets_task
from tests import servers
from tests.at_once import at_once
from tests.html_client import open_page
from tests.leaks.planted_words import pdf_text
from tests.players import start_played

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def waits_for(reached: Callable[[], bool], within: float = 30.0) -> bool:
    """Look again and again until something is so; False if it is not in time."""
    until = time.monotonic() + within
    while not reached() and time.monotonic() < until:
        time.sleep(0.1)
    return reached()


@pytest.mark.live
def test_a_sheet_whose_worker_was_killed_in_the_middle_of_it_is_there_in_the_end(sent_jobs: None) -> None:
    table = start_played()
    table.play_to("battle")
    with servers.process("tests.journeys.slow_worker") as doomed:
        client = table.browser("hans")
        assert client.post(reverse("sheet-pdf", args=[table.public_id, "german", "roster"])).status_code == 302
        assert waits_for(lambda: SheetJob.objects.filter(status=JobStatus.WORKING).exists())
        os.killpg(doomed.pid, signal.SIGKILL)
        doomed.wait(10)
    job = SheetJob.objects.get()
    assert job.status == JobStatus.WORKING, "nobody has noticed yet"
    # A minute later, for the database; the broker's own patience with the message is of no matter.
    assert job.started_at
    SheetJob.objects.update(started_at=job.started_at - actions.STUCK)
    with servers.worker():
        restart_stuck_sheets_task.delay()
        assert waits_for(lambda: SheetJob.objects.filter(status=JobStatus.DONE).exists())
    answer = client.get(reverse("sheet-file", args=[table.public_id, "german", "roster", job.number]))
    assert answer["Content-Type"] == "application/pdf"
    assert "23AM" in pdf_text(answer.content)
    assert SheetJob.objects.get().attempts == 2


def test_of_two_commanders_who_press_at_the_same_moment_one_wins_and_the_other_is_told() -> None:
    table = start_played()
    pages = [open_page(table.browser(name), f"/campaigns/{table.public_id}/refit/") for name in ("hans", "otto")]
    before = JournalEntry.objects.count()
    bought = [{"n:I1": str(number)} for number, _ in enumerate(pages, start=1)]
    answers = at_once(*(partial(page.press, "seal", basket) for page, basket in zip(pages, bought, strict=True)))
    said = ("versions of this draft", "nothing to choose", "nothing was done")
    assert [any(words in answer.text for words in said) for answer in answers].count(True) == 1
    new = JournalEntry.objects.order_by("sequence")[before:]
    assert [(row.room, row.kind) for row in new] == [
        ("german", ""), ("public", "stage.finished"), ("public", FINISHED),
    ], "one purchase behind the door, one seal outside, and once that this side has finished"  # fmt: skip
    assert table.view("hans").public.room.finished == ("german",)
