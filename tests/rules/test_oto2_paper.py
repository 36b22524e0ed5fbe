"""The set-up sheet, blank forms, and the campaign's story at its end (7.15, 7.5224)."""

from __future__ import annotations

from rules.features.documents import Sheet, SheetTable
from tests.rules.play import GERMAN, RUSSIAN, SYSTEM, Game, rows


def sheets(game: Game, side: str | None) -> dict[str, Sheet]:
    """All sheets of a side, made with its own room alone."""
    return dict(SYSTEM.sheets(game.state.only([side] if side else []), side))


def cells(found: SheetTable) -> list[tuple[object, ...]]:
    return [row for block in found.blocks for row in block.rows]


def test_7_5224_the_set_up_sheet_lists_what_stands_where_in_the_order_of_the_map():
    game = Game(baskets={(GERMAN, 0): rows("M1 G1 O1+2 O4")}).until("hexes")
    names = {field.name: f"B{n}" for n, field in enumerate(game.current(GERMAN).task.fields, 1)}
    game.order(GERMAN, "enter", **names)
    game.until("setup").order(GERMAN, "enter", **game.lines(GERMAN, Trench="AA1, 2 K20, K3/1", PaK="K20 hidden cover"))
    standing, hexes, without = sheets(game, GERMAN)["setup"].tables
    found = [row[:4] for row in cells(standing) if row[0] != "B3"]
    assert [row[0] for row in found] == ["K3/1", "K20", "K20", "AA1"]
    assert set(found[1:3]) == {("K20", 2, "Trench", ""), ("K20", 1, "75L (PaK 40)", "hidden, in fortification")}
    assert {row[1] for row in cells(hexes)} == {"Pre-Registered 1", "Pre-Registered 2", "Observer"}
    assert (6, "Trench", "", "") in cells(without)
    assert "setup" not in sheets(game, None)


def test_7_15_the_blank_forms_have_the_columns_of_the_filled_ones_and_nothing_in_them():
    game = Game()
    blank, full = sheets(game, None), sheets(game, GERMAN)
    for key, filled in (("blank-roster", "roster"), ("blank-record", "record"), ("blank-setup", "setup")):
        for one, other in zip(blank[key].tables, full[filled].tables, strict=False):
            assert one.columns == other.columns
        written = {cell for each in blank[key].tables for row in cells(each) for cell in row}
        assert written <= {"23AM", "23PM", "24AM", "24PM"}
        assert (blank[key].side, blank[key].date) == ("", "date ________")


def test_the_story_is_there_when_the_campaign_has_ended_and_not_before():
    game = Game(seed=4).until("recon", RUSSIAN)
    game.cast(RUSSIAN, "enter", (1,), paid="1")
    game.order(RUSSIAN, "enter", locations="K20")
    game.until("play")
    assert "story" not in sheets(game, None)
    story = sheets(game.finish(), None)["story"]
    dates, parts, inspected = story.tables
    assert [row[0] for row in cells(dates)] == ["23AM", "23PM", "24AM", "24PM"]
    assert all(len(row) == len(dates.columns) for row in cells(dates))
    assert cells(inspected) == [("23AM", "K20", "nothing")]
    assert sum(row[2] for row in cells(parts)) == game.state.public.ending.vp  # type: ignore[misc]
    assert "victory" in story.notes[0]
    assert story.journal


def test_6_the_story_of_a_conceded_campaign_says_so():
    game = Game()
    game.order(RUSSIAN, "concede")
    story = sheets(game, None)["story"]
    assert "The Russian side conceded (6)." in story.notes
    assert ("24PM", "not played") in cells(story.tables[0])


def test_the_card_reminds_of_what_is_played_or_kept_by_hand_in_4_5_CG8_and_CG9():
    reminders = sheets(Game(), None)["card"].tables[-1]
    rules = {row[0] for row in cells(reminders)}
    assert {"1", "2.2", "3", "4.1", "5.2", "5.3", "CG2", "CG5", "CG7", "CG8", "CG9", "RG notes g, h"} <= rules
    assert {"7.5193", "RG note j", "7.4"} <= rules


def test_7_4_German_OB_the_card_of_the_first_date_alone_says_where_the_germans_set_up():
    game = Game()
    told = {
        date: [
            row[1] for row in cells(sheets(game.until("setup", date=date), None)["card"].tables[-1]) if row[0] == "7.4"
        ]
        for date in (0, 1)
    }
    assert [len(told[date]) for date in (0, 1)] == [1, 0]
    assert "less than 42" in str(told[0][0])
