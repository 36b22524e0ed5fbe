"""Fortifications that both sides see, in Locations that became the other side's (12.6083, CG7)."""

from __future__ import annotations

from rules.asl.counters import Counter
from rules.asl.locations import HIDDEN
from rules.asl.steps.renewal import works
from rules.systems.votg.context import Context


class WorksStep(works.WorksStep[Context]):
    """CG7: Fortifications are left on the map. Whose they are then is not in print: by ruling the Location's.

    What is hidden still is settled by its owner before (12.6083).
    """

    def passes(self, ctx: Context, counter: Counter) -> bool:
        stay = ctx.rules.setup.passing
        return (
            ctx.rules.readings.known_works == "pass"
            and HIDDEN not in counter.marks
            and not (stay and counter.name.startswith(stay.never))
        )
