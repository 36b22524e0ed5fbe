"""A browser without scripts or style: finds the forms of a page and sends them as a reader would.

For tests of the wizard and of everything else that is a form: what is not on the page can't be pressed.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias
from unittest.mock import patch

from django.http import HttpResponse
from django.template import Template
from django.template.base import Node, NodeList

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse

    ClientAnswer: TypeAlias = _MonkeyPatchedWSGIResponse
else:
    ClientAnswer = HttpResponse
"""What Django's client of tests answers: a response with what it was made from."""

CONFIRMED = "-confirmed"
"""What the button of a gate sends behind the act."""
ON_LOAD = 'hx-trigger="load"'
PART = re.compile(r'<div id="dice"[^>]*><form .*?</form>\s*</div>', re.S)
UNTYPED = ("submit", "button", "image", "reset")


@dataclass
class Form:
    """A form as it stands on a page: where it goes, what is in it, which buttons may be pressed."""

    action: str = ""
    method: str = "get"
    fields: dict[str, str] = field(default_factory=dict)
    buttons: dict[str, str] = field(default_factory=dict)
    """What each button that can be pressed says, by the value it sends."""
    on_load: bool = False
    """Whether scripts send it as soon as the page is there."""
    wanted: dict[str, str] = field(default_factory=dict)
    """The first choice of each select, and the lowest of each number, that can't be left as it is."""
    choices: dict[str, list[str]] = field(default_factory=dict)
    """All choices of every select."""
    lowest: dict[str, str] = field(default_factory=dict)
    """The lowest number that each entry of a number takes."""

    @property
    def filled(self) -> dict[str, str]:
        """What is in it, with the first choice wherever one has to be made."""
        return {**self.fields, **{name: value for name, value in self.wanted.items() if not self.fields[name]}}


class _Finder(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._open: Form | None = None
        self._select, self._wanted = "", False
        self._button: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "form":
            self._open = Form(found.get("action") or "", found.get("method") or "get")
            self._open.on_load = found.get("hx-trigger") == "load"
            self.forms.append(self._open)
        elif self._open is None or "disabled" in found:
            return
        elif tag == "input":
            self._input(self._open, found)
        elif tag == "select":
            self._select, self._wanted = found.get("name") or "", found.get("aria-required") == "true"
        elif tag == "option" and self._select:
            value = found.get("value") or ""
            if "selected" in found or self._select not in self._open.fields:
                self._open.fields[self._select] = value
            if value:
                self._open.choices.setdefault(self._select, []).append(value)
            if self._wanted and value:
                self._open.wanted.setdefault(self._select, value)
        elif tag == "button" and found.get("type", "submit") == "submit":
            self._button = found.get("value") or ""
            self._open.buttons[self._button] = ""

    def _input(self, form: Form, found: dict[str, str | None]) -> None:
        kind, name = found.get("type") or "text", found.get("name")
        ticked = kind not in ("checkbox", "radio") or "checked" in found
        if name and (low := found.get("data-low")):
            form.lowest[name] = low
            if found.get("aria-required") == "true":
                form.wanted[name] = low
        if name and kind not in UNTYPED and ticked:
            form.fields[name] = found.get("value", "on" if kind in ("checkbox", "radio") else "") or ""

    def handle_data(self, data: str) -> None:
        if self._open and self._button is not None:
            self._open.buttons[self._button] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "select":
            self._select = ""
        elif tag == "button":
            self._button = None


def forms_of(html: str) -> list[Form]:
    """The forms of a page, or of a part of it."""
    finder = _Finder()
    finder.feed(html)
    return finder.forms


class PageClient(Protocol):
    """Who asks for pages: Django's client of tests, or one that goes to a server over the wire."""

    def get(self, path: str, *, follow: bool = ..., headers: Mapping[str, str] | None = ...) -> Any: ...

    def post(self, path: str, data: Any, *, follow: bool = ..., headers: Mapping[str, str] | None = ...) -> Any: ...


@dataclass
class HtmlPage:
    """A page in somebody's hands."""

    client: PageClient
    answer: Any
    where: str = ""

    @property
    def status(self) -> int:
        return int(self.answer.status_code)

    @property
    def html(self) -> str:
        return str(self.answer.content.decode())

    @property
    def text(self) -> str:
        """What can be read on the page, in one line."""
        return text_of(self.html)

    @cached_property
    def forms(self) -> list[Form]:
        return forms_of(self.html)

    @property
    def form(self) -> Form:
        """The form of the page's task or gate, or its first that is posted."""
        posted = [form for form in self.forms if form.method == "post" and not form.on_load]
        return next((form for form in posted if "step" in form.fields), posted[0])

    def form_with(self, act: str) -> Form:
        """The first form with a button that sends `act`."""
        return next(form for form in self.forms if act in form.buttons)

    def press(self, act: str, entries: dict[str, Any] | None = None, **headers: str) -> HtmlPage:
        """Press the button that sends `act`, with `entries` typed over what stands in the form; go through its gate."""
        page = self.knocks(act, entries, **headers)
        return page.knocks(act + CONFIRMED, None, **headers) if page.at_gate else page

    @property
    def at_gate(self) -> bool:
        """Whether it is the gate before an act."""
        return 'id="gate-form"' in self.html

    def knocks(self, act: str, entries: dict[str, Any] | None = None, **headers: str) -> HtmlPage:
        """Press the button that sends `act`; if there is a gate before its act, that is the page."""
        form = self.form
        assert act in form.buttons, f"no button {act!r} on the page, only {sorted(form.buttons)}"
        named = {"act": act} if act else {}
        return self.send({**form.fields, **(entries or {}), **named}, **headers)

    def send(self, data: dict[str, Any], **headers: str) -> HtmlPage:
        """Send anything to where the form goes, redirects followed."""
        action = self.form.action or self.where
        return answered(self.client, self.client.post(action, data, follow=True, headers=headers), action)


@contextmanager
def unrecorded() -> Iterator[None]:
    """In here answers are what was sent: no template tells that it is rendered, no log that nothing was found.

    For whoever asks for hundreds of pages: both cost a tenth. A template's blocks, of which Django makes a list for
    each page anew, are looked for once.
    """
    blocks = dict[tuple[int, type[Node]], tuple[NodeList, list[Any]]]()
    find = NodeList.get_nodes_by_type

    def found(nodes: NodeList, kind: type[Node]) -> list[Any]:
        if (key := (id(nodes), kind)) not in blocks:
            blocks[key] = nodes, find(nodes, kind)  # with the nodes, so that their id stays theirs
        return blocks[key][1]

    with (
        patch.object(NodeList, "get_nodes_by_type", found),
        patch.object(Template, "_render", lambda template, context: template.nodelist.render(context)),
        patch.object(logging.getLogger("django.request"), "disabled", True),
    ):
        yield


def opened(client: PageClient, answer: Any, asked: str) -> HtmlPage:
    """The page of an answer; its address is where it led."""
    chain = getattr(answer, "redirect_chain", [])
    page = HtmlPage(client, answer, chain[-1][0] if chain else asked)
    return _loaded(page) if ON_LOAD in page.html else page


def answered(client: PageClient, answer: Any, asked: str) -> HtmlPage:
    """The page that a form leads to. A gate has an address of its own, else *Back* would ask to send the form again."""
    page = opened(client, answer, asked)
    assert answer.redirect_chain or not page.at_gate, f"the form of {asked} is answered by its gate"
    return page


def _loaded(page: HtmlPage) -> HtmlPage:
    """The page after its part in the dice was sent, as its script or the reader does first of all."""
    (form,) = (form for form in page.forms if form.on_load)
    part = page.client.post(form.action, data=form.fields, headers={"HX-Request": "true"})
    assert part.status_code == 200, part.content
    page.answer.content = PART.sub(lambda _: part.content.decode(), page.html, count=1).encode()
    return HtmlPage(page.client, page.answer, page.where)


def open_page(client: PageClient, path: str, **headers: str) -> HtmlPage:
    """Go to an address, and on to where it leads."""
    return opened(client, client.get(path, follow=True, headers=headers), path)


def sent(page: HtmlPage, act: str, **entries: Any) -> HtmlPage:
    """Press the button that sends `act`, in whichever form it is, with `entries` typed over what stands there."""
    form = page.form_with(act)
    answer = page.client.post(form.action, {**form.fields, "act": act, **entries}, follow=True)
    return answered(page.client, answer, form.action)


def text_of(html: str) -> str:
    """The words of a page, its head left out."""
    body = re.sub(r"<(script|style|head)\b.*?</\1>", " ", html, flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", body).replace("&#x27;", "'").replace("&quot;", '"').split())
