"""Nothing that a side does in its own room changes the map, its picture, its table or their size for anybody else."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from tests.maps.practice import practice_map
from tests.players import PlayedCampaign, start_played

pytestmark = pytest.mark.django_db
PAGES = ("map", "map-file", "map-table", "map-dates", "map-lapse", "campaign")
OF_THE_READER = re.compile(r"csrf\w*[\"'][^>]*|X-CSRFToken[^}]*|<time[^>]*>[^<]*</time>")
"""What is new on every answer."""


@pytest.fixture
def table(db: None) -> PlayedCampaign:
    return start_played(map=practice_map())


def shown(table: PlayedCampaign, name: str, page: str) -> str:
    answer = table.browser(name).get(reverse(page, args=[table.public_id]))
    assert answer.status_code == 200
    return OF_THE_READER.sub("", answer.content.decode())


@pytest.mark.parametrize("name", ["ivan", "spectator", "umpire"])
def test_where_a_side_writes_that_its_counters_stand_shows_on_nobody_elses_map(
    table: PlayedCampaign, name: str
) -> None:
    before = {page: shown(table, name, page) for page in PAGES}
    player = table.player("hans")
    piles = [pile for section in player.view().mine.sections for pile in section.piles]
    for pile, place in zip(piles, ("K20", "L21", "M22"), strict=False):
        player.orders("change", pile=pile.key, count=1, place=place, note="an orchard behind the mill")
    assert {page: shown(table, name, page) for page in PAGES} == before


def test_the_map_of_a_side_shows_none_of_its_own_units_either(table: PlayedCampaign) -> None:
    player = table.player("hans")
    pile = player.view().mine.sections[0].piles[0]
    player.orders("change", pile=pile.key, count=1, place="K20")
    for page in PAGES[:-1]:
        drawn = shown(table, "hans", page)
        assert 'class="fill-' not in drawn
        assert pile.like.name not in drawn


def test_the_picture_is_the_same_for_everybody(table: PlayedCampaign) -> None:
    table.player("hans").orders("change", pile=1, count=1, place="K20")
    table.player("ivan").orders("paint", holder="russian", hexes="V10-V20")
    assert len({shown(table, name, "map-file") for name in ("hans", "ivan", "umpire", "spectator")}) == 1
