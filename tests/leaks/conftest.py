"""One planted campaign for each test that looks for its words."""

from typing import Any

import pytest
from celery.app.task import Task

from tests.cast import Table, founding, table
from tests.leaks.planting import GERMAN, planted

__all__ = ["founding", "garden", "jobs", "table"]


@pytest.fixture
def jobs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What every job was called with, as the broker would get it."""
    called = list[str]()
    real = Task.apply_async

    def noted(self: Any, args: Any = None, kwargs: Any = None, *more: Any, **options: Any) -> Any:
        called.append(repr((self.name, args, kwargs, options)))
        return real(self, args, kwargs, *more, **options)

    monkeypatch.setattr(Task, "apply_async", noted)
    return called


@pytest.fixture(params=list(GERMAN))
def garden(request: Any, db: None, jobs: list[str], django_capture_on_commit_callbacks: Any) -> Table:
    """A planted campaign of each game; what hangs on commits has been done."""
    with django_capture_on_commit_callbacks(execute=True):
        return planted(request.param)
