"""The wizard's one view: who gets which step, what a press does, what is kept."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from campaigns import drafts
from campaigns.models import Draft, JournalEntry
from tests.html_client import HtmlPage, open_page
from tests.players import PlayedCampaign

pytestmark = pytest.mark.twice  # a press sends statements of its own: drafts, what a room keeps, purchases
Wizard = Callable[[PlayedCampaign, str], HtmlPage]
BASKET = {"n:I1": "2", "n:M1": "1"}


def step_of(page: HtmlPage) -> str:
    """The step whose form is on a page."""
    return page.form.fields["step"]


def boxes(page: HtmlPage) -> dict[str, str]:
    """What stands in the basket of a purchase page."""
    return {key: value for key, value in page.form.fields.items() if key[:2] == "n:" and value != "0"}


# The step that waits ---------------------------------------------------------------------


@pytest.mark.parametrize("name", ["hans", "otto", "adjutant_hans", "ivan", "adjutant_ivan"])
def test_the_wizard_leads_each_member_of_a_side_to_the_step_that_waits(
    table: PlayedCampaign, wizard: Wizard, name: str
) -> None:
    page = wizard(table, name)
    assert page.where == reverse("refit-step", args=[table.public_id, "purchase"])
    assert (page.status, step_of(page)) == (200, "purchase")
    assert page.answer["Cache-Control"] == "no-store"
    assert "HX-Request" in page.answer["Vary"]
    assert 'hx-history="false"' in page.html


@pytest.mark.parametrize("key", ["strength", "melee", "books", "no-such-step", "0"])
def test_the_address_of_another_step_leads_to_the_one_that_waits(table: PlayedCampaign, key: str) -> None:
    page = open_page(table.browser("hans"), reverse("refit-step", args=[table.public_id, key]))
    assert page.where == reverse("refit-step", args=[table.public_id, "purchase"])


def test_a_draft_that_is_kept_is_answered_and_the_other_side_hears_nothing(
    table: PlayedCampaign, wizard: Wizard
) -> None:
    kept = "Kept as a draft of your side"
    page = wizard(table, "hans").press("draft", BASKET)
    assert kept in page.text
    assert kept not in wizard(table, "hans").text
    assert kept not in wizard(table, "ivan").text


def test_a_basket_that_cannot_be_sealed_says_why_beside_the_seal(table: PlayedCampaign, wizard: Wizard) -> None:
    page = wizard(table, "hans")
    assert "It can't be sealed yet" not in page.text
    dear = {name: "99" for name in page.form.fields if name.startswith("n:")}
    told = page.press("draft", dear)
    assert 'id="seal" name="act" value="seal" disabled' in told.html
    assert "It can't be sealed yet: " in told.text


def test_each_side_goes_at_its_own_pace_inside_a_stage(table: PlayedCampaign, wizard: Wizard) -> None:
    table.play_to("forces")
    wizard(table, "hans").press("roll")
    assert step_of(wizard(table, "hans")) != step_of(wizard(table, "ivan"))


def test_a_side_that_is_done_waits_on_a_page_that_names_the_other(table: PlayedCampaign, wizard: Wizard) -> None:
    page = wizard(table, "hans").press("seal", BASKET)
    assert page.status == 200
    assert "Waiting for the Russian side" in page.text
    assert 'hx-trigger="refit:change from:body"' in page.html


@pytest.mark.parametrize("name", ["umpire", "spectator", "stranger"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_for_those_of_no_side_the_wizard_does_not_exist(table: PlayedCampaign, name: str, method: str) -> None:
    client = table.browser(name)
    hall = (302, reverse("campaign", args=[table.public_id]))
    for address in (["refit-home"], ["refit-step", "purchase"], ["refit-step", "no-such-step"]):
        url = reverse(address[0], args=[table.public_id, *address[1:]])
        answer = getattr(client, method)(url, {"act": "seal", "step": "purchase", "seen": "1"})
        led = (answer.status_code, answer.get("Location"))
        assert led == (hall if method == "get" and name != "stranger" else (404, None)), (
            "who looks on sees the campaign"
        )


def test_who_is_not_logged_in_is_asked_to(table: PlayedCampaign) -> None:
    answer = table.browser().get(reverse("refit-home", args=[table.public_id]))
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/login/")


# A press ---------------------------------------------------------------------------------


def test_a_sealed_purchase_leads_on_and_takes_its_draft_away(table: PlayedCampaign, wizard: Wizard) -> None:
    wizard(table, "hans").press("draft", BASKET)
    wizard(table, "hans").press("seal", BASKET)
    assert table.view("hans").public.room.finished == ("german",)
    assert [group.group.rg for group in table.view("hans").mine.groups if not group.group.given] == ["I1", "I1", "M1"]
    assert not Draft.objects.filter(act=None).exists()


def test_a_page_gone_stale_is_refused_with_everything_typed_still_in_it(table: PlayedCampaign, wizard: Wizard) -> None:
    mine = wizard(table, "hans")
    # Somebody of the same side notes a loss meanwhile: the step is the same, the page is not.
    table.player("otto").orders("add", kind="squad", name="4-6-7", count=1)
    before = JournalEntry.objects.count()
    page = mine.press("seal", BASKET)
    assert page.status == 422
    assert "so nothing was done" in page.text
    assert boxes(page) == BASKET
    assert JournalEntry.objects.count() == before
    assert page.press("seal").status == 200, "the page that came back is up to date"
    assert table.view("hans").public.room.finished == ("german",)


def test_a_double_press_is_done_once_and_the_second_gets_the_sentence(table: PlayedCampaign, wizard: Wizard) -> None:
    table.play_to("forces")
    page = wizard(table, "hans")
    first = page.press("roll")
    count = JournalEntry.objects.count()
    second = page.press("roll")
    assert (first.status, second.status) == (200, 422)
    assert "so nothing was done" in second.text
    assert JournalEntry.objects.count() == count


def test_of_two_commanders_of_a_side_with_the_same_page_the_second_is_told(
    table: PlayedCampaign, wizard: Wizard
) -> None:
    pages = [wizard(table, name) for name in ("hans", "otto")]
    assert [page.press("seal", BASKET).status for page in pages] == [200, 422]


def test_an_act_of_the_other_side_in_its_own_room_does_not_make_a_page_stale(
    table: PlayedCampaign, wizard: Wizard
) -> None:
    table.play_until("hans", "play")
    mine = wizard(table, "hans")
    table.notes("ivan", "In the mill")
    assert mine.press("done").status == 200


def test_a_press_for_a_step_that_has_passed_leaves_the_draft_of_the_one_that_waits(
    table: PlayedCampaign, wizard: Wizard
) -> None:
    table.play_until("hans", "weather")
    before = wizard(table, "hans")
    table.player("otto").moves()
    table.play_to("purchase", "23PM")
    wizard(table, "hans").press("draft", BASKET)
    late = before.press("roll")
    assert late.status == 422
    assert boxes(late) == BASKET, "else the next change would keep an empty basket as the draft"


def test_a_draft_for_a_step_that_has_passed_leads_to_the_one_that_waits_and_says_so(
    table: PlayedCampaign, wizard: Wizard
) -> None:
    """The part that htmx asked for is no longer on any page."""
    page = wizard(table, "hans")
    table.play_until("hans", "weather")
    body, by_htmx = {**page.form.fields, **BASKET, "act": "draft"}, {"HX-Request": "true", "HX-Current-URL": page.where}
    answer = page.client.post(page.where, body, headers=by_htmx)
    assert answer.status_code == 200
    assert "This step does not wait any more" in open_page(page.client, answer["HX-Redirect"]).text
    assert not Draft.objects.filter(step=page.form.fields["step"], act=None).exists()


# Drafts and adjutants --------------------------------------------------------------------


def test_an_adjutant_drafts_and_a_commander_finds_the_draft(table: PlayedCampaign, wizard: Wizard) -> None:
    assert wizard(table, "adjutant_hans").press("draft", BASKET).status == 200
    assert boxes(wizard(table, "hans")) == BASKET
    assert boxes(wizard(table, "ivan")) == {}


def test_an_adjutant_finds_no_button_that_commits_and_a_forged_press_is_refused(
    table: PlayedCampaign, wizard: Wizard
) -> None:
    page = wizard(table, "adjutant_hans")
    assert set(page.form.buttons) == {"draft"}
    refused = page.send({**page.form.fields, **BASKET, "act": "seal"})
    assert refused.status == 422
    assert "An adjutant prepares entries; a commander of your side commits them." in refused.text
    assert boxes(refused) == BASKET
    assert table.view("hans").public.room.finished == ()


@pytest.mark.parametrize(("stage", "date"), [("forces", "23AM"), ("battle", "23AM"), ("renewal", "23PM")])
def test_no_step_offers_an_adjutant_a_button_that_commits(
    table: PlayedCampaign, wizard: Wizard, stage: str, date: str
) -> None:
    table.play_to(stage, date)
    form = next((form for form in wizard(table, "adjutant_hans").forms if "step" in form.fields), None)
    assert form is not None
    assert set(form.buttons) <= {"draft"}


def test_a_draft_with_htmx_brings_the_totals_at_once(table: PlayedCampaign, wizard: Wizard) -> None:
    page = wizard(table, "hans").press("draft", BASKET, **{"HX-Request": "true"})
    assert not getattr(page.answer, "redirect_chain", [])
    assert 'id="totals"' in page.html
    assert "Seal 3 purchases" in page.text
    kept = drafts.saved(table.seat("hans"), "purchase")
    assert kept is not None
    assert kept.data["n:I1"] == "2"


def test_an_overdrawn_draft_is_kept_and_says_what_is_wrong(table: PlayedCampaign, wizard: Wizard) -> None:
    page = wizard(table, "hans").press("draft", {"n:V3": "2", "n:I1": "3", "n:I3": "3", "n:G1": "3", "n:O1": "2"})
    assert page.status == 200
    assert "too many" in page.text
    assert "seal" not in page.form.buttons, "what can't be sealed has no button"


def test_nothing_is_kept_of_a_press_that_is_refused(table: PlayedCampaign, wizard: Wizard) -> None:
    wizard(table, "adjutant_hans").press("draft", {"n:I1": "1"})
    page = wizard(table, "hans")
    page.send({**page.form.fields, "n:I1": "99", "act": "seal"})
    kept: Any = drafts.saved(table.seat("hans"), "purchase")
    assert kept.data["n:I1"] == "1"


# Going on --------------------------------------------------------------------------------


def test_a_press_that_rolls_on_does_the_dice_that_follow_and_shows_all_that_came_of_it(
    table: PlayedCampaign, wizard: Wizard
) -> None:
    table.scripts["german"] = {"purchase": {"rows": {"I1": {"n": 1}, "O1": {"n": 1}}}}
    table.play_to("forces", "23PM")
    page = wizard(table, "hans")
    assert "as far as it comes up: Support and heavy weapons 7.5192" in page.text
    after = page.press("roll-along")
    assert step_of(after) == "muster"
    assert "What came of it" not in after.text, "it is told once, in the table of what came"
    mine = table.view("hans").mine
    told = mine.outcomes
    assert len(told) >= 4
    assert all(each.name in after.text for key, each in mine.group_names.items() if key.startswith("23PM"))
    assert after.html.count('<details class="reckoning"') >= len(told)


def test_earlier_rolls_come_with_their_reckonings_when_they_are_asked_for(
    table: PlayedCampaign, wizard: Wizard
) -> None:
    table.scripts["german"] = {"purchase": {"rows": {"I1": {"n": 1}, "O1": {"n": 1}}}}
    table.play_to("forces", "23PM")
    after = wizard(table, "hans").press("roll").press("roll")
    assert "Before that 1" in after.text
    assert 'id="outcomes"' in after.html
    link = re.search(r'<a href="(\?outcomes=all)#outcomes"', after.html)
    assert link
    asked = open_page(table.browser("hans"), after.where.partition("?")[0] + link[1])
    shown = asked.html.partition('id="outcomes"')[2].partition("</section>")[0]
    assert shown.count('<details class="reckoning"') == 1


def test_this_step_only_is_still_a_press_of_its_own(table: PlayedCampaign, wizard: Wizard) -> None:
    table.scripts["german"] = {"purchase": {"rows": {"I1": {"n": 1}, "O1": {"n": 1}}}}
    table.play_to("forces", "23PM")
    assert step_of(wizard(table, "hans").press("roll")) == "weapons"


def test_a_checklist_that_follows_is_on_the_page_it_is_confirmed_with(table: PlayedCampaign, wizard: Wizard) -> None:
    table.play_to("battle")
    page = wizard(table, "hans")
    assert "Conclusion of Melee 7.501" in page.text
    there = {name.partition("/")[0] for name in page.form.fields if "/" in name}
    assert there == {"victory"}, "the report stands behind it, and nothing is asked of markers"
    report = {"victory/turn": "6", "victory/lvp": "0"}
    assert step_of(page.press("done-along", report)) == "victory", "the report was put, and waits for the other side"


def test_what_one_side_does_in_one_act_looks_to_the_other_as_if_it_had_been_several(
    table: PlayedCampaign, wizard: Wizard
) -> None:
    table.scripts["german"] = {"purchase": {"rows": {"I1": {"n": 1}, "O1": {"n": 1}}}}
    table.play_to("forces", "23PM")
    before = wizard(table, "ivan")
    wizard(table, "hans").press("roll-along")
    after = wizard(table, "ivan")
    assert re.sub(r"\d+ minutes? ago", "", after.text) == re.sub(r"\d+ minutes? ago", "", before.text)


@pytest.mark.parametrize("step", ["play", "setup"])
def test_there_is_no_box_to_tick_that_nothing_keeps(table: PlayedCampaign, wizard: Wizard, step: str) -> None:
    table.play_until("hans", step)
    page = wizard(table, "hans")
    assert not re.search(r'<li><label[^>]*><input type="checkbox"(?![^>]* name=)', page.html)


def test_what_befell_the_counters_stands_in_columns_as_under_forces(table: PlayedCampaign, wizard: Wizard) -> None:
    table.play_until("hans", "play")
    html = wizard(table, "hans").html
    assert "css/forces.css" in html
    assert 'class="points"' in html, "what is gone through is read"
    assert 'class="cells"' in html
