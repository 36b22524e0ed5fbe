"""Roads to Stalingrad: cases worked out from the book anew, row by row, before the program was asked."""

from __future__ import annotations

from rules.played.reactions import Window
from rules.systems.rts.cards import movable
from rules.systems.rts.frames import POINTS, CardAction, Placing
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
    SOVIET,
    TANKS,
    Table,
    kinds,
    one,
)


def spent(table: Table, to: str, *units: str) -> object:
    return one(table.move(AXIS, to, *units), "units.moved")["cost"]


def test_C13_and_C8_in_winter_a_stack_with_one_panzer_costs_four() -> None:
    table = Table().put("Belitsa", INFANTRY, PANZER).operation(AXIS, "Belitsa").winter()
    assert spent(table, "Korsun", INFANTRY, PANZER) == 4


def test_C13_soviet_costs_stay_as_they_are_in_winter() -> None:
    table = Table().put("Voron", TANKS).held(SOVIET, "Livna").operation(SOVIET, "Voron").winter()
    assert one(table.move(SOVIET, "Livna", TANKS), "units.moved")["cost"] == 2


def test_C13_to_reorganize_in_winter_costs_two_and_the_last_one_left_is_not_enough() -> None:
    table = Table().put("Belitsa", INFANTRY, disorganized=True).winter().operation(AXIS, "Belitsa", left=1)
    refused = table.refuses(AXIS, do="reorganize", **{f"unit-{INFANTRY}": "on"})
    assert (refused.rule, "2" in refused.message) == ("5.5.2", True)


def test_8_2_2_passing_through_friends_costs_nothing_more() -> None:
    table = Table().put("Belitsa", PANZER).put("Korsun", SECOND_INFANTRY).operation(AXIS, "Belitsa")
    assert spent(table, "Orlik", PANZER) == 2


def test_5_4_1_of_one_captured_point_nothing_is_left() -> None:
    table = Table().put("Belitsa", PANZER).points(SOVIET, Livna=1).held(SOVIET, "Livna").operation(AXIS, "Belitsa")
    table.move(AXIS, "Livna", PANZER)
    assert "Livna" not in table.public.points
    assert table.public.control["Livna"] == AXIS


def test_5_4_1_of_five_captured_points_two_are_kept() -> None:
    table = Table().put("Belitsa", PANZER).points(SOVIET, Livna=5).operation(AXIS, "Belitsa")
    table.move(AXIS, "Livna", PANZER)
    assert (table.public.points["Livna"].side, table.public.points["Livna"].number) == (AXIS, 2)


def test_9_6_6f_a_unit_that_breaks_out_is_not_isolated_in_the_battle_it_began() -> None:
    table = Table().put("Livna", INFANTRY).put("Oskol", ARMY).put("Rossna", SECOND_ARMY).put("Voron", TANKS)
    table.put("Belitsa", "SI3").operation(AXIS, "Livna")
    assert table.board.isolated(INFANTRY)
    table.move(AXIS, "Belitsa", INFANTRY)
    assert not table.board.isolated(INFANTRY)


def test_9_6_2b_a_depleted_unit_hit_by_both_is_disorganized_once() -> None:
    table = Table().put("Rossna", PANZER).put("Rossna", ARMY, depleted=True)
    table.battle(AXIS, "Rossna", origin="Livna").holds(AXIS, "Panzer Attack").dice(10)
    events = table.order(AXIS, chit="Panzer Attack")
    assert kinds(events).count("unit.disorganized") == 1
    assert "unit.depleted" not in kinds(events)


def test_19_an_air_strike_with_an_italian_beside_is_put_aside_and_another_one_drawn() -> None:
    table = Table().put("Rossna", INFANTRY, ITALIAN, ARMY).battle(AXIS, "Rossna", origin="Livna", wants={AXIS: 1})
    drawn = one(table.dice(0, 0, 0, 0, 0, 0, 0).order(AXIS, "roll"), "chits.drawn")
    assert (drawn["number"], drawn["aside"]) == (1, ["Air Strike"] * 3 + ["Combined Arms"] * 3)


def test_C11_an_operation_between_in_which_nothing_was_rebuilt_opens_it_again() -> None:
    table = Table().put("Belitsa", INFANTRY, depleted=True).put("Korsun", SECOND_INFANTRY, depleted=True)
    table.operation(AXIS, "Belitsa")
    table.order(AXIS, do="rebuild", **{f"unit-{INFANTRY}": "on"})
    table.order(AXIS, do="end")
    table.operation(AXIS, "Belitsa")
    assert table.refuses(AXIS, do="rebuild", **{f"unit-{SECOND_INFANTRY}": "on"}).rule == "C11"
    table.order(AXIS, do="end")
    table.operation(AXIS, "Belitsa")
    table.order(AXIS, do="rebuild", **{f"unit-{SECOND_INFANTRY}": "on"})
    assert not table.unit(SECOND_INFANTRY).depleted


def test_4_2_3b_with_five_cards_none_is_drawn() -> None:
    table = Table().hand(AXIS, *["Supply columns"] * 5).frames(CardAction(AXIS))
    assert table.refuses(AXIS, do="draw").field == "do"


def test_C16_b_II_three_soviet_units_are_one_point_and_four_are_two() -> None:
    table = Table()
    before = score_of(table.board)[AXIS]
    for number, points in ((3, 1), (4, 2)):
        lost = {f"SI{n}": type(table.unit("SI1"))("", "destroyed") for n in range(1, number + 1)}
        table.change(units={**table.public.units, **lost})
        assert score_of(table.board)[AXIS] - before == points


def test_C15_e_the_next_point_goes_to_the_other_sector() -> None:
    table = Table().change(permanent=("directive45",), sector="B").frames(Placing(AXIS, POINTS, 1))
    there = table.board.point_areas(AXIS)
    assert there
    assert {table.board.theater.areas[area].sector for area in there} == {"A"}


def test_10_b_the_leader_goes_by_no_rail_and_comes_with_nobody_but_germans() -> None:
    table = Table().put("Belitsa", ITALIAN)
    assert movable(table.board, Placing(AXIS, "leader", 1)) == {}
    table.put("Orlik", INFANTRY)
    assert movable(table.board, Placing(AXIS, "leader", 1)) == {LEADER: ("Orlik",)}


def test_2_3_1_a_defender_is_offered_no_attack_card() -> None:
    table = Table(reactions="battle").put("Rossna", PANZER, ARMY).hand(AXIS, "Pioneers").battle(SOVIET, "Rossna")
    table.change(frames=(*table.public.frames, Window(AXIS, "battle")))
    assert table.refuses(AXIS, card=table.room(AXIS).hand[0]).field == "card"
