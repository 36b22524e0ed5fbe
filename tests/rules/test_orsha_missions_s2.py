"""Mission S2: its boards, cavalry, tables that the print lacks, and end."""

from __future__ import annotations

import pytest

from rules.contract import Refused
from rules.systems.orsha_missions.system import SYSTEM
from tests.rules.missions_table import SIDE, Desk


def begun(*boards: int) -> Desk:
    """S2 before its questions; `boards` are the dice for the three mapboards."""
    desk = Desk("S2", begun=False).dice(3, 3, 1, 1, 2, 2, 2, *boards, 3, 3, 3, 5, 1, 4, 4, 5, 5, *boards[-2:])
    desk.order("roll")
    return desk


def test_S2_mission_tables_ENEMY_SAN_is_read_and_the_rest_is_asked_for() -> None:
    desk = begun(1, 1, 2, 2, 3, 3)
    asked = [each.key for each in desk.public.todo if each.asks]
    assert asked[:4] == ["friendly_san_s2", "enemy_ac_s2", "enemy_re", "friendly_re"]
    desk.answer()
    assert desk.public.number("enemy_san") == 5, "a DR of 6"


def test_S2_mapboards_and_S2_MSR_6_6_1_one_of_column_A_and_two_of_column_B() -> None:
    desk = begun(1, 1, 2, 2, 3, 3)
    desk.answer()
    assert desk.public.boards == ("40", "44", "33")


def test_S2_mapboards_one_that_is_there_already_is_rolled_again() -> None:
    desk = begun(1, 1, 2, 2, 2, 2)
    desk.answer()
    assert "board.again" in desk.kinds()
    assert len({*desk.public.boards}) == 3


def test_S2_MSR_8_and_S2_sequence_the_month_is_rolled_and_the_edge_chosen() -> None:
    desk = begun(1, 1, 2, 2, 3, 3)
    desk.answer(edge="South")
    assert desk.public.facts == {"month": "July", "edge": "South"}
    assert [event.kind for event in desk.events].count("fact.noted") == 2


def test_S2_MSR_9_the_cavalry_with_one_heavy_weapon_and_two_leaders() -> None:
    desk = begun(1, 1, 2, 2, 3, 3)
    desk.answer(cavalry_leader="9-1")
    units = desk.units
    assert (units["5-2-7"], units["4-4-7"], units["Sq horse"], units["Hs horse"], units["50 Mtr"]) == (6, 6, 12, 4, 2)
    assert (units["2-2-8"], units["45L AT"], units["Wagon"]) == (5, 1, 1), "a dr of 1"
    assert units["9-1"] == 2


def test_S2_VPO_what_A6g_gives_is_added_up_and_bounds_what_is_held() -> None:
    desk = begun(1, 1, 2, 2, 3, 3)
    desk.answer(vpo_board=2)
    assert desk.public.number("vpo") == 6
    with pytest.raises(Refused, match="between 0 and 6"):
        desk.points(held="7")


def test_S2_VP_all_VPO_win_at_once_after_a_page_that_says_so() -> None:
    desk = begun(1, 1, 2, 2, 3, 3)
    desk.answer(vpo_board=1)
    desk.points(held="2")
    assert desk.step == "desk"
    current = SYSTEM.current(desk.state, SIDE)
    assert current
    assert current.task.gate("enter", {"held": "2"}) is None
    gate = current.task.gate("enter", {"held": "3"})
    assert gate
    assert gate.throws_away
    desk.points(held="3")
    assert (desk.public.reason, desk.public.winner) == ("all_held", "friendly")


def test_S2_mission_end_from_the_tenth_turn_on_and_A10b_is_asked_for() -> None:
    desk = Desk("S2")
    for _ in range(9):
        desk.press("turn")
    desk.press("turn", 3)
    assert desk.public.turn == 11
    desk.press("turn", 2)
    assert desk.step == "ask"
    desk.answer(friendly_points=9, enemy_points=12)
    assert desk.public.vp == {"friendly": 9, "enemy": 12}
    assert desk.public.winner == "enemy"


def test_S2_MSR_1_the_modifiers_of_A1_and_A11_and_G2() -> None:
    desk = Desk("S2")
    for button, dice, final in (
        ("activation_s2", (1, 3), 5),
        ("enemy_event_s2", (2, 5), 35),
        ("friendly_event_s2", (2, 5), 25),
        ("squad_s2", (1, 1), 5),
    ):
        desk.press(button, *dice)
        assert desk.told("part.rolled")["final"] == final
        assert desk.step == "ask", "its table is not in the print"
        desk.answer()


def test_S2_MSR_2_an_even_Final_DR_of_activation_brings_a_dr_for_a_fortification() -> None:
    desk = Desk("S2")
    desk.press("activation_s2", 1, 2, 6)
    assert [each.key for each in desk.public.todo] == ["activation_s2", "fortification"]
    desk.settle(activation_s2="a squad", fortification="none")
    assert desk.step == "desk"


def test_S2_a_table_of_the_other_mission_is_refused() -> None:
    with pytest.raises(Refused, match="nothing to roll for"):
        Desk("S2").press("wreck", 1)
    with pytest.raises(Refused):
        SYSTEM.setup({"mission": "S3"})
