"""Roads to Stalingrad: positions found by going through the print once more from its first rule to its last."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.tasks import FormTask
from rules.systems.rts.chart import practice_copy
from rules.systems.rts.frames import CardAction, Placing, Start
from rules.systems.rts.state import Points
from rules.systems.rts.system import SYSTEM
from rules.systems.rts.tasks import OperationTask
from rules.systems.rts.view import TablePublic, TableView
from tests.rules.rts_table import (
    ARMY,
    AXIS,
    INFANTRY,
    LEADER,
    PANZER,
    RUMANIAN,
    SOVIET,
    Table,
    kinds,
    one,
)

OF_KERCH = "GI6"


# leaving the map ------------------------------------------------------------------------------------------------


def test_C1_d_II_a_unit_of_kerch_comes_back_there_and_leaves_in_one_move() -> None:
    """The edge is left as a normal movement: two areas, of which the second is none."""
    table = Table().put("Tamansk", OF_KERCH).held(SOVIET, "Kerchik").operation(AXIS, "Tamansk")
    moved = one(table.move(AXIS, "off", OF_KERCH), "units.moved")
    assert moved["path"] == ["Tamansk", "Kerchik", ""]
    assert (table.unit(OF_KERCH).off, table.public.control["Kerchik"]) == ("withdrawn", AXIS)


def test_C1_d_II_a_unit_without_movement_left_stays_in_kerch() -> None:
    table = Table().put("Tamansk", OF_KERCH, disorganized=True).operation(AXIS, "Tamansk")
    assert table.refuses_move(AXIS, "off", OF_KERCH).rule == "C1.d.II"
    table.move(AXIS, "Kerchik", OF_KERCH)
    assert table.unit(OF_KERCH).at == "Kerchik"


def test_C1_d_II_the_way_off_the_map_is_named_like_any_other() -> None:
    table = Table().put("Taganka", OF_KERCH, LEADER).put("Yuzhna", RUMANIAN).operation(AXIS, "Taganka")
    moved = one(table.move(AXIS, "off", OF_KERCH, via="Kerchik"), "units.moved")
    assert moved["units"] == [OF_KERCH, LEADER]
    assert {table.unit(each).off for each in (OF_KERCH, LEADER)} == {"withdrawn"}


def test_C1_f_III_a_named_way_may_come_back_and_go_on() -> None:
    """Three areas: out to take Korsun, back again, and on to Oskol."""
    table = Table().put("Belitsa", PANZER).held(SOVIET, "Korsun").operation(AXIS, "Belitsa")
    moved = one(table.move(AXIS, "Oskol", PANZER, via="Korsun, Belitsa"), "units.moved")
    assert moved["path"] == ["Belitsa", "Korsun", "Belitsa", "Oskol"]
    assert (table.unit(PANZER).at, table.public.control["Korsun"]) == ("Oskol", AXIS)


def test_6_3_a_named_way_is_no_longer_than_the_movement_factor() -> None:
    table = Table().put("Belitsa", PANZER).operation(AXIS, "Belitsa")
    assert table.refuses_move(AXIS, "Belitsa", PANZER, via="Korsun, Belitsa, Oskol").rule == "6.3"


# control and Resource Points ------------------------------------------------------------------------------------


def retreats_from_rossna(reading: str) -> Table:
    """An army leaves Rossna for its Resource Point in Talovka, over Pavlin; the Axis holds all of that country."""
    table = Table(control=reading).points(SOVIET, Talovka=1).held(AXIS, "Livna", "Pavlin", "Voron", "Kalachik")
    table.put("Rossna", PANZER, ARMY).battle(AXIS, "Rossna", "minor", origin="Oskol")
    table.holds(AXIS, "Air Strike").dice(10).order(AXIS, chit="Air Strike")
    table.order(SOVIET, to="Pavlin")
    return table


@pytest.mark.parametrize(("reading", "holder"), [("passed", SOVIET), ("last", AXIS)])
def test_C1_f_III_a_retreat_takes_what_it_passes_only_if_a_move_does(reading: str, holder: str) -> None:
    table = retreats_from_rossna(reading)
    assert table.public.control["Pavlin"] == holder
    table.order(SOVIET, to="Kalachik")
    assert (table.public.control["Pavlin"], table.public.control["Kalachik"]) == (holder, SOVIET)


def test_C1_f_III_a_retreat_that_ends_after_one_area_has_taken_it() -> None:
    table = Table(control="last").points(SOVIET, Pavlin=1).held(AXIS, "Pavlin").put("Rossna", PANZER, ARMY)
    table.battle(AXIS, "Rossna", "minor", origin="Oskol").holds(AXIS, "Air Strike").dice(10)
    table.order(AXIS, chit="Air Strike")
    assert (table.unit(ARMY).at, table.public.control["Pavlin"]) == ("Pavlin", AXIS)
    table.order(SOVIET, to="stay")
    assert table.public.control["Pavlin"] == SOVIET


def test_C1_f_III_a_retreat_that_finds_no_second_area_has_taken_the_first() -> None:
    table = Table(control="last").points(SOVIET, Talovka=1).held(AXIS, "Pavlin").put("Rossna", PANZER, ARMY)
    table.put("Livna", INFANTRY).put("Millera", "GI2").put("Voron", "GI3").put("Chirsk", "GI4").put("Kalachik", "GI5")
    table.battle(AXIS, "Rossna", "minor", origin="Oskol").holds(AXIS, "Air Strike").dice(10)
    events = table.order(AXIS, chit="Air Strike")
    assert one(events, "retreat.over")["unit"] == ARMY
    assert (table.unit(ARMY).at, table.public.control["Pavlin"]) == ("Pavlin", SOVIET)


def captured_in_passing() -> Table:
    """Panzers capture a Soviet point in Rossna, which by this reading they pass without taking it."""
    table = Table(control="last").points(SOVIET, Rossna=2, Talovka=1).put("Oskol", PANZER).operation(AXIS, "Oskol")
    table.move(AXIS, "Pavlin", PANZER, via="Rossna")
    assert (table.public.points["Rossna"], table.public.control["Rossna"]) == (Points(AXIS, 1), SOVIET)
    return table


def test_C5_and_5_4_1_no_point_is_put_where_one_of_the_enemy_lies() -> None:
    """It would make one heap of both: only a unit captures what lies there."""
    table = captured_in_passing().frames(Placing(SOVIET, "points", 1))
    assert table.refuses(SOVIET, area="Rossna").field == "area"
    table.order(SOVIET, area="Voron")
    assert table.public.points["Rossna"] == Points(AXIS, 1)


def test_5_3_1_and_5_4_1_no_point_is_moved_to_where_one_of_the_enemy_lies() -> None:
    table = captured_in_passing().frames(Placing(SOVIET, "move", 1))
    assert table.refuses(SOVIET, what="Talovka", area="Rossna").field == "area"
    table.order(SOVIET, what="Talovka", area="Voron")
    assert table.public.points["Rossna"] == Points(AXIS, 1)


# the markers on the map -----------------------------------------------------------------------------------------


def facts(table: Table) -> dict[str, str]:
    """What everybody's page says of the game, by label."""
    public = SYSTEM.view(table.state.only(()), None).public
    assert isinstance(public, TablePublic)
    return dict(line for part in public.facts for line in part.lines)


def plays(table: Table, side: str, *entries: dict[str, Any]) -> Table:
    """A side plays the first card of its hand, and makes these entries afterwards."""
    table.frames(CardAction(side)).order(side, do=f"play:{table.room(side).hand[0]}")
    for entry in entries:
        table.order(side, **entry)
    return table


def test_C15_b_and_C18_permanent_cards_lie_open_on_the_map() -> None:
    table = Table().held(AXIS, "Rostan", "Millera").points(AXIS, Belitsa=1)
    assert "In effect" not in facts(table)
    for title in ("Winter Arrives", "Order 225", "Reorganization of the STAVKA", "Directive 45"):
        plays(table.hand(SOVIET, title), SOVIET)
    plays(table.hand(AXIS, "Railhead Advance"), AXIS)
    assert facts(table)["In effect"] == (
        "Winter Arrives, Order 225: +1, Reorganization of the STAVKA, Directive 45: +4, Railhead Advance: 1"
    )


def test_C15_e_IV_and_C15_e_VI_the_army_group_supplied_last_is_marked() -> None:
    table = plays(Table().hand(AXIS, "Directive 45"), AXIS)
    assert "Army Group supplied last" not in facts(table)
    plays(table.hand(AXIS, "Supply columns"), AXIS, {"area": "Orlik"})
    assert facts(table)["Army Group supplied last"] == "B"
    table.order(AXIS, area="Krimsk")
    assert facts(table)["Army Group supplied last"] == "A"


def test_C11_b_a_marker_says_that_the_axis_has_rebuilt() -> None:
    table = Table().put("Belitsa", PANZER, depleted=True).operation(AXIS, "Belitsa")
    assert "Axis replacements" not in facts(table)
    table.order(AXIS, do="rebuild", **{f"unit-{PANZER}": "on"})
    assert facts(table)["Axis replacements"] == "used in this operation"
    table.order(AXIS, do="end")
    assert facts(table)["Axis replacements"] == "used, so none in the next operation"
    table.operation(AXIS, "Belitsa")
    assert facts(table)["Axis replacements"] == "used, so none in this operation"
    table.order(AXIS, do="end")
    assert "Axis replacements" not in facts(table)


def test_5_5_3_and_C18_both_sides_see_the_supply_points_that_are_left() -> None:
    table = Table().put("Belitsa", INFANTRY).operation(AXIS, "Belitsa")
    table.move(AXIS, "Korsun", INFANTRY)
    assert facts(table)["Supply Points"] == "Axis 5, from Belitsa"
    table.order(AXIS, do="end")
    assert "Supply Points" not in facts(table)


def test_C1_b_I_the_page_says_how_many_cards_the_volga_is_closed_for() -> None:
    table = plays(Table().hand(SOVIET, "Winter Arrives"), SOVIET)
    assert facts(table)["Volga"] == "closed for 5 more cards"
    plays(table.hand(AXIS, "Staff work"), AXIS)
    assert facts(table)["Volga"] == "closed for 4 more cards"
    table.change(cards=table.public.cards + 3)
    assert facts(table)["Volga"] == "closed for 1 more card"
    table.change(cards=table.public.cards + 1)
    assert facts(table)["Volga"] == "crossed like a major river"


def test_C7_c_the_page_says_whether_a_soviet_reinforcement_card_may_be_played() -> None:
    table = Table().change(cards=14)
    assert facts(table)["Soviet reinforcement cards"] == "none now; the next at 15 cards"
    plays(table.hand(AXIS, "Staff work"), AXIS)
    assert facts(table)["Soviet reinforcement cards"] == "1 may be played"
    plays(table.hand(SOVIET, "New armies"), SOVIET)
    assert facts(table)["Soviet reinforcement cards"] == "none now; the next at 20 cards"
    table.change(cards=25)
    assert facts(table)["Soviet reinforcement cards"] == "2 may be played"
    table.held(AXIS, "Volgrad")
    assert facts(table)["Soviet reinforcement cards"] == "free while the Axis holds Volgrad"


# operations that a card allows ------------------------------------------------------------------------------------


def test_C10_the_operations_that_a_card_allows_need_not_be_conducted() -> None:
    """Manstein's card allows two; a Resource Point is spent for those alone that are conducted (5.2)."""
    table = Table().points(AXIS, Belitsa=2).put("Belitsa", PANZER).hand(AXIS, "Double blow")
    plays(table, AXIS)
    assert (table.public.stage, table.public.acting) == ("start", (AXIS,))
    assert "operation.declined" in kinds(table.order(AXIS, area="nothing"))
    assert (table.public.stage, table.public.points["Belitsa"].number) == ("start", 2)
    table.order(AXIS, area="Belitsa")
    assert (table.public.stage, table.public.points["Belitsa"].number) == ("operation", 1)
    table.order(AXIS, do="end")
    assert table.public.stage == "choose"


def test_C12_the_first_operation_of_the_game_spends_its_resource_point() -> None:
    table = Table().points(AXIS, Belitsa=1).put("Belitsa", PANZER).frames(Start(AXIS))
    assert table.refuses(AXIS, area="nothing").field == "area"
    table.order(AXIS, area="Belitsa")
    assert "Belitsa" not in table.public.points


# cards that can't be played ---------------------------------------------------------------------------------------


def card_lines(table: Table, side: str) -> tuple[str, ...]:
    """What the step of a side that chose Card says above its entries."""
    return step_lines(table.frames(CardAction(side)), side)


def step_lines(table: Table, side: str) -> tuple[str, ...]:
    """What the step of a side says above its entries."""
    current = SYSTEM.current(table.state.only([side]), side)
    assert current
    assert isinstance(current.task, FormTask)
    return current.task.lines


def test_4_2_3a_and_C7_c_and_C15_d_a_side_reads_why_a_card_is_kept_back() -> None:
    table = Table().change(permanent=("directive45",)).hand(SOVIET, "New armies", "Directive 45", "Stand fast")
    assert card_lines(table, SOVIET) == (
        "New armies: Too few cards were played or discarded for one more reinforcement card. (C7.c)",
        "Directive 45: This was played already; it can only be discarded. (C15.c, C15.d)",
    )
    table.change(cards=15)
    assert [line.partition(":")[0] for line in card_lines(table, SOVIET)] == ["Directive 45"]
    plays(table, SOVIET)
    assert table.public.gated == 1


def test_4_2_3a_prerequisites_are_told_in_words() -> None:
    chart: dict[str, Any] = practice_copy().as_json()
    for row in chart["sheets"]["cards"]:
        if row["title"] == "Staff work":
            row["needs"] = "control:Voron; lacks:Oskol; stavka"
    table = Table(chart=chart).hand(AXIS, "Staff work")
    told = "control of Voron, Oskol not controlled, Reorganization of the STAVKA"
    assert card_lines(table, AXIS) == (f"Staff work: It needs: {told}. (4.2.3)",)
    table.held(AXIS, "Voron").held(SOVIET, "Oskol").change(permanent=("stavka",))
    assert card_lines(table, AXIS) == ()
    plays(table, AXIS)
    assert table.public.rolloff == {AXIS: 2}


# prices that pages name -------------------------------------------------------------------------------------------


def attack_in_winter(left: int, **readings: str) -> Table:
    """Infantry has attacked an army in winter with an Attack card of 1 SP in hand."""
    table = Table(**readings).winter().hand(AXIS, "Pioneers").put("Belitsa", INFANTRY).put("Livna", ARMY)
    table.operation(AXIS, "Belitsa", left)
    table.order(AXIS, do="move", to="Livna", **{f"unit-{INFANTRY}": "on"})
    return table


def named_cards(table: Table, side: str) -> list[str]:
    """The cards that the step of a side offers, as it names them."""
    current = SYSTEM.current(table.state.only([side]), side)
    assert current
    (field,) = (field for field in current.task.fields if field.name == "card")
    return [label for key, label in field.options if key]


def in_hand(table: Table, side: str) -> str:
    """What the only card of a hand does, as the page of its side has it."""
    view = SYSTEM.view(table.state.only([side]), side)
    assert isinstance(view, TableView)
    (card,) = view.hand
    return card.words


@pytest.mark.parametrize(("reading", "cost"), [("yes", 2), ("no", 1)])
def test_C13_and_9_4_pages_name_what_an_attack_card_costs_in_winter(reading: str, cost: int) -> None:
    table = attack_in_winter(4, winter_cards=reading)
    (label,) = named_cards(table, AXIS)
    assert f"costs {cost} SP" in label
    assert f"costs {cost} SP" in in_hand(table, AXIS)
    table.order(AXIS, card=table.room(AXIS).hand[0])
    assert table.public.operation
    assert table.public.operation.left == 3 - cost


@pytest.mark.parametrize(
    ("reading", "told", "paid"),
    [
        ("added", "ending it with other units of yours 2 more", 3),
        ("instead", "with other units of yours 2 at least", 2),
    ],
)
def test_8_2_the_page_names_the_price_of_stacking_as_it_is_read(reading: str, told: str, paid: int) -> None:
    table = Table(stacking=reading).put("Belitsa", INFANTRY).put("Korsun", PANZER).operation(AXIS, "Belitsa")
    current = SYSTEM.current(table.state.only([AXIS]), AXIS)
    assert current
    assert isinstance(current.task, OperationTask)
    assert told in current.task.lines[1]
    assert one(table.move(AXIS, "Korsun", INFANTRY), "units.moved")["cost"] == paid


def test_9_4_1_an_attacker_reads_that_his_attack_card_is_too_dear() -> None:
    table = attack_in_winter(2)
    assert step_lines(table, AXIS) == ("Pioneers: Too few Supply Points are left. (9.4.1)",)
    assert table.refuses(AXIS, card=table.room(AXIS).hand[0]).field == "card"
    assert "window.passed" in kinds(table.order(AXIS, card=""))
