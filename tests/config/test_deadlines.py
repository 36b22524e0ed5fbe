"""A request, a statement and a process each have an end, whatever somebody makes them do."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError, connection, transaction
from django.http import HttpRequest
from django.test import RequestFactory

from config import errors
from config.limits import deadlines
from config.limits.deadlines import Deadline, RequestTooLong

SOON = 0.05
PATIENCE = 60.0

STUCK = """
import asyncio, re
from config.limits.deadlines import end_if_still

async def main():
    watch = asyncio.create_task(end_if_still(1.0))
    await asyncio.sleep(0)
    re.fullmatch("(a*)*b", "a" * 40)  # one call into C, which gives no other thread a turn

asyncio.run(main())
"""


def busy() -> None:
    """Be at it for ever, as far as a test can wait."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        pass
    raise AssertionError("nobody broke it off")


def answered(work: Callable[[], None]) -> Any:
    """What a request that does this work comes to, within a moment's patience."""

    def application(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        work()
        return [b"done"]

    return Deadline(application, SOON)({}, None)


def test_a_request_that_takes_too_long_is_broken_off_and_its_thread_serves_the_next() -> None:
    for _ in range(3):
        with pytest.raises(RequestTooLong):
            answered(busy)
        assert answered(lambda: None) == [b"done"]


def test_a_request_that_swallows_everything_is_broken_off_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadlines, "AGAIN", SOON)
    swallowed = []

    def stubborn() -> None:
        try:
            busy()
        except RequestTooLong as first:
            swallowed.append(first)
            busy()

    with pytest.raises(RequestTooLong):
        answered(stubborn)
    assert swallowed


@pytest.mark.django_db
def test_what_is_broken_off_leaves_nothing_behind() -> None:
    def half() -> None:
        with transaction.atomic():
            User.objects.create(username="half")
            busy()

    with pytest.raises(RequestTooLong):
        answered(half)
    assert not User.objects.exists()


@pytest.mark.django_db
def test_a_statement_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadlines, "STATEMENT", SOON)
    with transaction.atomic(), connection.cursor() as cursor:
        deadlines.limit_statements(None, connection)
        with pytest.raises(OperationalError) as caught, transaction.atomic():
            cursor.execute("SELECT pg_sleep(%s)", [PATIENCE])
        transaction.set_rollback(True)
    assert told(caught.value) == told(RequestTooLong())


def told(why: Exception) -> tuple[int, str]:
    """The answer to a request that failed for this reason."""
    request: HttpRequest = RequestFactory().post("/")
    try:
        raise why
    except Exception:
        answer = errors.failed(request)
    assert "took too long" in answer.content.decode()
    return answer.status_code, answer["Retry-After"]


def test_a_process_in_which_nothing_moves_ends_itself() -> None:
    ended = subprocess.run([sys.executable, "-c", STUCK], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert ended.returncode == 1
    assert "Timeout" in ended.stderr
