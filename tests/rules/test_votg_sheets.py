"""The sheets of Valor of the Guards: roster, record, organizer, set-up sheet, card, blank forms, story."""

from __future__ import annotations

from typing import Any

import pytest

from rules.features.documents import Sheet, SheetTable
from tests.rules.votg_play import GERMAN, RUSSIAN, SYSTEM, Game

SHORT: dict[str, Any] = {
    "game": "II",
    "seed": 5,
    "chits": {2: ("attack", "attack"), 3: ("attack", "idle"), 5: ("idle", "attack")},
    "strikes": {3: True},
}


def sheets(game: Game, side: str | None) -> dict[str, Sheet]:
    """All sheets of a side, made with its own room alone."""
    return dict(SYSTEM.sheets(game.state.only([side] if side else []), side))


def cells(found: SheetTable) -> list[tuple[object, ...]]:
    return [row for block in found.blocks for row in block.rows]


def named(found: SheetTable, row: tuple[object, ...]) -> dict[str, object]:
    """A row by the titles of its columns."""
    return dict(zip((column.title for column in found.columns), row, strict=False))


def only(found: SheetTable, **like: object) -> dict[str, object]:
    """The one row in which these columns say so."""
    rows = [named(found, row) for row in cells(found)]
    (row,) = [row for row in rows if all(row.get(key.replace("_", " ")) == value for key, value in like.items())]
    return row


# the roster -----------------------------------------------------------------------------------


def test_12_14_the_roster_has_all_the_columns_the_rules_name():
    titles = {column.title for part in sheets(Game(), GERMAN)["roster"].tables for column in part.columns}
    assert {"CG Day", "Scenario", "SAN", "Start", "Repl.", "Total", "RG purchased", "Spent", "Left", "ELR"} <= titles
    assert {"Weather", "EC", "Hist. DRM", "Moon", "Fortifications", "Recon"} <= titles


def test_12_14_the_roster_has_a_line_for_each_day_and_two_for_one_with_a_counterattack():
    points, state, _ = sheets(Game(**SHORT).finish(), RUSSIAN)["roster"].tables
    days = ["14 Sept", "15 Sept", "16 Sept", "17 Sept", "17 Sept", "18 Sept"]
    assert [row[0] for row in cells(points)] == [row[0] for row in cells(state)] == days
    kinds = [row[1] for row in cells(points)]
    assert kinds[:5] == [
        "Initial Scenario", "Idle Day", "Dual Attack", "German Assault", "Russian Counterattack by night",
    ]  # fmt: skip
    assert only(state, CG_Day="15 Sept")["Chit"] == "Idle"


def test_12_6182_days_to_come_have_their_historical_drm_and_their_moon():
    points, state, _ = sheets(Game(game="II"), RUSSIAN)["roster"].tables
    assert only(points, CG_Day="16 Sept") == {"CG Day": "16 Sept", "Scenario": "", "Hist. DRM": -1}
    assert only(state, CG_Day="17 Sept")["Moon"] == "first quarter, 52 % lit"


def test_12_618_the_points_of_a_line_add_up():
    game = Game(**SHORT, baskets={(RUSSIAN, 0): {"I2": {"n": 1}}}).until("play", date=2)
    points = sheets(game, RUSSIAN)["roster"].tables[0]
    first, second = (only(points, CG_Day=day) for day in ("14 Sept", "15 Sept"))
    assert first["RG purchased"] == "I2"
    assert first["Left"] == first["Total"] - first["Spent"] == second["Start"]  # type: ignore[operator]
    assert second["Total"] == second["Start"] + second["Repl."]  # type: ignore[operator]


def test_12_624_the_roster_has_the_number_of_locations_that_a_recon_came_to_and_what_it_cost():
    game = Game(chits={1: ("idle", "attack")}).until("recon", RUSSIAN, date=1)
    game.cast(RUSSIAN, "enter", [3], paid="2", stealthy=True, lax=False)
    day = only(sheets(game, RUSSIAN)["roster"].tables[0], CG_Day="15 Sept")
    assert (day["Recon CPP"], day["Recon"]) == (2, 3 + 3 + 1 + 1)
    game.until("night", RUSSIAN).order(RUSSIAN, "enter", light="night")
    game.until("setup", RUSSIAN)
    assert only(sheets(game, RUSSIAN)["roster"].tables[0], CG_Day="15 Sept")["Recon"] == 16, "doubled by night"


def test_12_6181_support_cpp_stand_in_a_column_of_their_own():
    game = Game(game="II", baskets={(GERMAN, 0): {"A1": {"n": 1}}}).until("play")
    points = sheets(game, GERMAN)["roster"].tables[0]
    assert (only(points, CG_Day="14 Sept")["Support"], only(points, CG_Day="14 Sept")["Spent"]) == (6, 0)
    (row,) = [named(sheets(game, GERMAN)["record"].tables[0], r) for r in _bought(game, GERMAN)]
    assert str(row["Other"]).startswith("6 CPP, 6 of them Support")


def test_12_51_rulings_that_are_not_the_default_stand_on_the_roster():
    rulings = sheets(Game(rulings={"cvp_twenties": "up"}), GERMAN)["roster"].tables[2]
    assert [row[0] for row in cells(rulings)] == ["12.618, 12.6123"]
    assert cells(sheets(Game(), GERMAN)["roster"].tables[2]) == []


# the record -----------------------------------------------------------------------------------


def _bought(game: Game, side: str) -> list[tuple[object, ...]]:
    record = sheets(game, side)["record"].tables[0]
    return [row for row in cells(record) if named(record, row)["#P"] is not None]


def test_12_6218_the_record_has_all_its_columns():
    record = sheets(Game(), GERMAN)["record"].tables[0]
    titles = ["RG ID", "Group type", "#P", "#R", "Str.", "# Units", "SW", "Leaders", "Other", "On-Bd"]
    assert (record.by, [column.title for column in record.columns]) == ("CG Day", titles)


def test_12_6218_the_record_counts_what_was_bought_and_what_is_left():
    game = Game(game="II", baskets={(GERMAN, 0): {"I1": {"n": 2, "reserve": 1, "dummies": 3}}}).until("play")
    record = sheets(game, GERMAN)["record"].tables[0]
    rows = [named(record, row) for row in _bought(game, GERMAN)]
    assert [(row["RG ID"], row["#P"], row["#R"]) for row in rows] == [("I1", 1, 4), ("I1", 2, 3)]
    assert sorted(str(row["On-Bd"]) for row in rows) == ["", "R"]
    assert any("3 Dummies" in str(row["Other"]) for row in rows)
    assert all(row["Str."] in ("RS", "FS", "LD", "MD", "HD") for row in rows)


def test_12_6214c_a_dug_in_platoon_has_a_D():
    game = Game(game="II", baskets={(RUSSIAN, 0): {"A2": {"n": 1, "dug_in": 1}}}).until("play")
    record = sheets(game, RUSSIAN)["record"].tables[0]
    (row,) = [named(record, row) for row in _bought(game, RUSSIAN)]
    assert (row["On-Bd"], row["SW"]) == ("D", "3 × LMG" if row["Str."] == "FS" else "2 × LMG")


def test_12_6218_given_groups_are_no_purchases():
    record = sheets(Game(), GERMAN)["record"].tables[0]
    rows = [named(record, row) for row in cells(record)]
    assert rows
    assert all(row["#P"] is None and str(row["Other"]).startswith("given") for row in rows)
    assert record.blocks[0].title == "14 Sept"


# set-up, card, blank forms, story -------------------------------------------------------------


def test_CG11_1_the_set_up_sheet_keeps_the_list_of_strongpoints():
    game = Game().put(RUSSIAN, known={"strongpoints": [["nkvd", "K20", 0]]})
    found = sheets(game, RUSSIAN)["setup"].tables
    assert (found[-1].title, cells(found[-1])) == ("Fanatic Strongpoints", [("NKVD Strongpoint", "K20", "14 Sept")])
    assert sheets(Game(), RUSSIAN)["setup"].tables[-1].title != "Fanatic Strongpoints"
    assert "K20" not in str(sheets(game, None))


def reminders(game: Game) -> set[object]:
    return {row[0] for row in cells(sheets(game, None)["card"].tables[-1])}


def test_the_card_reminds_of_what_concerns_this_scenario():
    first, night, last = Game(**SHORT), Game(**SHORT).until("play", date=4), Game(**SHORT).until("play", date=5)
    assert "VotG7" in reminders(first)
    assert not {"VotG7", "CG18"} & reminders(night)
    assert "VotG25" in reminders(night)
    assert "VotG25" not in reminders(first)
    assert {"CG18", "VotG19"} <= reminders(last)


@pytest.mark.parametrize(("campaign", "rolled"), [("I", True), ("II", False), ("III", True), ("IV", False)])
def test_CG4_the_card_of_an_initial_scenario_of_fixed_length_reminds_of_no_game_end_dr(campaign: str, rolled: bool):
    assert ("CG4" in reminders(Game(game=campaign))) == rolled
    game = Game(game=campaign, chits={1: ("attack", "idle")}).until("play", date=1)
    assert "CG4" in reminders(game), "all other scenarios have a variable length"


def test_the_card_tells_both_sides_what_they_may_know():
    card = sheets(Game(**SHORT).until("play", date=4), None)["card"]
    conditions = named(card.tables[0], cells(card.tables[0])[0])
    assert conditions["Scenario"] == "Russian Counterattack by night"
    assert (conditions["Sets up first"], conditions["Moves first"]) == ("German", "Russian")
    assert conditions["Night"]
    sides = {row[0]: named(card.tables[1], row) for row in cells(card.tables[1])}
    assert all(sides[name]["ELR"] is not None and sides[name]["OBA modules"] == 2 for name in ("German", "Russian"))
    assert any("LL17" in str(row[1]) for part in card.tables for row in cells(part))


def test_12_14_the_blank_forms_have_the_columns_of_the_filled_ones_and_nothing_in_them():
    game = Game(game="II")
    blank, full = sheets(game, None), sheets(game, GERMAN)
    for key, filled in (("blank-roster", "roster"), ("blank-record", "record"), ("blank-setup", "setup")):
        for one, other in zip(blank[key].tables, full[filled].tables, strict=False):
            assert one.columns == other.columns
        written = {cell for each in blank[key].tables for row in cells(each) for cell in row}
        assert written <= {"14 Sept", "15 Sept", "16 Sept", "17 Sept", "18 Sept"}


def test_practice_charts_are_marked_on_every_sheet():
    game = Game(**SHORT).finish()
    made = [sheet for side in (None, GERMAN, RUSSIAN) for sheet in sheets(game, side).values()]
    assert len(made) == 16
    assert all(sheet.notes[0].startswith("Practice charts") and "practice" in sheet.subtitle for sheet in made)


def test_the_story_is_there_when_the_campaign_has_ended_and_not_before():
    game = Game(**SHORT)
    assert "story" not in sheets(game, None)
    story = sheets(game.finish(), None)["story"]
    lines, _, _, left = story.tables
    assert len(cells(lines)) == 6
    assert {row[0] for row in cells(left)} == {"German", "Russian"}
    assert story.notes[-1].endswith("victory.")
    assert story.journal


def test_12_3_the_story_of_a_conceded_campaign_says_so():
    game = Game(game="II")
    game.order(RUSSIAN, "concede")
    story = sheets(game, None)["story"]
    assert story.notes[-1] == "The Russian side conceded: German victory."
    assert ("18 Sept", "not played") in cells(story.tables[0])


def test_no_row_is_longer_than_its_columns():
    game = Game(**SHORT).finish()
    for side in (None, GERMAN, RUSSIAN):
        for sheet in sheets(game, side).values():
            for part in sheet.tables:
                assert all(len(row) <= len(part.columns) for row in cells(part)), (sheet.key, part.title)
