"""What a Perimeter depends on: the hexes of a map, and those of each side on it."""

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
    """A map as a Perimeter sees it: its hexes, the land along its edges, the water, the rims of its land in order."""

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

    `units` are all but SMC and prisoners; a manned Gun is a unit, an abandoned one is not. `mmc` are Infantry. `armed`
    are the vehicles and Guns that make a Strategic Location. In `above` it has a Strategic Location or a unit on
    another level. `controls` it Controlled before, Strategic or not. `landings` count as its map edge. The `dead_end`
    part of its edge leads nowhere: an area with such an edge and without any that `leads_in` is Isolated (12.6068).
    If `leads_in` is None, all other edge leads in; landings always do.
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
        """This side's land along the edges of the map, and its landings, which count as such."""
        return land.edge & (self.holds | self.controls) | self.landings
