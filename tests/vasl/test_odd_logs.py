"""Counters whose names hold what VASSAL's format is made of: what is written in a log is what is read of it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

from rules.features.saved_games import WantedCounter
from tests.players import founding, table
from tests.rosters.conftest import supplied
from tests.vasl.test_browser import Opens
from tests.vasl.test_set_up import GEOMETRY, MADE, opens
from tests.vasl.writer import module, slot

__all__ = ["founding", "opens", "supplied", "table"]
pytestmark = [
    pytest.mark.browser,
    pytest.mark.sampled(6, among="what VASL writes"),
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]
NAMES = (
    "Ä/b;c,d",
    "it's one",
    "'quoted two'",
    "x\\y three",
    "<four> & more",
    "\\'five'",
    "plus+six\\+1",
    "😀 seven",
    "?!eight",
    "'9;'",
)


def test_odd_names_are_written_as_they_are(opens: Opens) -> None:
    slots = [slot(n, name, "german" if n % 2 else "", "broken +") for n, name in enumerate(NAMES, 1)]
    wanted = [
        WantedCounter((name,), "weapon", 1, ("broken",), hex=f"A{n}", label="I1/2") for n, name in enumerate(NAMES, 1)
    ]
    done: Any = opens("hans").evaluate(
        MADE,
        {
            "bytes": [*module(*slots)],
            "wanted": [asdict(each) for each in wanted],
            "geometry": GEOMETRY,
            "nations": {"ge": "german"},
        },
    )
    assert done["found"]["missing"] == []
    assert [each["hex"] for each in done["counters"]] == [f"A{n}" for n in range(1, len(NAMES) + 1)]
    assert [each["name"] for each in done["counters"]] == list(NAMES)
    assert {(*each["labels"], *each["conditions"]) for each in done["counters"]} == {("I1/2", "broken")}


ROUND = """(lists) => import("/static/js/vasl/sequence.js").then(({ decode, encode }) => lists.filter(
  ([tokens, delimiter]) => JSON.stringify(decode(encode(tokens, delimiter), delimiter)) !== JSON.stringify(tokens)))"""


def test_any_text_goes_through_nested_lists(opens: Opens) -> None:
    parts = ("a", "\\", "'", "/", "\t", ";", ",", "\x1b", "é", "😀", "\n")
    tokens = [one + other for one in ("", *parts) for other in ("", *parts)]
    pairs = [[*pair] for pair in zip(tokens, tokens[::-1], strict=True)]
    lists = [[pair, mark] for mark in "/\t;,\x1b" for pair in pairs]
    assert len(lists) > 600
    assert opens("hans").evaluate(ROUND, lists) == []
