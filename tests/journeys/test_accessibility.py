"""The look at a page sees what is wrong with it, also where only one theme or one width shows it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.journeys import accessibility
from tests.journeys.accessibility import complaints

pytestmark = [pytest.mark.browser, pytest.mark.sampled(1, among="what axe is asked")]
PAGE = """<!doctype html><html lang="en"><head><title>A page</title><meta name="viewport" content="width=device-width">
<style>:root {{ color-scheme: light dark }} body {{ color: light-dark(#111, #eee); background: light-dark(#fff, #111) }}
{style}</style></head><body><main><h1>A page</h1><p>Words</p><p class="a">More</p>{body}</main></body></html>"""
WRONG = {
    "pale in the dark": (".a { color: light-dark(#111, #333) }", "", "color-contrast", "1280 dark"),
    "pale by day": (".a { color: light-dark(#eee, #eee) }", "", "color-contrast", "1280 light"),
    "faded": (".a { opacity: .2 }", "", "color-contrast", "1280 light"),
    "pale on a ground of its own": (".a { background: #777; color: #888 }", "", "color-contrast", "1280 light"),
    "pale on a phone": ("@media (max-width: 40rem) { .a { color: #888; background: #777 } }", "", "color-contrast",
                        "360 light"),
    "a box without a name": ("", "<input>", "label", "1280 light"),
    "a box without a name on a phone": ("@media (min-width: 40rem) { input { display: none } }", "<input>", "label",
                                        "360 dark"),
}  # fmt: skip


@pytest.fixture
def page(browser: Browser) -> Page:
    return browser.new_context().new_page()


def shown(page: Page, style: str, body: str) -> list[str]:
    page.set_content(PAGE.format(style=style, body=body))
    return complaints(page, "page")


def test_a_page_with_nothing_wrong_has_no_complaint(page: Page) -> None:
    assert shown(page, "", '<input aria-label="Name">') == []


def test_what_is_wrong_is_seen_in_the_theme_and_at_the_width_that_show_it(page: Page) -> None:
    for name, (style, body, rule, where) in WRONG.items():
        said = [each for each in shown(page, style, body) if rule in each]
        assert any(each.startswith(f"page {where}") for each in said), name


def test_what_is_wider_than_the_window_is_told(page: Page) -> None:
    said = shown(page, ".a { width: 500px }", "")
    assert [each.split(":")[0] for each in said] == ["page scrolls sideways at 360"]


def test_words_on_others_in_the_head_are_told(page: Page) -> None:
    head = "<header><a href='#'>A campaign</a> <span class='b'>Its date</span></header>"
    assert shown(page, "", head) == []
    said = shown(page, ".b { margin-left: -3rem }", head)
    assert [each.split(":")[0] for each in said] == [
        f"page has words on others in its head at {n}" for n in (1280, 360)
    ]


def test_what_was_good_on_one_page_is_not_asked_again_and_what_is_bad_is_found_on_every_page(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accessibility, "good", set())
    pale, mild = ".a { color: light-dark(#eee, #333) }", ".a { color: light-dark(#333, #ccc) }"
    assert shown(page, "", "") == []
    first = set(accessibility.good)
    assert first
    for _ in range(2):  # what stands beside something bad does not become good, nor does the bad itself
        assert len([each for each in shown(page, pale, "<p><b>Bold</b></p>") if "color-contrast" in each]) == 4
        assert accessibility.good == first
    assert shown(page, mild, "") == []
    assert len(accessibility.good - first) == 2, "what is new on a later page is asked: this text, in both themes"
    assert shown(page, "", "") == []
