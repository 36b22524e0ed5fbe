"""The Random Events of mission S1 with what each brings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from rules.contract import Refused
from rules.engine.tasks import FormTask
from rules.systems.orsha_missions.printed import parts, printed
from rules.systems.orsha_missions.system import SYSTEM
from tests.rules.missions_table import SIDE, Desk

ROWS = {
    "enemy": {
        11: "Counterattack by S?", 13: "Minefield", 21: "Rumors of ENEMY reinforcements",
        23: "Counterattack by Activated units", 25: "Minefield", 31: "ENEMY artillery strike",
        34: "ENEMY reinforcements", 41: "ENEMY artillery strike by Table A6c", 42: "ENEMY Harassing Fire",
        44: "Counterattack by Activated units", 51: "Minefield", 61: "ENEMY leader Battle Hardens",
        63: "ENEMY sniper strikes", 65: "ENEMY air support",
    },
    "friendly": {
        11: "Gun section", 14: "FRIENDLY AFV Recalled", 21: "Artillery support", 24: "Hero", 31: "Engineer Platoon",
        34: "FRIENDLY AFV arrive", 41: "FRIENDLY units Rally", 44: "Rumors of FRIENDLY reinforcements",
        51: "FRIENDLY Infantry reinforcements", 53: "Artillery support", 54: "ENEMY Minefield discovered",
        61: "FRIENDLY AFV arrive", 63: "FRIENDLY sniper", 64: "Artillery support", 65: "Sappers",
        66: "ENEMY Minefield discovered",
    },
}  # fmt: skip
"""The events of both sides as they are printed, by the lowest number of their rows."""


def happened(side: str, first: int, second: int, *more: int, held: int = 0) -> Desk:
    """An event of a side, and the dice it brings."""
    desk = Desk()
    if held:
        desk.state = desk.state.__class__(
            desk.public.__class__(**{**vars(desk.public), "numbers": {**desk.public.numbers, "vpo": 5, "held": held}}),
            desk.state.sides,
        )
    desk.press(f"{side}_event_s1", first, second, *more)
    return desk


def values(desk: Desk) -> Sequence[object]:
    """What dice and answers came to."""
    return [event.data["value"] for event in desk.events if event.kind.startswith("part.")]


def test_RE_E_11_12_a_counterattack_needs_a_held_VPO_and_an_S_in_reach() -> None:
    barred = happened("enemy", 1, 1).events[-1]
    assert "no VPO is on record as yours" in SYSTEM.describe(barred).sentence
    desk = happened("enemy", 1, 2, held=2)
    assert desk.step == "ask"
    desk.allowed(False)
    assert desk.kinds()[-1] == "event.again"
    assert desk.public.again == "enemy"
    desk = happened("enemy", 1, 2, held=2)
    desk.allowed(True)
    assert desk.kinds()[-1] == "event.happens"


def test_S1_MSR_4_an_event_of_one_side_leaves_that_of_the_other_to_be_rolled_again() -> None:
    desk = happened("enemy", 1, 1)
    desk.press("friendly_event_s1", 2, 4)
    assert "event.happens" in desk.kinds()
    assert desk.public.again == "enemy"
    desk.press("enemy_event_s1", 2, 1)
    assert desk.public.again == ""


def test_S1_MSR_4_both_sides_may_have_an_event_to_roll_again() -> None:
    desk = happened("enemy", 1, 1)
    desk.press("friendly_event_s1", 1, 4)
    desk.allowed(False)
    current = SYSTEM.current(desk.state, SIDE)
    assert current is not None
    assert isinstance(current.task, FormTask)
    lines = "; ".join(current.task.lines)
    assert "Roll the ENEMY Random Event again." in lines
    assert "Roll the FRIENDLY Random Event again." in lines
    desk.press("enemy_event_s1", 2, 1)
    assert desk.public.again == "friendly"


@pytest.mark.parametrize("dice", [(1, 3), (1, 6), (2, 5), (5, 1), (5, 6)])
def test_RE_E_13_16_and_RE_E_25_26_and_RE_E_51_56_a_minefield_of_rolled_strength(dice: tuple[int, int]) -> None:
    desk = happened("enemy", *dice)
    assert desk.step == "ask"
    desk.allowed(True)
    desk.dice(4)
    desk.answer(minefields_met=1)
    assert desk.public.mines == ("8 A-P",)


def test_RE_E_13_16_and_RE_E_25_26_and_RE_E_51_56_a_strength_for_each_of_several_stacks() -> None:
    desk = happened("enemy", 1, 3)
    desk.allowed(True)
    for wrong in (0, 21):
        with pytest.raises(Refused, match="not between 1 and 20"):
            desk.answer(minefields_met=wrong)
    desk.dice(1, 6, 3)
    desk.answer(minefields_met=3)
    assert desk.public.mines == ("6 A-P", "12 A-P", "8 A-P")
    assert desk.step == "desk"


def test_RE_E_13_16_under_the_ruling_near_one_of_those_equally_near_by_Random_Selection() -> None:
    desk = Desk(near="one")
    desk.press("enemy_event_s1", 1, 3)
    desk.allowed(True)
    desk.dice(2, 6, 6, 1, 3, 5)
    desk.answer(minefields_equal=3)
    assert desk.public.mines == ("12 A-P",), "2 and 3 tie, 3 is selected, and its strength is a dr of 5"


def test_RE_E_13_16_own_dice_are_typed_in_for_each_stack() -> None:
    desk = Desk(begun=False, dice="own")
    needs = SYSTEM.current(desk.state, SIDE)
    assert needs
    desk.order("roll", dice={need.key: [1] * need.dice for need in needs.task.needs})
    desk.answer()
    desk.order("enemy_event_s1", dice={"enemy_event_s1": [5, 5]})
    desk.allowed(True)
    desk.answer(minefields_met=2)
    assert desk.step == "rolls"
    first, second = (str(each.n) for each in desk.public.unrolled)
    desk.order("roll", dice={first: [2], second: [5]})
    assert desk.public.mines == ("6 A-P", "12 A-P")


def test_RE_E_13_16_is_rolled_again_if_no_stack_is_eligible() -> None:
    desk = happened("enemy", 1, 4)
    desk.allowed(False)
    assert (desk.public.again, desk.public.mines) == ("enemy", ())


def test_RE_E_21_22_the_ENEMY_numbers_go_up_until_6_7() -> None:
    desk = Desk()
    for lower in (4, 5, 6):
        desk.press("enemy_event_s1", 2, 1)
        assert desk.public.number("enemy_re") == lower
    desk.press("enemy_event_s1", 2, 2)
    assert "the RE#s are 6/7 already" in SYSTEM.describe(desk.events[-1]).sentence
    assert desk.public.number("enemy_re") == 6


def test_RE_E_23_24_and_RE_E_44_46_a_marked_row_happens_once_and_the_other_brings_it_again() -> None:
    desk = Desk()
    desk.press("enemy_event_s1", 2, 3)
    assert desk.kinds()[-1] == "event.happens"
    desk.press("enemy_event_s1", 2, 4)
    assert desk.kinds()[-1] == "event.again"
    desk.press("enemy_event_s1", 4, 4)
    assert desk.kinds()[-1] == "event.happens"
    desk.press("enemy_event_s1", 4, 6)
    assert desk.kinds()[-1] == "event.again"


@pytest.mark.parametrize(("dice", "lacks"), [((3, 1), "A6a"), ((4, 1), "A6c"), ((4, 3), "A6e"), ((6, 5), "E7.21")])
def test_RE_E_31_33_and_RE_E_41_and_RE_E_42_43_and_RE_E_65_66_ask_for_the_table_that_print_lacks(
    dice: tuple[int, int], lacks: str
) -> None:
    desk = happened("enemy", *dice, 5)
    (asked,) = desk.public.questions
    assert (parts()[asked.key].lacks, asked.final) == (lacks, 5)
    desk.settle(**{asked.key: "two of them, by our own copy"})
    assert desk.step == "desk"
    assert desk.told("part.answered")["note"] == "two of them, by our own copy"


def test_RE_E_34_36_and_RE_E_37_40_S_enter_and_more_follow_until_a_high_dr() -> None:
    desk = happened("enemy", 3, 4, 2, 3)
    assert values(desk)[-1] == 7, "DR 5 + 2"
    assert desk.public.number("reinforcement") == 1
    desk.press("reinforcement", 3, 4, 4)
    assert values(desk) == ["more S? enter", 8]
    assert desk.public.number("reinforcement") == 1
    desk.press("reinforcement", 4)
    assert desk.public.number("reinforcement") == 0


@pytest.mark.parametrize(("row", "first", "second"), [("3-4", 3, 4), ("3-6", 3, 6)])
def test_RE_E_34_36_as_many_S_as_a_DR_plus_2_and_once_alone(row: str, first: int, second: int) -> None:
    desk = happened("enemy", first, second, 6, 6)
    found = desk.told("event.happens")
    assert (found["event"], found["mark"]) == ("ENEMY reinforcements", "enemy 34-36"), row
    entering: Mapping[str, Any] = next(
        event.data for event in desk.events if event.data.get("part") == "entering_enemies"
    )
    assert (entering["value"], entering["rolls"][0]["mods"][0][0]) == (14, 2)
    desk.press("enemy_event_s1", 3, 5)
    assert desk.told("event.again")["once"], "the row has a *"
    assert desk.public.again == "enemy"


def test_RE_E_61_62_a_leader_hardens_if_one_is_there() -> None:
    desk = happened("enemy", 6, 1)
    assert desk.step == "ask"
    desk.allowed(True)
    assert desk.told("event.happens")["event"] == "ENEMY leader Battle Hardens"
    desk.answer(leaders_equal=1)
    assert desk.kinds() == ["part.answered"], "one alone needs no dr"


def test_RE_E_61_62_one_of_several_of_the_best_type_by_Random_dr() -> None:
    desk = happened("enemy", 6, 2)
    desk.allowed(True)
    desk.dice(2, 6, 5)
    desk.answer(leaders_equal=3)
    assert desk.told("part.selected")["selected"] == [2]
    assert desk.step == "desk"


def test_RE_E_61_62_a_10_3_alone_hardens_no_further_and_the_event_is_not_rolled_again() -> None:
    desk = happened("enemy", 6, 1)
    desk.allowed(True)
    current = SYSTEM.current(desk.state, SIDE)
    assert current
    assert [field.value for field in current.task.fields] == [1], "one is proposed"
    desk.answer(leaders_equal=0)
    assert (desk.step, desk.public.again) == ("desk", "")


@pytest.mark.parametrize(("face", "attack"), [(1, "1"), (3, "1"), (4, "2"), (6, "2")])
def test_RE_E_63_64_and_RE_F_63_a_sniper_attack_of_one_kind_or_the_other(face: int, attack: str) -> None:
    for desk in (happened("enemy", 6, 3, face), happened("friendly", 6, 3, face)):
        assert values(desk)[-1] == f"Sniper attack as on a dr of {attack}"


def test_RE_F_11_13_a_Gun_section_joins_as_many_as_were_counted() -> None:
    desk = happened("friendly", 1, 2, 3, 4, 4, 2, 5)
    desk.answer(gun_number=2, gun_type="76L ART", gun_transport="GAZ-MM")
    assert [desk.units[name] for name in ("76L ART", "GAZ-MM")] == [2, 2]
    crews = [line for line in desk.public.units if line.source == "gun_crews"]
    assert [(line.name, line.number) for line in crews] == [("2-2-8", 2)]


def test_RE_F_65_a_dash_is_no_counter() -> None:
    desk = happened("friendly", 6, 5, 3, 3, 3)
    desk.answer(sapper_number=1, sapper_leader=" - ")
    assert not {"-", " - ", ""} & {*desk.units}
    assert desk.step == "desk", "nor is the leader of the Sappers rolled for again"


def test_RE_F_14_16_one_AFV_is_under_Recall() -> None:
    desk = happened("friendly", 1, 4)
    assert desk.step == "ask"
    desk.allowed(True)
    desk.answer(recall_among=1)
    desk.answer(recall="ISU 122")
    assert desk.public.recalled == ("ISU 122",)
    before = desk.units["ISU 122"]
    assert ("ISU 122" in desk.public.afvs) == (before > 1)


def test_RE_F_14_16_which_of_several_by_Random_dr_and_those_that_tie_once_more() -> None:
    desk = happened("friendly", 1, 5)
    desk.allowed(True)
    desk.dice(5, 2, 5, 1, 4)
    desk.answer(recall_among=3)
    selections = [event for event in desk.events if event.kind == "part.selected"]
    assert [(each.data["tied"], each.data.get("selected")) for each in selections] == [([1, 3], None), ([], [3])]
    told = [SYSTEM.describe(each).sentence for each in selections]
    assert told == ["They tie, and are rolled for once more: 1, 3.", "Selected: number 3, in the order of the dice."]
    assert [each.key for each in desk.public.questions] == ["recall"], "which it is, is said then"
    desk.answer(recall="PT-34(L)")
    assert desk.public.recalled == ("PT-34(L)",)


def test_RE_F_14_16_is_rolled_again_if_none_is_Mobile_or_all_are_Recalled() -> None:
    desk = happened("friendly", 1, 6)
    desk.allowed(False)
    assert (desk.public.again, desk.public.recalled) == ("friendly", ())
    gone = tuple(line.name for line in desk.public.units if line.afv for _ in range(line.number))
    desk.state = replace(desk.state, public=replace(desk.public, recalled=gone))
    desk.press("friendly_event_s1", 1, 4)
    assert "no AFV is left in the order of battle" in SYSTEM.describe(desk.events[-1]).sentence


@pytest.mark.parametrize("dice", [(2, 1), (5, 3), (6, 4)])
def test_RE_F_21_23_and_RE_F_53_and_RE_F_64_artillery_support_joins(dice: tuple[int, int]) -> None:
    desk = happened("friendly", *dice, 3, 4, 2)
    finals = {each.key: each.final for each in desk.public.todo}
    assert (finals["oba_type"], finals["oba_ammo"]) == (7, 2)
    desk.answer(oba_type="OBA 120mm", oba_ammo="normal", radio="8-0, Russian radio, GAZ-67B")
    assert [desk.units[name] for name in ("OBA 120mm", "8-0", "Russian radio", "GAZ-67B")] == [1, 1, 1, 1]
    assert desk.public.facts["oba_ammo"] == "normal"


def test_RE_F_21_23_and_RE_F_53_and_RE_F_64_each_module_keeps_its_ammunition() -> None:
    desk = happened("friendly", 2, 1)
    desk.answer(oba_type="OBA 120mm", oba_ammo="plentiful", radio="Russian radio")
    desk.press("friendly_event_s1", 5, 3)
    desk.answer(oba_type="OBA 80mm", oba_ammo="scarce", radio="Russian radio")
    assert desk.public.facts["oba_ammo"] == "plentiful, scarce", "in the order in which they came"
    desk.press("friendly_event_s1", 6, 4)
    desk.settle(oba_type="none, by our own copy", oba_ammo="none")
    assert desk.public.facts["oba_ammo"] == "plentiful, scarce"


def test_RE_F_24_26_a_Hero_joins_each_time() -> None:
    desk = happened("friendly", 2, 4)
    assert [(line.name, line.number) for line in desk.public.units if line.source == "hero"] == [("Hero", 1)]
    desk.press("friendly_event_s1", 2, 6)
    assert desk.units["Hero"] == 2, "the row has no *"


@pytest.mark.parametrize(("face", "trucks"), [(3, 3), (4, 0)])
def test_RE_F_31_33_the_Engineer_Platoon_joins_with_or_without_trucks(face: int, trucks: int) -> None:
    desk = happened("friendly", 3, 1, face)
    joined = {line.name: line.number for line in desk.public.units if line.source in ("engineers", "trucks")}
    assert joined == {"6-2-8 Assault Engineer": 3, "9-1": 1, "FT": 1, "DC": 2, **({"GAZ-MM": 3} if trucks else {})}


@pytest.mark.parametrize("dice", [(3, 5), (6, 1)])
def test_RE_F_34_36_and_RE_F_61_62_AFV_of_one_type_join_with_a_leader(dice: tuple[int, int]) -> None:
    desk = happened("friendly", *dice, 2, 6, 3, 3, 1)
    desk.answer(afv_number=2, armor_leader="8-1 AL")
    joined = [(line.name, line.number, line.afv) for line in desk.public.units[-2:]]
    assert joined == [("8-1 AL", 1, False), ("KV 8", 2, True)]


def test_RE_F_41_43_units_rally_if_one_is_broken() -> None:
    desk = happened("friendly", 4, 1)
    desk.allowed(False)
    assert desk.public.again == "friendly"
    desk.press("friendly_event_s1", 4, 3)
    desk.allowed(True)
    desk.answer(broken_locations=1)
    desk.answer(broken_units=1)
    assert (desk.kinds(), desk.step) == (["part.answered"], "desk"), "nobody has to be selected"


def test_RE_F_41_43_one_Location_by_Random_Selection_rolled_again_on_a_tie_and_all_of_the_highest_dr_in_it() -> None:
    desk = happened("friendly", 4, 2)
    desk.allowed(True)
    desk.dice(4, 4, 3, 6)
    desk.answer(broken_locations=2)
    assert [event.data["tied"] for event in desk.events if event.kind == "part.selected"] == [[1, 2], []]
    assert desk.events[-1].data["selected"] == [2]
    desk.dice(3, 5, 1, 5)
    desk.answer(broken_units=4)
    assert desk.told("part.selected")["selected"] == [2, 4], "more than one may rally"
    assert desk.step == "desk"


def test_RE_F_44_46_the_FRIENDLY_numbers_go_up() -> None:
    desk = happened("friendly", 4, 5)
    assert desk.public.number("friendly_re") == 4


def test_RE_F_44_46_a_number_that_is_kept_at_the_table_is_raised_there() -> None:
    desk = Desk(begun=False)
    desk.order("roll")
    desk.settle(friendly_re="3/4 on our card")
    desk.press("friendly_event_s1", 4, 5)
    assert "friendly_re" not in desk.public.numbers
    assert desk.step == "desk"


def test_RE_F_51_52_Infantry_joins() -> None:
    desk = happened("friendly", 5, 1, 2, 2, 3, 4)
    desk.answer(infantry_type="4-5-8", infantry_support="9-1, LMG, LMG")
    joined = {line.name: line.number for line in desk.public.units if line.source.startswith("infantry")}
    assert joined == {"4-5-8": 5, "9-1": 1, "LMG": 2}


@pytest.mark.parametrize("dice", [(5, 4), (6, 6)])
def test_RE_F_54_56_and_RE_F_66_three_minefields_of_unknown_strength(dice: tuple[int, int]) -> None:
    desk = happened("friendly", *dice)
    desk.answer(discovered_by=1)
    desk.answer(discovered=3)
    assert (desk.public.number("unknown_mines"), desk.public.mines) == (3, ())


def test_RE_F_54_56_and_RE_F_66_none_is_placed_where_Activated_ENEMY_units_are() -> None:
    desk = happened("friendly", 5, 4)
    desk.dice(1, 6)
    desk.answer(discovered_by=2)
    assert desk.told("part.selected")["selected"] == [2], "RS if more than one such hex"
    with pytest.raises(Refused, match="not between 0 and 3"):
        desk.answer(discovered=4)
    desk.answer(discovered=2)
    desk.press("friendly_event_s1", 6, 6)
    desk.answer(discovered_by=1)
    current = SYSTEM.current(desk.state, SIDE)
    assert current
    assert [field.value for field in current.task.fields] == [3], "three are proposed, whatever is there"
    desk.answer(discovered=0)
    assert desk.public.number("unknown_mines") == 2


def test_RE_F_54_56_strength_when_entered_as_in_13_16_without_A_T_mines() -> None:
    with pytest.raises(Refused, match="nothing to roll for"):
        Desk().press("discovered_strength", 4)
    desk = happened("friendly", 5, 4)
    desk.answer(discovered_by=1)
    desk.answer(discovered=3)
    for left, (face, strength) in zip((2, 1, 0), ((2, "6 A-P"), (4, "8 A-P"), (6, "12 A-P")), strict=True):
        desk.press("discovered_strength", face)
        assert desk.public.mines[-1] == strength
        assert desk.public.number("unknown_mines") == left
        assert [event.data["part"] for event in desk.events if event.kind == "part.rolled"] == ["discovered_strength"]
    with pytest.raises(Refused, match="nothing to roll for"):
        desk.press("discovered_strength", 4)


def test_RE_F_65_Sappers_join_each_with_a_DC_and_an_LMG_and_nobody_if_their_number_is_settled_at_the_table() -> None:
    desk = happened("friendly", 6, 5, 3, 4, 4)
    desk.answer(sapper_number=3, sapper_leader="8-0")
    joined = {line.name: line.number for line in desk.public.units if line.source.startswith("sapper")}
    assert joined == {"4-5-8 Sapper": 3, "DC": 3, "LMG": 3, "8-0": 1}
    desk = happened("friendly", 6, 5, 3, 4, 4)
    desk.settle(sapper_number="three, with all they bring", sapper_leader="none")
    assert not [line for line in desk.public.units if line.source.startswith("sapper")]


def test_S1_MSR_4_every_row_of_both_tables_brings_its_event_and_the_parts_of_it() -> None:
    begun = Desk()
    for side, rows in ROWS.items():
        met = {}
        for tens, ones in product(range(1, 7), repeat=2):
            desk = Desk(begun=False)
            desk.state = begun.state
            desk.press(f"{side}_event_s1", tens, ones)
            met[10 * tens + ones] = desk.events[1].data["event"]
        assert [met[low] for low in rows] == [*rows.values()]
        assert [met[n] for n in met] == [rows[max(low for low in rows if low <= n)] for n in met]
    named = {key for event in printed().event.values() for key in event.parts}
    assert named <= parts().keys()
