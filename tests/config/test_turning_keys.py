"""Master keys are changed while real servers answer and people play."""

from __future__ import annotations

import base64
import threading
import urllib.error
import urllib.request
from collections import Counter
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.management import call_command

from campaigns.ledger import crypto
from campaigns.models import Campaign
from config.management.commands import rotate_keys
from tests.players import PlayedCampaign, start_played
from tests.servers import web

pytestmark = [pytest.mark.live, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
TURNS = 5


def text(keys: list[bytes]) -> str:
    """Keys as REFIT_KEYS takes them."""
    return ",".join(base64.urlsafe_b64encode(key).decode() for key in keys)


def status(url: str, cookie: str) -> int:
    """What a page answers to somebody who is logged in."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers={"Cookie": cookie}), timeout=30) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        error.close()
        return error.code


def asking(
    url: str, cookies: list[str], over: threading.Event, statuses: Counter[int], rounds: threading.Semaphore
) -> None:
    """Ask until told that it is over; each round of all cookies is counted."""
    while not over.is_set():
        statuses.update(status(url, cookie) for cookie in cookies)
        rounds.release()


def campaign_page(site: str, table: PlayedCampaign) -> str:
    return f"{site}/campaigns/{table.public_id}/refit/"


def test_nobody_is_turned_away_while_keys_are_turned(settings: Any) -> None:
    table, old, new = start_played(), settings.REFIT_KEYS, [crypto.new_key()]
    cookies = [f"sessionid={table.browser(name).session.session_key}" for name in ("hans", "ivan")]
    settings.REFIT_KEYS = [*new, *old]
    over, statuses, rounds = threading.Event(), Counter[int](), threading.Semaphore(0)
    with web(REFIT_KEYS=text([*new, *old])) as site:
        asker = threading.Thread(
            target=asking, args=(campaign_page(site, table), cookies, over, statuses, rounds), daemon=True
        )
        asker.start()
        for _ in range(TURNS):
            call_command("rotate_keys")
            assert rounds.acquire(timeout=60), "the server answers between two turns"
            assert table.player("hans").moves() or table.player("ivan").moves()
            settings.REFIT_KEYS = settings.REFIT_KEYS[::-1]  # there and back, so that each turn is one
        settings.REFIT_KEYS = [*new, *old]
        call_command("rotate_keys")
        over.set()
        asker.join(60)
        assert not asker.is_alive()
    assert set(statuses) == {200}
    assert statuses[200] >= TURNS * len(cookies)
    for keys, expected in ((old, 503), (new, 200)):
        settings.REFIT_KEYS = keys
        answers = [table.browser(name).get(campaign_page("", table), follow=True) for name in ("hans", "ivan")]
        assert [answer.status_code for answer in answers] == [expected] * 2
    call_command("reconcile")


def test_a_campaign_that_is_removed_while_keys_are_turned_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    there = start_played().campaign
    listed = Mock(values_list=lambda *fields, **more: [there.pk - 1, there.pk])
    objects = Mock(order_by=lambda *fields: listed, select_for_update=Campaign.objects.select_for_update)
    monkeypatch.setattr(rotate_keys, "Campaign", Mock(objects=objects))
    sealed = there.seed_sealed
    call_command("rotate_keys")
    there.refresh_from_db()
    assert there.seed_sealed != sealed
