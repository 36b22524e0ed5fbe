"""Where a side sets up on a map: its lines, the enemy's front, hex numbers, how far Guns move, how far recon sees."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.asl.state import Perimeter, RecordedArea
from rules.contract import Refused, State
from rules.ground import painting
from tests.maps.practice import practice_map
from tests.rules.play import GERMAN, RUSSIAN, Game, rows
from tests.rules.test_oto2_placing import enter, moved, setting_up, stands

PAK = "75L (PaK 40)"
GERMAN_LINE = ("A1", "B1", "C1", "D1", "D2", "D3", "D4", "D5", "C5", "B5", "A5", "A4", "A3", "A2")
RUSSIAN_LINE = ("C4", "D4", "E4", "F4", "G4", "G5", "G6", "G7", "G8", "F8", "E8", "D8", "C8", "C7", "C6", "C5")


def on_map(game: Game, *, line: int | None = 0, **control: str) -> Game:
    """The campaign on the practice map, with the lines of both sides told on the date before."""
    ground = Game(map=practice_map("oto2")).public.ground
    assert ground
    grid = ground.sheet.grid
    held = {str(place): side for side, text in control.items() for place in painting.read(text, grid)}
    ground = replace(ground, control=held or ground.control)
    told = {GERMAN: Perimeter((GERMAN_LINE,), line=line), RUSSIAN: Perimeter((RUSSIAN_LINE,), line=line)}
    public = replace(game.public, ground=ground, perimeters=told if line is not None else {})
    game.state = State(public, game.state.sides)
    return game


def later(side: str, basket: str = "I6 G1", date: int = 1, **more: Any) -> Game:
    return on_map(Game(baskets={(side, date): rows(basket)}).until("setup", side, date=date), **more)


def first(side: str = GERMAN, basket: str = "M1 I6") -> Game:
    return on_map(Game(baskets={(side, 0): rows(basket)}).until("setup", side), line=None)


def refused(game: Game, side: str = GERMAN, **lines: str) -> Refused:
    with pytest.raises(Refused) as found:
        enter(game, side, **lines)
    assert found.value.field.startswith("at:")
    assert found.value.way_out
    return found.value


def test_7_5224_retained_and_new_units_set_up_within_their_own_perimeter_area():
    game = later(GERMAN)
    assert "J20 is not in your Perimeter Area" in str(refused(game, **{"4-6-7": "J20"}))
    enter(game, **{"4-6-7": "B3"})
    assert ("B3",) in stands(game, GERMAN, "4-6-7")


def test_7_5224_and_CG12_what_lies_in_both_perimeter_areas_is_isolated_and_takes_nobody_new():
    game = later(GERMAN)
    no = refused(game, **{"4-6-7": "C4"})
    assert "lies in the enemy's Perimeter Area too" in str(no)
    assert no.rule == "7.5224"


def test_7_5222_new_fortifications_may_start_in_an_isolated_location():
    game = later(GERMAN)
    enter(game, Trench="C4")
    assert ("C4",) in stands(game, GERMAN, "Trench")


def test_7_5224_and_7_5222_a_pocket_of_its_own_takes_new_works_and_nobody_who_is_not_isolated():
    game = later(GERMAN)
    own = Perimeter((GERMAN_LINE, ("J20",)), pockets=(("J20",),), line=0)
    game.state = State(replace(game.public, perimeters={**game.public.perimeters, GERMAN: own}), game.state.sides)
    assert refused(game, **{"4-6-7": "J20"}).rule == "7.5224"
    enter(game, Trench="J20")
    assert ("J20",) in stands(game, GERMAN, "Trench")


def test_7_5222_the_isolated_stay_in_their_own_area():
    game = moved(later(GERMAN), GERMAN, "4-6-7", marks=("isolated",), place="C4")
    assert "A2 is not in its Isolated Area" in str(refused(game, **{"4-6-7": "A2"}))
    enter(game, **{"4-6-7": "D4"})
    assert ("D4",) in stands(game, GERMAN, "4-6-7")


def test_CG12b_what_russians_buy_later_sets_up_nine_hexes_from_the_german_front():
    game = later(RUSSIAN, basket="I2")
    squad = next(c.name for c in game.room(RUSSIAN).counters if c.kind == "squad" and c.since == 1)
    no = refused(game, RUSSIAN, **{squad: "F6"})
    assert "hexes from the German Front Line, 9 at least" in str(no)
    assert no.rule == "CG12b"


@pytest.mark.parametrize(("kind", "left"), [("A", True), ("B", True), ("C", False)])
def test_7_5062_and_CG12b_a_pocket_that_was_left_bars_nobody_and_its_front_line_keeps_nobody_away(kind, left):
    game = later(RUSSIAN, basket="I2")
    pocket = Perimeter((("F6",),), (RecordedArea("F6", kind, "pocket", GERMAN),), (("F6",),), line=0)
    game.state = State(replace(game.public, perimeters={**game.public.perimeters, GERMAN: pocket}), game.state.sides)
    bought = next(c.name for c in game.room(RUSSIAN).counters if c.kind == "squad" and c.since == 1)
    if not left:
        assert refused(game, RUSSIAN, **{"6-2-8": "F6"}).rule == "7.5224"
        assert refused(game, RUSSIAN, **{bought: "F7"}).rule == "CG12b"
        return
    enter(game, RUSSIAN, **{"6-2-8": "F6", bought: "F7"})
    assert ("F6",) in stands(game, RUSSIAN, "6-2-8")
    assert ("F7",) in stands(game, RUSSIAN, bought)


def test_CG12_without_told_lines_or_a_map_everything_is_taken():
    game = later(GERMAN, line=None)
    enter(game, **{"4-6-7": "J20"})
    assert ("J20",) in stands(game, GERMAN, "4-6-7")


def test_7_4_German_OB_and_CG12a_the_first_germans_are_below_42_or_in_hexes_they_control():
    game = first()
    no = refused(game, Trench="Z55")
    assert "Z55 is numbered 42 or more, and not yours on the map" in str(no)
    assert no.rule == "7.4"
    ahead = str(max(game.public.ground.held(GERMAN), key=lambda place: place.number))
    enter(game, Trench=f"Z41, {ahead}")
    assert {("Z41",), (ahead,)} <= set(stands(game, GERMAN, "Trench"))


def gun(line: str) -> Game:
    """A Gun that stood in K20 until now, set up by this line."""
    game = on_map(moved(setting_up(date=1), GERMAN, PAK, place="K20"), line=None)
    enter(game, **{PAK: line})
    return game


def test_CG11_the_map_counts_how_far_a_gun_was_moved():
    assert ("L23",) in stands(gun("L23"), GERMAN, PAK)
    with pytest.raises(Refused, match="5 hexes from K20 to K25, 4 allowed"):
        gun("K25")
    with pytest.raises(Refused, match="from K20 to K22 it is 2 hexes on the map"):
        gun("K22 moved 4")


def built(place: str, date: int = 1, marks: tuple[str, ...] = ()) -> Game:
    """A Gun that stood there until now, without a word of cover, about to be set up on the practice map."""
    return on_map(moved(setting_up(date=date), GERMAN, PAK, place=place, marks=marks), line=None)


@pytest.mark.parametrize("date", [1, 2])
def test_CG11_a_gun_in_a_building_of_the_map_stays_there_between_23PM_and_24AM_too(date: int):
    no = refused(built("C10", date), PaK="C11")
    assert ("in a building, pillbox or trench it stays at C10." in str(no), no.rule) == (True, "CG11")
    assert "under My forces" in no.way_out
    game = built("C10", date)
    enter(game, PaK="C10")
    assert ("C10",) in stands(game, GERMAN, PAK)


def test_CG11_beside_a_building_or_where_it_fell_or_in_tow_a_gun_is_moved():
    fallen = built("C10")
    ground = replace(fallen.public.ground, altered={"C10": "wooden_rubble"})
    fallen.state = State(replace(fallen.public, ground=ground), fallen.state.sides)
    for game in (built("C11"), fallen, built("C10", marks=("in tow",))):
        enter(game, PaK="C12")
        assert ("C12",) in stands(game, GERMAN, PAK)


def test_CG11_a_gun_in_a_pillbox_stays_there_as_its_location_says():
    assert "stays at K20 pillbox" in str(refused(built("K20 pillbox"), PaK="K21"))


def test_CG13_an_offboard_observer_stands_on_his_sides_edge_of_the_map():
    game = on_map(Game(baskets={(GERMAN, 0): rows("O1+1 O4")}).until("hexes", GERMAN), line=None)
    asked = {field.name: field.value or "K20" for field in game.current(GERMAN).task.fields}
    name = next(name for name in asked if name.endswith(":observer"))
    with pytest.raises(Refused, match="K20 is not on the edge of the map") as found:
        game.order(GERMAN, "enter", **asked)
    assert found.value.field == name
    west = str(game.public.ground.sheet.grid.edge("west")[9])
    game.order(GERMAN, "enter", **{**asked, name: west})
    assert west in {place for group in game.room(GERMAN).groups for place in group.hexes.values()}


@pytest.mark.parametrize(("side", "edge", "basket"), [(GERMAN, "west", "O1 O4"), (RUSSIAN, "east", "O1 O6")])
def test_G_note_h_and_R_note_i_an_observer_is_in_a_hex_that_is_not_the_enemys_on_the_map(side, edge, basket):
    game = on_map(Game(baskets={(side, 0): rows(basket)}).until("hexes", side), line=None)
    first, second, *_ = map(str, game.public.ground.sheet.grid.edge(edge))
    ground = replace(game.public.ground, control={first: RUSSIAN if side == GERMAN else GERMAN, second: side})
    game.state = replace(game.state, public=replace(game.public, ground=ground))
    asked = {field.name: field.value or "K45" for field in game.current(side).task.fields}
    name = next(name for name in asked if name.endswith(":observer"))
    with pytest.raises(Refused, match=f"{first} is the enemy’s on the map") as found:
        game.order(side, "enter", **{**asked, name: first})
    assert found.value.field == name
    game.order(side, "enter", **{**asked, name: second})
    assert second in {place for group in game.room(side).groups for place in group.hexes.values()}


def test_7_5226_a_location_is_within_seven_hexes_of_one_that_the_side_controls():
    game = on_map(Game().until("recon", RUSSIAN), line=None, russian="T20-T22")
    game.cast(RUSSIAN, "enter", [6], paid="2")
    game.alone(RUSSIAN, "inspection")
    with pytest.raises(Refused, match="T30 is 8 hexes from the nearest hex you control, 7 at most") as found:
        game.order(RUSSIAN, "enter", locations="T29, T30")
    assert found.value.field == "locations"
    game.order(RUSSIAN, "enter", locations="T29")
    assert game.public.today.asked == ("T29",)


def test_CG13_a_hex_of_artillery_is_tapped_into_its_entry_and_what_is_wrong_is_said_of_it():
    game = on_map(Game(baskets={(GERMAN, 0): rows("O1+1 O4")}).until("hexes", GERMAN), line=None)
    task = game.current(GERMAN).task
    observer = next(field.name for field in task.fields if field.name.endswith(":observer"))
    tapped = task.tapped({"tap:line": observer, observer: "A10"}, "K20")
    assert tapped[observer] == "K20"
    priced = task.priced(tapped)
    assert set(priced.mistakes) == {observer}
    assert "K20 is not on the edge of the map" in priced.mistakes[observer]
    assert [each.hex for each in priced.positions if each.aim] == ["K20"]
    assert "tap:line" not in priced.entries("enter", tapped)


def test_7_5226_locations_are_tapped_each_once_and_one_too_many_is_said_at_once():
    game = on_map(Game().until("recon", RUSSIAN), line=None, russian="T20-T22")
    game.cast(RUSSIAN, "enter", [6], paid="2")
    game.alone(RUSSIAN, "inspection")
    task, number = game.current(RUSSIAN).task, game.room(RUSSIAN).now.recon
    typed = {"tap:line": "locations", "tap:pillbox": "on", "tap:level": "1"}
    for hex_name in ("T20", "T20", "T21"):
        typed = task.tapped(typed, hex_name)
    assert typed["locations"] == "T20/1 pillbox, T21/1 pillbox"
    (tally,) = task.priced({"locations": "T20, T21"}).tallies
    assert (tally.placed, tally.number, tally.unfit) == (2, number, "")
    (many,) = task.priced({"locations": ", ".join(f"T{15 + n}" for n in range(number + 1))}).tallies
    assert f"{number + 1} Locations named, {number} rolled" in many.unfit
    (far,) = task.priced({"locations": "T30"}).tallies
    assert "T30 is 8 hexes from the nearest hex you control" in far.unfit


def test_6_Entry_Area_the_westernmost_north_edge_hex_of_the_russians_is_known_by_the_map():
    game = on_map(Game().until("entry", GERMAN, date=1), line=None, russian="QQ20-QQ30, A5", german="A50")
    (field,) = game.current(GERMAN).task.fields
    assert field.value == "QQ20"
    with pytest.raises(Refused, match="elsewhere on the north edge"):
        game.order(GERMAN, "enter", north="QQ31")
    game.order(GERMAN, "enter", north="QQ20")
    assert game.public.today.north == "QQ20"


def test_6_Entry_Area_a_disputed_north_edge_is_asked_as_without_a_map():
    game = on_map(Game().until("entry", GERMAN, date=1), line=None, russian="QQ20-QQ30")
    ground = replace(game.public.ground, words={"QQ20": {GERMAN: GERMAN, RUSSIAN: RUSSIAN}})
    game.state = State(replace(game.public, ground=ground), game.state.sides)
    game.order(GERMAN, "enter", north="QQ25")
    assert game.public.today.north == "QQ25"


def stood(line: str) -> Game:
    """The set-up of the second date, squads having been written down by this line on the first."""
    game = on_map(Game(baskets={(GERMAN, 0): rows("I6")}).until("setup", GERMAN), line=None)
    enter(game, **{"4-6-7": line})
    game.state = State(replace(game.public, ground=None), game.state.sides)
    return on_map(game.until("setup", GERMAN, date=1))


def test_7_5224_retained_units_are_proposed_where_they_stood_if_that_is_still_theirs():
    game = stood("2 B3, J20")
    assert {field.value for field in game.current(GERMAN).task.fields} == {"", "2 B3"}
    assert not [c for c in game.room(GERMAN).counters if c.place]
    game.order(GERMAN, "enter")
    assert [c.place for c in game.room(GERMAN).counters if c.place] == ["B3", "B3"]


def test_7_5224_retained_units_are_proposed_with_the_cover_and_the_tow_that_they_keep_but_not_hidden():
    game = on_map(setting_up(basket="M1 I6", hip_squad=1), line=None)
    enter(game, **{"4-6-7": "B3 cover, B4 tow, C3 hidden"})
    game.state = State(replace(game.public, ground=None), game.state.sides)
    game = on_map(game.until("setup", GERMAN, date=1))
    lines = ", ".join(filter(None, (field.value for field in game.current(GERMAN).task.fields)))
    assert sorted(lines.split(", ")) == ["B3 cover", "B4 tow", "C3"]


def test_7_5224_who_is_not_wanted_where_he_stood_is_taken_out_of_the_line():
    game = stood("2 B3")
    name = next(field.name for field in game.current(GERMAN).task.fields if field.value)
    game.order(GERMAN, "enter", **{name: "B4"})
    assert [c.place for c in game.room(GERMAN).counters if c.place] == ["B4"]


def test_7_5224_without_a_map_nobody_is_proposed_anywhere():
    game = Game(baskets={(GERMAN, 0): rows("I6")}).until("setup", GERMAN)
    enter(game, **{"4-6-7": "2 B3"})
    game.until("setup", GERMAN, date=1)
    assert all(field.value == "" for field in game.current(GERMAN).task.fields if field.label.endswith("4-6-7"))
    assert "stood" not in game.room(GERMAN).known
