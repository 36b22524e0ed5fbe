"""The club's broker with its password: nobody else gets in, the program does, and no list of processes shows it."""

from __future__ import annotations

import contextlib
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from tests import servers
from tests.config.club_broker import PASSWORD, ClubBroker, club_broker

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


@pytest.mark.sampled(1)
@pytest.mark.django_db
@pytest.mark.parametrize(("password", "ends"), [(PASSWORD, 0), ("knock", 1)])
def test_the_programs_check_of_its_health_gets_in_with_the_password_from_its_file(
    broker: ClubBroker, tmp_path: Path, password: str, ends: int
) -> None:
    (tmp_path / "told").write_text(password)
    env = {"BROKER_URL": f"redis://127.0.0.1:{broker.port}/0", "BROKER_PASSWORD_FILE": str(tmp_path / "told")}
    with servers.process("django", "healthcheck", **env) as asked:
        assert asked.wait(60) == ends
