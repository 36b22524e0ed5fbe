"""12.614 to 12.620: what a new CG Day, or the refit before a Counterattack, does to a side."""

from dataclasses import replace
from typing import Any

import pytest

from rules.asl.counters import Counter
from rules.contract import Refused
from rules.systems.votg.context import AFTER_BATTLE
from rules.systems.votg.state import RUSSIAN, DateRecord, Group, Landing, Report
from tests.rules import votg_rare_orders
from tests.rules.votg_play import GERMAN, Game, data_of

AT_ONCE: dict[str, Any] = {"rulings": {"elr_san_secret": "open"}}


def fought(day: str, kind: str = "german_assault", winner: str = GERMAN, **more: Any) -> DateRecord:
    """A date whose scenario was played; `cvp` are those suffered, German and Russian."""
    german, russian = more.pop("cvp", (0, 0))
    wrong = more.pop("wrong", 0)
    cvp = {GERMAN: german, RUSSIAN: russian}
    points = {GERMAN: german - wrong, RUSSIAN: russian - wrong}
    report = Report(1, GERMAN, winner, 6, cvp, points, {GERMAN: 0, RUSSIAN: 0}, 0)
    return DateRecord(day=day, kind=kind, winner=winner, report=report, **more)


def idle(day: str) -> DateRecord:
    return DateRecord(day=day, kind="idle_day", chits={GERMAN: "idle", RUSSIAN: "idle"})


def refit(*before: DateRecord, day: str, kind: str = "", night: bool = False, **options: Any) -> Game:
    """A campaign at the beginning of a refit."""
    return Game(**options).stands("renewal", *before, DateRecord(day=day, kind=kind, night=night))


def rolled(game: Game, side: str, step: str, *dice: int, **data: Any) -> Any:
    """What the dice of a step come to: its event's data, by a side that has come there."""
    game.alone(side, step)
    order = "enter" if game.current(side).task.kind == "form" else "roll"
    events = game.cast(side, order, dice, **data)
    return next(event.data for event in events if "rolls" in event.data)


def mods(data: Any) -> list[int]:
    """The modifiers of the first roll of an event."""
    return [mod[0] for mod in data["rolls"][0].get("mods", ())]


# points ----------------------------------------------------------------------------------------


def cpp(game: Game, side: str, *dice: int) -> int:
    return int(rolled(game, side, "points", *dice)["ledger"]["repl"])


def test_12_618_german_points_on_15_september():
    last = fought("14", chits={GERMAN: "attack", RUSSIAN: "idle"}, cvp=(43, 0))
    game = refit(last, day="15")
    data = rolled(game, GERMAN, "points", 4, 4)
    assert (sorted(mods(data)), data["ledger"]["repl"]) == ([-2, -1, 1], 18)
    assert game.room(GERMAN).now.ledger.total == game.room(GERMAN).now.ledger.start + 18


def test_12_618_russian_points_on_21_september():
    game = refit(fought("20", chits={GERMAN: "attack", RUSSIAN: "idle"}, cvp=(0, 19)), day="21")
    assert cpp(game, RUSSIAN, 2, 3) == 18


def test_12_618_below_and_above_the_table():
    assert cpp(refit(fought("20", cvp=(61, 0)), day="21"), GERMAN, 1, 1) == 20
    last = fought("26", "russian_assault", chits={GERMAN: "idle", RUSSIAN: "attack"})
    assert cpp(refit(last, day="27"), RUSSIAN, 6, 6) == 14


def test_12_6253_before_a_counterattack_german_points_are_halved_fractions_up():
    game = refit(fought("14", chits={GERMAN: "attack", RUSSIAN: "idle"}), day="14", kind="counterattack")
    assert cpp(game, GERMAN, 3, 4) == 9
    assert cpp(game, RUSSIAN, 3, 4) == 17


def test_12_6253_that_points_are_halved_is_said_before_the_roll_and_of_its_result():
    game = refit(fought("14"), day="14", kind="counterattack").alone(GERMAN, "points")
    (line,) = game.current(GERMAN).task.lines
    assert line.endswith("halved before or after a Counterattack, fractions up (12.6253).")
    event = game.roll(GERMAN, 3, 4)[0]
    assert game.system.describe(event).sentence == "9 CPP replenished, where the dice alone bring 17: 39 in all."
    event = game.alone(RUSSIAN, "points").roll(RUSSIAN, 3, 4)[0]
    assert game.system.describe(event).sentence == "17 CPP replenished, 39 in all."


def test_12_6182_by_night_the_russians_have_another_modifier_on_14_september():
    game = refit(fought("14"), day="14", kind="counterattack", night=True)
    assert mods(rolled(game, RUSSIAN, "points", 3, 4)) == [-2]
    assert mods(rolled(game, GERMAN, "points", 3, 4)) == []


def test_12_6253_after_a_counterattack_russian_points_are_halved():
    records = fought("14"), fought("14", "counterattack", RUSSIAN)
    assert cpp(refit(*records, day="15"), RUSSIAN, 3, 3) == 9
    assert cpp(refit(*records, day="15"), GERMAN, 3, 3) == 18
    assert cpp(refit(*records, idle("15"), day="16"), RUSSIAN, 3, 3) == 18


def test_12_6253_before_a_counterattack_on_the_last_day_both_are_halved():
    game = refit(fought("27"), day="27", kind="counterattack")
    assert [cpp(game, side, 4, 5) for side in (GERMAN, RUSSIAN)] == [8, 8]


def test_CG13_casualties_by_leaving_over_a_wrong_hex_do_not_count_for_points():
    assert mods(rolled(refit(fought("18", cvp=(45, 0), wrong=6), day="19"), GERMAN, "points", 3, 4)) == [-1]


def test_12_618_casualties_of_the_refit_since_count_as_well():
    game = refit(fought("17", cvp=(15, 0)), day="18")
    game.has(GERMAN, ("tank", "StuG IIIB"), worth=6, fate="eliminated", since=-AFTER_BATTLE)
    assert mods(rolled(game, GERMAN, "points", 3, 4)) == [-1]


@pytest.mark.parametrize("reading", ["every", "once"])
def test_12_618_losses_of_a_refit_count_in_it_and_not_again_after_the_next_scenario(reading: str):
    game = refit(fought("17"), day="18", rulings={"idle_cvp": reading}).put(GERMAN, counters=())
    game.has(GERMAN, ("tank", "StuG IIIB", ("shocked",)), worth=20).alone(GERMAN, "shock")
    game.order(GERMAN, "enter", v_1="eliminated")
    assert mods(rolled(game, GERMAN, "points", 3, 4)) == [-1]
    game.stands("renewal", fought("17"), fought("18"), DateRecord(day="19"))
    assert mods(rolled(game, GERMAN, "points", 3, 4)) == []


def test_12_618_losses_after_a_scenario_count_whatever_its_refit_began_with():
    game = refit(fought("17"), day="18").put(GERMAN, counters=())
    game.has(GERMAN, ("squad", "4-6-7", ("encircled",)), worth=20)
    game.stands("aftermath", fought("17"), fought("18"))
    rolled(game, GERMAN, "encirclement", 6, 6)
    game.stands("renewal", fought("17"), fought("18"), DateRecord(day="19"))
    assert mods(rolled(game, GERMAN, "points", 3, 4)) == [-1]


@pytest.mark.parametrize(("reading", "expected"), [("down", []), ("up", [-1])])
def test_ruling_cvp_twenties(reading: str, expected: list[int]):
    game = refit(fought("17", cvp=(19, 0)), day="18", rulings={"cvp_twenties": reading})
    assert mods(rolled(game, GERMAN, "points", 3, 4)) == expected


@pytest.mark.parametrize(("reading", "expected"), [("once", []), ("every", [-2])])
def test_ruling_idle_cvp(reading: str, expected: list[int]):
    game = refit(fought("17", cvp=(40, 0)), idle("18"), day="19", rulings={"idle_cvp": reading})
    assert mods(rolled(game, GERMAN, "points", 3, 4)) == expected


@pytest.mark.parametrize(("reading", "expected"), [("attack", [1]), ("not_attack", [])])
def test_ruling_counterattack_chit(reading: str, expected: list[int]):
    game = refit(
        fought("17"), fought("17", "counterattack", RUSSIAN), day="18", rulings={"counterattack_chit": reading}
    )
    assert mods(rolled(game, RUSSIAN, "points", 3, 4)) == expected


@pytest.mark.parametrize(("reading", "expected"), [("calendar", []), ("latest", [1])])
def test_ruling_chit_day(reading: str, expected: list[int]):
    last = fought("18", chits={GERMAN: "attack", RUSSIAN: "idle"})
    game = refit(fought("17"), last, day="18", kind="counterattack", rulings={"chit_day": reading})
    assert mods(rolled(game, GERMAN, "points", 3, 4)) == expected


@pytest.mark.parametrize(("reading", "expected"), [("charts", [-1]), ("none", [])])
def test_12_32_the_owners_balance_for_who_has_lost_more(reading: str, expected: list[int]):
    lost = [fought(day, winner=RUSSIAN) for day in ("14", "17")]
    game = refit(*lost, day="18", rulings={"balance_y": reading})
    assert mods(rolled(game, GERMAN, "points", 3, 4)) == expected


def test_the_owners_change_of_points_comes_before_they_are_halved():
    assert cpp(refit(fought("18"), day="18", game="I"), GERMAN, 3, 4) == 17 - 8
    assert cpp(refit(fought("18"), day="18", kind="counterattack", game="I"), GERMAN, 3, 4) == 5


# Support CPP -----------------------------------------------------------------------------------


def test_12_6181_a_german_who_declares_an_attack_has_six_support_points():
    game = refit(idle("17"), day="18")
    game.alone(GERMAN, "support").order(GERMAN, "enter", chit="attack")
    line = game.room(GERMAN).now
    assert (line.chit, line.support.repl) == ("attack", 6)


def test_12_6181_idle_brings_none_and_only_germans_are_asked():
    game = refit(idle("17"), day="18")
    game.alone(GERMAN, "support").order(GERMAN, "enter", chit="idle")
    assert (game.room(GERMAN).now.chit, game.room(GERMAN).now.support.repl) == ("idle", 0)
    game.alone(RUSSIAN, "elr")
    assert "support" not in game.room(RUSSIAN).done


def test_12_6181_there_are_none_before_a_counterattack():
    game = Game().stands("renewal", fought("17"), DateRecord(day="17", kind="counterattack"))
    while game.answer(GERMAN):
        pass
    assert "support" not in game.room(GERMAN).done


@pytest.mark.parametrize("reading", ["last_chit", "next_refit"])
def test_ruling_support_timing_by_a_chit_that_was_shown(reading: str):
    last = fought("17", chits={GERMAN: "attack", RUSSIAN: "idle"})
    game = refit(last, day="18", rulings={"support_timing": reading})
    game.alone(GERMAN, "support").order(GERMAN, "done")
    assert (game.room(GERMAN).now.chit, game.room(GERMAN).now.support.repl) == ("", 6)


def test_ruling_support_timing_before_a_counterattack():
    last = fought("17", chits={GERMAN: "attack", RUSSIAN: "idle"})
    game = refit(last, day="17", kind="counterattack", rulings={"support_timing": "next_refit"})
    assert game.alone(GERMAN, "support").current(GERMAN).task.lines


@pytest.mark.parametrize(("reading", "left"), [("kept", 6), ("lost", 0)])
def test_ruling_support_kept(reading: str, left: int):
    game = Game(game="IV", rulings={"support_kept": reading}).until("new_day", date=1)
    assert game.room(GERMAN).now.support.start == left


# SAN, Booby Traps ------------------------------------------------------------------------------


@pytest.mark.parametrize(("san", "dice", "expected"), [(5, 4, 4), (4, 4, 4), (7, 2, 6)])
def test_12_6142_san_from_4_on_is_rolled_for(san: int, dice: int, expected: int):
    game = refit(idle("17"), day="18").put(GERMAN, san=san)
    rolled(game, GERMAN, "san", dice)
    assert game.room(GERMAN).now.san == expected


def test_12_6142_san_3_is_not_rolled_for():
    game = refit(idle("17"), day="18").put(GERMAN, san=3).alone(GERMAN, "points")
    assert "san" not in game.room(GERMAN).done


@pytest.mark.parametrize(("strikes", "expected"), [({}, 2), ({0: False}, 0)])
def test_12_6142_san_0_becomes_2_with_a_new_day_but_not_before_a_counterattack(strikes: Any, expected: int):
    game = Game(game="IV", strikes=strikes).until("counterattack", RUSSIAN).put(GERMAN, san=0)
    game.until("points", date=1)
    assert game.room(GERMAN).now.san == expected


def test_12_6142_a_side_is_told_that_its_san_has_risen():
    game = Game(game="IV").until("counterattack", RUSSIAN).put(GERMAN, san=0).until("new_day", date=1)
    found = {side: game.current(side).task.lines for side in (GERMAN, RUSSIAN)}
    assert found == {GERMAN: ("15 Sept", "Your SAN of 0 rises to 2 (12.6142)."), RUSSIAN: ("15 Sept",)}


def test_ruling_elr_san_secret_told_at_once():
    game = refit(idle("17"), day="18", **AT_ONCE).put(GERMAN, san=5)
    game.alone(GERMAN, "san").roll(GERMAN, 6)
    assert game.public.today.san == {GERMAN: 4}


@pytest.mark.parametrize(("dice", "level"), [(6, "B"), (5, "A")])
def test_12_6143_a_six_finds_the_worst_of_the_booby_traps(dice: int, level: str):
    game = refit(idle("17"), day="18").told(booby="A").alone(RUSSIAN, "booby_traps")
    game.roll(RUSSIAN, dice)
    assert game.public.booby == level


def test_12_6143_level_c_is_not_rolled_for_and_germans_never_roll():
    game = refit(idle("17"), day="18").alone(RUSSIAN, "points")
    assert "booby_traps" not in game.room(RUSSIAN).done
    game = refit(idle("17"), day="18").told(booby="A").alone(GERMAN, "points")
    assert "booby_traps" not in game.room(GERMAN).done


# vehicles --------------------------------------------------------------------------------------


def with_tank(side: str, *marks: str, name: str = "T-34 M41", **more: Any) -> Game:
    """A refit with one AFV more."""
    game = refit(fought("17"), day="18").put(side, counters=())
    return game.has(side, ("tank", name, marks), **more)


def tank(game: Game, side: str) -> Counter:
    return next(counter for counter in game.room(side).counters if counter.kind == "tank")


def test_12_6253_before_a_counterattack_nothing_is_asked_for_repairs_that_are_left_out():
    game = refit(fought("17"), day="17", kind="counterattack").put(RUSSIAN, counters=())
    game.has(RUSSIAN, ("tank", "T-34 M41", ("immobilized", "recovered")), ("armor_leader", "9-1"))
    assert game.alone(RUSSIAN, "points").room(RUSSIAN).done.count("trouble") == 0
    game = refit(fought("17"), day="17", kind="counterattack").put(RUSSIAN, counters=())
    game.has(RUSSIAN, ("tank", "T-34 M41", ("immobilized", "bow MG malfunctioned")), ("armor_leader", "9-1"))
    asked = {field.name.split(":")[0] for field in game.alone(RUSSIAN, "trouble").current(RUSSIAN).task.fields}
    assert asked == {"unqualified", "repair"}


def recover(game: Game, side: str, how: str, *dice: int) -> Any:
    game.alone(side, "recovery").order(side, "enter", **{f"try_{tank(game, side).id}": how})
    return rolled(game, side, "recovery_roll", *dice)


def test_12_6151d_in_the_own_perimeter_an_immobilized_AFV_is_recovered_with_an_original_6():
    game = with_tank(RUSSIAN, "immobilized", place="K20")
    recover(game, RUSSIAN, "perimeter", 6)
    assert (tank(game, RUSSIAN).marks, tank(game, RUSSIAN).place) == (("immobilized", "recovered"), "")


def test_12_6151d_a_wreck_burns_out_for_good_on_an_original_6():
    game = with_tank(RUSSIAN, fate="eliminated", since=0)
    recover(game, RUSSIAN, "perimeter", 6)
    assert "burnt-out" in tank(game, RUSSIAN).note
    assert (tank(game, RUSSIAN).fate, tank(game, RUSSIAN).since) == ("eliminated", 0)


def test_12_6151d_a_recovered_wreck_is_retained_as_a_wreck():
    game = with_tank(RUSSIAN, fate="eliminated", since=0)
    recover(game, RUSSIAN, "outside", 4)
    assert (tank(game, RUSSIAN).fate, set(tank(game, RUSSIAN).marks)) == ("ready", {"wreck", "recovered"})


def test_12_6151d_dug_in_and_outside_the_perimeter():
    game = with_tank(RUSSIAN, "immobilized", "dug-in", place="K20")
    assert mods(recover(game, RUSSIAN, "outside", 3)) == [2]
    assert "recovered" not in tank(game, RUSSIAN).marks


def test_12_6151d_an_isolated_AFV_needs_a_path():
    game = with_tank(RUSSIAN, "immobilized", "isolated", place="K20").alone(RUSSIAN, "recovery")
    options = dict(game.current(RUSSIAN).task.fields[0].options)
    assert set(options) == {"leave", "path"}
    assert mods(recover(game, RUSSIAN, "path", 2)) == [2]
    assert "isolated" not in tank(game, RUSSIAN).marks


@pytest.mark.parametrize(("marks", "way", "drm"), [
    ((), "path", [2]), (("isolated",), "perimeter", [-2]), (("isolated", "dug-in"), "path", [2, 2]),
    ((), "outside", []),
])  # fmt: skip
def test_12_6151d_of_a_wreck_that_was_lost_its_side_says_if_it_is_isolated(
    marks: tuple[str, ...], way: str, drm: list[int]
):
    game = with_tank(RUSSIAN, *marks, fate="eliminated", since=0)
    assert mods(recover(game, RUSSIAN, way, 6)) == drm


def test_12_6151d_and_CG5_an_AFV_in_a_fortified_building_is_never_moved_but_its_wreck_is_recovered():
    game = with_tank(RUSSIAN, "immobilized", "in fortification", place="K20").has(RUSSIAN, ("tank", "T-70", ("wreck",)))
    game.has(RUSSIAN, ("tank", "KV-1", ("wreck", "in fortification")), place="L20").alone(RUSSIAN, "recovery")
    assert [field.label for field in game.current(RUSSIAN).task.fields] == [
        "T-70 (no. 2), a wreck", "KV-1 (no. 3), a wreck",
    ]  # fmt: skip
    game = with_tank(RUSSIAN, "immobilized", "in fortification", place="K20").alone(RUSSIAN, "points")
    assert not {"recovery", "immobilization"} & set(game.room(RUSSIAN).done)
    assert tank(game, RUSSIAN).place == "K20"


def test_12_6151d_and_12_6151e_a_captured_AFV_is_brought_in_and_made_mobile_as_others_are():
    game = with_tank(GERMAN, "captured from the enemy", "immobilized", "non-qualified use", place="K20")
    recover(game, GERMAN, "perimeter", 6)
    assert mods(mended(game, GERMAN, 1)) == [1]
    assert tank(game, GERMAN).marks == ("captured from the enemy", "non-qualified use")


def test_12_6151d_nothing_is_recovered_before_a_counterattack():
    game = refit(fought("17"), day="17", kind="counterattack").has(RUSSIAN, ("tank", "T-34 M41", ("immobilized",)))
    game.alone(RUSSIAN, "points")
    assert not {"recovery", "immobilization", "wreck_repair"} & set(game.room(RUSSIAN).done)


def mended(game: Game, side: str, *dice: int) -> Any:
    return rolled(game, side, "immobilization", *dice)


def test_12_6151e_labor_helps_and_2_or_less_makes_an_AFV_mobile():
    game = with_tank(RUSSIAN, "immobilized", "recovered", "Labor 1")
    assert mods(mended(game, RUSSIAN, 3)) == [-1]
    assert tank(game, RUSSIAN).marks == ()


def test_12_6151e_an_inexperienced_crew_and_a_labor_counter_for_the_next_try():
    game = with_tank(RUSSIAN, "immobilized", "recovered", "inexperienced crew")
    assert mods(mended(game, RUSSIAN, 3)) == [1]
    assert set(tank(game, RUSSIAN).marks) == {"immobilized", "recovered", "inexperienced crew", "Labor 1"}


def test_12_6151e_and_12_6214c_a_dug_in_AFV_is_made_mobile_only_once_it_is_recovered():
    game = with_tank(RUSSIAN, "immobilized", "dug-in", "isolated", place="K20").alone(RUSSIAN, "points")
    assert "immobilization" not in game.room(RUSSIAN).done
    game = with_tank(RUSSIAN, "immobilized", "dug-in", place="K20")
    recover(game, RUSSIAN, "perimeter", 4)
    mended(game, RUSSIAN, 2)
    assert tank(game, RUSSIAN).marks == ()


def test_12_6151d_an_AFV_that_was_brought_in_and_set_up_again_has_to_be_recovered_anew():
    game = with_tank(RUSSIAN, "immobilized", "recovered", place="K20")
    game.alone(RUSSIAN, "recovery").order(RUSSIAN, "enter", **{f"try_{tank(game, RUSSIAN).id}": "leave"})
    game.alone(RUSSIAN, "points")
    assert "immobilization" not in game.room(RUSSIAN).done
    game = with_tank(RUSSIAN, "immobilized", "recovered", place="K20")
    recover(game, RUSSIAN, "perimeter", 4)
    assert mods(mended(game, RUSSIAN, 2)) == []
    assert (tank(game, RUSSIAN).marks, tank(game, RUSSIAN).place) == ((), "")


@pytest.mark.parametrize(("where", "rolls"), [("recovered", True), ("isolated", False)])
def test_12_6151e_a_retained_AFV_needs_no_crew_to_be_made_mobile_an_isolated_one_does(where: str, rolls: bool):
    game = with_tank(RUSSIAN, "immobilized", "abandoned", where)
    if rolls:
        mended(game, RUSSIAN, 2)
        assert tank(game, RUSSIAN).marks == ("abandoned",)
    game.alone(RUSSIAN, "points")
    assert ("immobilization" in game.room(RUSSIAN).done) is rolls


def test_12_6151e_the_second_labor_counter_is_the_last():
    game = with_tank(RUSSIAN, "immobilized", "recovered", "Labor 2")
    assert mods(mended(game, RUSSIAN, 6)) == [-2]
    assert "Labor 2" in tank(game, RUSSIAN).marks


def test_12_6151e_what_was_not_brought_in_is_not_repaired():
    game = with_tank(RUSSIAN, "immobilized").alone(RUSSIAN, "points")
    assert "immobilization" not in game.room(RUSSIAN).done


@pytest.mark.parametrize(("reading", "marks", "expected"), [
    ("isolated", ("recovered",), []), ("isolated", ("isolated",), [-1, 1]), ("always", ("recovered",), [-1]),
])  # fmt: skip
def test_ruling_armor_leader_repair(reading: str, marks: tuple[str, ...], expected: list[int]):
    game = refit(fought("17"), day="18", rulings={"armor_leader_repair": reading}).put(RUSSIAN, counters=())
    game.has(RUSSIAN, ("tank", "T-34 M41", ("immobilized", *marks)))
    game.has(RUSSIAN, ("armor_leader", "8-1"), place="T-34 M41")
    assert sorted(mods(mended(game, RUSSIAN, 6))) == sorted(expected)


def test_12_6151f_a_german_wreck_is_fully_functional_on_3():
    game = with_tank(GERMAN, "wreck", "recovered", "disabled", name="StuG IIIB")
    assert mods(rolled(game, GERMAN, "wreck_repair", 3)) == [-1]
    assert (tank(game, GERMAN).fate, tank(game, GERMAN).marks) == ("ready", ())


def test_12_6151f_an_original_6_is_a_total_loss():
    game = with_tank(GERMAN, "wreck", "recovered", name="StuG IIIB")
    rolled(game, GERMAN, "wreck_repair", 6)
    assert tank(game, GERMAN).fate == "eliminated"


def test_12_6151f_and_12_618_a_recovered_wreck_that_is_lost_for_good_is_no_second_casualty():
    game = with_tank(RUSSIAN, fate="eliminated", since=0, worth=6)
    recover(game, RUSSIAN, "outside", 4)
    rolled(game, RUSSIAN, "wreck_repair", 6)
    assert (tank(game, RUSSIAN).fate, game.context(RUSSIAN).refit_losses(0, 1)) == ("eliminated", 0)


def test_12_6151f_a_repaired_AFV_is_worth_its_casualty_points_again():
    game = with_tank(RUSSIAN, fate="eliminated", since=0, worth=6)
    recover(game, RUSSIAN, "outside", 4)
    rolled(game, RUSSIAN, "wreck_repair", 1)
    assert (tank(game, RUSSIAN).marks, tank(game, RUSSIAN).worth) == ((), 6)


def test_12_6151f_a_partially_armored_one_is_harder_and_that_is_asked_once():
    game = with_tank(RUSSIAN, "wreck", "recovered", name="SU")
    data = rolled(game, RUSSIAN, "wreck_repair", 2, **{"partly:SU": True})
    assert mods(data) == [1]
    assert "Labor 1" in tank(game, RUSSIAN).marks
    assert game.room(RUSSIAN).known == {"partly:SU": True}


def test_12_6151a_and_12_6153_no_isolated_AFV_is_manned_again_or_given_a_MG():
    game = with_tank(GERMAN, "abandoned", "isolated", "bow MG disabled", name="StuG IIIB")
    game.has(GERMAN, ("crew", "2-2-8", ("isolated",)), ("weapon", "LMG", ("isolated",))).alone(GERMAN, "points")
    assert not {"reman", "exchange"} & set(game.room(GERMAN).done)


def test_12_6151a_an_abandoned_AFV_is_manned_again():
    game = with_tank(GERMAN, "abandoned", name="StuG IIIB").has(GERMAN, ("crew", "2-2-8")).alone(GERMAN, "reman")
    game.order(GERMAN, "enter", **{f"by:{tank(game, GERMAN).id}": "2-2-8"})
    assert tank(game, GERMAN).marks == ()


def test_12_6151a_and_CG12_12_who_interdicts_a_landing_has_no_time_to_man_an_abandoned_AFV():
    game = with_tank(GERMAN, "abandoned", name="StuG IIIB")
    game.has(GERMAN, ("crew", "2-2-8", ("interdicts a Landing",)), ("half_squad", "2-4-7")).alone(GERMAN, "reman")
    (field,) = game.current(GERMAN).task.fields
    assert [key for key, _ in field.options] == ["", "2-4-7"]


@pytest.mark.parametrize(("result", "fate"), [("free", "ready"), ("eliminated", "eliminated")])
def test_12_6151b_a_shocked_AFV_recovers_or_is_lost_and_that_counts_for_this_refit(result: str, fate: str):
    game = with_tank(RUSSIAN, "shocked").alone(RUSSIAN, "shock")
    game.order(RUSSIAN, "enter", **{f"v_{tank(game, RUSSIAN).id}": result})
    assert tank(game, RUSSIAN).fate == fate
    assert "shocked" not in tank(game, RUSSIAN).marks or fate == "eliminated"
    assert game.context(RUSSIAN).refit_losses(game.public.date - 1) == (
        0 if fate == "ready" else tank(game, RUSSIAN).worth
    )


def test_12_6151_and_12_6151b_and_12_6151c_shocked_and_bogged_AFV_are_settled_at_the_table():
    game = with_tank(RUSSIAN, "bogged").alone(RUSSIAN, "bog")
    game.order(RUSSIAN, "enter", **{f"v_{tank(game, RUSSIAN).id}": "immobilized"})
    assert tank(game, RUSSIAN).marks == ("immobilized",)


def test_12_6151c_a_bogged_AFV_comes_free_and_one_without_its_crew_stays_bogged():
    game = with_tank(RUSSIAN, "bogged").has(RUSSIAN, ("tank", "T-34", ("bogged", "abandoned"))).alone(RUSSIAN, "bog")
    (field,) = game.current(RUSSIAN).task.fields
    assert [key for key, _ in field.options] == ["free", "immobilized"]
    game.order(RUSSIAN, "enter", **{field.name: "free"})
    assert [counter.marks for counter in game.room(RUSSIAN).counters] == [(), ("bogged", "abandoned")]


@pytest.mark.parametrize(("mark", "result", "place"), [
    ("", "free", ""), ("isolated", "free", "K20"), ("interdicts a Landing", "free", "K20"), ("", "immobilized", "K20"),
])  # fmt: skip
def test_12_6151c_an_AFV_that_is_unbogged_leaves_the_map_unless_it_is_isolated_or_busy(
    mark: str, result: str, place: str
):
    game = with_tank(RUSSIAN, "bogged", *filter(None, [mark]), place="K20").alone(RUSSIAN, "bog")
    game.order(RUSSIAN, "enter", **{f"v_{tank(game, RUSSIAN).id}": result})
    assert tank(game, RUSSIAN).place == place


# weapons ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "name", "dice", "fate"),
    [(RUSSIAN, "HMG", 3, "ready"), (RUSSIAN, ".50 cal", 3, "ready"), (GERMAN, "LMG", 3, "eliminated")],
)
def test_12_6152_russian_machine_guns_are_repaired_more_easily(side: str, name: str, dice: int, fate: str):
    game = refit(fought("17"), day="18").put(side, counters=()).has(side, ("weapon", name, ("malfunctioned",)))
    rolled(game, side, "weapon_repair", dice)
    assert game.room(side).counters[0].fate == fate


def test_12_6152_main_armament_that_is_not_repaired_makes_a_wreck():
    game = with_tank(GERMAN, "malfunctioned", name="StuG IIIB")
    rolled(game, GERMAN, "weapon_repair", 6)
    assert set(tank(game, GERMAN).marks) == {"disabled", "wreck", "recovered"}
    game = with_tank(GERMAN, "malfunctioned", name="StuG IIIB")
    rolled(game, GERMAN, "weapon_repair", 4)
    assert tank(game, GERMAN).marks == ()


def test_12_6152_and_12_6161_a_vehicle_that_is_no_AFV_is_no_wreck_without_its_main_armament():
    game = refit(fought("17"), day="18").put(GERMAN, counters=())
    game.has(GERMAN, ("vehicle", "SdKfz 10/5", ("malfunctioned", "under recall")))
    rolled(game, GERMAN, "weapon_repair", 6)
    game.alone(GERMAN, "recall").order(GERMAN, "roll")
    assert game.room(GERMAN).counters[0].marks == ("disabled",)


@pytest.mark.parametrize(("stuck", "asked"), [((), False), (("immobilized",), True), (("isolated",), True)])
def test_12_6152_and_12_6151d_an_AFV_without_its_main_armament_is_a_retained_wreck_unless_it_stands_on_the_map(
    stuck: tuple[str, ...], asked: bool
):
    game = with_tank(GERMAN, "malfunctioned", *stuck, name="StuG IIIB")
    rolled(game, GERMAN, "weapon_repair", 6)
    game.stands("renewal", fought("17"), idle("18"), DateRecord(day="19")).alone(GERMAN, "points")
    assert ("recovery" in game.room(GERMAN).done) is asked
    assert "wreck_repair" in game.room(GERMAN).done


@pytest.mark.parametrize(("reading", "expected"), [("mg", [-1]), ("light", [-1, -1])])
def test_ruling_russian_repair(reading: str, expected: list[int]):
    game = refit(fought("17"), day="18", rulings={"russian_repair": reading}).put(RUSSIAN, counters=())
    game.has(RUSSIAN, ("weapon", "ATR", ("malfunctioned",)))
    assert mods(rolled(game, RUSSIAN, "weapon_repair", 6)) == expected


def test_12_6153_an_lmg_is_given_for_the_MG_of_an_AFV():
    game = (
        with_tank(GERMAN, "bow MG disabled", name="StuG IIIB").has(GERMAN, ("weapon", "LMG")).alone(GERMAN, "exchange")
    )
    game.order(GERMAN, "enter", **{f"{tank(game, GERMAN).id}:bow": "LMG"})
    assert tank(game, GERMAN).marks == ()
    assert game.names(GERMAN, fate="eliminated") == ["LMG"]


def spent_charge(**options: Any) -> Game:
    game = refit(fought("17"), day="18", **options).put(GERMAN, counters=())
    return game.has(GERMAN, ("squad", "8-3-8", ("assault engineer",))).has(GERMAN, ("weapon", "DC"), fate="used")


@pytest.mark.parametrize(("dr", "reading", "kept"), [(10, "sister", 1), (11, "sister", 0), (10, "eliminated", 0)])
def test_12_6154_ruling_ft_dc_kept(dr: int, reading: str, kept: int):
    game = spent_charge(rulings={"ft_dc_kept": reading}).alone(GERMAN, "ftdc")
    game.order(GERMAN, "enter", **{"dr:2": dr})
    assert game.names(GERMAN, fate="ready").count("DC") == kept


def test_12_6155_captured_weapons_roll_to_be_kept():
    game = refit(fought("17"), day="18").put(GERMAN, counters=())
    game.has(GERMAN, ("weapon", "LMG", ("captured from the enemy",)), ("weapon", "DP", ("captured from the enemy",)))
    rolled(game, GERMAN, "captured", 2, 3)
    assert [counter.fate for counter in game.room(GERMAN).counters] == ["ready", "eliminated"]


def test_12_6155_and_12_6156_a_captured_AFV_stays_with_one_MG_and_is_not_recalled_for_its_main_armament():
    game = with_tank(GERMAN, "captured from the enemy", "bow MG malfunctioned").alone(GERMAN, "trouble")
    vehicle = tank(game, GERMAN).id
    game.order(GERMAN, "enter", **{f"main:{vehicle}": True, f"guns:{vehicle}": 2})
    rolled(game, GERMAN, "captured", 3, 2, 6)
    assert tank(game, GERMAN).fate == "ready"
    assert set(tank(game, GERMAN).marks) == {"captured from the enemy", "bow MG disabled", "disabled"}
    assert game.room(GERMAN).known[f"guns:{vehicle}"] == 1


def test_12_6156_a_captured_AFV_without_a_working_weapon_becomes_a_wreck():
    game = with_tank(GERMAN, "captured from the enemy")
    rolled(game, GERMAN, "captured", 3)
    assert (tank(game, GERMAN).fate, "wreck" in tank(game, GERMAN).note) == ("eliminated", True)


def restocked(*counters: Any) -> list[tuple[str, ...]]:
    """The conditions of these German counters once the ammunition is restored."""
    game = refit(fought("17"), day="18").put(GERMAN, counters=()).has(GERMAN, *counters)
    game.alone(GERMAN, "restock").order(GERMAN, "roll")
    return [counter.marks for counter in game.room(GERMAN).counters]


def test_12_6157_special_ammunition_is_full_again_but_not_of_captured_or_isolated_guns():
    depleted, taken = "special ammunition depleted", "captured from the enemy"
    assert restocked(
        ("gun", "75L", (depleted,)), ("tank", "StuG IIIG", (depleted,)), ("gun", "45LL", (taken, depleted)),
        ("gun", "75L", ("isolated", depleted)),
    ) == [(), (), (taken, depleted), ("isolated", depleted)]  # fmt: skip


def test_12_6158_low_ammo_ends_for_who_is_not_isolated_captured_ones_too():
    low, taken = "low ammunition", "captured from the enemy"
    assert restocked(
        ("gun", "75L", (low,)), ("gun", "45LL", (taken, low)), ("gun", "75L", ("isolated", low))
    ) == [(), (taken,), ("isolated", low)]  # fmt: skip


def test_12_6159_ammunition_shortage_ends_for_who_is_not_isolated():
    short = "short of ammunition"
    assert restocked(
        ("squad", "4-6-7", (short,)), ("weapon", "LMG", (short,)), ("squad", "4-6-7", ("isolated", short))
    ) == [(), (), ("isolated", short)]  # fmt: skip


@pytest.mark.parametrize(("marks", "after"), [
    (("under recall",), set()),
    (("under recall for ammunition",), set()),
    (("under recall", "disabled"), {"disabled", "wreck", "recovered"}),
    (("under recall", "isolated"), {"under recall", "isolated", "short of ammunition"}),
])  # fmt: skip
def test_12_6161_recall(marks: tuple[str, ...], after: set[str]):
    game = with_tank(GERMAN, *marks, name="StuG IIIB").alone(GERMAN, "recall")
    game.order(GERMAN, "roll")
    assert set(tank(game, GERMAN).marks) == after


@pytest.mark.parametrize(
    ("tried", "die", "after"),
    [
        (True, 1, set()),
        (True, 6, {"disabled", "wreck", "recovered"}),
        (False, 0, {"malfunctioned"}),
    ],
)
def test_12_6161_by_ruling_the_owner_tries_the_weapons_of_a_recalled_AFV_as_it_comes_back(
    tried: bool, die: int, after: set[str]
):
    game = refit(fought("17"), day="18", rulings={"recall_repair": "recalled"}).put(GERMAN, counters=())
    game.has(GERMAN, ("tank", "StuG IIIB", ("under recall", "malfunctioned"))).alone(GERMAN, "recall_repair")
    (asked,) = game.current(GERMAN).task.fields
    game.cast(GERMAN, "enter", (die,) if tried else (), **{asked.name: tried})
    game.alone(GERMAN, "points")
    assert set(tank(game, GERMAN).marks) == after


# Redeployment ----------------------------------------------------------------------------------


def platoon(side: str = GERMAN, *before: DateRecord, day: str = "18", **options: Any) -> Game:
    """Two StuG of a platoon that was there on the first date."""
    game = refit(*(before or (fought("14"),)), day=day, **options)
    game.put(side, counters=(), groups=(Group("14-A1-1", "A1", 0, 6),))
    return game.has(side, ("tank", "StuG IIIB"), ("tank", "StuG IIIB"), ("armor_leader", "8-1"), group="14-A1-1")


def redeploy(game: Game, side: str, *dice: int, fielded: bool = True) -> Any:
    game.alone(side, "redeployment").order(side, "enter", **{"fielded:14-A1-1": fielded})
    return rolled(game, side, "redeployment_roll", *dice)


@pytest.mark.parametrize(("dice", "fate"), [(5, "ready"), (6, "out")])
def test_12_6162_a_platoon_leaves_on_6_with_its_armor_leader(dice: int, fate: str):
    game = platoon()
    assert mods(redeploy(game, GERMAN, dice)) == []
    assert [counter.fate for counter in game.room(GERMAN).counters] == [fate] * 3


def test_12_6162_a_platoon_that_has_not_been_on_the_map_does_not_roll():
    game = platoon().alone(GERMAN, "redeployment")
    game.order(GERMAN, "enter", **{"fielded:14-A1-1": False})
    game.alone(GERMAN, "points")
    assert "redeployment_roll" not in game.room(GERMAN).done


def test_12_6162_what_was_said_once_is_not_asked_again():
    game = platoon().put(GERMAN, known={"fielded:14-A1-1": True}).alone(GERMAN, "redeployment_roll")
    assert "redeployment" not in game.room(GERMAN).done


def test_12_6162_dug_in_AFV_do_not_roll():
    game = platoon().put(GERMAN, counters=()).has(GERMAN, ("tank", "StuG IIIB", ("dug-in",)), group="14-A1-1")
    game.alone(GERMAN, "points")
    assert not {"redeployment", "redeployment_roll"} & set(game.room(GERMAN).done)


def captured(*names: str, **options: Any) -> Game:
    """German AFV that were Russian, which came with no group."""
    game = refit(fought("14"), day="18", **options).put(GERMAN, counters=(), groups=())
    return game.has(GERMAN, *[("tank", name, ("captured from the enemy",)) for name in names])


def test_12_6162_captured_AFV_are_called_away_too_and_nobody_is_asked_if_they_have_been_on_the_map():
    game = captured("T-34 M41", "T-34 M41", "T-70").alone(GERMAN, "captured")
    game.roll(GERMAN, *[1] * len(game.current(GERMAN).task.needs))
    for counter in game.room(GERMAN).counters:
        assert counter.fate == "ready"
    rolls = rolled(game, GERMAN, "redeployment_roll", 6, 5)["rolls"]
    assert [roll["label"] for roll in rolls] == ["captured T-34 M41", "captured T-70"]
    assert [counter.fate for counter in game.room(GERMAN).counters] == ["out", "out", "ready"]
    assert "redeployment" not in game.room(GERMAN).done


def test_12_6162_captured_AFV_come_back_by_the_same_roll():
    game = captured("T-34 M41")
    game.put(GERMAN, counters=tuple(replace(counter, fate="out") for counter in game.room(GERMAN).counters))
    assert rolled(game, GERMAN, "redeployment_roll", 1)["rolls"][0]["label"] == "captured T-34 M41, away"
    assert game.room(GERMAN).counters[0].fate == "ready"


def test_12_6162_an_AFV_of_no_platoon_that_was_not_captured_does_not_roll():
    game = refit(fought("14"), day="18").put(GERMAN, counters=()).has(GERMAN, ("tank", "StuG IIIB"))
    game.alone(GERMAN, "points")
    assert "redeployment_roll" not in game.room(GERMAN).done


def test_12_6162_after_more_than_two_scenarios_a_losing_side_keeps_them_more_easily():
    lost = [fought(day, winner=RUSSIAN) for day in ("14", "15")]
    won = fought("16", winner=GERMAN)
    assert mods(redeploy(platoon(GERMAN, *lost, won), GERMAN, 5)) == [-1]
    assert mods(redeploy(platoon(GERMAN, *lost), GERMAN, 5)) == []


@pytest.mark.parametrize(("reading", "day", "late"), [
    ("from_18", "18", True), ("from_18", "17", False), ("from_20", "18", False), ("charts", "20", True),
    ("charts", "19", False),
])  # fmt: skip
def test_ruling_redeployment_date(reading: str, day: str, late: bool):
    game = platoon(day=day, rulings={"redeployment_date": reading})
    assert mods(redeploy(game, GERMAN, 1)) == ([2] if late else [])


def away(day: str = "21", **options: Any) -> Game:
    game = platoon(day=day, **options)
    out = tuple(replace(counter, fate="out") for counter in game.room(GERMAN).counters)
    return game.put(GERMAN, counters=out)


@pytest.mark.parametrize(("dice", "fate"), [(5, "ready"), (6, "out")])
def test_12_6162_a_platoon_comes_back_by_the_same_roll_with_the_days_modifier(dice: int, fate: str):
    game = away(rulings={"redeployment_date": "charts"}, day="21")
    assert sorted(mods(rolled(game, GERMAN, "redeployment_roll", dice))) == [-2, 2]
    assert [counter.fate for counter in game.room(GERMAN).counters] == [fate] * 3


def test_12_6162_and_12_6151d_an_immobilized_AFV_that_comes_back_with_its_platoon_need_not_be_brought_in():
    game = platoon()
    stuck, *rest = game.room(GERMAN).counters
    game.put(GERMAN, counters=(replace(stuck, marks=("immobilized",), place="K20"), *rest))
    redeploy(game, GERMAN, 6)
    assert (game.room(GERMAN).counters[0].fate, game.room(GERMAN).counters[0].place) == ("out", "")
    game.stands("renewal", fought("14"), idle("18"), DateRecord(day="19"))
    rolled(game, GERMAN, "redeployment_roll", 2)
    assert game.room(GERMAN).counters[0].fate == "ready"
    game.stands("renewal", fought("14"), idle("18"), idle("19"), DateRecord(day="20")).put(GERMAN, done=())
    assert "mobile" in str(rolled(game, GERMAN, "immobilization", 2)["rolls"]), "it is Retained off the map (12.6151e)"
    assert "recovery" not in game.room(GERMAN).done
    assert game.room(GERMAN).counters[0].marks == ()


def test_ruling_redeployment_return_by_itself_on_the_next_day():
    game = away(rulings={"redeployment_return": "next_day"}).alone(GERMAN, "redeployment_roll")
    assert game.current(GERMAN).task.needs == ()
    game.order(GERMAN, "roll")
    assert {counter.fate for counter in game.room(GERMAN).counters} == {"ready"}


def test_12_6163_an_isolated_AFV_stays_and_follows_when_it_is_free():
    game = platoon()
    first, *rest = game.room(GERMAN).counters
    game.put(GERMAN, counters=(replace(first, marks=("isolated",)), *rest))
    redeploy(game, GERMAN, 6)
    first, *rest = game.room(GERMAN).counters
    assert (first.fate, first.marks) == ("ready", ("isolated", "platoon redeployed"))
    again = away().room(GERMAN).counters
    game = away().put(GERMAN, counters=(replace(again[0], fate="ready", marks=("platoon redeployed",)), *again[1:]))
    rolled(game, GERMAN, "redeployment_roll", 6)
    assert {counter.fate for counter in game.room(GERMAN).counters} == {"out"}


def test_12_6163_an_AFV_that_left_the_map_under_recall_is_with_its_platoon_again():
    game = away()
    first, *rest = game.room(GERMAN).counters
    conditions = ("platoon redeployed", "under recall", "isolated")
    game.put(GERMAN, counters=(replace(first, fate="recalled", marks=conditions), *rest))
    rolled(game, GERMAN, "redeployment_roll", 6)
    first, *rest = [(c.fate, c.marks) for c in game.room(GERMAN).counters]
    assert (first, rest) == (("out", ("platoon redeployed",)), [("out", ())] * 2)
    game.stands("renewal", fought("14"), fought("21"), DateRecord(day="22"))
    rolled(game, GERMAN, "redeployment_roll", 1)
    assert [(c.fate, c.marks) for c in game.room(GERMAN).counters] == [("ready", ())] * 3


# Removal ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hexes", "gone"), [("K20, K21", "K21"), ("L19,L18", "L18"), ("B2, B3", "")])
def test_12_617_a_removed_roadblock_of_the_other_side_is_known_by_either_hex_of_its_hexside(hexes: str, gone: str):
    game = Game(seed=3).until("removal", GERMAN)
    places = ("L18", "K21", "M5")
    for place in places:
        game.has(RUSSIAN, ("fortification", "Roadblock"), place=place)
    game.order(GERMAN, "enter", what1="roadblock", where1="front", hex1=hexes)
    game.roll(GERMAN, 1)
    left = {c.place for c in game.room(RUSSIAN).counters if c.name == "Roadblock" and c.fate == "ready"}
    assert left == {*places} - {gone}


@pytest.mark.parametrize(("engineers", "result"), [(0, "no effect"), (3, "removed")])
def test_12_617_a_roadblock_at_the_front_line(engineers: int, result: str):
    game = refit(fought("17"), day="18").put(GERMAN, counters=())
    game.has(GERMAN, ("squad", "4-6-7"), *[("squad", "8-3-8", ("assault engineer",))] * engineers)
    game.alone(GERMAN, "removal").order(GERMAN, "enter", what1="roadblock", where1="front", number1=1)
    assert rolled(game, GERMAN, "removal_roll", 2)["rolls"][0]["result"] == result


def test_12_617_a_try_too_many_is_refused_in_the_row_that_has_it():
    game = refit(fought("17"), day="18").put(GERMAN, counters=()).has(GERMAN, *[("squad", "4-6-7")] * 2)
    game.alone(GERMAN, "removal")
    with pytest.raises(Refused, match="3 tries, but only 2") as refusal:
        game.order(GERMAN, "enter", what1="wire", number1=2, what2="mines", number2=1)
    assert (refusal.value.field, refusal.value.rule, bool(refusal.value.way_out)) == ("number2", "12.617", True)


def test_VotG24_every_8_3_8_is_an_assault_engineer_but_none_that_was_replaced():
    for name, result in (("8-3-8", "removed"), ("4-6-7", "no effect")):
        game = refit(fought("17"), day="18").put(GERMAN, counters=()).has(GERMAN, *[("squad", name)] * 3)
        game.alone(GERMAN, "removal").order(GERMAN, "enter", what1="roadblock", where1="front", number1=1)
        assert rolled(game, GERMAN, "removal_roll", 2)["rolls"][0]["result"] == result


@pytest.mark.parametrize(("names", "reduced"), [
    (("4-2-6", "NKVD 6-2-8", "4-4-7"), "4-4-7"), (("4-2-6", "NKVD 6-2-8"), "NKVD 6-2-8"),
    (("2-2-6", "NKVD 3-2-8"), "NKVD 3-2-8"), (("ours", "4-2-6"), "4-2-6"),
])  # fmt: skip
def test_12_617_and_VotG22_an_NKVD_MMC_of_the_2nd_Line_is_reduced_before_Conscripts(names: tuple[str, ...], reduced):
    game = refit(fought("17"), day="18").put(RUSSIAN, counters=())
    game.has(RUSSIAN, *[("half_squad" if name.startswith(("2-", "NKVD 3")) else "squad", name) for name in names * 2])
    game.alone(RUSSIAN, "removal").order(RUSSIAN, "enter", what1="wire", where1="elsewhere", number1=1)
    rolled(game, RUSSIAN, "removal_roll", 6)
    assert [name for name, _ in game.current(RUSSIAN).task.fields[0].options] == [reduced]
    game.order(RUSSIAN, "enter", mmc=reduced)
    assert game.names(RUSSIAN, fate="ready").count(reduced) == 1


@pytest.mark.parametrize(("reading", "tries"), [("squads", 1), ("free", 3)])
def test_ruling_removal_limit(reading: str, tries: int):
    game = refit(fought("17"), day="18", rulings={"removal_limit": reading})
    game.put(GERMAN, counters=()).has(GERMAN, ("squad", "4-6-7")).alone(GERMAN, "removal")
    wish = {"what1": "wire", "where1": "elsewhere", "number1": 3}
    if reading == "squads":
        with pytest.raises(Refused, match="1"):
            game.order(GERMAN, "enter", **wish)
        wish["number1"] = 1
    game.order(GERMAN, "enter", **wish)
    assert len(game.current(GERMAN).task.needs) == tries


@pytest.mark.parametrize(("reading", "may"), [("sister", True), ("first", False)])
def test_12_617_and_ruling_removal_mines_wire_among_known_mines(reading: str, may: bool):
    game = refit(fought("17"), day="18", rulings={"removal_mines": reading}).put(GERMAN, counters=())
    game.has(GERMAN, ("squad", "4-6-7"), ("squad", "4-6-7"), ("fortification", "AP mine factor"))
    mines = game.room(GERMAN).counters[-1]
    game.put(GERMAN, counters=(*game.room(GERMAN).counters[:-1], replace(mines, place="K20")))
    game.alone(GERMAN, "removal")
    wire = {"what1": "wire", "where1": "elsewhere", "hex1": "K20"}
    if not may:
        with pytest.raises(Refused, match="Known mines lie at K20") as refusal:
            game.order(GERMAN, "enter", **wire)
        assert (refusal.value.field, refusal.value.rule) == ("hex1", "12.617")
        game.order(GERMAN, "enter", what1="mines@K20", where1="elsewhere")
        rolled(game, GERMAN, "removal_roll", 3)
    game.order(GERMAN, "enter", **wire)
    assert [need.label for need in game.current(GERMAN).task.needs] == [f"{1 if may else 2}. Wire at K20"]


@pytest.mark.parametrize(("reading", "may"), [("sister", True), ("named", False)])
def test_ruling_removal_targets(reading: str, may: bool):
    game = refit(fought("17"), day="18", rulings={"removal_targets": reading})
    game.put(GERMAN, counters=()).has(GERMAN, ("squad", "4-6-7")).alone(GERMAN, "removal")
    named = [key for field in game.current(GERMAN).task.fields for key, _ in field.options]
    assert "wire" in named
    assert ("entrenchment" in named) is may


@pytest.mark.parametrize(("reading", "asked"), [("sister", True), ("named", False)])
def test_12_617_and_ruling_removal_targets_entrenchments_need_no_squads_and_all_else_does(reading: str, asked: bool):
    game = refit(fought("17"), day="18", rulings={"removal_targets": reading}).put(GERMAN, counters=())
    game.has(GERMAN, ("half_squad", "2-4-7")).alone(GERMAN, "removal" if asked else "points")
    if asked:
        with pytest.raises(Refused, match="1 tries, but only 0"):
            game.order(GERMAN, "enter", what1="wire", where1="elsewhere")
        game.order(GERMAN, "enter", what1="entrenchment", where1="elsewhere")
        assert len(game.current(GERMAN).task.needs) == 1
    assert ("removal" in game.room(GERMAN).done) is asked


# ELR -------------------------------------------------------------------------------------------


def elr(game: Game, side: str, *dice: int, **data: Any) -> Any:
    return rolled(game, side, "elr", *dice, **data)


def test_12_619_what_happened_on_the_day_before_moves_the_elr():
    last = fought("17", chits={GERMAN: "attack", RUSSIAN: "idle"}, winner=GERMAN)
    game = refit(last, day="18").put(GERMAN, elr=3)
    bought = [Group(f"17-{rg}-{n}", rg, 0, 5) for n, rg in enumerate(("I1", "I2", "I2", "I2", "I4"))]
    game.put(GERMAN, groups=tuple(bought))
    data = elr(game, GERMAN, 4, 4)
    # won -1, three platoons -2, a first-line company -1, Attack +1, a scenario +2
    assert sorted(mods(data)) == [-2, -1, -1, 1, 2]
    assert game.room(GERMAN).now.elr == 3


def test_12_619_an_elite_company_takes_two_off_and_given_groups_none():
    game = refit(fought("17", winner=GERMAN), day="18")
    game.put(RUSSIAN, groups=(Group("17-I1-1", "I1", 0, 5), Group("17-I1-2", "I1", 0, 0, given=True)))
    assert sorted(mods(elr(game, RUSSIAN, 4, 4))) == [-2, 2]


@pytest.mark.parametrize(("reading", "expected"), [("companies", [2]), ("with_armor", [-1, 2])])
def test_ruling_elr_first_line(reading: str, expected: list[int]):
    game = refit(fought("17", winner=RUSSIAN), day="18", rulings={"elr_first_line": reading})
    game.put(GERMAN, groups=(Group("17-A1-1", "A1", 0, 5),))
    assert sorted(mods(elr(game, GERMAN, 4, 4))) == expected


def test_12_619_idle_days_since_the_last_scenario():
    game = refit(fought("16", winner=RUSSIAN), idle("17"), idle("18"), day="19")
    assert sorted(mods(elr(game, GERMAN, 4, 4, scenarios="idle", night_scenarios="idle"))) == [-4]


def test_12_619_a_side_chooses_from_when_its_scenarios_count_and_the_german_for_those_by_night():
    records = fought("14", winner=RUSSIAN), fought("14", "counterattack", RUSSIAN, night=True), idle("15")
    game = refit(*records, fought("16", winner=RUSSIAN), day="18")
    game.alone(RUSSIAN, "elr")
    assert [field.name for field in game.current(RUSSIAN).task.fields] == ["scenarios"]
    assert sorted(mods(elr(game, GERMAN, 4, 4, scenarios="start", night_scenarios="idle"))) == [6]
    game = refit(*records, fought("16", winner=RUSSIAN), day="18")
    assert sorted(mods(elr(game, GERMAN, 4, 4, scenarios="idle", night_scenarios="start"))) == [1, 2]


def test_12_619_without_an_idle_day_nothing_is_chosen():
    game = refit(fought("14", winner=RUSSIAN, night=True), day="18")
    assert sorted(mods(elr(game, GERMAN, 4, 4))) == [1, 2]


@pytest.mark.parametrize(("dice", "before", "after"), [((1, 1), 4, 4), ((1, 1), 3, 4), ((6, 6), 1, 1), ((6, 6), 2, 1)])
def test_12_619_the_elr_stays_within_its_bounds(dice: tuple[int, int], before: int, after: int):
    game = refit(DateRecord(day="17"), day="18").put(GERMAN, elr=before)
    elr(game, GERMAN, *dice)
    assert game.room(GERMAN).now.elr == after


@pytest.mark.parametrize(("dice", "before", "after"), [
    ((4, 4), 5, 5), ((1, 1), 5, 5), ((6, 6), 5, 4), ((4, 4), 0, 0), ((6, 6), 0, 0), ((1, 1), 0, 1),
])  # fmt: skip
def test_12_619_an_elr_beyond_the_bounds_only_moves_by_the_step_that_is_taken(dice, before: int, after: int):
    game = refit(DateRecord(day="17"), day="18").put(GERMAN, elr=before)
    elr(game, GERMAN, *dice)
    assert game.room(GERMAN).now.elr == after


def test_12_619_no_change_that_the_owner_enters_leaves_an_elr_of_5():
    game = refit(DateRecord(day="17"), day="18", rulings={"elr_rows": "entered"}).put(GERMAN, elr=5)
    elr(game, GERMAN, 4, 4)
    game.alone(GERMAN, "elr_result").order(GERMAN, "enter", result="same")
    assert game.room(GERMAN).now.elr == 5


def test_ruling_elr_bounds():
    game = refit(DateRecord(day="17"), day="18", rulings={"elr_bounds": "scale"}).put(GERMAN, elr=4)
    elr(game, GERMAN, 1, 1)
    assert game.room(GERMAN).now.elr == 5


def test_ruling_elr_rows_entered_by_the_owner():
    game = refit(DateRecord(day="17"), day="18", rulings={"elr_rows": "entered"}).put(GERMAN, elr=3)
    elr(game, GERMAN, 1, 1)
    assert game.room(GERMAN).now.elr == 3
    assert game.alone(GERMAN, "elr_result").current(GERMAN).task.lines == ("DR 2",)
    game.order(GERMAN, "enter", result="less")
    assert game.room(GERMAN).now.elr == 2


# weather ---------------------------------------------------------------------------------------


def test_12_620_and_12_620_EC_and_CG3_the_russians_roll_the_weather_by_that_of_the_day_before():
    game = refit(fought("17", weather="Overcast", ec="Dry"), day="18").alone(RUSSIAN, "weather")
    game.roll(RUSSIAN, 1, 4, 4)
    assert (game.public.today.weather, game.public.today.ec) == ("Overcast", "Moderate")


def test_12_620_the_day_before_is_not_the_scenario_before():
    records = fought("17", weather="Clear", ec="Wet"), fought("17", "counterattack", weather="Clear", ec="Wet")
    game = refit(*records, day="18").alone(RUSSIAN, "weather")
    game.roll(RUSSIAN, 5, 5, 1)
    assert (game.public.today.weather, game.public.today.ec) == ("Clear & Gusty", "Moist")


def test_a_recovery_can_not_be_named_that_is_not_there():
    game = with_tank(RUSSIAN, "immobilized").alone(RUSSIAN, "recovery")
    with pytest.raises(Refused):
        game.order(RUSSIAN, "enter", try_99="perimeter")


def test_the_line_keeps_the_landings_of_the_day_before():
    game = refit(fought("17"), day="18").told(landings={"LL17": Landing(control=GERMAN)})
    assert not game.public.landings["LL17"].serves
    assert data_of(game.order(GERMAN, "done"), "step.done")["step"] == "new_day"


@pytest.mark.parametrize(("reading", "wrong"), [("declared", "done"), ("next_refit", "enter")])
def test_12_6181_a_step_that_asks_in_two_ways_takes_the_one_it_asks_in(reading: str, wrong: str):
    record = replace(votg_rare_orders.FOUGHT, chits={GERMAN: "attack", RUSSIAN: "idle"})
    game = (
        Game(rulings={"support_timing": reading})
        .stands("renewal", record, DateRecord(day="18"))
        .alone(GERMAN, "support")
    )
    with pytest.raises(Refused, match="out of turn"):
        game.order(GERMAN, wrong)
