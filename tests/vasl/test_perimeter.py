"""Perimeter counters of a saved game: what they close in is shown with markers that the step takes."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest

from rules import registry
from rules.asl.vasl.names import VaslFile
from rules.asl.vasl.perimeter import perimeters_in
from rules.asl.vasl.rows import VaslReport
from rules.features.saved_games import SavedPerimeter
from rules.ground.campaign_map import Ground, HasMap, ground_of
from rules.ground.hexes import Hex, beside, hex_of
from rules.ground.markers import MarkerRules, from_lines, ring
from rules.ground.painting import read
from tests.html_client import sent
from tests.maps.practice import practice_map
from tests.players import PlayedCampaign, start_played
from tests.vasl.test_pages import page_of

VASL = VaslFile(nations={"ge": "german"}, board={})


@pytest.fixture(scope="module")
def ground() -> Ground:
    system = registry.get("oto2")
    assert isinstance(system, HasMap)
    found = ground_of(system.maps, practice_map())
    assert found is not None
    return found


def fenced(ground: Ground, area: str, name: str = "Half-hex Blue perimeter") -> list[dict[str, Any]]:
    """A counter on each hexside around an area that is on the map on both of its sides."""
    inside = frozenset(read(area, ground.sheet.grid))
    return [
        {"kind": "terrain", "name": name, "hex": str(here), "beside": str(there)}
        for here in sorted(inside)
        for there in beside(here)
        if there in ground.sheet.grid and there not in inside
    ]


def units(*hexes: str) -> list[dict[str, str]]:
    return [{"kind": "squad", "name": "4-6-7", "hex": each} for each in hexes]


def lines_of(ground: Ground | None, walls: list[dict[str, Any]], **more: Any) -> tuple[SavedPerimeter, ...]:
    report = VaslReport.model_validate_json(json.dumps({"ground": walls, **more}))
    return perimeters_in(report, VASL, ground)


def looped(markers: Iterable[str]) -> set[Hex]:
    """The hexes of the loop that these lines of a form say, by the rules of Perimeter markers."""
    (loop,) = from_lines({f"line_{n}": text for n, text in enumerate(markers)}, MarkerRules("", "", ""), "even")
    return set(ring([place for name in loop.markers if (place := hex_of(name))]))


@pytest.mark.parametrize(
    "area", ["K20", "K20-K21", "K20-P28", "K20-K24, L19-L24, M19-M25", "A1-F9", "A1-QQ20", "B3, C3"]
)
def test_what_counters_close_in_has_its_units_and_its_markers(ground: Ground, area: str) -> None:
    hexes = read(area, ground.sheet.grid)
    own = units(str(hexes[0]), str(hexes[-1]))
    (line,) = lines_of(ground, fenced(ground, area), own=own, enemy=units("QQ59"))
    assert (line.name, line.longer) == ("Blue perimeter", 0)
    (found,) = line.areas
    assert set(read(found.hexes, ground.sheet.grid)) == set(hexes)
    assert (found.number, found.own) == (len(hexes), 2)
    edge = {each for each in hexes if any(other not in hexes for other in beside(each))}
    assert looped(found.markers) == edge


def test_the_largest_part_of_the_map_is_ones_own_where_ones_units_are(ground: Ground) -> None:
    (line,) = lines_of(ground, fenced(ground, "A1-QQ20"), own=units("K40"), enemy=units("K5"))
    (found,) = line.areas
    assert found.hexes.startswith("A21")


def test_areas_of_the_others_and_the_rest_of_the_map_are_not_told(ground: Ground) -> None:
    (line,) = lines_of(ground, fenced(ground, "K20-L21"), own=units("A1"), enemy=units("K20"))
    assert line.areas == ()
    (line,) = lines_of(ground, fenced(ground, "A1-B9"), own=units("A1", "K20", "K21"))
    assert [area.own for area in line.areas] == [1]
    (line,) = lines_of(ground, fenced(ground, "K20-L21"), enemy=units("K20", "A1"))
    assert line.areas == ()


@pytest.mark.parametrize("area", ["K20-K24, L22", "K20-M20, K21, M21, K22-M22", "K20-K22, M20-M22, L21"])
def test_what_no_loop_says_has_no_markers(ground: Ground, area: str) -> None:
    (line,) = lines_of(ground, fenced(ground, area), own=units("K20"))
    assert next(each for each in line.areas if each.own).markers == ()


def test_a_line_with_a_gap_closes_nothing_and_longer_counters_are_counted(ground: Ground) -> None:
    walls = [*fenced(ground, "K20-L21")[1:], *fenced(ground, "K20", "6-hex Blue perimeter")]
    (line,) = lines_of(ground, walls, own=units("K20"))
    assert (line.pieces, line.longer, line.areas) == (len(fenced(ground, "K20-L21")) - 1, 6, ())


def test_colours_are_lines_of_their_own(ground: Ground) -> None:
    both = [*fenced(ground, "K20"), *fenced(ground, "P20-Q21", "Half-hex Axis Perimeter")]
    assert [(line.name, len(line.areas)) for line in lines_of(ground, both)] == [
        ("Blue perimeter", 1),
        ("Axis Perimeter", 1),
    ]


def test_without_a_map_or_on_another_board_nothing_is_told(ground: Ground) -> None:
    known = VaslFile(nations={}, board={})
    report = VaslReport.model_validate_json(json.dumps({"ground": fenced(ground, "K20"), "boards": ["a", "b"]}))
    assert perimeters_in(report, known, ground) == ()
    assert lines_of(None, fenced(ground, "K20")) == ()


@pytest.mark.django_db
def test_the_page_shows_them_beside_the_figures_of_the_save(ground: Ground) -> None:
    table: PlayedCampaign = start_played(map=practice_map())
    table.play_until("hans", "play")
    saved = {
        "ground": fenced(ground, "K20-M22"),
        "own": [*units("K20", "L21"), {"kind": "squad", "name": "4-6-7", "lost": True}],
        "hints": {"Turn": "5", "SAN and ELR": "3 4 4 3 ? ?", "OBA 1": "8 2", "Axis CVP": "12"},
    }
    page = sent(page_of(table, "hans"), "read", save=json.dumps(saved))
    assert "9 hexes, 2 of your units: K20-M22 Its markers: K20, L20, M20, M22, L22, K22" in page.text
    assert "SAN and ELR of both sides, in VASL's own order 3 4 4 3 ? ?" in page.text
    assert "Draw pile 1 of your artillery in VASL: black, red 8 2" in page.text
    assert "In the Casualties window: yours, theirs 1, 0" in page.text
    assert "CVP of the Axis in VASL 12" in page.text
    assert "Your SAN and ELR, recorded here" in page.text
