"""Head, check and luck report tell the other side nothing of a secret act."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core import mail
from django.db import transaction
from django.urls import reverse

from campaigns import outbox
from campaigns.ledger import journal
from campaigns.models import Notification, NotificationKind
from campaigns.tasks import send_notifications_task
from tests.leaks.planted_words import without_tokens
from tests.players import PlayedCampaign
from tests.refit.test_rewind import dice_of

SINCE = re.compile(r"since \d[^\\]*")
"""The moment since when it is so: here that of the call."""
PAGES = ("campaign", "campaign-journal", "campaign-honest", "campaign-verify", "campaign-figures", "campaign-file")


def shown(table: PlayedCampaign, name: str) -> dict[str, bytes]:
    """What someone sees of the proof, byte for byte."""
    browser = table.browser(name)
    found = {page: browser.get(reverse(page, args=[table.public_id])) for page in PAGES}
    assert {answer.status_code for answer in found.values()} == {200}
    return {page: without_tokens(answer.content) for page, answer in found.items()}


def mailed(table: PlayedCampaign) -> str:
    mail.outbox.clear()
    Notification.objects.all().delete()
    outbox.schedule(table.campaign, NotificationKind.TURN, ["russian"])
    send_notifications_task(table.campaign.pk)
    assert mail.outbox
    return SINCE.sub("", str([message.body for message in mail.outbox]))


@pytest.mark.slow
@pytest.mark.parametrize("stage", ["forces", "renewal"])
def test_secret_rolls_move_no_head_are_in_no_check_and_count_for_no_luck_of_the_other_side(
    table: PlayedCampaign, stage: str
) -> None:
    table.scripts["german"] = {"23AM purchase": {"rows": {"I1": {"n": 2}, "M1": {"n": 1}}}}
    table.play_to(stage, "23AM" if stage == "forces" else "23PM")
    before = {name: shown(table, name) for name in ("ivan", "spectator")}
    head, letter, mine = journal.chain_head(table.campaign), mailed(table), shown(table, "hans")
    drawn = dice_of(table, "german")
    for _ in range(4):
        assert table.player("hans").moves()
    assert dice_of(table, "german") > drawn, "dice were rolled behind the door"
    assert {name: shown(table, name) for name in before} == before
    assert (journal.chain_head(table.campaign), mailed(table)) == (head, letter)
    after = shown(table, "hans")
    same = [page for page in PAGES if after[page] == mine[page]]
    assert same == ["campaign-honest"], "the side itself sees them, but where only what is public stands"


@pytest.mark.slow
def test_the_links_of_the_other_side_are_of_the_same_length_whatever_it_did(table: PlayedCampaign) -> None:
    sizes: list[Any] = []
    for rows in ({}, {"I1": {"n": 2}, "V3": {"n": 1}}):
        before = transaction.savepoint()
        table.player("hans").orders("seal", step="purchase", rows=rows)
        sizes.append({page: len(content) for page, content in shown(table, "ivan").items()})
        transaction.savepoint_rollback(before)
    assert sizes[0] == sizes[1]
