"""Leaders, Commissars and armor leaders of what was called up (12.6225 to 12.6227)."""

from __future__ import annotations

import pytest

from rules.asl.counters import add
from rules.contract import Refused
from rules.systems.votg.chart import practice_copy
from rules.systems.votg.state import DateRecord, Group, Report
from tests.rules.calling_up import GERMAN, RUSSIAN, Muster, faces, group
from tests.rules.test_votg_battle import battle
from tests.rules.votg_play import SIDES, Game

STRENGTHS = {"RS": (1, 1), "FS": (1, 5), "LD": (3, 4), "MD": (4, 5), "HD": (6, 6), "D": (5, 5)}


def at_leaders(side: str, rg: str, code: str, *, gate: int = 1, **options: object) -> Muster:
    """A group of a strength whose leaders are to be rolled for; a Russian platoon has thrown `gate`."""
    muster = Muster(side, group(rg), **options).throws(*STRENGTHS[code])  # type: ignore[arg-type]
    if side == RUSSIAN and muster.context(side).rules.groups[side][rg].size == "platoon":
        muster.to("leader_gates").throws(gate)
    return muster.to("leaders") if gate < 5 else muster


def led(muster: Muster, *dice: int) -> list[str]:
    return muster.throws(*dice).brought("leader")


# 12.6225 leaders -------------------------------------------------------------------------------


def test_12_6225_Pltn_a_storm_group_that_passes_the_die_rolls_with_its_modifier():
    assert led(at_leaders(RUSSIAN, "I6", "FS", gate=3), 1, 3) == ["9-2"]


def test_12_6225_Pltn_a_russian_platoon_that_fails_the_die_has_no_leader():
    muster = at_leaders(RUSSIAN, "I4", "FS", gate=5)
    assert muster.brought("leader") == []
    assert muster.step == "muster"


def test_12_6225_Pltn_a_german_platoon_rolls_at_once():
    assert led(at_leaders(GERMAN, "I2", "FS"), 1, 1) == ["10-3"]
    assert led(at_leaders(GERMAN, "I3", "D"), 5, 6) == ["6+1"]


def test_12_6225_Pltn_a_depleted_russian_platoon_may_have_rolled_for_nobody():
    assert led(at_leaders(RUSSIAN, "I4", "D"), 5, 6) == []


def test_12_6225_German_Coy_leaders_of_german_companies():
    assert led(at_leaders(GERMAN, "I1", "RS"), 1, 1) == ["10-3", "9-1", "8-0", "7-0"]
    assert led(at_leaders(GERMAN, "I1", "HD"), 5, 6) == ["8-0", "6+1"]


@pytest.mark.parametrize(("code", "drm"), [("RS", -1), ("FS", 0), ("LD", 0), ("MD", 1), ("HD", 2)])
def test_12_6225_German_Coy_a_lightly_depleted_german_company_has_no_modifier(code, drm):
    assert at_leaders(GERMAN, "I1", code).task.needs[0].drm == drm


@pytest.mark.parametrize(("rg", "code", "drm"), [
    ("I1", "FS", -1), ("I1", "RS", -2), ("I2", "LD", 1), ("I2", "MD", 2), ("I3", "HD", 4), ("I5", "FS", 0),
])  # fmt: skip
def test_12_6225_Russian_Coy_modifiers_companies_add_up(rg, code, drm):
    assert at_leaders(RUSSIAN, rg, code).task.needs[0].drm == drm


def test_12_6225_Russian_Coy_a_reinforced_guards_rifle_company_has_a_7_0_more():
    assert led(at_leaders(RUSSIAN, "I1", "RS"), 1, 2) == ["10-3", "9-1", "8-0", "7-0"]


def test_12_6225_Russian_Coy_a_reinforced_smg_company_has_none():
    assert led(at_leaders(RUSSIAN, "I3", "RS"), 3, 4) == ["8-1", "8-0"]


def test_12_6225_Russian_Coy_nkvd_militia_have_the_commissars_in_braces():
    assert led(at_leaders(RUSSIAN, "I5", "MD"), 3, 3) == ["10-0"]
    assert led(at_leaders(RUSSIAN, "I5", "FS"), 3, 3) == ["9-0", "8+1"]


def test_12_6225_Pltn_heavy_weapons_platoons_have_no_leaders():
    assert Muster(RUSSIAN, group("I7"), group("I8")).throws(1, 1, 1, 1).step == "muster"


def test_12_6225_Pltn_by_ruling_all_platoons_roll_but_for_those_the_chart_bars():
    chart = practice_copy()
    for row in chart["sheets"]["german_groups"]:
        row["effects"] = [effect for effect in row["effects"] if effect != "no_leader"]
    rulings = {"leader_platoons": "all"}
    assert at_leaders(GERMAN, "I4", "FS", rulings=rulings, chart=chart).step == "leaders"
    assert Muster(GERMAN, group("I4"), rulings=rulings).throws(1, 1).step == "muster"


def test_12_6225_German_Coy_leaders_come_with_their_group_as_it_comes():
    muster = Muster(GERMAN, group("I1", off=True)).to("leaders").throws(4, 4)
    assert {(c.group, c.fate) for c in muster.new() if c.kind == "leader"} == {("I1-1", "due")}


# 12.6226 Commissars ----------------------------------------------------------------------------


def company(*groups: Group, squads: int, commissars: int = 0, half_squads: int = 0, **options: object) -> Muster:
    """Russian companies with their leaders; with what they brought there are so many squads in all."""
    muster = Muster(RUSSIAN, *groups, **options)  # type: ignore[arg-type]
    muster.to("leaders", total=lambda need: 4 if need.dice == 2 else 1)
    muster.throws(*faces(2, 7) * len(muster.task.needs))
    current = [c for c in muster.new() if c.kind == "squad"]
    more = [("squad", "4-4-7")] * (squads - len(current) - half_squads // 2) + [("half_squad", "2-3-7")] * half_squads
    more += [("leader", "9-0")] * commissars
    new = muster.context(RUSSIAN).new((kind, name, "", {"since": -1}) for kind, name in more)
    muster.put(RUSSIAN, counters=add(muster.room(RUSSIAN).counters, new))
    return muster


def test_12_6226_one_commissar_to_twelve_squads_with_those_there_are():
    muster = company(group("I1"), group("I2"), group("I9"), squads=40, commissars=2)
    assert muster.step == "commissars"
    assert muster.task.lines == ("You may exchange 1.",)
    first, second, *_ = (field.name for field in muster.task.fields)
    with pytest.raises(Refused, match="2 leaders would become Commissars, 1 may") as refused:
        muster.order(RUSSIAN, "enter", **{first: "10-0", second: "9-0"})
    assert (refused.value.field, bool(refused.value.way_out)) == (second, True)
    muster.order(RUSSIAN, "enter", **{second: "9-0"})
    leaders = {str(c.id): c.name for c in muster.new() if c.kind == "leader"}
    assert leaders[second.removeprefix("leader_")] == "9-0"


def test_12_6226_half_squads_count_by_two():
    assert company(group("I2"), squads=24, half_squads=6, commissars=1).task.lines == ("You may exchange 1.",)
    assert company(group("I2"), squads=23, half_squads=6, commissars=1).step == "muster"


def test_12_6226_no_more_than_companies_bought_and_given_ones_are_not():
    assert company(group("I1"), squads=60).task.lines == ("You may exchange 1.",)
    assert company(group("I1", given=True), squads=60).step == "muster"


def test_VotG23_no_leader_becomes_a_8_plus_1():
    options = {key for field in company(group("I1"), squads=24).task.fields for key, _ in field.options}
    assert options == {"", "10-0", "9-0"}


@pytest.mark.parametrize(("before", "now", "waits"), [
    ("9-1", "9-0", True), ("8-0", "8+1", True), ("9-0", "8-1", True), ("9-0", "8+1", False), ("9-1", "8-1", False),
])  # fmt: skip
def test_12_6226_and_VotG23_a_leader_is_no_commissar_by_his_sides_own_word(before: str, now: str, waits: bool):
    game = battle().has(RUSSIAN, ("leader", before))
    game.order(RUSSIAN, "change", pile=1, count=1, name=now)
    assert game.names(RUSSIAN) == [before if waits else now]
    assert [one.gain for one in game.public.corrections] == (["renamed"] if waits else [])


@pytest.mark.parametrize(("reading", "now"), [("lower", "8+1"), ("never", "")])
def test_VotG23_ruling_commissar_replaced(reading: str, now: str):
    game = battle(rulings={"commissar_replaced": reading}).has(RUSSIAN, ("leader", "9-0"))
    if not now:
        with pytest.raises(Refused, match="can't be Replaced"):
            game.order(RUSSIAN, "replace", pile=1)
    else:
        game.order(RUSSIAN, "replace", pile=1)
    assert game.names(RUSSIAN) == [now or "9-0"]


def test_12_6226_commissars_of_militia_count_unless_the_ruling_says_no():
    both = (group("I2"), group("I5"))
    counted = company(*both, squads=24)
    assert counted.task.lines == ("You may exchange 1.",)
    assert company(*both, squads=23).step == "muster"
    apart = company(*both, squads=23, rulings={"commissar_count": "not_counted"})
    assert apart.task.lines == ("You may exchange 1.",)
    assert all(c.name != "10-0" for c in apart.new() if f"leader_{c.id}" in {f.name for f in apart.task.fields})


def test_12_6226_a_german_has_none():
    assert Muster(GERMAN, group("I1")).to("leaders").throws(4, 4).step == "muster"


# 12.6227 armor leaders -------------------------------------------------------------------------


@pytest.mark.parametrize(("side", "dice", "names"), [
    (GERMAN, (1, 2), ["10-2"]), (RUSSIAN, (1, 4), []), (GERMAN, (6, 6), []), (RUSSIAN, (1, 2), ["9-1"]),
])  # fmt: skip
def test_12_6227_an_armor_leader_by_side(side, dice, names):
    muster = Muster(side, group("A1")).to("armor").throws(*dice)
    assert muster.brought("armor_leader") == names
    assert not any(c.marks for c in muster.new())


def test_12_6227_inexperienced_crews_are_those_of_the_whole_platoon():
    muster = Muster(RUSSIAN, group("A1"), group("A2")).to("armor").throws(5, 6, 3, 4)
    assert {(c.name, c.marks) for c in muster.new()} == {("T-34 M41", ("inexperienced crew",)), ("T-70", ())}


def test_12_6227_a_dug_in_platoon_stays_dug_in():
    muster = Muster(RUSSIAN, group("A1", way="dug_in")).to("armor").throws(6, 6)
    assert {"dug-in", "inexperienced crew"} <= set(muster.new()[0].marks)


@pytest.mark.parametrize(("left", "offered", "riding"), [
    (("16-A1-1", "16-A2-1"), ("T-34 M41",), ()), (("16-A2-1",), ("T-70",), ()),
    (("16-A1-1", "16-A2-1"), ("T-70",), ("16-A1-1",)),
])  # fmt: skip
def test_12_6227_an_armor_leader_goes_to_an_AFV_of_his_platoon_while_there_is_one_for_him(
    left: tuple[str, ...], offered: tuple[str, ...], riding: tuple[str, ...]
):
    none = dict.fromkeys(SIDES, 0)
    fought = DateRecord(
        day="16", kind="dual", winner=RUSSIAN, report=Report(1, RUSSIAN, RUSSIAN, 6, none, none, none, 0)
    )
    game = Game().stands("aftermath", fought).put(RUSSIAN, counters=()).put(GERMAN, counters=())
    for key, name in (("16-A1-1", "T-34 M41"), ("16-A2-1", "T-70")):
        game.has(RUSSIAN, ("tank", name), group=key, fate="ready" if key in left else "eliminated")
    game.has(RUSSIAN, ("armor_leader", "8-1", ("without AFV",)), group="16-A1-1")
    for key in riding:
        game.has(RUSSIAN, ("armor_leader", "9-1"), group=key)
    game.alone(RUSSIAN, "armor_leaders")
    (field,) = game.current(RUSSIAN).task.fields
    assert tuple(name for name, _ in field.options) == offered
    game.order(RUSSIAN, "enter", **{field.name: offered[0]})
    leader = next(c for c in game.room(RUSSIAN).counters if c.kind == "armor_leader")
    assert (leader.place, leader.marks) == (offered[0], ())


def test_12_6227_and_12_6151f_nobody_rides_in_a_wreck():
    none = dict.fromkeys(SIDES, 0)
    fought = DateRecord(
        day="16", kind="dual", winner=RUSSIAN, report=Report(1, RUSSIAN, RUSSIAN, 6, none, none, none, 0)
    )
    game = Game().stands("aftermath", fought).put(RUSSIAN, counters=()).put(GERMAN, counters=())
    game.has(RUSSIAN, ("tank", "T-34 M41", ("wreck", "recovered")), group="16-A1-1")
    game.has(RUSSIAN, ("tank", "T-70"), group="16-A2-1")
    game.has(RUSSIAN, ("armor_leader", "8-1", ("without AFV",)), group="16-A1-1")
    (field,) = game.alone(RUSSIAN, "armor_leaders").current(RUSSIAN).task.fields
    assert [name for name, _ in field.options] == ["T-70"]


def test_12_6227_a_leichte_flak_platoon_rolls_for_none():
    assert Muster(GERMAN, group("A3")).throws(1, 1).step == "muster"
