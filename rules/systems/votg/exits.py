"""CG13: who left the map over an eligible hex is Retained, by ruling for the next CG Day or for the next scenario."""

from __future__ import annotations

from rules.asl.counter_fields import ENCIRCLED, MINES
from rules.asl.counters import EXITED, ISOLATED, READY, Counter
from rules.asl.locations import PLACING
from rules.engine.replace import replace

RETAINED, WAITING, AWAY = "retained", "waiting", "away"
"""What a stage's beginning makes of those who left the map: they are with their side as others are; they are, but a
Counterattack may follow, in which they take no part; it does follow, and they are off the map for it."""
LEFT = "left the map"
"""The condition of those who are not back yet."""
LEFT_BEHIND = (ENCIRCLED, ISOLATED, MINES, *PLACING)
"""The conditions that say how somebody stood where he was."""


def after(counter: Counter, exited: str) -> Counter:
    """A counter at the beginning of a stage that says this of those who left the map."""
    if counter.fate != EXITED and not (LEFT in counter.marks and counter.on_hand):
        return counter
    gone = (LEFT, *LEFT_BEHIND) if counter.fate == EXITED else (LEFT,)
    marks = tuple(mark for mark in counter.marks if mark not in gone)
    if exited == RETAINED:
        return replace(counter, fate=READY, place="", marks=marks)
    return replace(counter, fate="out" if exited == AWAY else READY, place="", marks=(*marks, LEFT))
