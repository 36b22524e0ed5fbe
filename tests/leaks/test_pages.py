"""The planted words of each side and the moments of its secret acts, looked for on whatever anybody gets."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import pairwise

import pytest
from django.http import HttpRequest
from django.test import RequestFactory
from django_htmx.middleware import HtmxDetails

from campaigns import actions
from campaigns.models import JournalEntry
from tests.html_client import unrecorded
from tests.leaks.crawler import FILLINGS, HTMX, PLAIN, UNREAD, Answer, Crawl, addresses, looked_up, read_once
from tests.leaks.planted_words import WORDS, found_in
from tests.leaks.planting import CRAWLING, MAY_ENTER, Garden
from tests.players import PlayedCampaign

(HTMX_ASKS,) = HTMX
FEWEST_ADDRESSES, FEWEST_ANSWERS, FEWEST_MISSING, FEWEST_MOMENTS = 15, 100, 8, 5
ONCE = re.compile(rb'<p class="notice.*?</p>|^Content-Length: \d+$', re.S | re.M)
"""What the page before has left to be told once, and how long that makes an answer."""
ASKS_ALL_WAYS = "ivan"
"""Who asks for every page by htmx too."""
ASKED_ALL_WAYS = (ASKS_ALL_WAYS, "stranger")
"""Who sends nonsense too where nothing was turned down unread."""
TELLTALES = {"ETag", "Last-Modified", "Age", "Expires"}


def leaking(answers: list[Answer], *sides: str) -> dict[str, set[bytes]]:
    """The answers that hold planted words of these sides, or of any if none is named."""
    return {f"{each.status} {each.url}": words for each in answers if (words := found_in(each.content, *sides))}


def kept_or_dated(answers: list[Answer]) -> list[str]:
    """The answers that a cache may keep, or that say when something last changed."""
    found = [each for each in answers if TELLTALES & set(each.headers)]
    pages = [each for each in answers if each.status in (200, 422)]
    found += [each for each in pages if each.headers.get("Cache-Control") != "no-store"]
    found += [each for each in pages if "HX-Request" not in each.headers.get("Vary", "")]
    return [each.url for each in found]


def read_after_all(refused: list[Answer]) -> list[str]:
    """Where a post of nothing was turned down unread, and one of nonsense was answered otherwise."""
    pairs = [(one, two) for one, two in pairwise(refused) if one.url == two.url and one.status in UNREAD]
    alike = [(one.status, one.content) == (two.status, two.content) or one.by_htmx for one, two in pairs]
    return [two.url for (_, two), same in zip(pairs, alike, strict=True) if not (same and two.status in UNREAD)]


def answer_htmx_alike(answers: list[Answer]) -> None:
    """What does not look whether htmx asks: so it is enough that others ask by htmx where it was looked."""
    twice = [(one, two) for one, two in pairwise(answers) if one.url == two.url and not one.by_htmx]
    for one, two in twice:
        assert (one.status, ONCE.sub(b"", one.content)) == (two.status, ONCE.sub(b"", two.content)), one.url
    assert len(twice) > FEWEST_ANSWERS // 2


def moments(table: PlayedCampaign, room: str) -> set[bytes]:
    """When somebody acted in a room and nowhere else, as any page would write it, to the microsecond."""
    rows = JournalEntry.objects.filter(campaign=table.campaign)
    elsewhere = set(rows.exclude(room=room).values_list("act", flat=True))
    return {f"{row.at:%H:%M:%S.%f}".encode() for row in rows.filter(room=room) if row.act not in elsewhere}


def dated(answers: list[Answer], when: set[bytes]) -> set[str]:
    """The answers that tell one of these moments."""
    return {each.url for each in answers if any(moment in each.content for moment in when)}


def test_every_address_of_a_campaign_is_known_to_the_crawler() -> None:
    found = addresses()
    assert len(found) >= FEWEST_ADDRESSES
    assert all(each.name for each in found)
    assert {part for each in found for part in each.parts} <= set(FILLINGS)


@pytest.mark.slow
@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", CRAWLING)
def test_everybody_finds_the_words_and_moments_of_the_rooms_he_may_enter_and_no_other(
    garden: Garden, name: str
) -> None:
    shown = Crawl(garden.browser(name), garden.public_id, all_ways=name == ASKS_ALL_WAYS, everywhere=True).run().answers
    if name == ASKS_ALL_WAYS:
        answer_htmx_alike(shown)
    answers = list(shown)
    if "german" not in MAY_ENTER[name]:
        crawl = Crawl(garden.browser(name), garden.public_id, all_ways=name in ASKED_ALL_WAYS, everywhere=True)
        refused = crawl.refusals().answers
        assert read_after_all(refused) == []
        answers += refused
    assert len(answers) >= FEWEST_ANSWERS
    assert not [each.url for each in answers if each.status >= 500]
    assert name == "" or kept_or_dated(answers) == []
    for side, words in WORDS[garden.campaign.system].items():
        when = moments(garden, side)
        assert len(when) > FEWEST_MOMENTS
        if side not in MAY_ENTER[name]:
            assert leaking(answers, side) == {}
            assert dated(answers, when) == set()
        elif name != "umpire":  # he has no pages of the wizard
            _sees(shown, side, words)
            assert dated(shown, when), "its own side learns when it acted"


def _sees(answers: list[Answer], side: str, words: Iterable[str]) -> None:
    """The words of a room are there to be found: on many pages, in the file, and in the text of its sheets."""
    found = set().union(*leaking(answers, side).values())
    assert [word for word in words if word.encode() not in found] == []
    papers = [each for each in answers if each.headers.get("Content-Type") == "application/pdf"]
    assert leaking(papers, side), "the text of a sheet was read"
    assert len(leaking(answers, side)) > 10, "pages, journal, file, sheets"


@pytest.mark.slow
@pytest.mark.sampled(1)
def test_an_umpire_who_is_let_in_sees_the_words_and_the_other_side_still_does_not(garden: Garden) -> None:
    actions.admit_umpire(seat_id=garden.seat("umpire").pk, by=garden.seat("hans"))
    assert leaking(Crawl(garden.browser("umpire"), garden.public_id, (PLAIN,)).run().answers, "german")
    assert leaking(Crawl(garden.browser("ivan"), garden.public_id, (PLAIN,)).run().answers, "german") == {}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["hans", "ivan", "spectator"])
@read_once()
@unrecorded()
def test_a_sheet_that_a_room_does_not_have_is_there_for_nobody(garden: Garden, name: str) -> None:
    """So it is enough that the crawler asks for one of them in each room."""
    crawl = Crawl(garden.browser(name), garden.public_id)
    for urls in (
        list(each.urls(garden.public_id, missing=True)) for each in addresses() if {"room", "key"} <= {*each.parts}
    ):
        assert len(urls) > FEWEST_MISSING
        got = [crawl.ask("get", url) for url in urls]
        assert {each.status for each in got} <= {404, 405}
        assert len({each.content.replace(each.url.encode(), b"") for each in got}) == 1
        assert {crawl.ask("post", url).status for url in urls} <= {404, 405}
    assert leaking(crawl.answers) == {}


LOOKS: tuple[Callable[[HttpRequest], bool], ...] = (
    lambda request: bool(HtmxDetails(request)),
    lambda request: HTMX_ASKS in request.headers,
)


@pytest.mark.parametrize("look", LOOKS)
def test_whoever_looks_whether_htmx_asks_is_seen(look: Callable[[HttpRequest], bool]) -> None:
    with looked_up() as names:
        look(RequestFactory().get("/"))
    assert HTMX_ASKS.lower() in names


@pytest.mark.sampled(1)
@read_once()
@unrecorded()
def test_what_is_forbidden_answers_byte_for_byte_like_what_does_not_exist(garden: Garden) -> None:
    client = garden.browser("stranger")
    for each in addresses():
        for method in ("get", "post"):
            answers = set()
            for key in (garden.public_id, "AAAAAAAAAAAA", "nonsense"):
                for url in each.urls(key):
                    got = Crawl(client, key).ask(method, url)
                    answers.add((got.status, got.content.replace(url.encode(), b"")))
            assert len(answers) == 1, (each.name, method)
            assert answers.pop()[0] in (404, 405)
