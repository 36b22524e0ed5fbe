"""Files made to keep a reader busy: twice as long a file is at most twice the work, or it is refused unread."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from rules import registry
from rules.engine import toml_limits
from rules.engine.chart_files import BadFile, read_csv, read_toml, write_toml
from rules.engine.charts import LONGEST_CELL, LONGEST_FIGURE, MOST_WRONG, GridRow, Unreadable, check

SCHEMA = registry.get("votg").charts  # type: ignore[attr-defined]
SHEET = SCHEMA.sheets[0]
SMALL = 20_000
CALLS_A_BYTE = 10

TOML: dict[str, Callable[[int], str]] = {
    "dotted key": lambda n: "a" + ".a" * (n // 2) + "=1",
    "dotted heading": lambda n: "[a" + ".a" * (n // 2) + "]",
    "dotted key in a value": lambda n: "x={a" + ".a" * (n // 2) + "=1}",
    "dotted key of quoted names": lambda n: '"a"' + '."a"' * (n // 4) + "=1",
    "dotted key behind a closed text": lambda n: "x=['', {a" + ".a" * (n // 2) + "=1}]",
    "dotted key behind a broken text": lambda n: 'x="\\\na' + ".a" * (n // 2) + "=1",
    "dotted key behind many quotes": lambda n: 'x=["""a"""", {a' + ".a" * (n // 2) + "=1}]",
    "brackets": lambda n: "x=" + "[" * n,
    "tables in tables": lambda n: "x=" + "{a=" * (n // 3),
    "keys": lambda n: "".join(f"k{i}=1\n" for i in range(n // 8)),
    "headings": lambda n: "".join(f"[[t{i}]]\n" for i in range(n // 10)),
    "lines": lambda n: "\n" * n,
    "texts": lambda n: "x=[" + '"",' * (n // 3) + "]",
    "escapes": lambda n: 'x="' + r"\"" * (n // 2) + '"',
}
CSV: dict[str, Callable[[int], str]] = {
    "names": lambda n: "".join(f"n{i};" for i in range(n // 8)),
    "the same name": lambda n: "id;" * (n // 3),
    "cells": lambda n: "id\n" + "a;" * (n // 2),
    "lines": lambda n: ";".join(column.key for column in SHEET.columns) + "\n" + "a\n" * (n // 2),
    "quotes": lambda n: '"' * n,
}


def calls(reader: Callable[[bytes], Any], made: Callable[[int], str]) -> tuple[int, int]:
    """How many functions are called to read a small file, and one of twice its length."""
    return counted(reader, made(SMALL).encode()), counted(reader, made(2 * SMALL).encode())


def counted(reader: Callable[[bytes], Any], data: bytes) -> int:
    """How many functions are called, of Python and of C, until `reader` refuses or is done."""
    count = 0

    def seen(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(seen)
    try:
        reader(data)
    except BadFile:
        pass
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("made", TOML.values(), ids=TOML)
def test_no_toml_costs_more_than_its_length(made: Callable[[int], str]) -> None:
    small, large = calls(partial(read_toml, SCHEMA), made)
    assert small < CALLS_A_BYTE * SMALL
    assert large < max(2.5 * small, SMALL)


@pytest.mark.parametrize("made", CSV.values(), ids=CSV)
def test_no_csv_costs_more_than_its_length(made: Callable[[int], str]) -> None:
    small, large = calls(partial(read_csv, SHEET), made)
    assert small < CALLS_A_BYTE * SMALL
    assert large < max(2.5 * small, SMALL)


def test_what_is_too_much_is_told_with_its_line() -> None:
    with pytest.raises(BadFile) as caught:
        read_toml(SCHEMA, b'# mine\nx = "a.b.c.d.e.f"\na.b.c.d.e.f = 1\n')
    (fault,) = caught.value.faults
    assert (fault.line, fault.message) == (3, "a name has too many dots.")
    assert fault.way_out


@pytest.mark.parametrize("number", ["9" * 200_000, "0x" + "f" * 200_000, "1_" * 100_000 + "1"])
def test_an_endless_number_is_refused_before_its_digits_are_read(number: str) -> None:
    with pytest.raises(BadFile) as bad:
        read_toml(SCHEMA, f"# mine\nx = {number}".encode())
    (fault,) = bad.value.faults
    assert (fault.line, fault.message) == (2, "there is a number of a hundred digits and more.")


def test_a_chart_filled_to_its_last_line_is_not_too_much() -> None:
    full = {sheet.key: (SCHEMA.practice[sheet.key] * sheet.most)[: sheet.most] for sheet in SCHEMA.sheets}
    text = write_toml(SCHEMA, full)
    with pytest.raises(toml_limits.TooMuch):
        toml_limits.check(text, 1000)
    assert read_toml(SCHEMA, text.encode())


@pytest.mark.parametrize("column", SCHEMA.sheets[0].columns, ids=lambda column: column.key)
def test_an_endless_cell_is_refused_before_anybody_looks_into_it(column: Any) -> None:
    with pytest.raises(Unreadable, match="characters"):
        column.read("¹" * (LONGEST_CELL + 1) + "x")


@pytest.mark.parametrize("text", ["¹", "1", "1^", "+", "1.0"])
@pytest.mark.parametrize("column", [column for column in SCHEMA.sheets[0].columns if column.numeric])
def test_what_can_be_no_figure_is_refused_before_anybody_looks_into_it(column: Any, text: str) -> None:
    endless = text * LONGEST_FIGURE + "x"
    with pytest.raises(Unreadable, match=f"it has {len(endless)} characters"):
        column.read(endless)


def test_a_figure_with_superscripts_is_read_as_before() -> None:
    column = next(column for column in SCHEMA.sheets[0].columns if column.kind == "raised")
    assert [column.read(text) for text in ("8²", "8^2", "8", "10¹²")] == [[8, 2], [8, 2], [8, 0], [10, 12]]
    for text in ("²", "8²x", "8²^2", "8²²²²²²²"):
        with pytest.raises(Unreadable):
            column.read(text)


def test_a_sheet_is_looked_into_as_far_as_its_faults_can_be_told() -> None:
    lines = tuple(GridRow(n, {column.key: "?" for column in SHEET.columns}) for n in range(1, 5001))
    checked = check(SCHEMA, {SHEET.key: lines})
    own = [fault for fault in checked.faults if fault.sheet == SHEET.key]
    assert checked.content is None
    assert MOST_WRONG <= len(own) <= MOST_WRONG + len(SHEET.columns) + 2
    told = {fault.message: fault.line for fault in own if not fault.column}
    assert told["from this line on nothing was looked into."] == max(fault.line for fault in own)
    assert any("has 5000 lines" in message for message in told)
