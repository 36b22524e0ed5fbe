"""Which tests CI runs again: those that may come out otherwise on another PostgreSQL or through another broker."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rounds import ROOT, has_more_to_say


@pytest.mark.parametrize(
    ("name", "marks", "fixtures", "commits", "expected"),
    [
        ("refit/test_wizard.py", (), ("db", "table"), False, False),
        ("leaks/test_pages.py", ("slow",), ("garden",), False, False),
        ("test_docs.py", (), (), False, False),
        ("refit/test_wizard.py", (), ("db",), True, True),
        ("refit/test_wizard.py", (), ("transactional_db",), False, True),
        ("refit/test_wizard.py", ("live",), (), False, True),
        ("refit/test_wizard.py", ("twice",), (), False, True),
        ("campaigns/test_gates.py", (), ("db",), False, True),
        ("config/test_cache.py", (), ("db",), False, True),
        ("leaks/test_stored.py", (), ("garden",), False, True),
        ("journeys/test_map.py", ("browser",), ("transactional_db",), True, False),
        ("journeys/test_two_browsers.py", ("browser", "live", "twice"), (), True, True),
    ],
)
def test_what_may_come_out_otherwise_on_a_server_is_run_there(
    name: str, marks: tuple[str, ...], fixtures: tuple[str, ...], commits: bool, expected: bool
) -> None:
    assert has_more_to_say(ROOT / name, marks, fixtures, commits) is expected


@pytest.mark.parametrize(
    "source",
    [
        "def test_it(db):\n    with connection.cur~sor() as told: ...",
        "def test_it(db):\n    found.exec~ute('SELECT 1')",
        "def test_it(settings):\n    assert settings.BRO~KER_URL",
        "import red~is",
    ],
)
def test_a_planted_question_of_a_test_to_database_or_broker_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    """The words stand apart above, so that this file isn't taken for one that asks."""
    monkeypatch.setattr("tests.rounds.ROOT", tmp_path)
    (file := tmp_path / "test_planted.py").write_text(source.replace("~", ""))
    assert has_more_to_say(file, (), ("db",), False)
    (other := tmp_path / "test_other.py").write_text("def test_it(client):\n    client.get('/')")
    assert not has_more_to_say(other, (), ("db",), False)


def test_this_very_test_is_marked(request: pytest.FixtureRequest) -> None:
    assert request.node.get_closest_marker("once")


@pytest.mark.twice
def test_and_one_marked_by_hand_is_not(request: pytest.FixtureRequest) -> None:
    assert not request.node.get_closest_marker("once")
