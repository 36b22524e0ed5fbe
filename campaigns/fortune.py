"""How lucky the dice were: what was rolled against what fair dice bring, and how odd the difference is.

Two questions are asked of dice: whether the six faces came alike (chi-square), and whether a kind of roll came high
or low (its sum; exact for few dice, else by the normal curve). Who asks often finds something odd by chance, so the
report says how many lines it has, and calls odd only what is so even among as many.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from rules.dice import FACES, Reckoning
from rules.kernel import GameSystem

FAIR = sum(FACES) / len(FACES)
SPREAD = sum((face - FAIR) ** 2 for face in FACES) / len(FACES)
"""The variance of one die."""
FEWEST = 30
"""So few dice say nothing of their faces: chi-square asks for five of each."""
EXACT = 120
"""Sums of up to so many dice are reckoned exactly."""
ODD = 0.05
OTHER = "Rolls without a table"


def in_hundred(chance: float) -> str:
    """A chance as it is read: never 0, for what has happened."""
    return "under 1 in 100" if chance < 0.01 else f"{chance * 100:.0f} in 100"


@dataclass(frozen=True)
class Faces:
    """How often the dice of a side showed each face; `own` for those it threw itself and typed in."""

    side: str
    name: str
    own: bool
    faces: tuple[int, ...]

    @property
    def dice(self) -> int:
        return sum(self.faces)

    @property
    def chance(self) -> float | None:
        """How often fair dice differ as much from all faces alike, or more; None for too few of them."""
        if self.dice < FEWEST:
            return None
        due = self.dice / len(FACES)
        return chi_square_tail(sum((number - due) ** 2 / due for number in self.faces))

    @property
    def told(self) -> str:
        """The chance in a sentence."""
        if self.chance is None:
            return f"Fewer than {FEWEST} dice say nothing of their faces."
        return f"Of so many fair dice, {in_hundred(self.chance)} times the faces differ as much or more."


@dataclass(frozen=True)
class Kind:
    """The rolls of a side on one table: their number, their dice, and the sum these showed."""

    side: str
    name: str
    title: str
    own: bool
    rolls: int
    dice: int
    total: int

    @property
    def mean(self) -> float:
        """What a roll showed on average, before modifiers."""
        return self.total / self.rolls

    @property
    def due(self) -> float:
        """What it shows with fair dice."""
        return FAIR * self.dice / self.rolls

    @property
    def chance(self) -> float:
        """How often the sum of fair dice lies as far from what is due, or farther."""
        return sum_tail(self.dice, self.total)

    @property
    def told(self) -> str:
        return in_hundred(self.chance)


@dataclass(frozen=True)
class Report:
    """All rolls a reader may know of."""

    faces: tuple[Faces, ...]
    kinds: tuple[Kind, ...]

    @property
    def lines(self) -> int:
        """How many comparisons it makes."""
        return len(self.kinds) + sum(each.chance is not None for each in self.faces)

    @property
    def by_chance(self) -> str:
        """How many lines of fair dice look odd on their own, on average."""
        return f"{self.lines * ODD:.1f}"

    @property
    def limit(self) -> float:
        """What a line must stay under to be odd even among so many (Bonferroni)."""
        return ODD / max(self.lines, 1)

    @property
    def odd(self) -> list[Faces | Kind]:
        """What can't well be chance."""
        lines: list[Faces | Kind] = [*self.faces, *self.kinds]
        return [each for each in lines if each.chance is not None and each.chance < self.limit]


def report(system: GameSystem, titles: Mapping[str, str], rolls: Iterable[tuple[str, Reckoning]]) -> Report:
    """What became of `rolls`: (side, reckoning); `titles` names the tables by their ids."""
    faces = dict[tuple[str, bool], list[int]]()
    kinds = dict[tuple[str, str, bool], list[int]]()
    for side, roll in rolls:
        if side not in system.sides:
            continue
        shown = faces.setdefault((side, roll.own), [0] * len(FACES))
        for face in roll.dice:
            shown[face - 1] += 1
        kind = kinds.setdefault((side, titles.get(roll.table, OTHER), roll.own), [0, 0, 0])
        for n, more in enumerate((1, len(roll.dice), roll.original)):
            kind[n] += more
    return Report(
        tuple(Faces(side, name, own, tuple(faces[side, own])) for side, name, own in _cups(system, faces)),
        tuple(
            # it stands beside the side's name, so a table of its own need not say that again
            Kind(side, name, title.removeprefix(f"{name} "), own, *kinds[side, title, own])
            for side, name, own in _cups(system, faces)
            for title in sorted(title for whose, title, whoever in kinds if (whose, whoever) == (side, own))
        ),
    )


def _cups(system: GameSystem, faces: Collection[tuple[str, bool]]) -> list[tuple[str, str, bool]]:
    """The dice that were rolled at all, side by side: those of the server, then a side's own."""
    cups = [(side, name, own) for side, name in system.sides.items() for own in (False, True)]
    return [(side, name, own) for side, name, own in cups if (side, own) in faces]


def chi_square_tail(value: float) -> float:
    """The chance of `value` or more under chi-square with five degrees of freedom (six faces less one)."""
    half = value / 2
    return math.erfc(math.sqrt(half)) + math.exp(-half) * math.sqrt(half / math.pi) * (2 + 4 * half / 3)


def sum_tail(dice: int, total: int) -> float:
    """The chance that the sum of fair dice lies as far from its mean as `total` does, or farther."""
    away = abs(total - FAIR * dice)
    if dice > EXACT:
        # Half a pip less: sums are whole numbers, or halves away from a mean between two.
        return math.erfc(max(away - 0.5, 0) / math.sqrt(2 * SPREAD * dice))
    return min(sum(chance for pips, chance in enumerate(_sums(dice), dice) if abs(pips - FAIR * dice) >= away), 1.0)


@lru_cache(maxsize=EXACT)
def _sums(dice: int) -> tuple[float, ...]:
    """The chances of every sum of `dice` dice, from the lowest."""
    chances = [1.0]
    for _ in range(dice):
        running = [0.0, *accumulate([*chances, *[0.0] * (len(FACES) - 1)])]
        chances = [(running[n + 1] - running[max(n + 1 - len(FACES), 0)]) / len(FACES) for n in range(len(running) - 1)]
    return tuple(chances)
