"""A player of Roads to Stalingrad who takes any legal act, and what must hold after each of them.

`python -m tests.rules.rts_player 1000 battle` plays so many games, the seed of each being its number, and prints what
happened in them.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Sequence
from random import Random

from rules.contract import Event, Order, Refused, State
from rules.systems.rts import battle, cards, operation, tasks
from rules.systems.rts.board import Board
from rules.systems.rts.context import board_of
from rules.systems.rts.frames import POINTS, Effect, Operation, Placing, Retreat, Start
from rules.systems.rts.printed import AXIS, OTHER, SIDES
from rules.systems.rts.retreats import may_stay, ways_back
from rules.systems.rts.state import CHITS, HANDS, SHOW, PublicRoom, SecretRoom
from rules.systems.rts.system import SYSTEM
from tests.rules.driver import Cup

Rooms = State[PublicRoom, SecretRoom]
MOST = 5000
"""No game has so many acts."""
IDLE, ATTACK, STACK, MEND, REACT, TRIES = 0.08, 0.6, 0.5, 0.4, 0.5, 6


class Game:
    """A game between two players who take any legal act; `kinds` counts what happened."""

    def __init__(self, seed: int, reactions: str = "battle", **readings: str) -> None:
        self.chance, self.cup = Random(seed), Cup(seed)
        self.state: Rooms = SYSTEM.setup({"reactions": reactions, "rulings": readings})
        self.kinds: Counter[str] = Counter()
        self.acts = 0

    @property
    def public(self) -> PublicRoom:
        return self.state.public

    def play(self, most: int = MOST) -> None:
        """Play to the end, and look at the room after each act."""
        while self.public.acting and self.acts < most:
            self.act()
            assert_sound(self.state)
        assert not self.public.acting, "the game never ends"

    def act(self) -> None:
        """Somebody who may act takes any act that is legal."""
        side = self.chance.choice(self.public.acting)
        order = self.order(side)
        self.happens(SYSTEM.decide(self.state.only([side]), order, side, self.cup))

    def happens(self, events: Sequence[Event]) -> None:
        """An act is folded into the game."""
        self.acts += 1
        for event in events:
            self.state = SYSTEM.apply(self.state, event)
            self.kinds[event.kind] += 1

    def order(self, side: str) -> Order:
        """A legal order of a side."""
        stage, mine, board = self.public.stage, self.state.sides[side], board_of(self.public)
        if stage in (HANDS, CHITS):
            return Order("roll", {})
        if stage == SHOW:
            return Order("done", {})
        top = self.public.top
        if isinstance(top, Operation):
            return Order("enter", self._use(board, mine, top))
        if isinstance(top, Placing):
            return Order("enter", self._put(board, top))
        return Order("enter", {key: self.chance.choice(found) for key, found in _answers(board, mine).items()})

    def _use(self, board: Board, mine: SecretRoom, frame: Operation) -> dict[str, str]:
        """A use of Supply Points that can be paid: a move, an attack, a unit mended, a card, or the end."""
        ready: dict[str, list[str]] = {}
        for unit in operation.ready(board, frame):
            ready.setdefault(board.state(unit).at, []).append(unit)
        for _ in range(TRIES if self.chance.random() > IDLE else 0):
            found = self._try(board, mine, frame, ready)
            try:
                if found:
                    SYSTEM.decide(self.state.only([mine.key]), Order("enter", found), mine.key, Cup())
                    return found
            except Refused as refused:
                self.kinds[f"refused by {refused.rule}"] += 1
        return {"do": tasks.END}

    def _try(
        self, board: Board, mine: SecretRoom, frame: Operation, ready: dict[str, list[str]]
    ) -> dict[str, str] | None:
        held = cards.playable(board, mine)
        if held and self.chance.random() < MEND:
            return {"do": tasks.PLAY, "card": self.chance.choice(held).id, "says": "as it is printed"}
        here = self.chance.choice(list(ready.values())) if ready else []
        men = [unit for unit in here if board.theater.units[unit].fights]
        if not men:
            return None
        worn = [unit for unit in men if board.state(unit).disorganized or board.state(unit).depleted]
        if worn and self.chance.random() < MEND:
            unit = self.chance.choice(worn)
            mend = tasks.REORGANIZE if board.state(unit).disorganized else tasks.REBUILD
            return {"do": mend, f"{tasks.UNIT}{unit}": "on"}
        stack = here if self.chance.random() < STACK else [self.chance.choice(men)]
        ways = list(board.routes(stack).values())
        attacks = [way for way in ways if way.attack]
        if not ways:
            return None
        way = self.chance.choice(attacks if attacks and self.chance.random() < ATTACK else ways)
        return {"do": tasks.MOVING, "to": way.to or tasks.OFF, **{f"{tasks.UNIT}{unit}": "on" for unit in stack}}

    def _put(self, board: Board, frame: Placing) -> dict[str, str]:
        """Something a card brings, where it may go; now and then no more of what need not be done."""
        if frame.what == POINTS:
            left = [tasks.NOTHING] if cards.may_leave(frame) else []
            return {"area": self.chance.choice([*board.point_areas(frame.side), *left])}
        if cards.may_leave(frame) and self.chance.random() < IDLE:
            return {"what": tasks.NOTHING}
        found = cards.movable(board, frame)
        what = self.chance.choice(list(found))
        return (
            {"what": what} if frame.what in cards.RESTORED else {"what": what, "area": self.chance.choice(found[what])}
        )


def _answers(board: Board, mine: SecretRoom) -> dict[str, list[str]]:
    """What may be answered where it is one entry, by its name."""
    public, side = board.public, mine.key
    top = public.top
    if isinstance(top, Effect):
        return {"unit": list(battle.targets(board, top))}
    if isinstance(top, Retreat):
        ways = [area or tasks.OFF for area in ways_back(board, top)]
        return {"to": [*ways, tasks.STAY] if may_stay(board, top) else ways}
    held = [card.id for card in cards.playable(board, mine)]
    says = (
        {"says": ["as it is printed"]} if any(board.theater.cards[key].effect == "as_printed" for key in held) else {}
    )
    points = list(operation.start_areas(board, side))
    answers: dict[str, dict[str, list[str]]] = {
        "choose": {"choice": ["card", "map"] if operation.may_choose_map(board, side) else ["card"]},
        "start": {"area": [*points, tasks.NOTHING] if isinstance(top, Start) and top.optional else points},
        "battle": {"chit": list(mine.chits)},
        "window": {"card": ["", *held], **says},
        "agreeing": {"agreed": ["yes", "no"]},
    }
    if top.kind != "card":
        return answers[top.kind]
    draw = [tasks.DRAW] if mine.deck and len(mine.hand) < board.numbers.hand.most else []
    return {"do": [*draw, *(f"play:{key}" for key in held), *(f"discard:{key}" for key in mine.hand)], **says}


def assert_sound(state: Rooms) -> None:
    """What holds after every act, whatever was done."""
    public = state.public
    board = board_of(public)
    theater, fight, running = board.theater, public.battle, public.operation
    for area in theater.areas:
        both = all(board.here(area, side) for side in SIDES)
        assert not both or (fight is not None and fight.area == area), f"both sides stand in {area}"
    for area, points in public.points.items():
        assert points.number > 0, f"no points lie in {area}"
        assert not board.here(area, OTHER[points.side]) or (fight and fight.area == area), f"{area} is not captured"
    for key, unit in public.units.items():
        assert (unit.at in theater.areas) != (unit.off in ("pool", "destroyed", "withdrawn")), f"{key} is nowhere"
    leader = theater.leader
    if leader is not None and public.units[leader.id].at:
        assert board.units(public.units[leader.id].at, leader.side), "the leader is alone"
    for side in SIDES:
        room = state.sides[side]
        assert len(room.hand) == public.hands.get(side, 0) <= board.numbers.hand.most
        assert len(room.deck) == public.decks[side]
        assert not {*room.hand} & {*room.deck}
        if fight is not None and fight.begun and not public.reason:
            assert len(room.chits) == fight.holds.get(side, 0), f"the chits of the {side} side are not as counted"
    left = sum(len(room.hand) + len(room.deck) for room in state.sides.values())
    assert left + public.cards == len(theater.cards), "cards are lost"
    if running is not None:
        assert running.left >= 0
        assert running.left > 0 or public.top is not running, "the operation goes on without Supply Points"
    allies = [key for key in board.on_map(AXIS) if not theater.units[key].german]
    for key in allies:
        assert not board.clashes(key, board.state(key).at), f"{key} stands by another nationality"


def main(number: int, reactions: str) -> None:
    """Play so many games and print figures."""
    kinds, ends, acts, start = Counter[str](), Counter[tuple[str, str]](), 0, time.perf_counter()
    for seed in range(number):
        game = Game(seed, reactions)
        game.play()
        kinds += game.kinds
        acts += game.acts
        ends[game.public.reason, game.public.winner] += 1
    seconds = time.perf_counter() - start
    print(f"{number} games, {acts / number:.0f} acts each, {number / seconds:.2f} games a second; {dict(ends)}")
    for kind, found in kinds.most_common():
        print(f"{found / number:9.2f} {kind}")


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
