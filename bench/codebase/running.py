"""Figures that come of running: pages and presses, random campaigns, the start of a test. Checkouts take turns."""

from __future__ import annotations

import ast
import json
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

PROBE = Path(__file__).with_name("probe.py")
SYSTEM = "oto2"
SEEDS = list(range(12))
RULES_TESTS = "tests/rules"
LAST = 15
"""How many lines are shown of what a process said before it died."""
PYTEST = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
FRAMES = 5
"""How many frames deeper each round of presses begins: thirty rounds come through a whole piece of them."""
Answer = dict[str, Any]


class Probe:
    """A process inside a checkout that answers questions, one at a time."""

    def __init__(self, process: subprocess.Popen[str], log: Path) -> None:
        self._process, self._log = process, log

    def ask(self, what: str, **more: Any) -> Any:
        """The answer to a question; raises with what the process said last if it died over it."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        line = ""
        with suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps({"what": what, **more}) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        if not line:
            last = self._log.read_text(encoding="utf-8").splitlines(keepends=True)[-LAST:]
            raise SystemExit("".join(last))
        return json.loads(line)

    def end(self) -> None:
        """Ask nothing more, and wait until it has put its database away."""
        self._process.communicate()


def environment(root: Path) -> dict[str, str]:
    """The surroundings of a process that runs a checkout and nothing of the one we were started in."""
    return {**os.environ, "PYTHONPATH": str(root)}


@contextmanager
def probe(root: Path, *kind: str) -> Iterator[Probe]:
    """A probe in a checkout, ended afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with log.open("w") as err:
            process = subprocess.Popen(
                [sys.executable, "-P", str(PROBE), *kind],
                cwd=root, env=environment(root), text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=err,
            )  # fmt: skip
        asked = Probe(process, log)
        try:
            yield asked
        finally:
            asked.end()


def in_turn(rounds: int, number: int) -> Iterator[int]:
    """Which of a number of checkouts is next: each once a round, every other round the other way about."""
    for each in range(rounds):
        yield from range(number) if each % 2 else reversed(range(number))


def times_before(now: Sequence[float], before: Sequence[float]) -> float:
    """How many times as much, by the median of what was measured right after one another.

    On a machine that others use this is steadier than the ratio of the least, which a single lucky round decides.
    """
    return statistics.median(one / other for one, other in zip(now, before, strict=True))


def pages(roots: Sequence[Path], rounds: int) -> list[Answer]:
    """For each checkout its acts: what of the program they enter, their statements, and the milliseconds of rounds."""
    with ExitStack() as stack:
        probes = [stack.enter_context(probe(root, "web")) for root in roots]
        for each in probes:
            each.ask("timed")  # what is loaded once
        walks = [each.ask("walked") for each in probes]
        times: list[list[Answer]] = [[] for _ in probes]
        for number in in_turn(rounds, len(probes)):
            times[number].append(probes[number].ask("timed", below=FRAMES * len(times[number])))
    return [
        {name: {**walk[name], "milliseconds": [each[name] for each in found]} for name in walk}
        for walk, found in zip(walks, times, strict=True)
    ]


def campaigns(roots: Sequence[Path], rounds: int) -> list[Answer]:
    """For each checkout the seconds of each random campaign, by seed and round, and the orders of each."""
    with ExitStack() as stack:
        probes = [stack.enter_context(probe(root)) for root in roots]
        for each in probes:
            each.ask("campaigns", system=SYSTEM, seeds=[SEEDS[0]])  # what is loaded once
        found: list[Answer] = [{"seconds": {seed: [] for seed in SEEDS}, "orders": {}} for _ in probes]
        for seed in SEEDS:
            for number in in_turn(rounds, len(probes)):
                answer = probes[number].ask("campaigns", system=SYSTEM, seeds=[seed])
                found[number]["seconds"][seed] += answer["seconds"]
                found[number]["orders"][seed] = answer["orders"][0]
    return found


def smallest_test(root: Path) -> str:
    """A test of the rules that needs no game's data and no fixture: the first of the shortest file that has one."""
    for path in sorted((root / RULES_TESTS).rglob("test_*.py"), key=lambda path: path.stat().st_size):
        text = path.read_text(encoding="utf-8")
        if re.search(r"^(from|import) (rules\.systems|tests|hypothesis)|registry", text, re.MULTILINE):
            continue
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and not node.args.args:
                return f"{path.relative_to(root)}::{node.name}"
    raise LookupError("no test without a game was found")


def carried_out(command: Sequence[str], root: Path) -> tuple[float, float]:
    """The seconds a command takes, and those its processes keep the processor busy; raises if it fails."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(command, cwd=root, env=environment(root), capture_output=True, text=True)
    took, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return took, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def one_test(roots: Sequence[Path], rounds: int) -> list[tuple[str, float, float]]:
    """For each checkout a test of the rules, the least seconds from the command to its result, and of the processor."""
    tests = [smallest_test(root) for root in roots]
    found: list[list[tuple[float, float]]] = [[] for _ in roots]
    for number in in_turn(rounds, len(roots)):
        found[number].append(carried_out([*PYTEST, tests[number]], roots[number]))
    leasts = ([min(column) for column in zip(*times, strict=True)] for times in found)
    return [(test, took, busy) for test, (took, busy) in zip(tests, leasts, strict=True)]


def rules_tests(root: Path) -> float:
    """The processor's seconds of all tests of the rules."""
    return carried_out([*PYTEST, RULES_TESTS], root)[1]


def untyped(root: Path) -> dict[str, tuple[int, int]]:
    """For each module the expressions with `Any` in their type, as mypy finds them, and all it has."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "mypy", "--no-incremental", "--any-exprs-report", folder]
        subprocess.run(command, cwd=root, env=environment(root), capture_output=True)
        report = (Path(folder) / "any-exprs.txt").read_text(encoding="utf-8")
    rows = [line.split() for line in report.splitlines()]
    return {row[0]: (int(row[1]), int(row[2])) for row in rows if len(row) == 4 and row[1].isdigit()}
