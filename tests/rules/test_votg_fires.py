"""12.610: what the fires leave of the terrain, where they burn on, and what goes by that later."""

from typing import Any

import pytest

from rules.contract import Refused
from rules.systems.votg.state import DateRecord
from tests.maps.practice import practice_map
from tests.rules.test_votg_aftermath import after, fought, lines, rolled
from tests.rules.votg_play import GERMAN, RUSSIAN, Game, data_of


def burnt(game: Game, side: str = RUSSIAN, **said: Any) -> Any:
    """The fires of a refit, entered by one side."""
    lines(game, side, burning=True).alone(side, "blazes")
    return data_of(game.order(side, "enter", **said), "fires.told")


@pytest.mark.parametrize("side", [GERMAN, RUSSIAN])
def test_12_6102_where_brush_orchard_or_wooden_rubble_burnt_there_are_shellholes_now(side: str):
    game = after()
    burnt(game, side, open="k20, L18; K20")
    assert game.public.terrain == ("K20: Shellholes", "L18: Shellholes")
    assert not game.public.blazes


def test_12_6105_a_factory_is_gutted_without_a_die_and_its_flames_go_out():
    game = after()
    told = burnt(game, factory="X18", factory_flames="X18, Y18", flames="M5")
    assert told["terrain"] == ["X18: gutted Factory"]
    assert list(game.public.blazes) == ["M5"]
    assert not any(event.data.get("rolls") for event in game.events if event.kind == "blazes.rolled")


def test_12_6106_rail_cars_are_gutted_in_their_location():
    game = after()
    assert burnt(game, railcar="H9, H10")["terrain"] == ["H9: gutted Rail Cars", "H10: gutted Rail Cars"]


def test_12_6104_wooden_buildings_are_rubble_without_a_die():
    game = after()
    assert burnt(game, wooden="P30")["terrain"] == ["P30: wooden rubble in all ground-level Locations of the building"]


def test_12_6107_each_flame_is_a_blaze_now_and_burns_through_the_next_scenario():
    game = lines(after(), RUSSIAN, flames=2)
    rolled(game, RUSSIAN, "blazes", 6, 2, flames_1="K20/1", flames_2="L18", flames="M5")
    assert list(game.public.blazes) == ["M5", "K20/1", "L18"]
    assert game.room(RUSSIAN).now.blazes == 3


@pytest.mark.parametrize(("place", "smoke"), [("M5", True), ("", False)])
def test_12_6107_and_12_6261_a_blaze_that_is_noted_drifts_smoke_without_being_asked_for(place: str, smoke: bool):
    game = after()
    if place:
        burnt(game, flames=place)
    game.stands("setup_german_first", DateRecord(day="16"), fought(), DateRecord(day="18", first=GERMAN)).alone(
        GERMAN, "wind"
    )
    assert ("blaze" in [field.name for field in game.current(GERMAN).task.fields]) is not smoke
    game.order(GERMAN, "enter", force="Mild Breeze", direction="2")
    assert ("Smoke" in game.public.today.wind) is smoke


def test_12_6107_what_is_consumed_has_no_flame():
    game = lines(after(), RUSSIAN, burning=True).alone(RUSSIAN, "blazes")
    with pytest.raises(Refused, match="K20: what burnt there is consumed") as refusal:
        game.order(RUSSIAN, "enter", open="K20", flames="M5, K20")
    assert refusal.value.field == "flames"


def test_12_610_a_blaze_of_the_last_refit_is_asked_for_and_gone_after_the_next():
    game = after()
    burnt(game, flames="M5, K20")
    game.stands("aftermath", DateRecord(day="16"), fought(), fought(day="18"))
    lines(game, RUSSIAN).alone(RUSSIAN, "blazes")
    assert any("M5, K20" in line for line in game.current(RUSSIAN).task.lines)
    game.order(RUSSIAN, "enter", open="M5", flames="L18")
    assert (list(game.public.blazes), game.public.terrain) == (["L18"], ("M5: Shellholes",))
    lines(game, GERMAN).alone(GERMAN, "mmc_roll")
    assert "blazes" not in game.room(GERMAN).done


def test_12_610_both_sides_may_write_down_what_burns():
    game = after()
    burnt(game, GERMAN, open="K20", flames="M5")
    burnt(game, RUSSIAN, open="K20", flames="L18")
    assert (list(game.public.blazes), game.public.terrain) == (["M5", "L18"], ("K20: Shellholes",))


def test_12_6108_works_where_a_Blaze_burnt_out_are_lost_whoever_said_so():
    game = after().has(RUSSIAN, *[("fortification", "Wire")] * 2, place="K20").has(RUSSIAN, ("fortification", "Wire"))
    game.has(RUSSIAN, ("fortification", "Roadblock"), place="L18").told(blazes={"L18": 0})
    burnt(game, GERMAN, open="K20")
    lines(game, RUSSIAN).alone(RUSSIAN, "burnt")
    assert [(field.name, field.value) for field in game.current(RUSSIAN).task.fields] == [("n_1", 2), ("n_4", 1)]
    with pytest.raises(Refused, match="Wire: 1 lost, but 2 stood in K20") as refusal:
        game.order(RUSSIAN, "enter", n_1=1, n_4=1)
    assert (refusal.value.field, refusal.value.rule) == ("n_1", "12.6108")
    assert "Enter 2" in refusal.value.way_out
    game.order(RUSSIAN, "enter", n_1=2, n_4=1)
    assert [c.fate for c in game.room(RUSSIAN).counters] == ["eliminated", "eliminated", "ready", "eliminated"]


def test_12_6108_a_place_that_was_noted_wrong_is_put_right_first():
    game = after().has(RUSSIAN, ("fortification", "Wire"), place="H9")
    burnt(game, railcar="H9")
    with pytest.raises(Refused, match="where a Blaze has burnt out"):
        game.alone(RUSSIAN, "burnt").order(RUSSIAN, "enter", n_1=0)
    game.order(RUSSIAN, "change", pile="1", count=1, place="H10")
    game.order(RUSSIAN, "enter", n_1=0)
    assert [(c.fate, c.place) for c in game.room(RUSSIAN).counters] == [("ready", "H10")]


def test_12_6108_what_burnt_in_an_earlier_refit_takes_no_works_built_since():
    game = after()
    burnt(game, open="K20")
    game.stands("aftermath", DateRecord(day="16"), fought(), fought(day="18"))
    lines(game.has(RUSSIAN, ("fortification", "Wire"), place="K20"), RUSSIAN, burning=True).alone(RUSSIAN, "burnt")
    assert [field.value for field in game.current(RUSSIAN).task.fields] == [0]
    game.order(RUSSIAN, "enter")
    assert game.room(RUSSIAN).counters[0].fate == "ready"


def test_12_610_what_is_no_location_is_refused_by_its_entry():
    game = lines(after(), RUSSIAN, burning=True).alone(RUSSIAN, "blazes")
    with pytest.raises(Refused, match="the mill: this is no Location") as refusal:
        game.order(RUSSIAN, "enter", railcar="H9, the mill")
    assert (refusal.value.field, refusal.value.rule) == ("railcar", "12.6106")


def test_12_610_what_burns_on_since_this_refit_is_not_taken_for_consumed():
    game = after()
    burnt(game, GERMAN, flames="M5")
    lines(game, RUSSIAN).alone(RUSSIAN, "mmc_roll")
    assert "blazes" not in game.room(RUSSIAN).done
    assert list(game.public.blazes) == ["M5"]


# what a map knows of buildings -----------------------------------------------------------------------


def burning_on_map() -> tuple[Game, dict[bool, str]]:
    """The Russians at the fires with one stone building to roll for; the name of one with one hex, and with more."""
    game = lines(after(map=practice_map("votg")), RUSSIAN, flames=1).alone(RUSSIAN, "blazes")
    sheet = game.public.ground.sheet
    sizes = {len(hexes) == 1: str(min(hexes)) for hexes in sheet.buildings.values() if hexes <= sheet.stone}
    return game, sizes


@pytest.mark.parametrize(("single", "became"), [(True, "building rubbled"), (False, "gutted building")])
def test_12_6104_whether_a_building_has_a_single_hex_is_known_from_the_map(single: bool, became: str):
    game, sizes = burning_on_map()
    rolled(game, RUSSIAN, "blazes", 3, name_1=sizes[single])
    assert game.public.terrain[0].startswith(f"{sizes[single]}: {became}")


def test_12_6104_what_the_map_has_otherwise_is_refused_by_its_entry():
    game, sizes = burning_on_map()
    sheet = game.public.ground.sheet
    wooden = next(str(place) for place in sheet.facts if sheet.terrain(place).building and place not in sheet.stone)
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("single_1", {"name_1": sizes[False], "single_1": True}),
        ("name_1", {"name_1": wooden}),
        ("wooden", {"wooden": f"{wooden}, {sizes[True]}"}),
    ]
    for field, said in wrong:
        with pytest.raises(Refused, match="y the map") as refused:
            rolled(game, RUSSIAN, "blazes", **said)
        assert (refused.value.field, refused.value.rule, bool(refused.value.way_out)) == (field, "12.6104", True)


def test_12_6104_without_a_hex_and_without_a_map_the_size_is_told():
    game, _ = burning_on_map()
    rolled(game, RUSSIAN, "blazes", 3, single_1=True)
    plain = lines(after(), RUSSIAN, flames=1).alone(RUSSIAN, "blazes")
    rolled(plain, RUSSIAN, "blazes", 3, name_1="K20", single_1=True)
    assert plain.public.terrain[0].startswith("K20: building rubbled")
