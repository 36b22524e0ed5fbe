"""A tiny game of two sides for tests of everything that hosts games: bids, seals, dice and an end.

It is written by hand on `rules.contract` alone, without the base class of the engine and its stages: a host that asks
more of a game than the contract says breaks on it. It also does what no staged game can be brought to do, such as
writing into a room that is not the side's own.

Each side has ten gold. Bids are secret; sealing shows the other side a seal and nothing else;
when both have sealed, anyone may open the bids. It has each kind of order a real game has.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

from rules.contract import (
    PUBLIC,
    Event,
    EventText,
    FoundingChoice,
    Order,
    PublicView,
    Refused,
    Ruling,
    SideView,
    State,
    StepInfo,
)
from rules.dice import Rng
from rules.engine.reducers import Data, Reducers
from rules.engine.rolls import DICE

SIDES = {"german": "German", "russian": "Russian"}


@dataclass(frozen=True)
class Hall:
    """What everyone sees."""

    seals: Mapping[str, str]
    notices: tuple[str, ...] = ()
    rolls: tuple[tuple[int, ...], ...] = ()
    winner: str = ""


@dataclass(frozen=True)
class Purse:
    """What one side sees."""

    gold: int = 10
    bids: tuple[tuple[str, int], ...] = ()
    scouted: tuple[int, ...] = ()
    notices_heard: int = 0


@dataclass(frozen=True)
class HallView(PublicView):
    """The hall as pages show it."""

    notices: tuple[str, ...] = ()


@dataclass(frozen=True)
class View:
    """All that a side may see."""

    public: HallView
    own: Purse | None
    mine: SideView | None
    current: None = None
    rail: tuple[()] = ()
    waits: str = ""
    figures: tuple[()] = ()


def _bid(purse: Purse, data: Data) -> Purse:
    return replace(purse, gold=purse.gold - data["gold"], bids=(*purse.bids, (data["thing"], data["gold"])))


REDUCERS = Reducers(
    public={
        "auction.sealed": lambda hall, data: replace(hall, seals={**hall.seals, data["side"]: data["seal"]}),
        "auction.announced": lambda hall, data: replace(hall, notices=(*hall.notices, data["text"])),
        "auction.rolled": lambda hall, data: replace(hall, rolls=(*hall.rolls, tuple(data["dice"]))),
        "auction.won": lambda hall, data: replace(hall, winner=data["side"]),
    },
    side={
        "bid.made": _bid,
        "bid.committed": lambda purse, data: purse,
        "bid.scouted": lambda purse, data: replace(purse, scouted=(*purse.scouted, *data["dice"])),
    },
    echo={"auction.announced": lambda purse, key, data: replace(purse, notices_heard=purse.notices_heard + 1)},
)


class Auction:
    """The game; see `rules.contract.Game`."""

    key = "auction"
    title = "The Auction"
    edition = "1"
    sides: Mapping[str, str] = SIDES
    anytime = frozenset({"concede"})
    doors: Mapping[str, str] = {}
    kinds = REDUCERS.kinds({"auction.announced"})
    quiet = frozenset({"auction.sealed"})
    heard = REDUCERS.heard
    last_stage = "bids"
    choices = (FoundingChoice("balance", "Balance", {"none": "No balance", "russian": "Russian balance"}), DICE)
    rulings: tuple[Ruling, ...] = (
        Ruling("ties", "Who wins a tie?", "1.2", {"none": "Nobody", "first": "Who sealed first"}, "none", "Simplest."),
    )

    def setup(self, options: Mapping[str, Any]) -> State:
        if options.get("balance", "none") not in self.choices[0].options:
            raise Refused("There is no such balance.", rule="1.1", field="balance")
        return State(Hall({}), {side: Purse() for side in SIDES})

    def decide(self, state: State, order: Order, side: str, rng: Rng) -> tuple[Event, ...]:
        assert set(state.sides) == {side}, "an order is decided with the side's own room alone"
        events: tuple[Event, ...] = getattr(self, f"_{order.kind.lower()}")(state, order.data, side, rng)
        return events

    def judge(self, state: State, order: Order) -> tuple[Event, ...]:
        assert not state.sides, "an umpire judges without any side's room"
        return (Event("auction.announced", PUBLIC, {"text": order.data["text"]}),)

    def _bid(self, state: State, data: Data, side: str, rng: Rng) -> tuple[Event, ...]:
        left = state.sides[side].gold
        if data["gold"] > left:
            raise Refused(f"{data['thing']} costs {data['gold']} gold, {left} left.", rule="1.3", field="gold")
        return (Event("bid.made", side, {"thing": data["thing"], "gold": data["gold"]}),)

    def _seal(self, state: State, data: Data, side: str, rng: Rng) -> tuple[Event, ...]:
        if side in state.public.seals:
            raise Refused("Your bids are sealed already.", rule="1.4")
        bids = [list(bid) for bid in state.sides[side].bids]
        return (
            Event("bid.committed", side, {"bids": bids}),
            Event("auction.sealed", PUBLIC, {"side": side}, seals=True),
        )

    def _scout(self, state: State, data: Data, side: str, rng: Rng) -> tuple[Event, ...]:
        return (Event("bid.scouted", side, {"dice": list(rng.roll("scout", 2))}),)

    def _roll(self, state: State, data: Data, side: str, rng: Rng) -> tuple[Event, ...]:
        return (Event("auction.rolled", PUBLIC, {"dice": list(rng.roll("lots", data.get("dice", 1)))}),)

    def _announce(self, state: State, data: Data, side: str, rng: Rng) -> tuple[Event, ...]:
        return (Event("auction.announced", PUBLIC, {"text": data["text"]}),)

    def _finish(self, state: State, data: Data, side: str, rng: Rng) -> tuple[Event, ...]:
        return (Event("auction.won", PUBLIC, {"side": side}),)

    def _trespass(self, state: State, data: Data, side: str, rng: Rng) -> tuple[Event, ...]:
        other = next(key for key in SIDES if key != side)
        return (Event("bid.made", other, {"thing": "a bug", "gold": 1}),)

    def apply(self, state: State, event: Event) -> State:
        return REDUCERS.apply(state, event)

    def hear(self, room: Any, side: str, event: Event) -> Purse:
        heard: Purse = REDUCERS.hear(room, side, event)
        return heard

    def current(self, state: State, side: str) -> Any:
        waits = StepInfo("bids", "1.3", "Secret bids", "")
        return None if side in state.public.seals else SimpleNamespace(spec=waits)

    def public(self, state: State) -> HallView:
        hall = state.public
        return HallView(
            stage="bids",
            stage_title="Bids",
            phase="bids",
            waiting=tuple(key for key in SIDES if key not in hall.seals),
            winner=hall.winner,
            date="23AM",
            notices=hall.notices,
        )

    def view(self, state: State, side: str | None) -> View:
        mine = SideView(side, SIDES[side]) if side else None
        return View(self.public(state), state.sides[side] if side else None, mine)

    def describe(self, event: Event) -> EventText:
        return EventText(f"{event.kind}: {', '.join(f'{key} {value}' for key, value in event.data.items())}", "1.0")

    def dump(self, state: State, room: str) -> Any:
        if room == PUBLIC:
            hall = state.public
            return [dict(hall.seals), list(hall.notices), [list(roll) for roll in hall.rolls], hall.winner]
        purse = state.sides[room]
        return [purse.gold, [list(bid) for bid in purse.bids], list(purse.scouted), purse.notices_heard]

    def load(self, rooms: Mapping[str, Any]) -> State:
        seals, notices, rolls, winner = rooms[PUBLIC]
        hall = Hall(seals, tuple(notices), tuple(tuple(roll) for roll in rolls), winner)
        purses = {key: _purse(room) for key, room in rooms.items() if key != PUBLIC}
        return State(hall, purses)


def _purse(room: Any) -> Purse:
    gold, bids, scouted, heard = room
    return Purse(gold, tuple((thing, price) for thing, price in bids), tuple(scouted), heard)


AUCTION = Auction()
