"""The threat model names tests; each of them has to be there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
MODEL = (ROOT / "docs" / "threat-model.md").read_text()
NAMED = sorted(set(re.findall(r"`(test_\w+)`", MODEL)))
FILES = sorted(set(re.findall(r"`(tests/[\w/]+\.py)`", MODEL)))
ROW = re.compile(r"^\| (?!---|could try|what )(.+?) \| (.+?) \| (.*?) \|$", re.M)


def test_there_is_something_to_look_at() -> None:
    assert len(NAMED) > 35
    assert len(FILES) >= 3


def test_every_test_the_threat_model_names_exists() -> None:
    defined = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^(?:async )?def (test_\w+)\(", path.read_text(), re.M)
    }
    assert [name for name in NAMED if name not in defined] == []


def test_every_file_of_tests_the_threat_model_names_exists() -> None:
    found = [ROOT / name for name in FILES]
    assert [path for path in found if not path.exists() or "def test_" not in path.read_text()] == []


def test_every_threat_is_answered_by_a_test() -> None:
    rows = ROW.findall(MODEL.partition("## Who might try what")[2].partition("## Proof")[0])
    assert len(rows) > 25
    assert [could for could, _, shown in rows if not re.search(r"`(test_\w+|tests/[\w/]+\.py)`", shown)] == []


def test_every_actor_has_a_part() -> None:
    actors = ("opponent", "team mate", "host", "spectator", "stranger", "thief of a backup")
    assert [who for who in actors if not re.search(rf"^### .*{who}", MODEL, re.M)] == []
