"""Set-up and recon on a map: the told lines hex by hex, six hexes for a Reserve, how far recon reaches by Control."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.asl.state import Perimeter, RecordedArea
from rules.contract import Refused
from rules.ground import painting
from rules.ground.front_line import perimeter_hexes
from rules.ground.hexes import grains, hex_of
from rules.systems.votg.state import Group
from tests.maps.practice import practice_map
from tests.rules.test_votg_aftermath import after
from tests.rules.test_votg_initiative import looking
from tests.rules.test_votg_lines import bought, setting_up
from tests.rules.votg_play import GERMAN, RUSSIAN, Game


def on_map(game: Game, **control: str) -> Game:
    """The same on the practice map, with these hexes Controlled."""
    ground = Game(map=practice_map("votg")).public.ground
    assert ground
    grid = ground.sheet.grid
    held = {str(place): side for side, text in control.items() for place in painting.read(text, grid)}
    return game.told(ground=replace(ground, control=held))


def ring(*corners: str) -> Perimeter:
    """A line as a map has it: every hex of it in turn, with the date it was told on."""
    hexes = [found for name in corners if (found := hex_of(name))]
    pairs = zip(hexes, [*hexes[1:], hexes[0]], strict=True)
    return Perimeter((tuple(str(each) for start, end in pairs for each in grains(start, end)[0]),), line=1)


def between_lines(*rows: Any) -> Game:
    """The Russians about to set up these counters, both lines told on the map."""
    told = {GERMAN: ring("A20", "K20", "K25", "A25"), RUSSIAN: ring("M20", "X20", "X25", "M25")}
    return setting_up(on_map(after()).told(perimeters=told).has(RUSSIAN, *rows), RUSSIAN)


def test_12_6214b_a_reserve_keeps_six_hexes_from_the_front_that_was_drawn_on_the_map():
    game = between_lines(("squad", "4-4-7", ("in Reserve",)))
    with pytest.raises(Refused, match="P22 is 5 hexes"):
        game.order(RUSSIAN, "enter", **{"at:1": "P22"})
    game.order(RUSSIAN, "enter", **{"at:1": "Q22"})
    assert game.room(RUSSIAN).counters[0].place == "Q22"


def test_12_6264_on_a_map_who_sets_up_does_so_within_the_line_that_was_drawn():
    game = between_lines(("squad", "4-4-7"))
    with pytest.raises(Refused, match="Z22 is not in your Perimeter Area") as found:
        game.order(RUSSIAN, "enter", **{"at:1": "Z22"})
    assert (found.value.field, bool(found.value.way_out)) == ("at:1", True)
    game.order(RUSSIAN, "enter", **{"at:1": "N22"})
    assert game.room(RUSSIAN).counters[0].place == "N22"


def test_12_6265_on_a_map_a_location_is_within_four_hexes_of_one_that_the_side_controls():
    game = on_map(looking(2, 1), russian="T20-T22")
    with pytest.raises(Refused, match="T27 is 5 hexes from the nearest hex you control, 4 at most") as found:
        game.order(RUSSIAN, "enter", location="T27")
    assert found.value.field == "location"
    game.order(RUSSIAN, "enter", location="T26")
    assert game.public.today.named[RUSSIAN] == ("T26",)


def test_12_6265_by_night_the_russians_reach_eight_hexes_on_the_map():
    game = on_map(looking(2, 1, night=True), russian="T20-T22")
    game.order(RUSSIAN, "enter", location="T30")
    assert game.public.today.named[RUSSIAN] == ("T30",)


def test_12_6265_without_control_on_the_map_nobody_knows_how_far_it_is():
    game = on_map(looking(2, 1))
    game.order(RUSSIAN, "enter", location="T30")
    assert game.public.today.named[RUSSIAN] == ("T30",)


def hexes_in(said: str) -> str:
    """The hexes that a sentence ends with, as they are written for short."""
    grid = Game(map=practice_map("votg")).public.ground.sheet.grid
    return painting.hexes_text(painting.read(said.partition(" at ")[2].rstrip("."), grid))


def entering(side: str, rg: str, way: str = "", **control: str) -> str:
    """What the set-up says of a group that was bought on this day."""
    game = setting_up(on_map(bought(side, rg, way), **control), side)
    return "\n".join(line for line in game.current(side).task.form.lines if "Entry Code" in line)


def test_12_6217_a_russian_group_enters_by_hexes_of_its_edge_that_are_russian_at_the_start():
    said = entering(RUSSIAN, "I2", russian="A50-C50, K30", german="D50-H50")
    assert said.startswith("Yellow Entry Code: by the map its groups may enter at ")
    assert hexes_in(said) == "A50-C50"


def test_12_6217_without_a_russian_hex_of_the_edge_it_is_said_so():
    said = entering(RUSSIAN, "I2", russian="K30", german="A50-H50")
    assert said == "Yellow Entry Code: by the map no hex of its south edge is yours at the start."


def test_12_6217_germans_enter_along_their_part_of_the_west_edge_whoever_holds_it():
    said = entering(GERMAN, "I5", russian="A1-A50")
    assert hexes_in(said) == "A1-A20"


def test_12_6217_of_groups_on_the_map_or_guns_or_without_control_nothing_is_said():
    assert entering(RUSSIAN, "I2", "onboard", russian="A50-C50") == ""
    assert entering(GERMAN, "G1", german="A1-A50") == ""
    assert entering(RUSSIAN, "I2") == ""


def test_12_6217_and_12_2_Initial_Scenario_who_is_given_for_it_enters_by_no_entry_code():
    game = setting_up(on_map(bought(RUSSIAN, "I2", ""), russian="A50-C50"), RUSSIAN)
    (group,) = game.room(RUSSIAN).groups
    game.put(RUSSIAN, groups=(replace(group, given=True),))
    assert not [line for line in game.current(RUSSIAN).task.form.lines if "Entry Code" in line]


def guns(side: str, rg: str, *, edges: tuple[str, ...] = (), gun_codes: str = "confined") -> Game:
    """A Gun battery that was bought on this day, about to set up, and a Gun of before."""
    game = (
        after(rulings={"gun_codes": gun_codes}).has(side, ("gun", "76L"), group=f"18-{rg}-1").has(side, ("gun", "76L"))
    )
    game.put(side, groups=(Group(f"18-{rg}-1", rg, 2, 6),)).told(edges={side: edges}, landings={})
    return setting_up(game, side)


@pytest.mark.parametrize(("rg", "wrong", "right"), [("G1", "K19", "K20"), ("G3", "K19", "K21")])
def test_12_6217_ruling_gun_codes_a_battery_sets_up_in_the_hexes_of_its_entry_code(rg: str, wrong: str, right: str):
    game = guns(GERMAN, rg)
    with pytest.raises(Refused, match=f"{wrong} is none of the hexes numbered") as refused:
        game.order(GERMAN, "enter", **{"at:1": wrong})
    assert (refused.value.field, refused.value.rule, bool(refused.value.way_out)) == ("at:1", "12.6217", True)
    game.order(GERMAN, "enter", **{"at:1": right, "at:2": wrong})
    assert [counter.place for counter in game.room(GERMAN).counters] == [right, wrong]


def test_12_6217_ruling_gun_codes_read_otherwise_binds_only_what_was_bought_to_be_on_the_map():
    game = guns(GERMAN, "G1", gun_codes="free")
    game.order(GERMAN, "enter", **{"at:1": "K19"})
    assert game.room(GERMAN).counters[0].place == "K19"


def test_12_6217_a_battery_whose_code_asks_for_an_edge_stays_off_the_map_without_it():
    with pytest.raises(Refused, match="not on the map at once without a north edge hex or Ferry Landing") as refused:
        guns(RUSSIAN, "G1").order(RUSSIAN, "enter", **{"at:1": "K20"})
    assert (refused.value.field, refused.value.rule) == ("at:1", "12.6217")
    game = guns(RUSSIAN, "G1", edges=("north",))
    game.order(RUSSIAN, "enter", **{"at:1": "K20"})
    assert game.room(RUSSIAN).counters[0].place == "K20"


@pytest.mark.parametrize(("rg", "later"), [("I1", True), ("I2", False)])
def test_12_6217_Red_enters_anywhere_along_its_edge_later_where_none_is_its_own_and_Yellow_does_not(
    rg: str, later: bool
):
    said = entering(RUSSIAN, rg, russian="K30", german="A1-OO1, A50-LL50")
    assert "is yours at the start" in said
    assert ("anywhere along it, from the turn that your copy says" in said) is later


def test_12_6217_who_is_retained_enters_by_any_edge_hex_that_is_his_at_the_start():
    game = on_map(after().has(RUSSIAN, ("squad", "4-4-7"), since=0), russian="A50-C50, K30", german="D50-H50")
    said = [line for line in setting_up(game, RUSSIAN).current(RUSSIAN).task.form.lines if "Retained" in line]
    assert (
        said == ["What is Retained may enter at A50, B50, C50 (12.6217)."]
        or hexes_in(said[0].replace(" (12.6217)", "")) == "A50-C50"
    )
    nobody = on_map(after(), russian="A50-C50")
    assert not any("Retained" in line for line in setting_up(nobody, RUSSIAN).current(RUSSIAN).task.form.lines)


WORKS = [("fortification", "Wire"), ("fortification", "Trench")]


def with_pocket(type_: str, *rows: Any, mapped: bool = True) -> Game:
    """The Germans about to set up these counters, with a Pocket of that type about M32, on the map or written down."""
    pocket = ring("K30", "O30", "O34", "K34")
    hexes = tuple(sorted(map(str, perimeter_hexes(pocket.loops, "even").area)))
    areas, line = (RecordedArea("K30", type_, "pocket", GERMAN, "known"),), 1 if mapped else None
    own = Perimeter(ring("A20", "K20", "K25", "A25").loops + pocket.loops, areas, (hexes,) if mapped else (), line)
    told = {GERMAN: own, RUSSIAN: replace(ring("T20", "Z20", "Z26", "T26"), line=line)}
    game = on_map(after()) if mapped else after()
    return setting_up(game.told(perimeters=told).has(GERMAN, *rows), GERMAN)


@pytest.mark.parametrize("mapped", [True, False])
@pytest.mark.parametrize("type_", ["C", "D"])
def test_12_6264_and_12_623_a_pocket_takes_who_is_isolated_and_the_works_of_the_price_list(type_: str, mapped: bool):
    game = with_pocket(type_, ("squad", "4-6-7"), *WORKS, ("squad", "4-6-8", ("isolated",)), mapped=mapped)
    for key in ("at:1", "at:2"):
        with pytest.raises(Refused, match="M32 is in an Isolated Area of yours") as refusal:
            game.order(GERMAN, "enter", **{key: "M32"})
        assert (refusal.value.field, refusal.value.rule, bool(refusal.value.way_out)) == (key, "12.6264", True)
    game.order(GERMAN, "enter", **{"at:1": "C22", "at:2": "D22", "at:3": "M32", "at:4": "M32"})
    assert [counter.place for counter in game.room(GERMAN).counters] == ["C22", "D22", "M32", "M32"]


@pytest.mark.parametrize("mapped", [True, False])
def test_12_6072_a_pocket_without_units_that_all_around_is_of_its_side_takes_who_is_not_isolated(mapped: bool):
    game = with_pocket("A", ("squad", "4-6-7"), mapped=mapped)
    around = ring("I28", "Q28", "Q36", "I36")
    own = game.public.perimeters[GERMAN]
    game.told(perimeters={**game.public.perimeters, GERMAN: replace(own, loops=own.loops + around.loops)})
    game.order(GERMAN, "enter", **{"at:1": "M32"})
    assert game.room(GERMAN).counters[0].place == "M32"


def russians_in_the_south(**told: Any) -> Game:
    """The Russians about to set up a squad and works, their lines told: a loop at the south edge, one at the north."""
    south, north = ring("A45", "A50", "K50", "K45"), ring("A1", "K1", "K5", "A5")
    own = replace(south, loops=south.loops + north.loops)
    game = on_map(after(), russian="A45-K50, A1-K1").told(perimeters={RUSSIAN: own}, landings={}, **told)
    return setting_up(game.has(RUSSIAN, ("squad", "4-4-7"), *WORKS), RUSSIAN)


@pytest.mark.parametrize("edges", [("south",), ("south", "north")])
def test_12_6068_what_the_russians_have_at_the_south_edge_alone_takes_nobody_new(edges: tuple[str, ...]):
    game = russians_in_the_south(edges={RUSSIAN: edges, GERMAN: ("west",)})
    for key in ("at:1", "at:2"):
        with pytest.raises(Refused, match="E47 is in an Isolated Area of yours") as refusal:
            game.order(RUSSIAN, "enter", **{key: "E47"})
        assert (refusal.value.field, refusal.value.rule) == (key, "12.6264")
    game.order(RUSSIAN, "enter", **{"at:1": "E3", "at:3": "E47"})
    assert [counter.place for counter in game.room(RUSSIAN).counters] == ["E3", "", "E47"]


def test_12_6068_by_what_both_said_of_the_edges_it_is_so_without_control_on_the_map():
    game = on_map(after()).told(perimeters={RUSSIAN: ring("A45", "A50", "K50", "K45")}, landings={})
    game = setting_up(game.told(edges={RUSSIAN: ("south",), GERMAN: ()}).has(RUSSIAN, ("squad", "4-4-7")), RUSSIAN)
    with pytest.raises(Refused, match="E47 is in an Isolated Area of yours"):
        game.order(RUSSIAN, "enter", **{"at:1": "E47"})
    game.told(edges={RUSSIAN: ("south", "north"), GERMAN: ()}).order(RUSSIAN, "enter", **{"at:1": "E47"})
    assert game.room(RUSSIAN).counters[0].place == "E47"


@pytest.mark.parametrize(("place", "taken"), [("", False), ("N22", True)])
def test_12_6151d_and_12_6151f_a_wreck_is_not_set_up_but_stays_where_it_stood(place: str, taken: bool):
    game = setting_up(after().has(RUSSIAN, ("tank", "T-34 M41", ("wreck",)), place=place), RUSSIAN)
    if not taken:
        with pytest.raises(Refused, match="a wreck is not set up") as refusal:
            game.order(RUSSIAN, "enter", **{"at:1": "N22"})
        assert (refusal.value.field, refusal.value.rule) == ("at:1", "12.6151f")
    game.order(RUSSIAN, "enter", **{"at:1": place})
    assert game.room(RUSSIAN).counters[0].place == place
