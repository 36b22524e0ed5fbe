"""The rows of the table: what each figure is called, its limit, and what it is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.codebase import running, structure
from bench.codebase.sources import LAZY, LOADED, SYSTEMS, TYPED, Checkout, Module

ROUNDS, CAMPAIGN_ROUNDS, TEST_ROUNDS = 30, 4, 3
BOUGHT = "POST purchase"
LATER = {
    "the map": (
        "steps.aftermath.drawn_lines", "steps.aftermath.level_lines",
        "steps.aftermath.map_lines", "steps.aftermath.perimeter_task", "steps.aftermath.public_lines",
        "steps.aftermath.ways_out", "steps.setup.positions", "steps.setup.taps", "steps.setup.within", "steps.spots",
        "map_side", "perimeter",
    ),
    "the battle pad": ("pad", "battle_toll", "captures", "steps.toll"),
    "VASL": ("vasl",),
    "beginning on paper": ("from_paper", "steps.from_paper"),
}  # fmt: skip
"""Modules and packages of a game or the family that came with subjects later than the limits, by their names in it."""


@dataclass(frozen=True)
class Figure:
    """A row of the table. `most` and `least` are its limits; `of` says what it is made of."""

    name: str
    value: float
    most: float | None = None
    least: float | None = None
    unit: str = ""
    of: str = ""

    @property
    def limit(self) -> str:
        """The limit as the table has it."""
        if self.least is not None:
            return f">= {self.least:g}"
        return "" if self.most is None else f"<= {self.most:g}"

    @property
    def met(self) -> bool:
        """Whether it keeps within its limit; what has none always does."""
        return (self.most is None or self.value <= self.most) and (self.least is None or self.value >= self.least)

    def shown(self) -> str:
        """The value with its unit."""
        return f"{self.value:,.{0 if isinstance(self.value, int) else 2}f}{self.unit}"


Rows = list[Figure]


def read(checkout: Checkout) -> Rows:
    """The figures read off the source."""
    return [*sizes(checkout), *imports(checkout), *names(checkout)]


def sizes(checkout: Checkout) -> Rows:
    """Lines of what has a limit, and the longest of all."""
    kernel, family = checkout.kernel, checkout.families[0] if checkout.families else "none"
    above = structure.kernel_imports(checkout)
    return [
        Figure("kernel, lines", structure.lines(kernel), 700, of=counted(kernel)),
        Figure("kernel, other rules it imports", len(above), 0, of=" ".join(above)),
        *measured_with_later("oto2", f"{SYSTEMS}.oto2", checkout, 2300),
        *measured_with_later("votg", f"{SYSTEMS}.votg", checkout, 5000),
        *measured_with_later("family of the games", family, checkout, 6000),
        Figure("the whole program, lines", structure.lines(checkout.modules.values()), of=" ".join(checkout.packages)),
        longest("longest file, lines", structure.longest_file(checkout), 400),
        longest("longest function, lines", structure.longest_function(checkout), 60),
    ]


def measured_with_later(name: str, package: str, checkout: Checkout, most: float) -> Rows:
    """The lines of a package, and how many of them came with each later subject, its modules listed."""
    found = {subject: [each for part in parts for each in checkout.within(f"{package}.{part}")]
             for subject, parts in LATER.items()}  # fmt: skip
    whole, later = checkout.within(package), [each for modules in found.values() for each in modules]
    listed = "; ".join(f"{subject}: {counted(modules)}" for subject, modules in found.items() if modules)
    return [
        Figure(f"{name}, lines", structure.lines(whole), most, of=package),
        Figure("    of these for map, pad, VASL, paper", structure.lines(later), of=listed),
    ]


def imports(checkout: Checkout) -> Rows:
    """Chains, circles and crowds of modules."""
    chain = structure.longest_chain(checkout, (LOADED, LAZY))
    typed = structure.longest_chain(checkout, (LOADED, LAZY, TYPED))
    circles, of_types = structure.circles(checkout)
    crowd = structure.crowded(checkout)
    return [
        Figure("longest chain of imports", len(chain), 15, of=" > ".join(chain)),
        Figure("longest chain, types too", len(typed)),
        Figure("circles", len(circles), 0, of="; ".join(map(" ".join, circles))),
        Figure("circles of types only", len(of_types), 0, of="; ".join(map(" ".join, of_types))),
        Figure("modules flat in one package", crowd[0][0], 25, of=", ".join(f"{n} {name}" for n, name in crowd[:6])),
    ]


def names(checkout: Checkout) -> Rows:
    """Private functions, class names, and `Any` where it is not wanted."""
    private, once = structure.private_functions(checkout)
    twice = structure.homonyms(checkout)
    listed = "; ".join(f"{name} in {', '.join(places)}" for name, places in twice.items())
    return [
        Figure("private functions used in one place", 100 * once / private, 45, unit=" %", of=f"{once} of {private}"),
        Figure("class names in two packages", len(twice), of=listed),
        Figure("Any written in the contract", structure.mentions_of_any(checkout.contract), 0),
    ]


def longest(name: str, found: tuple[int, str], most: int) -> Figure:
    """A row for the longest of something."""
    return Figure(name, found[0], most, of=found[1])


def counted(modules: Sequence[Module]) -> str:
    """Modules with their lines."""
    return ", ".join(f"{each.name} {each.lines}" for each in modules)


def run_pages(roots: Sequence[Path]) -> list[Rows]:
    """What pages and presses enter, ask and cost; the first checkout beside the last."""
    now, *before = running.pages(roots, ROUNDS)
    rows = [[row for act in acts for row in of_act(act, acts[act])] for acts in before]
    return [[row for act in now for row in (*of_act(act, now[act]), *of_ratio(act, now, before))], *rows]


def of_act(act: str, found: dict[str, Any]) -> Rows:
    """The rows of one act; limits are set for the press of a purchase alone."""
    bought = act == BOUGHT
    statements = ", ".join(f"{n} {word}" for word, n in found["words"].items())
    modules = f"{found['functions']} functions, {found['calls']} calls: {' '.join(found['names'])}"
    return [
        Figure(f"{act}: modules entered", found["modules"], 28 if bought else None, of=modules),
        Figure(f"{act}: SQL statements", found["statements"], 10 if bought else None, of=statements),
        Figure(f"{act}: processor", min(found["milliseconds"]), unit=" ms", of=f"the least of {ROUNDS}"),
    ]


def of_ratio(act: str, now: dict[str, Any], before: Sequence[dict[str, Any]]) -> Rows:
    """How much longer than before the processor is busy with an act, if there is a before."""
    ratios = (running.times_before(now[act]["milliseconds"], each[act]["milliseconds"]) for each in before)
    return [Figure(f"{act}: times before", each, 0.65 if act == BOUGHT else None) for each in ratios]


def run_campaigns(roots: Sequence[Path]) -> list[Rows]:
    """Random whole campaigns of oto2 by the rules alone; the first checkout beside the last."""
    now, *before = running.campaigns(roots, CAMPAIGN_ROUNDS)
    flat = [[each for rounds in found["seconds"].values() for each in rounds] for found in (now, *before)]
    ratios = [running.times_before(each, flat[0]) for each in flat[1:]]
    faster = [Figure("random campaigns a second, times before", each, least=2) for each in ratios]
    return [[*of_campaigns(now), *faster], *map(of_campaigns, before)]


def of_campaigns(found: dict[str, Any]) -> Rows:
    """The rows of a checkout's random campaigns; another number of orders means that others were played."""
    seconds = found["seconds"].values()
    return [
        Figure("random campaigns of oto2 a second", len(seconds) / sum(map(min, seconds)), of=f"{len(seconds)} seeds"),
        Figure("random campaigns, orders in all", sum(found["orders"].values())),
    ]


def run_one_test(roots: Sequence[Path]) -> list[Rows]:
    """A test of the rules from the command to its result."""
    return [
        [
            Figure("one test of the rules", took, 1, unit=" s", of=test),
            Figure("one test of the rules, processor", busy, unit=" s"),
        ]
        for test, took, busy in running.one_test(roots, TEST_ROUNDS)
    ]


def run_slow(roots: Sequence[Path]) -> list[Rows]:
    """All tests of the rules, and what mypy can't tell the type of."""
    return [slow(Checkout(root)) for root in roots]


def slow(checkout: Checkout) -> Rows:
    """The same of one checkout."""
    untyped = running.untyped(checkout.root)
    contract, web = (share(untyped, part) for part in (checkout.contract, checkout.seam))
    return [
        Figure("Any at the seam, the contract", contract, 0, unit=" %", of=counted(checkout.contract)),
        Figure("Any at the seam, web modules", web, unit=" %", of=counted(checkout.seam)),
        Figure("all tests of the rules, processor", running.rules_tests(checkout.root), 15, unit=" s"),
    ]


def share(untyped: dict[str, tuple[int, int]], modules: Sequence[Module]) -> float:
    """The percentage of the expressions in these modules that have `Any` in their type."""
    found = [untyped[each.name] for each in modules if each.name in untyped]
    return 100 * sum(anys for anys, _ in found) / sum(all_of for _, all_of in found)
