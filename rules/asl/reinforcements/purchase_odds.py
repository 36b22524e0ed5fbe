"""What a basket is likely to bring, as exact chances: numbers, weapons and leaders, with their words for a page.

The rolls are those that the steps will ask for: each group is put into a context of its own, as if it were bought, and
its game says what it would roll.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import prod
from pathlib import Path
from typing import Any, Generic, TypeVar

from rules.asl.context import RefitContext, names_of
from rules.asl.counters import an
from rules.asl.rule_data import RuleData
from rules.asl.state import Group
from rules.engine import chances
from rules.engine.chances import Spread
from rules.engine.data_files import Datum, Names, load_data
from rules.engine.replace import replace
from rules.tables import Need
from rules.text import decimal, gettext

MOST_BARS = 6
MILESTONES = (Fraction(9, 10), Fraction(3, 4), Fraction(1, 2), Fraction(1, 4), Fraction(1, 10))
"""The chances whose "so many or more" is shown if a spread has too many numbers for a bar each."""
LEAST = Fraction(1, 10)
COUNTED = ("squads", "vehicles", "guns")
"""The kinds of groups whose pieces are counted."""


@dataclass(frozen=True)
class Bar:
    """Something that may come, with its exact chance."""

    label: str
    chance: Fraction

    @property
    def percent(self) -> int:
        return round(self.chance * 100)

    @property
    def percent_text(self) -> str:
        return chances.percent(self.chance)


Average = tuple[str, str, int]
"""What comes, how many on average, as text, and how many at most."""


@dataclass(frozen=True)
class Prospect:
    """A part of what the basket brings: chances as bars, and averages."""

    key: str
    title: str
    rule: str
    bars: tuple[Bar, ...] = ()
    averages: tuple[Average, ...] = ()


# groups -----------------------------------------------------------------------------------

D = TypeVar("D", bound=RefitContext)
G = TypeVar("G", bound=Group)


@dataclass(frozen=True)
class Case(Generic[D, G]):
    """A way in which a group may arrive, with its chance and a context in which it is the only group."""

    chance: Fraction
    ctx: D
    group: G

    @property
    def kind(self) -> str:
        """The kind of the group."""
        return self.ctx.row_of(self.group).kind


Cases = tuple[Case[D, G], ...]
"""All ways in which a group may arrive; their chances add up to 1."""


def alone(ctx: D, group: Group) -> D:
    """The context of the side if it had this group and nothing else."""
    return replace(ctx, mine=replace(ctx.mine, groups=(group,), counters=(), pending={}))


def cases(ctx: D, group: G, needs: Callable[[D], Sequence[Need]], column: str, whole: str) -> Cases[D, G]:
    """The ways in which a group may arrive: by its roll for strength, or at `whole` strength if it has none."""
    rolled = needs(alone(ctx, group))
    strengths = results(rolled[0], column) if rolled else {whole: Fraction(1)}
    arrived = [(chance, replace(group, strength=strength)) for strength, chance in strengths.items()]
    return tuple(Case(chance, alone(ctx, each), each) for chance, each in arrived)


def results(need: Need, column: str) -> Mapping[Any, Fraction]:
    """The values that a roll may give in a column of its table, with their chances."""
    assert need.table is not None
    return chances.results(need.table, column, need.drm)


def more(spreads: dict[str, Spread], name: str, chance: Fraction = Fraction(1)) -> None:
    """Add one more of a thing, with this chance, to its spread."""
    spreads[name] = spreads.get(name, chances.sure(0)).plus(chances.maybe(chance))


def one_in_any_case(spreads: dict[str, Spread], came: Sequence[tuple[str, Fraction]], only: str) -> None:
    """Change the spreads of weapons so that one comes even if every die failed (7.5193, 12.6223).

    `came` has the chance of each weapon. The one that comes is of the `only` kind, or of the owner's choice if "".
    """
    none = prod((1 - chance for _, chance in came), start=Fraction(1))
    if not only:
        spreads[gettext("one of your choice")] = chances.maybe(none)
        return
    shares = {number: spreads[only].chance(number) for number in spreads[only].numbers}
    shares |= {0: shares[0] - none, 1: shares.get(1, Fraction(0)) + none}
    spreads[only] = chances.mixed((chance, chances.sure(number)) for number, chance in shares.items())


# numbers ----------------------------------------------------------------------------------


def bars(spread: Spread, noun: str) -> tuple[Bar, ...]:
    """A bar for each number or, if there are too many, for the numbers reached with the chances of MILESTONES."""
    if len(spread.numbers) <= MOST_BARS:
        return tuple(Bar(f"{number} {noun}", spread.chance(number)) for number in reversed(spread.numbers))
    numbers = {max(n for n in spread.numbers if spread.at_least(n) >= chance) for chance in MILESTONES}
    labels = ((gettext("{number} {things} or more", number=n, things=noun), n) for n in sorted(numbers, reverse=True))
    return tuple(Bar(label, spread.at_least(number)) for label, number in labels)


def _average(name: str, spread: Spread) -> Average:
    """The average of a spread, with at most one decimal and never 0 if anything may come, and its maximum."""
    mean = decimal(spread.mean) if spread.mean.denominator > 1 else str(spread.mean.numerator)
    if 0 < spread.mean < LEAST:
        mean = gettext("under {number}", number=decimal(LEAST))
    return (name, mean, max(spread.numbers))


# leaders ----------------------------------------------------------------------------------

Leaders = list[tuple[tuple[str, ...], Fraction]]
"""The results of a roll: the names of leaders, with the chance."""
Led = list[tuple[Fraction, list[Leaders]]]
"""The cases of a group: the chance of each, and its rolls for leaders."""


def leaders_of(need: Need, column: str) -> Leaders:
    """The results of a roll for leaders in a column of its table."""
    return [(tuple(names_of(value)), chance) for value, chance in results(need, column).items()]


def _none(led: Led, wanted: set[str]) -> Fraction:
    """The chance that no roll of a group brings any of the wanted leaders."""
    missed = [
        (chance, [sum((p for named, p in roll if wanted.isdisjoint(named)), Fraction(0)) for roll in rolls])
        for chance, rolls in led
    ]
    return sum((chance * prod(each, start=Fraction(1)) for chance, each in missed), Fraction(0))


def _number(roll: Leaders) -> Spread:
    return chances.mixed((chance, chances.sure(len(named))) for named, chance in roll)


# what a page says -------------------------------------------------------------------------


class Parts(Datum):
    """The words of data/odds.toml: title and rule of each part, and the `names` of leaders that get a bar."""

    title: Mapping[str, str]
    rule: Mapping[str, str]
    names: Mapping[str, Names]
    inexperienced: str = ""

    def part(self, key: str, shares: tuple[Bar, ...] = (), averages: tuple[Average, ...] = ()) -> Prospect:
        """A part with its words."""
        return Prospect(key, gettext(self.title[key]), self.rule[key], shares, averages)

    def by_number(self, kind: str, bought: Iterable[Cases[D, G]], number: Callable[[Case[D, G]], int]) -> Prospect:
        """The number of squads, vehicles or Guns."""
        groups = [each for each in bought if each[0].kind == kind]
        if not groups:
            return self.part(kind)
        rows = [each[0].ctx.row_of(each[0].group) for each in groups]
        names = {name for row in rows for name, _ in row.units}
        noun = names.pop() if len(names) == 1 and kind != "squads" else gettext(self.title[kind]).lower()
        spreads = (chances.mixed((case.chance, chances.sure(number(case))) for case in each) for each in groups)
        return self.part(kind, bars(chances.total(spreads), noun))

    def weapons(self, armed: Iterable[Sequence[tuple[Fraction, Mapping[str, Spread]]]]) -> Prospect:
        """The average and the greatest number of each weapon; `armed` has the cases of each group."""
        totals: dict[str, Spread] = {}
        for cases in armed:
            for name in dict.fromkeys(name for _, weapons in cases for name in weapons):
                one = chances.mixed((chance, weapons.get(name, chances.sure(0))) for chance, weapons in cases)
                totals[name] = totals.get(name, chances.sure(0)).plus(one)
        return self.part("weapons", averages=tuple(_average(name, spread) for name, spread in totals.items()))

    def leaders(self, key: str, rules: RuleData, groups: Sequence[Led], *others: Bar) -> Prospect:
        """The chances that the best leader of these groups is at least as good as `names`, and how many come."""
        if not groups:
            return self.part(key)
        levels = []
        for name in self.names[key]:
            rank = rules.leader(name).rank
            good = {each for (_, each), unit in rules.units.items() if unit.kind == "leader" and unit.rank >= rank}
            chance = 1 - prod((_none(led, good) for led in groups), start=Fraction(1))
            levels.append(Bar(gettext("{leader} or better", leader=an(name)), chance))
        numbers = (chances.mixed((p, chances.total(map(_number, rolls))) for p, rolls in led) for led in groups)
        average = _average(gettext("in all"), chances.total(numbers))
        return self.part(key, tuple(bar for bar in (*levels, *others) if bar.chance), (average,))


@cache
def read_parts(path: Path) -> Parts:
    """The words of a game's data/odds.toml."""
    return load_data(path, Parts)
