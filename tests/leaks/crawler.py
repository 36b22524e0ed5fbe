"""Goes to every address of the project, as far as somebody's pages and the table of addresses lead."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape
from urllib.parse import urlsplit

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from rules import registry
from tests.leaks.words import read

PLAIN: Mapping[str, str] = {}
HTMX = {"HX-Request": "true"}
MOST = 400
LINKS = re.compile(r"""(?:href|src|action|hx-get|hx-post|formaction|data-beat)=["']([^"'#]+)""")
NOT_OURS = ("/static/", "/admin/", "/accounts/", "/live/", "/join/")
STEPS = ("purchase", "fortify", "hexes", "melee", "no-such-step")
FILLINGS: dict[str, tuple[object, ...]] = {
    "key": STEPS,
    "invitation_id": (1, 2, 3, 999),
    "seat_id": (1, 2, 3, 999),
    "side": (*registry.get("oto2").sides, "public"),
}
"""What to put into an address beside the campaign's id, by the name of the part."""


@dataclass(frozen=True)
class Address:
    """A pattern of the project that names a campaign, and its other parts."""

    name: str
    parts: tuple[str, ...]

    def urls(self, public_id: str) -> Iterator[str]:
        """The address with everything that can be put into it; a part nobody has thought of is a KeyError."""
        filled = [{}] if not self.parts else [{part: value} for part in self.parts for value in FILLINGS[part]]
        for each in filled:
            rest = {part: each.get(part, FILLINGS[part][0]) for part in self.parts}
            yield reverse(self.name, kwargs={"public_id": public_id, **rest})


def addresses() -> list[Address]:
    """Every pattern of the project that takes a campaign's id."""
    return [
        Address(pattern.name or "", tuple(part for part in pattern.pattern.converters if part != "public_id"))
        for pattern in _patterns(get_resolver())
        if "public_id" in pattern.pattern.converters
    ]


def _patterns(resolver: URLResolver) -> Iterator[URLPattern]:
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            yield from _patterns(each)
        else:
            yield each


@dataclass(frozen=True)
class Answer:
    """What came back: under which address, with what, readable."""

    url: str
    status: int
    content: bytes
    headers: dict[str, str]


@dataclass
class Crawl:
    """Everything one onlooker gets at, plain and by htmx; refused posts too."""

    client: Client
    public_id: str
    answers: list[Answer] = field(default_factory=list)

    def run(self) -> Crawl:
        """Go everywhere; links on the pages are followed too."""
        todo = ["/", "/campaigns/new/"] + [url for each in addresses() for url in each.urls(self.public_id)]
        known = set(todo)
        while todo and len(self.answers) < MOST:
            url = todo.pop(0)
            for headers in (PLAIN, HTMX):
                answer = self.ask("get", url, headers)
                new = [link for link in links(answer, url) if link not in known]
                known |= set(new)
                todo += new
        assert not todo, "the crawl did not come to an end"
        return self

    def refusals(self) -> Crawl:
        """Post nothing and nonsense everywhere."""
        for each in addresses():
            for url in each.urls(self.public_id):
                self.ask("post", url)
                self.ask("post", url, HTMX, {"act": "nonsense", "step": "purchase", "seen": "0"})
        return self

    def ask(
        self, method: str, url: str, headers: Mapping[str, str] = PLAIN, data: Mapping[str, str] | None = None
    ) -> Answer:
        """One request and what came of it."""
        got = getattr(self.client, method)(url, data or {}, headers=dict(headers))
        content = b"".join(got.streaming_content) if got.streaming else got.content
        readable = read(content, got.get("Content-Type", ""))
        heads = "\n".join(f"{key}: {value}" for key, value in got.items() if key != "Set-Cookie")
        self.answers.append(Answer(url, got.status_code, readable + heads.encode(), dict(got.items())))
        return self.answers[-1]


def links(answer: Answer, here: str) -> list[str]:
    """Addresses of ours on a page."""
    found = []
    for link in LINKS.findall(answer.content.decode(errors="replace")):
        link = unescape(link)
        path = here.split("?")[0] + link if link.startswith("?") else link
        if path.startswith("/") and not urlsplit(path).netloc and not path.startswith(NOT_OURS):
            found.append(path)
    return found
