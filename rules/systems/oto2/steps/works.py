"""Fortifications in Locations that became the other side's (7.5073): hidden mines are shown, and all pass to it."""

from __future__ import annotations

from rules.asl.counters import Counter
from rules.asl.locations import HIDDEN
from rules.asl.steps.renewal import works
from rules.systems.oto2.context import Context
from rules.systems.oto2.state import RUSSIAN, enemy


class WorksStep(works.WorksStep[Context]):
    """7.5073: of hidden works the print names mines alone, and the Russians alone as those who find them."""

    def passes(self, ctx: Context, counter: Counter) -> bool:
        works = ctx.rules.setup.works
        mines = works is not None and enemy(ctx.side) == RUSSIAN and counter.name.startswith(works.stay_hidden)
        return mines or HIDDEN not in counter.marks
