"""CG7, 12.610; CG5, 7.509: what fell, burnt down or was gutted is so on the map of the campaign from then on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.contract import Event, Refused
from rules.ground import altering, painting
from rules.ground.altered import changes_on
from rules.ground.campaign_map import Ground
from rules.ground.counting import stone_hexes
from rules.ground.fields import HexField, check_text
from rules.ground.hexes import Hex, hex_of
from tests.maps.practice import practice_map
from tests.rules import play as orsha
from tests.rules.test_votg_aftermath import after, lines
from tests.rules.votg_play import GERMAN, RUSSIAN, Game, data_of

FIELD = HexField("place", "Place", "text", "", rule="12.2")


def on_map(game: Game) -> Ground:
    return game.public.ground


def building(ground: Ground, *, stone: bool, hexes: int = 2) -> list[Hex]:
    """The hexes of a building of the practice map that has so many or more, in order."""
    sheet = ground.sheet
    return next(
        sorted(found)
        for found in sheet.buildings.values()
        if len(found) >= hexes and not found & sheet.water and all(sheet.terrain(p).stone == stone for p in found)
    )


def burning(flames: int = 1, **options: Any) -> Game:
    return lines(after(map=practice_map("votg"), **options), RUSSIAN, flames=flames).alone(RUSSIAN, "blazes")


def rolled(game: Game, *dice: int, **said: str) -> tuple[Event, ...]:
    fields = {field.name: field.value for field in game.alone(RUSSIAN, "blazes").current(RUSSIAN).task.fields}
    return game.cast(RUSSIAN, "enter", dice, **{**fields, **said})


def test_12_6104_a_building_that_is_rubbled_has_its_ground_level_alone_and_stays_stone():
    game = burning()
    hexes = building(on_map(game), stone=True)
    stone = len(on_map(game).sheet.stone)
    rolled(game, 6, name_1=str(hexes[-1]))
    sheet = on_map(game).sheet
    assert {sheet.terrain(each).name for each in hexes} == {"stone rubble"}
    assert len(sheet.stone) == stone, "stone rubble is a Stone Hex (12.2)"
    assert all(sheet.strategic(each) and sheet.highest(each) == 0 for each in hexes)
    with pytest.raises(Refused, match="has no level 1"):
        check_text(sheet, f"{hexes[0]}/1", FIELD)


@pytest.mark.parametrize(("ruling", "levels"), [("kept", True), ("ground", False)])
def test_12_6104_ruling_gutted_levels_says_what_is_left_of_a_gutted_building(ruling: str, levels: bool):
    game = burning(rulings={"gutted_levels": ruling})
    hexes = building(on_map(game), stone=True)
    was = {each: on_map(game).sheet.highest(each) for each in hexes}
    rolled(game, 1, name_1=str(hexes[0]))
    sheet = on_map(game).sheet
    assert {each: sheet.highest(each) for each in hexes} == (was if levels else dict.fromkeys(hexes, 0))
    assert {sheet.terrain(each).name for each in hexes} == {"gutted"}
    assert all(sheet.terrain(each).stone and sheet.terrain(each).building for each in hexes)
    assert hexes[0] in sheet.buildings[sheet.at(hexes[1]).building]


def test_12_6104_a_wooden_building_is_wooden_rubble_in_all_its_hexes_and_no_stone_hex():
    game = lines(after(map=practice_map("votg")), RUSSIAN, burning=True)
    hexes = building(on_map(game), stone=False, hexes=1)
    events = rolled(game, wooden=str(hexes[0]))
    assert data_of(events, "ground.altered") == {
        "side": RUSSIAN, "hexes": {"wooden_rubble": painting.hexes_text(hexes)},
    }  # fmt: skip
    sheet = on_map(game).sheet
    assert all(not sheet.terrain(each).building and sheet.strategic(each) for each in hexes)


def test_12_6102_what_burns_down_is_open_ground_but_no_building_by_the_map_does():
    game = burning()
    ground = on_map(game)
    hexes = building(ground, stone=True)
    open_hex = next(p for p in ground.sheet.land if p not in ground.sheet.strategic_hexes)
    with pytest.raises(Refused, match="a building or stone rubble is there") as refused:
        rolled(game, 3, open=str(hexes[0]))
    assert (refused.value.field, refused.value.rule, bool(refused.value.way_out)) == ("open", "12.6102", True)
    rolled(game, 3, open=str(open_hex))
    assert on_map(game).sheet.terrain(open_hex).name == "burnt down"


def test_votg_12_2_Stone_Hex_rubble_in_a_hex_without_one_adds_to_the_count_of_whoever_holds_it():
    game = after(map=practice_map("votg"))
    ground = on_map(game)
    place = next(p for p in sorted(ground.sheet.land) if p not in ground.sheet.strategic_hexes)
    painted: painting.Painted = {"side": GERMAN, "holder": GERMAN, "hexes": str(place), "number": 1}
    game.told(ground=painting.apply_painting(ground, painted))
    before = stone_hexes(on_map(game), GERMAN, "x")
    game.order(RUSSIAN, "alter", terrain="stone_rubble", hexes=str(place))
    now = stone_hexes(on_map(game), GERMAN, "x")
    assert before
    assert now
    assert (now.value, now.total) == (before.value + 1, before.total + 1)
    game.order(RUSSIAN, "alter", terrain="printed", hexes=str(place))
    assert stone_hexes(on_map(game), GERMAN, "x") == before


@pytest.mark.parametrize(
    ("said", "field", "words"),
    [
        ({"terrain": "", "hexes": "K20"}, "terrain", "what these hexes are now"),
        ({"terrain": "lava", "hexes": "K20"}, "terrain", "what these hexes are now"),
        ({"terrain": "burnt", "hexes": "ZZ99"}, "hexes", "Not on the map: ZZ99"),
        ({"terrain": "burnt", "hexes": ""}, "hexes", "No hex was named"),
        ({"terrain": "stone_rubble", "hexes": "OO1"}, "hexes", "is water"),
        ({"terrain": "no_pier", "hexes": "OO1"}, "hexes", "no pier is there"),
        ({"terrain": "no_pier", "hexes": "K20"}, "hexes", "no pier is there"),
    ],
)
def test_votg_CG7_what_makes_no_sense_is_refused_by_its_entry(said: dict[str, str], field: str, words: str):
    game = after(map=practice_map("votg"))
    with pytest.raises(Refused, match=words) as refused:
        game.order(GERMAN, "alter", **said)
    assert (refused.value.field, bool(refused.value.way_out), on_map(game).altered) == (field, True, {})


def test_votg_CG12_a_pier_destroyed_is_open_water_and_may_be_said_to_stand_after_all():
    game = after(map=practice_map("votg"))
    game.order(GERMAN, "alter", terrain="no_pier", hexes="MM22")
    sheet, pier = on_map(game).sheet, hex_of("MM22")
    assert pier
    assert (sheet.terrain(pier).name, sheet.terrain(pier).water, pier in sheet.piers) == ("pier destroyed", True, True)
    game.order(RUSSIAN, "alter", terrain="printed", hexes="MM22")
    assert on_map(game).altered == {}
    assert "no_pier" not in changes_on(orsha.Game(map=practice_map("oto2")).public.ground.sheet)


def test_votg_CG7_nothing_is_gutted_where_nothing_stands_and_nothing_is_altered_without_a_map():
    game = after(map=practice_map("votg"))
    sheet = on_map(game).sheet
    bare = next(p for p in sorted(sheet.land) if not sheet.strategic(p))
    with pytest.raises(Refused, match="nothing stands there"):
        game.order(GERMAN, "alter", terrain="gutted", hexes=str(bare))
    with pytest.raises(Refused, match="without a map"):
        after().order(GERMAN, "alter", terrain="burnt", hexes="K20")


def test_7_5093_a_burnt_building_is_wooden_rubble_on_the_map_and_7_5092_burnt_rubble_open_ground():
    sheet = orsha.Game(map=practice_map("oto2")).public.ground.sheet
    (mill, *_), (yard, *_) = (sorted(each) for each in list(sheet.buildings.values())[:2])
    ground = orsha.Game(map=practice_map("oto2")).public.ground
    changes = {"wooden_rubble": str(mill), "burnt": str(yard)}
    now = altering.apply_alteration(ground, {"side": RUSSIAN, "hexes": changes})
    assert (now.sheet.terrain(mill).name, now.sheet.highest(mill)) == ("wooden rubble", 0)
    assert now.sheet.terrain(yard).name == "burnt down"
    assert not now.sheet.strategic_hexes - sheet.strategic_hexes, "rubble is no Strategic Location of that game (6)"
    assert now.printed == ground.printed
    assert now.mark != ground.mark


def test_votg_CG7_the_same_map_may_not_be_proposed_again_because_of_its_rubble():
    game = after(map=practice_map("votg"))
    game.told(ground=replace(on_map(game), altered={"K20": "burnt"}))
    with pytest.raises(Refused, match="on this map already"):
        game.order(GERMAN, "correct", about="map", map=practice_map("votg"), reason="anew")


def test_votg_CG7_a_hex_is_read_by_the_last_word_on_it():
    ground, place = on_map(after(map=practice_map("votg"))), hex_of("C3")
    assert place
    for change, name in (("burnt", "burnt down"), ("stone_rubble", "stone rubble")):
        ground = altering.apply_alteration(ground, {"side": GERMAN, "hexes": {change: "C3"}})
        assert ground.sheet.terrain(Hex(3, place.down)).name == name
