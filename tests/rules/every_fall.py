"""What the groups of a side may become, by every fall of the dice: what the odds on a page are held against."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from rules.asl.reinforcements.purchase_odds import Prospect
from rules.engine.chances import odds
from rules.tables import Need
from tests.rules.driver import Driver

Outcomes = dict[tuple[str, ...], Fraction]
"""Sets of counters, each by class and name, with their chances."""
FACES = {2: (1, 1), 3: (1, 2), 4: (1, 3), 5: (1, 4), 6: (1, 5), 7: (1, 6), 8: (2, 6), 9: (3, 6), 10: (4, 6), 11: (5, 6)}
FACES |= {12: (6, 6)}
"""Two faces for each total."""


def every_outcome(game: Driver, side: str, steps: Collection[str]) -> Outcomes:
    """All sets of counters the groups of a side may become, with their exact chances, by playing its next `steps`.

    Dice that lead to the same result are thrown once, with the chance of all of them.
    """
    found: Outcomes = {}
    for counters, chance in _forks(game, side, steps, Fraction(1)):
        found[counters] = found.get(counters, Fraction(0)) + chance
    assert sum(found.values()) == 1
    return found


def _forks(
    game: Driver, side: str, steps: Collection[str], chance: Fraction
) -> Iterator[tuple[tuple[str, ...], Fraction]]:
    current = game.current(side)
    if current is None or current.spec.key not in steps:
        new = (counter for counter in game.room(side).counters if counter.group and "given" not in counter.group)
        yield tuple(sorted(f"{each.kind}:{each.name}" for each in new)), chance
    elif current.task.kind in ("form", "hexes"):
        game.answer(side)
        yield from _forks(game, side, steps, chance)
    else:
        before = game.state
        for casts in product(*(_ways(need) for need in current.task.needs)):
            game.state = before
            game.roll(side, *(face for faces, _ in casts for face in faces))
            share = chance
            for _, part in casts:
                share *= part
            yield from _forks(game, side, steps, share)


def _ways(need: Need) -> list[tuple[tuple[int, ...], Fraction]]:
    """One throw for each result of a need, with the chance of all throws that lead to it."""
    grouped: dict[Any, tuple[tuple[int, ...], Fraction]] = {}
    for total, chance in odds(need.dice).items():
        faces = (total,) if need.dice == 1 else FACES[total]
        if need.table:
            result: object = id(need.table.row(total + need.drm, total))
        else:
            result = total <= int(need.label.rsplit(", ", 1)[1].split()[0])
        kept = grouped.get(result, (faces, Fraction(0)))
        grouped[result] = (kept[0], kept[1] + chance)
    return list(grouped.values())


def bars(prospect: Prospect) -> dict[str, Fraction]:
    """The chances that a part of the page draws, by their labels."""
    return {bar.label: bar.chance for bar in prospect.bars}
