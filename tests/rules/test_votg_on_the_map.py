"""12.606 to 12.6076 in a campaign with a map: the Perimeter is proposed, taken and told; Control follows from both."""

from dataclasses import replace
from typing import Any

import pytest

from rules.asl.state import RecordedArea
from rules.asl.steps.aftermath import drawn_lines
from rules.asl.steps.aftermath.map_lines import control_after_lines
from rules.contract import Refused
from rules.ground import painting
from rules.ground.counting import landing_cut, landing_razed, not_held
from rules.ground.hexes import beside, distance, hex_of
from rules.systems.votg.map_side import at_map
from rules.systems.votg.state import DateRecord, Landing
from tests.maps.practice import practice_map
from tests.rules.test_votg_aftermath import after, fought
from tests.rules.test_votg_battle import battle
from tests.rules.votg_play import GERMAN, RUSSIAN, SYSTEM, Game, data_of

AROUND_L10 = "K10-K11, L9, L11, M10-M11"
CUT_OFF = {"mmc_at": "L10", "enemy_at": AROUND_L10}
"""A squad off by itself, with the enemy in the six hexes around it."""
SIDES = {GERMAN: RUSSIAN, RUSSIAN: GERMAN}


def on_map(german: str = "A1-H20", russian: str = "J1-O20", **options: Any) -> Game:
    """After a battle, each side holding a box of hexes of the practice map."""
    game = after(map=practice_map("votg"), **options).told(landings={"LL17": Landing()})
    grid = game.public.ground.sheet.grid
    held = {GERMAN: painting.read(german, grid), RUSSIAN: painting.read(russian, grid)}
    control = {str(place): side for side, places in held.items() for place in places}
    return game.told(ground=replace(game.public.ground, control=control))


def entries(game: Game, side: str, **said: Any) -> dict[str, Any]:
    fields = game.alone(side, "perimeter").current(side).task.fields
    return {**{field.name: field.value for field in fields}, **said}


def test_12_2_Stone_Hex_on_a_map_its_own_are_counted_and_the_557_of_print_are_not_named():
    game = battle("dual", map=practice_map("votg")).alone(GERMAN, "victory")
    lines = "\n".join(game.current(GERMAN).task.form.lines)
    assert "557" not in lines


def proposed(game: Game, side: str, **said: Any) -> Game:
    game.order(side, "enter", **entries(game, side, **said))
    return game


def taken(game: Game, side: str, **said: Any) -> Game:
    """The proposal for what is said, and taken."""
    proposed(game, side, **said)
    return proposed(game, side)


def told(game: Game, side: str) -> str:
    task = game.current(side).task
    return "\n".join([*task.lines, *getattr(task, "sentences", ())])


def test_12_606_the_first_press_proposes_the_largest_perimeter_and_tells_the_other_side_nothing():
    game = on_map()
    events = game.alone(GERMAN, "perimeter").order(GERMAN, "enter", **entries(game, GERMAN))
    assert {event.room for event in events} == {GERMAN}
    assert GERMAN not in game.public.perimeters
    assert "The largest Perimeter that is legal holds" in told(game, GERMAN)
    assert game.current(GERMAN).spec.key == "perimeter"
    assert "Nothing is told yet: look at the line on the map. Pressing again takes it." in told(game, GERMAN)


def test_12_606_the_second_press_takes_it_and_both_sides_know_the_line():
    game = taken(on_map(), GERMAN)
    drawn = game.public.perimeters[GERMAN]
    assert drawn.line == game.public.date
    assert {"A1", "A20"} <= {name for loop in drawn.loops for name in loop}
    assert game.current(GERMAN).spec.key != "perimeter"
    assert game.context(GERMAN).inside("C10") is True
    assert game.context(GERMAN).inside("K10") is False


def test_12_6066_a_unit_that_is_cut_off_is_proposed_as_a_pocket():
    game = proposed(on_map(), GERMAN, mmc_at="L10")
    assert "L10" not in told(game, GERMAN), "the hex is Russian by what both know: no marker lies there"
    open_hex = on_map(russian="J1-K20, M1-O20, L1-L9, L11-L20")
    proposed(open_hex, GERMAN, **CUT_OFF)
    assert "A Pocket: L10." in told(open_hex, GERMAN)


def test_12_6065_whoever_changes_what_he_said_gets_another_proposal():
    game = on_map(russian="J1-K20, M1-O20, L1-L9, L11-L20")
    proposed(game, GERMAN)
    assert "A Pocket" not in told(game, GERMAN)
    proposed(game, GERMAN, **CUT_OFF)
    assert "A Pocket: L10." in told(game, GERMAN)
    assert GERMAN not in game.public.perimeters


def test_12_6065_who_takes_no_proposal_and_writes_nothing_keeps_the_line_on_his_own_map():
    game = proposed(on_map(), GERMAN)
    proposed(game, GERMAN, take=False)
    assert GERMAN not in game.public.perimeters
    assert game.current(GERMAN).spec.key != "perimeter"


def test_12_6064_markers_written_down_are_refused_with_the_hex_that_bars_the_grain():
    game = on_map(german="A1-H9, A11-H20, A10-C10, E10-H10", russian="D10")
    with pytest.raises(Refused) as refusal:
        proposed(game, GERMAN, line_1="D8, D12, A12, A8")
    said = (str(refusal.value), refusal.value.field, refusal.value.rule, bool(refusal.value.way_out))
    sheet = game.public.ground.sheet
    if hex_of("D10") in sheet.strategic_hexes:
        assert said == (
            "From D8 to D12 the grain enters D10, Controlled by the Russian side.", "line_1", "12.6064", True,
        )  # fmt: skip
    else:
        assert "no marker may lie" in said[0]


def test_12_6064_markers_written_down_are_taken_as_they_are():
    game = on_map()
    sheet = game.public.ground.sheet
    ring = next(
        names
        for names in (("A1", "A2", "B1"), ("A3", "A4", "B3"), ("A5", "A6", "B5"))
        if all(hex_of(name) in sheet.strategic_hexes for name in names)
    )
    proposed(game, GERMAN, line_1=", ".join(ring))
    assert {*game.public.perimeters[GERMAN].loops[0]} == {*ring}


@pytest.mark.parametrize("entry", ["mmc_at", "units_at", "enemy_at"])
@pytest.mark.parametrize(("text", "wrong"), [("ZZ99", "ZZ99 is not on the map"), ("C3, mill", "Not on the map: mill")])
def test_12_6064_a_hex_that_is_not_on_the_map_is_refused_by_its_entry(entry: str, text: str, wrong: str):
    game = on_map()
    with pytest.raises(Refused, match=wrong) as refusal:
        proposed(game, GERMAN, **{entry: text})
    assert (refusal.value.field, bool(refusal.value.way_out)) == (entry, True)


def test_12_606_what_a_side_says_of_its_units_is_in_no_room_but_its_own():
    game = on_map(russian="J1-K20, M1-O20, L1-L9, L11-L20")
    before = (game.public, game.room(RUSSIAN))
    proposed(game, GERMAN, mmc_at="C3, L10", enemy_at="J9")
    assert (game.public, game.room(RUSSIAN)) == before
    events = game.order(GERMAN, "enter", **entries(game, GERMAN))
    public = data_of(events, "perimeter.drawn")
    assert "J9" not in str(public)
    assert set(public) == {"side", "loops", "pockets"}


def test_12_606_the_units_of_one_side_never_shape_what_the_other_is_proposed():
    game, blind = (on_map(russian="J1-K20, M1-O20, L1-L9, L11-L20") for _ in range(2))
    proposed(game, GERMAN, mmc_at="I10, L10", units_at="I11")
    for each in (game, blind):
        proposed(each, RUSSIAN)
    assert game.room(RUSSIAN).pending == blind.room(RUSSIAN).pending


def test_12_6066_the_areas_step_has_the_pockets_that_the_lines_make():
    game = on_map(russian="J1-K20, M1-O20, L1-L9, L11-L20").has(GERMAN, ("squad", "4-6-7"))
    taken(game, GERMAN, **CUT_OFF)
    asked = {f.name: f.value for f in game.alone(GERMAN, "areas").current(GERMAN).task.fields}
    assert (asked["place"], asked["type"], asked["sort"]) == ("L10", "C", "pocket")
    game.order(GERMAN, "enter", **{**asked, "n_1": 1})
    game.alone(GERMAN, "escape").order(GERMAN, "enter")
    (area,) = game.public.perimeters[GERMAN].areas
    assert (area.name, area.type, area.sort, area.holder, area.fact) == ("L10", "C", "pocket", GERMAN, "known")


def test_12_6068_a_pocket_that_reaches_a_friendly_map_edge_makes_room_for_the_next():
    game = on_map(russian="J1-K20, M1-O20, L1-L9, L11-L20").has(GERMAN, *[("squad", "4-6-7")] * 2)
    taken(game, GERMAN, mmc_at="L10, N15", enemy_at=f"{AROUND_L10}, M14-M15, N14, N16, O14-O15")
    asked = {f.name: f.value for f in game.alone(GERMAN, "areas").current(GERMAN).task.fields}
    assert asked["place"] == "L10"
    game.order(GERMAN, "enter", **{**asked, "n_1": 1, "edge": "west"})
    asked = {f.name: f.value for f in game.alone(GERMAN, "areas").current(GERMAN).task.fields}
    assert (asked["place"], asked["type"], asked["sort"]) == ("N15", "C", "pocket")


def test_12_607_an_area_written_otherwise_than_the_lines_have_it_is_doubtful():
    game = on_map(russian="J1-K20, M1-O20, L1-L9, L11-L20").has(GERMAN, ("squad", "4-6-7"))
    taken(game, GERMAN, **CUT_OFF)
    asked = {f.name: f.value for f in game.alone(GERMAN, "areas").current(GERMAN).task.fields}
    game.order(GERMAN, "enter", **{**asked, "n_1": 1, "type": "D"})
    game.alone(GERMAN, "escape").order(GERMAN, "enter")
    assert [area.fact for area in game.public.perimeters[GERMAN].areas] == ["doubtful"]


def finished(game: Game) -> Game:
    """The rest of the stage, by both sides."""
    for side in SIDES:
        while game.public.stage == "aftermath" and side not in game.public.finished:
            game.answer(side)
    return game


def test_12_6069_when_both_lines_are_told_control_of_the_map_follows():
    game = on_map(german="A1-H20", russian="J1-O20")
    for side in SIDES:
        taken(game, side)
    assert game.public.ground.control.get("I10") is None
    finished(game)
    control = game.public.ground.control
    assert game.public.stage != "aftermath"
    assert control["C10"] == GERMAN
    assert control["L10"] == RUSSIAN
    inside = game.context(GERMAN).perimeter(GERMAN)
    assert inside is not None
    assert all(control[str(place)] == GERMAN for place in inside.area)


def test_12_6072_a_pocket_of_type_c_is_its_sides_and_the_rest_stays_as_the_lines_have_it():
    game = on_map(russian="J1-K20, M1-O20, L1-L9, L11-L20").has(GERMAN, ("squad", "4-6-7"))
    taken(game, GERMAN, **CUT_OFF)
    taken(game, RUSSIAN, enemy_at="L10")
    asked = {f.name: f.value for f in game.alone(GERMAN, "areas").current(GERMAN).task.fields}
    game.order(GERMAN, "enter", **{**asked, "n_1": 1})
    finished(game)
    assert game.public.ground.control["L10"] == GERMAN
    assert game.public.ground.control["L9"] == RUSSIAN


def test_12_6069_with_one_line_only_control_stays_as_it_was_painted():
    game = on_map()
    before = game.public.ground.control
    taken(game, GERMAN)
    proposed(game, RUSSIAN)
    proposed(game, RUSSIAN, take=False)
    finished(game)
    assert game.public.ground.control == before


def test_12_606_in_the_next_refit_the_line_of_before_is_told_anew():
    game = taken(on_map(), GERMAN)
    game.stands("aftermath", DateRecord(day="16"), fought(), fought(day="18"))
    taken(game, GERMAN)
    assert game.public.perimeters[GERMAN].line == 2


def test_12_606_it_takes_a_side_six_presses_and_entries_at_most():
    game = on_map(russian="J1-K20, M1-O20, L1-L9, L11-L20")
    typed_entries, presses = 2, 2
    proposed(game, GERMAN, **CUT_OFF)
    shown = entries(game, GERMAN)
    assert shown["areas"] == 1, "the number of Pockets is known"
    assert "control" not in shown
    game.order(GERMAN, "enter", **shown)
    assert GERMAN in game.public.perimeters
    assert typed_entries + presses <= 6


def test_12_6076_the_line_is_told_as_a_list_of_its_hexes():
    game = taken(on_map(), GERMAN)
    shown = SYSTEM.view(game.state.__class__(game.public, {}), None).public.facts
    lines = dict(next(each.lines for each in shown if each.title == "The map"))
    assert lines["German Perimeter"].startswith("A1-A20")
    told_line = data_of(game.order(RUSSIAN, "enter", **entries(game, RUSSIAN)), "perimeter.proposed")
    assert told_line["number"] > 0


def test_12_6062_hexes_of_which_the_sides_say_different_things_are_named_before_the_line_is_taken():
    game = on_map()
    ground = replace(game.public.ground, words={"C3": {GERMAN: GERMAN, RUSSIAN: RUSSIAN}})
    game.told(ground=ground).alone(GERMAN, "perimeter")
    assert "different things: C3." in told(game, GERMAN)
    assert "different things" not in told(on_map().alone(GERMAN, "perimeter"), GERMAN)


def test_12_607_more_areas_than_the_form_takes_are_not_proposed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(drawn_lines, "MOST_AREAS", 9)
    game = after(map=practice_map("votg"), rulings={"pocket_lines": "none"})
    game.told(ground=replace(game.public.ground, control={}))
    proposed(game, GERMAN, mmc_at="C3, E9, H4, K12, N5, Q14, T6, W16, Z8, CC18, FF10, II20")
    assert len(game.room(GERMAN).pending["proposed_pockets"]) > 9
    shown = entries(game, GERMAN)
    assert shown["areas"] == 9
    game.order(GERMAN, "enter", **shown)
    assert game.public.perimeters[GERMAN].pockets


def test_12_6068_a_russian_area_with_the_south_edge_alone_is_proposed_as_isolated_and_stays_russian():
    game = on_map(russian="J40-O50").told(landings={}, edges={GERMAN: ("west",), RUSSIAN: ("south",)})
    game.has(RUSSIAN, ("squad", "4-4-7"))
    for side in SIDES:
        taken(game, side)
    asked = {f.name: f.value for f in game.alone(RUSSIAN, "areas").current(RUSSIAN).task.fields}
    assert (asked["sort"], asked["edge"]) == ("pocket", "south")
    game.order(RUSSIAN, "enter", **{**asked, "n_1": 1})
    game.alone(RUSSIAN, "escape").order(RUSSIAN, "enter")
    (area,) = game.public.perimeters[RUSSIAN].areas
    assert (area.type, area.holder) == ("C", RUSSIAN)
    held = {name for name, who in game.public.ground.control.items() if who == RUSSIAN}
    finished(game)
    assert held <= {name for name, who in game.public.ground.control.items() if who == RUSSIAN}


def test_12_6068_with_the_north_edge_too_it_is_no_isolated_area():
    game = on_map(russian="J1-O50")
    assert entries(proposed(game, RUSSIAN), RUSSIAN)["areas"] == 0


def test_12_6072_an_overlap_of_type_c_passes_whole_to_the_side_whose_units_are_in_it():
    game = on_map(german="A1-H20", russian="J1-O20")
    for side in SIDES:
        taken(game, side)
    theirs = game.public.perimeters[RUSSIAN]
    whose = RecordedArea("C10", "C", "overlap", RUSSIAN, "told")
    raid = replace(theirs, loops=(*theirs.loops, ("C10", "C11", "D10")), areas=(whose,))
    both = {GERMAN: game.public.perimeters[GERMAN], RUSSIAN: raid}
    after_lines = control_after_lines(at_map(game.told(perimeters=both).public, RUSSIAN), game.public)
    assert after_lines is not None
    grid = game.public.ground.sheet.grid
    russian, german = (painting.read(after_lines[side], grid) for side in (RUSSIAN, GERMAN))
    assert {hex_of("C10"), hex_of("C11"), hex_of("D10")} <= {*russian} - {*german}


# Pockets off the ground -----------------------------------------------------------------------------

UPSTAIRS = {"mmc_at": "K20/2"}
"""A squad in a building whose ground is Russian."""


def test_12_6067_an_mmc_over_enemy_ground_is_proposed_as_a_pocket_and_told_with_its_level():
    game = proposed(on_map().has(GERMAN, ("squad", "4-6-7")), GERMAN, **UPSTAIRS)
    assert "A Pocket off the ground: K20/2." in told(game, GERMAN)
    assert entries(game, GERMAN)["areas"] == 1
    proposed(game, GERMAN)
    asked = {f.name: f.value for f in game.alone(GERMAN, "areas").current(GERMAN).task.fields}
    assert [asked[key] for key in ("place", "type", "sort", "level")] == ["K20/2", "C", "level", "2"]
    game.order(GERMAN, "enter", **{**asked, "n_1": 1})
    game.alone(GERMAN, "escape").order(GERMAN, "enter")
    (area,) = game.public.perimeters[GERMAN].areas
    assert (area.name, area.type, area.sort, area.holder, area.fact) == ("K20/2", "C", "level", GERMAN, "known")
    (drawn,) = SYSTEM.front_lines(game.state).isolated
    assert (drawn.side, drawn.type, drawn.hexes) == (GERMAN, "C", {hex_of("K20")})


@pytest.mark.parametrize(
    ("said", "pockets"),
    [
        ({"mmc_at": "K20/2", "enemy_at": ""}, "K20/2"),
        ({"mmc_at": "K20/cellar"}, "K20/cellar"),
        ({"mmc_at": "K20/1 K20/2"}, "K20/1, K20/2"),
        ({"mmc_at": "C10, K20, K20/1"}, ""),  # the squad on the ground holds it for the one upstairs
        ({"mmc_at": "A1/2"}, ""),  # German ground
        ({"mmc_at": "A1/2", "enemy_at": "A1/1"}, "A1/1, A1/2"),  # cut off each by the other: one Pocket
    ],
)
def test_12_6067_which_levels_are_cut_off_follows_from_control_and_what_is_said(said: dict[str, str], pockets: str):
    game = proposed(on_map(), GERMAN, **said)
    assert (f"A Pocket off the ground: {pockets}." in told(game, GERMAN)) is bool(pockets)
    assert ("off the ground" in told(game, GERMAN)) is bool(pockets)


def test_12_6067_a_pocket_of_both_sides_is_of_type_d():
    game = taken(on_map().has(GERMAN, ("squad", "4-6-7")), GERMAN, mmc_at="A1/2", enemy_at="A1/1")
    asked = {f.name: f.value for f in game.alone(GERMAN, "areas").current(GERMAN).task.fields}
    assert (asked["place"], asked["type"]) == ("A1/2", "D")


def test_12_6064_upstairs_no_marker_lies_and_no_grain_is_barred():
    ground, upstairs = (on_map() for _ in range(2))
    proposed(ground, GERMAN)
    proposed(upstairs, GERMAN, mmc_at="C3/1, K20/1", enemy_at="A1/1")
    assert ground.room(GERMAN).pending["proposed_rows"] == upstairs.room(GERMAN).pending["proposed_rows"]


@pytest.mark.parametrize("text", ["K20/4", "K20/attic", "ZZ99/1", "B2/cellar", "K20/1/2"])
def test_12_6067_a_level_that_is_not_there_is_refused_by_its_entry(text: str):
    game = on_map()
    with pytest.raises(Refused) as refusal:
        proposed(game, GERMAN, mmc_at=text)
    assert (refusal.value.field, bool(refusal.value.way_out)) == ("mmc_at", True)


def test_12_6067_a_pocket_upstairs_says_nothing_of_the_ground_and_is_known_to_its_side_alone():
    game, blind = on_map(), on_map()
    for each, said in ((game, UPSTAIRS), (blind, {})):
        taken(each.has(GERMAN, ("squad", "4-6-7")), GERMAN, **said)
    assert game.public == blind.public
    asked = {f.name: f.value for f in game.alone(GERMAN, "areas").current(GERMAN).task.fields}
    game.order(GERMAN, "enter", **{**asked, "n_1": 1})
    taken(game, RUSSIAN)
    finished(game)
    assert game.public.ground.control["K20"] == RUSSIAN


# SMC outside ----------------------------------------------------------------------------------------


def test_12_6069_smc_who_by_the_record_stand_outside_are_proposed_and_lost_when_said_so():
    game = on_map().has(GERMAN, ("leader", "9-1"), place="K11").has(GERMAN, ("leader", "8-1"), place="C10")
    game.has(GERMAN, ("armor_leader", "9-2"), place="T34").has(GERMAN, ("hero", "1-4-9"))
    proposed(game, GERMAN)
    assert "9-1 at K11: by your record outside it." in told(game, GERMAN)
    assert told(game, GERMAN).count("by your record") == 1
    shown = entries(game, GERMAN)
    assert shown["outside"] is False, "where they were set up is not where the battle left them"
    game.order(GERMAN, "enter", **{**shown, "outside": True})
    asked = {f.name: f.value for f in game.alone(GERMAN, "outside").current(GERMAN).task.fields}
    assert [asked[f"n_{n}"] for n in (1, 2)] == [1, 0]
    assert sum(asked.values()) == 1
    game.order(GERMAN, "enter", **asked)
    assert [c.fate for c in game.room(GERMAN).counters] == ["eliminated", "ready", "ready", "ready"]


def test_12_6069_the_record_of_smc_is_in_no_room_but_their_own():
    games = [on_map().has(GERMAN, ("leader", "9-1"), place=place) for place in ("K11", "C10")]
    for game in games:
        taken(game, GERMAN)
        proposed(game, RUSSIAN)
    assert games[0].public == games[1].public
    assert told(games[0], RUSSIAN) == told(games[1], RUSSIAN)


# what Control says of edges and Landings -------------------------------------------------------------


def facts_of(game: Game) -> dict[str, Any]:
    taken(game, RUSSIAN)
    return {each.name: each.value for each in game.alone(RUSSIAN, "map_facts").current(RUSSIAN).task.fields}


def test_12_6063_whose_the_map_edges_are_is_proposed_from_control():
    told_before = {GERMAN: (), RUSSIAN: ("north", "south", "east")}
    asked = facts_of(on_map(german="A1-H20", russian="J1-O20").told(edges=told_before))
    found = {name: asked[name] for name in ("german_north", "german_west", "russian_north", "russian_south")}
    assert found == {"german_north": True, "german_west": True, "russian_north": True, "russian_south": False}


def test_CG12_2_who_has_all_of_a_landing_controls_it_and_it_may_be_gone_all_the_same():
    game = on_map(russian="J1-O20", german="A1-H20, LL17").told(landings={"LL17": Landing()})
    asked = facts_of(game)
    assert asked["landing_LL17"] == GERMAN
    events = game.order(RUSSIAN, "enter", **{**asked, "parts_LL17": "building", "landing_LL17": RUSSIAN})
    left = data_of(events, "map.told")["landings"]["LL17"]
    assert (left["pier"], left["control"]) == (False, "")


@pytest.mark.parametrize(
    ("terrain", "hexes", "left"),
    [("no_pier", "MM22", "building"), ("printed", "MM22", "both"), ("stone_rubble", "LL22", "both")],
)
def test_CG12_what_is_left_of_a_landing_follows_from_piers_and_buildings_noted_on_the_map(
    terrain: str, hexes: str, left: str
):
    game = on_map().told(landings={"LL22": Landing(), "LL20": Landing()})
    game.order(GERMAN, "alter", terrain=terrain, hexes=hexes)
    asked = facts_of(game)
    assert (asked["parts_LL22"], asked["parts_LL20"]) == (left, "both")
    told = data_of(game.order(RUSSIAN, "enter", **asked), "map.told")["landings"]
    assert Landing.from_payload(told["LL22"]).exists == (left == "both")


def test_CG12_a_pier_whose_building_burnt_down_is_attached_to_nothing():
    ground = on_map().public.ground
    cut = {"LL22": "burnt", **{str(place): "burnt" for place in ground.sheet.landings["LL22"] & ground.sheet.land}}
    assert landing_razed(replace(ground, altered=cut), "LL22")
    two = sorted(ground.sheet.landings["II44"])
    piers = [place for place in two if place in ground.sheet.piers]
    beside_one = {str(piers[0]): "no_pier"}
    assert not landing_cut(replace(ground, altered={}), "II44")
    assert landing_cut(replace(ground, altered=dict.fromkeys(map(str, piers), "no_pier")), "II44")
    first = [pier for pier in piers if set(beside(pier)) & set(two) & ground.sheet.land]
    assert landing_cut(replace(ground, altered=beside_one), "II44") == (first == piers[:1])


def test_12_6063_another_answer_than_the_maps_needs_a_reason_that_both_sides_read():
    game = on_map()
    asked = {**facts_of(game), "russian_south": True}
    with pytest.raises(Refused, match="the map has it otherwise") as refusal:
        game.order(RUSSIAN, "enter", **asked)
    assert (refusal.value.field, refusal.value.rule, bool(refusal.value.way_out)) == ("russian_south", "12.6063", True)
    events = game.order(RUSSIAN, "enter", **{**asked, "why": "a unit of ours stands there"})
    (told_map,) = (event for event in events if event.kind == "map.told")
    edges: Any = told_map.data["edges"]
    assert edges[RUSSIAN] == ["north", "south"]
    assert "because: a unit of ours stands there" in SYSTEM.describe(told_map).sentence


def test_12_6063_a_disputed_edge_is_asked_as_without_a_map():
    game = on_map(russian="J1-O20, J50")
    ground = replace(game.public.ground, words={"J50": {GERMAN: "", RUSSIAN: RUSSIAN}})
    asked = facts_of(game.told(ground=ground, edges={GERMAN: (), RUSSIAN: ("south",)}))
    assert asked["russian_south"] is True
    events = game.order(RUSSIAN, "enter", **{**asked, "russian_south": False})
    assert "why" not in data_of(events, "map.told")


# ways out, and Strongpoints ---------------------------------------------------------------------------


def escaping(game: Game) -> dict[str, Any]:
    """The Germans at their escapes, with a squad cut off at L10, when both lines are told."""
    game.has(GERMAN, ("squad", "4-6-7"))
    taken(game, GERMAN, **CUT_OFF)
    taken(game, RUSSIAN, enemy_at="L10")
    asked = {f.name: f.value for f in game.alone(GERMAN, "areas").current(GERMAN).task.fields}
    game.order(GERMAN, "enter", **{**asked, "n_1": 1})
    return {f.name: f.value for f in game.alone(GERMAN, "escape").current(GERMAN).task.fields}


@pytest.mark.parametrize(("mmc", "near"), [("K11", "adjacent"), ("J11", "near"), ("", "")])
def test_12_6073_how_far_it_is_to_friends_is_known_from_both_lines(mmc: str, near: str):
    game = on_map(russian="M1-O20")
    asked = escaping(game)
    assert asked["near"] == "drawn"
    line = game.public.perimeters[GERMAN]
    loops = (*line.loops, (mmc,)) if mmc else line.loops
    game.told(perimeters={**game.public.perimeters, GERMAN: replace(line, loops=loops)})
    game.order(GERMAN, "enter", **{**asked, "n_1": 1})
    assert game.room(GERMAN).pending["stack"].get("near", "") == near


def test_12_6074_the_nearest_hexes_of_the_own_perimeter_are_named():
    game = on_map(russian="M1-O20")
    escaping(game)
    loops = game.public.perimeters[GERMAN].loops
    free = [place for loop in loops for name in loop if name != "L10" and (place := hex_of(name))]
    start = hex_of("L10")
    assert start
    least = min(distance(start, place) for place in free)
    near = painting.hexes_text({place for place in free if distance(start, place) == least})
    assert f"From L10 it is {least} hexes to the nearest of yours that are not Isolated: {near}." in told(game, GERMAN)


def test_12_6073_before_both_lines_are_told_the_distance_is_asked():
    game = on_map(russian="J1-K20, M1-O20, L1-L9, L11-L20").has(GERMAN, ("squad", "4-6-7"))
    taken(game, GERMAN, **CUT_OFF)
    asked = {f.name: f.value for f in game.alone(GERMAN, "areas").current(GERMAN).task.fields}
    game.order(GERMAN, "enter", **{**asked, "n_1": 1})
    (near,) = (f for f in game.alone(GERMAN, "escape").current(GERMAN).task.fields if f.name == "near")
    assert (near.value, "drawn" in dict(near.options)) == ("", False)


def test_CG11_1_a_building_of_which_a_hex_is_not_russian_is_no_strongpoint():
    ground = on_map(russian="A1-OO50").public.ground
    sheet = ground.sheet
    places = next(hexes for hexes in sheet.buildings.values() if len(hexes) > 2 and not hexes & sheet.water)
    name, lost = str(min(places)), str(max(places))
    assert not not_held(ground, RUSSIAN, name)
    without = painting.apply_painting(ground, {"side": RUSSIAN, "holder": GERMAN, "hexes": lost, "number": 1})
    assert not_held(without, RUSSIAN, name) == {hex_of(lost)}
    disputed = painting.apply_painting(without, {"side": GERMAN, "holder": "", "hexes": lost, "number": 1})
    assert not not_held(disputed, RUSSIAN, name), "what the sides say different things of is theirs to settle"


def hidden(game: Game) -> dict[str, int]:
    """What is proposed of the hidden Fortifications, by fate and the first counter."""
    return {f.name: int(f.value) for f in game.alone(GERMAN, "hidden_works").current(GERMAN).task.fields}


def test_12_6083_hidden_works_in_hexes_that_are_the_enemys_on_the_map_are_proposed_as_shown():
    wire = ("fortification", "Wire", ("hidden",))
    game = on_map().has(GERMAN, wire, place="K10").has(GERMAN, wire, place="C10").has(GERMAN, wire, place="K11/1")
    proposed_ = hidden(game)
    assert proposed_ == {"shown_1": 1, "lost_1": 0, "shown_2": 0, "lost_2": 0, "shown_3": 0, "lost_3": 0}
    game.order(GERMAN, "enter", **proposed_)
    assert [c.marks for c in game.room(GERMAN).counters] == [(), ("hidden",), ("hidden",)]


def test_12_6083_once_both_lines_are_told_they_say_which_hexes_are_the_enemys():
    game = on_map().has(GERMAN, ("fortification", "Wire", ("hidden",)), place="I10")
    assert hidden(game)["shown_1"] == 0
    game = on_map().has(GERMAN, ("fortification", "Wire", ("hidden",)), place="I10")
    for side in (RUSSIAN, GERMAN):
        taken(game, side, **({"mmc_at": "I10"} if side == RUSSIAN else {"enemy_at": "I10"}))
    assert hidden(game)["shown_1"] == 1


def test_12_6083_where_the_sides_say_different_things_nothing_is_proposed():
    game = on_map().has(GERMAN, ("fortification", "Wire", ("hidden",)), place="K10")
    words = {"K10": {GERMAN: GERMAN, RUSSIAN: RUSSIAN}}
    assert hidden(game.told(ground=replace(game.public.ground, words=words)))["shown_1"] == 0


# what is in an area, by the record ----------------------------------------------------------------------


def test_12_6066_who_has_a_location_in_the_area_by_the_record_is_proposed_to_be_in_it():
    game = on_map(russian="J1-K20, M1-O20, L1-L9, L11-L20")
    game.has(GERMAN, ("squad", "4-6-7"), place="C10").has(GERMAN, ("squad", "4-6-7"), place="L10")
    taken(game, GERMAN, **CUT_OFF)
    asked = {f.name: f.value for f in game.alone(GERMAN, "areas").current(GERMAN).task.fields}
    assert (asked["place"], asked["n_1"]) == ("L10", 1)
    assert "Proposed are those whose Location in your record is in the area." in told(game, GERMAN)
    game.order(GERMAN, "enter", **asked)
    assert [c.place for c in game.room(GERMAN).counters if "isolated" in c.marks] == ["L10"]
    assert [c.id for c in game.room(GERMAN).counters if "isolated" in c.marks] == [2]
