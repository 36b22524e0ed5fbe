"""Takes in what a browser sends, whole and within limits, before a thread of the pages is given to it.

There are few of those threads. One that waited for a body itself would wait as long as its sender likes, and four slow
senders would stop the pages for everybody.
"""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, MutableMapping
from typing import IO, Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]

MOST = 12 * 1024 * 1024
"""The largest campaign file that is read, and room for the form around it."""
MOST_IN_PARTS = 1280 * 1024
"""The most bytes of all that is typed into a form that is sent in parts: a whole chart as text, which is the longest
that is pasted anywhere, and room for the form around it."""
MOST_IN_ONE = 256 * 1024
"""The largest body that is not sent in parts. A letter that such a form writes as %28 takes Django 200 bytes to read.
The largest of ours has about 50 kB: a page of a chart, of a hundred lines, or what waited on a device for the battle
pad. Forms that a text is pasted into are sent in parts."""
MOST_HEARD_OUT = 8 * MOST
"""A browser shows no answer before it has sent all; so what is too much is heard out up to here, and thrown away."""
IN_MEMORY = 1024 * 1024
PATIENCE, SLOWEST = 20.0, 8 * 1024
"""Seconds a body may take, and bytes a second that earn more of them."""
PIECE = 64 * 1024


class ClientGone(Exception):
    """The client went away in the middle; a shorter form must not be made of what had come."""


class BodyTooLarge(Exception):
    """More was sent than anything here needs."""


class BodyTooSlow(Exception):
    """What was announced did not come in time."""


def buffer() -> IO[bytes]:
    """Return where a body is kept until it is read; what is large lies in a file that has no name."""
    return tempfile.SpooledTemporaryFile(IN_MEMORY)


async def receive_body(receive: Receive, body: IO[bytes], most: int = MOST) -> None:
    """Put the whole body into `body`, or raise one of the three above; it is too large with more than `most` bytes."""
    clock = asyncio.get_running_loop().time
    begun, size, more = clock(), 0, True
    while more:
        try:
            async with asyncio.timeout_at(begun + PATIENCE + size / SLOWEST):
                message = await receive()
        except TimeoutError:
            raise BodyTooSlow from None
        if message["type"] == "http.disconnect":
            raise ClientGone
        piece, more = message.get("body", b""), message.get("more_body", False)
        size += len(piece)
        if size > MOST_HEARD_OUT:
            raise BodyTooLarge
        if size <= most:
            body.write(piece)
    if size > most:
        raise BodyTooLarge
    body.seek(0)


def replay_body(body: IO[bytes]) -> Receive:
    """Return what hands a body that was taken in to an application, piece by piece."""

    async def receive() -> Message:
        piece = body.read(PIECE)
        return {"type": "http.request", "body": piece, "more_body": len(piece) == PIECE}

    return receive
