"""Roads to Stalingrad: tricky battles, each worked out from the print by hand before the program was asked."""

from __future__ import annotations

import pytest

from rules.systems.rts.frames import Retreat
from rules.systems.rts.retreats import ways_back
from rules.systems.rts.state import UnitState
from rules.systems.rts.victory import score_of
from tests.rules.rts_table import (
    ARMY,
    AXIS,
    INFANTRY,
    ITALIAN,
    PANZER,
    RUMANIAN,
    SECOND_ARMY,
    SECOND_PANZER,
    SOVIET,
    TANKS,
    Table,
    cup_of,
    kinds,
    one,
)

LOST = UnitState("", "destroyed")


# isolation and retreats -----------------------------------------------------------------------------------------


def test_9_6_6a_and_C3_a_an_area_with_another_nationality_is_impassable() -> None:
    """An Italian with enemies on all sides but one, where Rumanians stand: no way out for him, one for a German."""
    table = Table().put("Livna", ITALIAN, INFANTRY).put("Oskol", ARMY).put("Rossna", SECOND_ARMY)
    table.put("Voron", TANKS).put("Belitsa", RUMANIAN)
    assert table.board.isolated(ITALIAN)
    assert not table.board.isolated(INFANTRY)
    table.operation(SOVIET, "Oskol")
    assert one(table.move(SOVIET, "Livna", ARMY), "battle.begun")["isolated"] == [ITALIAN]


def test_9_6_6a_and_C1_d_II_who_may_leave_by_the_edge_is_not_surrounded() -> None:
    table = Table().put("Kerchik", "GI6", INFANTRY).put("Feodor", ARMY).put("Tamansk", SECOND_ARMY)
    table.put("Taganka", TANKS)
    assert table.board.isolated(INFANTRY), "it began elsewhere"
    assert not table.board.isolated("GI6")


def test_C1_d_II_a_unit_of_kerch_retreats_off_the_map_and_is_not_destroyed() -> None:
    table = Table().put("Kerchik", "GI6", ARMY).put("Feodor", SECOND_ARMY).put("Taganka", TANKS)
    table.battle(SOVIET, "Kerchik", origin="Tamansk").holds(SOVIET, "Assault").dice(10)
    table.order(SOVIET, chit="Assault")
    assert (table.unit("GI6").off, table.public.control["Kerchik"]) == ("withdrawn", SOVIET)


def test_9_6_6_a_lake_is_no_way_out() -> None:
    table = Table().put("Elistra", ARMY).put("Akhtuba", PANZER).put("Astra", INFANTRY).put("Kotelny", "GI3")
    table.put("Makhach", "GI4").put("Volgrad", "GI5")
    assert table.board.isolated(ARMY)


def test_9_6_3f_c_a_unit_that_goes_but_one_area_has_retreated() -> None:
    """Behind its first area there are enemies everywhere: it stays there and lives."""
    table = Table().put("Livna", ARMY, PANZER).points(SOVIET, Voron=1).put("Rossna", "GI3").put("Belitsa", "GI4")
    table.put("Talovka", "GI5").put("Pavlin", "GI6").battle(AXIS, "Livna", origin="Oskol").holds(AXIS, "Assault")
    table.dice(10).order(AXIS, chit="Assault")
    if table.public.stage == "retreat":
        table.order(SOVIET, to="stay")
    assert (table.unit(ARMY).at, table.unit(ARMY).off) == ("Voron", "")


def test_9_6_3f_without_points_units_go_towards_their_edge() -> None:
    table = Table().put("Ilovka", ARMY, PANZER).battle(AXIS, "Ilovka", origin="Kalachik").holds(AXIS, "Assault")
    table.dice(10).order(AXIS, chit="Assault")
    assert table.unit(ARMY).at in ("Uralgate", "Eltonka")


def test_9_6_3f_points_in_the_area_of_the_battle_are_nothing_to_go_to() -> None:
    table = Table().put("Rossna", ARMY, PANZER).points(SOVIET, Rossna=2, Kalachik=1)
    table.battle(AXIS, "Rossna", origin="Oskol").holds(AXIS, "Assault").dice(10).order(AXIS, chit="Assault")
    assert table.unit(ARMY).at == "Kalachik"


def test_9_6_3f_and_C1_d_I_soviets_never_retreat_over_the_strait_in_summer() -> None:
    table = Table().put("Tamansk", ARMY).points(SOVIET, Kerchik=1)
    ways = ways_back(table.board, Retreat(SOVIET, ARMY, "Tamansk"))
    assert "Kerchik" not in ways
    assert "Kerchik" in ways_back(table.winter().board, Retreat(SOVIET, ARMY, "Tamansk"))


def test_9_6_3f_and_C3_c_a_retreat_never_leads_to_another_nationality() -> None:
    table = Table().put("Rossna", ITALIAN, ARMY).put("Oskol", RUMANIAN).points(AXIS, Oskol=1)
    assert "Oskol" not in ways_back(table.board, Retreat(AXIS, ITALIAN, "Rossna"))
    assert ways_back(table.board, Retreat(AXIS, ITALIAN, "Rossna", first="Oskol")) == ()


def test_9_6_5_an_attacker_that_cannot_go_back_is_destroyed() -> None:
    table = Table().put("Rossna", ITALIAN, ARMY).put("Oskol", RUMANIAN).battle(AXIS, "Rossna", origin="Oskol")
    table.holds(AXIS, "Poor Coordination").dice(10)
    assert one(table.order(AXIS, chit="Poor Coordination"), "unit.destroyed")["why"] == "retreat"
    assert score_of(table.board)[SOVIET] - score_of(Table().board)[SOVIET] == 1


@pytest.mark.parametrize(("reading", "at"), [("goes_on", "Kaspa"), ("stops", "Grozna")])
def test_9_6_3f_and_C1_c_a_retreat_into_the_mountains(reading: str, at: str) -> None:
    table = Table(retreat_mountain=reading).put("Maikov", ARMY, PANZER).points(SOVIET, Makhach=1)
    table.put("Kotelny", "GI3").battle(AXIS, "Maikov", origin="Tamansk").holds(AXIS, "Assault").dice(10)
    table.order(AXIS, chit="Assault")
    assert table.unit(ARMY).at == at


# chits ----------------------------------------------------------------------------------------------------------


def test_9_6_2b_both_on_a_depleted_unit_disorganizes_it_once() -> None:
    table = Table().put("Rossna", PANZER, ARMY).put("Rossna", ARMY, depleted=True).points(SOVIET, Kalachik=1)
    table.battle(AXIS, "Rossna", origin="Oskol").holds(AXIS, "Panzer Attack").dice(10)
    events = table.order(AXIS, chit="Panzer Attack")
    assert (kinds(events).count("unit.disorganized"), kinds(events).count("unit.depleted")) == (1, 0)


def test_19_Human_Wave_on_a_depleted_army_drives_it_out_and_the_battle_is_over() -> None:
    table = Table().put("Rossna", PANZER).put("Rossna", ARMY, depleted=True).points(SOVIET, Kalachik=1)
    table.battle(AXIS, "Rossna", origin="Oskol").holds(SOVIET, "Human Wave")
    events = table.order(SOVIET, chit="Human Wave")
    assert one(events, "battle.ended")["winner"] == AXIS
    assert "check.rolled" not in kinds(events)


def test_9_5_4_the_attacking_army_of_a_Human_Wave_is_hit_last() -> None:
    table = Table().put("Oskol", PANZER, SECOND_PANZER, ARMY).points(AXIS, Sumnik=1)
    table.battle(SOVIET, "Oskol", origin="Rossna").holds(SOVIET, "Human Wave").dice(1)
    table.order(SOVIET, chit="Human Wave")
    assert (table.public.acting, table.unit(ARMY).depleted) == ((AXIS,), False)
    table.order(AXIS, unit=PANZER)
    assert table.unit(ARMY).depleted


@pytest.mark.parametrize(("reading", "rolled"), [("no", 1), ("yes", 2)])
def test_9_5_4_and_9_5_6_the_last_effect_of_a_chit_that_ends_the_battle(reading: str, rolled: int) -> None:
    table = Table(last_effect=reading).put("Rossna", PANZER, ARMY).points(SOVIET, Kalachik=1)
    table.battle(AXIS, "Rossna", origin="Oskol").holds(AXIS, "Assault").dice(10, 10)
    events = table.order(AXIS, chit="Assault")
    assert kinds(events).count("check.rolled") == rolled
    assert table.unit(PANZER).depleted is (reading == "yes")
    assert one(events, "battle.ended")["winner"] == AXIS


@pytest.mark.parametrize(("reading", "off"), [("retreats", ""), ("destroyed", "destroyed")])
def test_9_6_3c_a_disorganized_unit_that_is_disorganized_again(reading: str, off: str) -> None:
    table = Table(disorganized_again=reading).put("Rossna", PANZER).put("Rossna", ARMY, disorganized=True)
    table.points(SOVIET, Kalachik=1).battle(AXIS, "Rossna", origin="Oskol").holds(AXIS, "Assault").dice(10)
    table.order(AXIS, chit="Assault")
    assert table.unit(ARMY).off == off


def test_C14_and_C19_Soviet_chits_armor_needs_both_the_stavka_and_tanks() -> None:
    table = Table().put("Rossna", PANZER, TANKS).battle(AXIS, "Rossna", origin="Oskol")
    assert "Armored Assault" not in cup_of(table, SOVIET)
    table.change(permanent=("stavka",))
    assert cup_of(table, SOVIET).count("Armored Assault") == 2
    assert (cup_of(table, SOVIET).count("Air Strike"), cup_of(table, SOVIET).count("Bombardment")) == (2, 4)


def test_C19_Axis_chits_panzers_of_any_axis_nation_fill_the_cup_and_tanks_of_the_enemy_do_not() -> None:
    table = Table().put("Rossna", INFANTRY, TANKS).battle(AXIS, "Rossna", origin="Oskol")
    assert "Panzer Attack" not in cup_of(table, AXIS)
    assert "Panzer Attack" in cup_of(table.put("Rossna", "SS1"), AXIS)


def test_9_5_5_a_cup_filled_again_has_neither_what_is_held_nor_what_is_assigned() -> None:
    table = Table().put("Rossna", PANZER, ARMY, SECOND_ARMY)
    table.battle(AXIS, "Rossna", origin="Oskol", fortified=(ARMY,))
    assert cup_of(table, SOVIET).count("Field Fortifications") == 1
    assert "Field Fortifications" not in cup_of(table, SOVIET, "Field Fortifications")


def test_C19_Field_Fortifications_S_one_for_each_unit_at_most() -> None:
    table = Table(useless_fortifications="no_effect").put("Rossna", PANZER, ARMY)
    table.battle(AXIS, "Rossna", origin="Oskol", fortified=(ARMY,)).holds(SOVIET, "Field Fortifications")
    assert one(table.order(SOVIET, chit="Field Fortifications"), "step.over")["nobody"]
    assert table.public.fought.fortified == (ARMY,)


def test_9_6_1_and_9_6_2c_cohesion_never_falls_below_one_so_a_one_always_passes() -> None:
    table = Table().put("Livna", PANZER).put("Rossna", ITALIAN, depleted=True, disorganized=True)
    table.put("Rossna", ARMY).battle(AXIS, "Rossna", "major", origin="Oskol").holds(SOVIET, "Ambush").dice(1)
    check = one(table.order(SOVIET, chit="Ambush"), "check.rolled")
    assert (check["cohesion"], check["passed"]) == (1, True)


@pytest.mark.parametrize(("die", "passed"), [(3, True), (4, False)])
def test_C19_Bombardment_S_and_C1_b_II_add_up(die: int, passed: bool) -> None:
    """Panzers over a minor river: Cohesion 6 against the roll and three."""
    table = Table().put("Rossna", PANZER, ARMY).battle(AXIS, "Rossna", "minor", origin="Oskol")
    check = one(table.holds(SOVIET, "Bombardment").dice(die).order(SOVIET, chit="Bombardment"), "check.rolled")
    assert (check["cohesion"], check["passed"]) == (6, passed)
