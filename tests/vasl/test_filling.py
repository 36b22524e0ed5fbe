"""A saved game fills in where things are, as a draft; what does not fit is told, and the other side hears nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.urls import reverse

from campaigns import drafts
from campaigns.actions import save_draft
from campaigns.models import JournalEntry
from rules.asl.steps.setup.lots import lots
from tests.html_client import HtmlPage, open_page
from tests.players import PlayedCampaign, founding, table
from tests.rosters.conftest import supplied
from tests.vasl.test_pages import SIZES

__all__ = ["founding", "supplied", "table"]


def wizard(table: PlayedCampaign, name: str) -> HtmlPage:
    return open_page(table.browser(name), reverse("refit-home", args=[table.public_id]))


def filled(page: HtmlPage, **sent: str) -> HtmlPage:
    """Fill the form in front in; the page after it."""
    form = page.form_with("fill")
    answer = page.client.post(form.action, {**form.fields, "act": "fill", **sent}, follow=True)
    return HtmlPage(page.client, answer, form.action)


def on_hexes(counters: list[Any], place: str = "K20") -> str:
    return "\n".join(f"{place}: {c.name} {SIZES.get(c.kind, '')}".rstrip() for c in counters)


@pytest.fixture
def setting_up(supplied: PlayedCampaign) -> PlayedCampaign:
    """The side that sets up first is at its set-up."""
    supplied.play_until("hans", "wind")
    return supplied


def test_a_set_up_is_filled_in_and_nothing_is_recorded(setting_up: PlayedCampaign) -> None:
    ctx, entries = setting_up.view("hans").ctx, JournalEntry.objects.count()
    lot = next(each for each in lots(ctx) if each.counters[0].kind == "squad")
    page = filled(wizard(setting_up, "hans"), vasl_text=on_hexes(list(lot.counters)), force="Gusts")
    number = len(lot.counters)
    assert page.form.fields[f"setup/{lot.field}"] == (f"{number} K20" if number > 1 else "K20")
    assert "filled in from VASL" in page.text
    assert "nothing is recorded yet" in page.text
    assert JournalEntry.objects.count() == entries
    assert page.form.fields["force"] == "Gusts", "what was typed beside it stays"


def test_hidden_counters_are_hidden_only_where_that_was_paid_for_and_the_rest_is_told(
    setting_up: PlayedCampaign,
) -> None:
    lot = next(
        each for each in lots(setting_up.view("hans").ctx) if each.counters[0].kind == "squad" and each.counters[1:]
    )
    name = f"{lot.counters[0].name} 1sq"
    page = filled(
        wizard(setting_up, "hans"), vasl_text=f"K20: {name}(HIP)\nK21: {name}\nK22: {name}, Building Roof Level"
    )
    assert page.form.fields[f"setup/{lot.field}"] in ("K20, K21", "K21, K20")
    assert "at K22 roof: write it yourself" in page.text


def test_what_can_not_be_read_is_a_sentence_and_nothing_typed_is_lost(setting_up: PlayedCampaign) -> None:
    page = wizard(setting_up, "hans")
    for sent, said in (
        ({}, "There is no file and no text"),
        ({"vasl_text": "Dear diary"}, "This is not VASL's text of the map"),
        ({"save": "{}" * 9}, "read from the file can't be used here"),
        ({"save": json.dumps({"format": 2})}, "read from the file can't be used here"),
    ):
        refused = filled(page, force="Gusts", **sent)
        assert refused.status == 422
        assert said in refused.text
        assert refused.form.fields["force"] == "Gusts"


def test_another_sides_save_and_another_game_fill_nothing_in(setting_up: PlayedCampaign) -> None:
    page, theirs = wizard(setting_up, "hans"), [{"kind": "squad", "name": "4-5-8", "hex": "K45"}]
    for save in ({"enemy": theirs}, {"own": [{"kind": "squad", "name": "9-9-9", "hex": "K20"}]}):
        done = filled(page, save=json.dumps({"format": 1, **save}))
        assert "0 places were filled in from VASL" in done.text
        places = [text for name, text in done.form.fields.items() if name.startswith("setup/")]
        assert places
        assert not any("K45" in text or "K20" in text for text in places)


@pytest.fixture
def buying_works(table: PlayedCampaign) -> PlayedCampaign:
    """The Germans have fortification points to spend."""
    table.scripts["german"] = {"purchase": {"rows": {"I1": {"n": 1}, "M1": {"n": 2}}}}
    table.play_until("hans", "fortify")
    return table


def test_the_works_of_a_save_are_bought_and_the_set_up_to_come_is_a_draft(buying_works: PlayedCampaign) -> None:
    supplied = buying_works
    ctx = supplied.view("hans").ctx
    lot = next(each for each in lots(ctx) if each.counters[0].kind == "squad")
    text = f"K19: Trench\nK18: Trench\nK17: 1S Foxhole\n{on_hexes([lot.counters[0]])}"
    page = filled(wizard(supplied, "hans"), vasl_text=text)
    (trenches,) = (each for each in lots(ctx) if each.counters[0].name == "Trench")
    assert page.form.fields["where_trench"] == "", "those of the founding are not bought again"
    assert page.form.fields["where_foxhole_1"] == "K17"
    kept = drafts.saved(supplied.seat("hans"), "setup")
    assert kept is not None
    assert kept.data == {lot.field: "K20", trenches.field: "K19, K18"}
    assert drafts.saved(supplied.seat("ivan"), "setup") is None
    assert "K19" not in wizard(supplied, "ivan").html


def test_another_version_of_the_draft_of_a_later_step_stays_beside_it(buying_works: PlayedCampaign) -> None:
    hans, otto = (buying_works.seat(name) for name in ("hans", "otto"))
    save_draft(step="setup", data={"note": "mine"}, by=hans)
    save_draft(step="setup", data={"note": "his"}, by=otto, stamp=drafts.Stamp("another"))
    filled(wizard(buying_works, "hans"), vasl_text="K19: Trench")
    kept = drafts.saved(hans, "setup")
    assert kept is not None
    assert [each.data["note"] for each in kept.versions] == ["mine", "his"]
    assert len(kept.data) > 1


def test_works_for_which_no_points_are_left_are_told(buying_works: PlayedCampaign) -> None:
    supplied = buying_works
    page = filled(wizard(supplied, "hans"), vasl_text="\n".join(f"K{n}: Wire" for n in range(1, 21)))
    assert "Left out: Wire" in page.text
    assert "FPP" in page.text
    assert page.form.fields["where_wire"].count("K") == 7
