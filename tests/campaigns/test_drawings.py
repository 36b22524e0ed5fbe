"""What is drawn over the dates: true to its numbers, and only what the reader may know."""

from __future__ import annotations

from itertools import pairwise

import pytest

from campaigns import dice_stats, drawings
from rules.dice import Reckoning
from rules.features.curves import Curve, Series
from tests.toys.auction import AUCTION

MARKS = ("a", "b", "c")


def curve(*values: tuple[int | None, ...], goal: int | None = None) -> drawings.Drawing:
    lines = tuple(Series("german", f"line {n}", each) for n, each in enumerate(values))
    found = drawings.draw_curve(Curve("key", "Title", "note", MARKS, lines, goal))
    return found


@pytest.mark.parametrize("values", [(0, 0, 0), (1, None, 3), (-3, 0, 7), (999, 2, None), (None, None, 5)])
def test_every_number_stands_inside_the_drawing(values: tuple[int | None, ...]) -> None:
    drawn = curve(values, goal=4)
    assert drawn.goal
    for each in (*drawn.grid, *drawn.marks, drawn.goal, *(stroke.end for stroke in drawn.strokes)):
        assert 0 <= each.x <= drawn.width
        assert 0 <= each.y <= drawn.height + drawings.APART
    (stroke,) = drawn.strokes
    assert len(stroke.dots) == stroke.line.known
    assert stroke.path.count("L") == stroke.line.known - 1


def test_a_higher_number_stands_higher() -> None:
    (stroke,) = curve((1, 5, 3)).strokes
    first, second, third = (float(place.split()[1]) for place in stroke.path.removeprefix("M").split(" L"))
    assert second < third < first


def test_the_values_at_the_ends_of_lines_do_not_stand_on_each_other() -> None:
    ends = sorted(stroke.end.y for stroke in curve((1, 2, 3), (1, 2, 3), (3, 3, 3)).strokes)
    assert all(lower - upper >= drawings.APART for upper, lower in pairwise(ends))


def test_values_at_the_ends_of_lines_along_the_ground_stay_above_the_dates() -> None:
    drawn = curve((1, 2, 0), (1, 2, 0), (1, 2, 0))
    ends = sorted(stroke.end.y for stroke in drawn.strokes)
    assert ends[-1] <= min(mark.y for mark in drawn.marks) - drawings.APART
    assert all(lower - upper >= drawings.APART for upper, lower in pairwise(ends))


def test_lines_of_one_side_differ_in_more_than_colour() -> None:
    assert [stroke.style for stroke in curve((1, 2, 3), (3, 2, 1)).strokes] == ["style-1", "style-2"]


def test_the_table_behind_a_drawing_has_its_numbers() -> None:
    drawn = curve((1, None, None), (2, 4, None))
    assert drawn.rows == [("a", [1, 2]), ("b", [None, 4])]
    assert drawn.sentence == "Title, note. Last: line 0 1, line 1 4."


def test_luck_counts_every_die_of_a_side() -> None:
    german, russian = AUCTION.sides
    rolls = [
        (german, "", Reckoning((1, 6))),
        (german, "", Reckoning((6,))),
        (russian, "", Reckoning((2,))),
        ("", "", Reckoning((3,))),
    ]
    first, second = [drawings.DiceDrawing(each) for each in dice_stats.dice_report(AUCTION, {}, rolls).faces]
    assert (first.stats.dice, first.stats.faces, first.mean) == (3, (1, 0, 0, 0, 0, 2), 13 / 3)
    assert (second.stats.dice, second.mean, second.fair) == (1, 2, 3.5)
    assert dice_stats.dice_report(AUCTION, {}, []).faces == ()


@pytest.mark.parametrize("sides", [2, 6, 10, 20, 100])
def test_the_bars_of_dice_with_any_number_of_sides_stand_beside_each_other_in_the_drawing(sides: int) -> None:
    (faces,) = dice_stats.dice_report(AUCTION, {}, [("german", "", Reckoning((1, sides), sides=sides))]).faces
    drawn = drawings.DiceDrawing(faces)
    assert [face for face, *_ in drawn.bars] == list(range(1, sides + 1))
    assert all(left[1] + drawn.bar <= right[1] + 0.1 for left, right in pairwise(drawn.bars))
    assert drawn.bars[-1][1] + drawn.bar <= drawn.width
    assert 2 <= len(drawn.marks) <= drawings.MOST_MARKS
    assert drawn.fair == (sides + 1) / 2


@pytest.mark.parametrize(("words", "number"), [("{}", 84), ("{} Sept", 14), ("{}", 2), ("{}AM", 4), ("{}", 0)])
def test_of_many_words_below_as_many_are_written_as_have_room(words: str, number: int) -> None:
    marks = tuple(words.format(n + 1) for n in range(number))
    line = Series("german", "line", tuple(range(number)) or (1,))
    shown = drawings.draw_curve(Curve("key", "Title", "note", marks, (line,), None)).marks
    assert [each.text for each in shown[:1]] == [*marks[:1]]
    assert (len(shown) == number) == (number <= 4)
    widths = [len(each.text) * drawings.LETTER for each in shown]
    ends = zip(shown, widths, strict=True)
    assert all(two.x - wide / 2 > one.x + width / 2 for (one, width), (two, wide) in pairwise(ends))


def test_a_line_of_many_numbers_has_dots_where_it_turns() -> None:
    values = (5,) * 60 + (7,) * 24
    line = Series("german", "line", values)
    marks = tuple(str(n) for n in range(len(values)))
    (stroke,) = drawings.draw_curve(Curve("key", "Title", "note", marks, (line,), None)).strokes
    assert len(stroke.dots) == 3
    assert stroke.path.count("L") == len(values) - 1
