"""A whole date without a pointer: all that is pressed is reached by Tab, and one sees where one is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.people import Person

pytestmark = [
    pytest.mark.browser,
    pytest.mark.live,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]
FOCUSED = """(wanted) => {
  const one = document.activeElement, {outlineStyle, outlineWidth, boxShadow} = getComputedStyle(one);
  const framed = boxShadow !== "none" || (outlineStyle !== "none" && parseFloat(outlineWidth) > 0);
  return {there: one === wanted, seen: framed || one === document.body, words: one.outerHTML.slice(0, 150)};
}"""
MOST_STOPS, MOST_PAGES = 400, 80
NEXT = (
    "#gate-form button[value$='-confirmed']",
    "#task-form :is(.main-button, .seal-button):not([aria-hidden])",
    "#task-form button.ghost[value]:not([value=draft])",
    "#content .main-button",
)
"""What leads on, in this order: the gate, the step's main button, another one of the step, and the next chair."""


def reaches(page: Page, wanted: Locator) -> None:
    """Press Tab until an element has the focus; wherever it is on the way, that is seen."""
    expect(wanted).to_be_visible()
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        at = wanted.evaluate(FOCUSED)
        assert at["seen"], f"nobody sees the focus on {at['words']}"
        if at["there"]:
            return
    raise AssertionError(f"{MOST_STOPS} stops, and none is {wanted.evaluate('(each) => each.outerHTML')}")


def presses(page: Page, wanted: Locator) -> None:
    """Reach a button or link, press Enter, and wait for the page that follows."""
    reaches(page, wanted)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def leads_on(page: Page) -> Locator:
    """What takes the side from this page to the next; waits while dice fall by themselves."""
    expect(page.locator("#task-form[data-by-itself]")).to_have_count(0)
    any_of_them = page.locator(", ".join(f"{each}:visible" for each in NEXT))
    expect(any_of_them.first).to_be_visible()
    found = (page.locator(f"{each}:visible") for each in NEXT)
    return next(each.first for each in found if each.count())


def fills_in(page: Page) -> None:
    """Type the lowest number wherever one has to be entered."""
    for each in page.locator("#task-form input[data-low][aria-required=true]:visible").all():
        if not each.input_value():
            reaches(page, each)
            page.keyboard.type(str(each.get_attribute("data-low")))


@pytest.mark.parametrize("purchases", [2, pytest.param(3, marks=pytest.mark.whole("a whole date takes half a minute"))])
def test_a_campaign_is_played_from_its_founding_by_keyboard(arrives: Callable[..., Person], purchases: int) -> None:
    """To the purchase of the other side, or to the next date's."""
    person = arrives("hans")
    page, buys = person.page, 0
    presses(page, page.locator("#content").get_by_role("link", name="Start a campaign"))
    reaches(page, page.get_by_label("Two people, each with an account"))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_label("One person, who plays both sides in the open")).to_be_checked()
    presses(page, page.get_by_role("button", name="Start the campaign"))
    for _ in range(MOST_PAGES):
        page.wait_for_load_state()
        leads = leads_on(page)
        if "/purchase/" in page.url and page.locator("#task-form").count():
            buys += 1
            if buys == purchases:
                break
            number = page.locator("#task-form input[name^='n:']:visible").first
            reaches(page, number)
            page.keyboard.type("1")
            page.keyboard.press("Tab")
            expect(page.get_by_role("button", name="Seal: buy nothing")).to_have_count(0)
            leads = leads_on(page)
        fills_in(page)
        presses(page, leads)
    assert buys == purchases
    assert person.wrong == []
