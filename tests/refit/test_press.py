"""A press of the wizard does its work once: one look under the lock, one fold, each key unwrapped once."""

from __future__ import annotations

import inspect
import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.ledger import crypto, journal
from campaigns.models import Draft, JournalEntry, Notification
from rules import registry
from tests.html_client import CONFIRMED, HtmlPage, open_page
from tests.players import PlayedCampaign, start_played

MOST = 10
"""Statements of a press: session, user, begin, seat and campaign, rooms, entries, caches, mail owed, draft, commit."""
BASKET = {"n:I1": "2", "n:M1": "1"}
Wizard = Callable[[PlayedCampaign, str], HtmlPage]


class Work:
    """How often something was done, and the statements."""

    def __init__(self) -> None:
        self.done: Counter[str] = Counter()
        self.sql: list[str] = []


@pytest.fixture
def work(table: PlayedCampaign, monkeypatch: pytest.MonkeyPatch) -> Work:
    """What a request does from here on."""
    found, system = Work(), type(registry.get(table.campaign.system))

    def counted(owner: Any, name: str, told: Callable[..., str] = lambda *_, **__: "") -> None:
        original = getattr(owner, name)

        def call(*args: Any, **more: Any) -> Any:
            found.done[f"{name} {told(*args, **more)}".strip()] += 1
            return original(*args, **more)

        static = isinstance(inspect.getattr_static(owner, name), staticmethod)
        monkeypatch.setattr(owner, name, staticmethod(call) if static else call)

    counted(journal, "load_state")
    counted(journal, "fold")
    counted(system, "view")
    counted(system, "current")
    counted(crypto, "unwrap", lambda wrapped, label: str(label).split(" ", 1)[1])
    return found


def sent(work: Work, table: PlayedCampaign, page: HtmlPage, act: str, **typed: str) -> Any:
    """The answer to a press whose gate, if there is one, was read; its work is counted from nothing."""
    body = {**page.form.fields, **typed, "act": act + CONFIRMED}
    client, url = table.browser("hans"), reverse("refit-step", args=[table.public_id, page.form.fields["step"]])
    work.done.clear()
    with CaptureQueriesContext(connection) as statements:
        answer = client.post(url, body)
    work.sql = [each["sql"] for each in statements]
    return answer


def test_a_gate_is_shown_with_one_look_at_the_campaign(table: PlayedCampaign, wizard: Wizard, work: Work) -> None:
    page, before = wizard(table, "hans"), JournalEntry.objects.count()
    client, body = table.browser("hans"), {**page.form.fields, **BASKET, "act": "seal"}
    led = client.post(page.where, body)["Location"]
    for look in (lambda: client.post(page.where, body), lambda: client.get(led)):
        work.done.clear()
        with CaptureQueriesContext(connection) as statements:
            look()
        assert (work.done["load_state"], work.done["current"], work.done["view"]) == (1, 1, 0)
        assert len(statements) <= MOST, "\n".join(each["sql"] for each in statements)
    assert open_page(client, led).at_gate
    assert JournalEntry.objects.count() == before


KEYS = {"unwrap public key": 1, "unwrap german key": 1}


def test_a_seal_does_everything_once(table: PlayedCampaign, wizard: Wizard, work: Work) -> None:
    page = wizard(table, "hans").press("draft", BASKET)
    answer = sent(work, table, page, "seal", **BASKET)
    assert answer.status_code == 302
    assert work.done == {"load_state": 1, "fold": 1, "current": 2, "unwrap seed": 1, **KEYS}
    assert len(work.sql) <= MOST, "\n".join(work.sql)
    assert JournalEntry.objects.filter(room="german").exists()
    assert Notification.objects.filter(seat__side="russian", due_at__isnull=False).count() == 2, "mail is owed with it"


def test_the_worker_is_asked_for_mail_only_where_some_is_owed(
    table: PlayedCampaign, wizard: Wizard, django_capture_on_commit_callbacks: Any
) -> None:
    page = wizard(table, "hans")
    with django_capture_on_commit_callbacks() as owed:
        page.press("seal")
    assert len(owed) == 1
    User.objects.update(email="")
    with django_capture_on_commit_callbacks() as owed:
        wizard(table, "ivan").press("seal")
    assert owed == []


def test_a_roll_does_everything_once(table: PlayedCampaign, wizard: Wizard, work: Work) -> None:
    table.play_until("hans", "strength")
    answer = sent(work, table, wizard(table, "hans"), "roll")
    assert answer.status_code == 302
    assert work.done == {"load_state": 1, "fold": 1, "current": 2, "unwrap seed": 1, **KEYS}
    assert len(work.sql) <= MOST, "\n".join(work.sql)


def test_the_row_of_the_campaign_is_locked_before_anything_of_it_is_read(
    table: PlayedCampaign, wizard: Wizard, work: Work
) -> None:
    sent(work, table, wizard(table, "hans"), "seal")
    asked = [sql for sql in work.sql if "campaigns_" in sql]
    assert asked[0].endswith('FOR UPDATE OF "campaigns_campaign"')
    assert [sql for sql in asked if 'FROM "campaigns_room"' in sql] == [asked[1]]


def test_a_draft_opens_no_room_but_its_own(table: PlayedCampaign, wizard: Wizard, work: Work) -> None:
    assert sent(work, table, wizard(table, "hans"), "draft", **BASKET).status_code == 302
    assert work.done == {"load_state": 1, "current": 1, "unwrap public key": 1, "unwrap german key": 1}


@pytest.mark.parametrize("typed", [{"n:I1": "99"}, {"seen": "0"}, {"step": "weather"}])
def test_a_press_that_is_refused_builds_one_view_and_writes_nothing(
    table: PlayedCampaign, wizard: Wizard, work: Work, typed: dict[str, str]
) -> None:
    page = wizard(table, "hans")
    before = JournalEntry.objects.count()
    assert sent(work, table, page, "seal", **typed).status_code == 422
    assert work.done["view"] == 1
    assert JournalEntry.objects.count() == before
    assert not Draft.objects.exists()


def test_a_stranger_and_an_onlooker_find_no_wizard_to_press(table: PlayedCampaign) -> None:
    url = reverse("refit-step", args=[table.public_id, "purchase"])
    for name in ("stranger", "umpire", "spectator"):
        with CaptureQueriesContext(connection) as statements:
            assert table.browser(name).post(url, {"step": "purchase", "act": "seal"}).status_code == 404
        assert not any('INSERT INTO "campaigns' in each["sql"] for each in statements)


@pytest.fixture
def real(transactional_db: None) -> PlayedCampaign:
    """A campaign that other connections see too."""
    return start_played()


@pytest.fixture
def two(real: PlayedCampaign) -> list[tuple[Client, HtmlPage]]:
    """Two commanders of one side, each before the same purchase."""
    browsers = [real.browser(name) for name in ("hans", "otto")]
    return [(client, open_page(client, f"/campaigns/{real.public_id}/refit/")) for client in browsers]


def test_of_two_commanders_who_seal_at_the_same_moment_one_is_told_the_page_is_stale(
    real: PlayedCampaign, two: list[tuple[Client, HtmlPage]]
) -> None:
    gate, answers = threading.Barrier(2), list[int]()
    url = reverse("refit-step", args=[real.public_id, "purchase"])

    def seal(client: Client, page: HtmlPage) -> None:
        body = {**page.form.fields, **BASKET, "act": "seal-confirmed"}
        try:
            gate.wait()
            answers.append(client.post(url, body).status_code)
        finally:
            connection.close()

    threads = [threading.Thread(target=seal, args=each) for each in two]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [302, 422]
    assert JournalEntry.objects.filter(room="german", number=1).count() == 1
    state = journal.load_state(real.campaign, {"german", "russian"})
    assert journal.rebuild(real.campaign, {"german", "russian"}) == state
