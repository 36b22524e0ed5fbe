"""The catalogue of planted faults fits the sources of today."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.planted.__main__ import Row, summary
from tests.planted.catalogue import ROOT, Fault, faults
from tests.planted.scratch import Scratch, told

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


def test_a_copy_is_as_before_once_its_fault_was_looked_for(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("one = 1\n")
    before = (tmp_path / "a.py").stat().st_mtime_ns
    scratch = Scratch.__new__(Scratch)
    scratch.copy = tmp_path

    def interrupted() -> None:
        with scratch.planted(Fault("rules", "one", "a.py", "= 1", "= 2", ("tests",))):
            assert (tmp_path / "a.py").read_text() == "one = 2\n"
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert (tmp_path / "a.py").read_text() == "one = 1\n"
    assert (tmp_path / "a.py").stat().st_mtime_ns == before, "what was compiled of it would be compiled again"


@pytest.mark.parametrize(
    ("code", "said", "result"),
    [
        (0, "3 passed", ""),
        (1, "..F\nFAILED tests/a.py::test_b[c - d] - assert 1 == 2\n", "tests/a.py::test_b[c - d]"),
        (2, "ERROR tests/a.py - SyntaxError\n", "tests/a.py (not collected)"),
        (5, "", "no test drawn"),
        (None, "", "the tests hang"),
        (4, "no such option", "pytest returned 4: no such option"),
    ],
)
def test_what_came_of_a_run(code: int | None, said: str, result: str) -> None:
    assert told(code, said) == result


def test_the_summary_adds_up_the_seeds_and_names_what_none_of_them_found() -> None:
    chosen = [Fault("rules", key, "a.py", "1", "2", ("tests",), before=key != "c") for key in "abc"]
    rows = [
        _row("rules/a", "s", found=True),
        _row("rules/b", "s"),
        _row("rules/c", "s"),
        _row("rules/b", "t", found=True),
    ]
    lines = summary(chosen, rows).splitlines()
    assert [" ".join(line.split()) for line in lines] == [
        "rules 2 of 3",
        "after seed s: 1 of 3",
        "after seed t: 2 of 3",
        "3 faults, 2 found before runs drew their cases; not found: 1",
        "rules/c, nor before",
    ]


def _row(fault: str, seed: str, *, found: bool = False) -> Row:
    return Row(fault=fault, kind="rules", seed=seed, found=found, by="", seconds=1.0)
