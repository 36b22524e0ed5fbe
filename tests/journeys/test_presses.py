"""The scripts that hold a form back, press it by themselves or lead away from it, on pages made for them."""

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


def shown(browser: Browser, server: PageServer, scripts: tuple[str, ...], body: str) -> Page:
    """A page with some of our scripts."""
    head = "".join(f'<script src="/static/{script}" defer></script>' for script in scripts)
    server.show(f"<!doctype html><head>{head}</head>{body}".encode())
    page = browser.new_page()
    page.clock.install()
    page.goto(server.site)
    return page


LIVE = ("django_htmx/htmx-2.min.js", "js/form.js", "js/live.js")
FOLLOWS = """<body data-beat="/beat/"{shared}><p id="changed" hidden>Look again</p>
<div id="panel" hx-get="/panel/" hx-trigger="refit:change from:body"></div><form id="form" method="post" action="/act/">
<input name="note" aria-label="Note"><button>Draw</button></form></body>"""
LOOK_AGAIN = "document.body.dispatchEvent(new CustomEvent('refit:change'))"


@pytest.mark.parametrize(
    ("does", "shared", "is_led"),
    [("nothing", False, True), ("types", False, False), ("types", True, True), ("presses", True, False)],
)
def test_a_panel_that_is_led_to_another_page_takes_nothing_away(
    browser: Browser, server: PageServer, does: str, shared: bool, is_led: bool
) -> None:
    page = shown(browser, server, LIVE, FOLLOWS.format(shared=" data-shared" * shared))
    page.route("**/panel/", lambda route: route.fulfill(headers={"HX-Redirect": "/over/"}))
    page.route("**/over/", lambda route: route.fulfill(body="over"))
    if does == "types":
        page.get_by_label("Note").fill("They ran")
    elif does == "presses":
        with page.expect_request("**/act/"):
            page.get_by_role("button").click()
    with page.expect_response("**/panel/"):
        page.evaluate(LOOK_AGAIN)
    if is_led:
        expect(page).to_have_url(f"{server.site}/over/")
    else:
        expect(page.locator("#changed")).to_be_visible()
        expect(page).to_have_url(f"{server.site}/")


FORM = """<form id="form" method="post" action="/act/"{mark}><div id="part"></div>
<p class="act"><button class="main-button">Draw</button></p></form>"""


def test_a_draft_that_is_saved_does_not_free_a_form_that_was_pressed(browser: Browser, server: PageServer) -> None:
    page = shown(browser, server, ("js/form.js",), FORM.format(mark=""))
    page.get_by_role("button").click()
    expect(page.get_by_role("button")).to_be_disabled()
    page.locator("#part").evaluate(ANSWERED)
    expect(page.get_by_role("button")).to_be_disabled()
    page.locator("#form").evaluate(ANSWERED)
    expect(page.get_by_role("button")).to_be_enabled()


def test_an_earlier_press_does_not_free_a_later_one_too_soon(browser: Browser, server: PageServer) -> None:
    page = shown(browser, server, ("js/form.js",), FORM.format(mark=""))
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
    page = shown(browser, server, ("js/by-itself.js",), dice + FORM.format(mark=" data-by-itself"))
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
