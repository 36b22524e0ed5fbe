"""Accounts as the settings make them: register, log in by name or address, be locked out after guessing."""

import re
import time

import pytest
from allauth.core.internal import ratelimit
from axes.models import AccessAttempt
from django.contrib.auth import get_user_model
from django.core import mail
from django.core.cache import cache
from django.test import Client, RequestFactory

from config import lockout

pytestmark = pytest.mark.django_db

GOOD = "a good long password"


@pytest.fixture(autouse=True)
def _nobody_has_guessed_yet() -> None:
    """Forget the guesses other tests made: they are counted in the process."""
    cache.clear()


def log_in(client: Client, name: str, password: str) -> bool:
    """Fill in the log-in form; say whether it let us in."""
    client.post("/accounts/login/", {"login": name, "password": password})
    return "_auth_user_id" in client.session


def test_a_newcomer_registers_and_is_logged_in(client: Client) -> None:
    form = {"username": "anna", "email": "anna@example.org", "password1": GOOD, "password2": GOOD}
    client.post("/accounts/signup/", form)
    assert get_user_model().objects.get().check_password(GOOD)
    assert "_auth_user_id" in client.session


@pytest.mark.parametrize("name", ["anna", "anna@example.org"])
def test_one_logs_in_by_name_or_by_address(client: Client, name: str) -> None:
    get_user_model().objects.create_user("anna", "anna@example.org", GOOD)
    assert log_in(client, name, GOOD)


@pytest.mark.parametrize("name", ["anna", "anna@example.org", "Anna"])
def test_after_many_wrong_guesses_the_right_password_does_not_help_either(client: Client, name: str) -> None:
    get_user_model().objects.create_user("anna", "anna@example.org", GOOD)
    for guess in range(10):
        assert not log_in(client, name, f"guess {guess}")
        cache.clear()  # leaves the lock in the database, which all processes share, to do the work
    assert not log_in(client, name, GOOD)
    assert client.post("/accounts/login/", {"login": name, "password": GOOD}).status_code == 429


def test_a_name_without_end_is_counted_and_refused(client: Client) -> None:
    sent = {"login": "x" * 90_000, "password": "wrong"}
    answers = [client.post("/accounts/login/", sent) for _ in range(2)]
    assert {answer.status_code for answer in answers} == {200}
    assert AccessAttempt.objects.get().failures_since_start == 2


def test_guessing_at_one_account_does_not_lock_another(client: Client) -> None:
    get_user_model().objects.create_user("anna", password=GOOD)
    get_user_model().objects.create_user("boris", password=GOOD)
    for guess in range(10):
        log_in(client, "anna", f"guess {guess}")
        cache.clear()
    assert log_in(Client(), "boris", GOOD)


@pytest.mark.parametrize("password", ["short", "password123", "anna-kowalska"])
def test_a_weak_password_is_refused_with_a_sentence(client: Client, password: str) -> None:
    form = {"username": "anna-kowalska", "email": "", "password1": password, "password2": password}
    answer = client.post("/accounts/signup/", form)
    assert not get_user_model().objects.exists()
    assert 'class="errorlist"' in answer.content.decode()


def test_where_addresses_are_not_confirmed_a_name_and_a_password_are_enough(client: Client) -> None:
    client.post("/accounts/signup/", {"username": "anna", "email": "", "password1": GOOD, "password2": GOOD})
    assert get_user_model().objects.get().email == ""
    assert "_auth_user_id" in client.session


def test_asking_too_often_gets_a_page_of_our_own(client: Client) -> None:
    answers = [client.post("/accounts/password/reset/", {"email": "anna@example.org"}) for _ in range(7)]
    assert answers[-1].status_code == 429
    assert "Wait a few minutes" in answers[-1].content.decode()


def test_who_is_guessed_at_from_elsewhere_logs_in_all_the_same(client: Client) -> None:
    get_user_model().objects.create_user("anna", password=GOOD)
    rival = Client(REMOTE_ADDR="203.0.113.7")
    for guess in range(30):
        assert not log_in(rival, "anna", f"guess {guess}")
    assert not log_in(rival, "anna", GOOD), "he is locked out himself"
    assert log_in(Client(REMOTE_ADDR="203.0.113.8"), "anna", GOOD)


@pytest.mark.parametrize("name", ["anna", "ANNA", "anna@example.org"])
def test_a_browser_known_to_the_account_goes_on_where_others_of_its_place_are_locked_out(name: str) -> None:
    get_user_model().objects.create_user("anna", "anna@example.org", GOOD)
    mine, rival = Client(), Client()
    assert log_in(mine, "anna", GOOD)
    mine.post("/accounts/logout/")
    for guess in range(30):
        log_in(rival, name, f"guess {guess}")
        cache.clear()
    assert not log_in(rival, name, GOOD)
    assert log_in(mine, name, GOOD)


def test_nobody_is_buried_in_mails_about_a_new_password(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks, from wherever, once a minute; and the link of the first mail is as good as any."""
    get_user_model().objects.create_user("anna", "anna@example.org", GOOD)
    now = time.time()
    for minute in range(30):
        monkeypatch.setattr(ratelimit.time, "time", lambda minute=minute: now + minute * 60)
        stranger = Client(REMOTE_ADDR=f"198.51.100.{minute + 1}")
        stranger.post("/accounts/password/reset/", {"email": "anna@example.org" if minute % 2 else "Anna@Example.org"})
    assert len(mail.outbox) == 5
    (link,) = re.findall(r"https?://[^/]+(/accounts/password/reset/key/\S+)", str(mail.outbox[0].body))
    page = Client().get(link, follow=True)
    assert page.status_code == 200
    assert "password1" in page.content.decode()


def test_all_addresses_of_one_line_are_one_place() -> None:
    """Who has an IPv6 line has 2 to the 64 of them, and would have as many tries."""
    get_user_model().objects.create_user("anna", password=GOOD)
    for guess in range(10):
        assert not log_in(Client(REMOTE_ADDR=f"2001:db8:0:7::{guess + 1:x}"), "anna", f"guess {guess}")
        cache.clear()
    assert not log_in(Client(REMOTE_ADDR="2001:db8:0:7:ffff::9"), "anna", GOOD)
    assert log_in(Client(REMOTE_ADDR="2001:db8:0:8::1"), "anna", GOOD)
    assert AccessAttempt.objects.get().ip_address == "2001:db8:0:7::"


@pytest.mark.parametrize(
    ("told", "place"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("unix:", "unix:"),
    ],
)
def test_where_somebody_tries_from(told: str, place: str) -> None:
    assert lockout.place(RequestFactory().get("/", REMOTE_ADDR=told)) == place


def test_a_known_browser_is_locked_out_too_when_it_guesses(client: Client) -> None:
    get_user_model().objects.create_user("anna", password=GOOD)
    assert log_in(client, "anna", GOOD)
    client.post("/accounts/logout/")
    for guess in range(10):
        log_in(client, "anna", f"guess {guess}")
        cache.clear()
    assert not log_in(client, "anna", GOOD)


def test_a_browser_known_to_one_account_is_a_stranger_to_another() -> None:
    for name in ("anna", "boris"):
        get_user_model().objects.create_user(name, password=GOOD)
    rival = Client()
    assert log_in(rival, "boris", GOOD)
    told = rival.cookies["known_device"]
    assert told["httponly"]
    assert "boris" not in told.value
    rival.post("/accounts/logout/")
    for guess in range(10):
        log_in(Client(), "anna", f"guess {guess}")
        cache.clear()
    assert not log_in(rival, "anna", GOOD)
    rival.cookies["known_device"] = "made-up:by:nobody"
    assert log_in(rival, "boris", GOOD), "a cookie nobody has signed is none"
