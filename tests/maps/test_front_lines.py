"""The front lines of a campaign with a map, on the pages: proposed to one side, told to both when taken."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from campaigns.ledger import journal
from rules.contract import PUBLIC
from rules.ground import painting
from rules.ground.hexes import beside
from tests.html_client import open_page
from tests.maps.practice import practice_map
from tests.players import PlayedCampaign, start_played
from tests.rules.ground.figures import at

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
PLANTED = "P31, Q30"
"""Where Infantry stands by the word of one side: in no line, and next to no other."""
CUT_OFF = {"mmc_at": "T30", "enemy_at": painting.hexes_text(beside(*at("T30")))}
"""A unit with the enemy all around it."""


@pytest.fixture
def table(db: None) -> PlayedCampaign:
    """A campaign on the practice map, after its first battle."""
    table = start_played(map=practice_map())
    table.paints("hans", "A1-G60")
    table.play_until("hans", "perimeter")
    return table


def page(table: PlayedCampaign, name: str) -> Any:
    return open_page(table.browser(name), reverse("refit-home", args=[table.public_id]))


def public(table: PlayedCampaign) -> Any:
    return journal.load_state(table.campaign, {PUBLIC}).public


def pressed(table: PlayedCampaign, **said: Any) -> None:
    """Hans enters what is asked, with what is said."""
    hans = table.player("hans")
    current = hans.view().current
    assert current
    hans.orders("enter", **{**{field.name: field.value for field in current.task.fields}, **said})


def test_the_page_asks_where_infantry_stands_and_then_shows_the_proposal(table: PlayedCampaign):
    assert 'name="mmc_at"' in page(table, "hans").html
    pressed(table, mmc_at="D20, D40")
    shown = page(table, "hans")
    assert "The largest Perimeter that is legal holds" in shown.text
    assert 'name="take"' in shown.html


def test_what_a_side_says_and_is_proposed_is_on_no_page_of_others(table: PlayedCampaign):
    others = {name: page(table, name).text for name in ("ivan", "spectator")}
    pressed(table, mmc_at=PLANTED, enemy_at="R33")
    for name in others:
        now = page(table, name).text
        assert not any(hex_ in now for hex_ in ("P31", "Q30", "R33"))
    assert public(table).perimeters == {}


def test_once_taken_the_line_is_public_and_nothing_else_of_what_was_said(table: PlayedCampaign):
    pressed(table, mmc_at="D20, D40", enemy_at="R33")
    pressed(table)
    drawn = public(table).perimeters["german"]
    assert drawn.line == public(table).date
    assert {"A1", "A60"} <= {name for row in drawn.loops for name in row}
    assert "R33" not in str(drawn)


# while it is said ---------------------------------------------------------------------------------


@pytest.fixture
def surrounded(table: PlayedCampaign) -> PlayedCampaign:
    """All else is Russian."""
    table.paints("ivan", "H1-QQ60")
    return table


def test_the_page_shows_the_perimeter_for_what_is_said_and_one_press_takes_it(table: PlayedCampaign):
    opened = page(table, "hans")
    assert "The largest Perimeter that is legal holds" in opened.text
    assert opened.press("enter").status == 200
    assert public(table).perimeters["german"].line == public(table).date


def test_what_the_page_did_not_show_is_shown_before_it_is_taken(surrounded: PlayedCampaign):
    table = surrounded
    shown = page(table, "hans").press("enter", CUT_OFF)
    assert public(table).perimeters == {}
    assert "A Pocket: T30" in shown.text
    shown.press("enter")
    assert public(table).perimeters["german"].pockets


def drafted(table: PlayedCampaign, **typed: str) -> str:
    """What the page of Hans gets after each tap."""
    opened = page(table, "hans")
    data = {**opened.form.fields, **typed, "act": "draft", "window": "w"}
    answer = table.browser("hans").post(opened.where, data, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_a_tap_brings_another_proposal_with_its_line_and_its_number_of_areas(surrounded: PlayedCampaign):
    table = surrounded
    before, now = page(table, "hans"), drafted(table, **CUT_OFF)
    assert inputs(now)["shown"] != before.form.fields["shown"]
    assert (before.form.fields["areas"], inputs(now)["areas"]) == ("0", "1")
    assert '<svg hidden data-lines><g class="front"' in now
    assert page(table, "hans").press("enter").status == 200
    assert len(public(table).perimeters["german"].pockets) == 1


def test_a_number_of_areas_that_was_entered_stays(table: PlayedCampaign):
    assert inputs(drafted(table, areas="3"))["areas"] == "3"
    assert inputs(drafted(table, areas="3", **CUT_OFF))["areas"] == "3"


def test_a_hex_off_the_map_is_told_at_once_and_nothing_is_proposed(table: PlayedCampaign):
    told = drafted(table, mmc_at="ZZ99")
    assert "ZZ99 is not on the map" in told
    assert "largest Perimeter" not in told
    assert inputs(told)["shown"] == ""
    refused = page(table, "hans").press("enter")
    assert refused.status == 422
    assert refused.form.fields["mmc_at"] == "ZZ99"


def inputs(html: str) -> dict[str, str]:
    """The entries that stand in a part of a page."""
    return dict(re.findall(r'name="([^"]+)" value="([^"]*)"', html))
