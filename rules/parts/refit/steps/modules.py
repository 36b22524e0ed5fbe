"""The OBA modules in play, where a side has more of them than a scenario allows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import Luck
from rules.parts.refit.desk import Desk
from rules.parts.refit.steps.markers import IN_PLAY
from rules.parts.refit.words import Deed
from rules.parts.stages import Taken
from rules.parts.tasks import Field, FormTask


def _task(desk: Desk) -> FormTask | None:
    limit = int(desk.book.pack["oba_per_scenario"][desk.side])
    modules = [c for c in desk.mine.on_hand if c.kind == "oba"]
    if len(modules) <= limit:
        return None
    options = tuple((str(c.id), f"{c.name} (no. {c.id}) {c.note}") for c in modules)
    rule = desk.rule("modules")
    fields = tuple(
        Field(f"module{n + 1}", f"Module {n + 1}", "select", options[n][0], options=options, rule=rule)
        for n in range(limit)
    )
    return FormTask(desk.button("modules"), fields)


def _choose(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _task(desk)
    assert task is not None
    chosen = set(task.read(data).values())
    change = {}
    for counter in desk.mine.on_hand:
        if counter.kind == "oba":
            marks = [mark for mark in counter.marks if mark != IN_PLAY]
            change[str(counter.id)] = {"marks": [*marks, IN_PLAY] if str(counter.id) in chosen else marks}
    return Taken([desk.event("modules.chosen", change=change)])


STEPS: tuple[Deed[Desk], ...] = (Deed("modules", _task, {"enter": _choose}),)
