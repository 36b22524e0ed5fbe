"""Every figure of the code base beside its limit, of this checkout and of another one.

`python -m bench.codebase` measures this checkout; `--against PATH` another one too, in turn with it, so that the ratio
counts; `--static` only reads the source, `--slow` adds what takes minutes, `--details` says what figures are made of.
"""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

from bench.codebase import figures
from bench.codebase.figures import Rows
from bench.codebase.sources import Checkout

HERE = Path(__file__).resolve().parent.parent.parent
RUNNING = (figures.run_pages, figures.run_campaigns, figures.run_one_test)
ELSEWHERE = """
Measured elsewhere, or by hand:
  a sheet of four pages, times the bare typesetter   <= 1.3         python -m bench.sheets
  all tests on two cores                             <= 8 minutes   make test
  price of the template, copied                      0 lines        lines to add to a copy of rules/systems/_template
                                                                    until each of its pages is there"""


def read(roots: Sequence[Path]) -> list[Rows]:
    """The figures read off the source of each checkout."""
    return [figures.read(Checkout(root)) for root in roots]


def line(name: str, limit: str, before: str, now: str, met: bool) -> str:
    """A line of the table."""
    return f"{name:<42}{limit:>10}{before:>14}{now:>14}{'' if met else '  beyond'}"


def printed(found: Sequence[Rows], details: bool) -> list[str]:
    """Print rows, each beside its limit and what it was in another checkout; returns the names of those beyond."""
    now, *others = found
    before = {each.name: each.shown() for rows in others for each in rows}
    for each in now:
        print(line(each.name, each.limit, before.get(each.name, ""), each.shown(), each.met), flush=True)
        if details and each.of:
            print(f"    {each.of}")
    return [each.name for each in now if not each.met]


def main() -> None:
    """Measure and print; fails if a figure is beyond its limit."""
    asked = argparse.ArgumentParser(prog="python -m bench.codebase", description=__doc__)
    asked.add_argument("--against", type=Path, metavar="PATH", help="another checkout, as it was before")
    for name in ("static", "slow", "details"):
        asked.add_argument(f"--{name}", action="store_true")
    told = asked.parse_args()
    roots = [HERE, *([told.against.resolve()] if told.against else [])]
    parts: list[Callable[[Sequence[Path]], list[Rows]]] = [read, *(RUNNING if not told.static else ())]
    parts += [figures.run_slow] if told.slow else []
    print(line("", "limit", "before" if told.against else "", "now", met=True))
    beyond = [name for part in parts for name in printed(part(roots), told.details)]
    print(ELSEWHERE)
    if beyond:
        raise SystemExit(f"beyond their limits: {len(beyond)}")


if __name__ == "__main__":
    main()
