"""What tells beside the words: refusals, papers, mails, the work a page costs. None may differ."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.db import transaction
from django.urls import reverse

from rosters.models import SheetJob
from rules.contract import PUBLIC
from tests.html_client import unrecorded
from tests.leaks.crawler import GAME, HTMX, PLAIN, Crawl, addresses, read_once
from tests.leaks.planted_words import read
from tests.leaks.planting import draft, secret_acts
from tests.leaks.test_pages import TELLTALES
from tests.leaks.test_sameness import ONLOOKERS, press, seen_by
from tests.players import PlayedCampaign

MUCH = {"I1": {"n": 2}, "V3": {"n": 1}, "M1": {"n": 2}}
LITTLE: dict[str, dict[str, int]] = {}
HEAD = re.compile(r"\b[0-9a-f]{64}\b")
"""The head of the journal: the seal of what was bought is in it, and tells as little as that."""
SINCE = re.compile(r"since \d.*")
"""The moment of the act that is told of; the journal has it too."""


def undone(table: PlayedCampaign, look: Callable[[], Any]) -> Any:
    """What a look shows, and nothing it may have done."""
    before = transaction.savepoint()
    try:
        return look()
    finally:
        transaction.savepoint_rollback(before)


def secrets_of(table: PlayedCampaign) -> None:
    """Everything the Germans may do in their own room at their purchases."""
    secret_acts(table)
    draft(table)


@pytest.fixture
def shopping(table: PlayedCampaign) -> PlayedCampaign:
    """Both sides are at their purchases."""
    table.play_to("purchase")
    return table


@pytest.fixture
def supplied(table: PlayedCampaign) -> PlayedCampaign:
    """Both sides are at their second purchases, with counters of their own."""
    table.play_to("purchase", "23PM")
    return table


def refusals(table: PlayedCampaign, name: str) -> list[tuple[str, int, bytes]]:
    """What somebody is told who posts nothing and nonsense everywhere."""
    return [
        (each.url, each.status, each.content) for each in Crawl(table.browser(name), table.public_id).refusals().answers
    ]


@pytest.mark.sampled(2, among="side channels")
@pytest.mark.slow
@pytest.mark.parametrize("name", ONLOOKERS)
def test_no_refusal_or_error_of_others_changes_by_a_secret_act(supplied: PlayedCampaign, name: str) -> None:
    before = undone(supplied, lambda: refusals(supplied, name))
    secrets_of(supplied)
    assert undone(supplied, lambda: refusals(supplied, name)) == before
    assert len(before) > 50


def papers(table: PlayedCampaign, name: str, capture: Any) -> list[tuple[str, str, bytes, dict[str, str]]]:
    """Every sheet somebody may have, as it is printed for him: address, number, text and bytes, headers."""
    client, made = table.browser(name), []
    for room in (*GAME.sides, PUBLIC):
        together = client.post(reverse("sheets-together", args=[table.public_id, room]))
        if together.status_code == 200:
            text = read(together.content, together["Content-Type"])
            made.append((room, "", text, dict(together.items())))
        for key in dict.fromkeys(key for side in (None, *GAME.sides) for key in GAME.sheets(GAME.setup({}), side)):
            with capture(execute=True):
                posted = client.post(reverse("sheet-pdf", args=[table.public_id, room, key]))
            for job in SheetJob.objects.filter(room=room, sheet=key) if posted.status_code == 302 else ():
                answer = client.get(reverse("sheet-file", args=[table.public_id, room, key, job.number]))
                text = read(answer.content, answer["Content-Type"])
                made.append((f"{room} {key}", str(job.number), text, dict(answer.items())))
    return made


@pytest.mark.sampled(2, among="side channels")
@pytest.mark.slow
def test_the_papers_of_the_other_side_are_the_same_byte_for_byte_number_for_number(
    supplied: PlayedCampaign, django_capture_on_commit_callbacks: Any
) -> None:
    capture = django_capture_on_commit_callbacks
    before = undone(supplied, lambda: papers(supplied, "ivan", capture))
    secrets_of(supplied)
    after = undone(supplied, lambda: papers(supplied, "ivan", capture))
    assert after == before
    assert len(before) > 3
    assert all(text.startswith(b"%PDF") for _, _, text, _ in before)
    assert not [headers for *_, headers in before if TELLTALES & set(headers)]
    assert undone(supplied, lambda: papers(supplied, "hans", capture)) != before, "it would be seen if they differed"


def mails_of(table: PlayedCampaign, capture: Any, rows: dict[str, dict[str, int]]) -> list[tuple[Any, ...]]:
    """What is mailed, to whom and in what order, when the Germans seal this and the Russians seal after them."""
    mail.outbox.clear()
    with capture(execute=True):
        table.player("hans").orders("seal", step="purchase", rows=rows)
    with capture(execute=True):
        table.player("ivan").orders("seal", step="purchase", rows={})
    return [
        (each.to, each.subject, SINCE.sub("?", HEAD.sub("?", str(each.body))), sorted(each.extra_headers))
        for each in mail.outbox
    ]


def test_mails_are_the_same_whatever_was_bought(
    shopping: PlayedCampaign, django_capture_on_commit_callbacks: Any
) -> None:
    capture = django_capture_on_commit_callbacks
    little = undone(shopping, lambda: mails_of(shopping, capture, LITTLE))
    much = undone(shopping, lambda: mails_of(shopping, capture, MUCH))
    assert little == much
    assert little


def test_no_mail_leaves_for_a_secret_act(supplied: PlayedCampaign, django_capture_on_commit_callbacks: Any) -> None:
    mail.outbox.clear()
    with django_capture_on_commit_callbacks(execute=True):
        secrets_of(supplied)
    assert mail.outbox == []


@pytest.mark.sampled(2, among="side channels")
@pytest.mark.slow
def test_how_much_was_bought_shows_in_no_size_while_the_forces_are_rolled_for(shopping: PlayedCampaign) -> None:
    """Both have sealed; the one who bought much has many rolls to make, and the other waits or not alike."""

    def after(rows: dict[str, dict[str, int]]) -> dict[Any, tuple[int, int]]:
        shopping.player("hans").orders("seal", step="purchase", rows=rows)
        shopping.player("ivan").orders("seal", step="purchase", rows=LITTLE)
        press(shopping)
        return {key: (status, len(content)) for key, (status, content) in seen_by(shopping).items()}

    assert undone(shopping, lambda: after(LITTLE)) == undone(shopping, lambda: after(MUCH))


@read_once()
@unrecorded()
def work(table: PlayedCampaign, name: str) -> dict[tuple[str, bool], tuple[str, ...]]:
    """The statements each address costs, without their values: what a clock outside could measure is made of them."""
    crawl, found = Crawl(table.browser(name), table.public_id, counted=True), {}
    for url in (url for each in addresses() for url in each.urls(table.public_id)):
        for way in (PLAIN, HTMX):
            answer = crawl.ask("get", url, way)
            found[url, bool(way)] = answer.statements
            if not answer.by_htmx:
                break  # htmx gets the same from it
    return found


@pytest.mark.sampled(2, among="side channels")
@pytest.mark.slow
@pytest.mark.parametrize("name", [*ONLOOKERS, "stranger"])
def test_a_page_of_others_costs_the_same_statements_after_a_secret_act(supplied: PlayedCampaign, name: str) -> None:
    before = undone(supplied, lambda: work(supplied, name))
    assert len([asked for asked in before.values() if asked]) > 100
    secrets_of(supplied)
    assert undone(supplied, lambda: work(supplied, name)) == before
