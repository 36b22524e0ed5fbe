"""Calling up (12.622): strength, Replacement, weapons, modules, batteries, aircraft, and where they wait."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from rules.asl.reinforcements.names import group_names
from rules.asl.steps.setup.positions import positions
from rules.contract import Refused
from rules.systems.votg.chart import practice_copy
from rules.systems.votg.state import Group, Report
from tests.rules.calling_up import GERMAN, RUSSIAN, Muster, faces, group
from tests.rules.votg_play import SYSTEM, Game

COMPANY = {"RS": (1, 1), "FS": (1, 5), "LD": (3, 4), "MD": (4, 5), "HD": (6, 6)}
PLATOON = {"FS": (1, 5), "D": (4, 6)}
"""Dice for each strength where no modifier applies."""


def with_strength(side: str, rg: str, code: str, *, day: str = "19", **options: object) -> Muster:
    """A group that has just been called up at a strength."""
    muster = Muster(side, group(rg), day=day, **options)  # type: ignore[arg-type]
    size = muster.context(side).rules.groups[side][rg].size
    return muster.throws(*(COMPANY if size == "company" else PLATOON)[code])


def chart(side: str, rg: str, **changes: object) -> dict[str, object]:
    """The practice charts with other values for one group."""
    copy = practice_copy()
    next(row for row in copy["sheets"][f"{side}_groups"] if row["id"] == rg).update(changes)
    return copy


def test_12_6222_before_the_strength_is_rolled_nothing_is_said_of_weapons_that_hang_on_it():
    muster = Muster(RUSSIAN, group("I2"), day="23")
    current = muster.current(RUSSIAN)
    assert current.spec.key == "strength"
    assert "weapons" not in {each.spec.key for each in current.follow_ups}


@pytest.mark.parametrize(("code", "squads"), [("FS", 10), ("LD", 9)])
def test_VotG22_squads_of_the_NKVD_are_counters_of_their_own_whom_nobody_replaces(code: str, squads: int):
    militia = chart(RUSSIAN, "I5", units=[["6-2-8", 0]])
    muster = with_strength(RUSSIAN, "I5", code, chart=militia)
    assert muster.brought("squad") == ["NKVD 6-2-8"] * squads
    # They are 2nd Line, so that a side of them alone is not Stealthy (VotG16).
    muster.has(RUSSIAN, ("squad", "4-4-7")).to("recon")
    assert not next(field.value for field in muster.task.fields if field.name == "stealthy")


def test_VotG22_and_12_619_the_militia_of_the_practice_chart_are_2nd_line_and_never_replaced():
    muster = with_strength(RUSSIAN, "I5", "HD")
    assert muster.brought("squad") == ["NKVD 6-2-8"] * 6
    assert muster.group("I5-1").exponent == 0
    row = muster.context(RUSSIAN).rules.groups[RUSSIAN]["I5"]
    assert not {"elite", "first_line"} & set(row.effects)


@pytest.mark.parametrize(("act", "marks", "die", "mods", "commissar"), [
    ("promote", (), 6, [], None), ("promote", (), 5, [], "8+1"), ("promote", ("broken",), 5, [1], None),
    ("promote", ("fanatic",), 4, [-1], "9-0"), ("promote_in_cc", (), 2, [-1], "10-0"),
    ("promote_in_cc", ("fanatic", "broken"), 4, [-1, -1, 1], "9-0"), ("promote_2_below", (), 6, [-2], "8+1"),
    ("promote_3_below", (), 5, [-3], "9-0"), ("promote_4_below", ("broken",), 5, [-4, 1], "9-0"),
])  # fmt: skip
def test_VotG22_table_and_VotG22_a_NKVD_unit_that_is_promoted_rolls_for_a_commissar(
    act: str, marks: tuple[str, ...], die: int, mods: list[int], commissar: str | None
):
    game = Game().until("play").put(RUSSIAN, counters=()).has(RUSSIAN, ("squad", "NKVD 6-2-8", marks), group="14-I5-1")
    (event,) = game.cast(RUSSIAN, act, (die,), pile=1)
    rolls: Any = event.data["rolls"]
    (roll,) = rolls
    assert (event.room, sorted(mod[0] for mod in roll.get("mods", ()))) == (RUSSIAN, mods)
    came = [("leader", commissar, "14-I5-1")] if commissar else []
    assert [(c.kind, c.name, c.group) for c in game.room(RUSSIAN).counters[1:]] == came
    assert SYSTEM.describe(event).sentence == f"Promoted out of 1 NKVD 6-2-8: {commissar or 'nobody'}."


def test_VotG22_only_the_NKVD_has_commissars_by_promotion_and_with_own_dice_it_is_rolled_at_the_table():
    game = Game().until("play").put(RUSSIAN, counters=()).has(RUSSIAN, ("squad", "6-2-8"))
    with pytest.raises(Refused, match="can't be promoted"):
        game.order(RUSSIAN, "promote", pile=1)
    game = Game(dice="own").until("play").put(RUSSIAN, counters=()).has(RUSSIAN, ("squad", "NKVD 6-2-8"))
    with pytest.raises(Refused, match="own dice"):
        game.order(RUSSIAN, "promote", pile=1)


# 12.6221 strength ------------------------------------------------------------------------------


def test_12_6221_Coy_and_12_2_Coy_on_23_sept_is_lightly_depleted_by_an_8():
    muster = Muster(RUSSIAN, group("I2"), day="23").throws(2, 6)
    assert muster.group("I2-1").strength == "LD"


def test_12_6221_Coy_and_12_2_Strength_the_historical_drm_reinforces_a_company_on_16_sept():
    muster = Muster(GERMAN, group("I1"), day="16").throws(1, 3)
    assert muster.group("I1-1").strength == "RS"
    assert muster.brought("squad") == ["4-6-7"] * 13


@pytest.mark.parametrize(("side", "rg", "day", "dice", "strength"), [
    (RUSSIAN, "I4", "15", (3, 6), "FS"),
    (GERMAN, "I2", "26", (2, 6), "D"),
])  # fmt: skip
def test_12_6221_Pltn_strength_goes_by_the_historical_drm(side, rg, day, dice, strength):
    assert Muster(side, group(rg), day=day).throws(*dice).group(f"{rg}-1").strength == strength


@pytest.mark.parametrize(("code", "squads", "replaced"), [
    ("RS", 13, 0), ("FS", 12, 0), ("LD", 8, 2), ("MD", 9, 0), ("HD", 5, 2),
])  # fmt: skip
def test_12_6221_Coy_and_12_2_Depleted_as_many_squads_as_the_exponent_says_are_replaced(code, squads, replaced):
    muster = with_strength(GERMAN, "I1", code)
    assert Counter(muster.brought("squad")) == Counter({"4-6-7": squads, "4-4-7": replaced})
    assert muster.group("I1-1").exponent == replaced


@pytest.mark.parametrize(("side", "rg", "code", "kind", "number"), [
    (GERMAN, "I1", "RS", "squad", 13), (GERMAN, "I1", "FS", "squad", 12), (GERMAN, "I1", "HD", "squad", 7),
    (RUSSIAN, "I4", "FS", "squad", 3), (RUSSIAN, "I4", "D", "squad", 2), (GERMAN, "A1", "D", "tank", 2),
])  # fmt: skip
def test_12_6213_as_many_come_as_the_chart_has_for_the_strength(side: str, rg: str, code: str, kind: str, number: int):
    muster = with_strength(side, rg, code)
    assert muster.context(side).rules.groups[side][rg].strengths[code.lower()][0] == number
    assert len(muster.brought(kind)) == number


@pytest.mark.parametrize(("code", "number"), [("HD", 4), ("FS", 15)])
def test_12_6213_other_numbers_in_the_owners_chart_bring_others(code: str, number: int):
    muster = with_strength(GERMAN, "I1", code, chart=chart(GERMAN, "I1", rs=16, fs=15, hd=[4, 0]))
    assert muster.brought("squad") == ["4-6-7"] * number


def test_12_6221_Coy_squads_with_none_below_them_stay_what_they_are():
    conscripts = chart(RUSSIAN, "I2", units=[["4-2-6", 0]])
    assert with_strength(RUSSIAN, "I2", "HD", chart=conscripts).brought("squad") == ["4-2-6"] * 7


def test_12_6221_Pltn_and_12_2_Pltn_afv_and_heavy_weapons_platoons_roll_as_platoons_do():
    muster = Muster(GERMAN, group("A1"), group("A2"), group("I4"))
    assert {need.table.id for need in muster.task.needs} == {"votg.pltn_strength"}
    muster.throws(*PLATOON["D"], *PLATOON["FS"], *PLATOON["FS"])
    assert muster.brought("tank") == ["StuG IIIB"] * 2 + ["StuG IIIG (L)"] * 2


def behind(*groups: Group, **options: Any) -> Muster:
    """German groups to call up, after two scenarios that were lost: the practice chart's y is 1."""
    muster = Muster(GERMAN, *groups, **options)
    lost = Report(1, GERMAN, RUSSIAN, 8, {}, {}, {}, 60)
    now = muster.public.dates[0]
    muster.told(date=2, dates=(*(replace(now, winner=RUSSIAN, report=lost) for _ in range(2)), now))
    return muster.put(GERMAN, groups=tuple(replace(each, date=2) for each in muster.room(GERMAN).groups))


def test_12_32_the_balance_is_taken_off_strength_rolls_but_not_off_those_for_ammunition():
    assert [need.drm for need in Muster(GERMAN, group("I1"), group("O1"), group("G1")).task.needs] == [0]
    muster = behind(group("I1"), group("O1"), group("G1"))
    assert [need.drm for need in muster.task.needs] == [-1]
    assert [need.drm for need in muster.to("ammunition").task.needs] == [0, -1]


@pytest.mark.parametrize(("reading", "ammo"), [("batteries", "Normal"), ("all", "Plentiful")])
def test_12_6224_OBA_and_12_32_by_ruling_the_balance_is_taken_off_ammunition_too(reading: str, ammo: str):
    muster = behind(group("O1"), group("G1"), day="14", rulings={"balance_support": reading}).to("ammunition")
    muster.throws(2, 3, 2, 6)
    assert (muster.group("O1-1").ammo, muster.group("G1-1").strength) == (ammo, "FS")


def test_12_6182_by_night_on_14_sept_the_russian_drm_is_that_of_the_night():
    assert [need.drm for need in Muster(RUSSIAN, group("I1"), day="14", night=True).task.needs] == [-2]
    assert [need.drm for need in Muster(RUSSIAN, group("I1"), day="14").task.needs] == [0]


def test_12_6221_Coy_given_groups_roll_too_but_for_those_whose_strength_the_charts_name():
    muster = Muster(RUSSIAN, group("I1", given=True, strength="MD"), group("I9", 1, given=True))
    assert muster.labels == ["I9 Gds Rifle Coy (39th) (I9-1)"]
    assert muster.task.lines == ("I1 Gds Rifle Coy (I1-1): MD",)
    muster.throws(*COMPANY["FS"])
    assert [muster.group(key).strength for key in ("I1-1", "I9-1")] == ["MD", "FS"]
    assert muster.brought("squad") == ["4-5-8"] * (9 + 12)


def test_VotG24_assault_engineers_are_marked_so_and_none_that_is_replaced_is():
    given = chart(RUSSIAN, "I1", effects=["assault_engineers", "elite"])
    muster = with_strength(RUSSIAN, "I1", "HD", chart=given)
    marked = Counter((c.name, c.marks) for c in muster.new() if c.kind == "squad")
    assert marked == {("4-5-8", ("assault engineer",)): 5, ("4-4-7", ()): 2}


# CG9 who enters --------------------------------------------------------------------------------


def test_12_6214b_those_of_a_reserve_are_marked_so():
    muster = Muster(RUSSIAN, group("I2"), group("I4", way="reserve"))
    muster.to("muster")
    assert {(c.group, "in Reserve" in c.marks) for c in muster.new()} == {("I2-1", False), ("I4-1", True)}


def test_CG9_what_was_bought_to_enter_is_due_and_the_rest_is_ready():
    muster = Muster(RUSSIAN, group("I2", off=True), group("I4", way="reserve"), group("A2", way="dug_in"), group("G1"))
    muster.to("muster")
    fates = {c.group: c.fate for c in muster.new()}
    assert fates == {"I2-1": "due", "I4-1": "ready", "A2-1": "ready", "G1-1": "ready"}


def test_12_6214c_a_dug_in_platoon_stands_still_and_brings_a_lmg_for_each_afv():
    muster = Muster(RUSSIAN, group("A1", way="dug_in")).throws(*PLATOON["D"])
    assert muster.brought() == ["T-34 M41"] * 2 + ["LMG"] * 2
    tank = muster.new()[0]
    assert set(tank.marks) == {"dug-in", "immobilized", "bow MG disabled"}


def test_12_6214c_another_afv_platoon_brings_no_lmg():
    muster = Muster(RUSSIAN, group("A1")).throws(*PLATOON["FS"])
    assert muster.brought() == ["T-34 M41"] * 3
    assert not any(c.marks for c in muster.new())


def test_VotG18_a_leichte_flak_platoon_has_no_tanks():
    assert Muster(GERMAN, group("A3")).throws(*PLATOON["FS"]).brought("vehicle") == ["SdKfz 10/5"] * 2


# 12.6222 weapons -------------------------------------------------------------------------------


def test_12_6222_and_12_2_Full_Strength_a_full_company_has_all_its_weapons_without_a_roll():
    muster = with_strength(RUSSIAN, "I1", "FS")
    assert Counter(muster.brought("weapon")) == {"HMG": 1, "MMG": 1, "LMG": 2, "ATR": 2, "Lt MTR": 2}
    assert muster.step == "leaders"


@pytest.mark.parametrize(("side", "rg", "lmg"), [(RUSSIAN, "I1", 3), (RUSSIAN, "I3", 2), (GERMAN, "I1", 2)])
def test_12_6222_a_reinforced_company_has_a_lmg_more(side, rg, lmg):
    assert with_strength(side, rg, "RS").brought("weapon").count("LMG") == lmg


@pytest.mark.parametrize(("code", "highest"), [("LD", 4), ("MD", 3), ("HD", 2)])
def test_12_6222_each_weapon_of_a_depleted_company_hangs_on_a_die(code, highest):
    muster = with_strength(GERMAN, "I1", code)
    assert [label.split(" for ")[0] for label in muster.labels] == ["HMG", "MMG", "LMG", "ATR", "Lt MTR"]
    muster.throws(highest, highest + 1, 1, 6, highest)
    assert muster.brought("weapon") == ["HMG", "LMG", "Lt MTR"]


def test_12_6222_a_depleted_platoon_rolls_without_a_modifier():
    muster = with_strength(GERMAN, "I3", "D").throws(4, 5, 4, 4)
    assert muster.brought("weapon") == ["LMG", "DC", "DC"]


@pytest.mark.parametrize(("face", "weapon"), [(1, "LMG"), (3, "LMG"), (4, "DC"), (6, "DC")])
def test_12_6222_a_guards_smg_platoon_rolls_for_the_type_of_its_weapon(face, weapon):
    muster = with_strength(RUSSIAN, "I4", "FS")
    assert muster.step == "weapon_types"
    assert muster.throws(face).brought("weapon") == [weapon]


def test_12_6222_a_depleted_guards_smg_platoon_needs_the_weapon_before_its_type():
    muster = with_strength(RUSSIAN, "I4", "D").throws(4)
    assert muster.brought("weapon") == []
    assert muster.step == "weapon_types"
    assert muster.throws(5).brought("weapon") == ["DC"]
    lost = with_strength(RUSSIAN, "I4", "D").throws(5)
    assert lost.step == "leader_gates"
    assert lost.brought("weapon") == []


def test_12_6222_nkvd_militia_has_a_mmg_or_a_light_mortar():
    muster = with_strength(RUSSIAN, "I5", "RS").throws(3)
    assert Counter(muster.brought("weapon")) == {"LMG": 2, "ATR": 1, "MMG": 1}
    depleted = with_strength(RUSSIAN, "I5", "MD").throws(3, 4, 1)
    assert depleted.throws(4).brought("weapon") == ["ATR", "Lt MTR"]


@pytest.mark.parametrize(("side", "rg", "ruling", "reading", "weapons"), [
    (GERMAN, "I2", "sw_stosstruppe", "mmg", {"LMG": 1, "MMG": 1}),
    (GERMAN, "I3", "sw_engineers", "atr", {"LMG": 1, "ATR": 1, "DC": 2}),
    (RUSSIAN, "I6", "sw_engineers", "ft", {"LMG": 1, "FT": 1, "DC": 2}),
    (RUSSIAN, "I3", "sw_smg_coy", "mortar", {"LMG": 1, "Lt MTR": 1}),
])  # fmt: skip
def test_12_6222_columns_that_are_lost_are_read_as_the_campaign_has_it(side, rg, ruling, reading, weapons):
    assert Counter(with_strength(side, rg, "FS", rulings={ruling: reading}).brought("weapon")) == weapons


def test_12_6121_a_chart_may_give_half_squads_with_light_mortars():
    given = chart(RUSSIAN, "I2", effects=["mortar_team"])
    assert with_strength(RUSSIAN, "I2", "FS", chart=given).brought("half_squad") == ["2-3-7"]
    depleted = with_strength(RUSSIAN, "I2", "LD", chart=given).throws(6, 6, 6, 6, 1)
    assert depleted.brought("weapon", "half_squad") == ["Lt MTR", "2-3-7"]


# 12.6223 heavy weapons and MOL projectors ------------------------------------------------------


def test_12_6223_a_full_platoon_has_all_its_weapons_with_crews():
    muster = with_strength(RUSSIAN, "I8", "FS")
    assert muster.brought() == ["HMG", "2-2-8", "MMG", "2-2-8", "82mm MTR", "2-2-8"]


def test_12_6223_each_weapon_of_a_depleted_platoon_hangs_on_a_die():
    muster = with_strength(RUSSIAN, "I7", "D")
    assert muster.brought() == []
    assert muster.throws(4, 5, 1).brought() == ["MOL Projector", "2-2-8"] * 2


def test_12_6223_by_ruling_a_depleted_platoon_has_them_all():
    muster = with_strength(GERMAN, "I4", "D", rulings={"hw_weapons": "all"}).throws(6, 6, 6)
    assert muster.brought("weapon") == ["HMG", "HMG", "81mm MTR"]


def test_12_6223_men_whom_the_chart_lists_come_in_place_of_crews():
    given = chart(RUSSIAN, "I8", units=[["HMG", 1], ["2-3-7", 2]])
    assert with_strength(RUSSIAN, "I8", "FS", chart=given).brought() == ["HMG", "2-3-7", "2-3-7"]
    depleted = with_strength(RUSSIAN, "I8", "D", chart=given, rulings={"hw_forfeited": "none"}).throws(6)
    assert depleted.brought() == ["2-3-7", "2-3-7"]


def test_12_6223_as_in_the_sister_game_a_platoon_has_one_weapon_though_every_die_fails():
    muster = with_strength(RUSSIAN, "I7", "D").throws(5, 6, 5)
    assert muster.brought() == ["MOL Projector", "2-2-8"]
    assert muster.step != "weapon_choice"
    assert with_strength(RUSSIAN, "I7", "D").throws(5, 4, 6).brought("weapon") == ["MOL Projector"]


def test_12_6223_its_owner_chooses_which_of_several_and_each_platoon_has_one():
    muster = Muster(GERMAN, group("I4"), group("I4", number=2)).throws(6, 6, 6, 6).throws(6, 6, 6, 4, 5, 5)
    (field,) = muster.task.fields
    assert (muster.step, field.name, [name for name, _ in field.options]) == (
        "weapon_choice", "weapon_I4-1", ["HMG", "81mm MTR"],
    )  # fmt: skip
    muster.order(GERMAN, "enter", **{"weapon_I4-1": "81mm MTR"})
    assert {c.group: c.name for c in muster.new() if c.kind == "weapon"} == {"I4-1": "81mm MTR", "I4-2": "HMG"}
    assert [c.name for c in muster.new() if c.kind == "crew"] == ["2-2-8"] * 2
    assert SYSTEM.describe(muster.events[-1]).sentence == "Every die failed; chosen: 81mm MTR."


def test_12_6223_and_12_6222_the_choice_leaves_the_types_of_other_weapons_open():
    muster = Muster(RUSSIAN, group("I8"), group("I4")).throws(6, 6, 6, 6).throws(6, 6, 6, 1)
    assert muster.step == "weapon_choice"
    muster.order(RUSSIAN, "enter")
    assert muster.step == "weapon_types"
    assert muster.room(RUSSIAN).at == 2, "strength and weapons are done, as in campaigns of before the choice"
    assert sorted(muster.throws(6).brought("weapon")) == ["DC", "HMG"]


# 12.6224 modules and batteries -----------------------------------------------------------------


@pytest.mark.parametrize(("side", "total", "ruling", "ammo"), [
    (GERMAN, 4, "order", "Plentiful"), (GERMAN, 5, "order", "Normal"), (GERMAN, 9, "order", "Scarce"),
    (RUSSIAN, 3, "order", "Normal"), (RUSSIAN, 8, "order", "Scarce"), (RUSSIAN, 4, "swapped", "Plentiful"),
])  # fmt: skip
def test_12_6224_OBA_ammunition_by_the_sides_table(side, total, ruling, ammo):
    muster = Muster(side, group("O1"), day="14", rulings={"oba_tables": ruling}).throws(*faces(2, total))
    assert muster.group("O1-1").ammo == ammo
    assert muster.brought("oba") == ["80mm OBA"]


def test_12_6224_OBA_a_russian_module_on_24_sept():
    assert Muster(RUSSIAN, group("O1"), day="24").throws(3, 6).group("O1-1").ammo == "Scarce"


def test_VotG19_german_modules_are_scarce_from_18_to_27_sept_whatever_was_rolled():
    muster = Muster(GERMAN, group("O1"), day="18").throws(1, 2)
    assert muster.group("O1-1").ammo == "Plentiful"
    assert muster.context(GERMAN).supply(muster.group("O1-1")) == "Scarce"
    assert "Scarce" in muster.to("muster").task.lines[0]
    muster.record(0, day="17")
    assert muster.context(GERMAN).supply(muster.group("O1-1")) == "Plentiful"


def test_VotG19_a_group_without_ammunition_shows_its_strength_and_russians_have_enough():
    muster = Muster(RUSSIAN, group("O1"), group("G1"), day="20").throws(1, 1, 1, 1)
    assert [muster.context(RUSSIAN).supply(muster.group(key)) for key in ("O1-1", "G1-1")] == ["Normal", "FS"]


@pytest.mark.parametrize(
    ("day", "shown"), [("17", ""), ("18", "81mm MTR, 2 × 50L (PaK 38)"), ("27", "81mm MTR, 50L (PaK 38)")]
)
def test_VotG19_a_side_is_shown_which_of_its_weapons_are_short_of_ammunition(day: str, shown: str):
    muster = Muster(GERMAN, group("G1"), group("I4"), group("G2"), day=day).throws(1, 1)
    muster.to("muster")
    muster.has(GERMAN, ("gun", "75L (PaK 40)", ("captured from the enemy",)))
    own = muster.state.only([GERMAN])
    seen = SYSTEM.view(own, GERMAN)
    assert seen.mine
    assert dict(seen.facts(seen.mine))["Ammunition Shortage (VotG19)"] == shown
    sheet = dict(SYSTEM.sheets(own, GERMAN))["setup"]
    assert any("VotG19" in note and shown in note for note in sheet.notes) == bool(shown)


def test_VotG19_a_vehicle_runs_short_where_the_chart_says_what_it_is_armed_with():
    long_gun = chart(GERMAN, "A1", effects=["long_gun"])
    muster = Muster(GERMAN, group("A1"), chart=long_gun, day="20").throws(4, 4)
    assert muster.context(GERMAN).running_short() == {"StuG IIIB": 3}
    muster.record(0, day="17")
    assert not muster.context(GERMAN).running_short()
    assert not Muster(GERMAN, group("A1"), day="20").throws(4, 4).context(GERMAN).running_short()


def test_VotG19_a_vehicle_without_a_group_runs_short_as_those_of_its_model_do():
    long_gun = chart(GERMAN, "A1", effects=["long_gun"])
    game = Muster(GERMAN, chart=long_gun, day="20").put(GERMAN, counters=())
    game.has(GERMAN, ("tank", "StuG IIIB"), ("tank", "StuG IIIG (L)"))
    assert game.context(GERMAN).running_short() == {"StuG IIIB": 1}


def test_VotG19_russian_weapons_never_run_short():
    muster = Muster(RUSSIAN, group("G1"), chart=chart(RUSSIAN, "G1", units=[["50L", 2]]), day="20").throws(1, 1)
    muster.to("muster")
    assert "50L" in muster.brought()
    assert not muster.context(RUSSIAN).running_short()


def test_12_6224_Gun_a_depleted_battery_has_one_gun_less_of_each_type():
    given = chart(GERMAN, "G1", units=[["50L", 2], ["37L", 3], ["20L", 1]])
    muster = Muster(GERMAN, group("G1"), chart=given).throws(2, 6)
    assert muster.group("G1-1").strength == "D"
    assert Counter(muster.brought()) == {"50L": 1, "37L": 2, "2-2-8": 3}


def test_12_6224_Gun_a_full_battery_comes_with_a_crew_for_each_gun():
    assert Muster(GERMAN, group("G2")).throws(1, 6).brought() == ["75* (leIG 18)", "2-2-8"] * 2


def test_12_6224_OBA_and_12_6224_Gun_given_modules_and_batteries_roll_unless_the_ruling_says_no():
    given = group("O2", given=True), group("G1", given=True)
    assert len(Muster(RUSSIAN, *given).labels) == 2
    muster = Muster(RUSSIAN, *given, rulings={"given_support": "full"})
    assert muster.labels == []
    muster.throws()
    assert (muster.group("O2-1").ammo, muster.group("G1-1").strength) == ("Normal", "FS")


# what comes without a die ----------------------------------------------------------------------


def test_VotG9_the_number_of_aircraft_is_asked():
    muster = Muster(GERMAN, group("S1")).throws().to("aircraft")
    muster.order(GERMAN, "enter", **{"S1-1": 2})
    assert muster.brought() == ["Stuka M42"] * 2
    with pytest.raises(Refused, match="not between 1 and 6"):
        Muster(GERMAN, group("S1")).to("aircraft").order(GERMAN, "enter", **{"S1-1": 0})


def test_CG10_observers_and_pre_registered_hexes_are_written_down():
    muster = Muster(GERMAN, group("O3"), group("O4", options={"prereg": 1})).throws().to("hexes")
    assert {field.name for field in muster.task.fields} == {"O3-1:observer", "O4-1:prereg1"}


def module(**kit: object) -> Muster:
    """A German module of which radio and draw pile are noted."""
    muster = Muster(GERMAN, group("O1")).throws(1, 3).to("artillery")
    (number,) = (c.id for c in muster.new())
    assert "80mm OBA (no. 1, Scarce)" in muster.task.fields[0].label
    muster.order(GERMAN, "enter", **{f"{key}_{number}": value for key, value in kit.items()})
    return muster


@pytest.mark.parametrize(("kit", "note"), [
    ({"contact": "phone", "black": 7, "red": 2}, "field phone, draw pile 7 black, 2 red"),
    ({"contact": "observer", "black": 5}, "offboard or aerial observer, draw pile 5 black, 0 red"),
    ({}, "radio"),
])  # fmt: skip
def test_CG10_and_CG6_radio_and_draw_pile_are_noted_once_and_in_secret(kit: dict[str, object], note: str):
    muster = module(**kit)
    assert [c.note for c in muster.new()] == [note]
    assert muster.step == "muster"
    assert all(event.room == GERMAN for event in muster.events if event.kind == "artillery.recorded")


def test_CG10_a_draw_pile_without_a_black_chit_is_none():
    with pytest.raises(Refused, match="no black one") as refused:
        module(red=3)
    assert refused.value.field == "black_1"


def test_CG10_a_module_that_placed_no_ffe_begins_again_with_all_of_it():
    muster = module(black=7, red=2).told(stage="battle")
    muster.put(GERMAN, at=0).alone(GERMAN, "markers").answer(GERMAN)
    muster.told(stage="forces").put(GERMAN, at=0, groups=()).to("muster")
    assert [(c.fate, c.note) for c in muster.new()] == [("ready", "radio, draw pile 7 black, 2 red")]
    assert [event.kind for event in muster.events].count("artillery.recorded") == 1


def old(rg: str, **more: object) -> Muster:
    """A group of the date before, with a module and an Offboard Observer still there."""
    hexes = {"prereg1": "N32", "prereg2": "N33"} if rg == "O4" else {"observer": "A20"}
    muster = Muster(GERMAN, group(rg, options={"prereg": 2} if rg == "O4" else {}, hexes=hexes))
    muster.told(date=1, dates=(*muster.public.dates, muster.public.dates[0]))
    return muster.has(GERMAN, ("oba", "80mm OBA"), note="radio").has(
        GERMAN, ("observer", "Observer"), group="O3-1", **more
    )


def test_CG10_the_hexes_of_before_may_be_others_in_each_scenario_and_one_that_is_gone_is_not_asked_again():
    muster = old("O4").to("hexes")
    assert {field.name: field.value for field in muster.task.fields} == {"O4-1:prereg1": "N32", "O4-1:prereg2": "N33"}
    muster.order(GERMAN, "enter", **{"O4-1:prereg1": "k20", "O4-1:prereg2": ""})
    assert muster.group("O4-1").hexes == {"prereg1": "K20"}
    muster.put(GERMAN, at=0).to("hexes")
    assert [field.name for field in muster.task.fields] == ["O4-1:prereg1"]


def test_what_stands_where_calls_a_hex_of_artillery_by_the_name_of_its_module():
    muster = old("O4").to("hexes")
    ctx = muster.has(GERMAN, ("oba", "80mm OBA"), group="O4-1").context(GERMAN)
    name = group_names(ctx.rules, ctx.mine)["O4-1"].name
    told = [each.name for each in positions(ctx.rules, ctx.mine) if each.aim]
    assert told == [f"Pre-Registered hex {n} ({name})" for n in (1, 2)]


def test_CG10_an_observer_moves_with_his_hex_and_stands_somewhere():
    muster = old("O3").to("hexes")
    with pytest.raises(Refused, match="hex"):
        muster.order(GERMAN, "enter", **{"O3-1:observer": ""})
    muster.order(GERMAN, "enter", **{"O3-1:observer": "B21"})
    assert (muster.group("O3-1").hexes, muster.room(GERMAN).counters[-1].place) == ({"observer": "B21"}, "B21")


def test_CG10_hexes_go_with_the_last_module_and_an_observer_who_is_lost():
    muster = old("O4")
    counters = tuple(replace(c, fate="used") for c in muster.room(GERMAN).counters if c.kind == "oba")
    assert muster.put(GERMAN, counters=counters).to("muster").step == "muster"
    assert "hexes" not in muster.room(GERMAN).done
    assert "hexes" not in old("O3", fate="eliminated").to("muster").room(GERMAN).done


def test_12_51_given_fpp_and_pre_registered_hexes_are_there_from_the_start():
    copy = practice_copy()
    plain = {"cg": "IV", "side": "german", "unit": "", "class": "", "strength": "", "enters": None, "note": ""}
    copy["sheets"]["order_of_battle"] += [{**plain, "group": "M1", "count": 2}, {**plain, "group": "O4", "count": 1}]
    game = Game(chart=copy)
    assert game.room(GERMAN).now.fpp == 100
    assert [each.options for each in game.room(GERMAN).groups if each.rg == "O4"] == [{"prereg": 1}]


def test_12_2_RG_a_capability_is_no_counter():
    muster = Muster(RUSSIAN, group("M3"), group("M4")).throws().to("muster")
    assert muster.brought() == []
    assert muster.task.lines[0] == "M3 MOL Capability: nothing to set up"


def test_12_622_who_bought_nothing_goes_on_to_the_review():
    assert Muster(RUSSIAN).step == "muster"


def test_12_622_the_steps_go_in_the_printed_order():
    muster = Muster(RUSSIAN, *(group(rg) for rg in ("I1", "I4", "A1", "O1", "G1", "O4")))
    muster.to("recon", total=lambda need: 10 if need.dice == 2 else 1)
    steps = [event.data["step"] for event in muster.events if "step" in event.data]
    assert steps[:6] == ["strength", "weapons", "weapon_types", "ammunition", "leader_gates", "leaders"]
    assert steps[-2:] == ["hexes", "muster"]


def test_12_622_own_dice_are_typed_in():
    muster = Muster(GERMAN, group("I1"), dice="own")
    with pytest.raises(Refused, match="enter the dice you rolled"):
        muster.order(GERMAN, "roll")
    muster.order(GERMAN, "roll", dice={"I1-1": [6, 6]})
    assert muster.group("I1-1").strength == "HD"
    rolls: Any = muster.events[-1].data["rolls"]
    assert rolls[0]["own"] is True
