"""The battle's markers, and what it used up: OBA modules, Bombardments, aircraft."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import Luck
from rules.parts.counters import READY, Counter, piles
from rules.parts.refit.desk import Desk
from rules.parts.refit.places import HIDDEN
from rules.parts.refit.steps.chosen import FANATIC, UNITS, VEHICLES, Change, marks, names, shown
from rules.parts.refit.steps.condition import named
from rules.parts.refit.steps.hardening import HARDENED
from rules.parts.refit.steps.placing_limits import is_gun
from rules.parts.refit.words import Deed
from rules.parts.stages import Taken
from rules.parts.tasks import Field, FormTask

IN_PLAY = "in play"
OWN_OBSERVER = "own observer"
"""Of a module that came with its Offboard Observer."""


def _ready(desk: Desk, *kinds: str) -> list[Counter]:
    return [c for c in desk.mine.counters if c.fate == READY and c.kind in kinds]


def _modules(desk: Desk) -> list[Counter]:
    """The modules that could fire: those chosen for this scenario, or all where there was no choice."""
    found = _ready(desk, "oba")
    return [c for c in found if IN_PLAY in c.marks] or found


def _observers(desk: Desk) -> list[Counter]:
    """The Offboard Observers bought for modules, in a game whose words ask for them."""
    return _ready(desk, "observer") if "observer" in desk.said("markers") else []


def _dismissed(desk: Desk, gone: list[Counter], entries: Mapping[str, Any]) -> list[Counter]:
    """The observers of modules that are used up: those named, and the first of the rest if too few modules are left."""
    found = sorted(_observers(desk), key=lambda c: not entries.get(f"observer_{c.id}"))
    named = sum(bool(entries.get(f"observer_{c.id}")) for c in found)
    modules = [c for c in desk.mine.on_hand if c.kind == "oba" and OWN_OBSERVER not in c.marks and c not in gone]
    return found[: max(named, len(found) - len(modules))]


def _fields(desk: Desk) -> tuple[Field, ...]:
    said, rule = desk.said("markers"), desk.rule("markers", "artillery")
    asked = _ready(desk, "bombardment") + [c for c in _ready(desk, "aircraft") if not desk.leaves_by_itself(c)]
    modules = ((f"ffe_{c.id}", f"{named(c)}: {said['ffe']}") for c in _modules(desk))
    observers = ((f"observer_{c.id}", f"{shown(c)}: {said['observer']}") for c in _observers(desk))
    return (
        *(Field(name, label, "check", False, rule=rule) for name, label in (*modules, *observers)),
        *(
            Field(f"used_{pile.key}", f"{_of_group(pile.like)}: {said['used']}", value=0, high=pile.count, rule=rule)
            for pile in piles(asked)
        ),
    )


def _of_group(counter: Counter) -> str:
    """A counter with its group, for two groups may have brought the same."""
    return f"{counter.name} ({counter.group})" if counter.group else counter.name


def _stays_hidden(desk: Desk, counter: Counter) -> bool:
    """Whether what was hidden and not found stays so: Guns, and Fortifications but those laid on the map by now."""
    if counter.kind != "fortification":
        return is_gun(desk, counter)
    works = desk.book.setup.get("works")
    return works is None or counter.name.startswith(tuple(works["stay_hidden"]))


def _task(desk: Desk) -> FormTask:
    return FormTask(desk.button("markers"), _fields(desk), tuple(desk.said("markers")["points"]))


def _enter(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    entries = _task(desk).read(data)
    gone = [c for c in _modules(desk) if entries.get(f"ffe_{c.id}")]
    gone += _dismissed(desk, gone, entries)
    for pile in piles(_ready(desk, "bombardment", "aircraft")):
        number = int(entries.get(f"used_{pile.key}", 0))
        gone += [c for c in desk.mine.counters if c.id in pile.ids[:number]]
    gone += [c for c in _ready(desk, "aircraft") if desk.leaves_by_itself(c)]
    change: dict[str, Change] = {str(c.id): {"fate": "used", "since": desk.date} for c in gone}
    cleared = desk.book.pack.get("marks", {}).get("cleared", ())
    for counter in _ready(desk, "oba", "weapon", "fortification", *UNITS, *VEHICLES):
        found = () if _stays_hidden(desk, counter) else (HIDDEN,)
        off = (IN_PLAY,) if counter.kind == "oba" else (*found, FANATIC, *cleared)
        if str(counter.id) not in change and (new := marks(counter, less=off)):
            change[str(counter.id)] = new
    known: dict[str, list[int]] = {HARDENED: []} if HARDENED in desk.mine.known else {}
    return Taken([desk.event("markers.removed", change=change, names=names(gone), known=known)])


STEPS: tuple[Deed[Desk], ...] = (Deed("markers", _task, {"enter": _enter}),)
