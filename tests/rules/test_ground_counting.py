"""12.2, 7.4: Stone Hexes and LVP are counted from Control on the map, and overruled only with a reason."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules import registry
from rules.contract import Order, Refused
from rules.ground.campaign_map import Ground, HasMap
from rules.ground.counting import MapCount, lvp, stone_hexes
from rules.ground.painting import apply_painting
from tests.maps.practice import practice_map


def started(game: str) -> tuple[Any, Any]:
    system = registry.get(game)
    assert isinstance(system, HasMap)
    return system, system.setup({"map": practice_map(game)})


def ground_of(game: str) -> Ground:
    system, state = started(game)
    return system.ground(state)


def paints(ground: Ground, holder: str, hexes: str, side: str = "german") -> Ground:
    return apply_painting(ground, {"side": side, "holder": holder, "hexes": hexes, "number": 1})


def test_votg_12_2_stone_hexes_are_those_of_the_sheet_that_a_side_controls():
    ground = paints(ground_of("votg"), "german", "A1-OO50")
    assert stone_hexes(ground, "german", "x") == MapCount(len(ground.sheet.stone), len(ground.sheet.stone), "x")
    one = str(min(ground.sheet.stone))
    less = paints(ground, "russian", one)
    found = stone_hexes(less, "german", "x")
    assert found
    assert found.value == len(ground.sheet.stone) - 1


def test_7_4_lvp_are_those_of_the_hexes_a_side_controls():
    ground = paints(ground_of("oto2"), "russian", "K33, E30")
    assert lvp(ground, "russian", "x") == MapCount(3, 10, "x")


def test_nothing_is_known_without_a_map_before_anybody_painted_or_of_what_is_disputed():
    fresh = ground_of("oto2")
    assert lvp(None, "russian", "x") is None
    assert lvp(fresh, "russian", "x") is None
    said = paints(paints(fresh, "german", "K33"), "russian", "K33", side="russian")
    assert lvp(said, "russian", "x") is None
    elsewhere = paints(paints(fresh, "german", "A30"), "russian", "A30", side="russian")
    assert lvp(elsewhere, "russian", "x") == MapCount(0, 10, "x"), "a hex that counts for nothing may be disputed"


def at_the_report(hexes: str, **public: Any) -> tuple[Any, Any, Any]:
    """On Track to Orsha at the report of its first scenario, with the map painted."""
    system, state = started("oto2")
    ground = paints(system.ground(state), "russian", hexes)
    state = replace(state, public=replace(state.public, stage="battle", ground=ground, **public))
    at = next(n for n, step in enumerate(system.course.stage("battle").steps) if step.key == "victory")
    sides = {key: replace(room, at=at) for key, room in state.sides.items()}
    return system, replace(state, sides=sides), system.current(replace(state, sides=sides).only({"german"}), "german")


@pytest.mark.parametrize(("blazes", "lvp_held"), [({}, 1), ({"K33/1": 0}, 3), ({"E30": 0}, 1), ({"A30": 0}, 1)])
def test_6_LVP_a_location_where_a_blaze_burns_counts_for_the_russians(blazes, lvp_held):
    *_, current = at_the_report("E30", blazes=blazes)
    assert {field.name: field.value for field in current.task.fields}["lvp"] == lvp_held


def test_7_5031_the_report_proposes_what_the_map_says_with_its_reckoning():
    _, _, current = at_the_report("K33, E30")
    fields = {field.name: field.value for field in current.task.fields}
    assert fields["lvp"] == 3
    assert any(line.startswith("By the map: ") and line.endswith(": 3 of 10.") for line in current.task.form.lines)


@pytest.mark.parametrize(("lvp_said", "note", "taken"), [(3, "", True), (4, "", False), (4, "N8 fell after all", True)])
def test_7_5031_another_figure_than_the_maps_needs_a_reason(lvp_said: int, note: str, taken: bool):
    system, state, current = at_the_report("K33, E30")
    entries = {field.name: field.value for field in current.task.fields} | {"turn": 6, "lvp": lvp_said, "note": note}
    order = Order("propose", {"step": "victory", **entries})
    if taken:
        assert any(
            event.kind == "report.proposed" for event in system.decide(state.only({"german"}), order, "german", None)
        )
        return
    with pytest.raises(Refused) as no:
        system.decide(state.only({"german"}), order, "german", None)
    assert no.value.field == "lvp"
    assert "3 by the map" in no.value.message
