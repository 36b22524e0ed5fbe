"""How events change rooms; what a reducer reads of an event are its parameters.

Each event holds its outcome: nothing is looked up, rolled or decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rules.engine.by_kind import ByKind
from rules.engine.event_texts import carried
from rules.engine.reducers import Reducers, by_name
from rules.engine.replace import replace
from rules.systems.rts.battle_reducers import BATTLE
from rules.systems.rts.frames import Agreeing, Applying, CardAction, Choose, Operation, Placing, Start
from rules.systems.rts.printed import OTHER, words
from rules.systems.rts.state import Points, PublicRoom, SecretRoom, with_more


def _points(public: PublicRoom, area: str, side: str, number: int) -> PublicRoom:
    """The room with so many Resource Points of a side in an area; none, and nothing lies there."""
    points = {key: each for key, each in public.points.items() if key != area}
    return replace(public, points={**points, area: Points(side, number)} if number else points)


def _more_points(public: PublicRoom, area: str, side: str, more: int) -> PublicRoom:
    stock = public.points.get(area)
    return _points(public, area, side, (stock.number if stock else 0) + more)


PUBLIC = ByKind[Callable[..., PublicRoom]](
    {
        **BATTLE,
        **dict.fromkeys(
            (
                "card.none",
                "operation.lost",
                "operation.declined",
                "window.passed",
                "retreat.over",
                "placing.over",
                "effect.done",
            ),
            PublicRoom.popped,
        ),
        "answer.stands": PublicRoom.answered,
    }
)
"""The reducers of the public room, by the kind of event."""


# cards ---------------------------------------------------------------------------------------------------------


@PUBLIC.on("hand.drawn", "card.drawn")
def _hand_drawn(public: PublicRoom, side: str, number: int) -> PublicRoom:
    hands, decks = with_more(public.hands, side, number), with_more(public.decks, side, -number)
    return _card_used(replace(public, hands=hands, decks=decks))


def _card_used(public: PublicRoom) -> PublicRoom:
    """The one thing a side may do with a card is done (4.2.3); a card that interrupts leaves what it interrupts."""
    return public.popped() if isinstance(public.top, CardAction) else public


@PUBLIC.on("card.discarded")
def _card_left(public: PublicRoom, side: str) -> PublicRoom:
    return _card_used(replace(public, hands=with_more(public.hands, side, -1), cards=public.cards + 1))


@PUBLIC.on("card.played")
def _card_played(public: PublicRoom, side: str, gated: bool = False, cost: int = 0) -> PublicRoom:
    public = _card_left(public, side)
    return _supply(replace(public, gated=public.gated + gated), -cost)


@PUBLIC.on("supply.added")
def _supply(public: PublicRoom, number: int) -> PublicRoom:
    """The operation in hand with more Supply Points, or fewer."""
    running = public.operation
    return public.changed(running, left=running.left + number) if running and number else public


@PUBLIC.on("card.lasts")
def _card_lasts(public: PublicRoom, effect: str, number: int, cities: Sequence[str] = ()) -> PublicRoom:
    """A permanent card takes effect (C15); `number` is what is printed on it, `cities` those that allowed it (C6.c)."""
    if effect == "railhead":
        return replace(public, railheads=public.railheads + 1, railhead_cities=tuple(cities))
    public = replace(public, permanent=(*public.permanent, effect))
    if effect == "winter":
        return replace(public, winter=public.cards)
    if effect == "stavka":
        return replace(public, initiative="")
    if effect == "directive45":
        return replace(public, stalingrad=number)
    return replace(public, order225=number)


# the sequence --------------------------------------------------------------------------------------------------


@PUBLIC.on("choice.sealed")
def _sealed(public: PublicRoom, side: str, seal: str = "") -> PublicRoom:
    choose = public.running(Choose)
    seals = {**public.seals, side: seal} if seal else public.seals
    return replace(public, seals=seals).changed(choose, sealed=(*choose.sealed, side))


@PUBLIC.on("choice.shown")
def _choice_shown(public: PublicRoom, side: str, choice: str) -> PublicRoom:
    choose = public.running(Choose)
    return public.changed(choose, shown={**choose.shown, side: choice})


@PUBLIC.on("sequence.begun")
def _sequence_begun(public: PublicRoom, then: Sequence[Mapping[str, str]]) -> PublicRoom:
    """Both choices are shown: what follows, in order of play, lies on the next choice."""
    following = [Start(each["side"]) if each["do"] == "map" else CardAction(each["side"]) for each in then]
    public = replace(public, sequence=public.sequence + 1, seals={}).popped()
    return public.pushed(Choose(), *reversed(following))


@PUBLIC.on("rolloff.rolled")
def _rolled_off(public: PublicRoom, winner: str) -> PublicRoom:
    public = replace(public, rolloff={})
    return public.pushed(Start(winner, optional=True)) if winner else public


@PUBLIC.on("rolloff.helped")
def _rolloff_helped(public: PublicRoom, side: str, number: int) -> PublicRoom:
    return replace(public, rolloff=with_more(public.rolloff, side, number))


# operations ----------------------------------------------------------------------------------------------------


@PUBLIC.on("operation.begun")
def _operation_begun(public: PublicRoom, side: str, area: str, supply: int) -> PublicRoom:
    return _more_points(public.popped(), area, side, -1).pushed(Operation(side, area, supply))


@PUBLIC.on("operation.ended")
def _operation_ended(public: PublicRoom, rebuilt: bool) -> PublicRoom:
    return replace(public.popped(), rebuilt=rebuilt).asked_again("battle", "operation")


@PUBLIC.on("operations.given")
def _operations_given(public: PublicRoom, side: str, number: int) -> PublicRoom:
    return public.pushed(*(Start(side, optional=True) for _ in range(number)))


def _used(public: PublicRoom, units: Sequence[str], cost: int, *, rebuilt: bool = False) -> PublicRoom:
    """Units have acted in the operation, for so many Supply Points."""
    operation = public.running(Operation)
    acted, rebuilt = (*operation.acted, *units), operation.rebuilt or rebuilt
    return public.changed(operation, left=operation.left - cost, acted=acted, rebuilt=rebuilt)


@PUBLIC.on("units.moved")
def _moved(public: PublicRoom, units: Sequence[str], path: Sequence[str], cost: int) -> PublicRoom:
    """A stack has gone from the first area of its path to the last; "" is off the map."""
    public = public.with_units(units, at=path[-1], **({} if path[-1] else {"off": "withdrawn"}))
    return _used(public, units, cost)


@PUBLIC.on("unit.mended")
def _mended(public: PublicRoom, unit: str, state: str, cost: int) -> PublicRoom:
    """A unit is reorganized or rebuilt with Supply Points (10)."""
    return _used(public.with_units([unit], **{state: False}), [unit], cost, rebuilt=state == "depleted")


@PUBLIC.on("area.taken")
def _taken(public: PublicRoom, side: str, area: str, captured: int | None = None) -> PublicRoom:
    """A side controls an area; enemy Resource Points there are captured in part (5.4.1)."""
    public = replace(public, control={**public.control, area: side})
    return public if captured is None else _points(public, area, side, captured)


@PUBLIC.on("points.captured")
def _captured(public: PublicRoom, side: str, area: str, captured: int) -> PublicRoom:
    """Resource Points in an area that a side passes become its own in part, whoever controls the area."""
    return _points(public, area, side, captured)


@PUBLIC.on("battle.ended")
def _battle_ended(public: PublicRoom) -> PublicRoom:
    return public.popped().asked_again("battle")


@PUBLIC.on("game.ended")
def _ended(public: PublicRoom, reason: str, winner: str, axis: int, soviet: int) -> PublicRoom:
    return replace(public, reason=reason, winner=winner, score={"axis": axis, "soviet": soviet})


# what cards bring ----------------------------------------------------------------------------------------------


@PUBLIC.on("placing.begun")
def _placing_begun(public: PublicRoom, side: str, what: str, number: int, optional: bool = False) -> PublicRoom:
    return public.pushed(Placing(side, what, number, optional=optional))


def _placed(public: PublicRoom, done: str = "") -> PublicRoom:
    """One of what a card brings is on the map."""
    placing = public.running(Placing)
    if placing.number == 1:
        return public.popped()
    return public.changed(placing, number=placing.number - 1, done=(*placing.done, done))


@PUBLIC.on("points.placed")
def _points_placed(public: PublicRoom, side: str, area: str, sector: str = "") -> PublicRoom:
    return replace(_more_points(_placed(public), area, side, 1), sector=sector or public.sector)


@PUBLIC.on("points.moved")
def _points_moved(public: PublicRoom, side: str, origin: str, area: str) -> PublicRoom:
    return _more_points(_more_points(_placed(public), origin, side, -1), area, side, 1)


@PUBLIC.on("unit.placed")
def _unit_placed(public: PublicRoom, unit: str, area: str) -> PublicRoom:
    return _placed(public, unit).with_units([unit], at=area, off="")


@PUBLIC.on("unit.restored")
def _unit_restored(public: PublicRoom, unit: str, state: str) -> PublicRoom:
    return _placed(public, unit).with_units([unit], **{state: False})


@PUBLIC.on("effect.said")
def _effect_said(public: PublicRoom, side: str, title: str, says: str) -> PublicRoom:
    return public.pushed(Agreeing(OTHER[side], side, title, says))


@PUBLIC.on("effect.agreed")
def _agreed(public: PublicRoom, agreed: bool) -> PublicRoom:
    """What was agreed is done by hand; what was not, not at all."""
    effect, public = public.running(Agreeing), public.popped()
    return public.pushed(Applying(effect.by, effect.title, effect.says)) if agreed else public


@PUBLIC.on("area.set")
def _area_set(public: PublicRoom, side: str, area: str, number: int | None = None) -> PublicRoom:
    """A side controls an area; it has so many Resource Points there, or those that lie there stay as they are."""
    public = replace(public, control={**public.control, area: side})
    return public if number is None else _points(public, area, side, number)


@PUBLIC.on("unit.set")
def _unit_set(public: PublicRoom, unit: str, at: str, off: str, depleted: bool, disorganized: bool) -> PublicRoom:
    return public.with_units([unit], at=at, off=off, depleted=depleted, disorganized=disorganized)


SIDE = ByKind[Callable[..., SecretRoom]]({"cards.drawn": SecretRoom.with_drawn, "card.left": SecretRoom.laid})
"""Those of a side's room."""
ECHO = ByKind[Callable[..., SecretRoom]]()
"""What public events change in a side's room, which is handed on with its side."""


# a side's room -------------------------------------------------------------------------------------------------


@SIDE.on("choice.made")
def _chosen(mine: SecretRoom, choice: str) -> SecretRoom:
    return replace(mine, choice=choice)


@SIDE.on("chits.taken")
def _chits_in_hand(mine: SecretRoom, chits: Sequence[str], cup: Sequence[str]) -> SecretRoom:
    return replace(mine, chits=tuple(chits), cup=tuple(cup))


@SIDE.on("chit.left")
def _chit_left(mine: SecretRoom, chit: str) -> SecretRoom:
    at = mine.chits.index(chit)
    return replace(mine, chits=(*mine.chits[:at], *mine.chits[at + 1 :]))


@ECHO.on("battle.begun")
def _new_battle(mine: SecretRoom, side: str) -> SecretRoom:
    return replace(mine, chits=(), cup=None)


REDUCERS = Reducers(by_name(PUBLIC, carried(words())), by_name(SIDE, carried(words())), by_name(ECHO, {}, first=2))
