"""Entries of every kind, sensible and not, for orders that have to be carried out or refused."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rules.asl.orders import ORDERS
from rules.contract import CONTINUE, Event, Refused, State
from rules.tables import Need
from tests.rules.driver import Driver
from tests.rules.random_player import Whole

PLAIN: list[Any] = [
    None, True, False, 0, 1, -1, 10**30, 2**63, 1.5, float("nan"), float("inf"), -0.0, "", " ", "0", "1", "-3",
    "1e9", "NaN", "٣", "x" * 300, "\x00", "\ud800", "I1", "N32", "4-6-7", "squad", "leader", "eliminated", [], {},
]  # fmt: skip
NO_NUMBERS = [["1"], {"1": 1}, 3.7, float("nan"), float("inf"), True, "1.5", "many", -1, 10**40]
NAMES = sorted(
    {"rows", "dice", "note", "step", "on", "number", *(name for names in ORDERS.values() for name in names or ())}
)
EXAMPLES = int(os.environ.get("REFIT_EXAMPLES", "24"))
"""How many orders are given at each step."""
Baskets = Callable[[Random], Any]
Positions = dict[tuple[str, str], State]
"""A state for steps and sides in which that step waits for that side."""


def steps(game: Driver) -> list[str]:
    """Every step of a game."""
    return sorted({step.key for stage in game.system.course.stages for step in stage.steps})


def passed(look: Driver, campaigns: Iterable[Whole]) -> Positions:
    """The positions these campaigns passed through, the first of each; `look` is a game of the same kind."""
    found: Positions = {}
    for look.state in (state for campaign in campaigns for state in campaign.states):
        for side in look.sides:
            if current := look.current(side):
                found.setdefault((current.spec.key, side), look.state)
    return found


def tries(key: str) -> Iterator[Random]:
    """Chance for each of the orders that are given at a step, the same in every run."""
    return (Random(f"{key} {number}") for number in range(EXAMPLES))


def draw_order(chance: Random, game: Driver, side: str, baskets: Baskets) -> tuple[str, dict[str, Any]]:
    """An order of any kind with any entries, more often those the step before the side asks for."""
    kind = chance.choice(sorted(ORDERS if chance.random() < 0.5 else game.current(side).spec.handlers))
    fitting = _fits(game, side, baskets)
    names = ORDERS[kind] or dict.fromkeys((*NAMES, *fitting))
    often = chance.choice((0, 0.2, 0.5, 0.9))  # how many of the entries are there at all
    chosen = [name for name in names if chance.random() < often]
    return kind, {name: fitting.get(name, value)(chance) for name in chosen}


def scalar(chance: Random) -> Any:
    """A value that is no list and no dictionary."""
    if (way := chance.random()) < 0.6:
        return chance.choice(PLAIN)
    if way < 0.8:
        return chance.choice((-1, 1)) * chance.getrandbits(chance.choice((2, 8, 70)))
    return text(chance, 6)


def text(chance: Random, most: int) -> str:
    """Letters of any script, seldom more than a few of them ASCII."""
    return "".join(chr(chance.choice((chance.randrange(32, 127), chance.randrange(0xD7FF)))) for _ in range(most))


def value(chance: Random, depth: int = 2) -> Any:
    """Anything that JSON can hold, lists and dictionaries too."""
    way = chance.random() if depth else 1
    if way < 0.15:
        return [value(chance, depth - 1) for _ in range(chance.randint(0, 3))]
    if way < 0.3:
        return {text(chance, chance.randint(0, 4)): value(chance, depth - 1) for _ in range(chance.randint(0, 3))}
    return scalar(chance)


def _fits(game: Driver, side: str, baskets: Baskets) -> Mapping[str, Callable[[Random], Any]]:
    """The entries the step that waits for a side asks for, with values that fit more often than not."""
    task = game.current(side).task
    fields = getattr(getattr(task, "form", task), "fields", ())
    found = {field.name: _one_of([v for v, _ in field.options] or [1, field.value]) for field in fields}
    faces = {need.key: need.dice for need in getattr(task, "needs", ())} or {"x": 1}
    piles = _table(["1", "5", "999", "x"], value)
    return {**found, "dice": _or_anything(_dice(faces)), "rows": _or_anything(baskets), "piles": _or_anything(piles)}


def _one_of(options: list[Any]) -> Callable[[Random], Any]:
    return _or_anything(lambda chance: chance.choice(options))


def _or_anything(fitting: Callable[[Random], Any]) -> Callable[[Random], Any]:
    return lambda chance: fitting(chance) if chance.random() < 0.7 else value(chance)


def _dice(needs: Mapping[str, int]) -> Callable[[Random], Any]:
    """Faces for rolls: sometimes those that are asked for, sometimes too many, too few, or none that a die has."""

    def faces(chance: Random, key: str) -> list[Any]:
        if chance.random() < 0.5:
            return [chance.randint(1, 6) for _ in range(needs[key])]
        return [chance.choice((0, 1, 6, 7, scalar(chance))) for _ in range(chance.randint(0, 3))]

    return lambda chance: {key: faces(chance, key) for key in needs if chance.random() < 0.8}


def _table(keys: list[str], of: Callable[[Random], Any]) -> Callable[[Random], dict[str, Any]]:
    """Dictionaries with some of these keys."""
    return lambda chance: {key: of(chance) for key in chance.sample(keys, chance.randint(0, min(3, len(keys))))}


def rows(keys: list[str], names: list[str]) -> Baskets:
    """Baskets with rows of these keys, which have entries of these names."""
    return _table(keys, _table(names, lambda chance: chance.randint(0, 2) if chance.random() < 0.4 else value(chance)))


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
    needs: Sequence[Need] = getattr(game.current(side).task, "needs", ())
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
    game.order = lambda who, kind, /, **data: plain(who, kind, **{CONTINUE: True, **data})  # type: ignore[method-assign]
    with suppress(Refused):
        assert game.answer(side) or game.current(side).task.kind == "report"


def _answer(game: Driver, side: str, kind: str, order: Mapping[str, Any]) -> tuple[Event, ...] | Refused:
    try:
        return game.order(side, kind, **order)
    except Refused as refused:
        return refused
    except Exception as error:
        error.add_note(f"{kind} {order!r}")
        raise
