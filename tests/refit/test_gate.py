"""The gate before what is final or throws something away: nothing is done before it is read."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse

from campaigns import drafts
from campaigns.models import Draft, JournalEntry
from refit.steps import CONFIRMED
from tests import html_client
from tests.html_client import HtmlPage, open_page, opened
from tests.players import PlayedCampaign

Wizard = Callable[[PlayedCampaign, str], HtmlPage]
BASKET = {"n:I1": "2", "n:M1": "1"}
FINAL, NOT_YET = "This is final", "As things stand you can take it back"


def through(page: HtmlPage) -> HtmlPage:
    """The page behind a gate."""
    (act,) = (act for act in page.form.buttons if act.endswith(CONFIRMED))
    return page.knocks(act)


def takes_back(table: PlayedCampaign, name: str) -> bool:
    """Whether somebody's side can take back what it did last, by the page for it."""
    page = open_page(table.browser(name), reverse("refit-undo", args=[table.public_id]))
    return "Take this back" in page.text


def test_the_names_of_buttons_are_the_same_here_as_on_the_page() -> None:
    assert html_client.CONFIRMED == CONFIRMED


def test_the_gate_of_a_purchase_lists_the_basket_and_commits_nothing(table: PlayedCampaign, wizard: Wizard) -> None:
    before = JournalEntry.objects.count()
    page = wizard(table, "hans").knocks("seal", BASKET)
    assert (page.status, page.at_gate) == (200, True)
    assert "You buy 3 groups for " in page.text
    assert "2 × Rifle Co. I 14 CPP" in page.text
    assert "Spent" in page.text
    assert "Left" in page.text
    assert JournalEntry.objects.count() == before
    kept = drafts.saved(table.seat("hans"), "purchase")
    assert kept
    assert {name: kept.data[name] for name in BASKET} == BASKET
    assert "Waiting for the Russian side" in through(page).text
    assert JournalEntry.objects.count() > before
    assert [group.group.rg for group in table.view("hans").mine.groups if not group.group.given] == ["I1", "I1", "M1"]


def test_the_way_back_from_the_gate_leads_to_the_basket_as_it_was(table: PlayedCampaign, wizard: Wizard) -> None:
    gate = wizard(table, "hans").knocks("seal", BASKET)
    assert f'href="{reverse("refit-step", args=[table.public_id, "purchase"])}"' in gate.html
    page = wizard(table, "hans")
    assert {name: page.form.fields[name] for name in BASKET} == BASKET


@pytest.mark.parametrize("sent", [{}, {"act": ""}, {"act": "draft"}])
def test_enter_at_a_gate_commits_nothing(table: PlayedCampaign, wizard: Wizard, sent: dict[str, str]) -> None:
    before = JournalEntry.objects.count()
    gate = wizard(table, "hans").knocks("seal", BASKET)
    page = gate.send({**gate.form.fields, **sent})
    assert "draft of your side" in page.text
    assert {name: page.form.fields[name] for name in BASKET} == BASKET
    assert JournalEntry.objects.count() == before


def test_a_gate_gone_stale_is_refused_and_the_draft_is_kept(table: PlayedCampaign, wizard: Wizard) -> None:
    gate = wizard(table, "hans").knocks("seal", BASKET)
    table.player("otto").orders("add", kind="squad", name="4-6-7", count=1)
    before = JournalEntry.objects.count()
    page = through(gate)
    assert page.status == 422
    assert "so nothing was done" in page.text
    assert {name: page.form.fields[name] for name in BASKET} == BASKET
    assert JournalEntry.objects.count() == before
    assert Draft.objects.filter(room="german", step="purchase", act=None).exists()


@pytest.mark.parametrize("typed", [{"n:I1": "99"}, {"n:I1": "x"}, {"seen": "0"}])
def test_what_is_wrong_is_refused_before_the_gate(table: PlayedCampaign, wizard: Wizard, typed: dict[str, str]) -> None:
    page = wizard(table, "hans").knocks("seal", typed)
    assert (page.status, page.at_gate) == (422, False)


def test_an_adjutant_is_refused_before_the_gate(table: PlayedCampaign, wizard: Wizard) -> None:
    mine = wizard(table, "adjutant_hans")
    page = mine.send({**mine.form.fields, "act": "seal"})
    assert (page.status, page.at_gate) == (422, False)


@pytest.mark.parametrize(("first", "second"), [("hans", "ivan"), ("ivan", "hans")])
def test_whether_a_seal_is_final_is_said_as_things_stand_and_is_so(
    table: PlayedCampaign, wizard: Wizard, first: str, second: str
) -> None:
    gate = wizard(table, first).knocks("seal", {"n:I1": "1"})
    assert NOT_YET in gate.text
    assert FINAL not in gate.text
    through(gate)
    assert takes_back(table, first)
    gate = wizard(table, second).knocks("seal", {"n:I1": "1"})
    assert FINAL in gate.text
    assert NOT_YET not in gate.text
    through(gate)
    assert not takes_back(table, second)


def test_a_gate_tells_nothing_of_what_the_other_side_bought(table: PlayedCampaign, wizard: Wizard) -> None:
    """It is the same, but for what belongs to this page alone, whatever was sealed over there."""

    def said(basket: dict[str, str]) -> str:
        wizard(table, "ivan").press("seal", basket)
        text = wizard(table, "hans").knocks("seal", BASKET).text
        undo = open_page(table.browser("ivan"), reverse("refit-undo", args=[table.public_id]))
        assert undo.press("").status == 200
        return text

    assert said({}) == said({"n:I2": "2", "n:G1": "1"})


def test_buying_nothing_is_never_the_strong_button(table: PlayedCampaign, wizard: Wizard) -> None:
    page = wizard(table, "hans")
    assert '<button class="ghost" type="submit" id="seal"' in page.html
    assert 'class="seal-button"' not in page.html
    assert 'class="seal-button" type="submit" id="seal"' in page.press("draft", BASKET).html
    empty = wizard(table, "ivan").knocks("seal")
    assert "You buy nothing" in empty.text
    assert 'class="seal-button"' not in empty.html
    assert '<a class="main-button"' in empty.html


def test_a_scenario_without_a_loss_is_over_behind_a_gate_only(table: PlayedCampaign, wizard: Wizard) -> None:
    table.play_until("hans", "play")
    before = JournalEntry.objects.count()
    gate = wizard(table, "hans").knocks("done")
    assert "Nothing of yours was lost in this scenario?" in gate.text
    assert 'class="seal-button"' not in gate.html
    assert JournalEntry.objects.count() == before
    (lost, *_) = (name for name in wizard(table, "hans").form.fields if name.endswith(":eliminate"))
    assert not wizard(table, "hans").knocks("done", {lost: "1"}).at_gate
    assert table.view("hans").current.spec.key != "play"


def test_points_for_fortifications_that_would_lapse_are_named_first(table: PlayedCampaign, wizard: Wizard) -> None:
    table.scripts["german"] = {"23AM purchase": {"rows": {"M1": {"n": 1}}}}
    table.play_until("hans", "fortify")
    before = JournalEntry.objects.count()
    gate = wizard(table, "hans").knocks("buy", {"trench": "1"})
    assert gate.at_gate
    fpp = table.view("hans").current.task.available
    left = fpp - next(item.price for item in table.view("hans").current.task.items if item.key == "trench")
    assert f"{left} of {fpp} FPP are not spent" in gate.text
    assert f"{left} FPP lapse." in gate.text
    assert 'class="seal-button"' not in gate.html
    assert JournalEntry.objects.count() == before
    assert not through(gate).at_gate
    assert table.view("hans").current.spec.key != "fortify"


def test_what_stays_without_a_location_is_named_first(table: PlayedCampaign, wizard: Wizard) -> None:
    table.scripts["german"] = {"23AM purchase": {"rows": {"M1": {"n": 1}}}, "23AM fortify": {"trench": 2, "wire": 1}}
    table.play_until("hans", "setup")
    form = wizard(table, "hans").form
    labels = {field.label: field.name for field in table.view("hans").current.task.fields}
    trench = next(name for label, name in labels.items() if "Trench" in label)
    assert trench in form.fields
    gate = wizard(table, "hans").knocks("enter", {trench: "K20"})
    assert "counters stay without a Location" in gate.text
    assert "1 × Trench" in gate.text
    assert "1 × Wire" in gate.text
    through(gate)
    assert table.view("hans").current is None or table.view("hans").current.spec.key != "setup"


def test_the_report_of_the_other_side_is_read_once_more_beside_the_own_count(
    table: PlayedCampaign, wizard: Wizard
) -> None:
    table.play_until("hans", "victory")
    table.play_until("ivan", "victory")
    wizard(table, "hans").press("propose", {"turn": "7", "lvp": "3"})
    wizard(table, "ivan").press("propose", {"cvp_russian": "5", "why": "A cellar fell in"})
    before = JournalEntry.objects.count()
    gate = wizard(table, "hans").knocks("confirm")
    assert "You confirm this report" in gate.text
    assert "its record says" in gate.text
    assert "A cellar fell in" in gate.text
    assert "Your own count of your losses" in gate.text
    assert FINAL in gate.text
    assert JournalEntry.objects.count() == before
    through(gate)
    assert not takes_back(table, "hans")


def test_a_gate_is_read_at_an_address_of_its_own_that_tells_nothing(table: PlayedCampaign, wizard: Wizard) -> None:
    """So that a browser comes back to it; what was entered stands in the draft."""
    page = wizard(table, "hans")
    answer = page.client.post(page.where, {**page.form.fields, **BASKET, "act": "seal"})
    assert answer.status_code == 302
    assert answer["Location"].partition("?")[2] == "gate=seal"
    gate = open_page(page.client, answer["Location"])
    assert gate.at_gate
    assert open_page(page.client, answer["Location"]).text == gate.text
    through(gate)
    after = open_page(page.client, answer["Location"])
    assert (after.status, after.at_gate) == (200, False), "the step is done, and waits no more"


def test_a_campaign_is_conceded_behind_a_gate_only(table: PlayedCampaign) -> None:
    hall = open_page(table.browser("ivan"), reverse("campaign", args=[table.public_id]))
    concede = next(form for form in hall.forms if form.action.endswith("/concede/"))
    gate = opened(hall.client, hall.client.post(concede.action, concede.fields, follow=True), concede.action)
    assert (gate.status, gate.at_gate) == (200, True)
    assert "The other side wins at once" in gate.text
    assert FINAL in gate.text
    for sent in ({}, {"act": "draft"}):
        assert gate.send({**gate.form.fields, **sent}).at_gate
    assert not table.campaign.ended
    through(gate)
    assert table.campaign.ended


def test_a_press_that_would_throw_something_away_is_a_strong_button_only_once_nothing_would_be(
    table: PlayedCampaign, wizard: Wizard
) -> None:
    table.scripts["german"] = {"23AM purchase": {"rows": {"M1": {"n": 1}}}}
    table.play_until("hans", "fortify")
    page = wizard(table, "hans")
    assert 'class="ghost" id="press-along"' in page.html
    task = table.view("hans").current.task
    price = next(item.price for item in task.items if item.key == "foxhole_1")
    spent = {"foxhole_1": str(task.available // price)}
    assert price == 1
    assert 'class="main-button" id="press-along"' in page.press("draft", spent).html
    partly = wizard(table, "hans").press("draft", {"foxhole_1": "1"}, **{"HX-Request": "true"})
    assert 'id="press" hx-swap-oob="true"' in partly.html
    assert 'class="ghost" id="press-along"' in partly.html, "it follows the draft"


def test_a_scenario_of_which_nothing_is_entered_is_over_by_no_strong_button(
    table: PlayedCampaign, wizard: Wizard
) -> None:
    table.play_until("hans", "play")
    page = wizard(table, "hans")
    assert 'class="main-button"' not in page.html
    (lost, *_) = (name for name in page.form.fields if name.endswith(":eliminate"))
    assert 'class="main-button" id="press' in page.press("draft", {lost: "1"}).html


def test_a_rule_in_the_heading_of_a_step_is_not_said_behind_each_entry(table: PlayedCampaign, wizard: Wizard) -> None:
    table.scripts["german"] = {"23AM purchase": {"rows": {"M1": {"n": 1}}}}
    table.play_until("hans", "fortify")
    page = wizard(table, "hans")
    assert page.html.count('<span class="rule-ref">7.520</span>') == 1
