"""Roads to Stalingrad: two who press at once, answers too late, pages from before. A sentence, and nothing is lost."""

from __future__ import annotations

from typing import Any

import pytest

from rules.contract import STEP
from tests.rules.rts_table import ARMY, AXIS, PANZER, SECOND_ARMY, SOVIET, Table


def fight(reactions: str = "battle") -> Table:
    """Panzers have gone into two armies, and the attacker is asked for a card."""
    table = Table(reactions=reactions).points(SOVIET, Kalachik=1).put("Oskol", PANZER).put("Rossna", ARMY, SECOND_ARMY)
    table.hand(AXIS, "Pioneers").hand(SOVIET, "Rockets").operation(AXIS, "Oskol")
    table.order(AXIS, do="move", to="Rossna", **{f"unit-{PANZER}": "on"})
    return table


def untouched(table: Table, side: str, kind: str = "enter", **data: object) -> None:
    before = table.state
    refused = table.refuses(side, kind, **data)
    assert refused.message
    assert refused.way_out
    assert table.state == before


def test_4_2_2_a_choice_is_made_once() -> None:
    table = Table()
    table.order(AXIS, choice="card")
    untouched(table, AXIS, choice="card")
    table.order(SOVIET, choice="card")
    untouched(table, SOVIET, choice="card")


def test_2_3_4_the_other_side_waits_for_its_own_window() -> None:
    table = fight()
    assert table.public.acting == (AXIS,)
    untouched(table, SOVIET, card="")


def test_2_3_4_a_reaction_that_comes_too_late_is_refused() -> None:
    table = fight()
    table.order(AXIS, card="")
    table.order(SOVIET, card="")
    untouched(table, SOVIET, card="")
    untouched(table, AXIS, card=table.room(AXIS).hand[0])
    assert table.room(AXIS).hand


@pytest.mark.parametrize("entries", [{"do": "move", "to": "Korsun", f"unit-{PANZER}": "on"}, {"do": "end"}])
def test_9_2_a_page_from_before_the_battle_moves_nobody(entries: dict[str, str]) -> None:
    untouched(fight(), AXIS, **{STEP: "operation", **entries})


def test_9_5_3_a_chit_that_is_not_held_is_refused() -> None:
    table = fight("none")
    table.order(AXIS, card="")
    table.order(SOVIET, "roll")
    untouched(table, AXIS, chit="Human Wave")
    untouched(table, SOVIET, chit=table.room(SOVIET).chits[0])


@pytest.mark.parametrize(
    "entries",
    [
        {"do": "move"},
        {"do": "move", "to": "Nowhere"},
        {"do": "move", "to": "Korsun", f"unit-{ARMY}": "on"},
        {"do": "move", "to": "Korsun", "unit-XX": "on"},
        {"do": "move", "to": "Korsun", "via": "Nowhere", f"unit-{PANZER}": "on"},
        {"do": "move", "to": "off", f"unit-{PANZER}": "on"},
        {"do": "play", "card": "S1.1"},
        {"do": "play"},
        {"do": "rebuild", f"unit-{PANZER}": "on"},
        {"do": "surrender"},
        {"do": "end", f"unit-{PANZER}": "on"},
        {"do": ["end"]},
        {"to": 5},
        {},
    ],
)
def test_5_5_what_is_no_use_of_supply_points_is_refused(entries: dict[str, Any]) -> None:
    table = Table().put("Oskol", PANZER).put("Rossna", ARMY).hand(AXIS, "Pioneers").operation(AXIS, "Oskol")
    untouched(table, AXIS, **entries)


def test_2_3_1_to_play_without_a_card_says_to_choose_one() -> None:
    table = Table().put("Belitsa", PANZER).hand(AXIS, "Pioneers").operation(AXIS, "Belitsa")
    untouched(table, AXIS, do="play", card="")
    refused = table.refuses(AXIS, do="play", card="")
    assert (refused.message, refused.field, refused.rule) == ("No card is chosen.", "card", "2.3.1")
