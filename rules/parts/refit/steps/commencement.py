"""The scenario begins: both sides tell their ELR and SAN, and what was due is there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import PUBLIC, Event, Luck
from rules.parts.counters import READY
from rules.parts.refit.desk import Desk
from rules.parts.refit.steps import recon
from rules.parts.refit.steps.chosen import Change, marks
from rules.parts.refit.words import Deed
from rules.parts.stages import Taken
from rules.parts.tasks import CheckTask


def _begin_task(desk: Desk) -> CheckTask:
    now = desk.mine.now
    lines = (f"You announce ELR {desk.elr} and SAN {now.san}.", *recon.told_lines(desk))
    return CheckTask(desk.button("begin"), lines=lines, counters=False)


def _begin(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    now = desk.mine.now
    told_all = Event("elr_san.announced", PUBLIC, {"side": desk.side, "elr": desk.elr, "san": now.san})
    return Taken([told_all, desk.event("step.done", step="begin", change=_entered(desk))])


def _entered(desk: Desk) -> dict[str, Change]:
    """What was due is there, and who was busy during the refit is so no longer."""
    free = desk.book.pack.get("marks", {}).get("stay", ())
    change: dict[str, Change] = {str(c.id): found for c in desk.mine.counters if (found := marks(c, less=free))}
    for counter in desk.mine.counters:
        if counter.fate == "due":
            change[str(counter.id)] = {**change.get(str(counter.id), {}), "fate": READY}
    return change


STEPS = (Deed("begin", _begin_task, {"done": _begin}),)
