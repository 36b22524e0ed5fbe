"""How events change rooms. Each event holds its outcome: nothing is looked up, rolled or decided here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rules.engine.reducers import Reducers
from rules.systems.rts import payloads
from rules.systems.rts.battle_reducers import BATTLE, Reducer
from rules.systems.rts.frames import (
    Agreeing,
    Applying,
    CardAction,
    Choose,
    Operation,
    Placing,
    Start,
)
from rules.systems.rts.printed import OTHER
from rules.systems.rts.state import Points, PublicRoom, SecretRoom, counted


def _points(public: PublicRoom, area: str, side: str, number: int) -> PublicRoom:
    """The room with so many Resource Points of a side in an area; none, and nothing lies there."""
    points = {key: each for key, each in public.points.items() if key != area}
    return replace(public, points={**points, area: Points(side, number)} if number else points)


def _more_points(public: PublicRoom, area: str, side: str, more: int) -> PublicRoom:
    found = public.points.get(area)
    return _points(public, area, side, (found.number if found else 0) + more)


# cards ---------------------------------------------------------------------------------------------------------


def _hand_drawn(public: PublicRoom, data: payloads.Numbered) -> PublicRoom:
    side, number = data["side"], data["number"]
    hands, decks = counted(public.hands, side, number), counted(public.decks, side, -number)
    return _card_used(replace(public, hands=hands, decks=decks))


def _card_used(public: PublicRoom) -> PublicRoom:
    """The one thing a side may do with a card is done (4.2.3); a card that interrupts leaves what it interrupts."""
    return public.popped() if isinstance(public.top, CardAction) else public


def _card_left(public: PublicRoom, data: payloads.OfSide) -> PublicRoom:
    hands = counted(public.hands, data["side"], -1)
    return _card_used(replace(public, hands=hands, cards=public.cards + 1))


def _card_played(public: PublicRoom, data: payloads.CardPlayed) -> PublicRoom:
    public = _card_left(public, data)
    if data.get("gated"):
        public = replace(public, gated=public.gated + 1)
    if cost := data.get("cost"):
        public = _supply(public, -cost)
    return public


def _supply(public: PublicRoom, more: int) -> PublicRoom:
    """The operation in hand with more Supply Points, or fewer."""
    running = public.operation
    return public.changed(running, left=running.left + more) if running else public


def _permanent(public: PublicRoom, data: payloads.CardLasts) -> PublicRoom:
    """A permanent card takes effect (C15); `number` is what is printed on it."""
    effect, number = data["effect"], data["number"]
    if effect == "railhead":
        return replace(public, railheads=public.railheads + 1)
    public = replace(public, permanent=(*public.permanent, effect))
    if effect == "winter":
        return replace(public, winter=public.cards)
    if effect == "stavka":
        return replace(public, initiative="")
    if effect == "directive45":
        return replace(public, stalingrad=number)
    return replace(public, order225=number)


# the sequence --------------------------------------------------------------------------------------------------


def _sealed(public: PublicRoom, data: payloads.Sealed) -> PublicRoom:
    choose, side = public.top, data["side"]
    assert isinstance(choose, Choose)
    seals = {**public.seals, side: data["seal"]} if "seal" in data else public.seals
    return replace(public, seals=seals).changed(choose, sealed=(*choose.sealed, side))


def _shown(public: PublicRoom, data: payloads.Shown) -> PublicRoom:
    choose = public.top
    assert isinstance(choose, Choose)
    return public.changed(choose, shown={**choose.shown, data["side"]: data["choice"]})


def _sequence(public: PublicRoom, data: payloads.SequenceBegun) -> PublicRoom:
    """Both choices are shown: what follows lies on the next choice."""
    following = [Start(each["side"]) if each["do"] == "map" else CardAction(each["side"]) for each in data["then"]]
    public = replace(public, sequence=public.sequence + 1, seals={}).popped().pushed(Choose())
    return public.pushed(*reversed(following))


def _rolled_off(public: PublicRoom, data: payloads.RolledOff) -> PublicRoom:
    public = replace(public, rolloff={})
    return public.pushed(Start(data["winner"])) if data["winner"] else public


# operations ----------------------------------------------------------------------------------------------------


def _operation(public: PublicRoom, data: payloads.OperationBegun) -> PublicRoom:
    public = _more_points(public.popped(), data["area"], data["side"], -1)
    return public.pushed(Operation(data["side"], data["area"], data["supply"]))


def _operation_ended(public: PublicRoom, data: payloads.OperationEnded) -> PublicRoom:
    return replace(public.popped(), rebuilt=data["rebuilt"]).asked_again("battle", "operation")


def _moved(public: PublicRoom, data: payloads.UnitsMoved) -> PublicRoom:
    """A stack has gone along its path, and paid; "" is off the map."""
    units, to, operation = data["units"], data["path"][-1], public.operation
    assert operation is not None
    public = public.with_units(units, at=to, **({} if to else {"off": "withdrawn"}))
    return public.changed(operation, left=operation.left - data["cost"], acted=(*operation.acted, *units))


def _mended(public: PublicRoom, data: payloads.UnitMended) -> PublicRoom:
    """A unit is reorganized or rebuilt with Supply Points (10)."""
    operation, rebuilt = public.operation, data["state"] == "depleted"
    assert operation is not None
    public = public.with_units([data["unit"]], **{data["state"]: False})
    return public.changed(
        operation,
        left=operation.left - data["cost"],
        acted=(*operation.acted, data["unit"]),
        rebuilt=operation.rebuilt or rebuilt,
    )


def _taken(public: PublicRoom, data: payloads.AreaTaken) -> PublicRoom:
    """A side controls an area; enemy Resource Points there are captured in part (5.4.1)."""
    area, side = data["area"], data["side"]
    public = replace(public, control={**public.control, area: side})
    return _points(public, area, side, data["captured"]) if "captured" in data else public


# what cards bring ----------------------------------------------------------------------------------------------


def _placing(public: PublicRoom, data: payloads.PlacingBegun) -> PublicRoom:
    return public.pushed(Placing(data["side"], data["what"], data["number"]))


def _placed(public: PublicRoom, done: str = "") -> PublicRoom:
    """One of what a card brings is on the map."""
    placing = public.top
    assert isinstance(placing, Placing)
    if placing.number == 1:
        return public.popped()
    return public.changed(placing, number=placing.number - 1, done=(*placing.done, done))


def _points_placed(public: PublicRoom, data: payloads.PointsPlaced) -> PublicRoom:
    public = _more_points(_placed(public), data["area"], data["side"], 1)
    return replace(public, sector=data["sector"]) if data.get("sector") else public


def _unit_placed(public: PublicRoom, data: payloads.UnitPlaced) -> PublicRoom:
    return _placed(public, data["unit"]).with_units([data["unit"]], at=data["area"], off="")


def _points_moved(public: PublicRoom, data: payloads.PointsMoved) -> PublicRoom:
    public = _more_points(_placed(public), data["origin"], data["side"], -1)
    return _more_points(public, data["area"], data["side"], 1)


def _operations_given(public: PublicRoom, data: payloads.Numbered) -> PublicRoom:
    return public.pushed(*(Start(data["side"]) for _ in range(data["number"])))


def _ended(public: PublicRoom, data: payloads.GameEnded) -> PublicRoom:
    score = {"axis": data["axis"], "soviet": data["soviet"]}
    return replace(public, reason=data["reason"], winner=data["winner"], score=score, frames=public.frames)


def _closed(public: PublicRoom, data: payloads.Closed) -> PublicRoom:
    """What was going on is over."""
    return public.popped()


def _battle_ended(public: PublicRoom, data: payloads.Closed) -> PublicRoom:
    return public.popped().asked_again("battle")


def _rolloff_helped(public: PublicRoom, data: payloads.Numbered) -> PublicRoom:
    return replace(public, rolloff=counted(public.rolloff, data["side"], data["number"]))


def _supply_added(public: PublicRoom, data: payloads.Numbered) -> PublicRoom:
    return _supply(public, data["number"])


def _restored(public: PublicRoom, data: payloads.UnitRestored) -> PublicRoom:
    return _placed(public, data["unit"]).with_units([data["unit"]], **{data["state"]: False})


def _agreed(public: PublicRoom, data: payloads.EffectAgreed) -> PublicRoom:
    """What was agreed is done by hand; what was not, not at all."""
    asked, public = public.top, public.popped()
    assert isinstance(asked, Agreeing)
    return public.pushed(Applying(asked.by, asked.title, asked.says)) if data["agreed"] else public


def _area_set(public: PublicRoom, data: payloads.AreaSet) -> PublicRoom:
    area, side = data["area"], data["side"]
    return _points(replace(public, control={**public.control, area: side}), area, side, data["number"])


def _unit_set(public: PublicRoom, data: payloads.UnitSet) -> PublicRoom:
    how = {"depleted": data["depleted"], "disorganized": data["disorganized"]}
    return public.with_units([data["unit"]], at=data["at"], off=data["off"], **how)


def _answer_stands(public: PublicRoom, data: payloads.AnswerStands) -> PublicRoom:
    """A side is asked for no reaction `until` something has ended; "" and it is asked again (2.3.4)."""
    standing = {side: until for side, until in public.standing.items() if side != data["side"]}
    return replace(public, standing={**standing, data["side"]: data["until"]} if data["until"] else standing)


def _said(public: PublicRoom, data: payloads.EffectSaid) -> PublicRoom:
    return public.pushed(Agreeing(OTHER[data["side"]], data["side"], data["title"], data["says"]))


# a side's room -------------------------------------------------------------------------------------------------


def _cards_drawn(mine: SecretRoom, data: payloads.CardsDrawn) -> SecretRoom:
    cards = data["cards"]
    return replace(mine, deck=tuple(card for card in mine.deck if card not in cards), hand=(*mine.hand, *cards))


def _card_gone(mine: SecretRoom, data: payloads.CardLeft) -> SecretRoom:
    return replace(mine, hand=tuple(card for card in mine.hand if card != data["card"]))


def _chosen(mine: SecretRoom, data: payloads.ChoiceMade) -> SecretRoom:
    return replace(mine, choice=data["choice"])


def _chits_in_hand(mine: SecretRoom, data: payloads.ChitsTaken) -> SecretRoom:
    return replace(mine, chits=tuple(data["chits"]), cup=tuple(data["cup"]))


def _chit_left(mine: SecretRoom, data: payloads.ChitLeft) -> SecretRoom:
    at = mine.chits.index(data["chit"])
    return replace(mine, chits=(*mine.chits[:at], *mine.chits[at + 1 :]))


def _new_battle(mine: SecretRoom, side: str, data: payloads.BattleBegun) -> SecretRoom:
    return replace(mine, chits=(), cup=None)


PUBLIC: Mapping[str, Reducer] = {
    **BATTLE,
    "hand.drawn": _hand_drawn,
    "card.drawn": _hand_drawn,
    "card.discarded": _card_left,
    "card.played": _card_played,
    "card.lasts": _permanent,
    "card.none": _closed,
    "choice.sealed": _sealed,
    "choice.shown": _shown,
    "sequence.begun": _sequence,
    "rolloff.rolled": _rolled_off,
    "rolloff.helped": _rolloff_helped,
    "operation.begun": _operation,
    "operation.lost": _closed,
    "operation.ended": _operation_ended,
    "operations.given": _operations_given,
    "supply.added": _supply_added,
    "units.moved": _moved,
    "unit.mended": _mended,
    "area.taken": _taken,
    "battle.ended": _battle_ended,
    "window.passed": _closed,
    "retreat.over": _closed,
    "placing.begun": _placing,
    "placing.over": _closed,
    "points.placed": _points_placed,
    "points.moved": _points_moved,
    "unit.placed": _unit_placed,
    "unit.restored": _restored,
    "effect.said": _said,
    "effect.agreed": _agreed,
    "effect.done": _closed,
    "area.set": _area_set,
    "unit.set": _unit_set,
    "answer.stands": _answer_stands,
    "game.ended": _ended,
}
SIDE: Mapping[str, Reducer] = {
    "cards.drawn": _cards_drawn,
    "card.left": _card_gone,
    "choice.made": _chosen,
    "chits.taken": _chits_in_hand,
    "chit.left": _chit_left,
}
ECHO: Mapping[str, Callable[[Any, str, Any], Any]] = {"battle.begun": _new_battle}
REDUCERS = Reducers(public=PUBLIC, side=SIDE, echo=ECHO)
