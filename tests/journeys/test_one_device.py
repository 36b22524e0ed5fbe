"""Two people at one browser, who hand it over to each other."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.journeys.people import Person

pytestmark = [
    pytest.mark.browser,
    pytest.mark.live,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]
PIN = "birch 16"


def test_neither_the_back_button_nor_another_window_shows_the_side_before(arrives: Callable[..., Person]) -> None:
    both = arrives("hans").presses("Start a campaign")
    both.page.get_by_text("More", exact=True).click()
    both.page.get_by_label("Name of the campaign").fill("Orsha at one table")
    both.page.get_by_label("Two people at one device").check()
    both.page.get_by_label("PIN of the Russian commander").fill(PIN)
    both.presses("Start the campaign").sees("Nothing of either side is on this page").looks_through()
    both.presses("I am the German commander").looks_through()
    both.turns_to("Forces").turns_to("Refit")
    assert "Refit" in both.page.locator("header nav").inner_text()
    other_window = both.page.context.new_page()
    other_window.goto(both.page.url)
    expect(other_window.locator("header .side")).to_have_text("German")

    with both.page.expect_navigation():
        both.page.get_by_role("button", name="Hand over").click()
    at_hand_over = re.compile("/device/$")
    expect(other_window).to_have_url(at_hand_over)
    for _ in range(2):
        both.page.go_back()
        expect(both.page).to_have_url(at_hand_over)
        both.sees("Nothing of either side is on this page")

    russian = both.page.locator("form", has=both.page.locator("input[name=pin]"))
    russian.get_by_label("PIN").fill("oak")
    both.presses("I am the Russian commander").sees("not the PIN").looks_through()
    russian.get_by_label("PIN").fill(PIN)
    both.presses("I am the Russian commander").sees("since you last sat here: 1")
    expect(both.page.locator("header .side")).to_have_text("Russian")
    other_window.reload()
    other_window.get_by_role("button", name="I am the German commander").click()
    expect(other_window.locator("header .side")).to_have_text("German")
    expect(both.page.locator("header .side")).to_have_text("German")
    assert both.wrong == []
