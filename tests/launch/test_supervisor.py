"""The supervisor: one command up, one command down, and nothing left whatever happens to it."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from launch import paths
from launch.binaries import server_user
from tests.servers import free_port

pytestmark = [
    pytest.mark.live,
    pytest.mark.slow,
    pytest.mark.once,
    pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="finds the processes through /proc"),
]
ROOT = Path(__file__).resolve().parents[2]


class Instance:
    """One running instance in a folder of its own; every process of it carries that folder in its environment."""

    def __init__(self, var: Path) -> None:
        self.var = var
        self.demo = False
        self.url = f"http://127.0.0.1:{free_port()}"
        self.said = var / "said"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, *arguments: str) -> None:
        """Start, and wait for the address to be told."""
        env = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "BROKER_URL")}
        env |= {"REFIT_VAR": str(self.var), "REFIT_URL": self.url, "DJANGO_SETTINGS_MODULE": "config.settings"}
        env |= {"REFIT_DEMO": str(self.demo)}
        with self.said.open("wb") as said:
            command = [sys.executable, "-m", "launch.supervisor", *arguments]
            self.process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=said, stderr=said)
        wait_until(lambda: self.url in self.said.read_text() or self.process.poll() is not None, 120)  # type: ignore[union-attr]
        assert self.process.poll() is None, self.said.read_text()

    def end(self, how: int) -> None:
        """Send the supervisor a signal and wait for its end."""
        assert self.process
        self.process.send_signal(how)
        self.process.wait(30)

    def processes(self, word: str = "") -> list[int]:
        """Return the processes of this instance whose command holds the word."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                about = (folder / "environ").read_bytes() + (folder / "cmdline").read_bytes()
                command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue
            if str(self.var).encode() in about and word in command:
                found.append(int(folder.name))
        return found

    def answers(self) -> bool:
        """Say whether the web server answers."""
        try:
            urllib.request.urlopen(f"{self.url}/healthz", timeout=2).close()
        except OSError:
            return False
        return True


def wait_until(true: Callable[[], bool], seconds: float) -> bool:
    """Wait until something is true; say whether it became so."""
    until = time.monotonic() + seconds
    while not true() and time.monotonic() < until:
        time.sleep(0.05)
    return true()


@pytest.fixture
def instance() -> Iterator[Instance]:
    """An instance that is thrown away, with whatever it left running."""
    var = Path(tempfile.mkdtemp(prefix="refit-run-"))
    var.chmod(0o711)
    made = Instance(var)
    yield made
    if made.process:
        made.process.kill()
        made.process.wait()
    for pid in made.processes():
        os.kill(pid, signal.SIGKILL)
    found = paths.data_paths(var, server_user())
    for folder in (var, found.home, found.socket):
        shutil.rmtree(folder, ignore_errors=True)


def test_it_starts_everything_and_prepares_it_once(instance: Instance) -> None:
    instance.demo = True
    instance.start()
    assert "preparing the database" in instance.said.read_text()
    assert "german / " in instance.said.read_text()
    assert instance.answers()
    assert instance.processes("config.celery")
    instance.end(signal.SIGINT)
    assert instance.processes() == []
    instance.start()
    assert "preparing the database" not in instance.said.read_text()
    assert "german / " in instance.said.read_text()
    instance.end(signal.SIGTERM)
    assert instance.processes() == []


def test_killed_outright_it_leaves_no_process_behind(instance: Instance) -> None:
    instance.start()
    assert len(instance.processes()) > 4
    instance.end(signal.SIGKILL)
    assert wait_until(lambda: not instance.processes(), 60)
    instance.start()
    assert instance.answers()


def test_a_child_that_dies_is_started_again_and_a_second_supervisor_is_refused(instance: Instance) -> None:
    instance.start()
    for word in ("config.web", "config.celery", "postgres -D"):
        first = min(instance.processes(word))
        os.kill(first, signal.SIGKILL)
        assert wait_until(lambda word=word, first=first: _other_than(first, instance.processes(word)), 60), word  # type: ignore[misc]
        assert wait_until(instance.answers, 60), word
    second = Instance(instance.var)
    second.said = instance.var / "said-second"
    with pytest.raises(AssertionError, match="is already running"):
        second.start()
    assert "Traceback" not in second.said.read_text()
    assert instance.answers()


def test_a_database_that_could_not_be_started_again_is_tried_until_it_can(instance: Instance) -> None:
    instance.start()
    needed = paths.data_paths(instance.var, server_user()).home / "data" / "global" / "pg_control"
    away = needed.rename(needed.with_name("elsewhere"))
    os.kill(min(instance.processes("postgres -D")), signal.SIGKILL)
    assert wait_until(lambda: "is tried again" in instance.said.read_text(), 60)
    assert not instance.answers()
    away.rename(needed)
    assert wait_until(instance.answers, 60)


def _other_than(first: int, now: list[int]) -> bool:
    return any(pid != first for pid in now)
