"""12.613, 12.625 to 12.627: Counterattack, chits, kinds of scenario, night, set-up, reconnaissance, first move."""

import json
from gettext import NullTranslations
from typing import Any

import pytest

from rules.contract import PUBLIC, Refused
from rules.systems.votg.state import RUSSIAN, SIDES, DateRecord, Group, Report, Strongpoint
from rules.systems.votg.steps.aftermath import unpublished_strongpoints
from rules.text import set_catalog
from tests.rules.votg_play import GERMAN, SYSTEM, Game, charts, data_of

REPORT = Report(1, GERMAN, GERMAN, 6, dict.fromkeys(SIDES, 0), dict.fromkeys(SIDES, 0), dict.fromkeys(SIDES, 0), 0)


def at(stage: str, kind: str = "", day: str = "17", **more: Any) -> Game:
    """A campaign at the beginning of a stage of a later date."""
    options = {key: more.pop(key) for key in ("rulings", "balance", "game", "chart") if key in more}
    return Game(**options).stands(stage, DateRecord(day="16"), DateRecord(day=day, kind=kind, **more))


def shown(german: str, russian: str, **more: Any) -> Game:
    """Both chits chosen and turned over."""
    game = at("initiative", **more)
    game.order(GERMAN, "enter", chit=german)
    game.order(RUSSIAN, "enter", chit=russian)
    game.order(RUSSIAN, "done")
    game.order(GERMAN, "done")
    return game


# Counterattack ---------------------------------------------------------------------------------


def declaring(kind: str = "german_assault", **more: Any) -> Game:
    return at("counterattack", kind, winner=GERMAN, report=REPORT, **more)


def test_12_613_a_counterattack_costs_a_chit_and_both_sides_know_of_it_at_once():
    game = declaring().told(chits=1)
    event = data_of(game.order(RUSSIAN, "enter", strike="night"), "counterattack.declared")
    assert event == {"night": True}
    assert (game.public.stage, game.public.chits) == ("renewal", 0)
    today = game.public.today
    assert (today.day, today.kind, today.night, today.first, today.mover) == (
        "17", "counterattack", True, GERMAN, RUSSIAN,
    )  # fmt: skip


def test_12_613_without_one_a_new_day_begins():
    game = declaring()
    game.order(RUSSIAN, "enter", strike="")
    assert (game.public.today.day, game.public.chits) == ("18", 8)


@pytest.mark.parametrize("kind", ["dual", "russian_assault", "counterattack"])
def test_12_613_only_a_german_assault_is_followed_by_one(kind: str):
    assert not declaring(kind).context(RUSSIAN).may_counterattack()


@pytest.mark.parametrize(("reading", "may"), [("counts", True), ("not_counted", False)])
def test_ruling_counterattack_initial(reading: str, may: bool):
    game = declaring("initial", mover=GERMAN, rulings={"counterattack_initial": reading})
    assert game.context(RUSSIAN).may_counterattack() is may


def test_ruling_night_asked_late():
    game = declaring(rulings={"night_asked": "late"})
    assert [key for key, _ in game.current(RUSSIAN).task.fields[0].options] == ["", "yes"]
    game.order(RUSSIAN, "enter", strike="yes")
    game.until("night", RUSSIAN).order(RUSSIAN, "enter", light="night")
    assert game.public.today.night


# chits -----------------------------------------------------------------------------------------


def test_12_625_chits_are_put_down_in_secret_under_a_seal():
    game = at("initiative")
    events = game.order(GERMAN, "enter", chit="attack")
    assert {event.kind for event in events if event.room == "public"} == {"stage.finished"}
    assert any(event.seals for event in events)
    assert all("attack" not in str(event.data) for event in events if event.room == "public")


@pytest.mark.parametrize(("german", "russian", "kind", "first", "mover", "chits"), [
    ("attack", "attack", "dual", "", "", 7),
    ("attack", "idle", "german_assault", RUSSIAN, GERMAN, 8),
    ("idle", "attack", "russian_assault", GERMAN, RUSSIAN, 7),
])  # fmt: skip
def test_12_6252_both_chits_say_what_is_played(
    german: str, russian: str, kind: str, first: str, mover: str, chits: int
):
    game = shown(german, russian)
    today = game.public.today
    assert (today.kind, today.first, today.mover, game.public.chits) == (kind, first, mover, chits)
    assert today.chits == {GERMAN: german, RUSSIAN: russian}


def test_12_6252_and_12_6253_Idle_Day_both_are_idle():
    game = shown("idle", "idle")
    assert (game.public.stage, game.public.date, game.public.dates[1].kind) == ("renewal", 2, "idle_day")


def test_12_6252_the_first_chit_shown_tells_nothing_of_the_scenario():
    game = at("initiative")
    game.order(GERMAN, "enter", chit="attack")
    game.order(RUSSIAN, "enter", chit="idle")
    events = game.order(GERMAN, "done")
    assert "scenario.generated" not in {event.kind for event in events}


def test_12_6251_without_a_chit_the_russians_are_idle():
    game = at("initiative").told(chits=0)
    assert [key for key, _ in game.current(RUSSIAN).task.fields[0].options] == ["idle"]
    with pytest.raises(Refused):
        game.order(RUSSIAN, "enter", chit="attack")
    assert len(game.current(GERMAN).task.fields[0].options) == 2


def test_12_6181_a_chit_declared_before_the_purchases_binds():
    game = at("initiative").put(GERMAN, chit="attack")
    assert [key for key, _ in game.current(GERMAN).task.fields[0].options] == ["attack"]
    assert len(game.current(GERMAN).task.lines) == 2


# the scenario ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "first"), [(3, RUSSIAN), (4, GERMAN)])
def test_12_6253_Dual_Attack_a_die_says_who_sets_up_first(dice: int, first: str):
    game = shown("attack", "attack")
    game.roll(RUSSIAN, dice)
    assert (game.public.today.first, game.public.stage) == (first, f"setup_{first}_first")


def test_12_6253_German_Assault_leaves_nothing_to_decide():
    game = shown("attack", "idle")
    assert (game.public.stage, game.public.today.mover, game.public.chits) == ("setup_russian_first", GERMAN, 8)
    assert not game.public.today.night
    game.until("play")
    assert not {"order", "night", "mover"} & {key for side in SIDES for key in game.room(side).done}


def test_12_6253_Russian_Assault_and_12_6254_may_be_fought_by_night():
    game = shown("idle", "attack")
    game.order(RUSSIAN, "enter", light="day")
    assert (game.public.today.night, game.public.stage) == (False, "setup_german_first")
    game = shown("idle", "attack")
    game.order(RUSSIAN, "enter", light="night")
    assert game.current(RUSSIAN).spec.key == "cloud_cover"
    game.order(RUSSIAN, "enter", cover="Scattered", nvr=3)
    assert (game.public.today.night, game.public.today.cover) == (True, "Scattered, Base NVR 3")


def test_12_6254_an_initial_scenario_by_night_has_its_cloud_cover_too():
    game = Game(chart=charts("setup", light="night")).until("cloud_cover", RUSSIAN)
    assert game.public.today.kind == "initial"
    game.until("play")
    assert game.public.today.cover == "Clear, Base NVR 0"


def test_12_6254_the_moon_is_shown_and_overcast_weather_hides_it():
    game = at("scenario", "russian_assault", night=True, first=GERMAN)
    moon = next(field for field in game.current(RUSSIAN).task.fields if field.name == "moon")
    assert "first quarter" in moon.value
    game = at("scenario", "russian_assault", night=True, first=GERMAN, weather="Overcast")
    task = game.current(RUSSIAN).task
    assert [key for key, _ in task.fields[0].options] == ["Overcast"]
    assert "no account" in task.lines[0]


def test_12_6254_a_moon_left_as_it_is_offered_is_recorded_as_the_book_has_it_in_any_language():
    class Shouting(NullTranslations):
        def gettext(self, message: str) -> str:
            return message.upper() if "quarter" in message else message

    catalogue = Shouting()
    before = set_catalog(lambda: catalogue)
    try:
        game = at("scenario", "russian_assault", night=True, first=GERMAN)
        offered = next(field.value for field in game.current(RUSSIAN).task.fields if field.name == "moon")
        game.order(RUSSIAN, "enter", cover="Clear", nvr=4, moon=offered)
    finally:
        set_catalog(before)
    assert "FIRST QUARTER" in offered
    assert "first quarter" in game.public.today.moon


def test_12_6254_a_moon_the_owner_has_otherwise_stands_on_page_and_card():
    game = at("scenario", "russian_assault", night=True, first=GERMAN)
    game.order(RUSSIAN, "enter", cover="Clear", nvr=4, moon="Half Moon")
    seen = SYSTEM.view(game.state.only(()), None).public
    assert any(("Moon", "Half Moon") in facts.lines for facts in seen.facts)
    assert "Half Moon" in SYSTEM.sheets(game.state.only(()), None)["card"].tables[0].blocks[0].rows[0]


def test_12_6254_by_night_the_germans_announce_an_elr_less():
    game = at("begin", "russian_assault", night=True, mover=RUSSIAN).put(GERMAN, elr=3).put(RUSSIAN, elr=3)
    game.order(GERMAN, "done")
    game.order(RUSSIAN, "done")
    assert (game.public.today.elr, game.room(GERMAN).now.elr) == ({GERMAN: 2, RUSSIAN: 3}, 3)


@pytest.mark.parametrize(("dice", "mover"), [(3, RUSSIAN), (4, GERMAN)])
def test_12_627_a_die_says_who_moves_first_in_a_dual_attack(dice: int, mover: str):
    game = at("begin", "dual", first=GERMAN)
    game.order(GERMAN, "done")
    game.order(RUSSIAN, "done")
    game.roll(RUSSIAN, dice)
    assert (game.public.today.mover, game.public.stage) == (mover, "battle")


def test_12_627_else_the_kind_of_scenario_says_so():
    game = at("begin", "german_assault", first=RUSSIAN, mover=GERMAN)
    game.order(RUSSIAN, "done")
    game.order(GERMAN, "done")
    assert game.public.stage == "battle"


# set-up ----------------------------------------------------------------------------------------


def steps(game: Game, side: str) -> list[str]:
    """The steps of the stage that ask something of a side, one after the other."""
    found = []
    while (current := game.current(side)) is not None:
        found.append(current.spec.key)
        game.answer(side)
    return found


def test_12_6261_whoever_sets_up_first_enters_the_wind():
    game = at("setup_german_first", "russian_assault", first=GERMAN, mover=RUSSIAN)
    game.put(GERMAN, counters=()).put(RUSSIAN, counters=())
    assert steps(game, GERMAN) == ["wind", "setup"]
    assert game.public.stage == "setup_russian_second"
    assert steps(game, RUSSIAN)[:1] == ["setup"]


def test_CG6_two_modules_are_in_play():
    game = at("setup_german_second", "german_assault", first=RUSSIAN, mover=GERMAN)
    game.put(GERMAN, counters=()).has(GERMAN, *[("oba", "80mm OBA")] * 3)
    game.order(GERMAN, "enter", module1="1", module2="3")
    assert [counter.marks for counter in game.room(GERMAN).counters] == [("in play",), (), ("in play",)]


def test_12_31_the_russian_balance_hardens_mmc_at_each_set_up():
    game = at("setup_russian_first", "german_assault", balance=RUSSIAN, first=RUSSIAN, mover=GERMAN)
    game.put(RUSSIAN, counters=()).has(RUSSIAN, ("squad", "4-4-7"), ("squad", "4-4-7"))
    game.alone(RUSSIAN, "balance_hardening").roll(RUSSIAN, 2)
    game.order(RUSSIAN, "enter", mmc1="4-4-7", mmc2="")
    assert sorted(game.names(RUSSIAN)) == ["4-4-7", "4-5-8"]


def test_12_31_the_russian_balance_makes_all_storm_group_personnel_fanatic_until_the_scenario_is_over():
    game = at("setup_russian_first", "german_assault", balance=RUSSIAN, first=RUSSIAN, mover=GERMAN)
    game.put(RUSSIAN, counters=(), groups=(Group("16-I6-1", "I6", 0, 6), Group("16-I2-1", "I2", 0, 6)))
    game.has(RUSSIAN, ("squad", "6-2-8"), ("leader", "8-1"), ("weapon", "FT"), group="16-I6-1")
    game.has(RUSSIAN, ("squad", "6-2-8"), group="16-I6-1", fate="due")
    game.has(RUSSIAN, ("squad", "4-4-7"), group="16-I2-1")
    game.alone(RUSSIAN, "balance_hardening").roll(RUSSIAN, 1)
    fanatic, none = ("fanatic",), ()
    assert [c.marks for c in game.room(RUSSIAN).counters] == [fanatic, fanatic, none, fanatic, none]
    game.until("markers", RUSSIAN).answer(RUSSIAN)
    assert not any("fanatic" in c.marks for c in game.room(RUSSIAN).counters)


def retained(*counters: Any, group: str = "", **options: Any) -> Game:
    """The Russians before their set-up on 17 September, with counters of the day before."""
    game = at("setup_russian_first", "dual", first=RUSSIAN, **options).put(RUSSIAN, counters=())
    return game.has(RUSSIAN, *counters, since=0, group=group).alone(RUSSIAN, "dig_in")


def test_12_6214c_a_retained_afv_is_dug_in_immobile_and_its_bow_MG_scrounged():
    game = retained(*[("tank", "T-34 M41")] * 3, ("tank", "T-34 M41", ("bow MG disabled",)))
    events = game.order(RUSSIAN, "enter", n_1=2, n_4=1)
    assert all(event.room == RUSSIAN for event in events)
    counters = game.room(RUSSIAN).counters
    dug_in = {"dug-in", "immobilized", "bow MG disabled"}
    assert [set(c.marks) for c in counters[:4]] == [dug_in, dug_in, set(), dug_in]
    assert [(c.kind, c.name, c.fate) for c in counters[4:]] == [("weapon", "LMG", "ready")] * 2


def test_12_6214c_no_wreck_captured_or_entering_afv_is_dug_in():
    others = [("tank", "T-34 M41", (mark,)) for mark in ("wreck", "captured from the enemy", "dug-in")]
    game = retained(("tank", "T-34 M41"), *others).has(RUSSIAN, ("tank", "T-34 M41"), since=1, group="17-A1-1")
    game.put(RUSSIAN, groups=(Group("17-A1-1", "A1", 1, 6),))
    assert [field.name for field in game.current(RUSSIAN).task.fields] == ["n_1"]
    with pytest.raises(Refused) as refused:
        game.order(RUSSIAN, "enter", n_1=2)
    assert (refused.value.field, refused.value.rule) == ("n_1", "12.6214c")
    game.order(RUSSIAN, "enter")
    assert "dug-in" not in game.room(RUSSIAN).counters[0].marks


@pytest.mark.parametrize(
    ("marks", "since", "group"),
    [
        pytest.param(("recovered", "immobilized"), 1, "", id="recovered today"),
        pytest.param((), 1, "", id="a wreck repaired today"),
        pytest.param((), 1, "16-A1-1", id="back from Redeployment"),
        pytest.param((), 1, "17-A2-1", id="bought today for the map"),
        pytest.param(("abandoned",), 0, "", id="abandoned"),
    ],
)
def test_12_6214c_and_12_2_Retained_any_afv_that_does_not_enter_today_is_dug_in(
    marks: tuple[str, ...], since: int, group: str
):
    game = at("setup_russian_first", "dual", first=RUSSIAN).put(RUSSIAN, counters=())
    game.put(RUSSIAN, groups=(Group("16-A1-1", "A1", 0, 6), Group("17-A2-1", "A2", 1, 6, way="onboard")))
    game.has(RUSSIAN, ("tank", "T-34 M41", marks), since=since, group=group)
    game.alone(RUSSIAN, "dig_in").order(RUSSIAN, "enter", n_1=1)
    tank, weapon = game.room(RUSSIAN).counters
    assert ("dug-in" in tank.marks, "recovered" in tank.marks, weapon.name) == (True, False, "LMG")


def test_12_6214c_in_the_first_scenario_only_a_platoon_bought_for_the_map_is_dug_in():
    groups = (Group("17-A1-1", "A1", 0, 6), Group("17-A1-2", "A1", 0, 8, way="onboard"))
    game = Game().stands("setup_russian_first", DateRecord(day="17", kind="initial", first=RUSSIAN))
    game.put(RUSSIAN, counters=(), groups=groups)
    for group in ("", "17-A1-1", "17-A1-2"):
        game.has(RUSSIAN, ("tank", "T-34 M41"), group=group)
    assert [field.name for field in game.alone(RUSSIAN, "dig_in").current(RUSSIAN).task.fields] == ["n_3"]


def test_12_6214c_germans_dig_in_no_afv():
    game = at("setup_german_first", "german_assault", first=GERMAN).put(GERMAN, counters=())
    assert "dig_in" not in steps(game.has(GERMAN, ("tank", "StuG IIIB"), since=0), GERMAN)


@pytest.mark.parametrize(("number", "asked"), [(1, True), (2, False)])
def test_12_6214c_and_12_6162_an_afv_dug_in_later_is_redeployed_no_more(number: int, asked: bool):
    game = retained(*[("tank", "T-34 M41")] * 2, group="16-A1-1")
    game.order(RUSSIAN, "enter", n_1=number)
    game.put(RUSSIAN, groups=(Group("16-A1-1", "A1", 0, 6),), known={"fielded:16-A1-1": True})
    played = DateRecord(day="17", kind="dual", winner=GERMAN, report=REPORT)
    assert ("redeployment_roll" in steps(game.stands("renewal", played, DateRecord(day="18")), RUSSIAN)) is asked


def test_12_6123_nobody_is_hardened_twice_in_a_refit_also_not_by_the_balance():
    game = at("setup_russian_first", "german_assault", balance=RUSSIAN, first=RUSSIAN, mover=GERMAN)
    game.put(RUSSIAN, counters=(), known={"hardened": [1]}).has(RUSSIAN, ("squad", "4-5-8"), ("squad", "4-4-7"))
    game.alone(RUSSIAN, "balance_hardening").roll(RUSSIAN, 2)
    assert [key for key, _ in game.current(RUSSIAN).task.fields[0].options] == ["", "4-4-7"]
    game.order(RUSSIAN, "enter", mmc1="4-4-7", mmc2="")
    assert game.room(RUSSIAN).known["hardened"] == [1, 2]
    game.until("markers", RUSSIAN).answer(RUSSIAN)
    assert game.room(RUSSIAN).known["hardened"] == []


@pytest.mark.parametrize("balance", ["none", GERMAN])
def test_12_31_no_other_balance_does(balance: str):
    game = at("setup_russian_first", "german_assault", balance=balance, first=RUSSIAN, mover=GERMAN)
    game.put(RUSSIAN, counters=())
    assert "balance_hardening" not in steps(game, RUSSIAN)


def standing(*rows: Any, **more: Any) -> Game:
    """The Germans about to write down where their counters stand."""
    game = at("setup_german_second", "german_assault", first=RUSSIAN, mover=GERMAN).put(GERMAN, counters=())
    return game.has(GERMAN, *rows, **more)


def test_CG5_a_gun_in_a_pillbox_or_fortified_building_stays_there_for_good():
    game = standing(("gun", "75L", ("in fortification",)), place="K20", since=0)
    with pytest.raises(Refused, match="stays at K20"):
        game.order(GERMAN, "enter", **{"at:1": "L20"})
    game = standing(("gun", "75L"), place="K20", since=0)
    game.order(GERMAN, "enter", **{"at:1": "L20"})
    assert game.room(GERMAN).counters[0].place == "L20"


FORTIFIED = ("fortification", "Fortified Building Location")


@pytest.mark.parametrize(
    ("since", "held"), [(0, True), (1, False)], ids=["since an earlier date", "bought on this date"]
)
def test_CG5_a_gun_is_held_to_a_fortified_building_of_its_record(since: int, held: bool):
    game = standing(("gun", "75L"), place="K20", since=0).has(GERMAN, FORTIFIED, place="K20", since=since)
    assert game.public.date == 1
    if held:
        for line, wrong in (("L20", "stays at K20"), ("K20 hidden", "once revealed")):
            with pytest.raises(Refused, match=wrong) as refused:
                game.order(GERMAN, "enter", **{"at:1": line})
            assert (refused.value.field, refused.value.rule) == ("at:1", "CG5")
    game.order(GERMAN, "enter", **{"at:1": "K20" if held else "L20"})
    assert game.room(GERMAN).counters[0].place == ("K20" if held else "L20")


@pytest.mark.parametrize("place", ["K20/1", "L20", ""])
def test_CG5_a_fortified_building_elsewhere_holds_no_gun(place: str):
    game = standing(("gun", "75L"), place="K20", since=0).has(GERMAN, FORTIFIED, place=place, since=0)
    game.order(GERMAN, "enter", **{"at:1": "M20"})
    assert game.room(GERMAN).counters[0].place == "M20"


def test_CG5_an_AFV_in_a_fortified_building_stays_there_too():
    game = standing(("tank", "StuG IIIG", ("in fortification",)), place="K20", since=0)
    with pytest.raises(Refused, match="stays at K20"):
        game.order(GERMAN, "enter", **{"at:1": "L20"})


def test_CG5_under_cover_a_gun_that_was_revealed_does_not_hide_again_elsewhere_it_may():
    game = standing(("gun", "75L", ("in fortification",)), place="K20", since=0)
    with pytest.raises(Refused, match="once revealed"):
        game.order(GERMAN, "enter", **{"at:1": "K20 hidden"})
    game = standing(("gun", "75L"), place="K20", since=0)
    game.order(GERMAN, "enter", **{"at:1": "K20 hidden"})
    assert game.room(GERMAN).counters[0].marks == ("hidden",)


def test_12_6214b_a_reserve_is_never_hidden():
    game = standing(("squad", "4-6-7", ("in Reserve",)), ("squad", "4-6-7"))
    for field, wrong in (("at:1", "in Reserve never"), ("at:2", "0 paid")):
        with pytest.raises(Refused, match=wrong) as refusal:
            game.order(GERMAN, "enter", **{field: "K20 hidden"})
        assert refusal.value.field == field
    game.order(GERMAN, "enter", **{"at:1": "K20"})
    assert [counter.place for counter in game.room(GERMAN).counters] == ["K20", ""]


def test_12_623_HIP_of_an_idle_day_is_for_the_set_up_of_the_next_scenario_and_for_no_other():
    fpp = {(RUSSIAN, 1): {"M1": {"n": 1}}}
    game = Game(game="IV", baskets=fpp, chits={2: ("attack", "idle"), 3: ("attack", "idle")})
    game.until("fortify", RUSSIAN, date=1).order(RUSSIAN, "buy", hip_squad=1)
    game.until("setup", RUSSIAN, date=2).has(RUSSIAN, ("squad", "AE 6-2-8"))
    hidden = game.room(RUSSIAN).counters[-1]
    assert any("1 squad" in line for line in game.current(RUSSIAN).task.form.lines)
    game.order(RUSSIAN, "enter", **{f"at:{hidden.id}": "K20 hidden"})
    assert "hidden" in game.room(RUSSIAN).counters[-1].marks
    game.until("setup", RUSSIAN, date=3)
    assert not any("HIP paid" in line for line in game.current(RUSSIAN).task.form.lines)


def test_12_2_Retained_what_was_due_on_an_idle_day_sets_up_on_the_next_one():
    game = at("showing").has(RUSSIAN, ("squad", "4-4-7"), fate="due")
    number = len(game.room(RUSSIAN).counters)
    game.put(GERMAN, chit="idle").put(RUSSIAN, chit="idle")
    game.until("new_day")
    assert game.room(RUSSIAN).counters[number - 1].fate == "ready"


def test_12_6214b_what_was_in_reserve_is_an_ordinary_unit_with_the_next_line():
    game = at("showing").has(RUSSIAN, ("squad", "4-4-7", ("in Reserve",)))
    number = len(game.room(RUSSIAN).counters)
    game.put(GERMAN, chit="idle").put(RUSSIAN, chit="idle")
    game.until("new_day")
    assert game.room(RUSSIAN).counters[number - 1].marks == ()


def test_12_6262_who_sets_up_isolated_is_short_of_ammunition():
    game = standing(("squad", "4-6-7", ("isolated",)), ("squad", "4-6-7"), place="K20")
    game.answer(GERMAN)
    assert [counter.marks for counter in game.room(GERMAN).counters] == [("isolated", "short of ammunition"), ()]


# Strongpoints ----------------------------------------------------------------------------------


def fortress(*counters: tuple[str, str], **more: Any) -> Game:
    game = at("setup_russian_second", "russian_assault", first=GERMAN, mover=RUSSIAN, **more)
    return game.put(RUSSIAN, counters=()).has(RUSSIAN, *counters)


def test_CG11_1a_a_historical_strongpoint_is_recorded_in_secret_and_lasts():
    game = fortress(chart=charts("setup", strongpoints="H15 K20"))
    events = game.order(RUSSIAN, "enter", kind1="historical", building1="K20")
    assert all(event.room == RUSSIAN for event in events)
    assert game.room(RUSSIAN).known["strongpoints"] == [["historical", "K20", 1]]
    assert game.public.strongpoints == ()
    known = game.room(RUSSIAN).known
    later = fortress(chart=charts("setup", strongpoints="H15 K20")).put(RUSSIAN, known=known)
    assert later.current(RUSSIAN).task.lines[-2:] == (
        "Historical Strongpoint: H15", "Recorded before: Historical Strongpoint, K20",
    )  # fmt: skip


def test_CG11_1b_a_battalion_strongpoint_is_recorded_where_it_was_bought():
    game = fortress(("fortification", "Battalion Strongpoint, hex of its building"))
    game.order(RUSSIAN, "enter", kind1="battalion", building1="K20")
    assert game.room(RUSSIAN).known["strongpoints"] == [["battalion", "K20", 1]]


def test_CG11_1a_only_buildings_of_the_owners_list():
    with pytest.raises(Refused, match="Historical"):
        fortress(chart=charts("setup", strongpoints="H15")).order(RUSSIAN, "enter", kind1="historical", building1="A1")


def test_CG11_1c_a_nkvd_strongpoint_needs_nkvd_and_a_commissar():
    assert "strongpoints" not in steps(fortress(("squad", "NKVD 6-2-8")), RUSSIAN)
    assert "strongpoints" not in steps(fortress(("leader", "9-0")), RUSSIAN)
    game = fortress(("squad", "NKVD 6-2-8"), ("leader", "9-0"))
    game.order(RUSSIAN, "enter", kind1="nkvd", building1="K20")
    assert game.room(RUSSIAN).known["strongpoints"] == [["nkvd", "K20", 1]]


def test_CG11_1c_a_nkvd_strongpoint_is_none_any_more_after_its_scenario():
    told = (Strongpoint("nkvd", "K20", 0), Strongpoint("battalion", "L20", 0))
    own = {"strongpoints": [["nkvd", "M20", 0], ["battalion", "N20", 0], ["nkvd", "O20", 1]]}
    game = fortress(("fortification", "Battalion Strongpoint")).told(strongpoints=told).put(RUSSIAN, known=own)
    seen = SYSTEM.view(game.state.only([RUSSIAN]), RUSSIAN)
    shown = [value for part in seen.public.facts for label, value in part.lines if "Strongpoint" in label]
    assert seen.mine
    assert (shown, [place for _, place, _ in seen.mine.strongpoints]) == (["L20"], ["N20", "O20"])
    assert [line.rpartition(" ")[2] for line in game.current(RUSSIAN).task.lines[-2:]] == ["N20", "O20"]
    assert [place for _, place, _ in unpublished_strongpoints(game.context(RUSSIAN))] == ["N20", "O20"]


def test_CG11_1_each_is_a_building_of_its_own():
    game = fortress(("squad", "NKVD 6-2-8"), ("leader", "9-0"))
    with pytest.raises(Refused, match="of its own"):
        game.order(RUSSIAN, "enter", kind1="nkvd", building1="K20", kind2="nkvd", building2="K20")
    with pytest.raises(Refused, match="of its own"):
        game.order(RUSSIAN, "enter", kind1="nkvd", building1=" ")


# Reconnaissance --------------------------------------------------------------------------------


def looking(german: int, russian: int, **more: Any) -> Game:
    """Set up, with so many Locations to look into."""
    game = at("look_russian", "german_assault", first=RUSSIAN, mover=GERMAN, **more)
    game.put(GERMAN, recon=german, counters=()).put(RUSSIAN, recon=russian, counters=())
    return game.has(GERMAN, ("squad", "4-6-7", ("hidden",)), place="K20")


def test_12_6265_sides_take_turns_naming_one_location_the_russians_first():
    game = looking(1, 2)
    game.order(RUSSIAN, "enter", location="K20")
    assert game.current(GERMAN).task.lines[0] == "K20: 1 4-6-7."
    game.order(GERMAN, "done")
    assert game.room(GERMAN).counters[0].marks == ()
    game.order(GERMAN, "enter", location="K20")
    game.order(RUSSIAN, "done")
    assert game.public.stage == "look_russian"
    game.order(RUSSIAN, "enter", location="L20")
    game.order(GERMAN, "done")
    assert game.current(GERMAN).task.fields == ()
    game.order(GERMAN, "enter")
    assert game.public.stage == "look_russian"
    game.order(RUSSIAN, "enter")
    assert game.public.stage == "begin"
    assert game.public.today.named == {RUSSIAN: ("K20", "L20"), GERMAN: ("K20",)}
    assert [place for place, _ in game.public.today.disclosed] == ["K20", "K20", "L20"]


def test_12_6265_hidden_works_are_shown_but_no_tunnel_and_of_mines_that_they_are_there():
    game = looking(0, 1).put(GERMAN, counters=())
    works = ("Tunnel", "Fortified Building Location", "A-P mine factor", "A-P mine factor")
    game.has(GERMAN, *(("fortification", name, ("hidden",)) for name in works), place="K20")
    game.order(RUSSIAN, "enter", location="K20")
    events = game.order(GERMAN, "done")
    assert data_of(events, "recon.disclosed")["told"] == [["K20", ["1 Fortified Building Location", "mines"]]]
    assert "Tunnel" not in str([event.data for event in events if event.room == PUBLIC])
    hidden = [counter.name for counter in game.room(GERMAN).counters if "hidden" in counter.marks]
    assert hidden == ["Tunnel"]


def test_12_6265_whoever_names_none_is_not_asked_again():
    game = looking(3, 3)
    game.order(RUSSIAN, "enter", location="")
    game.order(GERMAN, "enter", location="K20")
    game.order(RUSSIAN, "done")
    assert game.public.stage == "look_german"


def test_12_6265_whoever_rolled_none_is_asked_all_the_same_so_that_nobody_learns_of_it():
    game = looking(0, 0)
    assert game.current(RUSSIAN).task.fields == ()
    game.order(RUSSIAN, "enter")
    game.order(GERMAN, "enter")
    assert game.public.stage == "begin"


def test_12_6265_one_at_a_time_and_each_once():
    game = looking(2, 2)
    with pytest.raises(Refused, match="at a time"):
        game.order(RUSSIAN, "enter", location="K20, L20")
    game.order(RUSSIAN, "enter", location="K20")
    game.order(GERMAN, "done")
    game.order(GERMAN, "enter", location="")
    with pytest.raises(Refused, match="once"):
        game.order(RUSSIAN, "enter", location="K20")


@pytest.mark.parametrize(("side", "said", "paid", "die", "found"), [
    (RUSSIAN, "stealthy", "1", 2, 8), (RUSSIAN, "stealthy", "2", 2, 14), (GERMAN, "lax", "1", 2, 1),
    (GERMAN, "lax", "1", 1, 0),
])  # fmt: skip
def test_12_624_and_VotG16_and_VotG25_stealthy_and_lax_squads_at_night(
    side: str, said: str, paid: str, die: int, found: int
):
    game = at("forces", night=True).put(side, counters=(), groups=()).alone(side, "recon")
    game.cast(side, "enter", [die], paid=paid, **{said: True})
    assert game.room(side).now.recon == found


@pytest.mark.parametrize(("side", "so", "light", "found"), [
    (RUSSIAN, {"stealthy": True}, "night", 8), (RUSSIAN, {"stealthy": True}, "day", 4), (GERMAN, {}, "night", 1),
    (GERMAN, {}, "day", 2), (GERMAN, {"lax": True}, "night", 1),
])  # fmt: skip
def test_12_624_and_12_6254_a_recon_rolled_before_the_night_was_declared_counts_by_it(
    side: str, so: dict[str, bool], light: str, found: int
):
    game = at("forces").put(GERMAN, counters=(), groups=()).put(RUSSIAN, counters=(), groups=())
    game.alone(side, "recon").cast(side, "enter", [2], paid="1", **so)
    game.told(stage="initiative", finished=())
    for key in (GERMAN, RUSSIAN):
        game.put(key, at=0)
    game.order(GERMAN, "enter", chit="idle")
    game.order(RUSSIAN, "enter", chit="attack")
    game.order(RUSSIAN, "done")
    game.order(GERMAN, "done")
    game.order(RUSSIAN, "enter", light=light)
    assert game.room(side).now.recon == found


@pytest.mark.parametrize(("side", "night", "squads", "ticked"), [
    (RUSSIAN, False, ["4-4-7", "4-5-8", "4-2-6"], ["stealthy"]), (RUSSIAN, False, ["4-4-7", "4-2-6"], []),
    (RUSSIAN, True, ["NKVD 6-2-8", "NKVD 6-2-8", "4-4-7"], []), (GERMAN, False, ["4-6-8"], []),
    (GERMAN, True, ["4-6-8"], ["lax"]),
])  # fmt: skip
def test_12_624_and_VotG16_and_VotG25_the_type_most_squads_are_of_is_proposed(
    side: str, night: bool, squads: list[str], ticked: list[str]
):
    game = at("forces", night=night).put(side, counters=(), groups=()).has(side, *(("squad", name) for name in squads))
    task = game.alone(side, "recon").current(side).task
    assert [field.name for field in task.fields if field.kind == "check" and field.value] == ticked
    reckoned = {mod.reason for mod in task.needs[0].modifiers} - {"Russian"}
    assert reckoned == {f"most of the side's squads {word.title()}" for word in ticked}


@pytest.mark.parametrize(("side", "night", "told"), [(RUSSIAN, True, 1), (RUSSIAN, False, 0), (GERMAN, True, 0)])
def test_12_624_that_a_russian_recon_is_doubled_by_night_is_said_before_the_roll(side: str, night: bool, told: int):
    task = at("forces", night=night).put(side, counters=(), groups=()).alone(side, "recon").current(side).task
    assert sum("doubled" in line for line in task.lines) == told


def test_12_624_and_VotG25_no_recon_falls_below_nothing_by_night():
    game = at("scenario", "russian_assault", first=GERMAN, mover=RUSSIAN).put(GERMAN, recon=0)
    game.order(RUSSIAN, "enter", light="night")
    assert game.room(GERMAN).now.recon == 0


def test_12_6265_by_night_the_russians_see_farther():
    assert "8 hexes" in looking(1, 1, night=True).current(RUSSIAN).task.lines[0]
    assert "4 hexes" in looking(1, 1).current(RUSSIAN).task.lines[0]


def test_a_chit_is_seen_by_nobody_until_both_are_down():
    game = Game(chits={1: ("attack", "attack")}).until("showing", date=1)
    assert game.public.today.chits == {}
    dumped: Any = SYSTEM.dump(game.state, PUBLIC)
    assert "attack" not in json.dumps(dumped["dates"])
    assert game.room(GERMAN).now.chit == "attack"
