"""Charts that an owner types in: cells, sheets, files, and copies of them."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.contract import Refused
from rules.engine.chart_files import BadFile, decoded, read_csv, read_toml, write_csv, write_toml
from rules.engine.charts import ChartColumn, Checked, Copy, GridRow, Unreadable, check, grid_of, in_words, restore
from tests.toys.ships import SHIPS, schema


def ship(n: int = 1, **cells: str) -> GridRow:
    return GridRow(n, {"id": "A1", "name": "Ark", "price": "7"} | cells)


def looked(*ships: GridRow, ports: tuple[GridRow, ...] = ()) -> Checked:
    return check(schema(), {"ships": ships, "ports": ports})


def faults(*ships: GridRow) -> list[tuple[int, str]]:
    return [(fault.line, fault.column) for fault in looked(*ships).faults]


@pytest.mark.parametrize(
    ("column", "text", "value"),
    [
        ("price", " 7 ", 7),
        ("price", "7,0", 7),
        ("price", "7.00", 7),
        ("price", "+7", 7),
        ("price", "\u00a07", 7),
        ("hulls", "10^2", [10, 2]),
        ("hulls", "10²", [10, 2]),
        ("hulls", "10", [10, 0]),
        ("flag", "RED", "red"),
        ("flag", "red fleet", "red"),
        ("rig", "oars, sail", ["sail", "oars"]),
        ("guns", "Long 9*2; Mortar", [["Long 9", 2], ["Mortar", 0]]),
        ("guns", "76* ART*2", [["76* ART", 2]]),
        ("name", "", None),
    ],
)
def test_a_cell_reads_as_what_it_says(column: str, text: str, value: Any) -> None:
    found = SHIPS.column(column)
    assert found is not None
    if value is None:
        with pytest.raises(Unreadable):
            found.read(text)
    else:
        assert found.read(text) == value
        assert found.read(found.write(value)) == value


@pytest.mark.parametrize(
    ("column", "text"),
    [
        ("price", "-1"),
        ("price", "51"),
        ("price", "7,5"),
        ("price", "1.000"),
        ("price", "seven"),
        ("price", "=7"),
        ("price", "٧"),
        ("price", "9" * 5000),
        ("hulls", "21^2"),
        ("hulls", "^2"),
        ("name", "=HYPERLINK(1)"),
        ("name", "+1"),
        ("name", "@SUM(A1)"),
        ("name", "-2+3"),
        ("name", "＝1"),
        ("name", "a\x07b"),
        ("name", "a\x00b"),
        ("name", "x" * 21),
        ("id", "A10"),
        ("flag", "green"),
        ("rig", "sail steam"),
        ("guns", "*2"),
        ("guns", "Long*10"),
        ("guns", "Long*2; =1"),
    ],
)
def test_a_cell_that_does_not_fit_is_named(column: str, text: str) -> None:
    assert faults(ship(3, **{column: text})) == [(3, column)]
    assert all(fault.message and fault.way_out for fault in looked(ship(3, **{column: text})).faults)


def test_all_faults_come_at_once_and_blank_lines_count_for_nothing() -> None:
    wrong = looked(ship(1, price="-1", flag="x"), GridRow(2, {"id": " "}), ship(3, id="A2", name=""))
    assert [(fault.line, fault.column) for fault in wrong.faults] == [(1, "price"), (1, "flag"), (3, "name")]
    assert wrong.content is None


def test_a_line_that_stands_twice_names_both() -> None:
    twice = looked(ship(4), ship(9, name="Other"))
    assert [(fault.line, fault.column) for fault in twice.faults] == [(9, "id")]
    assert "line 4" in twice.faults[0].message


def test_faults_come_line_by_line_whatever_found_them() -> None:
    wrong = [ship(1), ship(2, name="Other"), ship(3, id="A2", price="-1"), ship(4, id="A2"), ship(5, id="A3", flag="x")]
    assert [line for line, _ in faults(*wrong)] == [2, 3, 4, 5]


def test_too_few_and_too_many_lines_are_faults_of_the_sheet() -> None:
    assert faults() == [(0, "")]
    assert faults(*(ship(n, id=f"A{n}") for n in range(1, 7))) == [(0, "")]


def test_a_game_adds_what_does_not_fit_within_and_between_lines() -> None:
    assert faults(ship(2, flag="red", price="11")) == [(2, "price")]
    lost = looked(ship(), ports=(GridRow(5, {"ship": "A1"}), GridRow(6, {"ship": "B2"})))
    assert [(fault.sheet, fault.line, fault.column) for fault in lost.faults] == [("ports", 6, "ship")]
    assert in_words(schema(), lost.faults[0], "my.csv") == "my.csv, line 6, column Ship: no such ship."


CSV = "id,name,price,hulls,flag,rig,guns\r\nA1,Ark,7,10^2,red,oars,Long*2; Short*1\r\n\r\n,,,,,,\r\nA2,Bark,3,,,,\r\n"


@pytest.mark.parametrize(
    "data",
    [
        CSV.encode(),
        CSV.encode("utf-8-sig"),
        CSV.encode("utf-16"),
        CSV.replace(";", "|")
        .replace(",", ";")
        .replace("|", ";")
        .replace("Long*2; Short*1", '"Long*2; Short*1"')
        .encode(),
        CSV.replace(",", "\t").encode(),
        CSV.replace("\r\n", "\n").encode(),
        CSV.replace("id,name", '"ID","NAME"').encode(),
        b"sep=,\r\n" + CSV.encode(),
        CSV.replace(",7,", ',"7,0",').encode(),
    ],
    ids=["commas", "bom", "utf16", "semicolons", "tabs", "unix", "labels", "sep", "decimal comma"],
)
def test_what_spreadsheets_write_reads_alike(data: bytes) -> None:
    found = looked(*read_csv(SHIPS, data))
    assert found.faults == ()
    assert found.content == looked(*read_csv(SHIPS, CSV.encode())).content
    assert found.content is not None
    assert [row["id"] for row in found.content["ships"]] == ["A1", "A2"]


def test_lines_have_the_numbers_of_the_file() -> None:
    assert [line.number for line in read_csv(SHIPS, CSV.encode())] == [2, 5]
    assert [line.number for line in read_csv(SHIPS, b"sep=,\n" + CSV.encode())] == [3, 6]
    over_two = b'id,name,price\nA1,"two\nlines",7\nA2,x,7\n'
    assert [line.number for line in read_csv(SHIPS, over_two)] == [3, 4]


@pytest.mark.parametrize(
    ("data", "line", "words"),
    [
        (CSV.replace("Bark", "Bärk").encode("cp1252"), 5, "UTF-8"),
        (b"PK\x03\x04rest", 0, "spreadsheet"),
        (b"id,name,price\nA1,\x00,7\n", 2, "character"),
        (b"", 1, "not there"),
        (b"id,name\nA1,Ark\n", 1, "not there"),
        (b"id,name,price,wings\nA1,Ark,7,2\n", 1, "no such column"),
        (b"id,id,name,price\nA1,A1,Ark,7\n", 1, "twice"),
        (b"id,name,price\nA1,Ark\n", 2, "2 cells"),
        (b"id,name,price\nA1,Ark,7,8\n", 2, "4 cells"),
        (b'id,name,price\nA1,"Ark"x,7\n', 2, "quotation"),
        (b"id,name,price\n" + b"A1,Ark,7\n" * 9, 7, "more than 5"),
        (b"\xff\xfea", 1, "UTF-8"),
    ],
)
def test_a_file_of_which_nothing_can_be_taken_names_its_line(data: bytes, line: int, words: str) -> None:
    with pytest.raises(BadFile) as wrong:
        read_csv(SHIPS, data)
    assert wrong.value.faults[0].line == line
    assert words in wrong.value.faults[0].message
    assert all(fault.way_out for fault in wrong.value.faults)


def test_a_csv_that_goes_out_comes_in_again() -> None:
    content = looked(*read_csv(SHIPS, CSV.encode())).content
    assert content is not None
    out = write_csv(SHIPS, grid_of(schema(), content)["ships"])
    assert looked(*read_csv(SHIPS, out.encode())).content == content
    assert read_csv(SHIPS, write_csv(SHIPS, ()).encode()) == ()


TOML = '# mine\n[[ships]]\nid = "A1"\nname = "Ark"\nprice = 7\n\n[[ships]]\nid = "A2"\nprice = -3\nname = "B"\n'


def test_a_toml_names_the_line_of_a_cell() -> None:
    wrong = check(schema(), read_toml(schema(), TOML.encode()))
    assert [(fault.line, fault.column) for fault in wrong.faults] == [(7, "price")]


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"a = = 1", 1),
        (b"x = " + b"[" * 9000, 1),
        (b"x = " + b"9" * 6000, 1),
        (b"[[boats]]\nid = 1", 1),
        (b"ships = 3", 0),
        (b"[[ships]]\nid = 'A1'\nwings = 2", 3),
        (b"[[ships]]\nid = 'A1'\nprice = true", 3),
        (b"[[ships]]\nid = ['A1']", 2),
        (b"[[ships]]\n" * 6, 6),
    ],
)
def test_a_toml_of_which_nothing_can_be_taken_names_its_line(data: bytes, line: int) -> None:
    with pytest.raises(BadFile) as wrong:
        read_toml(schema(), data)
    assert wrong.value.faults[0].line == line


def test_a_toml_that_goes_out_comes_in_again_and_the_template_is_empty() -> None:
    content = looked(*read_csv(SHIPS, CSV.encode())).content
    assert content is not None
    assert check(schema(), read_toml(schema(), write_toml(schema(), content).encode())).content == content
    assert read_toml(schema(), write_toml(schema(), None).encode()) == {}


@settings(max_examples=25, deadline=None)  # a busy machine may take its time
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    for read in (lambda: read_csv(SHIPS, data), lambda: read_toml(schema(), data), lambda: decoded(data)):
        with contextlib.suppress(BadFile):
            assert read() is not None


@settings(max_examples=25, deadline=None)  # a busy machine may take its time
@given(st.text(max_size=30), st.sampled_from(SHIPS.columns))
def test_what_a_cell_takes_goes_out_and_comes_in_unchanged_and_never_as_a_formula(
    text: str, column: ChartColumn
) -> None:
    line = ship(1, **{column.key: text})
    content = looked(line).content
    if content is None:
        return
    out = write_csv(SHIPS, grid_of(schema(), content)["ships"])
    assert looked(*read_csv(SHIPS, out.encode())).content == content
    assert check(schema(), read_toml(schema(), write_toml(schema(), content).encode())).content == content
    written = grid_of(schema(), content)["ships"][0].cells
    assert not any(cell.lstrip().startswith(("=", "+", "@", "-")) for cell in written.values())


def test_a_copy_comes_back_as_it_was() -> None:
    content = looked(ship()).content
    assert content is not None
    copy = Copy("Mine", 3, False, content)
    assert restore(schema(), copy.as_json()) == copy


@settings(max_examples=25, deadline=None)  # a busy machine may take its time
@given(
    st.recursive(
        st.none() | st.integers() | st.text() | st.booleans(),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(
                st.sampled_from(["title", "version", "practice", "sheets", "ships", "ports", "id"]), inner
            )
        ),
    )
)
def test_any_copy_is_taken_or_refused(copy: Any) -> None:
    with pytest.raises(Refused):
        restore(schema(), copy)


@pytest.mark.parametrize(
    "cells",
    [{"price": -1}, {"price": [1]}, {"name": "=1"}, {"guns": [["a"]]}, {"hulls": 3}, {"price": 10**9}, {"id": None}],
)
def test_a_copy_that_was_tampered_with_is_refused(cells: dict[str, Any]) -> None:
    content = looked(ship()).content
    assert content is not None
    changed = {**content, "ships": ({**content["ships"][0], **cells},)}
    with pytest.raises(Refused) as no:
        restore(schema(), replace(Copy("Mine", 3, False, content), content=changed).as_json())
    assert no.value.way_out
    assert no.value.field == "chart"
