"""The ways out of Isolated Areas by both lines and the areas as of now (12.6073 to 12.6075; 7.5063 to 7.5066).

Reckoned in the room of the side that tries to get out, anew after each Escape. Of the other side it is known only what
was told; its areas count as occupied until it has told them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from rules.asl.context import RefitContext
from rules.asl.state import RecordedArea
from rules.asl.steps.aftermath.drawn_lines import EMPTY, OWN_OR_ENEMY, SMC_ONLY, IsolatedArea, came_of_the_lines
from rules.asl.steps.aftermath.level_lines import level_of, on_ground
from rules.asl.steps.aftermath.map_lines import Occupied, perimeter_of, perimeters_drawn, settled_by
from rules.ground import painting
from rules.ground.hexes import Hex, distance
from rules.ground.isolation import Settled, way_out
from rules.ground.land import NONE, Hexes
from rules.ground.map_side import MapSide
from rules.text import gettext, ngettext


class WayOut(NamedTuple):
    """How far it is straight on to the nearest hex of a side's own that is not Isolated, and all as near.

    `steps` and `reached` are the same for its Perimeter by hexes that can be entered; 0 and none where no way leads.
    """

    distance: int
    nearest: Hexes
    steps: int
    reached: Hexes


@dataclass(frozen=True)
class WaysOut:
    """The Isolated Areas and Control for a side, with its areas as they are now; `seen` are hexes with enemy units."""

    at: MapSide
    settled: Settled
    seen: Hexes

    def way(self, place: str) -> WayOut | None:
        """The way out of a Location; None if it is on no hex of the map or nothing of its side's is free."""
        start, land = self.at.ground.sheet.grid.hex(place), self.at.land
        free = self.settled.control[self.at.side] - self.settled.isolated - land.water
        if start is None or not free:
            return None
        least = min(distance(start, each) for each in free)
        near = frozenset(each for each in free if distance(start, each) == least)
        enterable = land.hexes - land.water - self.seen
        return WayOut(least, near, *way_out(land, self.settled, self.at.side, start, enterable, self.at.rulings))

    def sentences(self, areas: Iterable[IsolatedArea]) -> Iterator[str]:
        """Sentences about the areas as they are now: the way out of each, and to whom one without holders passes."""
        for area in areas:
            if area.type in (EMPTY, SMC_ONLY):
                yield from self._passes(area)
            if area.type != EMPTY and (way := self.way(area.name)):
                yield ngettext(
                    "From {place} it is {number} hex to the nearest of yours that is not Isolated: {hexes}.",
                    "From {place} it is {number} hexes to the nearest of yours that are not Isolated: {hexes}.",
                    way.distance, number=way.distance, place=area.name, hexes=painting.hexes_text(way.nearest),
                )  # fmt: skip
                if not way.reached:
                    yield gettext("From {place} no hexes that can be entered lead to your Perimeter.", place=area.name)
                elif (way.steps, way.reached) != (way.distance, way.nearest):
                    yield ngettext(
                        "To your Perimeter it is {number} hex that can be entered; who gets out is there: {hexes}.",
                        "To your Perimeter it is {number} hexes that can be entered; who gets out is there: {hexes}.",
                        way.steps, number=way.steps, hexes=painting.hexes_text(way.reached),
                    )  # fmt: skip

    def _passes(self, area: IsolatedArea) -> Iterator[str]:
        """To whom an area of type A or B passes (12.6072; 7.5062)."""
        place: Hex | None = self.at.ground.sheet.grid.hex(area.name)
        if place is None or level_of(area.name):
            return
        found = next((each for each in self.settled.isolations if place in each.hexes and not each.stays), None)
        if found and found.holder:
            passes = gettext("{place} is of type {type} by now: its hexes pass to {side}.")
            yield passes.format(place=area.name, type=area.type, side=self.at.names[found.holder])
        elif found:
            nobodys = gettext("{place} is of type {type} by now: its hexes become No Man's Land.")
            yield nobodys.format(place=area.name, type=area.type)


def ways_out(ctx: RefitContext, areas: Iterable[IsolatedArea]) -> WaysOut | None:
    """The ways out for a side with these `areas`; None as long as not both sides have told their lines on a map."""
    at, public, lines = ctx.at_map, ctx.public, perimeters_drawn(ctx.public)
    if at is None or len(lines) < len(at.names):
        return None
    grid = at.ground.sheet.grid
    own = [RecordedArea(each.name, each.type, each.sort, at.side if each.held else at.enemy) for each in areas]
    theirs = public.perimeters[at.enemy].areas
    occupied = [Occupied(area.name, area.type, area.holder) for area in (*own, *theirs) if on_ground(area)]
    if not theirs:
        drawn = {side: perimeter_of(at, side, line) for side, line in lines.items()}
        own_areas = NONE.union(*(_around(at, drawn[at.side].pockets, each.name) for each in own))
        unknown = drawn[at.enemy].pocketed | drawn[at.enemy].cut_off | drawn[at.side].area & drawn[at.enemy].area
        occupied += [Occupied(str(place), OWN_OR_ENEMY, at.enemy) for place in unknown - own_areas]
    settled = settled_by(at, lines, occupied)
    return WaysOut(at, settled, frozenset(place for name in came_of_the_lines(ctx).seen if (place := grid.hex(name))))


def _around(at: MapSide, pockets: Iterable[Hexes], place: str) -> Hexes:
    """The Pocket that a hex is in, or the hex alone."""
    start = at.ground.sheet.grid.hex(place)
    return next((pocket for pocket in pockets if start in pocket), frozenset({start} if start else ()))
