"""Whom a mishap of a removal strikes: the best first."""

from __future__ import annotations

from rules.parts.counters import Counter
from rules.parts.refit.desk import Desk
from rules.parts.refit.steps.chosen import engineer
from rules.parts.refit.steps.condition import isolated, retained

UNKNOWN = 99


def worst_off(desk: Desk) -> list[Counter]:
    """The MMC one of which is reduced: elite Assault Engineers, else elite, else the next best; crews come last."""
    men = [c for c in retained(desk, "squad", "half_squad", "crew") if not isolated(c)]
    if not men:
        return []
    first = min(_tier(desk, c) for c in men)
    return [c for c in men if _tier(desk, c) == first]


def _tier(desk: Desk, counter: Counter) -> int:
    """0 for elite engineers, 1 for elite, and one more for each battle hardening that would make it elite."""
    if counter.kind == "crew":
        return UNKNOWN + 1
    steps, name = 1, counter.name
    while (unit := desk.book.unit(desk.side, name)) and not unit.elite and unit.harden:
        steps, name = steps + 1, unit.harden
    if unit is None or not unit.elite:
        return UNKNOWN
    return 0 if steps == 1 and engineer(desk, counter) else steps
