"""The largest area of loops: worked figures, and as a plain reading has it on maps by chance."""

from random import Random

import pytest

from rules.ground.grains import spans
from rules.ground.hex_sets import HexSets, joined
from rules.ground.hexes import Hex, enclosed
from rules.ground.loops import first_loops, largest
from tests.rules.ground import brute_force
from tests.rules.ground.figures import at, land, loops, names, walled

SEVEN = land(7, 7)


@pytest.mark.parametrize(
    ("sites", "area"),
    [
        ("B2 B3 C3", "B2 B3 C3"),
        ("B2 D1", ""),
        ("B2 D2", "B2 C2 C3 D2"),
        ("B2 F2", ""),
        ("B2 B5 E3 E6", "B2 B3 B4 B5 C3 C4 C5 C6 D2 D3 D4 D5 E3 E4 E5 E6"),
        ("B2 B3", ""),
    ],
)  # fmt: skip
def test_12_606_a_loop_is_a_ring_of_grains_through_no_hex_twice(sites: str, area: str):
    assert walled(SEVEN, sites) == area


def test_12_606_two_alternate_grains_between_two_markers_are_a_loop_only_if_they_share_no_hex():
    assert walled(SEVEN, "B2 D2") == "B2 C2 C3 D2"
    assert walled(SEVEN, "A2 E2") == "", "both Alternate grains run through C2"


def test_12_606_where_grains_cross_without_a_marker_the_line_may_not_turn():
    assert walled(SEVEN, "B2 B4 F2 F4", barred="D2 D4") == ""
    both = walled(SEVEN, "B2 B4 F2 F4 D3", barred="D2 D4")
    assert both == "B2 B3 B4 C3 C4 D3 E3 E4 F2 F3 F4"


def test_12_606_an_enemy_hex_bars_the_grain_but_may_lie_within_the_loop():
    assert walled(SEVEN, "B2 D1 F2 F4 D5 B4", barred="D3") == walled(SEVEN, "B2 D1 F2 F4 D5 B4")
    assert "D3" in walled(SEVEN, "B2 D1 F2 F4 D5 B4", barred="D3").split()


def test_the_proof_is_given_up_after_so_many_looks_and_the_doubtful_hexes_are_named():
    dice = Random(3)
    hexes = brute_force.board(12, 12)
    mixed = dice.sample(hexes, len(hexes))
    sets = HexSets(hexes)
    sites = sets.of(mixed[:14])
    rows = spans(sets, sites, sets.of(mixed[14:30]))
    whole, short = largest(sets, rows, sites), largest(sets, rows, sites, looks=2)
    assert whole.doubt == 0
    assert short.area & ~whole.area == 0
    assert short.doubt
    assert whole.area & ~(short.area | short.doubt) == 0
    assert short.looks < whole.looks


def test_a_first_loop_is_legal_and_says_what_it_may_be_short_of():
    dice = Random(8)
    for _ in range(60):
        hexes, sites, barred = brute_force.chance_sites(dice)
        sets = HexSets(hexes)
        bits = sets.of(sites)
        rows = spans(sets, bits, sets.of(barred))
        first, whole = first_loops(sets, rows, bits), largest(sets, rows, bits)
        legal = brute_force.loops(hexes, sites, barred)
        assert {sets.hexes(sets.bits(loop.ring)) for loop in first.loops} <= legal
        assert whole.area & ~(first.area | first.doubt) == 0
        assert bool(first.loops) >= bool(legal) or first.doubt


@pytest.mark.slow
def test_12_606_the_largest_area_is_that_of_all_legal_loops_there_are():
    dice, seen = Random(12606), 0
    for _ in range(300):
        hexes, sites, barred = brute_force.chance_sites(dice)
        sets = HexSets(hexes)
        bits = sets.of(sites)
        found = largest(sets, spans(sets, bits, sets.of(barred)), bits)
        legal = brute_force.loops(hexes, sites, barred)
        truth = frozenset[Hex]().union(*map(enclosed, legal)) & frozenset(hexes)
        assert (sets.hexes(found.area), found.doubt) == (truth, 0), (names(sites), names(barred))
        assert {sets.hexes(sets.bits(loop.ring)) for loop in found.loops} <= legal
        seen += bool(legal)
    assert seen > 150


def test_12_6063_along_the_rim_the_line_turns_with_it_and_enters_no_hex_twice():
    ground = land(5, 5)
    rim = [Hex(*each) for each in ((1, 2), (2, 3), (3, 2), (4, 3), (5, 2), (5, 4), (5, 6), (5, 8), (5, 10), (4, 11),
                                   (3, 10), (2, 11), (1, 10), (1, 8), (1, 6), (1, 4))]  # fmt: skip
    sets = ground.sets
    sites = sets.of(at("C1 E3 C5"))
    straight = largest(sets, spans(sets, sites, 0), sites)
    assert "A1" not in names(sets.hexes(straight.area)).split()
    round_ = largest(sets, spans(sets, sites, 0, [list(map(sets.at, rim))]), sites)
    assert round_.area == sets.everything
    barred = sets.of(at("A3"))
    cut = largest(sets, spans(sets, sites, barred, [list(map(sets.at, rim))]), sites)
    assert not cut.area & sets.of(at("A1"))


def test_sets_that_share_a_hex_are_joined_and_others_stay_apart():
    assert sorted(joined([0b0011, 0b1100, 0b0110, 0b110000])) == [0b1111, 0b110000]


def test_a_set_of_hexes_spreads_floods_and_falls_into_parts_by_hexes_side_by_side():
    sets = land(4, 4).sets
    assert names(sets.hexes(sets.spread(sets.of(at("A1"))) & sets.everything)) == "A1 A2 B1"
    assert [names(sets.hexes(part)) for part in sets.parts(sets.of(at("A1 A2 C1 D4")))] == ["A1 A2", "C1", "D4"]
    assert names(sets.hexes(sets.flood(sets.of(at("A1")), sets.of(at("A1 A2 C1"))))) == "A1 A2"


def test_sets_work_on_a_map_whose_first_column_lies_lower():
    hexes = [Hex(column, 2 * number + (column % 2)) for column in range(1, 6) for number in range(5)]
    sets = HexSets(hexes)
    middle = Hex(2, 4)
    ring = [hex_ for hex_ in hexes if hex_ != middle and sets.spread(sets.of([middle])) >> sets.at(hex_) & 1]
    assert len(ring) == 6
    assert sets.hexes(sets.walled_in(sets.of(ring))) == {middle, *ring}


def test_loops_say_how_often_they_looked():
    assert loops(SEVEN, "B2 B3 C3").looks == 1
