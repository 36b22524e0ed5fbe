"""What people give as an address leads to no inner network: not by number, by name, by redirect or by a second look."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from campaigns.alerts import outgoing
from campaigns.alerts.models import Failure
from tests.alerts.outside import STOPS_WITHIN

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])

INNER = [
    "127.0.0.1", "127.1.2.3", "0.0.0.0", "10.0.0.1", "172.16.0.1", "172.31.255.254", "192.168.1.1",
    "169.254.169.254", "100.64.0.1", "192.0.0.1", "192.0.2.1", "192.88.99.1", "198.18.0.1", "198.51.100.1",
    "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::1", "::", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
    "fc00::1", "fd12:3456::1", "fe80::1", "ff02::1", "2001:db8::1", "2002:7f00:1::", "64:ff9b::7f00:1",
    "64:ff9b:1::1", "2001:20::1", "3fff::1", "5f00::1",
]  # fmt: skip
"""An address of each network that is not the internet's, and of those that stand for another address."""
WRITTEN = ["127.1", "2130706433", "0x7f000001", "0177.0.0.1", "localhost", "127.0.0.1."]
"""The loopback address as a resolver reads it."""


@dataclass
class Inner:
    """A server on this machine that nothing may reach, and what reached it all the same."""

    port: int
    came: list[str] = field(default_factory=list)


@pytest.fixture
def inner() -> Iterator[Inner]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            found.came.append(self.path)
            self.send_response(302 if self.path == "/turns" else 200)
            self.send_header("Location", f"http://127.0.0.1:{found.port}/turned")
            self.end_headers()

        do_GET = do_POST

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found = Inner(server.server_port)
    thread = threading.Thread(target=server.serve_forever, args=(STOPS_WITHIN,), daemon=True)
    thread.start()
    yield found
    server.shutdown()
    server.server_close()
    thread.join(60)


def resolves(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> list[str]:
    """Have every name be the first of the addresses when it is first looked up, then the next, and then the last."""
    looked_up: list[str] = []

    def look_up(host: str, port: int, *_: Any, **__: Any) -> list[Any]:
        looked_up.append(str(host))
        address = addresses[min(len(looked_up), len(addresses)) - 1]
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        return [(family, socket.SOCK_STREAM, 6, "", (address, port))]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return looked_up


@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize("address", INNER)
def test_no_inner_address_is_reached_by_its_number(address: str, scheme: str, inner: Inner) -> None:
    host = f"[{address}]" if ":" in address else address
    assert outgoing.post(f"{scheme}://{host}:{inner.port}/", b"x", {}) == Failure.INNER
    assert inner.came == []


@pytest.mark.parametrize("host", WRITTEN)
def test_no_other_way_to_write_it_helps(host: str, inner: Inner) -> None:
    assert outgoing.post(f"http://{host}:{inner.port}/", b"x", {}) in (Failure.INNER, Failure.UNREACHED)
    assert inner.came == []


@pytest.mark.parametrize("address", INNER)
def test_no_name_of_an_inner_address_is_reached(address: str, inner: Inner, monkeypatch: pytest.MonkeyPatch) -> None:
    resolves(monkeypatch, address)
    assert outgoing.post(f"https://hooks.example.org:{inner.port}/", b"x", {}) == Failure.INNER
    assert inner.came == []


def test_a_name_is_looked_up_once_so_that_it_can_not_be_another_when_it_is_connected_to(
    inner: Inner, monkeypatch: pytest.MonkeyPatch
) -> None:
    connected: list[str] = []

    def connect(address: tuple[str, int], *_: Any, **__: Any) -> socket.socket:
        connected.append(address[0])
        raise OSError("nobody there")

    monkeypatch.setattr("urllib3.util.connection.create_connection", connect)
    looked_up = resolves(monkeypatch, "93.184.215.14", "127.0.0.1")
    assert outgoing.post(f"http://hooks.example.org:{inner.port}/", b"x", {}) == Failure.UNREACHED
    assert looked_up == ["hooks.example.org"]
    assert connected == ["93.184.215.14"]


def test_a_redirect_is_not_followed(inner: Inner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing.CONFIG, "ip_filter_allow_loopback_ips", True)
    assert outgoing.post(f"http://127.0.0.1:{inner.port}/turns", b"x", {}) == Failure.ANSWER
    assert inner.came == ["/turns"]


def test_a_proxy_of_the_server_is_not_asked_instead(inner: Inner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{inner.port}")
    resolves(monkeypatch, "10.0.0.1")
    assert outgoing.post("http://hooks.example.org/", b"x", {}) == Failure.INNER
    assert inner.came == []


@pytest.mark.parametrize(
    "answer",
    [
        lambda client: client.close(),
        lambda client: client.sendall(b"nonsense\r\n\r\n"),
        lambda client: client.sendall(b"HTTP/1.1 500 No\r\nContent-Length: 999999999999\r\n\r\n" + b"x" * 100_000),
        lambda client: threading.Event().wait(1),
    ],
    ids=["hangs up", "nonsense", "endless", "silent"],
)
def test_whatever_an_address_answers_is_a_failure_and_no_exception(
    answer: Callable[[socket.socket], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outgoing.CONFIG, "ip_filter_allow_loopback_ips", True)
    monkeypatch.setattr(outgoing.CONFIG, "default_timeout", (0.5, 0.5))
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            client, _ = server.accept()
            with client:
                client.recv(1000)
                answer(client)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        assert outgoing.post(f"http://127.0.0.1:{server.getsockname()[1]}/", b"x", {}) in Failure.values
        thread.join(60)
        assert not thread.is_alive()
