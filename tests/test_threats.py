"""The threat model names the tests that show what stops somebody; each of them has to be there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
MODEL = (ROOT / "docs" / "threat-model.md").read_text()
FILES = sorted(set(re.findall(r"`(tests/[\w/]+\.py)`", MODEL)))
ACTORS = re.findall(r"^\| (?!who |---)(.+?) \|.+\|.+\|.+\|$", MODEL, re.M)
STOPS = MODEL.partition("## What stops them")[2].partition("\n## ")[0]
LONGEST = 15_000
"""Bytes: it is to be read."""


def test_there_is_something_to_look_at() -> None:
    assert len(FILES) > 60
    assert len(MODEL.encode()) <= LONGEST


def test_every_file_of_tests_the_threat_model_names_exists() -> None:
    found = [ROOT / name for name in FILES]
    assert [path for path in found if not path.exists() or "def test_" not in path.read_text()] == []


def test_whatever_stops_somebody_is_shown_by_a_test() -> None:
    answers = re.findall(r"^- .+?(?=^- |^#|\Z)", STOPS, re.M | re.S)
    assert len(answers) > 30
    assert [answer for answer in answers if not re.search(r"`tests/[\w/]+\.py`", answer)] == []


def test_every_actor_has_a_row() -> None:
    actors = ("rival", "mates", "umpire", "spectator", "stranger", "host's admin", "SQL", "dump", "middle", "forger")
    assert [who for who in actors if not any(who in actor for actor in ACTORS)] == []
