"""The planted words of one side, looked for on every page, part, file and sheet of everybody else."""

from __future__ import annotations

import pytest

from campaigns import actions
from tests.cast import Table
from tests.leaks.crawler import FILLINGS, Answer, Crawl, addresses
from tests.leaks.planting import ONLOOKERS, SHOWN_TO
from tests.leaks.words import WORDS, found_in

FEWEST_ADDRESSES, FEWEST_ANSWERS = 15, 100
TELLTALES = {"ETag", "Last-Modified", "Age", "Expires"}


def leaking(answers: list[Answer]) -> dict[str, set[bytes]]:
    """The answers that hold planted words."""
    return {f"{each.status} {each.url}": words for each in answers if (words := found_in(each.content))}


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
@pytest.mark.parametrize("name", SHOWN_TO)
def test_the_owner_sees_the_words(garden: Table, name: str) -> None:
    answers = Crawl(garden.browser(name), garden.public_id).run().answers
    assert len([each for each in answers if each.status == 200]) >= FEWEST_ANSWERS // 3
    words = set().union(*leaking(answers).values())
    assert {word.encode() for word in WORDS[garden.campaign.system]} <= words
    papers = [each for each in answers if each.headers.get("Content-Type") == "application/pdf"]
    assert leaking(papers), "the text of a sheet was read"
    assert len(leaking(answers)) > 10, "pages, journal, file, sheets"
    assert kept_or_dated(answers) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ONLOOKERS)
def test_nobody_else_finds_a_word_anywhere(garden: Table, name: str) -> None:
    crawl = Crawl(garden.browser(name), garden.public_id).run().refusals()
    assert len(crawl.answers) >= FEWEST_ANSWERS
    assert leaking(crawl.answers) == {}
    assert not [each.url for each in crawl.answers if each.status >= 500]
    assert name == "" or kept_or_dated(crawl.answers) == []


@pytest.mark.slow
def test_an_umpire_who_is_let_in_sees_the_words_and_the_other_side_still_does_not(garden: Table) -> None:
    actions.admit_umpire(seat_id=garden.seat("umpire").pk, by=garden.seat("hans"))
    assert leaking(Crawl(garden.browser("umpire"), garden.public_id).run().answers)
    assert leaking(Crawl(garden.browser("ivan"), garden.public_id).run().answers) == {}


def test_what_is_forbidden_answers_byte_for_byte_like_what_does_not_exist(garden: Table) -> None:
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
