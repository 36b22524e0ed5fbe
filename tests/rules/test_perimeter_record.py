"""12.6076, 7.5067: the Perimeter record has both lines and areas for both, units of its own side alone, else room."""

from __future__ import annotations

from typing import Any

import pytest

from rules.contract import State
from rules.features.documents import Sheet
from rules.ground.painting import perimeter_text
from tests.rules import test_oto2_on_the_map as oto2
from tests.rules import test_votg_on_the_map as votg
from tests.rules.test_votg_aftermath import after, lines

GERMAN, RUSSIAN = "german", "russian"
GAP = "J1-K20, M1-O20, L1-L9, L11-L20"
"""What the Russians hold around L10."""


def record(game: Any, side: str | None = None) -> Sheet:
    """The sheet, made with nothing but the rooms its readers may enter."""
    rooms = {side: game.state.sides[side]} if side else {}
    sheet: Sheet = game.system.sheets(State(game.public, rooms), side)["perimeter"]
    return sheet


def rows(sheet: Sheet, name: str) -> list[tuple[Any, ...]]:
    """What is recorded of a side, by how its block begins."""
    (found,) = [block.rows for block in sheet.tables[0].blocks if block.title.startswith(name)]
    return list(found)


def test_12_6076_what_nobody_has_recorded_is_left_to_be_written_in():
    blank = record(votg.on_map())
    for name in ("German", "Russian"):
        assert [row[1:] for row in rows(blank, name)] == [()] * 4
    assert blank.side == ""
    assert blank.on_map == {}


@pytest.mark.parametrize(("game", "on_map"), [("votg", votg), ("oto2", oto2)])
def test_12_6076_7_5067_a_line_drawn_on_the_map_stands_with_all_its_hexes_for_both(game: str, on_map: Any):
    table = on_map.on_map()
    if game == "votg":
        on_map.taken(table, GERMAN)
    else:
        assert rows(record(table), "German")[0] == ("Front Line",)
        on_map.proposed(table, GERMAN, mmc_at="P30, P31, Q30")
        table.order(GERMAN, "enter", **on_map.entries(table, GERMAN))
    sheet = record(table)
    front = rows(sheet, "German")[0]
    assert front[0] == "Front Line"
    assert front[1:] == ("", perimeter_text(table.public.perimeters[GERMAN].loops))
    assert front[2]
    assert rows(sheet, "German") == rows(record(table, RUSSIAN), "German")
    assert rows(sheet, "Russian")[0] == ("Front Line",), "the other side has recorded nothing yet"


def test_12_6076_a_perimeter_of_nothing_is_recorded_as_none():
    table = oto2.on_map()
    oto2.proposed(table, GERMAN)
    table.order(GERMAN, "enter", **oto2.entries(table, GERMAN))
    assert rows(record(table), "German")[0] == ("Front Line", "", "none")


def test_12_6066_12_607_pockets_and_areas_stand_with_their_types_and_whose_units_are_in_them():
    game = votg.on_map(russian=GAP).has(GERMAN, ("squad", "4-6-7"))
    votg.taken(game, GERMAN, **votg.CUT_OFF)
    asked = {each.name: each.value for each in game.alone(GERMAN, "areas").current(GERMAN).task.fields}
    game.order(GERMAN, "enter", **{**asked, "n_1": 1})
    game.alone(GERMAN, "escape").order(GERMAN, "enter")
    found = rows(record(game), "German")
    assert ("Pocket", "", "L10") in found
    ((what, kind, place, whose),) = [row for row in found if row[0].startswith("Isolated Area")]
    assert (what, kind, place, whose) == ("Isolated Area: Pocket", "C", "L10", "German")


def test_12_6064_markers_written_down_stand_in_turn():
    game = after()
    lines(game, GERMAN, line_1="A1, A5, C6, C2")
    assert rows(record(game), "German")[0] == ("Front Line", "", "A1, A5, C6, C2")


def test_12_607_which_units_are_isolated_stands_on_their_own_sides_record_alone():
    game = after().has(GERMAN, *[("squad", "4-6-7")] * 3)
    lines(game, GERMAN, areas=1).alone(GERMAN, "areas").order(GERMAN, "enter", place="K20", type="C", n_1=3)
    own = record(game, GERMAN)
    assert [row[:3] for block in own.tables[1].blocks for row in block.rows] == [("K20", 3, "4-6-7")]
    assert own.on_map == {"K20": "3"}
    assert len(record(game).tables) == 1
    assert "4-6-7" not in str(record(game, RUSSIAN))
    assert record(game, RUSSIAN).on_map == {}
