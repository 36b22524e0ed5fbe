"""A backup made while people play is restored elsewhere, and every campaign there is as its journal says."""

import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection

from config import jobs
from config.backups import BACKUP_MADE
from config.keys import new_key
from config.management.commands import restore
from launch import binaries, paths, postgres
from tests.players import start_played

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.slow


@contextmanager
def instance(keys: str) -> Iterator[dict[str, str]]:
    """The environment of an embedded instance in a folder of its own."""
    var = Path(tempfile.mkdtemp(prefix="refit-drill-"))
    var.chmod(0o711)
    env = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REFIT_BROKER_URL")}
    yield env | {"REFIT_VAR": str(var), "REFIT_KEYS": keys, "DJANGO_SETTINGS_MODULE": "config.settings"}
    found = paths.data_paths(var, binaries.server_user())
    for folder in (var, found.home, found.socket):
        shutil.rmtree(folder, ignore_errors=True)


def manage(env: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the instance."""
    return subprocess.run([sys.executable, "manage.py", *words], cwd=ROOT, env=env, capture_output=True, text=True)


def said(env: dict[str, str], *words: str) -> str:
    """What a command that works says."""
    done = manage(env, *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


@contextmanager
def database_elsewhere() -> Iterator[None]:
    """Another database of the same server, an empty one, is meanwhile that of this process."""
    known = connection.settings_dict
    here, there = known["NAME"], f"{known['NAME']}_elsewhere"
    with psycopg.connect(jobs.conninfo({**known, "NAME": "postgres"}), autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{there}"')
        try:
            connection.close()
            known["NAME"] = there
            yield
        finally:
            connection.close()
            known["NAME"] = here
            server.execute(f'DROP DATABASE "{there}" WITH (FORCE)')


def told(*words: str) -> str:
    """What a command says that is called here."""
    output = StringIO()
    call_command(*words, stdout=output)
    return output.getvalue()


@pytest.mark.django_db(transaction=True)
def test_a_backup_is_restored_elsewhere_with_every_campaign_as_it_was(tmp_path: Path) -> None:
    file, broken = tmp_path / "kept.dump", tmp_path / "broken.dump"
    start_played().play_to("forces")
    assert "Keep REFIT_KEYS" in told("backup", str(file))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    broken.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    before = told("reconcile")
    assert "as its journal says" in before
    with database_elsewhere():
        assert told("restore", str(file)) == before
        with pytest.raises(CommandError, match="--replace"):
            told("restore", str(file))
        with pytest.raises(CommandError, match="Nothing was changed"):
            told("restore", str(broken), "--replace")
        assert told("reconcile") == before
        assert told("restore", str(file), "--replace") == before


@pytest.mark.once
@pytest.mark.whole("makes two instances with databases of their own; the test above has one server for both")
def test_an_instance_that_runs_is_backed_up_and_restored_in_one_that_was_never_started(tmp_path: Path) -> None:
    keys, file = new_key(), tmp_path / "kept.dump"
    play = "from tests.players import start_played; start_played().play_to('forces')"
    with instance(keys) as here, instance(keys) as there:
        with postgres.Server(Path(here["REFIT_VAR"])):  # it is running, as it would be
            said(here, "migrate")
            said(here, "shell", "-v", "0", "-c", play)
            said(here, "backup", str(file))
            before = said(here, "reconcile")
        assert said(there, "restore", str(file)) == before
        assert "as its journal says" in before


@pytest.mark.once
def test_what_could_not_be_finished_is_not_there(tmp_path: Path) -> None:
    with instance("x" * 44) as env:
        nowhere = {**env, "DATABASE_URL": "postgresql://refit@127.0.0.1:1/none", "REFIT_KEYS": ""}
        done = manage(nowhere, "backup", str(tmp_path / "kept.dump"))
    assert done.returncode != 0
    assert "No backup was made" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux alone has a device without room")
def test_a_backup_that_the_disk_has_no_room_for_is_an_error_and_counts_for_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    cache.delete(BACKUP_MADE)
    with open("/dev/full", "wb") as full:
        monkeypatch.setattr(sys, "stdout", SimpleNamespace(buffer=full))
        with pytest.raises(CommandError, match=r"No backup was made: .*No space left on device"):
            call_command("backup", "-")
    (tmp_path / "kept.dump").write_bytes(b"of yesterday")
    (tmp_path / "kept.dump.new").symlink_to("/dev/full")
    with pytest.raises(CommandError, match=r"No backup was made: .*No space left on device"):
        call_command("backup", str(tmp_path / "kept.dump"))
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("kept.dump", b"of yesterday")]
    assert cache.get(BACKUP_MADE) is None


@pytest.mark.once
def test_a_database_that_cannot_be_looked_into_is_not_taken_for_an_empty_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*args: object, **more: object) -> None:
        raise OperationalError("the connection was lost")

    replaced: list[object] = []
    monkeypatch.setattr(restore, "restore", lambda *args: replaced.append(args))
    monkeypatch.setattr(connection, "cursor", gone)
    with pytest.raises(CommandError, match="Nothing was changed: the connection was lost"):
        call_command("restore", "kept.dump")
    assert not replaced
