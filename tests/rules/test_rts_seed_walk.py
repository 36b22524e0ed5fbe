"""Roads to Stalingrad: positions found by going through the print once more from its first rule to its last."""

from __future__ import annotations

from typing import Any

import pytest

from rules.systems.rts.chart import chart_schema, practice_copy
from rules.systems.rts.frames import CardAction, Operation, Placing, Start
from rules.systems.rts.state import Points
from rules.systems.rts.system import SYSTEM
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
