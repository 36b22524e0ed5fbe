"""The disk is full: what would write answers 503, nothing is half done, and with room again it goes on.

A database of its own lies on a disk of a few megabytes where such a disk can be made. Elsewhere the second test shows
what the program makes of PostgreSQL's refusal.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.db import OperationalError, connection, connections
from django.urls import reverse

from campaigns.ledger.doors import DOOR, FINISHED, LINK
from campaigns.models import Campaign, JournalEntry, Room
from launch import binaries, paths, postgres
from tests.database import database_url
from tests.html_client import open_page
from tests.players import start_played as table_found

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.slow
SIZE = 160
"""Megabytes: room for a database and little more."""
PLACES = ("campaigns_journalentry", "campaigns_room", "campaigns_campaign", "COMMIT")


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A folder on a disk of its own."""
    var = Path(tempfile.mkdtemp(prefix="refit-disk-"))
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SIZE}m,mode=0711", "tmpfs", str(var)], capture_output=True
    )
    if made.returncode:
        var.rmdir()
        pytest.skip("no disk can be mounted here; the test below shows the answer to PostgreSQL's refusal")
    try:
        yield var
    finally:
        found = paths.data_paths(var, binaries.server_user())
        for folder in (found.home, found.socket):
            shutil.rmtree(folder, ignore_errors=True)
        subprocess.run(["umount", "--lazy", str(var)], check=True)
        var.rmdir()


@contextlib.contextmanager
def filled(disk: Path) -> Iterator[None]:
    """Nothing more fits on it meanwhile."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(4096))
    yield
    ballast.unlink()


PLAYED = """
import django
django.setup()
from tests.config import test_full_disk
test_full_disk.play({disk!r})
"""


@pytest.mark.once
@pytest.mark.whole("makes a database of its own; the tests below show what comes of PostgreSQL's refusal")
def test_on_a_full_disk_nothing_is_half_done_and_with_room_again_it_goes_on(small_disk: Path) -> None:
    """In a process of its own, whose database this is."""
    with postgres.Server(small_disk):
        env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
        env |= {
            "DATABASE_URL": database_url(small_disk),
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "ALLOWED_HOSTS": "testserver",
        }
        script = PLAYED.format(disk=str(small_disk))
        done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "as its journal says" in done.stdout


def play(disk: str) -> None:
    """Play until the disk is full, against it, and on."""
    call_command("migrate", verbosity=0)
    table = table_found()
    client = table.browser("hans")
    client.raise_request_exception = False
    page = open_page(client, f"/campaigns/{table.public_id}/refit/")
    before = JournalEntry.objects.count()
    with filled(Path(disk)):
        answer = page.press("seal")  # the first row of a table, of drafts, wants a new page of the file
    assert answer.status == 503
    assert "The database does not answer" in answer.text
    connection.close()
    assert JournalEntry.objects.count() == before
    assert page.press("seal").status == 200
    call_command("reconcile")


@pytest.mark.sampled(2)
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("where", PLACES)
def test_what_the_disk_has_no_room_for_is_answered_with_503_and_leaves_nothing(where: str) -> None:
    table = table_found()
    client = table.browser("hans")
    client.raise_request_exception = False
    page = open_page(client, f"/campaigns/{table.public_id}/refit/")
    before, kept = JournalEntry.objects.count(), _rows()
    with _no_room(where):
        answer = page.press("seal")
    assert answer.status == 503
    assert "The database does not answer" in answer.text
    assert _rows() == kept
    assert table.view("hans").public.room.finished == ()
    assert page.press("seal").status == 200
    assert _kinds_since(before) == ["", "stage.finished", FINISHED]
    call_command("reconcile", table.public_id, verbosity=0)


@pytest.mark.sampled(2)
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("where", PLACES)
def test_a_part_in_the_dice_that_the_disk_has_no_room_for_is_brought_later(where: str) -> None:
    table = table_found()
    for name in ("ivan", "hans"):
        assert open_page(table.browser(name), f"/campaigns/{table.public_id}/refit/").press("seal").status == 200
    client, bring = table.browser("ivan"), reverse("campaign-dice", args=[table.public_id])
    client.raise_request_exception = False
    before, kept = JournalEntry.objects.count(), _rows()
    with _no_room(where):
        assert client.post(bring).status_code == 503
    assert _rows() == kept
    assert client.post(bring).status_code == 302
    assert _kinds_since(before) == [LINK, DOOR]
    call_command("reconcile", table.public_id, verbosity=0)


def _rows() -> list[list[Any]]:
    """The journal, and what is kept of it."""
    return [list(model.objects.order_by("pk").values()) for model in (JournalEntry, Room, Campaign)]


def _kinds_since(before: int) -> list[str]:
    return list(JournalEntry.objects.order_by("sequence").values_list("kind", flat=True)[before:])


@contextlib.contextmanager
def _no_room(where: str) -> Iterator[None]:
    """PostgreSQL refuses what would write there, in its own words."""

    def refuse(execute: Any, sql: str, *more: Any) -> Any:
        if re.search(rf'\b(INSERT INTO|UPDATE) "?{where}\b', sql):
            refuse_all()
        return execute(sql, *more)

    def refuse_all() -> None:
        full = psycopg.errors.DiskFull("could not extend file: No space left on device")
        raise OperationalError(str(full)) from full

    with pytest.MonkeyPatch.context() as patch, connection.execute_wrapper(refuse):
        if where == "COMMIT":
            patch.setattr(connections["default"], "_commit", refuse_all)
        yield
