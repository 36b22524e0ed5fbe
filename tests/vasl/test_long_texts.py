"""Texts made to keep their reader busy: what a megabyte of anything may cost of a processor holds for them too."""

from __future__ import annotations

import contextlib
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import ValidationError

from rules import registry
from rules.asl.steps.aftermath.level_lines import named_places
from rules.asl.vasl import text as vasl_text
from rules.asl.vasl.names import Names, kind_of
from rules.asl.vasl.rows import MOST_BYTES, MOST_ROWS, posted_report
from rules.asl.vasl.text import Whose, read_text
from rules.contract import Refused
from rules.ground import painting
from rules.ground.campaign_map import HasMap, ground_of
from rules.ground.sheet import MapSheet
from tests.maps.practice import practice_map

SECONDS = 2.0
TIMES = 5
"""The bytes of memory that a letter may take."""
TEXTS = {
    "commas": "K20: " + "4-6-7 1sq, " * 40_000,
    "commas before a bracket": "K20: " + "a, " * 100_000 + "(b)",
    "blanks before a bracket": "K20: a," + " " * (MOST_BYTES - 20) + ")",
    "brackets": "K20: " + "(" * MOST_BYTES,
    "digits": "K20: " + "1" * MOST_BYTES,
    "digits and dashes": "K20: " + "1-" * (MOST_BYTES // 2),
    "lines": "K20: 4-6-7 1sq\n" * 40_000,
}


@pytest.fixture(scope="module")
def sheet() -> MapSheet:
    system = registry.get("oto2")
    assert isinstance(system, HasMap)
    found = ground_of(system.maps, practice_map())
    assert found is not None
    return found.sheet


def seconds(read: Callable[[], object]) -> float:
    """The processor's time until a text is read or refused."""
    began = time.process_time()
    with contextlib.suppress(Refused):
        read()
    return time.process_time() - began


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_no_text_of_vasl_keeps_its_reader_busy(text: str) -> None:
    nobody = Names((), {})
    assert seconds(lambda: read_text(text, Whose(nobody, (nobody,)))) < SECONDS


@pytest.mark.parametrize("unit", ["(", "*** (", "A(,", "a)(", "(a, b), ", "x"])
def test_no_text_of_few_counters_takes_far_more_memory_than_itself(unit: str) -> None:
    nobody = Names((), {})
    text = f"K20: {unit * (MOST_BYTES // len(unit) - 6)})"
    words = vasl_text._words(text)
    tracemalloc.start()
    try:
        next(words)
        read_text(text if ", " not in unit else text[:MOST_ROWS], Whose(nobody, (nobody,)))
        assert tracemalloc.get_traced_memory()[1] < TIMES * MOST_BYTES
    finally:
        tracemalloc.stop()


def test_a_text_longer_than_any_is_refused_and_no_part_of_it_read() -> None:
    nobody = Names((), {})
    with pytest.raises(Refused, match="longer than that of any scenario") as no:
        read_text("K20: LMG\n" * (MOST_BYTES // 9 + 1), Whose(nobody, (nobody,)))
    assert (no.value.field, "Save map contents" in no.value.way_out) == ("text", True)


@pytest.mark.parametrize(
    "rows",
    ["{}," * 100_000 + "{}", "1," * 100_000 + "1", '{"kind":1},' * 30_000 + "{}"],
    ids=["empty", "numbers", "wrong"],
)
def test_of_rows_that_are_none_the_first_is_enough(rows: str) -> None:
    with pytest.raises(Refused) as no:
        posted_report(f'{{"own":[{rows}]}}')
    wrong = no.value.__cause__
    assert isinstance(wrong, ValidationError)
    assert wrong.error_count() <= 2


@pytest.mark.parametrize(
    ("stack", "words"),
    [
        ("", [""]),
        ("a, b,c ,  d", ["a", "b,c ", "d"]),
        ("a (b, c), d", ["a (b, c)", "d"]),
        ("a, (b, (c), d), e", ["a", "(b", "(c), d)", "e"]),
        ("a (b, c, d", ["a (b", "c", "d"]),
        ("a, b) c, d (e, f)", ["a, b) c", "d (e, f)"]),
        ("a, ", ["a", ""]),
    ],
)
def test_a_comma_in_brackets_separates_nothing(stack: str, words: list[str]) -> None:
    assert [*vasl_text._words(stack)] == words


def test_a_text_is_read_no_further_than_a_scenario_has_counters(monkeypatch: pytest.MonkeyPatch) -> None:
    read, nobody = list[str](), Names((), {})

    def counted(name: str) -> Any:
        read.append(name)
        return kind_of(name)

    monkeypatch.setattr(vasl_text, "kind_of", counted)
    with pytest.raises(Refused, match="more counters"):
        read_text("K20: LMG\n" * MOST_ROWS * 2, Whose(nobody, (nobody,)))
    assert len(read) == MOST_ROWS + 1


@pytest.mark.parametrize("text", [" " * 19_990 + "x", "- " * 9_990, "K20" + " " * 19_900 + "-K24", "K20-" * 4_900])
def test_no_list_of_hexes_does(sheet: MapSheet, text: str) -> None:
    assert seconds(lambda: painting.read(f"K20 {text} K21", sheet.grid)) < SECONDS / 4


@pytest.mark.parametrize("text", ["a" * 100_000, "1-" * 50_000, "K20/" * 25_000, "é" * 100_000])
def test_no_entry_of_locations_does(sheet: MapSheet, text: str) -> None:
    assert seconds(lambda: named_places(text, sheet, "x")) < SECONDS
