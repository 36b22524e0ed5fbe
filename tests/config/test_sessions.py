"""The list of one's sessions, and what ends with a session: pages, and live streams at once."""

import asyncio
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import reverse

from config.asgi import Application
from tests.config.test_accounts import GOOD, log_in
from tests.config.test_live import Page, listening, played, rooms
from tests.players import BACKEND

__all__ = ["rooms"]

LIST = "/accounts/sessions/"


@pytest.fixture
def two(db: None) -> tuple[Client, Client]:
    """Somebody with two browsers."""
    cache.clear()
    get_user_model().objects.create_user("anna", password=GOOD)
    home, away = Client(headers={"user-agent": "Home 1.0"}), Client(headers={"user-agent": "Away 1.0"})
    assert log_in(home, "anna", GOOD)
    assert log_in(away, "anna", GOOD)
    return home, away


def listed(client: Client) -> list[str]:
    """The browsers on one's list, this one marked."""
    sessions = client.get(LIST).context["sessions"]
    key = client.session.session_key
    return sorted(f"{each.user_agent}{' *' if each.session_key == key else ''}" for each in sessions)


def test_the_list_names_every_browser_and_says_which_is_this(two: tuple[Client, Client]) -> None:
    home, away = two
    assert listed(home) == ["Away 1.0", "Home 1.0 *"]
    page = home.get(LIST).content.decode()
    assert page.count("this one") == 1
    key = away.session.session_key
    assert key
    assert key not in page, "who reads it over a shoulder must not log in with it"


def test_logging_out_everywhere_else_ends_the_other_session_and_no_other_persons(two: tuple[Client, Client]) -> None:
    home, away = two
    get_user_model().objects.create_user("boris", password=GOOD)
    boris = Client()
    assert log_in(boris, "boris", GOOD)
    home.post(LIST)
    assert away.get("/accounts/email/").status_code == 302
    assert home.get("/accounts/email/").status_code == 200
    assert boris.get("/accounts/email/").status_code == 200
    assert listed(home) == ["Home 1.0 *"]


def test_a_session_whose_key_is_renewed_stays_on_the_list_and_can_be_ended(two: tuple[Client, Client]) -> None:
    """As at the hand-over of a shared device."""
    home, away = two
    session = away.session
    session.cycle_key()
    assert session.session_key
    away.cookies["sessionid"] = session.session_key
    away.get("/")
    assert listed(home) == ["Away 1.0", "Home 1.0 *"]
    home.post(LIST)
    assert away.get("/accounts/email/").status_code == 302


def test_a_session_older_than_the_list_comes_onto_it(db: None) -> None:
    user = get_user_model().objects.create_user("anna", password=GOOD)
    client = Client()
    client.force_login(user, backend=BACKEND)
    assert UserSession.objects.count() == 0
    client.get("/")
    assert len(listed(client)) == 1


def test_a_changed_password_ends_the_other_sessions(two: tuple[Client, Client]) -> None:
    home, away = two
    new = "another long password"
    home.post(reverse("account_change_password"), {"oldpassword": GOOD, "password1": new, "password2": new})
    assert away.get("/accounts/email/").status_code == 302
    assert listed(home) == ["Home 1.0 *"]


def test_a_stranger_has_no_list(client: Client) -> None:
    assert client.get(LIST).status_code == 302


@pytest.mark.django_db(transaction=True)
def test_the_live_stream_of_an_ended_session_ends_with_it_and_the_other_goes_on(
    two: tuple[Client, Client], rooms: Any
) -> None:
    home = two[0]
    keys = [f"sessionid={each.session.session_key}" for each in two]

    async def story(application: Application) -> None:
        kept = Page(application, keys[0])
        await listening(kept)
        ended = Page(application, keys[1])
        assert await ended.hears(b"retry:")
        await asyncio.to_thread(_post, home)
        await asyncio.wait_for(ended.task, 5)
        assert not kept.task.done()
        await kept.leaves()

    played(story)
    assert Session.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_log_out_ends_the_live_stream_at_once(two: tuple[Client, Client], rooms: Any) -> None:
    home, _ = two
    key = home.session.session_key

    async def story(application: Application) -> None:
        page = Page(application, f"sessionid={key}")
        await listening(page)
        await asyncio.to_thread(_post, home, reverse("account_logout"))
        await asyncio.wait_for(page.task, 5)

    played(story)


def test_no_notice_between_processes_holds_a_key_of_a_session(two: tuple[Client, Client], monkeypatch: Any) -> None:
    from config import sessions

    said: list[str] = []
    real = connection.cursor

    def noted() -> Any:
        cursor: Any = real()
        execute = cursor.execute
        cursor.execute = lambda sql, values=None: (said.append(repr(values)), execute(sql, values))[1]
        return cursor

    monkeypatch.setattr(connection, "cursor", noted)
    key = two[1].session.session_key
    assert key
    two[0].post(LIST)
    assert any(sessions.session_mark(key) in each for each in said)
    assert not [each for each in said if "session " in each and key in each]


def _post(client: Client, url: str = LIST) -> None:
    client.post(url)
    connection.close()
