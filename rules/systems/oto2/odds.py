"""What a basket is likely to bring: exact odds of strength, weapons, leaders, ammunition and the next date's points."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rules.asl.reinforcements.purchase_odds import (
    COUNTED,
    Bar,
    Case,
    Cases,
    Led,
    Prospect,
    cases,
    leaders_of,
    more,
    one_in_any_case,
    read_parts,
    results,
)
from rules.dice import SIX
from rules.engine import chances
from rules.engine.chances import Spread
from rules.engine.replace import replace
from rules.systems.oto2.arrival import (
    DEPLETED,
    FULL,
    ammo_needs,
    arrivals,
    leader_needs,
    only_weapon,
    platoon_needs,
    strength_needs,
    weapon_dice,
)
from rules.systems.oto2.context import Context
from rules.systems.oto2.rule_data import DATA
from rules.systems.oto2.state import Group
from rules.text import gettext

PARTS = DATA.folder / "odds.toml"
ARMED = ("squads", "weapons", "cupolas")
Arrival = Case[Context, Group]


def prospects(ctx: Context, groups: Sequence[Group], points_left: int) -> tuple[Prospect, ...]:
    """What groups that are to be bought are likely to bring; parts that depend on no die are left out."""
    parts = read_parts(PARTS)
    bought = [cases(ctx, group, strength_needs, "result", FULL) for group in groups]
    shown = [parts.by_number(kind, bought, _number) for kind in COUNTED]
    shown.append(parts.weapons([(c.chance, _armed(c)) for c in each] for each in bought if each[0].kind in ARMED))
    squads = [_led(each) for each in bought if each[0].kind == "squads"]
    armor = [_led(each) for each in bought if each[0].kind != "squads" and "a" in ctx.row_of(each[0].group).notes]
    shown += [parts.leaders("leaders", ctx.rules, squads), parts.leaders("armor", ctx.rules, armor)]
    # 7.5195: the modules of a side roll on one table.
    ammunition = next((need for each in bought for need in ammo_needs(each[0].ctx)), None)
    found_ammunition = results(ammunition, "result") if ammunition else {}
    shown.append(parts.part("ammunition", tuple(Bar(gettext(str(each)), p) for each, p in found_ammunition.items())))
    # What there will be to spend next time, if all that is left is kept; nothing is said of an overdrawn basket.
    if ctx.rules.dates[ctx.date].last or points_left < 0:
        points = tuple[Bar, ...]()
    else:
        table = ctx.table("cpp")
        later = replace(ctx, public=replace(ctx.public, date=ctx.date + 1))
        brought = chances.results(table, "cpp", sum(each.value for each in later.modifiers(table)))
        points = tuple(
            Bar(gettext("{points} CPP", points=points_left + cpp), chance) for cpp, chance in brought.items()
        )
    shown.append(parts.part("points", points))
    return tuple(part for part in shown if part.bars or part.averages)


def _number(case: Arrival) -> int:
    """How many squads, vehicles or Guns a group has (7.5191)."""
    row = case.ctx.row_of(case.group)
    return int((row.depleted if case.group.strength == DEPLETED else row.full) or 0)


def _armed(case: Arrival) -> dict[str, Spread]:
    """The weapons of a group of known strength, by name (7.5192, 7.5193)."""
    result: dict[str, Spread] = {}
    unit = case.ctx.row_of(case.group).units[0][0] if case.kind == "squads" else ""
    for piece in arrivals(case.ctx, case.group, case.group.strength):
        if piece.kind != "crew" and piece.name != unit:
            more(result, piece.name)
    dice = [(weapon, Fraction(number, SIX)) for weapon, number, _ in weapon_dice(case.ctx, case.group)]
    for weapon, chance in dice:
        more(result, weapon, chance)
    if case.kind == "weapons" and dice:
        one_in_any_case(result, dice, only_weapon(case.ctx, case.group))
    return result


def _led(group: Cases[Context, Group]) -> Led:
    """The rolls that bring a group its leaders, as it may arrive (7.5196, 7.5197)."""
    return [
        (
            case.chance,
            [leaders_of(need, case.ctx.side) for need in leader_needs(case.ctx)]
            + [leaders_of(need, "leader") for need in platoon_needs(case.ctx)],
        )
        for case in group
    ]
