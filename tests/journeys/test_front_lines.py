"""Somebody draws his Perimeter in a browser: says where he stands, looks, takes it, and finds it on the map."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.urls import reverse
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from rules.ground.hexes import Hex, beside
from tests.journeys.accessibility import said_in_passing
from tests.maps.practice import practice_map
from tests.players import PlayedCampaign, start_played

pytestmark = [
    pytest.mark.browser,
    pytest.mark.sampled(1, among="front lines"),
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]
DESKTOP, PHONE = ViewportSize(width=1280, height=900), ViewportSize(width=360, height=740)
CUT_OFF = Hex(32, 61)
"""Where a squad stands off by itself, with the enemy in the six hexes around it."""
Opens = Callable[..., Page]


@pytest.fixture
def table(db: None) -> PlayedCampaign:
    """A campaign on the practice map, after its first battle."""
    table = start_played(map=practice_map())
    table.paints("hans", "A1-G60")
    table.paints("ivan", "JJ1-QQ60")
    table.play_until("hans", "perimeter")
    return table


@pytest.fixture
def opens(
    browser: Browser, live_server: Any, settings: Any, monkeypatch: pytest.MonkeyPatch, table: PlayedCampaign
) -> Opens:
    """Somebody opens a page of the campaign; whatever his browser complains of fails the test."""
    settings.ALLOWED_HOSTS = ["*"]
    # The server's threads would keep their connections beyond the end of the test's database.
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 0)

    def go(name: str, place: str, size: ViewportSize | None = None, **more: Any) -> Page:
        context = browser.new_context(viewport=size or DESKTOP, **more)
        key = table.browser(name).cookies[django_settings.SESSION_COOKIE_NAME].value
        context.add_cookies([{"name": django_settings.SESSION_COOKIE_NAME, "value": key, "url": live_server.url}])
        page = context.new_page()
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        page.on("console", lambda said: _complains(said.text))
        page.goto(live_server.url + reverse(place, args=[table.public_id]))
        return page

    return go


def _complains(text: str) -> None:
    assert not re.search(r"Content.Security|Refused to", text), text


def enters(page: Page) -> None:
    """Press the button of the step."""
    with page.expect_navigation():
        page.locator("#task-form button[value=enter]:not([aria-hidden])").click()


def fronts(page: Page) -> Locator:
    """The Perimeters that are drawn on the map of a page."""
    return page.locator("svg.map > .front > clipPath")


@pytest.mark.parametrize(("size", "theme"), [(DESKTOP, "light"), (DESKTOP, "dark"), (PHONE, "light"), (PHONE, "dark")])
def test_a_commander_is_proposed_a_perimeter_looks_at_it_and_takes_it(
    opens: Opens, size: ViewportSize, theme: str
) -> None:
    page = opens("hans", "refit-home", size, color_scheme=theme)
    page.get_by_label("Your Infantry MMC").fill(f"D20, D40, {CUT_OFF}")
    page.get_by_label("Enemy units in your way").fill(", ".join(map(str, beside(CUT_OFF))))
    page.get_by_label("Enemy units in your way").blur()
    expect(page.locator("#proposal")).to_contain_text(f"A Pocket: {CUT_OFF}.")
    expect(page.locator("#f-areas")).to_have_value("1")
    expect(page.get_by_label("Take the proposed Perimeter")).to_be_checked()
    expect(page.locator(".map-view .isolated path")).to_have_count(1)
    expect(fronts(page)).to_have_count(1)
    assert [page.locator(f".map-view .units .fill-{side}").count() for side in (1, 2)] == [1, 1]
    assert said_in_passing(page, "a Perimeter proposed") == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    watching = opens("spectator", "map", size, color_scheme=theme)
    expect(fronts(watching)).to_have_count(0)
    enters(page)
    watching.reload()
    expect(fronts(watching)).to_have_count(1)
    assert watching.locator(".map-view .isolated path").count() == 1
    assert said_in_passing(watching, "map with a Perimeter") == []
    expect(fronts(opens("spectator", "campaign", size, color_scheme=theme))).to_have_count(1)


def test_a_commander_writes_his_markers_down_and_is_told_what_is_wrong_with_them(opens: Opens) -> None:
    page = opens("hans", "refit-home", PHONE)
    page.get_by_label("Your Infantry MMC").fill("P30, P31, Q31")
    page.get_by_text("Write your own line down").click()
    first = page.get_by_label("line 1")
    for typed, wrong in (
        ("P30, R35", "From P30 to R35: no hex grain leads there."),
        ("P30, P32, P31", "enters P31 twice"),
        ("JJ20, JJ21, KK21", "In JJ20 no marker may lie"),
        ("P30, ZZ99", "ZZ99"),
    ):
        first.fill(typed)
        enters(page)
        expect(page.locator("main")).to_contain_text(wrong)
        expect(first).to_have_value(typed)
        expect(page.get_by_label("Your Infantry MMC")).to_have_value("P30, P31, Q31")
        expect(fronts(opens("spectator", "map")), "half an act").to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    first.fill("P30, P31, Q31")
    enters(page)
    expect(fronts(opens("spectator", "map"))).to_have_count(1)


@pytest.mark.parametrize(("size", "theme"), [(DESKTOP, "light"), (PHONE, "dark")])
def test_a_commander_upstairs_over_the_enemy_is_told_of_his_pocket_and_nobody_else_is(
    opens: Opens, size: ViewportSize, theme: str
) -> None:
    page = opens("hans", "refit-home", size, color_scheme=theme)
    page.get_by_label("Your Infantry MMC").fill("D20, D40, AA25/2")
    page.get_by_label("Enemy units in your way").fill("AA25")
    enters(page)
    expect(page.locator("main")).to_contain_text("AA25 has no level 2 on the map.")
    page.get_by_label("Your Infantry MMC").fill("D20, D40, AA25/1")
    page.get_by_label("Your Infantry MMC").blur()
    expect(page.locator("#proposal")).to_contain_text("A Pocket off the ground: AA25/1.")
    expect(page.locator(".map-view .isolated path")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    enters(page)
    watching = opens("spectator", "map", size, color_scheme=theme)
    expect(fronts(watching)).to_have_count(1)
    assert watching.locator(".map-view .isolated path").count() == 0


@pytest.mark.parametrize(("size", "theme"), [(DESKTOP, "dark"), (PHONE, "light")])
def test_a_tap_says_where_a_unit_is_and_the_line_on_the_map_follows(
    opens: Opens, size: ViewportSize, theme: str
) -> None:
    page = opens("hans", "refit-home", size, color_scheme=theme)
    page.locator(".map-view > svg").click()
    tapped = page.get_by_label("Your Infantry MMC")
    expect(tapped).not_to_have_value("")
    expect(page.locator("svg[data-lines]")).to_have_count(1)
    expect(page.locator("svg[data-lines] > g")).to_have_count(0)  # they are on the map now
    assert page.locator(".map-view .front").count() == 1
    page.get_by_role("button", name="Undo tap").click()
    expect(tapped).to_have_value("")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
