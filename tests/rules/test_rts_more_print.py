"""Roads to Stalingrad: twenty more positions worked out from the print by hand before the program was asked."""

from __future__ import annotations

from rules.systems.rts.frames import CardAction, Placing, Start
from rules.systems.rts.state import Points, UnitState
from rules.systems.rts.victory import score_of
from tests.rules.rts_table import (
    ARMY,
    AXIS,
    INFANTRY,
    ITALIAN,
    LEADER,
    PANZER,
    SECOND_ARMY,
    SECOND_INFANTRY,
    SECOND_PANZER,
    SOVIET,
    TANKS,
    Table,
    one,
)


def cost(table: Table, side: str, to: str, *units: str) -> object:
    return one(table.move(side, to, *units), "units.moved")["cost"]


def left(table: Table) -> int:
    """The Supply Points of the operation in hand."""
    assert table.public.operation
    return table.public.operation.left


def defeated(table: Table) -> Table:
    """An army in Rossna fails its check and has to leave panzers that came from Oskol."""
    table.put("Rossna", PANZER, ARMY).battle(AXIS, "Rossna", "minor", origin="Oskol")
    table.holds(AXIS, "Air Strike").dice(10).order(AXIS, chit="Air Strike")
    return table


def thrown_back(table: Table) -> Table:
    """Panzers fail their check in Rossna and have to go back to Oskol, whence they came."""
    table.put("Rossna", PANZER, ARMY).battle(AXIS, "Rossna", "minor", origin="Oskol")
    table.holds(AXIS, "Poor Coordination").dice(10).order(AXIS, chit="Poor Coordination")
    return table


def test_8_5_a_part_of_a_stack_moves_and_the_rest_acts_afterwards() -> None:
    table = Table().put("Belitsa", INFANTRY, SECOND_INFANTRY).operation(AXIS, "Belitsa")
    assert cost(table, AXIS, "Korsun", INFANTRY) == 1
    assert cost(table, AXIS, "Oskol", SECOND_INFANTRY) == 1
    assert left(table) == 4


def test_9_5_2_and_9_6_4_the_highest_tactical_value_is_that_of_the_units_as_they_are() -> None:
    table = Table().put("Oskol", PANZER, depleted=True).put("Oskol", SECOND_PANZER, disorganized=True)
    table.put("Rossna", ARMY, disorganized=True).put("Rossna", TANKS, depleted=True).operation(AXIS, "Oskol")
    events = table.move(AXIS, "Rossna", PANZER, SECOND_PANZER)
    assert one(events, "chits.wanted")["wants"] == {AXIS: 3, SOVIET: 2}


def test_5_2_3_supply_goes_round_an_enemy_as_long_as_three_areas_are_enough() -> None:
    table = Table().put("Pavlin", PANZER).put("Rossna", ARMY).operation(AXIS, "Belitsa")
    assert "Pavlin" in table.board.in_reach("Belitsa", AXIS)
    table.put("Livna", SECOND_ARMY)
    assert table.refuses_move(AXIS, "Voron", PANZER).rule == "5.2.3"


def test_5_4_1_and_C1_f_III_points_stay_with_a_defender_who_holds_the_area() -> None:
    table = thrown_back(Table().points(SOVIET, Rossna=2).points(AXIS, Orlik=1))
    assert table.public.points["Rossna"] == Points(SOVIET, 2)
    assert table.public.control["Rossna"] == SOVIET


def test_9_6_3f_an_attacker_goes_on_from_where_he_came_from_towards_his_points() -> None:
    table = thrown_back(Table().points(AXIS, Orlik=1))
    assert table.unit(PANZER).at == "Oskol"
    assert table.public.stage == "retreat"
    table.order(AXIS, to="Sumnik")
    assert table.unit(PANZER) == UnitState("Sumnik", disorganized=True)


def test_C11_soviets_rebuild_in_each_operation() -> None:
    table = Table().put("Voron", ARMY, SECOND_ARMY, depleted=True)
    for unit in (ARMY, SECOND_ARMY):
        table.operation(SOVIET, "Voron").order(SOVIET, do="rebuild", **{f"unit-{unit}": "on"})
        table.order(SOVIET, do="end")
        assert not table.unit(unit).depleted


def test_C16_b_I_an_italian_an_ss_panzer_and_the_leader_are_six_points() -> None:
    table = Table()
    before = score_of(table.board)
    table.change(units={**table.public.units, **dict.fromkeys((ITALIAN, "SS1", LEADER), UnitState("", "destroyed"))})
    after = score_of(table.board)
    assert (after[SOVIET] - before[SOVIET], after[AXIS] - before[AXIS]) == (1 + 2 + 3, 0)


def test_C7_c_the_axis_plays_reinforcements_from_the_first_card_on() -> None:
    table = Table().hand(AXIS, "Fresh corps").frames(CardAction(AXIS))
    assert table.public.cards == 0
    table.order(AXIS, do=f"play:{table.room(AXIS).hand[0]}")
    assert isinstance(table.public.top, Placing)


def test_9_6_6a_an_empty_area_that_the_enemy_controls_is_a_way_out() -> None:
    table = Table().put("Livna", ARMY).put("Oskol", PANZER).put("Rossna", INFANTRY).put("Voron", SECOND_INFANTRY)
    assert table.public.control["Belitsa"] == AXIS
    assert not table.board.isolated(ARMY)
    assert table.put("Belitsa", SECOND_PANZER).board.isolated(ARMY)


def test_C1_c_and_9_6_6c_an_isolated_defender_in_the_mountains_checks_with_what_is_printed() -> None:
    table = Table().put("Grozna", ARMY).put("Kaspa", INFANTRY).put("Kotelny", SECOND_INFANTRY).put("Maikov", PANZER)
    table.operation(AXIS, "Maikov").move(AXIS, "Grozna", PANZER)
    assert table.board.cohesion(ARMY) == (("value", 6), ("isolated", -1), ("mountain", 1))


def test_4_2_3c_a_full_hand_is_discarded_from_and_the_point_is_placed() -> None:
    table = (
        Table().hand(SOVIET, *["Recruits"] * 2, "New armies", "Rockets", "Winter Arrives").frames(CardAction(SOVIET))
    )
    laid = table.room(SOVIET).hand[0]
    table.order(SOVIET, do=f"discard:{laid}")
    assert (table.public.hands[SOVIET], table.public.cards, table.public.stage) == (4, 1, "placing")
    table.order(SOVIET, area="Saretsk")
    assert table.public.points["Saretsk"] == Points(SOVIET, 1)


def test_9_3_and_8_2_others_join_the_victors_in_the_same_operation_and_pay_for_it() -> None:
    table = defeated(Table().points(SOVIET, Kalachik=1).put("Oskol", INFANTRY))
    assert table.public.control["Rossna"] == AXIS
    assert cost(table, AXIS, "Rossna", INFANTRY) == 1 + 2


def test_5_4_1_and_5_2_captured_points_serve_where_they_lie() -> None:
    table = Table().points(SOVIET, Livna=4).put("Belitsa", PANZER).operation(AXIS, "Belitsa")
    table.move(AXIS, "Livna", PANZER)
    assert table.public.points["Livna"] == Points(AXIS, 2)
    table.frames(Start(AXIS)).order(AXIS, area="Livna")
    assert table.public.points["Livna"] == Points(AXIS, 1)
    assert left(table) == 6


def test_C8_a_depleted_panzer_pays_like_a_whole_one() -> None:
    assert cost(Table().put("Belitsa", PANZER, depleted=True).operation(AXIS, "Belitsa"), AXIS, "Korsun", PANZER) == 2


def test_C13_allies_move_and_infantry_attacks_at_the_old_price_in_winter() -> None:
    table = Table().winter().put("Sumnik", ITALIAN).put("Oskol", INFANTRY, SECOND_INFANTRY).put("Rossna", ARMY)
    table.operation(AXIS, "Oskol")
    assert cost(table, AXIS, "Brenna", ITALIAN) == 1
    assert cost(table, AXIS, "Rossna", INFANTRY, SECOND_INFANTRY) == 1


def test_8_2_2_a_retreat_into_friends_costs_no_supply_point() -> None:
    table = Table().points(SOVIET, Kalachik=1).put("Pavlin", SECOND_ARMY).put("Kalachik", TANKS)
    defeated(table)
    assert table.unit(ARMY).at == "Kalachik"
    assert left(table) == 6


def test_C6_c_and_C6_d_with_maikop_a_second_railhead_card_brings_three_points() -> None:
    table = Table().change(railheads=1).held(AXIS, "Rostan", "Millera", "Maikov").hand(AXIS, "Railhead Advance")
    table.frames(CardAction(AXIS)).order(AXIS, do=f"play:{table.room(AXIS).hand[0]}")
    top = table.public.top
    assert isinstance(top, Placing)
    assert (top.what, top.number, table.public.railheads) == ("points", 3, 2)


def test_C1_d_and_C1_b_II_over_the_strait_one_is_taken_off_in_winter_as_over_a_major_river() -> None:
    table = Table().put("Tamansk", PANZER, ARMY).battle(AXIS, "Tamansk", "strait", origin="Kerchik")
    assert table.board.cohesion(PANZER) == (("value", 7), ("strait", -2))
    assert table.winter().board.cohesion(PANZER) == (("value", 7), ("strait", -1))


def test_9_6_3f_a_unit_may_end_its_retreat_after_one_area_where_its_point_lies() -> None:
    table = defeated(Table().points(SOVIET, Pavlin=1))
    assert (table.unit(ARMY).at, table.public.stage) == ("Pavlin", "retreat")
    table.order(SOVIET, to="stay")
    assert table.unit(ARMY).at == "Pavlin"
    assert table.public.stage == "operation"


def test_5_2_5_and_10_2_who_was_reorganized_is_not_rebuilt_in_the_same_operation() -> None:
    table = Table().put("Belitsa", PANZER, depleted=True, disorganized=True).operation(AXIS, "Belitsa")
    table.order(AXIS, do="reorganize", **{f"unit-{PANZER}": "on"})
    assert table.refuses(AXIS, do="rebuild", **{f"unit-{PANZER}": "on"}).rule == "5.2.5"
    assert table.unit(PANZER) == UnitState("Belitsa", depleted=True)
