"""The Random Events of mission S1 with what each brings."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.systems.orsha_missions.printed import parts, printed
from tests.rules.missions_table import Desk


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
    assert happened("enemy", 1, 1).kinds()[-1] == "event.again", "no VPO is held"
    desk = happened("enemy", 1, 2, held=2)
    assert desk.step == "happens"
    desk.order("enter", happens="no")
    assert desk.kinds() == ["event.again"]
    assert desk.public.again == "enemy"
    desk = happened("enemy", 1, 2, held=2)
    desk.order("enter", happens="yes")
    assert desk.kinds() == ["event.happens"]


@pytest.mark.parametrize("dice", [(1, 3), (1, 6), (2, 5), (5, 1), (5, 6)])
def test_RE_E_13_16_and_RE_E_25_26_and_RE_E_51_56_a_minefield_of_rolled_strength(dice: tuple[int, int]) -> None:
    desk = happened("enemy", *dice)
    assert desk.step == "happens"
    desk.dice(4)
    desk.order("enter", happens="yes")
    assert desk.public.mines == ("8 A-P",)


def test_RE_E_21_22_the_ENEMY_numbers_go_up_until_6_7() -> None:
    desk = Desk()
    for lower in (4, 5, 6):
        desk.press("enemy_event_s1", 2, 1)
        assert desk.public.number("enemy_re") == lower
    desk.press("enemy_event_s1", 2, 2)
    assert desk.kinds()[-1] == "event.again"
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
    (asked,) = desk.public.todo
    assert (asked.part.lacks, asked.final) == (lacks, 5)
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


def test_RE_E_61_62_a_leader_hardens_if_one_is_there() -> None:
    desk = happened("enemy", 6, 1)
    assert desk.step == "happens"
    desk.order("enter", happens="yes")
    assert desk.told("event.happens")["event"] == "ENEMY leader Battle Hardens"


@pytest.mark.parametrize(("face", "attack"), [(3, "1"), (4, "2")])
def test_RE_E_63_64_and_RE_F_63_a_sniper_attack_of_one_kind_or_the_other(face: int, attack: str) -> None:
    for desk in (happened("enemy", 6, 3, face), happened("friendly", 6, 3, face)):
        assert values(desk)[-1] == f"Sniper attack as on a dr of {attack}"


def test_RE_F_11_13_a_Gun_section_joins_as_many_as_were_counted() -> None:
    desk = happened("friendly", 1, 2, 3, 4, 4, 2, 5)
    desk.answer(gun_number=2, gun_type="76L ART", gun_transport="GAZ-MM")
    assert [desk.units[name] for name in ("76L ART", "GAZ-MM")] == [2, 2]
    crews = [line for line in desk.public.units if line.source == "gun_crews"]
    assert [(line.name, line.number) for line in crews] == [("2-2-8", 2)]


def test_RE_F_14_16_one_AFV_is_under_Recall() -> None:
    desk = happened("friendly", 1, 4)
    assert desk.step == "happens"
    desk.order("enter", happens="yes")
    desk.answer(recall="ISU 122")
    assert desk.public.recalled == ("ISU 122",)
    before = desk.units["ISU 122"]
    assert ("ISU 122" in desk.public.afvs) == (before > 1)


@pytest.mark.parametrize("dice", [(2, 1), (5, 3), (6, 4)])
def test_RE_F_21_23_and_RE_F_53_and_RE_F_64_artillery_support_joins(dice: tuple[int, int]) -> None:
    desk = happened("friendly", *dice, 3, 4, 2)
    finals = {each.key: each.final for each in desk.public.todo}
    assert (finals["oba_type"], finals["oba_ammo"]) == (7, 2)
    desk.answer(oba_type="OBA 120mm", oba_ammo="normal", radio="8-0, Russian radio, GAZ-67B")
    assert [desk.units[name] for name in ("OBA 120mm", "8-0", "Russian radio", "GAZ-67B")] == [1, 1, 1, 1]
    assert desk.public.facts["oba_ammo"] == "normal"


def test_RE_F_24_26_a_Hero_joins() -> None:
    assert happened("friendly", 2, 4).units["Hero"] == 1


@pytest.mark.parametrize(("face", "trucks"), [(3, 3), (4, 0)])
def test_RE_F_31_33_the_Engineer_Platoon_joins_with_or_without_trucks(face: int, trucks: int) -> None:
    desk = happened("friendly", 3, 1, face)
    joined = {line.name: line.number for line in desk.public.units if line.source in ("engineers", "trucks")}
    assert joined == {"6-2-8": 3, "9-1": 1, "FT": 1, "DC": 2, **({"GAZ-MM": 3} if trucks else {})}


@pytest.mark.parametrize("dice", [(3, 5), (6, 1)])
def test_RE_F_34_36_and_RE_F_61_62_AFV_of_one_type_join_with_a_leader(dice: tuple[int, int]) -> None:
    desk = happened("friendly", *dice, 2, 6, 3, 3, 1)
    desk.answer(afv_number=2, armor_leader="8-1 AL")
    joined = [(line.name, line.number, line.afv) for line in desk.public.units[-2:]]
    assert joined == [("8-1 AL", 1, False), ("KV 8", 2, True)]


def test_RE_F_41_43_units_rally_if_one_is_broken() -> None:
    desk = happened("friendly", 4, 1)
    desk.order("enter", happens="no")
    assert desk.public.again == "friendly"


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
    assert happened("friendly", *dice).public.mines == ("?", "?", "?")


def test_RE_F_65_Sappers_join_each_with_a_DC_and_an_LMG_and_nobody_if_their_number_is_settled_at_the_table() -> None:
    desk = happened("friendly", 6, 5, 3, 4, 4)
    desk.answer(sapper_number=3, sapper_leader="8-0")
    joined = {line.name: line.number for line in desk.public.units if line.source.startswith("sapper")}
    assert joined == {"4-5-8 Sapper": 3, "DC": 3, "LMG": 3, "8-0": 1}
    desk = happened("friendly", 6, 5, 3, 4, 4)
    desk.settle(sapper_number="three, with all they bring", sapper_leader="none")
    assert not [line for line in desk.public.units if line.source.startswith("sapper")]


def test_S1_MSR_4_every_row_has_an_event_and_every_event_its_parts() -> None:
    desk = Desk()
    for first in range(1, 7):
        for second in range(1, 7):
            for side in ("enemy", "friendly"):
                trial = Desk()
                trial.state = desk.state
                trial.press(f"{side}_event_s1", first, second)
                assert (
                    trial.told("part.rolled" if len(trial.events) < 1 else trial.kinds()[1])["event"] in printed().event
                )
    named = {key for event in printed().event.values() for key in event.parts}
    assert named <= parts().keys()
