"""What a basket is likely to bring, as exact chances: numbers, leaders, and how a page names them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from rules.parts import chances
from rules.parts.chances import Spread
from rules.parts.refit.book import Book
from rules.parts.refit.desk import names_of
from rules.parts.rolls import Need

MOST_BARS = 6
MILESTONES = (Fraction(9, 10), Fraction(3, 4), Fraction(1, 2), Fraction(1, 4), Fraction(1, 10))
"""Where a spread has too many numbers for a line each: what comes at least with these chances."""
LEAST = Fraction(1, 10)


@dataclass(frozen=True)
class Bar:
    """Something that may come, and its exact chance."""

    label: str
    chance: Fraction

    @property
    def percent(self) -> int:
        return round(self.chance * 100)

    @property
    def said(self) -> str:
        return chances.percent(self.chance)


Average = tuple[str, str, int]
"""What comes, how much of it on average, and at most."""


@dataclass(frozen=True)
class Prospect:
    """A part of what the basket brings: chances as bars, and averages."""

    key: str
    title: str
    rule: str
    bars: tuple[Bar, ...] = ()
    averages: tuple[Average, ...] = ()


# numbers ----------------------------------------------------------------------------------


def bars(spread: Spread, noun: str) -> tuple[Bar, ...]:
    """A line for each number, or what comes at least with the chances of the milestones."""
    if len(spread.numbers) <= MOST_BARS:
        return tuple(Bar(f"{number} {noun}", spread.chance(number)) for number in reversed(spread.numbers))
    found = (max(n for n in spread.numbers if spread.at_least(n) >= chance) for chance in MILESTONES)
    return tuple(
        Bar(f"{number} {noun} or more", spread.at_least(number)) for number in sorted(set(found), reverse=True)
    )


def average(name: str, spread: Spread) -> Average:
    """A spread by its mean and its greatest number."""
    return (name, _rounded(spread.mean), max(spread.numbers))


def _rounded(mean: Fraction) -> str:
    """An average with one decimal, a whole number without, and never 0 for what may come."""
    if 0 < mean < LEAST:
        return f"under {float(LEAST)}"
    return str(mean.numerator) if mean.denominator == 1 else f"{float(mean):.1f}"


def by_name(groups: Iterable[Sequence[tuple[Fraction, Mapping[str, Spread]]]]) -> tuple[Average, ...]:
    """Things by name, from groups that each have several cases with their chances."""
    totals: dict[str, Spread] = {}
    for cases in groups:
        for name in dict.fromkeys(name for _, found in cases for name in found):
            one = chances.mixed((chance, found.get(name, chances.sure(0))) for chance, found in cases)
            totals[name] = totals.get(name, chances.sure(0)).plus(one)
    return tuple(average(name, spread) for name, spread in totals.items())


# leaders ----------------------------------------------------------------------------------

Names = list[tuple[tuple[str, ...], Fraction]]
"""What a roll may bring: leaders by name, with the chance of it."""
Led = list[tuple[Fraction, list[Names]]]
"""The cases of a group, with the chance of each and the rolls for leaders it then has."""


def leaders_of(need: Need, column: str) -> Names:
    """What a roll for leaders may bring in a column of its table."""
    assert need.table is not None
    found = chances.results(need.table, column, need.drm)
    return [(tuple(names_of(value)), chance) for value, chance in found.items()]


def led(book: Book, worth_a_line: Iterable[str], groups: Sequence[Led]) -> tuple[tuple[Bar, ...], tuple[Average, ...]]:
    """How good the best leader of these groups is, for names worth a line of their own, and how many come."""
    found = []
    for name in worth_a_line:
        rank = book.leader(name).rank
        good = {each for (_, each), unit in book.units.items() if unit.kind == "leader" and unit.rank >= rank}
        none = prod((_without(cases, good) for cases in groups), start=Fraction(1))
        found.append(Bar(f"{'an' if name.startswith('8') else 'a'} {name} or better", 1 - none))
    number = chances.total(
        chances.mixed((chance, chances.total(map(_number, each))) for chance, each in cases) for cases in groups
    )
    return tuple(bar for bar in found if bar.chance), (average("in all", number),)


def _without(cases: Led, wanted: set[str]) -> Fraction:
    """The chance that no roll of a group brings one of the leaders that are wanted."""

    def none(names: Names) -> Fraction:
        return sum((chance for named, chance in names if wanted.isdisjoint(named)), start=Fraction(0))

    return sum((chance * prod(map(none, rolls), start=Fraction(1)) for chance, rolls in cases), start=Fraction(0))


def _number(names: Names) -> Spread:
    return chances.mixed((chance, chances.sure(len(named))) for named, chance in names)
