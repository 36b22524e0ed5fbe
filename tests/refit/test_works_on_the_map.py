"""Fortifications in Locations that became the other side's, on the pages of both (7.5073)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse

from tests.html_client import HtmlPage, open_page
from tests.maps.practice import practice_map
from tests.players import PlayedCampaign, start_played

pytestmark = pytest.mark.slow
Wizard = Callable[[PlayedCampaign, str], HtmlPage]


def test_7_5073_a_work_in_a_hex_now_russian_is_listed_and_handed_over_by_one_press(db: None, wizard: Wizard) -> None:
    table = start_played(map=practice_map(), name="Works")
    table.play_to("battle")
    player = table.player("hans")
    trench = next(p for section in player.view().mine.sections for p in section.piles if p.like.name == "Trench")
    player.orders("change", pile=trench.key, count=1, place="K45")
    table.player("ivan").orders("paint", holder="russian", hexes="A40-QQ60")
    assert "works" not in wizard(table, "hans").html
    table.play_until("hans", "works")
    page = wizard(table, "hans")
    assert "Trench at K45, 1 in all" in page.text
    page.press("roll")
    for name in ("hans", "ivan"):
        journal = open_page(table.browser(name), reverse("campaign-journal", args=[table.public_id]))
        assert "Trench (K45)" in journal.text, name
    mine = table.view("ivan").ctx.mine
    assert [(c.name, c.place) for c in mine.on_hand if c.name == "Trench"] == [("Trench", "K45")]
