"""The matrix of pages (tests/matrix.py) over planted campaigns: nobody gets a word of a room they may not enter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client

from campaigns.closing import actions as closing
from campaigns.closing.models import What
from campaigns.rewind import proposals
from tests import matrix
from tests.html_client import unrecorded
from tests.leaks.conftest import laid_down
from tests.leaks.crawler import NONSENSE, Answer, Crawl, read_once
from tests.leaks.planted_words import WORDS
from tests.leaks.planting import CRAWLING, MAY_ENTER
from tests.leaks.test_pages import dated, kept_or_dated, leaking, moments
from tests.leaks.test_rewind import agrees, proposes
from tests.matrix import Row
from tests.players import PlayedCampaign

GAMES = (*WORDS,)
ADMIN = "admin"
READERS = (*CRAWLING, ADMIN)
OUTSIDERS = {"stranger", ADMIN}
CLOSED, TO_THE_LOGIN = {404, 405}, {302, 405}
ANSWERS = {200, 204, 302, 303, 400, 403, 422, *CLOSED}


def undone(table: PlayedCampaign) -> None:
    """All that was done since the last point of a rewind is undone."""
    rewind_proposed(table)
    agrees(table, "ivan")


def rewind_proposed(table: PlayedCampaign) -> None:
    proposes(table, "hans", proposals.points(table.campaign)[-1].before)


def abandoned(table: PlayedCampaign) -> None:
    """It is ended before its time, which opens no room."""
    closing.propose(what=What.END, reason="Ivan has moved away", by=table.seat("ivan"))
    closing.agree(what=What.END, by=table.seat("hans"))


POSITIONS: dict[str, Callable[[PlayedCampaign], None]] = {
    "in play": lambda table: None,
    "a rewind is proposed": rewind_proposed,
    "undone": undone,
    "abandoned": abandoned,
}


@pytest.fixture(scope="module", params=GAMES)
def grown(request: Any, django_db_setup: None, django_db_blocker: Any) -> Iterator[PlayedCampaign]:
    """A planted campaign of each game."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield laid_down(request.param)
        transaction.set_rollback(True)


@cache
def _words(game: str, name: str) -> tuple[str, ...]:
    return tuple(side for side in WORDS[game] if side not in MAY_ENTER.get(name, ()))


class Readers:
    """Everybody's browser, by language."""

    def __init__(self, table: PlayedCampaign) -> None:
        self.table, self.known = table, dict[tuple[str, str], Client]()
        self.users = {**table.users, ADMIN: User.objects.create_superuser(ADMIN)}

    def crawl(self, row: Row) -> Crawl:
        key = row.reader, row.language
        if key not in self.known:
            self.known[key] = matrix.reading(self.users.get(row.reader), row.language)
        return Crawl(self.known[key], self.table.public_id)


def rows(draw: Callable[..., tuple[Row, ...]], what: str, game: str, position: str) -> list[Row]:
    """The rows of one place."""
    return [row for row in draw(what, GAMES, tuple(POSITIONS), READERS) if (row.game, row.position) == (game, position)]


def wrong(row: Row, answer: Answer, table: PlayedCampaign, when: dict[str, set[bytes]]) -> Iterator[str]:
    """What is wrong with an answer."""
    allowed = CLOSED if row.reader in OUTSIDERS else ANSWERS if row.reader else TO_THE_LOGIN
    status = 302 if "HX-Redirect" in answer.headers else answer.status  # that is how htmx is led elsewhere
    if status not in allowed:
        yield f"status {status}"
    for side in _words(row.game, row.reader):
        if found := leaking([answer], side):
            yield f"words of {side}: {found}"
        if dated([answer], when[side]):
            yield f"a moment of {side}"
    if row.reader and kept_or_dated([answer]):
        yield "a cache may keep it, or it is dated"
    if (
        b'id="content"' in answer.content
        and b"/refit/" in answer.content
        and b'hx-history="false"' not in answer.content
    ):
        yield "htmx keeps the page in the browser"
    whole = answer.content.lstrip().lower().startswith(b"<!doctype")
    if whole and f'<html lang="{row.language[:2]}'.encode() not in answer.content:
        yield "another language"


def look(grown: PlayedCampaign, position: str, found: list[Row], ask: Callable[[Crawl, str, Row], Answer]) -> None:
    """Ask for everything, and tell all that was wrong at once."""
    POSITIONS[position](grown)
    urls, readers = matrix.Urls(grown.campaign), Readers(grown)
    when = {side: moments(grown, side) for side in ("german", "russian")}
    faults = []
    with read_once(), unrecorded():
        for row in found:
            answer = ask(readers.crawl(row), urls.at(row), row)
            faults += [f"{row} {answer.url}: {each}" for each in wrong(row, answer, grown, when)]
    assert found
    assert not faults, "\n".join(faults)


def get(crawl: Crawl, url: str, row: Row) -> Answer:
    return crawl.ask("get", url, row.headers)


def post(crawl: Crawl, url: str, row: Row) -> Answer:
    """What is done after all is undone."""
    before = transaction.savepoint()
    answer = crawl.ask("post", url, row.headers, NONSENSE if row.filled else {})
    transaction.savepoint_rollback(before)
    return answer


WAYS = {"get": get, "post": post}


@pytest.mark.parametrize(("way", "position"), product(WAYS, POSITIONS))
def test_every_address_answers_everybody_as_it_should_and_leaks_nothing(
    grown: PlayedCampaign, db: None, way: str, position: str, request: Any
) -> None:
    game = request.node.callspec.params["grown"]
    look(grown, position, rows(matrix.drawn, way, game, position), WAYS[way])


@pytest.mark.whole("each address for each reader in each place")
@pytest.mark.parametrize("position", POSITIONS)
def test_the_whole_matrix(grown: PlayedCampaign, db: None, position: str, request: Any) -> None:
    game = request.node.callspec.params["grown"]
    look(grown, position, rows(matrix.whole, "get", game, position), get)
