"""Whole campaigns at random on a map: no crash, no dead end, the books add up, and so does who has which hex.

`REFIT_FUZZ=10 python -m pytest tests/rules/test_fuzz_on_the_map.py` plays ten times as many; `REFIT_FUZZ_FROM` says
from which seed.
"""

import os

import pytest

from rules.asl.steps.aftermath.map_lines import perimeters_drawn
from rules.ground.campaign_map import DrawsLines, HasMap
from tests.rules.invariants import check_page, check_round_trip, check_secrecy, check_story
from tests.rules.map_player import PLAYERS, OnMap
from tests.rules.random_player import changed, whole
from tests.systems.refit_game import refit_games

FIRST = int(os.environ.get("REFIT_FUZZ_FROM", "5"))
CAMPAIGNS = {key: number * int(os.environ.get("REFIT_FUZZ", "1")) for key, number in (("oto2", 1), ("votg", 1))}
REFIT = refit_games()


def check_map(look: OnMap, side: str) -> None:
    """Every hex that is held is on the map and a side's; what is drawn lies on it, and Control follows the lines."""
    ground, system = look.ground, look.system
    assert isinstance(system, HasMap)
    grid = ground.sheet.grid
    assert all(grid.hex(name) for name in ground.control)
    assert {*ground.control.values()} <= {*look.sides}
    assert ground.disputed <= ground.words.keys()
    current = system.current(look.state.only([side]), side)
    task = current.task if current else None
    for lines in (system.front_lines(look.state), task.drawn if isinstance(task, DrawsLines) else None):
        if lines is not None:
            assert all(area <= set(grid) for area in lines.areas.values())
            assert all(each.hexes <= set(grid) for each in lines.isolated)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "seed"), [(key, FIRST + n) for key, number in CAMPAIGNS.items() for n in range(number)]
)
def test_a_campaign_of_random_orders_on_a_map_comes_to_its_end(key: str, seed: int) -> None:
    scripts, kind = REFIT[key], PLAYERS[key]
    played = whole(kind, seed, **scripts.variants[seed % len(scripts.variants)])
    look = scripts.driver()
    onlooker = kind(seed)
    drawn = 0
    for number, side in enumerate(changed(played, look)):
        check_page(look, side)
        drawn += len(perimeters_drawn(look.public)) == len(look.sides)
        if number % scripts.often == 0:
            scripts.check(look, side)
            onlooker.state = look.state
            check_map(onlooker, side)
    game = played.game
    for side in game.sides:
        scripts.check(game, side)
    scripts.check_whole(game)
    check_secrecy(game, played.states[0])
    check_round_trip(game)
    check_story(game)
    assert drawn, "both lines were told at least once"
