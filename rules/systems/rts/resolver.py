"""What one order brings about: events made one after the other, each of which sees what those before it changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.contract import Event
from rules.dice import Modifier, Reckoning
from rules.played.resolver import OrderResolver
from rules.systems.rts.board import AWAY, Board
from rules.systems.rts.context import Context
from rules.systems.rts.printed import SIDES, GameNumbers
from rules.systems.rts.reducers import REDUCERS
from rules.systems.rts.state import ENDED, PublicRoom, SecretRoom
from rules.systems.rts.theater import Theater, Unit

D10 = 10
NAMED = frozenset({"units", "attackers", "defenders", "isolated"})
"""Entries of events that are lists of counters."""


def draws_of(event: Event) -> tuple[str, ...]:
    """What the draws of an event were called as they were made.

    A check goes by its unit, rolls of both sides by theirs, however often they are made; chits come one by one.
    """
    data: Mapping[str, Any] = event.data
    match event.kind:
        case "check.rolled":
            return (f"check/{data['unit']}",)
        case "rolloff.rolled":
            return tuple(f"rolloff/{side}" for side in SIDES)
        case "sequence.begun":
            return tuple(f"first/{SIDES[n % len(SIDES)]}" for n in range(len(data.get("rolls", ()))))
        case "chits.taken":
            return ("chits",) * len(data["draws"])
        case "cards.drawn":
            return ("cards",)
    return ()


class Resolver(OrderResolver[PublicRoom, SecretRoom, Context]):
    """An order being carried out for one side, which sees the public room and its own."""

    reducers, sealed = REDUCERS, frozenset({"choice.sealed"})

    @property
    def board(self) -> Board:
        """The map with the events so far."""
        return self.ctx.board

    @property
    def theater(self) -> Theater:
        """The map, units and cards as the owner has them."""
        return self.board.theater

    @property
    def numbers(self) -> GameNumbers:
        """The printed numbers as this campaign reads them."""
        return self.board.numbers

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.public.stage == ENDED

    def unit(self, key: str) -> Unit:
        """A counter by its key."""
        return self.theater.units[key]

    def tell(self, kind: str, /, **data: object) -> None:
        """Something happens in public. Counters are named as well, for an event is told from what it holds."""
        named: dict[str, object] = {}
        if isinstance(unit := data.get("unit"), str):
            named["name"] = self.unit(unit).name
        for key in NAMED & data.keys():
            units = data[key]
            assert isinstance(units, list)
            named[f"{key}_names"] = ", ".join(self.unit(unit).name for unit in units)
        super().tell(kind, **data, **named)

    def d10(self, name: str, modifiers: Iterable[Modifier] = ()) -> Reckoning:
        """A ten-sided die; its 0 is a 10 (9.6.1)."""
        return self.die(name, D10, modifiers)

    # what follows where units go --------------------------------------------------------------------------------

    def arrive(self, area: str, side: str, *, passing: bool = False) -> None:
        """Units of a side are in an area without enemies: they control it (C1.f.III), with what lies there (5.4.1).

        What a stack is only `passing` it captures too, but may not control.
        """
        stock = self.public.points.get(area)
        captured = stock.number // self.numbers.capture.divisor if stock and stock.side != side else None
        capture = {} if captured is None else {"captured": captured}
        if not passing or self.public.readings.control == "passed":
            if capture or self.public.control[area] != side:
                self.tell("area.taken", area=area, side=side, **capture)
        elif capture:
            self.tell("points.captured", area=area, side=side, **capture)

    def destroy(self, unit: str, why: str) -> None:
        """A unit is destroyed; `why` is isolated, again or retreat. A leader dies with the last unit (12.3)."""
        at = self.board.state(unit).at
        self.tell("unit.destroyed", unit=unit, why=why)
        self.leader_alone(at, None)

    def leader_alone(self, area: str, to: str | None, *, along: bool = False, off: str = "withdrawn") -> None:
        """A leader whose last unit is gone goes where it went, AWAY for off the map; None: he dies too (12.2, 12.3).

        With `along` he goes even if others are there. `off` says where off the map.
        """
        leader = self.theater.leader
        if leader is None or self.board.state(leader.id).at != area:
            return
        if self.board.units(area, leader.side) and not along:
            return
        if to is None:
            self.tell("unit.destroyed", unit=leader.id, why="alone")
        else:
            self.tell("leader.moved", unit=leader.id, to=to, off=off if to == AWAY else "")
