"""What a side does in a locked room of a real game: drafts, purchases, sheets, all within its own requests."""

from __future__ import annotations

import gc
import re
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.guards import lock_campaign
from campaigns.ledger import crypto
from campaigns.locks import actions, words
from campaigns.locks.models import Slot, UnlockedDevice
from campaigns.models import Draft, JournalEntry
from rosters.models import SheetJob
from rules import registry
from tests.html_client import open_page, opened
from tests.locks.conftest import cheap_words  # noqa: F401 (fixture)
from tests.players import PlayedCampaign, log_in
from tests.refit.test_press import MOST

OTO2: Any = registry.get("oto2")
BASKET = {"n:I1": "2", "n:M1": "1"}


@pytest.fixture
def drawn() -> str:
    """The words of the German commander."""
    return words.drawn_words()


@pytest.fixture
def hans(table: PlayedCampaign, drawn: str) -> Client:
    """A German commander at the device on which he has unlocked his room."""
    seat = table.seat("hans")
    with transaction.atomic():
        campaign = lock_campaign(seat)
        campaign.locked = True
        campaign.save(update_fields=["locked"])
        actions.lock_room(seat, actions.ChosenWords(drawn))
        actions.tell(seat)
    client, url = log_in(Client(HTTP_HOST="localhost"), table.users["hans"]), f"/campaigns/{table.public_id}/unlock/"
    way = re.search(r'name="way" value="([0-9a-f]+)"', client.get(url).content.decode())
    assert way
    assert client.post(url, {"way": way[1], "words": drawn, "act": "go"}).status_code == 302
    return client


def test_a_purchase_is_drafted_and_sealed_with_one_statement_more(table: PlayedCampaign, hans: Client) -> None:
    page = open_page(hans, f"/campaigns/{table.public_id}/refit/").press("draft", BASKET)
    assert Draft.objects.get().room == "german"
    body = {**page.form.fields, **BASKET, "act": "seal-confirmed"}
    with CaptureQueriesContext(connection) as statements:
        answer = hans.post(reverse("refit-step", args=[table.public_id, "purchase"]), body)
    assert answer.status_code == 302
    more = [each["sql"] for each in statements if "unlockeddevice" in each["sql"] or "campaigns_slot" in each["sql"]]
    assert len(more) <= 2, "the device, and whether somebody has left"
    assert len(statements) - len(more) <= MOST
    assert JournalEntry.objects.filter(room="german").exists()


def test_the_pdf_of_a_locked_room_is_made_at_once_and_kept_nowhere(
    table: PlayedCampaign,
    hans: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from rosters import tasks

    monkeypatch.setattr(tasks.render_sheet_task, "delay", lambda *_: pytest.fail("nothing of it goes to the broker"))
    place = [table.public_id, "german", "roster"]
    assert "Make PDF" in hans.get(reverse("sheet", args=place)).content.decode()
    answer: Any = hans.post(reverse("sheet-pdf", args=place))
    assert answer["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")
    assert not SheetJob.objects.exists()
    assert hans.get(reverse("campaign-file", args=[table.public_id])).status_code == 200


def test_the_rooms_of_both_sides_are_locked_apart(table: PlayedCampaign, hans: Client) -> None:
    assert crypto.is_locked(crypto.room_of(table.campaign, "german"))
    assert not crypto.is_locked(crypto.room_of(table.campaign, "russian"))
    assert {slot.room.key for slot in Slot.objects.all()} == {"german"}
    assert table.browser("otto").get(f"/campaigns/{table.public_id}/").status_code == 302, "no way in was made for him"
    assert table.browser("ivan").get(f"/campaigns/{table.public_id}/").status_code == 200


def test_a_basket_comes_back_from_behind_the_page_of_the_lock_and_is_in_no_row(
    table: PlayedCampaign, hans: Client, drawn: str
) -> None:
    step = open_page(hans, f"/campaigns/{table.public_id}/refit/")
    body, url = {**step.form.fields, **BASKET, "act": "seal"}, reverse("refit-step", args=[table.public_id, "purchase"])
    UnlockedDevice.objects.all().delete()
    asked = opened(hans, hans.post(url, body), url)
    assert "What you typed is still in this page" in asked.text
    assert not Draft.objects.exists()
    unlocked = opened(hans, hans.post(asked.forms[-1].action, {**asked.forms[-1].fields, "words": drawn}), url)
    form = unlocked.forms[-1]
    assert list(form.buttons.values()) == ["Back to my entries", "Do what I had pressed"]
    hans.post(form.action, form.fields)
    back = open_page(hans, url)
    assert {name: back.form.fields[name] for name in BASKET} == BASKET, "the form, with what he had typed"
    assert not JournalEntry.objects.filter(room="german").exists()
    assert hans.post(form.action, {**back.form.fields, "act": "seal-confirmed"}).status_code == 302
    assert JournalEntry.objects.filter(room="german").exists()


@pytest.mark.slow
def test_nothing_of_the_room_stays_in_memory_after_a_request(
    table: PlayedCampaign, hans: Client, caplog: pytest.LogCaptureFixture
) -> None:
    """What was folded or shown a moment ago is remembered for the rest of a request, and not beyond it."""

    def come_since() -> list[object]:
        gc.collect()
        rooms = type(OTO2.setup({}).sides["german"])
        # isinstance() would ask each lazy object of a page for what it stands for.
        return [each for each in gc.get_objects() if issubclass(type(each), rooms)]

    gc.collect()
    gc.freeze()  # what is there already is not looked through
    page = open_page(hans, f"/campaigns/{table.public_id}/refit/").press("draft", BASKET)
    assert page.status == 200
    answer = hans.post(
        reverse("refit-step", args=[table.public_id, "purchase"]),
        {**page.form.fields, **BASKET, "act": "seal-confirmed"},
    )
    assert answer.status_code == 302
    del answer, page
    caplog.clear()  # a warning that is kept for the report of a test keeps the frames that it tells of
    left = come_since()
    gc.unfreeze()
    assert not left, [type(each) for each in gc.get_referrers(*left)]
