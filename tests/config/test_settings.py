"""The settings: what the environment decides, and what it may not leave out."""

import os
import runpy
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import structlog
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError
from django.template import engines
from django.urls import get_resolver

from config import keys, locked, web
from launch import paths, readable_copy
from launch.startup_errors import exit_on_bad_settings

ROOT = Path(__file__).resolve().parents[2]
CLUB = {
    "REFIT_MODE": "club",
    "REFIT_URL": "https://refit.example.org",
    "SECRET_KEY": "x" * 60,
    "REFIT_KEYS": keys.new_key(),
    "DATABASE_URL": "postgresql://refit:secret@postgres:5432/refit",
    "REFIT_BROKER_URL": "redis://valkey:6379/0",
}
SHORT_KEY = "c2hvcnQ="


def read(var: Path, **env: str) -> SimpleNamespace:
    """The settings of a process with this environment, whose instance is in `var`."""
    logs = structlog.get_config()  # reading the settings decides how the whole process logs
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(os, "environ", {"PATH": os.environ["PATH"], "REFIT_VAR": str(var), **env})
            return SimpleNamespace(**runpy.run_path(str(ROOT / "config" / "settings.py")))
    finally:
        structlog.configure(**logs)


def refused(var: Path, **env: str) -> str:
    """The sentence with which settings of this environment are refused."""
    with pytest.raises(ImproperlyConfigured) as raised:
        read(var, **env)
    return str(raised.value)


def test_with_nothing_set_it_runs_by_itself(tmp_path: Path) -> None:
    found = read(tmp_path)
    assert (found.EMBEDDED_DATABASE, found.DEBUG, found.SESSION_COOKIE_SECURE) == (True, False, False)
    assert found.REFIT_BROKER_URL.startswith("pgmq:")
    assert (tmp_path / "secret_key").exists()


def test_a_club_takes_everything_from_its_environment(tmp_path: Path) -> None:
    found = read(tmp_path, **CLUB)
    assert (found.DATABASES["default"]["HOST"], found.REFIT_BROKER_URL) == ("postgres", "redis://valkey:6379/0")
    assert found.SESSION_COOKIE_SECURE
    assert list(tmp_path.iterdir()) == []


def test_the_demo_whose_passwords_all_can_read_is_not_for_a_club_that_did_not_ask_for_it(tmp_path: Path) -> None:
    assert read(tmp_path).REFIT_DEMO
    assert not read(tmp_path, **CLUB).REFIT_DEMO
    assert read(tmp_path, **CLUB, REFIT_DEMO="on").REFIT_DEMO


@pytest.mark.parametrize("name", ["SECRET_KEY", "REFIT_KEYS", "DATABASE_URL"])
def test_a_club_that_forgot_something_is_told_what(tmp_path: Path, name: str) -> None:
    assert f"{name} is not set" in refused(tmp_path, **{key: value for key, value in CLUB.items() if key != name})


@pytest.mark.parametrize(
    ("env", "complaint"),
    [
        ({"REFIT_MODE": "party"}, "embedded or club"),
        (
            {"DATABASE_URL": "sqlite:///x"},
            "DATABASE_URL is no address of the right kind; it has to begin with postgresql://",
        ),
        ({"SECOND_FACTOR": "app,dice"}, "SECOND_FACTOR names dice; there are app, passkey"),
        ({"OIDC_URL": "http://login.example.org"}, "OIDC_URL has to be https"),
        (
            {"OIDC_URL": "https://login.example.org", "OIDC_CLIENT": "refit"},
            "OIDC_URL needs OIDC_CLIENT and OIDC_SECRET",
        ),
        ({"OIDC_SECRET": "x"}, "OIDC_URL is not"),
        ({"EMAIL_VERIFICATION": "perhaps"}, "EMAIL_VERIFICATION is 'perhaps'; it can be none, optional or mandatory"),
        ({"EMAIL_VERIFICATION": "mandatory"}, "set EMAIL_URL, or none"),
        ({"EMAIL_URL": "consolemail://"}, "EMAIL_URL is no address of the right kind; it has to begin with smtp://"),
        ({"REFIT_URL": "refit.example.org"}, "REFIT_URL is no address of the right kind; it has to begin with http://"),
        ({"REFIT_URL": "http://localhost:port"}, "REFIT_URL is no address"),
        ({"REFIT_BROKER_URL": "amqp://localhost"}, "begin with redis://, rediss://, pgmq://"),
        ({"WEB_PROCESSES": "two"}, "WEB_PROCESSES is 'two'; it can be a whole number from 1 on"),
        ({"LOGIN_PAUSE": "0"}, "LOGIN_PAUSE is '0'; it can be a whole number from 1 on"),
        ({"PASSWORD_LENGTH": "-1"}, "PASSWORD_LENGTH is '-1'"),
        ({"SESSION_LIST": "perhaps"}, "SESSION_LIST is 'perhaps'; it can be on or off"),
        ({"GAUGES_TOKEN": "short"}, "GAUGES_TOKEN is too short; it needs 32 characters"),
        ({"TIME_ZONE": "Europe/Orsha"}, "is 'Europe/Orsha'; it can be a name of the tz database"),
        ({"LOG_LEVEL": "loud"}, "LOG_LEVEL is 'loud'; it can be DEBUG, INFO, WARNING or ERROR"),
        ({"REFIT_KEYS_FILE": "/nowhere"}, "REFIT_KEYS_FILE is '/nowhere', which cannot be read"),
        ({"SECRET_KEY": "x", "SECRET_KEY_FILE": "/nowhere"}, "both SECRET_KEY and SECRET_KEY_FILE are set"),
        ({"REFIT_VAR": "/proc/refit"}, "set REFIT_VAR to a folder of your own"),
        ({"CLUB_PAGE": "on"}, "CLUB_PAGE is 'on'; it can be off, chosen or proposed"),
        ({"CLUB_NAME": "x" * 10_000}, "CLUB_NAME has 10000 characters; it can be one line of 60"),
        ({"CLUB_NAME": "two\nlines"}, "it can be one line of 60"),
        ({"CLUB_COLOURS": "red"}, "CLUB_COLOURS is 'red'; it can be a colour for light and one for dark pages"),
        ({"CLUB_COLOURS": "#000000,#111111,#222222"}, "it can be a colour for light and one for dark pages"),
        ({"CLUB_COLOURS": "#7a1f1f"}, "#7a1f1f has a contrast of"),
        ({"CLUB_COLOURS": "#ffff00,#ffff00"}, "take a darker one"),
        ({"REGISTRATION": "friends"}, "REGISTRATION is 'friends'; it can be open, invited or closed"),
        ({"REFIT_URL": "http://ex ample.org"}, "REFIT_URL is no address"),
        ({"REFIT_URL": "http://example.org/refit"}, "REFIT_URL has to be scheme, host and port alone"),
        ({"DATABASE_URL": "postgresql://localhost"}, "DATABASE_URL names no database; it is postgresql://"),
        ({"ALLOWED_HOSTS": "refit.example.org, *"}, "ALLOWED_HOSTS names '*'; it can be host names"),
        ({"ALLOWED_HOSTS": "https://refit.example.org"}, "ALLOWED_HOSTS names 'https://refit.example.org'"),
        ({"EMAIL_FROM": "the host"}, "EMAIL_FROM is 'the host'; it can be an address"),
        ({"EMAIL_FROM": "a\nBcc: b@example.org"}, "it can be an address as refit-room@example.org"),
        ({"LOGIN_PAUSE": "9" * 15}, "it can be a whole number from 1 on, 100000 at most"),
        ({"PASSWORD_LENGTH": "500"}, "it can be a whole number from 0 on, 128 at most"),
        ({"WEB_PROCESSES": "1000"}, "it can be a whole number from 1 on, 64 at most"),
        ({"CAMPAIGNS_A_DAY": "9" * 9_999}, "it can be a whole number from 0 on, 1000000 at most"),
        ({"SECRET_KEY": "changeme"}, "SECRET_KEY is too short (8); it needs 32 characters"),
        ({"REFIT_KEYS": ","}, "REFIT_KEYS holds no key; put back what it was"),
        ({"REFIT_KEYS": "?"}, "a key in REFIT_KEYS is not urlsafe base64; put back what it was"),
        ({"REFIT_KEYS": SHORT_KEY}, "a key in REFIT_KEYS is 5 bytes long; it must be 32"),
    ],
)
def test_nonsense_is_refused(tmp_path: Path, env: dict[str, str], complaint: str) -> None:
    assert complaint in refused(tmp_path, **env)


def test_what_is_empty_is_not_set(tmp_path: Path) -> None:
    names = ("REFIT_MODE", "REFIT_URL", "WEB_PROCESSES", "SESSION_LIST", "EMAIL_URL", "REGISTRATION", "REFIT_KEYS_FILE")
    found = read(tmp_path, **dict.fromkeys(names, ""))
    assert (found.REFIT_MODE, found.WEB_PROCESSES) == ("embedded", 1)


def test_secrets_are_read_from_files(tmp_path: Path) -> None:
    key = keys.new_key()
    given = {
        "SECRET_KEY": "s" * 60,
        "REFIT_KEYS": key,
        "DATABASE_PASSWORD": "p@ss/word",
        "REFIT_BROKER_PASSWORD": "b:r/k",
    }
    env = {name: value for name, value in CLUB.items() if name not in given}
    for name, value in given.items():
        (tmp_path / name).write_text(value + "\n")
        env[f"{name}_FILE"] = str(tmp_path / name)
    found = read(tmp_path, **env)
    assert given["SECRET_KEY"] == found.SECRET_KEY
    assert keys.master_keys(key) == found.REFIT_KEYS
    assert found.DATABASES["default"]["PASSWORD"] == given["DATABASE_PASSWORD"]
    assert found.REFIT_BROKER_URL == "redis://:b%3Ar%2Fk@valkey:6379/0"


def test_secrets_that_were_swapped_stop_the_start(tmp_path: Path) -> None:
    for name, content in {"secret_key": keys.new_key(), "refit_keys": keys.new_secret()}.items():
        (tmp_path / name).write_text(content + "\n")
    files = {"SECRET_KEY_FILE": str(tmp_path / "secret_key"), "REFIT_KEYS_FILE": str(tmp_path / "refit_keys")}
    with pytest.raises(ImproperlyConfigured, match="a key in REFIT_KEYS is 48 bytes long; it must be 32"):
        read(tmp_path / "var", **{name: CLUB[name] for name in CLUB if f"{name}_FILE" not in files}, **files)


@pytest.mark.parametrize("made", ["nothing", "folder", "closed"])
def test_a_secret_that_cannot_be_read_is_named(tmp_path: Path, made: str) -> None:
    file = tmp_path / "broker"
    if made == "folder":  # as Compose makes where the file is missing
        file.mkdir()
    if made == "closed":
        file.write_bytes(b"\xff\xfe")
    with pytest.raises(ImproperlyConfigured, match=r"REFIT_BROKER_PASSWORD_FILE is .* which cannot be read"):
        read(tmp_path / "var", **CLUB, REFIT_BROKER_PASSWORD_FILE=str(file))


def test_a_database_that_lets_nobody_in_is_told_in_a_sentence() -> None:
    with pytest.raises(SystemExit) as ended, exit_on_bad_settings():
        raise OperationalError('connection failed: FATAL:  password authentication failed for user "refit"')
    assert "password authentication failed" in str(ended.value)
    assert "secrets/database_owner" in str(ended.value)


@pytest.mark.live
@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_port_in_use_is_told_with_the_remedy(monkeypatch: pytest.MonkeyPatch, settings: Any, processes: str) -> None:
    settings.WEB_PROCESSES = int(processes)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setenv("REFIT_BIND", f"127.0.0.1:{taken.getsockname()[1]}")
        with pytest.raises(SystemExit, match="is in use; stop what listens there, or choose another"):
            web.main()


def test_a_process_that_opens_no_room_is_given_no_key(tmp_path: Path) -> None:
    found = read(tmp_path, **CLUB | {"REFIT_KEYS": "none", "SECRET_KEY": "none"})
    assert (found.REFIT_KEYS, len(found.SECRET_KEY)) == ([], 64)


@pytest.fixture(scope="module")
def var(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of an instance that never starts; what root's supervisor copied out of his own is taken away again."""
    made = tmp_path_factory.mktemp("var")
    yield made
    for var in (made, made.resolve()):
        for folder in paths.FOR_ROOT.glob(f"{readable_copy.mark(var)}-*"):
            shutil.rmtree(folder, ignore_errors=True)


COPIES = pytest.mark.whole("started by root it copies the program before it reads the settings")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("program", [
    "manage.py check", "-m config.web", "-m celery -A config.celery report",
    pytest.param("-m launch.supervisor", marks=COPIES),
])  # fmt: skip
def test_a_key_that_can_be_none_stops_the_start_with_a_sentence_and_no_trace(var: Path, program: str) -> None:
    clean = {"PATH": os.environ["PATH"], "REFIT_VAR": str(var), "REFIT_KEYS": SHORT_KEY}
    found = subprocess.run([sys.executable, *program.split()], cwd=ROOT, env=clean, capture_output=True, text=True)
    assert (found.returncode, found.stdout) == (1, "")
    assert "is 5 bytes long; it must be 32" in found.stderr
    assert "Traceback" not in found.stderr


@pytest.mark.parametrize(("name", "given", "complaint"), [
    ("REFIT_BIND", "8000", "REFIT_BIND is '8000'; it has to be host:port, as 127.0.0.1:8000"),
    ("REFIT_BIND", "127.0.0.1:80000", "it has to be host:port"),
    ("FORWARDED_ALLOW_IPS", "*", "FORWARDED_ALLOW_IPS names '*'; it can be addresses as 10.0.0.5 or networks"),
    ("FORWARDED_ALLOW_IPS", "10.0.0.5, proxy", "FORWARDED_ALLOW_IPS names 'proxy'"),
])  # fmt: skip
def test_where_the_web_server_listens_and_whom_it_believes_is_looked_at_before_it_starts(
    monkeypatch: pytest.MonkeyPatch, name: str, given: str, complaint: str
) -> None:
    monkeypatch.setenv(name, given)
    with pytest.raises(SystemExit) as ended, exit_on_bad_settings():
        web.main()
    assert complaint in str(ended.value)


@pytest.mark.parametrize(
    ("env", "expected"),
    [
        ({}, [False, False, False, False, False]),
        (CLUB, [False, False, False, False, False]),
        ({**CLUB, "EMAIL_URL": "smtp+tls://mail.example.org:587"}, [False, False, False, False, True]),
        ({"SECOND_FACTOR": "app", "SESSION_LIST": "on"}, [True, False, True, True, False]),
        (
            {"SECOND_FACTOR": "app,passkey", "EMAIL_VERIFICATION": "mandatory", "EMAIL_URL": "smtp://localhost"},
            [True, True, False, False, True],
        ),
    ],
)
def test_a_name_and_a_password_are_enough_until_the_host_asks_for_more(
    tmp_path: Path, env: dict[str, str], expected: list[bool]
) -> None:
    found = read(tmp_path, **env)
    asked = [bool(found.MFA_SUPPORTED_TYPES), found.MFA_PASSKEY_LOGIN_ENABLED, found.SESSION_LIST]
    asked += ["config.sessions.ListSessions" in found.MIDDLEWARE, "email*" in found.ACCOUNT_SIGNUP_FIELDS]
    assert asked == expected


def test_what_is_switched_off_has_no_address(tmp_path: Path) -> None:
    switched = ("mfa_index", "mfa_login_webauthn", "usersessions_list")
    assert set(switched) <= get_resolver().reverse_dict.keys(), "all is on in the tests"
    tell = f"import django; django.setup(); print(get_resolver().reverse_dict.keys() & {{*{switched}}})"
    clean = {"PATH": os.environ["PATH"], "REFIT_VAR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    command = [sys.executable, "-c", f"from django.urls import get_resolver; {tell}"]
    assert subprocess.run(command, cwd=ROOT, env=clean, capture_output=True, text=True).stdout == "set()\n"


@pytest.mark.parametrize(
    ("env", "expected"),
    [
        ({}, (3, True, 8, 15)),
        ({"PASSWORD_LENGTH": "0", "LOGIN_FAILURES": "0"}, (0, False, 0, 15)),
        ({"PASSWORD_LENGTH": "14", "LOGIN_FAILURES": "3", "LOGIN_PAUSE": "60"}, (3, True, 3, 60)),
    ],
)
def test_the_host_says_how_strict_passwords_and_locks_are(
    tmp_path: Path, env: dict[str, str], expected: tuple[int, bool, int, int]
) -> None:
    found = read(tmp_path, **env)
    locks = found.AXES_ENABLED, found.AXES_FAILURE_LIMIT, found.AXES_COOLOFF_TIME // timedelta(minutes=1)
    assert (len(found.AUTH_PASSWORD_VALIDATORS), *locks) == expected


@pytest.mark.parametrize(("env", "expected"), [({}, ("open", False)), (CLUB, ("invited", False)),
    ({**CLUB, "REGISTRATION": "closed", "EMAIL_URL": "smtp://localhost"}, ("closed", True))])  # fmt: skip
def test_a_club_registers_who_is_invited_and_mail_leaves_where_a_server_is_named(
    tmp_path: Path, env: dict[str, str], expected: tuple[str, bool]
) -> None:
    found = read(tmp_path, **env)
    who, sends = expected
    assert who == found.REGISTRATION
    assert found.SENDS_MAIL is sends


@pytest.mark.parametrize("url", ["", "smtp://localhost"])
def test_no_letter_is_ever_printed(tmp_path: Path, url: str) -> None:
    backend = read(tmp_path, EMAIL_URL=url, **CLUB).EMAIL_BACKEND
    assert backend.rsplit(".", 2)[-2] == ("smtp" if url else "dummy")


def test_every_requirement_is_pinned_with_a_hash() -> None:
    locked.main()


def test_a_requirement_that_is_not_pinned_is_named() -> None:
    assert locked.missing("Django\nnew_thing>=2\n", "django==5.2 \\\n    --hash=sha256:00\n") == ["new_thing"]


def test_no_template_library_but_the_one_of_translations_takes_anothers_place() -> None:
    found = [warning.msg for warning in engines["django"].check() if warning.id == "templates.W003"]
    assert len(found) == 1, "the check is silenced for this one"
    assert found[0].startswith("'i18n' is used")


def test_the_host_says_how_the_club_is_called_and_coloured(tmp_path: Path) -> None:
    chosen = {"CLUB_NAME": "The Club", "CLUB_COLOURS": "#7A1F1F, #e6a3a3"}
    found = read(tmp_path, **chosen)
    assert (found.CLUB_PAGE, found.CLUB_NAME, found.CLUB_COLOURS) == ("off", "The Club", ("#7a1f1f", "#e6a3a3"))
    found = read(tmp_path, **CLUB)
    assert (found.CLUB_PAGE, found.CLUB_COLOURS) == ("chosen", None)
