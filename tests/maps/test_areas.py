"""A map of areas: what is drawn and said of it, who sees it, and how it stands above a form that takes areas."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from campaigns.maps.area_drawing import ASIDE, cells
from campaigns.maps.area_figure import AreaFigure, area_figure_of
from rules import registry
from rules.areas.area_map import AreaBorder, AreaMap, AreaStack, MapArea
from rules.contract import State
from rules.systems.rts.frames import Operation, Retreat
from rules.systems.rts.system import SYSTEM
from tests.html_client import open_page
from tests.rules.rts_table import ARMY, AXIS, INFANTRY, LEADER, PANZER, SOVIET, Table
from tests.systems import people
from tests.systems.games import scripts

SIDES = {"red": "Red", "blue": "Blue"}
SMALL = AreaMap(
    title="A <small> map",
    areas=(
        MapArea("West", (0, 0), "red", ("city",), "2 : 1", (AreaStack("red", 3, "½1", "three of them"),), ("red", 4)),
        MapArea("Middle", (100, 0), "blue", ("mountain",), words=("Mountain",)),
        MapArea("East", (200, 0), "", ("depot",), stacks=(AreaStack("blue", 1, "", "an <army>", isolated=True),)),
        MapArea("O'Hara & Sons", (100, 100)),
    ),
    borders=(
        AreaBorder("West", "Middle", "river", divides=True),
        AreaBorder("Middle", "East"),
        AreaBorder("West", "East", "strait"),
    ),
    active="West",
    reach=frozenset({"West", "Middle"}),
    arrows=(("West", "Middle"),),
    legend={
        "river": "River",
        "lake": "Lake",
        "city": "City",
        "points": "Stores",
        "worth": "Worth",
        "isolated": "Cut off",
    },
    marks={"½": "at half strength", "!": "in disorder"},
)


def figure(**changes: object) -> AreaFigure:
    return AreaFigure(replace(SMALL, **changes), SIDES)  # type: ignore[arg-type]


# what is drawn ----------------------------------------------------------------------------------------------


def test_every_area_is_drawn_once_with_its_words_and_no_word_as_markup():
    drawn = figure().svg
    assert drawn.count('class="tap"') == len(SMALL.areas)
    assert "<title>A &lt;small&gt; map</title>" not in drawn, "it has a name, for the drawing to be called by it"
    assert '<title id="area-title">A &lt;small&gt; map</title>' in drawn
    assert "O&#x27;Hara &amp; Sons" in drawn
    assert "<army>" not in drawn
    assert "style=" not in drawn


def test_borders_look_as_they_are_and_where_there_is_none_is_a_wall():
    drawn = figure().svg
    assert drawn.count('class="border river"') == 1
    assert drawn.count('class="border divides"') == 1
    assert drawn.count('class="border apart strait"') == 1, "neighbours that the drawing parts"
    assert drawn.count('class="border wall"') == 3, "the last one touches all others, and borders on none"


def test_what_a_side_holds_is_told_by_its_hatch_and_its_units_by_their_shape():
    drawn = figure().svg
    assert drawn.count("url(#area-hatch-1)") == drawn.count("url(#area-hatch-2)") == 1
    assert drawn.count('class="fill-1" d="M-14 -12h28') == 1
    assert drawn.count('class="fill-2" d="M-14 0a14 14') == 1
    assert drawn.count("isolated-stack") == 1


def test_where_somebody_acts_and_how_far_that_reaches_is_drawn():
    drawn = figure().svg
    assert [drawn.count(f'class="{each}"') for each in ("active", "reach", "arrow")] == [1, 1, 1]
    calm = figure(active="", reach=frozenset(), arrows=()).svg
    assert [calm.count(f'class="{each}"') for each in ("active", "reach", "arrow")] == [0, 0, 0]


def test_an_arrow_lies_under_the_stacks_and_ends_beside_them():
    fought = MapArea("East", (200, 0), stacks=(AreaStack("blue", 1), AreaStack("red", 2)))
    areas = (MapArea("West", (0, 0)), MapArea("Middle", (100, 0)), fought)
    shown = figure(
        areas=areas, borders=(AreaBorder("West", "East"),), arrows=(("West", "East"),), active="", reach=frozenset()
    )
    places = cells(shown.map).points
    assert shown.svg.index('class="arrow"') < shown.svg.index('class="count"')
    arrow = re.search(r'class="arrow".*?d="M(\d+) \d+L(\d+) \d+"', shown.svg)
    assert arrow
    ends = [int(x) for x in arrow.groups()]
    assert ends == [places["West"][0] + ASIDE, places["East"][0] - ASIDE]


def test_an_arrow_between_areas_side_by_side_is_a_third_of_the_way():
    near = (MapArea("West", (0, 0)), MapArea("East", (10, 0)), MapArea("Far", (400, 300)))
    shown = figure(areas=near, borders=(), arrows=(("West", "East"),), active="", reach=frozenset())
    places = cells(shown.map).points
    arrow = re.search(r'class="arrow".*?d="M(\d+) \d+L(\d+) \d+"', shown.svg)
    assert arrow
    start, end = map(int, arrow.groups())
    assert places["West"][0] < start < end < places["East"][0]


def test_two_figures_fit_into_the_sign_of_points():
    shown = figure(areas=(MapArea("West", (0, 0), points=("red", 14)),), borders=(), arrows=(), reach=frozenset()).svg
    sign = re.search(r'd="M-(\d+) \d+l\d+-(\d+) \d+ \d+z"/><text class="count small" y="(\d+)"', shown)
    assert sign
    half, high, rest = map(int, sign.groups())
    assert 2 * half * (1 - 12 / high) > 16, "as wide as two figures of 12 pixels where they end above"
    assert rest == 52


def test_the_table_says_what_the_drawing_shows():
    rows = {row.name: row for row in figure().rows}
    assert list(rows) == sorted(rows)
    assert rows["West"].sentence == "West: Red; Red: three of them; Red: Stores 4"
    assert rows["Middle"].sentence == "Middle: Blue; Mountain"
    assert rows["East"].holder == "nobody"


def test_the_drawing_is_told_in_a_sentence():
    assert figure().sentence.startswith("Red: 1 area, 3 units; Blue: 1 area, 1 unit.")


def test_the_legend_has_what_is_there_and_nothing_else():
    assert dict(figure().legend) == {"river": "River", "city": "City", "points": "Stores", "isolated": "Cut off"}
    assert figure().marks == [("½", "at half strength")]
    assert figure().worth == "Worth"


def test_a_map_begins_where_something_moves_to_somebody_acts_or_the_sides_meet():
    assert figure().start == "Middle"
    assert figure(arrows=()).start == "West"
    assert figure(arrows=(), active="").start == "West"
    assert figure(arrows=(), active="", borders=()).start == ""


def test_a_map_without_areas_is_an_empty_drawing():
    assert figure(areas=(), borders=(), active="", reach=frozenset(), arrows=()).svg.endswith("</svg>")


# Roads to Stalingrad ----------------------------------------------------------------------------------------


def area(table: Table, name: str) -> MapArea:
    return next(each for each in SYSTEM.area_map(table.state).areas if each.name == name)


def test_c1_an_area_shows_its_holder_its_units_with_their_state_and_its_resource_points():
    table = Table().put("Belitsa", PANZER, LEADER).put("Belitsa", INFANTRY, depleted=True, disorganized=True)
    shown = area(table.points(AXIS, Belitsa=2), "Belitsa")
    assert (shown.holder, shown.worth, shown.points) == (AXIS, "2 : 2", (AXIS, 2))
    (stack,) = shown.stacks
    assert (stack.side, stack.number, stack.marks) == (AXIS, 2, "½1 !1 ★")
    assert "40. Infantry (Depleted, Disorganized)" in stack.words


def test_9_6_6_an_isolated_stack_is_marked_on_the_map():
    table = Table().put("Livna", ARMY).put("Voron", PANZER).put("Rossna", "GP2").put("Oskol", INFANTRY)
    assert not area(table, "Livna").stacks[0].isolated
    (stack,) = area(table.put("Belitsa", "GI2"), "Livna").stacks
    assert stack.isolated
    assert "(Isolated)" in stack.words


def test_5_2_3_the_map_shows_the_active_operation_and_its_reach():
    table = Table().operation(AXIS, "Belitsa")
    shown = SYSTEM.area_map(table.state)
    assert shown.active == "Belitsa"
    assert shown.reach == {*table.board.in_reach("Belitsa", AXIS)}
    assert SYSTEM.area_map(Table().state).reach == frozenset()


def test_9_6_3f_a_retreat_is_drawn_as_arrows_to_where_it_may_go():
    table = Table().put("Livna", PANZER).points(AXIS, Belitsa=1)
    table.frames(Operation(SOVIET, "Voron", 3), Retreat(AXIS, PANZER, "Voron"))
    assert SYSTEM.area_map(table.state).arrows == (("Livna", "Belitsa"),)


def test_5_2_5_the_units_that_may_act_are_grouped_by_area():
    table = Table().put("Belitsa", PANZER, INFANTRY).put("Oskol", "GP2").operation(AXIS, "Belitsa")
    task = SYSTEM.current(table.state.only([AXIS]), AXIS).task  # type: ignore[union-attr]
    assert {group.title: set(group.names) for group in task.groups} == {
        "Belitsa (2)": {f"unit-{PANZER}", f"unit-{INFANTRY}"},
        "Oskol (1)": {"unit-GP2"},
    }
    assert {field.name for field in task.fields if field.kind == "check"} == {n for g in task.groups for n in g.names}


# who sees it ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", [AXIS, SOVIET])
def test_the_map_needs_no_sides_room_and_what_is_in_one_changes_nothing(side: str):
    hands, maps = set(), list[AreaMap]()
    for play in scripts("rts").compared(side):
        hands.add(play.state.sides[side].hand)
        maps.append(SYSTEM.area_map(State(play.state.public, {})))
        assert SYSTEM.area_map(play.state) == maps[-1]
    assert len(hands) > 1
    assert all(each == maps[0] for each in maps)


@pytest.fixture
def seated(db: None) -> people.Table:
    """A game at the first operation of the Axis."""
    table = people.seated("rts")
    table.play(2)
    return table


READERS = (*(name for side in SYSTEM.sides for name in (side, f"adjutant-{side}")), *people.ONLOOKERS)


def svg_on(html: str) -> str:
    (found,) = re.findall(r'<svg class="map area-map".*?role="img".*?</svg>', html, re.DOTALL)
    return str(found)


def test_the_page_of_the_campaign_has_the_same_map_for_everybody_who_sits_there(seated: people.Table):
    pages = {name: seated.page(name, "campaign").html for name in READERS}
    drawings = {svg_on(html) for html in pages.values()}
    assert len(drawings) == 1
    for html in pages.values():
        assert html.count('<th scope="row" class="lead">') == 40
        assert "css/areas.css" in html
        assert "js/areas.js" in html


@pytest.mark.parametrize("name", people.OUTSIDERS)
def test_who_does_not_sit_there_finds_no_map(seated: people.Table, name: str):
    assert open_page(seated.browsers[name], seated.at("campaign")).status == 404


def test_a_step_that_takes_areas_has_the_map_above_it_with_what_a_tap_ticks(seated: people.Table):
    start = seated.page(AXIS).html
    assert "data-takes" in start
    assert 'data-ticks="' not in start
    seated.presses(AXIS)
    page = seated.page(AXIS).html
    assert page.index('class="map area-map"') < page.index('id="task-form"')
    ticked = re.findall(r'data-ticks="([^"]+)" data-names="([^"]+)"', page)
    assert ticked
    assert {name for _, names in ticked for name in names.split()} == set(re.findall(r'name="(unit-[^"]+)"', page))
    assert 'data-along="do" data-value="move"' in page
    assert page.count('<details class="ticks">') == len(ticked)


def test_who_waits_sees_the_map_and_no_tap_does_anything(seated: people.Table):
    seated.presses(AXIS)
    waiting = seated.page(SOVIET).html
    assert svg_on(waiting) == svg_on(seated.page(AXIS).html)
    assert "data-takes" not in waiting
    assert "data-ticks" not in waiting


def test_what_was_ticked_stands_open_after_a_refusal(seated: people.Table):
    seated.presses(AXIS)
    ready = seated.page(AXIS)
    (unit, *_) = re.findall(r'name="(unit-[^"]+)"', ready.html)
    refused = ready.press("enter", {"do": "move", "to": "", unit: "on"})
    assert refused.status == 422
    assert refused.html.count('<details class="ticks" open>') == 1


def test_a_game_without_areas_has_no_map_of_them():
    system = registry.get("oto2")
    assert area_figure_of(system, system.setup({})) is None
