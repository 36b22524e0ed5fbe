"""At one table nobody waits for himself: the page that would wait gives the device on, or changes sides."""

from __future__ import annotations

import pytest
from django.urls import reverse

from campaigns.models import PlayMode, Seat
from tests.html_client import HtmlPage, open_page, opened
from tests.players import PlayedCampaign
from tests.seats import is_played, sits_too


@pytest.fixture
def at_one_table(table: PlayedCampaign) -> PlayedCampaign:
    """hans has both sides."""
    Seat.objects.exclude(user=table.users["hans"]).delete()
    sits_too(table.campaign, table.users["hans"], "russian")
    return table


def played(table: PlayedCampaign, how: str) -> HtmlPage:
    """The first page of his who has just sat down as the German commander."""
    is_played(table.campaign, how)
    browser = table.browser("hans")
    browser.post(reverse("campaign-device", args=[table.public_id]), {"side": "german"})
    return open_page(browser, reverse("refit-home", args=[table.public_id]))


def sent(page: HtmlPage, button: str) -> HtmlPage:
    """Press the button that says this."""
    form, value = next((form, value) for form in page.forms for value, said in form.buttons.items() if said == button)
    data = {**form.fields, **({"side": value} if value else {})}
    return opened(page.client, page.client.post(form.action or page.where, data, follow=True), form.action)


def test_the_page_that_waits_gives_the_device_to_the_side_that_is_waited_for(at_one_table: PlayedCampaign) -> None:
    waiting = played(at_one_table, PlayMode.HOTSEAT).press("seal", {"n:I1": "1"})
    assert "Waiting for the Russian side." in waiting.text
    assert "follows by itself" not in waiting.text
    hall = open_page(waiting.client, reverse("campaign", args=[at_one_table.public_id]))
    assert "Give the device to the Russian side" in hall.text
    between = sent(waiting, "Give the device to the Russian side")
    assert between.where == reverse("campaign-device", args=[at_one_table.public_id]) + "?to=russian"
    assert "Give the device to the Russian commander" in between.text
    russian = sent(between, "I am the Russian commander")
    assert russian.form.fields["step"] == "purchase"
    assert "Russian" in russian.text


def test_a_solo_player_goes_on_as_the_other_side_by_one_press(at_one_table: PlayedCampaign) -> None:
    waiting = played(at_one_table, PlayMode.SOLO).press("seal")
    russian = sent(waiting, "Go on as the Russian side")
    assert russian.form.fields["step"] == "purchase"
    after = russian.press("seal")
    assert "Give the device" not in after.text
    assert "Go on as" not in after.text, "the German side is not waited for alone"


def test_who_put_the_report_at_one_table_has_the_button_to_the_side_that_answers(table: PlayedCampaign) -> None:
    table.play_until("hans", "victory")
    Seat.objects.exclude(user=table.users["hans"]).delete()
    sits_too(table.campaign, table.users["hans"], "russian")
    page = played(table, PlayMode.SOLO)
    assert "Go on as" not in page.text, "the German side has a report to put"
    put = page.press("propose", {"turn": "6", "lvp": "0"})
    assert "Waiting for the other side" in put.text
    assert sent(put, "Go on as the Russian side").where != put.where


def test_at_one_device_a_report_gives_it_to_the_side_that_answers(table: PlayedCampaign) -> None:
    table.play_until("hans", "victory")
    Seat.objects.exclude(user=table.users["hans"]).delete()
    sits_too(table.campaign, table.users["hans"], "russian")
    put = played(table, PlayMode.HOTSEAT).press("propose", {"turn": "6", "lvp": "0"})
    between = sent(put, "Give the device to the Russian side")
    assert "Give the device to the Russian commander" in between.text, "though both sides are waited for"


def test_a_solo_player_changes_sides_at_any_step_and_comes_to_what_waits_there(at_one_table: PlayedCampaign) -> None:
    russian = sent(played(at_one_table, PlayMode.SOLO), "To the Russian side")
    assert russian.form.fields["step"] == "purchase"
    assert "Russian" in russian.text
    hall = open_page(russian.client, reverse("campaign", args=[at_one_table.public_id]))
    assert sent(hall, "To the German side").where == hall.where


def test_my_campaigns_say_whose_turn_it_is_at_one_table(at_one_table: PlayedCampaign) -> None:
    page = played(at_one_table, PlayMode.HOTSEAT)
    assert "Turn of the German side, the Russian side" in open_page(page.client, "/").text
    page.press("seal")
    assert "Turn of the Russian side Hand the device over" in open_page(page.client, "/").text
    assert "Nothing waits on your side" not in open_page(page.client, "/").text
    page.client.post(reverse("campaign-device", args=[at_one_table.public_id]), {})
    nobody = open_page(page.client, "/").text
    assert "Turn of the Russian side" in nobody
    assert "your side" not in nobody


def test_two_people_with_accounts_wait_as_ever(table: PlayedCampaign) -> None:
    page = open_page(table.browser("hans"), reverse("refit-home", args=[table.public_id])).press("seal")
    assert "This page follows by itself" in page.text
    assert "Give the device" not in page.text
    assert "Turn of" not in open_page(page.client, "/").text


def test_what_a_step_recorded_is_told_on_the_next_page_and_taken_back_there(table: PlayedCampaign) -> None:
    table.scripts["german"] = {"23AM purchase": {"rows": {"M1": {"n": 1}}}}
    table.play_until("hans", "fortify")
    page = open_page(table.browser("hans"), reverse("refit-home", args=[table.public_id]))
    after = page.press("buy", {"trench": "1"})
    assert "Recorded. Fortifications: " in after.text
    assert "What came of it" not in after.text, "it is told once"
    (form,) = (form for form in after.forms if form.action.endswith("/undo/"))
    back = opened(after.client, after.client.post(form.action, form.fields, follow=True), form.action)
    assert back.form.fields["step"] == "fortify"
    assert back.form.fields["trench"] == "1", "what was typed is there again"


def test_a_press_that_both_sides_know_of_is_told_and_why_it_stands(table: PlayedCampaign) -> None:
    table.play_until("hans", "setup")
    after = open_page(table.browser("hans"), reverse("refit-home", args=[table.public_id])).press("enter")
    assert "Waiting for the Russian side" in after.text
    assert "Recorded. Set up; 0 counters with a Location" in after.text
    assert "made known to both sides" in after.text
    assert not any(form.action.endswith("/undo/") for form in after.forms)


def test_a_press_that_cast_dice_offers_no_undo(table: PlayedCampaign) -> None:
    table.scripts["german"] = {"23AM purchase": {"rows": {"I1": {"n": 1}}}}
    table.play_until("hans", "weapons")
    page = open_page(table.browser("hans"), reverse("refit-home", args=[table.public_id]))
    after = page.press("roll")
    assert "What came of it" in after.text
    assert 'id="recorded"' not in after.html
