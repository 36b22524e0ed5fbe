"""A file that is touched as long as a worker takes jobs from the broker, or the scheduler sends them.

A container that answers no requests is well while the file is young (docker-compose.yml). That such a process runs, or
could reach the broker if it tried, says nothing: one that is refused by it goes on asking.
"""

from __future__ import annotations

import contextlib
from typing import Any

from celery import Celery, bootsteps, signals

from config import jobs
from launch import paths

FILE = paths.instance() / "at-work"
EVERY = 10.0
"""Seconds between two touches by a worker; the scheduler touches it each time that it has sent a job."""


def touch(**more: object) -> None:
    """Say that work is being done; where that can't be written, as on a full disk, the work goes on."""
    with contextlib.suppress(OSError):
        FILE.parent.mkdir(parents=True, exist_ok=True)
        FILE.touch()


class Consuming(bootsteps.StartStopStep):  # type: ignore[misc]
    """Touches the file from the moment that a worker consumes until its connection is lost."""

    requires = ("celery.worker.consumer.tasks:Tasks",)
    timer: Any = None

    def start(self, consumer: Any) -> None:
        """The broker has let us in, and jobs come."""
        touch()
        self.timer = consumer.timer.call_repeatedly(EVERY, touch)

    def stop(self, consumer: Any) -> None:
        """The connection is gone; `start` is called again with the next one."""
        if self.timer:
            self.timer.cancel()


def watch(app: Celery) -> None:
    """Have the workers and the scheduler of this application touch the file."""
    app.steps["consumer"].add(Consuming)
    signals.beat_init.connect(_watch_scheduler)


def _watch_scheduler(sender: Any, **more: object) -> None:
    """Send the first job at once: by the schedule it would come after a minute."""
    signals.after_task_publish.connect(touch)
    sender.app.send_task(jobs.PULSE)
