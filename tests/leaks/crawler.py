"""Goes to every address of the project, as far as somebody's pages and the table of addresses lead."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from copy import copy, deepcopy
from dataclasses import dataclass, field
from html import unescape
from itertools import product
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.db.models import Model
from django.db.models.signals import post_delete, post_save
from django.http.request import HttpHeaders
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve, reverse

from campaigns.models import Invitation, Seat
from rosters.models import SheetJob
from rules.contract import PUBLIC
from rules.systems.oto2.system import SYSTEM
from tests import tiers
from tests.html_client import unrecorded
from tests.leaks.planted_words import read

PLAIN: Mapping[str, str] = {}
HTMX = {"HX-Request": "true"}
NONSENSE = {"act": "nonsense", "step": "purchase", "seen": "0"}
UNREAD = {404, 405}
"""What a post is answered whose entries nobody looks at."""
MOST = 800
DRAWN = 4
"""Of so many URLs of an address a crawl of the fast tier asks for one, beside the first of all."""
ENOUGH, MANY = 6, 20
"""The most variants of a page by its query, and the most pages of a kind that a campaign links to."""
ENOUGH_OF_A_DRAW, MANY_OF_A_DRAW = 2, 6
"""The same in the fast tier, in which each crawl draws where it goes."""
OF_A_GAME = 1
"""The most pages of a kind that belongs to no campaign: nothing of one can stand there."""
LINKS = re.compile(r"""(?:href|src|action|hx-get|hx-post|formaction|data-beat)=["']([^"'#]+)""")
ONE_TIME = re.compile(rb'name="prepared".*?class="num small seed">.*?</p>', re.S)
"""The seed prepared for a founding and what is shown of it: new with each look at the form."""
NOT_OURS = ("/static/", "/admin/", "/accounts/", "/live/", "/join/", "/club/")
STEPS = ("purchase", "fortify", "hexes", "setup", "melee", "perimeter", "initiative", "strongpoints", "no-such-step")
GAME = SYSTEM
SHEETS_OF: Mapping[str, tuple[str, ...]] = {
    side or PUBLIC: tuple(GAME.sheets(GAME.setup({}), side)) for side in (*GAME.sides, None)
}
"""The sheets of each room."""
SHEETS = tuple(dict.fromkeys(key for keys in SHEETS_OF.values() for key in keys))
TABLES = ("oto2.strength", "oto2.groups_german", "oto2.no_such_table", "votg.coy_strength", "votg.initiative")
FILLINGS: dict[str, Callable[[str], Sequence[object]]] = {
    "key": lambda name: SHEETS if name.startswith("sheet") else STEPS,
    "room": lambda name: (*GAME.sides, PUBLIC),
    "side": lambda name: (*GAME.sides, PUBLIC),
    "table": lambda name: TABLES,
    "number": lambda name: sorted({1, *SheetJob.objects.values_list("number", flat=True)}),
    "sheet": lambda name: ("ships", "no-such-sheet"),
    "file": lambda name: ("ships.csv", "chart.toml", "no-such-file"),
    "invitation_id": lambda name: (*Invitation.objects.values_list("pk", flat=True), 10**9),
    "seat_id": lambda name: (*Seat.objects.values_list("pk", flat=True), 10**9),
}
"""What to put into an address beside the id of its campaign or chart, by the name of the part."""
VALUES = re.compile(r"'[^']*'|_django_curs_\w+|\bs\d+_x\d+\b|\b\d+\b")
"""What differs from statement to statement by itself."""
MISSING = {room: [key for key in SHEETS if key not in keys][1:] for room, keys in SHEETS_OF.items()}
"""By room the sheets that it does not have, but for one."""


@dataclass(frozen=True)
class Address:
    """A pattern of the project that names a campaign or a chart, and its other parts."""

    name: str
    parts: tuple[str, ...]
    of: str = "public_id"

    def urls(self, public_id: str, *, missing: bool = False) -> Iterator[str]:
        """The address with everything that can be put into it; a part nobody has thought of is a KeyError.

        With `missing` those of sheets that a room does not have, of which otherwise one for each room is there.
        """
        for values in product(*(FILLINGS[part](self.name) for part in self.parts)):
            rest = dict(zip(self.parts, values, strict=True))
            if missing == (rest.get("key") in MISSING.get(str(rest.get("room")), ())):
                yield reverse(self.name, kwargs={self.of: public_id, **rest})


def addresses(of: str = "public_id") -> list[Address]:
    """Every pattern of the project that takes a campaign's id, or with `chart_id` a chart's."""
    return [
        Address(pattern.name or "", tuple(part for part in pattern.pattern.converters if part != of), of)
        for pattern in patterns(get_resolver())
        if of in pattern.pattern.converters
    ]


def patterns(resolver: URLResolver) -> Iterator[URLPattern]:
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            yield from patterns(each)
        else:
            yield each


@contextmanager
def read_once() -> Iterator[None]:
    """In here a session and its user are read once, and again when one of them was written, not for each request.

    For whoever asks for hundreds of pages: both are a seventh of what one costs, and no page depends on it.
    """
    sessions, users = dict[str | None, Any](), dict[int, Any]()
    store: Any = SessionStore  # its stubs leave out what is private
    read_session, read_user = store._get_session_from_db, ModelBackend.get_user

    def session_of(store: Any) -> Any:
        key = store.session_key
        if key not in sessions and (found := read_session(store)):
            sessions[key] = found
        return sessions.get(key)

    def user_of(backend: Any, key: int) -> Any:
        if key not in users:
            users[key] = read_user(backend, key)
        return copy(users[key])

    def forget(sender: type[Model], **more: Any) -> None:
        if sender in (Session, User):
            sessions.clear()
            users.clear()

    with (
        patch.object(SessionStore, "_get_session_from_db", session_of),
        patch.object(ModelBackend, "get_user", user_of),
    ):
        for written in (post_save, post_delete):
            written.connect(forget)
        try:
            yield
        finally:
            for written in (post_save, post_delete):
                written.disconnect(forget)


@contextmanager
def looked_up() -> Iterator[set[str]]:
    """The names of the request headers that are looked up in here, in small letters."""
    names, header = set[str](), HttpHeaders.__getitem__

    def noted(headers: HttpHeaders, name: str) -> str:
        names.add(name.lower())
        return header(headers, name)

    with patch.object(HttpHeaders, "__getitem__", noted):
        yield names


@dataclass(frozen=True)
class Answer:
    """What came back: under which address, with what, readable; and whether it may be another one for htmx."""

    url: str
    status: int
    content: bytes
    headers: dict[str, str]
    by_htmx: bool
    statements: tuple[str, ...] = ()
    """What was asked of the database meanwhile, less the values; counted where the crawl is `counted`."""

    @property
    def is_page(self) -> bool:
        return self.status == 200 and self.headers.get("Content-Type", "").startswith("text/html")


@dataclass
class Crawl:
    """Everything one onlooker gets at, plain and by htmx; refused posts too."""

    client: Client
    public_id: str
    ways: Sequence[Mapping[str, str]] = (PLAIN, HTMX)
    answers: list[Answer] = field(default_factory=list)
    all_ways: bool = False
    counted: bool = False
    everywhere: bool = not tiers.is_fast()
    """Whether it goes to all that can be put into an address; else to the first of it and a draw by the test."""

    @read_once()
    @unrecorded()
    def run(self) -> Crawl:
        """Go everywhere once, and follow the links on pages; those for which htmx may get another one are asked by it.

        That is where making the page looked whether htmx asks. With `all_ways` every page is.
        """
        todo = self.beginnings()
        known, met = set(todo), Counter[str]()
        while todo and len(self.answers) < MOST:
            url = todo.pop(0)
            page, *rest = self.ways
            answers = [self.ask("get", url, page)]
            if answers[0].is_page and (answers[0].by_htmx or self.all_ways):
                answers += [self.ask("get", url, headers) for headers in rest]
            for link in (link for answer in answers for link in links(answer, url) if link not in known):
                known.add(link)
                if self._is_new(link, met):
                    todo.append(link)
        assert not todo, "the crawl did not come to an end"
        return self

    def beginnings(self) -> list[str]:
        """Where a crawl begins: every address that can be made of a pattern, and pages that lead to others."""
        return list(dict.fromkeys(("/", "/campaigns/new/", *self.of_each_address())))

    def of_each_address(self) -> Iterator[str]:
        """What can be put into each address.

        Drawn by the text of a URL alone: two crawls of a test go to the same pages, though one finds more of them.
        """
        for each in addresses():
            first, *rest = each.urls(self.public_id)
            yield first
            yield from (url for url in rest if self.everywhere or self._is_drawn(url))

    def _is_drawn(self, url: str) -> bool:
        return tiers.is_drawn_in_test(url.replace(self.public_id, ""), DRAWN)

    def _is_new(self, link: str, met: Counter[str]) -> bool:
        """Whether a link leads to what was not seen often enough."""
        path = link.split("?")[0]
        try:
            kind = path if "?" in link else str(resolve(path).url_name)
        except Resolver404:
            kind = path
        met[kind] += 1
        enough, many = (ENOUGH, MANY) if self.everywhere else (ENOUGH_OF_A_DRAW, MANY_OF_A_DRAW)
        return met[kind] <= (enough if "?" in link else many if self.public_id in link else OF_A_GAME)

    @read_once()
    @unrecorded()
    def refusals(self) -> Crawl:
        """Post nothing and nonsense everywhere; what is done after all is undone before the next.

        Where nothing was turned down unread nonsense would be too, and is sent only with `all_ways`.
        """
        for url in self.of_each_address():
            for headers, data in ((PLAIN, {}), (HTMX, NONSENSE)):
                before, cookies = transaction.savepoint(), deepcopy(self.client.cookies)
                answer = self.ask("post", url, headers, data)
                transaction.savepoint_rollback(before)
                self.client.cookies = cookies
                if answer.status in UNREAD and not self.all_ways:
                    break
        return self

    def ask(
        self, method: str, url: str, headers: Mapping[str, str] = PLAIN, data: Mapping[str, str] | None = None
    ) -> Answer:
        """One request and what came of it."""
        with looked_up() as names, self._statements() as asked:
            got = getattr(self.client, method)(url, data or {}, headers=dict(headers))
            content = b"".join(got.streaming_content) if got.streaming else got.content
        readable = ONE_TIME.sub(b"", read(content, got.get("Content-Type", "")))
        heads = "\n".join(f"{key}: {value}" for key, value in got.items() if key != "Set-Cookie")
        by_htmx = "hx-request" in names
        statements = tuple(VALUES.sub("?", each["sql"]) for each in (asked.captured_queries if asked else ()))
        answer = Answer(url, got.status_code, readable + heads.encode(), dict(got.items()), by_htmx, statements)
        self.answers.append(answer)
        return answer

    def _statements(self) -> AbstractContextManager[CaptureQueriesContext | None]:
        if not self.counted:
            return nullcontext()
        connection.queries_log.clear()  # it holds some thousands, and of a full one nothing is told
        return CaptureQueriesContext(connection)


def links(answer: Answer, current: str) -> list[str]:
    """Addresses of ours on a page."""
    found = []
    for link in LINKS.findall(answer.content.decode(errors="replace")):
        link = unescape(link)
        path = current.split("?")[0] + link if link.startswith("?") else link
        if path.startswith("/") and not urlsplit(path).netloc and not path.startswith(NOT_OURS):
            found.append(path)
    return found
