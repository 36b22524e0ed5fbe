"""A map and the two sides on it by hexes: what a Perimeter depends on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from rules.ground.hex_sets import HexSets
from rules.ground.hexes import Hex
from rules.ground.sheet import MapSheet

Hexes = frozenset[Hex]
NONE: Hexes = frozenset()


@dataclass(frozen=True)
class Land:
    """What a map has for a Perimeter: its hexes, those of water, those of land along its edges, the rims in turn."""

    hexes: Hexes
    edge: Hexes = NONE
    water: Hexes = NONE
    rims: tuple[tuple[Hex, ...], ...] = ()

    @classmethod
    def of(cls, sheet: MapSheet) -> Land:
        """The land of a map sheet."""
        return cls(frozenset(sheet.grid), sheet.map_edge, sheet.water, sheet.rims)

    @cached_property
    def sets(self) -> HexSets:
        """Its hexes as bits."""
        return HexSets(self.hexes)


@dataclass(frozen=True)
class Positions:
    """A side by hexes, on the ground level: the Strategic Locations it Controls, and where its units stand.

    `units` are all but SMC and prisoners; manned Guns are units, abandoned ones not. `mmc` are Infantry. `armed` are
    the vehicles and Guns that make a Strategic Location. `above` are hexes in which it holds a Strategic Location or
    has a unit on another level. `controls` are hexes it Controlled before, Strategic or not. `landings` count as its
    map edge. Of its edge `dead_end` is what leads nowhere: an area with that and none of the edge that `leads_in` is
    Isolated (12.6068); None is any other edge, landings always lead in.
    """

    holds: Hexes = NONE
    units: Hexes = NONE
    mmc: Hexes = NONE
    smc: Hexes = NONE
    armed: Hexes = NONE
    above: Hexes = NONE
    controls: Hexes = NONE
    landings: Hexes = NONE
    dead_end: Hexes = NONE
    leads_in: Hexes | None = None

    def own_edge(self, land: Land) -> Hexes:
        """The land along the map's edges that is this side's; what counts as that too."""
        return land.edge & (self.holds | self.controls) | self.landings
