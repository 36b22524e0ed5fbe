"""The pages of tables: each with its rows, its modifiers and the exact odds under them; and the tour of a beginner."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from campaigns import actions
from rules.systems.oto2.system import SYSTEM as GAME
from tests.html_client import HtmlPage, open_page, text_of
from tests.players import BACKEND, PlayedCampaign

LIBRARY = GAME.tables({})
NAMES = [each.id for shelf in LIBRARY.shelves for kind in (shelf.tables, shelf.charts) for each in kind]


def shown(client: Client, name: str, public_id: str = "", **asked: str) -> HtmlPage:
    """The page of a table, in a campaign if one is given."""
    url = reverse("campaign-table", args=[public_id, name]) if public_id else reverse("game-table", args=["oto2", name])
    return open_page(client, url + ("?" + "&".join(f"{k}={v}" for k, v in asked.items()) if asked else ""))


@pytest.fixture
def reader(django_user_model) -> Client:
    """Somebody with an account and no campaign."""
    client = Client()
    client.force_login(django_user_model.objects.create_user("reader"), backend=BACKEND)
    return client


def test_the_list_has_every_table(reader: Client) -> None:
    page = open_page(reader, reverse("game-tables", args=["oto2"]))
    assert [name for name in NAMES if reverse("game-table", args=["oto2", name]) not in page.html] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_table_has_its_page(reader: Client, name: str) -> None:
    page = shown(reader, name)
    assert page.status == 200
    table = LIBRARY.find(name)
    assert table
    assert table.title in page.text


def test_the_odds_follow_the_modifiers_that_are_set(reader: Client) -> None:
    assert "8 ≤ 8" not in shown(reader, "oto2.strength").text
    assert "72 % 13/18" in shown(reader, "oto2.strength").text
    assert "58 % 7/12" in shown(reader, "oto2.strength", **{"m-historical": "1"}).text
    assert "83 % 5/6" in shown(reader, "oto2.strength", drm="-1").text
    both = shown(reader, "oto2.leaders", **{"m-depleted": "1", "drm": "1"})
    assert "modifier of +2" in both.text


@pytest.mark.parametrize("typed", ["", "x", "1e9", "99999", "½", "-", "٣"])
def test_what_makes_no_sense_counts_as_nothing(reader: Client, typed: str) -> None:
    asked = {"drm": typed, "m-historical": typed}
    assert reader.get(reverse("game-table", args=["oto2", "oto2.strength"]), asked).status_code == 200
    assert "72 % 13/18" in text_of(
        reader.get(reverse("game-table", args=["oto2", "oto2.strength"]), asked).content.decode()
    )


def test_a_modifier_that_leads_off_the_table_is_said_to(reader: Client) -> None:
    page = shown(reader, "oto2.hw_depleted", drm="5")
    assert page.status == 200
    assert "No row of this table covers" in page.text


def test_a_table_nobody_knows_is_not_there(reader: Client, table: PlayedCampaign) -> None:
    assert reader.get(reverse("game-table", args=["oto2", "oto2.nothing"])).status_code == 404
    assert reader.get(reverse("game-tables", args=["chess"])).status_code == 404
    assert reader.get(reverse("campaign-tables", args=[table.public_id])).status_code == 404


def test_the_tables_ask_for_a_log_in() -> None:
    for name, rest in (("game-tables", ["oto2"]), ("game-table", ["oto2", "oto2.cpp"])):
        assert Client().get(reverse(name, args=rest)).status_code == 302


def test_a_campaign_shows_its_tables_as_its_rulings_read_them(table: PlayedCampaign) -> None:
    options = {"rulings": {"leaders_top_row": "twelve"}}
    seat = actions.start_campaign(name="Other", system="oto2", options=options, side="german", by=table.users["hans"])
    client = table.browser("hans")
    ruling = next(each for each in GAME.rulings if each.key == "leaders_top_row")
    assert ruling.readings["twelve"] in shown(client, "oto2.leaders", seat.campaign.public_id).text
    assert ruling.readings[ruling.default] in shown(client, "oto2.leaders", table.public_id).text


def test_a_roll_leads_to_its_table_with_its_modifiers(table: PlayedCampaign) -> None:
    table.scripts["german"] = {"23AM purchase": {"rows": {"I1": {"n": 1}}}}
    table.play_until("hans", "leaders")
    page = open_page(table.browser("hans"), reverse("refit-home", args=[table.public_id]))
    link = reverse("campaign-table", args=[table.public_id, "oto2.leaders"])
    assert f'{link}?drm=-1"' in page.html
    assert "Next: " in page.text


def test_the_purchase_says_what_the_draft_is_likely_to_bring(table: PlayedCampaign) -> None:
    page = open_page(table.browser("hans"), reverse("refit-home", args=[table.public_id]))
    assert "What the money brings" in page.text
    drafted = page.press("draft", {"n:I1": "2"})
    assert "24 squads 100 %" in drafted.text


def test_the_tour_is_shown_until_it_is_put_away(table: PlayedCampaign) -> None:
    client = table.browser("hans")
    url = reverse("campaign", args=[table.public_id])
    assert "Finding your way" in open_page(client, url).text
    assert client.post(reverse("tour-end", args=[table.public_id])).status_code == 302
    assert "Finding your way" not in open_page(client, url).text
    assert "What waits on you" in open_page(table.browser("ivan"), url).text
    looks_on = open_page(table.browser("spectator"), url).text
    assert "You look on." in looks_on
    assert "What waits on you" not in looks_on
    assert "is where you invite" not in looks_on
