"""A browser without scripts that goes to a server over the wire; tests.html_client reads its pages like any other's."""

from __future__ import annotations

import http.client
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.cookiejar import Cookie, CookieJar
from pathlib import Path
from typing import Any

from tests.html_client import HtmlPage, open_page

PATIENCE = 60.0


class NoAnswer(Exception):
    """No whole answer came: the server, or the database behind it, died over the request or was not there."""


@dataclass
class HttpAnswer:
    """What came back in the end, and the addresses it was led over."""

    status_code: int
    content: bytes
    redirect_chain: tuple[tuple[str, int], ...]


class Redirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects, and knows when (time.perf_counter) the last of them came."""

    at = 0.0

    def redirect_request(self, *answer: Any) -> urllib.request.Request | None:
        self.at = time.perf_counter()
        return super().redirect_request(*answer)


@dataclass
class HttpClient:
    """Somebody's browser: their cookies, and the address of the server; `trusts` is the file of a root certificate."""

    root: str
    cookies: CookieJar = field(default_factory=CookieJar)
    redirects: Redirects = field(default_factory=Redirects)
    trusts: Path | None = None

    def __post_init__(self) -> None:
        # No proxy of the surroundings stands between us and this machine.
        self._opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}),
            urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=self.trusts)),
            urllib.request.HTTPCookieProcessor(self.cookies),
            self.redirects,
        )
        self._opener.addheaders.append(("Origin", self.root))

    def get(self, path: str, *, follow: bool = True, headers: Mapping[str, str] | None = None) -> HttpAnswer:
        """Ask for a page; redirects are followed."""
        assert follow
        return self._ask(path, None, headers)

    def post(
        self, path: str, data: Mapping[str, Any], *, follow: bool = True, headers: Mapping[str, str] | None = None
    ) -> HttpAnswer:
        """Send a form; redirects are followed."""
        assert follow
        return self._ask(path, urllib.parse.urlencode(data).encode(), headers)

    def sends(self, path: str, body: bytes, kind: str) -> HttpAnswer:
        """Send a body as it is, such as a form with a file."""
        return self._ask(path, body, {"Content-Type": kind})

    def logs_in(self, name: str, password: str) -> HtmlPage:
        """Log in by the form."""
        page = open_page(self, "/accounts/login/")
        return page.send({**page.form.fields, "login": name, "password": password})

    def carries(self, name: str, value: str) -> None:
        """Have a cookie as if it had been given, such as that of a session made elsewhere."""
        host = urllib.parse.urlsplit(self.root).hostname or ""
        of_host, of_path = (host, False, False), ("/", True)
        self.cookies.set_cookie(
            Cookie(0, name, value, None, False, *of_host, *of_path, False, None, True, None, None, {})
        )

    def _ask(self, path: str, data: bytes | None, headers: Mapping[str, str] | None) -> HttpAnswer:
        url = urllib.parse.urljoin(self.root, path)
        try:
            with self._opener.open(urllib.request.Request(url, data, dict(headers or {})), timeout=PATIENCE) as got:
                return _answer(got, got.read())
        except urllib.error.HTTPError as error:
            with error:
                if error.code == http.client.SERVICE_UNAVAILABLE:
                    raise NoAnswer(error.reason) from None
                return _answer(error, error.read())
        except (OSError, http.client.HTTPException) as error:
            raise NoAnswer(str(error)) from None


def _answer(got: Any, content: bytes) -> HttpAnswer:
    where = urllib.parse.urlsplit(got.geturl())
    return HttpAnswer(got.status, content, ((where.path, got.status),))
