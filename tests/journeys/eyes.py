"""A look at a page for whoever can't see it as its maker did: in both themes, on a desk and on a phone."""

from __future__ import annotations

from itertools import product
from typing import Literal

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page

WIDTHS = (1280, 360)
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
HEIGHT = 900
TOO_WIDE = """() => {
  const page = document.documentElement;
  if (page.scrollWidth <= page.clientWidth) return [];
  const scrolls = (each) => each && each !== document.body
    && (getComputedStyle(each).overflowX !== "visible" || scrolls(each.parentElement));
  return [...document.querySelectorAll("body *")]
    .filter((each) => each.getBoundingClientRect().right > page.clientWidth && !scrolls(each.parentElement))
    .map((each) => each.outerHTML.slice(0, 120)).slice(-3);
}"""
LOOK = "() => axe.run({resultTypes: ['violations']}).then(({violations}) => ({violations}))"


def complaints(page: Page, name: str) -> list[str]:
    """What axe has to say of the loaded page in every theme at every width, and what is wider than the window.

    The page is loaded once and axe is put into it once: only the theme and the window change.
    """
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(AXE_SCRIPT)
    said = []
    for width, theme in product(WIDTHS, THEMES):
        page.set_viewport_size({"width": width, "height": HEIGHT})
        page.emulate_media(color_scheme=theme)
        found = AxeResults(page.evaluate(LOOK))
        if found.violations_count:
            said.append(f"{name} {width} {theme}\n{found.generate_report()}")
        if wide := page.evaluate(TOO_WIDE):
            said.append(f"{name} scrolls sideways at {width}: {wide}")
    page.emulate_media(color_scheme=THEMES[0], reduced_motion="no-preference")
    page.set_viewport_size({"width": WIDTHS[0], "height": HEIGHT})
    return said
