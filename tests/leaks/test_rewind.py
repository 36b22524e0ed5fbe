"""A rewind tells the other side nothing of what is undone in its room, nor whether or how much it is."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns import access
from campaigns.ledger import journal
from campaigns.rewind import actions as rewind_actions
from campaigns.rewind import proposals
from tests.leaks.planted_words import without_tokens
from tests.leaks.planting import secret_acts
from tests.leaks.test_side_channels import HEAD, SINCE
from tests.players import PlayedCampaign

PAGES = (
    "rewind", "rewind-answer", "campaign", "campaign-journal", "campaign-verify", "campaign-file",
    "campaign-beat", "refit-home",
)  # fmt: skip


def seen(table: PlayedCampaign, name: str) -> int:
    return journal.entry_count(table.campaign, access.rooms_of(table.seat(name)))


def proposes(table: PlayedCampaign, name: str, before: int) -> None:
    rewind_actions.propose_rewind(before=before, reason="a slip", by=table.seat(name), seen=seen(table, name))


def agrees(table: PlayedCampaign, name: str) -> None:
    rewind_actions.answer_rewind(number=1, agreed=True, by=table.seat(name), seen=seen(table, name))


def shown(table: PlayedCampaign, name: str) -> dict[str, bytes]:
    browser = table.browser(name)
    found = {page: browser.get(reverse(page, args=[table.public_id]), follow=True) for page in PAGES}
    assert {answer.status_code for answer in found.values()} <= {200, 404}
    return {page: without_tokens(answer.content) for page, answer in found.items()}


@pytest.mark.slow
def test_what_was_done_in_a_room_changes_no_byte_of_the_pages_that_ask_the_other_side(
    table: PlayedCampaign,
) -> None:
    table.play_to("battle")
    proposes(table, "hans", proposals.points(table.campaign)[0].before)
    before = {name: shown(table, name) for name in ("ivan", "spectator")}
    secret_acts(table)
    assert {name: shown(table, name) for name in before} == before


@pytest.mark.slow
def test_what_was_undone_in_a_room_shows_in_no_size_number_or_mail_of_the_other_side(
    table: PlayedCampaign, django_capture_on_commit_callbacks: Any
) -> None:
    table.play_to("battle")
    before, told = proposals.points(table.campaign)[0].before, list[Any]()
    for acts in (lambda: None, lambda: secret_acts(table)):
        current = transaction.savepoint()
        mail.outbox.clear()
        with django_capture_on_commit_callbacks(execute=True):
            acts()
            proposes(table, "hans", before)
        with django_capture_on_commit_callbacks(execute=True):
            agrees(table, "ivan")
        sizes = {name: {page: len(body) for page, body in shown(table, name).items()} for name in ("ivan", "spectator")}
        letters = [(each.to, each.subject, SINCE.sub("?", HEAD.sub("?", str(each.body)))) for each in mail.outbox]
        told.append((sizes, seen(table, "ivan"), letters))
        transaction.savepoint_rollback(current)
    assert told[0] == told[1]
    assert any("a rewind is proposed" in body for _, _, body in letters)


@pytest.mark.slow
def test_the_page_of_the_answer_asks_the_database_the_same_whatever_was_done_in_the_other_room(
    table: PlayedCampaign,
) -> None:
    table.play_to("battle")
    proposes(table, "hans", proposals.points(table.campaign)[0].before)
    browser, url = table.browser("ivan"), reverse("rewind-answer", args=[table.public_id])
    asked = list[list[str]]()
    for acts in (lambda: None, lambda: secret_acts(table)):
        acts()
        with CaptureQueriesContext(connection) as found:
            assert browser.get(url).status_code == 200
        asked.append([query["sql"].partition("WHERE")[0] for query in found.captured_queries])
    assert asked[0] == asked[1]
