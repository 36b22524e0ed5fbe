"""Live streams, spoken to as a server would: who gets in, what they hear, and what that costs."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import psycopg
import pytest
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection

from campaigns import access
from campaigns.ledger.journal import CHANNEL
from campaigns.talk import actions as talk
from config import live
from config.asgi import MOST_COOKIES, Application
from rules.contract import PUBLIC
from tests.players import start_played

pytestmark = pytest.mark.django_db(transaction=True)

CAMPAIGN = "abcdefghijkl"


class Page:
    """A browser's end of one request: collects what is sent to it, and can go away."""

    def __init__(self, application: Application, cookie: str, campaign: str = CAMPAIGN) -> None:
        headers = [(b"cookie", cookie.encode())] if cookie else []
        scope = {"type": "http", "method": "GET", "path": f"/live/{campaign}/", "headers": headers}
        self.gone = asyncio.Event()
        self.status = 0
        self.body = b""
        self.task = asyncio.create_task(application(scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        self.status = message.get("status", self.status)
        self.body += message.get("body", b"")

    async def hears(self, text: bytes, within: float = 30.0) -> bool:
        """Wait until `text` has arrived; False if it has not in time."""
        until = time.monotonic() + within
        while text not in self.body and time.monotonic() < until:
            await asyncio.sleep(0.01)
        return text in self.body

    async def leaves(self) -> None:
        """Close the page."""
        self.gone.set()
        await asyncio.wait_for(self.task, 30)


@pytest.fixture
def cookie() -> str:
    """The cookie of somebody who is logged in."""
    user = get_user_model().objects.create_user("anna", password="a good password")
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "allauth.account.auth_backends.AuthenticationBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return f"theme=dark; sessionid={session.session_key}"


@pytest.fixture
def rooms(monkeypatch: pytest.MonkeyPatch) -> dict[str, frozenset[str] | None]:
    """The rooms the gate opens, by campaign; a test may change them."""
    opened: dict[str, frozenset[str] | None] = {CAMPAIGN: frozenset({"public", "german"})}
    monkeypatch.setattr(access, "live_rooms", lambda user_id, public_id: opened.get(public_id))
    return opened


def played(story: Callable[[Application], Coroutine[Any, Any, None]]) -> None:
    """Run a story with an application that is shut down in order afterwards."""

    async def run() -> None:
        async with _application() as application:
            await story(application)

    asyncio.run(run())


@contextlib.asynccontextmanager
async def _application() -> AsyncIterator[Application]:
    application = Application()
    try:
        yield application
    finally:
        application.hub.close()
        application.auth.close()


async def announce(room: str, campaign: str = CAMPAIGN) -> None:
    """Say, as the journal does, that something happened in a room."""

    def tell() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{campaign} {room}"])
        connection.close()

    await asyncio.to_thread(tell)


async def listening(page: Page) -> None:
    """Wait until the stream is live; it says nothing before."""
    assert await page.hears(b"retry: 2000\n\n")
    page.body = b""


def test_no_session_a_false_one_and_an_unknown_campaign_get_the_same_404(cookie: str, rooms: Any) -> None:
    async def story(application: Application) -> None:
        pages = [
            Page(application, ""),
            Page(application, "sessionid=guessed"),
            Page(application, 'sessionid="guessed\\000"'),
            Page(application, cookie, "zzzzzzzzzzzz"),
        ]
        for page in pages:
            await asyncio.wait_for(page.task, 30)
        assert {(page.status, page.body) for page in pages} == {(404, b"not found\n")}

    played(story)


def test_more_cookies_than_a_page_may_bring_are_refused_unread(rooms: Any) -> None:
    async def story(application: Application) -> None:
        page = Page(application, "sessionid=" + "a" * MOST_COOKIES)
        await asyncio.wait_for(page.task, 30)
        assert (page.status, b"too many cookies" in page.body) == (400, True)

    played(story)


def test_a_change_in_a_room_of_the_seat_arrives_with_the_campaigns_id_and_nothing_else(cookie: str, rooms: Any) -> None:
    async def story(application: Application) -> None:
        page = Page(application, cookie)
        await listening(page)
        await announce("german")
        assert await page.hears(b"\n\n")
        assert (page.status, page.body) == (200, b"event: change\ndata: abcdefghijkl\n\n")
        await page.leaves()

    played(story)


def test_a_change_in_the_other_sides_room_or_another_campaign_is_not_heard(cookie: str, rooms: Any) -> None:
    async def story(application: Application) -> None:
        page = Page(application, cookie)
        await listening(page)
        await announce("russian")
        await announce("public", "zzzzzzzzzzzz")
        assert not await page.hears(b"change", within=0.3)
        await announce("public")
        assert await page.hears(b"change")
        await page.leaves()

    played(story)


def test_a_side_that_talks_in_a_hurry_is_not_heard_by_the_other_however_fresh_its_stream() -> None:
    """Each time in a process of its own, whose listener may not have begun when the messages are written."""
    table = start_played()
    cookie = f"sessionid={table.browser('ivan').session.session_key}"
    hans = table.seat("hans")

    def tells(room: str, number: int) -> None:
        for n in range(number):
            talk.say(text=f"Message {n}", room=room, by=hans)
        connection.close()

    async def story(application: Application) -> None:
        page = Page(application, cookie, table.public_id)
        assert await page.hears(b"retry")
        await asyncio.to_thread(tells, "german", 5)
        before = page.body
        await asyncio.to_thread(tells, PUBLIC, 1)  # notifications come in order: what was to come has come by then
        assert await page.hears(b"change")
        assert (before.count(b"change"), page.body.count(b"change")) == (0, 1)
        await page.leaves()

    for _ in range(10):
        played(story)


def test_a_stream_ends_when_the_seat_is_lost(cookie: str, rooms: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "PING_EVERY", 0.02)

    async def story(application: Application) -> None:
        page = Page(application, cookie)
        assert await page.hears(b": ping")
        rooms[CAMPAIGN] = None
        await asyncio.wait_for(page.task, 30)

    played(story)


def test_a_stream_ends_when_its_owner_logs_out(cookie: str, rooms: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "PING_EVERY", 0.02)

    async def story(application: Application) -> None:
        page = Page(application, cookie)
        assert await page.hears(b": ping")
        await asyncio.to_thread(_log_out, cookie)
        await asyncio.wait_for(page.task, 30)

    played(story)


def test_rooms_that_open_at_the_campaigns_end_are_heard_without_a_reload(
    cookie: str, rooms: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "PING_EVERY", 0.02)

    async def story(application: Application) -> None:
        page = Page(application, cookie)
        await listening(page)
        rooms[CAMPAIGN] = frozenset({"public", "german", "russian"})
        await asyncio.sleep(0.3)
        await announce("russian")
        assert await page.hears(b"change")
        await page.leaves()

    played(story)


def test_a_busy_stream_is_told_of_its_rechecks_too(cookie: str, rooms: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "PING_EVERY", 0.05)

    async def story(application: Application) -> None:
        page = Page(application, cookie)
        await listening(page)
        rooms[CAMPAIGN] = None
        until = time.monotonic() + 30
        while not page.task.done() and time.monotonic() < until:
            application.hub.wake(f"{CAMPAIGN} public")
            await asyncio.sleep(0.01)
        assert page.task.done()

    played(story)


def test_a_lost_connection_ends_all_streams_untold_and_those_opened_afterwards_hear_again(
    cookie: str, rooms: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "RETRY_FIRST", 0.05)

    async def story(application: Application) -> None:
        page = Page(application, cookie)
        await listening(page)
        await asyncio.to_thread(_cut_the_listener)
        await asyncio.wait_for(page.task, 30)
        assert b"change" not in page.body
        page = Page(application, cookie)
        await listening(page)
        await announce("german")
        assert await page.hears(b"change")
        await page.leaves()

    played(story)


def test_a_stream_that_would_hear_nothing_is_not_opened(
    cookie: str, rooms: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*arguments: Any, **options: Any) -> Any:
        raise psycopg.OperationalError

    monkeypatch.setattr(psycopg.AsyncConnection, "connect", away)
    monkeypatch.setattr(live, "LISTENER_PATIENCE", 0.05)

    async def story(application: Application) -> None:
        page = Page(application, cookie)
        await asyncio.wait_for(page.task, 30)
        assert (page.status, page.body) == (503, b"the database does not answer\n")
        assert application.hub.streams() == 0

    played(story)


def test_a_hub_that_closes_lets_go_of_those_that_wait_for_its_listener(
    cookie: str, rooms: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*arguments: Any, **options: Any) -> Any:
        await asyncio.Event().wait()

    monkeypatch.setattr(psycopg.AsyncConnection, "connect", never)

    async def story(application: Application) -> None:
        monkeypatch.setattr(live, "LISTENER_PATIENCE", 600.0)
        page = Page(application, cookie)
        while not application.hub.streams():
            await asyncio.sleep(0.01)
        application.hub.close()
        await asyncio.wait_for(page.task, 30)

    played(story)


def test_the_listener_goes_on_after_a_failure_that_nobody_foresaw(
    cookie: str, rooms: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "RETRY_FIRST", 0.05)
    connect, failures = psycopg.AsyncConnection.connect, [ValueError("a bad descriptor")]

    async def failing_once(*arguments: Any, **options: Any) -> Any:
        if failures:
            raise failures.pop()
        return await connect(*arguments, **options)

    monkeypatch.setattr(psycopg.AsyncConnection, "connect", failing_once)

    async def story(application: Application) -> None:
        page = Page(application, cookie)
        await listening(page)
        await page.leaves()

    played(story)
    assert not failures


def test_one_session_has_so_many_streams_and_no_more(cookie: str, rooms: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a guest without an account takes every file that the process may have open."""
    monkeypatch.setattr(live, "MOST_OF_ONE", 3)

    async def story(application: Application) -> None:
        pages = [Page(application, cookie) for _ in range(3)]
        for page in pages:
            assert await page.hears(b"retry:")
        fourth = Page(application, cookie)
        assert await fourth.hears(b"too many pages")
        assert fourth.status == 429
        await pages[0].leaves()
        assert await Page(application, cookie).hears(b"retry:")

    played(story)


def test_forty_streams_hold_two_connections_and_no_thread_each(
    cookie: str, rooms: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MOST_OF_ONE", 40)

    async def story(application: Application) -> None:
        before = await asyncio.to_thread(_connections)
        pages = [Page(application, cookie) for _ in range(40)]
        for page in pages:
            assert await page.hears(b"retry:")
        assert await asyncio.to_thread(_connections) - before <= 2
        for page in pages:
            await page.leaves()
        assert application.hub.streams() == 0

    played(story)


def test_closing_the_hub_ends_every_stream_at_once(cookie: str, rooms: Any) -> None:
    async def story(application: Application) -> None:
        pages = [Page(application, cookie) for _ in range(3)]
        for page in pages:
            assert await page.hears(b"retry:")
        application.hub.close()
        await asyncio.wait_for(asyncio.gather(*(page.task for page in pages)), 30)

    played(story)


def _log_out(cookie: str) -> None:
    SessionStore(cookie.rpartition("=")[2]).flush()
    connection.close()


def _cut_the_listener() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE query LIKE 'LISTEN%%' AND datname = current_database()"
        )
    connection.close()


def _connections() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        found = cursor.fetchone()[0]
    connection.close()
    return found
