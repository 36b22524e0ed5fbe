"""12.2, 7.31: what Control comes to over the dates, by the map as it stood at the end of each."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.contract import State
from rules.ground.campaign_map import Ground
from rules.ground.counting import lvp, stone_hexes
from tests.rules import test_oto2_on_the_map as oto2
from tests.rules import test_votg_on_the_map as votg
from tests.rules.play import Game as OrshaGame
from tests.rules.votg_play import Game as GuardsGame

COUNTS = {"map-hexes": stone_hexes, "map-lvp": lvp}


def curves(game: Any, *grounds: Ground | None) -> dict[str, Any]:
    found = game.system.map_curves(State(game.public, {}), grounds)
    return {curve.key: curve for curve in found}


@pytest.mark.parametrize(("rules", "key"), [(votg, "map-hexes"), (oto2, "map-lvp")])
def test_votg_12_2_7_31_each_sides_hexes_are_counted_at_the_end_of_each_date(rules: Any, key: str):
    game = rules.on_map()
    game.state = State(replace(game.public, dates=game.public.dates * 2), {})
    now = game.public.ground
    before = replace(now, control=dict.fromkeys(now.control, "german"))
    curve = curves(game, before, now)[key]
    for line in curve.lines:
        expected = [COUNTS[key](ground, line.side, "") for ground in (before, now)]
        assert list(line.values[:2]) == [count and count.value for count in expected]
        assert len(line.values) == len(curve.marks)
        assert set(line.values[2:]) <= {None}
    assert {line.side for line in curve.lines} == {"german", "russian"}
    assert curve.lines[0].values[0] > curve.lines[0].values[1]


@pytest.mark.parametrize(("game", "key"), [(GuardsGame(), "map-hexes"), (OrshaGame(), "map-lvp")])
def test_votg_12_2_7_31_without_a_map_nothing_is_counted(game: Any, key: str):
    assert key not in curves(game, None)


def test_votg_12_2_a_hex_that_is_disputed_leaves_its_date_uncounted():
    game = votg.on_map()
    game.state = State(replace(game.public, dates=game.public.dates * 3), {})
    now = game.public.ground
    stone = str(next(iter(now.sheet.stone)))
    disputed = replace(now, words={stone: {"german": "german", "russian": "russian"}})
    (curve,) = curves(game, now, disputed, now).values()
    assert [value is None for value in curve.lines[0].values[:3]] == [False, True, False]
