"""The luck report: true to the dice, fair in what it says, and silent of what is still secret."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from campaigns import fortune
from rules.dice import FACES, Modifier, Reckoning, odds
from tests.fakes import AUCTION

GERMAN, RUSSIAN = AUCTION.sides
Rolls = list[tuple[str, Reckoning]]


def reported(rolls: Rolls) -> fortune.Report:
    return fortune.report(AUCTION, {"a.cpp": "Points", "a.elr": "ELR"}, rolls)


def test_a_table_of_the_sides_own_is_told_without_its_name() -> None:
    rolls: Rolls = [(side, Reckoning((3, 4), table="a.oba")) for side in (GERMAN, RUSSIAN)]
    report = fortune.report(AUCTION, {"a.oba": "German OBA ammunition"}, rolls)
    assert [(kind.side, kind.title) for kind in report.kinds] == [
        (GERMAN, "OBA ammunition"),
        (RUSSIAN, "German OBA ammunition"),
    ]


def test_rolls_are_told_by_side_kind_and_whose_dice_they_were() -> None:
    rolls: Rolls = [
        (GERMAN, Reckoning((3, 4), (Modifier(5, "won", "1"),), table="a.cpp")),
        (GERMAN, Reckoning((6, 6), table="a.cpp")),
        (GERMAN, Reckoning((1, 1), table="a.cpp", own=True)),
        (GERMAN, Reckoning((2,))),
        (RUSSIAN, Reckoning((5,), table="a.elr")),
        ("", Reckoning((6,))),
    ]
    found = [(kind.side, kind.title, kind.own, kind.rolls, kind.mean, kind.due) for kind in reported(rolls).kinds]
    assert found == [
        (GERMAN, "Points", False, 2, 9.5, 7.0),
        (GERMAN, fortune.OTHER, False, 1, 2.0, 3.5),
        (GERMAN, "Points", True, 1, 2.0, 7.0),
        (RUSSIAN, "ELR", False, 1, 5.0, 3.5),
    ], "dice before modifiers; own dice apart"
    assert [(each.side, each.own, each.dice) for each in reported(rolls).faces] == [
        (GERMAN, False, 5), (GERMAN, True, 2), (RUSSIAN, False, 1),
    ]  # fmt: skip


@pytest.mark.parametrize(("value", "chance"), [(0, 1), (1.145, 0.95), (4.351, 0.5), (11.070, 0.05), (15.086, 0.01)])
def test_chi_square_is_that_of_the_tables(value: float, chance: float) -> None:
    assert fortune.chi_square_tail(value) == pytest.approx(chance, abs=0.0002)


@pytest.mark.parametrize("dice", [1, 2, 3, 7])
def test_the_chance_of_a_sum_is_exact_for_few_dice(dice: int) -> None:
    mean = Fraction(7 * dice, 2)
    for total in range(dice, 6 * dice + 1):
        exact = sum(chance for pips, chance in odds(dice).items() if abs(pips - mean) >= abs(total - mean))
        assert fortune.sum_tail(dice, total) == pytest.approx(float(exact))


def test_the_normal_curve_goes_on_where_the_exact_sum_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = fortune.EXACT
    exact = [fortune.sum_tail(dice, total) for total in range(dice * 3, dice * 4, 5)]
    monkeypatch.setattr(fortune, "EXACT", dice - 1)
    near = [fortune.sum_tail(dice, total) for total in range(dice * 3, dice * 4, 5)]
    assert near == pytest.approx(exact, abs=0.002)


def test_few_dice_say_nothing_of_their_faces() -> None:
    few: Rolls = [(GERMAN, Reckoning((6,)))] * (fortune.FEWEST - 1)
    (faces,) = reported(few).faces
    assert faces.chance is None
    assert "say nothing" in faces.told
    assert reported(few).lines == 1


def test_loaded_dice_are_called_odd_and_fair_ones_are_not() -> None:
    loaded: Rolls = [(GERMAN, Reckoning((6, 6), table="a.cpp"))] * 40
    report = reported(loaded)
    assert len(report.odd) == report.lines == 2
    assert report.faces[0].told == "Of so many fair dice, under 1 in 100 times the faces differ as much or more."


def test_among_many_comparisons_of_fair_dice_hardly_any_is_called_odd() -> None:
    """The limit goes down with their number: at 5 in 100 each, most of these campaigns would have an odd line."""
    chance, campaigns, naive = random.Random(3), 60, 0
    odd = 0
    for _ in range(campaigns):
        titles = {f"t{n}": f"Kind {n}" for n in range(30)}
        rolls = [
            (GERMAN, Reckoning((chance.choice(FACES), chance.choice(FACES)), table=t)) for t in titles for _ in "abcdef"
        ]
        report = fortune.report(AUCTION, titles, rolls)
        odd += bool(report.odd)
        naive += any(kind.chance < fortune.ODD for kind in report.kinds)
        assert (report.lines, report.by_chance) == (31, "1.6")
    assert odd <= campaigns * 0.1
    assert naive > campaigns / 2
