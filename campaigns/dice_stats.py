"""How lucky the dice were: compares what was rolled with what fair dice give, and says how likely the difference is.

There are two tests: whether all faces came equally often (chi-square), and whether a kind of roll came high or low (by
its sum; exact for few dice, else by the normal distribution). Many tests find something odd by chance, so the report
says how many lines it has, and calls odd only what is odd even among that many (Bonferroni).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from django.utils.translation import gettext, gettext_noop

from rules.contract import Game
from rules.dice import SIX, Reckoning

FEWEST = 5
"""The least expected count of each face for a chi-square test."""
EXACT = 120
"""Up to this many dice the distribution of their sum is computed exactly."""
MOST_SIDES = 100
"""Dice with more sides are left out: no game has them, but a file may."""
ODD = 0.05
OTHER = gettext_noop("Rolls without a table")


def fair(sides: int) -> float:
    """What a fair die shows on average."""
    return (sides + 1) / 2


def in_hundred(chance: float) -> str:
    """A probability in words, "12 in 100"; never 0, as it is about something that has happened."""
    if chance < 0.01:
        return gettext("under 1 in 100")
    return gettext("%(times)s in 100") % {"times": f"{chance * 100:.0f}"}


@dataclass(frozen=True)
class Faces:
    """The counts of each face for a side's dice of one kind; `own` are dice it threw itself and typed in."""

    side: str
    name: str
    own: bool
    faces: tuple[int, ...]

    @property
    def dice(self) -> int:
        return sum(self.faces)

    @property
    def sides(self) -> int:
        return len(self.faces)

    @property
    def kind(self) -> str:
        """The dice in short, "d10"; "" for six-sided ones."""
        return "" if self.sides == SIX else f"d{self.sides}"

    @property
    def chance(self) -> float | None:
        """The probability that fair dice deviate from equal counts at least as much; None for too few dice."""
        if self.dice < FEWEST * self.sides:
            return None
        due = self.dice / self.sides
        return chi_square_tail(sum((number - due) ** 2 / due for number in self.faces), self.sides - 1)

    @property
    def sentence(self) -> str:
        """The probability in a sentence."""
        if self.chance is None:
            return gettext("Fewer than %(fewest)s dice say nothing of their faces.") % {"fewest": FEWEST * self.sides}
        return gettext("Of so many fair dice, %(in_hundred)s times the faces differ as much or more.") % {
            "in_hundred": in_hundred(self.chance)
        }


@dataclass(frozen=True)
class RollKind:
    """The rolls of a side on one table: their number, their dice, and the sum these showed."""

    side: str
    name: str
    title: str
    own: bool
    sides: int
    rolls: int
    dice: int
    total: int

    @property
    def mean(self) -> float:
        """What a roll showed on average, before modifiers."""
        return self.total / self.rolls

    @property
    def due(self) -> float:
        """What it shows on average with fair dice."""
        return fair(self.sides) * self.dice / self.rolls

    @property
    def chance(self) -> float:
        """The probability that the sum of fair dice is at least as far from its expected value."""
        return sum_tail(self.dice, self.total, self.sides)

    @property
    def sentence(self) -> str:
        return in_hundred(self.chance)


@dataclass(frozen=True)
class DiceReport:
    """All rolls a reader may know of."""

    faces: tuple[Faces, ...]
    kinds: tuple[RollKind, ...]

    @property
    def lines(self) -> int:
        """How many comparisons it makes."""
        return len(self.kinds) + sum(each.chance is not None for each in self.faces)

    @property
    def by_chance(self) -> float:
        """How many of its lines would look odd on their own with fair dice, on average."""
        return self.lines * ODD

    @property
    def limit(self) -> float:
        """The probability below which a line is odd even among so many (Bonferroni)."""
        return ODD / max(self.lines, 1)

    @property
    def odd(self) -> list[Faces | RollKind]:
        """The lines that are unlikely to be chance."""
        lines: list[Faces | RollKind] = [*self.faces, *self.kinds]
        return [each for each in lines if each.chance is not None and each.chance < self.limit]


def dice_report(system: Game, titles: Mapping[str, str], rolls: Iterable[tuple[str, str, Reckoning]]) -> DiceReport:
    """The report over `rolls`: (side, title if it has no table, reckoning). `titles` has the tables' by their ids."""
    faces = dict[tuple[str, bool, int], list[int]]()
    kinds = dict[tuple[str, str, bool, int], list[int]]()
    for side, counted, roll in rolls:
        if side not in system.sides or roll.sides > MOST_SIDES:
            continue
        counts = faces.setdefault((side, roll.own, roll.sides), [0] * roll.sides)
        for face in roll.dice:
            counts[face - 1] += 1
        named = titles.get(roll.table)
        title = gettext(named) if named else counted or gettext(OTHER)
        kind = kinds.setdefault((side, title, roll.own, roll.sides), [0, 0, 0])
        for n, more in enumerate((1, len(roll.dice), sum(roll.dice))):
            kind[n] += more
    return DiceReport(
        tuple(Faces(side, name, own, tuple(faces[side, own, n])) for side, name, own, n in _cups(system, faces)),
        tuple(
            # it is shown beside the side's name, so the title of a side's own table need not repeat that
            RollKind(
                side,
                name,
                title.removeprefix(f"{name} ").removesuffix(f", {name}"),
                own,
                n,
                *kinds[side, title, own, n],
            )
            for side, name, own, n in _cups(system, faces)
            for title in sorted(title for side_key, title, *cup in kinds if (side_key, *cup) == (side, own, n))
        ),
    )


def _cups(system: Game, faces: Collection[tuple[str, bool, int]]) -> list[tuple[str, str, bool, int]]:
    """The kinds of dice rolled, as (side, its name, own, faces): by side, the server's before own, by faces."""
    cups = [(side, name, own) for side, name in system.sides.items() for own in (False, True)]
    return [(*cup, n) for cup in cups for *key, n in sorted(faces) if key == [cup[0], cup[2]]]


def chi_square_tail(value: float, freedom: int = SIX - 1) -> float:
    """The probability of `value` or more under chi-square with `freedom` degrees of freedom (faces less one)."""
    half, odd = value / 2, freedom % 2
    chance = math.erfc(math.sqrt(half)) if odd else math.exp(-half)
    if not half:
        return chance
    steps = (k + odd / 2 for k in range(1 - odd, freedom // 2))
    return chance + sum(math.exp(k * math.log(half) - half - math.lgamma(k + 1)) for k in steps)


def sum_tail(dice: int, total: int, sides: int = SIX) -> float:
    """The probability that the sum of fair dice is at least as far from its mean as `total`."""
    mean, spread = fair(sides) * dice, (sides**2 - 1) / 12 * dice
    away = abs(total - mean)
    if dice > EXACT:
        # Continuity correction: sums are whole numbers.
        return math.erfc(max(away - 0.5, 0) / math.sqrt(2 * spread))
    return min(sum(chance for pips, chance in enumerate(_sums(dice, sides), dice) if abs(pips - mean) >= away), 1.0)


@lru_cache(maxsize=EXACT)
def _sums(dice: int, sides: int) -> tuple[float, ...]:
    """The probabilities of all sums of `dice` dice, from the lowest sum."""
    chances = [1.0]
    for _ in range(dice):
        running = [0.0, *accumulate([*chances, *[0.0] * (sides - 1)])]
        chances = [(running[n + 1] - running[max(n + 1 - sides, 0)]) / sides for n in range(len(running) - 1)]
    return tuple(chances)
