"""The page of free rolls: who may roll, who sees it, and that what was typed is kept."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.urls import reverse

from tests.html_client import HtmlPage, open_page, opened
from tests.players import PlayedCampaign, start_played

WIND = {"purpose": "Wind (B25.63)", "number": "2", "shown": "both"}


def rolls(table: PlayedCampaign, name: str, act: str = "throw", **entries: str) -> HtmlPage:
    page = open_page(table.browser(name), reverse("free-rolls", args=[table.public_id]))
    form = page.form_with("throw")
    answer = page.client.post(form.action, {**form.fields, "act": act, **entries}, follow=True)
    return opened(page.client, answer, form.action)


def reads(table: PlayedCampaign, name: str, page: str = "campaign-journal") -> str:
    return open_page(table.browser(name), reverse(page, args=[table.public_id])).text


def test_a_free_roll_is_read_by_both_sides_and_by_onlookers(table: PlayedCampaign) -> None:
    assert "The German side rolled the dice. Wind (B25.63):" in rolls(table, "hans", **WIND).text
    for name in ("ivan", "spectator", "umpire"):
        assert "The German side rolled the dice. Wind (B25.63):" in reads(table, name)


def test_a_roll_for_the_own_side_is_read_there_alone(table: PlayedCampaign) -> None:
    rolls(table, "hans", **WIND | {"shown": "own"})
    assert "Rolled the dice unseen. Wind (B25.63):" in reads(table, "adjutant_hans")
    assert "Wind (B25.63)" not in reads(table, "ivan") + reads(table, "spectator")


def test_a_free_roll_of_either_kind_stands(table: PlayedCampaign) -> None:
    for seen in ("own", "both"):
        rolls(table, "hans", **WIND | {"shown": seen})
        assert "Dice were cast in it" in reads(table, "hans", "refit-undo")


def test_a_wrong_entry_is_named_and_what_was_typed_is_there(table: PlayedCampaign) -> None:
    page = rolls(table, "hans", **WIND | {"number": "21"})
    assert page.status == 422
    assert "21 is not between 1 and 20" in page.text
    assert page.form_with("throw").fields["purpose"] == "Wind (B25.63)"


def test_enter_throws_nothing(table: PlayedCampaign) -> None:
    page = rolls(table, "hans", act="", **WIND)
    assert page.status == 422
    assert "rolled the dice" not in reads(table, "ivan")


def test_a_page_that_was_open_when_the_campaign_ended_is_refused_with_the_reason(table: PlayedCampaign) -> None:
    page = open_page(table.browser("hans"), reverse("free-rolls", args=[table.public_id]))
    table.player("ivan").orders("concede")
    late = page.send({**page.form_with("throw").fields, **WIND, "act": "throw"})
    assert late.status == 422
    assert "This campaign has ended; nothing can be added to it." in late.text
    assert open_page(table.browser("hans"), reverse("free-rolls", args=[table.public_id])).status == 404


def test_the_step_at_hand_is_proposed_as_what_the_roll_is_for(table: PlayedCampaign) -> None:
    step = open_page(table.browser("hans"), reverse("refit-home", args=[table.public_id]))
    (link,) = re.findall(r'href="([^"]*/refit/dice/[^"]*)"', step.answer.content.decode())
    page = open_page(table.browser("hans"), link)
    assert page.form_with("throw").fields["purpose"] == "Buy reinforcements"


def test_a_chit_is_drawn_from_a_draw_pile(table: PlayedCampaign) -> None:
    drawn = rolls(table, "hans", **WIND | {"purpose": "Battery access", "black": "3"})
    assert "Battery access: a black chit" in drawn.text
    assert "Battery access: a red chit" in rolls(table, "hans", **WIND | {"purpose": "Battery access", "red": "2"}).text


def test_a_step_that_a_table_of_another_book_answers_proposes_its_dice(table: PlayedCampaign) -> None:
    table.scripts["german"] = {"23AM purchase": {"rows": {"V3": {"n": 2}}}}
    table.play_until("hans", "optional_mg")
    step = open_page(table.browser("hans"), reverse("refit-home", args=[table.public_id]))
    links = re.findall(r'href="([^"]*/refit/dice/[^"]*)"', step.html)
    page = open_page(table.browser("hans"), next(each for each in links if "Optional" in each).replace("&amp;", "&"))
    fields = page.form_with("throw").fields
    vehicles = sum(c.kind in ("tank", "vehicle") for c in table.view("hans").mine.counters if c.on_hand)
    assert (fields["purpose"], fields["number"]) == ("Optional MG", str(vehicles))


@pytest.mark.parametrize("name", ["adjutant_hans", "umpire", "spectator", "stranger"])
def test_nobody_but_a_commander_rolls(table: PlayedCampaign, name: str) -> None:
    client, url = table.browser(name), reverse("free-rolls", args=[table.public_id])
    assert (client.get(url).status_code, client.post(url, {**WIND, "act": "throw"}).status_code) == (404, 404)


def test_with_own_dice_there_is_no_such_page(founding: Callable[..., PlayedCampaign]) -> None:
    table = founding(dice="own")
    url = reverse("free-rolls", args=[table.public_id])
    assert table.browser("hans").get(url).status_code == 404
    assert "/refit/dice/" not in table.browser("hans").get(reverse("campaign", args=[table.public_id])).content.decode()


@pytest.mark.parametrize(
    ("options", "rolls"),
    [({"system": "oto2"}, "hans"), ({"system": "votg", "game": "I"}, "ivan"), ({"system": "votg", "game": "II"}, "")],
)
def test_cg4_whoever_rolls_for_game_end_has_a_link_for_it(db: None, options: dict[str, str], rolls: str) -> None:
    """The Initial Scenario of CG II has a fixed length."""
    table = start_played(**options)
    link = f"{reverse('free-rolls', args=[table.public_id])}?for=Game%20End%20%28CG4%29"
    for name in ("hans", "ivan"):
        table.play_until(name, "play")
        page = open_page(table.browser(name), reverse("refit-home", args=[table.public_id]))
        assert (link in page.html) == (name == rolls)
    form = open_page(table.browser("hans"), link).form
    assert (form.fields["purpose"], form.fields["number"], form.fields["shown"]) == ("Game End (CG4)", "1", "both")
