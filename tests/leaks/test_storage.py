"""The planted words, looked for in everything that is stored, sent or written down."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.management import call_command
from django.db import connection
from django.test import Client

from campaigns import journal
from refit import flow
from tests.cast import Table
from tests.leaks.planting import planted
from tests.leaks.words import WORD, WORDS, found_in

SCHEMAS = "nspname NOT LIKE 'pg\\_%%' AND nspname <> 'information_schema'"


def dump() -> dict[str, bytes]:
    """Every row of every table of the database, the job queue's too, as text; bytes in hex, as a dump has them."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT format('%I.%I', nspname, relname) FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace"
            " WHERE relkind IN ('r', 'p', 'm') AND nspname !~ '^pg_' AND nspname <> 'information_schema'"
        )
        tables = [str(name) for (name,) in cursor.fetchall()]
        found = {}
        for name in tables:
            cursor.execute(f"SELECT string_agg(t::text, E'\\n') FROM {name} t")
            found[name] = (cursor.fetchone()[0] or "").encode()
    return found


def test_a_dump_of_the_database_holds_no_word(garden: Table) -> None:
    tables = dump()
    assert len(tables) > 15
    assert any("journalentry" in name and content for name, content in tables.items())
    queued = any(name.startswith("pgmq.") for name in tables)
    assert queued == settings.BROKER_URL.startswith("pgmq"), "where the queue is in the database it is looked into too"
    assert {name: words for name, content in tables.items() if (words := found_in(content))} == {}


def test_the_dump_would_show_a_word_if_there_were_one(garden: Table) -> None:
    campaign = garden.campaign
    campaign.name = WORD
    campaign.save()
    assert [name for name, content in dump().items() if found_in(content)] == ["public.campaigns_campaign"]
    with connection.cursor() as cursor:
        cursor.execute("UPDATE campaigns_campaign SET name = 'x', seed_sealed = %s", [WORD.encode()])
    assert [name for name, content in dump().items() if found_in(content)] == ["public.campaigns_campaign"]


def test_sessions_hold_no_word(garden: Table) -> None:
    client = garden.browser("hans")
    page = f"/campaigns/{garden.public_id}/refit/"
    here = client.get(page, follow=True).context["page"]
    client.post(page, {"act": "draft", "step": "purchase", "seen": here.frame.seen, f"n:{WORD}": "1"})
    client.post(page, {"act": "seal", "step": "purchase", "seen": here.frame.seen, f"n:{WORD}": "1"})
    assert Session.objects.count() > 0
    assert not found_in(repr([session.get_decoded() for session in Session.objects.all()]).encode())


def test_mails_and_jobs_hold_no_word(garden: Table, jobs: list[str]) -> None:
    assert jobs
    assert mail.outbox
    assert not found_in("\n".join(jobs).encode())
    assert not found_in("\n".join(str(message.message()) for message in mail.outbox).encode())


@pytest.mark.slow
@pytest.mark.django_db
def test_logs_hold_no_word_even_at_their_most_talkative(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    table = planted()
    hans = table.browser("hans")
    page = f"/campaigns/{table.public_id}/refit/"
    hans.get(page, follow=True)
    hans.post(page, {"act": "seal", "step": "purchase", "seen": "0", f"n:{WORD}": "1"})
    _break_down(hans, page, monkeypatch)
    out, err = capfd.readouterr()
    assert "Traceback" in caplog.text + out + err, "the broken page was logged"
    assert not found_in((caplog.text + out + err).encode())
    assert not found_in("\n".join(str(message.message()) for message in mail.outbox).encode())


def _break_down(client: Client, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page breaks down in the middle of the side's own state."""

    def broken(*args: Any, **kwargs: Any) -> Any:
        room = kwargs or args
        raise KeyError(f"no such key among {len(room)}")

    client.raise_request_exception = False
    monkeypatch.setattr(flow, "page", broken)
    answer = client.post(url, {"act": "seal", "step": "purchase", "seen": "1", f"n:{WORD}": WORD})
    assert answer.status_code == 500
    assert not found_in(answer.content)


@pytest.mark.parametrize("side", ["russian", ""])
def test_exports_of_the_host_hold_the_words_of_the_side_asked_for_alone(
    garden: Table, capsys: pytest.CaptureFixture[str], side: str
) -> None:
    call_command("export_campaign", garden.public_id, *([f"--side={side}"] if side else []))
    assert not found_in(capsys.readouterr().out.encode())
    call_command("export_campaign", garden.public_id, "--side=german")
    shown = capsys.readouterr().out
    assert all(word in shown for word in WORDS[garden.campaign.system])


def test_the_journal_of_the_garden_is_long_enough_to_mean_something(garden: Table) -> None:
    assert journal.seen(garden.campaign, {"german"}) > 20
