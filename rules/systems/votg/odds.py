"""What a basket is likely to bring: exact odds of strength, weapons, leaders, Guns and ammunition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import prod

from rules.asl.reinforcements.purchase_odds import (
    COUNTED,
    Bar,
    Case,
    Leaders,
    Led,
    Prospect,
    cases,
    leaders_of,
    more,
    one_in_any_case,
    read_parts,
    results,
)
from rules.engine import chances
from rules.engine.chances import Spread
from rules.engine.replace import replace
from rules.systems.votg.arrival import (
    INEXPERIENCED,
    RECEIVED,
    ROLLS,
    WHOLE,
    Gates,
    allotments,
    armor_needs,
    arrivals,
    column,
    gate_needs,
    guns,
    heavy_weapons,
    leader_needs,
    never_empty,
    strength_needs,
    support_needs,
    sure_leaders,
    units,
    weapon_needs,
)
from rules.systems.votg.context import Context
from rules.systems.votg.pack import DATA
from rules.systems.votg.state import Group
from rules.tables import Need
from rules.text import gettext

PARTS = DATA.folder / "odds.toml"
ARMED = ("squads", "weapons", "vehicles")
ARMS = ("weapon", "gun")
Arrival = Case[Context, Group]


def prospects(ctx: Context, groups: Sequence[Group], points_left: int) -> tuple[Prospect, ...]:
    """What groups that are to be bought are likely to bring; parts that bring nothing are left out."""
    parts, rules = read_parts(PARTS), ctx.rules
    bought = [cases(ctx, replace(group, strength=""), _strength_needs, "code", "") for group in groups]
    shown = [parts.by_number(kind, bought, _number) for kind in COUNTED]
    shown.append(parts.weapons([(c.chance, _armed(c)) for c in each] for each in bought if each[0].kind in ARMED))
    led: dict[str, list[Led]] = {"leaders": [], "commissars": []}
    for each in bought:
        rolls = [(case.chance, _leader_rolls(case)) for case in each]
        if any(roll for _, roll in rolls):
            led["commissars" if column(ctx, each[0].group) == "commissars" else "leaders"].append(rolls)
    shown += [parts.leaders(key, rules, groups_led) for key, groups_led in led.items()]
    needs = [need for each in bought for need in armor_needs(each[0].ctx)]
    green = 1 - prod((1 - results(need, "leader").get(INEXPERIENCED, Fraction(0)) for need in needs), start=Fraction(1))
    armor: list[Led] = [[(Fraction(1), [_crews(need)])] for need in needs]
    shown.append(parts.leaders("armor", rules, armor, Bar(gettext(parts.inexperienced), green)))
    # The ammunition of each kind of module, as it will be on this CG Day.
    amounts: dict[str, Fraction] = {}
    for module in {each[0].group.rg: each[0] for each in bought if each[0].kind == "oba"}.values():
        for need in support_needs(module.ctx):
            for result, chance in results(need, "result").items():
                ammo_text = ctx.rules.ammunition(ctx.side, ctx.today.day, replace(module.group, ammo=result))
                name = f"{ctx.row_of(module.group).units[0][0]}: {gettext(ammo_text)}"
                amounts[name] = amounts.get(name, Fraction(0)) + chance
    ammunition = tuple(Bar(name, chance) for name, chance in amounts.items())
    shown.append(parts.part("ammunition", ammunition))
    return tuple(part for part in shown if part.bars or part.averages)


def _strength_needs(alone: Context) -> tuple[Need, ...]:
    """The roll for the strength of a company or platoon (12.6221) or of a battery (12.6224)."""
    (group,) = alone.groups_of_today()
    return (*strength_needs(alone), *(support_needs(alone) if alone.row_of(group).kind == "guns" else ()))


def _number(case: Arrival) -> int:
    """How many squads, vehicles or Guns a group has."""
    if case.kind == "guns":
        return sum(piece.kind in ARMS for piece in guns(case.ctx, case.group, case.group.strength))
    return units(case.ctx.row_of(case.group), case.group.strength)[0]


# 12.6222, 12.6223 weapons ---------------------------------------------------------------------


def _armed(case: Arrival) -> dict[str, Spread]:
    """The weapons of a group of known strength, by name."""
    result: dict[str, Spread] = {}
    for piece in arrivals(case.ctx, case.group, case.group.strength):
        if piece.kind in ARMS:
            more(result, piece.name)
    types = {each.weapon: each.table for each in allotments(case.ctx, case.ctx.row_of(case.group)) if each.table}
    came = [(name, results(need, "result").get(RECEIVED, Fraction(0))) for _, name, need in weapon_needs(case.ctx)]
    came += [(name, Fraction(1)) for name in types if case.group.strength in WHOLE]
    for name, chance in came:
        # What a weapon turns out to be: itself, or what the table of its type says.
        kinds: Mapping[str, Fraction] = {name: Fraction(1)}
        if name in types:
            kinds = chances.results(case.ctx.table(types[name]), "result")
        for kind, share in kinds.items():
            more(result, kind, chance * share)
    if case.kind == "weapons" and came and never_empty(case.ctx):
        heavy = [name for name, _ in heavy_weapons(case.ctx, case.ctx.row_of(case.group))]
        one_in_any_case(result, came, heavy[0] if len(heavy) == 1 else "")
    return result


# 12.6225, 12.6227 leaders ---------------------------------------------------------------------


def _leader_rolls(case: Arrival) -> list[Leaders]:
    """What each roll of a group may bring it, with the leader it has beside them."""
    gates = gate_needs(case.ctx)
    passed = results(gates[0], "result").get(ROLLS, Fraction(0)) if gates else Fraction(1)
    gated = Gates(leaders=tuple(need.key for need in gates))
    ctx = replace(case.ctx, mine=replace(case.ctx.mine, pending=gated.as_json()))
    sure = tuple(sure_leaders(ctx, case.group))
    result = []
    for need in leader_needs(ctx):
        roll = [((*names, *sure), chance * passed) for names, chance in leaders_of(need, column(ctx, case.group))]
        result.append([*roll, ((), 1 - passed)] if passed < 1 else roll)
    return result


def _crews(need: Need) -> Leaders:
    """The armor leaders of a platoon's roll; crews without experience bring none."""
    return [(() if names == (INEXPERIENCED,) else names, chance) for names, chance in leaders_of(need, "leader")]
