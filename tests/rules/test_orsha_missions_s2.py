"""Mission S2: its boards, cavalry, tables that the print lacks, and end."""

from __future__ import annotations

import pytest

from rules.contract import Refused
from rules.engine.tasks import FormTask
from rules.systems.orsha_missions.system import SYSTEM
from tests.rules.missions_table import SIDE, Desk

OF_BOARDS = ("vpo_center", "vpo_side", "vpo_second_side")
"""The parts that ask how many VPO a mapboard has."""


def begun(*boards: int) -> Desk:
    """S2 before its questions; `boards` are the dice for the three mapboards."""
    desk = Desk("S2", begun=False).dice(3, 3, 1, 1, 2, 2, 2, *boards, 3, 3, 3, 5, 1, 4, 4, 5, 5, *boards[-2:])
    desk.order("roll")
    return desk


def test_S2_mission_tables_ENEMY_SAN_is_read_and_the_rest_is_asked_for() -> None:
    desk = begun(1, 1, 2, 2, 3, 3)
    asked = [each.key for each in desk.public.questions]
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
    (first, *_) = (event.data for event in desk.events if event.kind == "record.changed")
    assert first["again"] == ["44"]
    assert len({*desk.public.boards}) == 3


def labels(desk: Desk) -> list[str]:
    """The questions about VPO, as the page has them."""
    current = SYSTEM.current(desk.state, SIDE)
    assert current
    return [each.label for each in current.task.fields if each.label.startswith("VPO")]


def test_S2_VPO_each_number_says_for_which_mapboard_it_is() -> None:
    assert labels(begun(1, 1, 2, 2, 3, 3)) == [
        "VPO of the center mapboard 40: 3 on A6g",
        "VPO of the first other mapboard 44: 3 on A6g",
        "VPO of the second other mapboard 33: 3 on A6g",
    ]


def test_S2_VPO_and_S2_MSR_6_6_1_a_mapboard_that_is_rolled_again_has_no_name_yet() -> None:
    assert labels(begun(1, 1, 2, 2, 2, 2))[1:] == [
        "VPO of the first other mapboard 44: 3 on A6g",
        "VPO of the second other mapboard: 3 on A6g",
    ]


def test_S2_VPO_a_mapboard_is_not_taken_for_another_number() -> None:
    desk = Desk("S2", begun=False).dice(4, 4, 3, 3, 1, 1, 2, 1, 1, 2, 3, 3, 3)
    desk.order("roll")
    assert desk.public.todo[0].value == 4, "ENEMY SAN"
    assert labels(desk)[1].startswith("VPO of the first other mapboard 4: ")


def test_S2_VPO_with_own_dice_the_roll_for_each_mapboard_is_told_from_the_others() -> None:
    current = SYSTEM.current(Desk("S2", begun=False, dice="own").state, SIDE)
    assert current
    assert [each.label for each in current.task.needs if each.label.startswith("VPO")] == [
        "VPO of the center mapboard",
        "VPO of the first other mapboard",
        "VPO of the second other mapboard",
    ]


def test_S2_mission_tables_an_RE_number_settled_at_the_table_stays_there_after_an_event() -> None:
    desk = begun(1, 1, 2, 2, 3, 3)
    desk.settle(enemy_re="a pair of our own")
    desk.press("enemy_event_s2", 3, 4)
    assert [each.key for each in desk.public.questions] == ["enemy_event_s2"], "its RE#s are not on record"
    desk.answer(enemy_event_s2="rumors")
    assert desk.step == "desk"
    assert "enemy_re" not in desk.public.numbers
    desk.press("friendly_event_s2", 3, 4)
    assert "friendly_re_now" in [each.key for each in desk.public.questions], "these are"


def test_S2_MSR_8_and_S2_sequence_the_month_is_rolled_and_the_edge_chosen() -> None:
    desk = begun(1, 1, 2, 2, 3, 3)
    desk.answer(ec="Dry", edge="South")
    assert desk.public.facts == {"month": "July", "ec": "Dry", "edge": "South"}


def test_S2_MSR_9_the_cavalry_with_one_heavy_weapon_and_two_leaders() -> None:
    desk = begun(1, 1, 2, 2, 3, 3)
    desk.answer(cavalry_leader="9-1")
    units = desk.units
    assert (units["5-2-7"], units["4-4-7"], units["Sq horse"], units["Hs horse"], units["50 Mtr"]) == (6, 6, 12, 4, 2)
    assert (units["2-2-8"], units["45L AT"], units["Wagon"]) == (5, 1, 1), "a dr of 1"
    assert units["9-1"] == 2


def test_S2_VPO_what_A6g_gives_is_added_up_and_bounds_what_is_held() -> None:
    desk = begun(1, 1, 2, 2, 3, 3)
    desk.answer(**dict.fromkeys(OF_BOARDS, 2))
    assert desk.public.number("vpo") == 6
    with pytest.raises(Refused, match="between 0 and 6"):
        desk.points(held="7")


def test_S2_VP_all_VPO_win_at_once_after_a_page_that_says_so() -> None:
    desk = begun(1, 1, 2, 2, 3, 3)
    desk.answer(**dict.fromkeys(OF_BOARDS, 1))
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


def test_S2_VP_of_the_end_are_numbers_and_no_note_stands_for_them() -> None:
    desk = Desk("S2").turns(9)
    desk.press("turn", 1)
    with pytest.raises(Refused):
        desk.settle(friendly_points="twelve by our own count", enemy_points="seven")
    current = SYSTEM.current(desk.state, SIDE)
    assert current
    assert [field.kind for field in current.task.fields] == ["number", "number"]
    desk.answer(friendly_points=12, enemy_points=7)
    assert (desk.public.vp, desk.public.winner) == ({"friendly": 12, "enemy": 7}, "friendly")


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


def test_S2_MSR_9_R3_is_rolled_until_two_leaders_are_there() -> None:
    desk = begun(1, 1, 2, 2, 3, 3)
    first, second = (each.n for each in desk.public.questions if each.key == "cavalry_leader")
    fields = {f"answer-{each.n}": "8-1" if each.key == "ec" else "3" for each in desk.public.questions}
    edge = next(each.n for each in desk.public.questions if each.key == "edge")
    desk.order("enter", **{**fields, f"answer-{edge}": "North", f"answer-{first}": "-", f"answer-{second}": "9-1"})
    assert desk.told("record.changed")["none"] == ["cavalry_leader"]
    assert [each.key for each in desk.public.questions] == ["cavalry_leader"], "rolled again"
    assert "-" not in desk.units
    desk.answer(cavalry_leader="8-0")
    assert (desk.units["9-1"], desk.units["8-0"]) == (1, 1)
    assert desk.step == "desk"


def test_S2_VPO_with_a_number_settled_at_the_table_are_kept_there_and_win_nothing_by_themselves() -> None:
    desk = begun(1, 1, 2, 2, 3, 3)
    said: dict[str, object] = {f"answer-{each.n}": "2" for each in desk.public.questions}
    edge = next(each.n for each in desk.public.questions if each.key == "edge")
    (settled,) = (each.n for each in desk.public.questions if each.key == "vpo_side")
    del said[f"answer-{settled}"]
    desk.order("enter", **{**said, f"answer-{edge}": "North", f"note-answer-{settled}": "two by our own count"})
    assert "vpo" not in desk.public.numbers
    sentence = SYSTEM.describe(next(event for event in desk.events if event.kind == "record.changed")).sentence
    assert "Kept at the table: VPO." in sentence
    assert "VPO 2" not in sentence
    current = SYSTEM.current(desk.state, SIDE)
    assert current
    assert isinstance(current.task, FormTask)
    assert "VPO 0 of – yours" in " ".join(current.task.lines)
    assert current.task.gate("enter", {"held": "4"}) is None, "whether these are all is not known"
    desk.points(held="4")
    assert (desk.step, desk.public.number("held")) == ("desk", 4)


def test_S2_VP_all_VPO_win_at_once_by_the_players_word_where_their_number_is_kept_at_the_table() -> None:
    desk = begun(1, 1, 2, 2, 3, 3)
    assert "all_held" not in {field.name for field in _desk_of(Desk("S2")).fields}
    desk.settle(vpo_side="two by our own count")
    desk.points(held=4, all_held=False)
    assert desk.step == "desk"
    gate = _desk_of(desk).gate("enter", {"held": "5", "all_held": "on"})
    assert gate is not None
    assert gate.title == "All VPO are yours"
    assert _desk_of(desk).gate("enter", {"held": "5"}) is None
    desk.points(held=5, all_held=True)
    assert (desk.public.reason, desk.public.winner) == ("all_held", SIDE)
    assert "all VPO held Yes" in SYSTEM.describe(desk.events[0]).sentence


def _desk_of(desk: Desk) -> FormTask:
    current = SYSTEM.current(desk.state, SIDE)
    assert current is not None
    assert isinstance(current.task, FormTask)
    return current.task


def test_S2_VPO_are_said_once_as_they_come_to_in_all() -> None:
    desk = begun(1, 1, 2, 2, 3, 3)
    desk.answer(**dict.fromkeys(OF_BOARDS, 2))
    sentence = SYSTEM.describe(next(event for event in desk.events if event.kind == "record.changed")).sentence
    assert "VPO 6" in sentence
    assert "VPO 2" not in sentence


def test_S2_MSR_1_what_events_of_tables_that_the_print_lacks_bring_joins_and_changes_the_RE_numbers() -> None:
    desk = Desk("S2")
    desk.press("friendly_event_s2", 3, 4)
    desk.answer(friendly_event_s2="a patrol", joined="4-5-8, 4-5-8, 8-0", friendly_re_now="4")
    assert (desk.units["4-5-8"], desk.units["8-0"]) == (2, 1)
    assert desk.public.number("friendly_re") == 4
    desk.press("enemy_event_s2", 3, 4)
    desk.answer(enemy_event_s2="rumors", enemy_re_now="5")
    assert desk.public.number("enemy_re") == 5


def test_S2_MSR_1_an_event_that_brings_nobody_leaves_record_and_numbers_as_they_are() -> None:
    desk = Desk("S2")
    units, number = dict(desk.units), desk.public.number("friendly_re")
    desk.press("friendly_event_s2", 3, 4)
    current = SYSTEM.current(desk.state, SIDE)
    assert current
    proposed = {field.name: field.value for field in current.task.fields}
    asked = {each.key: proposed[f"answer-{each.n}"] for each in desk.public.questions}
    assert asked == {"friendly_event_s2": "", "joined": "-", "friendly_re_now": number}
    desk.answer(**{**asked, "friendly_event_s2": "nothing"})
    assert (dict(desk.units), desk.public.number("friendly_re")) == (units, number)


def test_S2_mission_end_2_ends_and_3_never_does_however_late() -> None:
    desk = Desk("S2").turns(9)
    for turn in range(11, 16):
        desk.press("turn", 3)
        assert (desk.step, desk.public.turn) == ("desk", turn)
    desk.press("turn", 2)
    assert desk.step == "ask"


@pytest.mark.parametrize(("dice", "fortification"), [((1, 1), False), ((1, 2), True), ((6, 5), True), ((6, 6), False)])
def test_S2_MSR_2_the_Final_DR_is_even_and_not_the_Original(dice: tuple[int, int], fortification: bool) -> None:
    desk = Desk("S2")
    desk.press("activation_s2", *dice, *((4,) if fortification else ()))
    assert ("fortification" in [each.key for each in desk.public.todo]) is fortification


def test_S2_MSR_1_a_colored_6_is_a_7_on_A11() -> None:
    desk = Desk("S2")
    desk.press("enemy_event_s2", 6, 1)
    assert desk.told("part.rolled")["final"] == 71


@pytest.mark.parametrize(
    ("face", "brings"),
    [
        (1, {"45L AT": 1}),
        (2, {"82 Mtr": 1}),
        (3, {"MMG": 1}),
        (4, {"HMG": 1}),
        (5, {".50 Cal. HMG (Russian)": 1}),
        (6, {}),
    ],
)
def test_S2_MSR_9_each_dr_for_heavy_weapons_with_crew_and_wagon_and_a_6_brings_nothing(
    face: int, brings: dict[str, int]
) -> None:
    desk = Desk("S2", begun=False).dice(3, 3, 1, 1, 2, 2, 2, 1, 1, 2, 2, 3, 3, 3, 3, 3, 5, face)
    desk.order("roll")
    desk.answer(cavalry_leader="8-0")
    weapons = ("45L AT", "82 Mtr", "MMG", "HMG", ".50 Cal. HMG (Russian)", "Wagon")
    there = {name: number for name, number in desk.units.items() if name in weapons}
    assert there == (brings and {**brings, "Wagon": 1})
    assert desk.units["2-2-8"] == (5 if brings else 4)


@pytest.mark.parametrize(
    ("reading", "again"), [("bounds", "a 5 or 6 is rolled again"), ("exact", "a 5 is rolled again")]
)
def test_S2_MSR_7_which_dr_for_the_place_of_a_bridge_is_rolled_again_is_the_ruling_on_damaged_bounds(
    reading: str, again: str
) -> None:
    desk = Desk("S2", equals=reading)
    card = SYSTEM.sheets(desk.state, None)["card"]
    rows = [row for each in card.tables for block in each.blocks for row in block.rows]
    (text,) = [row[1] for row in rows if row[0] == "S2 MSR 7"]
    assert again in str(text)
    assert dict(SYSTEM.public(desk.state).facts[-1].lines)["S2 MSR 7"] == text
