"""One's own picture under the map: read in the browser alone, kept there for a campaign, laid where its hexes are."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.maps.practice import practice_map
from tests.players import PlayedCampaign, start_played
from tests.vasl import boards
from tests.vasl.boards import DX, DY, board, metadata
from tests.vasl.test_browser import _complains
from tests.vasl.writer import SaveGame, archive, module

pytestmark = [
    pytest.mark.browser,
    pytest.mark.sampled(1, among="map and VASL"),
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]


@pytest.fixture
def table(transactional_db: None) -> PlayedCampaign:
    """A campaign on the practice map."""
    return start_played(map=practice_map())


@pytest.fixture
def context(
    browser: Browser, live_server: Any, settings: Any, monkeypatch: pytest.MonkeyPatch, table: PlayedCampaign
) -> Iterator[BrowserContext]:
    """The browser of a player who has logged in."""
    settings.ALLOWED_HOSTS = ["*"]
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 0)
    context, name = browser.new_context(), django_settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": table.browser("hans").cookies[name].value, "url": live_server.url}])
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext, live_server: Any, table: PlayedCampaign) -> Page:
    """The map; a complaint of the browser fails the test."""
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.on("console", lambda said: _complains(said.text))
    page.goto(live_server.url + reverse("map", args=[table.public_id]))
    page.locator("[data-own-picture] summary").click()
    expect(page.locator("#picture-file")).to_be_visible()
    return page


def chosen(page: Page, content: bytes, name: str = "bdTiny") -> str:
    """Choose a file; what is said of it."""
    page.locator("#picture-file").set_input_files({"name": name, "mimeType": "application/x", "buffer": content})
    return said(page)


def said(page: Page) -> str:
    says = page.locator("[data-own-picture] output")
    expect(says).not_to_have_text("")
    expect(says).not_to_have_attribute("data-state", "reading", timeout=30_000)
    return says.get_attribute("data-state") or ""


WHERE = """([x, y]) => {
  const image = document.querySelector(".picture image"), at = new DOMPoint(x, y).matrixTransform(
    image.transform.baseVal.consolidate().matrix);
  return [at.x, at.y];
}"""


def lies(page: Page, column: int, number: int) -> tuple[float, float]:
    """Where in the drawing the middle of a hex of the picture lies."""
    x, y = page.evaluate(WHERE, list(boards.centre(column, number)))
    return x, y


def near(one: tuple[float, float], x: float, y: float) -> bool:
    """Less than a fifth of a hexside away: VASL's middles are whole pixels."""
    return abs(one[0] - x) < 1 and abs(one[1] - y) < 1


def test_the_picture_lies_under_the_grid_where_its_hexes_are(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    assert chosen(page, board()) in ("kept", "off")
    for column, number in ((0, 1), (3, 2), (4, 5)):
        x, y = 12 * column + 28, 14 * number + (7 if column % 2 else 0) + 13
        assert near(lies(page, column, number), x, y)
    order = page.evaluate(
        "[...document.querySelector('[data-map] svg').children].map((each) => each.getAttribute('class'))"
    )
    assert order.index("terrain") < order.index("picture") < order.index("grid")
    own = [each for each in asked if "/live/" not in each and "data:" not in each]
    assert all(each.startswith("GET") and "/static/" in each for each in own), own


def test_another_hex_can_be_the_first_and_a_board_be_turned(page: Page) -> None:
    chosen(page, board())
    page.locator("#picture-corner").fill("c2")
    page.locator("#picture-corner").press("Tab")
    assert near(lies(page, 2, 2), 28, 27)
    page.locator("[data-turned]").check()
    assert page.locator("#picture-corner").input_value() == "F5"
    assert near(lies(page, 5, 5), 28, 27)
    assert near(lies(page, 4, 5), 40, 27 + 7), "the columns beside lie half a hex lower, as on the map"
    page.locator("#picture-corner").fill("nowhere")
    page.locator("#picture-corner").press("Tab")
    assert said(page) == "corner"


KEPT = """() => new Promise((done) => {
  const opening = indexedDB.open("refit-room-pictures");
  opening.onsuccess = () => {
    const asked = opening.result.transaction("pictures").objectStore("pictures").getAllKeys();
    asked.onsuccess = () => { opening.result.close(); done(asked.result); };
  };
})"""


def test_it_is_kept_for_its_campaign_until_it_is_removed(page: Page, table: PlayedCampaign) -> None:
    chosen(page, board())
    page.locator("[data-turned]").check()
    assert said(page) in ("kept", "off"), "until then it says that it is not done"
    page.reload()
    expect(page.locator(".picture image")).to_have_count(1)
    page.locator("[data-own-picture] summary").click()
    expect(page.locator("[data-turned]")).to_be_checked()
    assert page.evaluate(KEPT) == [table.public_id]
    page.locator("[data-remove]").click()
    assert said(page) == "removed"
    page.reload()
    expect(page.locator("[data-own-picture]")).to_be_visible()
    expect(page.locator(".picture image")).to_have_count(0)
    assert page.evaluate(KEPT) == []


DROP = """(letters) => {
  const files = new DataTransfer(), bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
  files.items.add(new File([bytes], "bdTiny"));
  document.querySelector("[data-map]").dispatchEvent(new DragEvent("drop", { bubbles: true, dataTransfer: files }));
}"""


def test_it_can_be_dropped_on_the_map(page: Page) -> None:
    page.reload()
    expect(page.locator("[data-own-picture]")).to_be_visible()
    page.evaluate(DROP, base64.b64encode(board()).decode())
    expect(page.locator(".picture image")).to_have_count(1)
    expect(page.locator("[data-own-picture] output")).to_contain_text("Tiny")


def test_it_can_be_hidden_as_other_layers(page: Page) -> None:
    chosen(page, board())
    page.get_by_text("Layers").click()
    page.get_by_label("My picture").uncheck()
    expect(page.locator(".picture")).to_have_attribute("hidden", "")


OTHER_HEXES = metadata(hexWidth=57.7, hexHeight=66.6, A1CenterX=0, A1CenterY=34, altHexGrain="TRUE")
LINES = b"version 1.0\nx0 37\ndx 57.7\nalternate true\n"


@pytest.mark.parametrize("step", ["play", "setup"])
def test_it_lies_under_the_maps_of_the_battle_and_of_the_set_up(
    page: Page, live_server: Any, table: PlayedCampaign, step: str
) -> None:
    chosen(page, board())
    table.play_until("hans", step)
    page.goto(live_server.url + reverse("refit-step", args=[table.public_id, step]))
    expect(page.locator(".picture image")).to_have_count(1)
    page.get_by_label("My picture").uncheck()
    expect(page.locator(".picture")).to_have_attribute("hidden", "")
    if step == "play":
        page.goto(live_server.url + reverse("pad", args=[table.public_id]))
        expect(page.locator(".picture image")).to_have_count(1)


FILES = (
    ("of today", board(described=OTHER_HEXES), "bdTiny", "off"),
    ("of today, of usual hexes", board(described=metadata(A1CenterX=-999, hexWidth="-999.0")), "bdTiny", "off"),
    ("of before", archive({"bdOld.png": boards.png(), "data": LINES}), "bdOld", "off"),
    ("a picture alone", boards.png(), "picture.png", "off"),
    ("as the oldest are", boards.gif(), "bdOld", "off"),
    ("no archive", b"no board at all", "bdTiny", "zip"),
    ("nothing", b"", "bdTiny", "zip"),
    ("a save", SaveGame().file(), "game.vsav", "board"),
    ("a module", module(), "VASL.vmod", "board"),
    ("a drawing", archive({"bdTiny.gif": b"<svg/>"}), "bdTiny", "board"),
    ("a picture without size", board(boards.png()[:20]), "bdTiny", "broken"),
    ("a picture without points", board(boards.png(30_000, 1)[:24] + b"\0" * 60), "bdTiny", "broken"),
    ("a frame larger than its picture", boards.gif(1, 1, (60_000, 60_000)), "bdTiny.gif", "much"),
    ("hexes of no width", board(described=metadata(hexWidth=0)), "bdTiny", "broken"),
    ("hexes of a width that is none", board(described=metadata(hexWidth="wide")), "bdTiny", "broken"),
    ("torn words", board(described=b"<a><b></a>"), "bdTiny", "broken"),
    ("much", board(bytes(60 * 2**20)), "bdTiny", "much"),
)  # fmt: skip


def test_boards_of_all_ages_and_files_that_are_none(page: Page) -> None:
    told = {what: chosen(page, content, name) for what, content, name, _ in FILES}
    assert told == {what: state for what, _, _, state in FILES}
    assert page.locator(".picture image").count() == 1, "the last one that was read stays"


def test_what_a_board_says_of_its_hexes_is_gone_by(page: Page) -> None:
    chosen(page, board(described=metadata(hexWidth=2 * DX, hexHeight=2 * DY)))
    assert near(tuple(page.evaluate(WHERE, [2 * DX * 2, 32 + 2 * DY])), 28 + 24, 27 + 14)  # C2
