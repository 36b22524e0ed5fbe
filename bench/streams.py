"""What an open live stream costs: memory, threads, connections, and how soon a change reaches all of them.

`python -m bench.streams` runs the real web server on an embedded database of its own, opens 500 streams as somebody who
is logged in, and measures the server from outside. Linux only: it reads /proc.
"""

import contextlib
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector

from bench.figures import Figure, report

STREAMS, OF_ONE = 500, 25
ROUNDS = 20
LIMIT_KB = 20.0
LIMIT_PEAK_MB = 200.0
LIMIT_LAST = 100.0
"""Milliseconds."""


@contextlib.contextmanager
def instance() -> Iterator[Path]:
    """A database and settings of our own, thrown away afterwards."""
    var = Path(tempfile.mkdtemp(prefix="refit-bench-"))
    var.chmod(0o711)
    os.environ.update(REFIT_VAR=str(var), DJANGO_SETTINGS_MODULE="config.settings")
    for name in ("DATABASE_URL", "REFIT_BROKER_URL"):
        os.environ.pop(name, None)
    from launch.postgres import Server

    try:
        with Server(var):
            yield var
    finally:
        shutil.rmtree(var, ignore_errors=True)


def make_tables() -> None:
    """The tables, which only their owner makes: a command of its own, as a host gives it."""
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity=0"], check=True)


@contextlib.contextmanager
def web_server() -> Iterator[tuple[int, int]]:
    """Run the web server; yields its process id and its port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    env = {**os.environ, "REFIT_BIND": f"127.0.0.1:{port}"}
    process = subprocess.Popen([sys.executable, "-m", "config.web"], env=env)
    try:
        _wait_for(port)
        yield process.pid, port
    finally:
        process.terminate()
        process.wait()


def seat() -> tuple[str, list[str]]:
    """Found a campaign; returns its id and the cookies of its founder's browsers, enough for all streams."""
    import django

    django.setup()
    from django.contrib.auth import get_user_model
    from django.test import Client

    from campaigns import actions

    make_tables()
    user = get_user_model().objects.create_user("bench", password="a good password")
    founded = actions.start_campaign(name="Bench", system="oto2", options={}, side="german", by=user)
    clients = [Client() for _ in range(0, STREAMS, OF_ONE)]
    for client in clients:
        client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    return founded.campaign.public_id, [client.cookies["sessionid"].value for client in clients]


def opened(port: int, campaign: str, *sessions: str, count: int = STREAMS) -> list[socket.socket]:
    """Open streams, those of the sessions in turn, and see that each has begun."""
    streams = []
    for _, session in zip(range(count), cycle(sessions), strict=False):
        request = f"GET /live/{campaign}/ HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: sessionid={session}\r\n\r\n"
        stream = socket.create_connection(("127.0.0.1", port))
        stream.sendall(request.encode())
        streams.append(stream)
    for stream in streams:
        told = b""
        while b"retry" not in told:
            told += stream.recv(4096)
        assert told.startswith(b"HTTP/1.1 200"), told[:80]
        stream.setblocking(False)
    return streams


def fan_out(streams: list[socket.socket], campaign: str) -> tuple[float, float, float]:
    """Tell of one change; returns the milliseconds to the first, the median and the last stream."""
    from django.db import connection

    selector = DefaultSelector()
    for stream in streams:
        with contextlib.suppress(BlockingIOError):
            stream.recv(65536)
        selector.register(stream, EVENT_READ)
    began = time.perf_counter()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify('refit', %s)", [f"{campaign} public"])
    arrived: list[float] = []
    while len(arrived) < len(streams):
        for key, _ in selector.select(5):
            selector.unregister(key.fileobj)
            arrived.append((time.perf_counter() - began) * 1000)
    return arrived[0], statistics.median(arrived), arrived[-1]


def _wait_for(port: int) -> None:
    while True:
        with contextlib.suppress(OSError):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5).close()
            return
        time.sleep(0.05)


def _status(pid: int, name: str) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith(f"{name}:")))


def _connections() -> int:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


def main() -> None:
    """Measure and print; fails if a stream costs more than it may."""
    with instance():
        campaign, sessions = seat()
        with web_server() as (pid, port):
            for stream in opened(port, campaign, *sessions, count=5):  # what is loaded once is not counted
                stream.close()
            time.sleep(0.5)
            before, threads, connections = _status(pid, "VmRSS"), _status(pid, "Threads"), _connections()
            streams = opened(port, campaign, *sessions)
            each = (_status(pid, "VmRSS") - before) / STREAMS
            more_threads, more_connections = _status(pid, "Threads") - threads, _connections() - connections
            rounds = [fan_out(streams, campaign) for _ in range(ROUNDS)]
            first, median, last = (statistics.median(column) for column in zip(*rounds, strict=True))
            peak = _status(pid, "VmHWM") / 1024
            for stream in streams:
                stream.close()
    print(f"{STREAMS} streams; a change reaches the first after {first:.1f} ms, the median one after {median:.1f} ms")
    report(
        Figure("a change reaches the last stream after", last, LIMIT_LAST, "ms"),
        Figure("memory a stream", each, LIMIT_KB, "kB"),
        Figure("more threads", more_threads, 0),
        Figure("more connections to the database", more_connections, 0),
        Figure("peak memory of the web server", peak, LIMIT_PEAK_MB, "MB"),
    )


if __name__ == "__main__":
    main()
