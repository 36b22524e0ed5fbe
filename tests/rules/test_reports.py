"""The report of a scenario: each side states its own losses; what differs from its record is explained or agreed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rules.asl.counters import piles
from rules.contract import Refused
from tests.rules import play, votg_play
from tests.rules.driver import Driver

GERMAN, RUSSIAN = play.GERMAN, play.RUSSIAN
GAMES: dict[str, Callable[[], Driver]] = {"oto2": play.Game, "votg": votg_play.Game}
WINNER = {"winner": GERMAN}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Driver:
    """Both sides stand before the report, and the Germans have lost a squad."""
    found = GAMES[request.param]().until("play")
    squad = next(p for p in piles(found.room(GERMAN).counters) if p.like.kind == "squad" and p.like.fate == "ready")
    found.order(GERMAN, "lose", piles={squad.key: 1})
    return found.alone(GERMAN, "victory").alone(RUSSIAN, "victory")


def confirms(game: Driver, side: str, **more: Any) -> None:
    game.order(side, "confirm", number=game.public.proposal.number, **more)


def reported(game: Driver) -> Any:
    return game.public.today.report


def test_7_5031_12_6041_a_side_is_asked_for_no_figure_of_the_other(game: Driver):
    for side, other in ((GERMAN, RUSSIAN), (RUSSIAN, GERMAN)):
        names = {field.name for field in game.current(side).task.fields}
        assert f"cvp_{side}" in names
        assert not {name for name in names if name.endswith(other)}


def test_7_13_12_12_what_a_side_states_stays_whatever_the_other_puts(game: Driver):
    game.puts(GERMAN, **WINNER)
    game.puts(RUSSIAN, turn=5)
    assert game.public.proposal.cvp == {GERMAN: 2, RUSSIAN: 0}
    confirms(game, GERMAN)
    assert reported(game).cvp == {GERMAN: 2, RUSSIAN: 0}


def test_7_13_12_12_what_a_side_records_after_its_statement_is_told_with_the_report_anew(game: Driver):
    game.puts(RUSSIAN, **WINNER)
    game.puts(GERMAN, **WINNER)
    seen = game.public.proposal
    squad = next(p for p in piles(game.room(GERMAN).counters) if p.like.kind == "squad" and p.like.on_hand)
    events = game.order(GERMAN, "lose", piles={squad.key: 1})
    assert [event.kind for event in events] == ["losses.recorded", "losses.restated"]
    assert replace(game.public.proposal, number=seen.number) == seen
    (row,) = (
        row for row in game.current(RUSSIAN).task.losses if "CVP" in row.label and row.side == "German" and row.differs
    )
    assert (row.stated, row.recorded) == (2, 4)
    with pytest.raises(Refused, match="changed while you read it"):
        game.order(RUSSIAN, "confirm", number=seen.number)
    with pytest.raises(Refused, match="other losses than its record says"):
        confirms(game, RUSSIAN)
    game.puts(GERMAN, cvp_german=4, **WINNER)
    confirms(game, RUSSIAN)
    assert reported(game).cvp[GERMAN] == 4


def test_7_5031_12_6041_nothing_is_confirmed_before_both_have_stated_their_losses(game: Driver):
    game.puts(GERMAN, **WINNER)
    assert game.current(RUSSIAN).task.missing == ("Russian",)
    with pytest.raises(Refused, match="Losses are not stated yet: Russian"):
        confirms(game, RUSSIAN, agreed=True)
    assert game.current(RUSSIAN).task.result is None


def test_7_13_12_12_the_report_shows_both_counts_and_what_each_record_says(game: Driver):
    game.puts(GERMAN, cvp_german=6, why="Two half-squads fell in Melee", **WINNER)
    game.puts(RUSSIAN)
    rows = [row for row in game.current(GERMAN).task.losses if "CVP" in row.label]
    first = rows[0]
    assert (first.side, first.stated, first.recorded, first.differs) == ("German", 6, 2, True)
    assert first.why == "Two half-squads fell in Melee"
    assert [row.differs for row in rows if row.side == "Russian"][:1] == [False]


def test_7_13_12_12_other_losses_than_the_record_has_are_agreed_to_or_explained(game: Driver):
    game.puts(GERMAN, **WINNER)
    game.puts(RUSSIAN, cvp_russian=8)
    with pytest.raises(Refused, match="other losses than its record says") as refused:
        confirms(game, GERMAN)
    assert refused.value.field == "agreed"
    assert game.public.stage == "battle"
    confirms(game, GERMAN, agreed=True)
    assert reported(game).cvp[RUSSIAN] == 8


def test_7_13_12_12_a_reason_is_public_and_enough(game: Driver):
    game.puts(GERMAN, **WINNER)
    game.puts(RUSSIAN, cvp_russian=8, why="A tank that was never entered")
    told = next(event for event in reversed(game.events) if event.kind == "losses.stated")
    assert told.room == "public"
    sentence = game.system.describe(told).sentence
    assert "8 CVP (its record says 0)" in sentence
    assert "A tank that was never entered" in sentence
    confirms(game, GERMAN)
    assert reported(game).cvp[RUSSIAN] == 8


def test_7_13_12_12_who_confirms_has_explained_his_own_figures_too(game: Driver):
    game.puts(GERMAN, cvp_german=0, **WINNER)
    game.puts(RUSSIAN)
    with pytest.raises(Refused, match="other losses of yours than your own record") as refused:
        confirms(game, GERMAN, agreed=True)
    assert refused.value.field == "why"
    game.puts(GERMAN, cvp_german=0, why="The squad was never on the map")
    confirms(game, RUSSIAN)
    assert reported(game).cvp[GERMAN] == 0


def test_a_report_of_an_older_program_that_waits_is_confirmed_if_the_record_bears_it_out(game: Driver):
    game.puts(GERMAN, **WINNER)
    game.puts(RUSSIAN)
    public = game.public
    game.state = replace(game.state, public=replace(public, stated={}))
    confirms(game, GERMAN)
    assert reported(game).cvp == public.proposal.cvp
