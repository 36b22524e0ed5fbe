"""How the events of a battle change the public room."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rules.systems.rts import payloads
from rules.systems.rts.frames import Battle, Effect, Retreat, Window
from rules.systems.rts.printed import OTHER
from rules.systems.rts.state import PublicRoom, counted

Reducer = Callable[[Any, Any], Any]
"""What an event does to a room; the type of its data says what it reads."""


def _battle(public: PublicRoom, data: payloads.BattleBegun) -> PublicRoom:
    attacker = data["side"]
    battle = Battle(
        attacker=attacker,
        area=data["area"],
        origin=data["origin"],
        border=data["border"],
        turn=attacker,
        isolated=tuple(data["isolated"]),
        opening=tuple(data["asked"]),
    )
    return public.pushed(battle)


def _asked(public: PublicRoom, data: payloads.WindowOpened) -> PublicRoom:
    battle, side = public.battle, data["side"]
    if battle is not None and data["when"] == "battle":
        public = public.changed(battle, opening=battle.opening[1:])
    return public.pushed(Window(side, data["when"]))


def _wanted(public: PublicRoom, data: payloads.ChitsWanted) -> PublicRoom:
    battle = public.fought
    return public.changed(battle, wants={**battle.wants, **data["wants"]}, begun=True)


def _chits_drawn(public: PublicRoom, data: payloads.ChitsDrawn) -> PublicRoom:
    battle, side, number = public.fought, data["side"], data["number"]
    dry = tuple(each for each in battle.dry if each != side) + (() if number else (side,))
    return public.changed(battle, wants={**battle.wants, side: 0}, holds=counted(battle.holds, side, number), dry=dry)


def _turn_passed(public: PublicRoom, data: payloads.OfSide) -> PublicRoom:
    """A side that could draw no chit lets the other go on."""
    battle, side = public.fought, data["side"]
    return public.changed(battle, turn=OTHER[side], dry=tuple(each for each in battle.dry if each != side))


def _chit_played(public: PublicRoom, data: payloads.ChitPlayed) -> PublicRoom:
    """A chit comes into effect; one that a card stands for takes none from the hand and no turn."""
    battle, side = public.fought, data["side"]
    if not data.get("card"):
        public = public.changed(battle, holds=counted(battle.holds, side, -1), turn=OTHER[side])
    if data["steps"]:
        return public.pushed(Effect(side, data["chit"], tuple(data["steps"]), data["chooser"]))
    return public


def _step_over(public: PublicRoom, data: payloads.StepOver) -> PublicRoom:
    """One effect of a chit is over, the others wait for their unit."""
    effect = public.effect
    assert effect is not None
    left = tuple(data["steps"])
    others = tuple(frame for frame in public.frames if frame is not effect)
    if not left:
        return replace(public, frames=others)
    return public.changed(effect, steps=left, side=data["chooser"])


def _disorganized(public: PublicRoom, data: payloads.Disorganized) -> PublicRoom:
    """A unit is Disorganized, and has to retreat if `retreat` says from where it may not go."""
    unit, battle = data["unit"], public.battle
    public = public.with_units([unit], disorganized=True)
    if battle is not None and unit in battle.fortified:
        public = public.changed(battle, fortified=tuple(each for each in battle.fortified if each != unit))
    way = data.get("retreat")
    if way is None:
        return public
    retreat = Retreat(data["side"], unit, way["area"], first=way.get("first", ""), barred=way.get("barred", ""))
    return public.pushed(retreat)


def _fortified(public: PublicRoom, data: payloads.OfUnit) -> PublicRoom:
    battle = public.fought
    return public.changed(battle, fortified=(*battle.fortified, data["unit"]))


def _retreated(public: PublicRoom, data: payloads.Retreated) -> PublicRoom:
    """A unit has gone one area back; `over` if it goes no farther."""
    retreat, to = public.top, data["to"]
    assert isinstance(retreat, Retreat)
    public = public.with_units([retreat.unit], at=to, **({} if to else {"off": "withdrawn"}))
    if data["over"]:
        return public.popped()
    return public.changed(retreat, step=retreat.step + 1, first="")


def _destroyed(public: PublicRoom, data: payloads.Destroyed) -> PublicRoom:
    return public.with_units([data["unit"]], at="", off="destroyed")


def _checked(public: PublicRoom, data: payloads.CheckRolled) -> PublicRoom:
    """A check changes nothing by itself."""
    return public


def _depleted(public: PublicRoom, data: payloads.OfUnit) -> PublicRoom:
    return public.with_units([data["unit"]], depleted=True)


def _leader_moved(public: PublicRoom, data: payloads.LeaderMoved) -> PublicRoom:
    return public.with_units([data["unit"]], at=data["to"], off=data["off"])


def _in_battle(public: PublicRoom, data: payloads.CardHelps) -> PublicRoom:
    """A card adds to Cohesion or to Tactical Values in the battle in hand."""
    battle, side, number = public.fought, data["side"], data["number"]
    if data["value"] == "cv":
        return public.changed(battle, cohesion=counted(battle.cohesion, side, number))
    return public.changed(battle, tactical=counted(battle.tactical, side, number))


BATTLE: Mapping[str, Reducer] = {
    "card.helps": _in_battle,
    "battle.begun": _battle,
    "window.opened": _asked,
    "chits.wanted": _wanted,
    "chits.drawn": _chits_drawn,
    "turn.passed": _turn_passed,
    "chit.played": _chit_played,
    "step.over": _step_over,
    "check.rolled": _checked,
    "unit.depleted": _depleted,
    "unit.disorganized": _disorganized,
    "unit.fortified": _fortified,
    "unit.retreated": _retreated,
    "unit.destroyed": _destroyed,
    "leader.moved": _leader_moved,
}
