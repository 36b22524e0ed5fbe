"""The settings, as a child process sees them: what the environment decides, and what it may not leave out."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.template import engines

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
    [
        ({"REFIT_MODE": "party"}, "embedded or club"),
        ({"DATABASE_URL": "sqlite:///x"}, "no PostgreSQL database"),
        ({"SECOND_FACTOR": "app,dice"}, "SECOND_FACTOR names dice; there are app, passkey"),
        ({"EMAIL_VERIFICATION": "perhaps"}, "none, optional or mandatory"),
    ],
)
def test_nonsense_is_refused(tmp_path: Path, env: dict[str, str], complaint: str) -> None:
    assert complaint in told(tmp_path, "s.DEBUG", **env).stderr


@pytest.mark.parametrize("program", [["manage.py", "check"], ["-m", "config.web"], ["-m", "launch.supervisor"],
                                     ["-m", "celery", "-A", "config.celery", "report"]])  # fmt: skip
@pytest.mark.parametrize(("given", "sentence"), [("c2hvcnQ=", "is 5 bytes long; it must be 32"), ("?", "base64")])
def test_a_key_that_can_be_none_stops_the_start_with_a_sentence_and_no_trace(
    tmp_path: Path, program: list[str], given: str, sentence: str
) -> None:
    clean = {"PATH": os.environ["PATH"], "REFIT_VAR": str(tmp_path), "REFIT_KEYS": given}
    found = subprocess.run([sys.executable, *program], cwd=ROOT, env=clean, capture_output=True, text=True)
    assert found.returncode != 0
    assert sentence in found.stderr
    assert "Traceback" not in found.stderr


ACCOUNTS = """[bool(s.MFA_SUPPORTED_TYPES), s.MFA_PASSKEY_LOGIN_ENABLED, s.SESSION_LIST,
    'config.sessions.ListSessions' in s.MIDDLEWARE, 'email*' in s.ACCOUNT_SIGNUP_FIELDS]"""


@pytest.mark.parametrize(
    ("env", "expected"),
    [
        ({}, [False, False, False, False, False]),
        (CLUB, [False, False, False, False, True]),
        ({"SECOND_FACTOR": "app", "SESSION_LIST": "on"}, [True, False, True, True, False]),
        ({"SECOND_FACTOR": "app,passkey", "EMAIL_VERIFICATION": "mandatory"}, [True, True, False, False, True]),
    ],
)
def test_a_name_and_a_password_are_enough_until_the_host_asks_for_more(
    tmp_path: Path, env: dict[str, str], expected: list[bool]
) -> None:
    assert told(tmp_path, ACCOUNTS, **env).stdout == f"{expected}\n"


@pytest.mark.parametrize("given", ["", "app,passkey"])
def test_what_is_switched_off_has_no_address(tmp_path: Path, given: str) -> None:
    names = "('mfa_index', 'mfa_login_webauthn', 'usersessions_list')"
    of_resolver = "{p for p in __import__('django.urls').urls.get_resolver().reverse_dict}"
    expression = f"__import__('django').setup() or sorted(set({names}) & {of_resolver})"
    env = {"SECOND_FACTOR": given, "SESSION_LIST": "true"} if given else {}
    found = told(tmp_path, expression, **env)
    assert found.stdout == ("['mfa_index', 'mfa_login_webauthn', 'usersessions_list']\n" if given else "[]\n")


@pytest.mark.parametrize(
    ("env", "expected"),
    [
        ({}, "3 True 8 15"),
        ({"PASSWORD_LENGTH": "0", "LOGIN_FAILURES": "0"}, "0 False 0 15"),
        ({"PASSWORD_LENGTH": "14", "LOGIN_FAILURES": "3", "LOGIN_PAUSE": "60"}, "3 True 3 60"),
    ],
)
def test_the_host_says_how_strict_passwords_and_locks_are(tmp_path: Path, env: dict[str, str], expected: str) -> None:
    pause = "int(s.AXES_COOLOFF_TIME.total_seconds() // 60)"
    expression = f"len(s.AUTH_PASSWORD_VALIDATORS), s.AXES_ENABLED, s.AXES_FAILURE_LIMIT, {pause}"
    assert told(tmp_path, expression, **env).stdout == expected + "\n"


def test_every_requirement_is_pinned_with_a_hash() -> None:
    locked.main()


def test_a_requirement_that_is_not_pinned_is_named() -> None:
    assert locked.missing("Django\nnew_thing>=2\n", "django==5.2 \\\n    --hash=sha256:00\n") == ["new_thing"]


def test_no_template_library_but_the_one_of_translations_takes_anothers_place() -> None:
    found = [warning.msg for warning in engines["django"].check() if warning.id == "templates.W003"]
    assert len(found) == 1, "the check is silenced for this one"
    assert found[0].startswith("'i18n' is used")
