"""What of a side's own record can be put right in Valor of the Guards beside what every refit has."""

import pytest

from rules.asl.state import CppBudget
from rules.contract import Refused
from rules.engine.corrections import AGREED, REFUSED
from rules.systems.votg.state import RUSSIAN
from tests.rules.votg_play import GERMAN, Game


def proposed(held: int, **budget: int) -> Game:
    """A German who says that he has so many Support CPP in hand; the Russians know no figure."""
    game = Game().put(GERMAN, support=CppBudget(**{"start": 0, "repl": 6, **budget}))
    events = game.order(GERMAN, "correct", about="own", reason="Misread", support=held)
    assert all("support" not in str(event.data) for event in events if event.room != GERMAN)
    return game


@pytest.mark.parametrize(("verdict", "left"), [(AGREED, 4), (REFUSED, 6)])
def test_12_6181_support_cpp_are_corrected_when_the_other_side_agrees(verdict: str, left: int):
    game = proposed(4)
    assert game.room(GERMAN).now.support.left == 6
    game.order(RUSSIAN, "settle", number=1, verdict=verdict)
    now = game.room(GERMAN).now
    assert (now.support.left, now.support.spent, now.ledger) == (left, 0, Game().room(GERMAN).now.ledger)


def test_12_6181_support_cpp_spent_before_the_verdict_are_not_taken_twice():
    game = proposed(0)
    game.put(GERMAN, support=CppBudget(0, repl=6, spent=5))
    game.order(RUSSIAN, "settle", number=1, verdict=AGREED)
    assert game.room(GERMAN).now.support.left == 0


def test_12_6181_russians_have_no_support_cpp_to_correct():
    with pytest.raises(Refused, match="support"):
        Game().order(RUSSIAN, "correct", about="own", reason="Misread", support=3)


def test_12_6253_the_report_of_a_CG_day_and_that_of_its_counterattack_are_told_apart():
    game = Game(game="IV", strikes={0: False}).until("purchase", GERMAN, 2)
    found = game.system.corrections(game.state.only([GERMAN]), GERMAN)
    assert list(found.titles.values()) == ["Report of 14 Sept", "Report of 14 Sept, Russian Counterattack"]
    labels = [found.forms[about].fields[1].label for about in found.titles]
    assert labels == ["14 Sept: ended on turn", "14 Sept, Russian Counterattack: ended on turn"]


@pytest.mark.parametrize(("night", "row"), [(True, 3), (False, 2)])
def test_12_6254_the_german_elr_that_was_announced_by_night_is_corrected_to_one_more_on_the_roster(
    night: bool, row: int
):
    game = Game(game="IV", strikes={0: night}).until("play", GERMAN, 1)
    assert (game.public.today.elr[GERMAN], game.room(GERMAN).now.elr) == (4 - night, 4)
    game.order(RUSSIAN, "correct", about="shared", reason="Misread", elr_german=2)
    game.order(GERMAN, "settle", number=1, verdict=AGREED)
    assert (game.public.today.elr[GERMAN], game.room(GERMAN).now.elr, game.context(GERMAN).elr) == (2, row, 2)


@pytest.mark.parametrize(("side", "limits"), [(GERMAN, (0, 3)), (RUSSIAN, (1, 4))])
def test_12_6254_and_12_619_by_night_an_announced_elr_is_bounded_as_the_roster_has_it(
    side: str, limits: tuple[int, int]
):
    game = Game(game="IV", strikes={0: True}).until("play", GERMAN, 1)
    form = game.system.corrections(game.state.only([side]), side).forms["shared"]
    field = next(each for each in form.fields if each.name == f"elr_{side}")
    assert (field.low, field.high) == limits
