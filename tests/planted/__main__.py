"""`make planted`: plants one fault after another in a copy of the sources, and says which the tests find.

Each fault is looked for by the tests it names, as `make test` with that seed would run them; what is found by a part of
a run is found by the run. Several seeds say how much is found once all have been tried.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.planted.catalogue import ROOT, Fault, faults
from tests.tiers import TIERS, current

LONGEST = 900
"""Seconds after which the tests of a fault are given up: a fault that hangs them is found."""
FOUND, PASSED, NOTHING = "found", "NOT found", "no test drawn"


def copy_of(sources: Path, folder: Path) -> Path:
    """A copy of the files that git knows, with the same environment."""
    copy = folder / "sources"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=sources, capture_output=True, check=True)
    subprocess.run(["git", "init", "-q", copy], check=True)  # tests ask git for the files of the program
    subprocess.run(["cp", "--parents", "-t", copy, *listed.stdout.decode().strip("\0").split("\0")], cwd=sources, check=True)
    (copy / ".venv").symlink_to((sources / ".venv").resolve())
    subprocess.run(["git", "add", "-A"], cwd=copy, check=True)
    return copy


def look_for(fault: Fault, copy: Path, draw: Sequence[str]) -> tuple[str, str]:
    """Whether the tests find a fault in this copy, and by which."""
    sources = fault.plant(copy)
    try:
        command = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "-p", "no:cacheprovider", *draw]
        tests = [each for each in fault.tests if (copy / each.split("::")[0]).exists()]
        run = subprocess.run([*command, *tests], cwd=copy, capture_output=True, text=True, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        return FOUND, "the tests hang"
    finally:
        (copy / fault.file).write_text(sources, encoding="utf-8")
    if run.returncode == 5:
        return NOTHING, ""
    if run.returncode == 0:
        return PASSED, ""
    by = [line for line in run.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return FOUND, by[0].split(" - ")[0] if by else (run.stderr or run.stdout).strip().splitlines()[-1]


def main() -> int:
    """Plant them, and print what came of each and in all."""
    parser = argparse.ArgumentParser(prog="make planted", description=__doc__)
    parser.add_argument("--seed", action="append", help="draws the tests; may be given several times")
    parser.add_argument("--tier", choices=(*TIERS, "none"), default="fast", help="none: for sources without tiers")
    parser.add_argument("--only", default="", help="a kind, or a part of the names of faults")
    parser.add_argument("--sources", type=Path, default=ROOT, help="another checkout in which to plant")
    options = parser.parse_args()
    chosen = [fault for fault in faults() if options.only in fault.name]
    missed = set[str]()
    for seed in options.seed or [current()]:
        draw = ["-p", "no:randomly"] if options.tier == "none" else ["--tier", options.tier, "--seed", seed]
        left = [fault for fault in chosen if not missed or fault.name in missed]
        missed = {fault.name for fault in left} - set(_one_seed(left, options.sources, draw, seed))
    known = {fault.name for fault in chosen if fault.before}
    print(f"{len(chosen)} faults, {len(known)} of them found before runs drew their cases; not found: {len(missed)}")
    print("\n".join(sorted(missed)))
    return 1 if missed & known else 0


def _one_seed(chosen: Sequence[Fault], sources: Path, draw: Sequence[str], seed: str) -> list[str]:
    """The names of the faults that are found with this seed."""
    found, by_kind = [], Counter[tuple[str, str]]()
    with tempfile.TemporaryDirectory(prefix="refit-planted-") as folder:
        copy = copy_of(sources, Path(folder))
        for fault in chosen:
            start = time.monotonic()
            try:
                result, by = look_for(fault, copy, draw)
            except ValueError as error:
                result, by = "not planted", str(error)
            by_kind[fault.kind, result] += 1
            found += [fault.name] if result == FOUND else []
            print(f"{seed} {result:14} {time.monotonic() - start:5.0f} s  {fault.name:50} {by}", flush=True)
    for (kind, result), many in sorted(by_kind.items()):
        print(f"{seed} {kind:12} {result:14} {many}")
    return found


if __name__ == "__main__":
    sys.exit(main())
