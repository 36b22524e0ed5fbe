"""Counters as they are drawn: one file of symbols, asked for by name, and nothing that only a drawing would tell."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.template import Context, Template

from campaigns.templatetags import counters

SYMBOLS = Path("static/img/counters.svg").read_text()
DRAWN = set(re.findall(r'<symbol id="([^"]+)"', SYMBOLS))


def test_every_drawing_that_may_be_asked_for_is_in_the_file() -> None:
    named = {symbol for rows in counters.OF_NAME.values() for _, symbol in rows}
    assert named | {*counters.OF_CLASS.values(), "unknown", "half-squad"} <= DRAWN
    assert {f"mark-{mark}" for mark in (*counters.MARKS.values(), "half")} <= DRAWN
    assert {f"{part}-{n}" for part in ("face", "pile") for n in range(3)} <= DRAWN


@pytest.mark.parametrize(
    ("kind", "name", "symbol"),
    [
        ("squad", "4-6-7", "squad"), ("half_squad", "2-4-7", "half-squad"), ("crew", "2-2-8", "crew"),
        ("leader", "9-1", "leader"), ("weapon", "LMG", "lmg"), ("weapon", "MMG", "mmg"), ("weapon", "HMG", "hmg"),
        ("weapon", "PSK", "tube"), ("weapon", "FT", "flame"), ("weapon", "DC", "charge"),
        ("weapon", "81mm MTR", "mortar"), ("weapon", "50mm MTR", "light-mortar"), ("gun", "75L (PaK 40)", "gun"),
        ("gun", "88L (FlaK 18 o. 36)", "flak"), ("gun", "120mm (GrW 42)", "mortar"), ("tank", "T-34/M43", "tank"),
        ("tank", "StuG IIIG", "assault-gun"), ("tank", "SdKfz 10/4", "halftrack"), ("vehicle", "GAZ-MM", "truck"),
        ("fortification", "Wire", "wire"), ("fortification", "Trench", "trench"),
        ("fortification", "AP mine factor", "mines"),
        ("fortification", "Pillbox 1+3+5", "pillbox"), ("fortification", "AT-Ditch", "ditch"),
        ("cupola", "HMG Cupola", "cupola"),
        ("of a game to come", "?", "unknown"),
    ],
)  # fmt: skip
def test_the_drawing_follows_the_class_and_the_name(kind: str, name: str, symbol: str) -> None:
    assert counters.symbol_of(kind, name) == symbol


def test_a_small_counter_is_silent_for_its_name_stands_beside_it() -> None:
    drawn = Template('{% load counters %}{% counter "squad" "<4-6-7>" "german" %}').render(Context())
    assert 'aria-hidden="true"' in drawn
    assert "4-6-7" not in drawn
    assert "#face-1" in drawn
    assert 'class="ctr side-1 small"' in drawn
    assert len(drawn) < 400


def test_a_counter_with_figures_says_them_and_nothing_unescaped() -> None:
    drawn = Template('{% load counters %}{% counter_face "leader" name "russian" 3 %}').render(
        Context({"name": "<9-1>"})
    )
    assert "&lt;9-1&gt;" in drawn
    assert "#face-2" in drawn
    assert "#pile-2" in drawn


@pytest.mark.parametrize(
    ("name", "shown"),
    [("4-6-7", "4-6-7"), ("StuG IIIG", "StuG"), ("SdKfz 10/4", "10"), ("T-34/M43", "T-34"), ("75L (PaK 40)", "75L")],
)
def test_a_name_is_cut_to_what_fits_on_a_counter(name: str, shown: str) -> None:
    assert counters.short(name) == shown


def test_the_file_stays_small_and_is_one_for_all_pages() -> None:
    assert len(SYMBOLS) < 15_000
    assert "<style" not in SYMBOLS
    assert "<pattern" not in SYMBOLS
