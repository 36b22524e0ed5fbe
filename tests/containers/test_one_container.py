"""All of it in one container, for two players who have Docker and nothing else."""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.containers.club import NEEDS, said
from tests.containers.page import Host, Page
from tests.html_client import open_page
from tests.http_client import HttpClient
from tests.servers import free_port

pytestmark = NEEDS
NAME, ONE = "refit-one-test", "One container for two players"
STARTED_WITHIN, LARGEST = 180.0, 600_000_000
LOGIN = re.compile(r"^German commander: (\S+) / (\S+)$", re.M)


@dataclass(frozen=True)
class One:
    """The container, which is reached at another port than the 8000 inside."""

    port: int

    def start(self, host: Host) -> str:
        """Start it as the page says, wait for its log-ins; returns what it has printed."""
        own = {"name refit ": f"name {NAME} ", "8000:8000 -v refit:": f"{self.port}:8000 -v {NAME}:"}
        host.follows(ONE, 0, **own)
        return self.started()

    def started(self) -> str:
        """Wait until it says where it is; returns what it has printed since it was started last."""
        until = time.monotonic() + STARTED_WITHIN
        began = said("docker", "inspect", "--format", "{{.State.StartedAt}}", NAME).strip()
        while "Ctrl-C stops it" not in (printed := said("docker", "logs", "--since", began, NAME)):
            assert time.monotonic() < until, printed
            time.sleep(0.5)
        return printed

    def logs_in(self, name: str, password: str) -> HttpClient:
        """A browser on this machine, logged in."""
        wire = HttpClient(f"http://localhost:{self.port}")
        assert "Log out" in wire.logs_in(name, password).html
        return wire


@pytest.fixture
def one() -> Iterator[One]:
    try:
        yield One(free_port())
    finally:
        subprocess.run(["docker", "rm", "--force", NAME], capture_output=True)
        subprocess.run(["docker", "volume", "rm", NAME], capture_output=True)


def test_two_players_start_it_stop_it_and_go_on_with_a_newer_image(
    one: One, page: Page, with_compose: Path, program_folder: Path
) -> None:
    host = Host(program_folder, NAME, page, with_compose)
    printed = one.start(host)
    login = LOGIN.search(printed)
    assert login, printed
    assert "Nothing is mounted" not in printed
    assert "On Track to Orsha" in open_page(one.logs_in(*login.groups()), "/").text
    assert said("docker", "exec", NAME, "id", "-un") == "refit\n"

    host.follows(ONE, 1, **{"docker exec refit": f"docker exec {NAME}", "stop refit": f"stop {NAME}"})
    assert (program_folder / "refit.dump").read_bytes().startswith(b"PGDMP")
    assert said("docker", "inspect", "--format", "{{.State.ExitCode}}", NAME) == "0\n", "it ended by itself"
    said("docker", "start", NAME)
    one.started()
    said("docker", "kill", NAME)
    said("docker", "rm", NAME)

    (program_folder / "static" / "newer.css").touch()
    assert "preparing the database" in one.start(host), "a newer program brings it up to date"
    one.logs_in(*login.groups())


def test_a_folder_that_it_may_not_write_to_is_refused_with_the_remedy(program_image: str, tmp_path: Path) -> None:
    done = subprocess.run(
        ["docker", "run", "--rm", "--volume", f"{tmp_path}:/data", program_image, "run"], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "may not write to /data" in done.stderr
    assert "chown -R 10001" in done.stderr


def test_without_a_volume_it_says_that_nothing_is_kept(program_image: str) -> None:
    done = subprocess.run(["docker", "run", "--rm", program_image, "run", "check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "put -v refit:/data behind docker run" in done.stderr


def test_the_image_is_not_large(program_image: str) -> None:
    assert int(said("docker", "image", "inspect", "--format", "{{.Size}}", program_image)) < LARGEST
