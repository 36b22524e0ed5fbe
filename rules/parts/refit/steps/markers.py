"""The battle's markers, and what it used up: OBA modules, Bombardments, aircraft."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import Luck
from rules.parts.counters import READY, Counter, piles
from rules.parts.refit.desk import Desk
from rules.parts.refit.places import HIDDEN
from rules.parts.refit.steps.chosen import FANATIC, UNITS, VEHICLES, Change, marks, names
from rules.parts.refit.steps.hardening import HARDENED
from rules.parts.refit.words import Deed
from rules.parts.stages import Taken
from rules.parts.tasks import Field, FormTask

IN_PLAY = "in play"


def _ready(desk: Desk, *kinds: str) -> list[Counter]:
    return [c for c in desk.mine.counters if c.fate == READY and c.kind in kinds]


def _modules(desk: Desk) -> list[Counter]:
    """The modules that could fire: those chosen for this scenario, or all where there was no choice."""
    found = _ready(desk, "oba")
    return [c for c in found if IN_PLAY in c.marks] or found


def _named(counter: Counter) -> str:
    """A counter with its group, for two groups may have brought the same."""
    return f"{counter.name} ({counter.group})" if counter.group else counter.name


def _fields(desk: Desk) -> tuple[Field, ...]:
    said = desk.said("markers")
    asked = _ready(desk, "bombardment") + [c for c in _ready(desk, "aircraft") if not desk.leaves_by_itself(c)]
    return (
        *(
            Field(
                f"ffe_{c.id}",
                f"{c.name} (no. {c.id}): {said['ffe']}",
                "check",
                False,
                rule=desk.rule("markers", "artillery"),
            )
            for c in _modules(desk)
        ),
        *(
            Field(
                f"used_{pile.key}",
                f"{_named(pile.like)}: {said['used']}",
                value=0,
                high=pile.count,
                rule=desk.rule("markers", "artillery"),
            )
            for pile in piles(asked)
        ),
    )


def _task(desk: Desk) -> FormTask:
    return FormTask(desk.button("markers"), _fields(desk), tuple(desk.said("markers")["points"]))


def _enter(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    entries = _task(desk).read(data)
    gone = [c for c in _modules(desk) if entries.get(f"ffe_{c.id}")]
    for pile in piles(_ready(desk, "bombardment", "aircraft")):
        number = int(entries.get(f"used_{pile.key}", 0))
        gone += [c for c in desk.mine.counters if c.id in pile.ids[:number]]
    gone += [c for c in _ready(desk, "aircraft") if desk.leaves_by_itself(c)]
    change: dict[str, Change] = {str(c.id): {"fate": "used", "since": desk.date} for c in gone}
    cleared = desk.book.pack.get("marks", {}).get("cleared", ())
    for counter in _ready(desk, "oba", "weapon", *UNITS, *VEHICLES):
        off = (IN_PLAY,) if counter.kind == "oba" else (HIDDEN, FANATIC, *cleared)
        if str(counter.id) not in change and (new := marks(counter, less=off)):
            change[str(counter.id)] = new
    known: dict[str, list[int]] = {HARDENED: []} if HARDENED in desk.mine.known else {}
    return Taken([desk.event("markers.removed", change=change, names=names(gone), known=known)])


STEPS: tuple[Deed[Desk], ...] = (Deed("markers", _task, {"enter": _enter}),)
