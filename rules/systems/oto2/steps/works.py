"""Fortifications in Locations that became the other side's (7.5073): hidden mines are shown, and all pass to it."""

from __future__ import annotations

from collections.abc import Iterator

from rules.asl.context import NO_SCENARIO
from rules.asl.counters import READY, Counter, piles
from rules.asl.locations import HIDDEN
from rules.asl.steps.generic import RollStep
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.systems.oto2.context import Context
from rules.systems.oto2.payloads import WORKS_PASSED
from rules.systems.oto2.state import RUSSIAN, enemy
from rules.text import gettext


class WorksStep(RollStep[Context]):
    """7.5073: it comes after the lines of both sides, with which Control of the map is settled.

    Without a map nobody knows whose a Location is, and nothing is asked. Of hidden works the print names mines alone,
    and the Russians alone as those who find them; what else is hidden, and what lies off the ground, stays as it is.
    """

    key = "works"

    def lines(self, ctx: Context) -> Iterator[str]:
        yield from (
            gettext("{name} at {place}, {number} in all", name=pile.like.name, place=pile.like.place, number=pile.count)
            for pile in piles(_passed(ctx))
        )

    def roll(self, ctx: Context, rolls: tuple[Rolled, ...]) -> StepResult:
        found = _passed(ctx)
        works = [[c.name, c.place] for c in found]
        change = {str(c.id): {"fate": "captured", "since": NO_SCENARIO} for c in found}
        names = [f"{name} ({place})" for name, place in works]
        own = ctx.event("works.lost", change=change, names=names)
        return StepResult([own, WORKS_PASSED(side=ctx.side, works=works)])


def _passed(ctx: Context) -> list[Counter]:
    """The Fortifications of this side in hexes that are undoubtedly the other's."""
    ground = ctx.public.ground
    if ground is None:
        return []
    lost, disputed, grid = ground.held(enemy(ctx.side)), ground.disputed, ground.sheet.grid
    works = (c for c in ctx.mine.counters if c.fate == READY and c.kind == "fortification" and _shown(ctx, c))
    return [c for c in works if (hex_ := grid.hex(c.place)) in lost and str(hex_) not in disputed]


def _shown(ctx: Context, counter: Counter) -> bool:
    """Whether both sides see it once its Location is the other's; of what lies off the ground nothing is known."""
    works = ctx.rules.setup.works
    mines = works is not None and enemy(ctx.side) == RUSSIAN and counter.name.startswith(works.stay_hidden)
    return (mines or HIDDEN not in counter.marks) and not counter.place.partition("/")[2].isdigit()
