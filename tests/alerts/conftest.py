"""Somebody with a seat, and the services outside."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client

from tests.alerts.outside import Outside, outside
from tests.campaigns.conftest import Players, auction, cast, founded, users
from tests.players import log_in

__all__ = ["auction", "cast", "founded", "users"]


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> Iterator[Outside]:
    with outside(monkeypatch) as found:
        yield found


@pytest.fixture
def ivans(cast: Players) -> Client:
    """The browser of the commander who is waited for once the Germans have sealed."""
    return log_in(Client(headers={"accept-language": "en"}), cast.users["ivan"])


@pytest.fixture
def presses(ivans: Client, django_capture_on_commit_callbacks: Any) -> Callable[..., Any]:
    """Post a form as Ivan and let the jobs run that come of it; the page after it."""

    def press(path: str, **data: str) -> Any:
        with django_capture_on_commit_callbacks(execute=True):
            return ivans.post(path, data, follow=True)

    return press
