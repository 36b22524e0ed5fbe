"""The planted words of each side, looked for on every page, part, file and sheet of everybody."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from campaigns import actions
from tests.leaks.crawler import FILLINGS, PLAIN, Answer, Crawl, addresses, everything_seen
from tests.leaks.planted_words import WORDS, found_in
from tests.leaks.planting import MAY_ENTER, Garden

pytestmark = pytest.mark.once

FEWEST_ADDRESSES, FEWEST_ANSWERS = 15, 100
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


def test_every_address_of_a_campaign_is_known_to_the_crawler() -> None:
    found = addresses()
    assert len(found) >= FEWEST_ADDRESSES
    assert all(each.name for each in found)
    assert {part for each in found for part in each.parts} <= set(FILLINGS)


@pytest.mark.slow
@pytest.mark.parametrize("name", MAY_ENTER)
def test_everybody_finds_the_words_of_the_rooms_he_may_enter_and_no_other(garden: Garden, name: str) -> None:
    shown = everything_seen(garden, name)
    answers = list(shown)
    if "german" not in MAY_ENTER[name]:
        answers += Crawl(garden.browser(name), garden.public_id).refusals().answers
    assert len(answers) >= FEWEST_ANSWERS
    assert not [each.url for each in answers if each.status >= 500]
    assert name == "" or kept_or_dated(answers) == []
    for side, words in WORDS[garden.campaign.system].items():
        if side not in MAY_ENTER[name]:
            assert leaking(answers, side) == {}
        elif name != "umpire":  # he has no pages of the wizard
            _sees(shown, side, words)


def _sees(answers: list[Answer], side: str, words: Iterable[str]) -> None:
    """The words of a room are there to be found: on many pages, in the file, and in the text of its sheets."""
    found = set().union(*leaking(answers, side).values())
    assert [word for word in words if word.encode() not in found] == []
    papers = [each for each in answers if each.headers.get("Content-Type") == "application/pdf"]
    assert leaking(papers, side), "the text of a sheet was read"
    assert len(leaking(answers, side)) > 10, "pages, journal, file, sheets"


@pytest.mark.slow
def test_an_umpire_who_is_let_in_sees_the_words_and_the_other_side_still_does_not(garden: Garden) -> None:
    actions.admit_umpire(seat_id=garden.seat("umpire").pk, by=garden.seat("hans"))
    assert leaking(Crawl(garden.browser("umpire"), garden.public_id, (PLAIN,)).run().answers, "german")
    assert leaking(Crawl(garden.browser("ivan"), garden.public_id, (PLAIN,)).run().answers, "german") == {}


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
