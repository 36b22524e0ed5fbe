"""What the print leaves open about Perimeters, with the default reading of each doubt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.engine.readings import GameReadings


@dataclass(frozen=True)
class PerimeterRulings:
    """How a campaign reads the doubts about Perimeters.

    `edgeless_loop`: what a loop without a friendly map edge is. `lines`: whether a Pocket may be a line of grains
    that share markers. `edge_lines`: whether a line with a friendly map edge needs a unit on it to be main area, or
    is so wherever it is `marked`. `around_corners`: whether a line follows the rim of the land round corners
    (12.6063). `over_water`: whether grains cross water. `levels_bar`: whether a unit or Strategic Location on
    another level bars a hex too. `enemy_smc`: whether a marker may lie where an enemy SMC is. `armed_sites`:
    whether a vehicle or Gun makes a site (OtO2's Strategic Location). `joined_areas`: whether Isolated Locations
    side by side are one Isolated Area, whoever's, or each Pocket and overlap is one of its own. `empty_overlap`:
    whether the empty hexes of an overlap with units go with it, or are No Man's Land. `strategic_stays`: whether a
    Strategic Location in No Man's Land keeps its holder. `way_out`: whether the nearest Perimeter is found over
    hexes that can be entered or as the crow flies. `shared_levels`: whether Pockets of both sides on levels are one
    where they are ADJACENT.
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


@dataclass(frozen=True, kw_only=True)
class MapReadings(GameReadings):
    """The readings of doubts about Perimeters that a campaign agrees on."""

    edgeless_loop: Literal["pocket", "main"]
    pocket_lines: Literal["joined", "none"]
    isolated_together: Literal["joined", "apart"]
    no_mans_strategic: Literal["stays", "nobody"]
