"""What both Perimeters come to: each sentence of 12.6061, 12.6069 to 12.6076 and 7.5056 to 7.5067 as a figure."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from rules.ground.isolation import Settled, resolve_areas, way_out
from rules.ground.land import Land, Positions
from rules.ground.perimeter import draw
from rules.ground.rulings import PerimeterRulings
from tests.rules.ground import compared
from tests.rules.ground.figures import PLAIN, at, camp, land, names

NINE = land(9, 9)
NORTH_RING = "A3 A4 B2 B4 C3 C4"
SOUTH_RING = "G5 G6 H4 H6 I5 I6"
"""Around H5, with two hexes of the east edge."""
ACROSS, DOWN = "A4 A6 G4 G6", "D1 D8 F1 F8"
"""Two bands that cross: columns D to F, hexes 4 to 6 are in both."""


def came_to(
    one: Positions, other: Positions, later: tuple[Positions, Positions] | None = None,
    rulings: PerimeterRulings = PLAIN, ground: Land = NINE,
) -> Settled:  # fmt: skip
    """What two Perimeters come to; `later` are both sides after an Escape."""
    drawn = {"north": draw(ground, one, other, rulings), "south": draw(ground, other, one, rulings)}
    now = later or (one, other)
    return resolve_areas(ground, {"north": now[0], "south": now[1]}, drawn, rulings)


def types(found: Settled) -> list[tuple[str, str, str]]:
    return sorted((each.type, names(each.hexes), each.holder) for each in found.isolations)


def ruled(**readings: Any) -> PerimeterRulings:
    return PerimeterRulings(**{"around_corners": False, **readings})


# No Man's Land and Control -------------------------------------------------------------------------


def test_12_6061_what_is_outside_both_areas_is_no_mans_land():
    found = came_to(camp(NORTH_RING), camp(SOUTH_RING))
    assert at("E5 A9 I1") <= found.no_mans_land
    assert not found.no_mans_land & at(f"{NORTH_RING} B3 {SOUTH_RING} H5")


def test_12_6061_a_strategic_location_outside_both_areas_keeps_its_holder():
    found = came_to(camp(f"{NORTH_RING}"), camp(f"{SOUTH_RING} C9"))
    assert at("C9") <= found.control["south"]
    assert not at("C9") & found.no_mans_land


def test_12_6061_water_is_nobodys_and_no_mans_land_neither():
    found = came_to(camp(NORTH_RING), camp(SOUTH_RING), ground=land(9, 9, water="E5"))
    assert not at("E5") & found.no_mans_land


def test_12_6069_a_side_gains_control_of_all_in_its_area_and_the_enemys_markers_go():
    found = came_to(camp(NORTH_RING), camp(f"{SOUTH_RING} B3"))
    assert at("B3") <= found.control["north"]
    assert not at("B3") & found.control["south"]


def test_7_5057_no_mans_land_is_uncontrolled_whoever_held_it_before():
    found = came_to(camp(NORTH_RING, controls="E5"), camp(SOUTH_RING))
    assert at("E5") <= found.no_mans_land


def test_12_6069_what_is_isolated_keeps_its_control():
    crossed = came_to(camp(ACROSS, "E5", controls="E6"), camp(DOWN, "E5", controls="E4"))
    assert [each.type for each in crossed.isolations] == ["D"]
    assert at("E6") <= crossed.control["north"]
    assert at("E4") <= crossed.control["south"]


def test_12_6069_smc_outside_their_area_are_lost():
    found = came_to(camp(NORTH_RING, smc="B3 E5"), camp(SOUTH_RING, smc="H5 A9"))
    assert {side: names(hexes) for side, hexes in found.outside.items()} == {"north": "E5", "south": "A9"}


# types ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("north", "south", "kind", "holder"),
    [
        ({}, {}, "A", ""),
        ({"smc": "E5"}, {}, "B", ""),
        ({"smc": "E5"}, {"smc": "E5"}, "B", ""),
        ({"mmc": "E5"}, {}, "C", "north"),
        ({}, {"units": "E5"}, "C", "south"),
        ({"mmc": "E5"}, {"smc": "E5"}, "C", "north"),
        ({"mmc": "E5"}, {"units": "E5"}, "D", ""),
    ],
)  # fmt: skip
def test_12_607_the_type_of_an_overlap_follows_from_its_units(
    north: dict[str, str], south: dict[str, str], kind: str, holder: str
):
    (area,) = came_to(camp(ACROSS, **north), camp(DOWN, **south)).isolations
    assert (area.type, area.holder, area.pocket) == (kind, holder, False)
    assert at("D4 D5 E5 E6 F4 F5") <= area.hexes


@pytest.mark.parametrize("smc", ["", "E5"])
def test_12_6072_an_overlap_without_units_is_no_mans_land(smc: str):
    found = came_to(camp(ACROSS, smc=smc), camp(DOWN))
    (area,) = found.isolations
    assert area.hexes <= found.no_mans_land
    assert not found.isolated


def test_7_5062_type_c_is_controlled_by_who_is_in_it():
    found = came_to(camp(ACROSS, "E5"), camp(DOWN))
    assert at("D4 D5 E6") <= found.control["north"]
    assert at("E5") <= found.isolated


def test_12_6072_type_d_has_locations_of_both():
    found = came_to(camp(ACROSS, "E5", controls="E5"), camp(DOWN, "E5", controls="F5"))
    assert at("E5") <= found.control["north"]
    assert at("F5") <= found.control["south"]


@pytest.mark.parametrize(("stays", "held"), [(True, "E5"), (False, "")])
def test_12_6061_a_strategic_location_amid_no_mans_land_keeps_its_holder_by_ruling(stays: bool, held: str):
    found = came_to(camp(ACROSS), camp(f"{DOWN} E5"), rulings=ruled(strategic_stays=stays))
    assert names(found.control["south"] & at("D5 E5 F5")) == held


def test_7_5056_empty_hexes_of_an_overlap_are_no_mans_land_one_by_one_by_ruling():
    found = came_to(camp(ACROSS, "E5"), camp(DOWN), rulings=ruled(empty_overlap="nobody"))
    assert types(found) == [("C", "E5", "north")]
    assert at("D5 E6 F5") <= found.no_mans_land


@pytest.mark.parametrize(("joined", "kinds"), [(True, ["D"]), (False, ["C", "C"])])
def test_votg_12_2_Isolated_Area_locations_side_by_side_are_one_area_by_ruling(joined: bool, kinds: list[str]):
    found = came_to(camp("", "E6"), camp("", "E7"), rulings=ruled(joined_areas=joined))
    near = [each.type for each in found.isolations if each.hexes & at("E6 E7")]
    assert near == kinds


# Pockets without units ------------------------------------------------------------------------------

IN_SOUTH = camp(NORTH_RING, "H5")


def test_7_506_a_pocket_with_a_unit_is_isolated_of_type_c():
    found = came_to(IN_SOUTH, camp(SOUTH_RING))
    assert types(found) == [("C", "H5", "north")]
    assert names(found.isolated) == "H5"


def test_12_6075_when_its_unit_escapes_a_pocket_passes_to_the_side_around_it():
    found = came_to(IN_SOUTH, camp(SOUTH_RING), (camp(NORTH_RING), camp(SOUTH_RING)))
    assert types(found) == [("A", "H5", "south")]
    assert not found.isolated
    assert at("H5") <= found.control["south"]
    assert at("H5") <= found.areas["south"]


def test_12_6072_the_front_line_of_a_pocket_that_passed_is_none_any_more():
    found = came_to(IN_SOUTH, camp(SOUTH_RING), (camp(NORTH_RING), camp(SOUTH_RING)))
    assert not at("H5") & found.areas["north"]


def test_7_5066_with_an_smc_left_the_pocket_is_of_type_b_and_passes_too():
    found = came_to(IN_SOUTH, camp(SOUTH_RING), (camp(NORTH_RING, smc="H5"), camp(SOUTH_RING)))
    assert types(found) == [("B", "H5", "south")]


def test_12_6072_a_pocket_with_locations_of_both_around_it_is_no_mans_land():
    north, south = camp(f"{NORTH_RING} D5", "E5"), camp(f"{SOUTH_RING} F5", "E5")
    later = camp(f"{NORTH_RING} D5"), camp(f"{SOUTH_RING} F5")
    found = came_to(north, south, later)
    (area,) = (each for each in found.isolations if at("E5") <= each.hexes)
    assert area.type == "A"
    assert area.holder == ""
    assert at("E5") <= found.no_mans_land


def test_12_6072_only_pockets_pass_not_overlaps():
    found = came_to(camp(ACROSS), camp(DOWN))
    assert types(found)[0][2] == ""


@pytest.mark.parametrize("edge", ["A4", "A5", "A4 A6"])
def test_12_6068_what_was_isolated_by_an_overlap_stays_so_when_a_pocket_reaches_the_map_edge(edge: str):
    overlap = at("D4 D5 D6 E4 E5 E6 E7 F4 F5 F6")
    cut_off = came_to(camp("B4 B6 H4 H6", "B4 E5"), camp(DOWN))
    assert overlap < cut_off.isolated
    reached = came_to(camp(f"B4 B6 H4 H6 {edge}", "B4 E5"), camp(DOWN))
    assert not at("B4 C5 H4") & reached.isolated
    assert reached.isolated == overlap
    assert [each.pocket for each in reached.isolations] == [False]


def test_12_6068_an_area_cut_off_from_every_way_in_is_isolated_and_its_units_hold_it():
    south = camp("D8 D9 E9", "D8", dead_end="D9 E9")
    found = came_to(camp(NORTH_RING), south)
    assert types(found) == [("C", "D8 D9 E9", "south")]


def test_12_6068_and_12_6072_an_area_cut_off_is_no_pocket_and_passes_to_nobody_when_its_unit_escapes() -> None:
    north, south = camp("C7 C8"), camp("D8 D9 E9", "D8", dead_end="D9 E9")
    later = north, camp("D8 D9 E9", dead_end="D9 E9")
    found = came_to(north, south, later, ruled(strategic_stays=False))
    assert types(found) == [("A", "D8 D9 E9", "")]
    assert at("D8 D9 E9") <= found.no_mans_land


# ways out, and the record ---------------------------------------------------------------------------


def test_12_6074_the_nearest_perimeter_is_counted_in_hexes_that_can_be_entered():
    start = next(iter(at("H5")))
    found = came_to(IN_SOUTH, camp(SOUTH_RING))
    everywhere = NINE.hexes
    assert way_out(NINE, found, "north", start, everywhere, PLAIN) == (5, at("C3 C4"))
    barred = everywhere - at("D1 D2 D3 D4 D5 D6 D7 D8")
    far, _ = way_out(NINE, found, "north", start, barred, PLAIN)
    assert far > 5
    assert way_out(NINE, found, "north", start, at("H5"), PLAIN) == (0, frozenset())
    assert way_out(NINE, found, "north", start, at("H5"), ruled(way_out="straight"))[0] == 5


def test_7_5064_a_friendly_board_edge_is_a_way_out_too():
    start = next(iter(at("H5")))
    found = came_to(camp(f"{NORTH_RING} H1", "H5"), camp(SOUTH_RING))
    assert way_out(NINE, found, "north", start, NINE.hexes, PLAIN) == (4, at("H1"))


# by chance -----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_12_606_to_12_6075_both_sides_come_to_what_a_plain_reading_says():
    dice, seen = Random(12607), Counter[str]()
    wrong = [told for _ in range(300) if (told := compared.both_sides(dice, seen))]
    assert wrong == []
    assert min(seen[key] for key in ("type A", "type B", "type C", "type D", "passed", "Pockets")) > 10
