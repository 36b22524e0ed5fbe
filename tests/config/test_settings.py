"""The settings, as a child process sees them: what the environment decides, and what it may not leave out."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.template import engines

from config import keys, locked
from launch import paths, readable_copy

ROOT = Path(__file__).resolve().parents[2]
CLUB = {
    "REFIT_MODE": "club",
    "REFIT_URL": "https://refit.example.org",
    "SECRET_KEY": "x" * 60,
    "REFIT_KEYS": keys.new_key(),
    "DATABASE_URL": "postgresql://refit:secret@postgres:5432/refit",
    "BROKER_URL": "redis://valkey:6379/0",
}


@cache
def processes() -> subprocess.Popen[str]:
    """What starts a process for each line it is sent."""
    command = [sys.executable, "-m", "tests.config.settings_processes"]
    clean, pipe = {"PATH": os.environ["PATH"]}, subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, env=clean, stdin=pipe, stdout=pipe, text=True)


@pytest.fixture(scope="module", autouse=True)
def processes_ended() -> Iterator[None]:
    """It ends with the tests of this module."""
    with processes():
        yield
    processes.cache_clear()


def told(var: Path, expression: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Print one expression over the settings `s` of a fresh process."""
    clean = {"PATH": os.environ["PATH"], "REFIT_VAR": str(var), "DJANGO_SETTINGS_MODULE": "config.settings", **env}
    with tempfile.TemporaryDirectory() as folder:
        said = [Path(folder) / name for name in ("out", "err")]
        asked = processes()
        assert asked.stdin
        assert asked.stdout
        print(json.dumps([expression, clean, *map(str, said)]), file=asked.stdin, flush=True)
        ended = int(asked.stdout.readline())
        return subprocess.CompletedProcess(expression, ended, *(each.read_text() for each in said))


def test_with_nothing_set_it_runs_by_itself(tmp_path: Path) -> None:
    found = told(tmp_path, "s.EMBEDDED_DATABASE, s.BROKER_URL.split(':')[0], s.DEBUG, s.SESSION_COOKIE_SECURE")
    assert found.stdout == "True pgmq False False\n"
    assert (tmp_path / "secret_key").exists()


def test_a_club_takes_everything_from_its_environment(tmp_path: Path) -> None:
    found = told(tmp_path, "s.DATABASES['default']['HOST'], s.BROKER_URL, s.SESSION_COOKIE_SECURE", **CLUB)
    assert found.stdout == "postgres redis://valkey:6379/0 True\n"
    assert list(tmp_path.iterdir()) == []


def test_the_demo_whose_passwords_all_can_read_is_not_for_a_club_that_did_not_ask_for_it(tmp_path: Path) -> None:
    assert told(tmp_path, "s.REFIT_DEMO").stdout == "True\n"
    assert told(tmp_path, "s.REFIT_DEMO", **CLUB).stdout == "False\n"
    assert told(tmp_path, "s.REFIT_DEMO", **CLUB, REFIT_DEMO="on").stdout == "True\n"


@pytest.mark.parametrize("name", ["SECRET_KEY", "REFIT_KEYS", "DATABASE_URL"])
def test_a_club_that_forgot_something_is_told_what(tmp_path: Path, name: str) -> None:
    found = told(tmp_path, "s.DEBUG", **{key: value for key, value in CLUB.items() if key != name})
    assert found.returncode == 1
    assert f"{name} is not set" in found.stderr


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
        ({"BROKER_URL": "amqp://localhost"}, "begin with redis://, rediss://, pgmq://"),
        ({"WEB_PROCESSES": "two"}, "WEB_PROCESSES is 'two'; it can be a whole number from 1 on"),
        ({"LOGIN_PAUSE": "0"}, "LOGIN_PAUSE is '0'; it can be a whole number from 1 on"),
        ({"PASSWORD_LENGTH": "-1"}, "PASSWORD_LENGTH is '-1'"),
        ({"SESSION_LIST": "perhaps"}, "SESSION_LIST is 'perhaps'; it can be on or off"),
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
    ],
)
def test_nonsense_is_refused(tmp_path: Path, env: dict[str, str], complaint: str) -> None:
    said = told(tmp_path, "s.DEBUG", **env).stderr
    assert "ImproperlyConfigured: " in said
    assert complaint in said


def test_what_is_empty_is_not_set(tmp_path: Path) -> None:
    names = ("REFIT_MODE", "REFIT_URL", "WEB_PROCESSES", "SESSION_LIST", "EMAIL_URL", "REGISTRATION", "REFIT_KEYS_FILE")
    assert told(tmp_path, "s.REFIT_MODE, s.WEB_PROCESSES", **dict.fromkeys(names, "")).stdout == "embedded 1\n"


def test_secrets_are_read_from_files(tmp_path: Path) -> None:
    key = keys.new_key()
    given = {"SECRET_KEY": "s" * 60, "REFIT_KEYS": key, "DATABASE_PASSWORD": "p@ss/word", "BROKER_PASSWORD": "b:r/k"}
    env = {name: value for name, value in CLUB.items() if name not in given}
    for name, value in given.items():
        (tmp_path / name).write_text(value + "\n")
        env[f"{name}_FILE"] = str(tmp_path / name)
    expression = "s.SECRET_KEY[:2], s.REFIT_KEYS, s.DATABASES['default']['PASSWORD'], s.BROKER_URL"
    found = told(tmp_path, expression, **env).stdout
    assert found == f"ss {keys.master_keys(key)} p@ss/word redis://:b%3Ar%2Fk@valkey:6379/0\n"


def test_a_process_that_opens_no_room_is_given_no_key(tmp_path: Path) -> None:
    found = told(tmp_path, "s.REFIT_KEYS, len(s.SECRET_KEY)", **CLUB | {"REFIT_KEYS": "none", "SECRET_KEY": "none"})
    assert found.stdout == "[] 64\n"


@pytest.fixture(scope="module")
def var(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of an instance that never starts; what root's supervisor copied out of his own is taken away again."""
    made = tmp_path_factory.mktemp("var")
    yield made
    for var in (made, made.resolve()):
        for folder in paths.FOR_ROOT.glob(f"{readable_copy.mark(var)}-*"):
            shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.parametrize("program", [["manage.py", "check"], ["-m", "config.web"], ["-m", "launch.supervisor"],
                                     ["-m", "celery", "-A", "config.celery", "report"]])  # fmt: skip
@pytest.mark.parametrize(("given", "sentence"), [("c2hvcnQ=", "is 5 bytes long; it must be 32"), ("?", "base64")])
def test_a_key_that_can_be_none_stops_the_start_with_a_sentence_and_no_trace(
    var: Path, program: list[str], given: str, sentence: str
) -> None:
    clean = {"PATH": os.environ["PATH"], "REFIT_VAR": str(var), "REFIT_KEYS": given}
    found = subprocess.run([sys.executable, *program], cwd=ROOT, env=clean, capture_output=True, text=True)
    assert found.returncode != 0
    assert sentence in found.stderr
    assert "Traceback" not in found.stderr


@pytest.mark.parametrize(("name", "given", "complaint"), [
    ("REFIT_BIND", "8000", "REFIT_BIND is '8000'; it has to be host:port, as 127.0.0.1:8000"),
    ("REFIT_BIND", "127.0.0.1:80000", "it has to be host:port"),
    ("FORWARDED_ALLOW_IPS", "*", "FORWARDED_ALLOW_IPS names '*'; it can be addresses as 10.0.0.5 or networks"),
    ("FORWARDED_ALLOW_IPS", "10.0.0.5, proxy", "FORWARDED_ALLOW_IPS names 'proxy'"),
])  # fmt: skip
def test_where_the_web_server_listens_and_whom_it_believes_is_looked_at_before_it_starts(
    tmp_path: Path, name: str, given: str, complaint: str
) -> None:
    clean = {"PATH": os.environ["PATH"], "REFIT_VAR": str(tmp_path), name: given}
    found = subprocess.run([sys.executable, "-m", "config.web"], cwd=ROOT, env=clean, capture_output=True, text=True)
    assert (found.returncode, found.stdout) == (1, "")
    assert complaint in found.stderr
    assert "Traceback" not in found.stderr


ACCOUNTS = """[bool(s.MFA_SUPPORTED_TYPES), s.MFA_PASSKEY_LOGIN_ENABLED, s.SESSION_LIST,
    'config.sessions.ListSessions' in s.MIDDLEWARE, 'email*' in s.ACCOUNT_SIGNUP_FIELDS]"""


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


@pytest.mark.parametrize(("env", "expected"), [({}, "open False"), (CLUB, "invited False"),
    ({**CLUB, "REGISTRATION": "closed", "EMAIL_URL": "smtp://localhost"}, "closed True")])  # fmt: skip
def test_a_club_registers_who_is_invited_and_mail_leaves_where_a_server_is_named(
    tmp_path: Path, env: dict[str, str], expected: str
) -> None:
    assert told(tmp_path, "s.REGISTRATION, s.SENDS_MAIL", **env).stdout == expected + "\n"


@pytest.mark.parametrize("url", ["", "smtp://localhost"])
def test_no_letter_is_ever_printed(tmp_path: Path, url: str) -> None:
    backend = told(tmp_path, "s.EMAIL_BACKEND", EMAIL_URL=url, **CLUB).stdout
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
    said = told(tmp_path, "s.CLUB_PAGE, s.CLUB_NAME, s.CLUB_COLOURS", **chosen)
    assert said.stdout == "off The Club ('#7a1f1f', '#e6a3a3')\n"
    assert told(tmp_path, "s.CLUB_PAGE, s.CLUB_COLOURS", **CLUB).stdout == "chosen None\n"
