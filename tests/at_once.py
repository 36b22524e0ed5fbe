"""Jobs that are done at the same moment, in threads with database connections of their own.

None is waited for without end: the threads are daemons, so that one that hangs fails its test and not the whole run.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

from django.db import connections, transaction
from django.db.models import Model

Result = TypeVar("Result")
PATIENCE = 120.0
"""Seconds all of them may take together on a busy machine."""


def at_once(*jobs: Callable[[], Result], patience: float = PATIENCE) -> list[Result]:
    """What each of the jobs returned, which start together; what the first of them raised is raised again."""
    gate = threading.Barrier(len(jobs), timeout=patience)
    done, wrong = dict[int, Result](), dict[int, BaseException]()

    def run(number: int) -> None:
        try:
            gate.wait()
            done[number] = jobs[number]()
        except BaseException as error:
            wrong[number] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=[number], daemon=True) for number in range(len(jobs))]
    for thread in threads:
        thread.start()
    until = time.monotonic() + patience
    for thread in threads:
        thread.join(max(0.0, until - time.monotonic()))
    for number in sorted(wrong):
        raise wrong[number]
    late = [number for number in range(len(jobs)) if number not in done]
    assert not late, f"not done within {patience} s: {late}"
    return [done[number] for number in range(len(jobs))]


def is_held(row: Model) -> bool:
    """Whether a transaction holds a row for itself, so that another one waits that wants the same.

    It is asked on a connection of its own, and waits for nobody.
    """

    def found() -> bool:
        with transaction.atomic():
            rows = type(row)._default_manager.select_for_update(skip_locked=True, no_key=True)
            return rows.filter(pk=row.pk).first() is not None

    return at_once(found) == [False]
