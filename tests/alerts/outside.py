"""The services outside, as one server on this machine that notes what reaches it and for which host it was meant."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote, urlsplit, urlunsplit

import pytest
import requests
from requests.adapters import HTTPAdapter


@dataclass
class Asked:
    """A request that came."""

    host: str
    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """The body, with what JSON and forms write otherwise read back."""
        plain = self.body.decode(errors="replace")
        try:
            return json.dumps(json.loads(plain), ensure_ascii=False)
        except ValueError:
            return unquote(plain).replace("+", " ")


@dataclass
class Outside:
    """What came, and with which status the next ones are answered; `silent` hosts are not reached."""

    address: str
    came: list[Asked] = field(default_factory=list)
    status: int = 200
    silent: set[str] = field(default_factory=set)

    @property
    def hosts(self) -> set[str]:
        return {each.host for each in self.came}


STOPS_WITHIN = 0.01
"""Seconds after which a server sees that it is to end; half a second if nobody says so."""
ANSWER = json.dumps({"ok": True, "status": 1, "id": "x", "response": "1", "data": [{"id": 1}]}).encode()


@contextmanager
def outside(monkeypatch: pytest.MonkeyPatch) -> Iterator[Outside]:
    """Have all that is sent over HTTP come here, whatever host it is meant for."""

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            meant = self.headers.get("x-meant-for", "")
            world.came.append(Asked(meant, self.command, self.path, dict(self.headers), body))
            text = b"ok" if meant == "hooks.slack.com" else ANSWER
            self.send_response(world.status)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        do_GET = do_POST = do_PUT = answer

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    world = Outside(f"127.0.0.1:{server.server_port}")
    send = HTTPAdapter.send

    def turned(self: HTTPAdapter, request: requests.PreparedRequest, **how: Any) -> requests.Response:
        parts = urlsplit(request.url or "")
        if parts.hostname in world.silent:
            raise requests.ReadTimeout
        request.headers["x-meant-for"] = str(parts.hostname)
        request.url = urlunsplit(("http", world.address, parts.path, parts.query, ""))
        return send(HTTPAdapter(), request, **how)

    monkeypatch.setattr(HTTPAdapter, "send", turned)
    thread = threading.Thread(target=server.serve_forever, args=(STOPS_WITHIN,), daemon=True)
    thread.start()
    try:
        yield world
    finally:
        server.shutdown()
        server.server_close()
        thread.join(60)
