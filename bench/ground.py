"""Whether Perimeters are right on maps by chance, and how long they take on one as large as that of VotG.

`python -m bench.ground 10000` compares the largest area of loops on so many small maps with a plain reading that looks
at every loop, and half as many of both sides with all that comes of them. A date on a map of 41 columns and 50 rows
with 200 units then is timed: a first proposal, and the largest Perimeters of both sides with their proof.
"""

import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from math import sin
from random import Random
from statistics import median

from rules.ground.hexes import Hex, beside
from rules.ground.isolation import resolve_areas
from rules.ground.land import Land, Positions
from rules.ground.perimeter import draw, propose
from rules.ground.rulings import PerimeterRulings

MAPS, DATES, UNITS, COLUMNS, ROWS = 500, 16, 200, 41, 50
LIMIT_FIRST, LIMIT_BOTH = 0.1, 0.4
BUILT, STRAY, FRONT, WIDE = 0.42, 0.2, 3, 7
"""Of the hexes how many are built upon; of those near the front how many the other side holds; how wide both are."""
KINDS = ("mmc", "mmc", "mmc", "smc", "gun", "vehicle")
RULINGS = PerimeterRulings()


@dataclass(frozen=True)
class Scene:
    """A date: the land, and both sides."""

    land: Land
    sides: dict[str, Positions]

    @property
    def pairs(self) -> list[tuple[Positions, Positions]]:
        """Each side with the other."""
        one, other = self.sides.values()
        return [(one, other), (other, one)]


def city() -> Land:
    """A map without water; its rim in turn is its edge."""
    hexes = [Hex(c, 2 * n + (c % 2 == 0)) for c in range(1, COLUMNS + 1) for n in range(1, ROWS + 1)]
    found = frozenset(hexes)
    top = [Hex(c, 2 + (c % 2 == 0)) for c in range(1, COLUMNS + 1)]
    bottom = [Hex(c, 2 * ROWS + (c % 2 == 0)) for c in range(COLUMNS, 0, -1)]
    left = [Hex(1, 2 * n) for n in range(ROWS - 1, 1, -1)]
    right = [Hex(COLUMNS, 2 * n) for n in range(2, ROWS)]
    rim = (*top, *right, *bottom, *left)
    return Land(found, frozenset(rim), frozenset(), (rim,))


def scene(land: Land, number: int) -> Scene:
    """A front down the map, by chance: Strategic Locations on both sides of it, strays among them, units near it."""
    dice = Random(number)
    line = {n: COLUMNS / 2 + 6 * sin(n / 8 + number) + 2 * sin(n / 2.1) for n in range(ROWS + 1)}
    away = {hex_: hex_.column - line[hex_.number] for hex_ in land.hexes}
    holds: dict[int, set[Hex]] = {0: set(), 1: set()}
    for hex_ in sorted(land.hexes):
        if hex_ in land.edge or dice.random() < BUILT:
            stray = abs(away[hex_]) < FRONT and dice.random() < STRAY
            holds[(away[hex_] >= 0) != stray].add(hex_)
    near = sorted(hex_ for hex_, distance in away.items() if abs(distance) < WIDE)
    stands: dict[Hex, int] = {}
    kinds: dict[tuple[int, str], set[Hex]] = {}
    for _ in range(UNITS):
        hex_ = dice.choice(near)
        side = stands.setdefault(hex_, next((s for s in (0, 1) if hex_ in holds[s]), int(away[hex_] >= 0)))
        kinds.setdefault((side, dice.choice(KINDS)), set()).add(hex_)
    return Scene(land, {name: _positions(side, holds, kinds) for side, name in enumerate(("west", "east"))})


def _positions(side: int, holds: dict[int, set[Hex]], kinds: dict[tuple[int, str], set[Hex]]) -> Positions:
    of = {kind: frozenset(kinds.get((side, kind), ())) for kind in KINDS}
    units = of["mmc"] | of["gun"] | of["vehicle"]
    return Positions(frozenset(holds[side]), units, of["mmc"], of["smc"])


def compared(maps: int) -> int:
    """Compare so many maps of one side and half as many of both; how many differ."""
    from tests.rules.ground.compared import both_sides, one_side

    wrong = 0
    for compare, number in ((one_side, maps), (both_sides, maps // 2)):
        dice, seen = Random(maps), Counter[str]()
        told = [found for _ in range(number) if (found := compare(dice, seen))]
        wrong += len(told)
        print(f"{compare.__name__}: {len(told)} of {number} differ; {', '.join(f'{k} {n}' for k, n in seen.items())}")
        print(*told[:3], sep="\n", end="\n" if told else "")
    return wrong


def timed(what: str, act: Callable[[Scene], object], scenes: list[Scene], share: int = 1) -> float:
    """Time an act on each date; the median, in seconds of the processor for one of a `share` of equal parts of it."""
    spent = []
    for each in scenes:
        start = time.process_time()
        act(each)
        spent.append((time.process_time() - start) / share)
    print(f"{what}: median {1000 * median(spent):.0f} ms, {1000 * min(spent):.0f} to {1000 * max(spent):.0f} ms")
    return median(spent)


def main() -> None:
    """Compare, measure, print, and fail if a map differs or a limit is passed."""
    maps = int(sys.argv[1]) if len(sys.argv) > 1 else MAPS
    wrong, land = compared(maps), city()
    assert all(other in beside(one) for one, other in zip(land.rims[0], land.rims[0][1:], strict=False))
    scenes = [scene(land, number) for number in range(DATES)]
    first = timed("a side's first proposal", lambda s: [propose(land, *pair, RULINGS) for pair in s.pairs], scenes, 2)
    drawn = [dict(zip(s.sides, (draw(land, *pair, RULINGS) for pair in s.pairs), strict=True)) for s in scenes]
    both = timed("both sides, proven", lambda s: [draw(land, *pair, RULINGS) for pair in s.pairs], scenes)
    at = {id(each): found for each, found in zip(scenes, drawn, strict=True)}
    timed("what comes of them", lambda s: resolve_areas(land, s.sides, at[id(s)], RULINGS), scenes)
    sides = [side for found in drawn for side in found.values()]
    doubtful, pockets = sum(bool(side.doubt) for side in sides), sum(len(side.pockets) for side in sides)
    print(f"{doubtful} of {len(sides)} Perimeters in doubt; {pockets} Pockets")
    if wrong or first > LIMIT_FIRST or both > LIMIT_BOTH:
        sys.exit(f"{wrong} maps differ, {first:.3f} s for a proposal, {both:.3f} s for both sides")


if __name__ == "__main__":
    main()
