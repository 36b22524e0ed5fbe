"""The order of battle on screen: what it shows, and losses, changes and additions entered on it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.ledger import journal
from tests.html_client import HtmlPage, open_page, opened, sent
from tests.players import PlayedCampaign

QUERIES = {"forces": 5, "sheet-list": 5, "sheet": 6, "sheet-csv": 5, "sheet-xlsx": 5}
"""Session, user, seat, rooms, and for a sheet its jobs; none of them grows with what is owned."""


@pytest.fixture
def fought(supplied: PlayedCampaign) -> PlayedCampaign:
    """The first scenario stands before its account."""
    supplied.play_until("hans", "victory")
    return supplied


def forces(table: PlayedCampaign, name: str, query: str = "") -> HtmlPage:
    """The page as someone sees it who has just opened it."""
    return open_page(table.browser(name), reverse("forces", args=[table.public_id]) + query)


def pile(table: PlayedCampaign, name: str, counter: str) -> Any:
    """The first pile of a side's counters of this name, whatever its fate."""
    sections = table.view(name).mine.sections
    return next(p for section in sections for p in (*section.piles, *section.gone) if p.like.name == counter)


def test_the_page_shows_every_pile_with_its_origin_and_nothing_of_the_other_side(fought: PlayedCampaign) -> None:
    page = forces(fought, "hans", "?by=group")
    for section in fought.view("hans").mine.sections:
        assert f"{section.title} {section.count}" in page.text
        for each in section.piles:
            assert f"{each.count} × {each.like.name}" in page.text
    assert "from 1st Rifle Co." in page.text
    assert "23AM-I1-1" not in page.text
    assert "4-5-8" not in page.html


def test_counters_that_are_alike_stand_on_one_line_whatever_group_they_came_with(fought: PlayedCampaign) -> None:
    squads = [p for s in fought.view("hans").mine.sections for p in s.piles if p.like.name == "4-6-7"]
    page = forces(fought, "hans")
    assert len(squads) == 2
    assert f"{sum(p.count for p in squads)} × 4-6-7 2 CVP each" in " ".join(page.text.split())
    names = fought.view("hans").mine.group_names
    assert f"Any, {names[squads[0].like.group].name} first" in page.text
    assert f"?by=group#pile-{squads[0].key}" in page.html
    after = sent(page, "lose", **{f"n:{squads[0].key}": str(squads[0].count + 1)})
    assert f"{squads[0].count + 1} × 4-6-7 Eliminated" in after.text


def test_a_line_of_a_group_loses_no_more_than_it_has_and_the_page_stays_apart_by_group(fought: PlayedCampaign) -> None:
    squads = pile(fought, "hans", "4-6-7")
    page = forces(fought, "hans", "?by=group")
    refused = sent(page, "lose", **{f"n:{squads.key}": str(squads.count + 1)})
    assert f"4-6-7: {squads.count + 1} entered, {squads.count} there." in refused.text
    assert sent(refused, "lose", **{f"n:{squads.key}": "1"}).where.partition("?")[2].startswith("by=group")


def test_what_can_be_done_with_a_line_of_a_group_comes_when_it_is_opened(fought: PlayedCampaign) -> None:
    squads = pile(fought, "hans", "4-6-7")
    page = forces(fought, "hans", "?by=group")
    assert 'name="act" value="eliminate:' not in page.html
    opened = forces(fought, "hans", f"?by=group&open=pile-{squads.key}")
    assert {*re.findall(r'name="act" value="\w+:(\d+):', opened.html)} == {str(squads.key)}
    assert f'href="?by=group&amp;open=pile-{squads.key}#open"' in page.html
    after = sent(opened, f"eliminate:{squads.key}:4-6-7", **{f"k:{squads.key}": "2"})
    assert "Recorded. 2 4-6-7: Eliminated." in " ".join(after.text.split())
    assert pile(fought, "hans", "4-6-7").count == squads.count - 2


def test_losses_of_several_piles_are_recorded_with_one_press(fought: PlayedCampaign) -> None:
    squads, guns = pile(fought, "hans", "4-6-7"), pile(fought, "hans", "LMG")
    page = sent(forces(fought, "hans"), "lose", **{f"n:{squads.key}": "3", f"n:{guns.key}": "1"})
    assert page.status == 200
    assert "Recorded." in page.text
    assert pile(fought, "hans", "4-6-7").count == squads.count - 3
    assert "Recorded losses of this scenario: 6 CVP" in page.text
    assert "3 × 4-6-7 Eliminated" in page.text


def test_a_loss_may_have_another_fate_and_another_worth(fought: PlayedCampaign) -> None:
    squads = pile(fought, "hans", "4-6-7")
    page = sent(forces(fought, "hans"), "lose", **{f"n:{squads.key}": "2", "fate": "captured", "worth": "5"})
    assert "Recorded losses of this scenario: 10 CVP" in page.text
    assert "2 × 4-6-7 captured" in page.text


def test_more_losses_than_counters_are_refused_and_what_was_typed_is_kept(fought: PlayedCampaign) -> None:
    squads = pile(fought, "hans", "4-6-7")
    page = sent(forces(fought, "hans"), "lose", **{f"n:{squads.key}": "99", "fate": "captured"})
    assert page.status == 422
    there = sum(p.count for s in fought.view("hans").mine.sections for p in s.piles if p.like.name == "4-6-7")
    assert f"4-6-7: 99 entered, {there} there." in page.text
    form = page.form_with("lose")
    assert form.fields[f"n:{squads.key}"] == "99"
    assert form.fields["fate"] == "captured"
    assert pile(fought, "hans", "4-6-7").count == squads.count


@pytest.mark.parametrize("typed", ["many", "99"])
def test_what_is_wrong_with_a_number_is_said_beside_it(fought: PlayedCampaign, typed: str) -> None:
    squads = pile(fought, "hans", "4-6-7")
    page = sent(forces(fought, "hans", "?by=group"), "lose", **{f"n:{squads.key}": typed})
    marked = re.findall(r'<input[^>]*name="n:(\d+)"[^>]*aria-invalid="true" aria-describedby="([\w-]+)"', page.html)
    assert marked == [(str(squads.key), f"e-n-{squads.key}")]
    assert re.search(rf'id="{marked[0][1]}">4-6-7: [^<]*{typed}', page.html)


def test_a_press_without_a_number_is_told_what_is_missing(fought: PlayedCampaign) -> None:
    page = sent(forces(fought, "hans"), "lose")
    assert page.status == 422
    assert "No counter was named" in page.text


def test_a_stale_page_changes_nothing_and_keeps_what_was_typed(fought: PlayedCampaign) -> None:
    page, squads = forces(fought, "hans"), pile(fought, "hans", "4-6-7")
    fought.notes("otto", "A cart")
    again = sent(page, "lose", **{f"n:{squads.key}": "1"})
    assert again.status == 422
    assert "Something has happened" in again.text
    assert pile(fought, "hans", "4-6-7").count == squads.count
    assert again.form_with("lose").fields[f"n:{squads.key}"] == "1"
    assert sent(again, "lose").status == 200


def test_some_counters_of_a_pile_are_changed(fought: PlayedCampaign) -> None:
    squads = pile(fought, "hans", "4-6-7")
    page = forces(fought, "hans", f"?change={squads.key}")
    assert page.form_with("change").fields["name"] == "4-6-7"
    changed = sent(page, "change", count="2", marks=["isolated", "stunned"], place="K12", note="in the mill")
    assert changed.status == 200
    moved = next(p for s in fought.view("hans").mine.sections for p in s.piles if p.like.place == "K12")
    assert (moved.count, moved.like.marks, moved.like.note) == (2, ("isolated", "stunned"), "in the mill")
    assert "2 × 4-6-7 isolated stunned K12, in the mill" in changed.text


def test_a_refused_change_keeps_its_form_open_with_what_was_typed(fought: PlayedCampaign) -> None:
    squads = pile(fought, "hans", "4-6-7")
    page = forces(fought, "hans", f"?change={squads.key}")
    refused = sent(page, "change", count="99", marks=["stunned"], place="K12")
    assert refused.status == 422
    form = refused.form_with("change")
    assert (form.fields["count"], form.fields["place"], form.fields["marks"]) == ("99", "K12", "stunned")


def test_conditions_of_several_lines_are_recorded_with_one_press(fought: PlayedCampaign) -> None:
    squads, guns = pile(fought, "hans", "4-6-7"), pile(fought, "hans", "LMG")
    page = forces(fought, "hans", "?enter=conditions")
    entered = {f"m:{squads.key}:encircled": "2", f"m:{squads.key}:in mines": "1", f"m:{guns.key}:malfunctioned": "1"}
    assert set(entered) <= set(page.form_with("mark").fields)
    after = sent(page, "mark", **entered)
    assert "Recorded." in after.text
    assert "?enter=conditions" in after.where
    for said in ("2 × 4-6-7 encircled", "1 × 4-6-7 in mines", "1 × LMG malfunctioned"):
        assert said in after.text


def test_a_line_asks_for_the_conditions_of_its_class_and_for_any_other_on_request(fought: PlayedCampaign) -> None:
    squads = pile(fought, "hans", "4-6-7")
    usual = forces(fought, "hans", "?enter=conditions").form_with("mark").fields
    assert f"m:{squads.key}:stunned" not in usual
    page = forces(fought, "hans", "?enter=conditions&also=stunned")
    assert f"m:{squads.key}:stunned" in page.form_with("mark").fields
    assert "1 × 4-6-7 stunned" in sent(page, "mark", **{f"m:{squads.key}:stunned": "1"}).text
    nonsense = forces(fought, "hans", "?enter=conditions&also=drunk").form_with("mark").fields
    assert {name for name in nonsense if "drunk" in name} == set()


def test_a_refused_condition_is_shown_where_it_was_typed_and_nothing_is_noted(fought: PlayedCampaign) -> None:
    squads, guns = pile(fought, "hans", "4-6-7"), pile(fought, "hans", "LMG")
    wrong = f"m:{guns.key}:malfunctioned"
    page = sent(forces(fought, "hans", "?enter=conditions"), "mark", **{f"m:{squads.key}:encircled": "1", wrong: "99"})
    assert page.status == 422
    form = page.form_with("mark")
    assert (form.fields[wrong], form.fields[f"m:{squads.key}:encircled"]) == ("99", "1")
    assert re.search(rf'name="{wrong}"[^>]*aria-invalid="true"', page.html)
    assert not any(p.like.marks for s in fought.view("hans").mine.sections for p in s.piles if p.like.name == "4-6-7")


def test_losses_reductions_and_conditions_are_one_press_and_it_leads_back(fought: PlayedCampaign) -> None:
    squads, guns = pile(fought, "hans", "4-6-7"), pile(fought, "hans", "LMG")
    page = forces(fought, "hans", "?enter=conditions")
    assert f"m:{guns.key}:reduce" not in page.form_with("mark").fields, "only what can be reduced is asked for it"
    entered = {"eliminate": "3", "reduce": "2", "encircled": "1"}
    after = sent(page, "mark-back", **{f"m:{squads.key}:{name}": number for name, number in entered.items()})
    assert after.answer.request["PATH_INFO"].startswith(reverse("refit-home", args=[fought.public_id]))
    assert "Recorded." in after.text
    found = [c for c in room(fought).counters if c.name in ("4-6-7", "2-4-7")]
    assert [c.name for c in found if c.fate == "eliminated"] == ["4-6-7"] * 3 + ["2-4-7"] * 2
    assert len([c for c in found if c.name == "2-4-7" and c.fate == "ready"]) == 2
    assert [c.name for c in found if c.marks] == ["4-6-7"], "each counter is counted once"
    assert fought.view("hans").mine.forces.casualties == 3 * 2 + 2


def test_a_change_offers_what_is_usual_first_and_everything_else_behind_it(fought: PlayedCampaign) -> None:
    page = forces(fought, "hans", f"?change={pile(fought, 'hans', '4-6-7').key}")
    usual, _, others = page.html.partition("Other conditions")
    assert 'value="encircled"' in usual
    assert 'value="stunned"' not in usual
    assert 'value="stunned"' in others


@pytest.mark.parametrize("name", ["adjutant_hans", "ivan"])
def test_who_does_not_command_these_enters_no_conditions(fought: PlayedCampaign, name: str) -> None:
    page = forces(fought, name, "?enter=conditions")
    assert "adjutant" not in name or not [form for form in page.forms if "mark" in form.buttons]
    assert "4-6-7" not in page.html or name == "adjutant_hans"


def test_a_loss_recorded_by_mistake_is_called_back(fought: PlayedCampaign) -> None:
    squads = pile(fought, "hans", "4-6-7")
    page = sent(forces(fought, "hans"), "lose", **{f"n:{squads.key}": "3"})
    gone = next(p for s in fought.view("hans").mine.sections for p in s.gone)
    assert "record it as Retained" in page.text
    refused = sent(page, "lose", **{f"n:{gone.key}": "9", "fate": "ready"})
    assert refused.status == 422
    assert '<details class="gone" open>' in refused.html
    again = sent(refused, "lose", **{f"n:{gone.key}": "3"})
    assert again.status == 200
    assert "Recorded losses of this scenario: 6 CVP" in again.text
    fought.player("ivan").orders("settle", number=1, verdict="agreed")
    assert pile(fought, "hans", "4-6-7").count == squads.count
    assert "Recorded losses of this scenario: 0 CVP" in forces(fought, "hans").text


def test_counters_that_came_at_the_table_are_added_when_the_other_side_agrees(fought: PlayedCampaign) -> None:
    entered = {"kind": "half_squad", "name": "2-4-7", "count": "2", "reason": "Two teams of a wreck"}
    page = sent(forces(fought, "hans"), "add", **entered)
    assert page.status == 200
    assert [each for each in fought.view("hans").mine.room.counters if each.name == "2-4-7"] == []
    other = open_page(fought.browser("ivan"), reverse("refit-corrections", args=[fought.public_id]))
    assert "2 × half-squad added by hand" in other.text
    assert "Two teams of a wreck" in other.text
    assert "2-4-7" not in other.text
    form = other.form_with("agreed")
    other.client.post(form.action, {**form.fields, "verdict": "agreed"})
    assert "2 × 2-4-7" in forces(fought, "hans").text
    assert pile(fought, "hans", "2-4-7").like.note == "added by hand"


def test_a_gain_that_waits_stands_beside_the_forces_and_is_withdrawn_there(fought: PlayedCampaign) -> None:
    page = sent(forces(fought, "hans"), "add", kind="half_squad", name="2-4-7", count="2")
    assert "Waits for a nod" in page.text
    assert "2 2-4-7" in page.text
    for other in ("ivan", "umpire"):
        assert "Waits for a nod" not in forces(fought, other).text
    *_, form = (form for form in page.forms if "withdrawn" in form.buttons)
    answer = page.client.post(form.action, {**form.fields, "verdict": "withdrawn"})
    assert (answer.status_code, answer["Location"]) == (302, reverse("forces", args=[fought.public_id]))
    assert "Waits for a nod" not in forces(fought, "hans").text
    assert [one.verdict for one in fought.view("hans").ctx.public.corrections] == ["withdrawn"]


def test_what_was_just_asked_for_is_withdrawn_where_it_is_told_until_somebody_answers(fought: PlayedCampaign) -> None:
    page = sent(forces(fought, "hans"), "add", kind="half_squad", name="2-4-7", count="2")
    told = page.html[page.html.index('id="recorded"') : page.html.index("</section>", page.html.index('id="recorded"'))]
    assert "No. 1 of the corrections: 2 2-4-7." in told
    assert "It counts once the other side or the umpire agrees." in told
    assert 'name="verdict" value="withdrawn"' in told
    assert "made known" not in told
    fought.player("ivan").orders("settle", number=1, verdict="refused")
    late = open_page(fought.browser("hans"), page.answer.redirect_chain[-1][0])
    assert 'value="withdrawn"' not in late.html
    journal = open_page(fought.browser("hans"), reverse("campaign", args=[fought.public_id]))
    assert "objected to correction 1. 2 × half-squad added by hand." in journal.text


def test_what_is_added_under_another_class_is_refused_at_its_field(fought: PlayedCampaign) -> None:
    page = sent(forces(fought, "hans"), "add", kind="other", name="10-2", count="3")
    assert page.status == 422
    assert "10-2 is of another class." in page.text


def test_a_refused_addition_keeps_what_was_typed(fought: PlayedCampaign) -> None:
    page = sent(forces(fought, "hans"), "add", kind="gun", name="", count="3")
    assert page.status == 422
    assert (page.form_with("add").fields["kind"], page.form_with("add").fields["count"]) == ("gun", "3")


def test_the_page_filters_by_a_part_and_stays_there_after_a_press(fought: PlayedCampaign) -> None:
    page = forces(fought, "hans", "?section=infantry")
    assert "LMG" not in re.sub(r"<nav.*?</nav>", "", page.html, flags=re.S)
    squads = pile(fought, "hans", "4-6-7")
    after = sent(page, "lose", **{f"n:{squads.key}": "1"})
    assert after.answer.redirect_chain[-1][0].startswith(f"{page.where}&recorded=")
    assert "Infantry" in forces(fought, "hans", "?section=nonsense").text


@pytest.mark.parametrize(
    "entries", [{"act": "purge"}, {}, {"act": "lose", "pile": "1"}, {"act": "change", "pile": "x"}]
)
def test_what_no_form_sends_is_refused(fought: PlayedCampaign, entries: dict[str, str]) -> None:
    page = forces(fought, "hans")
    seen = page.form_with("lose").fields["seen"]
    assert page.client.post(page.where, {"seen": seen, **entries}).status_code == 422


def test_a_note_is_shown_as_it_was_typed(fought: PlayedCampaign) -> None:
    squads = pile(fought, "hans", "4-6-7")
    page = sent(forces(fought, "hans", f"?change={squads.key}"), "change", note="<b>=1+1</b>")
    assert "&lt;b&gt;=1+1&lt;/b&gt;" in page.html
    csv = page.client.get(reverse("sheet-csv", args=[fought.public_id, "german", "organizer"])).content.decode()
    assert "<b>=1+1</b>" in csv


def counts(table: PlayedCampaign, name: str) -> dict[str, int]:
    """The number of statements of each page."""
    client, found = table.browser(name), {}
    room = table.seat(name).side
    for page in QUERIES:
        place = [table.public_id, *([] if page in ("forces", "sheet-list") else [room, "organizer"])]
        with CaptureQueriesContext(connection) as queries:
            assert client.get(reverse(page, args=place)).status_code == 200
        found[page] = len(queries)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    "date", ["23AM", pytest.param("24PM", marks=pytest.mark.whole("plays two days, of which one is played anyway"))]
)
def test_every_page_takes_as_many_queries_as_on_the_first_date(table: PlayedCampaign, date: str) -> None:
    first = counts(table, "hans")
    assert all(first[page] <= most for page, most in QUERIES.items()), first
    table.play_to("battle", date)
    assert counts(table, "hans") == first


# Recorded. Undo --------------------------------------------------------------------------------


def room(table: PlayedCampaign) -> Any:
    """The German room as it is now."""
    return journal.load_state(table.campaign, {"german"}).sides["german"]


def undo(page: HtmlPage) -> HtmlPage:
    """Press Undo where it was recorded."""
    (form,) = (form for form in page.forms if form.action.endswith("/undo/"))
    assert "Undo" in form.buttons[""]
    answer = page.client.post(form.action, form.fields, follow=True)
    return opened(page.client, answer, form.action)


@pytest.mark.parametrize(
    ("query", "act", "entered", "told"),
    [
        ("?section=infantry", "lose", {"n:{key}": "2"}, "2 4-6-7"),
        ("?enter=conditions", "mark", {"m:{key}:encircled": "1"}, "encircled"),
        ("?change={key}", "change", {"count": "1", "note": "in the mill"}, "in the mill"),
    ],
)
def test_what_was_entered_by_hand_is_told_and_taken_back_where_it_was_entered(
    fought: PlayedCampaign, query: str, act: str, entered: dict[str, str], told: str
) -> None:
    key = str(pile(fought, "hans", "4-6-7").key)
    before = room(fought)
    page = forces(fought, "hans", query.format(key=key))
    after = sent(page, act, **{name.format(key=key): value for name, value in entered.items()})
    (said,) = re.findall(r'<section[^>]* id="recorded".*?</section>', after.html, flags=re.S)
    assert told in said
    assert room(fought) != before
    back = undo(after)
    assert back.status == 200
    assert "/forces/" in back.where
    assert ("section=infantry" in back.where) == ("section" in query)
    assert "Taken back." in back.text
    assert 'id="recorded"' not in back.html
    assert room(fought) == before


def test_undo_is_offered_to_who_recorded_it_and_says_why_it_stands(fought: PlayedCampaign) -> None:
    squads = pile(fought, "hans", "4-6-7")
    after = sent(forces(fought, "hans"), "lose", **{f"n:{squads.key}": "1"})
    where = after.answer.redirect_chain[-1][0]
    assert 'id="recorded"' not in open_page(fought.browser("adjutant_hans"), where).html
    assert 'id="recorded"' not in open_page(fought.browser("ivan"), where).html
    fought.notes("otto", "A cart")
    refused = undo(after)
    assert refused.status == 422
    assert "Something has happened" in refused.text
    late = open_page(fought.browser("hans"), where)
    assert "Your side has recorded more since." in late.text
    assert pile(fought, "hans", "4-6-7").count == squads.count - 1


@pytest.mark.parametrize("elsewhere", ["https://example.org/x", "//example.org/x", "javascript:alert(1)"])
def test_taking_back_never_leads_away_from_here(fought: PlayedCampaign, elsewhere: str) -> None:
    after = sent(forces(fought, "hans"), "lose", **{f"n:{pile(fought, 'hans', '4-6-7').key}": "1"})
    (form,) = (form for form in after.forms if form.action.endswith("/undo/"))
    answer = after.client.post(form.action, {**form.fields, "next": elsewhere})
    assert answer["Location"].startswith("/campaigns/")


# acts with the counters of a line ---------------------------------------------------------------


def taps(page: HtmlPage, act: str, line: str, **entries: Any) -> HtmlPage:
    """Tap a line, and in it the button of an act."""
    (value,) = re.findall(rf'name="act" value="({re.escape(act)}:\d+:{re.escape(line)})"', page.html)
    return sent(page, value, **{name.format(key=value.split(":")[1]): said for name, said in entries.items()})


def test_a_squad_is_reduced_with_two_taps(fought: PlayedCampaign) -> None:
    squads = sum(p.count for s in fought.view("hans").mine.sections for p in s.piles if p.like.name == "4-6-7")
    page = taps(forces(fought, "hans"), "reduce", "4-6-7")
    assert "Recorded. Casualty Reduction: 1 4-6-7 now 2-4-7. 1 CVP." in page.text
    assert "Recorded losses of this scenario: 1 CVP" in page.text
    assert f"{squads - 1} × 4-6-7" in page.text
    assert "1 × 2-4-7" in page.text


def test_the_line_stays_open_with_what_was_recorded_and_Undo_in_it(fought: PlayedCampaign) -> None:
    page = taps(forces(fought, "hans", "?section=infantry"), "reduce", "4-6-7")
    assert page.answer.redirect_chain[-1][0].endswith("#open")
    (line,) = re.findall(r'<details[^>]* id="open" open>.*?</details>', page.html, flags=re.S)
    assert 'id="recorded"' in line
    assert len(re.findall(r'id="recorded"', page.html)) == 1
    undo = next(form for form in page.forms if form.action.endswith("/undo/"))
    back = HtmlPage(page.client, page.client.post(undo.action, undo.fields, follow=True), undo.action)
    assert "Recorded losses of this scenario: 0 CVP" in back.text
    assert "section=infantry" in back.answer.redirect_chain[-1][0]


def test_several_are_done_at_once_and_of_the_group_that_was_chosen(fought: PlayedCampaign) -> None:
    first, second = [p for s in fought.view("hans").mine.sections for p in s.piles if p.like.name == "4-6-7"]
    chosen = {"k:{key}": "2", "o:{key}": str(second.key)}
    assert "From 2nd Rifle Co." in taps(forces(fought, "hans"), "deploy", "4-6-7", **chosen).text
    left = {p.like.group: p.count for s in fought.view("hans").mine.sections for p in s.piles if p.like.name == "4-6-7"}
    assert left == {first.like.group: first.count, second.like.group: second.count - 2}


def test_a_condition_of_a_line_is_one_of_its_buttons(fought: PlayedCampaign) -> None:
    page = taps(forces(fought, "hans"), "malfunctioned", "LMG")
    assert "1 LMG now also malfunctioned." in page.text
    assert "1 × LMG malfunctioned" in page.text


def test_a_refused_act_keeps_its_line_open_with_what_was_typed(fought: PlayedCampaign) -> None:
    page = taps(forces(fought, "hans"), "reduce", "4-6-7", **{"k:{key}": "99"})
    assert page.status == 422
    assert "4-6-7: 99 entered" in page.text
    (line,) = re.findall(r'<details[^>]* id="open" open>.*?</details>', page.html, flags=re.S)
    assert re.search(r'name="k:\d+" value="99"', line)
    assert "Recorded losses of this scenario: 0 CVP" in page.text


def test_who_does_not_command_these_has_no_acts(fought: PlayedCampaign) -> None:
    page = forces(fought, "adjutant_hans")
    assert "2 CVP each" in page.text
    assert 'value="reduce:' not in page.html
    form = forces(fought, "hans").form_with("lose")
    refused = fought.browser("adjutant_hans").post(form.action, {**form.fields, "act": "reduce:1:4-6-7"})
    assert refused.status_code in (403, 422)


@pytest.mark.parametrize(
    "act", ["concede:1:x", "seal:1:x", "reduce::", "reduce:x:y", "reduce:9999:4-6-7", ":::", "add:1:x"]
)
def test_no_other_order_is_given_by_the_button_of_a_line(fought: PlayedCampaign, act: str) -> None:
    page = forces(fought, "hans")
    form = page.form_with("lose")
    assert page.client.post(form.action, {**form.fields, "act": act}).status_code == 422


def test_enter_in_a_line_records_nothing(fought: PlayedCampaign) -> None:
    form = forces(fought, "hans").form_with("lose")
    assert next(iter(form.buttons)) == ""
    assert "Recorded losses of this scenario: 0 CVP" in sent(forces(fought, "hans"), "").text


def test_prisoners_stand_on_one_list_and_only_the_captor_lets_them_go(fought: PlayedCampaign) -> None:
    squads = pile(fought, "hans", "4-6-7")
    sent(forces(fought, "hans"), f"capture:{squads.key}:4-6-7", **{f"k:{squads.key}": "2"})
    mine, theirs = forces(fought, "hans"), forces(fought, "ivan")
    for page in (mine, theirs):
        assert "2 × 4-6-7 no. 1 prisoners of the Russian side, from the German side" in page.text
    assert "release:1:freed" not in mine.html
    page = sent(theirs, "release:1:freed", count="1")
    assert "set free or escaped" in page.text
    assert "1 × 4-6-7 no. 1 prisoners of the Russian side" in page.text
    assert "1 × 4-3-6" in forces(fought, "hans").text


def test_a_capture_is_taken_back_like_any_last_act(fought: PlayedCampaign) -> None:
    squads = pile(fought, "hans", "4-6-7")
    page = sent(forces(fought, "hans"), f"capture:{squads.key}:4-6-7")
    (form,) = (form for form in page.forms if form.action.endswith("/undo/"))
    page.client.post(form.action, form.fields)
    assert "no. 1" not in forces(fought, "ivan").text
    assert not [p for section in fought.view("hans").mine.sections for p in section.gone if p.like.fate == "captured"]


def test_a_claim_waits_for_its_owner_and_a_second_one_is_refused_in_place(fought: PlayedCampaign) -> None:
    claim = {"kind": "squad", "name": "4-6-7", "count": "2"}
    sent(forces(fought, "ivan"), "claim", **claim)
    again = sent(forces(fought, "ivan"), "claim", **claim)
    assert again.status == 422
    assert "You have claimed 4-6-7 already (no. 1)." in again.text
    assert again.form_with("claim").fields["name"] == "4-6-7", "what was typed is still there"
    sent(forces(fought, "hans"), "grant:1")
    assert pile(fought, "hans", "4-6-7")
    assert "2 × 4-6-7 no. 1 prisoners of the Russian side" in forces(fought, "ivan").text
