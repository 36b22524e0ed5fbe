"""The planted words in what lies about: the broker, the cache, error reports, the administration, logs."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.conf import settings as configured
from django.contrib import admin
from django.contrib.auth.models import User
from django.core import mail
from django.core.cache import cache
from django.core.mail import EmailMultiAlternatives
from django.db import DataError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils.log import AdminEmailHandler

from launch import binaries, paths, postgres
from refit import flow
from tests.config.test_compose import COMPOSE
from tests.leaks.planted_words import WORD, found_in
from tests.leaks.planting import planted
from tests.leaks.test_storage import dump
from tests.players import BACKEND, PlayedCampaign


@pytest.fixture(scope="module")
def planting_anew() -> bool:
    """What planting leaves in tables that are not ours is looked into too."""
    return True


def broker() -> dict[str, bytes]:
    """Everything that waits in the broker: tables of the database, or keys of Redis."""
    if not configured.REFIT_BROKER_URL.startswith("redis"):
        return {name: content for name, content in dump().items() if name.startswith("pgmq.")}
    import redis

    server = redis.from_url(configured.REFIT_BROKER_URL)
    found = {}
    ways: dict[Any, Any] = {b"list": lambda k: server.lrange(k, 0, -1), b"hash": server.hgetall}
    ways |= {b"zset": lambda k: server.zrange(k, 0, -1), b"set": server.smembers}
    for key in server.scan_iter("*"):
        found[key.decode()] = repr(ways.get(server.type(key), server.get)(key)).encode()
    return found


@pytest.mark.live
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_job_that_waits_in_the_broker_holds_no_word(sent_jobs: None) -> None:
    planted()
    waiting = broker()
    assert any(b"render_sheet" in content for content in waiting.values()), "no worker has taken it"
    assert {name: words for name, content in waiting.items() if (words := found_in(content))} == {}


@pytest.mark.slow
def test_the_cache_holds_no_word(garden: PlayedCampaign) -> None:
    client = garden.browser("hans")
    client.post(reverse("account_reset_password"), {"email": "hans@example.org"})
    cache.set("looked-into", "x")
    kept = dump()["public.refit_cache"]
    assert b"looked-into" in kept
    assert not found_in(kept)


@pytest.mark.slow
def test_the_administration_shows_no_word_and_no_secret_of_an_account(garden: PlayedCampaign) -> None:
    host = Client()
    host.force_login(User.objects.create_superuser("host"), backend=BACKEND)
    Authenticator.objects.create(user=garden.users["hans"], type="totp", data={"secret": "closed"})
    seen = 0
    for model in admin.site._registry:
        base = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        keys = list(model._default_manager.values_list("pk", flat=True)[:20])
        urls = [reverse(f"{base}_changelist"), *(reverse(f"{base}_change", args=[key]) for key in keys)]
        urls += [reverse(f"{base}_history", args=[key]) for key in keys[:2]]
        for url in urls:
            answer = host.get(url)
            seen += answer.status_code == 200
            assert answer.status_code in (200, 302, 403), url
            assert not found_in(answer.content), url
    assert seen >= 15


@pytest.mark.slow
def test_a_mailed_error_report_holds_no_word(
    garden: PlayedCampaign, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if a host had Django mail him its errors, with pages of everything it knows."""
    settings.ADMINS = [("host", "host@example.org")]
    handler = AdminEmailHandler(include_html=True)
    logger = logging.getLogger("django.request")
    client, secret = garden.browser("hans"), garden.view("hans")
    client.raise_request_exception = False

    def broken(seat: Any, *more: Any, **named: Any) -> Any:
        mine, typed = secret.mine, more
        raise KeyError(f"{len(typed)} and {type(mine).__name__}")

    monkeypatch.setattr(flow, "page", broken)
    mail.outbox.clear()
    logger.addHandler(handler)
    try:
        client.post(reverse("refit-home", args=[garden.public_id]), {"act": "seal", f"n:{WORD}": WORD})
    finally:
        logger.removeHandler(handler)
    (report,) = mail.outbox
    assert "KeyError" in str(report.message())
    assert not found_in(str(report.message()).encode())
    assert isinstance(report, EmailMultiAlternatives)
    assert not found_in(str(report.alternatives[0][0]).encode())


@pytest.mark.slow
def test_the_log_of_the_database_holds_no_word(garden: PlayedCampaign) -> None:
    """Not even of a statement that failed. A host's own server keeps its log where we can't look; see below."""
    if not _is_ours():
        pytest.skip("the log of a server of others is out of reach; the test below looks at how a club's is started")
    with connection.cursor() as cursor, pytest.raises(DataError), transaction.atomic():
        cursor.execute(f"SELECT 1 / 0 -- {WORD}")
    written = (paths.data_paths(Path(os.environ["REFIT_TEST_VAR"]), binaries.server_user()).home / "log").read_bytes()
    assert b"division by zero" in written, "this is not the log of the database the garden is in"
    assert not found_in(written)


@pytest.mark.parametrize("option", ["log_min_error_statement=panic", "log_error_verbosity=terse"])
def test_a_clubs_database_is_started_so_that_it_logs_no_statement(option: str) -> None:
    assert option in COMPOSE["services"]["postgres"]["command"]


def _is_ours() -> bool:
    ours = postgres.settings(Path(os.environ["REFIT_TEST_VAR"]), owner=True)
    return connection.settings_dict["HOST"] == str(ours["HOST"])
