"""`make planted`: plants one fault after another in a copy of the sources, and says which the tests find.

Each fault is looked for by the tests it names, as `make test` with that seed would run them; what is found by a part of
a run is found by the run. Several seeds say how much is found once all have been tried.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue
from types import FrameType
from typing import TypedDict

from tests.planted.catalogue import ROOT, Fault, faults
from tests.planted.scratch import Scratch, Verdict
from tests.tiers import TIERS, current

Draw = Sequence[str]


class Row(TypedDict):
    """A row of the results."""

    fault: str
    kind: str
    seed: str
    found: bool
    by: str
    seconds: float


def main(arguments: Sequence[str] | None = None) -> int:
    """Plant them, and print what came of each and in all; 1 if one was missed that the suite found before."""
    options = _parser().parse_args(arguments)
    signal.signal(signal.SIGTERM, _leave)
    chosen = [fault for fault in faults() if any(part in fault.name for part in options.only or [""])]
    rows = list[Row]()
    with ExitStack() as stack:
        copies, made = SimpleQueue[Scratch](), list[Scratch]()
        for _ in range(options.jobs):
            made.append(stack.enter_context(Scratch(options.sources.resolve())))
            copies.put(made[-1])
        pool = stack.enter_context(ThreadPoolExecutor(options.jobs))
        for copy in made:
            stack.callback(copy.end)
        stack.callback(pool.shutdown, wait=False, cancel_futures=True)
        for seed in options.seed or [current()]:
            found = {row["fault"] for row in rows if row["found"]}
            left = [fault for fault in chosen if fault.name not in found]
            draw = ["-p", "no:randomly"] if options.tier == "none" else ["--tier", options.tier, "--seed", seed]
            if options.clean and (red := _not_clean(left, copies, draw)):
                print("\n".join(["These tests fail without any fault:", *red]), file=sys.stderr)
                return 2
            for row in pool.map(lambda fault, draw=draw, seed=seed: _tried(fault, copies, draw, seed), left):
                rows.append(row)
                print(_line(row), flush=True)
                if options.results:
                    options.results.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    print(summary(chosen, rows))
    missed = {fault.name for fault in chosen} - {row["fault"] for row in rows if row["found"]}
    return 1 if missed & {fault.name for fault in chosen if fault.before} else 0


def summary(chosen: Sequence[Fault], rows: Sequence[Row]) -> str:
    """How many were found, by kind and after each seed, and which were not."""
    found = {row["fault"] for row in rows if row["found"]}
    many, of_kind = Counter(f.kind for f in chosen), Counter(f.kind for f in chosen if f.name in found)
    lines = [f"{kind:12} {of_kind[kind]:4} of {number}" for kind, number in sorted(many.items())]
    so_far = 0
    for seed, number in Counter(row["seed"] for row in rows if row["found"]).items():
        so_far += number
        lines.append(f"after seed {seed}: {so_far} of {len(chosen)}")
    known = sum(fault.before for fault in chosen)
    missed = [fault for fault in chosen if fault.name not in found]
    lines.append(f"{len(chosen)} faults, {known} found before runs drew their cases; not found: {len(missed)}")
    return "\n".join([*lines, *(fault.name + ("" if fault.before else ", nor before") for fault in missed)])


def _tried(fault: Fault, copies: SimpleQueue[Scratch], draw: Draw, seed: str) -> Row:
    """Plant a fault in a copy that is free, and look for it."""
    copy = copies.get()
    try:
        with copy.planted(fault):
            verdict = copy.run(fault.tests, draw)
    except (ValueError, FileNotFoundError) as gone:
        verdict = Verdict(False, f"not planted: {gone}", 0.0)
    finally:
        copies.put(copy)
    seconds = round(verdict.seconds, 1)
    return Row(fault=fault.name, kind=fault.kind, seed=seed, found=verdict.found, by=verdict.by, seconds=seconds)


def _not_clean(chosen: Sequence[Fault], copies: SimpleQueue[Scratch], draw: Draw) -> list[str]:
    """Which sets of tests fail without a fault, and so would find anything."""
    copy = copies.get()
    verdicts = {tests: copy.run(tests, draw) for tests in sorted({fault.tests for fault in chosen})}
    copies.put(copy)
    return [f"{' '.join(tests)}: {verdict.by}" for tests, verdict in verdicts.items() if verdict.found]


def _line(row: Row) -> str:
    result = "found" if row["found"] else "NOT found"
    return f"{row['seed']} {result:10} {row['seconds']:5.0f} s  {row['fault']:45} {row['by']}"


def _leave(number: int, frame: FrameType | None) -> None:
    """Leave in order when told to end, so that the copies and their servers go."""
    raise SystemExit(128 + number)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make planted", description=__doc__)
    parser.add_argument(
        "--seed", action="extend", nargs="+", help="draws the tests; of several the later ones look for what is left"
    )
    parser.add_argument("--tier", choices=(*TIERS, "none"), default="fast", help="none: for sources without tiers")
    parser.add_argument(
        "--only", action="extend", nargs="+", metavar="PART", help="kinds, or parts of the names of faults"
    )
    parser.add_argument("--sources", type=Path, default=ROOT, help="another checkout in which to plant")
    parser.add_argument("--jobs", type=int, default=1, help="how many copies are worked in at once")
    parser.add_argument("--clean", action="store_true", help="first see that the tests pass without a fault")
    parser.add_argument("--results", type=Path, help="a file for the results as JSON, written after each fault")
    return parser


if __name__ == "__main__":
    sys.exit(main())
