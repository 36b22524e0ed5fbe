"""The Perimeters (7.505 to 7.5067) in a campaign with a map: proposed, published, and what follows from both."""

from __future__ import annotations

from collections.abc import Mapping

from rules.asl.context import StepDef
from rules.asl.steps.aftermath import areas, escape, escape_rolls, front_lines, map_lines
from rules.asl.steps.aftermath.public_lines import public_lines
from rules.ground import painting
from rules.ground.altered import WOODEN_RUBBLE
from rules.ground.markers import MarkerRules
from rules.systems.oto2.context import Context


class FrontLinesStep(front_lines.FrontLinesStep[Context]):
    """7.505: the lines; with a map the largest Perimeter is proposed."""

    markers = MarkerRules("7.5053", "7.5053", "7.505")


STEPS: tuple[StepDef[Context], ...] = (
    FrontLinesStep(),
    front_lines.OutsideStep(),
    areas.AreasStep(),
    escape.EscapeStep(),
    *escape_rolls.STEPS,
)


def control_after_lines(ctx: Context) -> Mapping[str, str] | None:
    """Who has which hexes once both Perimeters are told: as the lines have it, and by the fires of this refit.

    An Isolated building that burnt to rubble is the other side's (7.5093); one that both have Isolated stays as it is.
    """
    at, public = ctx.at_map, ctx.public
    control = map_lines.control_after_lines(at, public)
    if at is None or control is None:
        return control
    ground, grid = at.ground, at.ground.sheet.grid
    burnt = (grid.hex(place) for place, date in public.burnt.items() if date == public.date)
    rubble = {place for place in burnt if place and ground.altered.get(str(place)) == WOODEN_RUBBLE}
    held = {side: set(painting.read(text, grid)) if text else set() for side, text in control.items()}
    isolated = public_lines(at, public).isolated
    for side, enemy in ((side, next(each for each in at.names if each != side)) for side in at.names):
        within = rubble & frozenset().union(*(area.hexes for area in isolated if area.side == side))
        for place in within - frozenset().union(*(area.hexes for area in isolated if area.side == enemy)):
            held.setdefault(side, set()).discard(place)
            held.setdefault(enemy, set()).add(place)
    return {side: painting.hexes_text(places) for side, places in held.items()}
