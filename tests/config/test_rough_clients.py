"""Clients that send nonsense, too much, too slowly or nothing: none gets a 500, none keeps others from being served."""

from __future__ import annotations

import contextlib
import socket
import urllib.request
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

from config.limits import request_bodies
from tests import servers

pytestmark = [pytest.mark.live, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

LOGIN = "/accounts/login/"
MANY = 40
"""Ten times the threads there are."""
PATIENCE = 60.0
FORM = "application/x-www-form-urlencoded"
COOKIE = f"Cookie: csrftoken={'x' * 32}"
"""Without one the form would be refused before anybody reads it."""
FILES = "multipart/form-data; boundary=b"


@pytest.fixture
def site(web_process: str) -> str:
    """A web server, which other tests ask too."""
    return web_process


@pytest.fixture(scope="module")
def impatient(django_db_setup: None, django_db_blocker: Any) -> Iterator[str]:
    """The address of a web server that waits for nobody."""
    with django_db_blocker.unblock(), servers.web("tests.config.impatient_web") as url:
        yield url


def connected(site: str) -> socket.socket:
    address = urlsplit(site)
    return socket.create_connection((address.hostname or "", address.port or 0), PATIENCE)


def head(*more: str, kind: str = FORM, method: str = "POST") -> bytes:
    """The head of a request, without the empty line that ends it."""
    lines = [f"{method} {LOGIN} HTTP/1.1", "Host: localhost", "Connection: close", COOKIE, f"Content-Type: {kind}"]
    return "\r\n".join([*lines, *more]).encode()


def sized(body: bytes, kind: str = FILES) -> bytes:
    """A whole request with this body."""
    return head(f"Content-Length: {len(body)}", kind=kind) + b"\r\n\r\n" + body


def answer(link: socket.socket) -> tuple[int, str]:
    """Status and text of the next answer, as far as it comes before the server closes; 0 if none comes."""
    got = b""
    with contextlib.suppress(ConnectionError):
        while piece := link.recv(65536):
            got += piece
    first = got.split(b"\r\n", 1)[0].split()
    return (int(first[1]) if len(first) > 1 else 0), got.decode("utf-8", "replace")


def part(*lines: str, body: bytes = b"x") -> bytes:
    return b"--b\r\n" + "\r\n".join(lines).encode() + b"\r\n\r\n" + body + b"\r\n"


NAMED = 'Content-Disposition: form-data; name="login"'
FILED = 'Content-Disposition: form-data; name="file"; filename="a.json"'
TWO_WAYS = "x*0=1; x*0*=utf-8''a; x*=b"
ODD: dict[str, bytes] = {
    "no boundary": sized(part(NAMED), kind="multipart/form-data"),
    "a boundary that never comes": sized(part(NAMED), kind="multipart/form-data; boundary=other"),
    "a boundary of bytes": sized(part(NAMED), kind="multipart/form-data; boundary=\x80\xff"),
    "a part that breaks off": sized(b"--b\r\n" + NAMED.encode() + b"\r\n\r\nx"),
    "a part without a name": sized(part("Content-Disposition: form-data") + b"--b--"),
    "a part that is no part": sized(b"--b\r\n\0\xff\r\n\r\n\r\n--b--"),
    "a head of a part without end": sized(b"--b\r\nX: " + b"x" * 70_000),
    "a file in letters that are none": sized(
        part(FILED, "Content-Transfer-Encoding: base64", body=b"!!!=!") + b"--b--"
    ),
    "an encoding nobody knows": sized(part(NAMED, "Content-Type: text/plain; charset=none") + b"--b--"),
    "a file name of bytes": sized(b'--b\r\nContent-Disposition: form-data; name="file"; filename="\xff\0"\r\n\r\nx'),
    "too many files": sized(part(FILED) * 200 + b"--b--"),
    "too many fields of a form": sized(b"&".join(b"f%d=1" % n for n in range(6000)), kind=FORM),
    "too many parts": sized(part(NAMED) * 6000 + b"--b--"),
    "too much text": sized(part(NAMED, body=b"x" * 3 * 2**20) + b"--b--"),
    "too much text in one": sized(b"login=" + b"x" * 3 * 2**20, kind=FORM),
    "no letters of this encoding": sized(b"login=%ff%fe&%00=\xff", kind=f"{FORM}; charset=none"),
    "an encoding that is none of texts": sized(part(NAMED) + b"--b--", kind=f"{FILES}; charset=hex"),
    "an encoding that takes hours": sized(part(NAMED) + b"--b--", kind=f"{FILES}; charset=punycode"),
    "a parameter in an encoding nobody knows": sized(b"x", kind="text/plain; x*=none''%ff"),
    "a parameter in an undefined encoding": sized(b"x", kind="text/plain; x*=undefined''%ff"),
    "a parameter that goes on in two ways": sized(b"x", kind=f"{FILES}; {TWO_WAYS}"),
    "a part that goes on in two ways": sized(part(f"{NAMED}; {TWO_WAYS}") + b"--b--"),
    "a content type without end": sized(b"x", kind='a/b; x="' + ";" * 50_000),
    "accepting without end": sized(b"x", kind=f'{FORM}\r\nAccept: a/b; x="' + ";" * 50_000),
    "accepting what can't be put together": sized(b"x", kind=f"{FORM}\r\nAccept: a/b; {TWO_WAYS}"),
    "a length that is no number": head("Content-Length: many") + b"\r\n\r\nlogin=x",
    "a length below nothing": head("Content-Length: -1") + b"\r\n\r\nlogin=x",
    "two lengths": head("Content-Length: 7", "Content-Length: 9") + b"\r\n\r\nlogin=x",
    "a length that falls short": head("Content-Length: 3") + b"\r\n\r\nlogin=x\r\n\r\n",
    "length and pieces": head("Content-Length: 3", "Transfer-Encoding: chunked") + b"\r\n\r\n0\r\n\r\n",
    "pieces of no size": head("Transfer-Encoding: chunked") + b"\r\n\r\nmany\r\nlogin=x\r\n",
    "an unknown way to send": head("Transfer-Encoding: sideways") + b"\r\n\r\n",
    "a head without end": head("X: " + "x" * 100_000),
    "no request at all": b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n",
    "a path of bytes": b"GET /\xff\xfe HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    "a path with a hole": b"GET /%00/%ff HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
}


@pytest.mark.parametrize("sent", ODD.values(), ids=ODD)
def test_nonsense_is_refused_and_the_next_is_served(site: str, sent: bytes) -> None:
    with connected(site) as link:
        with contextlib.suppress(ConnectionError):
            link.sendall(sent)
        status, text = answer(link)
    assert 400 <= status < 500, (status, text[:300])
    assert servers.answers(site)


@pytest.mark.parametrize("name", ["too many fields of a form", "too much text", "too many parts"])
def test_what_no_form_holds_is_refused_with_a_way_out(site: str, name: str) -> None:
    with connected(site) as link:
        link.sendall(ODD[name])
        status, text = answer(link)
    assert status == 400
    assert "Go back, reload, and send it again" in text


def test_more_than_is_typed_into_a_form_is_heard_out_and_answered_with_a_page(site: str) -> None:
    with connected(site) as link:
        link.sendall(ODD["too much text in one"])
        status, text = answer(link)
    assert status == 413
    assert "take out some of what you typed or pasted" in text


def test_too_large_a_file_is_heard_out_and_answered_with_a_page(site: str) -> None:
    body = part(FILED, body=b"x" * (request_bodies.MOST + 1)) + b"--b--"
    with connected(site) as link:
        link.sendall(sized(body))
        status, text = answer(link)
    assert status == 413
    assert "so nothing was done" in text
    assert "style-src 'self'" in text, "it is a page and may be drawn as one"


@pytest.mark.parametrize(
    "begun",
    [head("Content-Length: 100") + b"\r\n\r\nlogin=", head("Content-Length: 100") + b"\r\n\r\n", head(), b""],
    ids=["half a form", "a head and no form", "half a head", "nothing"],
)
def test_many_who_do_not_go_on_keep_nobody_from_being_served(site: str, begun: bytes) -> None:
    with contextlib.ExitStack() as stack:
        links = [stack.enter_context(connected(site)) for _ in range(MANY)]
        for link in links:
            link.sendall(begun)
        with urllib.request.urlopen(site + LOGIN, timeout=request_bodies.PATIENCE / 2) as page:
            assert page.status == 200
        for link in links:  # they are still there
            link.sendall(b"x")


def test_who_does_not_go_on_is_closed_by_the_server(impatient: str) -> None:
    with connected(impatient) as slow, connected(impatient) as silent:
        silent.sendall(head("Content-Length: 100") + b"\r\n\r\n")
        slow.sendall(head("Content-Length: 100") + b"\r\n\r\n")
        slow.settimeout(0.2)
        got = b""
        with contextlib.suppress(ConnectionError):
            for _ in range(100):  # a letter each time nothing comes
                slow.sendall(b"x")
                with contextlib.suppress(TimeoutError):
                    got = slow.recv(65536)
                    break
        assert b" 408 " in got
        assert answer(silent)[0] == 408
    assert servers.answers(impatient)


@pytest.mark.parametrize("begun", [b"", head()], ids=["nothing", "half a head"])
def test_who_sends_no_whole_head_is_closed_by_the_server(impatient: str, begun: bytes) -> None:
    with connected(impatient) as first, connected(impatient) as second:
        first.sendall(begun)
        second.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b" 200 " in second.recv(65536)
        second.sendall(begun)
        assert answer(first)[0] == 0
        assert answer(second)[0] == 0, "no second answer"
    assert servers.answers(impatient)
