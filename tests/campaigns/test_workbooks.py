"""Spreadsheets as charts: xlsx and ods in, xlsx out; what is no spreadsheet or too large a one costs little."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
import xlsxwriter

from campaigns.charts import workbook_child, workbooks
from rules.engine import charts as rules
from rules.engine.chart_files import BadFile
from tests.toys.ships import PRACTICE, SHIPS, schema

HEAD = ("id", "name", "price")
ARK = ("A1", "Ark", "7")
ODS_TYPE = "application/vnd.oasis.opendocument.spreadsheet"
MANIFEST = (
    '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
    f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{ODS_TYPE}"/></manifest:manifest>'
).encode()
NAMES = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
)

WEIGHED = """
import json, resource, subprocess, sys
child = [sys.executable, "-m", "campaigns.charts.workbook_child"]
done = subprocess.run(child, input=sys.stdin.buffer.read(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
seconds, megabytes = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
print(json.dumps({"seconds": seconds, "megabytes": megabytes, "printed": done.stdout.decode()}))
"""
"""What one process that opens a file took; Linux counts its memory in kB."""

Sheets = Mapping[str, Sequence[Sequence[str | float]]]


def xlsx(sheets: Sheets) -> bytes:
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as made:
        for name, rows in sheets.items():
            page = made.add_worksheet(name)
            for n, row in enumerate(rows):
                page.write_row(n, 0, row)
    return out.getvalue()


def ods(sheets: Sheets, repeated: int = 1) -> bytes:
    """The least that is a file of this kind; each row stands for `repeated` of them."""

    def cell(value: str | float) -> str:
        kind = "string" if isinstance(value, str) else f'float" office:value="{value}'
        return f'<table:table-cell office:value-type="{kind}"><text:p>{value}</text:p></table:table-cell>'

    def row(cells: Sequence[str | float]) -> str:
        return f'<table:table-row table:number-rows-repeated="{repeated}">{"".join(map(cell, cells))}</table:table-row>'

    tables = (
        f'<table:table table:name="{name}">{"".join(map(row, rows))}</table:table>' for name, rows in sheets.items()
    )
    content = (
        f'<?xml version="1.0"?><office:document-content {NAMES}><office:body><office:spreadsheet>{"".join(tables)}'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    return archive({"mimetype": ODS_TYPE.encode(), "content.xml": content.encode(), "META-INF/manifest.xml": MANIFEST})


def archive(parts: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in parts.items():
            made.writestr(name, content)
    return out.getvalue()


def faults(data: bytes) -> tuple[rules.Fault, ...]:
    with pytest.raises(BadFile) as wrong:
        workbooks.read_workbook(schema(), data)
    assert all(fault.way_out for fault in wrong.value.faults)
    return wrong.value.faults


@pytest.mark.parametrize("write", [xlsx, ods])
def test_both_kinds_are_read_with_numbers_as_they_were_typed(write) -> None:
    grid = workbooks.read_workbook(
        schema(), write({"ships": [HEAD, ("A1", "Ark", 7.0)], "Ports": [("ship",), ("A1",)]})
    )
    assert [(line.number, line.cells) for line in grid["ships"]] == [(2, {"id": "A1", "name": "Ark", "price": "7"})]
    assert [line.cells for line in grid["ports"]] == [{"ship": "A1"}]


def test_a_chart_that_went_out_comes_in_as_the_same() -> None:
    found = rules.check(schema(), workbooks.read_workbook(schema(), workbooks.write_workbook(schema(), PRACTICE)))
    assert found.faults == ()
    assert found.content == rules.check(schema(), rules.grid_of(schema(), PRACTICE)).content
    empty = workbooks.read_workbook(schema(), workbooks.write_workbook(schema(), None))
    assert empty == {"ships": (), "ports": ()}


def test_no_cell_that_goes_out_is_a_formula() -> None:
    made = workbooks.write_workbook(schema(), {**PRACTICE, "ports": ({"ship": "=1+1"},)})
    with zipfile.ZipFile(io.BytesIO(made)) as opened:
        assert not any(b"<f>" in opened.read(name) for name in opened.namelist() if "worksheets" in name)


def test_a_sheet_is_taken_by_its_name_or_as_the_only_one() -> None:
    two: Sheets = {"notes": [("x",)], "Ships": [HEAD, ARK]}
    assert workbooks.read_sheet(SHIPS, xlsx(two))["ships"][0].cells["name"] == "Ark"
    assert workbooks.read_sheet(SHIPS, xlsx({"whatever": [HEAD, ARK]}))["ships"][0].cells["name"] == "Ark"
    with pytest.raises(BadFile, match="none of its sheets is called ships"):
        workbooks.read_sheet(SHIPS, xlsx({"notes": [HEAD], "more": [HEAD]}))


@pytest.mark.parametrize("write", [xlsx, ods])
def test_faults_name_the_sheet_and_the_cell_of_either_kind(write) -> None:
    found = faults(write({"ships": [(), HEAD, ARK, ("B1", "Bark", "3", "stray")]}))
    assert [(fault.sheet, fault.line) for fault in found] == [("ships", 4)]
    (wings,) = faults(write({"ships": [(*HEAD, "wings"), (*ARK, "2")]}))
    assert (wings.sheet, wings.line, wings.column) == ("ships", 1, "wings")


def test_a_sheet_that_the_chart_has_not_is_named_unless_it_is_empty() -> None:
    (found,) = faults(xlsx({"ships": [HEAD, ARK], "boats": [("x",)]}))
    assert "“boats”" in found.message
    assert "ships, ports" in found.way_out
    assert workbooks.read_workbook(schema(), xlsx({"ships": [HEAD, ARK], "Sheet2": []}))["ships"]


def test_two_sheets_for_one_of_the_chart_are_refused_unless_one_is_empty() -> None:
    """By its key and by its title, say: of two with something in them nobody knows which one counts."""
    one, other = [HEAD, ARK], [HEAD, ("B1", "Bark", "3")]
    (found,) = faults(xlsx({"ships ": one, "Ships": other}))
    assert (found.sheet, found.message) == ("ships", "two sheets of the file are called so.")
    for empty in ({"ships ": one, "Ships": []}, {"ships ": [], "Ships": one}):
        assert workbooks.read_workbook(schema(), xlsx(empty))["ships"][0].cells["name"] == "Ark"
        assert workbooks.read_sheet(SHIPS, xlsx(empty))["ships"][0].cells["name"] == "Ark"
    with pytest.raises(BadFile, match="two sheets of the file are called so"):
        workbooks.read_sheet(SHIPS, xlsx({"ships ": one, "Ships": other}))


@pytest.mark.parametrize(
    "data",
    [
        b"PK\x03\x04",
        archive({"a.txt": b"a letter"}),
        archive({"xl/workbook.xml": b"<workbook"}),
        xlsx({"ships": [HEAD]})[:-200],
        archive({"mimetype": ODS_TYPE.encode(), "content.xml": b"<office"}),
        archive({"../../escape.xml": b"x", "[Content_Types].xml": b"x"}),
    ],
)
def test_what_is_no_spreadsheet_is_told_so(data: bytes) -> None:
    (found,) = faults(data)
    assert "can't be read as a spreadsheet" in found.message


def corner(sheets: int) -> bytes:
    """Sheets with one cell each, as far from the first as it may be: together they stand for 20 million."""
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as made:
        for n in range(sheets):
            made.add_worksheet(f"s{n}").write_number(workbook_child.MOST_ROWS - 2, workbook_child.MOST_COLUMNS - 2, 1)
    return out.getvalue()


def lying() -> bytes:
    """An archive with a part that says that it is a byte long and is 40 million."""
    data = bytearray(archive({"content.xml": b" " * 40_000_000}))
    for mark, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        place = data.index(mark) + at
        data[place : place + 4] = (1).to_bytes(4, "little")
    return bytes(data)


def changed(part: str, content: str) -> bytes:
    """A spreadsheet of 40 sheets that are all the first one, and one part of it written anew."""
    with zipfile.ZipFile(io.BytesIO(xlsx({f"s{n}": [] for n in range(40)}))) as made:
        parts = {name: made.read(name) for name in made.namelist()}
    related = parts["xl/_rels/workbook.xml.rels"].decode()
    parts["xl/_rels/workbook.xml.rels"] = re.sub(r"sheet\d+\.xml", "sheet1.xml", related).encode()
    return archive({**parts, part: content.encode()})


def cells(count: int) -> str:
    """A sheet in which one cell stands again and again."""
    cell = '<c r="A1"><v>1</v></c>'
    return f'<worksheet><sheetData><row r="1">{cell * count}</row></sheetData></worksheet>'


LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
COSTLY: dict[str, Callable[[], bytes]] = {
    "one part for forty sheets": lambda: changed("xl/worksheets/sheet1.xml", cells(600_000)),
    "rows of repeated cells": lambda: ods({"ships": [["x" * 30_000] * 50] * 50}, repeated=1_000),
    "texts without letters": lambda: changed("xl/sharedStrings.xml", f"<sst>{'<si/>' * 2_900_000}</sst>"),
    "a count that is a lie": lambda: changed(
        "xl/sharedStrings.xml", '<sst uniqueCount="4000000000"><si><t>a</t></si></sst>'
    ),
    "entities": lambda: changed("xl/sharedStrings.xml", f"<!DOCTYPE x [{LAUGHS}]><sst><si><t>&l9;</t></si></sst>"),
    "deep": lambda: changed("xl/worksheets/sheet1.xml", "<a>" * 4_900_000),
    "a file of this machine": lambda: changed(
        "xl/sharedStrings.xml", '<!DOCTYPE x [<!ENTITY l9 SYSTEM "file:///etc/passwd">]><sst><si><t>&l9;</t></si></sst>'
    ),
}
"""Made when they are tested; each process that only collects would pack these megabytes in vain."""


@pytest.mark.sampled(2)
@pytest.mark.slow
@pytest.mark.parametrize("what", COSTLY)
def test_no_small_file_costs_two_seconds_or_200_mb(what: str) -> None:
    """The file is refused, or is a chart without anything in it; the process that opened it is measured by another."""
    data = COSTLY[what]()
    assert len(data) < 1_000_000
    said = subprocess.run([sys.executable, "-c", WEIGHED], input=data, capture_output=True, check=True, timeout=60)
    weighed = json.loads(said.stdout)
    assert weighed["seconds"] < 2
    assert weighed["megabytes"] <= 200
    assert "root:" not in weighed["printed"]
    try:
        found = workbooks.read_workbook(schema(), data)
    except BadFile:
        return
    assert not any(found.values())


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: archive({"content.xml": b" " * 40_000_000}), "too large"),
        (lambda: archive({f"{n}.xml": b"" for n in range(workbook_child.MOST_PARTS + 1)}), "too large"),
        (lambda: ods({"ships": [HEAD]}, repeated=1_000_000), "too large"),
        (lambda: ods({"ships": [[*HEAD] * 30]}, repeated=100_000_000), "too large"),
        (lambda: xlsx({f"s{n}": [] for n in range(workbook_child.MOST_SHEETS + 1)}), "too large"),
        (lambda: xlsx({"ships": [["x"] * (workbook_child.MOST_COLUMNS + 1)]}), "too large"),
        (lambda: corner(sheets=40), "too large"),
        (lambda: xlsx({"ships": [["x" * 30_000] * 80] * 60}), "too large"),
        (lying, "can't be read"),
    ],
    ids=["unpacked", "parts", "rows", "repeated", "sheets", "columns", "corners", "letters", "lying"],
)
def test_a_file_that_stands_for_more_than_a_chart_is_refused(make: Callable[[], bytes], words: str) -> None:
    data = make()
    assert len(data) < 1_000_000
    (found,) = faults(data)
    assert words in found.message


def test_the_process_that_opens_it_is_told_no_key_and_no_password(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be broken into by what it reads."""
    for name in ("SECRET_KEY", "REFIT_KEYS", "DATABASE_PASSWORD", "REFIT_KEYS_FILE"):
        monkeypatch.setenv(name, "planted")
    told = dict[str, str]()
    run: Any = subprocess.run

    def seen(*command: Any, env: dict[str, str], **more: Any) -> Any:
        told.update(env)
        return run(*command, env=env, **more)

    monkeypatch.setattr(subprocess, "run", seen)
    workbooks.read_workbook(schema(), xlsx({"ships": [HEAD]}))
    assert "PATH" in told
    assert "planted" not in told.values()


def test_a_file_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbooks, "LONGEST", 0.001)
    (found,) = faults(xlsx({"ships": [HEAD]}))
    assert "too large" in found.message
