"""7.513: vehicles and weapons after a battle, captured equipment, ammunition."""

import pytest

from rules.contract import Refused
from rules.engine.replace import replace
from tests.rules.field_positions import field, key
from tests.rules.play import GERMAN, RUSSIAN, SYSTEM, Game
from tests.rules.rare_orders import bare, give, in_trouble, piece, troubles

NEXT = 1


def at(game: Game, step: str, side: str = GERMAN, date: int = NEXT) -> Game:
    return game.until(step, side, date)


def seen(game: Game, step: str, side: str = GERMAN) -> bool:
    """Whether a step asked anything of a side, looked at once the stage is over."""
    told = {"immobile": "immobile.rolled", "stun": "stun.rolled", "recall": "recall.rolled"}
    return any(event.kind == told[step] and event.room == side for event in game.events)


# 7.5131a --------------------------------------------------------------------------------------------------------------


def test_7_5131a_an_abandoned_vehicle_is_manned_by_a_crew_that_goes_aboard():
    game = bare()
    tank = give(game, GERMAN, "tank", "StuG IIIG", "abandoned")
    crew = give(game, GERMAN, "crew", "2-2-8")
    at(game, "reman").order(GERMAN, "enter", **{f"by:{tank}": "2-2-8"})
    assert piece(game, GERMAN, tank).marks == ()
    assert piece(game, GERMAN, crew).fate == "merged"


def test_7_5131a_half_of_a_squad_mans_a_vehicle_without_being_qualified():
    game = bare()
    tank = give(game, GERMAN, "tank", "StuG IIIG", "abandoned")
    squad = give(game, GERMAN, "squad", "4-6-7")
    at(game, "reman").order(GERMAN, "enter", **{f"by:{tank}": "4-6-7"})
    assert piece(game, GERMAN, tank).marks == ("non-qualified use",)
    assert (piece(game, GERMAN, squad).kind, piece(game, GERMAN, squad).name) == ("half_squad", "2-4-7")


def test_7_5131a_and_7_5189_a_squad_that_mans_a_vehicle_stands_on_the_purchase_record_as_it_came():
    game = bare()
    tank = give(game, GERMAN, "tank", "StuG IIIG", "abandoned")
    give(game, GERMAN, "squad", "4-6-7", group="23AM-I1-given1")
    came = SYSTEM.purchases(game.state.only([GERMAN]), GERMAN)[0].arrived
    at(game, "reman").order(GERMAN, "enter", **{f"by:{tank}": "4-6-7"})
    assert came[0] == ("squad", "4-6-7", 13), "the twelve of the company, captured, and this one"
    assert SYSTEM.purchases(game.state.only([GERMAN]), GERMAN)[0].arrived == came


def test_7_5131a_nobody_mans_two_vehicles_and_isolated_men_only_isolated_ones():
    game = bare()
    tanks = [give(game, GERMAN, "tank", "StuG IIIG", "abandoned") for _ in range(2)]
    give(game, GERMAN, "crew", "2-2-8")
    give(game, GERMAN, "squad", "4-6-7", "isolated")
    at(game, "reman")
    assert [name for name, _ in game.current(GERMAN).task.fields[0].options] == ["", "2-2-8"]
    with pytest.raises(Refused, match="no further 2-2-8"):
        game.order(GERMAN, "enter", **{f"by:{tank}": "2-2-8" for tank in tanks})
    game.order(GERMAN, "enter")
    assert [piece(game, GERMAN, tank).marks for tank in tanks] == [("abandoned",)] * 2


def test_7_5131a_men_of_one_pocket_do_not_man_the_vehicle_of_another():
    game = bare().put(GERMAN, areas={"K20": "C", "N32": "C"})
    tank = give(game, GERMAN, "tank", "StuG IIIG", "abandoned", "isolated", place="K20")
    give(game, GERMAN, "crew", "2-2-8", "isolated", place="N32")
    give(game, GERMAN, "half_squad", "2-4-7", "isolated", place="K20")
    at(game, "reman")
    assert [name for name, _ in game.current(GERMAN).task.fields[0].options] == ["", "2-4-7"]
    with pytest.raises(Refused, match="choose one of those listed"):
        game.order(GERMAN, "enter", **{f"by:{tank}": "2-2-8"})


def test_7_5131a_and_7_5071_a_vehicle_in_a_location_of_its_own_is_manned_out_of_its_pocket_only():
    tank, near, far = ("tank", "StuG IIIG", ["abandoned"], "N32"), ("half_squad", "2-4-8"), ("crew", "2-2-8")
    game = field(tank, near, far)
    game.order(GERMAN, "enter", areas=2)
    game.order(GERMAN, "enter", place="K20", type="C", **{key(game, "StuG IIIG"): 1, key(game, "2-4-8"): 1})
    game.order(GERMAN, "enter", place="P30", type="C", **{key(game, "2-2-8"): 1})
    at(game, "reman")
    assert [name for name, _ in game.current(GERMAN).task.fields[0].options] == ["", "2-4-8"]


def test_7_5131a_men_whose_pocket_is_not_noted_may_man_any_isolated_vehicle():
    game = bare().put(GERMAN, areas={"K20": "C"})
    give(game, GERMAN, "tank", "StuG IIIG", "abandoned", "isolated", place="K20")
    give(game, GERMAN, "crew", "2-2-8", "isolated")
    at(game, "reman")
    assert [name for name, _ in game.current(GERMAN).task.fields[0].options] == ["", "2-2-8"]


def test_7_5131a_men_who_have_not_entered_man_no_vehicle_on_the_map():
    game = bare()
    tank = give(game, GERMAN, "tank", "StuG IIIG", "abandoned")
    crew = give(game, GERMAN, "crew", "2-2-8", fate="due")
    give(game, GERMAN, "half_squad", "2-4-7")
    at(game, "reman")
    assert [name for name, _ in game.current(GERMAN).task.fields[0].options] == ["", "2-4-7"]
    with pytest.raises(Refused, match="choose one of those listed"):
        game.order(GERMAN, "enter", **{f"by:{tank}": "2-2-8"})
    game.order(GERMAN, "enter")
    assert piece(game, GERMAN, crew).fate == "due"


def test_7_5133_a_MG_of_another_pocket_is_not_given():
    game = bare().put(GERMAN, areas={"K20": "C", "N32": "C"})
    give(game, GERMAN, "tank", "StuG IIIG", "coaxial MG disabled", "isolated", place="K20")
    give(game, GERMAN, "weapon", "LMG", "isolated", place="N32")
    game.until("points")
    assert "exchange" not in game.room(GERMAN).done


# 7.5131b --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "marks", "mobile"), [
    (4, (), True), (5, (), False), (3, ("front line",), True), (4, ("front line",), False),
    (2, ("isolated", "front line"), True), (3, ("isolated", "front line"), False),
])  # fmt: skip
def test_7_5131b_after_23PM_an_immobilized_vehicle_may_be_repaired(die, marks, mobile):
    game = bare(date=2)
    tank = give(game, GERMAN, "tank", "StuG IIIG", "immobilized", *marks, place="K20")
    at(game, "trouble", date=2).order(GERMAN, "enter")
    game.roll(GERMAN, die)
    assert ("immobilized" not in piece(game, GERMAN, tank).marks) is mobile
    assert piece(game, GERMAN, tank).place == ("" if mobile and "isolated" not in marks else "K20")


def test_7_5131b_and_7_5042_a_vehicle_that_is_cleared_from_the_map_is_out_of_the_mines_it_was_stuck_in():
    game = bare(date=2)
    tank = give(game, GERMAN, "tank", "StuG IIIG", "immobilized", "in mines", "front line", place="K20")
    kept = give(game, GERMAN, "tank", "StuG IIIG", "immobilized", "in mines", "isolated", place="L20")
    at(game, "trouble", date=2).order(GERMAN, "enter")
    game.roll(GERMAN, 3, 3)
    assert [piece(game, GERMAN, n).marks for n in (tank, kept)] == [(), ("in mines", "isolated")]


def test_7_5131b_an_armor_leader_helps_and_men_who_are_not_qualified_do_not():
    game = bare(date=2)
    tank = give(game, GERMAN, "tank", "StuG IIIG", "immobilized")
    leader = give(game, GERMAN, "armor_leader", "9-2")
    at(game, "trouble", date=2)
    game.order(GERMAN, "enter", **{f"unqualified:{tank}": True, f"leader:{tank}": str(leader)})
    (need,) = game.current(GERMAN).task.needs
    assert sorted(modifier.value for modifier in need.modifiers) == [-2, 1]
    game.roll(GERMAN, 5)
    assert piece(game, GERMAN, tank).marks == ()


def test_7_5131b_one_armor_leader_is_in_one_vehicle_only():
    game = bare(date=2)
    tanks = [give(game, GERMAN, "tank", "StuG IIIG", "immobilized") for _ in range(2)]
    leader = give(game, GERMAN, "armor_leader", "9-2", place="StuG IIIG")
    at(game, "trouble", date=2)
    with pytest.raises(Refused, match="one vehicle only"):
        game.order(GERMAN, "enter", **{f"leader:{tank}": str(leader) for tank in tanks})
    game.order(GERMAN, "enter")


@pytest.mark.parametrize("date", [1, 3])
def test_7_5131b_after_any_other_date_an_immobilized_vehicle_stays_so(date):
    game = bare(date=date)
    tank = give(game, GERMAN, "tank", "StuG IIIG", "immobilized")
    at(game, "points", date=date)
    assert not seen(game, "immobile")
    assert piece(game, GERMAN, tank).marks == ("immobilized",)


def test_7_5131b_captured_and_abandoned_vehicles_are_not_repaired():
    game = bare(date=2)
    give(game, GERMAN, "tank", "T-34/M43", "immobilized", "captured from the enemy")
    give(game, GERMAN, "tank", "StuG IIIG", "immobilized", "abandoned")
    assert not seen(at(game, "points", date=2), "immobile")


# 7.5131c --------------------------------------------------------------------------------------------------------------


def test_7_5131c_a_vehicle_under_recall_leaves_the_campaign_if_it_can():
    game = bare(RUSSIAN)
    free, stuck, pocket = (
        give(game, RUSSIAN, "tank", "SU-76M", "under recall", *marks) for marks in ((), ("immobilized",), ("isolated",))
    )
    at(game, "recall", RUSSIAN).roll(RUSSIAN)
    assert [piece(game, RUSSIAN, n).fate for n in (free, stuck, pocket)] == ["eliminated", "ready", "ready"]
    assert "short of ammunition" in piece(game, RUSSIAN, pocket).marks
    assert piece(game, RUSSIAN, stuck).marks == ("under recall", "immobilized")


def test_7_5131c_of_two_recalled_for_ammunition_the_three_comes_back_and_the_four_rolls_again():
    game = bare(RUSSIAN)
    back, out = (give(game, RUSSIAN, "tank", "SU-76M", "under recall for ammunition") for _ in range(2))
    at(game, "recall", RUSSIAN).roll(RUSSIAN, 3, 4)
    assert [piece(game, RUSSIAN, n).fate for n in (back, out)] == ["due", "out"]
    assert piece(game, RUSSIAN, back).marks == ()
    at(game, "recall", RUSSIAN, date=2)
    assert [need.key for need in game.current(RUSSIAN).task.needs] == [str(out)]
    game.roll(RUSSIAN, 1)
    assert piece(game, RUSSIAN, out).fate == "due"


def test_7_5131c_one_that_left_the_map_for_want_of_ammunition_rolls_too():
    game = bare(RUSSIAN)
    number = give(game, RUSSIAN, "tank", "SU-76M", "under recall for ammunition", fate="recalled")
    gone = give(game, RUSSIAN, "tank", "SU-76M", fate="recalled")
    at(game, "recall", RUSSIAN).roll(RUSSIAN, 2)
    assert [piece(game, RUSSIAN, n).fate for n in (number, gone)] == ["due", "recalled"]


def test_7_5131c_who_is_still_out_at_CG_End_counts_as_CVP():
    game = bare(GERMAN, date=3)
    give(game, GERMAN, "tank", "StuG IIIG", "under recall for ammunition", worth=6)
    at(game, "recall", date=3).roll(GERMAN, 6)
    at(game, "victory", date=3)
    before = game.current(GERMAN).task.own
    game.finish()
    assert game.state.public.ending.books[GERMAN]["cvp"] >= 6
    assert before == 0


@pytest.mark.parametrize(("die", "marks"), [(3, ()), (4, ("under recall for ammunition",))])
def test_7_5131c_a_vehicle_that_broke_out_of_its_pocket_before_it_was_recalled_is_isolated_no_more(die, marks):
    game = bare()
    before = ("under recall for ammunition", "isolated", "encircled")
    tank = give(game, GERMAN, "tank", "StuG IIIG", *before, fate="recalled", place="K20")
    at(game, "recall").roll(GERMAN, die)
    assert (piece(game, GERMAN, tank).marks, piece(game, GERMAN, tank).place) == (marks, "")


@pytest.mark.parametrize(("die", "fate"), [(3, "due"), (4, "out")])
def test_7_5131c_and_7_5114_the_armor_leader_of_a_vehicle_without_ammunition_goes_where_it_goes(die, fate):
    game = bare(RUSSIAN)
    tank = give(game, RUSSIAN, "tank", "SU-76M", "under recall for ammunition", fate="recalled")
    leader = give(game, RUSSIAN, "armor_leader", "9-1")
    at(game, "trouble", RUSSIAN).order(RUSSIAN, "enter", **{f"leader:{tank}": str(leader)})
    at(game, "recall", RUSSIAN).roll(RUSSIAN, die)
    assert (piece(game, RUSSIAN, tank).fate, piece(game, RUSSIAN, leader).fate) == (fate, fate)
    assert piece(game, RUSSIAN, leader).place == "SU-76M"
    if fate == "out":
        at(game, "trouble", RUSSIAN, date=2)
        assert game.current(RUSSIAN).task.fields[0].value == str(leader), "he is still in it"
        at(game, "recall", RUSSIAN, date=2).roll(RUSSIAN, 1)
        assert piece(game, RUSSIAN, leader).fate == "due"


def test_7_5131c_and_7_5114_the_armor_leader_of_a_vehicle_under_recall_leaves_with_it_and_no_other_does():
    game = bare(RUSSIAN)
    tanks = [give(game, RUSSIAN, "tank", "SU-76M", "under recall", *marks) for marks in ((), ("immobilized",))]
    leaders = [give(game, RUSSIAN, "armor_leader", "9-1") for _ in tanks]
    at(game, "trouble", RUSSIAN)
    asked = [field.name for field in game.current(RUSSIAN).task.fields if field.name.startswith("leader:")]
    assert asked == [f"leader:{tanks[0]}"], "the other one can't drive off"
    game.order(RUSSIAN, "enter", **{f"leader:{tanks[0]}": str(leaders[0])})
    at(game, "recall", RUSSIAN).roll(RUSSIAN)
    assert [piece(game, RUSSIAN, n).fate for n in (*tanks, *leaders)] == ["eliminated", "ready"] * 2


def test_7_5132_and_7_5114_the_armor_leader_leaves_with_the_vehicle_that_lost_its_main_armament():
    game = bare()
    tank = give(game, GERMAN, "tank", "StuG IIIG", "malfunctioned")
    leader = give(game, GERMAN, "armor_leader", "8-1", place="StuG IIIG")
    at(game, "trouble").order(GERMAN, "enter")
    at(game, "weapon_repair").roll(GERMAN, 6)
    assert [piece(game, GERMAN, n).fate for n in (tank, leader)] == ["eliminated", "eliminated"]


# 7.5131d --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "marks", "after"), [
    (3, (), ()), (4, (), ("stunned",)), (5, (), ("stunned",)), (6, (), ("abandoned",)),
    (5, ("isolated",), ("isolated", "abandoned")), (3, ("isolated",), ("stunned", "isolated")),
])  # fmt: skip
def test_7_5131d_a_stunned_crew_recovers_or_leaves_its_vehicle(die, marks, after):
    game = bare()
    tank = give(game, GERMAN, "tank", "StuG IIIG", "stunned", *marks)
    at(game, "stun").roll(GERMAN, die)
    assert piece(game, GERMAN, tank).marks == after


def test_7_5131d_the_armor_leader_of_a_stunned_crew_that_falls_falls_with_it():
    game = bare()
    give(game, GERMAN, "tank", "StuG IIIG", "stunned")
    leader = give(game, GERMAN, "armor_leader", "8-1", place="StuG IIIG")
    at(game, "stun").roll(GERMAN, 6)
    assert piece(game, GERMAN, leader).fate == "ready"
    game = bare()
    give(game, GERMAN, "tank", "StuG IIIG", "stunned", "isolated")
    leader = give(game, GERMAN, "armor_leader", "8-1", place="StuG IIIG")
    at(game, "stun").roll(GERMAN, 6)
    assert piece(game, GERMAN, leader).fate == "eliminated"


def test_7_5131d_the_armor_leader_who_was_said_to_be_aboard_falls_and_one_in_another_AFV_does_not():
    game = bare()
    tank = give(game, GERMAN, "tank", "StuG IIIG", "stunned", "isolated")
    give(game, GERMAN, "tank", "StuG IIIG")
    leaders = [give(game, GERMAN, "armor_leader", "8-1", *marks) for marks in ((), ("isolated",))]
    at(game, "trouble").order(GERMAN, "enter", **{f"leader:{tank}": str(leaders[1])})
    at(game, "stun").roll(GERMAN, 6)
    assert [piece(game, GERMAN, n).fate for n in leaders] == ["ready", "eliminated"]


def test_7_5131d_the_armor_leader_on_the_map_is_not_in_an_AFV_of_his_type_that_is_off_it():
    game = bare()
    give(game, GERMAN, "tank", "StuG IIIG", "stunned", fate="out")
    give(game, GERMAN, "tank", "StuG IIIG")
    leader = give(game, GERMAN, "armor_leader", "8-0", place="StuG IIIG")
    at(game, "recall").roll(GERMAN, 4)
    at(game, "stun").roll(GERMAN, 6)
    assert piece(game, GERMAN, leader).fate == "ready"


# 7.5132 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "fate", "marks"), [(5, "ready", ()), (6, "eliminated", ("disabled",))])
def test_7_5132_an_MA_with_repair_number_1_is_repaired_on_a_5_and_recalls_its_vehicle_on_a_6(die, fate, marks):
    game = bare()
    tank = give(game, GERMAN, "tank", "StuG IIIG", "malfunctioned")
    at(game, "trouble").order(GERMAN, "enter", **{"repair:StuG-IIIG-main-armament": "1"})
    game.roll(GERMAN, die)
    assert (piece(game, GERMAN, tank).fate, piece(game, GERMAN, tank).marks) == (fate, marks)


def test_7_5132_an_isolated_vehicle_without_its_MA_begins_under_recall_and_short_of_ammunition():
    game = bare()
    tank = give(game, GERMAN, "tank", "StuG IIIG", "malfunctioned", "isolated")
    at(game, "weapon_repair").roll(GERMAN, 6)
    assert piece(game, GERMAN, tank).marks == ("isolated", "disabled", "under recall", "short of ammunition")


def test_7_5132_and_7_5131d_of_a_vehicle_that_is_off_the_map_weapons_are_repaired_and_crews_recover():
    game = bare()
    tank = give(game, GERMAN, "tank", "StuG IIIG", "stunned", "bow MG malfunctioned", fate="out")
    at(game, "recall").roll(GERMAN, 4)
    at(game, "stun").roll(GERMAN, 1)
    at(game, "weapon_repair").roll(GERMAN, 1)
    assert (piece(game, GERMAN, tank).fate, piece(game, GERMAN, tank).marks) == (
        "out",
        ("under recall for ammunition",),
    )


def test_7_5132_a_MG_that_fails_is_disabled_and_its_vehicle_stays():
    game = bare()
    tank = give(game, GERMAN, "tank", "StuG IIIG", "bow MG malfunctioned")
    at(game, "weapon_repair").roll(GERMAN, 6)
    assert (piece(game, GERMAN, tank).fate, piece(game, GERMAN, tank).marks) == ("ready", ("bow MG disabled",))


def test_7_5132_each_weapon_has_its_die_and_an_X_number_has_none():
    game = bare()
    numbers = [give(game, GERMAN, "weapon", name, "malfunctioned") for name in ("LMG", "LMG", "MTR", "PSK")]
    at(game, "trouble")
    assert "repair:PSK" not in {field.name for field in game.current(GERMAN).task.fields}
    game.order(GERMAN, "enter", **{"repair:LMG": "2", "repair:MTR": "x"})
    game.roll(GERMAN, 4, 5)
    assert [piece(game, GERMAN, n).fate for n in numbers] == ["ready", "eliminated", "eliminated", "eliminated"]
    assert piece(game, GERMAN, numbers[0]).marks == ()


def test_7_5132_a_repair_number_is_asked_once_and_kept():
    game = bare()
    give(game, GERMAN, "weapon", "LMG", "malfunctioned")
    at(game, "trouble").order(GERMAN, "enter", **{"repair:LMG": "3"})
    at(game, "play")
    give(game, GERMAN, "weapon", "LMG", "malfunctioned")
    at(game, "trouble", date=2)
    assert next(f.value for f in game.current(GERMAN).task.fields if f.name == "repair:LMG") == "3"


def test_7_5132_isolated_and_not_qualified_men_repair_worse():
    game = bare()
    gun = give(game, GERMAN, "weapon", "LMG", "malfunctioned", "isolated")
    at(game, "trouble").order(GERMAN, "enter", **{"repair:LMG": "1", f"unqualified:{gun}": True})
    game.roll(GERMAN, 2)
    assert piece(game, GERMAN, gun).fate == "eliminated"


def test_4_1_and_7_5132_a_cupola_is_repaired_without_a_die_and_never_scrounged():
    game = bare()
    cupola = give(game, GERMAN, "cupola", "HMG Cupola", "malfunctioned")
    give(game, GERMAN, "squad", "4-6-7")
    give(game, GERMAN, "weapon", "LMG")
    at(game, "weapon_repair").roll(GERMAN)
    assert piece(game, GERMAN, cupola).marks == ()
    which = next(field for field in at(game, "options").current(GERMAN).task.fields if field.name == "which1")
    assert [text for _, text in which.options] == ["a wreck on the map", "1 LMG"]


# 7.5133 ---------------------------------------------------------------------------------------------------------------


def test_7_5133_a_disabled_coaxial_MG_works_again_for_a_LMG_and_nothing_else():
    game = bare()
    tank = give(game, GERMAN, "tank", "StuG IIIG", "coaxial MG disabled", "AA MG disabled")
    guns = [give(game, GERMAN, "weapon", name) for name in ("LMG", "MMG")]
    give(game, GERMAN, "weapon", "LMG", "isolated")
    at(game, "exchange")
    options = {f.name: [key for key, _ in f.options] for f in game.current(GERMAN).task.fields}
    assert options == {f"{tank}:coaxial": ["", "LMG"], f"{tank}:aa": ["", "LMG", "MMG"]}
    with pytest.raises(Refused, match="no further LMG"):
        game.order(GERMAN, "enter", **dict.fromkeys(options, "LMG"))
    game.order(GERMAN, "enter", **{f"{tank}:coaxial": "LMG"})
    assert piece(game, GERMAN, tank).marks == ("AA MG disabled",)
    assert [piece(game, GERMAN, n).fate for n in guns] == ["eliminated", "ready"]


def test_7_5133_a_50_cal_of_the_chart_is_given_for_an_AA_MG():
    game = bare(RUSSIAN)
    tank = give(game, RUSSIAN, "tank", "ISU-122 aamg", "AA MG disabled")
    gun = give(game, RUSSIAN, "weapon", ".50 cal")
    at(game, "exchange", RUSSIAN).order(RUSSIAN, "enter", **{f"{tank}:aa": ".50 cal"})
    assert (piece(game, RUSSIAN, tank).marks, piece(game, RUSSIAN, gun).fate) == ((), "eliminated")


def test_7_5133_a_MG_disabled_by_the_repair_before_may_be_exchanged():
    game = bare()
    tank = give(game, GERMAN, "tank", "StuG IIIG", "bow MG malfunctioned")
    give(game, GERMAN, "weapon", "LMG")
    at(game, "weapon_repair").roll(GERMAN, 6)
    game.order(GERMAN, "enter", **{f"{tank}:bow": "LMG"})
    assert piece(game, GERMAN, tank).marks == ()


# 7.5134 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("side", "name", "total", "fate"), [
    (GERMAN, "FT", 10, "ready"), (GERMAN, "FT", 11, "eliminated"), (RUSSIAN, "FT", 11, "ready"),
    (RUSSIAN, "FT", 12, "eliminated"), (RUSSIAN, "DC", 11, "eliminated"), (RUSSIAN, "DC", 0, "eliminated"),
])  # fmt: skip
def test_7_5134_FT_and_DC_come_back_by_the_DR_that_used_them_up(side, name, total, fate):
    game = bare(side)
    give(game, side, "squad", "4-6-8" if side == GERMAN else "4-5-8", "assault engineer")
    number = give(game, side, "weapon", name, fate="used", since=0)
    at(game, "ftdc", side).order(side, "enter", **{f"dr:{number}": total})
    assert piece(game, side, number).fate == fate
    assert game.current(side).spec.key != "ftdc"


def test_7_5134_no_more_come_back_than_there_are_assault_engineer_squads_that_are_not_isolated():
    game = bare()
    give(game, GERMAN, "squad", "4-6-8", "assault engineer")
    give(game, GERMAN, "squad", "4-6-8", "assault engineer", "isolated")
    one, two = (give(game, GERMAN, "weapon", "DC", fate="used", since=0) for _ in range(2))
    at(game, "ftdc")
    with pytest.raises(Refused, match="for 1 Assault Engineer squads"):
        game.order(GERMAN, "enter", **{f"dr:{one}": 5, f"dr:{two}": 5})
    with pytest.raises(Refused, match="no DR comes to 1"):
        game.order(GERMAN, "enter", **{f"dr:{one}": 1})
    game.order(GERMAN, "enter", **{f"dr:{two}": 5})
    assert [piece(game, GERMAN, n).fate for n in (one, two)] == ["eliminated", "ready"]


def test_7_5134_what_comes_back_is_with_the_Retained_whatever_pocket_it_was_used_up_in():
    game = bare()
    give(game, GERMAN, "squad", "8-3-8", "assault engineer")
    number = give(game, GERMAN, "weapon", "FT", "isolated", "short of ammunition", fate="used", since=0, place="K20")
    at(game, "ftdc").order(GERMAN, "enter", **{f"dr:{number}": 10})
    assert (piece(game, GERMAN, number).marks, piece(game, GERMAN, number).place) == ((), "")


def test_7_5134_what_came_back_is_asked_about_again_when_it_is_used_up_again():
    game = bare()
    give(game, GERMAN, "squad", "8-3-8", "assault engineer")
    number = give(game, GERMAN, "weapon", "DC", fate="used", since=0)
    at(game, "ftdc").order(GERMAN, "enter", **{f"dr:{number}": 4})
    at(game, "play", date=1).order(GERMAN, "lose", piles={str(number): 1}, fate="used")
    at(game, "ftdc", date=2).order(GERMAN, "enter", **{f"dr:{number}": 5})
    assert (piece(game, GERMAN, number).fate, piece(game, GERMAN, number).note) == ("ready", "7.5134: DR 5")


def test_7_5134_what_was_decided_once_is_not_asked_again():
    game = bare()
    number = give(game, GERMAN, "weapon", "DC", fate="eliminated", since=-1)
    at(game, "ftdc").order(GERMAN, "enter")
    at(game, "points", date=2)
    assert sum(e.kind == "charges.kept" for e in game.events) == 1
    assert piece(game, GERMAN, number).fate == "eliminated"


# 7.5135, 7.5136 -------------------------------------------------------------------------------------------------------


def test_7_5135_a_captured_weapon_is_kept_on_2_and_one_that_fails_is_gone_without_a_die():
    game = bare()
    kept, lost, dead = (
        give(game, GERMAN, "weapon", "LMG", "captured from the enemy", *m) for m in ((), (), ("malfunctioned",))
    )
    at(game, "captured").roll(GERMAN, 2, 3)
    assert [piece(game, GERMAN, n).fate for n in (kept, lost, dead)] == ["ready", "eliminated", "eliminated"]


def test_7_5135_and_7_5136_a_captured_AFV_stays_as_long_as_a_weapon_works():
    game = bare()
    tank = give(game, GERMAN, "tank", "T-34/M43", "captured from the enemy")
    at(game, "trouble").order(GERMAN, "enter", **{f"main:{tank}": True, f"guns:{tank}": 2})
    game.roll(GERMAN, 3, 2, 6)
    assert (piece(game, GERMAN, tank).fate, piece(game, GERMAN, tank).marks) == (
        "ready", ("captured from the enemy", "disabled"),
    )  # fmt: skip
    at(game, "trouble", date=2).order(GERMAN, "enter", **{f"main:{tank}": True, f"guns:{tank}": 1})
    game.roll(GERMAN, 6)
    assert piece(game, GERMAN, tank).fate == "eliminated"
    assert piece(game, GERMAN, tank).note == "wreck, 7.5136"


def test_7_5135_a_captured_main_armament_that_is_lost_recalls_nobody():
    game = bare()
    tank = give(game, GERMAN, "tank", "T-34/M43", "captured from the enemy", "malfunctioned")
    at(game, "trouble").order(GERMAN, "enter", **{f"main:{tank}": True, f"guns:{tank}": 1})
    game.roll(GERMAN, 1)
    assert piece(game, GERMAN, tank).marks == ("captured from the enemy", "disabled")


# 7.5137 to 7.51310 ----------------------------------------------------------------------------------------------------


def test_7_5137_vehicles_are_abandoned_wrecked_or_disarmed():
    game = bare()
    give(game, GERMAN, "crew", "2-2-8")
    one = give(game, GERMAN, "tank", "StuG IIIG")
    two = give(game, GERMAN, "tank", "Marder II")
    at(game, "options")
    game.order(
        GERMAN, "enter", what1="abandon", which1=str(one), gain1="1-2-7", what2="burnt", which2=str(two), more=True
    )
    assert piece(game, GERMAN, one).marks == ("abandoned",)
    assert piece(game, GERMAN, two).fate == "eliminated"
    assert next(c.kind for c in game.room(GERMAN).counters if c.name == "1-2-7") == "crew"
    game.order(GERMAN, "enter", what1="remove", which1=str(one), gain1="LMG")
    assert game.current(GERMAN).spec.key == "removal"
    assert game.names(GERMAN, fate="ready").count("LMG") == 0, "which weapon it is says the side alone"
    game.order(RUSSIAN, "settle", number=game.public.corrections[-1].number, verdict="agreed")
    assert game.names(GERMAN, fate="ready").count("LMG") == 1


def test_7_5137_nothing_is_done_with_a_recalled_vehicle_or_without_an_MMC():
    game = bare()
    give(game, GERMAN, "leader", "8-0")
    give(game, GERMAN, "tank", "StuG IIIG", "abandoned")
    give(game, GERMAN, "tank", "Marder II", "under recall", "immobilized")
    gun = give(game, GERMAN, "weapon", "LMG")
    at(game, "options")
    assert [key for key, _ in game.current(GERMAN).task.fields[0].options] == ["", "eliminate", "dismantle", "assemble"]
    with pytest.raises(Refused, match="2 entered, 1 there"):
        game.order(GERMAN, "enter", what1="dismantle", which1=str(gun), number1=2)
    with pytest.raises(Refused, match="Say which"):
        game.order(GERMAN, "enter", what1="dismantle")


def test_7_5137_a_crew_that_abandons_its_vehicle_is_MMC_enough():
    game = bare()
    tank = give(game, GERMAN, "tank", "StuG IIIG", "isolated", place="K20")
    at(game, "options").order(GERMAN, "enter", what1="abandon", which1=str(tank), gain1="2-2-8")
    assert piece(game, GERMAN, tank).marks == ("isolated", "abandoned")


def test_7_5137_the_driver_of_a_truck_is_no_MMC():
    game = bare(RUSSIAN)
    give(game, RUSSIAN, "vehicle", "GAZ-MM")
    game.until("points", RUSSIAN)
    assert "options" not in game.room(RUSSIAN).done


def test_7_5137_a_wreck_on_the_map_is_scrounged():
    game = bare()
    give(game, GERMAN, "squad", "4-6-7")
    give(game, GERMAN, "weapon", "LMG")
    at(game, "options").order(GERMAN, "enter", what1="scrounge", gain1="MMG", what2="scrounge", gain2="LMG")
    told = game.public.corrections[-1]
    assert (told.by, told.gain, told.classes) == (GERMAN, "taken", {"weapon": 2})
    assert "MMG" not in game.names(GERMAN, fate="ready"), "whoever scrounges alone could have any weapon"
    game.order(RUSSIAN, "settle", number=game.public.corrections[-1].number, verdict="agreed")
    assert "MMG" in game.names(GERMAN, fate="ready")


def test_7_5137_an_MMC_with_no_weapon_of_its_own_scrounges_a_wreck_on_the_map():
    game = bare()
    give(game, GERMAN, "squad", "4-6-7")
    task = at(game, "options").current(GERMAN).task
    acts = next(field for field in task.fields if field.name == "what1").options
    assert [act for act, _ in acts] == ["", "scrounge"]
    game.order(GERMAN, "enter", what1="scrounge", gain1="MMG")
    game.order(RUSSIAN, "settle", number=game.public.corrections[-1].number, verdict="agreed")
    assert "MMG" in game.names(GERMAN, fate="ready")


def test_7_5137_who_has_not_entered_is_in_no_area_with_a_wreck():
    game = bare()
    squad = give(game, GERMAN, "squad", "4-6-7")
    give(game, GERMAN, "leader", "8-0")
    give(game, GERMAN, "weapon", "LMG")
    game.put(GERMAN, counters=tuple(replace(c, fate="due") if c.id == squad else c for c in game.room(GERMAN).counters))
    task = at(game, "options").current(GERMAN).task
    acts = next(field for field in task.fields if field.name == "what1").options
    assert "scrounge" not in dict(acts)


def test_7_5137_what_leaves_a_vehicle_is_a_crew_and_what_is_scrounged_a_weapon():
    game = bare()
    give(game, GERMAN, "squad", "4-6-7")
    tank = give(game, GERMAN, "tank", "StuG IIIG")
    at(game, "options")
    with pytest.raises(Refused, match="8-3-8 is of another class"):
        game.order(GERMAN, "enter", what1="abandon", which1=str(tank), gain1="8-3-8")
    with pytest.raises(Refused, match="StuH-42 is of another class"):
        game.order(GERMAN, "enter", what1="scrounge", gain1="StuH-42")


def test_7_51310_SW_are_dismantled_assembled_and_done_away_with():
    game = bare()
    give(game, GERMAN, "leader", "8-0")
    one, two = give(game, GERMAN, "weapon", "HMG"), give(game, GERMAN, "weapon", "LMG")
    at(game, "options")
    game.order(GERMAN, "enter", what1="dismantle", which1=str(one), what2="eliminate", which2=str(two), more=True)
    assert piece(game, GERMAN, one).marks == ("dismantled",)
    assert piece(game, GERMAN, two).fate == "eliminated"
    game.order(GERMAN, "enter", what1="assemble", which1=str(one))
    assert piece(game, GERMAN, one).marks == ()


def test_7_5138_special_ammunition_is_full_again_unless_captured_or_isolated():
    game = bare()
    marks = "special ammunition depleted"
    own = give(game, GERMAN, "gun", "75 PAK", marks)
    rest = [give(game, GERMAN, "gun", "75 PAK", marks, other) for other in ("isolated",)]
    at(game, "restock").roll(GERMAN)
    assert piece(game, GERMAN, own).marks == ()
    assert marks in piece(game, GERMAN, rest[0]).marks


def test_7_5139_low_and_short_ammunition_ends_for_who_is_not_isolated():
    game = bare()
    low = give(game, GERMAN, "tank", "StuG IIIG", "low ammunition")
    short = give(game, GERMAN, "squad", "4-6-7", "short of ammunition")
    pocket = give(game, GERMAN, "squad", "4-6-7", "isolated", "short of ammunition")
    at(game, "restock").roll(GERMAN)
    assert [piece(game, GERMAN, n).marks for n in (low, short)] == [(), ()]
    assert "short of ammunition" in piece(game, GERMAN, pocket).marks


def test_7_5131_where_nothing_is_in_trouble_the_steps_pass_by_themselves():
    game = Game().until("points", date=1)
    told = ("vehicles.manned", "trouble.told", "stun.rolled", "repair.rolled", "captured.rolled", "ammunition.restored")
    assert not [event.kind for event in game.events if event.kind in told]


def test_7_5131_every_event_of_the_repairs_is_told():
    game = at(in_trouble(), "points", date=2)
    told = [SYSTEM.describe(event) for event in game.events if event.kind.endswith((".rolled", ".told", ".restored"))]
    assert {"7.5131c", "7.5131d", "7.5132", "7.5135", "7.513"} <= {story.rule for story in told}


def test_7_513_and_7_514_go_in_the_printed_order():
    assert [step for step, _ in troubles()] == [
        "reman", "trouble", "immobile", "recall", "stun", "weapon_repair", "exchange", "ftdc", "captured", "options",
        "restock", "removal", "removal_roll", "removal_loss",
    ]  # fmt: skip


# a vehicle and its crew, counted apart --------------------------------------------------------------------------------


def test_7_5043_and_7_5131a_a_bogged_vehicle_that_is_manned_again_can_not_drive():
    game = bare()
    tank = give(game, GERMAN, "tank", "StuG IIIG", "bogged", "abandoned", "under recall", place="K20")
    give(game, GERMAN, "crew", "2-2-8")
    give(game, GERMAN, "fortification", "Wire")
    at(game, "reman").order(GERMAN, "enter", **{f"by:{tank}": "2-2-8"})
    assert piece(game, GERMAN, tank).marks == ("bogged", "under recall")
    at(game, "removal")
    assert piece(game, GERMAN, tank).fate == "ready", "7.5131c: only a Mobile vehicle under Recall is Eliminated"
    assert piece(game, GERMAN, tank).place == "K20"
    with pytest.raises(Refused, match="1 tries, but only 0 by your mobile tracked vehicles"):
        game.order(GERMAN, "enter", what1="wreck")


def test_7_13_and_7_5131a_a_vehicle_counts_without_the_crew_that_counts_apart_from_it():
    game = bare()
    tank = give(game, GERMAN, "tank", "StuG IIIG")
    full, crew = piece(game, GERMAN, tank).worth, 1
    at(game, "options").order(GERMAN, "enter", what1="abandon", which1=str(tank), gain1="2-2-8")
    assert piece(game, GERMAN, tank).worth == full - crew
    at(game, "reman", date=2).order(GERMAN, "enter", **{f"by:{tank}": "2-2-8"})
    assert piece(game, GERMAN, tank).worth == full


def test_7_5131a_and_7_5137_the_half_squad_that_manned_a_vehicle_gets_out_of_it_again():
    game = bare()
    tank = give(game, GERMAN, "tank", "StuG IIIG", "abandoned", worth=5)
    squad = give(game, GERMAN, "squad", "4-6-7")
    at(game, "reman").order(GERMAN, "enter", **{f"by:{tank}": "4-6-7"})
    assert (piece(game, GERMAN, squad).worth, piece(game, GERMAN, tank).worth) == (1, 6)
    at(game, "options").order(GERMAN, "enter", what1="abandon", which1=str(tank), gain1="2-2-8")
    assert piece(game, GERMAN, tank).worth == 5
    assert sorted(game.names(GERMAN, fate="ready")) == ["2-4-7", "2-4-7", "StuG IIIG"], "and no crew besides"


def test_7_5131d_a_vehicle_whose_crew_a_stun_took_counts_without_it():
    game = bare()
    tank = give(game, GERMAN, "tank", "StuG IIIG", "stunned")
    full = piece(game, GERMAN, tank).worth
    at(game, "stun").roll(GERMAN, 6)
    assert piece(game, GERMAN, tank).worth == full - 1


@pytest.mark.parametrize("act", ["abandon", "wreck", "burnt"])
def test_7_5137_and_7_5114_the_armor_leader_of_a_vehicle_that_is_given_up_has_no_AFV(act):
    game = bare()
    tank = give(game, GERMAN, "tank", "StuG IIIG", "immobilized")
    leader = give(game, GERMAN, "armor_leader", "9-1", place="StuG IIIG")
    give(game, GERMAN, "tank", "Marder II")
    at(game, "options").order(GERMAN, "enter", what1=act, which1=str(tank), number1=1)
    assert piece(game, GERMAN, leader).marks == ("without AFV",)
    (asked,) = game.until("armor_leaders", GERMAN, NEXT).current(GERMAN).task.fields
    assert asked.value == "Marder II"


def test_7_5131b_and_7_5114_an_armor_leader_on_foot_helps_to_repair_nothing():
    game = bare(date=2)
    tank = give(game, GERMAN, "tank", "StuG IIIG", "immobilized", place="K20")
    give(game, GERMAN, "armor_leader", "9-1", "without AFV", place="StuG IIIG")
    asked = {each.name: each.value for each in at(game, "trouble", date=2).current(GERMAN).task.fields}
    assert asked[f"leader:{tank}"] == ""


def test_7_5137_what_is_abandoned_already_is_not_abandoned_again():
    game = bare()
    give(game, GERMAN, "crew", "2-2-8")
    tank = give(game, GERMAN, "tank", "StuG IIIG", "abandoned")
    give(game, GERMAN, "tank", "StuG IIIG")
    with pytest.raises(Refused, match="can't be done with these") as no:
        at(game, "options").order(GERMAN, "enter", what1="abandon", which1=str(tank), gain1="2-2-8")
    assert no.value.field == "which1"


def test_7_5137_to_abandon_is_offered_where_somebody_is_in_a_vehicle():
    game = bare()
    give(game, GERMAN, "crew", "2-2-8")
    give(game, GERMAN, "tank", "StuG IIIG", "abandoned")
    at(game, "options")
    assert "abandon" not in dict(game.current(GERMAN).task.fields[0].options)


def test_7_5137_no_crew_leaves_a_truck_whatever_was_named():
    game = bare(RUSSIAN)
    give(game, RUSSIAN, "squad", "4-5-8")
    truck = give(game, RUSSIAN, "vehicle", "GAZ-MM")
    at(game, "options", RUSSIAN).order(RUSSIAN, "enter", what1="abandon", which1=str(truck), gain1="2-2-8")
    assert piece(game, RUSSIAN, truck).marks == ("abandoned",)
    assert "2-2-8" not in game.names(RUSSIAN, fate="ready")


def test_7_5137_and_7_5061_a_crew_that_abandons_an_isolated_vehicle_is_isolated_there():
    game = bare().put(GERMAN, areas={"K20": "C"})
    conditions = ("isolated", "short of ammunition")
    tank = give(game, GERMAN, "tank", "StuG IIIG", *conditions, place="K20")
    at(game, "options").order(GERMAN, "enter", what1="abandon", which1=str(tank), gain1="2-2-8")
    (crew,) = (c for c in game.room(GERMAN).counters if c.name == "2-2-8" and c.fate == "ready")
    assert (crew.marks, crew.place) == (conditions, "K20")


def test_7_5137_who_manned_a_vehicle_in_a_pocket_is_isolated_no_more_once_it_is_out_of_it():
    game = bare().put(GERMAN, areas={"K20": "C"})
    tank = give(game, GERMAN, "tank", "StuG IIIG", "abandoned", "isolated", place="K20")
    crew = give(game, GERMAN, "crew", "2-2-8", "isolated", "short of ammunition", "fanatic", place="K20")
    at(game, "reman").order(GERMAN, "enter", **{f"by:{tank}": "2-2-8"})
    out = tuple(replace(c, marks=(), place="") if c.id == tank else c for c in game.room(GERMAN).counters)
    game.put(GERMAN, counters=out)
    at(game, "options").order(GERMAN, "enter", what1="abandon", which1=str(tank))
    assert (piece(game, GERMAN, crew).fate, piece(game, GERMAN, crew).marks) == ("ready", ("fanatic",))


def test_7_5137_each_wreck_that_is_scrounged_brings_a_weapon():
    game = bare()
    give(game, GERMAN, "squad", "4-6-7")
    give(game, GERMAN, "weapon", "LMG")
    at(game, "options").order(GERMAN, "enter", what1="scrounge", number1=3, gain1="MMG")
    assert game.public.corrections[-1].classes == {"weapon": 3}
