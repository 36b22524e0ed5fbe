"""Which tests a run draws, and what it says of the rest."""

from __future__ import annotations

import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests import tiers
from tests.tiers import SHARES, left_by_fast, of_share

ROOT = Path(__file__).resolve().parent.parent
SEEDS = [f"seed {n}" for n in range(40)]


class Spec:
    """What pytest keeps of a case's parameters."""

    def __init__(self, **params: str) -> None:
        self.params = params


class Case:
    """A case of a test, as far as it matters for being drawn."""

    def __init__(self, nodeid: str, mark: pytest.MarkDecorator | None = None, **params: str) -> None:
        self.nodeid, self.mark, self.callspec = nodeid, mark, Spec(**params)

    def get_closest_marker(self, name: str) -> Any:
        return self.mark.mark if self.mark and self.mark.name == name else None


def names(left: list[Any]) -> set[str]:
    return {case.nodeid for case in left}


def pages(**more: Any) -> list[Any]:
    """Nine cases of a test: three readers of three games."""
    mark = pytest.mark.sampled(3, **more)
    every = product(("oto2", "votg", "rts"), ("hans", "ivan", "umpire"))
    return [Case(f"test_page[{game}-{reader}]", mark, game=game, reader=reader) for game, reader in every]


def test_a_test_without_a_mark_is_always_run_and_a_whole_one_never() -> None:
    one, other = Case("test_always"), Case("test_torture", pytest.mark.whole("kills servers"))
    assert names(left_by_fast([one, other], "seed")) == {"test_torture"}  # type: ignore[list-item]


def test_of_slow_tests_half_are_drawn_and_seven_seeds_draw_nearly_all() -> None:
    cases: list[Any] = [Case(f"test_slow[{n}]", pytest.mark.slow) for n in range(200)]
    left = [names(left_by_fast(cases, seed)) for seed in SEEDS[:7]]
    assert all(70 < len(each) < 130 for each in left)
    assert len(set.intersection(*left)) < 10


@pytest.mark.parametrize("seed", SEEDS[:5])
def test_drawn_cases_have_as_many_values_of_each_parameter_as_they_can(seed: str) -> None:
    cases = pages()
    drawn = [case for case in cases if case not in left_by_fast(cases, seed)]
    assert len(drawn) == 3
    assert {case.callspec.params["game"] for case in drawn} == {"oto2", "votg", "rts"}
    assert {case.callspec.params["reader"] for case in drawn} == {"hans", "ivan", "umpire"}


def test_the_same_seed_draws_the_same_and_all_seeds_everything() -> None:
    cases = pages()
    left = [names(left_by_fast(cases, seed)) for seed in SEEDS]
    assert left == [names(left_by_fast(pages()[::-1], seed)) for seed in SEEDS]
    assert set.intersection(*left) == set()


@pytest.mark.parametrize("seed", SEEDS[:5])
def test_a_pinned_case_is_always_drawn(seed: str) -> None:
    assert "test_page[rts-hans]" not in names(left_by_fast(pages(pinned=("rts-hans",)), seed))


@pytest.mark.parametrize("seed", SEEDS[:5])
def test_tests_of_one_kind_are_drawn_from_one_another(seed: str) -> None:
    dear: list[Any] = [Case(f"test_{name}", pytest.mark.sampled(1, among="dear ones")) for name in "abc"]
    assert len(left_by_fast(dear, seed)) == 2


@pytest.mark.parametrize("seed", SEEDS[:5])
def test_each_test_of_a_kind_is_drawn_before_a_second_case_of_one(seed: str) -> None:
    mark = pytest.mark.sampled(2, among="dear ones")
    dear: list[Any] = [Case(f"test_many[{n}]", mark, number=str(n)) for n in range(9)] + [Case("test_one", mark)]
    drawn = names(dear) - names(left_by_fast(dear, seed))
    assert len(drawn) == 2
    assert "test_one" in drawn


def test_the_fast_tier_goes_through_a_part_and_all_seeds_through_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    found = set[int]()
    for seed in SEEDS:
        monkeypatch.setattr(tiers, "current", lambda seed=seed: seed)
        monkeypatch.setenv("REFIT_TEST_TIER", "fast")
        part = tiers.drawn_part(range(30), "pages")
        assert len(part) in (4, 5)
        assert len(tiers.drawn_part("ab", "few")) == 1
        found |= {*part}
        monkeypatch.setenv("REFIT_TEST_TIER", "all")
        assert len(tiers.drawn_part(range(30), "pages")) == 30
        assert tiers.is_drawn("anything")
    assert found == {*range(30)}


def test_each_share_is_a_part_of_what_is_left_and_all_together_are_all_of_it() -> None:
    left: list[Any] = [Case(f"test_torture[{n}]") for n in range(200)]
    shares = [of_share(left, number) for number in range(SHARES)]
    assert sorted(case.nodeid for share in shares for case in share) == sorted(names(left))
    assert all(share for share in shares)


def test_a_run_says_what_it_left_out_and_how_to_run_it() -> None:
    asked = [sys.executable, "-m", "pytest", "tests/leaks/test_matrix.py", "--tier", "fast", "--seed", "abc"]
    done = subprocess.run([*asked, "--collect-only", "-q"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert "12 tests of the whole matrix did not run; make test-all runs them" in done.stdout
    assert "make test SEED=abc" in done.stdout
