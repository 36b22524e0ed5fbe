"""The drawing of a map: few elements, outlines that close, nothing the content policy forbids, both sides apart."""

from __future__ import annotations

import re
from functools import cache
from xml.etree import ElementTree

import pytest

from campaigns.maps import drawing
from campaigns.maps.drawing import DrawnStack, Layers, look_of, svg
from campaigns.maps.outlines import Hexside, Layout, rim
from rules import registry
from rules.ground.campaign_map import DrawnArea, Ground, HasMap
from rules.ground.hexes import Hex, HexGrid, Lower
from rules.ground.sheet import MapSheet, Terrain
from tests.maps.practice import practice_map

GRID = HexGrid(41, (1, 50), (0, 49))
SIDES = ("german", "russian")
STEP = re.compile(r"([Ml])(-?\d+)[ ]?(-?\d+)|(z)")


@cache
def sheet() -> MapSheet:
    system = registry.get("votg")
    assert isinstance(system, HasMap)
    ground = system.ground(system.setup({"map": practice_map("votg")}))
    assert isinstance(ground, Ground)
    return ground.sheet


def layers() -> Layers:
    hexes = sheet().grid.hexes
    left = frozenset(place for place in hexes if place.column < 20)
    right = frozenset(place for place in hexes if place.column > 20)
    pocket = frozenset(place for place in right if place.column == 30 and 40 < place.down < 50)
    return Layers(
        SIDES,
        {"german": left | pocket, "russian": right - pocket},
        disputed=frozenset(hexes[:3]),
        isolated=[DrawnArea("german", "C", pocket)],
        stacks=[DrawnStack(min(pocket), "german", "2"), DrawnStack(hexes[-1], "russian", "12")],
    )


def walked(path: str) -> list[list[tuple[int, int]]]:
    """The points of each line of a path."""
    lines: list[list[tuple[int, int]]] = []
    for kind, across, down, end in STEP.findall(path):
        if kind == "M":
            lines.append([(int(across), int(down))])
        elif kind == "l":
            x, y = lines[-1][-1]
            lines[-1].append((x + int(across), y + int(down)))
        elif end:
            lines[-1].append(lines[-1][0])
    return lines


@pytest.mark.parametrize("lower", ["even", "odd"])
def test_the_middle_of_each_hex_is_found_again_and_no_other(lower: Lower) -> None:
    layout = Layout(HexGrid(41, (1, 50), (0, 49), lower))
    assert all(layout.hex_at(*layout.centre(place)) == place for place in layout.grid)
    assert layout.hex_at(0, 0) is None
    assert layout.hex_at(layout.width + 50, 100) is None


def test_hexes_next_to_each_other_share_their_hexside() -> None:
    layout = Layout(GRID)
    for number in range(6):
        side = Hexside(Hex(5, 20), number)
        back = next(each for each in rim([side.beyond]) if each.beyond == side.hex)
        assert set(layout.ends(side)) == set(layout.ends(back))


def test_an_outline_closes_and_has_its_holes() -> None:
    ring = {side.beyond for side in rim([Hex(5, 20)])}
    lines = walked(Layout(GRID).outline(ring))
    assert len(lines) == 2
    assert all(line[0] == line[-1] for line in lines)
    assert sorted(len(line) - 1 for line in lines) == [6, 18]


def test_lines_run_as_far_as_they_can() -> None:
    layout = Layout(GRID)
    some = rim([place for place in GRID if place.column < 5])
    lines = walked(layout.lines(some))
    assert len(lines) == 1
    assert len(lines[0]) - 1 == len(some)


def test_the_whole_map_is_a_few_elements_whole_numbers_and_nothing_the_policy_forbids() -> None:
    drawn = svg(sheet(), layers())
    root = ElementTree.fromstring(drawn)
    assert len(list(root.iter())) < 70
    assert not re.search(r"style=|<style|<script|on\w+=|href=\"[^#]|url\([^#]|<pattern|<image|foreignObject", drawn)
    assert all(re.fullmatch(r"[-MmlhvaZz0-9 ]*", path.get("d", "")) for path in root.iter("path"))


def test_the_names_of_its_parts_are_unique_even_beside_a_small_one() -> None:
    both = svg(sheet(), layers()) + svg(sheet(), layers(), small=True)
    names = re.findall(r' id="([^"]+)"', both)
    assert len(names) == len(set(names))
    assert set(re.findall(r"#([ms]c?\d)", both)) <= set(names)


def test_the_sides_differ_without_colour() -> None:
    drawn = svg(sheet(), layers())
    fronts = re.search(r'<g class="front".*?</g>', drawn)
    assert fronts
    dashed = [bool(re.search("dasharray", path)) for path in re.findall(r"<path[^>]*>", fronts[0])]
    assert dashed == [False, True]
    hatches = re.search(r'<g class="control".*?</g>', drawn)
    assert hatches
    level, slanting, *_ = re.findall(r' d="([^"]*)"', hatches[0])
    assert set(re.sub(r"[\d ]", "", level)) == {"M", "h"}
    assert set(re.sub(r"[\d -]", "", slanting)) == {"M", "l"}


def test_a_front_runs_where_the_ground_of_a_side_ends_on_the_map_and_not_along_its_edge() -> None:
    own = Layers(SIDES, {"german": frozenset(place for place in GRID if place.column < 5)})
    assert {side.hex.column for side in drawing.front(own, "german", GRID.hexes)} == {4}
    everything = Layers(SIDES, {"german": frozenset(GRID)})
    assert list(drawing.front(everything, "german", GRID.hexes)) == []
    assert drawing.front(own, "russian", GRID.hexes) == []


def test_no_front_runs_along_water_that_nobody_holds() -> None:
    shore = min(sheet().shore)
    own = Layers(SIDES, {"german": frozenset({shore})})
    beyond = {side.beyond for side in drawing.front(own, "german", sheet().land)}
    assert beyond
    assert not beyond & sheet().water
    both = Layers(SIDES, {"german": frozenset({shore}), "russian": sheet().water})
    assert {side.beyond for side in drawing.front(both, "german", sheet().land)} & sheet().water


def test_a_file_of_its_own_has_size_namespace_and_an_escaped_title() -> None:
    drawn = svg(sheet(), layers(), "<b>&", alone=True)
    root = ElementTree.fromstring(drawn)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert (root.get("width"), root[0].text) == (str(2 * Layout(sheet().grid).width), "<b>&")


def test_marks_are_escaped() -> None:
    drawn = svg(sheet(), Layers(SIDES, stacks=[DrawnStack(Hex(3, 10), "german", "<&")]))
    assert "&lt;&amp;" in drawn


@pytest.mark.parametrize(
    ("terrain", "look"),
    [
        (Terrain("woods", "Woods"), "woods"),
        (Terrain("grain_road", "Road"), "grain"),
        (Terrain("fabrik", "Factory", building=True, stone=True), "stone"),
        (Terrain("izba", "Hut", building=True), "wooden"),
        (Terrain("dnepr", "Dnepr", water=True), "water"),
        (Terrain("moor", "Moor"), "other"),
    ],
)
def test_a_terrain_without_looks_of_its_own_is_drawn_by_what_it_counts_as(terrain: Terrain, look: str) -> None:
    assert look_of(terrain) == look


def test_every_look_is_known_to_the_style_sheet() -> None:
    from pathlib import Path

    css = (Path(__file__).parents[2] / "static" / "css" / "map.css").read_text()
    assert [look for look in drawing.FILLS if not re.search(rf"\.{look}\b", css)] == []


def test_no_two_looks_but_the_rivers_and_seas_are_drawn_alike() -> None:
    from pathlib import Path

    css = (Path(__file__).parents[2] / "static" / "css" / "map.css").read_text()
    tokens = {
        look: next(
            token for names, token in re.findall(r"\.map ([^{}]*) \{ fill: (var[^;]*);", css) if f".{look}" in names
        )
        for look in drawing.FILLS
    }
    for colour in (drawing.FILLS, tokens):
        seen = [(colour[look], drawing.SIGNS.get(look, "")) for look in drawing.FILLS]
        assert len(set(seen)) == len(seen)


def test_a_sign_stands_in_the_hexes_of_a_terrain_that_shares_its_colour_with_another_of_the_map() -> None:
    assert drawing.signs(["gully", "rail"]) == {}
    assert drawing.signs(["gully", "shellholes", "rail"]) == {"shellholes": drawing.SIGNS["shellholes"]}
    system = registry.get("oto2")
    assert isinstance(system, HasMap)
    ground = system.ground(system.setup({"map": practice_map("oto2")}))
    assert isinstance(ground, Ground)
    orsha = ground.sheet
    drawn = re.search(r'<path class="signs".*?d="(.*?)"', svg(orsha, Layers(SIDES)))
    assert drawn
    there = {drawing.look_of(orsha.terrains[facts.terrain]) for facts in orsha.facts.values()}
    assert {"gully", "shellholes", "road", "rail"} <= there
    railway = [place for place, facts in orsha.facts.items() if facts.terrain == "rail"]
    assert drawn[1].count(drawing.SIGNS["rail"]) == len(railway)


def test_the_terrains_of_a_map_are_told_by_what_they_look_like_and_no_others() -> None:
    shown = drawing.terrains(sheet())
    assert {look: [terrain.key for terrain in found] for look, found in shown.items()} == {
        look: [look] for look in ("river", "gully", "rail", "rubble", "stone", "wooden", "pier")
    }
    drawn = re.search(r'<g class="terrain">(.*?)</g>', svg(sheet(), layers()))
    assert drawn
    assert re.findall(r'class="(\w+)"', drawn[1]) == list(shown), "no colour is that of another one here"


def test_location_victory_points_stand_in_rings_where_there_are_some() -> None:
    system = registry.get("oto2")
    assert isinstance(system, HasMap)
    ground = system.ground(system.setup({"map": practice_map("oto2")}))
    assert isinstance(ground, Ground)
    orsha = ground.sheet
    worth = {place: facts.lvp for place, facts in orsha.facts.items() if facts.lvp}
    drawn = svg(orsha, Layers(SIDES))
    found = re.search(r'<g class="worth".*?</g>', drawn)
    assert found
    layout, rings = Layout(orsha.grid), re.findall(r"M(\d+) (\d+)m-4 0", found[0])
    assert {(int(x), int(y)) for x, y in rings} == {layout.centre(place) for place in worth}
    assert sum(map(int, re.sub("<.*?>", "", found[0]))) == sum(worth.values())
    assert 'class="worth"' not in svg(orsha, Layers(SIDES), small=True)
    assert 'class="worth"' not in svg(sheet(), layers())


def test_no_look_goes_by_the_name_of_a_part_of_the_page_that_is_hidden() -> None:
    from pathlib import Path

    sheets = "".join(file.read_text() for file in (Path(__file__).parents[2] / "static" / "css").glob("*.css"))
    hidden = {each.strip() for rule in re.findall(r"([^{}]+)\{[^{}]*display: none", sheets) for each in rule.split(",")}
    assert ".top" in hidden
    assert not hidden & {f".{look}" for look in drawing.FILLS}
