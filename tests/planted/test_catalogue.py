"""The catalogue of planted faults fits the sources of today."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.planted.catalogue import ROOT, Fault, faults

pytestmark = pytest.mark.once
FEWEST, FEWEST_OF_A_KIND = 120, 5


def test_there_are_enough_of_every_kind() -> None:
    kinds = Counter(fault.kind for fault in faults())
    assert kinds.total() >= FEWEST
    assert min(kinds.values()) >= FEWEST_OF_A_KIND


def test_each_has_its_place_once_and_changes_it() -> None:
    lost = [
        fault.name
        for fault in faults()
        if (ROOT / fault.file).read_text(encoding="utf-8").count(fault.old) != 1 or fault.old == fault.new
    ]
    assert lost == [], "the sources have changed: plant these anew"


def test_each_is_looked_for_by_tests_that_are_there() -> None:
    named = {test.split("::")[0] for fault in faults() for test in fault.tests}
    assert [test for test in sorted(named) if not (ROOT / test).exists()] == []
    assert [fault.name for fault in faults() if not fault.tests] == []


def test_a_fault_is_planted_in_a_copy_and_one_without_its_place_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("one = 1\n")
    fault = Fault("rules", "one", "a.py", "= 1", "= 2", ("tests",))
    assert fault.plant(tmp_path) == "one = 1\n"
    assert (tmp_path / "a.py").read_text() == "one = 2\n"
    with pytest.raises(ValueError, match="rules/one"):
        fault.plant(tmp_path)
