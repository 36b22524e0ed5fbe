"""`python3 -m launch.club https://refit.example.org`: makes .env and secrets/, which docker-compose.yml needs.

Needs Python and nothing else. What is there stays as it is; secrets that an older .env holds move into their files.
"""

from __future__ import annotations

import argparse
import base64
import os
import re
import secrets
import subprocess
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
ADDRESS = "REFIT_URL"
IMAGES = {
    "POSTGRES_IMAGE": "postgres:18",
    "VALKEY_IMAGE": "valkey/valkey:9",
    "CADDY_IMAGE": "caddy:2",
    "PYTHON_IMAGE": "python:3.11-slim",
}
"""Images of others; docker-compose.yml names a build of each by its digest, unless .env names another."""


def password() -> str:
    """Return a password that nobody has to type."""
    return secrets.token_hex(24)


def master_key() -> str:
    """Return a master key in the form REFIT_KEYS takes."""
    return base64.urlsafe_b64encode(secrets.token_bytes(32)).decode()


MADE: dict[str, Callable[[], str]] = {
    "secret_key": lambda: secrets.token_urlsafe(48),
    "cache_key": lambda: secrets.token_urlsafe(48),
    "refit_keys": master_key,
    "database_owner": password,
    "database_application": password,
    "broker": password,
    "mail_server": str,
}
"""The files in secrets/, and what a new one holds."""
MOVED = {
    "SECRET_KEY": "secret_key",
    "REFIT_KEYS": "refit_keys",
    "POSTGRES_PASSWORD": "database_owner",
    "EMAIL_URL": "mail_server",
}
"""What an older .env held, and the files it moves to."""


def prepare(folder: Path, *, address: str = "", mail_server: str = "") -> None:
    """Make .env and secrets/ in `folder`, or bring them up to date."""
    lines, secrets_folder = _lines(folder), folder / "secrets"
    address = address or _value(lines, ADDRESS)
    if urlsplit(address).scheme not in ("http", "https") or not urlsplit(address).hostname:
        raise SystemExit(f"{address!r} is no address; say: python3 -m launch.club https://refit.example.org")
    secrets_folder.mkdir(mode=0o700, exist_ok=True)
    for name, file in MOVED.items():
        if moved := _value(lines, name):
            _keep(secrets_folder / file, moved)
    for file, make in MADE.items():
        if not (secrets_folder / file).exists():
            _keep(secrets_folder / file, make())
    if mail_server:
        _replace(secrets_folder / "mail_server", mail_server, 0o444)
    _write(folder, _with([line for line in lines if _name(line) not in MOVED], ADDRESS, address))


def pin(folder: Path, digest_of: Callable[[str], str]) -> None:
    """Name the newest builds of the images in .env by their digests, instead of those in docker-compose.yml."""
    lines = _lines(folder)
    for name, image in IMAGES.items():
        lines = _with(lines, name, f"{image}@{digest_of(image)}")
    _write(folder, lines)


def add_key(folder: Path) -> None:
    """Put a new master key in front of the others; `manage.py rotate_keys` then encrypts everything under it."""
    keys = folder / "secrets" / "refit_keys"
    _replace(keys, f"{master_key()},{keys.read_text().strip()}", 0o444)


def ask_docker(image: str) -> str:
    """Fetch an image and return its digest."""
    subprocess.run(["docker", "pull", "--quiet", image], check=True, stdout=subprocess.DEVNULL)
    command = ["docker", "image", "inspect", "--format", "{{index .RepoDigests 0}}", image]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip().rpartition("@")[2]


def _lines(folder: Path) -> list[str]:
    env = folder / ".env"
    return (env if env.exists() else folder / ".env.example").read_text().splitlines()


def _with(lines: list[str], name: str, value: str) -> list[str]:
    """Return the lines with a name set to a value, where it stood or else at the end."""
    is_set = name in map(_name, lines)
    return [f"{name}={value}" if _name(line) == name else line for line in lines] + [f"{name}={value}"] * (not is_set)


def _write(folder: Path, lines: list[str]) -> None:
    _replace(folder / ".env", "\n".join(lines), 0o600)


def _keep(path: Path, text: str) -> None:
    """Write a secret once. The folder is closed; the file is not, for containers run as users of their own."""
    if not path.exists():
        _replace(path, text, 0o444)
    elif path.read_text().strip() != text:
        raise SystemExit(f"{path} and .env hold different values: take the wrong one away and try again")


def _replace(path: Path, text: str, mode: int) -> None:
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text + "\n" if text else "")
    draft.chmod(mode)
    draft.replace(path)


def _name(line: str) -> str:
    match = re.match(r"([A-Z_]+)=", line)
    return match[1] if match else ""


def _value(lines: list[str], name: str) -> str:
    """Return what the last line for a name says, without quotes."""
    values = [line.partition("=")[2].strip() for line in lines if _name(line) == name]
    return values[-1].strip("\"'") if values else ""


def main() -> None:
    """Read the command line, prepare, and say what comes next."""
    parser = argparse.ArgumentParser(description="Make .env and secrets/ for docker compose.")
    parser.add_argument("address", nargs="?", default="", help="where people reach the club: https://refit.example.org")
    parser.add_argument("--mail", default="", help="the mail server: smtp+tls://name:password@mail.example.org:587")
    parser.add_argument("--pin", action="store_true", help="fetch the images and name them in .env by their digests")
    parser.add_argument("--new-key", action="store_true", help="put a new master key in front of those there are")
    wanted = parser.parse_args()
    prepare(ROOT, address=wanted.address, mail_server=wanted.mail)
    if wanted.pin:
        pin(ROOT, ask_docker)
    if wanted.new_key:
        add_key(ROOT)
    print(".env and secrets/ are ready. Keep a copy of secrets/refit_keys apart from the backups of the database:")
    print("without it nobody can read what they hold of the two sides. Next: docker compose up -d --build")


if __name__ == "__main__":
    main()
