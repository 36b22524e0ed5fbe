"""A side sets up on the map: by tapping, by keyboard, on a phone, without scripts. The lines are the record."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.urls import reverse
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.journeys.accessibility import said_in_passing
from tests.journeys.test_map import DESKTOP, PHONE, spot, status
from tests.maps.practice import practice_map
from tests.players import PlayedCampaign, start_played

pytestmark = [
    pytest.mark.browser,
    pytest.mark.sampled(2, among="placing"),
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]
Opens = Callable[..., Page]


class At(NamedTuple):
    """Who has which step of a game in front of him."""

    system: str
    name: str
    step: str


SETTING_UP = [At("oto2", "hans", "setup"), At("votg", "ivan", "setup")]
"""Who has counters to set up on the first date."""
NAMING_HEXES = pytest.mark.parametrize("at", [At("oto2", "ivan", "hexes")], ids=["oto2"], indirect=True)
INSPECTING = pytest.mark.parametrize(
    "at", [At("oto2", "ivan", "inspection"), At("votg", "ivan", "inspection")], ids=["oto2", "votg"], indirect=True
)


@pytest.fixture(params=SETTING_UP, ids=[at.system for at in SETTING_UP])
def at(request: pytest.FixtureRequest) -> At:
    assert isinstance(request.param, At)
    return request.param


@pytest.fixture
def table(at: At, db: None) -> PlayedCampaign:
    """A campaign on a map; the Russians pay for reconnaissance."""
    table = start_played(system=at.system, map=practice_map(at.system))
    table.scripts["russian"] = {"recon": {"paid": "2"}}
    table.play_until(at.name, at.step)
    return table


@pytest.fixture
def opens(
    browser: Browser, live_server: Any, settings: Any, monkeypatch: pytest.MonkeyPatch, at: At, table: PlayedCampaign
) -> Opens:
    """Somebody has a step in front of him; whatever his browser complains of fails the test."""
    settings.ALLOWED_HOSTS = ["*"]
    # The server's threads would keep their connections beyond the end of the test's database.
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 0)

    def go(size: ViewportSize | None = None, **more: Any) -> Page:
        context = browser.new_context(viewport=size or DESKTOP, **more)
        key = table.browser(at.name).cookies[django_settings.SESSION_COOKIE_NAME].value
        context.add_cookies([{"name": django_settings.SESSION_COOKIE_NAME, "value": key, "url": live_server.url}])
        page = context.new_page()
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        page.on("console", lambda said: _complains(said.text))
        page.goto(live_server.url + reverse("refit-step", args=[table.public_id, at.step]))
        return page

    return go


def _complains(text: str) -> None:
    assert not re.search(r"Content.Security|Refused to", text), text


def choose(page: Page) -> tuple[str, int]:
    """Choose the first kind of which there are some; the entry of its line, and how many there are."""
    found = page.locator("#tap-line option").evaluate_all("all => all.map((one) => [one.value, one.dataset.number])")
    value, number = next((value, int(number)) for value, number in found if int(number) > 4)
    page.locator("#tap-line").select_option(value)
    return value, number


def tools(page: Page) -> None:
    """The map with its buttons fills the window."""
    page.locator(".map-tools").evaluate("tools => tools.scrollIntoView()")
    page.wait_for_timeout(200)


def line(page: Page, name: str) -> Any:
    return page.locator(f'[name="{name}"]')


def test_kinds_are_chosen_and_hexes_tapped_and_the_lines_say_the_same(opens: Opens, table: PlayedCampaign) -> None:
    page = opens()
    squads, number = choose(page)
    tools(page)
    page.get_by_role("button", name="Place", exact=True).click()
    for name in ("C20", "C20", "C22"):
        page.mouse.click(*spot(page, name))
    expect(line(page, squads)).to_have_value("2 C20, C22")
    expect(status(page)).to_contain_text(f"{number - 3} left to place")
    page.get_by_label("hidden", exact=True).check()
    page.locator("#tap-number").fill("99")
    tools(page)
    page.mouse.click(*spot(page, "D24"))
    expect(line(page, squads)).to_have_value(f"2 C20, C22, {number - 3} D24 hidden")
    page.mouse.click(*spot(page, "D25"))
    expect(status(page)).to_contain_text("none left to place")
    page.get_by_role("button", name="Undo tap").click()
    expect(line(page, squads)).to_have_value("2 C20, C22")
    page.locator("#tap-number").fill("1")
    tools(page)
    page.get_by_role("button", name="Take away").click()
    page.mouse.click(*spot(page, "C20"))
    expect(line(page, squads)).to_have_value("C20, C22")
    line(page, squads).fill("3 C21, ZZ99")
    line(page, squads).press("Tab")
    expect(page.locator("#placed")).to_contain_text("ZZ99 is not on the map")
    beside = page.locator(f'[id="e-{squads}"]')
    expect(beside).to_contain_text("ZZ99 is not on the map")
    line(page, squads).fill("3 C21")
    line(page, squads).press("Tab")
    expect(page.locator("#placed")).to_be_empty()
    expect(beside).to_be_hidden()
    tools(page)
    page.get_by_role("button", name="Undo tap").click()
    expect(page.get_by_role("button", name="Undo tap")).to_be_disabled()
    expect(line(page, squads)).to_have_value("3 C21")
    page.get_by_role("button", name="Look").click()
    page.mouse.click(*spot(page, "C21"))
    expect(status(page)).to_contain_text("C21: 3 × ")
    assert said_in_passing(page, "set-up on the map") == []


def test_a_hex_that_was_typed_with_a_zero_is_found_by_its_tap(opens: Opens) -> None:
    page = opens()
    squads, _ = choose(page)
    line(page, squads).fill("2 C09")
    page.locator("#tap-line").select_option(squads)
    page.locator("[data-placing] [data-map]").evaluate(
        "box => box.dispatchEvent(new CustomEvent('hexes', { detail: { names: ['C9'], mode: 'take' } }))"
    )
    expect(line(page, squads)).to_have_value("C9")


def test_a_box_places_in_each_of_its_hexes_and_enter_where_the_cursor_is(opens: Opens) -> None:
    page = opens()
    squads, _ = choose(page)
    tools(page)
    page.get_by_role("button", name="Place in a box").click()
    page.mouse.move(*spot(page, "C20"))
    page.mouse.down()
    page.mouse.move(*spot(page, "C21"), steps=4)
    page.mouse.move(*spot(page, "C22"), steps=4)
    page.mouse.up()
    expect(line(page, squads)).to_have_value("C20, C21, C22")
    page.get_by_role("button", name="Place", exact=True).press("Enter")
    page.locator(".map-box").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(line(page, squads)).to_have_value("C20, C21, C22, C23")


def test_what_was_tapped_is_kept_as_a_draft_and_drawn_again(opens: Opens, table: PlayedCampaign) -> None:
    page = opens(PHONE, has_touch=True, color_scheme="dark")
    squads, _ = choose(page)
    tools(page)
    page.wait_for_timeout(300)
    page.get_by_role("button", name="Place", exact=True).click(force=True)
    box = page.locator(".map-view svg").bounding_box()
    assert box
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    typed = line(page, squads).input_value()
    assert typed
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.reload()
    expect(line(page, squads)).to_have_value(typed)
    expect(page.locator(".map-view .units path")).to_have_count(1)
    assert said_in_passing(page, "set-up on a phone") == []


def test_without_scripts_the_picture_is_pressed_and_the_lines_are_typed(
    opens: Opens, at: At, table: PlayedCampaign
) -> None:
    page = opens(java_script_enabled=False)
    squads, number = choose(page)
    tools(page)
    page.locator("#tap-number").fill("2")
    picture = page.locator("input[type=image]")
    with page.expect_navigation():
        picture.click(position={"x": 2 * (12 * 3 + 16), "y": 2 * (14 * 20 + 13)})
    expect(line(page, squads)).to_have_value(re.compile(r"^2 C\d\d$"))
    placed = line(page, squads).input_value()
    expect(page.locator("#tap-line option:checked")).to_contain_text(f"2/{number}")
    with page.expect_navigation():
        page.get_by_role("button", name="Record").or_(page.locator("button[value=enter]")).first.click()
    if page.locator("button[value=enter-confirmed]").count():
        with page.expect_navigation():
            page.locator("button[value=enter-confirmed]").click()
    places = [c.place for c in table.view(at.name).mine.counters if c.place]
    assert places == [placed.removeprefix("2 ")] * 2


@NAMING_HEXES
def test_hexes_of_artillery_are_tapped_one_after_the_other(opens: Opens) -> None:
    page = opens()
    first, second, *_ = page.locator("#tap-line option").evaluate_all("all => all.map((one) => one.value)")
    tools(page)
    page.get_by_role("button", name="Place", exact=True).click()
    page.mouse.click(*spot(page, "C20"))
    expect(line(page, first)).to_have_value("C20")
    expect(page.locator("#tap-line")).to_have_value(second)
    page.mouse.click(*spot(page, "D24"))
    expect(line(page, second)).to_have_value("D24")
    page.locator("#tap-line").select_option(second)
    tools(page)
    page.mouse.click(*spot(page, "D25"))
    expect(line(page, second)).to_have_value("D25")
    line(page, second).fill("ZZ99")
    line(page, second).press("Tab")
    expect(page.locator(f'[id="e-{second}"]')).to_contain_text("ZZ99 is not on the map")
    assert said_in_passing(page, "hexes on the map") == []


@INSPECTING
def test_a_location_to_inspect_is_tapped_and_each_is_there_once(opens: Opens) -> None:
    page = opens()
    name = page.locator("#tap-line").input_value()
    page.locator("#tap-level").select_option("1")
    tools(page)
    page.get_by_role("button", name="Place", exact=True).click()
    for _ in range(2):
        page.mouse.click(*spot(page, "C20"))
    expect(line(page, name)).to_have_value("C20/1")
    page.get_by_role("button", name="Take away").click()
    page.mouse.click(*spot(page, "C20"))
    expect(line(page, name)).to_have_value("")
    assert said_in_passing(page, "a Location on the map") == []
