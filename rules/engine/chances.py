"""Exact probability distributions of numbers decided by dice: how many squads, weapons, points.

A Spread holds integer weights over one denominator, so that adding up many rolls stays exact and fast.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import lcm
from types import MappingProxyType
from typing import Any

from rules.dice import SIX, TEN
from rules.tables import Row, Table


@dataclass(frozen=True)
class Spread:
    """A distribution: numbers with integer weights that add up to `whole`."""

    weights: Mapping[int, int]
    whole: int

    @property
    def numbers(self) -> tuple[int, ...]:
        """All possible numbers in ascending order."""
        return tuple(sorted(self.weights))

    @property
    def mean(self) -> Fraction:
        """The expected value."""
        return Fraction(sum(number * weight for number, weight in self.weights.items()), self.whole)

    def chance(self, number: int) -> Fraction:
        """The chance of exactly `number`."""
        return Fraction(self.weights.get(number, 0), self.whole)

    def at_least(self, number: int) -> Fraction:
        """The chance of `number` or more."""
        return Fraction(sum(weight for other, weight in self.weights.items() if other >= number), self.whole)

    def plus(self, other: Spread) -> Spread:
        """The distribution of the sum with an independent one."""
        weights: dict[int, int] = {}
        for mine, weight in self.weights.items():
            for theirs, more in other.weights.items():
                weights[mine + theirs] = weights.get(mine + theirs, 0) + weight * more
        return Spread(weights, self.whole * other.whole)


def sure(number: int) -> Spread:
    """`number` for certain."""
    return Spread({number: 1}, 1)


def maybe(chance: Fraction) -> Spread:
    """1 with this chance, otherwise 0."""
    weights = {1: chance.numerator, 0: chance.denominator - chance.numerator}
    return Spread({key: weight for key, weight in weights.items() if weight}, chance.denominator)


def total(spreads: Iterable[Spread]) -> Spread:
    """The distribution of the sum of independent spreads."""
    result = sure(0)
    for spread in spreads:
        result = result.plus(spread)
    return result


def mixed(cases: Iterable[tuple[Fraction, Spread]]) -> Spread:
    """The mixture of the spreads of several cases, weighted by their chances, which must add up to 1."""
    possible = [(chance, spread) for chance, spread in cases if chance]
    whole = lcm(*(chance.denominator * spread.whole for chance, spread in possible))
    weights: dict[int, int] = {}
    for chance, spread in possible:
        factor = whole // (chance.denominator * spread.whole) * chance.numerator
        for number, weight in spread.weights.items():
            weights[number] = weights.get(number, 0) + weight * factor
    return Spread(weights, whole)


@cache
def odds(dice: int, sides: int = SIX) -> Mapping[int, Fraction]:
    """The exact chance of every total of `dice` dice with `sides` sides each."""
    totals = {0: Fraction(1)}
    for _ in range(dice):
        grown: dict[int, Fraction] = {}
        for total, chance in totals.items():
            for face in range(1, sides + 1):
                grown[total + face] = grown.get(total + face, Fraction(0)) + chance / sides
        totals = grown
    return MappingProxyType(totals)


@cache
def two_digits(sides: int = SIX) -> Mapping[int, Fraction]:
    """The chance of every result of two dice of which the first counts tens (d66)."""
    faces = range(1, sides + 1)
    return MappingProxyType({TEN * first + second: Fraction(1, sides**2) for first in faces for second in faces})


def odds_of(table: Table, drm: int = 0) -> tuple[tuple[Row, Fraction], ...]:
    """Every row of `table` with its exact chance under a total modifier of `drm`; LookupError if it has no dice."""
    chances = [Fraction(0)] * len(table.rows)
    if not table.dice:
        raise LookupError(f"{table.id} is not rolled on ({table.cite})")
    for total, chance in (two_digits(table.sides) if table.tens else odds(table.dice, table.sides)).items():
        chances[table.rows.index(table.row(total + drm, total))] += chance
    return tuple(zip(table.rows, chances, strict=True))


def results(table: Table, column: str, drm: int = 0) -> dict[Any, Fraction]:
    """The possible values of `column` in a roll on `table` under a total modifier of `drm`, each with its chance."""
    result: dict[object, Fraction] = {}
    for row, chance in odds_of(table, drm):
        if chance:
            result[row.values[column]] = result.get(row.values[column], Fraction(0)) + chance
    return result


def percent(chance: Fraction) -> str:
    """A chance as text in whole percents, but never 0 or 100 for what is not certain."""
    whole = round(chance * 100)
    if chance and not whole:
        return "under 1"
    return "over 99" if whole == 100 and chance < 1 else str(whole)
