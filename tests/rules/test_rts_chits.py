"""Roads to Stalingrad: what each Battle Chit does (19), and the terrain chart (C1)."""

from __future__ import annotations

import pytest

from rules.features.documents import Chart
from rules.systems.rts.system import SYSTEM
from tests.rules.rts_table import ARMY, AXIS, INFANTRY, ITALIAN, PANZER, SOVIET, TANKS, Table

FAILS, PASSES = 10, 1


def fight(side: str, chit: str, *dice: int, axis: str = PANZER, soviet: str = ARMY, attacker: str = AXIS) -> Table:
    """One unit a side, of which the Axis attacks from Oskol unless told; `side` plays the chit with these dice."""
    table = Table().points(SOVIET, Kalachik=1, Voron=1).points(AXIS, Sumnik=1, Oskol=1)
    table.put("Rossna", axis, soviet).battle(attacker, "Rossna", origin="Oskol" if attacker == AXIS else "Pavlin")
    table.holds(side, chit).dice(*dice)
    table.order(side, chit=chit)
    return table


def marks(table: Table, unit: str) -> tuple[bool, bool]:
    """Whether a unit is Disorganized, and Depleted."""
    return table.unit(unit).disorganized, table.unit(unit).depleted


NONE, DISORGANIZED, DEPLETED, BOTH = (False, False), (True, False), (False, True), (True, True)


@pytest.mark.parametrize(("die", "comes"), [(4, NONE), (5, DISORGANIZED)])
def test_C19_Air_Strike_A_adds_two_and_disorganizes(die: int, comes: tuple[bool, bool]) -> None:
    assert marks(fight(AXIS, "Air Strike", die), ARMY) == comes


def test_C19_Combined_arms_A_adds_one_for_the_soviet_unit_and_depletes_a_german_one() -> None:
    table = fight(AXIS, "Combined Arms", 5, FAILS)
    assert (marks(table, ARMY), marks(table, PANZER)) == (NONE, DEPLETED)
    assert marks(fight(AXIS, "Combined Arms", 6), ARMY) == DISORGANIZED


def test_C19_Combined_arms_A_finds_no_german_among_allies() -> None:
    table = fight(AXIS, "Combined Arms", PASSES, FAILS, axis=ITALIAN)
    assert marks(table, ITALIAN) == NONE


def test_C19_Assault_A_disorganizes_there_and_depletes_here() -> None:
    table = fight(AXIS, "Assault", PASSES, FAILS)
    assert (marks(table, ARMY), marks(table, PANZER)) == (NONE, DEPLETED)
    assert marks(fight(AXIS, "Assault", FAILS), ARMY) == DISORGANIZED


def test_C19_Flank_Attack_A_disorganizes_on_both_sides() -> None:
    table = fight(AXIS, "Flank Attack", PASSES, FAILS)
    assert (marks(table, ARMY), marks(table, PANZER)) == (NONE, DISORGANIZED)
    assert marks(fight(AXIS, "Flank Attack", FAILS), ARMY) == DISORGANIZED


def test_C19_Ambush_A_depletes() -> None:
    assert marks(fight(AXIS, "Ambush", FAILS), ARMY) == DEPLETED


def test_C19_Poor_coordination_A_disorganizes_an_axis_unit() -> None:
    assert marks(fight(AXIS, "Poor Coordination", FAILS), PANZER) == DISORGANIZED


def test_C19_Panzer_Attack_A_disorganizes_and_depletes() -> None:
    assert marks(fight(AXIS, "Panzer Attack", FAILS), ARMY) == BOTH


def test_C19_Human_Wave_S_depletes_and_checks_an_axis_unit() -> None:
    table = fight(SOVIET, "Human Wave", FAILS)
    assert (marks(table, ARMY), marks(table, PANZER)) == (DEPLETED, DISORGANIZED)


@pytest.mark.parametrize(("die", "comes"), [(6, NONE), (7, BOTH)])
def test_C19_Air_Strike_S_adds_one_and_does_both(die: int, comes: tuple[bool, bool]) -> None:
    assert marks(fight(SOVIET, "Air Strike", die), PANZER) == comes


@pytest.mark.parametrize(("die", "comes"), [(4, NONE), (5, DEPLETED)])
def test_C19_Bombardment_S_adds_three_and_depletes(die: int, comes: tuple[bool, bool]) -> None:
    assert marks(fight(SOVIET, "Bombardment", die), PANZER) == comes


def test_C19_Poor_Coordination_S_disorganizes_a_soviet_unit() -> None:
    assert marks(fight(SOVIET, "Poor Coordination", FAILS), ARMY) == DISORGANIZED


def test_C19_Assault_S_disorganizes_on_both_sides() -> None:
    table = fight(SOVIET, "Assault", PASSES, FAILS)
    assert (marks(table, ARMY), marks(table, PANZER)) == (NONE, DISORGANIZED)


def test_C19_Ambush_S_depletes() -> None:
    assert marks(fight(SOVIET, "Ambush", FAILS), PANZER) == DEPLETED


def test_C19_Armored_assault_S_depletes_tanks_and_disorganizes_the_axis() -> None:
    table = fight(SOVIET, "Armored Assault", FAILS, FAILS, soviet=TANKS)
    assert (marks(table, TANKS), marks(table, PANZER)) == (DEPLETED, DISORGANIZED)
    assert marks(fight(SOVIET, "Armored Assault", FAILS, FAILS), PANZER) == NONE, "without tanks"


def test_C19_Field_Fortifications_S_take_two_off_and_go_with_a_retreat() -> None:
    table = fight(SOVIET, "Field Fortifications")
    table.holds(AXIS, "Assault").dice(9)
    table.order(AXIS, chit="Assault")
    assert marks(table, ARMY) == DISORGANIZED, "9 - 2 is 7"
    assert table.public.fought.fortified == ()


@pytest.mark.parametrize(
    ("start", "to", "unit", "free"),
    [
        ("Livna", "Voron", INFANTRY, True),  # a major river with nobody behind it
        ("Volgrad", "Akhtuba", ITALIAN, True),  # the Volga, with all Movement Points
        ("Kerchik", "Tamansk", ITALIAN, True),  # the strait
        ("Belitsa", "Livna", ITALIAN, True),  # a minor river
        ("Elistra", "Kaspa", ITALIAN, False),  # a lake
    ],
)
def test_C_terrain_chart_and_C1_b_and_C1_d_what_can_be_crossed(start: str, to: str, unit: str, free: bool) -> None:
    table = Table().put(start, unit).operation(AXIS, start)
    if free:
        table.move(AXIS, to, unit)
        assert table.unit(unit).at == to
    else:
        assert table.refuses_move(AXIS, to, unit).rule == "6.3"


@pytest.mark.parametrize(("reading", "numbers"), [("list", [(13, 4), "2", ""]), ("heading", [(12, 5), "1", "1"])])
def test_C19_Soviet_chits_their_table_counts_as_the_campaign_does(reading: str, numbers: list[object]) -> None:
    found = SYSTEM.tables({"rulings": {"soviet_cup": reading}}).find("rts.chits_soviet")
    assert isinstance(found, Chart)
    rows = [row for block in found.table.blocks for row in block.rows]
    assert tuple(sum(int(row[n] or 0) for row in rows) for n in (1, 2)) == numbers[0]
    (works,) = (row for row in rows if row[0] == "Field Fortifications")
    assert [str(works[1] or ""), str(works[2] or "")] == numbers[1:]
