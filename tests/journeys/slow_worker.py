"""A worker that never gets done with a sheet, to be killed in the middle of one."""

import time
from typing import Any
from unittest.mock import patch

import django

django.setup()

from config.celery import app  # noqa: E402
from rosters import tasks  # noqa: E402


def _never_done(*args: Any) -> bytes:
    time.sleep(600)
    return b""


if __name__ == "__main__":
    with patch.object(tasks, "pdf_of", _never_done):
        app.worker_main(
            ["--quiet", "worker", "--concurrency=1", "--without-gossip", "--without-mingle", "--loglevel=WARNING"]
        )
