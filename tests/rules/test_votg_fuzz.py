"""Whole campaigns of Valor of the Guards at random: no crash, no dead end, no broken ledger, no door ajar.

`REFIT_FUZZ=25 python -m pytest tests/rules/test_votg_fuzz.py` plays more of each game; `REFIT_FUZZ_FROM` says from
which seed.
"""

import os
from collections import Counter
from itertools import pairwise

import pytest

from rules.systems.votg.state import GERMAN, RUSSIAN, SIDES
from tests.rules.sound import check_books, check_doors, check_ledger, check_page, check_round_trip, check_story
from tests.rules.votg_wild import Wild

FIRST = int(os.environ.get("REFIT_FUZZ_FROM", "0"))
EACH = int(os.environ.get("REFIT_FUZZ", "1"))
CAMPAIGNS = [(game, seed) for game in ("I", "II", "III", "IV") for seed in range(FIRST, FIRST + EACH)]
LONGEST, OFTEN = 4000, 20
"""Turns of a campaign, and after how many of them its books are looked into."""


@pytest.mark.parametrize(("cg", "seed"), CAMPAIGNS)
def test_a_campaign_of_random_legal_orders_comes_to_its_end(cg: str, seed: int):
    game = Wild(seed, game=cg)
    start = game.state
    for turn in range(LONGEST):
        if game.ended:
            break
        assert game.turn(), f"a dead end in {game.public.stage}"
        for side in SIDES:
            check_page(game, side)
            if turn % OFTEN == 0:
                check(game, side)
    assert game.ended
    for side in SIDES:
        check(game, side)
    check_generation(game)
    check_doors(game, start)
    check_round_trip(game)
    check_story(game)


def check(game: Wild, side: str) -> None:
    """All that has to hold at any time."""
    check_books(game, side)
    check_purses(game, side)
    check_groups(game, side)
    check_companies(game, side)
    check_chits(game)


def check_purses(game: Wild, side: str) -> None:
    """Support CPP are a purse of their own; both together have paid for the groups of each line."""
    room = game.room(side)
    for number, line in enumerate(room.lines):
        groups = [group for group in room.groups if group.date == number]
        check_ledger(line.support)
        assert all(0 <= group.support <= group.paid for group in groups)
        assert line.ledger.spent == sum(group.paid - group.support for group in groups)
        assert line.support.spent == sum(group.support for group in groups)
    for line, after in pairwise(room.lines):
        assert after.support.start in (line.support.left, 0)


def check_groups(game: Wild, side: str) -> None:
    """No more groups of a kind than the chart sells on a day and in the campaign."""
    days = [record.day for record in game.public.dates]
    bought = [group for group in game.room(side).groups if not group.given]
    on_day = Counter((group.rg, days[group.date]) for group in bought)
    for row in game.desk(side).book.groups[side].values():
        assert sum(group.rg == row.id for group in bought) <= row.cg_max[game.public.game]
        assert all(on_day[row.id, day] <= row.daily_max for day in days)


def check_companies(game: Wild, side: str) -> None:
    """12.6215, right after the purchases, for a night decided later changes the Historical DRM."""
    desk = game.desk(side)
    if game.public.stage != "forces":
        return
    rules = desk.book.pack["company_maximum"]
    rows = [desk.book.groups[side][group.rg] for group in desk.bought_today()]
    sizes = Counter(row.size for row in rows if row.letter == "I" and row.type not in rules["platoons_never"])
    three = sizes["platoon"] // rules["platoons"] if desk.ruling("platoon_companies") == "by_three" else 0
    assert sizes["company"] + three <= rules["base"] - desk.historical()


def check_chits(game: Wild) -> None:
    """No Russian attacks without a chit, and each costs one (12.613, 12.6251)."""
    given = game.desk(GERMAN).book.game.attack_chits
    spent = [r for r in game.public.dates if r.chits.get(RUSSIAN) == "attack" or r.kind == "counterattack"]
    declared = game.public.counterattack is not None
    assert game.public.chits == given - len(spent) - declared >= 0


def check_generation(game: Wild) -> None:
    """Every group brought exactly the squads or vehicles of its strength (12.6221)."""
    for event in game.events:
        if event.kind != "strength.rolled":
            continue
        book = game.desk(event.room).book
        for key, change in event.data["groups"].items():
            row = book.groups[event.room][key.split("-")[1]]
            if row.strengths:
                names = {row.units[0][0], book.lower(event.room, row.units[0][0])}
                brought = [p for p in event.data["add"] if p["group"] == key and p["name"] in names]
                assert len(brought) == row.strengths[change["strength"].lower()][0]
