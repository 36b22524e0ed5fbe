"""Perimeters on a map whose odd columns lie half a hex lower, as its owner's sheet may say."""

from dataclasses import replace
from typing import Any

import pytest

from rules.asl.locations import place_of
from rules.asl.state import Perimeter
from rules.ground.front_line import perimeter_hexes
from rules.ground.markers import MarkerRules, from_lines
from tests.maps.practice import practice_map
from tests.rules.driver import Driver
from tests.rules.play import GERMAN, RUSSIAN
from tests.rules.play import Game as OrshaGame
from tests.rules.votg_play import Game as StalingradGame

AROUND_C5 = ("C4", "D5", "D6", "C6", "B6", "B5")
"""The six hexes around C5 there, in turn; where the even columns lie lower these are no ring."""
RULES = MarkerRules("marker", "grain", "loop")


def odd_map(game: str) -> dict[str, Any]:
    """A map of the game's size with nothing on it; the practice map's buildings would fall apart."""
    sheets: dict[str, Any] = practice_map(game)["sheets"]
    (head,) = sheets["map"]
    heading = sheets["hexes"].splitlines()[0]
    bare = {key: [] for key in sheets} | {"map": [{**head, "lower": "odd"}], "terrain": sheets["terrain"]}
    return {**practice_map(game), "sheets": {**bare, "hexes": f"{heading}\r\n"}}


def test_a_ring_holds_the_hex_within_it_alone() -> None:
    found = perimeter_hexes((AROUND_C5,), "odd")
    assert {str(each) for each in found.front} == set(AROUND_C5)
    assert {str(each) for each in found.area - found.front} == {"C5"}


def test_markers_lie_side_by_side_by_the_columns_of_the_map() -> None:
    (loop,) = from_lines({"line_0": ", ".join(AROUND_C5)}, RULES, "odd")
    assert loop.markers == AROUND_C5
    assert len(perimeter_hexes((loop.markers,), "odd").front) == len(AROUND_C5)


@pytest.mark.parametrize("make", [lambda: OrshaGame(map=odd_map("oto2")), lambda: StalingradGame(map=odd_map("votg"))])
def test_where_a_location_lies_is_reckoned_on_the_campaigns_own_map(make: Any) -> None:
    game: Driver = make()
    far = ("K14", "L15", "L16", "K16", "J16", "J15")
    lines = {GERMAN: Perimeter(loops=(AROUND_C5,), line=0), RUSSIAN: Perimeter(loops=(far,), line=0)}
    game.state = replace(game.state, public=replace(game.public, perimeters=lines))
    ctx = game.context(GERMAN)
    assert ctx.lower == "odd"
    own = ctx.perimeter(GERMAN)
    assert own is not None
    assert {str(each) for each in own.area} == {*AROUND_C5, "C5"}
    assert [ctx.lies(place) for place in ("C4", "C5", "C3", "C2")] == ["front", "near", "near", "elsewhere"]
    assert place_of("C05") == "C5"
