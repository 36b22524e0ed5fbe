"""An end to everything a request may take of the pages' few threads.

What is sent is taken in by config.limits.request_bodies before a thread begins. Then three limits hold, each for what
the one before can't stop. PostgreSQL ends a statement that takes too long. A request that is not answered in time is
broken off where it stands, so that its transaction is rolled back and its thread is free. A process in which nothing
moves any more, because one call into C holds all threads up, ends itself and is started again.
"""

import asyncio
import ctypes
import faulthandler
import sys
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

STATEMENT = 10.0
"""Seconds a statement may take, waiting for locks included."""
REQUEST = 20.0
"""Seconds a thread may be at one request."""
AGAIN = 2.0
"""Seconds until a request that was not broken off by the first try, in the middle of an `except`, gets another."""
STILL = 60.0
"""Seconds without any sign of life after which the process ends."""
LOOK_EVERY = 0.5

Wsgi = Callable[[Any, Any], Iterable[bytes]]
set_async_exc = ctypes.pythonapi.PyThreadState_SetAsyncExc
set_async_exc.argtypes = (ctypes.c_ulong, ctypes.py_object)


class RequestTooLong(Exception):
    """Raised by another thread in the one whose request is not answered in time."""


class Deadline:
    """A WSGI application with an end to its patience; the thread of `watch` looks after those of the requests."""

    def __init__(self, application: Wsgi, seconds: float = REQUEST) -> None:
        self._application, self._seconds = application, seconds
        self._lock = threading.Lock()
        self._running: dict[int, float] = {}
        threading.Thread(target=self._watch, name="deadlines", daemon=True).start()

    def __call__(self, environ: Any, start_response: Any) -> Iterable[bytes]:
        """Answer one request; the watching thread raises RequestTooLong in it if it takes too long."""
        me = threading.get_ident()
        with self._lock:
            self._running[me] = time.monotonic() + self._seconds
        try:
            return self._application(environ, start_response)
        finally:
            while me in self._running:
                try:  # noqa: SIM105 (contextlib.suppress would itself be called where it could be broken off)
                    self._end(me)
                except RequestTooLong:  # it was on its way, and came too late
                    pass

    def _end(self, me: int) -> None:
        """From here on nothing is raised in this thread; what was raised before is delivered by these calls."""
        with self._lock:
            self._running.pop(me)

    def _watch(self) -> None:
        while True:
            time.sleep(min(LOOK_EVERY, self._seconds / 2))
            now = time.monotonic()
            with self._lock:
                for thread, until in self._running.items():
                    if now > until:
                        self._running[thread] = now + AGAIN
                        set_async_exc(thread, RequestTooLong)


def limit_statements(sender: object, connection: BaseDatabaseWrapper, **more: object) -> None:
    """Tell PostgreSQL, at the beginning of a connection, how long a statement may take."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('statement_timeout', %s, false)", [f"{STATEMENT * 1000:.0f}"])


def limit_pages() -> None:
    """Have each connection of this process begin with the limit; a worker's jobs have limits of their own."""
    connection_created.connect(limit_statements)


async def end_if_still(seconds: float = STILL) -> None:
    """Put off, for as long as the event loop turns, the end of this process.

    The watch is kept in C, without Python's lock; its report names files and functions only.
    """
    try:
        while True:
            faulthandler.dump_traceback_later(seconds, exit=True, file=sys.__stderr__ or sys.stderr)
            await asyncio.sleep(seconds / 10)
    finally:
        faulthandler.cancel_dump_traceback_later()
