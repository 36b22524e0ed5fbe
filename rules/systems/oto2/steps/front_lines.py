"""The Perimeters (7.505 to 7.5067) as far as there is a map: proposed, told to both sides, and what comes of both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rules.asl.context import StepDef
from rules.asl.counters import Counter
from rules.asl.payloads import AREAS_TOLD
from rules.asl.steps.aftermath import escape, escape_rolls, front_lines, map_front_lines, map_lines
from rules.asl.steps.aftermath.drawn_lines import IsolatedArea, came_of_the_lines
from rules.asl.steps.aftermath.map_lines import KnownArea, MapSide
from rules.asl.steps.aftermath.ways_out import WaysOut, ways_out
from rules.asl.steps.generic import Entries
from rules.engine.reducers import Data
from rules.engine.stages import StepResult
from rules.ground.markers import MarkerRules
from rules.systems.oto2.context import Context
from rules.systems.oto2.map_side import at_map


class FrontLinesStep(map_front_lines.FrontLinesStep[Context]):
    """7.505: the lines; with a map the largest Perimeter is proposed."""

    markers = MarkerRules("7.5053", "7.5053", "7.505")

    def at_map(self, ctx: Context) -> MapSide | None:
        return at_map(ctx.public, ctx.side)


class OutsideStep(front_lines.OutsideStep[Context]):
    """7.5057: SMC outside the line; on a map those who by the record are."""

    def outside(self, ctx: Context) -> Sequence[Counter]:
        return map_lines.outside(at_map(ctx.public, ctx.side), ctx, map_lines.lines_told(ctx.public).get(ctx.side))


class AreasStep(front_lines.AreasStep[Context]):
    """7.506: the Isolated Areas, as far as the lines have them."""

    def on_map(self, ctx: Context) -> Sequence[KnownArea]:
        return map_lines.areas_left(at_map(ctx.public, ctx.side), ctx)


class EscapeStep(escape.EscapeStep[Context]):
    """7.5067: when nobody tries to escape any more, areas that lie on a map are told to both sides with their types."""

    def ways(self, ctx: Context, areas: Iterable[IsolatedArea]) -> WaysOut | None:
        return ways_out(at_map(ctx.public, ctx.side), ctx.public, areas, came_of_the_lines(ctx).seen)

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        taken = super().enter(ctx, entries)
        if not taken.done or ctx.side not in map_lines.lines_told(ctx.public):
            return taken
        left: Data = taken.events[0].data
        rows = [
            {"name": area["name"], "type": area["type"], "sort": "", **map_lines.told_on_map(ctx, area)}
            for area in left["pending"]["areas"]
        ]
        return replace(taken, events=[*taken.events, AREAS_TOLD(side=ctx.side, areas=rows)])


STEPS: tuple[StepDef[Context], ...] = (
    FrontLinesStep(),
    OutsideStep(),
    AreasStep(),
    EscapeStep(),
    *escape_rolls.STEPS,
)
