"""A club of real containers: Docker, the images, the Compose file as it is, and what a host types there."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tests.containers import images

ROOT = Path(__file__).resolve().parents[2]
SITE = "https://localhost"
HEALTHY_WITHIN, DOCKER_WITHIN = 120.0, 30.0
MAIL = "smtp"
PRINTS_MAIL = ("python3", "-u", "-W", "ignore", "-m", "smtpd", "-n", "-c", "DebuggingServer", "0.0.0.0:25")
SERVICES = ("postgres", "valkey", "web", "worker", "beat", "proxy")
NEEDS = [
    pytest.mark.live,
    pytest.mark.once,
    pytest.mark.timeout(900),
    pytest.mark.whole("needs Docker, and minutes; make club-test"),
]
"""The marks of every module here."""


@dataclass(frozen=True)
class Club:
    """A checkout of the program, with .env and secrets/, and its containers."""

    folder: Path
    name: str

    def compose(self, *words: str) -> str:
        """What `docker compose …` says in the checkout; fails if the command does."""
        return self.compose_bytes(*words).decode(errors="replace")

    def compose_bytes(self, *words: str) -> bytes:
        """The same, as it is."""
        command = [*compose(), "-p", self.name, *words]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, check=False)
        assert done.returncode == 0, (
            f"{words}: {done.stdout.decode(errors='replace')}{done.stderr.decode(errors='replace')}"
        )
        return done.stdout

    def prepare(self, *words: str) -> None:
        """Run `python3 -m launch.club …`, as the host does."""
        subprocess.run(["python3", "-m", "launch.club", *words], cwd=self.folder, check=True, capture_output=True)

    @property
    def postbox(self) -> str:
        """The container of a mail server beside the club, which prints whatever it is sent."""
        return f"{self.name}-{MAIL}"

    def letters(self) -> str:
        """What the mail server was sent."""
        return said("docker", "logs", self.postbox)

    def secrets(self) -> list[Path]:
        """The files of secrets that hold anything."""
        return [file for file in (self.folder / "secrets").iterdir() if file.stat().st_size]

    def manage(self, *words: str) -> str:
        """What a command of the program says in the web server's container."""
        return self.compose("exec", "-T", "web", "python", "manage.py", *words)

    def backup(self) -> bytes:
        """A backup of the database, as it is made each night."""
        return self.compose_bytes("exec", "-T", "web", "python", "manage.py", "backup", "-")

    def health(self) -> dict[str, str]:
        """How each container that stays says it is."""
        found = {}
        for service in SERVICES:
            numbers = self.compose("ps", "-q", service).split() or ["nothing"]
            for copy, number in enumerate(numbers):
                asked = ["docker", "inspect", "--format", "{{json .State}}", number]
                state = json.loads(subprocess.run(asked, capture_output=True).stdout or b"[{}]")
                state = state if isinstance(state, dict) else {}
                name = service if len(numbers) == 1 else f"{service} {copy + 1}"
                found[name] = state.get("Health", {}).get("Status", state.get("Status", "not there"))
        return found

    def memory(self) -> int:
        """Megabytes that all of them take together."""
        used = said("docker", "stats", "--no-stream", "--format", "{{.MemUsage}}", *self.compose("ps", "-q").split())
        return round(sum(float(line.split("MiB")[0]) for line in used.splitlines() if "MiB" in line.split("/")[0]))

    def wait_until_healthy(self) -> float:
        """Wait for all of them; returns the seconds it took."""
        began = time.monotonic()
        while set((found := self.health()).values()) != {"healthy"}:
            assert time.monotonic() < began + HEALTHY_WITHIN, f"{found}\n{self.compose('logs', '--tail', '30')}"
            time.sleep(1)
        return time.monotonic() - began


@contextlib.contextmanager
def docker() -> Iterator[None]:
    """The Docker of this machine, or one started for us; without any the test is skipped."""
    if shutil.which("docker") is None or not compose():
        pytest.skip("there is no Docker with Compose here")
    if shutil.which("debootstrap") is None:
        pytest.skip("there is no debootstrap here, of which the images are made")
    if subprocess.run(["docker", "info"], capture_output=True).returncode == 0:
        yield
        return
    if os.geteuid() != 0 or shutil.which("dockerd") is None:
        pytest.skip("no Docker runs here, and only root could start one")
    with tempfile.TemporaryDirectory(prefix="refit-docker-") as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("DOCKER_HOST", f"unix://{folder}/socket")
        words = [f"--{name}={folder}/{name}" for name in ("data-root", "exec-root", "pidfile")]
        daemon = subprocess.Popen(
            ["dockerd", *words, "-H", os.environ["DOCKER_HOST"]], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            until = time.monotonic() + DOCKER_WITHIN
            while subprocess.run(["docker", "info"], capture_output=True).returncode:
                assert time.monotonic() < until, "Docker does not start"
                time.sleep(0.5)
            yield
        finally:
            daemon.send_signal(signal.SIGTERM)
            daemon.wait(60)


@contextlib.contextmanager
def checkout(name: str, site: str = SITE, **env: str) -> Iterator[Club]:
    """A checkout of the last commit with `.env` and `secrets/`; in the end no container or volume of it is left."""
    with tempfile.TemporaryDirectory(prefix="refit-club-") as made:
        folder = Path(made) / "refit"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
        Club(folder, name).prepare(site, "--mail", f"smtp://{MAIL}:25")
        with (folder / ".env").open("a") as file:
            file.writelines(f"{key}={value}\n" for key, value in env.items())
        club = Club(folder, name)
        try:
            yield club
        finally:
            club.compose("down", "--volumes", "--remove-orphans")


@contextlib.contextmanager
def postbox(club: Club) -> Iterator[None]:
    """A mail server beside a club that is up."""
    beside = ("--name", club.postbox, "--network", f"{club.name}_mail", "--network-alias", MAIL)
    said("docker", "run", "--detach", *beside, images.BASE, *PRINTS_MAIL)
    try:
        yield
    finally:
        said("docker", "rm", "--force", club.postbox)


@cache
def compose() -> list[str]:
    """The command of Compose, which comes with Docker or apart from it; empty if there is none."""
    if subprocess.run(["docker", "compose", "version"], capture_output=True).returncode == 0:
        return ["docker", "compose"]
    return ["docker-compose"] if shutil.which("docker-compose") else []


def said(*command: str) -> str:
    """What a command says on this machine; fails if it does."""
    return subprocess.run(command, check=True, capture_output=True, encoding="utf-8", errors="replace").stdout
