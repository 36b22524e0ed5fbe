"""Master keys that are turned, lost or wrong: what goes on, and what is said."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from campaigns import actions
from campaigns.ledger import crypto
from campaigns.models import JournalEntry
from tests.leaks.crawler import addresses
from tests.players import PlayedCampaign

CALM = {200, 302, 404, 405, 422, 503}


@pytest.fixture
def lost(table: PlayedCampaign, settings: Any) -> PlayedCampaign:
    """A campaign whose master key is gone: another one is at hand."""
    settings.REFIT_KEYS = [crypto.new_key()]
    return table


@pytest.mark.sampled(1)
@pytest.mark.slow
@pytest.mark.parametrize("name", ["hans", "spectator"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_no_address_of_a_locked_campaign_breaks_down_and_none_acts(
    table: PlayedCampaign, settings: Any, name: str, method: str, caplog: pytest.LogCaptureFixture
) -> None:
    client = table.browser(name)
    urls = [url for each in addresses() for url in each.urls(table.public_id)]
    settings.REFIT_KEYS = [crypto.new_key()]
    before = JournalEntry.objects.count()
    answers = {url: getattr(client, method)(url, {"act": "draft", "step": "purchase", "seen": "1"}) for url in urls}
    assert {url: got.status_code for url, got in answers.items() if got.status_code not in CALM} == {}
    locked = [got.content.decode() for got in answers.values() if got.status_code == 503]
    assert locked
    assert all("This room is locked" in page and "Traceback" not in page for page in locked)
    assert JournalEntry.objects.count() == before
    assert not [record for record in caplog.records if record.exc_info and record.levelno >= logging.ERROR]


def test_the_log_says_which_campaign_and_what_to_do(lost: PlayedCampaign, caplog: pytest.LogCaptureFixture) -> None:
    lost.browser("hans").get(reverse("campaign", args=[lost.public_id]))
    said = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert any(lost.public_id in each and "REFIT_KEYS does not hold" in each for each in said)


def test_my_campaigns_marks_the_locked_one_and_leads_to_the_others(table: PlayedCampaign, settings: Any) -> None:
    settings.REFIT_KEYS = [crypto.new_key()]
    other = actions.start_campaign(name="Second", system="oto2", options={}, side="russian", by=table.users["hans"])
    page = table.browser("hans").get("/").content.decode()
    assert page.count("is not at hand on this server") == 1
    assert other.campaign.get_absolute_url() in page
    assert table.browser("hans").get(other.campaign.get_absolute_url()).status_code == 200


def test_a_part_of_a_page_is_refused_as_calmly_as_the_page(lost: PlayedCampaign) -> None:
    answer = lost.browser("hans").get(reverse("refit-home", args=[lost.public_id]), headers={"hx-request": "true"})
    assert answer.status_code == 503


@pytest.mark.parametrize("command", [["reconcile"], ["rotate_keys"], ["export_campaign", "{id}", "--all"]])
def test_commands_say_what_is_missing_in_a_sentence(lost: PlayedCampaign, command: list[str]) -> None:
    with pytest.raises(CommandError):
        call_command(*(part.format(id=lost.public_id) for part in command))


def test_a_worker_without_the_key_says_so_and_leaves_the_sheet_for_later(
    table: PlayedCampaign, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    from rosters.models import JobStatus, SheetJob
    from rosters.tasks import render_sheet_task

    table.browser("hans").post(reverse("sheet-pdf", args=[table.public_id, "german", "roster"]))
    job = SheetJob.objects.get()
    keys, settings.REFIT_KEYS = settings.REFIT_KEYS, [crypto.new_key()]
    render_sheet_task(job.pk)
    assert f"sheet job {job.pk}" in caplog.text
    assert "Traceback" not in caplog.text
    settings.REFIT_KEYS = keys
    SheetJob.objects.update(status=JobStatus.QUEUED)
    render_sheet_task(job.pk)
    job.refresh_from_db()
    assert job.status == JobStatus.DONE


def test_a_sheet_whose_key_stays_away_is_given_up_with_the_true_reason(table: PlayedCampaign, settings: Any) -> None:
    from rosters import actions
    from rosters.models import JobStatus, SheetJob
    from rosters.tasks import render_sheet_task

    browser, sheet = table.browser("hans"), ["sheet-pdf", "sheet"]
    ordered, page = (reverse(name, args=[table.public_id, "german", "roster"]) for name in sheet)
    browser.post(ordered)
    job = SheetJob.objects.get()
    keys, settings.REFIT_KEYS = settings.REFIT_KEYS, [crypto.new_key()]
    for _ in range(actions.MOST_ATTEMPTS):
        SheetJob.objects.update(status=JobStatus.QUEUED)
        render_sheet_task(job.pk)
    settings.REFIT_KEYS = keys
    shown = browser.get(page).content.decode()
    assert "a key is missing" in shown
    assert "died" not in shown
    browser.post(ordered)
    render_sheet_task(job.pk)
    assert SheetJob.objects.get().status == JobStatus.DONE


def test_when_the_key_is_back_everything_is_as_it_was(table: PlayedCampaign, settings: Any) -> None:
    client, url = table.browser("hans"), reverse("campaign", args=[table.public_id])
    keys, settings.REFIT_KEYS = settings.REFIT_KEYS, [crypto.new_key()]
    assert client.get(url).status_code == 503
    settings.REFIT_KEYS = [crypto.new_key(), *keys]
    assert client.get(url).status_code == 200
    assert table.player("hans").moves()
