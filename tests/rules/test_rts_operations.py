"""Roads to Stalingrad: the sequence, Resource and Supply Points, movement, stacking, reorganizing (4 to 8, 10)."""

from __future__ import annotations

import pytest

from rules.contract import PUBLIC, Field, Order
from rules.systems.rts.frames import CardAction, Start
from rules.systems.rts.state import UnitState
from rules.systems.rts.system import SYSTEM
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
    SECOND_PANZER,
    SOVIET,
    TANKS,
    Table,
    kinds,
    one,
)

LOST = UnitState("", "destroyed")


def both(table: Table, axis: str, soviet: str) -> None:
    table.order(AXIS, choice=axis)
    table.order(SOVIET, choice=soviet)
    table.order(AXIS, "done")


def test_4_1_each_side_draws_five_cards_that_the_other_does_not_see() -> None:
    table = Table()
    table.change(hands={})
    events = table.order(AXIS, "roll")
    assert len(table.room(AXIS).hand) == 5
    assert len(table.room(AXIS).deck) == 25
    assert one(events, "hand.drawn")["number"] == 5
    assert [event.room for event in events] == [AXIS, PUBLIC]
    assert not any(card in str(events[1].data) for card in table.room(AXIS).hand)


def test_4_2_1_and_C12_the_game_begins_with_an_axis_operation() -> None:
    state = SYSTEM.setup({})
    for side in (AXIS, SOVIET):
        for event in SYSTEM.decide(state.only([side]), Order("roll"), side, Table().cup):
            state = SYSTEM.apply(state, event)
    assert state.public.stage == "start"
    assert state.public.acting == (AXIS,)


def test_4_2_2_a_choice_is_shown_when_both_have_chosen() -> None:
    table = Table().points(AXIS, Orlik=1).points(SOVIET, Voron=1)
    first = table.order(SOVIET, choice="map")
    assert kinds(first) == ["choice.made", "choice.sealed"]
    assert "map" not in str(first[1].data)
    second = table.order(AXIS, choice="card")
    assert one(second, "choice.shown") == {"side": AXIS, "choice": "card"}
    assert table.public.stage == "show"
    assert one(table.order(SOVIET, "done"), "choice.shown")["choice"] == "map"
    assert table.public.acting == (SOVIET,)


def test_4_2_2_both_Map_the_higher_roll_operates_and_the_initiative_adds_two() -> None:
    table = Table().points(AXIS, Orlik=1).points(SOVIET, Voron=1).dice(6, 7)
    both(table, "map", "map")
    assert table.public.frames[-1] == Start(AXIS, optional=True)


def test_4_2_2_both_Map_the_initiative_wins_ties() -> None:
    table = Table().points(AXIS, Orlik=1).points(SOVIET, Voron=1).dice(5, 7)
    both(table, "map", "map")
    assert table.public.frames[-1] == Start(AXIS, optional=True)
    without = Table().points(AXIS, Orlik=1).points(SOVIET, Voron=1).change(initiative="").dice(5, 7)
    both(without, "map", "map")
    assert without.public.frames[-1] == Start(SOVIET, optional=True)


def test_4_2_2_both_Card_the_initiative_goes_first() -> None:
    table = Table()
    both(table, "card", "card")
    assert table.public.frames[1:] == (CardAction(SOVIET), CardAction(AXIS))


def test_4_2_2_one_Card_one_Map_the_operation_comes_first() -> None:
    table = Table().points(SOVIET, Voron=1)
    both(table, "card", "map")
    assert table.public.frames[1:] == (CardAction(AXIS), Start(SOVIET))


def test_4_2_3_and_4_2_3a_an_operational_card_is_played_from_the_hand() -> None:
    table = Table().hand(AXIS, "Supply columns", "Forced march").held(AXIS, "Orlik").frames(CardAction(AXIS))
    card = table.room(AXIS).hand[0]
    options = [key for key, _ in _fields(table, AXIS)["do"].options]
    assert f"play:{card}" in options
    assert f"play:{table.room(AXIS).hand[1]}" not in options
    table.order(AXIS, do=f"play:{card}")
    assert table.public.cards == 1
    assert table.public.stage == "placing"


def _fields(table: Table, side: str) -> dict[str, Field]:
    current = SYSTEM.current(table.state.only([side]), side)
    assert current
    return {field.name: field for field in current.task.fields}


def test_4_2_3b_a_card_is_drawn_only_with_fewer_than_five_and_4_2_4a_the_last_one_ends_the_game() -> None:
    table = Table().hand(AXIS, *["Supply columns"] * 5, deck=3).frames(CardAction(AXIS))
    assert "draw" not in [key for key, _ in _fields(table, AXIS)["do"].options]
    table.hand(AXIS, "Supply columns", deck=1)
    events = table.order(AXIS, do="draw")
    assert one(events, "game.ended")["reason"] == "last_card"
    assert table.public.stage == "ended"


def test_4_2_3c_a_discarded_card_lies_face_down_and_brings_a_resource_point() -> None:
    table = Table().hand(AXIS, "Supply columns").frames(CardAction(AXIS))
    events = table.order(AXIS, do=f"discard:{table.room(AXIS).hand[0]}")
    assert one(events, "card.discarded") == {"side": AXIS}
    table.order(AXIS, area="Belitsa")
    assert table.public.points["Belitsa"].number == 1
    assert table.public.cards == 1


def test_4_2_4_the_sequence_comes_again() -> None:
    table = Table().hand(AXIS, "Supply columns").hand(SOVIET, "New armies").frames(CardAction(AXIS))
    table.order(AXIS, do="draw")
    assert table.public.stage == "choose"
    assert table.public.acting == (AXIS, SOVIET)


def test_4_2_4b_and_4_3_1_Sudden_Death_ends_the_game_for_who_leads_enough() -> None:
    table = Table().hand(AXIS, "Sudden Death").frames(CardAction(AXIS)).winter()
    card = table.room(AXIS).hand[0]
    assert f"play:{card}" not in [key for key, _ in _fields(table, AXIS)["do"].options]
    table.held(AXIS, *table.board.theater.areas).change(railheads=1)
    events = table.order(AXIS, do=f"play:{card}")
    ended = one(events, "game.ended")
    assert (ended["reason"], ended["winner"]) == ("sudden_death", AXIS)


def test_4_3_2_the_same_total_is_a_draw() -> None:
    table = Table(city_points="held").hand(AXIS, "Supply columns", deck=1).frames(CardAction(AXIS))
    areas = table.board.theater.areas
    table.held(AXIS, *(area for area, each in areas.items() if not each.points[AXIS]), "Belitsa", "Barvenk", "Taganka")
    table.held(SOVIET, *(area for area, each in areas.items() if each.points[AXIS] and not each.points[SOVIET]))
    table.held(SOVIET, "Millera", "Volgrad", "Rostan", "Kerchik")
    table.change(units={**table.public.units, ARMY: LOST, SECOND_ARMY: LOST})
    ended = one(table.order(AXIS, do="draw"), "game.ended")
    assert (ended[AXIS], ended[SOVIET], ended["winner"]) == (5, 5, "")


def test_5_1_and_5_2_and_5_2_1_an_operation_spends_one_point_for_six_supply_points() -> None:
    table = Table().points(AXIS, Belitsa=2).frames(Start(AXIS))
    table.order(AXIS, area="Belitsa")
    assert table.public.points["Belitsa"].number == 1
    assert table.public.operation
    assert (table.public.operation.left, table.public.operation.area) == (6, "Belitsa")
    assert table.refuses(AXIS, do="move", to="Livna").rule == "8.4"


def test_5_2_2_an_operation_ends_with_its_last_supply_point() -> None:
    table = Table().put("Belitsa", INFANTRY, disorganized=True).operation(AXIS, "Belitsa", 1)
    events = table.order(AXIS, do="reorganize", **{f"unit-{INFANTRY}": "on"})
    assert kinds(events) == ["unit.mended", "operation.ended"]
    assert table.public.stage == "choose"


def test_5_2_3_units_act_within_three_areas_free_of_enemies() -> None:
    table = Table().put("Taganka", INFANTRY).operation(AXIS, "Belitsa")
    table.move(AXIS, "Yuzhna", INFANTRY)
    assert table.unit(INFANTRY).at == "Yuzhna"
    far = Table().put("Kerchik", INFANTRY).operation(AXIS, "Belitsa")
    assert far.refuses_move(AXIS, "Feodor", INFANTRY).rule == "5.2.3"
    cut = Table().put("Taganka", INFANTRY).put("Barvenk", ARMY).operation(AXIS, "Belitsa")
    assert cut.refuses_move(AXIS, "Yuzhna", INFANTRY).rule == "5.2.3"


def test_5_2_5_a_unit_acts_once_in_an_operation() -> None:
    table = Table().put("Belitsa", INFANTRY).operation(AXIS, "Belitsa")
    table.move(AXIS, "Korsun", INFANTRY)
    assert table.refuses_move(AXIS, "Belitsa", INFANTRY).rule == "5.2.5"


def test_5_3_1_resource_points_move_by_a_card_alone() -> None:
    table = Table().hand(AXIS, "Fuel by air").points(AXIS, Belitsa=1).operation(AXIS, "Belitsa")
    table.order(AXIS, do="play", card=table.room(AXIS).hand[0])
    table.order(AXIS, what="Belitsa", area="Orlik")
    assert list(table.public.points) == ["Orlik"]
    assert table.public.stage == "operation"


@pytest.mark.parametrize(("there", "captured"), [(1, 0), (2, 1), (5, 2)])
def test_5_4_1_half_of_the_resource_points_are_captured_rounded_down(there: int, captured: int) -> None:
    table = Table().put("Belitsa", INFANTRY).points(SOVIET, Livna=there).operation(AXIS, "Belitsa")
    events = table.move(AXIS, "Livna", INFANTRY)
    assert one(events, "area.taken")["captured"] == captured
    found = table.public.points.get("Livna")
    assert (found.number if found else 0) == captured
    assert found is None or found.side == AXIS


def test_5_5_1_and_5_5_2_and_C8_the_printed_operation_costs_six_supply_points() -> None:
    """One for infantry, two for a stack with panzers, two for panzers, one to reorganize."""
    table = Table().put("Belitsa", INFANTRY).put("Sumnik", SECOND_INFANTRY, PANZER).put("Oskol", SECOND_PANZER)
    table.put("Orlik", "GI3", disorganized=True).operation(AXIS, "Belitsa")
    costs = []
    costs.append(one(table.move(AXIS, "Korsun", INFANTRY), "units.moved")["cost"])
    costs.append(one(table.move(AXIS, "Brenna", SECOND_INFANTRY, PANZER), "units.moved")["cost"])
    costs.append(one(table.move(AXIS, "Barvenk", SECOND_PANZER), "units.moved")["cost"])
    costs.append(one(table.order(AXIS, do="reorganize", **{"unit-GI3": "on"}), "unit.mended")["cost"])
    assert costs == [1, 2, 2, 1]
    assert table.public.operation is None


def test_5_5_3_what_is_too_dear_is_refused_and_nothing_is_spent() -> None:
    table = Table().put("Belitsa", PANZER).operation(AXIS, "Belitsa", 1)
    assert table.refuses_move(AXIS, "Korsun", PANZER).rule == "5.5.2"
    assert table.public.operation
    assert table.public.operation.left == 1


def test_6_5_and_9_1_and_9_2_moving_onto_the_enemy_is_a_battle_at_once() -> None:
    table = Table().put("Belitsa", PANZER).put("Livna", ARMY).operation(AXIS, "Belitsa")
    events = table.move(AXIS, "Livna", PANZER)
    begun = one(events, "battle.begun")
    assert (begun["attackers"], begun["defenders"], begun["border"]) == ([PANZER], [ARMY], "minor")
    assert table.public.battle


def test_8_1_and_8_2_and_8_2_2_stacking_costs_two_supply_points_besides() -> None:
    table = Table().put("Belitsa", INFANTRY).put("Korsun", SECOND_INFANTRY).operation(AXIS, "Belitsa")
    assert one(table.move(AXIS, "Korsun", INFANTRY), "units.moved")["cost"] == 3


def test_8_2_1_a_stack_that_joins_pays_once() -> None:
    table = Table().put("Belitsa", INFANTRY, "GI3").put("Korsun", SECOND_INFANTRY).operation(AXIS, "Belitsa")
    assert one(table.move(AXIS, "Korsun", INFANTRY, "GI3"), "units.moved")["cost"] == 3


def test_8_3_and_8_4_a_stack_moves_together_for_one_price_from_one_area() -> None:
    table = Table().put("Belitsa", INFANTRY, "GI3").put("Korsun", SECOND_INFANTRY).operation(AXIS, "Belitsa")
    assert table.refuses_move(AXIS, "Oskol", INFANTRY, SECOND_INFANTRY).rule == "8.4"
    assert one(table.move(AXIS, "Oskol", INFANTRY, "GI3"), "units.moved")["cost"] == 1


def test_10_1_reorganizing_needs_no_die() -> None:
    table = Table().put("Livna", ARMY, disorganized=True).operation(SOVIET, "Livna")
    table.order(SOVIET, do="reorganize", **{f"unit-{ARMY}": "on"})
    assert not table.unit(ARMY).disorganized
    assert table.cup.drawn == []
    assert table.refuses(SOVIET, do="reorganize", **{f"unit-{SECOND_ARMY}": "on"}).rule == "5.2.3"


def test_10_2_and_10_3_one_unit_is_rebuilt_in_an_operation() -> None:
    table = Table().put("Livna", ARMY, SECOND_ARMY, depleted=True).operation(SOVIET, "Livna")
    table.order(SOVIET, do="rebuild", **{f"unit-{ARMY}": "on"})
    assert not table.unit(ARMY).depleted
    assert table.refuses(SOVIET, do="rebuild", **{f"unit-{SECOND_ARMY}": "on"}).rule == "10.3"


@pytest.mark.parametrize(("do", "rule"), [("reorganize", "10.1"), ("rebuild", "10.2")])
def test_10_1_and_10_2_a_whole_unit_is_not_mended(do: str, rule: str) -> None:
    table = Table().put("Livna", ARMY).operation(SOVIET, "Livna")
    assert table.refuses(SOVIET, do=do, **{f"unit-{ARMY}": "on"}).rule == rule


def test_C11_the_axis_rebuilds_every_second_operation() -> None:
    table = Table().put("Belitsa", INFANTRY, SECOND_INFANTRY, depleted=True).operation(AXIS, "Belitsa")
    table.order(AXIS, do="rebuild", **{f"unit-{INFANTRY}": "on"})
    table.order(AXIS, do="end")
    table.operation(AXIS, "Belitsa")
    assert table.refuses(AXIS, do="rebuild", **{f"unit-{SECOND_INFANTRY}": "on"}).rule == "C11"
    table.order(AXIS, do="end")
    table.operation(AXIS, "Belitsa")
    table.order(AXIS, do="rebuild", **{f"unit-{SECOND_INFANTRY}": "on"})
    assert not table.unit(SECOND_INFANTRY).depleted


def test_C13_winter_doubles_what_the_axis_pays_but_for_moving_infantry() -> None:
    table = Table().put("Belitsa", PANZER).put("Sumnik", INFANTRY, "GI3").operation(AXIS, "Belitsa").winter()
    assert one(table.move(AXIS, "Korsun", PANZER), "units.moved")["cost"] == 4
    assert one(table.move(AXIS, "Oskol", INFANTRY, "GI3"), "units.moved")["cost"] == 1
    assert table.public.operation
    assert table.public.operation.left == 1
    soviet = Table().put("Livna", TANKS).operation(SOVIET, "Livna").winter()
    assert one(soviet.move(SOVIET, "Rossna", TANKS), "units.moved")["cost"] == 2


def test_C3_other_axis_nationalities_stack_with_germans_only() -> None:
    table = Table().put("Korsun", ITALIAN).put("Orlik", RUMANIAN).put("Belitsa", INFANTRY).operation(AXIS, "Korsun")
    assert table.refuses_move(AXIS, "Korsun", RUMANIAN).rule == "C3"
    table.move(AXIS, "Korsun", INFANTRY)
    assert table.unit(INFANTRY).at == "Korsun"


def test_C3_a_an_area_with_another_nationality_is_not_passed() -> None:
    table = Table().put("Brenna", ITALIAN).put("Poltsk", RUMANIAN).operation(AXIS, "Brenna")
    assert ("Brenna", False) not in table.board.routes([RUMANIAN])


def test_C3_b_hungarians_and_rumanians_stay_three_areas_apart() -> None:
    table = Table().put("Orlik", HUNGARIAN).put("Dnestra", RUMANIAN).operation(AXIS, "Dnestra")
    assert table.board.theater.steps["Orlik"]["Poltsk"] == 2
    assert table.refuses_move(AXIS, "Poltsk", RUMANIAN).rule == "C3"
    table.move(AXIS, "Krimsk", RUMANIAN)
    assert table.unit(RUMANIAN).at == "Krimsk"


def test_C9_german_infantry_moves_two_areas_but_attacks_one() -> None:
    table = Table().put("Oskol", INFANTRY).put("Voron", ARMY).put("Rossna", SECOND_ARMY).operation(AXIS, "Oskol")
    routes = table.board.routes([INFANTRY])
    assert ("Korsun", False) in routes
    assert ("Rossna", True) in routes
    assert ("Voron", True) not in routes


def test_C9_b_others_move_as_printed() -> None:
    table = Table().put("Oskol", PANZER).put("Voron", ARMY).operation(AXIS, "Oskol")
    assert table.board.routes([PANZER])["Voron", True].path == ("Oskol", "Livna", "Voron")


def test_C10_b_the_leader_adds_one_to_movement_and_tactical_value() -> None:
    table = Table().put("Oskol", PANZER, LEADER).operation(AXIS, "Oskol")
    assert (table.board.value(PANZER, "mf"), table.board.value(PANZER, "tv"), table.board.value(PANZER, "cv")) == (
        4,
        5,
        7,
    )
    with_him, alone = table.board.routes([PANZER, LEADER]), table.board.routes([PANZER])
    assert len(with_him) > len(alone)


def test_12_1_and_12_2_a_leader_never_moves_alone_and_goes_with_the_last_unit() -> None:
    table = Table().put("Oskol", PANZER, LEADER).operation(AXIS, "Oskol")
    assert table.refuses_move(AXIS, "Korsun", LEADER).rule == "12.2"
    table.move(AXIS, "Sumnik", PANZER)
    assert table.unit(LEADER).at == "Sumnik"


def test_C1_c_and_C1_g_a_unit_stops_in_the_mountains() -> None:
    table = Table().put("Maikov", PANZER).operation(AXIS, "Maikov")
    routes = table.board.routes([PANZER])
    assert ("Grozna", False) in routes
    assert ("Kaspa", False) not in routes


def test_C1_b_I_the_volga_takes_all_movement_and_allows_no_attack() -> None:
    table = Table().put("Volgrad", SECOND_PANZER).put("Elistra", PANZER).operation(AXIS, "Volgrad")
    assert table.board.routes([SECOND_PANZER])["Akhtuba", False].path == ("Volgrad", "Akhtuba")
    assert ("Eltonka", False) not in table.board.routes([SECOND_PANZER])
    table.put("Akhtuba", ARMY).put("Astra", SECOND_ARMY)
    assert ("Akhtuba", True) not in table.board.routes([SECOND_PANZER])
    table.move(AXIS, "Elistra", SECOND_PANZER)
    assert table.unit(SECOND_PANZER).at == "Elistra"


def test_C1_b_I_winter_shuts_the_volga_until_five_more_cards() -> None:
    table = Table().put("Volgrad", ITALIAN).operation(AXIS, "Volgrad").winter()
    assert table.refuses_move(AXIS, "Akhtuba", ITALIAN).rule == "C1.b.I"
    table.change(cards=5).move(AXIS, "Akhtuba", ITALIAN)
    assert table.unit(ITALIAN).at == "Akhtuba"
    attack = Table().put("Volgrad", ITALIAN).put("Akhtuba", ARMY).operation(AXIS, "Volgrad").winter().change(cards=5)
    assert one(attack.move(AXIS, "Akhtuba", ITALIAN), "battle.begun")["border"] == "major"


def test_C1_b_II_a_major_river_before_the_enemy_costs_one_more_until_winter() -> None:
    table = Table().put("Oskol", PANZER).put("Voron", ARMY).operation(AXIS, "Oskol")
    assert ("Voron", True) in table.board.routes([PANZER])
    slow = Table().put("Korsun", PANZER).put("Voron", ARMY).operation(AXIS, "Korsun")
    assert ("Voron", True) not in slow.board.routes([PANZER])
    assert ("Voron", True) in slow.winter().board.routes([PANZER])
    one_point = Table().put("Voron", ARMY).put("Livna", INFANTRY).operation(SOVIET, "Voron")
    assert ("Livna", True) in one_point.board.routes([ARMY])


def test_C1_d_and_C1_d_I_soviets_cross_the_strait_in_winter_only() -> None:
    table = Table().put("Tamansk", ARMY).operation(SOVIET, "Tamansk")
    assert table.refuses_move(SOVIET, "Kerchik", ARMY).rule == "C1.d.I"
    table.winter().move(SOVIET, "Kerchik", ARMY)
    assert table.unit(ARMY).at == "Kerchik"


def test_C1_d_II_germans_leave_the_map_and_are_not_destroyed() -> None:
    table = Table().put("Kerchik", "GI6", INFANTRY, RUMANIAN).operation(AXIS, "Kerchik")
    assert table.refuses_move(AXIS, "off", RUMANIAN).rule == "C1.d.II"
    assert table.refuses_move(AXIS, "off", INFANTRY).rule == "C1.d.II", "it began elsewhere"
    table.move(AXIS, "off", "GI6")
    assert (table.unit("GI6").at, table.unit("GI6").off) == ("", "withdrawn")


def test_C1_f_III_control_goes_to_who_last_moved_through() -> None:
    table = Table().put("Oskol", PANZER).operation(AXIS, "Oskol")
    table.move(AXIS, "Voron", PANZER, via="Livna")
    assert (table.public.control["Livna"], table.public.control["Voron"]) == (AXIS, AXIS)
    assert (
        Table().put("Oskol", PANZER).operation(AXIS, "Oskol").refuses_move(AXIS, "Voron", PANZER, via="Nowhere").field
        == "via"
    )


def test_2_1_and_2_2_and_3_1_and_3_2_and_C2_and_C17_the_counters_begin_where_the_chart_has_them() -> None:
    state = SYSTEM.setup({})
    units = state.public.units
    assert units[PANZER].at == "Belitsa"
    assert (units["GI7"].at, units["GI7"].off) == ("", "pool")
    assert state.public.points["Belitsa"].number == 2
    events = SYSTEM.decide(state.only([AXIS]), Order("roll"), AXIS, Table().cup)
    assert one(events, "hand.drawn")["number"] == 5
    theater = Table().board.theater
    assert {unit.nation for unit in theater.units.values()} == {
        "german", "ss", "italian", "rumanian", "hungarian", "soviet"
    }  # fmt: skip
    assert (theater.units[PANZER].full.cv, theater.units[PANZER].full.mf, theater.units[PANZER].full.tv) == (7, 3, 4)


def test_2_3_1_only_operational_cards_are_played_for_Card() -> None:
    table = Table().hand(AXIS, "Dive bombers", "Steady troops", "Forced march", "Staff work").frames(CardAction(AXIS))
    plays = [key for key, _ in _fields(table, AXIS)["do"].options if key.startswith("play:")]
    assert plays == [f"play:{table.room(AXIS).hand[3]}"]
    for card in table.room(AXIS).hand[:3]:
        assert table.refuses(AXIS, do=f"play:{card}").field == "do"
    table.order(AXIS, do=plays[0])
    assert table.public.rolloff == {AXIS: 2}


def test_C1_a_a_city_is_an_area_with_a_name_that_the_chart_says() -> None:
    table = Table().hand(AXIS, "Supply columns").frames(CardAction(AXIS))
    table.order(AXIS, do=f"play:{table.room(AXIS).hand[0]}")
    table.order(AXIS, area="Orlik")
    assert table.board.theater.areas["Orlik"].city
    assert table.refuses(AXIS, area="Korsun").field == "area"


def test_C1_f_I_IV_control_is_the_initial_line_and_then_who_came_last() -> None:
    table = Table().put("Belitsa", INFANTRY).operation(AXIS, "Belitsa")
    assert (table.public.control["Livna"], table.public.control["Belitsa"]) == (SOVIET, AXIS)
    assert one(table.move(AXIS, "Livna", INFANTRY), "area.taken")["side"] == AXIS
    assert table.public.control["Livna"] == AXIS


def test_C3_a_a_path_through_another_nationality_is_refused() -> None:
    table = Table().put("Brenna", ITALIAN).put("Poltsk", RUMANIAN).operation(AXIS, "Brenna")
    assert table.refuses_move(AXIS, "Brenna", RUMANIAN).rule == "C3"


def test_C9_an_attack_two_areas_away_is_refused_to_red_infantry() -> None:
    table = Table().put("Oskol", INFANTRY).put("Voron", ARMY).operation(AXIS, "Oskol")
    assert table.refuses_move(AXIS, "Voron", INFANTRY).field == "to"
    table.move(AXIS, "Korsun", INFANTRY)
    assert table.unit(INFANTRY).at == "Korsun"


def test_C18_markers_are_what_the_public_room_keeps() -> None:
    table = Table().put("Belitsa", INFANTRY, disorganized=True).operation(AXIS, "Belitsa", 2)
    events = table.order(AXIS, do="reorganize", **{f"unit-{INFANTRY}": "on"})
    assert one(events, "unit.mended")["state"] == "disorganized"
    assert table.public.operation
    assert table.public.operation.left == 1
