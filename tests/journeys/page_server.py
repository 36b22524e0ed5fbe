"""A server for pages as they were answered: the browser keeps their style and scripts, and axe, from page to page.

To answer a browser's requests from within the test instead would have it load and compile all of them for each page.
"""

from __future__ import annotations

import contextlib
import mimetypes
import threading
from collections.abc import Iterator
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from axe_playwright_python.base import AXE_SCRIPT
from django.contrib.staticfiles import finders

AXE = "/axe.js"
KEPT = "max-age=3600, immutable"


class PageServer(ThreadingHTTPServer):
    """Shows one page at `/` at a time; whatever is posted is noted, and leads nowhere."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.site = f"http://127.0.0.1:{self.server_port}"
        self.posted: list[tuple[str, str]] = []
        """Body and path of what was posted."""
        self.page = b""

    def show(self, html: bytes, *, axe: bool = False) -> None:
        """Answer with this page from now on, with axe in it if asked for."""
        self.page = html.replace(b"</head>", f'<script src="{AXE}"></script></head>'.encode(), 1) if axe else html
        self.posted.clear()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: PageServer

    def do_GET(self) -> None:
        if self.path == "/":
            self._answer(self.server.page, "text/html; charset=utf-8", "no-store")
        elif body := AXE_SCRIPT.encode() if self.path == AXE else static_file(self.path):
            self._answer(body, mimetypes.guess_type(self.path)[0] or "application/octet-stream", KEPT)
        else:
            self._answer()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.posted.append((body.decode(errors="replace"), self.path))
        self._answer()

    def _answer(self, body: bytes = b"", kind: str = "", keep: str = "no-store") -> None:
        self.send_response(200 if kind else 204)
        if kind:
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", keep)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Tell nobody."""


@cache
def static_file(path: str) -> bytes:
    """A static file by its address; empty if there is none."""
    file = finders.find(path.removeprefix("/static/").split("?")[0]) if path.startswith("/static/") else None
    return Path(file).read_bytes() if file else b""


@contextlib.contextmanager
def page_server() -> Iterator[PageServer]:
    """The server, in a thread; gone in the end."""
    server = PageServer()
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
