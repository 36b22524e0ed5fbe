"""12.6042 to 12.612: what the battle left, in the printed order, and what the map says to both sides."""

from dataclasses import replace
from typing import Any

import pytest

from rules.contract import Refused
from rules.systems.votg.context import AFTER_BATTLE
from rules.systems.votg.course import AFTERMATH
from rules.systems.votg.state import RUSSIAN, DateRecord, Landing, Report
from tests.rules.votg_play import GERMAN, SYSTEM, Game, data_of


def fought(winner: str = GERMAN, kind: str = "dual", day: str = "17", cvp: tuple[int, int] = (0, 0)) -> DateRecord:
    suffered = dict(zip((GERMAN, RUSSIAN), cvp, strict=True))
    nothing = {GERMAN: 0, RUSSIAN: 0}
    report = Report(1, GERMAN, winner, 6, suffered, suffered, nothing, 0)
    return DateRecord(day=day, kind=kind, winner=winner, report=report)


def after(*records: DateRecord, **options: Any) -> Game:
    """After a scenario, with no counters on either side."""
    game = Game(**options).stands("aftermath", DateRecord(day="16"), *(records or (fought(),)))
    return game.put(GERMAN, counters=()).put(RUSSIAN, counters=())


def lines(game: Game, side: str, **said: Any) -> Game:
    """The front lines drawn, with what is said of them."""
    game.alone(side, "perimeter").order(side, "enter", **{"areas": 0, "flames": 0, **said})
    return game


def rolled(game: Game, side: str, step: str, *dice: int, **data: Any) -> Any:
    """What the dice of a step come to."""
    game.alone(side, step)
    order = "enter" if game.current(side).task.kind == "form" else "roll"
    return next(event.data for event in game.cast(side, order, dice, **data) if "rolls" in event.data)


def mods(data: Any) -> list[int]:
    return [mod[0] for mod in data["rolls"][0].get("mods", ())]


def test_12_604_to_12_612_the_steps_come_in_the_printed_order():
    keys = [step_def.key for step_def in AFTERMATH]
    printed = [
        "rally", "encirclement", "mines", "perimeter", "map_facts", "escape", "clearing", "prisoners", "blazes",
        "wounded", "mortar_teams", "recombine", "mmc_roll", "leader_roll", "armor_leaders",
    ]  # fmt: skip
    assert [key for key in keys if key in printed] == printed


def test_12_6042_all_that_are_noted_as_broken_rally_and_stay_as_they_are_else():
    game = after().has(GERMAN, ("squad", "4-6-7", ("broken", "encircled")), ("leader", "8-0", ("broken", "wounded")))
    game.has(RUSSIAN, ("squad", "4-4-7", ("broken",))).alone(GERMAN, "rally").order(GERMAN, "done")
    assert [c.marks for c in game.room(GERMAN).counters] == [("encircled",), ("wounded",)]
    assert game.room(RUSSIAN).counters[0].marks == ("broken",)


def test_12_6051_an_encircled_unit_that_fails_its_task_check_is_eliminated_in_the_refit():
    game = after().has(GERMAN, ("squad", "4-6-7", ("encircled",)), worth=2)
    rolled(game, GERMAN, "encirclement", 6, 6)
    (squad,) = game.room(GERMAN).counters
    assert (squad.fate, squad.since) == ("eliminated", -(1 + AFTER_BATTLE))
    assert game.context(GERMAN).refit_losses(1) == 2


def test_12_6051_and_12_618_the_crew_of_an_immobile_AFV_that_falls_counts_its_CVP():
    game = after().has(GERMAN, ("tank", "StuG IIIB", ("encircled", "immobilized")), worth=6)
    rolled(game, GERMAN, "encirclement", 6, 6)
    tank, crew = game.room(GERMAN).counters
    assert ("abandoned" in tank.marks, tank.fate, crew.kind, crew.fate) == (True, "ready", "crew", "eliminated")
    assert game.context(GERMAN).refit_losses(1) == crew.worth > 0
    assert tank.worth == 6 - crew.worth, "12.618: what the crew was worth is counted once"


def test_12_6051_the_DRM_of_a_leader_in_the_Location_apply_unless_his_owner_says_else():
    game = after().has(GERMAN, ("leader", "8-1", ("encircled",)), ("squad", "4-6-7", ("encircled",)), place="K20")
    game.has(GERMAN, ("squad", "4-6-7", ("encircled",)), place="K30")
    rolled(game, GERMAN, "encirclement", 1, 1)
    assert [(field.name, field.value) for field in game.current(GERMAN).task.fields] == [("leader_2", "1")]
    game.cast(GERMAN, "enter", (1, 6, 1, 6))
    assert [c.fate for c in game.room(GERMAN).counters] == ["ready", "ready", "eliminated"]


def test_12_6052_a_6_plus_1_and_a_leader_without_a_Location_are_proposed_to_nobody():
    for leader, place in (("6+1", "K20"), ("8-1", "")):
        game = after().has(GERMAN, ("squad", "4-6-7", ("in mines",)), ("leader", leader, ("in mines",)), place=place)
        game.alone(GERMAN, "mines")
        assert [f.value for f in game.current(GERMAN).task.fields if f.name.startswith("leader_")] == [""]


def test_12_6051_an_AFV_that_is_bogged_is_Immobile_too_and_one_that_can_drive_is_in_no_danger():
    game = after().has(GERMAN, ("tank", "StuG IIIB", ("encircled", "bogged")), ("tank", "StuG IIIB", ("encircled",)))
    rolled(game, GERMAN, "encirclement", 6, 6)
    bogged, mobile, crew = game.room(GERMAN).counters
    assert [set(bogged.marks), set(mobile.marks)] == [{"encircled", "bogged", "abandoned"}, {"encircled"}]
    assert (crew.kind, crew.fate) == ("crew", "eliminated")


def test_12_6073_and_12_618_the_crew_that_falls_with_an_escape_counts_its_CVP():
    game = after().has(GERMAN, ("tank", "StuG IIIB"), worth=6)
    lines(game, GERMAN, areas=1).alone(GERMAN, "areas").order(GERMAN, "enter", place="K20", type="C", n_1=1)
    game.alone(GERMAN, "escape").order(GERMAN, "enter", n_1=1)
    assert "crew eliminated" in rolled(game, GERMAN, "escape_roll", 5, 6)["rolls"][0]["result"]
    tank, crew = game.room(GERMAN).counters
    assert (tank.fate, crew.fate, game.context(GERMAN).refit_losses(1)) == ("ready", "eliminated", crew.worth)
    assert tank.worth == 6 - crew.worth


def test_12_6073_and_12_6151c_an_isolated_AFV_that_is_bogged_makes_no_attempt_to_escape():
    game = after().has(GERMAN, ("tank", "StuG IIIB", ("bogged",)), ("tank", "StuG IIIB"))
    lines(game, GERMAN, areas=1).alone(GERMAN, "areas").order(GERMAN, "enter", place="K20", type="C", n_1=1, n_2=1)
    game.alone(GERMAN, "escape")
    assert [field.high for field in game.current(GERMAN).task.fields if field.name.startswith("n_")] == [1]


@pytest.mark.parametrize(("dice", "left", "losses"), [((3, 4), [("4-6-7", ())], 0), ((4, 4), [("2-4-7", ())], 1)])
def test_12_6052_infantry_in_mines_is_reduced_by_a_failed_check_and_that_counts(
    dice: tuple[int, int], left: list[Any], losses: int
):
    game = after().has(GERMAN, ("squad", "4-6-7", ("in mines",)), worth=2)
    rolled(game, GERMAN, "mines", *dice)
    assert [(c.name, c.marks) for c in game.room(GERMAN).counters if c.fate == "ready"] == left
    assert game.context(GERMAN).refit_losses(1) == losses


def test_12_6052_a_leader_in_the_mines_helps_the_others_and_a_mobile_AFV_is_asked_about():
    game = after().has(GERMAN, ("squad", "4-6-7", ("in mines",)), ("leader", "8-1", ("in mines",)), place="K20")
    game.has(GERMAN, ("tank", "StuG IIIB", ("in mines",)))
    data = rolled(game, GERMAN, "mines", 4, 4, 2, 2, leader_1="2", v_3="immobilized")
    assert mods(data) == [-7, -1]
    assert [(c.name, c.marks) for c in game.room(GERMAN).counters] == [
        ("4-6-7", ()), ("8-1", ()), ("StuG IIIB", ("immobilized",)),
    ]  # fmt: skip


def test_12_6052_who_could_leave_unharmed_takes_no_check_and_an_AFV_is_not_attacked():
    game = after().has(GERMAN, ("squad", "4-6-7", ("in mines",)), ("tank", "StuG IIIB", ("in mines",)))
    game.alone(GERMAN, "mines").order(GERMAN, "enter", way_1=True, v_2="spared")
    assert [(c.name, c.marks) for c in game.room(GERMAN).counters] == [("4-6-7", ()), ("StuG IIIB", ())]


@pytest.mark.parametrize("stuck", ["immobilized", "abandoned"])
def test_12_6052_only_a_mobile_AFV_undergoes_the_attack_of_the_mines(stuck: str):
    game = after().has(GERMAN, ("tank", "StuG IIIB", ("in mines", stuck)), ("tank", "StuG IIIG", ("in mines",)))
    game.alone(GERMAN, "mines")
    assert [field.name for field in game.current(GERMAN).task.fields] == ["v_2"]
    game.order(GERMAN, "enter", v_2="eliminated")
    stays, lost = game.room(GERMAN).counters
    assert (stays.fate, stays.marks, lost.fate) == ("ready", ("in mines", stuck), "eliminated")


def test_12_6052_a_vehicle_that_is_no_AFV_is_not_attacked_and_leaves_the_mines_with_the_map():
    game = after().has(GERMAN, ("vehicle", "SdKfz 10/5", ("in mines",)), place="K20")
    game.alone(GERMAN, "perimeter").answer(GERMAN)
    assert "mines.settled" not in {event.kind for event in game.events}
    (truck,) = game.room(GERMAN).counters
    assert (truck.fate, truck.marks, truck.place) == ("ready", (), "")


# what the map says -----------------------------------------------------------------------------


def test_12_6063_and_12_2_Ferry_Landing_and_CG12_2_edges_and_landings_are_told_once_by_the_russians():
    game = lines(after(), RUSSIAN)
    edges = {"russian_north": True, "german_west": True, "german_north": True}
    stand = {"landing_LL17": GERMAN, "parts_LL20": "building", "landing_LL22": ""}
    events = game.alone(RUSSIAN, "map_facts").order(RUSSIAN, "enter", **edges, **stand)
    assert data_of(events, "map.told")["edges"] == {GERMAN: ["north", "west"], RUSSIAN: ["north"]}
    landings = game.public.landings
    assert landings["LL17"] == Landing(control=GERMAN)
    assert landings["LL20"] == Landing(pier=False, control="")
    assert [key for key, landing in landings.items() if landing.serves] == ["KK17", "LL23"]
    lines(game, GERMAN)
    game.alone(GERMAN, "mmc_roll")
    assert "map_facts" not in game.room(GERMAN).done


@pytest.mark.parametrize(("left", "exists"), [("both", True), ("building", False), ("pier", False), ("neither", False)])
def test_12_2_Ferry_Landing_whether_it_exists_follows_from_what_is_left_of_building_and_piers(left: str, exists: bool):
    game = lines(after(), RUSSIAN).alone(RUSSIAN, "map_facts")
    game.order(RUSSIAN, "enter", parts_LL20=left, landing_LL20=RUSSIAN)
    landing = game.public.landings["LL20"]
    assert (landing.exists, landing.control, landing.serves) == (exists, RUSSIAN if exists else "", exists)


def test_12_6063_what_stood_before_is_proposed():
    game = lines(after().told(edges={RUSSIAN: ("south",), GERMAN: ()}), RUSSIAN).alone(RUSSIAN, "map_facts")
    game.answer(RUSSIAN)
    assert game.public.edges == {RUSSIAN: ("south",), GERMAN: ()}


def test_CG12_an_interdicted_landing_stays_so_while_it_is_russian():
    closed = {"LL17": Landing(interdicted=True), "LL20": Landing(interdicted=True)}
    game = lines(after().told(landings=closed), RUSSIAN).alone(RUSSIAN, "map_facts")
    game.order(RUSSIAN, "enter", landing_LL20=GERMAN)
    assert [landing.interdicted for landing in game.public.landings.values()] == [True, False]


def test_CG12_further_landings_are_named_by_a_hex():
    game = lines(after(), RUSSIAN).alone(RUSSIAN, "map_facts")
    with pytest.raises(Refused, match="no new Landing"):
        game.order(RUSSIAN, "enter", more="KK31, KK17")
    game.order(RUSSIAN, "enter", more="kk31")
    assert game.public.landings["KK31"] == Landing()


def test_CG7_a_change_of_terrain_is_noted_for_both_sides():
    game = lines(after(), RUSSIAN).alone(RUSSIAN, "map_facts")
    game.order(RUSSIAN, "enter", terrain="Shellholes in K20")
    assert game.public.terrain == ("Shellholes in K20",)


def test_CG11_1_a_strongpoint_that_showed_itself_is_told_the_others_stay_secret():
    known = {"strongpoints": [["historical", "H15", 0], ["nkvd", "K20", 1]]}
    game = lines(after().put(RUSSIAN, known=known), RUSSIAN).alone(RUSSIAN, "map_facts")
    events = game.order(RUSSIAN, "enter", strongpoint_0=True)
    assert [point.place for point in game.public.strongpoints] == ["H15"]
    assert all("K20" not in str(event.data) for event in events if event.room == "public")


# Isolation -------------------------------------------------------------------------------------


def test_12_6073_a_russian_stack_escapes_replaced():
    game = after().has(RUSSIAN, ("squad", "4-5-8"), ("leader", "8-1"))
    lines(game, RUSSIAN, areas=1).alone(RUSSIAN, "areas")
    game.order(RUSSIAN, "enter", place="K20", type="C", n_1=1, n_2=1)
    game.alone(RUSSIAN, "escape").order(RUSSIAN, "enter", n_1=1, n_2=1, near="adjacent")
    data = rolled(game, RUSSIAN, "escape_roll", 6, 6)
    assert sorted(mods(data)) == [-1, -1, -1, -1, 1]
    assert "replaced" in data["rolls"][0]["result"]


def test_12_6073_an_original_2_escapes_whatever_the_modifiers():
    game = after(rulings={"escape_load": "said"}).has(GERMAN, *[("squad", "4-6-7")] * 3)
    lines(game, GERMAN, areas=1).alone(GERMAN, "areas").order(GERMAN, "enter", place="K20", type="C", n_1=3)
    game.alone(GERMAN, "escape").order(GERMAN, "enter", n_1=3, overload=5)
    data = rolled(game, GERMAN, "escape_roll", 1, 1)
    assert (sum(mods(data)), data["rolls"][0]["result"]) == (10, "escapes, Heat of Battle")
    assert [(c.fate, c.place) for c in game.room(GERMAN).counters] == [("ready", "")] * 3


def test_12_602_whoever_interdicts_a_landing_stays_where_it_is():
    game = after().has(GERMAN, ("squad", "4-6-7", ("interdicts a Landing",)), ("squad", "4-6-7"), place="K20")
    lines(game, GERMAN)
    assert [counter.place for counter in game.room(GERMAN).counters] == ["K20", ""]


def test_CG5_an_AFV_in_a_fortified_building_is_not_taken_off_the_map():
    game = after().has(GERMAN, ("tank", "StuG IIIG", ("in fortification",)), ("tank", "StuG IIIG"), place="K20")
    lines(game, GERMAN)
    assert [counter.place for counter in game.room(GERMAN).counters] == ["K20", ""]


@pytest.mark.parametrize(("reading", "asked"), [("beyond_ipc", "beyond"), ("up_to_ipc", "within")])
def test_ruling_escape_overload(reading: str, asked: str):
    game = after(rulings={"escape_overload": reading, "escape_load": "said"}).has(RUSSIAN, ("squad", "4-5-8"))
    lines(game, RUSSIAN, areas=1).alone(RUSSIAN, "areas").order(RUSSIAN, "enter", place="K20", type="C", n_1=1)
    labels = [field.label for field in game.alone(RUSSIAN, "escape").current(RUSSIAN).task.fields]
    assert any(asked in label and "PP" in label for label in labels)


@pytest.mark.parametrize(("reading", "paid"), [("beyond_ipc", [2]), ("up_to_ipc", [3])])
def test_12_6073_pp_that_pay_follow_from_what_is_printed_on_the_counters(reading: str, paid: list[int]):
    game = after(rulings={"escape_overload": reading}).has(GERMAN, ("half_squad", "2-4-7"), ("weapon", "MMG"))
    lines(game, GERMAN, areas=1).alone(GERMAN, "areas").order(GERMAN, "enter", place="K20", type="C", n_1=1, n_2=1)
    printed = {"pp:MMG": "5", "ipc:mmc": "3"}
    game.alone(GERMAN, "escape").order(GERMAN, "enter", n_1=1, n_2=1, **printed)
    assert mods(rolled(game, GERMAN, "escape_roll", 3, 4)) == paid


@pytest.mark.parametrize(("reading", "drm"), [("beyond_first", [-1, 1]), ("every", [-1, 2])])
def test_ruling_escape_half_squads(reading: str, drm: list[int]):
    game = after(rulings={"escape_half_squads": reading}).has(RUSSIAN, ("squad", "4-5-8"))
    lines(game, RUSSIAN, areas=1).alone(RUSSIAN, "areas").order(RUSSIAN, "enter", place="K20", type="C", n_1=1)
    game.alone(RUSSIAN, "escape").order(RUSSIAN, "enter", n_1=1)
    assert sorted(mods(rolled(game, RUSSIAN, "escape_roll", 6, 6))) == drm


@pytest.mark.parametrize(
    ("reading", "die", "fate", "note"),
    [
        ("sister", 3, "ready", "left behind in K20"),
        ("sister", 4, "eliminated", ""),
        ("left", 6, "ready", "left behind in K20"),
    ],
)
def test_12_6073_what_a_Final_12_eliminates_leaves_its_equipment_as_the_ruling_says(
    reading: str, die: int, fate: str, note: str
):
    game = after(rulings={"escape_equipment": reading}).has(GERMAN, ("half_squad", "2-4-7"), ("weapon", "LMG"))
    lines(game, GERMAN, areas=1).alone(GERMAN, "areas").order(GERMAN, "enter", place="K20", type="C", n_1=1, n_2=1)
    game.alone(GERMAN, "escape").order(GERMAN, "enter", n_1=1, n_2=1, **{"pp:LMG": "1", "ipc:mmc": "3"})
    assert rolled(game, GERMAN, "escape_roll", 6, 6)["rolls"][0]["result"] == "eliminated"
    game.cast(GERMAN, "enter", (die,))
    squad, weapon = game.room(GERMAN).counters
    assert (squad.fate, weapon.fate, weapon.note) == ("eliminated", fate, note)


def test_VotG24_and_12_6074_an_assault_engineer_who_escapes_replaced_is_one_no_more():
    game = after().has(GERMAN, ("squad", "8-3-8", ("assault engineer",)))
    lines(game, GERMAN, areas=1).alone(GERMAN, "areas").order(GERMAN, "enter", place="K20", type="C", n_1=1)
    game.alone(GERMAN, "escape").order(GERMAN, "enter", n_1=1)
    assert "replaced" in rolled(game, GERMAN, "escape_roll", 4, 4)["rolls"][0]["result"]
    (squad,) = game.room(GERMAN).counters
    assert (squad.name, squad.marks, squad.fate) == ("4-6-7", (), "ready")


def test_12_6073_a_refusal_names_the_entry_it_is_about():
    game = after().has(GERMAN, ("squad", "4-6-7"), ("weapon", "LMG"), ("leader", "8-1"))
    lines(game, GERMAN, areas=2).alone(GERMAN, "areas").order(GERMAN, "enter", place="K20", type="C", n_1=1, n_2=1)
    game.order(GERMAN, "enter", place="L20", type="B", n_3=1)
    wrong: dict[str, dict[str, int]] = {"n_2": {"n_2": 1}, "n_1": {"n_1": 1, "n_3": 1}, "n_3": {"n_3": 0}}
    for field, entries in wrong.items():
        with pytest.raises(Refused) as refused:
            game.alone(GERMAN, "escape").order(GERMAN, "enter", **{"n_3": 0, **entries})
        assert (refused.value.field, refused.value.rule[:6], bool(refused.value.way_out)) == (field, "12.607", True)


def test_12_6073_only_who_is_mobile_and_does_not_interdict_may_try():
    game = after().has(GERMAN, ("squad", "4-6-7", ("interdicts a Landing",)), ("squad", "5-4-8"))
    game.has(GERMAN, ("tank", "StuG IIIG", ("immobilized",)), ("tank", "StuG IIIB"))
    everyone = {f"n_{counter.id}": 1 for counter in game.room(GERMAN).counters}
    lines(game, GERMAN, areas=1).alone(GERMAN, "areas").order(GERMAN, "enter", place="K20", type="C", **everyone)
    labels = [field.label for field in game.alone(GERMAN, "escape").current(GERMAN).task.fields if field.high == 1]
    assert [label.split()[0] for label in labels] == ["5-4-8", "StuG"]
    assert "IIIB" in labels[1]


def test_12_6069_smc_outside_the_perimeter_are_eliminated():
    game = after().has(GERMAN, ("leader", "8-1"), ("squad", "4-6-7"), ("hero", "Hero"), worth=2)
    lines(game, GERMAN, outside=True).alone(GERMAN, "outside")
    assert {field.name for field in game.current(GERMAN).task.fields} == {"n_1", "n_3"}
    game.order(GERMAN, "enter", n_1=1)
    assert [counter.fate for counter in game.room(GERMAN).counters] == ["eliminated", "ready", "ready"]
    assert game.context(GERMAN).refit_losses(1) == 2
    game = lines(after().has(GERMAN, ("leader", "8-1")), GERMAN).alone(GERMAN, "mmc_roll")
    assert "outside" not in game.room(GERMAN).done


def test_12_6065_the_lines_may_be_drawn_anew():
    game = after().has(GERMAN, ("squad", "4-6-7"))
    lines(game, GERMAN, areas=1).alone(GERMAN, "areas").order(GERMAN, "enter", again=True)
    assert game.current(GERMAN).spec.key == "perimeter"


def test_12_6071_and_12_6075_a_leader_among_the_enemy_has_to_try_and_then_the_type_is_another():
    game = after().has(GERMAN, ("leader", "8-1"))
    lines(game, GERMAN, areas=1).alone(GERMAN, "areas").order(GERMAN, "enter", place="K20", type="C", n_1=1)
    with pytest.raises(Refused, match="has to try"):
        game.alone(GERMAN, "escape").order(GERMAN, "enter", n_1=0)
    game.order(GERMAN, "enter", n_1=1)
    rolled(game, GERMAN, "escape_roll", 1, 2)
    game.order(GERMAN, "enter")
    assert game.room(GERMAN).now.areas == {"K20": "C"}


def test_12_2_Isolated_Area_Isolated_Location_what_is_written_into_an_area_is_isolated():
    game = after().has(GERMAN, *[("squad", "4-6-7")] * 2)
    lines(game, GERMAN, areas=1).alone(GERMAN, "areas").order(GERMAN, "enter", place="K20", type="C", n_1=1)
    assert [(c.marks, c.place) for c in game.room(GERMAN).counters] == [(("isolated",), "K20"), ((), "")]
    game.alone(GERMAN, "escape").order(GERMAN, "enter", n_1=0)
    assert game.room(GERMAN).now.areas == {"K20": "C"}


def test_12_6072_the_type_says_whose_an_area_is():
    game = after().has(GERMAN, ("squad", "4-6-7"))
    lines(game, GERMAN, areas=1).alone(GERMAN, "areas").order(GERMAN, "enter", place="K20", type="D", n_1=1)
    settled = data_of(game.alone(GERMAN, "escape").order(GERMAN, "enter", n_1=0), "isolation.settled")
    assert settled["held"] == ["K20 (D): held by both sides"]


@pytest.mark.parametrize(
    ("kind", "inside", "held"),
    [
        ("A", (), "No Man's Land"), ("C", ("n_1", "n_2"), "of the side that occupies it"),
        ("D", ("n_2",), "held by both sides"),
    ],
)  # fmt: skip
def test_12_607_an_area_is_written_down_by_its_type_and_that_says_whose_it_is(kind: str, inside: Any, held: str):
    game = after().has(GERMAN, ("leader", "8-1"), ("squad", "4-6-7"))
    lines(game, GERMAN, areas=1).alone(GERMAN, "areas")
    game.order(GERMAN, "enter", place="K20", type=kind, **dict.fromkeys(inside, 1))
    settled = data_of(game.alone(GERMAN, "escape").order(GERMAN, "enter"), "isolation.settled")
    assert settled["held"] == [f"K20 ({kind}): {held}"]
    assert game.room(GERMAN).now.areas == {"K20": kind}


@pytest.mark.parametrize(
    ("kind", "inside", "wrong"), [("A", "n_1", "no units"), ("A", "n_2", "no units"), ("B", "n_2", "nothing but SMC")]
)
def test_12_607_an_area_with_an_MMC_is_of_type_C_or_D_and_one_with_any_unit_not_of_A(
    kind: str, inside: str, wrong: str
):
    game = after().has(GERMAN, ("leader", "8-1"), ("squad", "4-6-7"))
    lines(game, GERMAN, areas=1).alone(GERMAN, "areas")
    with pytest.raises(Refused, match=wrong) as refused:
        game.order(GERMAN, "enter", place="K20", type=kind, **{inside: 1})
    assert (refused.value.field, refused.value.rule) == ("type", "12.607")


def test_12_607_and_12_6071_SMC_in_an_area_of_type_B_have_to_try_before_it_is_No_Mans_Land():
    game = after().has(GERMAN, ("leader", "8-1"))
    lines(game, GERMAN, areas=1).alone(GERMAN, "areas").order(GERMAN, "enter", place="K20", type="B", n_1=1)
    with pytest.raises(Refused, match="8-1 in K20 has to try"):
        game.alone(GERMAN, "escape").order(GERMAN, "enter", n_1=0)
    game.order(GERMAN, "enter", n_1=1)
    rolled(game, GERMAN, "escape_roll", 3, 3)
    settled = data_of(game.order(GERMAN, "enter"), "isolation.settled")
    assert settled["held"] == ["K20 (A): No Man's Land"]


def test_12_608_and_12_6081_and_12_2_Retained_who_is_not_isolated_leaves_the_map():
    game = after().has(GERMAN, ("squad", "4-6-7"), ("leader", "8-1"), ("gun", "75L"), place="K20")
    lines(game, GERMAN, areas=1).alone(GERMAN, "areas").order(GERMAN, "enter", place="K20", type="C", n_1=1)
    game.alone(GERMAN, "escape").order(GERMAN, "enter", n_1=0)
    game.alone(GERMAN, "clearing").order(GERMAN, "roll")
    assert [counter.place for counter in game.room(GERMAN).counters] == ["K20", "", "K20"]


def test_12_6082_and_12_2_Equipment_may_be_eliminated_and_wrecks_scrounged():
    game = after().has(GERMAN, ("squad", "4-6-7"), ("weapon", "LMG"))
    lines(game, GERMAN).alone(GERMAN, "options")
    game.order(GERMAN, "enter", what1="eliminate", which1="2", number1=1, what2="scrounge", gain2="ATR")
    assert game.names(GERMAN, fate="ready") == ["4-6-7"]
    game.order(RUSSIAN, "settle", number=1, verdict="agreed")
    assert game.names(GERMAN, fate="ready") == ["4-6-7", "ATR"]


# works, fires, prisoners -----------------------------------------------------------------------


def test_12_6083_hidden_works_in_the_enemys_lines_are_shown_or_lost():
    game = after().has(RUSSIAN, *[("fortification", "Wire", ("hidden",))] * 3, place="K20")
    lines(game, RUSSIAN).alone(RUSSIAN, "hidden_works")
    with pytest.raises(Refused, match="4 entered"):
        game.order(RUSSIAN, "enter", shown_1=2, lost_1=2)
    game.order(RUSSIAN, "enter", shown_1=1, lost_1=1)
    found = [(counter.fate, counter.marks) for counter in game.room(RUSSIAN).counters]
    assert found == [("ready", ()), ("eliminated", ("hidden",)), ("ready", ("hidden",))]


def test_12_609_and_CG14_who_shoots_prisoners_brings_massacre_upon_the_next_scenario():
    game = after().has(GERMAN, ("squad", "4-6-7", ("guards prisoners",))).has(RUSSIAN, ("squad", "4-5-8", ()))
    game.order(RUSSIAN, "capture", pile=game.room(RUSSIAN).counters[-1].id)
    lines(game, GERMAN, areas=1).alone(GERMAN, "areas")
    game.order(GERMAN, "enter", place="K20", type="C", n_1=1)
    game.alone(GERMAN, "prisoners").order(GERMAN, "enter", keep_1=0, execute_1=1)
    assert game.public.massacre
    assert game.room(RUSSIAN).counters[-1].fate == "captured"


def test_12_609_and_12_611_a_wounded_leader_who_is_set_free_is_wounded_still():
    game = after().has(GERMAN, ("squad", "4-6-7", ("guards prisoners",)))
    game.has(RUSSIAN, ("leader", "8-1", ("wounded",)))
    game.order(RUSSIAN, "capture", pile=game.room(RUSSIAN).counters[-1].id)
    lines(game, GERMAN, areas=1).alone(GERMAN, "areas")
    game.order(GERMAN, "enter", place="K20", type="C", n_1=1)
    game.alone(GERMAN, "prisoners").order(GERMAN, "enter", keep_1=0, free_1=1)
    (leader,) = game.room(RUSSIAN).counters
    assert (leader.name, leader.fate, leader.marks) == ("8-1", "ready", ("wounded",))
    rolled(game, RUSSIAN, "wounded", 3)
    assert game.room(RUSSIAN).counters[0].fate == "eliminated"


def test_12_610_where_nothing_burns_the_fires_are_passed_over():
    game = after().has(GERMAN, ("tank", "StuG IIIG", ("immobilized",)), place="K20")
    lines(game, GERMAN).alone(GERMAN, "mmc_roll")
    assert not {"blazes", "burnt"} & set(game.room(GERMAN).done)


def test_12_6101_a_wreck_that_burns_is_recovered_by_nobody():
    game = after().has(GERMAN, *[("tank", "StuG IIIG")] * 2, fate="eliminated", since=1)
    lines(game, GERMAN, burning=True).alone(GERMAN, "burnt").order(GERMAN, "enter", n_1=1)
    burnt, wreck = game.room(GERMAN).counters
    assert [(c.fate, c.since, c.note) for c in (burnt, wreck)] == [
        ("eliminated", 1, "burnt-out wreck"), ("eliminated", 1, ""),
    ]  # fmt: skip
    game.stands("renewal", DateRecord(day="16"), fought(), DateRecord(day="18")).alone(GERMAN, "recovery")
    assert [field.name for field in game.current(GERMAN).task.fields] == [f"try_{wreck.id}"]


def test_12_6108_works_and_equipment_in_the_fire_are_lost():
    game = after().has(RUSSIAN, ("fortification", "Wire"), ("fortification", "Trench"), ("gun", "45LL"), place="K20")
    lines(game, RUSSIAN, burning=True).alone(RUSSIAN, "burnt").order(RUSSIAN, "enter", n_1=1, n_3=1)
    assert [counter.fate for counter in game.room(RUSSIAN).counters] == ["eliminated", "ready", "eliminated"]


def test_12_6104_a_die_for_each_burnt_building():
    game = lines(after(), RUSSIAN, flames=2)
    data = rolled(game, RUSSIAN, "blazes", 3, 3, single_2=True, name_1="K20", name_2="M5", flames_2="M6")
    assert [roll["result"] for roll in data["rolls"]] == ["gutted", "rubbled"]
    assert game.public.terrain == ("K20: gutted building", "M5: building rubbled on the ground level")
    assert game.room(RUSSIAN).now.blazes == 1


@pytest.mark.parametrize(("reading", "points"), [("eliminated", 2), ("stay", 3)])
def test_ruling_blaze_units(reading: str, points: int):
    game = after(rulings={"blaze_units": reading}).has(RUSSIAN, ("squad", "4-4-7"), ("weapon", "LMG"))
    lines(game, RUSSIAN, areas=1, burning=True).alone(RUSSIAN, "areas")
    game.order(RUSSIAN, "enter", place="K20", type="C", n_1=1, n_2=1)
    assert len(game.alone(RUSSIAN, "burnt").current(RUSSIAN).task.lines) == points


# survivors -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("marks", "fate"), [(("wounded",), "ready"), (("wounded", "isolated"), "eliminated")])
def test_12_611_a_wounded_leader(marks: tuple[str, ...], fate: str):
    game = after().has(RUSSIAN, ("leader", "8-1", marks), worth=2).has(RUSSIAN, ("squad", "4-4-7"))
    lines(game, RUSSIAN, areas=int("isolated" in marks))
    if "isolated" in marks:
        game.alone(RUSSIAN, "areas").order(RUSSIAN, "enter", place="K20", type="C", n_1=1, n_2=1)
        game.alone(RUSSIAN, "escape").order(RUSSIAN, "enter", n_1=0, n_2=0)
    rolled(game, RUSSIAN, "wounded", 2)
    leader = game.room(RUSSIAN).counters[0]
    assert (leader.fate, "wounded" in leader.marks) == (fate, True)
    assert game.context(RUSSIAN).refit_losses(1) == (2 if fate == "eliminated" else 0)


def test_12_611_a_wounded_hero_is_no_leader_and_hardens_one_as_others_do():
    game = after().has(RUSSIAN, ("hero", "Hero", ("wounded",)), ("squad", "4-4-7"))
    data = rolled(lines(game, RUSSIAN), RUSSIAN, "mmc_roll", 6, 6)
    assert "wounded" not in game.room(RUSSIAN).done
    assert data["pending"]["mmc"] == 1


def test_12_6121_a_half_squad_for_each_light_mortar_does_not_recombine():
    game = after().has(GERMAN, *[("half_squad", "2-4-7")] * 3, ("weapon", "Lt MTR"))
    lines(game, GERMAN).alone(GERMAN, "mortar_teams")
    with pytest.raises(Refused, match="1 light") as refused:
        game.order(GERMAN, "enter", n_1=2)
    assert (refused.value.field, refused.value.rule) == ("n_1", "12.6121")
    game.order(GERMAN, "enter", n_1=1)
    game.alone(GERMAN, "recombine").order(GERMAN, "roll")
    assert game.names(GERMAN, fate="ready") == ["2-4-7", "Lt MTR", "4-6-7"]


@pytest.mark.parametrize(("mortars", "left"), [(0, ["4-6-7"]), (1, ["2-4-7", "2-4-7"])])
def test_12_6121_and_12_6122_a_team_whose_mortar_is_lost_recombines(mortars: int, left: list[str]):
    game = after().has(GERMAN, ("half_squad", "2-4-7", ("mortar team",)), ("half_squad", "2-4-7", ("mortar team",)))
    game.has(GERMAN, *[("weapon", "Lt MTR")] * mortars)
    lines(game, GERMAN).alone(GERMAN, "mortar_teams")
    assert sum(field.value for field in game.current(GERMAN).task.fields) == mortars
    game.answer(GERMAN)
    game.alone(GERMAN, "mmc_roll")
    assert sorted(game.names(GERMAN, fate="ready")) == sorted(left + ["Lt MTR"] * mortars)


def test_12_6122_without_a_mortar_half_squads_recombine():
    game = after().has(GERMAN, *[("half_squad", "2-4-7")] * 3)
    lines(game, GERMAN).alone(GERMAN, "recombine").order(GERMAN, "roll")
    assert game.names(GERMAN, fate="ready") == ["2-4-7", "4-6-7"]
    assert "mortar_teams" not in game.room(GERMAN).done


def test_12_6122_and_VotG24_an_assault_engineer_recombines_with_his_like_only():
    engineer = ("half_squad", "3-2-8", ("assault engineer",))
    game = after().has(RUSSIAN, engineer, ("half_squad", "3-2-8"))
    lines(game, RUSSIAN).alone(RUSSIAN, "mmc_roll")
    assert "recombine" not in game.room(RUSSIAN).done
    game = after().has(RUSSIAN, ("half_squad", "3-2-8"), engineer, engineer)
    lines(game, RUSSIAN).alone(RUSSIAN, "recombine").order(RUSSIAN, "roll")
    left = [(c.name, c.marks) for c in game.room(RUSSIAN).counters if c.fate == "ready"]
    assert left == [("3-2-8", ()), ("6-2-8", ("assault engineer",))]


@pytest.mark.parametrize(("side", "halves", "left"), [
    (GERMAN, (("3-3-8", ()), ("3-3-8", ("assault engineer",))), [("8-3-8", ("assault engineer",))]),
    (RUSSIAN, (("AE 3-2-8", ()), ("3-2-8", ("assault engineer",))), [("AE 6-2-8", ("assault engineer",))]),
    (RUSSIAN, (("3-2-8", ()), ("AE 3-2-8", ())), [("3-2-8", ()), ("AE 3-2-8", ())]),
    (RUSSIAN, (("3-2-8", ()), ("NKVD 3-2-8", ())), [("3-2-8", ()), ("NKVD 3-2-8", ())]),
])  # fmt: skip
def test_12_6122_and_VotG24_engineers_by_their_counter_and_by_their_group_recombine(side, halves, left):
    game = after().has(side, *[("half_squad", name, marks) for name, marks in halves])
    lines(game, side).alone(side, "mmc_roll")
    assert [(c.name, c.marks) for c in game.room(side).counters if c.fate == "ready"] == left


@pytest.mark.parametrize("lowered", ["AE 3-2-8", "3-2-8"])
def test_12_6122_and_VotG24_a_Russian_engineer_who_was_replaced_and_hardened_is_none(lowered: str):
    game = after().has(RUSSIAN, ("half_squad", lowered, ("assault engineer",)), ("half_squad", "AE 3-2-8"))
    game.order(RUSSIAN, "replace", pile=1)
    game.gains(RUSSIAN, "change", pile=1, count=1, name="3-2-8")
    lines(game, RUSSIAN).alone(RUSSIAN, "mmc_roll")
    assert game.names(RUSSIAN, fate="ready") == ["3-2-8", "AE 3-2-8"]


def test_12_6122_and_12_602_who_interdicts_a_landing_stays_a_half_squad_in_his_location():
    game = after().has(GERMAN, ("half_squad", "2-4-7", ("interdicts a Landing",)), place="K20")
    lines(game.has(GERMAN, ("half_squad", "2-4-7")), GERMAN).alone(GERMAN, "mmc_roll")
    assert "recombine" not in game.room(GERMAN).done
    assert game.names(GERMAN, fate="ready") == ["2-4-7", "2-4-7"]


# Battle hardening ------------------------------------------------------------------------------


def test_12_6123_two_scenarios_won_in_a_day():
    records = fought(RUSSIAN, "german_assault"), fought(RUSSIAN, "counterattack", cvp=(25, 0))
    game = after(*records)
    data = rolled(lines(game, RUSSIAN), RUSSIAN, "mmc_roll", 3, 3)
    assert (sorted(mods(data)), data["pending"]["mmc"]) == ([-6, -1, -1], 5)


def test_12_6123_only_the_scenarios_of_this_day_count():
    game = after(fought(RUSSIAN, day="16"), fought(GERMAN))
    assert mods(rolled(lines(game, RUSSIAN), RUSSIAN, "mmc_roll", 3, 3)) == [-1]


def test_12_6123_heroes_are_eliminated_and_each_hardens_one_more():
    game = after(fought(RUSSIAN)).has(GERMAN, ("hero", "Hero"), ("squad", "4-6-7"), ("squad", "4-6-8"))
    data = rolled(lines(game, GERMAN), GERMAN, "mmc_roll", 6, 6)
    assert data["pending"]["mmc"] == 1
    game.order(GERMAN, "enter", mmc1="4-6-8")
    counters = {counter.name: counter for counter in game.room(GERMAN).counters}
    assert counters["Hero"].fate == "eliminated"
    assert counters["4-6-8"].marks == ("fanatic",)


def hardened(dice: tuple[int, int], choice: str, *names: str, side: str = RUSSIAN, **more: Any) -> Game:
    game = after(fought(more.pop("winner", RUSSIAN)), **more).has(side, *(("leader", name) for name in names))
    game = lines(game, side)
    rolled(game, side, "leader_roll", *dice)
    if choice:
        game.order(side, "enter", leader=choice)
    return game


@pytest.mark.parametrize(("choice", "after_it"), [("8-0", "8-1"), ("8+1", "9-0"), ("7-0", "8-0")])
def test_12_6124_a_winner_says_after_the_dice_how_much_of_his_modifier_he_uses(choice: str, after_it: str):
    game = hardened((4, 5), choice, "8-0", "8+1", "7-0")
    names = sorted(["8-0", "8+1", "7-0", after_it])
    names.remove(choice)
    assert sorted(game.names(RUSSIAN)) == names


def test_12_6124_the_german_column_without_a_victory():
    assert hardened((2, 3), "8-1", "8-1", side=GERMAN, winner=RUSSIAN).names(GERMAN) == ["9-1"]
    game = hardened((2, 3), "", "8-0", "7-0", side=GERMAN, winner=RUSSIAN)
    assert [key for key, _ in game.current(GERMAN).task.fields[0].options] == ["8-0"]


def test_12_6124_the_leader_the_roll_comes_to_must_be_hardened():
    game = hardened((2, 3), "", "8-1", side=GERMAN, winner=RUSSIAN)
    with pytest.raises(Refused, match="Leader"):
        game.order(GERMAN, "enter", leader="")
    game.order(GERMAN, "enter")
    assert game.names(GERMAN) == ["9-1"]


def test_12_6124_a_wounded_leader_of_the_grade_rolled_hardens_but_none_takes_the_place_of_another():
    """The print keeps the wounded out of those next lower only, so this is no ruling."""
    for name, offered in (("8-1", ["8-1"]), ("8-0", ["7-0"])):
        game = after(fought(RUSSIAN)).has(GERMAN, ("leader", name, ("wounded",)), ("leader", "7-0"))
        rolled(lines(game, GERMAN), GERMAN, "leader_roll", 2, 3)
        assert [key for key, _ in game.current(GERMAN).task.fields[0].options] == offered
    game = hardened((2, 3), "", "8-1", "8-1", side=GERMAN, winner=RUSSIAN)
    hurt, sound = game.room(GERMAN).counters
    game.put(GERMAN, counters=(replace(hurt, marks=("wounded",)), sound)).order(GERMAN, "enter")
    assert [c.name for c in game.room(GERMAN).counters] == ["8-1", "9-1"]


def test_12_6124_a_hardened_leader_is_worth_what_his_new_counter_is():
    game = after(fought(RUSSIAN)).has(GERMAN, ("leader", "8-0", ("heroic",)), ("leader", "9-1"), worth=1)
    rolled(lines(game, GERMAN), GERMAN, "leader_roll", 1, 3)
    game.order(GERMAN, "enter", leader="9-1")
    worth = {c.name: c.worth for c in game.room(GERMAN).counters}
    assert worth == {name: game.context(GERMAN).rules.worth("leader", name) for name in ("8-1", "9-2")}
    assert worth["9-2"] > worth["8-1"] > 1


def test_12_6124_a_heroic_leader_hardens_by_himself():
    game = after(fought(RUSSIAN)).has(GERMAN, ("leader", "8-0", ("heroic",)))
    rolled(lines(game, GERMAN), GERMAN, "leader_roll", 1, 1)
    assert (game.names(GERMAN), game.room(GERMAN).counters[0].marks) == (["8-1"], ())


@pytest.mark.parametrize(("side", "name", "hardens"), [
    (GERMAN, "10-3", False), (RUSSIAN, "10-0", False), (RUSSIAN, "9-0", True),
])  # fmt: skip
def test_12_6124_a_heroic_10_3_or_10_0_is_heroic_no_more_and_nothing_else(side: str, name: str, hardens: bool):
    game = after(fought(RUSSIAN)).has(side, ("leader", name, ("heroic",)))
    (line,) = lines(game, side).alone(side, "leader_roll").current(side).task.lines
    assert ("hardens" in line) is hardens
    rolled(game, side, "leader_roll", 6, 6)
    assert [(c.name, c.marks) for c in game.room(side).counters] == [("10-0" if hardens else name, ())]


@pytest.mark.parametrize(("reading", "won"), [("any", True), ("last", False), ("all", False)])
def test_ruling_leader_bh_won(reading: str, won: bool):
    records = fought(RUSSIAN, "german_assault"), fought(GERMAN, "counterattack")
    game = after(*records, rulings={"leader_bh_won": reading})
    assert game.context(RUSSIAN).won_day() is won


@pytest.mark.parametrize(("squads", "may"), [(15, False), (16, True)])
def test_12_6125_an_exchange_needs_squads_for_one_leader_more(squads: int, may: bool):
    game = after().has(RUSSIAN, ("leader", "8-1"), *[("squad", "4-4-7")] * squads)
    lines(game, RUSSIAN).alone(RUSSIAN, "leader_roll")
    offered = [key for field in game.current(RUSSIAN).task.fields for key, _ in field.options]
    assert ("8-1" in offered) is may


@pytest.mark.parametrize(("reading", "may"), [("counted", False), ("not_counted", True)])
def test_ruling_promotion_leaders(reading: str, may: bool):
    game = after(rulings={"promotion_leaders": reading})
    game.has(RUSSIAN, ("leader", "8-1"), ("leader", "9-0"), *[("squad", "4-4-7")] * 16)
    lines(game, RUSSIAN).alone(RUSSIAN, "leader_roll")
    offered = [key for field in game.current(RUSSIAN).task.fields for key, _ in field.options]
    assert ("8-1" in offered) is may


def test_12_6125_an_8_1_becomes_an_8_0_and_a_7_0():
    game = after().has(GERMAN, ("leader", "8-1"), *[("squad", "4-6-7")] * 8)
    lines(game, GERMAN).alone(GERMAN, "leader_roll").order(GERMAN, "enter", instead="8-1")
    assert game.names(GERMAN, fate="ready")[-2:] == ["8-0", "7-0"]


def test_a_side_that_has_lost_all_comes_through_the_aftermath():
    game = after()
    while game.answer(GERMAN):
        pass
    assert game.public.finished == (GERMAN,)
    assert "waiting" not in {step.status for step in SYSTEM.view(game.state, RUSSIAN).steps}
