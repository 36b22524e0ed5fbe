"""The ASGI application in front of Django: what it lets through, and what it makes of a form that breaks off."""

import asyncio
from typing import Any

import pytest
from django.test import override_settings
from django.urls import path

from config.asgi import Application

TAKEN: list[str] = []


def take(request: Any) -> Any:
    """Take a form as any view would."""
    from django.http import HttpResponse

    TAKEN.append(request.POST.get("group", "nothing"))
    return HttpResponse("taken")


take.csrf_exempt = True  # type: ignore[attr-defined]
urlpatterns = [path("take/", take)]


def posted(*messages: dict[str, Any], length: int) -> list[int]:
    """Post the parts of a body; returns the status of what came back, if anything did."""
    parts = iter(messages)
    answered: list[int] = []

    async def receive() -> dict[str, Any]:
        return next(parts, {"type": "http.disconnect"})

    async def send(message: Any) -> None:
        if "status" in message:
            answered.append(message["status"])

    headers = [
        (b"host", b"localhost"),
        (b"content-type", b"application/x-www-form-urlencoded"),
        (b"content-length", str(length).encode()),
    ]
    scope = {"type": "http", "method": "POST", "path": "/take/", "query_string": b"", "headers": headers}
    scope |= {"server": ("localhost", 80), "client": ("127.0.0.1", 1), "scheme": "http", "http_version": "1.1"}
    application = Application()
    try:
        with override_settings(ROOT_URLCONF=__name__):
            asyncio.run(application(scope, receive, send))
    finally:
        application.desk.close()
    return answered


@pytest.mark.django_db(transaction=True)
def test_a_whole_form_is_taken() -> None:
    TAKEN.clear()
    assert posted({"type": "http.request", "body": b"group=rifle-12"}, length=14) == [200]
    assert TAKEN == ["rifle-12"]


@pytest.mark.django_db(transaction=True)
def test_a_form_that_breaks_off_is_not_taken_for_a_shorter_one() -> None:
    TAKEN.clear()
    cut = {"type": "http.request", "body": b"group=rifle-1", "more_body": True}
    assert 200 not in posted(cut, length=14)
    assert TAKEN == []


def test_a_websocket_is_closed() -> None:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message["type"])

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    application = Application()
    asyncio.run(application({"type": "websocket", "path": "/live/abc/"}, receive, send))
    application.desk.close()
    assert sent == ["websocket.close"]
