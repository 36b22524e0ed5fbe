"""Whole campaigns at random: no crash, no dead end, no broken ledger, no door ajar.

`REFIT_FUZZ=500 python -m pytest tests/rules/test_fuzz.py` plays more of them; `REFIT_FUZZ_FROM` says from which seed.
"""

import os

import pytest

from rules.systems.oto2.book import book
from tests.rules.play import SIDES
from tests.rules.sound import check_books, check_doors, check_page, check_round_trip, check_story
from tests.rules.wild import Wild

FIRST = int(os.environ.get("REFIT_FUZZ_FROM", "0"))
CAMPAIGNS = range(FIRST, FIRST + int(os.environ.get("REFIT_FUZZ", "15")))
LONGEST = 1500


@pytest.mark.parametrize("seed", CAMPAIGNS)
def test_a_campaign_of_random_legal_orders_comes_to_its_end(seed):
    game = Wild(seed)
    start = game.state
    for _ in range(LONGEST):
        if game.ended:
            break
        assert game.turn(), f"a dead end in {game.public.stage}"
        for side in SIDES:
            check_books(game, side)
            check_groups(game, side)
            check_page(game, side)
    assert game.public.ending.winner in SIDES
    check_generation(game)
    check_doors(game, start)
    check_round_trip(game)
    check_story(game)


def check_groups(game: Wild, side: str) -> None:
    """What was paid is what the groups cost; no more of them than the chart sells."""
    room, chart = game.room(side), book().groups[side]
    for date, line in enumerate(room.lines):
        assert line.ledger.spent == sum(group.paid for group in room.groups if group.date == date)
    for row in chart.values():
        mine = [group for group in room.groups if group.rg == row.id and not group.given]
        assert len(mine) <= row.cg_max
        assert all(sum(g.date == date for g in mine) <= row.date_max for date in range(4))


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
