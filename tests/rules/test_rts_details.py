"""Roads to Stalingrad: cases that were wrong or half once, each beside the sentence of the rules it follows."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rules.contract import Event
from rules.engine.tasks import FormTask
from rules.systems.rts.chart import practice_copy
from rules.systems.rts.frames import CardAction, Operation
from rules.systems.rts.printed import words
from rules.systems.rts.state import UnitState
from rules.systems.rts.system import SYSTEM
from rules.systems.rts.tasks import AreaTask
from rules.systems.rts.unit_texts import unit_label
from tests.rules.rts_table import (
    ARMY,
    AXIS,
    HUNGARIAN,
    INFANTRY,
    LEADER,
    PANZER,
    RUMANIAN,
    SECOND_ARMY,
    SECOND_INFANTRY,
    SECOND_PANZER,
    SOVIET,
    Table,
    cup_of,
    kinds,
    one,
)


def test_9_5_5_a_side_draws_again_as_soon_as_it_is_out() -> None:
    """As the Soviet player of the printed battle does, before the Axis plays again."""
    table = Table().points(SOVIET, Kalachik=1).put("Rossna", PANZER, ARMY).battle(AXIS, "Rossna", origin="Oskol")
    table.holds(AXIS, "Ambush").dice(1)
    events = table.order(AXIS, chit="Ambush")
    assert one(events, "chits.wanted")["wants"] == {AXIS: 4}
    assert (len(table.room(AXIS).chits), table.public.acting) == (4, (SOVIET,))


def test_9_4_an_attack_card_is_played_where_nobody_is_asked_for_reactions() -> None:
    table = Table().hand(AXIS, "Pioneers").put("Belitsa", PANZER).put("Livna", ARMY, SECOND_ARMY)
    table.operation(AXIS, "Belitsa")
    table.order(AXIS, do="move", to="Livna", **{f"unit-{PANZER}": "on"})
    assert (table.public.stage, table.public.acting) == ("window", (AXIS,))
    table.order(AXIS, card=table.room(AXIS).hand[0])
    running = table.public.operation
    assert running is not None
    assert (table.room(AXIS).hand, running.left) == ((), 3)


def test_8_2_2_a_unit_that_goes_out_and_back_stacks_with_nobody() -> None:
    """It takes the area it passes; such a way is gone if it is named, for it leads nowhere."""
    table = Table().put("Belitsa", PANZER).held(SOVIET, "Korsun").operation(AXIS, "Belitsa")
    assert ("Belitsa", False) not in table.board.routes([PANZER])
    assert table.refuses_move(AXIS, "Belitsa", PANZER).rule == "6.3"
    moved = one(table.move(AXIS, "Belitsa", PANZER, via="Korsun"), "units.moved")
    assert moved["cost"] == 2
    assert table.public.control["Korsun"] == AXIS


def test_8_2_2_a_unit_that_comes_back_to_others_stacks_with_them() -> None:
    table = Table().put("Belitsa", PANZER, INFANTRY).operation(AXIS, "Belitsa")
    assert one(table.move(AXIS, "Belitsa", PANZER, via="Korsun"), "units.moved")["cost"] == 4


def test_12_2_and_C10_b_the_leader_left_alone_goes_along_and_adds_his_area() -> None:
    table = Table().put("Belitsa", INFANTRY, LEADER).operation(AXIS, "Belitsa")
    far = {to for to, _ in table.board.routes([INFANTRY, LEADER])} - {to for to, _ in table.board.routes([INFANTRY])}
    to = min(far)
    moved = one(table.move(AXIS, to, INFANTRY), "units.moved")
    assert moved["units"] == [INFANTRY, LEADER]
    assert table.unit(LEADER).at == to


def test_5_2_5_and_12_2_the_leader_that_went_along_has_acted() -> None:
    table = Table().put("Belitsa", INFANTRY, LEADER).put("Korsun", SECOND_INFANTRY).operation(AXIS, "Belitsa")
    table.move(AXIS, "Korsun", INFANTRY)
    running = table.public.operation
    assert running is not None
    assert running.acted == (INFANTRY, LEADER)
    assert table.refuses_move(AXIS, "Sumnik", SECOND_INFANTRY, LEADER).rule == "5.2.5"


def test_9_6_2c_and_C10_b_a_disorganized_unit_moves_one_area_without_the_leader_too() -> None:
    table = Table().put("Belitsa", INFANTRY, disorganized=True).put("Belitsa", SECOND_INFANTRY, LEADER)
    table.operation(AXIS, "Belitsa")
    unit = table.board.theater.units[INFANTRY]
    assert (unit.full.mf, table.board.value(INFANTRY, "mf")) == (2, 2)
    table.move(AXIS, "Korsun", INFANTRY)
    assert (table.unit(INFANTRY).at, table.unit(LEADER).at) == ("Korsun", "Belitsa")


def test_5_2_2_and_9_3_the_operation_waits_for_its_battle() -> None:
    """The last Supply Point is spent on an attack: the battle is fought, then the operation is over."""
    table = Table().points(SOVIET, Kalachik=1).put("Oskol", INFANTRY).put("Rossna", ARMY).operation(AXIS, "Oskol", 1)
    table.move(AXIS, "Rossna", INFANTRY)
    assert table.public.stage == "chits"
    table.order(SOVIET, "roll")
    table.holds(AXIS, "Assault").dice(10)
    events = table.order(AXIS, chit="Assault")
    assert kinds(events)[-1] == "operation.ended"
    assert not any(isinstance(frame, Operation) for frame in table.public.frames)


def test_what_a_side_did_is_told_alike_to_everybody_once_the_rooms_are_open() -> None:
    told = [each for found in words().values() for each in (found.sentence, *found.when.values())]
    assert len(told) > 40
    assert [sentence for sentence in told if re.search(r"\byou", sentence, re.IGNORECASE)] == []


def test_4_2_a_sequence_counts_from_the_choice_for_it_on() -> None:
    table = Table().hand(SOVIET, "Stand fast").points(AXIS, Belitsa=1).put("Belitsa", PANZER)
    situation = SYSTEM.sheets(table.state, None)["situation"]
    assert (table.public.sequence_played, situation.date) == (1, "Operational Sequence 1")
    table.order(AXIS, choice="map")
    table.order(SOVIET, choice="card")
    assert (table.public.stage, table.public.sequence_played) == ("show", 1)
    table.order(AXIS, "done")
    assert (table.public.stage, table.public.sequence_played) == ("start", 1)


def test_4_2_the_first_operation_comes_before_the_first_sequence() -> None:
    table = Table().put("Belitsa", PANZER).operation(AXIS, "Belitsa")
    situation = SYSTEM.sheets(table.state, None)["situation"]
    assert (table.public.sequence_played, situation.date) == (0, "Before the first Operational Sequence")


def test_the_situation_fits_a_page_because_the_journal_has_a_sheet_of_its_own() -> None:
    made = SYSTEM.sheets(Table().put("Belitsa", PANZER).state, None)
    (areas,) = made["situation"].tables
    assert ("Belitsa", "Axis", "60. Panzer") in [(row[0], row[1], row[-1]) for row in areas.blocks[0].rows]
    assert {key for key, sheet in made.items() if sheet.journal} == {"story"}


# isolation ------------------------------------------------------------------------------------------------------


def cut_off_in_battle() -> Table:
    """Of the panzers that attack Tamansk over Salka one is driven out, over Salka to Rostan, the army's way out."""
    table = Table().points(AXIS, Taganka=1).points(SOVIET, Volgrad=1).put("Salka", PANZER, SECOND_PANZER)
    table.put("Kerchik", "GP3").put("Maikov", "GP4").put("Tamansk", ARMY).operation(AXIS, "Salka")
    assert one(table.move(AXIS, "Tamansk", PANZER, SECOND_PANZER), "battle.begun")["isolated"] == []
    table.order(SOVIET, "roll")
    table.holds(SOVIET, "Assault", "Assault").dice(1, 10)
    table.order(SOVIET, chit="Assault")
    table.order(AXIS, unit=PANZER)
    assert table.unit(PANZER).at == "Rostan"
    return table


def test_9_6_6b_a_defender_whose_last_way_out_closes_in_battle_is_isolated_at_once() -> None:
    table = cut_off_in_battle()
    assert table.board.isolated(ARMY)
    table.holds(AXIS, "Assault").dice(6)
    events = table.order(AXIS, chit="Assault")
    assert ["isolated", -1] in one(events, "check.rolled")["parts"]
    assert one(events, "unit.destroyed")["why"] == "isolated"


def test_9_6_6d_and_9_6_6e_attackers_close_where_they_came_from_until_another_way_opens() -> None:
    table = cut_off_in_battle()
    assert not table.board.here("Salka", AXIS), "those who stood there are in the battle"
    assert not table.put("Taganka", PANZER).board.isolated(ARMY)


def test_9_6_6f_attackers_are_not_isolated_by_their_own_battle() -> None:
    table = cut_off_in_battle().put("Salka", SECOND_ARMY).put("Kerchik", "SI3").put("Maikov", "SI4")
    assert not table.put("Rostan", "SI5").board.isolated(SECOND_PANZER)


def test_9_6_6a_and_C3_a_b_an_area_too_near_to_another_nationality_is_not_impassable() -> None:
    """A Hungarian in Orlik may go neither to Korsun nor to Brenna for Rumanians two areas off; none stand there."""
    table = Table().put("Orlik", HUNGARIAN, disorganized=True).put("Sumnik", RUMANIAN).operation(AXIS, "Orlik")
    assert table.board.routes([HUNGARIAN]) == {}
    assert not table.board.isolated(HUNGARIAN)
    table.order(AXIS, do="reorganize", **{f"unit-{HUNGARIAN}": "on"})
    assert not table.unit(HUNGARIAN).disorganized


# retreats -------------------------------------------------------------------------------------------------------


def test_9_6_3f_a_retreat_comes_nearer_to_the_nearest_point_though_the_way_beyond_is_shut() -> None:
    """Korsun is three areas from Rossna, Volgrad four; panzers in Belitsa stand on the way to Korsun."""
    table = Table().put("Rossna", PANZER, ARMY).put("Belitsa", SECOND_PANZER).points(SOVIET, Korsun=1, Volgrad=1)
    table.battle(AXIS, "Rossna", origin="Oskol").holds(AXIS, "Assault").dice(10)
    events = table.order(AXIS, chit="Assault")
    assert next(event.data["to"] for event in events if event.kind == "unit.retreated") == "Livna"


def test_9_6_3f_a_retreat_that_can_not_come_nearer_takes_the_shortest_way_round() -> None:
    table = Table().put("Rossna", PANZER, ARMY).put("Livna", SECOND_PANZER).points(SOVIET, Korsun=1)
    table.put("Pavlin", SECOND_INFANTRY).battle(AXIS, "Rossna", origin="Oskol").holds(AXIS, "Assault").dice(10)
    events = table.order(AXIS, chit="Assault")
    assert next(event.data["to"] for event in events if event.kind == "unit.retreated") == "Millera"


@pytest.mark.parametrize(("reading", "at", "off"), [("nearest", "Chirsk", ""), ("nearer", "", "destroyed")])
def test_9_6_3f_an_area_as_far_from_the_point_comes_no_nearer_to_it(reading: str, at: str, off: str) -> None:
    """Kalachik is two areas from Rossna, over Pavlin where the enemy stands; from Millera it is two as well."""
    table = Table(retreat=reading).put("Rossna", PANZER, ARMY).put("Pavlin", INFANTRY).points(SOVIET, Kalachik=1)
    table.battle(AXIS, "Rossna", origin="Oskol").holds(AXIS, "Assault").dice(10).order(AXIS, chit="Assault")
    assert (table.unit(ARMY).at, table.unit(ARMY).off) == (at, off)


def test_9_6_3f_nearness_may_be_read_by_the_ways_that_are_open() -> None:
    table = Table(retreat_nearness="open").put("Rossna", PANZER, ARMY).put("Belitsa", SECOND_PANZER)
    table.points(SOVIET, Korsun=1, Volgrad=1).battle(AXIS, "Rossna", origin="Oskol").holds(AXIS, "Assault").dice(10)
    table.order(AXIS, chit="Assault")
    assert table.refuses(SOVIET, to="Livna").field == "to"
    table.order(SOVIET, to="Pavlin")
    assert table.unit(ARMY).at == "Pavlin"


@pytest.mark.parametrize("nearness", ["map", "open"])
def test_9_6_3f_who_must_come_nearer_goes_no_farther_than_his_point(nearness: str) -> None:
    table = Table(retreat="nearer", retreat_nearness=nearness).put("Rossna", PANZER, ARMY).points(SOVIET, Pavlin=1)
    table.battle(AXIS, "Rossna", origin="Oskol").holds(AXIS, "Assault").dice(10).order(AXIS, chit="Assault")
    assert (table.unit(ARMY).at, table.public.stage) == ("Pavlin", "operation")


@pytest.mark.parametrize(("reading", "at"), [("stays", "Sumnik"), ("goes", "Brenna")])
def test_8_4_and_12_2_a_leader_whose_last_unit_retreats_through_friends(reading: str, at: str) -> None:
    table = Table(leader_retreats=reading).put("Oskol", PANZER, LEADER, ARMY).put("Sumnik", INFANTRY)
    table.points(AXIS, Brenna=1).battle(SOVIET, "Oskol", origin="Rossna").holds(SOVIET, "Assault").dice(10)
    table.order(SOVIET, chit="Assault")
    assert (table.unit(PANZER).at, table.unit(LEADER).at) == ("Brenna", at)


@pytest.mark.parametrize("reading", ["stays", "goes"])
def test_12_2_a_leader_who_stands_where_others_retreat_through_stays_there(reading: str) -> None:
    table = Table(leader_retreats=reading).put("Oskol", PANZER, ARMY).put("Sumnik", INFANTRY, LEADER)
    table.points(AXIS, Brenna=1).battle(SOVIET, "Oskol", origin="Rossna").holds(SOVIET, "Assault").dice(10)
    table.order(SOVIET, chit="Assault")
    assert (table.unit(PANZER).at, table.unit(LEADER).at) == ("Brenna", "Sumnik")


# Supply Points --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "refused"), [("three_steps", True), ("three_between", False)])
def test_5_2_3_an_enemy_in_the_area_of_the_operation_bars_the_path_it_is_the_last_of(
    reading: str, refused: bool
) -> None:
    """An army that panzers drive out of Rossna ends its retreat where the Resource Point was spent."""
    table = Table(reach=reading).points(SOVIET, Tamansk=1).put("Oskol", PANZER).put("Rossna", ARMY)
    table.put("Taganka", SECOND_PANZER).operation(AXIS, "Rostan").move(AXIS, "Rossna", PANZER)
    table.order(SOVIET, "roll")
    table.holds(AXIS, "Assault").dice(10).order(AXIS, chit="Assault")
    assert (table.unit(ARMY).at, table.public.stage) == ("Rostan", "operation")
    if refused:
        why = table.refuses_move(AXIS, "Yuzhna", SECOND_PANZER)
        assert (why.rule, "Rostan" in why.message) == ("5.2.3", True)
    else:
        table.move(AXIS, "Yuzhna", SECOND_PANZER)
        assert table.unit(SECOND_PANZER).at == "Yuzhna"


@pytest.mark.parametrize(("reading", "holder"), [("passed", AXIS), ("last", SOVIET)])
@pytest.mark.parametrize(("there", "captured"), [(1, 0), (3, 1)])
def test_5_4_1_points_are_captured_in_passing_however_control_is_read(
    reading: str, holder: str, there: int, captured: int
) -> None:
    table = Table(control=reading).put("Belitsa", PANZER).points(SOVIET, Livna=there).operation(AXIS, "Belitsa")
    events = table.move(AXIS, "Rossna", PANZER, via="Livna")
    assert table.public.control["Livna"] == holder
    found = table.public.points.get("Livna")
    assert (found.side, found.number) == (AXIS, captured) if found else not captured
    told = next(SYSTEM.describe(event) for event in events if event.data.get("area") == "Livna")
    assert ("5.4.1" in told.sentence + told.rule, str(captured) in told.sentence) == (True, True)
    assert ("controlled" in told.sentence) == (reading == "passed")


def test_5_4_1_points_passed_on_the_way_into_a_battle_are_captured_too() -> None:
    table = Table(control="last").put("Belitsa", PANZER).put("Rossna", ARMY).points(SOVIET, Livna=2)
    table.operation(AXIS, "Belitsa").move(AXIS, "Rossna", PANZER, via="Livna")
    assert (table.public.points["Livna"].side, table.public.points["Livna"].number) == (AXIS, 1)


# Battle Chits ---------------------------------------------------------------------------------------------------


def one_left(**readings: str) -> Table:
    """Two armies had drawn both Field Fortifications; one was driven out, the other has taken the first of them."""
    table = Table(**readings).points(SOVIET, Kalachik=1).put("Rossna", PANZER, ARMY)
    table.battle(AXIS, "Rossna", origin="Oskol", fortified=(ARMY,))
    return table.holds(SOVIET, "Field Fortifications", "Ambush")


def test_C19_Soviet_chits_fortifications_that_no_unit_can_take_are_put_aside_for_another_chit() -> None:
    table = one_left()
    events = table.order(SOVIET, chit="Field Fortifications")
    assert kinds(events) == ["chit.left", "chit.aside", "chits.taken", "chits.drawn"]
    assert "Field Fortifications" in SYSTEM.describe(events[1]).sentence
    (kept, drawn) = table.room(SOVIET).chits
    assert (kept, drawn != "Field Fortifications") == ("Ambush", True)
    assert (table.public.acting, table.public.fought.holds[SOVIET]) == ((SOVIET,), 2), "it is still his turn"
    table.dice(1).order(SOVIET, chit="Ambush")
    assert table.public.acting == (AXIS,)


def test_C19_Soviet_chits_no_reaction_is_asked_for_to_a_chit_put_aside() -> None:
    table = one_left().change(reactions="battle")
    table.order(SOVIET, chit="Field Fortifications")
    assert table.public.stage == "battle"


def test_C19_Soviet_chits_put_aside_with_none_left_to_draw_leave_the_others_in_hand() -> None:
    table = one_left()
    every = [chit for chit in cup_of(table, SOVIET) if chit != "Field Fortifications"]
    table.holds(SOVIET, "Field Fortifications", *every)
    events = table.order(SOVIET, chit="Field Fortifications")
    assert one(events, "chits.drawn")["number"] == 0
    assert (table.public.acting, table.public.fought.dry) == ((SOVIET,), ())
    assert len(table.room(SOVIET).chits) == len(every)


def test_C19_Soviet_chits_fortifications_may_be_read_to_have_no_effect() -> None:
    table = one_left(useless_fortifications="no_effect")
    assert one(table.order(SOVIET, chit="Field Fortifications"), "step.over")["nobody"]
    assert (table.public.acting, table.public.fought.fortified) == ((AXIS,), (ARMY,))


def test_C19_Soviet_chits_fortifications_that_a_unit_can_take_are_played() -> None:
    table = one_left().put("Rossna", SECOND_ARMY)
    events = table.order(SOVIET, chit="Field Fortifications")
    assert "chit.aside" not in kinds(events)
    assert table.public.fought.fortified == (ARMY, SECOND_ARMY)


def test_C19_Soviet_chits_fortifications_by_a_card_leave_all_chits_in_the_cup() -> None:
    chart: dict[str, Any] = practice_copy().as_json()
    (row,) = (card for card in chart["sheets"]["cards"] if card["title"] == "Stand fast")
    row.update(title="Dig in", effect="battle_chit", chit="Field Fortifications", number=None)
    table = Table(chart=chart, reactions="battle").hand(SOVIET, "Dig in").put("Rossna", PANZER, ARMY)
    table.battle(AXIS, "Rossna", origin="Oskol").holds(AXIS, "Ambush")
    table.order(AXIS, chit="Ambush")
    assert table.public.stage == "window"
    table.order(SOVIET, card=table.room(SOVIET).hand[0])
    assert table.public.fought.fortified == (ARMY,)
    assert cup_of(table, SOVIET).count("Field Fortifications") == 2
    fought = table.public.fought
    table.change(reactions="none").put("Rossna", SECOND_ARMY)
    table.battle(AXIS, "Rossna", origin="Oskol", fortified=fought.fortified, dug_in=fought.dug_in)
    table.holds(SOVIET, "Field Fortifications").order(SOVIET, chit="Field Fortifications")
    assert table.public.fought.fortified == (ARMY, SECOND_ARMY)
    assert cup_of(table, SOVIET).count("Field Fortifications") == 1


def test_C19_Soviet_chits_fortifications_of_a_unit_that_a_card_took_out_of_the_battle_are_played_again() -> None:
    table = Table().put("Rossna", PANZER, SECOND_ARMY).put("Millera", ARMY)
    table.battle(AXIS, "Rossna", origin="Oskol", fortified=(ARMY,))
    assert cup_of(table, SOVIET).count("Field Fortifications") == 2
    table.put("Rossna", ARMY)
    assert cup_of(table, SOVIET).count("Field Fortifications") == 1


# Values that are shown ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("off", ["pool", "withdrawn", "destroyed"])
def test_C10_b_a_leader_off_the_map_adds_nothing_to_units_off_the_map(off: str) -> None:
    table = Table().change(units={**Table().public.units, LEADER: UnitState("", off)})
    full = table.board.theater.units[PANZER].full
    assert (table.board.value(PANZER, "mf"), table.board.value(PANZER, "tv")) == (full.mf, full.tv)
    assert f"({full.cv}-{full.mf}-{full.tv})" in unit_label(table.board, PANZER)


def test_C9_b_a_red_movement_factor_is_shown_with_what_it_is_for_an_attack() -> None:
    table = Table().put("Oskol", INFANTRY, PANZER)
    assert "MF 1 to attack" in unit_label(table.board, INFANTRY)
    assert "to attack" not in unit_label(table.board, PANZER)
    assert "MF 2 to attack" in unit_label(table.put("Oskol", LEADER).board, INFANTRY)
    table.put("Oskol", INFANTRY, disorganized=True).put("Korsun", LEADER)
    assert "to attack" not in unit_label(table.board, INFANTRY)
    sheet = SYSTEM.sheets(Table().state, None)["units"]
    rows = {row[0]: row for each in sheet.tables for block in each.blocks for row in block.rows}
    red = Table().board.theater.units[INFANTRY].name
    assert "MF 1 to attack" in str(rows[red])


# Card or Map ----------------------------------------------------------------------------------------------------


def chosen(table: Table, axis: str, soviet: str) -> tuple[Event, ...]:
    """Both have chosen and shown it."""
    table.order(AXIS, choice=axis)
    table.order(SOVIET, choice=soviet)
    return table.order(AXIS, "done")


def test_4_2_2_and_5_2_map_is_not_chosen_without_a_resource_point() -> None:
    table = Table().points(SOVIET, Voron=1)
    assert table.refuses(AXIS, choice="map").field == "choice"
    current = SYSTEM.current(table.state.only([AXIS]), AXIS)
    assert current
    assert isinstance(current.task, FormTask)
    assert "Resource Point" in current.task.lines[0], "the page says why"


def test_4_2_2_and_5_2_map_may_be_read_to_be_chosen_without_a_resource_point_and_is_lost() -> None:
    table = Table(map_without_points="yes").points(SOVIET, Voron=1)
    events = chosen(table, "map", "card")
    assert one(events, "operation.lost")["side"] == AXIS
    assert table.public.acting == (SOVIET,)


def test_4_2_2_and_5_2_who_wins_the_roll_off_without_a_resource_point_operates_not() -> None:
    table = Table(map_without_points="yes").points(SOVIET, Voron=1).dice(9, 2)
    events = chosen(table, "map", "map")
    assert kinds(events)[-2:] == ["rolloff.rolled", "operation.lost"]
    assert table.public.stage == "choose"


def both_with_points(**readings: str) -> Table:
    return Table(**readings).points(AXIS, Orlik=2).points(SOVIET, Voron=1).dice(9, 2)


def test_4_2_2_both_Map_the_winner_may_conduct_no_operation() -> None:
    table = both_with_points()
    chosen(table, "map", "map")
    current = SYSTEM.current(table.state.only([AXIS]), AXIS)
    assert current
    assert isinstance(current.task, AreaTask)
    assert [key for key, _ in current.task.fields[0].options] == ["", "Orlik", "nothing"]
    assert "need not operate" in current.task.lines[0], "the page says so"
    events = table.order(AXIS, area="nothing")
    assert kinds(events) == ["operation.declined"]
    assert "no operation" in SYSTEM.describe(events[0]).sentence
    assert (table.public.points["Orlik"].number, table.public.stage) == (2, "choose"), "the loser has none either"


def test_4_2_2_both_Map_the_winner_may_conduct_his_operation() -> None:
    table = both_with_points()
    chosen(table, "map", "map")
    table.order(AXIS, area="Orlik")
    assert (table.public.points["Orlik"].number, table.public.stage) == (1, "operation")


def test_4_2_2_who_alone_chose_Map_conducts_his_operation() -> None:
    table = both_with_points()
    chosen(table, "map", "card")
    assert table.refuses(AXIS, area="nothing").field == "area"


def discarded(**readings: str) -> Table:
    """The Axis has discarded a card for a Resource Point."""
    table = Table(**readings).hand(AXIS, "Staff work").frames(CardAction(AXIS))
    table.order(AXIS, do=f"discard:{table.room(AXIS).hand[0]}")
    assert table.public.stage == "placing"
    return table


def test_4_2_3c_the_point_of_a_discard_is_placed() -> None:
    table = discarded()
    assert table.refuses(AXIS, area="nothing").rule == "C5"
    table.order(AXIS, area="Belitsa")
    assert table.public.points["Belitsa"].number == 1


def test_4_2_3c_the_point_of_a_discard_may_be_read_to_be_left() -> None:
    table = discarded(discard_point="no")
    assert kinds(table.order(AXIS, area="nothing")) == ["placing.over"]
    assert (dict(table.public.points), table.public.stage) == ({}, "choose")
    table = discarded(discard_point="no")
    table.order(AXIS, area="Belitsa")
    assert table.public.points["Belitsa"].number == 1


def test_4_2_3a_points_that_a_card_brings_are_placed_however_that_is_read() -> None:
    table = Table(discard_point="no").hand(AXIS, "Supply columns").frames(CardAction(AXIS))
    table.order(AXIS, do=f"play:{table.room(AXIS).hand[0]}")
    assert table.refuses(AXIS, area="nothing").field == "area"
