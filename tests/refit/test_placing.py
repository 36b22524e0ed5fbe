"""The set-up form in the wizard: lines of Locations, what is refused, drafts, and the inspection that follows."""

from __future__ import annotations

from collections.abc import Callable

from campaigns import drafts
from campaigns.models import JournalEntry
from tests.html_client import HtmlPage
from tests.players import PlayedCampaign

Wizard = Callable[[PlayedCampaign, str], HtmlPage]


def line(table: PlayedCampaign, name: str, label: str) -> str:
    """The name of the entry whose label ends so."""
    fields = table.view(name).current.task.form.fields
    return str(next(field.name for field in fields if field.label.endswith(label)))


def test_a_line_that_does_not_fit_is_refused_beside_it_with_everything_typed_kept(
    table: PlayedCampaign, wizard: Wizard
) -> None:
    table.play_until("hans", "setup")
    trench, wire = line(table, "hans", "Trench"), line(table, "hans", "Wire")
    before = JournalEntry.objects.count()
    page = wizard(table, "hans").press("enter", {trench: "2 K20, K21/1", wire: "K20 hiden"})
    assert page.status == 422
    assert f'id="e-{wire}"' in page.html
    assert "4 K20, 2 K21/1 hidden" in page.text
    assert page.form.fields[trench] == "2 K20, K21/1"
    assert JournalEntry.objects.count() == before
    page.press("enter", {wire: "K20"})
    places = [c.place for c in table.view("hans").mine.counters if c.name == "Trench"]
    assert places[:4] == ["K20", "K20", "K21/1", ""]


def test_the_folded_part_opens_where_something_is_wrong(table: PlayedCampaign, wizard: Wizard) -> None:
    table.play_until("hans", "setup")
    squads = line(table, "hans", "4-6-7")
    page = wizard(table, "hans").press("enter", {squads: "99 K20"})
    assert page.html.count('<details class="placing" open>') > wizard(table, "hans").html.count(
        '<details class="placing" open>'
    )


def test_the_lines_are_kept_as_a_draft_of_the_side(table: PlayedCampaign, wizard: Wizard) -> None:
    table.play_until("hans", "setup")
    trench = line(table, "hans", "Trench")
    wizard(table, "adjutant_hans").press("draft", {trench: "K20"})
    assert wizard(table, "hans").form.fields[trench] == "K20"
    assert drafts.saved(table.seat("hans"), "setup") is not None
    assert "enter" not in wizard(table, "adjutant_hans").form.buttons


def test_what_was_named_is_shown_and_nothing_else_reaches_the_other_side_7_5226(
    table: PlayedCampaign, wizard: Wizard
) -> None:
    table.play_until("hans", "setup")
    wizard(table, "hans").press("enter", {line(table, "hans", "Trench"): "K20, Q71"})
    table.play_until("ivan", "recon")
    wizard(table, "ivan").press("enter", {"paid": "2"})
    wizard(table, "ivan").press("enter", {"locations": "K20, B2"})
    mine = wizard(table, "hans")
    assert "K20: 1 Trench." in mine.text
    assert "B2: nothing written down there." in mine.text
    mine.press("done")
    page = wizard(table, "ivan")
    assert "K20: 1 Trench." in page.text
    assert "Q71" not in page.html
