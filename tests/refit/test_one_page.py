"""Forms that stand behind one another on one page: one press, and each still its own order."""

from __future__ import annotations

from collections.abc import Callable

from django.urls import reverse

from campaigns import actions, drafts
from campaigns.models import JournalEntry
from tests.html_client import HtmlPage, open_page
from tests.players import PlayedCampaign

Wizard = Callable[[PlayedCampaign, str], HtmlPage]
REPORT = {"victory/turn": "8", "victory/lvp": "5"}


def at_set_up(table: PlayedCampaign, wizard: Wizard) -> HtmlPage:
    """The page of the side that sets up first: the wind, the Entry Area and where its counters stand."""
    table.play_to("aftermath")
    table.play_until("hans", "wind")
    return wizard(table, "hans")


def first_line(page: HtmlPage) -> str:
    """The first line of the set-up."""
    return next(name for name in page.form.fields if name.startswith("setup/at:"))


def test_what_stands_behind_one_another_without_dice_is_one_page(table: PlayedCampaign, wizard: Wizard) -> None:
    page = at_set_up(table, wizard)
    assert page.form.fields["step"] == "wind"
    assert {name.partition("/")[0] for name in page.form.fields if "/" in name} == {"entry", "setup"}
    done = page.press("enter-along", {"entry/north": "K20", first_line(page): "K20"})
    assert "Waiting for the Russian side" in done.text
    assert table.view("hans").public.room.today.north == "K20"


def test_a_wrong_entry_refuses_that_entry_and_keeps_all(table: PlayedCampaign, wizard: Wizard) -> None:
    page, before = at_set_up(table, wizard), JournalEntry.objects.count()
    typed = {"force": "Gusts", "direction": "2", "entry/north": "nowhere", first_line(page): "K20"}
    refused = page.press("enter-along", typed)
    assert (refused.status, JournalEntry.objects.count()) == (422, before)
    assert {name: refused.form.fields[name] for name in typed} == typed
    assert refused.html.count('aria-invalid="true"') == 1
    assert 'id="e-entry/north"' in refused.html
    assert 'href="#f-entry/north"' in refused.html or 'href="#e-entry/north"' in refused.html


def test_the_tables_of_what_follows_are_not_told_as_those_of_the_step(table: PlayedCampaign, wizard: Wizard) -> None:
    table.play_to("aftermath")
    table.gains("hans", "leader", "8-0")  # the dice may have brought no leader that can be exchanged instead
    page = wizard(table, "hans")
    assert page.form.fields["step"] == "perimeter"
    assert "Looked up in" not in page.text, "the Perimeter needs no table"
    (along,) = page.text.split("What follows is looked up in")[1:]
    assert along.strip().startswith("Battle hardening of a leader")


def test_this_step_only_keeps_what_was_typed_for_the_others(table: PlayedCampaign, wizard: Wizard) -> None:
    page = at_set_up(table, wizard)
    line = first_line(page)
    then = page.press("enter", {"entry/north": "K20", line: "K21"})
    assert then.form.fields["step"] == "entry"
    assert (then.form.fields["north"], then.form.fields[line]) == ("K20", "K21")
    then = then.press("enter-along")
    assert "Waiting for the Russian side" in then.text
    assert drafts.saved_each(table.seat("hans"), ["wind", "entry", "setup"]) == {}


def test_versions_beside_the_draft_of_another_step_stay_when_its_entries_are_kept(
    table: PlayedCampaign, wizard: Wizard
) -> None:
    """They can be there after an undo: the step waited already, and two of the side had entered different things."""
    at_set_up(table, wizard)
    actions.save_draft(step="entry", data={"north": "K20"}, by=table.seat("hans"))
    other = drafts.Stamp("none", "another window")
    actions.save_draft(step="entry", data={"north": "K21"}, by=table.seat("adjutant_hans"), stamp=other)
    page = wizard(table, "hans")
    assert page.form.fields["entry/north"] == "K20"
    page.press("enter", {"entry/north": "K22"})
    kept = drafts.saved(table.seat("hans"), "entry")
    assert kept is not None
    assert [version.data["north"] for version in kept.versions] == ["K22", "K21"]


def test_the_gate_of_a_step_beside_another_stands_before_the_press(table: PlayedCampaign, wizard: Wizard) -> None:
    page, before = at_set_up(table, wizard), JournalEntry.objects.count()
    line = first_line(page)
    gate = page.knocks("enter-along", {line: "K20"})
    assert gate.at_gate
    assert "No Location" in gate.text
    assert JournalEntry.objects.count() == before
    assert wizard(table, "hans").form.fields[line] == "K20"
    assert page.knocks("enter", {}).at_gate is False, "the gate is that of the set-up alone"


def test_a_draft_holds_the_entries_of_the_whole_page_and_enter_never_commits(
    table: PlayedCampaign, wizard: Wizard
) -> None:
    page, before = at_set_up(table, wizard), JournalEntry.objects.count()
    assert next(iter(page.form.buttons)) == "draft"
    page.press("draft", {"entry/north": "K20"})
    assert wizard(table, "hans").form.fields["entry/north"] == "K20"
    assert JournalEntry.objects.count() == before
    assert "K20" not in wizard(table, "ivan").html


def test_what_is_taken_back_is_the_whole_press_with_all_that_was_typed(table: PlayedCampaign, wizard: Wizard) -> None:
    wizard(table, "hans").press("seal", {"n:M1": "1", "n:O1": "1", "n:O4": "1"})
    table.play_until("hans", "fortify")
    page = wizard(table, "hans")
    observer = next(name for name in page.form.fields if name.startswith("hexes/"))
    typed = {"trench": "2", observer: "K20"}
    assert "Waiting for the Russian side" in page.press("buy-along", typed).text
    found = open_page(table.browser("hans"), reverse("refit-undo", args=[table.public_id]))
    taken = next(form for form in found.forms if "act" in form.fields)
    found.client.post(taken.action or found.where, taken.fields)
    undone = wizard(table, "hans")
    assert {name: undone.form.fields[name] for name in typed} == typed


def test_the_losses_of_a_battle_are_in_the_report_of_the_same_press(table: PlayedCampaign, wizard: Wizard) -> None:
    table.play_to("battle")
    page = wizard(table, "hans")
    squads = next(name for name in page.form.fields if name.endswith(":eliminate"))
    assert page.form.fields["victory/cvp_german"] == "0"
    page.press("done-along", {squads: "2", **REPORT})
    lost = [counter for counter in table.view("hans").mine.counters if counter.fate == "eliminated"]
    stated = table.view("ivan").public.room.stated["german"]
    assert (stated.figures, stated.recorded) == ({"cvp_german": sum(c.worth for c in lost)},) * 2
    assert len(lost) == 2


def test_what_is_entered_for_a_battle_is_added_up_as_it_is_typed(table: PlayedCampaign, wizard: Wizard) -> None:
    table.play_to("battle")
    page = wizard(table, "hans")
    squads = next(name for name in page.form.fields if name.endswith(":eliminate"))
    counter = next(c for c in table.view("hans").mine.counters if str(c.id) == squads.partition(":")[0])
    part = page.knocks("draft", {squads: "2"}, HX_Request="true")
    assert f"Counters lost 2 CVP {2 * counter.worth}" in part.text


def test_an_open_page_presses_dice_that_decide_nothing_and_no_form_with_them(
    table: PlayedCampaign, wizard: Wizard
) -> None:
    table.play_until("hans", "strength")
    page = wizard(table, "hans")
    assert 'id="task-form" data-by-itself>' in page.html
    assert "js/by-itself.js" in page.html
    table.play_until("hans", "san")
    page = wizard(table, "hans")
    assert ("removal/" in page.html) == ("data-by-itself" not in page.html)


def test_nothing_is_pressed_by_itself_behind_what_can_be_taken_back(table: PlayedCampaign, wizard: Wizard) -> None:
    table.play_to("begin")
    assert "data-by-itself" in wizard(table, "hans").html
    assert "data-by-itself" in wizard(table, "ivan").html


def test_what_both_sides_will_read_has_to_be_entered_and_stands_at_the_gate(
    table: PlayedCampaign, wizard: Wizard
) -> None:
    """One press went through the scenario to its report, which nobody had filled in."""
    table.play_until("hans", "play")
    page, before = wizard(table, "hans"), JournalEntry.objects.count()
    unsaid = page.knocks("done-along")
    assert unsaid.status == 422
    assert "The scenario ended on turn: nothing is entered." in unsaid.text
    assert "CG4" in unsaid.text
    gate = page.knocks("done-along", REPORT)
    assert gate.at_gate
    for line in ("Both sides will read this", "The scenario ended on turn 8", "no (as proposed)", "as your record has"):
        assert line in gate.text, gate.text
    assert JournalEntry.objects.count() == before
    gate.knocks("done-along-confirmed")
    report = table.view("hans").public.room.proposal
    assert (report.turn, report.lvp) == (8, 5)
    other = wizard(table, "ivan").knocks("done-along", {"victory/turn": "9", "victory/lvp": "4"})
    assert other.at_gate, "a report stands already, and this one would take its place"
    assert "The scenario ended on turn 9" in other.text
