"""The luck report: true to the dice, fair in what it says, and silent of what is still secret."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from campaigns import dice_stats
from rules.dice import SIX, Modifier, Reckoning
from rules.engine.chances import odds
from tests.toys.auction import AUCTION

GERMAN, RUSSIAN = AUCTION.sides
Rolls = list[tuple[str, str, Reckoning]]


def reported(rolls: Rolls) -> dice_stats.DiceReport:
    return dice_stats.dice_report(AUCTION, {"a.cpp": "Points", "a.elr": "ELR"}, rolls)


def test_a_table_of_the_sides_own_is_told_without_its_name() -> None:
    rolls: Rolls = [(side, "", Reckoning((3, 4), table="a.oba")) for side in (GERMAN, RUSSIAN)]
    report = dice_stats.dice_report(AUCTION, {"a.oba": "German OBA ammunition"}, rolls)
    assert [(kind.side, kind.title) for kind in report.kinds] == [
        (GERMAN, "OBA ammunition"),
        (RUSSIAN, "German OBA ammunition"),
    ]


def test_rolls_are_told_by_side_kind_and_whose_dice_they_were() -> None:
    rolls: Rolls = [
        (GERMAN, "", Reckoning((3, 4), (Modifier(5, "won", "1"),), table="a.cpp")),
        (GERMAN, "", Reckoning((6, 6), table="a.cpp")),
        (GERMAN, "", Reckoning((1, 1), table="a.cpp", own=True)),
        (GERMAN, "", Reckoning((2,))),
        (RUSSIAN, "", Reckoning((5,), table="a.elr")),
        ("", "", Reckoning((6,))),
    ]
    found = [(kind.side, kind.title, kind.own, kind.rolls, kind.mean, kind.due) for kind in reported(rolls).kinds]
    assert found == [
        (GERMAN, "Points", False, 2, 9.5, 7.0),
        (GERMAN, dice_stats.OTHER, False, 1, 2.0, 3.5),
        (GERMAN, "Points", True, 1, 2.0, 7.0),
        (RUSSIAN, "ELR", False, 1, 5.0, 3.5),
    ], "dice before modifiers; own dice apart"
    assert [(each.side, each.own, each.dice) for each in reported(rolls).faces] == [
        (GERMAN, False, 5), (GERMAN, True, 2), (RUSSIAN, False, 1),
    ]  # fmt: skip


@pytest.mark.parametrize(("value", "chance"), [(0, 1), (1.145, 0.95), (4.351, 0.5), (11.070, 0.05), (15.086, 0.01)])
def test_chi_square_is_that_of_the_tables(value: float, chance: float) -> None:
    assert dice_stats.chi_square_tail(value) == pytest.approx(chance, abs=0.0002)


@pytest.mark.parametrize(
    ("freedom", "value", "chance"),
    [(1, 3.841, 0.05), (2, 5.991, 0.05), (3, 7.815, 0.05), (9, 16.919, 0.05), (9, 4.168, 0.9), (19, 36.191, 0.01)],
)
def test_chi_square_is_that_of_the_tables_for_dice_of_other_sides(freedom: int, value: float, chance: float) -> None:
    assert dice_stats.chi_square_tail(value, freedom) == pytest.approx(chance, abs=0.0002)


def test_dice_of_other_sides_are_counted_apart_and_against_what_they_show_when_fair() -> None:
    ten: Rolls = [(GERMAN, "", Reckoning((10, 1), table="a.cpp", sides=10))] * 40
    report = reported([*ten, (GERMAN, "", Reckoning((6,)))])
    assert [(each.sides, each.kind, each.dice) for each in report.faces] == [(6, "", 1), (10, "d10", 80)]
    assert [(kind.sides, kind.mean, kind.due) for kind in report.kinds] == [(6, 6.0, 3.5), (10, 11.0, 11.0)]
    assert report.faces[1].chance is not None
    assert report.faces[1].chance < 1e-9
    (d66,) = reported([(GERMAN, "", Reckoning((5, 6), tens=True))]).kinds
    assert (d66.mean, d66.due) == (11.0, 7.0), "a d66 is two dice, whatever it reads as"
    few = reported([(GERMAN, "", Reckoning((1,) * 49, sides=10))]).faces[0]
    assert few.sentence == "Fewer than 50 dice say nothing of their faces."


@pytest.mark.parametrize("dice", [1, 2, 3, 7])
@pytest.mark.parametrize("sides", [2, 6, 10])
def test_the_chance_of_a_sum_is_exact_for_few_dice(dice: int, sides: int) -> None:
    mean = Fraction((sides + 1) * dice, 2)
    for total in range(dice, sides * dice + 1):
        exact = sum(chance for pips, chance in odds(dice, sides).items() if abs(pips - mean) >= abs(total - mean))
        assert dice_stats.sum_tail(dice, total, sides) == pytest.approx(float(exact))


def test_the_normal_curve_goes_on_where_the_exact_sum_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = dice_stats.EXACT
    exact = [dice_stats.sum_tail(dice, total) for total in range(dice * 3, dice * 4, 5)]
    monkeypatch.setattr(dice_stats, "EXACT", dice - 1)
    near = [dice_stats.sum_tail(dice, total) for total in range(dice * 3, dice * 4, 5)]
    assert near == pytest.approx(exact, abs=0.002)


def test_dice_that_no_game_has_cost_nothing() -> None:
    """A file may hold any."""
    report = reported([(GERMAN, "", Reckoning((1, 10**6), sides=10**6)), (GERMAN, "", Reckoning((2,)))])
    assert [faces.sides for faces in report.faces] == [SIX]


def test_few_dice_say_nothing_of_their_faces() -> None:
    few: Rolls = [(GERMAN, "", Reckoning((6,)))] * (dice_stats.FEWEST * SIX - 1)
    (faces,) = reported(few).faces
    assert faces.chance is None
    assert "say nothing" in faces.sentence
    assert reported(few).lines == 1


def test_loaded_dice_are_called_odd_and_fair_ones_are_not() -> None:
    loaded: Rolls = [(GERMAN, "", Reckoning((6, 6), table="a.cpp"))] * 40
    report = reported(loaded)
    assert len(report.odd) == report.lines == 2
    assert report.faces[0].sentence == "Of so many fair dice, under 1 in 100 times the faces differ as much or more."


def test_among_many_comparisons_of_fair_dice_hardly_any_is_called_odd() -> None:
    """The limit goes down with their number: at 5 in 100 each, most of these campaigns would have an odd line."""
    chance, campaigns, naive = random.Random(3), 60, 0
    odd = 0
    for _ in range(campaigns):
        titles = {f"t{n}": f"Kind {n}" for n in range(30)}
        rolls = [
            (GERMAN, "", Reckoning(tuple(chance.choices(range(1, 7), k=2)), table=t)) for t in titles for _ in "abcdef"
        ]
        report = dice_stats.dice_report(AUCTION, titles, rolls)
        odd += bool(report.odd)
        naive += any(kind.chance < dice_stats.ODD for kind in report.kinds)
        assert (report.lines, report.by_chance) == (31, pytest.approx(1.55))
    assert odd <= campaigns * 0.1
    assert naive > campaigns / 2
