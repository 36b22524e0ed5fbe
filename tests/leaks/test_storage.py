"""The planted words, looked for in everything that is stored, sent or written down."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.management import call_command
from django.db import connection

from campaigns import access
from campaigns.ledger import journal
from campaigns.rewind import actions as rewind_actions
from campaigns.rewind import proposals
from tests.html_client import open_page
from tests.leaks.planted_words import OTHER_WORD, WORD, WORDS, found_in
from tests.leaks.planting import Garden, jobs_from_now

SCHEMAS = "nspname NOT LIKE 'pg\\_%%' AND nspname <> 'information_schema'"


@pytest.fixture(scope="module")
def planting_anew() -> bool:
    """What planting leaves in tables that are not ours is looked into too."""
    return True


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


@pytest.mark.sampled(1)
def test_a_dump_of_the_database_holds_no_word(garden: Garden) -> None:
    tables = dump()
    assert len(tables) > 15
    assert any("journalentry" in name and content for name, content in tables.items())
    queued = any(name.startswith("pgmq.") for name in tables)
    assert queued == settings.REFIT_BROKER_URL.startswith("pgmq"), (
        "where the queue is in the database it is looked into too"
    )
    assert {name: words for name, content in tables.items() if (words := found_in(content))} == {}


def test_the_dump_would_show_a_word_if_there_were_one(garden: Garden) -> None:
    campaign = garden.campaign
    campaign.name = WORD
    campaign.save()
    assert [name for name, content in dump().items() if found_in(content)] == ["public.campaigns_campaign"]
    with connection.cursor() as cursor:
        cursor.execute("UPDATE campaigns_campaign SET name = 'x', seed_sealed = %s", [WORD.encode()])
    assert [name for name, content in dump().items() if found_in(content)] == ["public.campaigns_campaign"]


def test_sessions_hold_no_word(garden: Garden) -> None:
    client = garden.browser("hans")
    page = f"/campaigns/{garden.public_id}/refit/"
    seen = open_page(client, page).form.fields["seen"]
    client.post(page, {"act": "draft", "step": "purchase", "seen": seen, f"n:{WORD}": "1"})
    client.post(page, {"act": "seal", "step": "purchase", "seen": seen, f"n:{WORD}": "1"})
    assert Session.objects.count() > 0
    assert not found_in(repr([session.get_decoded() for session in Session.objects.all()]).encode())


def test_mails_and_jobs_hold_no_word(garden: Garden) -> None:
    assert garden.jobs
    assert garden.mails
    assert not found_in("\n".join(garden.jobs).encode())
    assert not found_in("\n".join(str(message.message()) for message in garden.mails).encode())


def test_the_mail_and_the_job_of_a_rewind_hold_no_word_not_even_of_its_reason(
    garden: Garden, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    before, jobs = proposals.points(garden.campaign)[-1].before, jobs_from_now(monkeypatch)
    for name, other, word in (("hans", "ivan", WORD), ("ivan", "hans", OTHER_WORD)):
        mail.outbox.clear()
        seat = garden.seat(name)
        seen = journal.entry_count(garden.campaign, access.rooms_of(seat))
        with django_capture_on_commit_callbacks(execute=True):
            rewind_actions.propose_rewind(before=before, reason=f"{word} was lost", by=seat, seen=seen)
        assert f"{other}@example.org" in {to for letter in mail.outbox for to in letter.to}
        assert not found_in("\n".join(str(letter.message()) for letter in mail.outbox).encode())
        number = proposals.past_proposals(garden.campaign)[0][0].number
        rewind_actions.withdraw_rewind(number=number, by=garden.seat(name))
    assert any("send_notifications" in job for job in jobs)
    assert not found_in("\n".join(jobs).encode())


@pytest.mark.parametrize(("side", "other"), [("russian", "german"), ("german", "russian"), ("", "")])
@pytest.mark.slow
def test_exports_of_the_host_hold_the_words_of_the_side_asked_for_alone(
    garden: Garden, capsys: pytest.CaptureFixture[str], side: str, other: str
) -> None:
    call_command("export_campaign", garden.public_id, *([f"--side={side}"] if side else []))
    shown = capsys.readouterr().out
    assert not found_in(shown.encode(), *([other] if other else []))
    if side:
        word, place, *_ = WORDS[garden.campaign.system][side]
        assert word in shown
        assert place in shown


def test_the_journal_of_the_garden_is_long_enough_to_mean_something(garden: Garden) -> None:
    assert journal.entry_count(garden.campaign, {"german"}) > 20
