"""Someone types, pastes and uploads a chart in a real browser; the whole editor works without scripts too."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from campaigns.charts.models import ChartVersion
from rules import registry
from rules.engine.chart_files import write_csv
from rules.engine.charts import grid_of
from rules.systems.votg.chart import chart_schema
from tests.journeys.people import Person, logged_in

pytestmark = [
    pytest.mark.browser,
    pytest.mark.sampled(2, among="chart editor"),
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]

GAME = SimpleNamespace(key="practised", title="A game with charts", charts=chart_schema(), sides={}, rulings=())
PHONE = ViewportSize(width=360, height=740)


@pytest.fixture
def arrives(
    browser: Browser, live_server: Any, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Person]:
    """Somebody opens a browser at an instance that has a game with charts."""
    known = registry.all_systems() | {GAME.key: GAME}
    monkeypatch.setattr(registry, "all_systems", lambda: known)
    settings.ALLOWED_HOSTS = ["*"]
    # The server's threads would keep their connections beyond the end of the test's database.
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 0)
    looked_at = set[str]()

    def go(name: str, *, scripts: bool = True) -> Person:
        context = browser.new_context(java_script_enabled=scripts)
        return logged_in(Person(name, context.new_page(), live_server.url, scripts, looked_at), "")

    return go


def begins(person: Person, *, practice: bool = False) -> Page:
    """A new chart, and its page of German groups."""
    person.goes("/charts/new/")
    person.page.get_by_label(GAME.title).check()
    person.page.get_by_label("Name of the chart").fill("My chart")
    if practice:
        person.page.get_by_label("With the practice chart").check()
    person.presses("Begin")
    person.page.get_by_role("link", name="German groups", exact=True).click()
    # A cell is there before the script that takes what is pasted into it.
    person.page.wait_for_url("**/german_groups/", wait_until="load")
    return person.page


def pastes(page: Page, at: Locator, text: str) -> None:
    """What a spreadsheet puts on the clipboard, pasted at a cell."""
    at.focus()
    at.evaluate(
        """(cell, text) => {
          const data = new DataTransfer();
          data.setData("text/plain", text);
          cell.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
        }""",
        text,
    )


def cell(page: Page, line: int, key: str) -> Locator:
    return page.locator(f'[name="{line}.{key}"]')


def as_tabs(sheet: str) -> str:
    """A sheet of the practice chart as a spreadsheet has it on the clipboard."""
    found = chart_schema().sheet(sheet)
    assert found is not None
    lines = grid_of(chart_schema(), chart_schema().practice)[sheet]
    return "".join("\t".join(line.cells[column.key] for column in found.columns) + "\r\n" for line in lines)


def test_a_whole_sheet_is_pasted_and_a_fault_is_mended_where_it_stands(arrives: Callable[..., Person]) -> None:
    owner = arrives("hans")
    page = begins(owner)
    text = as_tabs("german_groups").replace("Rifle Coy\tsquads", "=Rifle Coy\tsquads", 1)
    lines = len(text.splitlines())
    pastes(page, cell(page, 1, "id"), text)
    expect(page.locator("#pasted")).to_contain_text(f"into {lines} lines")
    expect(cell(page, lines, "name")).to_have_value("Observation Plane")
    cell(page, lines, "id").scroll_into_view_if_needed()
    owner.presses("Save").looks_through()
    wrong = cell(page, 1, "name")
    expect(wrong).to_have_value("=Rifle Coy")
    expect(wrong).to_have_attribute("aria-invalid", "true")
    expect(page.locator('[id="w-1.name"]')).to_contain_text("begins like a formula")
    expect(cell(page, lines, "name")).to_have_value("Observation Plane")
    wrong.fill("Rifle Coy")
    owner.presses("Save").sees("Kept as a draft")
    expect(cell(page, 1, "name")).to_have_value("Rifle Coy")
    assert not ChartVersion.objects.exists()
    assert owner.wrong == []


def test_a_heading_is_known_and_what_finds_no_place_is_told(arrives: Callable[..., Person]) -> None:
    owner = arrives("hans")
    page = begins(owner, practice=True)
    pastes(page, cell(page, 1, "cost"), 'CPP\tDaily max\n9\t3\n8\t"2"\n')
    expect(cell(page, 1, "cost")).to_have_value("9")
    expect(cell(page, 2, "daily_max")).to_have_value("2")
    pastes(page, cell(page, 1, "note"), "one\ttwo\n")
    expect(page.locator("#pasted")).to_contain_text("1 found no place")
    pastes(page, cell(page, 3, "note"), "".join(f"{n}\t\n" for n in range(80)))
    expect(page.locator("tbody tr")).to_have_count(60)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text(re.compile(r"to mend on this sheet"))).to_be_visible()


def test_tab_enter_and_saving_keep_ones_place(arrives: Callable[..., Person]) -> None:
    owner = arrives("hans")
    page = begins(owner, practice=True)
    cell(page, 12, "cost").focus()
    page.keyboard.press("Tab")
    expect(cell(page, 12, "daily_max")).to_be_focused()
    page.keyboard.press("Enter")
    expect(cell(page, 13, "daily_max")).to_be_focused()
    page.keyboard.press("Shift+Enter")
    expect(cell(page, 12, "daily_max")).to_be_focused()
    page.keyboard.type("2")
    box = page.locator(".grid-box")
    before = box.evaluate("box => [box.scrollLeft, box.scrollTop]")
    assert before != [0, 0]
    owner.presses("Save").sees("Saved as version 1")
    assert box.evaluate("box => [box.scrollLeft, box.scrollTop]") == before


def test_nobody_leaves_typed_cells_behind_unasked(arrives: Callable[..., Person]) -> None:
    owner = arrives("hans")
    page = begins(owner, practice=True)
    cell(page, 1, "name").fill("Typed")
    with page.expect_event("dialog") as asked:
        page.on("dialog", lambda dialog: dialog.dismiss())
        page.get_by_role("link", name="Set-up").click(no_wait_after=True)
    assert asked.value.type == "beforeunload"
    expect(cell(page, 1, "name")).to_have_value("Typed")


def test_nobody_leaves_cells_behind_unasked_that_were_refused(arrives: Callable[..., Person]) -> None:
    owner = arrives("hans")
    page = begins(owner, practice=True)
    other = page.context.new_page()
    other.goto(page.url)
    other.locator('[name="1.name"]').fill("Saved elsewhere")
    other.get_by_role("button", name="Save").click()
    expect(other.get_by_text("Saved as version 1")).to_be_visible()
    cell(page, 1, "name").fill("Typed")
    owner.presses("Save")
    expect(page.locator(".refusal")).to_be_visible()
    cell(page, 1, "note").click()
    with page.expect_event("dialog") as asked:
        page.on("dialog", lambda dialog: dialog.dismiss())
        page.get_by_role("link", name="Set-up").click(no_wait_after=True)
    assert asked.value.type == "beforeunload"
    expect(cell(page, 1, "name")).to_have_value("Typed")


def test_the_editor_works_without_scripts_and_on_a_phone(arrives: Callable[..., Person]) -> None:
    owner = arrives("hans", scripts=False)
    page = begins(owner, practice=True)
    page.set_viewport_size(PHONE)
    lines = len(chart_schema().practice["german_groups"])
    owner.presses("More lines")
    expect(page.locator("tbody tr")).to_have_count(lines + 13)
    cell(page, 1, "cost").fill("6")
    page.get_by_label("Take line 2 out").check()
    owner.presses("Save").sees("Kept as a draft")
    expect(cell(page, 1, "cost")).to_have_value("6")
    page.get_by_role("link", name=re.compile("Order of battle")).click()
    expect(page.get_by_text("the chart has no I2 for that side").first).to_be_visible()
    owner.looks_through()


def test_a_file_is_put_in_place(arrives: Callable[..., Person]) -> None:
    owner = arrives("hans")
    page = begins(owner, practice=True)
    sheet = chart_schema().sheets[0]
    data = write_csv(sheet, grid_of(chart_schema(), chart_schema().practice)[sheet.key]).replace(",7,2,3,", ",-7,2,3,")
    chosen: Any = {"name": "germans.csv", "mimeType": "text/csv", "buffer": data.encode()}
    page.get_by_label("A file with this sheet").set_input_files(chosen)
    owner.presses("Put the file in place").sees("germans.csv, line 2, column CPP").looks_through()
    expect(cell(page, 1, "cost")).to_have_value("-7")
    cell(page, 1, "cost").fill("7")
    owner.presses("Save").sees("Saved as version 1")
