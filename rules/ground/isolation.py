"""What follows from both Perimeters: Isolated Areas, Control, No Man's Land (12.6069 to 12.6076; 7.5056).

After an Escape it is worked out again, from the new positions and the same Perimeters (12.6075; 7.5066).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from rules.ground.hexes import Hex, beside, distance
from rules.ground.land import NONE, Hexes, Land, Positions
from rules.ground.perimeter import SidePerimeter
from rules.ground.rulings import PerimeterRulings

EMPTY, SMC_ALONE, ONE_SIDE, BOTH_SIDES = "A", "B", "C", "D"


@dataclass(frozen=True)
class Isolation:
    """An area in both Perimeter Areas, cut off or in a Pocket, with its type; `pocket` if Pockets hold all of it.

    `holder` is the side that gets all of it, "" if it holds units of both sides or becomes No Man's Land.
    """

    hexes: Hexes
    type: str
    pocket: bool
    holder: str = ""

    @property
    def stays(self) -> bool:
        """Whether it stays Isolated: an area without units passes to a side or to nobody at once (12.6072)."""
        return self.type in (ONE_SIDE, BOTH_SIDES)


@dataclass(frozen=True)
class Settled:
    """What follows from both Perimeters: a side's `control`, and `outside`, the hexes where its SMC are lost (12.6069).

    `areas` is what remains of a side's Perimeter Area.
    """

    isolations: tuple[Isolation, ...]
    control: Mapping[str, Hexes]
    no_mans_land: Hexes
    areas: Mapping[str, Hexes]
    outside: Mapping[str, Hexes]

    @property
    def isolated(self) -> Hexes:
        """All Isolated Locations."""
        return NONE.union(*(each.hexes for each in self.isolations if each.stays))


def resolve_areas(
    land: Land, positions: Mapping[str, Positions], drawn: Mapping[str, SidePerimeter], rulings: PerimeterRulings
) -> Settled:
    """The Isolated Areas and the Control that follow from both Perimeters and the positions of units."""
    # The Pockets, the parts cut off and the overlap as separate pieces, and the hexes of the overlap that are nobody's.
    one, other = drawn.values()
    pockets = [*one.pockets, *other.pockets]
    overlap = (one.area & other.area).difference(*pockets)
    empty = NONE
    if rulings.empty_overlap == "nobody":
        empty = overlap.difference(*(each.units | each.smc for each in positions.values()))
    cut_off = (one.cut_off | other.cut_off) - empty
    pieces, empty = [*pockets, cut_off, overlap - cut_off - empty], empty
    cut = NONE.union(*pieces)
    control = {side: _drawn_control(side, positions, drawn, cut, empty) for side in drawn}
    areas = [cut] if rulings.joined_areas else pieces
    parts = [part for area in areas for part in map(land.sets.hexes, land.sets.parts(land.sets.of(area)))]
    pocketed = NONE.union(*(each.pocketed for each in drawn.values()))
    isolations = tuple(_isolation(part, part <= pocketed, positions, control) for part in parts)
    passed_on = NONE.union(*(each.hexes for each in isolations if not each.stays))
    won = {side: NONE.union(*(each.hexes for each in isolations if each.holder == side)) for side in drawn}
    lost = {
        side: empty.union(*(e.hexes for e in isolations if e.holder != side and e.type != BOTH_SIDES)) for side in drawn
    }
    nobody = empty | passed_on - NONE.union(*won.values())
    for side, before in control.items():
        strategic = positions[side].holds & nobody if rulings.strategic_stays else NONE
        control[side] = before - lost[side] | won[side] | strategic
    return Settled(
        isolations=isolations,
        control=control,
        no_mans_land=land.hexes - land.water - NONE.union(*control.values()),
        areas={side: each.area - passed_on - empty | won[side] & passed_on for side, each in drawn.items()},
        outside={side: positions[side].smc - each.area for side, each in drawn.items()},
    )


def _drawn_control(
    side: str, positions: Mapping[str, Positions], drawn: Mapping[str, SidePerimeter], cut: Hexes, empty: Hexes
) -> Hexes:
    """What a side Controls by the lines: its area, Strategic Locations outside the enemy's, its hexes in `cut`."""
    clear = {each: drawn[each].area - cut - empty for each in drawn}
    others = NONE.union(*(area for each, area in clear.items() if each != side))
    return clear[side] | positions[side].holds - others | positions[side].controls & cut


def _isolation(
    part: Hexes, pocket: bool, positions: Mapping[str, Positions], control: Mapping[str, Hexes]
) -> Isolation:
    """An area with its type by the units in it, and the side it passes to (12.607, 12.6072)."""
    there = [side for side, each in positions.items() if each.units & part]
    if there:
        return Isolation(part, BOTH_SIDES if len(there) > 1 else ONE_SIDE, pocket, there[0] if len(there) == 1 else "")
    kind = SMC_ALONE if any(each.smc & part for each in positions.values()) else EMPTY
    around = {hex_ for each in part for hex_ in beside(each)} - part
    holders = [side for side, held in control.items() if held & around]
    return Isolation(part, kind, pocket, holders[0] if pocket and len(holders) == 1 else "")


# ways out ---------------------------------------------------------------------------------------


def way_out(
    land: Land, settled: Settled, side: str, start: Hex, enterable: Collection[Hex], rulings: PerimeterRulings
) -> tuple[int, Hexes]:
    """The distance from an Isolated hex to its side's nearest hex that is not, and all such hexes as near (12.6074).

    A friendly map edge counts too. (0, NONE) if there is no way.
    """
    goal = settled.areas[side] - settled.isolated | land.edge & settled.control[side] - settled.isolated
    if rulings.way_out == "straight":
        steps = min((distance(start, each) for each in goal), default=0)
        return steps, frozenset(each for each in goal if distance(start, each) == steps)
    seen, near, steps = {start}, {start}, 0
    while near:
        if reached := near & goal:
            return steps, frozenset(reached)
        near = {each for here in near for each in beside(here) if each in goal or each in enterable} - seen
        seen |= near
        steps += 1
    return 0, NONE
