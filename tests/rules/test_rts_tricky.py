"""Roads to Stalingrad: tricky positions, each worked out from the print by hand before the program was asked."""

from __future__ import annotations

import pytest

from rules.played.reactions import Window
from rules.systems.rts.chart import practice_copy
from rules.systems.rts.frames import CardAction, Placing, Start
from rules.systems.rts.state import UnitState
from rules.systems.rts.system import SYSTEM
from rules.systems.rts.victory import city_points, score_of
from tests.rules.rts_table import (
    ARMY,
    AXIS,
    HUNGARIAN,
    INFANTRY,
    ITALIAN,
    LEADER,
    PANZER,
    RUMANIAN,
    SECOND_ARMY,
    SECOND_INFANTRY,
    SOVIET,
    TANKS,
    Table,
    kinds,
    one,
)

LOST = UnitState("", "destroyed")


def cost(table: Table, side: str, to: str, *units: str) -> object:
    return one(table.move(side, to, *units), "units.moved")["cost"]


def offered(table: Table, side: str, name: str) -> list[str]:
    current = SYSTEM.current(table.state.only([side]), side)
    assert current
    (field,) = (field for field in current.task.fields if field.name == name)
    return [key for key, _ in field.options]


# the printed examples -------------------------------------------------------------------------------------------


def test_9_5_and_9_6_1_and_C19_the_battle_of_Rossosh_as_it_is_printed() -> None:
    """48th Panzer and 29th Infantry against 65th and 46th Army: six chits, five rolls, two retreats."""
    table = Table().put("Rossna", PANZER, INFANTRY, ARMY, SECOND_ARMY).points(SOVIET, Kalachik=1)
    table.battle(AXIS, "Rossna", origin="Oskol").holds(SOVIET, "Human Wave")
    table.holds(AXIS, "Air Strike", "Assault", "Ambush", "Ambush").dice(7)
    table.change(frames=table.public.changed(table.public.fought, holds={AXIS: 4, SOVIET: 1}).frames)
    table.order(AXIS, chit="Air Strike")
    table.order(SOVIET, unit=ARMY)  # 7 + 2 is above 6
    assert (table.unit(ARMY).disorganized, table.unit(ARMY).at) == (True, "Kalachik")
    assert table.public.acting == (SOVIET,)
    table.dice(7, *range(20)).order(SOVIET, chit="Human Wave")
    assert table.unit(SECOND_ARMY).depleted, "the only one left"
    drawn = table.order(AXIS, unit=PANZER)  # 7 is not above 7
    assert one(drawn, "check.rolled")["passed"]
    assert one(drawn, "chits.wanted")["wants"] == {SOVIET: 1}, "out of chits, and the best Tactical Value is 1"
    table.order(SOVIET, "roll")
    table.holds(SOVIET, "Poor Coordination").holds(AXIS, "Assault", "Ambush", "Ambush").dice(2, 8)
    table.order(AXIS, chit="Assault")
    table.order(AXIS, unit=INFANTRY)  # the army passes with a 2, the infantry fails with an 8
    assert (table.unit(SECOND_ARMY).disorganized, table.unit(INFANTRY).depleted) == (False, True)
    table.dice(6)
    events = table.order(SOVIET, chit="Poor Coordination")  # Depleted: 4
    assert table.unit(SECOND_ARMY).disorganized
    assert one(events, "battle.ended")["winner"] == AXIS


def test_5_5_and_9_6_6_the_printed_operation_isolates_before_it_attacks() -> None:
    """The panzers step beside the army first: the moment they stand there it has no way out."""
    table = Table().put("Livna", ARMY).put("Oskol", INFANTRY).put("Rossna", "GI3").put("Voron", "GI4")
    table.put("Korsun", PANZER).operation(AXIS, "Korsun")
    assert not table.board.isolated(ARMY)
    assert one(table.move(AXIS, "Livna", PANZER, via="Belitsa"), "battle.begun")["isolated"] == [ARMY]


# movement and Supply Points -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("units", "winter", "paid"),
    [
        ((INFANTRY,), False, 1),
        ((INFANTRY, SECOND_INFANTRY), False, 1),
        ((PANZER,), False, 2),
        ((INFANTRY, PANZER), False, 2),
        ((INFANTRY,), True, 1),
        ((INFANTRY, SECOND_INFANTRY), True, 1),
        ((INFANTRY, PANZER), True, 4),
        (("SS1",), True, 4),
        ((ITALIAN,), True, 1),
    ],
)
def test_C8_and_C13_what_a_stack_pays_to_move(units: tuple[str, ...], winter: bool, paid: int) -> None:
    table = Table().put("Belitsa", *units).operation(AXIS, "Belitsa")
    assert cost(table.winter() if winter else table, AXIS, "Korsun", *units) == paid


def test_C13_and_8_2_panzers_that_join_in_winter_pay_eight_which_no_operation_has() -> None:
    table = Table().put("Belitsa", PANZER).put("Korsun", INFANTRY).operation(AXIS, "Belitsa").winter()
    assert table.refuses_move(AXIS, "Korsun", PANZER).rule == "5.5.2"


def test_C13_soviets_pay_in_winter_what_they_paid_before() -> None:
    table = Table().put("Livna", ARMY).put("Rossna", TANKS).operation(SOVIET, "Livna").winter()
    assert cost(table, SOVIET, "Livna", TANKS) == 4


def test_10_1_and_C13_reorganizing_costs_the_axis_two_in_winter() -> None:
    table = Table().put("Belitsa", INFANTRY, disorganized=True).operation(AXIS, "Belitsa").winter()
    assert one(table.order(AXIS, do="reorganize", **{f"unit-{INFANTRY}": "on"}), "unit.mended")["cost"] == 2


def test_C11_what_the_soviets_rebuild_does_not_count_against_the_axis() -> None:
    table = Table().put("Livna", ARMY, depleted=True).put("Belitsa", INFANTRY, depleted=True)
    table.operation(SOVIET, "Livna").order(SOVIET, do="rebuild", **{f"unit-{ARMY}": "on"})
    table.order(SOVIET, do="end")
    table.operation(AXIS, "Belitsa").order(AXIS, do="rebuild", **{f"unit-{INFANTRY}": "on"})
    assert not table.unit(INFANTRY).depleted


def test_9_3_a_unit_that_fought_does_nothing_more_in_the_operation() -> None:
    table = Table().points(SOVIET, Kalachik=1).put("Oskol", PANZER).put("Rossna", ARMY).operation(AXIS, "Oskol")
    table.move(AXIS, "Rossna", PANZER)
    table.order(SOVIET, "roll")
    table.holds(AXIS, "Assault").dice(10).order(AXIS, chit="Assault")
    assert table.refuses_move(AXIS, "Oskol", PANZER).rule == "5.2.5"


def test_5_2_3_supply_points_go_over_the_volga_and_the_strait_at_any_time() -> None:
    table = Table().winter()
    assert "Volgrad" in table.board.in_reach("Akhtuba", SOVIET)
    assert "Kerchik" in Table().board.in_reach("Tamansk", SOVIET)
    assert "Kaspa" not in table.board.within("Elistra", 1, SOVIET), "not over a lake"


def test_C1_b_II_a_depleted_or_slow_unit_with_one_movement_point_is_not_held_up() -> None:
    table = Table().put("Livna", INFANTRY).put("Voron", ARMY).operation(AXIS, "Livna")
    assert ("Voron", True) in table.board.routes([INFANTRY]), "red: one for an attack"


def test_C1_b_II_the_leader_makes_the_attack_of_red_infantry_two_and_the_river_takes_both() -> None:
    table = Table().put("Livna", INFANTRY, LEADER).put("Voron", ARMY)
    assert ("Voron", True) in table.board.routes([INFANTRY, LEADER])
    table.put("Oskol", INFANTRY, LEADER)
    assert ("Voron", True) not in table.board.routes([INFANTRY, LEADER])


def test_C9_a_mixed_stack_goes_as_its_slowest_unit_and_attacks_one_area_away() -> None:
    table = Table().put("Oskol", INFANTRY, PANZER).put("Voron", ARMY)
    assert ("Voron", True) in table.board.routes([PANZER])
    assert ("Voron", True) not in table.board.routes([INFANTRY, PANZER])


def test_C1_c_an_attack_into_the_mountains_and_none_beyond() -> None:
    table = Table().put("Maikov", PANZER).put("Kaspa", ARMY)
    assert ("Kaspa", True) not in table.board.routes([PANZER]), "Grozna stops it"
    table.put("Grozna", PANZER)
    assert ("Kaspa", True) in table.board.routes([PANZER])


def test_C1_b_I_after_five_more_cards_the_volga_is_a_major_river_in_winter() -> None:
    table = Table().put("Volgrad", PANZER).put("Akhtuba", ARMY).winter().change(cards=4)
    assert not table.board.crossable(AXIS, "Volgrad", "Akhtuba")
    table.change(cards=5).battle(AXIS, "Akhtuba", table.board.border("Volgrad", "Akhtuba"), origin="Volgrad")
    table.put("Akhtuba", PANZER)
    assert ("major", -1) in table.board.cohesion(PANZER)


def test_5_4_1_points_are_captured_in_passing_and_a_single_one_is_destroyed() -> None:
    table = Table().put("Oskol", PANZER).points(SOVIET, Livna=3, Voron=1).operation(AXIS, "Oskol")
    table.move(AXIS, "Voron", PANZER, via="Livna")
    assert (table.public.points["Livna"].number, "Voron" in table.public.points) == (1, False)


def test_6_5_and_5_4_1_points_under_a_battle_are_captured_by_who_wins_it() -> None:
    table = Table().put("Oskol", PANZER).put("Rossna", ARMY).points(SOVIET, Rossna=4, Kalachik=1)
    table.operation(AXIS, "Oskol").move(AXIS, "Rossna", PANZER)
    assert table.public.points["Rossna"].side == SOVIET
    table.order(SOVIET, "roll")
    table.holds(AXIS, "Assault").dice(10).order(AXIS, chit="Assault")
    assert (table.public.points["Rossna"].side, table.public.points["Rossna"].number) == (AXIS, 2)


# cards, gates and Victory Points --------------------------------------------------------------------------------


def test_9_4_and_2_3_1_an_attack_card_is_played_at_any_time_of_ones_own_battle() -> None:
    table = Table(reactions="battle").hand(AXIS, "Pioneers").hand(SOVIET, "Rockets").points(SOVIET, Kalachik=1)
    table.put("Rossna", PANZER, ARMY).battle(AXIS, "Rossna", origin="Oskol")
    table.change(frames=(*table.public.frames, Window(AXIS, "chit"))).dice(1, 1)
    assert len(offered(table, AXIS, "card")) == 2
    table.change(frames=(*table.public.frames[:-1], Window(SOVIET, "chit")))
    assert offered(table, SOVIET, "card") == [""], "the defender plays none"


def test_C6_c_the_printed_condition_holds_for_the_first_railhead_card_alone() -> None:
    table = Table().hand(AXIS, "Railhead Advance").held(AXIS, "Grozna").change(railheads=1).frames(CardAction(AXIS))
    assert any(key.startswith("play:") for key in offered(table, AXIS, "do")), "Rostan and Millera are not asked for"


def test_C7_b_reinforcements_come_to_no_symbol_within_the_map() -> None:
    """Resource Points may lie at any symbol with a path (C5.b), units only in cities and at the edge."""
    chart = practice_copy().as_json()
    (ilovka,) = (row for row in chart["sheets"]["areas"] if row["name"] == "Ilovka")
    ilovka["features"] = ["depot"]
    table = Table(chart=chart).hand(SOVIET, "New armies").change(cards=15).frames(CardAction(SOVIET))
    assert "Ilovka" in table.board.supply_areas(SOVIET)
    table.order(SOVIET, do=f"play:{table.room(SOVIET).hand[0]}")
    assert table.refuses(SOVIET, what=ARMY, area="Ilovka").rule == "C7"
    table.order(SOVIET, what=ARMY, area="Eltonka")
    assert table.unit(ARMY).at == "Eltonka"


def test_C7_c_two_reinforcement_cards_need_twenty_cards_the_card_itself_being_one() -> None:
    table = Table().change(cards=15).hand(SOVIET, "New armies", "New armies").frames(CardAction(SOVIET))
    table.order(SOVIET, do=f"play:{table.room(SOVIET).hand[0]}")
    assert (table.public.cards, table.public.gated, table.board.reinforcements_open()) == (16, 1, False)
    assert table.change(cards=20).board.reinforcements_open()


def test_C15_e_the_first_point_after_directive_45_goes_to_either_sector() -> None:
    table = Table().change(permanent=("directive45",)).frames(Placing(AXIS, "points", 2))
    found = offered(table, AXIS, "area")
    assert {"Belitsa", "Taganka"} <= {*found}


def test_C15_e_a_discard_alternates_too_and_soviets_are_not_bound() -> None:
    table = Table().change(permanent=("directive45",), sector="A").hand(AXIS, "Staff work").frames(CardAction(AXIS))
    table.order(AXIS, do=f"discard:{table.room(AXIS).hand[0]}")
    assert "Taganka" not in offered(table, AXIS, "area")
    soviet = Table().change(permanent=("directive45",), sector="A").frames(Placing(SOVIET, "points", 1))
    assert {"Voron", "Grozna"} <= {*offered(soviet, SOVIET, "area")}


def test_C5_a_III_the_chain_is_cut_the_moment_millerovo_is_lost() -> None:
    table = Table().change(railheads=1).held(AXIS, "Rostan", "Millera", "Volgrad")
    assert city_points(table.board, "Volgrad") == (AXIS, 4)
    table.held(SOVIET, "Millera")
    assert city_points(table.board, "Rostan") == ("", 0)


def test_C16_b_I_a_withdrawn_panzer_is_worth_nothing() -> None:
    table = Table()
    before = score_of(table.board)[SOVIET]
    table.change(units={**table.public.units, "GP1": UnitState("", "withdrawn")})
    assert score_of(table.board)[SOVIET] == before


@pytest.mark.parametrize(("lost", "points"), [(0, 0), (1, 0), (2, 1), (3, 1), (7, 3)])
def test_C16_b_II_two_soviet_units_are_one_point(lost: int, points: int) -> None:
    table = Table()
    before = score_of(table.board)[AXIS]
    table.change(units={**table.public.units, **{f"SI{n}": LOST for n in range(1, lost + 1)}})
    assert score_of(table.board)[AXIS] - before == points


def test_4_2_2_after_the_stavka_the_higher_roll_wins_and_ties_are_rolled_again() -> None:
    table = Table().points(AXIS, Orlik=1).points(SOVIET, Voron=1).change(initiative="").dice(7, 7, 4, 3)
    for side in (AXIS, SOVIET):
        table.order(side, choice="map")
    events = table.order(AXIS, "done")
    assert kinds(events).count("rolloff.rolled") == 2
    assert table.public.frames[-1] == Start(AXIS, optional=True)


def test_4_2_2_what_cards_add_to_a_roll_off_is_used_up_by_it() -> None:
    table = Table().points(AXIS, Orlik=1).points(SOVIET, Voron=1).change(rolloff={SOVIET: 3}).dice(5, 5)
    for side in (AXIS, SOVIET):
        table.order(side, choice="map")
    table.order(AXIS, "done")
    assert (table.public.frames[-1], table.public.rolloff) == (Start(SOVIET, optional=True), {})


def test_4_2_4_the_initiative_draws_its_last_card_and_the_other_side_has_no_turn() -> None:
    table = Table().hand(AXIS, "Staff work", deck=1).hand(SOVIET, "Recruits")
    table.frames(CardAction(SOVIET), CardAction(AXIS)).order(AXIS, do="draw")
    assert (table.public.reason, table.public.acting) == ("last_card", ())


def test_C3_b_hungarians_come_in_no_nearer_than_three_areas_to_rumanians() -> None:
    table = Table().put("Orlik", RUMANIAN)
    found, steps = table.board.arrivals(HUNGARIAN), table.board.theater.steps["Orlik"]
    assert found
    assert min(steps[area] for area in found) == 3


def test_C3_a_german_stack_takes_an_ally_along_but_not_to_another_one() -> None:
    table = Table().put("Belitsa", INFANTRY, ITALIAN).put("Korsun", RUMANIAN).operation(AXIS, "Belitsa")
    assert table.refuses_move(AXIS, "Korsun", INFANTRY, ITALIAN).rule == "C3"
    table.move(AXIS, "Korsun", INFANTRY)
    assert table.unit(INFANTRY).at == "Korsun"


def test_12_3_and_C16_b_I_the_leader_dies_with_an_isolated_stack_for_five_points() -> None:
    table = Table().put("Oskol", PANZER, LEADER, ARMY).put("Barvenk", SECOND_ARMY).put("Belitsa", "SI3")
    table.put("Livna", "SI4").put("Sumnik", "SI5").battle(SOVIET, "Oskol", origin="Rossna")
    before = score_of(table.board)[SOVIET]
    table.holds(SOVIET, "Assault").dice(10).order(SOVIET, chit="Assault")
    assert score_of(table.board)[SOVIET] - before == 5
