"""What people give as an address leads to no inner network: not by number, by name, by redirect or by a second look."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from campaigns.alerts import addresses, outgoing
from campaigns.alerts.models import Channel, ChannelKind, Failure
from rules.contract import Refused
from tests.alerts.outside import STOPS_WITHIN, Outside

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
NAMED = [
    "localhost.",
    "a.localhost",
    "printer.local",
    "db.internal",
    "Nas.Home.Arpa",
    "redis",
    "router.lan",
    "::127.0.0.1",
]
"""Names that only inner networks have, and a number that nobody reaches."""
TRICKS = [
    "https://hooks.example.org@127.0.0.1/", "https://127.0.0.1@hooks.example.org/", "https://@127.0.0.1/",
    "https://127.0.0.1\\@hooks.example.org/", "https://127.0.0.1\\.hooks.example.org/", "https://[::1%25eth0]/",
    "https://127.0.0.1%2f.example.org/", "https://%31%32%37.0.0.1/", "https://127。0。0。1/", "https://１２７.0.0.1/",
]  # fmt: skip
OUTER = [
    "hooks.example.org", "hooks.example.org.", "a-b.xn--bcher-kva.example", "8.8.8.8", "[2606:4700:4700::1111]",
    "local.example.org", "10.example.org", "internal.org",
]  # fmt: skip


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


@pytest.mark.parametrize("kind", [ChannelKind.WEBHOOK, ChannelKind.MATRIX])
@pytest.mark.parametrize("address", [*INNER, *WRITTEN, *NAMED])
def test_an_address_that_is_inner_by_its_looks_is_refused_as_it_is_typed(kind: ChannelKind, address: str) -> None:
    host = f"[{address}]" if ":" in address else address
    pasted = f"https://{host}:8443"
    with pytest.raises(Refused) as no:
        addresses.checked_address(
            kind, f"{pasted} !room:example.org syt_token" if kind == ChannelKind.MATRIX else pasted
        )
    assert no.value.field == "address"
    if kind == ChannelKind.WEBHOOK:
        assert "leads into a network of its own" in no.value.message


@pytest.mark.parametrize("address", TRICKS)
def test_no_trick_with_names_and_marks_hides_it(address: str) -> None:
    with pytest.raises(Refused) as no:
        addresses.checked_address(ChannelKind.WEBHOOK, address)
    assert no.value.field == "address"


@pytest.mark.parametrize("host", OUTER)
def test_what_the_internet_has_may_be_given(host: str) -> None:
    assert (
        addresses.Webhook.model_validate_json(
            addresses.checked_address(ChannelKind.WEBHOOK, f"https://{host}:8443/x")
        ).url
        == f"https://{host}:8443/x"
    )


@pytest.mark.django_db
def test_the_refusal_stands_at_the_field_with_what_was_typed(presses: Callable[..., Any], world: Outside) -> None:
    page = presses(
        "/accounts/alerts/", act="add", kind="webhook", name="mine", address="https://169.254.169.254/latest"
    )
    text = page.content.decode()
    assert page.status_code == 422
    assert "This address leads into a network of its own, where nothing is sent." in text
    assert 'value="https://169.254.169.254/latest"' in text
    assert not Channel.objects.exclude(kind=ChannelKind.MAIL).exists()
    assert world.came == []
