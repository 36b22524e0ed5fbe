"""Roads to Stalingrad: what a side holds shows in nothing the other one sees, until it is played."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from rules.contract import PUBLIC, Event, Order, State
from rules.systems.rts import tasks
from rules.systems.rts.state import SecretRoom
from rules.systems.rts.system import SYSTEM
from tests.rules.driver import Cup
from tests.rules.rts_player import Game

DISCARD = "discard:"


class Compared(Game):
    """A game in which each act is done once more by a side that holds other cards, and other chits."""

    compared = 0

    def act(self) -> None:
        side = self.chance.choice(self.public.acting)
        order = self.order(side)
        seed = self.acts
        told = self._told(side, order, seed)
        plays = str(order.data.get("do", "")).startswith((tasks.PLAY, "play:")) or order.data.get("card")
        if not plays:
            other = _others_held(self.state.sides[side], Random(seed), chits="chit" not in order.data)
            if not any(event.kind == "chits.taken" for event in told):  # what is put aside is shown (19)
                self.compared += 1
                after = self._told(side, _own(order, other), seed, other)
                assert _public(after) == _public(told)
                assert [event.kind for event in after] == [event.kind for event in told]
        self.happens(told)

    def _told(self, side: str, order: Order, seed: int, room: SecretRoom | None = None) -> list[Event]:
        state = self.state if room is None else State(self.public, {**self.state.sides, side: room})
        return list(SYSTEM.decide(state.only([side]), order, side, Cup(seed)))


def _others_held(room: SecretRoom, chance: Random, *, chits: bool) -> SecretRoom:
    """The room of a side that holds as many cards and chits, but others of those it has."""
    cards = chance.sample((*room.hand, *room.deck), len(room.hand) + len(room.deck))
    cup = room.cup or ()
    drawn = chance.sample((*room.chits, *cup), len(room.chits) + len(cup)) if chits else [*room.chits, *cup]
    hand, held = len(room.hand), len(room.chits)
    return replace(
        room,
        hand=tuple(cards[:hand]),
        deck=tuple(cards[hand:]),
        chits=tuple(drawn[:held]),
        cup=None if room.cup is None else tuple(drawn[held:]),
    )


def _own(order: Order, room: SecretRoom) -> Order:
    """The same order of a side that holds other cards: it discards one of its own."""
    if not str(order.data.get("do", "")).startswith(DISCARD):
        return order
    return Order(order.kind, {**order.data, "do": f"{DISCARD}{room.hand[0]}"})


def _public(events: list[Event]) -> list[tuple[str, object]]:
    return [(event.kind, event.data) for event in events if event.room == PUBLIC]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("reactions", ["battle", "all"])
def test_2_3_4_what_is_told_and_who_is_asked_hangs_on_nothing_held(reactions: str) -> None:
    game = Compared(7, reactions)
    game.play()
    assert game.compared > game.acts // 2


@pytest.mark.parametrize("first", ["card", "map"])
def test_4_2_2_a_sealed_choice_is_told_as_the_other_one(first: str) -> None:
    game = Game(1)
    while game.public.stage != "choose" or len(game.public.hands) < 2:
        game.act()
    (side, *_) = game.public.acting
    before = game.public
    events = SYSTEM.decide(game.state.only([side]), Order("enter", {"choice": first}), side, Cup())
    assert [(event.kind, dict(event.data)) for event in events if event.room == PUBLIC] == [
        ("choice.sealed", {"side": side})
    ]
    assert before.sequence == game.public.sequence
