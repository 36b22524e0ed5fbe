"""A published Front Line: its hexes, those inside it, and how near to it other hexes lie."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rules.ground.hexes import Hex, Lower, distance, enclosed, hex_of
from rules.ground.markers import Markers, ring

LIES = ("front", "near", "elsewhere")
"""Where a hex may lie relative to a Front Line: in it, next to it, or farther away."""


@dataclass(frozen=True)
class PerimeterHexes:
    """The hexes of a Perimeter: its Front Line Locations, and its Perimeter Area, which includes them."""

    front: frozenset[Hex] = frozenset()
    area: frozenset[Hex] = frozenset()

    def lies(self, place: Hex) -> str:
        """Where a hex lies relative to the Front Line, one of LIES; the line must have a hex."""
        return LIES[min(self.away(place), len(LIES) - 1)]

    def away(self, place: Hex) -> int:
        """The distance in hexes to the nearest Front Line Location; ValueError if there is none."""
        return min(distance(place, each) for each in self.front)


@lru_cache(maxsize=64)
def perimeter_hexes(loops: tuple[Markers, ...], lower: Lower) -> PerimeterHexes:
    """The Perimeter that these loops form where these columns lie half a hex lower; an empty one without loops."""
    rings = [ring([found for name in loop if (found := hex_of(name, lower))]) for loop in loops]
    return PerimeterHexes(frozenset().union(*rings), frozenset().union(*map(enclosed, rings)))
