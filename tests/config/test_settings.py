"""The settings, as a child process sees them: what the environment decides, and what it may not leave out."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config import keys, locked

ROOT = Path(__file__).resolve().parents[2]
CLUB = {
    "REFIT_MODE": "club",
    "REFIT_URL": "https://refit.example.org",
    "SECRET_KEY": "x" * 60,
    "REFIT_KEYS": keys.new_key(),
    "DATABASE_URL": "postgresql://refit:secret@postgres:5432/refit",
    "BROKER_URL": "redis://valkey:6379/0",
}


def told(var: Path, expression: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Print one expression over the settings of a fresh process."""
    clean = {"PATH": os.environ["PATH"], "REFIT_VAR": str(var), "DJANGO_SETTINGS_MODULE": "config.settings", **env}
    code = f"from django.conf import settings as s; print({expression})"
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=clean, capture_output=True, text=True)


def test_with_nothing_set_it_runs_by_itself(tmp_path: Path) -> None:
    found = told(tmp_path, "s.EMBEDDED_DATABASE, s.BROKER_URL.split(':')[0], s.DEBUG, s.SESSION_COOKIE_SECURE")
    assert found.stdout == "True pgmq False False\n"
    assert (tmp_path / "secret_key").exists()


def test_a_club_takes_everything_from_its_environment(tmp_path: Path) -> None:
    found = told(tmp_path, "s.DATABASES['default']['HOST'], s.BROKER_URL, s.SESSION_COOKIE_SECURE", **CLUB)
    assert found.stdout == "postgres redis://valkey:6379/0 True\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["SECRET_KEY", "REFIT_KEYS", "DATABASE_URL"])
def test_a_club_that_forgot_something_is_told_what(tmp_path: Path, name: str) -> None:
    found = told(tmp_path, "s.DEBUG", **{key: value for key, value in CLUB.items() if key != name})
    assert found.returncode == 1
    assert f"{name} is not set" in found.stderr


@pytest.mark.parametrize(
    ("env", "complaint"),
    [({"REFIT_MODE": "party"}, "embedded or club"), ({"DATABASE_URL": "sqlite:///x"}, "no PostgreSQL database")],
)
def test_nonsense_is_refused(tmp_path: Path, env: dict[str, str], complaint: str) -> None:
    assert complaint in told(tmp_path, "s.DEBUG", **env).stderr


def test_every_requirement_is_pinned_with_a_hash() -> None:
    locked.main()


def test_a_requirement_that_is_not_pinned_is_named() -> None:
    assert locked.missing("Django\nnew_thing>=2\n", "django==5.2 \\\n    --hash=sha256:00\n") == ["new_thing"]
