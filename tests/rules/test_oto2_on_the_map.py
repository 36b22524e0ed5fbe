"""7.505 to 7.5067 in a campaign with a map: the Perimeter is proposed, taken and told; Control follows from both."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from rules.asl.steps.aftermath.map_lines import perimeters_drawn
from rules.contract import Refused, State
from rules.ground import painting
from rules.ground.hexes import beside
from tests.maps.practice import practice_map
from tests.rules.field_positions import field, tries
from tests.rules.play import GERMAN, RUSSIAN, SYSTEM, Game, data_of

NOTHING = {"mmc_at": "", "units_at": "", "enemy_at": ""}


def on_map(*counters: tuple[Any, ...], german: str = "A1-G60", russian: str = "CC1-HH60") -> Game:
    """A game at the front lines, each side holding a box of hexes of the practice map."""
    game = field(*counters, map=practice_map("oto2"))
    grid = game.public.ground.sheet.grid
    held = {GERMAN: painting.read(german, grid), RUSSIAN: painting.read(russian, grid)}
    control = {str(place): side for side, places in held.items() for place in places}
    ground = replace(game.public.ground, control=control)
    game.state = State(replace(game.public, ground=ground), game.state.sides)
    return game


def entries(game: Game, side: str, **said: Any) -> dict[str, Any]:
    fields = game.alone(side, "perimeter").current(side).task.fields
    return {**{each.name: each.value for each in fields}, **said}


def proposed(game: Game, side: str, **said: Any) -> Game:
    game.order(side, "enter", **entries(game, side, **said))
    return game


def told(game: Game, side: str) -> str:
    task = game.current(side).task
    return "\n".join([*task.lines, *getattr(task, "sentences", ())])


def around(game: Game, name: str) -> str:
    """The hexes around one, as a list."""
    place = game.public.ground.sheet.grid.hex(name)
    return painting.hexes_text(beside(place))


def test_7_505_the_largest_perimeter_is_proposed_then_taken_and_told_to_both_sides():
    game = proposed(on_map(), GERMAN)
    assert game.public.perimeters == {}
    assert "The largest Perimeter that is legal holds" in told(game, GERMAN)
    events = game.order(GERMAN, "enter", **entries(game, GERMAN))
    assert set(data_of(events, "perimeter.drawn")) == {"side", "loops", "pockets"}
    assert game.public.perimeters[GERMAN].line == game.public.date


def test_7_505_the_perimeter_that_was_shown_for_what_is_said_is_taken_at_once():
    game = on_map()
    said = {"mmc_at": "T30", "enemy_at": around(game, "T30")}
    task = game.alone(GERMAN, "perimeter").current(GERMAN).task.priced(said)
    assert (task.proposal.line.pockets, task.areas) == ((("T30",),), 1)
    game.order(GERMAN, "enter", **{**entries(game, GERMAN), **said, "areas": task.areas, "shown": task.shown})
    assert game.public.perimeters[GERMAN].pockets == (("T30",),)


def test_7_505_a_perimeter_that_was_shown_for_something_else_is_not_taken():
    game = on_map()
    shown = game.alone(GERMAN, "perimeter").current(GERMAN).task.priced({"mmc_at": "D20"}).shown
    game.order(GERMAN, "enter", **{**entries(game, GERMAN), "mmc_at": "P30", "shown": shown})
    assert game.public.perimeters == {}
    assert game.current(GERMAN).spec.key == "perimeter"


def test_7_505_a_perimeter_of_no_hex_is_not_taken_at_once():
    game = on_map()
    task = game.alone(GERMAN, "perimeter").current(GERMAN).task
    assert (task.proposal.hexes, task.shown) == (0, ":0")
    game.order(GERMAN, "enter", **{**entries(game, GERMAN), "shown": task.shown})
    assert game.public.perimeters == {}


def test_7_5053_a_vehicle_or_gun_makes_a_site_like_an_mmc():
    game = on_map()
    proposed(game, GERMAN, units_at="P30, P31, Q30", enemy_at=around(game, "T30"))
    by_vehicles = dict(game.room(GERMAN).pending)
    proposed(game, GERMAN, mmc_at="P30, P31, Q30", units_at="", enemy_at=around(game, "T30"))
    assert game.room(GERMAN).pending["proposed_hexes"] == by_vehicles["proposed_hexes"]
    proposed(game, GERMAN, **NOTHING)
    assert game.room(GERMAN).pending["proposed_hexes"] < by_vehicles["proposed_hexes"]


def test_7_5054_a_unit_that_is_cut_off_is_a_pocket_and_proposed_as_an_isolated_area():
    game = on_map(("squad", "4-6-7"))
    proposed(game, GERMAN, mmc_at="T30", enemy_at=around(game, "T30"))
    assert "A Pocket: T30." in told(game, GERMAN)
    shown = entries(game, GERMAN)
    assert shown["areas"] == 1
    game.order(GERMAN, "enter", **shown)
    asked = {each.name: each.value for each in game.current(GERMAN).task.fields}
    assert (asked["place"], asked["type"]) == ("T30", "C")
    game.order(GERMAN, "enter", **{**asked, **{key: 1 for key in asked if key.startswith("n_")}})
    game.alone(GERMAN, "escape").order(GERMAN, "enter")
    (area,) = game.public.perimeters[GERMAN].areas
    assert (area.name, area.type, area.holder, area.fact) == ("T30", "C", GERMAN, "known")


def test_7_5058_whoever_takes_nothing_goes_on_as_without_a_map():
    game = proposed(on_map(), GERMAN)
    proposed(game, GERMAN, take=False)
    assert game.public.perimeters == {}
    assert game.current(GERMAN).spec.key != "perimeter"


def test_7_505_a_line_that_is_given_up_after_starting_over_is_taken_off_the_map():
    game = on_map(("squad", "4-6-7"))
    proposed(game, GERMAN, mmc_at="T30", enemy_at=around(game, "T30"))
    game.order(GERMAN, "enter", **entries(game, GERMAN))
    game.order(GERMAN, "enter", place="T30", type="C", again=True)
    assert game.public.perimeters[GERMAN].pockets, "the line stands until another is drawn"
    proposed(game, GERMAN, **NOTHING, take=False)
    events = game.order(GERMAN, "enter", **entries(game, GERMAN, take=False))
    assert game.current(GERMAN).spec.key != "perimeter"
    assert GERMAN not in perimeters_drawn(game.public)
    told = [SYSTEM.describe(event).sentence for event in events if event.kind == "perimeter.drawn"]
    assert told == ["The German Perimeter: on the map alone."]


def test_7_505_a_hex_that_is_not_on_the_map_is_refused_by_its_entry():
    game = on_map()
    with pytest.raises(Refused, match="ZZ99") as refusal:
        proposed(game, GERMAN, mmc_at="ZZ99")
    assert (refusal.value.field, bool(refusal.value.way_out)) == ("mmc_at", True)


def test_7_505_without_a_map_the_form_asks_as_before():
    game = field().alone(GERMAN, "perimeter")
    assert not {"mmc_at", "take"} & {each.name for each in game.current(GERMAN).task.fields}
    events = game.order(GERMAN, "enter", **{each.name: each.value for each in game.current(GERMAN).task.fields})
    assert {event.kind for event in events} == {"lines.drawn"}


def test_7_505_what_a_side_says_of_its_units_is_in_no_room_but_its_own():
    game = on_map()
    before = (game.public, game.room(RUSSIAN))
    proposed(game, GERMAN, mmc_at="P30", enemy_at="T30")
    assert (game.public, game.room(RUSSIAN)) == before


def test_7_5057_when_both_lines_are_told_control_of_the_map_follows():
    game = on_map()
    for side, mmc in ((GERMAN, "D20, D40"), (RUSSIAN, "FF20, FF40")):
        proposed(game, side, **{**NOTHING, "mmc_at": mmc})
        game.order(side, "enter", **entries(game, side))
    for side in (GERMAN, RUSSIAN):
        while game.public.stage == "aftermath" and side not in game.public.finished:
            game.answer(side)
    assert game.public.stage != "aftermath"
    drawn = game.public.perimeters[GERMAN]
    places = {name for row in drawn.loops for name in row}
    assert places
    assert all(game.public.ground.control[name] == GERMAN for name in places)
    assert game.public.ground.control.get("T30") is None


def marked(game: Game, name: str, side: str = GERMAN) -> bool:
    return any("front line" in c.marks for c in game.room(side).counters if c.name == name)


def test_7_5131b_whether_an_immobile_vehicle_stands_in_a_front_line_hex_is_known_by_the_line():
    still = ("immobilized",)
    game = on_map(("tank", "PzIVH", still, "D20"), ("tank", "Tiger", still, "B20"), ("tank", "StuGIII", still))
    asked = entries(game, GERMAN)
    assert sum(name.startswith("front_") for name in asked) == 1, "only of the one whose place nobody knows"
    proposed(game, GERMAN, mmc_at="D19, D20, D21")
    front = {name for row in game.room(GERMAN).pending["proposed_rows"] for name in row}
    game.order(GERMAN, "enter", **entries(game, GERMAN))
    assert [marked(game, name) for name in ("PzIVH", "Tiger")] == ["D20" in front, "B20" in front]


def test_7_5053_markers_written_down_are_taken_on_a_map_in_place_of_the_proposal():
    game = proposed(on_map(), GERMAN, mmc_at="P30, P31, Q31", line_1="P30, P31, Q31")
    (loop, *_) = game.public.perimeters[GERMAN].loops
    assert {*loop} == {"P30", "P31", "Q31"}


@pytest.mark.parametrize(
    ("typed", "wrong", "rule"),
    [
        ("P30, P31, Q31", "no marker may lie", "7.5053"),
        ("P30 mill", "this is no hex", "7.5053"),
        ("P30, R35", "no hex grain", "7.5053"),
        ("P30, P32, P31", "enters P31 twice", "7.505"),
    ],
)
def test_7_5053_a_line_that_is_not_legal_is_refused_with_the_reason(typed: str, wrong: str, rule: str):
    game = on_map()
    with pytest.raises(Refused, match=wrong) as refusal:
        proposed(game, GERMAN, mmc_at="P30", line_1=typed)
    assert (refusal.value.field, refusal.value.rule, bool(refusal.value.way_out)) == ("line_1", rule, True)


@pytest.mark.parametrize(
    ("name", "said", "wrong"),
    [
        ("V9", {}, "In V9 no marker may lie: it is Controlled by"),
        ("T30", {"enemy_at": "T30"}, "In T30 no marker may lie: a unit of"),
        ("T30", {}, "no MMC of yours"),
    ],
)
def test_7_5053_a_marker_alone_on_enemy_ground_is_refused_too(name: str, said: dict[str, str], wrong: str):
    game = on_map(russian="V9")
    with pytest.raises(Refused, match=wrong) as refusal:
        proposed(game, GERMAN, **said, line_1=name)
    assert (refusal.value.field, refusal.value.rule, bool(refusal.value.way_out)) == ("line_1", "7.5053", True)
    assert game.public.perimeters == {}


@pytest.mark.parametrize(
    ("entry", "lines"),
    [
        ("line_2", {"line_1": "P30, P31, Q31", "line_2": "V9"}),
        ("line_2", {"line_1": "P30, P31,", "line_2": "Q31; V9"}),
        ("line_3", {"line_1": "P30, P31,", "line_2": "Q31", "line_3": "P30, R35"}),
        ("line_3", {"line_1": "P30, P31, Q31", "line_3": "P40 mill"}),
        ("line_4", {"line_2": "P30, P31, Q31;", "line_4": "V9, W9, W10"}),
        ("line_1", {"line_1": "P30,", "line_2": "R35"}),
        ("line_2", {"line_1": "P30, P31, Q31", "line_2": "G70, H70,", "line_3": "H71"}),
    ],
)
def test_7_5053_a_wrong_loop_is_refused_at_the_line_in_which_it_begins(entry: str, lines: dict[str, str]):
    game = on_map(russian="V9")
    with pytest.raises(Refused) as refusal:
        proposed(game, GERMAN, mmc_at="P30, P31, Q31", **lines)
    assert refusal.value.field == entry
    assert game.public.perimeters == {}


@pytest.mark.parametrize("lines", [{"line_3": "V9, V10, W10"}, {"line_2": "P30, P31, Q31; V9,", "line_3": "V10, W10"}])
def test_7_5054_a_loop_that_is_no_perimeter_is_refused_at_its_line(lines: dict[str, str]):
    with pytest.raises(Refused, match="is no Perimeter") as refusal:
        proposed(on_map(german="A1-G60, V9-W10"), GERMAN, mmc_at="P30, P31, Q31", **lines)
    assert refusal.value.field == min(name for name, text in lines.items() if "V9" in text)


def test_7_5054_a_loop_without_unit_or_edge_is_refused_and_not_left_out():
    game = on_map(german="A1-G60, V9-W10")
    with pytest.raises(Refused, match="The loop through V9 is no Perimeter") as refusal:
        proposed(game, GERMAN, line_1="V9, V10, W10")
    assert (refusal.value.field, bool(refusal.value.way_out)) == ("line_1", True)
    proposed(game, GERMAN, mmc_at="V9", line_1="V9, V10, W10")
    assert {*game.public.perimeters[GERMAN].loops[0]} == {"V9", "V10", "W10"}


def test_7_514_where_a_wreck_lies_is_known_from_both_lines():
    game = on_map()
    for side, mmc in ((GERMAN, "D20, D40"), (RUSSIAN, "FF20, FF40")):
        assert not game.context(side).has_both_lines
        proposed(game, side, **{**NOTHING, "mmc_at": mmc})
        game.order(side, "enter", **entries(game, side))
    ctx = game.context(GERMAN)
    inside = next(name for row in game.public.perimeters[GERMAN].loops for name in row)
    assert ctx.lies(inside) == "front"
    assert ctx.lies("T30") == "elsewhere"
    grid = game.public.ground.sheet.grid
    assert {ctx.lies(str(place)) for place in grid.beside(grid.hex(inside))} <= {"front", "near"}


def test_7_514_and_7_5062_a_pocket_that_its_unit_left_has_no_front_line_any_more():
    game = on_map(("squad", "4-6-7"))
    proposed(game, GERMAN, mmc_at="D20, D40, T30", enemy_at=around(game, "T30"))
    game.order(GERMAN, "enter", **entries(game, GERMAN))
    asked = {each.name: each.value or each.high for each in game.current(GERMAN).task.fields if each.name != "again"}
    game.order(GERMAN, "enter", **asked)
    proposed(game, RUSSIAN, mmc_at="FF20, FF40")
    game.order(RUSSIAN, "enter", **entries(game, RUSSIAN))
    assert game.context(GERMAN).lies("T30") == "front"
    tries(game, "4-6-7", near="")
    game.roll(GERMAN, 1, 1)
    game.order(GERMAN, "enter")
    assert [(area.name, area.type) for area in game.public.perimeters[GERMAN].areas] == [("T30", "A")]
    ctx = game.until("removal", date=1).context(GERMAN)
    assert {ctx.lies("T30"), ctx.lies("T31")} == {"elsewhere"}


def where_it_lies(game: Game) -> list[str]:
    """What may be said of where an obstacle lies."""
    (field,) = (each for each in game.current(GERMAN).task.fields if each.name == "where1")
    return [key for key, _ in field.options]


def test_7_514_lines_of_before_the_last_scenario_say_nothing_of_where_a_wreck_lies():
    game = on_map()
    game.reports = {1: {"note": "as on the board"}}
    for side, mmc in ((GERMAN, "D20, D40"), (RUSSIAN, "FF20, FF40")):
        proposed(game, side, **{**NOTHING, "mmc_at": mmc})
        game.order(side, "enter", **entries(game, side))
    game.until("removal", date=1)
    assert "drawn" in where_it_lies(game)
    game.until("entry", date=1).order(GERMAN, "enter", north="")
    game.until("perimeter", date=1)
    for side in (GERMAN, RUSSIAN):
        proposed(game, side, take=False)
        game.order(side, "enter", **entries(game, side, take=False))
    game.until("removal", date=2)
    assert "drawn" not in where_it_lies(game), "nobody took a line in this refit"


def test_7_5055_a_unit_upstairs_over_enemy_ground_is_proposed_as_a_pocket_of_its_own():
    game = on_map(("squad", "4-6-7"), german="A1-G60", russian="AA25")
    proposed(game, GERMAN, mmc_at="AA25/1")
    assert "A Pocket off the ground: AA25/1." in told(game, GERMAN)
    assert entries(game, GERMAN)["areas"] == 1
    proposed(game, GERMAN)
    asked = {each.name: each.value for each in game.alone(GERMAN, "areas").current(GERMAN).task.fields}
    assert (asked["place"], asked["type"]) == ("AA25/1", "C")
    game.order(GERMAN, "enter", **asked)
    left = game.room(GERMAN).pending["areas"]
    assert [(each["name"], each["fact"]) for each in left] == [("AA25/1", "known")]


def test_7_5057_smc_who_by_the_record_stand_outside_are_proposed():
    game = on_map(("leader", "9-1"))
    (leader,) = [c for c in game.room(GERMAN).counters if c.name == "9-1" and c.kind == "leader"][-1:]
    moved = tuple(replace(c, place="T30") if c.id == leader.id else c for c in game.room(GERMAN).counters)
    game.put(GERMAN, counters=moved)
    proposed(game, GERMAN)
    assert "9-1 at T30: by your record outside it." in told(game, GERMAN)
    game.order(GERMAN, "enter", **entries(game, GERMAN, outside=True))
    asked = {each.name: each.value for each in game.alone(GERMAN, "outside").current(GERMAN).task.fields}
    assert asked[f"n_{leader.id}"] == 1


def test_7_5055_and_7_5057_smc_with_an_mmc_in_a_pocket_off_the_ground_do_not_stand_outside():
    game = on_map(("squad", "4-6-7"), ("leader", "9-1", (), "AA25/1"), german="A1-G60", russian="AA25")
    proposed(game, GERMAN, mmc_at="AA25/1")
    assert "by your record outside it" not in told(game, GERMAN)
    game.order(GERMAN, "enter", **entries(game, GERMAN, outside=True))
    asked = {each.label: each.value for each in game.alone(GERMAN, "outside").current(GERMAN).task.fields}
    assert [value for label, value in asked.items() if label.startswith("9-1 (AA25/1")] == [0]


@pytest.mark.parametrize(("burns", "holder"), [(True, RUSSIAN), (False, GERMAN)])
def test_7_5093_an_isolated_building_that_burnt_to_rubble_is_the_enemys(burns: bool, holder: str):
    game = on_map(("squad", "4-6-7"))
    proposed(game, GERMAN, mmc_at="T30", enemy_at=around(game, "T30"))
    game.order(GERMAN, "enter", **entries(game, GERMAN))
    asked = {each.name: each.value for each in game.current(GERMAN).task.fields}
    game.order(GERMAN, "enter", **{**asked, **{key: 1 for key in asked if key.startswith("n_")}})
    game.alone(GERMAN, "escape").order(GERMAN, "enter")
    proposed(game, RUSSIAN, **{**NOTHING, "mmc_at": "FF20, FF40"})
    game.order(RUSSIAN, "enter", **entries(game, RUSSIAN))
    if burns:
        ground = replace(game.public.ground, altered={"T30": "wooden_rubble"})
        burnt = replace(game.public, ground=ground, burnt={"T30": game.public.date})
        game.state = State(burnt, game.state.sides)
    for side in (GERMAN, RUSSIAN):
        while game.public.stage == "aftermath" and side not in game.public.finished:
            game.answer(side)
    assert game.public.stage != "aftermath"
    assert game.public.ground.control["T30"] == holder


def test_7_5066_where_nobody_is_in_an_area_the_escapes_end_along_with_it_and_else_are_asked():
    for inside, kinds in ((0, ["area.recorded", "isolation.settled"]), (1, ["area.recorded"])):
        game = on_map(("squad", "4-6-7"))
        proposed(game, GERMAN, mmc_at="T30", enemy_at=around(game, "T30"))
        game.order(GERMAN, "enter", **entries(game, GERMAN))
        asked = {each.name: each.value for each in game.current(GERMAN).task.fields}
        asked |= {key: inside for key in asked if key.startswith("n_")}
        done = [event.kind for event in game.order(GERMAN, "enter", **asked, on=True)]
        assert done[: len(kinds)] == kinds
        assert ("isolation.settled" in done) == (not inside)


def test_7_5053_a_saved_game_proposes_neither_smc_nor_weapons_as_units():
    tank = next(name for (side, name), unit in on_map().system.default_rules.units.items()
                if side == GERMAN and unit.kind == "tank")  # fmt: skip
    game = on_map(("squad", "4-6-7"), ("leader", "8-1"), ("weapon", "LMG"), ("tank", tank))
    own = [("squad", "4-6-7", "P31"), ("leader", "8-1", "P32"), ("weapon", "LMG", "P33"), ("vehicle", tank, "P34")]
    enemy = [("squad", "4-4-7", "T30"), ("leader", "8-1", "T31"), ("weapon", "LMG", "T32"), ("vehicle", "T-34", "T33")]
    rows = {
        whose: [{"kind": kind, "name": name, "hex": place} for kind, name, place in each]
        for whose, each in (("own", own), ("enemy", enemy))
    }
    filled = game.system.saved_places(game.state, GERMAN, json.dumps(rows), {}, {})
    assert filled.entries["perimeter"] == {"mmc_at": "P31", "units_at": "P34", "enemy_at": "T30, T33"}


def test_7_5062_an_area_that_only_the_enemy_still_occupies_is_told_as_his():
    game = on_map(("squad", "4-6-7"))
    proposed(game, GERMAN, mmc_at="T30", enemy_at=around(game, "T30"))
    game.order(GERMAN, "enter", **entries(game, GERMAN))
    asked = {each.name: each.value or each.high for each in game.current(GERMAN).task.fields if each.name != "again"}
    game.order(GERMAN, "enter", **{**asked, "type": "D"})
    tries(game, "4-6-7", near="")
    game.roll(GERMAN, 1, 1)
    game.order(GERMAN, "enter")
    assert [(area.type, area.holder) for area in game.public.perimeters[GERMAN].areas] == [("C", RUSSIAN)]


def test_7_506_the_next_area_is_one_not_written_down_though_the_other_line_was_told_between():
    game = on_map()
    surrounded = f"{around(game, 'P30')}, {around(game, 'T30')}"
    proposed(game, GERMAN, mmc_at="D20, P30, T30", enemy_at=surrounded)
    game.order(GERMAN, "enter", **entries(game, GERMAN))
    asked = {each.name: each.value for each in game.current(GERMAN).task.fields}
    assert asked["place"] == "P30"
    game.order(GERMAN, "enter", **asked)
    lines = game.public.perimeters
    both = {**lines, RUSSIAN: replace(lines[GERMAN], pockets=())}
    game.state = State(replace(game.public, perimeters=both), game.state.sides)
    assert {each.name: each.value for each in game.current(GERMAN).task.fields}["place"] != "P30"


def test_7_506_whoever_starts_over_has_his_counters_where_they_were():
    game = on_map(("squad", "4-6-7", (), "T31"), ("squad", "4-4-7", ("isolated",), "P30"), ("leader", "8-0"))
    before = game.room(GERMAN).counters
    proposed(game, GERMAN, mmc_at="P30, T30-T31", enemy_at=f"{around(game, 'T30')}, {around(game, 'P30')}, T32")
    game.order(GERMAN, "enter", **entries(game, GERMAN, areas=3))
    for _ in range(2):
        game.order(GERMAN, "enter", **{each.name: each.value for each in game.current(GERMAN).task.fields})
    game.order(
        GERMAN, "enter", **{each.name: each.value for each in game.current(GERMAN).task.fields} | {"again": True}
    )
    assert game.current(GERMAN).spec.key == "perimeter"
    assert game.room(GERMAN).counters == before


def test_7_505_what_is_said_is_counted_and_shown_on_the_map_hex_by_hex():
    task = on_map().alone(GERMAN, "perimeter").current(GERMAN).task
    said = task.priced({"mmc_at": "D20-D24, P30; E5 E6", "units_at": "P31"})
    assert [tally.placed for tally in said.tallies] == [8, 1, 0]
    assert {"D22", "P30", "E5", "E6", "P31"} <= {each.location for each in said.positions}
    again = said.tapped({"mmc_at": "D20; E5", "tap:line": "mmc_at"}, "E5")
    assert again["mmc_at"] == "D20; E5"
