"""The doctor: each thing that can be wrong is named with its remedy, and the gauges tell no more than that."""

from __future__ import annotations

import io
import re
import shutil
from collections import namedtuple
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.mail.backends.smtp import EmailBackend
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone

from campaigns.alerts.models import Channel, ChannelKind, Failure
from campaigns.models import Campaign, Notification, NotificationKind, Seat
from config import database_version
from config.administration.tasks import note_that_jobs_run_task
from config.backups import BACKUP_MADE
from config.doctor import checks
from config.jobs import JOBS_RAN
from config.keys import master_keys, new_key
from tests.players import start_played

pytestmark = pytest.mark.django_db
TOKEN = "a token of thirty-two characters!"


def ailment(check: checks.Check) -> checks.Ailment:
    """What a check finds wrong."""
    found = check()
    assert found is not None
    return found


def test_after_jobs_and_a_backup_nothing_quick_is_wrong() -> None:
    start_played()
    note_that_jobs_run_task()
    cache.set(BACKUP_MADE, timezone.now().isoformat(), timeout=None)
    # The tests' own role may do all, which is the one thing to say.
    assert {name for name, found in checks.run(checks.QUICK).items() if found} <= {"database"}


def test_jobs_that_stopped_are_named_with_the_time_of_the_last() -> None:
    cache.delete(JOBS_RAN)
    found = ailment(checks.jobs)
    assert found.what.startswith("No job has run yet")
    cache.set(JOBS_RAN, "2026-01-02T03:04:05+00:00", timeout=None)
    found = ailment(checks.jobs)
    assert "since 2026-01-02 03:04 UTC" in found.what
    assert "worker" in found.remedy


def test_a_backup_is_asked_for_once_there_is_something_to_lose(tmp_path: Path) -> None:
    cache.delete(BACKUP_MADE)
    assert checks.backup() is None
    start_played()
    found = ailment(checks.backup)
    assert "No backup" in found.what
    cache.set(BACKUP_MADE, (timezone.now() - checks.OLDEST_BACKUP - timedelta(days=1)).isoformat(), timeout=None)
    found = ailment(checks.backup)
    assert "The last backup is from" in found.what
    cache.set(BACKUP_MADE, timezone.now().isoformat(), timeout=None)
    assert checks.backup() is None


def test_a_letter_that_cannot_be_sent_is_named(settings) -> None:
    campaign = start_played()
    seat = Seat.objects.filter(campaign__public_id=campaign.public_id).first()
    assert seat
    long_ago = timezone.now() - checks.LONGEST_OWED - timedelta(minutes=1)
    Notification.objects.update_or_create(seat=seat, kind=NotificationKind.TURN, defaults={"due_at": long_ago})
    settings.SENDS_MAIL = False
    assert checks.letters() is None
    settings.SENDS_MAIL = True
    found = ailment(checks.letters)
    assert "owed for over an hour" in found.what


def test_a_mail_server_that_is_away_is_named_with_its_setting(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(self: EmailBackend) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr(EmailBackend, "open", refused)
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.SENDS_MAIL = False
    assert checks.mail() is None
    settings.SENDS_MAIL = True
    found = ailment(checks.mail)
    assert found.what.endswith("(ConnectionRefusedError).")
    assert "EMAIL_URL" in found.remedy


def test_a_push_that_no_browser_takes_is_named_and_one_that_lost_its_browser_is_not(settings) -> None:
    start_played()
    assert checks.push() is None
    rows = [Channel(user=user, kind=ChannelKind.PUSH, confirmed_at=timezone.now()) for user in User.objects.all()[:2]]
    Channel.objects.bulk_create(rows)
    assert checks.push() is None
    Channel.objects.update(failure=Failure.UNREACHED)
    found = ailment(checks.push)
    assert "No browser took" in found.what
    assert "firewall" in found.remedy
    Channel.objects.filter(user=rows[0].user).update(failure=Failure.GONE)
    assert checks.push() is None
    settings.REFIT_KEYS = master_keys(new_key())
    found = ailment(checks.push)
    assert "REFIT_KEYS" in found.what
    settings.REFIT_KEYS = []
    assert checks.push() is None


def test_a_key_that_opens_nothing_is_told_by_the_campaign(settings) -> None:
    campaign = start_played()
    assert checks.keys() is None
    settings.REFIT_KEYS = master_keys(new_key())
    found = ailment(checks.keys)
    assert campaign.public_id in found.what
    assert "REFIT_KEYS" in found.remedy
    settings.REFIT_KEYS = []
    found = ailment(checks.keys)
    assert "no master keys" in found.what


@pytest.mark.parametrize(
    ("planted", "said"),
    [
        ("founded_at = 'infinity'", "holds what no program of ours writes"),
        ("public_id = E'\\x1b[2Jx', seed_sealed = 'x'", "does not open campaign \\x1b[2Jx"),
        ("name = E'\\x1b[2Jx', seat_list = '5', summary = '[]', founding = '[]', options = '[]'", ""),
        ("doors = '[]', former_names = '5', play_mode = 'solo', seed_sealed = ''", "does not open"),
    ],
)
def test_what_somebody_planted_is_told_calmly_and_reaches_no_terminal(planted: str, said: str) -> None:
    start_played()
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE campaigns_campaign SET {planted}")
    found = checks.run({"keys": checks.keys, "clock": checks.clock})
    told = " ".join(f"{each.what} {each.remedy}" for each in found.values() if each)
    assert said in told
    assert told.isprintable()
    assert bool(told) == bool(said)


def test_a_key_that_others_may_read_is_named(settings, tmp_path: Path) -> None:
    settings.REFIT_VAR = tmp_path
    (tmp_path / "refit_keys").write_text("x")
    (tmp_path / "refit_keys").chmod(0o644)
    found = ailment(checks.keys)
    assert "chmod 600" in found.remedy
    (tmp_path / "refit_keys").chmod(0o600)
    assert checks.keys() is None


def test_a_disk_that_is_nearly_full_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: usage(10**12, 10**12 - 5_000_000, 5_000_000))
    found = ailment(checks.disk)
    assert found.what.startswith("Only 5 MB are left")


def test_a_clock_that_was_set_back_is_told_by_the_journal() -> None:
    campaign = start_played()
    assert checks.clock() is None
    Campaign.objects.filter(public_id=campaign.public_id).update(written_at=timezone.now() + timedelta(hours=1))
    found = ailment(checks.clock)
    assert "set back" in found.what


def test_clocks_that_are_days_apart_are_not_told_to_be_seconds_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: datetime.now(UTC) + timedelta(days=2))
    found = ailment(checks.clock)
    assert re.search(r"are 17\d{4} seconds apart", found.what)


def test_a_broker_that_is_away_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from config.celery import app

    def refused(*args: object, **more: object) -> None:
        raise OSError("refused")

    monkeypatch.setattr(app, "connection_for_read", refused)
    found = ailment(checks.broker)
    assert "REFIT_BROKER_URL" in found.remedy


def test_the_command_prints_version_and_checks_and_fails_while_one_is_wrong() -> None:
    cache.delete(JOBS_RAN)
    said = io.StringIO()
    with pytest.raises(CommandError, match=r"of 11 checks found something wrong"):
        call_command("doctor", stdout=said)
    assert [line.partition(":")[0] for line in said.getvalue().splitlines() if not line.startswith(" ")] == [
        f"Refit Room {settings.VERSION}",
        *checks.ALL,
    ]
    assert "    See whether worker and beat are up" in said.getvalue()


def test_without_a_token_there_are_no_gauges(client: Client, settings) -> None:
    assert client.get("/gauges").status_code == 404
    settings.GAUGES_TOKEN = TOKEN
    for given in ({}, {"Authorization": "Bearer "}, {"Authorization": f"Bearer {TOKEN[:-1]}"}, {"Authorization": "ü"}):
        assert client.get("/gauges", headers=given).status_code == 404


def test_the_gauges_are_the_quick_checks_alone_and_the_same_whatever_is_played(client: Client, settings) -> None:
    settings.GAUGES_TOKEN = TOKEN
    note_that_jobs_run_task()
    cache.set(BACKUP_MADE, timezone.now().isoformat(), timeout=None)
    cache.delete("gauges")
    empty = client.get("/gauges", headers={"Authorization": f"Bearer {TOKEN}"})
    assert empty.status_code == 200
    lines = [line for line in empty.content.decode().splitlines() if not line.startswith("#")]
    assert [line[:-2] for line in lines] == [f'refit_well{{check="{name}"}}' for name in checks.QUICK]
    assert {line[-2:] for line in lines} <= {" 0", " 1"}
    start_played()
    cache.delete("gauges")
    assert client.get("/gauges", headers={"Authorization": f"Bearer {TOKEN}"}).content == empty.content


def test_a_database_of_a_newer_version_is_named_and_not_migrated() -> None:
    assert not database_version.unknown(MigrationLoader(connection))
    MigrationRecorder(connection).record_applied("campaigns", "9999_newer")
    found = ailment(checks.database)
    assert found.what == "The database is of a newer version than the program, or older than 1.0."
    assert "restore the backup" in found.remedy
    with pytest.raises(CommandError, match=r"older than 1\.0; nothing was changed\. Go back"):
        call_command("migrate", verbosity=0)


@pytest.mark.django_db(transaction=True)
def test_a_listener_that_hears_of_nothing_is_named(settings: Any) -> None:
    assert checks.live() is None
    settings.LIVE_DATABASE = {"NAME": "postgres"}  # as behind a pooler, what is told here is not heard there
    assert "LIVE_DATABASE_URL" in ailment(checks.live).remedy
    settings.LIVE_DATABASE = {"HOST": "127.0.0.1", "PORT": 1}
    assert "can't be made" in ailment(checks.live).what
