"""What holds of every campaign, however it was played: sums in order, closed rooms, rooms that can be stored."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

from rules.contract import PUBLIC, Event, State
from tests.rules.driver import Driver
from tests.rules.payloads import check_payload


def check_sums(game: Driver, side: str) -> None:
    """No points but those there are, each date's begin with what the one before left; no counter goes missing."""
    room = game.room(side)
    for line in room.lines:
        check_budget(line.ledger)
        assert 0 <= line.fpp_spent <= line.fpp
    for line, after in pairwise(room.lines):
        assert after.ledger.start == line.ledger.next_start
    assert [counter.id for counter in room.counters] == list(range(1, len(room.counters) + 1))
    assert len({group.id for group in room.groups}) == len(room.groups)


def check_budget(budget: Any) -> None:
    """The points of a date add up and never fall below nothing."""
    assert budget.total == budget.start + budget.repl + budget.ruled
    assert budget.next_start == budget.total - budget.spent - budget.recon
    assert min(budget.start, budget.repl, budget.spent, budget.left, budget.next_start) >= 0


def check_page(game: Driver, side: str) -> None:
    """Whatever waits for a side, its page can say what is done along with it."""
    current = game.current(side)
    assert current is None or all(each.spec.task for each in current.follow_ups)


def check_story(game: Driver) -> None:
    """Every event can be told, fits its reducer and holds nothing but JSON."""
    for event in game.events:
        check_payload(game.system, event)
        assert game.system.describe(event).sentence
        assert json.loads(json.dumps(event.data)) == event.data, event.kind


def check_secrecy(game: Driver, start: State) -> None:
    """Whoever folds only what he may see comes to exactly the rooms he may enter, whatever is in the others."""
    stored = [Event(event.kind, event.room, json.loads(json.dumps(event.data))) for event in game.events]
    for rooms in ((), *((side,) for side in game.sides)):
        state = start.only(rooms)
        for event in stored:
            if event.room in (PUBLIC, *rooms):
                state = game.system.apply(state, event)
        assert state == game.state.only(rooms)


def check_round_trip(game: Driver) -> None:
    """Every room comes back from its JSON as it was."""
    system, state = game.system, game.state
    rooms = {room: json.loads(json.dumps(system.dump(state, room))) for room in (PUBLIC, *game.sides)}
    assert system.load(rooms) == state
    assert system.load({PUBLIC: rooms[PUBLIC]}) == state.only([])
