"""What is far longer than anything that is typed is refused before it is read, and nothing else is lost over it."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.conf import settings
from django.urls import reverse

from campaigns import drafts
from campaigns.charts import actions as charts
from campaigns.charts import pages as chart_pages
from campaigns.charts.kinds import KINDS
from config.limits import request_bodies
from refit.pad import kept
from refit.pad.kept import NOTE, KeptEntry
from refit.steps import LONGEST_ENTRY, MOST_IN_ALL
from refit.vasl import pages as vasl_pages
from refit.vasl.pages import NAMES
from rules.asl.vasl.rows import MOST_BYTES
from rules.ground.painting import MOST_TYPED
from tests.html_client import open_page, sent
from tests.maps.practice import practice_map
from tests.players import PlayedCampaign, founding, start_played, table
from tests.rosters.conftest import supplied
from tests.vasl.test_pages import fought, page_of

__all__ = ["fought", "founding", "supplied", "table"]
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("act", ["draft", "seal"])
def test_an_entry_of_a_step_is_refused_at_its_field_and_the_others_are_kept(table: PlayedCampaign, act: str) -> None:
    page = open_page(table.browser("hans"), reverse("refit-home", args=[table.public_id]))
    form = page.form_with("seal")
    long = "A1, " * (LONGEST_ENTRY // 4) + "A"
    answer = page.client.post(form.action, {**form.fields, "n:I1": "2", "n:I2": long, "act": act}, follow=True)
    text = answer.content.decode()
    assert answer.status_code == 422
    assert f"This entry is too long: {len(long)} characters, {LONGEST_ENTRY} at most." in text
    assert "Enter it shorter; what you entered elsewhere on the page is still here." in text
    assert long not in text
    assert 'name="n:I1" value="2"' in text
    assert drafts.saved(table.seat("hans"), "purchase") is None


def test_entries_that_are_too_long_together_are_refused(table: PlayedCampaign) -> None:
    page = open_page(table.browser("hans"), reverse("refit-home", args=[table.public_id]))
    form = page.form_with("seal")
    many = {f"x{number}": "y" * (LONGEST_ENTRY - 10) for number in range(MOST_IN_ALL // LONGEST_ENTRY + 1)}
    answer = page.client.post(form.action, {**form.fields, **many, "act": "draft"}, follow=True)
    assert answer.status_code == 422
    assert "These entries are too long together" in answer.content.decode()
    assert "yyyy" not in answer.content.decode()
    assert drafts.saved(table.seat("hans"), "purchase") is None


def test_a_text_of_vasl_that_no_scenario_has_is_refused_unread(fought: PlayedCampaign, monkeypatch: Any) -> None:
    def never(line: str) -> Any:
        raise AssertionError("it was read")

    monkeypatch.setattr("rules.asl.vasl.text._stack", never)
    long = "K20: 4-6-7 1sq\n" * (MOST_BYTES // 15 + 1)
    page = sent(page_of(fought, "hans"), "read", text=long)
    assert page.status == 422
    assert f"longer than that of any scenario: {len(long)} characters, {MOST_BYTES} at most." in page.text
    assert "4-6-7 1sq\nK20" not in page.html


def test_as_many_names_are_assigned_as_a_game_can_have_and_no_more(
    fought: PlayedCampaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vasl_pages, "MOST_NAMES", 3)
    page = page_of(fought, "hans")
    for number in range(3):
        names = {f"u:name {number}.{n}": "LMG" for n in range(2)} | {"u:long": "x" * 10_000}
        sent(page, "read", text="K20: LMG", **names)
    saved = drafts.saved(fought.seat("hans"), NAMES)
    assert saved is not None
    assert [*saved.data] == ["name 0.0", "name 0.1", "name 1.0"]


@pytest.mark.parametrize("press", [{"act": "paint"}, {"at.x": "5", "at.y": "5"}])
def test_a_list_of_hexes_is_refused_before_it_is_read_or_added_to(press: dict[str, str]) -> None:
    table = start_played(map=practice_map())
    long = "A1," * MOST_TYPED
    answer = table.browser("hans").post(
        reverse("map", args=[table.public_id]), {"holder": "german", "seen": "0", "hexes": long, **press}
    )
    text = answer.content.decode()
    assert answer.status_code == 422
    assert f"The list is too long: {len(long)} characters, {MOST_TYPED} at most." in text
    assert long not in text


def test_no_letter_of_an_entry_is_looked_at_that_no_pad_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = list[str]()
    monkeypatch.setattr(kept, "unwritable", lambda letter: bool(looked.append(letter)))
    entry: dict[str, Any] = {"id": str(uuid.uuid4()), "what": NOTE, "on": "x" * 100_000, "scenario": 1}
    assert KeptEntry.posted(entry, "hans") is None
    assert KeptEntry.posted({**entry, "on": "x", "what": "y" * 100_000}, "hans") is None
    assert looked == []
    assert KeptEntry.posted({**entry, "on": " wind "}, "hans") == KeptEntry(str(entry["id"]), NOTE, "wind", 1, "hans")


def test_the_largest_page_of_a_chart_fits_into_one_form() -> None:
    schemas = [charts.sheets_asked_for(key, kind) for kind in KINDS for key in charts.games(kind)]
    lines = chart_pages.PART + chart_pages.SPARE
    cells = [min(sheet.most, lines) * len(sheet.columns) for schema in schemas if schema for sheet in schema.sheets]
    assert cells
    assert max(cells) + 100 < settings.DATA_UPLOAD_MAX_NUMBER_FIELDS
    assert 80 * max(cells) < request_bodies.MOST_IN_ONE, "each with its name and some words"
    assert settings.DATA_UPLOAD_MAX_MEMORY_SIZE > charts.MOST_BYTES
