"""Positions of Roads to Stalingrad for tests: the practice map with units where a test wants them, and orders."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.contract import Event, Order, Refused, State
from rules.systems.rts import battle as fighting
from rules.systems.rts.board import Board
from rules.systems.rts.context import Context, board_of
from rules.systems.rts.frames import Battle, Choose, Frame, Operation
from rules.systems.rts.printed import OTHER, SIDES
from rules.systems.rts.resolver import Resolver
from rules.systems.rts.state import Points, PublicRoom, SecretRoom, UnitState
from rules.systems.rts.system import SYSTEM
from tests.rules.driver import Cup
from tests.rules.payloads import check_payload

AXIS, SOVIET = SIDES
PANZER, SECOND_PANZER, INFANTRY, SECOND_INFANTRY = "GP1", "GP2", "GI1", "GI2"
ARMY, SECOND_ARMY, TANKS, LEADER = "SI1", "SI2", "ST1", "LD1"
ITALIAN, RUMANIAN, HUNGARIAN = "IT1", "RU1", "HU1"


class Table:
    """A game in play with empty hands and an empty map; every roll and draw is `script`ed, or from a seed."""

    def __init__(self, *, reactions: str = "none", time: str = "none", chart: object = None, **readings: str) -> None:
        agreed = {"reactions": reactions, "reaction_time": time}
        self.state = SYSTEM.setup({**agreed, "chart": chart, "rulings": readings})
        self.cup = Cup()
        units = {key: UnitState("", "pool") for key in self.public.units}
        self.change(units=units, points={}, hands=dict.fromkeys(SIDES, 0), frames=(Choose(),))

    @property
    def public(self) -> PublicRoom:
        return self.state.public

    @property
    def board(self) -> Board:
        return board_of(self.public)

    def room(self, side: str) -> SecretRoom:
        return self.state.sides[side]

    def unit(self, key: str) -> UnitState:
        return self.public.units[key]

    def change(self, **changes: object) -> Table:
        """Something is otherwise in the public room."""
        self.state = State(replace(self.public, **changes), self.state.sides)  # type: ignore[arg-type]
        return self

    def put(self, area: str, *keys: str, **how: Any) -> Table:
        """Counters stand in an area."""
        return self.change(units={**self.public.units, **{key: UnitState(area, **how) for key in keys}})

    def points(self, side: str, **numbers: int) -> Table:
        """Resource Points lie in areas."""
        found = {area: Points(side, number) for area, number in numbers.items()}
        return self.change(points={**self.public.points, **found})

    def held(self, side: str, *areas: str) -> Table:
        """A side controls areas."""
        return self.change(control={**self.public.control, **dict.fromkeys(areas, side)})

    def winter(self) -> Table:
        return self.change(winter=self.public.cards, permanent=(*self.public.permanent, "winter"))

    def frames(self, *frames: Frame) -> Table:
        """What is going on, above the next choice."""
        return self.change(frames=(Choose(), *frames))

    def hand(self, side: str, *titles: str, deck: int | None = None) -> Table:
        """A side holds these cards; `deck` is how many are left to be drawn."""
        cards = self.board.theater.cards
        found = list[str]()
        for title in titles:
            found.append(next(k for k, c in cards.items() if (c.side, c.title) == (side, title) and k not in found))
        left = tuple(key for key, card in cards.items() if card.side == side and key not in found)[:deck]
        room = replace(self.room(side), hand=tuple(found), deck=left)
        self.state = State(self.public, {**self.state.sides, side: room})
        numbers = {"hands": {**self.public.hands, side: len(found)}, "decks": {**self.public.decks, side: len(left)}}
        return self.change(**numbers)

    def operation(self, side: str, area: str, left: int = 6, **more: object) -> Table:
        return self.frames(Operation(side, area, left, **more))  # type: ignore[arg-type]

    def battle(self, attacker: str, area: str, border: str = "plain", *, origin: str = "", **more: object) -> Table:
        """A battle in which chits were drawn already."""
        fight = Battle(attacker, area, origin, border, attacker, begun=True, **more)  # type: ignore[arg-type]
        return self.frames(Operation(attacker, origin or area, 6), fight)

    def holds(self, side: str, *chits: str) -> Table:
        """A side has these Battle Chits in hand, and the other one some of which nothing is said."""
        self.state = State(self.public, {**self.state.sides, side: replace(self.room(side), chits=chits, cup=())})
        fight = self.public.fought
        holds = {**{OTHER[side]: 1}, **fight.holds, side: len(chits)}
        self.state = State(self.public.changed(fight, holds=holds, turn=side), self.state.sides)
        return self

    def order(self, side: str, kind: str = "enter", **data: object) -> tuple[Event, ...]:
        """Give an order with the side's own room open."""
        events = SYSTEM.decide(self.state.only([side]), Order(kind, data), side, self.cup)
        for event in events:
            check_payload(SYSTEM, event)
            self.state = SYSTEM.apply(self.state, event)
        return events

    def move(self, side: str, to: str, *units: str, via: str = "") -> tuple[Event, ...]:
        """Units move. Where nobody is asked for reactions, an attacker plays no card before the first chit either."""
        events = self.order(side, do="move", to=to, via=via, **{f"unit-{unit}": "on" for unit in units})
        asked = self.public.reactions == "none" and self.public.stage == "window"
        return (*events, *(self.order(side, card="") if asked else ()))

    def refuses(self, side: str, kind: str = "enter", **data: object) -> Refused:
        """An order is turned down, and nothing has changed."""
        with pytest.raises(Refused) as caught:
            SYSTEM.decide(self.state.only([side]), Order(kind, data), side, self.cup)
        return caught.value

    def refuses_move(self, side: str, to: str, *units: str, via: str = "") -> Refused:
        return self.refuses(side, do="move", to=to, via=via, **{f"unit-{unit}": "on" for unit in units})

    def dice(self, *numbers: int) -> Table:
        """The next dice and draws."""
        self.cup.script = list(numbers)
        return self


def kinds(events: tuple[Event, ...]) -> list[str]:
    """What happened, in order."""
    return [event.kind for event in events]


def one(events: tuple[Event, ...], kind: str) -> dict[str, Any]:
    """The only event of a kind."""
    (found,) = (event for event in events if event.kind == kind)
    return dict(found.data)


def cup_of(table: Table, side: str, *held: str) -> list[str]:
    """The chits that go into the cup of a side in the battle in hand, less those it holds."""
    act = Resolver(Context(table.public, table.room(side)), table.cup)
    return fighting.full_cup(act, table.public.fought, [*held])
