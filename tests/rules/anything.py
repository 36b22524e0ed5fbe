"""Entries of every kind, sensible and not, for orders that have to be carried out or refused."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from rules.kernel import Event, Refused, State
from rules.parts.refit.system import ORDERS
from rules.parts.stages import ON
from tests.rules.driver import Driver

PLAIN = [
    None, True, False, 0, 1, -1, 10**30, 2**63, 1.5, float("nan"), float("inf"), -0.0, "", " ", "0", "1", "-3",
    "1e9", "NaN", "٣", "x" * 300, "\x00", "\ud800", "I1", "N32", "4-6-7", "squad", "leader", "eliminated", [], {},
]  # fmt: skip
NO_NUMBERS = [["1"], {"1": 1}, 3.7, float("nan"), float("inf"), True, "1.5", "many", -1, 10**40]
scalars = st.sampled_from(PLAIN) | st.integers() | st.text(max_size=6)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
)
NAMES = sorted(
    {"rows", "dice", "note", "step", "on", "number", *(name for names in ORDERS.values() for name in names or ())}
)
tried = settings(
    max_examples=int(os.environ.get("REFIT_EXAMPLES", "8")),
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
Positions = dict[tuple[str, str], State]
"""A state for steps and sides in which that step waits for that side."""


def steps(game: Driver) -> list[str]:
    """Every step of a game."""
    return sorted({step.key for stage in game.system.course.stages for step in stage.steps})


def passed(games: Iterable[Driver], turn: Callable[[Any], bool]) -> Positions:
    """The positions these games pass through, the first of each."""
    found: Positions = {}
    for game in games:
        while not game.ended and turn(game):
            for side in game.sides:
                if here := game.here(side):
                    found.setdefault((here.spec.key, side), game.state)
    return found


def draw_order(data: Any, game: Driver, side: str, baskets: Any) -> tuple[str, dict[str, Any]]:
    """An order of any kind with any entries, more often those the step before the side asks for."""
    kind = data.draw(st.sampled_from(sorted(ORDERS)) | st.sampled_from(sorted(game.here(side).spec.takes)))
    known = dict.fromkeys(NAMES, values) | _fits(game, side, baskets)
    names = ORDERS[kind] or known.keys()
    return kind, data.draw(st.fixed_dictionaries({}, optional={name: known[name] for name in names}))


def _fits(game: Driver, side: str, baskets: Any) -> Mapping[str, Any]:
    """The entries the step that waits for a side asks for, with any value."""
    task = game.here(side).task
    fields = getattr(getattr(task, "form", task), "fields", ())
    names = {field.name: values | st.sampled_from([v for v, _ in field.options] or [1]) for field in fields}
    keys = [need.key for need in getattr(task, "needs", ())] or ["x"]
    dice = st.dictionaries(st.sampled_from(keys), values | st.lists(st.integers(0, 7) | scalars, max_size=3))
    pile = st.dictionaries(st.sampled_from(["1", "5", "999", "x"]), values)
    return {**names, "dice": dice | values, "rows": baskets | values, "piles": pile | values}


def rows(keys: list[str], names: list[str]) -> Any:
    """Baskets with rows of these keys, which have entries of these names."""
    return st.dictionaries(st.sampled_from(keys), st.dictionaries(st.sampled_from(names), values))


def check_answer(game: Driver, side: str, kind: str, order: Mapping[str, Any]) -> None:
    """Events of plain JSON, or a refusal with a sentence after which all is as before; no other exception."""
    before = game.state
    answer = _answer(game, side, kind, order)
    if isinstance(answer, Refused):
        assert answer.message.endswith((".", "?")), answer.message
        assert game.state is before
    else:
        assert all(json.loads(json.dumps(event.data, allow_nan=False)) == event.data for event in answer)


def check_wrong_die(game: Driver, side: str) -> bool:
    """The last of several rolls typed in with a face that is none, the others left to the host: refused, and by the
    driver's watch before a die is cast. Whether the step before the side rolls several times."""
    needs = getattr(game.here(side).task, "needs", ())
    if len(needs) < 2:
        return False
    game.state = replace(game.state, public=replace(game.state.public, dice="either"))
    wrong = {"dice": {needs[-1].key: [7] * needs[-1].dice}}
    game.typed = lambda task, without="": wrong  # type: ignore[method-assign]
    with pytest.raises(Refused, match="no face of a die"):
        game.answer(side)
    return True


def check_onward(game: Driver, side: str) -> None:
    """What a page proposes, with the wish to go on: taken, or by the driver's watch refused before a die is cast."""
    plain = game.order
    game.order = lambda who, kind, /, **data: plain(who, kind, **{ON: True, **data})  # type: ignore[method-assign]
    with suppress(Refused):
        assert game.answer(side) or game.here(side).task.kind == "report"


def _answer(game: Driver, side: str, kind: str, order: Mapping[str, Any]) -> tuple[Event, ...] | Refused:
    try:
        return game.order(side, kind, **order)
    except Refused as refused:
        return refused
