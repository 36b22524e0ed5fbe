"""Mission S1: its order of battle, tables, Victory Points and end."""

from __future__ import annotations

from typing import Any

import pytest

from rules.contract import Refused
from rules.systems.orsha_missions.system import SYSTEM
from tests.rules.missions_table import SIDE, Desk

FIRST = (2, 1, 4, 4, 3, 5, 2, 1, 3, 6, 1, 5, 6, 4, 3, 4, 4, 5, 5, 6, 6, 2, 3, 6)
"""The dice of the set-up: both SAN, AC#, both RE#s, Coys, AFV, Armor Leaders, aircraft, second drs."""


def begun() -> Desk:
    """S1 with known dice, before its questions."""
    desk = Desk(begun=False).dice(*FIRST)
    desk.order("roll")
    return desk


def test_S1_mission_tables_ENEMY_SAN_is_read_and_the_rest_is_asked_for() -> None:
    desk = begun()
    assert desk.step == "ask"
    asked = [each.key for each in desk.public.questions]
    assert asked[:4] == ["friendly_san_s1", "enemy_ac_s1", "enemy_re", "friendly_re"]
    desk.answer(friendly_san_s1=4, enemy_ac_s1=3, enemy_re=3, friendly_re=2, vpo_s1=7)
    assert desk.public.numbers["enemy_san"] == 3, "a DR of 3"
    assert [desk.public.numbers[key] for key in ("friendly_san", "enemy_ac", "enemy_re", "vpo")] == [4, 3, 3, 7]


@pytest.mark.parametrize(("dice", "san"), [((1, 2), 3), ((1, 3), 4), ((4, 5), 4), ((4, 6), 5)])
def test_S1_mission_tables_ENEMY_SAN_of_each_row(dice: tuple[int, int], san: int) -> None:
    desk = Desk(begun=False).dice(*dice, *FIRST[2:])
    desk.order("roll")
    desk.answer()
    assert desk.public.numbers["enemy_san"] == san


@pytest.mark.parametrize(
    ("part", "wrong"), [("friendly_san_s1", 6), ("enemy_ac_s1", 5), ("enemy_re", 7), ("vpo_s1", 0)]
)
def test_S1_mission_tables_a_number_outside_the_printed_ones_is_refused_with_the_rule(part: str, wrong: int) -> None:
    desk = begun()
    with pytest.raises(Refused) as caught:
        desk.answer(**{part: wrong})
    assert "is not between" in caught.value.message
    assert caught.value.rule in ("12.32 (S1)", "12.32", "S1 VPO")
    assert desk.step == "ask"


def test_S1_mission_tables_what_is_settled_at_the_table_is_kept_as_a_note() -> None:
    desk = begun()
    desk.settle(enemy_re="we play 4/5 from our own card")
    told = next(event for event in desk.events if event.data.get("note"))
    assert "settled at the table (we play 4/5 from our own card)." in SYSTEM.describe(told).sentence
    assert "enemy_re" not in desk.public.numbers
    assert desk.step == "desk"


def test_S1_mission_tables_a_question_left_open_is_refused_at_its_entry() -> None:
    desk = begun()
    left = f"answer-{next(each.n for each in desk.public.questions)}"
    for entries in ({}, {left: ""}):
        with pytest.raises(Refused, match="not answered yet") as caught:
            desk.order("enter", **entries)
        assert caught.value.field == left
        assert "how you settled it at the table" in caught.value.way_out


def test_S1_mission_tables_a_note_of_blanks_settles_nothing_and_leaves_the_answer() -> None:
    desk = begun()
    asked = {each.key: each.n for each in desk.public.questions}
    blank = {f"note-answer-{asked['friendly_san_s1']}": "   "}
    with pytest.raises(Refused, match="is not between 2 and 5"):
        desk.order("enter", **blank, **{f"answer-{asked['friendly_san_s1']}": "9"})
    with pytest.raises(Refused, match="not answered yet"):
        desk.order("enter", **blank)


def test_S1_VPO_how_many_are_in_play_bounds_how_many_are_held() -> None:
    desk = begun()
    desk.answer(vpo_s1=5)
    with pytest.raises(Refused, match="not between 0 and 5"):
        desk.points(held="6")
    desk.points(held="5")
    assert desk.public.number("held") == 5


def test_S1_OoB_Coys_and_S1_50_cal_three_Coys_join_each_with_its_dr() -> None:
    desk = begun()
    desk.answer()
    units = desk.units
    squads = ("6-2-8 Assault Engineer", "4-5-8", "4-4-7", "2-4-8", "1-2-7")
    assert [units[name] for name in squads] == [12, 18, 18, 6, 12]
    assert (units["Leader"], units["MMG"], units["DC"], units["FT"]) == (9, 3, 6, 3)
    assert (units[".50 Cal. HMG"], units["HMG"]) == (1, 14), "drs of 1, 3 and 6"


def test_S1_50_cal_a_2_brings_one_too_and_a_3_none() -> None:
    desk = Desk(begun=False).dice(*FIRST[:7], 2, 2, 3, *FIRST[10:])
    desk.order("roll")
    desk.answer()
    assert (desk.units[".50 Cal. HMG"], desk.units["HMG"]) == (2, 13)


def test_S1_armor_support_four_more_by_dr_and_a_second_dr_after_5_and_6() -> None:
    desk = begun()
    units = desk.units
    assert (units["PT-34(L)"], units["T 34 M43"], units["ISU 122"]) == (4, 2, 1)
    logged = [SYSTEM.describe(event).sentence for event in desk.events if event.data.get("part") == "armor"]
    assert {f"Additional AFV: a {face}, of which a second dr decides." for face in (5, 6)} < {*logged}
    desk.answer(armor_leader="9-1 AL")
    assert (desk.units["SU 152"], desk.units["SU 76m"]) == (1, 1)
    added = [line.name for line in desk.public.units if line.source.startswith("second_dr")]
    assert added == ["OT 34L", "KV 8S"], "in the order of their first drs: 5 and 6"
    assert desk.units["9-1 AL"] == 3


def test_S1_armor_support_and_S1_air_support_what_R3_and_the_aircraft_table_lack_is_asked_for() -> None:
    desk = begun()
    finals = {each.key: each.final for each in desk.public.todo}
    assert finals["armor_leader"] == 10, "DR 11 - 1"
    desk.answer(sturmoviks="rockets")
    assert desk.public.facts["sturmoviks"] == "rockets"
    assert desk.units["Sturmovik (Game Turn 2)"] == 3


def test_S1_MSR_2_Assault_Engineers_stand_in_the_order_of_battle_and_their_kind_on_the_card() -> None:
    desk = begun()
    desk.answer()
    assert desk.units["6-2-8 Assault Engineer"] == 12
    card = SYSTEM.sheets(desk.state, None)["card"]
    rows = [row for shown in card.tables for block in shown.blocks for row in block.rows]
    (said,) = (row[1] for row in rows if row[0] == "S1 MSR 2")
    assert "You are Elite." in str(said)


def test_S1_MSR_3_the_artillery_is_in_the_order_of_battle() -> None:
    desk = begun()
    desk.answer()
    assert desk.units["80+mm OBA, HE and smoke, plentiful ammo, Offboard Observer"] == 1


@pytest.mark.parametrize(
    ("button", "dice", "value"),
    [("activation_s1", (1, 1), "VEHICLE"), ("activation_s1", (5, 6), "GUN, F"), ("gun_s1", (2, 3), "HMG Cupola"),
     ("gun_s1", (6, 6), "20L(20) AA"), ("vehicle_s1", (1, 2), "StuH 42"), ("vehicle_s1", (5, 5), "PzJg III/IV")],
)  # fmt: skip
def test_S1_MSR_5_activation_Guns_and_vehicles(button: str, dice: tuple[int, int], value: str) -> None:
    desk = Desk()
    desk.press(button, *dice)
    assert desk.told("part.rolled")["value"] == value
    assert desk.step == "desk"


def test_S1_MSR_8_a_dr_for_each_of_six_wrecks_and_no_seventh() -> None:
    desk = Desk()
    for face, result in zip(
        (1, 3, 4, 5, 6, 6), ("not affected",) * 2 + ("burning",) * 2 + ("removed",) * 2, strict=True
    ):
        desk.press("wreck", face)
        assert desk.told("part.rolled")["value"] == result
    with pytest.raises(Refused, match="nothing to roll for") as caught:
        desk.press("wreck", 1)
    assert caught.value.rule == "S1 MSR 8"


def test_S1_minefields_strength_and_A_T_factors_of_one_that_is_entered() -> None:
    desk = Desk()
    desk.press("entered_minefield", 5, 2, 4)
    assert desk.public.mines == ("12 A-P", "2 A-T")
    desk.press("entered_minefield", 2, 3)
    assert desk.public.mines[2:] == ("6 A-P",)


def test_S1_VP_both_sides_reckon_by_the_schedule() -> None:
    desk = begun()
    desk.answer(vpo_s1=6)
    desk.points(held="4", railroad=True, road=False, guns="2")
    for _ in range(7):
        desk.press("turn")
    desk.press("turn", 3)
    assert desk.step == "ask", "the numbers are confirmed at the end"
    desk.answer(held=4, railroad=True, road=False, guns=2)
    assert desk.public.vp == {"friendly": 4 + 2, "enemy": 2 + 1 + 2}
    assert desk.public.winner == "friendly"
    assert SYSTEM.public(desk.state).result == "You win: FRIENDLY 6 VP, ENEMY 5 VP."


def test_S1_mission_end_from_the_eighth_turn_on_with_minus_one_for_each_after_it() -> None:
    desk = Desk()
    for turn in range(1, 8):
        desk.press("turn")
        assert desk.kinds() == ["turn.ended"], turn
    desk.press("turn", 4)
    desk.press("turn", 6)
    assert desk.public.turn == 10
    desk.press("turn", 5)
    rolled: Any = desk.events[0].data["rolls"]
    assert [mod[0] for mod in rolled[0]["mods"]] == [-2]
    assert desk.told("turn.ended") == {"turn": 10, "ends": True, "then": ["held", "railroad", "road", "guns"]}, "5 - 2"


def test_S1_mission_end_a_mission_can_be_given_up() -> None:
    desk = Desk()
    desk.order("concede")
    assert desk.public.winner == "enemy"
    assert desk.step == ""


def test_S1_MSR_4_own_dice_are_typed_in_table_by_table() -> None:
    desk = Desk(begun=False, dice="own")
    needs = SYSTEM.current(desk.state, "friendly")
    assert needs
    desk.order("roll", dice={need.key: [1] * need.dice for need in needs.task.needs})
    desk.answer()
    desk.order("enemy_event_s1", dice={"enemy_event_s1": [6, 3]})
    assert desk.step == "rolls", "the sniper's dr is asked for"
    (sniper,) = desk.public.todo
    desk.order("roll", dice={str(sniper.n): [4]})
    assert desk.told("part.rolled")["value"] == "Sniper attack as on a dr of 2"
    with pytest.raises(Refused, match="roll that is not made"):
        desk.order("activation_s1", dice={"gun_s1": [1, 1], "activation_s1": [1, 2]})
    with pytest.raises(Refused, match="no face of a die"):
        desk.order("activation_s1", dice={"activation_s1": [0, 7]})


def test_S1_VPO_how_many_are_in_play_the_board_says_and_no_number_is_proposed() -> None:
    desk = Desk(begun=False)
    desk.order("roll")
    current = SYSTEM.current(desk.state, SIDE)
    assert current
    (asked,) = (each.n for each in desk.public.questions if each.key == "vpo_s1")
    assert next(field.value for field in current.task.fields if field.name == f"answer-{asked}") == ""


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [(5, (1, 3, 4, 6), {"OT 34L": 2, "T-34/ATO-42": 2}), (6, (1, 2, 3, 6), {"KV 8": 2, "KV 8S": 2})],
)
def test_S1_armor_support_the_second_dr_turns_at_3_for_a_5_and_at_2_for_a_6(
    first: int, second: tuple[int, ...], found: dict[str, int]
) -> None:
    desk = Desk(begun=False).dice(*FIRST[:10], *(first,) * 4, *FIRST[14:21], *second)
    desk.order("roll")
    desk.answer()
    assert {name: desk.units[name] for name in found} == found


@pytest.mark.parametrize(("face", "factors"), [(1, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_S1_minefields_A_T_factors_by_a_third_dr_and_none_from_a_3_on(face: int, factors: int) -> None:
    desk = Desk()
    desk.press("entered_minefield", 6, 2, face)
    assert desk.public.mines == ("12 A-P", f"{factors} A-T")
    desk.press("entered_minefield", 3, 3)
    assert desk.public.mines[2:] == ("8 A-P",)


@pytest.mark.parametrize(
    ("said", "vp", "winner"),
    [((7, True, True, 0), (12, 0), "friendly"), ((0, False, False, 3), (0, 12), "enemy"),
     ((3, False, True, 0), (6, 5), "friendly"), ((3, True, False, 0), (5, 5), "")],
)  # fmt: skip
def test_S1_VP_schedule_from_all_of_it_to_nothing(
    said: tuple[int, bool, bool, int], vp: tuple[int, int], winner: str
) -> None:
    desk = begun()
    desk.answer(vpo_s1=7)
    desk.points(held="3", railroad=True, road=True, guns="0")
    desk.turns(7).press("turn", 3)
    desk.answer(**dict(zip(("held", "railroad", "road", "guns"), said, strict=True)))
    assert (desk.public.vp, desk.public.winner) == ({"friendly": vp[0], "enemy": vp[1]}, winner)


def test_S1_VP_all_VPO_held_end_nothing_before_its_turn() -> None:
    desk = begun()
    desk.answer(vpo_s1=3)
    desk.points(held="3")
    assert desk.step == "desk"
