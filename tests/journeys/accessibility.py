"""A look at a page for whoever can't see it as its maker did: in both themes, on a desk and on a phone."""

from __future__ import annotations

from typing import Any, Literal

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page

from tests.tiers import is_drawn

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
OVERLAPPING = """() => {
  const shown = [...document.querySelectorAll("header :is(a, button, span, p)")]
    .filter((each) => each.checkVisibility() && each.textContent.trim() && !each.querySelector("a, button, span"));
  const boxes = shown.map((each) => each.getBoundingClientRect());
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return shown.filter((each, n) => boxes.some((box, other) => other < n && !shown[other].contains(each)
    && !each.contains(shown[other]) && meet(box, boxes[n]))).map((each) => each.textContent.trim());
}"""
"""What stands over something else in the head of the page, which wraps or is cut by the names in it."""
EVERYTHING_ELSE = """() => axe.run({
  resultTypes: ["violations"], preload: false, rules: {"color-contrast": {enabled: false}},
}).then(({violations}) => ({violations}))"""
"""All rules but the dearest. They hang on the width, or on the theme alone, so each width is looked at in one theme."""
CONTRAST = """(good) => {
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
  const known = new Set(good), asked = [...kinds.keys()].filter((kind) => !known.has(kind));
  if (kinds.size && !asked.length) return {violations: [], asked};
  return axe.run({include: kinds.size ? asked.map((kind) => kinds.get(kind)) : document}, {
    resultTypes: ["violations"], preload: false, runOnly: {type: "rule", values: ["color-contrast"]},
  }).then(({violations}) => ({violations, asked}));
}"""
"""The contrast of one text of each kind: what has the same colours, size and weight on the same ground is alike.

Kinds that were found good on another page are not asked about again.
"""
good: set[str] = set()
"""The kinds of text of all pages so far whose contrast nothing was said against."""


def complaints(page: Page, name: str, *, axe: bool = True) -> list[str]:
    """What axe says of the loaded page in every theme at every width, what is too wide, and what overlaps in its head.

    The page is loaded once and axe is put into it once, if it did not bring it: only the theme and the window change.
    """
    page.emulate_media(reduced_motion="reduce")
    if axe and not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    said = []
    for width, its_theme in zip(WIDTHS, THEMES, strict=True):
        page.set_viewport_size({"width": width, "height": HEIGHT})
        for theme in THEMES if axe else ():
            page.emulate_media(color_scheme=theme)
            reports = [*_contrast(page), *(_all_else(page) if theme == its_theme else ())]
            said += [f"{name} {width} {theme}\n{report}" for report in reports]
        if wide := page.evaluate(TOO_WIDE):
            said.append(f"{name} scrolls sideways at {width}: {wide}")
        if over := page.evaluate(OVERLAPPING):
            said.append(f"{name} has words on others in its head at {width}: {over}")
    page.emulate_media(color_scheme=THEMES[0], reduced_motion="no-preference")
    page.set_viewport_size({"width": WIDTHS[0], "height": HEIGHT})
    return said


def said_in_passing(page: Page, name: str) -> list[str]:
    """The same of a page that a journey comes by: axe, which takes seconds, is asked about it in one run of some."""
    return complaints(page, name, axe=is_drawn(f"axe {name}"))


def _contrast(page: Page) -> list[str]:
    """What is said against the contrast of any text; only where it is nothing, its kinds are good from now on."""
    found = page.evaluate(CONTRAST, sorted(good))
    reports = _reports(found)
    if not reports:
        good.update(found["asked"])
    return reports


def _all_else(page: Page) -> list[str]:
    return _reports(page.evaluate(EVERYTHING_ELSE))


def _reports(found: dict[str, Any]) -> list[str]:
    results = AxeResults(found)
    return [str(results.generate_report())] if results.violations_count else []
