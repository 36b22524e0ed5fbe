"""7.521 to 7.523: the steps of set-up in their order, entry areas, modules in play, commencement; CG End (7.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import PUBLIC, Event, Luck
from rules.parts.refit.places import HEX, HEX_HINT, place_of
from rules.parts.refit.steps import modules, placing, recon, wind
from rules.parts.refit.words import Deed
from rules.parts.stages import Taken
from rules.parts.tasks import CheckTask, Field, FormTask
from rules.systems.oto2.desk import Desk
from rules.systems.oto2.steps import spots

# 6 Entry Area ------------------------------------------------------------------------


def _entry_task(desk: Desk) -> FormTask | None:
    """On the first date the map's own arrow says it."""
    if desk.initial:
        return None
    field = Field("north", desk.said("entry")["asks"], "text", desk.before.north, pattern=rf"({HEX})?", hint=HEX_HINT,
                  rule=desk.rule("entry"))  # fmt: skip
    return FormTask(desk.button("entry"), (field,))


def _tell_entry(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _entry_task(desk)
    assert task is not None
    north = place_of(task.read(data)["north"]) or ""
    return Taken([Event("entry.told", PUBLIC, {"north": north})])


# CG End --------------------------------------------------------------


def _books_task(desk: Desk) -> CheckTask:
    return CheckTask(
        desk.button("books"), lines=tuple(f"{label}: {number}" for label, number in _left_over(desk)), counters=False
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


INITIAL: tuple[Deed[Desk], ...] = (*modules.STEPS, *placing.steps(spots.check))
FIRST: tuple[Deed[Desk], ...] = (*wind.STEPS, Deed("entry", _entry_task, {"enter": _tell_entry}), *INITIAL)
SECOND: tuple[Deed[Desk], ...] = (*INITIAL, *recon.PAYING, *recon.NAMING)
BOOKS = (Deed("books", _books_task, {"done": _open_books}),)
