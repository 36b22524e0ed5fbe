"""Whole campaigns at random: no crash, no dead end, no broken ledger, no door ajar.

`REFIT_FUZZ=500 python -m pytest tests/rules/test_fuzz.py` plays more of them; `REFIT_FUZZ_FROM` says from which seed.
"""

import json
import os
from collections.abc import Iterable

import pytest

from rules.kernel import PUBLIC, Event, State
from rules.systems.oto2.book import book
from tests.rules.play import SIDES, SYSTEM
from tests.rules.wild import Wild

FIRST = int(os.environ.get("REFIT_FUZZ_FROM", "0"))
CAMPAIGNS = range(FIRST, FIRST + int(os.environ.get("REFIT_FUZZ", "15")))
LONGEST = 1500


@pytest.mark.parametrize("seed", CAMPAIGNS)
def test_a_campaign_of_random_legal_orders_comes_to_its_end(seed):
    game = Wild(seed)
    start = game.state
    for _ in range(LONGEST):
        if game.state.public.stage == "ended":
            break
        assert game.turn(), f"a dead end in {game.state.public.stage}"
        for side in SIDES:
            check_side(game, side)
    ending = game.state.public.ending
    assert ending.winner in SIDES
    check_generation(game)
    check_doors(game, start)
    check_round_trip(game.state)
    for event in game.events:
        assert SYSTEM.tell(event).sentence
        assert json.loads(json.dumps(event.data)) == event.data, event.kind


def check_side(game: Wild, side: str) -> None:
    """The side's books are in order: points, groups and counters."""
    room = game.room(side)
    for date, line in enumerate(room.lines):
        paid = sum(group.paid for group in room.groups if group.date == date)
        ledger = line.ledger
        assert ledger.spent == paid
        assert min(ledger.start, ledger.repl, ledger.left, ledger.next_start) >= 0
        assert ledger.total == ledger.start + ledger.repl
        assert 0 <= line.fpp_spent <= line.fpp
        assert date == 0 or ledger.start == room.lines[date - 1].ledger.next_start
    assert [counter.id for counter in room.counters] == list(range(1, len(room.counters) + 1))
    check_groups(game, side)


def check_groups(game: Wild, side: str) -> None:
    """No more groups than the chart sells, and no more units in them than it gives."""
    room, chart = game.room(side), book().groups[side]
    for row in chart.values():
        mine = [group for group in room.groups if group.rg == row.id and not group.given]
        assert len(mine) <= row.cg_max
        assert all(sum(g.date == date for g in mine) <= row.date_max for date in range(4))
    assert len({group.id for group in room.groups}) == len(room.groups)


def check_generation(game: Wild) -> None:
    """Every group brought exactly the units of its strength, and no company more weapons than are allotted."""
    for event in game.events:
        if event.kind != "strength.rolled":
            continue
        chart = book().groups[event.room]
        for key, change in event.data["groups"].items():
            row = chart[key.split("-")[1]]
            number = row.full if change["strength"] == "Full" else row.depleted
            brought = [piece for piece in event.data.get("add", ()) if piece["group"] == key]
            if row.full is not None:
                assert sum(piece["name"] == row.units[0][0] for piece in brought) == number
            weapons = sum(line.sure for line in book().allotments[event.room].get(row.id, ()))
            assert row.kind != "squads" or len(brought) <= (number or 0) + weapons


def check_doors(game: Wild, start: State) -> None:
    """Whoever folds only what he may see comes to exactly the rooms he may enter."""
    assert fold(start.only([]), game.events, {PUBLIC}) == game.state.only([])
    for side in SIDES:
        assert fold(start.only([side]), game.events, {PUBLIC, side}) == game.state.only([side])


def fold(state: State, events: Iterable[Event], rooms: set[str]) -> State:
    for event in events:
        if event.room in rooms:
            state = SYSTEM.apply(state, Event(event.kind, event.room, json.loads(json.dumps(event.data))))
    return state


def check_round_trip(state: State) -> None:
    """Every room comes back from its JSON as it was."""
    rooms = {room: json.loads(json.dumps(SYSTEM.dump(state, room))) for room in (PUBLIC, *SIDES)}
    assert SYSTEM.load(rooms) == state
    assert SYSTEM.load({PUBLIC: rooms[PUBLIC]}) == state.only([])
