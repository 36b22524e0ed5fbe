"""12.606 to 12.6076: Perimeters, Front Lines and Pockets: what is asked of them, and what goes by them later."""

from dataclasses import replace
from typing import Any

import pytest

from rules.contract import Refused
from rules.ground.hexes import hex_of
from rules.systems.votg.state import DateRecord, Group, Landing, Perimeter, RecordedArea
from tests.rules.test_votg_aftermath import after, fought, lines
from tests.rules.votg_play import GERMAN, RUSSIAN, SYSTEM, Game, data_of

SQUARE = "A20, F20, F25, A25"
"""A Perimeter along the west edge: five hexes wide, five deep."""
FAR = "M20, R20, R25, M25"


def drawn(game: Game, side: str, text: str, **said: Any) -> Game:
    return lines(game, side, line_1=text, **said)


def facts(game: Game, title: str = "The map") -> dict[str, str]:
    """A list of the page that everybody may see."""
    shown = SYSTEM.view(game.state.__class__(game.public, {}), None).public.facts
    return dict(next(each.lines for each in shown if each.title == title))


def known(text: str) -> Perimeter:
    return Perimeter(loops=tuple(tuple(loop.split(", ")) for loop in text.split("; ")))


def both(german: str = SQUARE, russian: str = FAR) -> dict[str, Perimeter]:
    return {GERMAN: known(german), RUSSIAN: known(russian)}


# what is drawn ---------------------------------------------------------------------------------


def test_12_606_the_markers_of_closed_loops_are_told_to_both_sides():
    game = drawn(after(), GERMAN, f"{SQUARE}; k30, k31")
    assert game.public.perimeters == {GERMAN: known(f"{SQUARE}; K30, K31")}
    assert game.room(RUSSIAN).done == ()
    assert facts(game)["German Perimeter"] == f"{SQUARE}; K30, K31"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("A20, F20, H31", "From F20 to H31: no hex grain"),
        ("A20, C20, C25, A25", "From A20 to C20: two hex grains"),
        ("A20, A24", "enters A23 twice"),
        ("A20, F20, F25, C25, B25, B20", "enters B20 twice"),
        ("A20, K20/1", "K20/1: this is no hex"),
        ("A20, mill", "MILL|mill: this is no hex"),
    ],
)
def test_12_606_a_loop_that_is_not_closed_or_crosses_itself_is_refused_and_the_line_named(text: str, wrong: str):
    game = after().alone(GERMAN, "perimeter")
    with pytest.raises(Refused, match=wrong) as refusal:
        game.order(GERMAN, "enter", line_2=text)
    assert (refusal.value.field, bool(refusal.value.way_out)) == ("line_2", True)
    assert game.public.perimeters == {}


@pytest.mark.parametrize(
    ("entry", "lines"),
    [
        ("line_2", {"line_1": SQUARE, "line_2": "K30, M34"}),
        ("line_3", {"line_1": "A20, F20,", "line_2": "F25, A25", "line_3": "K30, K20, K30"}),
        ("line_2", {"line_1": "A20, F20,", "line_2": "F25, A25; K30, M34,", "line_3": "K35"}),
        ("line_1", {"line_1": "A20, F20,", "line_2": "H31"}),
    ],
)
def test_12_606_a_wrong_loop_is_refused_at_the_line_in_which_it_begins(entry: str, lines: dict[str, str]):
    with pytest.raises(Refused) as refusal:
        after().alone(GERMAN, "perimeter").order(GERMAN, "enter", **lines)
    assert refusal.value.field == entry


def test_12_606_a_long_loop_goes_on_in_the_next_line_and_stands_in_the_form_the_next_time():
    game = lines(after(), GERMAN, line_1="A20, F20,", line_2="F25, A25; K30")
    assert game.public.perimeters[GERMAN] == known(f"{SQUARE}; K30")
    game.stands("aftermath", DateRecord(day="16"), fought()).alone(GERMAN, "perimeter")
    entered = {field.name: field.value for field in game.current(GERMAN).task.fields}
    assert entered["line_1"] == f"{SQUARE}; K30"
    game.order(GERMAN, "enter", **{**entered, "line_1": ""})
    assert game.public.perimeters[GERMAN] == Perimeter()


def test_12_606_a_perimeter_longer_than_a_line_comes_back_as_it_was_written():
    columns = [chr(ord("A") + n) for n in range(26)] + [2 * chr(ord("A") + n) for n in range(14)]
    top = [f"{column}20" for column in columns]
    bottom = [f"{column}30" for column in reversed(columns)]
    text = ", ".join(top + bottom)
    cut = [text[: text.index("T20")], text[text.index("T20") : text.index("NN30")], text[text.index("NN30") :]]
    middle = cut[2].index("T30")
    rows = dict(
        zip(("line_1", "line_2", "line_3", "line_4"), [*cut[:2], cut[2][:middle], cut[2][middle:]], strict=True)
    )
    game = lines(after(), GERMAN, **rows)
    assert game.public.perimeters[GERMAN].loops == (tuple(top + bottom),)
    game.stands("aftermath", DateRecord(day="16"), fought()).alone(GERMAN, "perimeter").answer(GERMAN)
    assert game.public.perimeters[GERMAN].loops == (tuple(top + bottom),)


def test_12_606_who_writes_no_markers_down_tells_nothing():
    events = lines(after(), GERMAN).events
    assert "perimeter.drawn" not in {event.kind for event in events}


def test_12_2_Perimeter_Perimeter_Area_all_loops_are_one_perimeter_and_only_in_its_area_a_side_sets_up():
    game = after().told(perimeters=both(f"{SQUARE}; K30")).has(GERMAN, ("gun", "75L"), ("weapon", "MMG"))
    ctx = game.context(GERMAN)
    assert [ctx.inside(place) for place in ("A20", "C22/1", "K30", "K31", "M22")] == [True, True, True, False, False]
    assert game.context(RUSSIAN).inside("C22") is False
    setting_up(game, GERMAN)
    with pytest.raises(Refused, match="K31 is not in your Perimeter Area"):
        game.order(GERMAN, "enter", **{"at:1": "K31"})
    game.order(GERMAN, "enter", **{"at:1": "K30", "at:2": "C22/1"})
    assert [counter.place for counter in game.room(GERMAN).counters] == ["K30", "C22/1"]


def test_12_2_Perimeter_Perimeter_Area_what_stood_outside_before_may_stay_and_without_a_drawing_nothing_is_reckoned():
    game = after().told(perimeters=both()).has(GERMAN, ("gun", "75L"), place="Z9")
    setting_up(game, GERMAN).order(GERMAN, "enter", **{"at:1": "Z9"})
    game = after().has(GERMAN, ("gun", "75L"))
    setting_up(game, GERMAN).order(GERMAN, "enter", **{"at:1": "Z9"})
    assert (game.room(GERMAN).counters[0].place, game.context(GERMAN).inside("Z9")) == ("Z9", None)


def setting_up(game: Game, side: str) -> Game:
    """The set-up of a side, who sets up first."""
    game.stands(f"setup_{side}_first", DateRecord(day="16"), fought(), DateRecord(day="18", first=side))
    return game.alone(side, "setup")


def test_12_2_Front_Line_Location_only_what_the_price_list_allows_is_laid_into_it():
    works = [("fortification", name) for name in ("Wire", "Pillbox 1+3+5", "Fortified Building Location")]
    game = after().told(perimeters=both(german=FAR, russian=SQUARE)).has(RUSSIAN, *works)
    setting_up(game, RUSSIAN)
    for key in ("at:1", "at:2"):
        with pytest.raises(Refused, match="C20 is a Front Line Location") as refusal:
            game.order(RUSSIAN, "enter", **{key: "C20"})
        assert refusal.value.field == key
    game.order(RUSSIAN, "enter", **{"at:1": "C22", "at:2": "C23 cover", "at:3": "C20"})
    assert [counter.place for counter in game.room(RUSSIAN).counters] == ["C22", "C23", "C20"]


def test_12_2_Isolated_Area_Isolated_Location_where_both_areas_overlap_nobody_sets_up_who_is_not_isolated():
    overlapping = both(german=SQUARE, russian="D18, M18, M30, D30")
    given = [("squad", "4-4-7"), ("fortification", "Pillbox 1+3+5"), ("fortification", "Trench")]
    game = after().told(perimeters=overlapping).has(RUSSIAN, *given, ("squad", "4-5-8", ("isolated",)))
    setting_up(game, RUSSIAN)
    for key in ("at:1", "at:2"):
        with pytest.raises(Refused, match="E22 lies in the enemy's Perimeter Area too"):
            game.order(RUSSIAN, "enter", **{key: "E22"})
    game.order(RUSSIAN, "enter", **{"at:1": "G22", "at:2": "G22", "at:3": "E22", "at:4": "E22"})
    assert [counter.place for counter in game.room(RUSSIAN).counters] == ["G22", "G22", "E22", "E22"]


def test_12_2_Front_Line_Location_a_reserve_keeps_six_hexes_from_the_enemys():
    reserve = ("squad", "4-4-7", ("in Reserve",))
    game = (
        after().told(perimeters=both(german="A20, K20, K25, A25", russian="M20, X20, X25, M25")).has(RUSSIAN, reserve)
    )
    setting_up(game, RUSSIAN)
    with pytest.raises(Refused, match="P22 is 5 hexes"):
        game.order(RUSSIAN, "enter", **{"at:1": "P22"})
    with pytest.raises(Refused, match="ground level"):
        game.order(RUSSIAN, "enter", **{"at:1": "Q22/1"})
    game.order(RUSSIAN, "enter", **{"at:1": "Q22"})
    assert game.room(RUSSIAN).counters[0].place == "Q22"


@pytest.mark.parametrize(("hex_", "drm"), [("C20", [2]), ("C21", [1]), ("C22", []), ("N20", [2]), ("K22", [])])
def test_12_2_Front_Line_Location_tells_how_an_obstacle_lies_that_is_to_be_removed(hex_: str, drm: list[int]):
    game = after().told(perimeters=both()).has(GERMAN, ("squad", "4-6-7"))
    game.stands("renewal", DateRecord(day="16"), fought(), DateRecord(day="18")).alone(GERMAN, "removal")
    wire = next(key for key, text in game.current(GERMAN).task.fields[0].options if "wire" in text.lower())
    with pytest.raises(Refused, match="only be said of a hex") as refusal:
        game.order(GERMAN, "enter", what1=wire, where1="drawn")
    assert refusal.value.field == "hex1"
    game.order(GERMAN, "enter", what1=wire, where1="drawn", hex1=hex_)
    (need,) = game.current(GERMAN).task.needs
    assert [modifier.value for modifier in need.modifiers] == drm


@pytest.mark.parametrize(("hexes", "drm"), [("C21, C20", [2]), ("C21, C22", [1]), ("C22,C23", []), ("c20", [2])])
def test_12_617_a_roadblock_lies_along_a_hexside_and_its_nearer_hex_counts(hexes: str, drm: list[int]):
    game = after().told(perimeters=both()).has(GERMAN, ("squad", "4-6-7"))
    game.stands("renewal", DateRecord(day="16"), fought(), DateRecord(day="18")).alone(GERMAN, "removal")
    for wrong in ("C20, C22", "C20, C21, C22", "C20, mill"):
        with pytest.raises(Refused, match="not two hexes side by side") as refusal:
            game.order(GERMAN, "enter", what1="roadblock", where1="drawn", hex1=wrong)
        assert (refusal.value.field, refusal.value.rule, bool(refusal.value.way_out)) == ("hex1", "12.617", True)
    game.order(GERMAN, "enter", what1="roadblock", where1="drawn", hex1=hexes)
    (need,) = game.current(GERMAN).task.needs
    assert [modifier.value for modifier in need.modifiers] == drm


def test_12_6151d_a_wreck_comes_in_from_where_the_drawn_perimeter_says():
    hulks = [("tank", "StuG IIIG", ("immobilized",))]
    game = after().told(perimeters=both()).has(GERMAN, *hulks, place="C22").has(GERMAN, *hulks, place="K22")
    game.has(GERMAN, *hulks)
    game.stands("renewal", DateRecord(day="16"), fought(), DateRecord(day="18")).alone(GERMAN, "recovery")
    ways = [[key for key, _ in field.options] for field in game.current(GERMAN).task.fields]
    assert ways == [["leave", "perimeter"], ["leave", "outside"], ["leave", "perimeter", "outside"]]


def test_12_6151d_and_12_2_Isolated_Location_a_lost_wreck_is_isolated_only_within_the_own_perimeter():
    game = after().told(perimeters=both())
    for place in ("C22", "K22", ""):
        game.has(GERMAN, ("tank", "StuG IIIG"), place=place, fate="eliminated")
    game.stands("renewal", DateRecord(day="16"), fought(), DateRecord(day="18")).alone(GERMAN, "recovery")
    ways = [[key for key, _ in field.options] for field in game.current(GERMAN).task.fields]
    assert ways == [["leave", "perimeter", "path"], ["leave", "outside"], ["leave", "perimeter", "outside", "path"]]


# Pockets ---------------------------------------------------------------------------------------


def area(game: Game, side: str, **said: Any) -> Any:
    """An area written down, with all that was asked before it answered."""
    if game.current(side).spec.key != "areas":
        game.alone(side, "areas")
    return game.order(side, "enter", **{"place": "K20", "type": "C", "sort": "pocket", **said})


def test_12_6066_a_unit_outside_the_lines_makes_a_pocket_but_smc_alone_do_not():
    game = lines(after().has(GERMAN, ("leader", "8-1"), ("weapon", "LMG"), ("squad", "4-6-7")), GERMAN, areas=1)
    with pytest.raises(Refused, match="no SMC") as refusal:
        area(game, GERMAN, n_1=1, n_2=1)
    assert refusal.value.rule == "12.6066"
    area(game, GERMAN, n_1=1, n_2=1, n_3=1)
    assert [(c.marks, c.place) for c in game.room(GERMAN).counters] == [(("isolated",), "K20")] * 3
    assert game.room(GERMAN).pending["areas"][0]["sort"] == "pocket"


def test_12_6066_smc_alone_may_be_where_both_areas_overlap():
    game = lines(after().has(GERMAN, ("leader", "8-1")), GERMAN, areas=1)
    area(game, GERMAN, n_1=1, sort="overlap", type="B")
    assert game.room(GERMAN).counters[0].marks == ("isolated",)


def test_12_2_Pocket_both_sides_know_which_areas_are_pockets_but_not_what_is_in_them():
    game = lines(after().has(GERMAN, *[("squad", "4-6-7")] * 3), GERMAN, areas=2)
    area(game, GERMAN, n_1=2)
    area(game, GERMAN, n_3=1, place="M5", type="D", sort="overlap")
    assert game.public.perimeters == {}
    events = game.alone(GERMAN, "escape").order(GERMAN, "enter")
    assert game.public.perimeters[GERMAN].areas == (
        RecordedArea("K20", "C", "pocket"),
        RecordedArea("M5", "D", "overlap"),
    )
    assert "4-6-7" not in str(data_of(events, "areas.told"))
    assert facts(game)["German Isolated Areas"] == "K20 (C, Pocket); M5 (D, in both Perimeter Areas)"


@pytest.mark.parametrize(("level", "name"), [("2", "K20/2"), ("2-3", "K20, level 2-3"), ("cellar", "K20, cellar")])
def test_12_6067_a_pocket_on_a_level_is_one_of_its_own_in_its_building(level: str, name: str):
    game = lines(after().has(RUSSIAN, *[("squad", "4-4-7")] * 2), RUSSIAN, areas=2)
    area(game, RUSSIAN, n_1=1)
    area(game, RUSSIAN, n_2=1, sort="level", level=level)
    assert [c.place for c in game.room(RUSSIAN).counters] == ["K20", name]
    game.alone(RUSSIAN, "escape").order(RUSSIAN, "enter")
    assert game.public.perimeters[RUSSIAN].areas[1] == RecordedArea(name, "C", "level")


@pytest.mark.parametrize(
    ("said", "wrong", "field"),
    [
        ({"sort": "level", "level": "1"}, "takes an MMC", "sort"),
        ({"sort": "level", "level": "", "n_1": 1}, "has a level", "level"),
        ({"sort": "pocket", "level": "1", "n_1": 1}, "has a level", "level"),
        ({"sort": "level", "level": "roof", "n_1": 1}, "cellar", "level"),
    ],
)
def test_12_6067_it_takes_an_mmc_on_a_level(said: dict[str, Any], wrong: str, field: str):
    game = lines(after().has(RUSSIAN, ("squad", "4-4-7"), ("tank", "T-34")), RUSSIAN, areas=1)
    with pytest.raises(Refused, match=wrong) as refusal:
        area(game, RUSSIAN, **{"n_2": 1, **said})
    assert refusal.value.field == field


def test_12_6068_a_pocket_with_a_friendly_map_edge_is_perimeter_area_like_others():
    game = lines(after().has(GERMAN, *[("squad", "4-6-7")] * 2), GERMAN, areas=2)
    area(game, GERMAN, n_1=1, edge="west")
    area(game, GERMAN, n_2=1, place="M5")
    assert [c.marks for c in game.room(GERMAN).counters] == [(), ("isolated",)]
    game.alone(GERMAN, "escape").order(GERMAN, "enter")
    assert [found.name for found in game.public.perimeters[GERMAN].areas] == ["M5"]


def test_12_6068_a_pocket_that_was_joined_is_not_proposed_again_with_its_counters():
    game = after().has(GERMAN, ("squad", "4-6-7", ("isolated",)), place="K20")
    game.has(GERMAN, ("squad", "4-4-7"))
    area(lines(game, GERMAN, areas=2), GERMAN, place="K20", n_1=1, edge="west")
    asked = {f.name: f.value for f in game.alone(GERMAN, "areas").current(GERMAN).task.fields}
    assert asked["place"] != "K20"
    assert {name: value for name, value in asked.items() if name.startswith("n_")} == {"n_2": 0}
    area(game, GERMAN, place="M5", n_2=1)
    assert [c.marks for c in game.room(GERMAN).counters] == [(), ("isolated",)]


def test_12_6068_without_another_area_the_map_is_cleared_and_nothing_is_isolated():
    game = after().has(GERMAN, ("squad", "4-6-7", ("isolated",)), place="K20")
    area(lines(game, GERMAN, areas=1), GERMAN, n_1=1, edge="north")
    (squad,) = game.room(GERMAN).counters
    assert (squad.marks, squad.place) == ((), "")
    game.alone(GERMAN, "mmc_roll")
    assert not {"escape", "clearing"} & set(game.room(GERMAN).done)


SOUTH_ALONE = {"edges": {RUSSIAN: ("south",), GERMAN: ("west", "north")}, "landings": {"LL17": Landing(control=GERMAN)}}


def test_12_6068_russians_with_the_south_edge_alone_are_isolated_and_have_to_write_it_down():
    game = lines(after().told(**SOUTH_ALONE).has(RUSSIAN, ("squad", "4-4-7")), RUSSIAN).alone(RUSSIAN, "map_facts")
    game.answer(RUSSIAN)
    task = game.alone(RUSSIAN, "areas").current(RUSSIAN).task
    assert any("leaves over that edge is lost" in line for line in task.lines)
    area(game, RUSSIAN, n_1=1, edge="south")
    assert game.room(RUSSIAN).counters[0].marks == ("isolated",)
    assert "lost" in facts(game)["South edge"]


@pytest.mark.parametrize(
    "way_in",
    [
        {"edges": {RUSSIAN: ("south", "north"), GERMAN: ()}},
        {"landings": {"LL17": Landing()}},
    ],
)
def test_12_6068_a_north_edge_hex_or_an_open_landing_keeps_them_from_that(way_in: dict[str, Any]):
    game = lines(after().told(**{**SOUTH_ALONE, **way_in}).has(RUSSIAN, ("squad", "4-4-7")), RUSSIAN, areas=1)
    area(game, RUSSIAN, n_1=1, edge="south")
    assert game.room(RUSSIAN).counters[0].marks == ()
    assert "South edge" not in facts(game)


def test_12_6068_an_interdicted_landing_is_no_way_in():
    closed = {**SOUTH_ALONE, "landings": {"LL17": Landing(interdicted=True)}}
    assert after().told(**closed).public.cut_off


def test_12_6068_an_edge_that_was_not_said_to_be_russian_is_refused():
    game = lines(after().told(**SOUTH_ALONE).has(RUSSIAN, ("squad", "4-4-7")), RUSSIAN, areas=1)
    with pytest.raises(Refused, match="no north edge hex is Russian"):
        area(game, RUSSIAN, n_1=1, edge="north")


def test_12_6076_lines_and_types_are_recorded_for_both_sides_and_drawn_anew_in_the_next_refit():
    game = drawn(after().has(GERMAN, ("squad", "4-6-7")), GERMAN, SQUARE, areas=1)
    area(game, GERMAN, n_1=1, type="D")
    game.alone(GERMAN, "escape").order(GERMAN, "enter", type_0="C")
    assert game.public.perimeters[GERMAN] == Perimeter(known(SQUARE).loops, (RecordedArea("K20", "C", "pocket"),))
    game.stands("aftermath", DateRecord(day="16"), fought())
    drawn(game, GERMAN, f"{SQUARE}; K20")
    assert game.public.perimeters[GERMAN] == known(f"{SQUARE}; K20")


def test_12_6065_whoever_starts_over_draws_other_lines():
    game = drawn(after().has(GERMAN, ("squad", "4-6-7")), GERMAN, SQUARE, areas=1)
    game.alone(GERMAN, "areas").order(GERMAN, "enter", again=True)
    drawn(game, GERMAN, FAR)
    assert game.public.perimeters[GERMAN] == known(FAR)
    assert hex_of("M20") in game.context(GERMAN).perimeter(GERMAN).front


@pytest.mark.parametrize(("was", "place", "wrong"), [
    ("K30", "K31", ""), ("K30", "C22", "C22"), ("E22", "F22", ""), ("E22", "B22", "B22"), ("the mill", "Z9", ""),
])  # fmt: skip
def test_12_6262_who_is_isolated_sets_up_in_his_area_as_far_as_the_lines_tell_of_it(was: str, place: str, wrong: str):
    perimeters = both(german=f"{SQUARE}; K30, K31", russian="D18, M18, M26, D26")
    game = after().told(perimeters=perimeters).has(GERMAN, ("squad", "4-6-7", ("isolated",)), place=was)
    setting_up(game, GERMAN)
    if wrong:
        with pytest.raises(Refused, match=f"{wrong} is not in its Isolated Area") as refusal:
            game.order(GERMAN, "enter", **{"at:1": place})
        assert (refusal.value.field, refusal.value.rule, bool(refusal.value.way_out)) == ("at:1", "12.6262", True)
    else:
        game.order(GERMAN, "enter", **{"at:1": place})
        assert game.room(GERMAN).counters[0].place == place


def test_12_6264_and_12_602_who_interdicts_a_landing_is_still_where_he_was_when_his_side_sets_up():
    game = after().has(GERMAN, ("squad", "4-6-7", ("interdicts a Landing",)), place="K20")
    game.has(GERMAN, ("squad", "4-6-8", ("interdicts a Landing",)))
    setting_up(game, GERMAN)
    with pytest.raises(Refused, match="stays at K20") as refusal:
        game.order(GERMAN, "enter", **{"at:1": "K21"})
    assert (refusal.value.field, refusal.value.rule, bool(refusal.value.way_out)) == ("at:1", "12.602", True)
    game.order(GERMAN, "enter", **{"at:2": "L22"})
    assert [counter.place for counter in game.room(GERMAN).counters] == ["K20", "L22"]


# 12.6217 Entry Codes -----------------------------------------------------------------------------


def bought(side: str, rg: str, way: str, day: str = "18") -> Game:
    """Three squads of a group bought for the map on this date, and one of before."""
    game = after().has(side, *[("squad", "4-4-7")] * 3, group=f"{day}-{rg}-1").has(side, ("squad", "4-4-7"))
    return game.put(side, groups=(Group(f"{day}-{rg}-1", rg, 2, 6, way=way),))


@pytest.mark.parametrize(("side", "rg", "wrong", "right"), [
    (RUSSIAN, "I2", "K45", "K46"), (GERMAN, "I1", "K19", "K20"), (GERMAN, "I5", "K21", "K20"),
    (GERMAN, "I6", "K19", "K20"),
])  # fmt: skip
@pytest.mark.parametrize("way", ["onboard", "reserve"])
def test_12_6217_who_is_bought_for_the_map_sets_up_in_the_hexes_of_his_entry_code(
    side: str, rg: str, wrong: str, right: str, way: str
):
    game = setting_up(bought(side, rg, way), side)
    with pytest.raises(Refused, match=f"{wrong} is none of the hexes numbered") as refusal:
        game.order(side, "enter", **{"at:1": wrong})
    assert (refusal.value.field, refusal.value.rule, bool(refusal.value.way_out)) == ("at:1", "12.6217", True)
    game.order(side, "enter", **{"at:1": right, "at:4": wrong})
    assert [counter.place for counter in game.room(side).counters] == [right, "", "", wrong]


@pytest.mark.parametrize(("rg", "way", "line"), [("I2", "", 2), ("I2", "onboard", 1), ("I9", "onboard", 2)])
def test_12_6217_who_enters_or_is_retained_or_has_another_code_is_free_of_them(rg: str, way: str, line: int):
    game = bought(RUSSIAN, rg, way)
    group = replace(game.room(RUSSIAN).groups[0], date=line)
    setting_up(game.put(RUSSIAN, groups=(group,)), RUSSIAN).order(RUSSIAN, "enter", **{"at:1": "K30"})
    assert game.room(RUSSIAN).counters[0].place == "K30"


# 12.6072 Pockets without units -----------------------------------------------------------------

POCKET = "C22"
"""A Russian Pocket of one hex, amid SQUARE."""


def pocket(kind: str, german: str = SQUARE, at: str = POCKET, sort: str = "pocket") -> dict[str, Perimeter]:
    """A Russian Pocket of a type, and the Perimeters of both sides."""
    russian = Perimeter(loops=known(f"{FAR}; {at}").loops, areas=(RecordedArea(at, kind, sort),))
    return {GERMAN: known(german), RUSSIAN: russian}


def may_set_up(perimeters: dict[str, Perimeter], side: str, place: str) -> bool:
    game = setting_up(after().told(perimeters=perimeters).has(side, ("squad", "4-6-7")), side)
    try:
        game.order(side, "enter", **{"at:1": place})
    except Refused:
        return False
    return True


@pytest.mark.parametrize(("kind", "german", "russian"), [
    ("A", True, False), ("B", True, False), ("C", False, False), ("D", False, False),
])  # fmt: skip
def test_12_6072_a_pocket_without_units_passes_to_whoever_holds_all_around_it(kind: str, german: bool, russian: bool):
    assert may_set_up(pocket(kind), GERMAN, POCKET) is german
    assert may_set_up(pocket(kind), RUSSIAN, POCKET) is russian
    game = after().told(perimeters=pocket(kind))
    assert game.context(RUSSIAN).lies("C23") == ("elsewhere" if german else "near")


def test_12_6072_where_both_hold_something_next_to_it_it_is_no_mans_land():
    german, at = "A20, K20, K25, A25", "L22"
    inside = [after().told(perimeters=pocket(kind, german, at)).context(RUSSIAN).inside(at) for kind in ("C", "A")]
    assert inside == [True, False]
    for side in (GERMAN, RUSSIAN):
        assert may_set_up(pocket("A", german, at), side, at) is False
    assert may_set_up(pocket("A", german, at), GERMAN, "K22") is True


def test_12_6072_no_mans_land_next_to_it_is_passed_over():
    assert may_set_up(pocket("A", "D20, F20, F25, D25"), GERMAN, POCKET) is True
    assert may_set_up(pocket("C", "D20, F20, F25, D25"), GERMAN, POCKET) is False


def test_12_6072_only_pockets_pass_and_only_where_it_is_known_which_loop_they_are():
    assert may_set_up(pocket("A", sort="overlap"), GERMAN, POCKET) is False
    named = pocket("A")
    named[RUSSIAN] = Perimeter(named[RUSSIAN].loops, (RecordedArea("the mill", "A", "pocket"),))
    assert may_set_up(named, GERMAN, POCKET) is False


def test_12_6072_both_sides_read_whose_the_pocket_is_now():
    shown = facts(after().told(perimeters=pocket("A")))
    assert shown["Russian Isolated Areas"] == "C22 (A, Pocket, German now)"
    shown = facts(after().told(perimeters=pocket("A", "A20, L20, L25, A25", "L22")))
    assert shown["Russian Isolated Areas"] == "L22 (A, Pocket, No Man's Land now)"


def test_12_6072_of_a_perimeter_that_was_but_a_pocket_and_is_left_nothing_is_reckoned():
    nothing = Perimeter(known("K20").loops, (RecordedArea("K20", "A", "pocket"),))
    game = after().told(perimeters={GERMAN: nothing, RUSSIAN: known(FAR)})
    ctx = game.context(GERMAN)
    assert (ctx.perimeter(GERMAN), ctx.inside("K20"), ctx.lies("K21")) == (None, None, "")


# what is in an area ---------------------------------------------------------------------------------


def test_12_6066_what_is_in_an_area_is_asked_by_kind_whatever_group_it_came_with_and_wherever_it_set_up():
    game = after().has(GERMAN, ("squad", "4-6-7"), place="K20", group="14-I1")
    game.has(GERMAN, ("squad", "4-6-7", ("hidden",)), place="L21", group="14-I2").has(GERMAN, ("leader", "8-1"))
    lines(game, GERMAN, areas=1).alone(GERMAN, "areas")
    asked = [(f.label, f.high) for f in game.current(GERMAN).task.fields if f.name.startswith("n_")]
    assert asked == [("4-6-7, of 2", 2), ("8-1, of 1", 1)]
    area(game, GERMAN, place="K21", n_1=2)
    squads = [c for c in game.room(GERMAN).counters if c.kind == "squad"]
    assert [(c.group, c.place) for c in squads] == [("14-I1", "K21"), ("14-I2", "K21")]
    assert all("isolated" in c.marks for c in squads)


def test_12_6066_what_can_not_have_moved_keeps_its_location_and_a_vehicle_its_platoon():
    stug = ("tank", "StuG IIIB", ("immobilized",))
    game = after().has(GERMAN, stug, place="K20", group="14-A1").has(GERMAN, stug, place="K21", group="14-A1")
    game.has(GERMAN, ("tank", "StuG IIIB"), group="14-A1").has(GERMAN, ("tank", "StuG IIIB"), group="14-A2")
    lines(game, GERMAN, areas=1).alone(GERMAN, "areas")
    asked = [f.label for f in game.current(GERMAN).task.fields if f.name.startswith("n_")]
    assert [label.partition("(")[2] for label in asked] == [
        "14-A1, immobilized, K20), of 1", "14-A1, immobilized, K21), of 1", "14-A1), of 1", "14-A2), of 1",
    ]  # fmt: skip


def test_12_6066_the_kinds_are_folded_by_their_sections_and_those_proposed_stand_above():
    game = after().has(GERMAN, ("weapon", "LMG"), ("squad", "4-6-7"))
    game.has(GERMAN, ("squad", "4-6-7", ("isolated",)), place="K20")
    lines(game, GERMAN, areas=1).alone(GERMAN, "areas")
    task = game.current(GERMAN).task
    assert [f.name for f in task.fields if f.name.startswith("n_")] == ["n_3", "n_2", "n_1"]
    groups = task.groups
    assert [(g.title, g.open, g.names) for g in groups] == [
        ("In the area, as proposed", True, ("n_3",)), ("Infantry", False, ("n_2",)), ("Weapons", False, ("n_1",)),
    ]  # fmt: skip
    game = lines(after().has(GERMAN, ("squad", "4-6-7"), ("weapon", "LMG")), GERMAN, areas=1).alone(GERMAN, "areas")
    assert [(g.title, g.open) for g in game.current(GERMAN).task.groups] == [("Infantry", True), ("Weapons", False)]
