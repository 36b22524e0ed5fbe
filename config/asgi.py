"""What the web server runs: live streams here, every page in Django.

A stream in Django would hold a thread for as long as its page is open. So /live/<campaign>/ is answered here, and
Django runs as WSGI in a few threads that keep their database connections. A thread gets a request only when its whole
body has arrived, and never waits for whoever reads its answer: slow clients are waited for here.
"""

import asyncio
import contextlib
import os
import re
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any

from a2wsgi import WSGIMiddleware
from csp.utils import build_policy
from django.core.wsgi import get_wsgi_application
from django.db import InterfaceError, OperationalError
from django.template.loader import render_to_string
from django.utils.translation import gettext

from config.limits.deadlines import Deadline, end_if_still, limit_pages

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django: Any = get_wsgi_application()
pages: Any = WSGIMiddleware(
    Deadline(django), workers=4, send_queue_size=0
)  # 0: no limit, so no thread waits until its answer is read
limit_pages()

# The apps are loaded only now.
from config.errors import AGAIN_AFTER  # noqa: E402
from config.headers import fixed_headers  # noqa: E402
from config.limits import content_types, request_bodies  # noqa: E402
from config.live import Hub, Stream  # noqa: E402
from config.stream_auth import StreamAuth  # noqa: E402

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

LIVE = re.compile(r"/live/([A-Za-z0-9_-]{1,64})/", re.ASCII)
NO_STORE = {"Cache-Control": "no-store"}
STREAM = {**NO_STORE, "Content-Type": "text/event-stream", "X-Accel-Buffering": "no"}  # no proxy may collect it
PLAIN = {**NO_STORE, "Content-Type": "text/plain; charset=utf-8"}
PAGE = {**NO_STORE, "Content-Type": "text/html; charset=utf-8"}
MOST_COOKIES = 16 * 1024
"""Bytes of cookies in a request: older versions of Python need quadratic time to parse them."""
LAST = {"Connection": "close"}  # the rest of the request is not read


class Application:
    """The ASGI application; each instance has streams of its own."""

    def __init__(self) -> None:
        self.auth = StreamAuth()
        self.hub = Hub(self.auth)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "lifespan":
            await receive()
            alive = asyncio.create_task(end_if_still())
            await send({"type": "lifespan.startup.complete"})
            await receive()
            alive.cancel()
            self.hub.close()
            self.auth.close()
            await send({"type": "lifespan.shutdown.complete"})
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1000})
        elif sum(len(value) for name, value in scope["headers"] if name == b"cookie") > MOST_COOKIES:
            too_many = gettext("there are too many cookies; remove those of this site") + "\n"
            await _answer(send, 400, too_many, PLAIN | LAST)
        elif not content_types.are_readable(scope["headers"]):
            unreadable = gettext("what you send or accept is named in a way that is not read here") + "\n"
            await _answer(send, 400, unreadable, PLAIN | LAST)
        elif match := LIVE.fullmatch(scope["path"]):
            await self._stream(match[1], scope, receive, send)
        else:
            await self._page(scope, receive, send)

    async def _page(self, scope: Message, receive: Receive, send: Send) -> None:
        in_parts = content_types.is_in_parts(scope["headers"])
        most = request_bodies.MOST if in_parts else request_bodies.MOST_IN_ONE
        with request_bodies.buffer() as body:
            try:
                await request_bodies.receive_body(receive, body, most)
            except request_bodies.ClientGone:
                return
            except request_bodies.BodyTooLarge:
                policy = {"Content-Security-Policy": build_policy()}
                page = render_to_string("413.html", {"most": None if in_parts else most // 1024})
                await _answer(send, 413, page, PAGE | policy | LAST)
            except request_bodies.BodyTooSlow:
                await _answer(
                    send, 408, gettext("what you sent did not come in time, so nothing was done") + "\n", PLAIN | LAST
                )
            else:
                await pages(scope, request_bodies.replay_body(body), send)

    async def _stream(self, campaign_id: str, scope: Message, receive: Receive, send: Send) -> None:
        cookies = b"; ".join(value for name, value in scope["headers"] if name == b"cookie").decode("latin-1")
        again = {"Retry-After": str(AGAIN_AFTER)}
        try:
            permit = await self.auth.issue(cookies, campaign_id) if scope["method"] == "GET" else None
        except (OperationalError, InterfaceError):
            await _answer(send, 503, gettext("the database does not answer") + "\n", PLAIN | again)
            return
        if permit is None:
            # The same answer for a campaign that does not exist, one of others, and a request without a session.
            await _answer(send, 404, gettext("not found") + "\n", PLAIN)
            return
        if self.hub.is_full_for(permit):
            await _answer(send, 429, gettext("too many pages are open; close some of them") + "\n", PLAIN | LAST)
            return
        stream = Stream(permit)
        watcher = asyncio.create_task(_end_with_client(receive, stream))
        begun = False
        try:
            async with contextlib.aclosing(self.hub.messages(stream)) as messages:
                async for message in messages:
                    if not begun:
                        await send({"type": "http.response.start", "status": 200, "headers": _complete(STREAM)})
                        begun = True
                    await send({"type": "http.response.body", "body": message, "more_body": True})
            if begun:
                await send({"type": "http.response.body", "body": b""})
            else:
                await _answer(send, 503, gettext("the database does not answer") + "\n", PLAIN | again)
        finally:
            watcher.cancel()


async def _end_with_client(receive: Receive, stream: Stream) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.end()


async def _answer(send: Send, status: int, body: str, headers: Mapping[str, str]) -> None:
    await send({"type": "http.response.start", "status": status, "headers": _complete(headers)})
    await send({"type": "http.response.body", "body": body.encode()})


def _complete(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    """Encode the headers, with the fixed ones where `headers` says nothing else."""
    return [(name.lower().encode(), value.encode()) for name, value in {**fixed_headers(), **headers}.items()]


application = Application()
