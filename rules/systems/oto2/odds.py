"""What a basket is likely to bring: exact odds of strength, weapons, leaders, ammunition and the next date's points.

Every roll asked about here is the one its step will ask for: a group that has not been bought yet is laid on a
desk of its own, and the steps of 7.519 say what it would roll.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import prod
from typing import Any

from rules.dice import FACES
from rules.parts import chances
from rules.parts.chances import Spread
from rules.parts.refit.prospects import Average, Bar, Prospect, bars, by_name, leaders_of, led
from rules.parts.rolls import Need
from rules.systems.oto2.arrival import FULL, arrivals
from rules.systems.oto2.basket import Quote
from rules.systems.oto2.book import DATA
from rules.systems.oto2.desk import Desk
from rules.systems.oto2.state import Group
from rules.systems.oto2.steps.forces import ammo_needs, only_weapon, strength_needs, weapon_dice
from rules.systems.oto2.steps.groups import DEPLETED
from rules.systems.oto2.steps.leaders import leader_needs, platoon_need
from rules.tables import GroupLine, read_toml

COUNTED = ("squads", "vehicles", "guns")
ARMED = ("squads", "weapons", "cupolas")


@dataclass(frozen=True)
class Case:
    """A group as it may arrive, on a desk where it is the only one, with the chance of it."""

    chance: Fraction
    desk: Desk
    row: GroupLine
    group: Group


Cases = tuple[Case, ...]
"""How one group may arrive; the chances add up to 1."""


def prospects(desk: Desk, quote: Quote) -> tuple[Prospect, ...]:
    """What the groups of a basket are likely to bring; parts that depend on no die are left out."""
    bought = [_cases(desk, offer.group, n) for offer in quote.offers if not offer.given for n in range(offer.wish.n)]
    found: list[Prospect | None] = [_counted(bought, kind) for kind in COUNTED]
    found += [_weapons(bought), _leaders(bought), _armor_leaders(bought), _ammunition(bought), _points(desk, quote)]
    return tuple(each for each in found if each and (each.bars or each.averages))


def _cases(desk: Desk, row: GroupLine, n: int) -> Cases:
    group = Group(f"{row.id}-{n + 1}", row.id, desk.date, 0)
    needs = strength_needs(_alone(desk, group))
    strengths: Mapping[str, Fraction] = {FULL: Fraction(1)}
    if needs and needs[0].table:
        strengths = chances.results(needs[0].table, "result", needs[0].drm)
    return tuple(
        Case(chance, _alone(desk, arrived), row, arrived)
        for strength, chance in strengths.items()
        for arrived in [replace(group, strength=strength)]
    )


def _alone(desk: Desk, group: Group) -> Desk:
    return Desk(desk.public, replace(desk.mine, groups=(group,), counters=()))


def _spread(cases: Cases, of: Callable[[Case], Spread]) -> Spread:
    return chances.mixed((case.chance, of(case)) for case in cases)


# 7.5191 how many --------------------------------------------------------------------------


def _counted(bought: Iterable[Cases], kind: str) -> Prospect:
    """Squads, vehicles or Guns by number."""
    groups = [cases for cases in bought if cases[0].row.kind == kind]
    names = {cases[0].row.units[0][0] for cases in groups}
    noun = names.pop() if len(names) == 1 and kind != "squads" else _words()["title"][kind].lower()
    spread = chances.total(_spread(cases, _units) for cases in groups)
    return _prospect(kind, bars(spread, noun) if groups else ())


def _units(case: Case) -> Spread:
    return chances.sure(int((case.row.depleted if case.group.strength == DEPLETED else case.row.full) or 0))


# 7.5192, 7.5193 weapons -------------------------------------------------------------------


def _weapons(bought: Iterable[Cases]) -> Prospect:
    """Each weapon: how many on average, and how many at most."""
    armed = [[(c.chance, _armed(c)) for c in cases] for cases in bought if cases[0].row.kind in ARMED]
    return _prospect("weapons", averages=by_name(armed))


def _armed(case: Case) -> dict[str, Spread]:
    """The weapons of a group of known strength, by name."""
    found: dict[str, Spread] = {}
    unit = case.row.units[0][0] if case.row.kind == "squads" else ""
    for piece in arrivals(case.desk, case.row, case.group, case.group.strength):
        if piece.kind != "crew" and piece.name != unit:
            found[piece.name] = found.get(piece.name, chances.sure(0)).plus(chances.sure(1))
    dice = [(weapon, Fraction(number, len(FACES))) for _, weapon, number, _ in weapon_dice(case.desk, case.group)]
    for weapon, chance in dice:
        found[weapon] = found.get(weapon, chances.sure(0)).plus(chances.maybe(chance))
    if case.row.kind == "weapons" and dice:
        _one_at_least(case, found, prod((1 - chance for _, chance in dice), start=Fraction(1)))
    return found


def _one_at_least(case: Case, found: dict[str, Spread], none: Fraction) -> None:
    """7.5193: with the chance `none` every die fails, and one weapon comes all the same."""
    weapon = only_weapon(case.desk, case.group)
    if not weapon:
        found["one of your choice"] = chances.maybe(none)
        return
    shares = {number: found[weapon].chance(number) for number in found[weapon].numbers}
    shares |= {0: shares[0] - none, 1: shares.get(1, Fraction(0)) + none}
    found[weapon] = chances.mixed((chance, chances.sure(number)) for number, chance in shares.items())


# 7.5196, 7.5197 leaders -------------------------------------------------------------------


def _leaders(bought: Iterable[Cases]) -> Prospect:
    """The leaders of Infantry groups: how many, and how good the best of them is."""
    return _led("leaders", [cases for cases in bought if cases[0].row.kind == "squads"], _infantry_rolls)


def _armor_leaders(bought: Iterable[Cases]) -> Prospect:
    groups = [cases for cases in bought if cases[0].row.kind != "squads" and "a" in cases[0].row.notes]
    return _led("armor", groups, lambda case: [(platoon_need(case.desk, case.group), "leader")])


def _infantry_rolls(case: Case) -> list[tuple[Need, str]]:
    """The rolls that bring an Infantry group its leaders, each with the column that counts."""
    rolls = [(need, case.desk.side) for need in leader_needs(case.desk)]
    return [*rolls, (platoon_need(case.desk, case.group), "leader")] if "a" in case.row.notes else rolls


def _led(key: str, groups: list[Cases], rolls: Callable[[Case], list[tuple[Need, str]]]) -> Prospect:
    if not groups:
        return _prospect(key)
    found = [[(case.chance, [leaders_of(*roll) for roll in rolls(case)]) for case in cases] for cases in groups]
    return _prospect(key, *led(groups[0][0].desk.book, _words()["leaders"], found))


# 7.5195 ammunition, 7.515 points ----------------------------------------------------------


def _ammunition(bought: Iterable[Cases]) -> Prospect:
    needs = next((found for cases in bought if (found := ammo_needs(cases[0].desk))), ())
    if not needs or needs[0].table is None:
        return _prospect("ammunition")
    results = chances.results(needs[0].table, "result", needs[0].drm)
    return _prospect("ammunition", tuple(Bar(str(result), chance) for result, chance in results.items()))


def _points(desk: Desk, quote: Quote) -> Prospect | None:
    """What there will be to spend next time, if all that is left is kept; nothing is said of an overdrawn basket."""
    if desk.book.dates[desk.date].last or quote.left < 0:
        return None
    table = desk.table("cpp")
    later = Desk(replace(desk.public, date=desk.date + 1), desk.mine)
    found = chances.results(table, "cpp", sum(each.value for each in later.modifiers(table)))
    return _prospect("points", tuple(Bar(f"{quote.left + cpp} CPP", chance) for cpp, chance in found.items()))


@cache
def _words() -> Mapping[str, Any]:
    return read_toml(DATA / "odds.toml")


def _prospect(key: str, found: tuple[Bar, ...] = (), averages: tuple[Average, ...] = ()) -> Prospect:
    return Prospect(key, _words()["title"][key], _words()["rule"][key], found, averages)
