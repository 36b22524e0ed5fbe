"""The map on paper: on the scenario card for both, on a side's set-up sheet with its own counters and no others."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest

from rosters import pdf, sheets
from tests.maps.practice import practice_map
from tests.players import PlayedCampaign, start_played

pytestmark = pytest.mark.django_db


def paper(table: PlayedCampaign, name: str, room: str, key: str) -> dict:
    seat = table.seat(name)
    return sheets.sheet_content(seat, sheets.printable_or_404(seat, room, key))


def marked(svg: str, side: int) -> bool:
    return f'class="fill-{side}"' in svg


@pytest.fixture
def placed(db: None) -> PlayedCampaign:
    """A campaign on its map, with a counter of each side somewhere on it."""
    table = start_played(map=practice_map())
    for name, place in (("hans", "K20"), ("ivan", "V30")):
        player = table.player(name)
        piles = [pile for section in player.view().mine.sections for pile in section.piles]
        key = next(pile.key for pile in piles if pile.like.fate == "ready")
        player.orders("change", pile=key, count=1, place=place)
    return table


def test_the_scenario_card_has_the_public_map_and_nobodys_counters(placed: PlayedCampaign) -> None:
    card = paper(placed, "spectator", "public", "card")
    assert card["map"]["title"] == "Practice map"
    assert not marked(card["map"]["svg"], 1)
    assert not marked(card["map"]["svg"], 2)


@pytest.mark.parametrize(("name", "room", "side"), [("hans", "german", 1), ("ivan", "russian", 2)])
def test_a_set_up_sheet_has_the_counters_of_its_own_side(
    placed: PlayedCampaign, name: str, room: str, side: int
) -> None:
    svg = paper(placed, name, room, "setup")["map"]["svg"]
    assert marked(svg, side)
    assert not marked(svg, 3 - side)
    assert len(re.findall(r"m-5-5h10|m-5 0a5", svg)) == 1


def test_12_6076_the_perimeter_record_has_the_public_map_and_of_units_only_ones_own(placed: PlayedCampaign) -> None:
    for name, room in (("spectator", "public"), ("hans", "german"), ("ivan", "russian")):
        found = paper(placed, name, room, "perimeter")["map"]
        assert found["title"] == "Practice map"
        assert not marked(found["svg"], 1), "nobody is isolated"
        assert not marked(found["svg"], 2)


def test_other_sheets_have_none(placed: PlayedCampaign) -> None:
    assert paper(placed, "hans", "german", "roster")["map"] is None


def test_a_campaign_without_a_map_has_none(db: None) -> None:
    assert paper(start_played(), "hans", "german", "setup")["map"] is None


def test_the_pdf_is_tagged_the_same_each_time_and_has_the_map_as_vectors(placed: PlayedCampaign) -> None:
    drawn, at = paper(placed, "hans", "german", "setup"), datetime(2026, 1, 1, tzinfo=UTC)
    first = pdf.pdf_of(drawn, at)
    assert first == pdf.pdf_of(drawn, at)
    assert b"/Subtype/Image" not in first.replace(b"/Subtype /Image", b"/Subtype/Image")
    assert len(first) < 200_000
    bare = pdf.pdf_of({**drawn, "map": None}, at)
    pages = [int(found[1]) for made in (first, bare) if (found := re.search(rb"/Type/Pages/Count (\d+)", made))]
    assert pages[0] == pages[1] + 1
