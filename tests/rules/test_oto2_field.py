"""On the field after a battle: 7.502 and 7.504 to 7.509, 7.5114."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.asl.conditions import area
from rules.asl.counters import casualties
from rules.asl.steps.crews import leader_aboard
from rules.contract import Refused
from rules.ground.altered import BURNT, WOODEN_RUBBLE
from tests.maps.practice import practice_map
from tests.rules.field_positions import burning, field, guarding, key, mine, pocket, step, tries
from tests.rules.play import GERMAN, RUSSIAN, SYSTEM, Game, data_of, rows

# 7.502 ----------------------------------------------------------------------------------------------------------------


def test_CG7_a_module_that_placed_an_FFE_is_used_up_and_another_is_kept():
    game = Game(baskets={(GERMAN, 0): rows("O1*2")}).until("markers")
    first, second = (c for c in game.room(GERMAN).counters if c.kind == "oba")
    game.order(GERMAN, "enter", **{f"ffe_{first.id}": True})
    fates = {c.id: c.fate for c in game.room(GERMAN).counters}
    assert (fates[first.id], fates[second.id]) == ("used", "ready")


def observed(basket: str) -> tuple[Game, list[int], list[int]]:
    """A game before its markers are removed, with the numbers of the German modules and of their observers."""
    game = Game(baskets={(GERMAN, 0): rows(basket)}).until("markers")
    found = {kind: [c.id for c in game.room(GERMAN).counters if c.kind == kind] for kind in ("oba", "observer")}
    return game, found["oba"], found["observer"]


def fates(game: Game, *numbers: int) -> list[str]:
    return [c.fate for c in game.room(GERMAN).counters if c.id in numbers]


def test_CG7_a_used_module_takes_its_observer_with_it_and_a_retained_one_keeps_its_own():
    game, (module, _), (first, second) = observed("O1*2 O4*2")
    game.order(GERMAN, "enter", **{f"ffe_{module}": True, f"observer_{second}": True})
    assert fates(game, first, second) == ["ready", "used"]


def test_CG7_no_observer_stays_without_a_module_and_a_new_module_may_have_one_again():
    game, (module,), (observer,) = observed("O1 O4")
    game.order(GERMAN, "enter", **{f"ffe_{module}": True})
    assert fates(game, module, observer) == ["used", "used"]
    game.until("purchase", date=1).order(GERMAN, "seal", rows=rows("O1 O4"))


def test_CG7_the_observer_of_a_module_that_placed_no_FFE_is_kept():
    game, _, (observer,) = observed("O1*2 O4")
    game.order(GERMAN, "enter")
    assert fates(game, observer) == ["ready"]


def test_7_502_bombardments_are_asked_by_number_and_hidden_units_come_to_light():
    game = Game().until("markers", RUSSIAN)
    pile = next(f for f in game.current(RUSSIAN).task.fields if f.name.startswith("used_"))
    assert pile.high == 2
    squad = next(c.id for c in game.room(RUSSIAN).counters if c.kind == "squad")
    counters = game.room(RUSSIAN).counters
    game.put(RUSSIAN, counters=tuple(replace(c, marks=("hidden",)) if c.id == squad else c for c in counters))
    game.order(RUSSIAN, "enter", **{pile.name: 1})
    assert sorted(c.fate for c in game.room(RUSSIAN).counters if c.kind == "bombardment") == ["ready", "used"]
    assert not any("hidden" in c.marks for c in game.room(RUSSIAN).counters)


def test_7_502_dummies_that_were_bought_leave_the_map_with_their_scenario_and_other_works_stay():
    game = Game(baskets={(GERMAN, 0): rows("M1")}).until("fortify")
    game.order(GERMAN, "buy", concealment=3, trench=1, where_concealment="K20")
    game.until("markers")
    game.order(GERMAN, "enter")
    bought = [(c.name, c.fate) for c in game.room(GERMAN).counters if c.kind == "fortification"][-4:]
    assert sorted(bought) == [*[("Concealment counter (?)", "used")] * 3, ("Trench", "ready")]


def test_R_note_m_by_ruling_a_scenario_has_no_more_bombardments_than_new_dates():
    game = Game(baskets={(RUSSIAN, 0): rows("B1*2")}, rulings={"bombardment_most": "dates"}).until("markers", RUSSIAN)
    given, bought, *_ = (f.name for f in game.current(RUSSIAN).task.fields if f.name.startswith("used_"))
    with pytest.raises(Refused, match="2 Bombardments"):
        game.order(RUSSIAN, "enter", **{given: 2, bought: 1})
    game.order(RUSSIAN, "enter", **{given: 2})
    assert [c.fate for c in game.room(RUSSIAN).counters if c.kind == "bombardment"].count("used") == 2


def test_IHSR_4_the_given_aircraft_leave_after_the_first_scenario_by_themselves():
    game = Game().until("rally", RUSSIAN)
    assert [c.fate for c in game.room(RUSSIAN).counters if c.name == "44A GA"] == ["used"] * 4


# 7.504 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "name", "dice", "fate"),
    [
        ("squad", "4-6-7", (3, 3), "ready"), ("squad", "4-6-7", (3, 4), "eliminated"),
        ("leader", "8-1", (3, 4), "ready"), ("leader", "8-1", (4, 4), "eliminated"),
        ("crew", "2-2-8", (3, 4), "ready"), ("hero", "Hero", (4, 4), "ready"),
    ],
)  # fmt: skip
def test_7_5041_an_encircled_unit_takes_a_1TC_or_is_eliminated(kind, name, dice, fate):
    game = field((kind, name, ["encircled"]))
    assert step(game) == "encirclement"
    game.cast(GERMAN, "enter", dice)
    assert mine(game) == [(name, fate, ("encircled",))]


def test_7_5041_a_leader_checks_first_and_lends_his_modifier_where_the_owner_wishes():
    game = field(("squad", "4-6-7", ["encircled"], "K20"), ("leader", "9-2", ["encircled"], "K20"))
    assert [need.label for need in game.current(GERMAN).task.needs] == [
        f"9-2 (no. {game.room(GERMAN).next_id - 1}, K20)"
    ]
    game.cast(GERMAN, "enter", (3, 3))
    (choice,) = game.current(GERMAN).task.fields
    game.cast(GERMAN, "enter", (4, 4), **{choice.name: choice.options[1][0]})
    assert [fate for _, fate, _ in mine(game)] == ["ready", "ready"]
    assert step(game) == "perimeter"


def test_7_5041_the_crew_of_an_immobilized_vehicle_falls_and_the_vehicle_is_abandoned():
    game = field(("tank", "StuG IIIG", ["encircled", "immobilized"]), ("tank", "Marder II", ["encircled"]))
    game.cast(GERMAN, "enter", (6, 6))
    stug, marder, crew = mine(game)
    assert (stug[2], marder[2]) == (("encircled", "immobilized", "abandoned"), ("encircled",))
    assert crew == ("2-2-8", "eliminated", ())


def test_7_5041_the_armor_leader_of_a_crew_that_falls_falls_with_it():
    leader = ("armor_leader", "8-1", (), "StuG IIIG")
    game = field(("tank", "StuG IIIG", ["encircled", "immobilized"]), leader)
    game.cast(GERMAN, "enter", (6, 6))
    assert [(name, fate) for name, fate, _ in mine(game)][1] == ("8-1", "eliminated")


def test_7_504_nothing_is_asked_where_nothing_is_marked():
    assert step(field(("squad", "4-6-7"), ("tank", "StuG IIIG"))) == "perimeter"


def test_7_5042_infantry_in_mines_checks_its_morale_and_vehicles_are_asked():
    game = field(
        ("squad", "4-6-7", ["in mines"]), ("squad", "4-4-7", ["in mines"]), ("half_squad", "2-4-7", ["in mines"]),
        ("leader", "8-0", ["in mines"]), ("tank", "StuG IIIG", ["in mines"]),
    )  # fmt: skip
    vehicle = next(f.name for f in game.current(GERMAN).task.fields if f.name.startswith("v_"))
    game.cast(GERMAN, "enter", (3, 4, 4, 4, 4, 4, 5, 4), **{vehicle: "immobilized"})
    assert mine(game) == [
        ("4-6-7", "ready", ()), ("2-3-7", "ready", ()), ("2-4-7", "eliminated", ("in mines",)),
        ("8-0", "ready", ("wounded",)), ("StuG IIIG", "ready", ("immobilized",)), ("2-3-7", "eliminated", ()),
    ]  # fmt: skip
    assert casualties(game.room(GERMAN).counters, 0) == 0


def test_7_5042_who_could_leave_unharmed_takes_no_check_and_a_vehicle_is_not_attacked():
    game = field(
        ("squad", "4-6-7", ["in mines"]), ("squad", "4-4-7", ["in mines"]), ("tank", "StuG IIIG", ["in mines"])
    )
    first, _, vehicle = (c.id for c in game.room(GERMAN).counters if "in mines" in c.marks)
    game.cast(GERMAN, "enter", (6, 6), **{f"way_{first}": True, f"v_{vehicle}": "spared"})
    assert mine(game) == [
        ("4-6-7", "ready", ()),
        ("2-3-7", "ready", ()),
        ("StuG IIIG", "ready", ()),
        ("2-3-7", "eliminated", ()),
    ]


def test_7_5042_only_mobile_vehicles_undergo_the_mine_attack():
    game = field(("tank", "StuG IIIG", ["in mines", "immobilized"]), ("tank", "Marder II", ["in mines"]))
    (asked,) = game.current(GERMAN).task.fields
    assert asked.label.startswith("Marder II")
    game.order(GERMAN, "enter", **{asked.name: "eliminated"})
    assert [fate for _, fate, _ in mine(game)] == ["ready", "eliminated"]
    assert step(field(("tank", "StuG IIIG", ["in mines", "abandoned"]))) == "perimeter"


def test_7_5043_a_bogged_vehicle_ends_free_or_immobilized():
    game = field(("tank", "StuG IIIG", ["bogged"]), ("tank", "Marder II", ["bogged"]))
    free, stuck = game.current(GERMAN).task.fields
    game.order(GERMAN, "enter", **{stuck.name: "immobilized"})
    assert free.options[-1][0] == "immobilized"
    assert [marks for _, _, marks in mine(game)] == [(), ("immobilized",)]


def test_7_5043_an_abandoned_vehicle_stays_bogged():
    game = field(("tank", "StuG IIIG", ["bogged", "abandoned"]), ("tank", "Marder II", ["bogged"]))
    (asked,) = game.current(GERMAN).task.fields
    game.order(GERMAN, "enter", **{asked.name: "free"})
    assert [marks for _, _, marks in mine(game)] == [("bogged", "abandoned"), ()]


def test_7_5044_a_shocked_AFV_recovers_or_is_lost():
    game = field(("tank", "StuG IIIG", ["shocked"]), ("tank", "Marder II", ["shocked"]), ("tank", "StuH-42"))
    assert len(game.current(GERMAN).task.fields) == 2
    game.order(GERMAN, "enter", **{game.current(GERMAN).task.fields[1].name: "eliminated"})
    assert mine(game) == [
        ("StuG IIIG", "ready", ()), ("Marder II", "eliminated", ("shocked",)), ("StuH-42", "ready", ()),
    ]  # fmt: skip
    assert casualties(game.room(GERMAN).counters, 0) == 0, "after 7.5031 it counts no more"


def test_7_5044_and_7_5114_the_armor_leader_of_a_shocked_AFV_that_is_lost_is_lost_with_it():
    game = field(("tank", "StuG IIIG", ["shocked"]), ("tank", "Marder II"), RIDING)
    (asked,) = game.current(GERMAN).task.fields
    assert "survived" not in dict(asked.options)
    game.order(GERMAN, "enter", **{asked.name: "eliminated"})
    assert [fate for _, fate, _ in mine(game)] == ["eliminated", "ready", "eliminated"]


@pytest.mark.parametrize(("said", "fate"), [("eliminated", "eliminated"), ("survived", "ready")])
def test_7_5042_and_7_5114_the_armor_leader_of_an_AFV_lost_in_mines_falls_or_needs_another(said, fate):
    game = field(("tank", "StuG IIIG", ["in mines"]), ("tank", "Marder II", ["in mines"]), RIDING)
    first, other = game.current(GERMAN).task.fields
    assert "survived" not in dict(other.options), "nobody leads in it"
    game.order(GERMAN, "enter", **{first.name: said})
    assert [fate for _, fate, _ in mine(game)] == ["eliminated", "ready", fate]
    if fate == "ready":
        (asked,) = game.until("armor_leaders").current(GERMAN).task.fields
        assert asked.value == "Marder II"


# 7.505, 7.506 ---------------------------------------------------------------------------------------------------------


def test_7_505_where_nothing_is_cut_off_one_form_is_all():
    game = field(("squad", "4-6-7", [], "K20"), ("squad", "4-6-7", ["isolated", "encircled"], "K21"))
    game.cast(GERMAN, "enter", (1, 1))
    game.order(GERMAN, "enter", areas=0)
    assert step(game) == "mmc_roll"
    assert [(c.marks, c.place) for c in game.room(GERMAN).counters[-2:]] == [((), ""), ((), "")]


def test_7_5051_locations_to_remember_are_proposed_again_on_the_next_date():
    game = field(("squad", "4-6-7"))
    events = game.order(GERMAN, "enter", control="N32, K33")
    assert {event.room for event in events} == {GERMAN}
    game.until("perimeter", date=1)
    assert next(f.value for f in game.current(GERMAN).task.fields if f.name == "control") == "N32, K33"
    game.order(GERMAN, "enter", control="N32")
    assert [line.control for line in game.room(GERMAN).lines] == ["N32, K33", "N32"]


def test_7_5054_pockets_are_written_down_with_what_is_in_them_and_7_5055_upper_levels_are_their_own():
    game = field(*[("squad", "4-6-7")] * 3, ("leader", "8-0"), ("squad", "4-4-7"))
    game.order(GERMAN, "enter", areas=2)
    game.order(GERMAN, "enter", place="K20", type="C", **{key(game, "4-6-7"): 2, key(game, "8-0"): 1})
    with pytest.raises(Refused, match="called K20 already"):
        game.order(GERMAN, "enter", place="K20", type="C")
    game.order(GERMAN, "enter", place="K20/2", type="D", **{key(game, "4-6-7"): 1})
    game.order(GERMAN, "enter")
    assert game.room(GERMAN).now.areas == {"K20": "C", "K20/2": "D"}
    places = [c.place for c in game.room(GERMAN).counters[-5:]]
    assert places == ["K20", "K20", "K20/2", "K20", ""]


def test_7_5055_a_pocket_on_an_upper_level_is_an_area_of_its_own():
    game = field(("squad", "4-6-7"))
    game.order(GERMAN, "enter", areas=1)
    game.order(GERMAN, "enter", place="K20/2", type="C", **{key(game, "4-6-7"): 1})
    assert [c.place for c in game.room(GERMAN).counters if "isolated" in c.marks] == ["K20/2"]


def test_7_5057_SMC_outside_their_perimeter_are_lost():
    game = field(("leader", "8-0"), ("leader", "8-1"), ("squad", "4-6-7"))
    game.order(GERMAN, "enter", outside=True)
    game.order(GERMAN, "enter", **{key(game, "8-1"): 1})
    assert [fate for _, fate, _ in mine(game)] == ["ready", "eliminated", "ready"]
    assert casualties(game.room(GERMAN).counters, 0) == 0


def test_7_5058_the_lines_can_be_drawn_anew():
    game = field(*[("squad", "4-6-7")] * 2)
    game.order(GERMAN, "enter", areas=2)
    game.order(GERMAN, "enter", place="K20", type="C", **{key(game, "4-6-7"): 1})
    game.order(GERMAN, "enter", again=True)
    assert step(game) == "perimeter"
    assert all("isolated" not in marks for _, _, marks in mine(game))
    game.order(GERMAN, "enter", areas=0)
    assert step(game) == "mmc_roll"


@pytest.mark.parametrize(("kind", "match"), [("A", "no units"), ("B", "nothing but SMC")])
def test_7_506_the_type_of_an_area_fits_what_is_in_it(kind, match):
    game = field(("squad", "4-6-7"))
    game.order(GERMAN, "enter", areas=1)
    with pytest.raises(Refused, match=match):
        game.order(GERMAN, "enter", place="K20", type=kind, **{key(game, "4-6-7"): 1})


@pytest.mark.parametrize("kind", ["C", "D"])
def test_7_5061_what_stays_in_an_area_of_type_C_or_D_is_short_of_ammunition(kind):
    game = pocket(("squad", "4-6-7"), ("weapon", "LMG"), ("weapon", "DP LMG", ["captured from the enemy"]), kind=kind)
    game.order(GERMAN, "enter")
    short = ("isolated", "short of ammunition")
    assert [marks for _, _, marks in mine(game)] == [short, short, ("captured from the enemy", "isolated")]


def test_7_5061_SMC_alone_have_to_try_and_beside_an_MMC_they_need_not():
    game = pocket(("leader", "8-0"), kind="B")
    with pytest.raises(Refused, match="8-0 in K20 has to try"):
        game.order(GERMAN, "enter", **{key(game, "8-0"): 0})
    enemys = pocket(("leader", "8-0"), kind="C")
    with pytest.raises(Refused, match="8-0 in K20 has to try"):
        enemys.order(GERMAN, "enter", **{key(enemys, "8-0"): 0})
    held = pocket(("leader", "8-0"), ("squad", "4-6-7"), kind="C")
    held.order(GERMAN, "enter")
    assert step(held) == "clearing"


@pytest.mark.parametrize(("kind", "whose"), [("C", "of the side that occupies it"), ("D", "held by both sides")])
def test_7_5062_whose_an_area_is_follows_from_its_type(kind, whose):
    game = pocket(("squad", "4-6-7"), kind=kind)
    events = game.order(GERMAN, "enter")
    assert data_of(events, "isolation.settled")["held"] == [f"K20 ({kind}): {whose}"]
    assert whose in SYSTEM.describe(events[0]).sentence


# 7.507 to 7.509 -------------------------------------------------------------------------------------------------------


def test_7_507_what_is_not_cut_off_leaves_the_map_and_7_5071_the_rest_stays():
    game = field(
        ("squad", "4-6-7", [], "M20"), ("gun", "7.5cm PaK40", [], "M21"), ("tank", "StuG IIIG", ["immobilized"], "M22"),
        ("tank", "Marder II", [], "M23"),
    )  # fmt: skip
    game.order(GERMAN, "enter")
    assert [c.place for c in game.room(GERMAN).counters[-4:]] == ["", "M21", "M22", ""]


def test_7_5071_isolated_counters_stay_in_their_area():
    game = field(("squad", "4-6-7", [], "M20"), ("squad", "4-4-7", [], "M20"))
    game.order(GERMAN, "enter", areas=1)
    game.order(GERMAN, "enter", place="K20", type="C", **{key(game, "4-4-7"): 1})
    game.order(GERMAN, "enter")
    game.roll(GERMAN)
    assert [c.place for c in game.room(GERMAN).counters[-2:]] == ["", "K20"]


def test_7_5072_what_is_retained_may_be_eliminated_and_counts_for_no_scenario():
    game = field(("tank", "StuG IIIG"))
    game.order(GERMAN, "lose", piles={str(game.room(GERMAN).counters[-1].id): 1})
    assert mine(game) == [("StuG IIIG", "eliminated", ())]
    assert casualties(game.room(GERMAN).counters, 0) == 0


def test_7_5073_the_lines_say_that_hidden_mines_now_russian_are_shown():
    game = Game().until("perimeter", RUSSIAN)
    assert any("hidden mines" in line for line in game.current(RUSSIAN).task.lines)
    mines = next(c.id for c in game.room(GERMAN).counters if c.name.startswith("Minefield"))
    game.order(GERMAN, "lose", piles={str(mines): 1}, fate="captured")
    assert game.names(GERMAN, fate="ready").count("Minefield hex 6AP 3AT") == 3, "the owner strikes what changes hands"


def test_7_508_isolated_guards_keep_their_prisoners_or_let_them_go_and_others_lose_them():
    game = guarding(("squad", "4-5-8", 3), ("leader", "8-0", 1))
    game.order(GERMAN, "enter", areas=1)
    game.order(GERMAN, "enter", place="K20", type="C", **{key(game, "4-6-7"): 1})
    game.order(GERMAN, "enter")
    game.roll(GERMAN)
    squads, leader = (one.number for one in game.public.captures)
    assert [(field.name, field.value) for field in game.current(GERMAN).task.fields] == [
        (f"keep_{squads}", 3), (f"free_{squads}", 0), (f"keep_{leader}", 1), (f"free_{leader}", 0),
    ]  # fmt: skip
    with pytest.raises(Refused, match="more than the 3"):
        game.order(GERMAN, "enter", **{f"free_{squads}": 1})
    game.order(GERMAN, "enter", **{f"keep_{squads}": 1, f"free_{squads}": 1, f"keep_{leader}": 0, f"free_{leader}": 1})
    assert [(one.number, one.count) for one in game.public.captures] == [(squads, 1), (leader, 0)]
    back = [(c.name, c.kind) for c in game.room(RUSSIAN).counters[-4:] if c.fate == "ready"]
    assert back == [("4-2-6", "squad"), ("8-0", "leader")], "an MMC as a Conscript of its size, an SMC as himself"
    assert not any(one.gain == "freed" for one in game.public.corrections), "the guard's word is enough"


def test_7_508_prisoners_of_guards_who_are_not_isolated_have_left_for_good():
    game = guarding(("squad", "4-5-8", 2))
    game.order(GERMAN, "enter")
    assert step(game) == "prisoners"
    assert game.current(GERMAN).task.fields == ()
    game.order(GERMAN, "enter")
    assert [one.count for one in game.public.captures] == [0]
    assert [c.fate for c in game.room(RUSSIAN).counters[-2:]] == ["captured"] * 2
    assert game.room(GERMAN).counters[-1].marks == ()


def test_7_5094_each_flame_is_rolled_for_and_five_or_six_makes_a_blaze():
    game = field(("squad", "4-6-7"))
    game.order(GERMAN, "enter", flames=3)
    rolls: Any = game.roll(GERMAN, 4, 5, 6)[0].data["rolls"]
    assert [roll["result"] for roll in rolls] == ["removed", "Blaze", "Blaze"]
    assert game.room(GERMAN).now.blazes == 2
    assert step(game) == "burnt"


def test_7_509_fires_that_burnt_out_are_asked_about_where_something_stands_on_the_map():
    game = field(("squad", "4-6-7"))
    game.order(GERMAN, "enter")
    assert step(game) == "mmc_roll"
    assert step(burning()) == "burnt"


def fires(*counters: tuple[Any, ...], dice: tuple[int, ...] = (), side: str = GERMAN, **options: Any) -> Game:
    """A game in which a side says what burnt, with a Flame for each of the dice."""
    game = field(*counters, side=side, **options)
    game.order(side, "enter", burning=True, flames=len(dice))
    while step(game, side) == "perimeter":
        game.answer(side)
    if dice:
        game.roll(side, *dice)
    assert step(game, side) == "burnt"
    return game


def test_7_5091_and_7_5092_and_7_5093_and_CG5_what_burnt_is_kept_for_both():
    game = fires(("squad", "4-6-7"))
    events = game.order(GERMAN, "enter", wreck="K20", open="L18, M19", rubble="N20", building="O21/1")
    public = game.public
    assert public.terrain == (
        "K20: burnt-out wreck", "L18: Open Ground", "M19: Open Ground", "N20: Open Ground", "O21/1: wooden rubble",
    )  # fmt: skip
    assert (public.burnt, public.blazes) == ({"N20": 0, "O21/1": 0}, {})
    assert "K20: burnt-out wreck" in SYSTEM.describe(events[-1]).sentence
    view = SYSTEM.view(game.state.only([RUSSIAN]), RUSSIAN)
    assert view.mine
    assert ("Terrain 5", "O21/1: wooden rubble") in list(view.facts(view.mine))


def test_7_5091_a_wreck_that_burns_in_a_building_sets_it_ablaze_and_goes_with_it():
    game = fires(("squad", "4-6-7"), map=practice_map("oto2"))
    sheet = game.public.ground.sheet
    built = str(next(place for place in sheet.grid if sheet.terrain(place).building))
    bare = str(next(place for place in sheet.grid if not sheet.terrain(place).building))
    game.order(GERMAN, "enter", wreck=f"{built}, {bare}")
    assert game.public.terrain == (f"{bare}: burnt-out wreck", f"{built}: wooden rubble")
    assert set(game.public.burnt) == {built}


@pytest.mark.parametrize("printed", [True, False])
def test_7_5091_a_wreck_that_burns_in_wooden_rubble_sets_it_ablaze_and_7_5092_it_is_open_ground(printed: bool):
    ground = Game(map=practice_map("oto2")).public.ground
    assert ground
    sheet = ground.sheet
    place, bare = (str(next(each for each in sheet.grid if sheet.at(each).terrain == key)) for key in ("brush", "open"))
    game = fires(*[("fortification", name, [], place) for name in ("Wire", "Trench")], map=practice_map("oto2"))
    rubble = {"copy": ground.copy.replace("brush", "wooden_rubble")} if printed else {"altered": {place: WOODEN_RUBBLE}}
    game.state = replace(game.state, public=replace(game.public, ground=replace(ground, **rubble)))
    game.order(GERMAN, "enter", wreck=f"{place}, {bare}")
    assert game.public.terrain == (
        f"{place}: burnt-out wreck", f"{bare}: burnt-out wreck", f"{place}: Open Ground",
    )  # fmt: skip
    assert (set(game.public.burnt), game.public.ground.altered) == ({place}, {place: BURNT})
    assert {c.name: c.fate for c in game.room(GERMAN).counters if c.place == place} == {
        "Wire": "eliminated", "Trench": "ready",
    }  # fmt: skip


def test_7_5094_where_a_flame_became_a_blaze_is_known_until_the_next_refit():
    game = fires(("squad", "4-6-7"), dice=(4, 5))
    with pytest.raises(Refused, match=r"than Flames became Blazes \(1\)") as refusal:
        game.order(GERMAN, "enter", blaze="K20, K21")
    assert (refusal.value.rule, refusal.value.field) == ("7.5094", "blaze")
    game.order(GERMAN, "enter", blaze="K20")
    assert game.public.blazes == {"K20": 0}
    game.until("wind", GERMAN, date=1)
    assert "blaze" not in {each.name for each in game.current(GERMAN).task.fields}
    game.until("burnt", RUSSIAN, date=1)
    assert "Blazes since the last refit: K20." in game.current(RUSSIAN).task.lines
    game.order(RUSSIAN, "enter", building="K20")
    assert (game.public.blazes, game.public.burnt) == ({}, {"K20": 1})


def test_7_5094_where_no_flame_became_a_blaze_none_is_asked_for():
    game = fires(("squad", "4-6-7"), dice=(4, 1))
    assert "blaze" not in {each.name for each in game.current(GERMAN).task.fields}


def test_7_5095_what_stood_in_a_burnt_building_or_rubble_is_lost_by_itself():
    game = fires(
        ("fortification", "Wire", [], "K20"), ("fortification", "Trench", [], "K20"),
        ("gun", "75L (PaK 40)", [], "K20"), ("gun", "75L (PaK 40)", [], "L18"),
        ("tank", "StuG IIIG", ["immobilized"], "N20"), ("fortification", "Wire", [], "M19"),
    )  # fmt: skip
    game.order(GERMAN, "enter", building="K20", rubble="N20", open="M19")
    left = {(c.name, c.place): c.fate for c in game.room(GERMAN).counters if c.place in ("K20", "L18", "M19", "N20")}
    assert left == {
        ("Wire", "K20"): "eliminated", ("Trench", "K20"): "ready", ("75L (PaK 40)", "K20"): "eliminated",
        ("75L (PaK 40)", "L18"): "ready", ("StuG IIIG", "N20"): "eliminated", ("Wire", "M19"): "ready",
    }  # fmt: skip


def test_7_5095_equipment_in_a_pillbox_of_a_burnt_location_is_lost_and_the_pillbox_is_not():
    places = ("K20 pillbox", "L18/1 pillbox", "M19 pillbox")
    guns: list[tuple[Any, ...]] = [("gun", "75L (PaK 40)", [], place) for place in places]
    game = fires(("fortification", "Pillbox 1+3+5", [], "K20"), *guns)
    game.order(GERMAN, "enter", building="K20, L18/1")
    left = {c.place: c.fate for c in game.room(GERMAN).counters if c.place in ("K20", *places)}
    assert left == {
        "K20": "ready", "K20 pillbox": "eliminated", "L18/1 pillbox": "eliminated", "M19 pillbox": "ready",
    }  # fmt: skip


def test_7_5095_what_is_no_location_is_refused_by_its_entry():
    game = fires(("squad", "4-6-7"))
    with pytest.raises(Refused, match="the mill: this is no Location") as refusal:
        game.order(GERMAN, "enter", building="the mill")
    assert (refusal.value.rule, refusal.value.field) == ("7.5093", "building")


@pytest.mark.parametrize("rule", ["7.5091", "7.5092", "7.5093"])
def test_7_5091_wrecks_and_7_5092_terrain_are_gone_through_with_the_losses(rule):
    game = burning()
    assert any(rule in line for line in game.current(GERMAN).task.lines)
    game.order(GERMAN, "enter")
    assert [fate for _, fate, _ in mine(game)] == ["ready"] * 3
    assert step(game) == "mmc_roll"


def test_7_5092_burnt_brush_is_in_the_list():
    assert any("Open Ground" in line for line in burning().current(GERMAN).task.lines)


def test_7_5093_isolated_units_in_a_burnt_building_are_lost():
    game = burning()
    with pytest.raises(Refused):
        game.order(GERMAN, "enter", **{key(game, "4-6-7"): 2})
    game.order(GERMAN, "enter", **{key(game, "4-6-7"): 1})
    assert [fate for _, fate, _ in mine(game)] == ["eliminated", "ready", "ready"]
    assert casualties(game.room(GERMAN).counters, 0) == 0


def test_7_5095_equipment_in_burnt_buildings_is_lost_and_an_AFV_becomes_a_wreck():
    game = burning()
    game.order(GERMAN, "enter", **{key(game, "StuG IIIG"): 1, key(game, "7.5cm PaK40"): 1})
    assert [fate for _, fate, _ in mine(game)] == ["ready", "eliminated", "eliminated"]
    assert [c.note for c in game.room(GERMAN).counters if c.name == "StuG IIIG" and c.note][-1] == "burnt-out wreck"


def test_7_5095_entrenchments_and_pillboxes_outlast_a_fire_and_wire_does_not():
    works = ("Foxhole, 2 squads", "Trench", "AT-Ditch", "Pillbox 1+3+5", "Wire")
    game = field(("squad", "4-6-7"), *[("fortification", name, [], "K20") for name in works])
    game.order(GERMAN, "enter", burning=True)
    losses = [f for f in game.until("burnt").current(GERMAN).task.fields if f.name.startswith("n_")]
    assert [f.label.split(" (")[0] for f in losses] == ["Wire"]


# 7.5114 ---------------------------------------------------------------------------------------------------------------


def afv(*tanks: str) -> list[str]:
    """The AFV offered to an armor leader who left a StuG IIIG, with these retained."""
    leader = ("armor_leader", "9-1", ["without AFV"], "StuG IIIG")
    game = field(leader, *[("tank", name) for name in tanks]).until("armor_leaders")
    (choice,) = game.current(GERMAN).task.fields
    game.order(GERMAN, "enter")
    placed = next(c for c in game.room(GERMAN).counters if c.kind == "armor_leader" and c.on_hand)
    assert (placed.marks, placed.place) == ((), choice.value)
    return [name for name, _ in choice.options]


def test_7_5041_and_7_5197_an_armor_leader_whose_AFV_is_not_noted_is_in_the_last_one_of_his_platoon():
    def fate(platoon: int) -> str:
        """That of the leader after the crew of one of the AFV of his platoon has fallen, beside one that is no part."""
        stuck = ("tank", "StuG IIIG", ["encircled", "immobilized"])
        game = field(("tank", "StuG IIIG"), ("armor_leader", "9-1"), stuck, *[("tank", "StuG IIIG")] * (platoon - 1))
        counters, first = game.room(GERMAN).counters, -platoon - 1
        brought = [replace(c, group="23AM-V3-1") for c in counters[first:]]
        game.put(GERMAN, counters=(*counters[:first], *brought)).cast(GERMAN, "enter", (6, 6))
        return next(c.fate for c in game.room(GERMAN).counters if c.id == brought[0].id)

    assert fate(1) == "eliminated"
    assert fate(2) == "ready", "he may be in the other"


def test_7_5071_and_7_5114_an_armor_leader_in_an_isolated_area_stays_in_his_AFV():
    game = pocket(RIDING, ("tank", "StuG IIIG", ["immobilized"], "K21"))
    leader, tank = (
        next(c for c in game.room(GERMAN).counters if c.kind == kind and c.on_hand and c.fate != "used")
        for kind in ("armor_leader", "tank")
    )
    assert (leader.place, leader.marks, tank.place) == ("StuG IIIG", ("isolated",), "K21")
    assert leader_aboard(game.context(GERMAN), tank) == leader
    game.until("clearing")
    ctx = game.context(GERMAN)
    assert (area(ctx, leader), area(ctx, tank)) == ("K20", "K20")
    game.until("perimeter", GERMAN, 1).order(GERMAN, "enter", areas=1)
    proposed = {field.label: field.value for field in game.current(GERMAN).task.fields}
    assert "StuG IIIG" not in proposed.values(), "no area is called by an AFV"
    game = field(RIDING, ("tank", "Marder II", ["immobilized"], "K21"))
    game.order(GERMAN, "enter", areas=1)
    game.order(GERMAN, "enter", place="K20", type="C", **{key(game, "9-1"): 1, key(game, "Marder II"): 1})
    other = next(c for c in game.room(GERMAN).counters if c.kind == "armor_leader" and c.on_hand)
    assert other.place == "K20", "his StuG is not with him"


def test_7_5071_what_keeps_its_location_is_proposed_in_the_area_that_it_was_in_on_the_date_before():
    game = field(("squad", "4-6-8"), ("tank", "StuG IIIG", ["immobilized"], "N32"), ("half_squad", "2-4-8"))
    game.order(GERMAN, "enter", areas=2)
    game.order(GERMAN, "enter", place="K20", type="C", **{key(game, "StuG IIIG"): 1, key(game, "4-6-8"): 1})
    game.order(GERMAN, "enter", place="P30", type="C", **{key(game, "2-4-8"): 1})
    game.until("perimeter", GERMAN, 1).order(GERMAN, "enter")
    proposed = {each.label.split(" (")[0]: each.value for each in game.current(GERMAN).task.fields}
    assert (proposed["4-6-8"], proposed["StuG IIIG"], proposed["2-4-8"]) == (1, 1, 0)
    game.order(GERMAN, "enter", place="K21", **{key(game, "StuG IIIG"): 1, key(game, "4-6-8"): 1})
    game.order(GERMAN, "enter", place="P30", **{key(game, "2-4-8"): 1})
    ctx = game.until("clearing", GERMAN, 1).context(GERMAN)
    tank = next(c for c in ctx.mine.on_hand if c.name == "StuG IIIG")
    assert (tank.place, area(ctx, tank)) == ("N32", "K21")
    game.until("perimeter", GERMAN, 2).order(GERMAN, "enter", areas=0)
    assert not game.room(GERMAN).known["in_area"], "it is in no area any more"


def test_7_5114_an_armor_leader_without_AFV_goes_to_the_same_type_or_else_to_any():
    assert afv("Marder II", "StuG IIIG") == ["StuG IIIG"]
    assert afv("Marder II", "StuH-42", "Marder II") == ["Marder II", "StuH-42"]


ON_FOOT = ("armor_leader", "8-0", ["without AFV"], "StuG IIIG")
RIDING: tuple[Any, ...] = ("armor_leader", "9-1", [], "StuG IIIG")


def leaders(*counters: tuple[Any, ...]) -> tuple[Game, list[tuple[str, list[str]]]]:
    """A game at the placing of armor leaders, with what is proposed for each and what he may be sent to."""
    game = field(*counters).until("armor_leaders")
    asked = game.current(GERMAN).task.fields
    return game, [(each.value, [name for name, _ in each.options]) for each in asked]


def ridden(game: Game) -> list[str]:
    """Where the armor leaders are that have an AFV."""
    return [c.place for c in game.room(GERMAN).counters if c.kind == "armor_leader" and c.on_hand and not c.marks]


def test_7_5114_an_AFV_that_has_an_armor_leader_is_not_available_to_another():
    game, asked = leaders(RIDING, ON_FOOT, ("tank", "StuG IIIG"), ("tank", "Marder II"), ("tank", "StuH-42"))
    assert asked == [("Marder II", ["Marder II", "StuH-42"])]
    game.order(GERMAN, "enter")
    assert ridden(game) == ["StuG IIIG", "Marder II"]
    assert leaders(RIDING, ON_FOOT, *[("tank", "StuG IIIG")] * 2, ("tank", "Marder II"))[1] == [
        ("StuG IIIG", ["StuG IIIG"])
    ]


def test_7_5114_an_armor_leader_in_an_isolated_AFV_takes_none_of_the_others():
    tanks = [("tank", name) for name in ("StuG IIIG", "Marder II", "StuG IIIG")]
    game, _ = leaders(ON_FOOT, *tanks, RIDING)
    *others, afv, rider = game.room(GERMAN).counters
    cut_off = [replace(each, marks=("isolated",)) for each in (afv, rider)]
    (asked,) = game.put(GERMAN, counters=(*others, *cut_off)).current(GERMAN).task.fields
    assert [name for name, _ in asked.options] == ["StuG IIIG"]


def test_7_5114_an_AFV_is_proposed_to_its_own_armor_leader_before_any_other():
    leaders = [("armor_leader", "8-0", ["without AFV"], name) for name in ("StuG IIIG", "StuG IIIG", "Marder II")]
    game = field(*leaders, ("tank", "StuG IIIG"), ("tank", "Marder II")).until("armor_leaders")
    fields = game.current(GERMAN).task.fields
    assert [each.value for each in fields] == ["StuG IIIG", "", "Marder II"]
    assert all(each.value in dict(each.options) for each in fields)
    game.order(GERMAN, "enter")


def test_7_5114_two_armor_leaders_do_not_go_to_the_same_AFV():
    game, asked = leaders(ON_FOOT, ON_FOOT, ("tank", "StuG IIIG"), ("tank", "Marder II"))
    both = ["StuG IIIG", "Marder II"]
    assert asked == [("StuG IIIG", both), ("Marder II", both)]
    first, second = (each.name for each in game.current(GERMAN).task.fields)
    for wrong, field_ in (
        ({first: "StuG IIIG", second: "StuG IIIG"}, second), ({first: "Marder II", second: "Marder II"}, second),
    ):  # fmt: skip
        with pytest.raises(Refused) as no:
            game.order(GERMAN, "enter", **wrong)
        assert (no.value.field, no.value.rule, bool(no.value.way_out)) == (field_, "7.5114", True)
    game.order(GERMAN, "enter", **{first: "Marder II", second: "StuG IIIG"})
    assert ridden(game) == ["Marder II", "StuG IIIG"]


def test_7_5114_the_same_type_comes_before_any_other_and_before_those_of_another_type():
    stranger = ("armor_leader", "9-2", ["without AFV"], "PzJg III/IV")
    game, asked = leaders(stranger, ON_FOOT, ("tank", "StuG IIIG"), *[("tank", "Marder II")] * 2)
    assert asked == [("Marder II", ["StuG IIIG", "Marder II"]), ("StuG IIIG", ["StuG IIIG"])]
    first, second = (each.name for each in game.current(GERMAN).task.fields)
    with pytest.raises(Refused) as no:
        game.order(GERMAN, "enter", **{first: "StuG IIIG", second: "StuG IIIG"})
    assert no.value.field == second
    two = ON_FOOT, ON_FOOT, stranger, ("tank", "StuG IIIG"), *[("tank", "Marder II")] * 2
    game, _ = leaders(*two)
    first, second, other = (each.name for each in game.current(GERMAN).task.fields)
    with pytest.raises(Refused, match="StuG IIIG is free") as no:
        game.order(GERMAN, "enter", **{first: "Marder II", second: "Marder II", other: "StuG IIIG"})
    assert no.value.field == first


def test_7_5114_an_armor_leader_for_whom_no_AFV_is_left_stays_on_foot():
    game, asked = leaders(ON_FOOT, ON_FOOT, ("tank", "Marder II"))
    assert asked == [("Marder II", ["Marder II", ""]), ("", ["Marder II", ""])]
    first, second = (each.name for each in game.current(GERMAN).task.fields)
    with pytest.raises(Refused, match="Marder II is free") as no:
        game.order(GERMAN, "enter", **{first: "", second: ""})
    assert no.value.field == first
    game.order(GERMAN, "enter", **{first: "", second: "Marder II"})
    assert ridden(game) == ["Marder II"]
    assert [c.marks for c in game.room(GERMAN).counters if c.kind == "armor_leader" and c.on_hand] == [
        ("without AFV",), (),
    ]  # fmt: skip
    game = field(RIDING, ON_FOOT, ("tank", "StuG IIIG")).until("points")
    assert "armor_leaders.placed" not in {event.kind for event in game.events if event.room == GERMAN}


def test_7_5114_an_armor_leader_whose_AFV_is_not_noted_rode_in_one_of_his_platoon():
    game = Game(baskets={(GERMAN, 0): rows("V2 V3")}).until("armor")
    game.roll(GERMAN, 6, 6, 1, 1)
    game.until("perimeter")
    counters = game.room(GERMAN).counters
    game.put(
        GERMAN, counters=tuple(replace(c, marks=("without AFV",)) if c.kind == "armor_leader" else c for c in counters)
    )
    (field_,) = game.until("armor_leaders").current(GERMAN).task.fields
    assert [name for name, _ in field_.options] == ["StuG IIIG"]


def test_7_5114_an_armor_leader_who_escaped_with_the_crew_needs_an_AFV():
    game = tries(pocket(("tank", "StuG IIIG"), ("armor_leader", "8-0")), "StuG IIIG", "8-0")
    game.roll(GERMAN, 5, 5)
    leader = next(c for c in game.room(GERMAN).counters if c.kind == "armor_leader" and c.on_hand)
    assert (leader.marks, leader.place) == (("without AFV",), "StuG IIIG")


def test_6_Pocket_is_an_area_with_a_name_a_type_and_counters():
    game = pocket(("squad", "4-6-7"))
    assert game.room(GERMAN).pending["areas"][0]["name"] == "K20"
    assert [c.place for c in game.room(GERMAN).counters if "isolated" in c.marks] == ["K20"]


def test_7_5054_a_name_of_an_area_that_is_too_long_is_refused_with_the_length_it_may_have():
    game = field(("squad", "4-6-7"))
    game.order(GERMAN, "enter", areas=1)
    (place,) = (each for each in game.current(GERMAN).task.fields if each.name == "place")
    assert place.longest == 40, "the page takes no more than the rules"
    with pytest.raises(Refused, match="40 characters at most") as no:
        game.order(GERMAN, "enter", place="K" * 41, type="C")
    assert (no.value.field, no.value.rule) == ("place", "7.5054")


def test_CG5_what_a_fire_does_to_wrecks_and_terrain_is_said_when_it_is_settled():
    game = burning()
    assert len(game.current(GERMAN).task.lines) == 4
    game.order(GERMAN, "enter", **{key(game, "StuG IIIG"): 1})
    assert [c.note for c in game.room(GERMAN).counters if c.name == "StuG IIIG"][-1] == "burnt-out wreck"
    assert "StuG IIIG" not in [c.name for c in game.room(GERMAN).on_hand]


def test_7_5111_a_half_squad_that_is_off_the_map_does_not_come_back_with_another():
    game = field(("half_squad", "2-4-7"), ("half_squad", "2-4-7"))
    away = game.room(GERMAN).counters[-1].id
    counters = (replace(c, fate="out") if c.id == away else c for c in game.room(GERMAN).counters)
    game.put(GERMAN, counters=tuple(counters)).until("mmc_roll")
    assert [(name, fate) for name, fate, _ in mine(game)] == [("2-4-7", "ready"), ("2-4-7", "out")]


def test_7_5111_half_squads_that_wait_to_enter_recombine_with_their_like_first():
    game = field(*[("half_squad", "2-4-7")] * 4)
    ids = [c.id for c in game.room(GERMAN).counters][-4:]
    counters = (replace(c, fate="due") if c.id in ids[1::2] else c for c in game.room(GERMAN).counters)
    game.put(GERMAN, counters=tuple(counters)).until("mmc_roll")
    assert [(name, fate) for name, fate, _ in mine(game)[-2:]] == [("4-6-7", "ready"), ("4-6-7", "due")]
