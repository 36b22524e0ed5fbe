"""What stands on the sheets of a side, and what does not."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections import Counter
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import pytest
from python_calamine import CalamineWorkbook

from rosters.spreadsheets import csv_of, xlsx_of
from rules.features.documents import SIGNED, Column, Sheet, SheetTable, table, text_of
from rules.systems.oto2.sheets import scenario_card
from tests.rules.play import GERMAN, RUSSIAN, SYSTEM, Game, rows

FOUNDED_AT = datetime(2020, 1, 2, tzinfo=UTC)
DATES = ["23AM", "23PM", "24AM", "24PM"]
BASKETS = {
    (GERMAN, 0): rows("I1*2 I3 V3 O1+2 O4+1 M1"),
    (RUSSIAN, 0): rows("I2*2 O1 B1"),
    (GERMAN, 1): rows("I4 V1"),
}


@pytest.fixture(scope="module")
def played() -> Game:
    """A campaign on its third date, with purchases on the first two."""
    return Game(baskets=BASKETS, seed=3).until("purchase", GERMAN, 2)


def made(game: Game, side: str | None, key: str) -> Sheet:
    """A sheet, made with nothing but the rooms its readers may enter."""
    return SYSTEM.sheets(game.state.only([side] if side else []), side)[key]


def lines(found: SheetTable) -> list[dict[str, Any]]:
    """The rows of a table by the titles of its columns."""
    titles = [column.title for column in found.columns]
    return [dict(zip(titles, row, strict=False)) for block in found.blocks for row in block.rows]


def test_the_cg_roster_has_a_line_for_every_date_and_leaves_those_to_come_empty_7_15(played: Game) -> None:
    points, state, _ = made(played, GERMAN, "roster").tables
    for found in (lines(points), lines(state)):
        assert [line["Date"] for line in found] == DATES
        assert found[3] == {"Date": "24PM"}


def test_the_cg_roster_accounts_for_every_point_7_15(played: Game) -> None:
    found = lines(made(played, GERMAN, "roster").tables[0])
    for line in found[:3]:
        assert line["Start"] + line["Repl."] == line["Total"]
        assert line["Total"] - line["Spent"] == line["Left"]
    for before, after in pairwise(found[:3]):
        assert before["Left"] - before["Recon CPP"] == after["Start"]
    assert found[0]["Hist. DRM"] == -1
    assert found[0]["RG purchased"] == "2 × I1, I3, V3, O1, O4, M1"
    assert found[1]["RG purchased"] == "I4, V1"
    assert found[0]["FPP"] == 50


def test_the_cg_roster_keeps_elr_san_ground_and_the_tally_of_points_7_15(played: Game) -> None:
    first, _, third, _ = lines(made(played, RUSSIAN, "roster").tables[1])
    assert (first["ELR"], first["SAN"], first["Weather"], first["EC"]) == (4, 3, "Overcast", "Wet")
    assert (first["CVP German"], first["CVP Russian"], first["EVP"], first["LVP"]) == (44, 70, 3, 6)
    assert (first["Scenario VP"], first["CG VP"], first["Winner"]) == (8, 8, "Russian")
    assert "Winner" not in third


def test_the_cg_roster_says_which_rulings_are_not_the_default(played: Game) -> None:
    assert made(played, GERMAN, "roster").tables[2].blocks[0].rows == ()
    other = Game(rulings={"san_three": "no_minus"})
    (agreed,) = made(other, GERMAN, "roster").tables[2].blocks[0].rows
    assert agreed[0] == "7.5122"


def test_the_rg_purchase_record_has_one_line_for_each_group_bought_or_given_7_5189(played: Game) -> None:
    for side in (GERMAN, RUSSIAN):
        room = played.room(side)
        (record,) = made(played, side, "record").tables
        found = [(block.title, row[0]) for block in record.blocks for row in block.rows]
        assert found == [(date, name) for date, _, name in (group.id.partition("-") for group in room.groups)]
        assert sum(line["CPP"] for line in lines(record) if line["CPP"] != "given") == sum(g.paid for g in room.groups)


def test_the_rg_purchase_record_says_what_each_group_brought_7_5189(played: Game) -> None:
    by_id = {line["ID"]: line for line in lines(made(played, GERMAN, "record").tables[0])}
    company = by_id["I1-given1"]
    assert (company["CPP"], company["Mode"], company["Strength"]) == ("given", "on board", "Full")
    assert company["Units"] == "12 × 4-6-7"
    assert "MMG" in str(company["SW"])
    assert company["Leaders"]
    module, observer = by_id["O1-1"], by_id["O4-1"]
    assert module["OBA"] in ("Plentiful", "Normal", "Scarce")
    assert module["Pre-Reg."] == "A1, A1"
    assert observer["Observer"] == "A1, level 3"


def test_the_rg_purchase_record_keeps_what_came_whatever_becomes_of_it_7_5189() -> None:
    game = Game(baskets=BASKETS, seed=3).until("play", GERMAN)
    before = made(game, GERMAN, "record")
    company = next(c.id for c in game.room(GERMAN).counters if c.kind == "squad")
    game.order(GERMAN, "reduce", pile=company, count=2)
    squads = [pile for pile in game.room(GERMAN).piles if pile.like.kind == "squad"]
    game.order(GERMAN, "deploy", pile=squads[0].key, count=1)
    leader = next(pile for pile in game.room(GERMAN).piles if pile.like.name == "8-1")
    game.order(GERMAN, "change", pile=leader.key, count=1, name="8-0")
    assert sum(c.kind == "half_squad" for c in game.room(GERMAN).counters) == 6
    assert made(game, GERMAN, "record") == before


def test_the_force_organizer_puts_every_counter_into_one_box_7_16(played: Game) -> None:
    game = Game(baskets=BASKETS, seed=3).until("victory")
    mine = game.room(GERMAN)
    squad, weapon = (next(c.id for c in mine.counters if c.name == name) for name in ("4-6-7", "MMG"))
    game.order(GERMAN, "lose", piles={str(squad): 3}, fate="eliminated")
    game.order(GERMAN, "lose", piles={str(weapon): 1}, fate="captured")
    retained, _, held = made(game, GERMAN, "organizer").tables
    numbers = {block.title: sum(row[0] for row in block.rows) for block in (*retained.blocks, *held.blocks)}  # type: ignore[misc]
    assert sum(numbers.values()) == len(mine.counters)
    assert numbers["Eliminated"] == 3
    assert numbers["Gone otherwise"] == 1
    assert numbers["Fortification counters"] >= 29
    assert {row[1] for block in held.blocks if block.title == "Eliminated" for row in block.rows} == {"4-6-7"}


def test_the_force_organizer_has_a_company_each_with_boxes_conditions_and_cvp_7_16(played: Game) -> None:
    game = Game(baskets=BASKETS, seed=3).until("play")
    leader = next(pile for pile in game.room(GERMAN).piles if pile.like.name == "8-1")
    game.order(GERMAN, "wound", pile=leader.key, count=1)
    retained, *_ = made(game, GERMAN, "organizer").tables
    company = next(block for block in retained.blocks if block.title == "1st Rifle Co. (I1, 23AM)")
    squads = next(row for row in company.rows if row[1] == "4-6-7")
    assert squads[2:] == ("½" * int(str(squads[0])), "", "", 2, "")
    wounded = next(row for block in retained.blocks for row in block.rows if "wounded" in str(row[3]))
    assert wounded[:3] == (1, "8-1", "·"), "there is no second wound to mark"
    weapons = {row[2] for block in retained.blocks for row in block.rows if row[1] == "MMG"}
    assert all(set(str(boxes)) == {"M"} for boxes in weapons)


def test_the_scenario_card_tells_what_both_sides_know_and_nothing_of_either(played: Game) -> None:
    game = Game(baskets=BASKETS, seed=3).until("victory")
    card = made(game, None, "card")
    conditions, sides, areas, victory, special = card.tables
    assert conditions.blocks[0].rows[0] == ("23AM June 1944", "German", "Russian", "Overcast", "Wet", "No wind")
    assert [(line["Side"], line["ELR"], line["SAN"], line["OBA modules"]) for line in lines(sides)] == [
        ("German", 3, 3, 3),
        ("Russian", 4, 3, 4),
    ]
    assert ("Russian", "any hex of the east edge") in areas.blocks[0].rows
    assert ("Russians win the scenario with", None, 5) in victory.blocks[0].rows
    assert {str(row[0]) for row in special.blocks[0].rows} >= {f"IHSR {n}" for n in range(1, 8)} | {"CG4", "CG12b"}
    assert card == scenario_card(SYSTEM.public(game.state))


def test_the_scenario_card_leaves_elr_and_san_blank_until_they_are_announced_7_523(played: Game) -> None:
    card = made(played, None, "card")
    assert [row[3:5] for row in card.tables[1].blocks[0].rows] == [(None, None)] * 2
    assert not [row for row in card.tables[-1].blocks[0].rows if str(row[0]).startswith("IHSR")]


def test_a_side_gets_its_own_sheets_and_an_onlooker_the_public_one(played: Game) -> None:
    own = {"roster", "record", "organizer", "setup", "perimeter"}
    assert set(SYSTEM.sheets(played.state.only([GERMAN]), GERMAN)) == own
    public = {"card", "perimeter", "blank-roster", "blank-record", "blank-setup"}
    assert set(SYSTEM.sheets(played.state.only([]), None)) == public


def test_every_sheet_can_be_had_on_every_date_and_after_the_end() -> None:
    for game in (Game(), Game().until("strength"), Game(seed=5).finish()):
        for side in (GERMAN, RUSSIAN, None):
            for sheet in SYSTEM.sheets(game.state.only([side] if side else []), side).values():
                for each in sheet.tables:
                    assert all(len(row) <= len(each.columns) for block in each.blocks for row in block.rows)


def test_a_cell_is_set_with_a_true_minus_and_a_plus_where_signs_matter() -> None:
    assert [text_of(cell, Column("DRM", 1, SIGNED)) for cell in (-1, 0, 2, None, "x")] == ["−1", "0", "+2", "", "x"]
    assert text_of(2, Column("Points")) == "2"


def test_a_csv_has_every_row_with_all_its_cells_and_numbers_as_numbers_7_15(played: Game) -> None:
    found = list(csv.reader(io.StringIO(csv_of(made(played, GERMAN, "roster")))))
    assert found[0] == ["CG Roster", "German", "24AM"]
    head = found.index(["Points and purchases"]) + 1
    assert found[head][:3] == ["Date", "Hist. DRM", "Start"]
    assert found[head + 1][:4] == ["23AM", "-1", "66", "0"]
    assert {len(row) for row in found[head : head + 5]} == {12}


def test_a_csv_names_the_date_of_each_group_7_5189(played: Game) -> None:
    found = list(csv.reader(io.StringIO(csv_of(made(played, GERMAN, "record")))))
    assert found[3][:2] == ["Date", "ID"]
    assert found[4][:2] == ["23AM", "I1-given1"]


def test_a_spreadsheet_has_a_page_for_each_table_with_the_cells_of_the_csv_7_15(played: Game) -> None:
    sheet = made(played, GERMAN, "roster")
    workbook = CalamineWorkbook.from_filelike(io.BytesIO(xlsx_of(sheet, FOUNDED_AT)))
    assert len(workbook.sheet_names) == len(sheet.tables)
    pages = [row for name in workbook.sheet_names for row in workbook.get_sheet_by_name(name).to_python()]
    cells = Counter(str(int(cell)) if isinstance(cell, float) else cell for row in pages for cell in row if cell != "")
    told = [row for row in csv.reader(io.StringIO(csv_of(sheet))) if len(row) > 1]
    assert cells == Counter(cell.removeprefix("'") for row in told[1:] for cell in row if cell)


def test_a_spreadsheet_tells_no_moment_but_that_of_the_founding_7_15(played: Game) -> None:
    made_once = xlsx_of(made(played, GERMAN, "roster"), FOUNDED_AT)
    assert made_once == xlsx_of(made(played, GERMAN, "roster"), FOUNDED_AT)
    with zipfile.ZipFile(io.BytesIO(made_once)) as opened:
        assert {part.date_time[0] for part in opened.infolist()} == {1980}
        told = b"".join(opened.read(part) for part in opened.namelist()).decode()
    assert set(re.findall(r"20\d\d-\d\d-\d\dT[\d:]+Z", told)) == {"2020-01-02T00:00:00Z"}


def test_two_tables_of_one_name_get_pages_of_their_own() -> None:
    one = table("A: title / that is [long]er than 31 letters", [Column("c")], [("x",)])
    workbook = CalamineWorkbook.from_filelike(io.BytesIO(xlsx_of(Sheet("k", "T", "", "", "", (one, one)), FOUNDED_AT)))
    assert len(set(workbook.sheet_names)) == 2


@pytest.mark.parametrize("text", ["=1+1", "+1", "-cmd", "@SUM(A1)", "\t=1", "\r\n=1", " =1+1"])
def test_a_csv_holds_nothing_a_spreadsheet_would_reckon(text: str) -> None:
    sheet = Sheet("k", "Title", "", "23AM", text, (table(text, [Column(text)], [(text,), (-1,)]),))
    cells = [cell for row in csv.reader(io.StringIO(csv_of(sheet))) for cell in row]
    assert "-1" in cells
    assert not [cell for cell in cells if cell.lstrip().startswith(("=", "+", "-", "@")) and cell != "-1"]
