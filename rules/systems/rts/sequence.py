"""The Operational Sequence (4.2): Card or Map, the roll-off, who does what; and all that asks nobody."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.dice import Modifier
from rules.systems.rts import battle, cards, operation
from rules.systems.rts.frames import CARD, MAP, Battle, CardAction, Choose, Effect, Operation, Placing, Retreat, Start
from rules.systems.rts.printed import AXIS, OTHER, SIDES
from rules.systems.rts.resolver import Resolver
from rules.systems.rts.retreats import follow_retreat
from rules.systems.rts.victory import LAST_CARD, end
from rules.text import gettext_noop

INITIATIVE = gettext_noop("initiative")
BY_CARD = gettext_noop("card")


def advance(act: Resolver) -> None:
    """Do everything that needs no player, until somebody has to act or the game is over."""
    while not act.over and _follow(act):
        pass


def _follow(act: Resolver) -> bool:
    """Do the next thing that asks nobody; False if there is none."""
    frame = act.public.top
    follow = _FOLLOW.get(type(frame))
    return len(act.public.hands) == len(SIDES) and follow is not None and follow(act, frame)


def choose(act: Resolver, choice: str) -> None:
    """A side chooses in secret; whoever is the second shows his choice, for the first can't change his any more."""
    act.note("choice.made", choice=choice)
    act.tell("choice.sealed", side=act.side)
    if len(act.public.running(Choose).sealed) == len(SIDES):
        show(act)


def show(act: Resolver) -> None:
    """A side shows what it chose."""
    act.tell("choice.shown", side=act.side, choice=act.mine.choice)


def _follow_choice(act: Resolver, frame: Choose) -> bool:
    """Once both choices are shown, what follows from them (4.2.2)."""
    if not frame.sealed and act.public.readings.last_card == "sequence" and not all(act.public.decks.values()):
        end(act, LAST_CARD)
        return True
    if len(frame.shown) < len(SIDES):
        return False
    number = act.public.sequence + 1
    maps = [side for side in SIDES if frame.shown[side] == MAP]
    if len(maps) == len(SIDES):
        act.tell("sequence.begun", number=number, then=[])
        roll_off(act)
    elif maps:
        (first,) = maps
        act.tell("sequence.begun", number=number, then=[_turn(first, MAP), _turn(OTHER[first], CARD)])
    else:
        first, rolls = _first(act)
        rolled = {"rolls": rolls} if rolls else {}
        act.tell("sequence.begun", number=number, then=[_turn(first, CARD), _turn(OTHER[first], CARD)], **rolled)
    return True


def _turn(side: str, what: str) -> dict[str, str]:
    return {"side": side, "do": what}


def _first(act: Resolver) -> tuple[str, list[dict[str, object]]]:
    """Who goes first with Card and Card, and the roll-off if nobody has the initiative."""
    if act.public.initiative or act.public.readings.first == AXIS:
        return act.public.initiative or AXIS, []
    rolls: list[dict[str, object]] = []
    while True:
        each = {side: act.d10(f"first/{side}") for side in SIDES}
        rolls += [rolled.to_json() for rolled in each.values()]
        if each[AXIS].final != each[OTHER[AXIS]].final:
            return max(SIDES, key=lambda side: each[side].final), rolls


def roll_off(act: Resolver) -> None:
    """Both roll for the one operation there is (4.2.2); the initiative wins ties."""
    added = {}
    for side in SIDES:
        helped = act.public.rolloff.get(side, 0)
        parts = [(act.numbers.rolloff.initiative, INITIATIVE, "4.2.2")] if act.public.initiative == side else []
        parts += [(helped, BY_CARD, "4.2.2")] if helped else []
        added[side] = [Modifier(*part) for part in parts]
    while True:
        rolled = {side: act.d10(f"rolloff/{side}", added[side]) for side in SIDES}
        totals = {side: each.final for side, each in rolled.items()}
        tie = len({*totals.values()}) == 1
        winner = act.public.initiative if tie else max(SIDES, key=lambda side: totals[side])
        rolls = [each.to_json() for each in rolled.values()]
        act.tell("rolloff.rolled", winner=winner, rolls=rolls, **totals)
        if winner or act.public.readings.tie == "nobody":
            return


_FOLLOW: Mapping[type, Callable[[Resolver, Any], bool]] = {
    Choose: _follow_choice,
    Start: operation.follow_start,
    Operation: operation.follow,
    Battle: battle.follow,
    Effect: battle.follow_effect,
    Retreat: follow_retreat,
    CardAction: cards.follow_action,
    Placing: cards.follow_placing,
}
"""What each frame goes on with by itself."""
