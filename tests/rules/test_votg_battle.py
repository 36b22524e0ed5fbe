"""12.601 to 12.6041: the battle's end, Ferry Landings closed by fire, and the report of who won."""

from functools import cache
from typing import Any

import pytest

from rules.contract import Refused
from rules.ground.campaign_map import Ground
from rules.ground.hexes import hex_of
from rules.ground.painting import apply_painting, keep_start, settle_control
from rules.systems.votg.state import RUSSIAN, DateRecord, Group, Landing
from rules.systems.votg.steps.battle import REPORT
from tests.maps.practice import practice_map
from tests.rules.votg_play import GERMAN, Game, data_of

ASSAULT = {"turn": 7, "winner": GERMAN, "cvp_german": 30, "cvp_russian": 45, "wrong_russian": 6, "hexes": 80}
DUEL = {"turn": 7, "cvp_german": 30, "cvp_russian": 25, "taken_german": 4, "taken_russian": 0, "hexes": 80}


def battle(kind: str = "german_assault", day: str = "17", **options: Any) -> Game:
    """A scenario on a later day, with the Russians on the map."""
    game = Game(**options).stands("battle", DateRecord(day="16"), DateRecord(day=day, kind=kind))
    return game.put(GERMAN, counters=()).put(RUSSIAN, counters=())


def report(game: Game, **said: Any) -> Any:
    """Have both sides state their losses and the Germans confirm the report; what the scenario's end says."""
    for side in (GERMAN, RUSSIAN):
        game.alone(side, "victory")
    for side in (GERMAN, RUSSIAN):
        game.puts(side, **said, why="as counted")
    return data_of(game.order(GERMAN, "confirm", number=game.public.proposal.number), "scenario.ended")


# Ferry Landings --------------------------------------------------------------------------------


def test_12_602_and_CG12_1_the_germans_say_which_landings_their_fire_closes():
    game = battle().has(GERMAN, ("squad", "4-6-7")).has(GERMAN, ("weapon", "HMG")).alone(GERMAN, "interdiction")
    game.order(GERMAN, "enter", landing_LL17=True, n_1=1, n_2=1)
    assert [key for key, landing in game.public.landings.items() if landing.interdicted] == ["LL17"]
    assert {counter.marks for counter in game.room(GERMAN).counters} == {("interdicts a Landing",)}
    assert not game.public.landings["LL17"].serves
    assert game.public.landings["LL23"].serves


def test_CG12_12_mmc_weapons_and_vehicles_interdict_but_no_smc_alone():
    game = battle().has(GERMAN, ("squad", "4-6-7"), ("weapon", "HMG"), ("tank", "StuG IIIG"), ("leader", "8-1"))
    fields = {field.name for field in game.alone(GERMAN, "interdiction").current(GERMAN).task.fields}
    assert {name for name in fields if name.startswith("n_")} == {"n_1", "n_2", "n_3"}


def test_CG12_12_who_interdicts_is_busy_for_the_rest_of_the_refit_and_an_smc_is_refused():
    game = battle().has(GERMAN, ("squad", "4-6-7"), ("leader", "8-1"), place="K20").alone(GERMAN, "interdiction")
    with pytest.raises(Refused):
        game.order(GERMAN, "enter", landing_LL17=True, n_2=1)
    game.order(GERMAN, "enter", landing_LL17=True, n_1=1)
    assert [c.marks for c in game.room(GERMAN).counters] == [("interdicts a Landing",), ()]
    game.until("mmc_roll", GERMAN)
    assert [(c.place, c.marks) for c in game.room(GERMAN).counters] == [("K20", ("interdicts a Landing",)), ("", ())]


def test_12_602_what_interdicts_is_told_to_nobody():
    game = battle().has(GERMAN, ("squad", "4-6-7")).alone(GERMAN, "interdiction")
    events = game.order(GERMAN, "enter", landing_LL17=True, n_1=1)
    assert [event.data for event in events if event.room == "public"] == [{"landings": ["LL17"]}]


def test_12_602_a_landing_is_open_again_unless_it_is_closed_anew():
    game = battle().told(landings={"LL17": Landing(interdicted=True), "LL20": Landing(pier=False)})
    game.alone(GERMAN, "interdiction")
    assert [(field.name, field.value) for field in game.current(GERMAN).task.fields] == [("landing_LL17", False)]
    game.order(GERMAN, "enter")
    assert game.public.landings["LL17"].serves


def test_12_602_units_that_interdict_close_something():
    game = battle().has(GERMAN, ("squad", "4-6-7")).alone(GERMAN, "interdiction")
    with pytest.raises(Refused, match="no Landing"):
        game.order(GERMAN, "enter", n_1=1)


def test_12_602_and_CG12_12_no_landing_is_closed_by_nobody():
    game = battle().has(GERMAN, ("squad", "4-6-7")).alone(GERMAN, "interdiction")
    with pytest.raises(Refused, match="LL17: no unit closes it") as refusal:
        game.order(GERMAN, "enter", landing_LL17=True)
    assert (refusal.value.field, refusal.value.rule) == ("landing_LL17", "CG12.12")


def test_12_602_russians_interdict_nothing():
    game = battle().alone(RUSSIAN, "markers")
    assert "interdiction" not in game.room(RUSSIAN).done


def test_12_6264_whoever_interdicted_is_free_when_the_next_scenario_begins():
    game = Game().stands("begin", DateRecord(day="17", kind="german_assault"))
    game.put(GERMAN, counters=()).has(GERMAN, ("squad", "4-6-7", ("interdicts a Landing", "isolated")))
    game.order(GERMAN, "done")
    assert game.room(GERMAN).counters[0].marks == ("isolated",)


# markers ---------------------------------------------------------------------------------------


def test_12_603_and_CG10_a_module_that_placed_an_ffe_is_used_up_and_aircraft_go():
    game = battle().has(GERMAN, ("oba", "80mm OBA"), ("oba", "100mm OBA"), ("aircraft", "Stuka M42"))
    game.alone(GERMAN, "markers").order(GERMAN, "enter", ffe_1=True)
    assert [counter.fate for counter in game.room(GERMAN).counters] == ["used", "ready", "used"]


@pytest.mark.parametrize(("modules", "fired", "left"), [
    (1, 1, 1), (2, 2, 0), (2, 1, 1), (3, 1, 2), (1, 0, 2), (0, 0, 2),
])  # fmt: skip
def test_CG10_the_observer_of_a_module_that_is_used_up_goes_with_it_and_no_other(modules, fired, left):
    """Two Observers; by what is left of the modules the program knows what it is not told."""
    game = battle().has(GERMAN, *[("oba", "100mm OBA")] * modules, *[("observer", "Offboard Observer")] * 2)
    ids = [c.id for c in game.room(GERMAN).counters if c.kind == "oba"]
    game.alone(GERMAN, "markers").order(GERMAN, "enter", **{f"ffe_{i}": True for i in ids[:fired]})
    assert sum(c.kind == "observer" and c.fate == "ready" for c in game.room(GERMAN).counters) == left


def test_CG10_the_side_says_which_observer_went_with_his_module():
    game = battle().has(GERMAN, *[("oba", "100mm OBA")] * 2, *[("observer", "Offboard Observer")] * 2)
    first, second = (c.id for c in game.room(GERMAN).counters if c.kind == "observer")
    module = next(c.id for c in game.room(GERMAN).counters if c.kind == "oba")
    game.alone(GERMAN, "markers").order(GERMAN, "enter", **{f"ffe_{module}": True, f"observer_{second}": True})
    assert {c.id: c.fate for c in game.room(GERMAN).counters if c.kind == "observer"} == {
        first: "ready",
        second: "used",
    }


def test_12_603_what_is_stunned_fanatic_or_hidden_is_so_no_more_but_a_gun_that_was_not_found():
    game = battle().has(GERMAN, ("tank", "StuG IIIB", ("stunned", "immobilized")), ("squad", "4-6-8", ("fanatic",)))
    game.has(GERMAN, ("squad", "4-6-7", ("hidden",)), ("gun", "50L", ("hidden",)))
    game.alone(GERMAN, "markers").order(GERMAN, "enter")
    assert [c.marks for c in game.room(GERMAN).counters] == [("immobilized",), (), (), ("hidden",)]


def test_12_603_dummies_that_were_bought_leave_the_map_with_their_scenario_and_other_works_stay():
    game = battle().has(GERMAN, ("fortification", "Concealment counter (?)"), ("fortification", "Wire"))
    game.alone(GERMAN, "markers").order(GERMAN, "enter")
    assert [c.fate for c in game.room(GERMAN).counters] == ["used", "ready"]


# the report -----------------------------------------------------------------------------------


def test_12_6041_an_assaults_winner_is_entered_and_the_other_side_confirms():
    game = battle()
    assert report(game, **ASSAULT) == {"winner": GERMAN, "parts": []}
    assert game.public.stage == "aftermath"
    assert game.public.today.winner == GERMAN


def test_12_6255_of_an_assault_somebody_is_the_winner():
    game = battle().alone(GERMAN, "victory")
    with pytest.raises(Refused, match="won the scenario"):
        game.puts(GERMAN, **{**ASSAULT, "winner": ""})


@pytest.mark.parametrize("field", ["hexes", "taken_german", "taken_russian"])
def test_12_2_Stone_Hex_rubble_adds_to_the_557_that_are_printed(field: str):
    side = RUSSIAN if field == "taken_russian" else GERMAN
    game = battle("dual").alone(side, "victory")
    assert game.current(side).task.form.lines[-1] == "557 hexes of the map are stone; rubble adds to them (12.2)."
    with pytest.raises(Refused, match="not between 0 and 999") as refused:
        game.puts(side, **{**DUEL, field: 1000})
    assert refused.value.field == field
    report(game, **{**DUEL, field: 558})
    told = game.public.today.report
    assert {"hexes": told.hexes, "taken_german": told.taken[GERMAN], "taken_russian": told.taken[RUSSIAN]}[field] == 558


def test_12_2_Stone_Hex_a_correction_may_count_more_of_them_than_are_printed():
    game = battle("dual")
    report(game, **DUEL)
    game.order(GERMAN, "correct", about=f"report_{game.public.date}", reason="Rubble", hexes=600)
    game.order(RUSSIAN, "settle", number=1, verdict="agreed")
    assert game.public.today.report.hexes == 600


@pytest.mark.parametrize(("cvp_german", "winner"), [(28, GERMAN), (29, RUSSIAN), (30, RUSSIAN)])
def test_12_6255_in_a_dual_attack_the_germans_need_more_vp(cvp_german: int, winner: str):
    game = battle("dual")
    ended = report(game, **{**DUEL, "cvp_german": cvp_german})
    assert ended["winner"] == winner
    assert ended["parts"][-1][1:] == [29, cvp_german]


def test_12_6255_each_stone_hex_taken_is_a_vp_of_a_dual_attack():
    assert report(battle("dual"), **{**DUEL, "taken_german": 6})["winner"] == GERMAN
    assert report(battle("dual"), **{**DUEL, "taken_german": 6, "taken_russian": 1})["winner"] == RUSSIAN


def test_12_6255_only_a_dual_attack_asks_for_hexes_taken_and_no_winner():
    for side in (GERMAN, RUSSIAN):
        names = {field.name for field in battle("dual").alone(side, "victory").current(side).task.form.fields}
        assert f"taken_{side}" in names
        assert "winner" not in names
        names = {field.name for field in battle().alone(side, "victory").current(side).task.form.fields}
        assert f"taken_{side}" not in names


@pytest.mark.parametrize(("hexes", "winner"), [(59, RUSSIAN), (60, GERMAN)])
def test_12_5_12_51_12_54_the_initial_scenario_goes_by_the_owners_number(hexes: int, winner: str):
    game = Game(game="IV", reports={0: {"hexes": hexes}}).until("perimeter")
    assert game.public.today.winner == winner


def test_the_owners_words_stand_above_the_account():
    assert "Practice" in Game(game="IV").until("victory").current(GERMAN).task.form.lines[0]
    assert "Practice" in battle(game="I", day="16").alone(GERMAN, "victory").current(GERMAN).task.form.lines[0]


def test_CG13_casualties_over_a_wrong_hex_count_for_victory_only():
    game = battle()
    report(game, **ASSAULT)
    ended = game.public.today.report
    assert (ended.cvp[RUSSIAN], ended.cvp_points[RUSSIAN]) == (45, 39)


def test_CG18_losses_in_the_sewers_count_for_nothing_on_the_last_day():
    game = battle(day="27")
    report(game, **{**ASSAULT, "sewers_russian": 5})
    ended = game.public.today.report
    assert (ended.cvp[RUSSIAN], ended.cvp_points[RUSSIAN]) == (40, 34)
    names = {field.name for field in battle().alone(RUSSIAN, "victory").current(RUSSIAN).task.form.fields}
    assert "sewers_russian" not in names


def test_CG18_no_more_are_lost_in_the_sewers_than_in_all():
    game = battle(day="27").alone(RUSSIAN, "victory")
    with pytest.raises(Refused, match="in the sewers"):
        game.puts(RUSSIAN, **{**ASSAULT, "sewers_russian": 40})


def test_CG13_no_more_are_lost_over_wrong_hexes_than_in_all():
    game = battle().alone(RUSSIAN, "victory")
    with pytest.raises(Refused, match="wrong hexes"):
        game.puts(RUSSIAN, **{**ASSAULT, "wrong_russian": 46})


def test_an_account_shows_what_it_says_and_waits_for_the_other_side():
    game = battle().alone(GERMAN, "victory").alone(RUSSIAN, "victory")
    game.puts(GERMAN, **ASSAULT)
    assert game.current(GERMAN).task.mine
    told = dict(game.current(RUSSIAN).task.shared)
    assert told["The scenario ended on turn"] == "7"
    assert told["Who won the scenario"] == "German"
    with pytest.raises(Refused, match="no report"):
        game.order(GERMAN, "confirm", number=1)
    game.puts(RUSSIAN, **{**ASSAULT, "hexes": 81})
    with pytest.raises(Refused, match="changed"):
        game.order(GERMAN, "confirm", number=1)


def test_12_12_own_casualties_are_proposed_and_the_others_are_not_known():
    game = battle().has(GERMAN, ("squad", "4-6-7"), worth=2, fate="eliminated", since=1)
    game.has(RUSSIAN, ("squad", "4-4-7"), worth=2, fate="eliminated", since=1).alone(GERMAN, "victory")
    values = {field.name: field.value for field in game.current(GERMAN).task.form.fields}
    assert values["cvp_german"] == 2
    assert "cvp_russian" not in values


def test_12_6042_and_12_2_Eliminated_losses_after_the_account_no_longer_count_for_the_scenario():
    game = battle()
    report(game, **ASSAULT)
    game.has(GERMAN, ("squad", "4-6-7"), worth=2)
    game.order(GERMAN, "lose", piles={1: 1})
    assert game.room(GERMAN).counters[0].since < 0
    assert game.current(GERMAN).spec.key == "rally"


def test_CG14_a_massacre_announced_before_is_over_with_its_scenario():
    game = battle().told(massacre=True)
    report(game, **ASSAULT)
    assert not game.public.massacre


def test_VotG21_who_has_not_entered_is_retained():
    game = Game().stands("begin", DateRecord(day="17", kind="german_assault", mover=GERMAN))
    game.put(GERMAN, counters=()).has(GERMAN, ("squad", "4-6-7"), fate="due")
    game.order(GERMAN, "done")
    game.order(RUSSIAN, "done")
    assert game.until("perimeter").room(GERMAN).counters[0].fate == "ready"


def exited(chits: int = 5, **options: Any) -> Game:
    """A German Assault in which a German squad and a wounded leader left the map, after its report."""
    game = battle(**options).told(chits=chits)
    game.has(GERMAN, ("squad", "4-6-7", ("broken",)), ("leader", "8-1", ("wounded",)), place="A5")
    game.order(GERMAN, "lose", piles={"1": 1, "2": 1}, fate="exited")
    assert {counter.fate for counter in game.room(GERMAN).counters} == {"exited"}
    report(game, **{**ASSAULT, "wrong_russian": 0})
    return game


def left(game: Game) -> list[tuple[str, bool]]:
    """The fates of those who left, and whether they are known to have done so."""
    return [(counter.fate, "left the map" in counter.marks) for counter in game.room(GERMAN).counters]


def test_CG13_who_left_the_map_is_retained_and_goes_through_the_refit_with_all_others():
    game = exited(chits=0).alone(GERMAN, "rally")
    assert left(game) == [("ready", False)] * 2
    assert {counter.place for counter in game.room(GERMAN).counters} == {""}
    assert [need.label for need in game.alone(GERMAN, "wounded").current(GERMAN).task.needs]
    assert "broken" not in game.room(GERMAN).counters[0].marks


def test_CG13_nothing_of_where_he_stood_befalls_who_left_the_map():
    game = battle().told(chits=0)
    game.has(GERMAN, ("squad", "4-6-7", ("isolated", "encircled", "in mines", "short of ammunition")), place="K20")
    game.order(GERMAN, "lose", piles={"1": 1}, fate="exited")
    report(game, **{**ASSAULT, "wrong_russian": 0})
    assert [c.marks for c in game.room(GERMAN).counters] == [("short of ammunition",)]
    assert not {"encirclement", "mines"} & set(game.alone(GERMAN, "mmc_roll").room(GERMAN).done)


def test_CG13_and_12_6162_AFV_that_left_the_map_before_a_counterattack_are_not_taken_for_a_redeployed_platoon():
    game = battle(strikes={1: False}).told(chits=3).put(GERMAN, groups=(Group("16-A1-1", "A1", 0, 6),))
    game.has(GERMAN, ("tank", "StuG IIIG"), ("armor_leader", "9-1"), group="16-A1-1", place="A5")
    game.order(GERMAN, "lose", piles={"1": 1, "2": 1}, fate="exited")
    report(game, **{**ASSAULT, "wrong_russian": 0})
    game.until("points", date=2)
    assert {c.fate for c in game.room(GERMAN).counters} == {"out"}
    assert "redeployment_roll" not in game.room(GERMAN).done


def test_CG13_what_was_captured_and_leaves_the_map_is_no_less_captured():
    game = battle().told(chits=0).has(RUSSIAN, ("weapon", "LMG"))
    game.order(RUSSIAN, "lose", piles={"1": 1}, fate="captured")
    game.order(GERMAN, "use", number=1, count=1)
    game.order(GERMAN, "lose", piles={"1": 1}, fate="exited")
    assert [(one.count, one.used) for one in game.public.captures] == [(1, 1)]
    report(game, **{**ASSAULT, "wrong_russian": 0})
    assert left(game.alone(GERMAN, "rally")) == [("ready", False)]


@pytest.mark.parametrize(("reading", "fate"), [("next_day", "out"), ("next_scenario", "ready")])
def test_CG13_ruling_exited_counterattack(reading: str, fate: str):
    game = exited(rulings={"exited_counterattack": reading}, strikes={1: False}, seed=3).alone(GERMAN, "rally")
    assert left(game) == [("ready", reading == "next_day")] * 2
    game.until("points", date=2)
    assert game.public.today.kind == "counterattack"
    assert left(game)[0][0] == fate
    game.until("new_day", date=3)
    assert left(game)[0] == ("ready", False)


@pytest.mark.parametrize(("becomes", "marks"), [("4-4-7", ()), ("3-2-8", ("assault engineer",))])
def test_VotG24_who_is_replaced_in_play_is_no_assault_engineer_any_more(becomes: str, marks: tuple[str, ...]):
    game = battle().put(RUSSIAN, counters=()).has(RUSSIAN, ("squad", "6-2-8", ("assault engineer",)))
    game.order(RUSSIAN, "change", pile=1, count=1, name=becomes)
    (engineer,) = game.room(RUSSIAN).counters
    assert (engineer.name, engineer.marks) == (becomes, marks)
    if becomes == "4-4-7":
        game.gains(RUSSIAN, "change", pile=1, count=1, name="6-2-8")
        assert game.room(RUSSIAN).counters[0].marks == ()


# what the map says of it ------------------------------------------------------------------------------


def on_map(*holders: tuple[str, str]) -> tuple[Game, list[str]]:
    """A Dual Attack on the practice map, with who holds which hexes when it begins; the names of its Stone Hexes."""
    ground = held_by(*holders)
    game = battle("dual", map=practice_map("votg")).told(ground=ground)
    return game, [str(place) for place in sorted(ground.sheet.stone)]


@cache
def held_by(*holders: tuple[str, str]) -> Ground:
    """The practice map as a battle begins on it, painted once for all tests with the same holders."""
    ground = battle("dual", map=practice_map("votg")).public.ground
    for side, hexes in holders:
        ground = apply_painting(ground, {"side": side or GERMAN, "holder": side, "hexes": hexes, "number": 1})
    return keep_start(settle_control(ground))


def own_fields(game: Game, side: str) -> dict[str, object]:
    return {field.name: field.value for field in game.alone(side, "victory").current(side).task.form.fields}


def test_12_6255_stone_hexes_taken_since_the_start_are_counted_on_the_map_with_their_reckoning():
    game, stone = on_map((GERMAN, "A1-T50"), (RUSSIAN, "U1-LL50"))
    west, east = (next(n for n in order if held(n)) for order, held in ((stone, _west), (stone[::-1], _east)))
    for side, name in ((RUSSIAN, west), (GERMAN, east)):
        game.order(side, "paint", holder=side, hexes=name)
    for side in (GERMAN, RUSSIAN):
        assert own_fields(game, side)[f"taken_{side}"] == 1
        said = game.current(side).task.form.lines[-1]
        assert said.startswith("By the map: Stone hexes ")
        assert ": 1 of " in said


def _west(name: str) -> bool:
    return _column(name) <= 20


def _east(name: str) -> bool:
    return 20 < _column(name) <= 38


def _column(name: str) -> int:
    place = hex_of(name)
    assert place
    return place.column


def test_12_6255_another_number_of_hexes_taken_than_the_maps_needs_a_reason():
    game, stone = on_map((GERMAN, "A1-T50"), (RUSSIAN, "U1-LL50"))
    east = next(name for name in stone if _east(name))
    game.order(GERMAN, "paint", holder=GERMAN, hexes=east)
    said = {**DUEL, "hexes": own_fields(game, GERMAN)["hexes"], "taken_german": 2}
    with pytest.raises(Refused, match="2 entered, 1 by the map") as refused:
        game.puts(GERMAN, **said)
    assert (refused.value.field, bool(refused.value.way_out)) == ("taken_german", True)
    game.puts(GERMAN, **said, note="Our fire alone took another (A26.16).")
    assert game.public.proposal.taken[GERMAN] == 2


def test_12_6255_a_hex_that_was_nobodys_or_is_disputed_counts_for_nobody():
    game, stone = on_map(("", "A1-OO50"), (GERMAN, "A1-H50"))
    east = next(name for name in stone if _east(name))
    game.order(GERMAN, "paint", holder=GERMAN, hexes=east)
    assert own_fields(game, GERMAN)["taken_german"] == 0
    game.order(RUSSIAN, "paint", holder=RUSSIAN, hexes=east)
    assert "taken_german" not in REPORT.by_map(game.context(GERMAN))


def test_12_6255_before_anybody_painted_in_the_battle_the_hexes_taken_are_asked():
    game, _ = on_map((GERMAN, "A1-T50"), (RUSSIAN, "U1-LL50"))
    assert "taken_german" not in REPORT.by_map(game.context(GERMAN))
    game.puts(GERMAN, **{**DUEL, "hexes": own_fields(game, GERMAN)["hexes"], "taken_german": 7})
    assert game.public.proposal.taken[GERMAN] == 7
