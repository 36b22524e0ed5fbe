"""The broker of a club, on this machine: a Valkey or Redis of our own with what docker-compose.yml has it run with."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import yaml

from config import jobs
from tests.servers import free_port

ROOT = Path(__file__).resolve().parents[2]
PASSWORD = "knock/knock@who:there?#"
"""With what would break an address, were it not spelled out."""


@dataclass(frozen=True)
class ClubBroker:
    """Where it listens once `command` runs, and what says how it is."""

    port: int
    command: list[str]
    asks: list[str]

    def url(self, password: str = PASSWORD) -> str:
        """Its address, as the program puts it together."""
        return jobs.broker(f"redis://127.0.0.1:{self.port}/0", password)


def club_broker(folder: Path) -> ClubBroker | None:
    """What Compose would run, with its data and its secret in a folder; None where there is no such program."""
    program = shutil.which("valkey-server") or shutil.which("redis-server")
    client = shutil.which("valkey-cli") or shutil.which("redis-cli")
    if program is None or client is None:
        return None
    service = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]["valkey"]
    secret, port = folder / "broker", free_port()
    secret.write_text(PASSWORD + "\n")

    def here(script: str) -> str:
        said = script.replace("$$", "$").replace("/run/secrets/broker", str(secret))
        said = said.replace("valkey-server -", f"{program} - --port {port} --bind 127.0.0.1 --dir {folder}")
        return said.replace("valkey-cli", f"{client} -p {port}")

    *shell, script = service["command"]
    return ClubBroker(port, [*shell, here(script)], ["sh", "-c", here(service["healthcheck"]["test"][1])])
