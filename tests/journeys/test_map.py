"""Somebody looks at the map in a browser, reads it by keyboard, paints it: by mouse, on a phone, without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.urls import reverse
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.journeys.accessibility import said_in_passing
from tests.maps.practice import practice_map
from tests.players import PlayedCampaign, start_played

pytestmark = [
    pytest.mark.browser,
    pytest.mark.sampled(3, among="map", pinned=("in_german",)),
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]
DESKTOP, PHONE = ViewportSize(width=1280, height=900), ViewportSize(width=360, height=740)
Opens = Callable[..., Page]


@pytest.fixture
def table(request: pytest.FixtureRequest, db: None) -> PlayedCampaign:
    """A campaign on the practice map, or on none if the test says so."""
    if getattr(request, "param", "practice") == "none":
        return start_played(system="votg")
    table = start_played(system="votg", map=practice_map("votg"))
    table.paints("hans", "A1-L50")
    table.paints("ivan", "N1-LL50")
    return table


@pytest.fixture
def opens(
    browser: Browser, live_server: Any, settings: Any, monkeypatch: pytest.MonkeyPatch, table: PlayedCampaign
) -> Opens:
    """Somebody has the map in front of him; whatever his browser complains of fails the test."""
    settings.ALLOWED_HOSTS = ["*"]
    # The server's threads would keep their connections beyond the end of the test's database.
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 0)

    def go(name: str, size: ViewportSize | None = None, **more: Any) -> Page:
        context = browser.new_context(viewport=size or DESKTOP, **more)
        key = table.browser(name).cookies[django_settings.SESSION_COOKIE_NAME].value
        context.add_cookies([{"name": django_settings.SESSION_COOKIE_NAME, "value": key, "url": live_server.url}])
        page = context.new_page()
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        page.on("console", lambda said: _complains(said.text))
        page.goto(live_server.url + reverse("map", args=[table.public_id]))
        return page

    return go


def _complains(text: str) -> None:
    assert not re.search(r"Content.Security|Refused to", text), text


def spot(page: Page, name: str) -> tuple[float, float]:
    """Where on the screen the middle of a hex is."""
    found = page.evaluate(
        """(name) => {
            const [, letters, number] = /^([A-Z]+)(\\d+)$/.exec(name);
            const column = letters.charCodeAt(0) - 64 + (letters.length - 1) * 26;
            const point = new DOMPoint(12 * column + 16, 14 * number + (column % 2 ? 13 : 20));
            const at = point.matrixTransform(document.querySelector(".map-view svg").getScreenCTM());
            return [at.x, at.y];
        }""",
        name,
    )
    return found[0], found[1]


def drawn(page: Page) -> str | None:
    """What of the map is seen, once the frame is drawn that a press or the page's own script has asked for."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(done))")
    return page.locator(".map-view svg").get_attribute("viewBox")


def status(page: Page) -> Locator:
    return page.locator(".map-box output")


def test_a_commander_taps_and_drags_and_paints_with_one_press(opens: Opens, table: PlayedCampaign) -> None:
    page = opens("hans")
    page.get_by_role("button", name="Tap hexes").click()
    for name in ("M20", "M22", "M22", "N30"):
        page.mouse.click(*spot(page, name))
    expect(page.locator("#hexes")).to_have_value("M20, N30")
    page.get_by_role("button", name="Drag a box").click()
    page.mouse.move(*spot(page, "P10"))
    page.mouse.down()
    page.mouse.move(*spot(page, "Q11"), steps=4)
    page.mouse.move(*spot(page, "R12"), steps=4)
    page.mouse.up()
    expect(page.locator("#hexes")).to_have_value("M20, N30, P10-R12")
    expect(page.locator("[data-count]")).to_have_text("11")
    page.get_by_role("button", name="Paint these hexes").click()
    expect(page.locator("#recorded")).to_contain_text("11 hexes German")
    page.mouse.click(*spot(page, "Q11"))
    expect(status(page)).to_have_text(re.compile(r"^Q11, .*German, disputed$"))
    assert said_in_passing(page, "map, painted") == []
    with page.expect_navigation():
        page.locator("#recorded").get_by_role("button", name="Undo").click()
    page.mouse.click(*spot(page, "Q11"))
    expect(status(page)).to_have_text(re.compile(r"^Q11, .*Russian$"))


def test_the_map_is_read_and_painted_by_keyboard_alone(opens: Opens) -> None:
    page = opens("hans")
    page.locator(".map-box").focus()
    page.keyboard.press("Home")
    expect(status(page)).to_contain_text(re.compile(r"^A\d+, "))
    first = status(page).inner_text()
    for key in ("ArrowRight", "ArrowDown", "PageUp", "PageUp", "PageUp", "PageUp", "PageUp", "+", "+", "+"):
        page.keyboard.press(key)
    expect(status(page)).to_contain_text("B1, ")
    assert status(page).inner_text() != first
    page.keyboard.press("ArrowUp")
    expect(status(page)).to_contain_text("B1, ")
    page.get_by_role("button", name="Tap hexes").press("Enter")
    page.locator(".map-box").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#hexes")).to_have_value("B1")


def test_in_german_the_map_is_read_out_in_german(opens: Opens) -> None:
    """As its script puts it together, and in the dark."""
    page = opens("hans", locale="de-DE", color_scheme="dark")
    assert page.locator("html").get_attribute("lang") == "de"
    page.locator(".map-box").focus()
    page.keyboard.press("Home")
    expect(status(page)).to_have_text(re.compile(r"^A\d+, .*Deutsch$"))
    assert said_in_passing(page, "map in German") == []


def test_zoom_and_pan_change_what_is_seen_and_names_come_when_hexes_are_large(opens: Opens) -> None:
    page = opens("spectator")
    whole = drawn(page)
    assert page.locator(".near-names").text_content() == ""
    for _ in range(5):
        page.get_by_role("button", name="Zoom in").click()
    expect(page.locator(".near-names")).not_to_be_empty()
    near = drawn(page)
    assert near != whole
    x, y = spot(page, "U25")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y - 40, steps=4)
    page.mouse.up()
    assert drawn(page) not in (near, whole)
    assert spot(page, "U25") == pytest.approx((x - 60, y - 40), abs=2)
    page.get_by_role("button", name="Whole map").click()
    assert drawn(page) == whole


def test_a_button_let_go_outside_the_map_drags_it_no_further(opens: Opens) -> None:
    page = opens("spectator")
    for _ in range(5):
        page.get_by_role("button", name="Zoom in").click()
    near, box = drawn(page), page.locator(".map-view svg").bounding_box()
    assert box
    x, y = box["x"] + 2, box["y"] + 100
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 4, y)
    page.mouse.up()
    page.mouse.move(x + 80, y, steps=8)
    assert drawn(page) == near


def test_layers_go_and_come_back(opens: Opens) -> None:
    page = opens("spectator")
    page.get_by_text("Layers").click()
    page.get_by_label("Control").uncheck()
    expect(page.locator(".map-view .control")).to_be_hidden()
    page.get_by_label("Control").check()
    assert page.locator(".map-view .control").get_attribute("hidden") is None


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_phone_begins_where_a_finger_can_hit_a_hex(opens: Opens, theme: str) -> None:
    page = opens("hans", PHONE, color_scheme=theme, has_touch=True)
    drawn(page)
    across = spot(page, "C20")[0] - spot(page, "A20")[0]
    assert across >= 60
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_text("Layers").click()
    page.get_by_role("button", name="Tap hexes").click(force=True)
    box = page.locator(".map-view svg").bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#hexes")).not_to_have_value("")
    assert said_in_passing(page, "map on a phone") == []


def test_without_scripts_the_picture_is_pressed_and_the_list_typed(opens: Opens, table: PlayedCampaign) -> None:
    page = opens("hans", java_script_enabled=False)
    picture = page.locator("input[type=image]")
    expect(page.locator(".map-box")).to_be_hidden()
    box = picture.bounding_box()
    assert box
    with page.expect_navigation():
        picture.click(position={"x": 2 * (12 * 3 + 16), "y": 2 * (14 * 2 + 13)})
    expect(page.locator("#hexes")).to_have_value("C2")
    page.locator("#hexes").fill("C2, M1-M3")
    page.get_by_role("button", name="Paint these hexes").click()
    expect(page.locator("#recorded")).to_contain_text("4 hexes German")
    page.get_by_label("What is in hex").fill("M2")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("#content")).to_contain_text(re.compile(r"M2, .*German"))


def test_the_table_comes_when_its_fold_is_opened(opens: Opens) -> None:
    page = opens("spectator")
    page.get_by_text("The same as a table").click()
    expect(page.locator(".map-table tbody tr").first).to_be_visible()
    assert said_in_passing(page, "map with its table") == []


# the front over the dates -----------------------------------------------------------------------------------


@pytest.fixture
def dated(table: PlayedCampaign) -> PlayedCampaign:
    """A campaign in which a scenario is over, and somebody has painted since."""
    table.play_to("purchase", "15 Sept")
    table.paints("hans", "M1-P50")
    return table


def seen_date(page: Page) -> int:
    """Which of the dates is seen, from the end: -1 is now. Exactly one has to be."""
    dates = page.locator(".map .date")
    (seen,) = [n for n in range(dates.count()) if dates.nth(n).is_visible()]
    return seen - dates.count() if seen else 0


def test_a_slider_goes_through_the_dates_by_keyboard_and_plays_them(opens: Opens, dated: PlayedCampaign):
    page = opens("spectator")
    page.clock.install()  # nothing plays on while we look
    page.get_by_role("link", name="The front over the dates").click()
    slider = page.get_by_role("slider", name="Date")
    expect(slider).to_be_visible()
    assert seen_date(page) == -1
    slider.press("Home")
    assert seen_date(page) == 0
    expect(page.locator(".lapse output")).to_have_text("At the start")
    slider.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("Sept, hexes held: German"))
    slider.press("End")
    page.get_by_role("button", name="Play").click()
    assert seen_date(page) == 0
    page.clock.run_for(10_000)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert seen_date(page) == -1
    assert said_in_passing(page, "dates") == []
    page.emulate_media(reduced_motion="reduce")
    expect(page.get_by_role("button", name="Play")).to_be_hidden()

    page.goto(page.url.removesuffix("map/dates/"))
    page.get_by_role("link", name="The front over the dates").press("Enter")  # the map above it is exchanged then
    expect(slider).to_be_focused()
    slider.press("Home")
    assert seen_date(page) == 0


def test_without_scripts_each_date_is_a_link(opens: Opens, dated: PlayedCampaign):
    page = opens("spectator", PHONE, java_script_enabled=False)
    page.get_by_role("link", name="The front over the dates").click()
    expect(page.get_by_role("slider")).to_be_hidden()
    page.get_by_role("link", name="At the start").click()
    expect(page.locator("figcaption").first).to_contain_text("At the start, hexes held")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_what_was_taken_in_the_battle_is_dragged_on_its_page_and_kept_as_a_draft(
    opens: Opens, table: PlayedCampaign, live_server: Any, size: ViewportSize
) -> None:
    table.play_until("hans", "play")
    page = opens("hans", size)
    page.goto(live_server.url + reverse("refit-step", args=[table.public_id, "play"]))
    page.locator("[data-map]").scroll_into_view_if_needed()
    page.get_by_role("button", name="Whole map").click()
    drawn(page)
    page.get_by_role("button", name="Drag a box").click()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.mouse.move(*spot(page, "P20"))
        page.mouse.down()
        page.mouse.move(*spot(page, "Q21"), steps=4)
        page.mouse.move(*spot(page, "R22"), steps=4)
        page.mouse.up()
    expect(page.locator("#f-hexes")).to_have_value("P20-R22")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert said_in_passing(page, "battle, hexes taken") == []
    page.reload()
    expect(page.locator("#f-hexes")).to_have_value("P20-R22")


@pytest.mark.parametrize("table", ["none"], indirect=True)
def test_a_campaign_in_play_begins_to_draw(opens: Opens, table: PlayedCampaign, live_server: Any) -> None:
    table.play_until("hans", "play")
    page = opens("hans")
    page.get_by_role("link", name="Begin to play on a map").click()
    page.locator("input[name=map][value=practice]").check()
    page.get_by_role("button", name="Propose this map").click()
    expect(page.get_by_role("heading", name=re.compile("Proposed: Practice map"))).to_be_visible()
    page.goto(live_server.url + reverse("map", args=[table.public_id]))
    expect(page.get_by_text("played without a map")).to_be_visible()

    other = opens("ivan")
    other.goto(live_server.url + reverse("refit-corrections", args=[table.public_id]))
    other.get_by_role("button", name="Agree to this correction").click()
    expect(other.locator("article.correction .tag")).to_contain_text(re.compile("agreed", re.IGNORECASE))

    page.reload()
    page.get_by_role("button", name="Tap hexes").click()
    page.mouse.click(*spot(page, "M20"))
    page.get_by_role("button", name="Paint these hexes").click()
    expect(page.locator("#recorded")).to_contain_text("1 hex German")
    assert said_in_passing(page, "map, begun in play") == []
    table.paints("ivan", "N1-LL50")
    table.play_until("hans", "perimeter")
    page.goto(live_server.url + reverse("refit-step", args=[table.public_id, "perimeter"]))
    expect(page.locator("[data-map]").first).to_be_visible()
