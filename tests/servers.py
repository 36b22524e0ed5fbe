"""A pytest plugin: real processes on the test's database, for tests that kill a worker or watch two browsers.

A test that uses `web_process` or `worker_process` is marked `live` and asks for `transactional_db`, because another
process sees committed rows only.
"""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import quote

import pytest
from celery import Celery
from django.db import connection
from kombu import pools
from pytest_django.plugin import DjangoDbBlocker

from config.jobs import options
from launch.database_role import APPLICATION

ROOT = Path(__file__).resolve().parent.parent
AT_REST = 10
"""Looks in a row, of 10 ms, at which nobody works."""
READY_WITHIN = 60.0


@cache
def _parents(path: Path) -> frozenset[Path]:
    return frozenset(path.parents)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with tests of whole programs: they wait more than they reckon, while other processes have work to do."""
    programs = ROOT / "tests" / "config"
    items.sort(key=lambda item: item.get_closest_marker("live") is None and not programs not in _parents(item.path))


def environment() -> dict[str, str]:
    """Return what a child process needs to work on the test's database, with the application's rights and real jobs."""
    found = connection.settings_dict
    password = f":{quote(found['PASSWORD'], safe='')}" if found["PASSWORD"] else ""
    place = quote(found["HOST"], safe="") + (f":{found['PORT']}" if found["PORT"] else "")
    url = f"postgresql://{found['USER']}{password}@{place}/{found['NAME']}?options=-c%20role%3D{APPLICATION}"
    return {**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "tests.settings", "REFIT_TEST_JOBS": "sent"}


@contextlib.contextmanager
def process(*arguments: str, **env: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run `python -m …` on the test's database; whatever is left of it in the end is killed with its children."""
    child = subprocess.Popen(
        [sys.executable, "-m", *arguments], cwd=ROOT, env={**environment(), **env}, start_new_session=True
    )
    try:
        yield child
    finally:
        child.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(2)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()


def free_port() -> int:
    """Return a port of the loopback address nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def web(program: str = "config.web", **env: str) -> Iterator[str]:
    """Run the web server, with more in its environment if given; yields its address once it answers."""
    with web_child(program, **env) as (url, _):
        yield url


@contextlib.contextmanager
def web_child(program: str = "config.web", **env: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The same with its process, for a test that stops it."""
    bind = f"127.0.0.1:{free_port()}"
    url = f"http://{bind}"
    with process(program, REFIT_BIND=bind, REFIT_URL=url, **env) as child:
        until = time.monotonic() + READY_WITHIN
        while not answers(url):
            assert child.poll() is None, "the web server did not start"
            assert time.monotonic() < until, "the web server does not answer"
            time.sleep(0.05)
        yield url, child


WORKER = ("celery", "-q", "-A", "config.celery", "worker", "--concurrency", "1", "--loglevel", "WARNING")
QUIET = ("--without-gossip", "--without-mingle", "--without-heartbeat")


@contextlib.contextmanager
def worker() -> Iterator[subprocess.Popen[bytes]]:
    """Run a worker that takes the jobs of the test's database."""
    with process(*WORKER, *QUIET) as child:
        yield child


def answers(url: str, patience: float = 5) -> bool:
    """Whether a web server is there and reaches its database; `patience` in seconds."""
    try:
        urllib.request.urlopen(f"{url}/healthz", timeout=patience).close()
    except (OSError, urllib.error.URLError):
        return False
    return True


@pytest.fixture(scope="session")
def web_server(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """The address of a real web server on the test's database, one for all tests of a process."""
    with django_db_blocker.unblock(), web() as url:
        yield url


@pytest.fixture
def web_process(transactional_db: None, web_server: str) -> Iterator[str]:
    """The address of that server; the database is not emptied before it has nothing more to do."""
    yield web_server
    until, quiet = time.monotonic() + READY_WITHIN, 0
    while quiet < AT_REST:  # a request that a browser sent at last may not have come to the database yet
        assert time.monotonic() < until, "the web server does not come to rest"
        quiet = 0 if _others_work() else quiet + 1
        time.sleep(0.01)


def _others_work() -> bool:
    """Whether another process has a statement or a transaction under way in the test's database."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'"
        )
        return bool(cursor.fetchone()[0])


@pytest.fixture
def worker_process(transactional_db: None, sent_jobs: None) -> Iterator[subprocess.Popen[bytes]]:
    """A real worker; jobs sent by the test itself reach it too."""
    with worker() as child:
        yield child


@pytest.fixture
def sent_jobs(transactional_db: None, settings: object) -> Iterator[None]:
    """Have jobs sent to the broker instead of being run on the spot."""
    from config.celery import app

    before = {name: app.conf[name] for name in ("task_always_eager", "broker_transport_options")}
    broker = options(app.conf.broker_url, connection.settings_dict)["broker_transport_options"]
    app.conf.update(task_always_eager=False, broker_transport_options=before["broker_transport_options"] | broker)
    _forget_connections(app)
    yield
    _forget_connections(app)
    app.conf.update(before)


def _forget_connections(app: Celery) -> None:
    """Close what was opened with the options of before, so that the next job is sent with those of now."""
    if app._pool is not None:
        app.pool.force_close_all(close_pool=False)
    app._after_fork()
    pools.reset()  # kombu's are for the whole process, and one that was closed would be waited on for ever
