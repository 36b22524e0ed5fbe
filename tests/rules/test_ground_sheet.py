"""Map sheets: what follows of them, and what is wrong with a bad one."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from rules.contract import Refused
from rules.engine.charts import Copy
from rules.ground.hexes import Hex, hex_of
from rules.ground.map_schema import as_text, map_schema, read_files, restore_map, sheet_of
from rules.ground.sheet import MapSheet

SCHEMA = map_schema({"red": "Red", "blue": "Blue"}, "12.2")
HEAD = """
[[map]]
columns = 7
odd_first = 1
odd_last = 6
even_first = 1
even_last = 6
lower = "even"
ground = "open"
strategic_along = "north south west shore"

[[terrain]]
key = "open"
name = "Open ground"

[[terrain]]
key = "stone"
name = "Stone building"
counts_as = "building stone strategic"

[[terrain]]
key = "river"
name = "River"
counts_as = "water"
"""
HEXES = """hex,terrain,levels,building,landing,label,lvp,entry,holder
B2,stone,2,1,,Mill,,,red
B3,stone,1,1,,,,,
D4,open,,,,,3,north_road south_road,blue
F3,stone,,7,F3,,,,
G1,river
G2,river
G3,river
G4,river,,7,F3,,,,
G5,river
G6,river
"""


def full(text: str) -> bytes:
    """Lines with as many cells as the heading."""
    head, *lines = text.strip().splitlines()
    cells = head.count(",")
    return "\n".join([head, *(line + "," * (cells - line.count(",")) for line in lines)]).encode()


def faults(hexes: str = HEXES, head: str = HEAD) -> list[tuple[str, int, str, str, str]]:
    content, found = read_files(SCHEMA, head.encode(), full(hexes))
    assert (content is None) == bool(found)
    return [(each.sheet, each.line, each.column, each.message, each.way_out) for each in found]


def copied(hexes: str = HEXES, head: str = HEAD) -> Copy:
    content, found = read_files(SCHEMA, head.encode(), full(hexes))
    assert content is not None, found
    return Copy("Toy map", 3, False, content)


def toy(hexes: str = HEXES, head: str = HEAD) -> MapSheet:
    return sheet_of(copied(hexes, head))


def names(hexes: object) -> str:
    return " ".join(sorted(map(str, hexes)))  # type: ignore[call-overload]


def at(name: str) -> Hex:
    found = hex_of(name)
    assert found
    return found


def test_a_sheet_says_what_each_hex_has():
    sheet = toy()
    assert (sheet.at(at("B2")).levels, sheet.at(at("B2")).label, sheet.terrain(at("B2")).stone) == (2, "Mill", True)
    assert sheet.at(at("A1")).terrain == "open"
    assert sheet.at(at("D4")).entry == ("north_road", "south_road")
    assert dict(sheet.holders) == {"B2": "red", "D4": "blue"}
    assert names(sheet.buildings["1"]) == "B2 B3"
    assert names(sheet.landings["F3"]) == "F3 G4"
    assert names(sheet.entries["south_road"]) == "D4"
    assert names(sheet.stone) == "B2 B3 F3"


def test_votg_12_2_strategic_are_buildings_shore_and_the_edges_that_say_so():
    sheet = toy()
    assert names(sheet.shore) == "F1 F2 F3 F4 F5 F6"
    assert sheet.strategic(at("B2"))
    assert sheet.strategic(at("A4"))  # the west edge
    assert sheet.strategic(at("F5"))  # shore
    assert not sheet.strategic(at("D4"))  # a Location Victory Point on open ground
    assert not sheet.strategic(at("C3"))
    assert not sheet.strategic(at("G1"))  # the water on the north edge
    assert not toy(head=HEAD.replace(" shore", "")).strategic(at("F5"))


def test_12_6063_the_rim_runs_once_round_the_land_along_edge_and_shore():
    (rim,) = toy().rims
    assert [str(each) for each in rim][:9] == ["A1", "B1", "C1", "D1", "E1", "F1", "F2", "F3", "F4"]
    assert len(rim) == len(set(rim)) == 20
    assert set(rim) == set(toy().map_edge | toy().shore)


def test_12_6063_land_that_the_water_cuts_has_a_rim_for_each_piece():
    river = "\n".join(f"D{n},river" for n in range(1, 7))
    sheet = toy(HEXES.replace("D4,open,,,,,3,north_road south_road,blue\n", "") + river)
    assert [len(rim) for rim in sheet.rims] == [14, 12]


def test_the_same_map_has_the_same_digest_whatever_it_is_called():
    assert toy().digest == sheet_of(replace(copied(), title="Other", version=9)).digest
    assert toy() == toy()
    assert toy() != toy(HEXES.replace("Mill", "Barn"))


def test_a_copy_comes_back_as_it_was():
    copy = copied()
    text = as_text(SCHEMA, copy)
    assert restore_map(SCHEMA, json.loads(text)) == copy
    assert as_text(SCHEMA, restore_map(SCHEMA, json.loads(text))) == text


@pytest.mark.parametrize(
    ("line", "column", "message", "way_out"),
    [
        ("H9,stone", "hex", "H9 is not on the map", "its corners are A1 and G6"),
        ("A7,stone", "hex", "A7 is not on the map", "corners"),
        ("AB3,stone", "hex", "does not fit", "in capitals"),
        ("K05,stone", "hex", "does not fit", "in capitals"),
        ("G2,river", "hex", "G2 stands in line 7 already", "Take one of the two lines out"),
        ("A5,swamp", "terrain", "no terrain swamp", "open, stone, river"),
        ("A5,open,2", "levels", "A5 has a level, but no building", "Leave the level out"),
        ("A5,stone,12", "levels", "12 is not between 0 and 9", "whole number"),
        ("A5,open,,4", "building", "A5 is part of a building, but has none", "terrain that counts as one"),
        ("E5,stone,,1", "building", "do not hang together: B2, B3, E5", "another number"),
        ("D2,stone,,,W", "landing", "not both on land and in the water: D2", "its piers the same landing"),
        ("A5,stone,,,,=cmd()", "label", "begins like a formula", "what it comes to"),
        ("A5,stone,,,,,,,green", "holder", "green", "red, blue"),
        ("A5,stone,,,,,,North", "entry", "does not fit", ""),
    ],
)
def test_a_bad_hex_is_told_with_its_place_the_reason_and_the_way_out(line, column, message, way_out):
    found = faults(HEXES + line)
    assert found, line
    assert found[0][2] == column
    assert found[0][0] == "hexes"
    assert found[0][1] in (2, 12)  # a building is told at its first hex
    assert message in found[0][3]
    assert way_out in found[0][4]


def test_two_rivers_in_a_hex_a_formula_and_a_hex_off_the_map_are_told_together():
    more = "A1,river\nA1,river\nZ9,river\nA2,lava\nA3,open,2\nA4,river,,,,=cmd\n"
    told = {(line, column) for _, line, column, _, _ in faults(HEXES + more)}
    first = len(HEXES.splitlines()) + 1
    assert told == {
        (first + 1, "hex"),
        (first + 2, "hex"),
        (first + 3, "terrain"),
        (first + 4, "levels"),
        (first + 5, "label"),
    }


def test_all_that_is_wrong_is_told_at_once():
    found = faults(HEXES + "A5,swamp\nZZ99,stone\nA6,open,1")
    assert [(line, column) for _, line, column, *_ in found] == [(12, "terrain"), (13, "hex"), (14, "levels")]


@pytest.mark.parametrize(
    ("old", "new", "column"),
    [
        ("columns = 7", "columns = 53", "columns"),
        ("odd_last = 6", "odd_last = 100", "odd_last"),
        ("odd_first = 1", "odd_first = 7", "odd_last"),
        ('ground = "open"', 'ground = "steppe"', "ground"),
        ('lower = "even"', 'lower = "both"', "lower"),
        ("strategic_along = ", "strategic_along = 'up' # ", "strategic_along"),
    ],
)
def test_a_bad_head_is_told_with_its_column(old, new, column):
    found = faults(head=HEAD.replace(old, new))
    assert (found[0][0], found[0][2]) == ("map", column)
    assert found[0][4]


@pytest.mark.parametrize("bad", [None, 7, "map", [], {}, {"sheets": {}}, {"sheets": {"hexes": "x" * 900_000}}])
def test_what_is_no_copy_of_a_map_is_refused(bad):
    with pytest.raises(Refused) as no:
        restore_map(SCHEMA, bad)
    assert no.value.field == "map"
    assert no.value.way_out


@pytest.mark.parametrize(("old", "new"), [("B2,stone", "ZZ99,stone"), ("hex,", "=hex,"), ("stone", '"sto')])
def test_a_copy_that_was_tampered_with_is_refused(old, new):
    text = as_text(SCHEMA, copied()).replace(old, json.dumps(new)[1:-1])
    with pytest.raises(Refused):
        restore_map(SCHEMA, json.loads(text))


def test_deep_and_endless_files_are_refused_before_they_are_read():
    deep = HEAD + "\nx = " + "[" * 5000 + "]" * 5000
    assert "brackets within brackets" in faults(head=deep)[0][3]
    long = HEXES + "A1,stone\n" * 6000
    assert "more than 5200 lines" in faults(long)[0][3]


def test_hexes_that_no_campaign_could_carry_are_refused():
    head = (
        HEAD.replace("columns = 7", "columns = 52")
        .replace("_last = 6", "_last = 99")
        .replace("_first = 1", "_first = 0")
    )
    names = [str(Hex(c, 2 * n + (c % 2 == 0))) for c in range(1, 53) for n in range(100)]
    lines = [f"{name},open,,,,{'x' * 40},7,{' '.join(['a' * 19] * 2)}," for name in names]
    found = faults("\n".join([HEXES.splitlines()[0], *lines]), head)
    assert "more than 400 kB" in found[0][3]
    assert found[0][4]
