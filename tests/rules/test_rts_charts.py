"""Roads to Stalingrad: what an owner's sheets are told when they can't be played with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from rules.engine.charts import Checked, GridRow, check, grid_of
from rules.systems.rts.chart import chart_schema

Cells = Mapping[str, str]


def looked(sheet: str, *more: Cells, without: Cells | None = None, **changed: str) -> Checked:
    """The practice chart with one sheet otherwise: without the lines that have these cells, or all others changed."""
    schema = chart_schema()
    grid = dict(grid_of(schema, schema.practice))
    lines = [
        replace(line, cells={**line.cells, **changed})
        for line in grid[sheet]
        if without is None or any(line.cells[key] != value for key, value in without.items())
    ]
    first = grid[sheet][0]
    lines += [GridRow(900 + n, {**dict.fromkeys(first.cells, ""), **cells}) for n, cells in enumerate(more)]
    return check(schema, {**grid, sheet: tuple(lines)})


def faults(found: Checked) -> set[tuple[str, str]]:
    assert found.content is None
    assert all(fault.message and fault.way_out for fault in found.faults)
    return {(fault.sheet, fault.column) for fault in found.faults}


AREA = {"x": "5", "y": "5", "side": "axis", "sector": "A"}


def test_4_1_a_deck_has_more_than_a_first_hand() -> None:
    found = looked("cards", without={"side": "axis"})
    assert ("cards", "copies") in faults(found)


def test_an_island_cannot_be_reached() -> None:
    assert faults(looked("areas", {"name": "Island", **AREA})) == {("areas", "name")}


def test_of_two_lands_the_smaller_one_is_the_island() -> None:
    found = looked("borders", without={"b": "Orlik"})
    assert [(fault.sheet, fault.column) for fault in found.faults] == [("areas", "name")]
    assert "nobody can get there from Korsun" in found.faults[0].message


def test_lakes_alone_make_an_island() -> None:
    assert ("areas", "name") in faults(looked("borders", kind="lake"))


@pytest.mark.parametrize(
    ("sheet", "line", "column"),
    [
        ("borders", {"a": "Belitsa", "b": "Belitsa", "kind": "plain"}, "b"),
        ("borders", {"a": "Oskol", "b": "Belitsa", "kind": "plain"}, "a"),
        ("borders", {"a": "Belitsa", "b": "Nowhere", "kind": "plain"}, "b"),
        ("resources", {"side": "axis", "area": "Korsun", "points": "1"}, "area"),
        ("cards", {"side": "axis", "title": "X", "kind": "event", "effect": "winter", "copies": "1"}, "kind"),
        ("cards", {"side": "axis", "title": "X", "kind": "operational", "effect": "stavka", "copies": "1"}, "side"),
    ],
)
def test_a_line_that_does_not_fit_is_named(sheet: str, line: Cells, column: str) -> None:
    assert (sheet, column) in faults(looked(sheet, line))


@pytest.mark.parametrize("sheet", ["areas", "borders", "units", "cards", "resources", "roles"])
def test_a_sheet_without_a_line_is_no_error_of_the_program(sheet: str) -> None:
    schema = chart_schema()
    found = check(schema, {**grid_of(schema, schema.practice), sheet: ()})
    assert found.content is None or sheet == "resources"
    assert all(fault.message and fault.way_out for fault in found.faults)


def test_C3_b_hungarians_and_rumanians_begin_three_areas_apart() -> None:
    rumanian = next(row["start"] for row in chart_schema().practice["units"] if row["nation"] == "rumanian")
    near = next(
        {row["a"], row["b"]} - {rumanian}
        for row in chart_schema().practice["borders"]
        if rumanian in (row["a"], row["b"]) and row["kind"] != "lake" and controlled({row["a"], row["b"]} - {rumanian})
    )
    (start,) = near
    values = dict.fromkeys(("cv", "mf", "tv", "cv_depleted", "mf_depleted", "tv_depleted"), "2")
    unit = {"id": "HU9", "name": "X", "side": "axis", "nation": "hungarian", "kind": "infantry", "start": start}
    assert faults(looked("units", {**unit, **values})) == {("units", "start")}


def test_C2_and_C9_ss_infantry_is_german_and_may_have_a_red_movement_factor() -> None:
    values = dict.fromkeys(("cv", "tv", "cv_depleted", "mf_depleted", "tv_depleted"), "2")
    unit = {"id": "SS9", "name": "X", "side": "axis", "kind": "infantry", "mf": "2", "red": "yes", **values}
    assert looked("units", {**unit, "nation": "ss"}).content is not None
    assert faults(looked("units", {**unit, "nation": "italian"})) == {("units", "red")}


def controlled(areas: set[str]) -> bool:
    """Whether the Axis holds these areas at first."""
    return {row["side"] for row in chart_schema().practice["areas"] if row["name"] in areas} == {"axis"}
