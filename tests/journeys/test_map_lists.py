"""Lists of hexes that are typed and tapped by turns, and the map's edges by keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from tests.journeys.test_map import Opens, opens, spot, status, table

__all__ = ["opens", "table"]
pytestmark = [
    pytest.mark.browser,
    pytest.mark.sampled(3, among="map", pinned=("in_german",)),
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]


def test_what_is_typed_and_no_hex_of_the_map_outlives_a_tap(opens: Opens) -> None:
    page = opens("hans")
    field = page.locator("#hexes")
    field.fill("M20, K999, M22/1, A1-ZZ9")
    page.get_by_role("button", name="Tap hexes").click()
    page.mouse.click(*spot(page, "N30"))
    expect(field).to_have_value("M20, N30, K999, M22/1, A1-ZZ9")
    expect(page.locator("[data-count]")).to_have_text("2")
    page.mouse.click(*spot(page, "N30"))
    expect(field).to_have_value("M20, K999, M22/1, A1-ZZ9")
    page.get_by_role("button", name="Paint these hexes").click()
    expect(page.locator(".refusal").first).to_contain_text("K999")
    expect(field).to_have_value("M20, K999, M22/1, A1-ZZ9")
    page.get_by_role("button", name="Clear the list").click()
    expect(field).to_have_value("")


def test_the_arrows_reach_every_column_from_the_first_and_the_last_hex_of_one(opens: Opens) -> None:
    """As on a geomorphic board: every other column begins and ends elsewhere."""

    def shorter(route: Route) -> None:
        answer = route.fetch()
        body = re.sub(r'"even": ?\[1, ?50\]', '"even": [3, 48]', answer.text())
        assert body != answer.text()
        route.fulfill(response=answer, body=body)

    page = opens("hans")
    page.route("**/map/", shorter)
    page.reload()
    for edge in ("PageUp", "PageDown"):
        page.locator(".map-box").focus()
        page.keyboard.press("Home")
        for key, letter in (
            ("ArrowRight", "B"), ("ArrowRight", "C"), ("ArrowRight", "D"),
            ("ArrowLeft", "C"), ("ArrowLeft", "B"), ("Home", "A"),
        ):  # fmt: skip
            for _ in range(6):
                page.keyboard.press(edge)
            page.keyboard.press(key)
            expect(status(page)).to_have_text(re.compile(rf"^{letter}\d+, "))
