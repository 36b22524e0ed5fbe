"""The planted words of one side, looked for on every page, part, file and sheet of everybody else."""

from __future__ import annotations

import pytest

from campaigns import actions
from tests.cast import Table
from tests.leaks.crawler import FILLINGS, Answer, Crawl, addresses
from tests.leaks.planting import ONLOOKERS, SHOWN_TO
from tests.leaks.words import WORDS, found_in

FEWEST_ADDRESSES, FEWEST_ANSWERS = 8, 40


def leaking(answers: list[Answer]) -> dict[str, set[bytes]]:
    """The answers that hold planted words."""
    return {f"{each.status} {each.url}": words for each in answers if (words := found_in(each.content))}


def test_every_address_of_a_campaign_is_known_to_the_crawler() -> None:
    found = addresses()
    assert len(found) >= FEWEST_ADDRESSES
    assert all(each.name for each in found)
    assert {part for each in found for part in each.parts} <= set(FILLINGS)


@pytest.mark.slow
@pytest.mark.parametrize("name", SHOWN_TO)
def test_the_owner_sees_the_words(garden: Table, name: str) -> None:
    answers = Crawl(garden.browser(name), garden.public_id).run().answers
    assert len([each for each in answers if each.status == 200]) >= FEWEST_ANSWERS // 2
    words = set().union(*leaking(answers).values())
    assert {word.encode() for word in WORDS} <= words
    assert len(leaking(answers)) >= 3, "pages, journal, file"


@pytest.mark.slow
@pytest.mark.parametrize("name", ONLOOKERS)
def test_nobody_else_finds_a_word_anywhere(garden: Table, name: str) -> None:
    crawl = Crawl(garden.browser(name), garden.public_id).run().refusals()
    assert len(crawl.answers) >= FEWEST_ANSWERS
    assert leaking(crawl.answers) == {}
    assert not [each.url for each in crawl.answers if each.status >= 500]


@pytest.mark.slow
def test_an_umpire_who_is_let_in_sees_the_words_and_the_other_side_still_does_not(garden: Table) -> None:
    actions.admit_umpire(seat_id=garden.seat("umpire").pk, by=garden.seat("hans"))
    assert leaking(Crawl(garden.browser("umpire"), garden.public_id).run().answers)
    assert leaking(Crawl(garden.browser("ivan"), garden.public_id).run().answers) == {}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hans", "ivan", "spectator"])
def test_no_answer_about_a_campaign_may_be_kept_or_says_when_it_last_changed(garden: Table, name: str) -> None:
    for each in Crawl(garden.browser(name), garden.public_id).run().answers:
        assert not {"ETag", "Last-Modified", "Age", "Expires"} & set(each.headers), each.url
        assert each.headers.get("Cache-Control") == "no-store", each.url
        assert "HX-Request" in each.headers.get("Vary", ""), each.url


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
