"""A run of browsers alone reads only the files that mark a test as one of a browser, and none is left to nobody."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import browsers

OWN = "@pytest.mark." + "browser\ndef test_it(page): ..."
FROM_ELSEWHERE = "from tests.somewhere import MARKS\npytestmark = MARKS\ndef test_it(page): ..."


def asking(wanted: str) -> Any:
    return SimpleNamespace(getoption=lambda name: wanted, hook=SimpleNamespace(pytest_deselected=lambda items: None))


@dataclass(frozen=True)
class Collected:
    """A collected test of a browser, wherever its mark is from."""

    path: Path

    def get_closest_marker(self, name: str) -> bool | None:
        return name == "browser" or None


@pytest.mark.parametrize(
    ("wanted", "source", "expected"),
    [("only", OWN, None), ("only", FROM_ELSEWHERE, True), ("without", FROM_ELSEWHERE, None), ("without", OWN, None)],
)
def test_only_what_marks_a_browser_is_read(tmp_path: Path, wanted: str, source: str, expected: bool | None) -> None:
    (file := tmp_path / "test_pages.py").write_text(source)
    assert browsers.pytest_ignore_collect(file, asking(wanted)) is expected


def test_folders_and_conftests_are_always_read(tmp_path: Path) -> None:
    (file := tmp_path / "conftest.py").write_text("")
    assert browsers.pytest_ignore_collect(file, asking("only")) is None
    assert browsers.pytest_ignore_collect(tmp_path, asking("only")) is None


def test_a_mark_from_elsewhere_stops_the_run_that_would_leave_the_test_to_nobody(tmp_path: Path) -> None:
    (file := tmp_path / "test_pages.py").write_text(FROM_ELSEWHERE)
    items: list[Any] = [Collected(file)]
    with pytest.raises(pytest.UsageError, match=r"test_pages\.py"):
        browsers.pytest_collection_modifyitems(asking("without"), items)
    file.write_text(OWN)
    browsers.pytest_collection_modifyitems(asking("without"), items)
    assert items == []
