"""The owner's charts of Valor of the Guards, and the practice chart."""

from __future__ import annotations

from typing import Any

import pytest

from rules.asl.data_files.group_charts import WeaponRow
from rules.contract import Refused
from rules.engine.chart_files import read_toml, write_toml
from rules.engine.charts import GridRow, check, grid_of
from rules.engine.data_files import load_chart, load_tables
from rules.engine.data_files import read_toml as read_data
from rules.systems.votg.chart import chart_schema, practice_copy, read_chart
from rules.systems.votg.chart_checks import GAMES, SIDES
from rules.systems.votg.pack import DATA


def faults(sheet: str, n: int, **cells: str) -> list[tuple[str, int, str]]:
    """What is wrong with the practice chart once line `n` of a sheet has these cells."""
    grid = dict(grid_of(chart_schema(), chart_schema().practice))
    lines = list(grid[sheet])
    if n > len(lines):
        lines.append(GridRow(n, {}))
    lines[n - 1] = GridRow(n, {**lines[n - 1].cells, **cells})
    grid[sheet] = tuple(lines)
    return [(fault.sheet, fault.line, fault.column) for fault in check(chart_schema(), grid).faults]


def line(sheet: str, **cells: str) -> int:
    """The number of the first line of a practice sheet with these cells."""
    rows = grid_of(chart_schema(), chart_schema().practice)[sheet]
    return next(row.number for row in rows if all(row.cells[key] == text for key, text in cells.items()))


def test_the_practice_chart_has_all_four_campaign_games() -> None:
    chart = read_chart(practice_copy())
    assert chart.practice
    assert set(chart.games) == set(GAMES)
    for game in chart.games.values():
        assert all(game.sides[side].given for side in SIDES)
        assert all(any(group.cg_max[game.key] for group in chart.groups[side].values()) for side in SIDES)


def test_12_6214_every_practice_game_can_buy_at_its_beginning() -> None:
    chart = read_chart(practice_copy())
    for game in chart.games.values():
        for side in SIDES:
            affordable = [each for each in chart.groups[side].values() if each.cost <= game.sides[side].cpp]
            assert any(each.cg_max[game.key] for each in affordable)


def test_the_practice_chart_survives_toml() -> None:
    made = write_toml(chart_schema(), chart_schema().practice)
    assert check(chart_schema(), read_toml(chart_schema(), made.encode())).content == chart_schema().practice


def test_12_6218_a_guards_rifle_company_has_twelve_units_at_full_strength() -> None:
    group = read_chart(practice_copy()).groups["russian"]["I1"]
    assert (group.name, group.strengths["fs"]) == ("Gds Rifle Coy", (12, 0))


def test_12_31_storm_groups_are_i6() -> None:
    assert read_chart(practice_copy()).groups["russian"]["I6"].type == "storm_pltn"


def test_12_6221_the_exponent_counts_squads_to_be_replaced() -> None:
    group = read_chart(practice_copy()).groups["german"]["I1"]
    assert group.strengths["ld"] == (10, 2)
    assert faults("german_groups", 1, ld="10^11") == [("german_groups", 1, "ld")]


def test_12_6213_strengths_are_those_of_the_size_and_fall() -> None:
    assert faults("german_groups", 1, md="") == [("german_groups", 1, "md")]
    assert faults("german_groups", 1, md="11") == [("german_groups", 1, "md")]
    assert faults("german_groups", 1, d="4") == [("german_groups", 1, "d")]
    platoon = line("german_groups", id="I2")
    assert faults("german_groups", platoon, rs="5") == [("german_groups", platoon, "rs")]
    battery = line("german_groups", id="G1")
    assert faults("german_groups", battery, units="50L") == [("german_groups", battery, "units")]
    assert faults("german_groups", 1, units="4-6-7*3") == [("german_groups", 1, "units")]


def test_12_6211_the_letter_says_what_a_group_is() -> None:
    assert faults("german_groups", 1, id="Q1") == [("german_groups", 1, "id")]
    assert ("german_groups", 1, "kind") in faults("german_groups", 1, id="I9", kind="guns")


@pytest.mark.parametrize(
    ("letter", "support"), [("I", False), ("A", True), ("G", True), ("O", True), ("S", True), ("M", True)]
)
def test_12_6181_support_cpp_buys_all_but_infantry(letter: str, support: bool) -> None:
    groups = read_chart(practice_copy()).groups["german"].values()
    assert {group.support for group in groups if group.letter == letter} == {support}


def test_12_6214_prices_are_not_negative() -> None:
    assert faults("german_groups", 1, cost="-1") == [("german_groups", 1, "cost")]


def test_12_6216_no_more_in_a_day_than_in_a_campaign_game() -> None:
    assert faults("german_groups", 1, daily_max="11") == [("german_groups", 1, "daily_max")]


def test_12_6217_armor_infantry_and_guns_have_an_entry_code() -> None:
    assert faults("german_groups", 1, entry_code="") == [("german_groups", 1, "entry_code")]
    assert faults("german_groups", 1, entry_code="red") == [("german_groups", 1, "entry_code")]
    artillery = line("russian_groups", id="O1")
    assert faults("russian_groups", artillery, entry_code="red") == [("russian_groups", artillery, "entry_code")]


def test_12_6217_no_code_on_the_map_nor_in_campaign_game_i() -> None:
    chart = read_chart(practice_copy())
    assert chart.groups["russian"]["I5"].entry_code == ""
    assert chart.groups["german"]["I1"].code_in("II") == "dark_blue"
    assert chart.groups["german"]["I1"].code_in("I") == ""
    only_i = {"max_ii": "0", "max_iii": "0", "max_iv": "0", "entry_code": ""}
    assert faults("german_groups", 1, **only_i) == []


@pytest.mark.parametrize(("game", "chits"), [("I", 4), ("II", 5), ("III", 2), ("IV", 8)])
def test_12_6251_attack_chits_are_those_of_the_print(game: str, chits: int) -> None:
    assert read_chart(practice_copy()).games[game].attack_chits == chits
    n = line("setup", cg=game)
    assert faults("setup", n, attack_chits=str(chits + 1)) == [("setup", n, "attack_chits")]


def test_cg4_the_initial_scenarios_of_ii_and_iv_have_a_fixed_length() -> None:
    games = read_chart(practice_copy()).games
    assert {key for key, game in games.items() if game.turns is not None} == {"II", "IV"}
    assert faults("setup", line("setup", cg="I"), turns="7") == [("setup", line("setup", cg="I"), "turns")]
    assert faults("setup", line("setup", cg="II"), turns="") == [("setup", line("setup", cg="II"), "turns")]


def test_12_51_dates_lie_in_order() -> None:
    assert faults("setup", line("setup", cg="III"), last="20") == [("setup", line("setup", cg="III"), "last")]


@pytest.mark.parametrize(
    ("game", "column", "day"), [("II", "first", "15"), ("IV", "first", "15"), ("IV", "last", "26")]
)
def test_12_1_the_days_that_are_printed_stand(game: str, column: str, day: str) -> None:
    n = line("setup", cg=game)
    assert ("setup", n, column) in faults("setup", n, **{column: day})


def test_12_620_weather_is_called_as_in_the_tables() -> None:
    weather, ec = chart_schema().sheets[2].column("weather"), chart_schema().sheets[2].column("ec")
    tables = load_tables(DATA.folder / "tables")
    assert weather is not None
    assert ec is not None
    assert list(weather.choices) == [row.values["weather"] for row in tables["votg.weather"].rows]
    assert list(ec.choices) == [row.values["ec"] for row in tables["votg.ec"].rows]


def test_12_6222_groups_count_as_lines_of_the_weapon_charts() -> None:
    for side in SIDES:
        column = chart_schema().sheets[SIDES.index(side)].column("type")
        assert column is not None
        assert {row.rg for row in load_chart(DATA.folder / f"sw_{side}.csv", WeaponRow)} <= set(column.choices)


def test_12_51_counters_of_the_order_of_battle_have_classes_of_the_units() -> None:
    column = chart_schema().sheets[4].column("class")
    assert column is not None
    classes = {row["key"] for row in read_data(DATA.folder / "units.toml")["class"]}
    assert set(column.choices) - {"fortification"} == classes


def test_12_51_one_line_for_each_campaign_game() -> None:
    assert ("setup", 2, "cg") in faults("setup", 2, cg="I")


def test_12_51_a_campaign_game_without_set_up_or_victory_is_named() -> None:
    grid = dict(grid_of(chart_schema(), chart_schema().practice))
    grid["setup"] = grid["setup"][:3]
    sheets = {(fault.sheet, fault.column) for fault in check(chart_schema(), grid).faults}
    assert sheets == {("victory", "cg"), ("order_of_battle", "cg")}
    grid = dict(grid_of(chart_schema(), chart_schema().practice))
    grid["victory"] = grid["victory"][1:]
    assert [(fault.sheet, fault.line) for fault in check(chart_schema(), grid).faults] == [("setup", 1)]


def test_12_51_the_order_of_battle_names_groups_of_the_chart() -> None:
    assert faults("order_of_battle", 1, group="I99") == [("order_of_battle", 1, "group")]
    assert faults("order_of_battle", 1, group="") == [("order_of_battle", 1, "group")]
    assert faults("order_of_battle", 1, unit="4-6-7", **{"class": "squad"})[0] == ("order_of_battle", 1, "group")
    assert faults("order_of_battle", 1, strength="d") == [("order_of_battle", 1, "strength")]


def test_12_32_the_balance_helps_who_is_behind() -> None:
    chart = read_chart(practice_copy())
    assert [chart.y("german", 2, 2 + behind) for behind in (-3, 0, 1, 2, 3, 4, 9)] == [0, 0, 0, 1, 1, 2, 2]


def test_12_32_its_lines_do_not_overlap() -> None:
    assert faults("balance", 2, behind_from="3") == [("balance", 2, "behind_from")]
    assert faults("balance", 1, behind_to="") == [("balance", 2, "behind_from")]
    assert faults("balance", 1, behind_to="1") == [("balance", 1, "behind_to")]


def test_a_chart_that_is_none_is_refused_with_a_way_out() -> None:
    copy: dict[str, Any] = practice_copy()
    copy["sheets"]["german_groups"][0]["cost"] = -1
    charts: tuple[Any, ...] = (None, {}, [], "practice", {"sheets": 3}, copy)
    for wrong in charts:
        with pytest.raises(Refused) as no:
            read_chart(wrong)
        assert no.value.way_out
