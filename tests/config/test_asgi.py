"""The ASGI application in front of Django: what it lets through, and what it makes of a form that breaks off."""

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import override_settings
from django.urls import path

from campaigns.charts.actions import MOST_BYTES as MOST_OF_A_CHART
from campaigns.ledger import archive
from config.asgi import Application
from config.limits import content_types, request_bodies

TAKEN: list[str] = []


def take(request: Any) -> Any:
    """Take a form as any view would."""
    from django.http import HttpResponse

    TAKEN.append(request.POST.get("group", "nothing"))
    return HttpResponse("taken")


take.csrf_exempt = True  # type: ignore[attr-defined]


def tell(request: Any) -> Any:
    """Answer at length, in many pieces, as the server of static files does."""
    from django.http import StreamingHttpResponse

    return StreamingHttpResponse(b"x" * 1000 for _ in range(100))


urlpatterns = [path("take/", take), path("tell/", tell)]


def asked(url: str, *headers: tuple[bytes, bytes], method: str = "GET") -> dict[str, Any]:
    """A request as a server passes it on."""
    scope = {"type": "http", "method": method, "path": url, "query_string": b""}
    scope |= {"headers": [(b"host", b"localhost"), *headers], "http_version": "1.1", "scheme": "http"}
    return scope | {"server": ("localhost", 80), "client": ("127.0.0.1", 1)}


def posted(
    *messages: dict[str, Any],
    length: int,
    pause: float = 0.0,
    kind: bytes = b"application/x-www-form-urlencoded",
    page: list[bytes] | None = None,
) -> list[int]:
    """Post the parts of a body, each but the first after a pause; returns the status of what came back, if any did.

    What came back itself is added to `page`.
    """
    parts = enumerate(messages)
    answered: list[int] = []

    async def receive() -> dict[str, Any]:
        number, part = next(parts, (1, {"type": "http.disconnect"}))
        await asyncio.sleep(pause if number else 0)
        return part

    async def send(message: Any) -> None:
        if "status" in message:
            answered.append(message["status"])
        if page is not None:
            page.append(message.get("body", b""))

    form = (b"content-type", kind)
    scope = asked("/take/", form, (b"content-length", str(length).encode()), method="POST")
    application = Application()
    try:
        with override_settings(ROOT_URLCONF=__name__):
            asyncio.run(application(scope, receive, send))
    finally:
        application.auth.close()
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


def whole(size: int) -> Iterator[dict[str, Any]]:
    """A body of so many bytes."""
    yield {"type": "http.request", "body": b"x" * size}


def pieces(size: int, last: bool = True) -> Iterator[dict[str, Any]]:
    """The parts of a form of at least so many bytes, sent in large pieces."""
    piece = b"x" * 2**20
    for _ in range(-(-size // len(piece))):
        yield {"type": "http.request", "body": piece, "more_body": True}
    if last:
        yield {"type": "http.request", "body": b""}


@pytest.mark.parametrize("size", [request_bodies.MOST + 1, request_bodies.MOST_HEARD_OUT + 1])
def test_a_body_that_is_too_large_is_answered_and_reaches_no_page(size: int) -> None:
    TAKEN.clear()
    assert posted(*pieces(size), length=size) == [413]
    assert TAKEN == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", [b"application/x-www-form-urlencoded", b"application/json", b"text/plain", b""])
def test_what_is_not_sent_in_parts_is_much_smaller_and_told_in_kilobytes(kind: bytes) -> None:
    TAKEN.clear()
    most = request_bodies.MOST_IN_ONE
    page = list[bytes]()
    assert posted(*whole(most + 1), length=most + 1, kind=kind, page=page) == [413]
    assert TAKEN == []
    assert f"more than {most // 1024} kB" in b"".join(page).decode()
    assert posted(*whole(most), length=most, kind=kind) == [200]


@pytest.mark.django_db(transaction=True)
def test_a_form_in_parts_may_hold_a_whole_chart() -> None:
    TAKEN.clear()
    text = b"x" * MOST_OF_A_CHART
    body = b'--b\r\nContent-Disposition: form-data; name="group"\r\n\r\n' + text + b"\r\n--b--\r\n"
    part = {"type": "http.request", "body": body}
    assert posted(part, length=len(body), kind=b"multipart/form-data; boundary=b") == [200]
    assert [text.decode()] == TAKEN


def test_a_body_without_end_is_not_heard_out_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_bodies, "MOST_HEARD_OUT", 2 * request_bodies.MOST)
    heard = pieces(10 * request_bodies.MOST, last=False)
    assert posted(*heard, length=1) == [413]


def test_the_largest_campaign_file_and_its_form_are_let_in() -> None:
    assert request_bodies.MOST >= archive.MOST_BYTES + request_bodies.PIECE


def test_a_body_that_does_not_come_is_waited_for_so_long_and_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    TAKEN.clear()
    monkeypatch.setattr(request_bodies, "PATIENCE", 0.05)
    begun = {"type": "http.request", "body": b"group=rifle-1", "more_body": True}
    assert posted(begun, length=14, pause=60) == [408]
    assert TAKEN == []


@pytest.mark.django_db(transaction=True)
def test_a_body_that_comes_slowly_but_steadily_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """What has come earns the time for what is to come."""
    TAKEN.clear()
    monkeypatch.setattr(request_bodies, "PATIENCE", 1.0)
    monkeypatch.setattr(request_bodies, "SLOWEST", 1)
    first = {"type": "http.request", "body": b"group=", "more_body": True}
    assert posted(first, {"type": "http.request", "body": b"rifle-12"}, length=14, pause=1.2) == [200]
    assert TAKEN == ["rifle-12"]


@pytest.mark.django_db(transaction=True)
def test_who_does_not_read_what_he_asked_for_holds_no_thread() -> None:
    answered: list[int] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(message: Any) -> None:
        answered.append(message.get("status", 0))

    async def story(application: Application) -> None:
        begun, reads = asyncio.Semaphore(0), asyncio.Event()

        async def send_late(message: Any) -> None:
            begun.release()
            await reads.wait()

        slow = [asyncio.create_task(application(asked("/tell/"), receive, send_late)) for _ in range(20)]
        try:
            async with asyncio.timeout(20):
                for _ in range(4):  # as many as there are threads
                    await begun.acquire()
                await application(asked("/take/"), receive, send)
        finally:
            reads.set()
            await asyncio.gather(*slow)

    application = Application()
    try:
        with override_settings(ROOT_URLCONF=__name__):
            asyncio.run(story(application))
    finally:
        application.auth.close()
    assert answered[0] == 200


def test_a_websocket_is_closed() -> None:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message["type"])

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    application = Application()
    asyncio.run(application({"type": "websocket", "path": "/live/abc/"}, receive, send))
    application.auth.close()
    assert sent == ["websocket.close"]


@pytest.mark.parametrize(
    ("kind", "readable"),
    [
        (b"", True),
        (b"application/x-www-form-urlencoded", True),
        (b"multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW", True),
        (b"text/plain;charset=UTF-8", True),
        (b"text/plain; charset=us-ascii", True),
        (b"text/plain; charset=none", True),
        (b"text/plain; charset=latin-1", False),
        (b"text/plain; charset=hex", False),
        (b"text/plain; charset*=utf-8''punycode", False),
        (b"text/plain; charset*0=puny; charset*1=code", False),
        (b"text/plain; x*=none''a", False),
        (b"text/plain; x*0=1; x*0*=utf-8''a; x*=b", False),
        (b"text/plain; x*" + b"9" * 200 + b"=1", True),
        (b"text/plain; " + b"x" * 256, False),
    ],
)
def test_content_types_are_read_as_browsers_send_them(kind: bytes, readable: bool) -> None:
    assert content_types.are_readable([(b"content-type", kind)]) is readable


def test_what_no_page_can_read_reaches_none_and_costs_nothing() -> None:
    for name in (b"content-type", b"accept"):
        began = time.process_time()
        assert _status(asked("/take/", (name, b'a/b; x="' + b";" * 60_000))) == 400
        assert time.process_time() - began < 0.5


def _status(scope: dict[str, Any]) -> int:
    answered: list[int] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(message: Any) -> None:
        if "status" in message:
            answered.append(message["status"])

    application = Application()
    try:
        asyncio.run(application(scope, receive, send))
    finally:
        application.auth.close()
    return answered[0]
