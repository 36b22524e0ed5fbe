"""A map sheet: the terrain, buildings and landings of each hex, and what follows from them for Control.

A sheet is public and never changes: what burns, falls or is cleared in play is in the campaign's own record.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from rules.ground.hexes import EDGES, ROUND, Hex, HexGrid, beside
from rules.text import gettext

SHORE = "shore"
BORDERS = (*EDGES, SHORE)
"""What land hexes may lie along to be Strategic Locations: an edge of the map, or the water."""


@dataclass(frozen=True)
class Terrain:
    """A kind of terrain. `stone` counts as a Stone Hex, `strategic` as a Strategic Location."""

    key: str
    name: str
    building: bool = False
    stone: bool = False
    strategic: bool = False
    water: bool = False


@dataclass(frozen=True)
class HexFacts:
    """What a hex has: `levels` is its highest level, None if unknown, `building` and `landing` are keys.

    `lvp` are its Location Victory Points, `entry` the keys of the areas where reinforcements enter, `holder` is the
    side that holds it on the first date.
    """

    terrain: str
    levels: int | None = None
    building: str = ""
    landing: str = ""
    label: str = ""
    lvp: int = 0
    entry: tuple[str, ...] = ()
    holder: str = ""


@dataclass(frozen=True, eq=False)
class MapSheet:
    """A map with the terrain of each hex; hexes not in `facts` have the terrain `ground`.

    `invented` marks a practice map. `strategic_along` are those of BORDERS whose land hexes are Strategic Locations.
    Sheets with the same `digest` are equal.
    """

    name: str
    version: int
    invented: bool
    grid: HexGrid
    ground: str
    terrains: Mapping[str, Terrain]
    facts: Mapping[Hex, HexFacts]
    strategic_along: frozenset[str]
    digest: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MapSheet) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def at(self, place: Hex) -> HexFacts:
        """What a hex of the map has."""
        return self.facts.get(place) or HexFacts(self.ground)

    def terrain(self, place: Hex) -> Terrain:
        """The terrain of a hex of the map."""
        return self.terrains[self.at(place).terrain]

    def highest(self, place: Hex) -> int | None:
        """The highest level of a hex, 0 without a building; None if the sheet does not say it."""
        built = self.terrain(place).building or self.terrain(place).stone
        return self.at(place).levels if built else 0

    def strategic(self, place: Hex) -> bool:
        """Whether the ground level of a hex is a Strategic Location by terrain, edge or shore."""
        return place in self.strategic_hexes

    @cached_property
    def water(self) -> frozenset[Hex]:
        """The hexes of water, piers among them."""
        return frozenset(each for each in self.grid if self.terrain(each).water)

    @cached_property
    def land(self) -> frozenset[Hex]:
        """All other hexes."""
        return frozenset(self.grid) - self.water

    @cached_property
    def stone(self) -> frozenset[Hex]:
        """The Stone Hexes among `facts`."""
        return frozenset(each for each in self.facts if self.terrain(each).stone)

    @cached_property
    def shore(self) -> frozenset[Hex]:
        """The Shore Hexes: land beside water."""
        return frozenset(each for each in self.land if not self.water.isdisjoint(beside(each)))

    @cached_property
    def map_edge(self) -> frozenset[Hex]:
        """The land hexes along the edges of the map."""
        return frozenset(each for side in EDGES for each in self.grid.edge(side)) & self.land

    @cached_property
    def strategic_hexes(self) -> frozenset[Hex]:
        """The hexes whose ground level is a Strategic Location by terrain, edge or shore."""
        by_terrain = {each for each in self.grid if self.terrain(each).strategic}
        along = {each for side in EDGES if side in self.strategic_along for each in self.grid.edge(side)} & self.land
        return frozenset(by_terrain | along | (self.shore if SHORE in self.strategic_along else frozenset()))

    @cached_property
    def rims(self) -> tuple[tuple[Hex, ...], ...]:
        """The rims of the land (12.6063): its hexes at the edge of the map or the water, in order, clockwise.

        One for each connected piece of land, the largest first; a hex that the walk enters again is in it again.
        """
        return tuple(tuple(outside_walk(piece)) for piece in sorted(pieces(self.land), key=len, reverse=True))

    @cached_property
    def holders(self) -> Mapping[str, str]:
        """The side that holds each hex on the first date, by the name of the hex."""
        return {str(place): each.holder for place, each in self.facts.items() if each.holder}

    @cached_property
    def buildings(self) -> Mapping[str, frozenset[Hex]]:
        """The hexes of each building by its key."""
        return _by((each.building, place) for place, each in self.facts.items())

    @cached_property
    def landings(self) -> Mapping[str, frozenset[Hex]]:
        """The hexes of each landing by its key, its piers among them."""
        return _by((each.landing, place) for place, each in self.facts.items())

    @cached_property
    def piers(self) -> frozenset[Hex]:
        """The hexes of landings that lie in the water."""
        return frozenset(place for hexes in self.landings.values() for place in hexes) & self.water

    @cached_property
    def entries(self) -> Mapping[str, frozenset[Hex]]:
        """The hexes of each area where reinforcements enter, by its key."""
        return _by((key, place) for place, each in self.facts.items() for key in each.entry)


def _by(pairs: Iterable[tuple[str, Hex]]) -> dict[str, frozenset[Hex]]:
    by_key: dict[str, set[Hex]] = {}
    for key, place in pairs:
        if key:
            by_key.setdefault(key, set()).add(place)
    return {key: frozenset(places) for key, places in by_key.items()}


def off_the_map(name: str, grid: HexGrid) -> tuple[str, str]:
    """The message that a hex is not on a map, and the way out, which names the map's corners."""
    message = gettext("{hex} is not on the map.", hex=name)
    first, last = grid.hexes[0], grid.hexes[-1]
    return message, gettext("Write a hex of the map: its corners are {first} and {last}.", first=first, last=last)


def pieces(places: Iterable[Hex], walls: Container[frozenset[Hex]] = ()) -> list[frozenset[Hex]]:
    """The connected parts of a set of hexes; `walls` are hexsides that separate neighbours."""
    unvisited, result = set(places), list[frozenset[Hex]]()
    while unvisited:
        todo = [unvisited.pop()]
        piece = set(todo)
        while todo:
            here = todo.pop()
            new = [each for each in beside(here) if each in unvisited and frozenset((here, each)) not in walls]
            unvisited.difference_update(new)
            piece.update(new)
            todo += new
        result.append(frozenset(piece))
    return result


def outside_walk(piece: frozenset[Hex]) -> Iterator[Hex]:
    """The walk around the outside of connected hexes, clockwise from the uppermost of the leftmost ones.

    At each hex it turns as far to the left, towards the outside, as it can.
    """
    start = here = min(piece)
    way, first = 1, -1
    while True:
        turns = ((way + turn) % len(ROUND) for turn in (2, 1, 0, -1, -2, -3))
        on = next((each for each in turns if _next(here, each) in piece), None)
        if on is None:
            yield here
            return
        if here == start and on == first:
            return
        first = on if first < 0 else first
        yield here
        here, way = _next(here, on), on


def _next(here: Hex, way: int) -> Hex:
    across, down = ROUND[way]
    return Hex(here.column + across, here.down + down)
