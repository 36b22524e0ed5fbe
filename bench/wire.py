"""A browser that costs next to nothing, for measurements on the machine that serves it.

tests.http_client takes a page apart whole, which costs as much processor time as the server needs to write it. Here the
forms of a task alone are looked for among the bytes, and read.
"""

import http.client
import re
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urlencode

if TYPE_CHECKING:
    from tests.html_client import Form

PATIENCE = 60.0
"""Seconds for an answer."""
FORM = re.compile(rb"<form\b.*?</form>", re.S)
OF_A_TASK, ON_LOAD = b'name="step"', b'hx-trigger="load"'
TYPED = {"Content-Type": "application/x-www-form-urlencoded"}
LED_ON = (HTTPStatus.FOUND, HTTPStatus.SEE_OTHER)
NO_HEADERS: Mapping[str, str] = {}


class NotServed(Exception):
    """An answer that is no page."""


@dataclass
class Wire:
    """Somebody's cookies. Each visit has a connection of its own, as that of a browser that was idle for a while."""

    port: int
    cookies: dict[str, str]

    def get(self, path: str, headers: Mapping[str, str] = NO_HEADERS) -> bytes:
        """Ask for a page and go where it leads."""
        return self._visit("GET", path, None, headers)

    def post(self, path: str, data: Mapping[str, str]) -> bytes:
        """Send a form and go where it leads."""
        return self._visit("POST", path, urlencode(data).encode(), TYPED)

    def _visit(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> bytes:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            while True:
                sent = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()), **headers}
                line.request(method, path, body, sent)
                answer = line.getresponse()
                content = answer.read()
                for given in answer.headers.get_all("Set-Cookie", []):
                    name, _, value = given.partition(";")[0].partition("=")
                    self.cookies[name] = value
                if answer.status not in LED_ON:
                    break
                method, path, body = "GET", answer.headers["Location"], None
                headers = {key: value for key, value in headers.items() if key not in TYPED}
        finally:
            line.close()
        if answer.status != HTTPStatus.OK:
            raise NotServed(f"{path}: {answer.status}")
        return content


def task_forms(page: bytes) -> "list[Form]":
    """The forms of a page by which a task is done."""
    from tests.html_client import forms_of

    return [form for found in FORM.findall(page) if OF_A_TASK in found for form in forms_of(found.decode())]


def part_on_load(page: bytes) -> "Form | None":
    """The form that scripts send as soon as the page is there, if it has one."""
    from tests.html_client import forms_of

    return next((form for found in FORM.findall(page) if ON_LOAD in found for form in forms_of(found.decode())), None)
