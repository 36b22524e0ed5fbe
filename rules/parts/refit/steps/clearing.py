"""What leaves the map, what stays on it, and the markers taken off."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.kernel import Luck
from rules.parts.counters import Counter
from rules.parts.refit.desk import Desk
from rules.parts.refit.places import HIDDEN
from rules.parts.refit.steps.chosen import (
    ENCIRCLED,
    ISOLATED,
    MMC,
    VEHICLES,
    Change,
    is_lost,
    names,
    on_field,
)
from rules.parts.refit.steps.condition import stands_fast
from rules.parts.refit.steps.placing_limits import fixed, is_gun
from rules.parts.refit.words import Deed
from rules.parts.stages import Taken
from rules.parts.tasks import RollTask

GUARD = "guards prisoners"
LIFTED = (*MMC, "leader", "hero", "weapon", *VEHICLES, "other")
"""Classes that go to the boxes. Guns stay or go by the rule on their moves, which reckons from where they stood;
an armor leader's place is his vehicle."""


def stays(desk: Desk, counter: Counter) -> bool:
    """Whether a counter on the map keeps its Location: isolated, busy there, or a vehicle that can't move."""
    return _stuck(desk, counter) or ISOLATED in counter.marks or busy(desk, counter)


def _stuck(desk: Desk, counter: Counter) -> bool:
    """Whether a vehicle can't leave, or may not."""
    return stands_fast(counter) or (counter.kind in VEHICLES and fixed(desk, counter))


def busy(desk: Desk, counter: Counter) -> bool:
    """Whether a counter has one of the conditions that the game's pack says keep it where it is (`marks.stay`)."""
    return bool(set(desk.book.pack.get("marks", {}).get("stay", ())) & set(counter.marks))


def cleared(desk: Desk, change: Mapping[str, Change], isolated: bool = False) -> dict[str, Change]:
    """`change` with the map cleared: places, Encircled markers and guarded prisoners of all that is not cut off.

    Unless some areas were written down (`isolated`), what was cut off before is so no more.
    """
    found = dict(change)
    for counter in on_field(desk):
        values = dict(found.get(str(counter.id), {}))
        if is_lost(values):
            continue
        after = replace(counter, **{**values, "marks": tuple(values.get("marks", counter.marks))})
        more = _cleared(desk, after, isolated)
        before = {"marks": list(counter.marks), "place": counter.place}
        values |= {key: value for key, value in more.items() if value != before[key] or key in values}
        if values:
            found[str(counter.id)] = values
    return found


def _cleared(desk: Desk, counter: Counter, isolated: bool) -> Change:
    off = {ENCIRCLED} if isolated else {ENCIRCLED, ISOLATED}
    cut = isolated and ISOLATED in counter.marks
    kept = [mark for mark in counter.marks if mark not in off and (cut or mark != GUARD)]
    stays_there = cut or is_gun(desk, counter) or _stuck(desk, counter) or busy(desk, counter)
    lifted = counter.kind in LIFTED and not stays_there
    if lifted:
        kept = [mark for mark in kept if mark != HIDDEN]
    return {"marks": kept, "place": "" if lifted else counter.place}


def _task(desk: Desk) -> RollTask | None:
    """Asked only where something was cut off; else the lines' form has cleared the map."""
    if not desk.mine.pending.get("wanted"):
        return None
    left = [c for c in on_field(desk) if stays(desk, c) or is_gun(desk, c)]
    return RollTask(
        desk.button("clearing"), lines=tuple(f"{name} stays on the map" for name in names(left)), mode=desk.mode
    )


def _clear(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    desk.roll((), data, luck)
    change = cleared(desk, {}, isolated=True)
    return Taken([desk.event("map.cleared", change=change, number=len([c for c in change.values() if "place" in c]))])


STEPS: tuple[Deed[Desk], ...] = (Deed("clearing", _task, {"roll": _clear}),)
