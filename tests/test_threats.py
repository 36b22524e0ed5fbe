"""The threat model names tests; each of them has to be there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODEL = (ROOT / "docs" / "threat-model.md").read_text()
NAMED = sorted(set(re.findall(r"`(test_\w+)`", MODEL)))
FILES = sorted(set(re.findall(r"`(tests/[\w/]+\.py)`", MODEL)))
DEFINED = {
    name
    for path in (ROOT / "tests").rglob("test_*.py")
    for name in re.findall(r"^(?:async )?def (test_\w+)\(", path.read_text(), re.M)
}
ROW = re.compile(r"^\| (?!---|could try|what )(.+?) \| (.+?) \| (.*?) \|$", re.M)


def test_there_is_something_to_look_at() -> None:
    assert len(NAMED) > 35
    assert len(FILES) >= 3


@pytest.mark.parametrize("name", NAMED)
def test_a_test_the_threat_model_names_exists(name: str) -> None:
    assert name in DEFINED


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_tests_the_threat_model_names_exists(name: str) -> None:
    assert "def test_" in (ROOT / name).read_text()


def test_every_threat_is_answered_by_a_test() -> None:
    rows = ROW.findall(MODEL.partition("## Who might try what")[2].partition("## Proof")[0])
    assert len(rows) > 25
    assert [could for could, _, shown in rows if not re.search(r"`(test_\w+|tests/[\w/]+\.py)`", shown)] == []


@pytest.mark.parametrize("who", ["opponent", "team mate", "host", "spectator", "stranger", "thief of a backup"])
def test_every_actor_has_a_part(who: str) -> None:
    assert re.search(rf"^### .*{who}", MODEL, re.M)
