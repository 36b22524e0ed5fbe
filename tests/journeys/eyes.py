"""A look at a page for whoever can't see it as its maker did: in both themes, on a desk and on a phone."""

from __future__ import annotations

from collections.abc import Iterator
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
EVERYTHING_ELSE = """() => axe.run({
  resultTypes: ["violations"], preload: false, rules: {"color-contrast": {enabled: false}},
}).then(({violations}) => ({violations}))"""
"""All rules but the dearest. They hang on the width, or on the theme alone, so each width is looked at in one theme."""
CONTRAST = """() => {
  const clear = (colour) => /, 0\\)$/.test(colour);
  const under = (each, found) => {
    const style = getComputedStyle(each);
    found.push(style.opacity, style.backgroundImage);
    if (!clear(style.backgroundColor)) found.push(style.backgroundColor);
    const solid = style.backgroundColor.startsWith("rgb(");
    return solid || !each.parentElement ? found : under(each.parentElement, found);
  };
  const written = (each) => each.checkVisibility() && (each.matches("input, select, textarea")
    || [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()));
  const kinds = new Map();
  for (const each of document.querySelectorAll("body *")) {
    if (!written(each)) continue;
    const {color, fill, fontSize, fontWeight} = getComputedStyle(each);
    const kind = [color, fill, fontSize, fontWeight, each.localName, each.disabled, ...under(each, [])].join();
    if (!kinds.has(kind)) kinds.set(kind, each);
  }
  return axe.run({include: kinds.size ? [...kinds.values()] : document}, {
    resultTypes: ["violations"], preload: false, runOnly: {type: "rule", values: ["color-contrast"]},
  }).then(({violations}) => ({violations}));
}"""
"""The contrast of one text of each kind: what has the same colours, size and weight on the same ground is alike."""


def complaints(page: Page, name: str) -> list[str]:
    """What axe has to say of the loaded page in every theme at every width, and what is wider than the window.

    The page is loaded once and axe is put into it once: only the theme and the window change.
    """
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(AXE_SCRIPT)
    said = []
    for width, its_theme in zip(WIDTHS, THEMES, strict=True):
        page.set_viewport_size({"width": width, "height": HEIGHT})
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            looks = (CONTRAST, EVERYTHING_ELSE) if theme == its_theme else (CONTRAST,)
            said += [f"{name} {width} {theme}\n{report}" for look in looks for report in _reports(page, look)]
        if wide := page.evaluate(TOO_WIDE):
            said.append(f"{name} scrolls sideways at {width}: {wide}")
    page.emulate_media(color_scheme=THEMES[0], reduced_motion="no-preference")
    page.set_viewport_size({"width": WIDTHS[0], "height": HEIGHT})
    return said


def _reports(page: Page, look: str) -> Iterator[str]:
    found = AxeResults(page.evaluate(look))
    if found.violations_count:
        yield str(found.generate_report())
