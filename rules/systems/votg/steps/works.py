"""Fortifications bought for a scenario (12.623), and when the level of the Booby Traps is told.

A level that was bought is its buyer's secret, by ruling, until the scenario begins or a die is rolled for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.kernel import PUBLIC, Event, Luck
from rules.parts.refit.steps import commencement, fortify
from rules.parts.refit.words import Deed
from rules.parts.stages import Taken
from rules.parts.tasks import CheckTask
from rules.systems.votg.desk import BOOBY_TRAPS, Desk
from rules.systems.votg.state import UNTOLD

(SHOP,) = fortify.STEPS
(COMMENCE,) = commencement.STEPS
OPEN = "open"


def level_set(level: str) -> Event:
    """The level of the Booby Traps, told to both sides."""
    return Event("booby_level.set", PUBLIC, {"level": level})


def _buy(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    taken = SHOP.takes["buy"](desk, data, luck)
    (event,) = taken.events
    raised = event.data["line"]["forts"].get(BOOBY_TRAPS, 0)
    if not raised:
        return taken
    untold = {UNTOLD: desk.mine.known.get(UNTOLD, 0) + raised}
    event = replace(event, data={**event.data, "known": untold})
    if desk.ruling("booby_level_told") != OPEN:
        return Taken([event])
    after = replace(desk, mine=replace(desk.mine, known={**desk.mine.known, **untold}))
    return Taken([event, level_set(after.booby)])


def _begin_task(desk: Desk) -> CheckTask:
    task = COMMENCE.task(desk)
    assert isinstance(task, CheckTask)
    if desk.booby == desk.public.booby:
        return task
    return replace(task, lines=(*task.lines, desk.said("begin")["booby_level"].format(desk.booby)))


def _begin(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    taken = COMMENCE.takes["done"](desk, data, luck)
    told = [] if desk.booby == desk.public.booby else [level_set(desk.booby)]
    return replace(taken, events=[*told, *taken.events])


FORTIFY = (Deed("fortify", SHOP.task, {"buy": _buy}),)
BEGIN = (Deed("begin", _begin_task, {"done": _begin}),)
