"""The scripts that hold a form back, or press it by themselves, on pages made for them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.page_server import PageServer, page_server

pytestmark = [pytest.mark.browser, pytest.mark.slow]
HIDES = """(hidden) => {
  Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
ANSWERED = (
    """(part) => part.dispatchEvent(new CustomEvent("htmx:afterRequest", { bubbles: true, detail: { elt: part } }))"""
)


@pytest.fixture
def server() -> Iterator[PageServer]:
    with page_server() as made:
        yield made


def shown(browser: Browser, server: PageServer, script: str, body: str) -> Page:
    """A page with one of our scripts."""
    server.show(f'<!doctype html><head><script src="/static/js/{script}" defer></script></head>{body}'.encode())
    page = browser.new_page()
    page.clock.install()
    page.goto(server.site)
    return page


FORM = """<form id="form" method="post" action="/act/"{mark}><div id="part"></div>
<p class="act"><button class="main-button">Draw</button></p></form>"""


def test_a_draft_that_is_saved_does_not_free_a_form_that_was_pressed(browser: Browser, server: PageServer) -> None:
    page = shown(browser, server, "form.js", FORM.format(mark=""))
    page.get_by_role("button").click()
    expect(page.get_by_role("button")).to_be_disabled()
    page.locator("#part").evaluate(ANSWERED)
    expect(page.get_by_role("button")).to_be_disabled()
    page.locator("#form").evaluate(ANSWERED)
    expect(page.get_by_role("button")).to_be_enabled()


def test_an_earlier_press_does_not_free_a_later_one_too_soon(browser: Browser, server: PageServer) -> None:
    page = shown(browser, server, "form.js", FORM.format(mark=""))
    page.get_by_role("button").click()
    page.clock.run_for(9_000)
    page.locator("#form").evaluate(ANSWERED)
    page.get_by_role("button").click()
    page.clock.run_for(2_000)
    expect(page.get_by_role("button")).to_be_disabled()
    page.clock.run_for(9_000)
    expect(page.get_by_role("button")).to_be_enabled()


def test_what_presses_itself_does_so_though_its_page_was_hidden_while_it_waited(
    browser: Browser, server: PageServer
) -> None:
    dice = '<div id="dice"><p class="notice"></p></div>'
    page = shown(browser, server, "by-itself.js", dice + FORM.format(mark=" data-by-itself"))
    page.clock.run_for(1_000)
    page.evaluate(HIDES, True)
    page.clock.run_for(1_000)
    page.locator("#dice").evaluate("(part) => part.replaceChildren()")
    assert server.posted == []
    with page.expect_request("**/act/"):
        page.evaluate(HIDES, False)
        page.clock.run_for(1_000)
    page.clock.run_for(1_000)
    assert len(server.posted) == 1
