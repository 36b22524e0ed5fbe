"""7.521 to 7.523: the steps of set-up in their order, modules in play, commencement; and CG End (7.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import PUBLIC, Event, Luck
from rules.parts.counters import READY
from rules.parts.stages import Taken
from rules.parts.tasks import CheckTask, Field, FormTask
from rules.systems.oto2.desk import Desk
from rules.systems.oto2.steps import placing, recon, wind
from rules.systems.oto2.steps.common import button, step

# CG13 modules in play --------------------------------------------------------------------


def _modules_task(desk: Desk) -> FormTask | None:
    limit = int(desk.book.pack["oba_per_scenario"][desk.side])
    modules = [c for c in desk.mine.on_hand if c.kind == "oba"]
    if len(modules) <= limit:
        return None
    options = tuple((str(c.id), f"{c.name} (no. {c.id}) {c.note}") for c in modules)
    fields = tuple(
        Field(f"module{n + 1}", f"Module {n + 1}", "select", options[n][0], options=options, rule="CG13")
        for n in range(limit)
    )
    return FormTask(button("modules"), fields)


def _choose_modules(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _modules_task(desk)
    assert task is not None
    chosen = set(task.read(data).values())
    change = {}
    for counter in desk.mine.on_hand:
        if counter.kind == "oba":
            marks = [mark for mark in counter.marks if mark != "in play"]
            change[str(counter.id)] = {"marks": [*marks, "in play"] if str(counter.id) in chosen else marks}
    return Taken([desk.event("modules.chosen", change=change)])


# 7.523 commencement, CG End --------------------------------------------------------------


def _begin_task(desk: Desk) -> CheckTask:
    now = desk.mine.now
    lines = (f"You announce ELR {now.elr} and SAN {now.san}.", *recon.told_lines(desk))
    return CheckTask(button("begin"), lines=lines, counters=False)


def _begin(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    now = desk.mine.now
    told_all = Event("elr_san.announced", PUBLIC, {"side": desk.side, "elr": now.elr, "san": now.san})
    entered = {str(c.id): {"fate": READY} for c in desk.mine.counters if c.fate == "due"}
    return Taken([told_all, desk.event("step.done", step="begin", change=entered)])


def _books_task(desk: Desk) -> CheckTask:
    return CheckTask(
        button("books"), lines=tuple(f"{label}: {number}" for label, number in _left_over(desk)), counters=False
    )


def _left_over(desk: Desk) -> tuple[tuple[str, int], ...]:
    return (
        ("CPP left", desk.mine.now.ledger.next_start),
        ("CVP of vehicles still off the map and of units never set up (7.5131c, CG12a)", _late_cvp(desk)),
    )


def _late_cvp(desk: Desk) -> int:
    """CVP that count at CG End: vehicles out for ammunition, and German units never brought on."""
    fates = {"out", "due"} if desk.german else {"out"}
    return sum(c.worth for c in desk.mine.counters if c.fate in fates)


def _open_books(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    books = {"side": desk.side, "cpp": desk.mine.now.ledger.next_start, "cvp": _late_cvp(desk)}
    return Taken([Event("books.opened", PUBLIC, books)])


INITIAL = (step("modules", _modules_task, {"enter": _choose_modules}), placing.STEP)
FIRST = (wind.STEP, *INITIAL)
SECOND = (*INITIAL, *recon.NAMING)
INSPECTION = recon.SHOWING
BEGIN = (step("begin", _begin_task, {"done": _begin}),)
BOOKS = (step("books", _books_task, {"done": _open_books}),)
