"""12.613: the Russians may follow a German Assault with a Counterattack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import PUBLIC, Event, Luck
from rules.parts.refit.words import Deed
from rules.parts.stages import Taken
from rules.parts.tasks import Field, FormTask
from rules.systems.votg.desk import Desk
from rules.systems.votg.state import COUNTERATTACK

NO, YES, NIGHT = "", "yes", "night"


def _task(desk: Desk) -> FormTask | None:
    if not desk.may_counterattack():
        return None
    said = desk.said("counterattack")
    options: tuple[tuple[str, str], ...] = ((NO, said["no"]), (YES, said["yes"]))
    if COUNTERATTACK in desk.book.pack["night"]["scenarios"] and desk.ruling("night_asked") == "with_it":
        options = (*options, (NIGHT, f"{said['yes']}, {said['night']}"))
    field = Field("strike", said["title"], "select", NO, options=options, rule=desk.rule("counterattack", "kinds"))
    return FormTask(desk.button("counterattack"), (field,), (said["left"].format(number=desk.public.chits),))


def _declare(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _task(desk)
    assert task is not None
    strike = task.read(data)["strike"]
    if strike == NO:
        return Taken([])
    return Taken([Event("counterattack.declared", PUBLIC, {"night": strike == NIGHT})])


STEPS: tuple[Deed[Desk], ...] = (Deed("counterattack", _task, {"enter": _declare}),)
