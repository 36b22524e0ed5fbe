"""How the events of a battle change the public room. What a reducer reads of an event are its parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rules.engine.by_kind import ByKind
from rules.played.reactions import Window
from rules.systems.rts.frames import Battle, Effect, Retreat
from rules.systems.rts.printed import OTHER
from rules.systems.rts.state import PublicRoom, with_more

BATTLE = ByKind[Callable[..., PublicRoom]]()
"""Those of a battle, by the kind of event."""


@BATTLE.on("battle.begun")
def _battle_begun(
    public: PublicRoom, side: str, area: str, origin: str, border: str, asked: Sequence[str]
) -> PublicRoom:
    return public.pushed(Battle(side, area, origin, border, side, opening=tuple(asked)))


@BATTLE.on("window.opened")
def _window_opened(public: PublicRoom, side: str, when: str) -> PublicRoom:
    battle = public.battle
    if battle is not None and when == "battle":
        public = public.changed(battle, opening=battle.opening[1:])
    return public.pushed(Window(side, when))


@BATTLE.on("chits.wanted")
def _chits_wanted(public: PublicRoom, wants: Mapping[str, int]) -> PublicRoom:
    battle = public.fought
    return public.changed(battle, wants={**battle.wants, **wants}, begun=True)


@BATTLE.on("chits.drawn")
def _chits_drawn(public: PublicRoom, side: str, number: int) -> PublicRoom:
    battle = public.fought
    holds = with_more(battle.holds, side, number)
    dry = tuple(each for each in battle.dry if each != side) + (() if holds[side] else (side,))
    return public.changed(battle, wants={**battle.wants, side: 0}, holds=holds, dry=dry)


@BATTLE.on("turn.passed")
def _turn_passed(public: PublicRoom, side: str) -> PublicRoom:
    """A side that could draw no chit lets the other go on."""
    battle = public.fought
    return public.changed(battle, turn=OTHER[side], dry=tuple(each for each in battle.dry if each != side))


@BATTLE.on("chit.played")
def _chit_played(
    public: PublicRoom,
    side: str,
    chit: str,
    steps: Sequence[int],
    chooser: str,
    card: bool = False,
    by_card: bool = False,
) -> PublicRoom:
    """A chit comes into effect: its `steps` by number, for the first of which `chooser` picks the unit.

    One that a `card` stands for takes none from the hand and no turn. `by_card` says the same to what comes of it;
    games recorded before it was told had it out of the cup.
    """
    if not card:
        battle = public.fought
        public = public.changed(battle, holds=with_more(battle.holds, side, -1), turn=OTHER[side])
    return public.pushed(Effect(side, chit, tuple(steps), chooser, by_card)) if steps else public


@BATTLE.on("chit.aside")
def _chit_aside(public: PublicRoom, side: str) -> PublicRoom:
    """A chit that nobody can take leaves the hand, and its side draws another one before it plays."""
    battle = public.fought
    return public.changed(battle, holds=with_more(battle.holds, side, -1), wants={**battle.wants, side: 1})


@BATTLE.on("step.over")
def _step_over(public: PublicRoom, steps: Sequence[int], chooser: str) -> PublicRoom:
    """One effect of a chit is over, the others wait for their unit."""
    effect = public.running(Effect)
    return public.changed(effect, steps=tuple(steps), side=chooser) if steps else public.without(effect)


@BATTLE.on("unit.disorganized")
def _disorganized(public: PublicRoom, unit: str, side: str, retreat: Mapping[str, str] | None = None) -> PublicRoom:
    """A unit is Disorganized, and has to retreat if `retreat` says from where, to where first or where not."""
    battle = public.battle
    public = public.with_units([unit], disorganized=True)
    if battle is not None and unit in battle.fortified:
        left, by_card = (tuple(each for each in units if each != unit) for units in (battle.fortified, battle.dug_in))
        public = public.changed(battle, fortified=left, dug_in=by_card)
    if retreat is None:
        return public
    first, barred = retreat.get("first", ""), retreat.get("barred", "")
    return public.pushed(Retreat(side, unit, retreat["area"], first=first, barred=barred))


@BATTLE.on("unit.fortified")
def _fortified(public: PublicRoom, unit: str, by_card: bool = False) -> PublicRoom:
    battle = public.fought
    dug_in = (*battle.dug_in, unit) if by_card else battle.dug_in
    return public.changed(battle, fortified=(*battle.fortified, unit), dug_in=dug_in)


@BATTLE.on("unit.retreated")
def _retreated(public: PublicRoom, to: str, over: bool) -> PublicRoom:
    """A unit has gone one area back; `over` if it goes no farther."""
    retreat = public.running(Retreat)
    public = public.with_units([retreat.unit], at=to, **({} if to else {"off": "withdrawn"}))
    return public.popped() if over else public.changed(retreat, step=retreat.step + 1, first="")


@BATTLE.on("unit.destroyed")
def _destroyed(public: PublicRoom, unit: str) -> PublicRoom:
    return public.with_units([unit], at="", off="destroyed")


@BATTLE.on("unit.depleted")
def _depleted(public: PublicRoom, unit: str) -> PublicRoom:
    return public.with_units([unit], depleted=True)


@BATTLE.on("leader.moved")
def _leader_moved(public: PublicRoom, unit: str, to: str, off: str) -> PublicRoom:
    """The leader goes along with his last unit, on a retreat that goes on too."""
    if isinstance(public.top, Retreat):
        public = public.changed(public.top, led=True)
    return public.with_units([unit], at=to, off=off)


@BATTLE.on("card.helps")
def _card_helps(public: PublicRoom, side: str, value: str, number: int) -> PublicRoom:
    """A card adds to Cohesion or to Tactical Values in the battle in hand."""
    battle = public.fought
    if value == "cv":
        return public.changed(battle, cohesion=with_more(battle.cohesion, side, number))
    return public.changed(battle, tactical=with_more(battle.tactical, side, number))


@BATTLE.on("check.rolled")
def _checked(public: PublicRoom) -> PublicRoom:
    """A check changes nothing by itself."""
    return public
