"""A pytest plugin: which tests a run takes of all there are, and what it left out.

`fast` is what a change breaks, in minutes: tests that are marked `whole` are left out, of one that is `sampled` only
some cases are drawn, of those that are `slow` half; dear tests of one kind can be drawn from one another (`among`).
`share` is one part in SHARES of what `fast` leaves out; which part, hangs on the seed. `all` leaves out nothing, and is
what pytest does by itself: whoever names a test gets it.

The seed is the commit, so that each is tried with other cases, and any run can be repeated. It also shuffles the tests
(pytest-randomly). A case that the whole matrix found something by is always drawn: `pinned` has a part of its name.
"""

from __future__ import annotations

import os
import random
import subprocess
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Any, TypeVar

import pytest

TIERS = ("fast", "share", "all")
PATIENCE = 240.0
"""Seconds for a test of `fast`, and for what it has prepared; most take a hundredth of a second, none by itself 30."""
SHARES = 8
"""Commits after which each test that `make test` leaves out has been tried once, on average."""
PARTS = 7
"""Commits after which the fast tier has done, on average, once what a test does in parts."""
SLOW = 2
"""Of so many tests that are marked `slow`, and not otherwise, the fast tier runs one."""
T = TypeVar("T")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Which tests, and how they are drawn."""
    parser.addoption("--tier", choices=TIERS, default="all", help="fast: make test; share: a part of what it leaves")
    parser.addoption("--seed", help="draws the cases and shuffles the tests; the commit unless it is set")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Shuffle by the same seed as cases are drawn with."""
    seed = config.getoption("seed") or current()
    os.environ["REFIT_TEST_TIER"] = config.getoption("tier")
    os.environ["REFIT_TEST_SEED"] = seed  # for the workers of xdist, and for matrices that are drawn while collecting
    if config.pluginmanager.hasplugin("randomly") and config.getoption("randomly_seed", None) == "default":
        config.option.randomly_seed = number(seed)
    if config.getoption("tier") == "fast" and config.getoption("timeout") is None:
        config.option.timeout = PATIENCE  # before pytest-timeout reads it


@cache
def current() -> str:
    """The seed of this run: SEED or REFIT_TEST_SEED of the environment, or the first digits of the commit."""
    named = os.environ.get("REFIT_TEST_SEED") or os.environ.get("SEED")
    return named or commit() or "0"


def commit() -> str:
    """The commit that is checked out, by its first digits; nothing where there is no repository."""
    asked = ["git", "rev-parse", "--short=8", "HEAD"]
    try:
        return subprocess.run(asked, capture_output=True, text=True, cwd=Path(__file__).parent).stdout.strip()
    except OSError:
        return ""


def number(*parts: str) -> int:
    """A number of 32 bits that hangs on these texts alone, in every process."""
    return int.from_bytes(sha256("\0".join(parts).encode()).digest()[:4], "big")


def pytest_report_header(config: pytest.Config) -> str:
    """Say how this run can be repeated."""
    return f"tier: {config.getoption('tier')}, seed: {current()} (set with --seed or SEED=)"


def left_by_fast(items: Iterable[pytest.Item], seed: str) -> list[pytest.Item]:
    """What a run of `make test` with this seed leaves out."""
    left, sampled = [], []
    for item in items:
        if item.get_closest_marker("whole"):
            left.append(item)
        elif item.get_closest_marker("sampled"):
            sampled.append(item)
        elif item.get_closest_marker("slow") and number(seed, item.nodeid) % SLOW:
            left.append(item)
    for name, cases in groupby(sorted(sampled, key=lambda item: (_drawn_among(item), item.nodeid)), key=_drawn_among):
        left += not_drawn(list(cases), random.Random(number(seed, name)))
    return left


def _drawn_among(item: pytest.Item) -> str:
    """What a case is drawn from: the cases of its test, or the tests that are marked with the same `among`."""
    mark = item.get_closest_marker("sampled")
    assert mark is not None
    return str(mark.kwargs.get("among") or item.nodeid.split("[")[0])


def of_share(left: Iterable[pytest.Item], mine: int) -> list[pytest.Item]:
    """The part of what is left out that has this number, below SHARES."""
    return [item for item in left if number(item.nodeid) % SHARES == mine]


def is_fast() -> bool:
    """Whether this is a run of the fast tier."""
    return os.environ.get("REFIT_TEST_TIER") == "fast"


def drawn_part(every: Sequence[T], name: str) -> Sequence[T]:
    """What a test goes through in this run: all of it, or, in the fast tier, each seventh from one by the seed."""
    if not is_fast() or not every:
        return every
    return every[number(current(), name) % min(len(every), PARTS) :: PARTS]


def is_drawn_in_test(name: str, parts: int) -> bool:
    """Whether the test that runs does something to what has this name: in the fast tier to one in `parts` names."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    return not is_fast() or number(current(), test, name) % parts == 0


def is_drawn(name: str) -> bool:
    """Whether this run does something that takes long: in the fast tier with one in seven names, by the seed."""
    return not is_fast() or number(current(), name) % PARTS == 0


def not_drawn(cases: Sequence[pytest.Item], rng: random.Random) -> list[pytest.Item]:
    """The cases of one test that are not drawn: each value of a parameter is preferred that no drawn case has."""
    mark = cases[0].get_closest_marker("sampled")
    assert mark is not None
    wanted, pinned = mark.args[0], mark.kwargs.get("pinned", ())
    drawn = [case for case in cases if any(part in case.nodeid for part in pinned)]
    rest = [case for case in cases if case not in drawn]
    rng.shuffle(rest)
    seen = {value for case in drawn for value in _values(case)}
    while rest and len(drawn) < wanted:
        best = max(rest, key=lambda case: len(_values(case) - seen))
        rest.remove(best)
        drawn.append(best)
        seen |= _values(best)
    return rest


def _values(item: pytest.Item) -> set[tuple[str, str]]:
    """The parameters of a case, with their values as the case is called by them; of several tests which one it is of.

    Else a test with many parameters would always be drawn before one that has none.
    """
    mark = item.get_closest_marker("sampled")
    if mark and "among" in mark.kwargs:
        return {("test", item.nodeid.split("[")[0])}
    spec = getattr(item, "callspec", None)
    return {(name, repr(value)) for name, value in spec.params.items()} if spec else set()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what this tier does not run."""
    tier, seed = config.getoption("tier"), current()
    if tier == "all":
        return
    left = set(left_by_fast(items, seed))
    asked = set(of_share(left, number(seed) % SHARES)) if tier == "share" else set(items) - left
    config.hook.pytest_deselected(items=[item for item in items if item not in asked])
    config.stash[LEFT_OUT] = len(items) - len(asked)
    items[:] = [item for item in items if item in asked]


LEFT_OUT = pytest.StashKey[int]()
"""How many tests this run leaves out."""


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker of xdist has collected what its controller has not."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["left out"] = session.config.stash.get(LEFT_OUT, 0)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over the number; each worker has the same."""
    node.config.stash[LEFT_OUT] = getattr(node, "workeroutput", {}).get("left out", 0)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say what was not run, and how to run it."""
    tier, left = config.getoption("tier"), config.stash.get(LEFT_OUT, 0)
    if tier != "all":
        terminalreporter.write_line(
            f"tier {tier}, seed {current()}: {left:,} tests of the whole matrix did not run; make test-all runs them,"
            f" make test SEED={current()} draws the same again."
        )
