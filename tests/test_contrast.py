"""Reads the colours out of the style sheet and holds them to WCAG 2.2 AA in both themes.

Text needs 4.5 : 1 on every ground it may stand on, the edge of a control 3 : 1.
"""

import re
from collections.abc import Iterable
from itertools import product
from pathlib import Path

import pytest

from config.administration import club_look

STYLES = Path(__file__).parent.parent / "static" / "css"
SHEET, MAP = STYLES / "refit.css", STYLES / "map.css"
TOKEN = re.compile(r"--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);")
READ = SHEET.read_text() + MAP.read_text()
TOKENS = {name: {"light": light, "dark": dark} for name, light, dark in TOKEN.findall(READ)}
TERRAIN = [name for name in TOKENS if name.startswith("map-") and name != "map-line"]

GROUNDS = ["paper", "sheet"]
TINTS = ["tint", "tint-here", "tint-ok", "tint-warn", "tint-bad"]
TEXT = ["ink", "soft", "ok", "warn", "bad", "focus", "side-1", "side-2", "side-3", "side-4"]
PAIRS = [
    *[(text, ground) for text in TEXT for ground in [*GROUNDS, "tint"]],
    *[(text, tint) for text in ("ink", "soft") for tint in TINTS],
    ("warn", "tint-warn"),
    ("bad", "tint-bad"),
    ("on-seal", "seal"),
    ("sheet", "ink"),
    ("sheet", "side-1"),
]


def luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str, theme: str) -> float:
    low, high = sorted(luminance(TOKENS[name][theme]) for name in (one, other))
    return (high + 0.05) / (low + 0.05)


def test_the_tokens_were_found() -> None:
    assert {*GROUNDS, *TINTS, *TEXT, "edge", "seal", "on-seal"} <= TOKENS.keys()
    assert len(TERRAIN) > 10


def too_close(pairs: Iterable[tuple[str, str]], least: float) -> list[str]:
    """The pairs of colours that cannot be told apart well enough, with their theme."""
    return [
        f"{one} on {other}, {theme}: {contrast(one, other, theme):.2f}"
        for one, other in pairs
        for theme in ("light", "dark")
        if contrast(one, other, theme) < least
    ]


def test_text_can_be_read_on_its_ground() -> None:
    assert too_close(PAIRS, 4.5) == []


def test_a_front_and_what_is_chosen_can_be_seen_on_any_terrain() -> None:
    assert too_close(product(("side-1", "side-2", "focus"), TERRAIN), 3) == []


def test_the_names_of_hexes_can_be_read_in_their_halo() -> None:
    assert too_close([("ink", "map-paper"), ("soft", "paper")], 4.5) == []


def test_the_edge_of_a_control_can_be_seen() -> None:
    assert too_close(product(("edge", "focus"), [*GROUNDS, "tint"]), 3) == []


def test_colours_that_are_close_are_found() -> None:
    assert [each.partition(":")[0] for each in too_close([("paper", "sheet")], 4.5)] == [
        "paper on sheet, light", "paper on sheet, dark",
    ]  # fmt: skip


def test_no_colour_is_written_outside_the_tokens() -> None:
    for sheet in (SHEET, MAP):
        rules = TOKEN.sub("", sheet.read_text().split("@media print")[0])
        assert re.findall(r"#[0-9a-f]{3,8}\b", rules) == []


def test_a_clubs_colour_is_held_to_the_grounds_of_the_pages() -> None:
    assert {theme: tuple(TOKENS[name][theme] for name in GROUNDS) for theme in ("light", "dark")} == club_look.GROUNDS
    assert club_look.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert club_look.contrast("#7a1f1f", TOKENS["paper"]["light"]) == pytest.approx(contrast_of("#7a1f1f", "paper"))


def contrast_of(colour: str, ground: str) -> float:
    low, high = sorted((luminance(colour), luminance(TOKENS[ground]["light"])))
    return (high + 0.05) / (low + 0.05)
