"""Battles (9, 19): chits drawn and played, Cohesion, what becomes of units, retreats."""

from __future__ import annotations

from rules.dice import Modifier
from rules.systems.rts.board import Board
from rules.systems.rts.frames import Battle, Effect
from rules.systems.rts.printed import OTHER, SIDES, ChitStep, chits
from rules.systems.rts.resolver import Resolver
from rules.text import gettext_noop

DEPLETED, DISORGANIZED, BOTH, FORTIFIED = "depleted", "disorganized", "both", "fortified"
BY_CHIT = gettext_noop("chit")
BY_FORTIFICATIONS = gettext_noop("Field Fortifications")


def begin(act: Resolver, units: list[str], path: tuple[str, ...]) -> None:
    """Units have moved into the enemy: a battle at once (6.5, 9.2)."""
    origin, area = path[-2], path[-1]
    board, defender = act.board, OTHER[act.side]
    defenders = board.units(area, defender)
    act.tell(
        "battle.begun",
        side=act.side,
        area=area,
        origin=origin,
        border=board.border(origin, area),
        attackers=units,
        defenders=list(defenders),
        isolated=[unit for unit in defenders if board.surrounded(unit, origin)],
        asked=list(act.public.sides_to_react("battle", act.side, defender)),
    )


def follow(act: Resolver, battle: Battle) -> bool:
    """Do what asks nobody in a battle; False if somebody has to act."""
    standing = {side: act.board.units(battle.area, side) for side in SIDES}
    if not all(standing.values()):
        winner = next((side for side in SIDES if standing[side]), OTHER[battle.attacker])
        act.tell("battle.ended", area=battle.area, winner=winner)
        if standing[winner]:
            act.arrive(battle.area, winner)
        return True
    if battle.opening:
        act.tell("window.opened", side=battle.opening[0], when="battle")
        return True
    if any(battle.wants.values()):
        return draw_chits(act, battle) if battle.wants.get(act.side) else False
    empty = [side for side in SIDES if not battle.holds.get(side) and side not in battle.dry]
    wants = {side: act.board.tactical(side) for side in empty}
    if wants or not battle.begun:
        act.tell("chits.wanted", wants=wants)
        return True
    if battle.turn in battle.dry:
        act.tell("turn.passed", side=battle.turn)
        return True
    return False


# chits ---------------------------------------------------------------------------------------------------------


def draw_chits(act: Resolver, battle: Battle) -> bool:
    """A side draws its chits (9.5.2, 9.5.5); what it cannot use is put aside, shown, and another drawn (19)."""
    units = act.board.units(battle.area, act.side)
    kinds = {act.unit(unit).kind for unit in units}
    germans = all(act.unit(unit).german for unit in units)
    all_chits, held, aside, draws = chits(act.side), list(act.mine.chits), list[str](), list[dict[str, object]]()
    cup = list(act.mine.cup) if act.mine.cup is not None else full_cup(act, battle, held)
    forts = len(_fortified(act, battle)) + sum(all_chits[chit].fortifies for chit in held)
    number, refilled = 0, False
    while number < battle.wants[act.side]:
        if not cup:
            if refilled:
                break
            cup, refilled = full_cup(act, battle, held), True
            continue
        draw = act.draw("chits", len(cup), 1)
        draws.append(draw.to_json())
        chit = cup.pop(draw.got[0])
        each = all_chits[chit]
        lacking = (each.armour and each.armour not in kinds) or (each.germans_only and not germans)
        if lacking or (each.fortifies and forts >= len(units)):
            aside.append(chit)
            continue
        forts += each.fortifies
        held.append(chit)
        number += 1
    act.note("chits.taken", chits=held, cup=cup, draws=draws)
    act.tell("chits.drawn", side=act.side, number=number, aside=aside, refilled=refilled)
    return True


def full_cup(act: Resolver, battle: Battle, held: list[str]) -> list[str]:
    """The chits that go into a side's cup, less those in hand and assigned (9.5.1, C14, 19)."""
    kinds = {act.unit(unit).kind for unit in act.board.units(battle.area, act.side)}
    assigned = len(_fortified(act, battle) - frozenset(battle.dug_in))
    cup: list[str] = []
    for chit in chits(act.side).values():
        first, later = chit.numbers(act.public.readings)
        number = first + later if "stavka" in act.public.permanent else first
        if (chit.armour and chit.armour not in kinds) or (chit.fortifies and act.side == battle.attacker):
            number = 0
        if chit.fortifies:
            number -= assigned
        cup += [chit.name] * max(0, number - held.count(chit.name))
    return cup


def _fortified(act: Resolver, battle: Battle) -> frozenset[str]:
    """The fortified units of the side that acts: one that left the battle in any way has no fortifications (19)."""
    return frozenset(battle.fortified).intersection(act.board.units(battle.area, act.side))


def useless(board: Board, side: str, chit: str) -> bool:
    """Whether a Field Fortifications chit finds each unit of its side fortified already (19)."""
    battle = board.public.fought
    return chits(side)[chit].fortifies and all(unit in battle.fortified for unit in board.units(battle.area, side))


def play_chit(act: Resolver, chit: str, *, card: bool = False) -> None:
    """A chit is revealed (9.5.3): the defender's units are hit first, then the attacker's (9.5.4).

    One that a `card` stands for comes out of no hand, and the turn does not pass.
    """
    battle = act.public.fought
    each = chits(act.side)[chit]
    kinds = {act.unit(unit).kind for unit in act.board.units(battle.area, act.side)}
    void = bool(each.armour) and each.armour not in kinds
    order = sorted(range(len(each.steps)), key=lambda n: each.steps[n].side == battle.attacker)
    steps = [] if void else order
    chooser = each.steps[steps[0]].chosen_by if steps else ""
    more = {"by_card": True} if card else {}
    act.tell("chit.played", side=act.side, chit=chit, card=card, void=void, steps=steps, chooser=chooser, **more)


def follow_effect(act: Resolver, effect: Effect) -> bool:
    """Let a chit hit the only unit it can, and nobody if there is none; False if its unit is to be chosen."""
    battle = act.public.battle
    fought = battle is not None and all(act.board.units(battle.area, side) for side in SIDES)
    if battle is None or not (fought or act.public.readings.last_effect == "yes"):
        act.tell("step.over", chit=effect.chit, steps=[], chooser="", nobody=False)
        return True
    units = targets(act.board, effect)
    if len(units) > 1:
        return False
    hit(act, effect, units[0] if units else "")
    return True


def step_of(effect: Effect) -> ChitStep:
    """What the chit does now."""
    return chits(effect.by)[effect.chit].steps[effect.steps[0]]


def targets(board: Board, effect: Effect) -> tuple[str, ...]:
    """The units that the chit may hit now."""
    battle, step = board.public.fought, step_of(effect)
    units = board.theater.units
    present = board.units(battle.area, step.side)
    if step.which == "german":
        return tuple(unit for unit in present if units[unit].german)
    if step.which == "bare":
        return tuple(unit for unit in present if unit not in battle.fortified)
    if step.which == "tank":
        return tuple(unit for unit in present if units[unit].kind == "tank")
    return present


def hit(act: Resolver, effect: Effect, unit: str) -> None:
    """The chit hits a unit, "" for nobody: it checks Cohesion unless it is hit at once (9.6.1)."""
    step, steps = step_of(effect), list(effect.steps[1:])
    chooser = chits(effect.by)[effect.chit].steps[steps[0]].chosen_by if steps else ""
    act.tell("step.over", chit=effect.chit, steps=steps, chooser=chooser, nobody=not unit)
    if not unit:
        return
    if step.result == FORTIFIED:
        act.tell("unit.fortified", unit=unit, **({"by_card": True} if effect.by_card else {}))
    elif not step.check or not check(act, unit, step.modifier):
        afflict(act, unit, step.result)


def check(act: Resolver, unit: str, modifier: int) -> bool:
    """A Cohesion check: passed if the roll is not above the unit's Cohesion (9.6.1)."""
    battle = act.public.fought
    added = [Modifier(modifier, BY_CHIT, "19")] if modifier else []
    if unit in battle.fortified:
        added.append(Modifier(act.numbers.values.fortified, BY_FORTIFICATIONS, "19"))
    rolled, parts = act.d10(f"check/{unit}", added), act.board.cohesion(unit)
    cohesion = max(1, sum(number for _, number in parts))
    passed = rolled.final <= cohesion
    act.tell(
        "check.rolled",
        unit=unit,
        side=act.unit(unit).side,
        cohesion=cohesion,
        parts=[list(part) for part in parts],
        rolls=[rolled.to_json()],
        passed=passed,
    )
    return passed


# what becomes of units -----------------------------------------------------------------------------------------


def afflict(act: Resolver, unit: str, result: str) -> None:
    """A unit is Depleted, Disorganized or both; Depleted twice is Disorganized instead (9.6.2b)."""
    if result in (DEPLETED, BOTH):
        if act.board.state(unit).depleted:
            result = DISORGANIZED
        else:
            act.tell("unit.depleted", unit=unit)
    if result in (DISORGANIZED, BOTH):
        # It loses one of each value, if it has not yet, and retreats at once (9.6.3); Isolated, it is destroyed
        # (9.6.6c). One that is Disorganized already retreats once more (9.6.3c), or a battle of such units would have
        # no end.
        battle, again = act.public.fought, act.board.state(unit).disorganized
        lost = again and act.public.readings.disorganized_again == "destroyed"
        side, alone = act.unit(unit).side, act.board.isolated(unit)
        way = {"first" if side == battle.attacker else "barred": battle.origin, "area": battle.area}
        act.tell("unit.disorganized", unit=unit, side=side, again=again, **({} if alone or lost else {"retreat": way}))
        if alone or lost:
            act.destroy(unit, "isolated" if alone else "again")
