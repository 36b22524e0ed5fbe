"""The club's broker with its password: nobody else gets in, the program does, and no list of processes shows it."""

from __future__ import annotations

import contextlib
import re
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis
from celery.bin.celery import celery

from tests import servers
from tests.config.club_broker import PASSWORD, ROOT, ClubBroker, club_broker

pytestmark = pytest.mark.live


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[ClubBroker]:
    """It runs, and says that it is well."""
    found = club_broker(tmp_path)
    if found is None:
        pytest.skip("there is no Valkey or Redis here")
    with subprocess.Popen(found.command, stdout=subprocess.DEVNULL) as server:
        try:
            until = time.monotonic() + 20
            while subprocess.run(found.asks).returncode:
                assert time.monotonic() < until, "its own check of its health fails"
                time.sleep(0.1)
            yield found
        finally:
            server.kill()


def test_it_keeps_jobs_over_a_restart_and_throws_none_away(broker: ClubBroker) -> None:
    with contextlib.closing(redis.Redis.from_url(broker.url())) as asked:
        assert asked.config_get("appendonly")["appendonly"] == "yes"
        assert asked.config_get("maxmemory-policy")["maxmemory-policy"] == "noeviction"


@pytest.mark.parametrize("password", ["", "knock"])
def test_nobody_without_the_password_gets_in(broker: ClubBroker, password: str) -> None:
    with (
        contextlib.closing(redis.Redis.from_url(broker.url(password))) as asked,
        pytest.raises(redis.exceptions.RedisError, match=r"authenticated|Authentication required|WRONGPASS|invalid"),
    ):
        asked.ping()


def test_the_password_stands_in_no_command_line(broker: ClubBroker) -> None:
    told = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if path.parent.exists()]
    assert any(f":{broker.port}".encode() in each for each in told), "the server is among them"
    assert not any(PASSWORD.encode() in each for each in told)


BEAT = ("celery", "-q", "-A", "config.celery", "beat", "--loglevel", "WARNING", "--pidfile=", "--schedule")


@pytest.mark.sampled(2, among="whether a process does its work")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("who", ["worker", "beat"])
@pytest.mark.parametrize("password", [PASSWORD, "knock"])
def test_worker_and_scheduler_say_that_they_are_at_work_only_if_the_broker_lets_them_in(
    broker: ClubBroker, tmp_path: Path, who: str, password: str, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "told").write_text(password)
    env = {"REFIT_BROKER_URL": f"redis://127.0.0.1:{broker.port}/0", "REFIT_BROKER_PASSWORD_FILE": f"{tmp_path}/told"}
    command = (*servers.WORKER, *servers.QUIET) if who == "worker" else (*BEAT, f"{tmp_path}/beat")
    at_work, said = tmp_path / "at-work", ""
    with servers.process(*command, REFIT_VAR=str(tmp_path), **env):
        until = time.monotonic() + servers.READY_WITHIN
        while not at_work.exists() and "invalid username-password" not in said:
            said += capfd.readouterr().err
            assert time.monotonic() < until, said
            time.sleep(0.1)
    assert at_work.exists() == (password == PASSWORD)


def test_no_other_programs_command_line_takes_a_variable_of_ours_for_its_own() -> None:
    """One did: its worker went to the broker without the password that our settings have from a file."""
    named = {name for each in celery.params for name in ([each.envvar] if isinstance(each.envvar, str) else [])}
    assert "BROKER_URL" in named
    ours = set(re.findall(r"\b[A-Z][A-Z_]+\b", (ROOT / "docker-compose.yml").read_text(encoding="utf-8")))
    assert "REFIT_BROKER_URL" in ours
    assert not named & ours
