"""What the print leaves open about Perimeters, each with the reading that is taken unless a campaign says otherwise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class PerimeterRulings:
    """The doubts about Perimeters.

    `edgeless_loop`: what a loop is that no friendly map edge belongs to. `lines`: whether a Pocket may be a line of
    grains that share markers. `edge_lines`: whether a line along the map edge is main area only where a unit stands on
    it, or wherever it is `marked`. `around_corners`: whether a line follows the rim of the land round corners
    (12.6063). `over_water`: whether grains cross water. `levels_bar`: whether a unit or Strategic Location on another
    level bars a hex too. `enemy_smc`: whether a marker may lie where an enemy SMC is. `armed_sites`: whether a vehicle
    or Gun makes a site (OtO2's Strategic Location). `joined_areas`: whether Isolated Locations side by side are one
    Isolated Area, whoever's, or each Pocket and overlap is for itself. `empty_overlap`: whether the empty hexes of an
    overlap with units go with it, or are No Man's Land. `strategic_stays`: whether a Strategic Location in No Man's
    Land keeps its holder. `way_out`: whether the nearest Perimeter is so by hexes that can be entered or straight on.
    `shared_levels`: whether Pockets of both sides on levels are one where they are ADJACENT.
    """

    edgeless_loop: Literal["pocket", "main"] = "pocket"
    lines: bool = True
    edge_lines: Literal["units", "marked"] = "units"
    around_corners: bool = True
    over_water: bool = False
    levels_bar: bool = False
    enemy_smc: bool = True
    armed_sites: bool = False
    joined_areas: bool = True
    empty_overlap: Literal["isolated", "nobody"] = "isolated"
    strategic_stays: bool = True
    way_out: Literal["enterable", "straight"] = "enterable"
    shared_levels: bool = True
