"""A campaign file that is brought: taken in unread, checked within limits, gone on with whole or not at all."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.actions import import_campaign
from campaigns.bringing import actions, going_on, tasks
from campaigns.bringing.check import check
from campaigns.bringing.models import BroughtFile, BroughtStatus
from campaigns.models import Campaign, JournalEntry
from campaigns.quotas.models import Spending
from rules.contract import Refused
from tests import servers
from tests.at_once import at_once
from tests.players import log_in

WHOLE = (Path(__file__).parent.parent / "replays" / "oto2" / "german_win.json").read_bytes()
BRING = reverse("campaign-import")
Sends = Callable[..., Any]


@pytest.fixture
def anna(db: None) -> User:
    return User.objects.create_user("anna")


@pytest.fixture
def sends(anna: User, monkeypatch: pytest.MonkeyPatch) -> Sends:
    """Anna brings a file; nothing looks at it by itself."""
    monkeypatch.setattr(tasks, "check", lambda pk, at: None)
    client = log_in(Client(), anna)

    def send(content: bytes, side: str = "german", act: str = "go") -> Any:
        return client.post(BRING, {"file": SimpleUploadedFile("c.json", content), "side": side, "act": act})

    send.client = client  # type: ignore[attr-defined]
    return send


def checked() -> BroughtFile:
    """The file that waits, after an attempt at it within this process."""
    brought = BroughtFile.objects.get(status=BroughtStatus.QUEUED)
    at = actions.claim(brought.pk)
    assert at
    going_on.go_on(brought.pk, at)
    brought.refresh_from_db()
    return brought


def page(sends: Sends, brought: BroughtFile) -> str:
    return str(sends.client.get(reverse("campaign-brought", args=[brought.public_id])).content.decode())  # type: ignore[attr-defined]


def test_a_file_waits_is_checked_and_goes_on(sends: Sends) -> None:
    answer = sends(WHOLE)
    waiting = BroughtFile.objects.get()
    assert answer.status_code == 302
    assert answer.url == reverse("campaign-brought", args=[waiting.public_id])
    assert "Look again" in page(sends, waiting)
    assert not Campaign.objects.exists(), "the page itself reads nothing"
    assert b"german" not in bytes(waiting.body or b"")
    done = checked()
    assert done.body is None
    assert done.campaign, actions.reason_of(done)
    assert reverse("campaign-people", args=[done.campaign.public_id]) in page(sends, done)
    assert sends.client.get(done.campaign.get_absolute_url()).status_code == 200  # type: ignore[attr-defined]


@pytest.mark.parametrize("content", [b"[" * 5000, b"{}", b"\xff", WHOLE.replace(b'"at"', b'"ta"', 1)])
def test_a_file_that_is_none_is_refused_with_a_reason_and_leaves_nothing(sends: Sends, content: bytes) -> None:
    assert sends(content).status_code == 302
    refused = checked()
    assert refused.body is None
    assert len(actions.reason_of(refused).split()) > 4
    assert actions.reason_of(refused).split(":")[0] in page(sends, refused)
    assert not Campaign.objects.exists()
    assert not JournalEntry.objects.exists()


def test_enter_in_the_form_brings_no_file(sends: Sends) -> None:
    assert sends(WHOLE, act="").status_code == 422
    assert not BroughtFile.objects.exists()


def test_nobody_else_sees_what_became_of_a_file(sends: Sends) -> None:
    sends(b"{}")
    address = reverse("campaign-brought", args=[BroughtFile.objects.get().public_id])
    assert log_in(Client(), User.objects.create_user("boris")).get(address).status_code == 404
    assert Client().get(address).status_code == 302


def test_an_account_brings_one_file_at_a_time_and_so_many_a_day(sends: Sends) -> None:
    sends(b"{}")
    second = sends(b"{}")
    assert second.status_code == 422
    assert "still being checked" in second.content.decode()
    for _ in range(settings.QUOTAS["brought"] - 1):
        checked()
        assert sends(b"{}").status_code == 302
    checked()
    assert "within a day" in sends(b"{}").content.decode()
    Spending.objects.update(since=timezone.now() - timedelta(days=1, seconds=1))
    assert sends(b"{}").status_code == 302


def test_only_so_many_files_of_all_accounts_wait(sends: Sends, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actions, "MOST_WAITING", 1)
    actions.take_in(content=b"{}", side="german", by=User.objects.create_user("boris"))
    answer = sends(b"{}")
    assert answer.status_code == 422
    assert "Try again in some minutes" in answer.content.decode()


@pytest.mark.django_db(transaction=True)
def test_of_many_files_sent_at_once_no_two_take_the_last_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actions, "MOST_WAITING", 2)
    people = [User.objects.create_user(f"brings_{n}") for n in range(6)]

    def sent(by: User) -> bool:
        try:
            actions.take_in(content=b"{}", side="german", by=by)
        except Refused:
            return False
        return True

    assert sum(at_once(*[partial(sent, each) for each in people])) == BroughtFile.objects.count() == 2


def test_a_check_that_dies_is_begun_again_and_given_up_in_the_end(sends: Sends) -> None:
    sends(WHOLE)
    brought = BroughtFile.objects.get()
    for _ in range(actions.MOST_ATTEMPTS):
        assert actions.claim(brought.pk)
        assert actions.claim(brought.pk) is None, "it is in other hands"
        BroughtFile.objects.update(started_at=timezone.now() - actions.STUCK)
        again = actions.restart_stuck()
    assert again == []
    brought.refresh_from_db()
    assert brought.status == BroughtStatus.REFUSED
    assert brought.body is None
    assert "more time or memory" in page(sends, brought)


def test_an_attempt_that_was_overtaken_does_nothing(sends: Sends, monkeypatch: pytest.MonkeyPatch) -> None:
    sends(WHOLE)
    brought = BroughtFile.objects.get()
    late = actions.claim(brought.pk)
    assert late
    imported = import_campaign

    def slowly(**given: Any) -> Campaign:
        BroughtFile.objects.update(started_at=timezone.now())  # somebody else has begun in the meantime
        return imported(**given)

    monkeypatch.setattr(going_on, "import_campaign", slowly)
    with pytest.raises(going_on.Overtaken):
        going_on.go_on(brought.pk, late)
    assert not Campaign.objects.exists()
    BroughtFile.objects.update(started_at=timezone.now())
    assert not actions.break_off(brought.pk, late, actions.TOO_DEAR)


@pytest.mark.sampled(1)
@pytest.mark.live
@pytest.mark.parametrize(("memory", "processor", "fits"), [(2**30, 60, True), (2**30, 1, False), (2**27, 60, False)])
def test_a_process_with_limits_checks_the_file(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch, memory: int, processor: int, fits: bool
) -> None:
    for name, value in servers.environment().items():
        monkeypatch.setitem(os.environ, name, value)
    file = json.loads(WHOLE)
    if not fits:
        file["options"]["x"] = [{"a": n} for n in range(600_000)]
    brought = actions.take_in(content=json.dumps(file).encode(), side="german", by=User.objects.create_user("anna"))
    at = actions.claim(brought.pk)
    assert at
    check(brought.pk, at, memory=memory, processor=processor)
    brought.refresh_from_db()
    assert brought.status == (BroughtStatus.DONE if fits else BroughtStatus.REFUSED), actions.reason_of(brought)
    assert Campaign.objects.exists() is fits
    if not fits:
        assert "failed" in actions.reason_of(brought) or "time or memory" in actions.reason_of(brought)
