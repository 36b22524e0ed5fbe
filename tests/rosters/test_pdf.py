"""Sheets on paper: what is on them, and the job that makes them."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone, translation
from pypdf import PdfReader

from campaigns.ledger import crypto, journal
from config.celery import app
from rosters import actions, pdf, sheets, tasks
from rosters.models import JobStatus, SheetJob
from rosters.pdf import pdf_of
from rules.contract import PUBLIC
from tests.html_client import open_page
from tests.leaks.planted_words import pdf_text
from tests.players import PlayedCampaign

AT = datetime(2026, 1, 1, tzinfo=UTC)
Commits = Callable[..., AbstractContextManager[list[Any]]]
EVIL = '#panic("x") $x$ *bold* \\ "quoted" <b>é Минск ≤ −1'


def text_of(pdf: bytes) -> str:
    """The words of a PDF."""
    return " ".join(pdf_text(pdf).split())


def drawn(table: PlayedCampaign, name: str, room: str, key: str) -> dict[str, Any]:
    """A sheet as someone's PDF would have it."""
    seat = table.seat(name)
    return sheets.sheet_content(seat, sheets.printable_or_404(seat, room, key))


def ordered(table: PlayedCampaign, name: str = "hans", room: str = "german", key: str = "roster") -> SheetJob:
    """The job of a sheet somebody asked for, not yet sent out."""
    seat = table.seat(name)
    offer = sheets.printable_or_404(seat, room, key)
    drawing = sheets.sheet_content(seat, offer)
    return actions.order_sheet(sheet=drawing, key=key, room=room, number=offer.number, by=seat)[0]


def made_older(job: SheetJob, seconds: int, **values: Any) -> None:
    """Move a job's times into the past."""
    past = timezone.now() - timedelta(seconds=seconds)
    SheetJob.objects.filter(pk=job.pk).update(queued_at=past, **{"started_at": past, **values})


def pages_of(table: PlayedCampaign, key: str = "roster", room: str = "german") -> tuple[str, str]:
    """The address of a sheet, and that of the button on it."""
    place = [table.public_id, room, key]
    return reverse("sheet", args=place), reverse("sheet-pdf", args=place)


# paper --------------------------------------------------------------------------------------------------------------


def test_a_pdf_says_what_the_sheet_says_and_whose_it_is(supplied: PlayedCampaign) -> None:
    drawing = drawn(supplied, "hans", "german", "record")
    text = text_of(pdf_of(drawing, AT))
    for word in ("RG Purchase Record", "German", "I1-1", "Rifle Co. I", "4-6-7", "MMG", "page 1 of 1"):
        assert word in text
    assert f"journal no. {drawing['number']}" in text
    assert "Guards Rifle" not in text


def test_all_sheets_of_a_side_are_one_pdf_made_at_one_press(supplied: PlayedCampaign) -> None:
    path = reverse("sheets-together", args=[supplied.public_id, "german"])
    answer = supplied.browser("hans").post(path)
    assert answer["Content-Type"] == "application/pdf"
    name = answer["Content-Disposition"].partition('filename="')[2]
    assert re.fullmatch(r'[a-z0-9-]+-german-23am-\d+\.pdf"', name), "campaign, side and date"
    text = text_of(answer.content)
    for title in ("Scenario card", "CG Roster", "RG Purchase Record", "Force Organizer", "Set-up sheet"):
        assert title in text
    assert "blank" not in text
    secret = _squads(supplied, "ivan", "russian") - _squads(supplied, "hans", "german")
    assert secret
    assert not [name for name in secret if name in text]
    assert not SheetJob.objects.exists(), "it is kept nowhere"


def _squads(table: PlayedCampaign, name: str, side: str) -> set[str]:
    """What the squads on a side's organizer are called."""
    cards = [part for part in drawn(table, name, side, "organizer")["tables"] if part["cards"]]
    names = {row["name"] for part in cards for block in part["blocks"] for row in block["rows"]}
    return {name for name in names if re.fullmatch(r"\d-\d-\d", name)}


def test_all_sheets_speak_the_readers_language(supplied: PlayedCampaign) -> None:
    client = supplied.browser("hans")
    client.post("/language/chosen/", {"language": "de"})
    made = client.post(reverse("sheets-together", args=[supplied.public_id, "german"])).content
    assert "Seite 1 von" in text_of(made)
    assert re.search(rb"/Lang ?\(de\)", made)


def test_a_title_too_long_for_its_column_is_hyphenated(table: PlayedCampaign) -> None:
    with translation.override("de"):
        words = text_of(pdf_of(drawn(table, "hans", "german", "roster"), AT))
    assert re.search(r"Ausge\S* ?-? ?\S*ben", words)
    assert "Ausgegeben" not in words


def test_too_many_sheets_at_once_are_refused_and_said(
    supplied: PlayedCampaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdf, "PATIENCE", 0.01)
    monkeypatch.setattr(pdf, "_turns", threading.BoundedSemaphore(1))
    with pdf._turns:
        answer = supplied.browser("hans").post(reverse("sheets-together", args=[supplied.public_id, "german"]))
    assert (answer.status_code, b"Too many sheets" in answer.content) == (422, True)


def test_a_sheet_of_a_locked_room_that_finds_no_turn_is_refused_and_said(
    supplied: PlayedCampaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rosters.views.crypto", SimpleNamespace(is_locked=lambda room: True, room_of=crypto.room_of))
    monkeypatch.setattr(pdf, "PATIENCE", 0.01)
    monkeypatch.setattr(pdf, "_turns", threading.BoundedSemaphore(1))
    with pdf._turns:
        answer = supplied.browser("hans").post(reverse("sheet-pdf", args=[supplied.public_id, "german", "roster"]))
    assert (answer.status_code, b"Too many sheets" in answer.content) == (422, True)


def test_no_pdf_says_what_checkers_take_for_a_fault(table: PlayedCampaign) -> None:
    made = pdf_of(drawn(table, "hans", "german", "roster"), AT)
    assert b"/Suspects" not in made
    assert PdfReader(io.BytesIO(made), strict=True).pages[0].extract_text()
    if checker := shutil.which("pdfinfo"):
        told = subprocess.run([checker, "-"], input=made, capture_output=True, check=True)
        assert told.stderr == b""


def test_each_page_names_its_sheet_and_the_part_it_goes_on_with(supplied: PlayedCampaign) -> None:
    drawing = drawn(supplied, "hans", "german", "organizer")
    part = next(part for part in drawing["tables"] if part["blocks"] and not part["cards"])
    block = part["blocks"][0]
    long = {**part, "blocks": [{**block, "rows": list(block["rows"]) * 60}]}
    pages = PdfReader(io.BytesIO(pdf_of({**drawing, "tables": [long]}, AT))).pages
    assert len(pages) > 2
    for page in pages:
        text = " ".join(page.extract_text().split())
        for words in (drawing["title"], drawing["date"], drawing["side"], block["title"], str(drawing["number"])):
            assert words in text


def test_a_table_that_fits_on_a_page_is_not_parted(supplied: PlayedCampaign) -> None:
    drawing = drawn(supplied, "hans", "german", "organizer")
    part = next(part for part in drawing["tables"] if part["blocks"] and not part["cards"])
    rows = [row for block in part["blocks"] for row in block["rows"]]
    parts = [
        {**part, "title": title, "blocks": [{"title": "", "rows": (rows * 18)[:18]}]} for title in ("First", "Second")
    ]
    first, second = (
        page.extract_text() for page in PdfReader(io.BytesIO(pdf_of({**drawing, "tables": parts}, AT))).pages
    )
    assert "First" in first
    assert "Second" not in first
    assert "Second" in second


@pytest.mark.parametrize(("rows", "parted"), [(22, False), (23, True), (25, True), (26, True), (60, True)])
def test_a_table_is_parted_if_it_takes_more_than_most_of_a_page(table: PlayedCampaign, rows: int, parted: bool) -> None:
    columns = [{"title": title, "width": 1, "figure": figure} for title, figure in (("No.", True), ("Note", False))]
    tables = [
        {"title": title, "columns": columns, "blocks": [{"title": "", "rows": [[["1", True], ["é", False]]] * count}]}
        for title, count in (("First", 8), ("Second", rows))
    ]
    made = pdf_of({**drawn(table, "hans", "german", "organizer"), "notes": [], "tables": tables}, AT)
    assert ("Second" in PdfReader(io.BytesIO(made)).pages[0].extract_text()) is parted


def test_a_word_in_place_of_a_number_is_no_figure_and_stays_in_its_column(table: PlayedCampaign) -> None:
    def row(drawing: dict[str, Any], key: str) -> list[list[object]]:
        (block, *_) = drawing["tables"][0]["blocks"]
        return next(each for each in block["rows"] if each[0][0] == key)

    table.scripts["german"] = {"purchase": {"rows": {"I1": {"n": 1}}}}
    table.play_to("forces")
    drawing = drawn(table, "hans", "german", "record")
    cpp = [column["title"] for column in drawing["tables"][0]["columns"]].index("CPP")
    assert row(drawing, "I1-given1")[cpp] == ["given", False]
    assert row(drawing, "I1-1")[cpp] == ["7", True]
    assert "given" in text_of(pdf_of(drawing, AT))


def test_the_same_sheet_is_the_same_bytes(table: PlayedCampaign) -> None:
    drawing = drawn(table, "hans", "german", "roster")
    assert pdf_of(drawing, AT) == pdf_of(drawing, AT)
    assert pdf_of({**drawing, "date": "24PM"}, AT) != pdf_of(drawing, AT)


def test_a_pdf_is_tagged_and_says_its_title_and_language(table: PlayedCampaign) -> None:
    made = pdf_of(drawn(table, "hans", "public", "card"), AT)
    assert made.startswith(b"%PDF-")
    for mark in (b"/MarkInfo", b"pdfuaid", b"en-GB"):
        assert mark in made


def test_what_is_typed_in_is_never_taken_for_the_language_of_the_typesetter(table: PlayedCampaign) -> None:
    drawing = drawn(table, "hans", "german", "roster")
    text = text_of(pdf_of({**drawing, "notes": [EVIL], "campaign": EVIL}, AT))
    for word in ('#panic("x")', "$x$", "*bold*", "<b>é", "Минск", "≤"):
        assert word in text


def test_the_file_of_a_blank_form_is_not_named_after_the_line_for_its_date(table: PlayedCampaign) -> None:
    answer = table.browser("hans").get(reverse("sheet-csv", args=[table.public_id, "public", "blank-roster"]))
    name = answer["Content-Disposition"].partition('filename="')[2]
    assert re.fullmatch(r'[a-z0-9-]+-date-blank-roster-\d+\.csv"', name)


# jobs ---------------------------------------------------------------------------------------------------------------


def test_a_press_makes_the_pdf_and_the_page_leads_to_it(
    supplied: PlayedCampaign, django_capture_on_commit_callbacks: Commits
) -> None:
    client = supplied.browser("hans")
    page, button = pages_of(supplied)
    assert "Make PDF" in open_page(client, page).text
    client.post(button)
    assert "is being made" in open_page(client, page).text
    with django_capture_on_commit_callbacks(execute=True):
        tasks.render_sheet_task.delay(SheetJob.objects.get().pk)
    found = open_page(client, page)
    job = SheetJob.objects.get()
    file = reverse("sheet-file", args=[supplied.public_id, "german", "roster", job.number])
    assert file in found.html
    answer = client.get(file)
    assert (answer["Content-Type"], answer["Cache-Control"]) == ("application/pdf", "no-store")
    assert "CG Roster" in text_of(answer.content)


def test_a_press_sends_the_id_of_a_job_and_nothing_else(
    table: PlayedCampaign, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Commits
) -> None:
    sent: list[Any] = []
    monkeypatch.setattr(tasks.render_sheet_task, "delay", lambda *args: sent.append(args))
    with django_capture_on_commit_callbacks(execute=True):
        table.browser("hans").post(pages_of(table)[1])
    assert sent == [(SheetJob.objects.get().pk,)]


def test_the_same_sheet_is_made_once_whoever_asks(
    table: PlayedCampaign, django_capture_on_commit_callbacks: Commits
) -> None:
    sent = []
    for name in ("hans", "otto", "adjutant_hans", "hans"):
        with django_capture_on_commit_callbacks(execute=True) as callbacks:
            assert table.browser(name).post(pages_of(table)[1]).status_code == 302
        sent.append(len(callbacks))
    assert sent == [1, 0, 0, 0]
    assert SheetJob.objects.get().attempts == 1
    fields = ("campaign_id", "room", "sheet", "number", "language", "side")
    kept = {field: getattr(SheetJob.objects.get(), field) for field in fields}
    with pytest.raises(IntegrityError, match="sheet_is_made_once"), transaction.atomic():
        SheetJob.objects.create(**kept, created_at=timezone.now(), queued_at=timezone.now(), source=b"")


def test_a_pdf_shows_what_the_page_showed_whatever_has_happened_since(table: PlayedCampaign) -> None:
    table.play_until("hans", "victory")
    job = ordered(table, key="organizer")
    squads = next(p for s in table.view("hans").mine.sections for p in s.piles if p.like.name == "4-6-7")
    table.player("hans").orders("change", pile=squads.key, count=1, note="since then")
    tasks.render_sheet_task(job.pk)
    paper = actions.paper_of(by=table.seat("hans"), room="german", key="organizer", number=job.number)
    assert paper
    assert "since then" not in text_of(paper.pdf)
    table.play_until("hans", "purchase")
    again = table.browser("hans").get(reverse("sheet-file", args=[table.public_id, "german", "organizer", job.number]))
    name = again["Content-Disposition"].partition('filename="')[2]
    assert re.fullmatch(rf'[a-z0-9-]+-german-23am-organizer-{job.number}\.pdf"', name), "the date is that of the sheet"
    page = open_page(table.browser("hans"), pages_of(table, "organizer")[0])
    assert "since then" in page.text
    assert f"journal no. {job.number}" in page.text  # among the earlier ones
    assert "Make PDF" in page.text


def test_a_job_done_twice_is_done_once(table: PlayedCampaign, monkeypatch: pytest.MonkeyPatch) -> None:
    job = ordered(table)
    tasks.render_sheet_task(job.pk)
    done = SheetJob.objects.get()
    monkeypatch.setattr(tasks, "pdf_of", lambda *args: pytest.fail("set twice"))
    tasks.render_sheet_task(job.pk)
    assert (SheetJob.objects.get().body, SheetJob.objects.get().attempts) == (done.body, 1)


def test_a_job_in_the_hands_of_a_worker_is_left_to_it(table: PlayedCampaign) -> None:
    job = ordered(table)
    assert actions.claim(job.pk)
    assert actions.claim(job.pk) is None
    made_older(job, 61)
    assert actions.claim(job.pk)


def test_a_worker_that_lost_its_job_to_another_does_not_write_over_it(table: PlayedCampaign) -> None:
    job = ordered(table)
    slow = actions.claim(job.pk)
    made_older(job, 61)
    tasks.render_sheet_task(job.pk)
    assert slow
    actions.fail(slow, "too late")
    assert SheetJob.objects.get().status == JobStatus.DONE


def test_what_fails_says_so_without_a_word_of_the_sheet_and_can_be_tried_again(
    table: PlayedCampaign, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def spoilt(*args: Any) -> bytes:
        raise ValueError("4-6-7 in K12")

    monkeypatch.setattr(tasks, "pdf_of", spoilt)
    job = ordered(table)
    tasks.render_sheet_task(job.pk)
    failed = SheetJob.objects.get()
    assert (failed.status, failed.body) == (JobStatus.FAILED, None)
    assert "4-6-7" not in failed.error + caplog.text
    assert "Try again" in open_page(table.browser("hans"), pages_of(table)[0]).text
    monkeypatch.undo()
    _, send = actions.order_sheet(sheet={}, key="roster", room="german", number=job.number, by=table.seat("hans"))
    assert send
    tasks.render_sheet_task(job.pk)
    assert SheetJob.objects.get().status == JobStatus.DONE


# lost and found -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("status", "seconds"), [(JobStatus.WORKING, 61), (JobStatus.QUEUED, 31)])
def test_a_lost_job_is_done_in_the_end(table: PlayedCampaign, status: JobStatus, seconds: int) -> None:
    job = ordered(table)
    made_older(job, seconds, status=status, attempts=1)
    tasks.restart_stuck_sheets_task()
    assert SheetJob.objects.get().status == JobStatus.DONE


@pytest.mark.parametrize(("status", "seconds"), [(JobStatus.WORKING, 45), (JobStatus.QUEUED, 20)])
def test_a_job_that_has_its_time_still_is_left_alone(table: PlayedCampaign, status: JobStatus, seconds: int) -> None:
    job = ordered(table)
    made_older(job, seconds, status=status, attempts=1)
    assert actions.restart_stuck() == []


def test_a_job_that_kills_its_worker_each_time_is_given_up(table: PlayedCampaign) -> None:
    job = ordered(table)
    for _ in range(actions.MOST_ATTEMPTS):
        assert actions.claim(job.pk)
        made_older(job, 61)
        actions.restart_stuck()
    assert actions.claim(job.pk) is None
    assert SheetJob.objects.get().status == JobStatus.FAILED


def test_what_was_given_up_is_tried_again_from_its_page_though_the_journal_went_on(table: PlayedCampaign) -> None:
    job = ordered(table)
    SheetJob.objects.update(status=JobStatus.FAILED, attempts=actions.MOST_ATTEMPTS, error="The worker died over it.")
    table.play_until("hans", "strength")
    page, file = pages_of(table)[0], reverse("sheet-file", args=[table.public_id, "german", "roster", job.number])
    assert table.browser("ivan").post(file).status_code == 404
    shown = open_page(table.browser("hans"), page)
    assert "The worker died over it." in shown.text
    (again,) = (form for form in shown.forms if form.action == file)
    assert table.browser("hans").post(file, again.fields).status_code == 302
    assert (SheetJob.objects.get().status, SheetJob.objects.get().attempts) == (JobStatus.QUEUED, 0)
    tasks.render_sheet_task(job.pk)
    assert "CG Roster" in text_of(table.browser("hans").get(file).content)
    made = SheetJob.objects.get().body
    table.browser("hans").post(file)
    assert (SheetJob.objects.get().status, SheetJob.objects.get().body) == (JobStatus.DONE, made)
    assert "The worker died over it." not in open_page(table.browser("hans"), page).text


def test_lost_jobs_are_looked_for_every_minute_and_a_job_is_acknowledged_when_done() -> None:
    schedule = [
        each for each in app.conf.beat_schedule.values() if each["task"] == tasks.restart_stuck_sheets_task.name
    ]
    assert [each["schedule"] for each in schedule] == [60.0]
    assert tasks.render_sheet_task.acks_late


# at rest ------------------------------------------------------------------------------------------------------------


def test_nothing_that_is_on_a_sheet_can_be_read_in_its_row(supplied: PlayedCampaign) -> None:
    supplied.gains("hans", "squad", "QUETZALCOATL")
    job = ordered(supplied, key="organizer")
    tasks.render_sheet_task(job.pk)
    done = SheetJob.objects.get()
    assert done.body
    row = b" ".join(
        bytes(value) if isinstance(value, bytes | memoryview) else str(value).encode() for value in vars(done).values()
    )
    for word in (b"QUETZALCOATL", b"4-6-7", b"%PDF", b"Organizer"):
        assert word not in row
    paper = actions.paper_of(by=supplied.seat("hans"), room="german", key="organizer", number=done.number)
    assert paper
    assert "QUETZALCOATL" in text_of(paper.pdf)


def test_the_number_of_a_sheet_counts_what_its_side_may_see(table: PlayedCampaign) -> None:
    before = sheets.printable_or_404(table.seat("hans"), "german", "roster").number
    table.play_until("ivan", "purchase")
    table.player("ivan").orders("seal", step="purchase", rows={"I2": {"n": 1}})
    after = sheets.printable_or_404(table.seat("hans"), "german", "roster").number
    assert after - before == 1, "the public seal and nothing of what it closes"
    assert after == journal.entry_count(table.campaign, {PUBLIC, "german"})
