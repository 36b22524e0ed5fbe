"""Two of one side at the same step of the map, a press that comes twice, a map that changes under what is typed."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from campaigns.charts import actions as chart_actions
from campaigns.ledger import journal
from campaigns.models import JournalEntry
from rules.contract import PUBLIC
from rules.ground import painting
from rules.ground.hexes import beside
from tests.html_client import HtmlPage, open_page
from tests.maps.practice import practice_map
from tests.players import PlayedCampaign, start_played
from tests.rules.ground.figures import at

pytestmark = pytest.mark.django_db
AROUND = painting.hexes_text(beside(*at("T30")))
"""The hexes around T30."""


@pytest.fixture
def table(db: None) -> PlayedCampaign:
    return start_played(map=practice_map())


def pages(table: PlayedCampaign, name: str) -> tuple[HtmlPage, HtmlPage]:
    """The same page in front of both German commanders."""
    url = reverse(name, args=[table.public_id])
    one, other = (open_page(table.browser(who), url) for who in ("hans", "otto"))
    return one, other


def line_of(table: PlayedCampaign, label: str) -> str:
    """The entry of a kind of counter at the set-up."""
    fields = table.view("hans").current.task.form.fields
    return str(next(field.name for field in fields if field.label.endswith(label)))


def public(table: PlayedCampaign) -> Any:
    return journal.load_state(table.campaign, {PUBLIC}).public


def test_of_two_who_paint_one_is_told_and_keeps_his_list(table: PlayedCampaign) -> None:
    one, other = pages(table, "map")
    one.press("paint", {"hexes": "K20-K24", "holder": "german"})
    late = other.press("paint", {"hexes": "L20-L24", "holder": "russian"})
    assert late.status == 422
    assert "so nothing was done" in late.text
    assert ">L20-L24</textarea>" in late.html
    assert public(table).ground.control.get("L20") != "russian"
    late.press("paint", {"hexes": "L20-L24", "holder": "russian"})
    assert (public(table).ground.control["K20"], public(table).ground.control["L20"]) == ("german", "russian")


def test_the_same_painting_sent_twice_is_one_act(table: PlayedCampaign) -> None:
    page, _ = pages(table, "map")
    page.press("paint", {"hexes": "K20-K24", "holder": "german"})
    before = JournalEntry.objects.count()
    assert page.press("paint", {"hexes": "K20-K24", "holder": "german"}).status == 422
    assert JournalEntry.objects.count() == before


def test_of_two_who_set_up_neither_loses_a_line(table: PlayedCampaign) -> None:
    table.play_until("hans", "setup")
    trench, before = line_of(table, "Trench"), JournalEntry.objects.count()
    one, other = pages(table, "refit-home")
    one.press("draft", {trench: "K20"})
    late = other.press("enter", {trench: "L21"})
    assert {"K20", "L21"} <= {*late.text.split()}, "both are shown beside each other"
    assert JournalEntry.objects.count() == before


@pytest.mark.slow
def test_of_two_at_the_perimeter_the_later_takes_nothing_that_he_has_not_seen(table: PlayedCampaign) -> None:
    table.player("hans").orders("paint", holder="german", hexes="A1-G60")
    table.play_until("hans", "perimeter")
    one, other = pages(table, "refit-home")
    one.press("enter", {"mmc_at": "T30", "enemy_at": AROUND})
    late = other.press("enter", {"mmc_at": "S21", "enemy_at": AROUND})
    assert late.status == 422
    assert "so nothing was done" in late.text
    assert late.form.fields["mmc_at"] == "S21"
    assert public(table).perimeters == {}


def test_a_map_that_both_agree_to_under_a_draft_leaves_it_and_names_what_is_not_there(table: PlayedCampaign) -> None:
    table.play_until("hans", "setup")
    trench = line_of(table, "Trench")
    page, _ = pages(table, "refit-home")
    page.press("draft", {trench: "K20, QQ59"})
    _changes_to_a_smaller_map(table)
    again, _ = pages(table, "refit-home")
    assert again.form.fields[trench] == "K20, QQ59"
    assert "QQ59 is not on the map" in again.text
    late = again.press("enter")
    assert late.status == 422
    assert late.form.fields[trench] == "K20, QQ59"


@pytest.mark.slow
def test_a_perimeter_that_was_proposed_on_another_map_is_looked_for_anew(table: PlayedCampaign) -> None:
    table.player("hans").orders("paint", holder="german", hexes="A1-G60, QQ1-QQ60")
    table.play_until("hans", "perimeter")
    pages(table, "refit-home")[0].press("enter", {"mmc_at": "D20, D40", "enemy_at": "A30, K1"})
    before, _ = pages(table, "refit-home")
    _changes_to_a_smaller_map(table)
    again = before.press("enter")
    assert again.status == 422
    assert public(table).perimeters == {}
    assert again.form.fields["shown"] != before.form.fields["shown"]
    assert again.press("enter").status == 200
    rows = public(table).perimeters["german"].loops
    grid = public(table).ground.sheet.grid
    assert rows
    assert all(grid.hex(name) for row in rows for name in row)


def _changes_to_a_smaller_map(table: PlayedCampaign) -> None:
    """Both sides agree to a map of fewer columns."""
    hans = table.users["hans"]
    small = chart_actions.begin_chart(system="oto2", kind="map", name="Small", practice=True, by=hans)
    sheets = chart_actions.sheets_of(small).sheets
    lines = [line for line in small.draft["hexes"] if line["hex"] == "A1"]
    chart_actions.keep_lines(chart=small, sheet=sheets[-1], lines=lines, revision=0)
    head = {**small.draft["map"][0], "columns": "20"}
    made = chart_actions.keep_lines(chart=small, sheet=sheets[0], lines=[head], revision=1).version
    assert made
    page, _ = pages(table, "map-choice")
    page.press("propose", {"map": f"{small.chart_id}:{made.number}", "reason": "The real one"})
    number = public(table).corrections[-1].number
    table.player("ivan").orders("settle", number=number, verdict="agreed")
    assert public(table).ground.sheet.name == "Small"
