"""What the web server runs: live streams here, every page in Django.

A stream through Django would hold a thread for as long as a page is open. So /live/<campaign>/ is answered in front of
it, and Django runs as WSGI in a few threads that keep their database connections.
"""

import asyncio
import contextlib
import os
import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from a2wsgi import WSGIMiddleware
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django: Any = get_wsgi_application()
pages: Any = WSGIMiddleware(django, workers=4)

# The apps are loaded only now.
from config.headers import fixed  # noqa: E402
from config.live import Hub, Stream  # noqa: E402
from config.passport import Desk  # noqa: E402

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

LIVE = re.compile(r"/live/([A-Za-z0-9_-]{1,64})/", re.ASCII)
HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # a proxy must not collect what is to arrive at once
]
NOT_FOUND = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]


class Application:
    """The ASGI application; each instance has streams of its own."""

    def __init__(self) -> None:
        self.desk = Desk()
        self.hub = Hub(self.desk)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "lifespan":
            await self._live_and_die(receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1000})
        elif found := LIVE.fullmatch(scope["path"]):
            await self._stream(found[1], scope, receive, send)
        else:
            await pages(scope, _whole(receive), send)

    async def _live_and_die(self, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self.hub.close()
        self.desk.close()
        await send({"type": "lifespan.shutdown.complete"})

    async def _stream(self, campaign_id: str, scope: Message, receive: Receive, send: Send) -> None:
        cookies = b"; ".join(value for name, value in scope["headers"] if name == b"cookie").decode("latin-1")
        passport = await self.desk.issue(cookies, campaign_id) if scope["method"] == "GET" else None
        if passport is None:
            await _answer_not_found(send)
            return
        stream = Stream(passport)
        watcher = asyncio.create_task(_end_with_client(receive, stream))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": _complete(HEADERS)})
            async with contextlib.aclosing(self.hub.messages(stream)) as messages:
                async for message in messages:
                    await send({"type": "http.response.body", "body": message, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            watcher.cancel()


def _whole(receive: Receive) -> Receive:
    """Make a form that breaks off in the middle an error; it would reach Django as a shorter one."""

    async def receive_or_fail() -> Message:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionResetError("the client went away")
        return message

    return receive_or_fail


async def _end_with_client(receive: Receive, stream: Stream) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.end()


async def _answer_not_found(send: Send) -> None:
    """Say the same of a campaign that does not exist, one that is not yours, and of having no session."""
    await send({"type": "http.response.start", "status": 404, "headers": _complete(NOT_FOUND)})
    await send({"type": "http.response.body", "body": b"not found\n"})


def _complete(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Add what every answer carries."""
    return headers + [(name.lower().encode(), value.encode()) for name, value in fixed().items()]


application = Application()
