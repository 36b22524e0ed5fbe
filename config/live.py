"""Live streams: they tell the open pages of a campaign that something changed, and nothing else.

One LISTEN connection per process hears "<campaign> <room>" after each act, and of sessions that end. A stream belongs
to a seat and is woken for the rooms that the seat may enter. It sends the campaign's id only, and the page asks again
through its own gate. Since all messages are the same, a slow stream needs no queue: it is either woken or not.

A change is sent for nothing but a notification, or a rival would take one for an act of the other side. So no stream
begins before its process hears notifications, and all of them end when it hears none any more: a page that opens
another one asks what it has missed.
"""

import asyncio
import contextlib
import time
from collections import defaultdict
from collections.abc import AsyncGenerator, Iterator

import psycopg
import structlog

from campaigns.ledger.journal import CHANNEL, SEATS
from config.sessions import ENDED, session_mark
from config.stream_auth import StreamAuth, StreamPermit, listening_conninfo

PING_EVERY = 20.0
PINGS_TO_RECHECK = 3  # the session and the seat are looked at again about once a minute
MOST_OF_ONE = 30
"""The most streams of one session. A page that gets none polls every few seconds."""
RETRY_FIRST, RETRY_LAST = 0.5, 15.0
LISTENER_PATIENCE = 5.0
"""Seconds a page waits for the process to hear notifications; then it polls, and asks for a stream again later."""

log = structlog.get_logger(__name__)


class Stream:
    """One open page. `woken` is set when it has something to do: send, look again, or end."""

    __slots__ = ("changed", "doubtful", "ended", "permit", "woken")

    def __init__(self, permit: StreamPermit) -> None:
        self.permit = permit
        self.changed = False
        self.doubtful = False
        self.ended = False
        self.woken = asyncio.Event()

    def change(self) -> None:
        """Have the page told, once for all changes since it was last told."""
        self.changed = True
        self.woken.set()

    def doubt(self) -> None:
        """Have the permit renewed before the page is told anything: somebody may see less now."""
        self.doubtful = True
        self.woken.set()

    def end(self) -> None:
        """Close the stream: the page is gone, or we are going."""
        self.ended = True
        self.woken.set()


class Hub:
    """All streams of this process, and the one connection that wakes them."""

    def __init__(self, auth: StreamAuth) -> None:
        self._auth = auth
        self._streams: defaultdict[str, set[Stream]] = defaultdict(set)
        self._listener: asyncio.Task[None] | None = None
        self._hears = asyncio.Event()
        self._closing = False

    async def messages(self, stream: Stream) -> AsyncGenerator[bytes, None]:
        """Yield what to send to one page, until it goes, loses its seat or we stop; nothing if we hear of no acts."""
        with self._open(stream):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LISTENER_PATIENCE):
                    await self._hears.wait()
            if not self._hears.is_set():
                return
            yield b"retry: 2000\n\n"
            checked = time.monotonic()
            while not stream.ended:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(PING_EVERY):
                        await stream.woken.wait()
                stream.woken.clear()
                if stream.doubtful or time.monotonic() - checked >= PING_EVERY * PINGS_TO_RECHECK:
                    checked, stream.doubtful = time.monotonic(), False
                    renewed = await self._auth.renew(stream.permit)
                    if renewed is None:
                        return
                    stream.permit = renewed
                if stream.changed:
                    stream.changed = False
                    yield f"event: change\ndata: {stream.permit.campaign_id}\n\n".encode()
                elif not stream.ended:
                    yield b": ping\n\n"

    def is_full_for(self, permit: StreamPermit) -> bool:
        """Return whether a session has as many streams as it may: each takes a file descriptor of the process."""
        mine = sum(stream.permit.session_key == permit.session_key for stream in self._all())
        return mine >= MOST_OF_ONE

    def streams(self) -> int:
        """Return how many streams are open."""
        return len(self._all())

    def close(self) -> None:
        """End every stream, so that the server need not wait for them."""
        self._closing = True
        self._end_all()
        self._hears.set()  # those that wait for it go on, and end
        if self._listener:
            self._listener.cancel()

    def wake(self, payload: str) -> None:
        """Wake the streams that may hear of a notification, or end those of a session that has ended."""
        campaign_id, _, room = payload.partition(" ")
        if campaign_id == ENDED:
            for stream in self._all():
                if session_mark(stream.permit.session_key) == room:
                    stream.end()
        for stream in self._streams.get(campaign_id, ()):
            if room == SEATS:
                stream.doubt()
            elif room in stream.permit.rooms:
                stream.change()

    @contextlib.contextmanager
    def _open(self, stream: Stream) -> Iterator[None]:
        beside = self._streams[stream.permit.campaign_id]
        beside.add(stream)
        if self._closing:
            stream.end()
        elif self._listener is None:
            self._listener = asyncio.create_task(self._listen())
        try:
            yield
        finally:
            beside.discard(stream)
            if not beside:
                self._streams.pop(stream.permit.campaign_id, None)

    async def _listen(self) -> None:
        """Listen for ever; end all streams when the connection is lost, for nobody knows what is missed then."""
        pause = RETRY_FIRST
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(listening_conninfo(), autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    pause = RETRY_FIRST
                    self._hears.set()
                    async for notice in connection.notifies():
                        self.wake(notice.payload)
            except (psycopg.Error, OSError):
                log.warning("live connection lost", retry_in=pause)
            except Exception:  # whatever it was: without a listener every open page would stay silent
                log.exception("live listener failed", retry_in=pause)
            if self._hears.is_set():
                self._hears.clear()
                self._end_all()
            await asyncio.sleep(pause)
            pause = min(pause * 2, RETRY_LAST)

    def _end_all(self) -> None:
        for stream in self._all():
            stream.end()

    def _all(self) -> list[Stream]:
        return [stream for streams in self._streams.values() for stream in streams]
