"""Who may open a live stream: looked up once when it opens, and again from time to time.

Django's session and the gate of the campaigns are asked in one thread of its own, whose one connection serves all
streams of the process.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.db import close_old_connections, connection
from django.http import HttpRequest, parse_cookie

from campaigns import access
from config.jobs import conninfo
from config.sessions import key_in


@dataclass(frozen=True, slots=True)
class StreamPermit:
    """The session and campaign of a stream, and the rooms it may hear of."""

    session_key: str
    campaign_id: str
    rooms: frozenset[str]


class StreamAuth:
    """Issues and renews permits; `close` gives its connection back."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="live-auth")

    async def issue(self, cookies: str, campaign_id: str) -> StreamPermit | None:
        """Return a permit for whoever sent these cookies; None if the campaign is not theirs to see."""
        key = key_in(parse_cookie(cookies))
        return await self._ask(lambda: _permit(key, campaign_id)) if key else None

    async def renew(self, old: StreamPermit) -> StreamPermit | None:
        """Return the permit as it is now; None if the session has ended or the seat is gone."""
        return await self._ask(lambda: _permit(old.session_key, old.campaign_id))

    def close(self) -> None:
        """Give the connection back and end the thread."""
        self._thread.submit(lambda: connection.close())  # looked up there: each thread has its own
        self._thread.shutdown()

    async def _ask(self, question: Callable[[], StreamPermit | None]) -> StreamPermit | None:
        return await asyncio.get_running_loop().run_in_executor(self._thread, _in_time, question)


def listening_conninfo() -> str:
    """Return the connection string for who listens, which has to reach the database itself and not a pooler."""
    return conninfo({**connection.settings_dict, **settings.LIVE_DATABASE})


def _in_time(question: Callable[[], StreamPermit | None]) -> StreamPermit | None:
    close_old_connections()
    try:
        return question()
    finally:
        close_old_connections()


def _permit(session_key: str, campaign_id: str) -> StreamPermit | None:
    request = HttpRequest()
    request.session = SessionStore(session_key)
    user = get_user(request)  # also sees that the password has not changed since
    if not user.is_authenticated:
        return None
    access.attach_from_session(user, request.session)
    rooms = access.live_rooms(user, campaign_id)
    return None if rooms is None else StreamPermit(session_key, campaign_id, rooms)
