"""Two looks at everything that somebody gets at, before an act of others and after it.

A page is made of what it reads: the second look asks again only for pages whose statements now give other rows, and for
those that wrote. What comes of rows that are the same is the same, as long as nothing is kept in the process beside
them: that is why some tests look at `everything` twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import connection
from django.test import Client

from tests.html_client import unrecorded
from tests.leaks.crawler import PLAIN, Answer, Crawl, read_once
from tests.players import PlayedCampaign

Statement = tuple[str, str]
"""A statement and its values, as text."""
OF_A_SAVEPOINT = ("SAVEPOINT", "RELEASE SAVEPOINT", "ROLLBACK TO SAVEPOINT")
OF_THE_READER = re.compile(r"csrf\w*[\"'][^>]*|X-CSRFToken[^}]*|<time[^>]*>[^<]*</time>|\b[0-9a-f]{8,}\b")
"""What is new on every answer: tokens, moments, the prints of entries."""
OF_WHO_ASKS = ('"django_session"', '"auth_user"')
"""Tables that a crawl reads once for all pages (`read_once`)."""


@dataclass
class Look(Crawl):
    """A crawl that remembers what each page has asked the database; `anew` opens another browser for its reader."""

    anew: Callable[[], Client] = Client
    ways: Sequence[Mapping[str, str]] = (PLAIN,)
    asked: dict[str, set[Statement]] = field(default_factory=dict)
    values: dict[Statement, Any] = field(default_factory=dict)
    writing: set[str] = field(default_factory=set)
    """The addresses whose answer came with a statement that does not only read."""
    rows: dict[Statement, list[tuple[Any, ...]]] = field(default_factory=dict)
    """What each statement gives at the end of the first look."""

    def run(self) -> Look:
        """The first look."""
        super().run()
        self.rows = {each: _rows(each[0], values) for each, values in self.values.items()}
        return self

    def ask(
        self, method: str, url: str, headers: Mapping[str, str] = PLAIN, data: Mapping[str, str] | None = None
    ) -> Answer:
        asked = self.asked.setdefault(url, set())

        def noted(execute: Callable[..., Any], sql: Any, values: Any, many: bool, context: Any) -> Any:
            if str(sql).startswith("SELECT") and not many:
                asked.add(statement := (str(sql), repr(values)))
                self.values[statement] = values
            elif not str(sql).startswith(OF_A_SAVEPOINT):
                self.writing.add(url)
            return execute(sql, values, many, context)

        with connection.execute_wrapper(noted):
            return super().ask(method, url, headers, data)

    def changed(self, *, everything: bool = False) -> list[str]:
        """The addresses that now answer otherwise, and those that are new; all are asked again for `everything`."""
        first = {each.url: _seen(each) for each in self.answers}
        again = Look(self.anew(), self.public_id)
        if everything:
            again.run()
        else:
            other = self.to_ask_again() | set(self.beginnings()) - first.keys()
            again.ask_all(url for url in dict.fromkeys((*first, *self.beginnings())) if url in other)
        now = {url: seen for url, seen in first.items() if not everything} | {
            each.url: _seen(each) for each in again.answers
        }
        return sorted(url for url in {*first, *now} if first.get(url) != now.get(url))

    def to_ask_again(self) -> set[str]:
        """The addresses that read other rows than at the first look, and those that wrote."""
        other = {each for each, rows in self.rows.items() if _rows(each[0], self.values[each]) != rows}
        if any(table in sql for sql, _ in other for table in OF_WHO_ASKS):
            return {*self.asked}
        return {url for url, asked in self.asked.items() if url in self.writing or asked & other}

    @read_once()
    @unrecorded()
    def ask_all(self, urls: Iterable[str]) -> None:
        """Ask for these, as the crawl does."""
        for url in urls:
            self.ask("get", url)


def first_look(table: PlayedCampaign, name: str) -> Look:
    """Everything that somebody at a campaign gets at now."""
    return Look(table.browser(name), table.public_id, anew=lambda: table.browser(name)).run()


def _rows(statement: str, values: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchall()


def _seen(answer: Answer) -> tuple[int, str]:
    """Status and content, less what is new on every answer."""
    return answer.status, OF_THE_READER.sub("", answer.content.decode(errors="replace"))
