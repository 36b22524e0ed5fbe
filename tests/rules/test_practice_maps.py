"""The practice maps: of our own invention, and all that the data and the examples of a game name is on them."""

from __future__ import annotations

import json
from time import process_time

import pytest

from rules import registry
from rules.engine.charts import Copy
from rules.ground.campaign_map import HasMap, sheet_from
from rules.ground.hexes import EDGES
from rules.ground.map_schema import as_text, sheet_of
from rules.ground.sheet import MapSheet
from rules.systems.oto2.rule_data import rule_data as oto2
from rules.systems.votg.pack import pack as votg

GAMES = ("votg", "oto2")


def practice(game: str) -> Copy:
    system = registry.get(game)
    assert isinstance(system, HasMap)
    return Copy("Practice map", 0, True, system.maps.practice)


def sheet(game: str) -> MapSheet:
    return sheet_of(practice(game))


@pytest.mark.parametrize("game", GAMES)
def test_a_practice_map_says_that_it_is_invented(game: str):
    assert sheet(game).invented


def test_the_template_asks_for_no_map():
    assert not isinstance(registry.get("_template") if "_template" in registry.all_systems() else object(), HasMap)


def test_votg_is_as_large_as_the_real_map_and_holds_what_is_named():
    found = sheet("votg")
    assert (str(found.grid.hexes[0]), str(found.grid.hexes[-1]), len(found.grid)) == ("A1", "OO50", 2050)
    for name in ("K20", "M42", "B16", "V8", "KK26", "OO27", "E5", "D14"):
        assert found.grid.hex(name), name
    land = "JJ17 KK18 JJ18 LL19 KK19 II25 LL22 LL23 II27 KK26"
    assert all(found.grid.hex(name) in found.land for name in land.split())
    assert all(found.grid.hex(name) in found.water for name in ["MM16", "NN16", "OO17", "LL15", "OO27", "NN26"])


def test_votg_CG12_the_landings_of_the_examples_have_their_piers():
    found, piers = sheet("votg"), {"LL17": "MM18", "LL20": "MM21", "LL22": "MM22", "LL23": "MM24"}
    for landing in votg().ferry_landing:
        assert landing.key in {str(each) for each in found.landings[landing.key]}
        assert found.landings[landing.key] & found.water
    for key, pier in piers.items():
        assert pier in {str(each) for each in found.landings[key]}


def test_12_6217_entry_codes_enter_at_the_edges_they_name():
    found = sheet("votg")
    assert set(found.entries) == {code.key for code in votg().entry_code}
    for code in votg().entry_code:
        hexes = found.entries[code.key]
        (edge,) = (edge for edge in EDGES if edge == code.edge)
        assert hexes <= frozenset(found.grid.edge(edge))
        if code.side == "german":
            assert all(code.on_map.holds(each.number) for each in hexes)


@pytest.mark.parametrize("game", GAMES)
def test_votg_12_2_Stone_Hex_printed_rubble_has_the_ground_level_alone(game: str):
    found = sheet(game)
    rubble = [each for each in found.facts if "rubble" in found.terrain(each).name.lower()]
    assert {found.highest(each) for each in rubble} <= {0}
    assert rubble or game != "votg"


@pytest.mark.parametrize("game", GAMES)
def test_12_6061_every_strategic_location_of_a_practice_map_has_a_holder(game: str):
    found = sheet(game)
    assert {str(each) for each in found.strategic_hexes} <= set(found.holders)
    assert set(found.holders.values()) == set(registry.get(game).sides)


def test_orsha_has_ten_victory_points_of_locations_and_what_is_named():
    found = sheet("oto2")
    assert sum(each.lvp for each in found.facts.values()) == oto2().pack.victory.lvp_max
    for name in ("QQ13", "OO13", "T19", "W9", "M42", "K20", "L18", "N32", "QQ5/2", "V8"):
        assert found.grid.hex(name), name
    terrain = {
        name: found.terrain(place).key for name in ["K33", "M23", "L23", "N22", "W9"] if (place := found.grid.hex(name))
    }
    assert terrain == {"K33": "bridge", "M23": "culvert", "L23": "gully", "N22": "gully", "W9": "grain_road"}


def test_oto2_CG12_hex_numbers_of_orsha_grow_from_west_to_east():
    found = sheet("oto2")
    assert {each.number for each in found.grid.edge("west")} == {1}
    assert {each.number for each in found.grid.edge("east")} == {60}


@pytest.mark.parametrize("game", GAMES)
def test_a_campaign_carries_a_practice_map_in_little_room_and_reads_it_fast(game: str):
    system = registry.get(game)
    assert isinstance(system, HasMap)
    text = as_text(system.maps, practice(game))
    assert len(text) < 40_000
    start = process_time()
    read = sheet_from.__wrapped__(text)
    assert process_time() - start < 1
    assert (read, read.invented) == (sheet(game), True)


@pytest.mark.parametrize("game", GAMES)
def test_a_campaign_founded_on_a_map_has_it_in_public_with_its_first_holders(game: str):
    system = registry.get(game)
    assert isinstance(system, HasMap)
    chosen = json.loads(as_text(system.maps, practice(game)))
    state = system.setup({"map": chosen})
    again = system.load({key: json.loads(json.dumps(system.dump(state, key))) for key in ("public", *state.sides)})
    for each in (state, again):
        ground = system.ground(each)
        assert ground is not None
        assert ground.sheet == sheet(game)
        assert ground.control == sheet(game).holders
    assert system.ground(system.setup({})) is None
