"""Free rolls: dice for what no step asks."""

from __future__ import annotations

from typing import Any

import pytest

from rules.contract import PUBLIC, Refused
from rules.systems.votg.system import SYSTEM as VOTG
from tests.rules import votg_play
from tests.rules.play import GERMAN, RUSSIAN, SYSTEM, Game

WIND = {"purpose": "Wind (B25.63)", "number": 2, "shown": "both"}


def test_a_free_roll_stands_in_the_public_room_with_what_it_was_for():
    game = Game()
    (event,) = game.cast(GERMAN, "throw", (4, 1), **WIND)
    assert (event.kind, event.room) == ("dice.thrown", PUBLIC)
    told = SYSTEM.describe(event)
    assert told.sentence == "The German side rolled the dice. Wind (B25.63): 5."
    assert [(label, each.dice) for label, each in told.reckonings] == [("Wind (B25.63)", (4, 1))]


def test_a_roll_for_the_own_side_alone_stays_in_its_room():
    game = Game()
    (event,) = game.cast(RUSSIAN, "throw", (6,), **WIND | {"number": 1, "shown": "own"})
    assert event.room == RUSSIAN
    assert SYSTEM.describe(event).sentence == "Rolled the dice unseen. Wind (B25.63): 6."


def test_a_free_roll_changes_nothing_else():
    game = Game()
    before = game.state
    game.cast(GERMAN, "throw", (4, 1), **WIND)
    assert game.state == before


def test_valor_of_the_guards_has_free_rolls_too():
    game = votg_play.Game()
    (event,) = game.cast(GERMAN, "throw", (3,), **WIND | {"number": 1})
    assert VOTG.describe(event).sentence == "The German side rolled the dice. Wind (B25.63): 3."


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"number": 0}, "number"), ({"number": 21}, "number"), ({"number": "six"}, "number"),
        ({"purpose": ""}, "purpose"), ({"purpose": "  "}, "purpose"), ({"purpose": "x" * 81}, "purpose"),
        ({"shown": "nobody"}, "shown"),
    ],
)  # fmt: skip
def test_a_wrong_entry_of_a_free_roll_is_named_before_a_die_is_cast(wrong: dict[str, Any], field: str):
    game = Game()
    with pytest.raises(Refused) as no:
        game.order(GERMAN, "throw", **WIND | wrong)
    assert no.value.field == field
    assert no.value.way_out
    assert not game.cup.drawn


def test_where_everybody_throws_his_own_dice_the_server_throws_none():
    game = Game(dice="own")
    with pytest.raises(Refused, match="your own dice"):
        game.order(GERMAN, "throw", **WIND)
