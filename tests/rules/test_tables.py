"""What the loader accepts and refuses, and what a reckoning, a table and the odds are."""

from fractions import Fraction
from pathlib import Path

import pytest

from rules.asl.data_files.group_charts import GroupChartRow, WeaponRow
from rules.dice import Modifier, Reckoning
from rules.engine.chances import odds, odds_of
from rules.engine.data_files import TableError, load_chart, load_tables, read_toml, under

GOOD = """\
[[table]]
id = "demo.one"
title = "One"
cite = "1.1"
status = "printed"
dice = 2
columns = ["cpp"]
rows = [
  {high = 4, printed = "≤ 4", cpp = 1},
  {low = 5, high = 8, printed = "5-8", cpp = 2},
  {low = 9, printed = "≥ 9", cpp = "-"},
]
modifiers = [
  {key = "won", value = -1, when = "won"},
  {key = "losses", value = 2, per = 50, counted = "losses", when = "50 lost", cite = "9.9"},
]

[table.reading.middle]
wide = [
  {low = 5, high = 9, printed = "5-9", cpp = 2},
  {low = 10, printed = "≥ 10", cpp = 3},
]
"""


def folder(tmp_path: Path, text: str, name: str = "tables.toml") -> Path:
    (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def problems(tmp_path: Path, text: str) -> tuple[str, ...]:
    with pytest.raises(TableError) as caught:
        load_tables(folder(tmp_path, text))
    return caught.value.problems


def test_a_good_file_is_loaded_with_rows_modifiers_and_defaults(tmp_path):
    table = load_tables(folder(tmp_path, GOOD))["demo.one"]
    assert [row.values["cpp"] for row in table.rows] == [1, 2, None]
    assert (table.cite, table.status, table.dice, table.secret, table.columns) == ("1.1", "printed", 2, False, ("cpp",))


def test_a_row_is_found_by_its_final_total(tmp_path):
    table = load_tables(folder(tmp_path, GOOD))["demo.one"]
    assert [table.row(total).printed for total in (-9, 4, 5, 8, 9, 40)] == ["≤ 4", "≤ 4", "5-8", "5-8", "≥ 9", "≥ 9"]


def test_a_modifier_cites_its_own_rule_or_the_tables_and_counts_whole_lots(tmp_path):
    table = load_tables(folder(tmp_path, GOOD))["demo.one"]
    assert table.drm("won") == Modifier(-1, "won", "1.1")
    assert table.drm("losses", 149) == Modifier(4, "50 lost", "9.9")
    with pytest.raises(LookupError, match="no modifier 'lost'"):
        table.drm("lost")


def test_a_reading_replaces_the_rows_it_covers_and_any_other_choice_none(tmp_path):
    table = load_tables(folder(tmp_path, GOOD))["demo.one"]
    assert [row.printed for row in under(table, {"middle": "wide"}).rows] == ["≤ 4", "5-9", "≥ 10"]
    assert under(table, {"middle": "narrow", "other": "wide"}) == table


def test_odds_are_exact_and_shift_with_the_drm(tmp_path):
    table = load_tables(folder(tmp_path, GOOD))["demo.one"]
    assert [chance for _, chance in odds_of(table)] == [Fraction(1, 6), Fraction(5, 9), Fraction(5, 18)]
    assert [chance for _, chance in odds_of(table, -20)] == [1, 0, 0]


def test_a_table_for_dice_of_other_sides_has_their_odds(tmp_path):
    text = GOOD.replace("dice = 2\n", "dice = 1\nsides = 10\n", 1)
    table = load_tables(folder(tmp_path, text))["demo.one"]
    assert [chance for _, chance in odds_of(table)] == [Fraction(2, 5), Fraction(2, 5), Fraction(1, 5)]


def test_an_original_row_goes_ahead_of_the_final_ones(tmp_path):
    text = GOOD.replace('"-"},\n', '"-"},\n  {low = 12, high = 12, printed = "12", original = true, cpp = 9},\n', 1)
    table = load_tables(folder(tmp_path, text))["demo.one"]
    assert table.row(7, original=12).values["cpp"] == 9
    assert table.row(12, original=10).values["cpp"] is None
    assert odds_of(table, -5)[-1][1] == Fraction(1, 36)


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("low = 5,", "low = 6,", 10, "gap before row '5-8'"),
        ("low = 5,", "low = 4,", 10, "row '5-8' overlaps"),
        ('low = 9, printed = "≥ 9"', 'low = 9, high = 11, printed = "≥ 9"', 11, "gap after the last row"),
        ("{high = 4", "{low = 2, high = 4", 9, "gap before row '≤ 4'"),
        ("low = 5, high = 8", "low = 8, high = 5", 10, "ends before it begins"),
        ("cpp = 2},\n  {low = 9", "cpq = 2},\n  {low = 9", 10, "unknown key cpq"),
        ("cpp = 2},\n  {low = 9", "cpq = 2},\n  {low = 9", 10, "no value for cpp"),
        ('status = "printed"', 'status = "guessed"', 5, "'printed', 'inferred' or 'missing'"),
        ('cite = "1.1"\n', "", 1, "cite: Field required"),
        ("dice = 2", "dice = 11", 6, "dice"),
        ("dice = 2", "dice = 2\nsides = 1", 7, "sides"),
        ("dice = 2", "dice = 2\nscret = true", 7, "scret"),
        ("high = 4,", 'high = "4",', 9, "valid integer"),
        ("value = -1,", "", 14, "value"),
        ("per = 50", "per = 0", 15, "greater than or equal to 1"),
        ('key = "losses"', 'key = "won"', 13, "modifier won stands twice"),
        ("{low = 5, high = 9,", "{low = 6, high = 9,", 19, "gap before row '5-9'"),
        ("low = 10,", "low = 11,", 19, "gap before row '≥ 10'"),
    ],
)
def test_bad_data_is_refused_with_its_line(tmp_path, old, new, line, words):
    assert old in GOOD
    found = problems(tmp_path, GOOD.replace(old, new, 1))
    assert any(text.startswith(f"tables.toml, line {line}:") and words in text for text in found), found


def test_a_declared_domain_may_not_be_left(tmp_path):
    rows = '[\n  {low = 1, high = 7, printed = "1-7", cpp = 1},\n]\n'
    head = GOOD.split("rows = ")[0].replace("dice = 2", "dice = 1\nlow = 1\nhigh = 6")
    assert "line 11" in problems(tmp_path, head + "rows = " + rows)[0]
    table = load_tables(folder(tmp_path, head + "rows = " + rows.replace("7", "6")))["demo.one"]
    with pytest.raises(LookupError, match="no row for 7"):
        table.row(7)


def test_every_problem_of_every_file_is_reported_at_once(tmp_path):
    second = GOOD.replace("demo.one", "demo.two")
    folder(tmp_path, GOOD.replace("low = 5,", "low = 6,", 1).replace("dice = 2", "dice = 1"), "a.toml")
    folder(tmp_path, second + GOOD.replace('status = "printed"', 'status = "?"'), "b.toml")
    folder(tmp_path, "[[table]\n", "c.toml")
    with pytest.raises(TableError) as caught:
        load_tables(tmp_path)
    text = str(caught.value)
    assert "a.toml, line 10" in text
    assert "b.toml, line 27" in text
    assert "c.toml" in text
    assert "line 1" in caught.value.problems[-1]


def test_an_id_may_be_used_once(tmp_path):
    assert problems(tmp_path, GOOD + GOOD) == ("tables.toml, line 24: table.1.id: table demo.one is there already",)
    (tmp_path / "tables.toml").unlink()
    folder(tmp_path, GOOD, "a.toml")
    folder(tmp_path, GOOD, "b.toml")
    with pytest.raises(TableError, match=r"b.toml, line 2: .*demo.one is there already"):
        load_tables(tmp_path)


def test_a_folder_without_tables_is_refused(tmp_path):
    with pytest.raises(TableError, match="no tables"):
        load_tables(tmp_path)


def test_text_that_is_not_toml_is_refused_with_its_line(tmp_path):
    with pytest.raises(TableError, match=r"tables.toml: .*line 2"):
        read_toml(folder(tmp_path, "a = 1\nb =\n") / "tables.toml")


CHART = "id,name,units,kind,price,full,depleted,notes,date_max,cg_max,cite,status\n"
LINE = "I1,Rifle Co.,4-4-7,squads,5,11,8,c e,2,4,7.518,printed\n"


def chart(tmp_path: Path, text: str):
    path = tmp_path / "groups.csv"
    path.write_text(text, encoding="utf-8")
    return load_chart(path, GroupChartRow)


def test_a_chart_line_is_loaded_with_units_notes_and_blanks(tmp_path):
    one, two = chart(tmp_path, CHART + LINE + "I6,HW,HMG*2;150* (x)*1,weapons,4,,,b,2,6,7.518,printed\n")
    assert (one.units, one.notes, one.full, one.elite) == ((("4-4-7", 0),), ("c", "e"), 11, False)
    assert (two.units, two.full, two.depleted) == ((("HMG", 2), ("150* (x)", 1)), None, None)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (CHART + LINE + LINE.replace("I1", "I2").replace(",5,", ",five,"), "line 3, column price"),
        (CHART + LINE.replace(",squads,", ",,"), "line 2, column kind"),
        (CHART + LINE.replace("printed", "seen"), "line 2, column status"),
        (CHART + LINE + LINE, "line 3, column id: I1 stands twice"),
        (CHART + LINE.replace(",printed", ""), "line 2: 11 cells where the heading has 12"),
        (CHART.replace("price", "cost") + LINE, "line 1: unknown column cost\ngroups.csv, line 1: no column price"),
        (CHART.replace("notes", "name") + LINE, "line 1: column name stands twice"),
        ("", "line 1: no column cite"),
    ],
)
def test_a_bad_chart_is_refused_with_line_and_column(tmp_path, text, words):
    with pytest.raises(TableError) as caught:
        chart(tmp_path, text)
    assert f"groups.csv, {words}" in str(caught.value)


def test_a_weapon_is_named_once_in_a_group(tmp_path):
    path = tmp_path / "sw.csv"
    path.write_text("rg,weapon,sure,chance,cite,status\n" + "I1,MMG,1,3,7,printed\n" * 2, encoding="utf-8")
    with pytest.raises(TableError, match="I1 MMG stands twice"):
        load_chart(path, WeaponRow)


def test_a_reckoning_tells_dice_modifiers_and_sum():
    roll = Reckoning((3, 4), (Modifier(-1, "won", "7.516"), Modifier(2, "scenario", "7.516")))
    assert (roll.original, roll.final) == (7, 8)
    assert roll.text() == "DR 7 (3+4) -1 won (7.516) +2 scenario (7.516) = 8"
    assert Reckoning((5,), result="8-0").text() == "dr 5: 8-0"


def test_a_reckoning_survives_the_journal_and_stays_small():
    full = Reckoning((6,), (Modifier(1, "Isolated", "7.510"),), own=True, table="oto2.wounded", result="evacuated")
    assert Reckoning.from_json(full.to_json()) == full
    assert Reckoning((2, 2)).to_json() == {"dice": [2, 2]}


@pytest.mark.parametrize("dice", [(), (0,), (3, 7)])
def test_a_reckoning_without_dice_or_with_false_ones_is_refused(dice):
    with pytest.raises(ValueError, match="die"):
        Reckoning(dice)


def test_the_odds_of_dice_are_exact():
    assert odds(1)[6] == Fraction(1, 6)
    assert (odds(2)[2], odds(2)[7], odds(2)[12]) == (Fraction(1, 36), Fraction(1, 6), Fraction(1, 36))
    assert all(sum(odds(dice, sides).values()) == 1 for dice in range(1, 5) for sides in (2, 6, 10))
    assert (odds(1, 10)[10], odds(2, 10)[20]) == (Fraction(1, 10), Fraction(1, 100))
