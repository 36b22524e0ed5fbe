"""Fortifications in Locations that became the other side's: both sides see them, and they pass to it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator

from rules.asl.context import NO_SCENARIO
from rules.asl.counters import READY, Change, Counter, piles
from rules.asl.payloads import WORKS_PASSED
from rules.asl.steps.generic import D, RollStep
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.text import gettext


class WorksStep(RollStep[D]):
    """It comes after the lines of both sides, with which Control of the map is settled.

    Without a map nobody knows whose a Location is, and nothing is asked. What lies off the ground stays as it is.
    """

    key = "works"

    @abstractmethod
    def passes(self, ctx: D, counter: Counter) -> bool:
        """Whether a Fortification passes to the side that Controls its Location."""

    def lines(self, ctx: D) -> Iterator[str]:
        yield from (
            gettext("{name} at {place}, {number} in all", name=pile.like.name, place=pile.like.place, number=pile.count)
            for pile in piles(self._passed(ctx))
        )

    def roll(self, ctx: D, rolls: tuple[Rolled, ...]) -> StepResult:
        passed = self._passed(ctx)
        works = [[c.name, c.place] for c in passed]
        change: dict[str, Change] = {str(c.id): {"fate": "captured", "since": NO_SCENARIO} for c in passed}
        names = [f"{name} ({place})" for name, place in works]
        own = ctx.event("works.lost", change=change, names=names)
        return StepResult([own, WORKS_PASSED(side=ctx.side, works=works)])

    def _passed(self, ctx: D) -> list[Counter]:
        """The Fortifications of this side in hexes that are undoubtedly the other's."""
        ground = ctx.public.ground
        if ground is None:
            return []
        enemy = next(side for side in ctx.rules.names if side != ctx.side)
        lost, disputed, grid = ground.held(enemy), ground.disputed, ground.sheet.grid
        works = (c for c in ctx.mine.counters if c.fate == READY and c.kind == "fortification" and self.passes(ctx, c))
        below = (c for c in works if not c.place.partition("/")[2].isdigit())
        return [c for c in below if (hex_ := grid.hex(c.place)) in lost and str(hex_) not in disputed]
