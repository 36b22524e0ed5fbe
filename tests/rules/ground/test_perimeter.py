"""A side's Perimeter: main area, Pockets, lines; each sentence of 12.606 to 12.6068 and 7.505 to 7.5054 as a figure."""

import pytest

from rules.ground.perimeter import SidePerimeter, draw, propose, recorded_perimeter
from rules.ground.rulings import PerimeterRulings
from tests.rules.ground.figures import PLAIN, at, camp, land, names, row

NINE = land(9, 9)
RING = "A3 A4 B2 B4 C3 C4"
"""Around B3, with two hexes of the west edge."""


def drawn(mine: str = "", mmc: str = "", rulings: PerimeterRulings = PLAIN, **more: str) -> SidePerimeter:
    enemy = camp(more.pop("enemy", ""), more.pop("enemy_mmc", ""))
    return draw(NINE, camp(mine, mmc, **more), enemy, rulings)


def pockets(found: SidePerimeter) -> list[str]:
    return sorted(map(names, found.pockets))


def test_12_606_the_perimeter_area_is_the_loop_and_all_it_encloses():
    found = drawn(RING)
    assert names(found.main) == "A3 A4 B2 B3 B4 C3 C4"
    assert names(found.front) == names(at(RING))
    assert [names(loop) for loop in found.loops] == [names(at(RING))]
    assert not found.doubt


def test_12_606_one_can_go_round_the_front_line_from_hex_to_hex_and_enters_none_twice():
    (loop,) = drawn(RING).loops
    assert len({*loop}) == len(loop)
    assert all(
        abs(a.column - b.column) + abs(a.down - b.down) == 2 for a, b in zip(loop, (*loop[1:], loop[0]), strict=True)
    )


def test_12_606_several_loops_are_one_perimeter():
    found = drawn(f"{RING} A8 A9 B8")
    assert at("A8 A9 B8 B3") <= found.main
    assert not found.pockets


def test_12_6062_control_markers_alone_make_a_perimeter():
    assert at("B3") <= drawn(mine=RING).main
    assert at("B3") <= drawn(mine="A3 A4", mmc="B2 B4 C3 C4").main


def test_12_6063_the_line_follows_the_map_edge_round_its_corners_where_the_game_says_so():
    rim = row("A4 A3 A2 A1 B1 C1 D1 E1 F1 G1 H1 I1 I2 I3 I4 I5 I6 I7 I8 I9 H9 G9 F9 E9 D9 C9 B9 A9 A8 A7 A6 A5")
    whole = land(9, 9, rims=(rim,))
    edges = camp("A3 D1", "D1")
    assert names(draw(whole, edges, camp("A9"), PerimeterRulings()).main) == "A1 A2 A3 B1 B2 C1 C2 D1"
    assert names(draw(whole, edges, camp(), PLAIN).main) == "A3 B2 C2 D1"
    assert names(draw(whole, edges, camp("A1 A9"), PerimeterRulings()).main) == "A3 B2 C2 D1"


@pytest.mark.parametrize(("reading", "main"), [("units", ""), ("marked", "A3 A4 A5")])
def test_12_6063_a_line_along_the_edge_without_a_unit_is_a_ruling(reading: str, main: str):
    rulings = PerimeterRulings(around_corners=False, edge_lines=reading)  # type: ignore[arg-type]
    assert names(drawn("A3 A5", rulings=rulings).main) == main
    assert names(drawn("A3 A5", mmc="A3").main) == "A3 A4 A5"


def test_12_6064_the_line_leaves_out_what_the_enemy_bars_and_takes_the_next_largest():
    free, barred = drawn("A2 A6 C5 C2"), drawn("A2 A6 C5 C2", enemy="C4")
    assert "C4" in names(free.front).split()
    assert len(barred.main) < len(free.main)


def test_7_5053_the_loop_may_wall_in_enemy_units():
    assert at("B3") <= drawn(RING, enemy="B3", enemy_mmc="B3").main


def test_12_6065_readjusted_markers_make_another_perimeter_and_the_area_follows():
    (loop,) = drawn(RING).loops
    again = recorded_perimeter(NINE, camp(RING), PLAIN, [loop])
    assert again.main == drawn(RING).main
    smaller = recorded_perimeter(NINE, camp(RING), PLAIN, [row("A3 A4 B3")])
    assert names(smaller.main) == "A3 A4 B3"


def test_7_5058_a_line_or_a_single_hex_written_down_is_a_pocket_of_its_units():
    found = recorded_perimeter(NINE, camp("", "E4 E6 H2"), PLAIN, [], [row("E4 E5 E6")])
    assert pockets(found) == ["E4 E5 E6", "H2"]


# Pockets ------------------------------------------------------------------------------------------


def test_12_6066_a_unit_outside_the_area_is_in_a_pocket_of_its_hex():
    found = drawn(RING, mmc="H7", enemy="H6 G6 G7 H8 I7 I8")
    assert pockets(found) == ["H7"]
    assert at("H7") <= found.area
    assert "H7" in names(found.front).split()


def test_12_6066_smc_alone_make_no_pocket():
    assert pockets(drawn(RING, smc="H7")) == []


def test_12_6066_two_markers_that_point_at_each_other_make_a_pocket_of_the_grain():
    assert pockets(drawn("", "E4 E7")) == ["E4 E5 E6 E7"]


def test_7_5054_note_9_control_markers_without_a_unit_make_no_pocket():
    assert pockets(drawn("E4 E7")) == []


def test_12_6066_a_control_marker_can_be_the_end_of_a_pockets_grain():
    assert pockets(drawn("E7", "E4")) == ["E4 E5 E6 E7"]


def test_12_6066_a_pocket_is_expanded_by_loops_and_lines_that_share_a_marker():
    (found,) = pockets(drawn("", "E4 E5 F4 F8"))
    assert at("E4 E5 F4 F5 F6 F7 F8") <= at(found)


def test_12_6066_whether_a_pocket_may_be_a_line_is_a_ruling():
    rulings = PerimeterRulings(around_corners=False, lines=False)
    assert pockets(drawn("", "E4 E7", rulings=rulings)) == ["E4", "E7"]


def test_7_5054_a_pocket_never_contains_a_location_of_the_main_area():
    found = drawn(RING, mmc="D6 H7")
    assert not found.main & found.pocketed


@pytest.mark.parametrize(("reading", "main"), [("pocket", ""), ("main", "E4 E5 F4")])
def test_12_6068_a_loop_without_a_map_edge_is_a_pocket_unless_ruled_otherwise(reading: str, main: str):
    rulings = PerimeterRulings(around_corners=False, edgeless_loop=reading)  # type: ignore[arg-type]
    found = drawn("", "E4 E5 F4", rulings=rulings)
    assert (names(found.main), pockets(found)) == (main, [] if main else ["E4 E5 F4"])


def test_12_6068_a_pocket_that_reaches_a_friendly_map_edge_is_main():
    assert pockets(drawn("", "B5 B7")) == ["B5 B6 B7"]
    found = drawn("A5", "B5 B7")
    assert at("A5 B5 B6 B7") <= found.main
    assert not found.pockets


def test_7_5054_an_edge_hex_of_the_enemys_joins_nothing():
    assert pockets(drawn("", "B5")) == ["B5"]


def test_votg_CG12_an_open_ferry_landing_is_a_map_edge():
    found = draw(NINE, camp("E4 E5 F4", landings="F4"), camp(), PLAIN)
    assert names(found.main) == "E4 E5 F4"


def test_12_6068_an_area_with_the_south_edge_alone_is_cut_off():
    south = "D8 D9 E9"
    alone = drawn(south, dead_end="D9 E9")
    assert names(alone.cut_off) == south
    assert not drawn(f"{south} A9 B9 C9", dead_end="D9 E9").cut_off
    assert not drawn(south, dead_end="D9", landings="E9").cut_off
    assert not drawn(south).cut_off


def test_12_6068_of_the_other_edges_only_the_one_that_leads_in_saves_it():
    corner = "A8 A9 B8"
    assert not drawn(corner, dead_end="A9 B9").cut_off
    assert names(drawn(corner, dead_end="A9 B9", leads_in="A1 B1").cut_off) == corner
    assert not drawn(corner, dead_end="A9 B9", leads_in="A1 A8").cut_off
    assert not drawn(corner, dead_end="A9 B9", leads_in="A1 B1", landings="B8").cut_off


# proposals ----------------------------------------------------------------------------------------


def test_a_proposal_is_legal_and_what_it_may_lack_is_in_doubt():
    mine, enemy = camp("A2 A4 A6 A8", "C3 D6 F5 F2 G7"), camp("D4 E5")
    whole, first = draw(NINE, mine, enemy, PLAIN), propose(NINE, mine, enemy, PLAIN)
    assert whole.main <= first.area | first.doubt
    assert first.main <= whole.main
    assert not whole.doubt


def test_7_5052_a_map_edge_hex_that_is_no_strategic_location_counts_where_it_is_controlled():
    found = drawn("B3 B2", "A3", controls="A3")
    assert at("A3 B2 B3") <= found.main
    assert pockets(drawn("B3 B2", "A3")) == ["A3 B2 B3"]
