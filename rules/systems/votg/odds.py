"""What a basket is likely to bring: exact odds of strength, weapons, leaders, Guns and ammunition.

Every roll asked about here is the one its step will ask for: a group that has not been bought yet is laid on a desk of
its own, and the steps of 12.622 say what it would roll.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import prod
from typing import Any

from rules.parts import chances
from rules.parts.chances import Spread
from rules.parts.refit.prospects import Average, Bar, Led, Names, Prospect, bars, by_name, leaders_of, led
from rules.parts.rolls import Need
from rules.systems.votg.arrival import WHOLE, Piece, allotments, arrivals, rg, units
from rules.systems.votg.book import DATA
from rules.systems.votg.chart import ChartGroup
from rules.systems.votg.desk import Desk
from rules.systems.votg.shortage import ammunition
from rules.systems.votg.state import Group
from rules.systems.votg.steps.forces import guns, strength_needs, support_needs, weapon_needs
from rules.systems.votg.steps.leaders import (
    INEXPERIENCED,
    ROLLS,
    armor_needs,
    column,
    gate_needs,
    leader_needs,
    sure_leaders,
)
from rules.tables import read_toml

COUNTED = ("squads", "vehicles", "guns")
ARMED = ("squads", "weapons", "vehicles")
ARMS = ("weapon", "gun")
RECEIVED = "received"


@dataclass(frozen=True)
class Case:
    """A group as it may arrive, on a desk where it is the only one, with the chance of it."""

    chance: Fraction
    desk: Desk
    group: Group

    @property
    def row(self) -> ChartGroup:
        return rg(self.desk, self.group)


Cases = tuple[Case, ...]
"""How one group may arrive; the chances add up to 1."""


def prospects(desk: Desk, groups: Iterable[Group]) -> tuple[Prospect, ...]:
    """What groups that are to be bought are likely to bring; parts that bring nothing are left out."""
    bought = [_cases(desk, replace(group, strength="")) for group in groups]
    found = [_counted(bought, kind) for kind in COUNTED]
    found += [_weapons(bought), *_leaders(desk, bought), _armor_leaders(desk, bought), _ammunition(desk, bought)]
    return tuple(each for each in found if each.bars or each.averages)


def _cases(desk: Desk, group: Group) -> Cases:
    alone = _alone(desk, group)
    needs = [*strength_needs(alone), *(need for need in support_needs(alone) if rg(desk, group).kind == "guns")]
    strengths = _results(needs[0], "code") if needs else {"": Fraction(1)}
    arrived = [(chance, replace(group, strength=code)) for code, chance in strengths.items()]
    return tuple(Case(chance, _alone(desk, each), each) for chance, each in arrived)


def _alone(desk: Desk, group: Group) -> Desk:
    return Desk(desk.public, replace(desk.mine, groups=(group,), counters=(), pending={}))


def _results(need: Need, wanted: str) -> Mapping[Any, Fraction]:
    assert need.table is not None
    return chances.results(need.table, wanted, need.drm)


# 12.6221, 12.6224 how many --------------------------------------------------------------------


def _counted(bought: Iterable[Cases], kind: str) -> Prospect:
    """Squads, vehicles or Guns by number."""
    groups = [cases for cases in bought if cases[0].row.kind == kind]
    names = {name for cases in groups for name, _ in cases[0].row.units}
    noun = names.pop() if len(names) == 1 and kind != "squads" else _words()["title"][kind].lower()
    of = _guns if kind == "guns" else _units
    spread = chances.total(_spread(cases, of) for cases in groups)
    return _prospect(kind, bars(spread, noun) if groups else ())


def _spread(cases: Cases, of: Callable[[Case], Spread]) -> Spread:
    return chances.mixed((case.chance, of(case)) for case in cases)


def _units(case: Case) -> Spread:
    return chances.sure(units(case.row, case.group.strength)[0])


def _guns(case: Case) -> Spread:
    return chances.sure(sum(piece.kind in ARMS for piece in guns(case.desk, case.group, case.group.strength)))


# 12.6222, 12.6223 weapons ---------------------------------------------------------------------


def _weapons(bought: Iterable[Cases]) -> Prospect:
    """Each weapon: how many on average, and how many at most."""
    armed = [[(c.chance, _armed(c)) for c in cases] for cases in bought if cases[0].row.kind in ARMED]
    return _prospect("weapons", averages=by_name(armed))


def _armed(case: Case) -> dict[str, Spread]:
    """The weapons of a group of known strength, by name."""
    found: dict[str, Spread] = {}
    for name in _arms(arrivals(case.desk, case.group, case.group.strength)):
        _more(found, name, Fraction(1))
    types = {each.weapon: each.table for each in allotments(case.desk, case.row) if each.table}
    for _, weapon, need in weapon_needs(case.desk):
        chance = _results(need, "result").get(RECEIVED, Fraction(0))
        for name, share in _types(case, types.get(weapon, ""), weapon).items():
            _more(found, name, chance * share)
    if case.group.strength in WHOLE:
        for weapon, table in types.items():
            for name, share in _types(case, table, weapon).items():
                _more(found, name, share)
    return found


def _arms(pieces: Iterable[Piece]) -> list[str]:
    return [piece.name for piece in pieces if piece.kind in ARMS]


def _more(found: dict[str, Spread], name: str, chance: Fraction) -> None:
    found[name] = found.get(name, chances.sure(0)).plus(chances.maybe(chance))


def _types(case: Case, table: str, weapon: str) -> Mapping[str, Fraction]:
    """What a weapon turns out to be: itself, or what the table of its type says."""
    return chances.results(case.desk.table(table), "result") if table else {weapon: Fraction(1)}


# 12.6225, 12.6227 leaders ---------------------------------------------------------------------


def _leaders(desk: Desk, bought: Iterable[Cases]) -> tuple[Prospect, Prospect]:
    """Leaders of Infantry groups, and the Commissars of those that have them instead."""
    found: dict[str, list[Led]] = {"leaders": [], "commissars": []}
    for cases in bought:
        rolls = [(case.chance, _rolls(case)) for case in cases]
        if any(each for _, each in rolls):
            found["commissars" if column(desk, cases[0].group) == "commissars" else "leaders"].append(rolls)
    return _led(desk, "leaders", found["leaders"]), _led(desk, "commissars", found["commissars"])


def _rolls(case: Case) -> list[Names]:
    """What each roll of a group may bring it, with the leader it has beside them."""
    gates = gate_needs(case.desk)
    passed = _results(gates[0], "result").get(ROLLS, Fraction(0)) if gates else Fraction(1)
    desk = replace(case.desk, mine=replace(case.desk.mine, pending={"leaders": [need.key for need in gates]}))
    sure = tuple(sure_leaders(desk, case.group))
    found = [[((*names, *sure), chance * passed) for names, chance in leaders_of(need, column(desk, case.group))]
             for need in leader_needs(desk)]  # fmt: skip
    return [[*each, ((), 1 - passed)] if passed < 1 else each for each in found]


def _led(desk: Desk, key: str, groups: list[Led], *more: Bar) -> Prospect:
    if not groups:
        return _prospect(key)
    found, averages = led(desk.book, _words()["names"][key], groups)
    return _prospect(key, (*found, *(bar for bar in more if bar.chance)), averages)


def _armor_leaders(desk: Desk, bought: Iterable[Cases]) -> Prospect:
    """Armor leaders, and the chance that a platoon has crews without experience."""
    needs = [need for cases in bought for need in armor_needs(cases[0].desk)]
    rolls = [[(() if names == (INEXPERIENCED,) else names, p) for names, p in leaders_of(n, "leader")] for n in needs]
    good = prod((1 - _results(n, "leader").get(INEXPERIENCED, Fraction(0)) for n in needs), start=Fraction(1))
    return _led(desk, "armor", [[(Fraction(1), [each])] for each in rolls], Bar(_words()["inexperienced"], 1 - good))


# 12.6224 ammunition ---------------------------------------------------------------------------


def _ammunition(desk: Desk, bought: Iterable[Cases]) -> Prospect:
    """The ammunition of each kind of module, as it will be on this CG Day."""
    found: dict[str, Fraction] = {}
    for module in {cases[0].group.rg: cases[0] for cases in bought if cases[0].row.kind == "oba"}.values():
        for need in support_needs(module.desk):
            for result, chance in _results(need, "result").items():
                said = ammunition(desk.book, desk.side, desk.today.day, replace(module.group, ammo=result))
                label = f"{module.row.units[0][0]}: {said}"
                found[label] = found.get(label, Fraction(0)) + chance
    return _prospect("ammunition", tuple(Bar(name, chance) for name, chance in found.items()))


@cache
def _words() -> Mapping[str, Any]:
    return read_toml(DATA / "odds.toml")


def _prospect(key: str, found: tuple[Bar, ...] = (), averages: tuple[Average, ...] = ()) -> Prospect:
    return Prospect(key, _words()["title"][key], _words()["rule"][key], found, averages)
