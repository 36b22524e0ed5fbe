"""Building hexes of a board's terrain data: proposed to a map's owner, put into the table by a press, never sent."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings as django_settings
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from campaigns.charts import actions
from campaigns.charts.kinds import MAP
from campaigns.charts.models import OwnedChart
from tests.vasl import boards
from tests.vasl.boards import FACTORY, OPEN, STONE, WOODEN, board, centre, metadata, shared_metadata, terrain
from tests.vasl.test_browser import _complains
from tests.vasl.writer import SaveGame, archive

pytestmark = [
    pytest.mark.browser,
    pytest.mark.sampled(6, among="what VASL writes"),
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]
MODULE = archive({"buildFile.xml": b"<x/>", "boardData/SharedBoardMetadata.xml": shared_metadata()})
BUILT = terrain(
    {centre(0, 1): STONE, centre(1, 0): WOODEN, centre(3, 2): FACTORY, centre(4, 5): OPEN, (140, 40): STONE}
)
"""Buildings in A1, B0 and D2, and one that lies between hexes."""


@pytest.fixture
def chart(transactional_db: None) -> OwnedChart:
    owner = User.objects.create_user("mara", "mara@example.org")
    return actions.begin_chart(system="oto2", kind=MAP, name="Mine", practice=False, by=owner)


@pytest.fixture
def page(browser: Browser, live_server: Any, settings: Any, monkeypatch: pytest.MonkeyPatch, chart: OwnedChart) -> Page:
    """The sheet of hexes; a complaint of the browser fails the test."""
    settings.ALLOWED_HOSTS = ["*"]
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 0)
    client, name, context = Client(), django_settings.SESSION_COOKIE_NAME, browser.new_context()
    client.force_login(chart.owner)
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": live_server.url}])
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.on("console", lambda said: _complains(said.text))
    page.goto(live_server.url + reverse("chart-sheet", args=[chart.chart_id, "hexes"]))
    page.get_by_text("Building hexes from a board of VASL").click()
    return page


def chosen(page: Page, content: bytes, module: bytes = MODULE) -> str:
    """Choose both files; what is said of them."""
    for field, name, data in (("#terrain-board", "bdTiny", content), ("#terrain-module", "VASL.vmod", module)):
        page.locator(field).set_input_files({"name": name, "mimeType": "application/x", "buffer": data})
    says = page.locator("[data-terrain] output")
    expect(says).not_to_have_text("")
    expect(says).not_to_have_attribute("data-state", "reading", timeout=30_000)
    return says.get_attribute("data-state") or ""


def test_buildings_are_proposed_and_put_into_the_table_by_a_press(page: Page, chart: OwnedChart) -> None:
    sent: list[str] = []
    page.on("request", lambda request: sent.append(f"{request.method} {request.url}"))
    assert chosen(page, board(LOSData=BUILT)) == "found"
    lines = page.locator("[data-lines]")
    assert lines.input_value() == "hex\tterrain\tlevels\nA1\tstone\t1\nB0\twooden\t0\nD2\tstone\t"
    page.locator("#terrain-wooden").fill("timber")
    page.locator("#terrain-wooden").press("Tab")
    assert "B0\ttimber\t0" in lines.input_value()
    with page.expect_download() as download:
        page.get_by_text("The same as a CSV file").click()
    assert download.value.path().read_text("utf-8-sig").split() == [
        "hex,terrain,levels",
        "A1,stone,1",
        "B0,timber,0",
        "D2,stone,",
    ]
    assert page.locator("#c-1\\.hex").input_value() == ""
    page.get_by_text("Put these lines into the table").click()
    assert [page.locator(f"#c-{n}\\.hex").input_value() for n in (1, 2, 3)] == ["A1", "B0", "D2"]
    chart.refresh_from_db()
    assert not actions.drafted(chart).get("hexes"), "nothing is kept before it is saved"
    assert all("/static/" in each or "blob:" in each for each in sent), sent
    with page.expect_navigation():
        page.get_by_role("button", name="Save").click()
    chart.refresh_from_db()
    assert [line.cells["hex"] for line in actions.drafted(chart)["hexes"]] == ["A1", "B0", "D2"]
    page.get_by_text("Building hexes from a board of VASL").click()
    assert chosen(page, board(LOSData=BUILT)) == "same"


def test_an_alternate_grain_has_other_numbers(page: Page) -> None:
    described, spot = metadata(altHexGrain="TRUE"), {(centre(1, 0)[0], centre(1, 0)[1]): STONE}
    assert chosen(page, board(described=described, LOSData=terrain(spot))) == "found"
    assert page.locator("[data-lines]").input_value().splitlines()[1:] == ["B1\tstone\t1"]


def test_files_that_say_nothing_of_buildings_get_a_sentence(page: Page) -> None:
    good, torn = board(LOSData=BUILT), boards.terrain({})
    files = {
        "none": (board(), MODULE),
        "empty": (board(LOSData=torn), MODULE),
        "module": (good, SaveGame().file()),
        "board": (SaveGame().file(), MODULE),
        "zip": (b"no archive", MODULE),
        "broken": (board(LOSData=BUILT[: len(BUILT) // 2]), MODULE),
    }
    said = {}
    for state, (content, module) in files.items():
        assert chosen(page, content, module) == state
        said[state] = page.locator("[data-terrain] output").inner_text()
        expect(page.locator("[data-proposal]")).to_be_hidden()
    assert len(set(said.values())) == len(files)
    assert chosen(page, board(LOSData=b"\x1f\x8b no")) == "broken"
    assert chosen(page, board(LOSData=terrain({}, width=40, height=40)[:10])) == "broken"
