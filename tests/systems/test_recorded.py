"""At every step with entries by hand, of every game: what was recorded is told where the hand is, with its Undo.

Dice are never taken back, nor what both sides have learned: then the same place has the results, or says why it stands.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from campaigns.ledger import undo
from rules.areas.area_map import HasAreaMap
from rules.contract import AnyState, Refused, Task
from tests.html_client import opened, unrecorded
from tests.leaks.crawler import read_once
from tests.systems.every_position import PARTS, gone_on_from, part_of
from tests.systems.games import Scripts
from tests.systems.people import Table, seated

MANY = 8
"""Of so many steps one at least can be taken back."""
RESULTS = ("What came of it", "What came", "What happened since")


@pytest.mark.slow
@pytest.mark.sampled(5)
@pytest.mark.parametrize("part", PARTS)
@read_once()
@unrecorded()
def test_what_was_recorded_at_a_step_is_told_there_and_taken_back(
    scripts: Scripts, db: None, key: str, part: int
) -> None:
    table, places = seated(key), part_of(scripts, part)
    undone, wrong = set[str](), list[str]()
    for (chosen, step, side), state in places:
        waits = scripts.system.current(state.only({side}), side)
        assert waits
        if by_hand(waits.task):
            act, typed = answer(scripts, side, state)
            with gone_on_from(state):
                fault = taken_back(table, side, step, act, typed)
            if fault is None:
                undone.add(step)
            elif fault:
                wrong.append(f"{step} {side} {chosen}: {fault}")
    assert not wrong, "\n".join(wrong)
    assert undone or len(places) < MANY, "nothing could be taken back"


def by_hand(task: Task) -> bool:
    """Whether a step asks its side to enter or choose something; own dice stand, and are typed in elsewhere."""
    return (bool(task.fields) or len(task.orders) > 1) and not (task.needs and task.mode == "own")


def answer(scripts: Scripts, side: str, state: AnyState) -> tuple[str, Mapping[str, str]]:
    """A button and entries that the game takes at the step that waits for a side."""
    play = scripts.start()
    play.state = state
    assert play.answer(side)
    return play.said


def taken_back(table: Table, side: str, step: str, act: str, typed: Mapping[str, str]) -> str | None:
    """Press on at a step, and take it back by the button there; what is wrong, "" if it stands, None if it is gone."""
    after = table.page(side, "refit-step", step).press(act, dict(typed))
    if after.status != 200:
        return f"not taken: {after.text[:900]}"
    try:
        last = undo.last_act(table.seat(side))
    except Refused as no:
        # A game that is played here shows what was done on its map, and an act is a press of many.
        said = no.message in after.text or any(word in after.text for word in RESULTS)
        return "" if said or isinstance(table.system, HasAreaMap) else f"not told: {no.message} {after.text[:900]}"
    undoing = [form for form in after.forms if form.action == table.at("refit-undo")]
    if 'id="recorded"' not in after.html or [form.fields["act"] for form in undoing] != [str(last.id)]:
        return f"no Undo: {after.text[:900]}"
    sent = after.client.post(undoing[0].action, undoing[0].fields, follow=True)
    again = opened(after.client, sent, after.where)
    if "Taken back." not in again.text or again.form.fields.get("step") != step:
        return f"not taken back: {again.text[:900]}"
    lost = {name: value for name, value in typed.items() if value and again.form.fields.get(name) != value}
    return f"typed and lost: {lost}" if lost else None
