"""CG End (12.3): both sides open their books, and say who has won where nothing else tells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import PUBLIC, Event, Luck
from rules.parts.refit.words import Deed
from rules.parts.stages import Taken
from rules.parts.tasks import CheckTask, Field, FormTask
from rules.systems.votg import ending
from rules.systems.votg.desk import Desk


def _left(desk: Desk) -> dict[str, int]:
    """What a side had left."""
    now = desk.line
    return {"cpp": now.ledger.next_start, "support": now.support.left, "counters": len(desk.mine.on_hand)}


def _task(desk: Desk) -> CheckTask | FormTask:
    said = desk.said("books")
    lines = tuple(f"{said[key]}: {number}" for key, number in _left(desk).items() if key != "support" or desk.german)
    if ending.at_end(desk.public, desk.book):
        return CheckTask(desk.button("books"), lines=lines, counters=False)
    words = desk.book.game.victory.campaign
    options = (*desk.book.names.items(), ("", said["nobody"]))
    field = Field(
        "winner", said["winner"], "select", next(iter(desk.book.names)), options=options, rule=desk.rule("books")
    )
    return FormTask(desk.button("books"), (field,), (*((words,) if words else ()), *lines))


def _open(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _task(desk)
    claim = {"winner": task.read(data)["winner"]} if isinstance(task, FormTask) else {}
    return Taken([Event("books.opened", PUBLIC, {"side": desk.side, "left": _left(desk), **claim})])


STEPS: tuple[Deed[Desk], ...] = (Deed("books", _task, {"enter": _open, "done": _open}),)
