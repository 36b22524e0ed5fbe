"""7.502: the battle's markers, and what it used up: OBA modules, Bombardments, aircraft (CG7, IHSR 4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import Luck
from rules.parts.counters import READY, Counter, piles
from rules.parts.stages import StepSpec, Taken
from rules.parts.tasks import Field, FormTask
from rules.systems.oto2.desk import Desk
from rules.systems.oto2.places import HIDDEN
from rules.systems.oto2.steps.chosen import UNITS, VEHICLES, Change, marks, names
from rules.systems.oto2.steps.common import button, step, words

IN_PLAY = "in play"


def _ready(desk: Desk, *kinds: str) -> list[Counter]:
    return [c for c in desk.mine.counters if c.fate == READY and c.kind in kinds]


def _modules(desk: Desk) -> list[Counter]:
    """The modules that could fire: those chosen for this scenario, or all where there was no choice (CG13)."""
    found = _ready(desk, "oba")
    return [c for c in found if IN_PLAY in c.marks] or found


def _given(desk: Desk, counter: Counter) -> bool:
    """Aircraft a side is given for the first scenario only."""
    return not counter.group and any(
        item["side"] == desk.side and item["name"] == counter.name and "recalled_after_turn" in item
        for item in desk.book.initial["item"]
    )


def _fields(desk: Desk) -> tuple[Field, ...]:
    said = words()["markers"]
    asked = _ready(desk, "bombardment") + [c for c in _ready(desk, "aircraft") if not _given(desk, c)]
    return (
        *(
            Field(f"ffe_{c.id}", f"{c.name} (no. {c.id}): {said['ffe']}", "check", False, rule="CG7")
            for c in _modules(desk)
        ),
        *(
            Field(f"used_{pile.key}", f"{pile.like.name}: {said['used']}", value=0, high=pile.count, rule="CG7")
            for pile in piles(asked)
        ),
    )


def _task(desk: Desk) -> FormTask:
    return FormTask(button("markers"), _fields(desk), tuple(words()["markers"]["points"]))


def _enter(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    entries = _task(desk).read(data)
    gone = [c for c in _modules(desk) if entries.get(f"ffe_{c.id}")]
    for pile in piles(_ready(desk, "bombardment", "aircraft")):
        number = int(entries.get(f"used_{pile.key}", 0))
        gone += [c for c in desk.mine.counters if c.id in pile.ids[:number]]
    gone += [c for c in _ready(desk, "aircraft") if _given(desk, c)]
    change: dict[str, Change] = {str(c.id): {"fate": "used", "since": desk.date} for c in gone}
    for counter in _ready(desk, "oba", "weapon", *UNITS, *VEHICLES):
        off = (IN_PLAY,) if counter.kind == "oba" else (HIDDEN,)
        if str(counter.id) not in change and (new := marks(counter, less=off)):
            change[str(counter.id)] = new
    return Taken([desk.event("markers.removed", change=change, names=names(gone))])


STEPS: tuple[StepSpec[Desk], ...] = (step("markers", _task, {"enter": _enter}),)
