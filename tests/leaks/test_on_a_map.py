"""A planted campaign on the practice map: its words on every page, picture, part and paper that anybody gets."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import pytest
from django.db import transaction
from django.urls import resolve

from campaigns.maps import drawing, table
from tests.leaks.conftest import laid_down
from tests.leaks.crawler import Answer, Crawl, addresses
from tests.leaks.planted_words import MAP_PLACE, ON_THE_MAP, WORDS, found_in
from tests.leaks.planting import CRAWLING, MAY_ENTER
from tests.players import PlayedCampaign

pytestmark = [pytest.mark.slow]
OF_THE_MAP = {"map", "map-table", "map-file", "map-dates", "map-lapse", "map-choice", "map-positions", "refit-map"}
"""What a crawl has to come by."""


@pytest.fixture(scope="module")
def grown(django_db_setup: None, django_db_blocker: Any) -> Iterator[PlayedCampaign]:
    """The campaign; it is gone with the last test of this module."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield laid_down(ON_THE_MAP)
        transaction.set_rollback(True)


@pytest.fixture
def garden(grown: PlayedCampaign, db: None) -> PlayedCampaign:
    """The planted campaign, for one test."""
    return grown


def crawled(garden: PlayedCampaign, name: str) -> list[Answer]:
    return Crawl(garden.browser(name), garden.public_id, everywhere=True).run().answers


def asked(garden: PlayedCampaign, name: str, pages: Collection[str]) -> list[Answer]:
    """What somebody gets at some of the addresses that a crawl of his comes by."""
    crawl = Crawl(garden.browser(name), garden.public_id)
    for each in addresses():
        for url in each.urls(garden.public_id) if each.name in pages else ():
            crawl.ask("get", url)
    return crawl.answers


def leaking(answers: list[Answer], side: str) -> set[str]:
    """The addresses that tell a word of a side."""
    return {each.url for each in answers if found_in(each.content, side)}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", CRAWLING)
def test_everybody_finds_the_words_of_the_rooms_he_may_enter_and_no_other(garden: PlayedCampaign, name: str) -> None:
    shown = crawled(garden, name)
    met = {resolve(each.url.split("?")[0]).url_name for each in shown}
    assert met >= OF_THE_MAP
    answers = list(shown)
    if "german" not in MAY_ENTER[name]:
        answers += Crawl(garden.browser(name), garden.public_id).refusals().answers
    assert not [each.url for each in answers if each.status >= 500]
    for side, words in WORDS[ON_THE_MAP].items():
        if side not in MAY_ENTER[name]:
            assert leaking(answers, side) == set()
        elif name != "umpire":  # he has no pages of the wizard
            found = set().union(*(found_in(each.content, side) for each in shown))
            assert [word for word in words if word.encode() not in found] == []


def test_a_secret_hex_in_a_drawing_is_found_wherever_the_map_is_drawn(
    garden: PlayedCampaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A leak planted: what the crawl is there to catch."""
    drawn = drawing.svg

    def with_a_secret(*layers: Any, **more: Any) -> str:
        return drawn(*layers, **more).replace("</svg>", f"<desc>{MAP_PLACE}</desc></svg>")

    monkeypatch.setattr(drawing, "svg", with_a_secret)
    drawn_on = {"map", "map-file", "campaign"}
    leaks = leaking(asked(garden, "spectator", drawn_on), "german")
    assert {resolve(url).url_name for url in leaks} == drawn_on


def test_a_secret_hex_among_the_words_of_a_map_is_found_in_its_table(
    garden: PlayedCampaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "terrain", lambda sheet, place: MAP_PLACE)
    told_on = {"map", "map-table"}
    leaks = leaking(asked(garden, "ivan", told_on), "german")
    assert {resolve(url).url_name for url in leaks} == told_on
