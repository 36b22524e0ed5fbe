"""A side's Perimeter as it is written down (12.606): Perimeter markers in turn, hex grains between them, closed loops.

Whoever writes none keeps his Perimeter on the map alone; nothing is reckoned by it then.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from rules.contract import Refused
from rules.engine.grid import Hex, beside, distance, enclosed, grains, hex_of
from rules.systems.votg.state import Perimeter
from rules.text import gettext

GRAIN, LOOP = "12.6063", "12.606"
MOST_MARKERS = 200
LIES = ("front", "near", "elsewhere")
"""Where a hex may lie to a Front Line: in it, next to it, or farther away."""
POCKET, EMPTY = "pocket", ("A", "B")
"""The sort of an Isolated Area that is one, and the types that hold no units but SMC."""
MINE, THEIRS, NOBODY = "mine", "theirs", ""
Markers = tuple[str, ...]
"""The Perimeter markers of a loop, by their hexes."""


@dataclass(frozen=True)
class PerimeterHexes:
    """What a Perimeter comes to: its Front Line Locations, and its Perimeter Area, which includes them."""

    front: frozenset[Hex] = frozenset()
    area: frozenset[Hex] = frozenset()

    def lies(self, place: Hex) -> str:
        """Where a hex lies to the Front Line, one of LIES."""
        return LIES[min(self.away(place), len(LIES) - 1)]

    def away(self, place: Hex) -> int:
        """How many hexes it is to the nearest Front Line Location."""
        return min(distance(place, each) for each in self.front)


@lru_cache(maxsize=64)
def drawn(loops: tuple[Markers, ...]) -> PerimeterHexes:
    """The Perimeter that these loops are; without any, one of nothing."""
    rings = [_ring([found for name in loop if (found := hex_of(name))]) for loop in loops]
    return PerimeterHexes(frozenset().union(*rings), frozenset().union(*map(enclosed, rings)))


# 12.6072 Pockets without units ------------------------------------------------------------------


def left(own: Perimeter) -> dict[str, Markers]:
    """The loops that are Pockets without units, by the names of their areas: of these that are hexes of the loop."""
    found = {}
    for area in own.areas:
        hex_ = hex_of(area.name)
        loop = next((each for each in own.loops if hex_ in drawn((each,)).area), None) if hex_ else None
        if loop and area.sort == POCKET and area.type in EMPTY:
            found[area.name] = loop
    return found


def passes_to(own: Perimeter, other: Perimeter, name: str) -> str:
    """Who holds all around a Pocket that is `left`, MINE for its own side, or NOBODY: then it is No Man's Land.

    Hexes of neither side don't count; one that both have in their areas could be held by either.
    """
    pocket = drawn((left(own)[name],)).area
    areas = {MINE: _kept(own).area, THEIRS: _kept(other).area}
    near = {each for current in pocket for each in beside(current)} - pocket
    held = {tuple(who for who, area in areas.items() if each in area) for each in near} - {()}
    return next((who for who in areas if held == {(who,)} and other.loops), NOBODY)


def _kept(own: Perimeter) -> PerimeterHexes:
    """A Perimeter without the Pockets that are `left`."""
    return drawn(tuple(loop for loop in own.loops if loop not in left(own).values()))


@lru_cache(maxsize=64)
def settled(own: Perimeter, other: Perimeter) -> PerimeterHexes:
    """A side's Perimeter when Pockets without units have passed to whoever holds all around them, or to nobody."""
    kept = _kept(own)
    front, area = set(kept.front), set(kept.area)
    for one, another, who in ((own, other, MINE), (other, own, THEIRS)):
        for name, loop in left(one).items():
            pocket = drawn((loop,)).area
            if passes_to(one, another, name) == who:
                area |= pocket
            else:
                area, front = area - pocket, front - pocket
    return PerimeterHexes(frozenset(front), frozenset(area))


# what is written --------------------------------------------------------------------------------


def read(text: str, field: str) -> tuple[Markers, ...]:
    """The loops of a text: hexes with commas between, loops with semicolons. Refuses one that is not closed."""
    loops = [loop.replace(",", " ").split() for loop in text.split(";")]
    for name in (name for loop in loops for name in loop):
        if hex_of(name) is None or "/" in name:
            wrong = gettext("{name}: this is no hex.", name=name[:20])
            ground = gettext("Markers lie on the ground: write the hexes as K20 or KK17, with commas between.")
            raise Refused(wrong, rule="12.6064", field=field, way_out=ground)
    found = tuple(tuple(str(hex_of(name)) for name in loop) for loop in loops if loop)
    if sum(map(len, found)) > MOST_MARKERS:
        wrong = gettext("More than {most} Perimeter markers.", most=MOST_MARKERS)
        fewer = gettext("Leave out those in the midst of a hex grain.")
        raise Refused(wrong, rule=LOOP, field=field, way_out=fewer)
    for loop in found:
        _check(loop, field)
    return found


def _check(loop: Markers, field: str) -> None:
    """A loop leads from each marker along a hex grain to the next, back to the first, and through no hex twice."""
    hexes = [found for name in loop if (found := hex_of(name))]
    for start, end in _pairs(hexes):
        ways, ends = grains(start, end), {"start": start, "end": end}
        if len(ways) != 1:
            two = gettext("From {start} to {end}: two hex grains lead there.", **ends)
            none = gettext("From {start} to {end}: no hex grain leads there.", **ends)
            between = gettext("Write a hex between {start} and {end} that the line runs through.", **ends)
            raise Refused(two if ways else none, rule=GRAIN, field=field, way_out=between)
    ring = _ring(hexes)
    twice = next((each for n, each in enumerate(ring) if each in ring[:n]), None)
    if twice is not None:
        wrong = gettext("The loop from {first} enters {hex} twice.", first=loop[0], hex=twice)
        turn = gettext(
            "Write its markers in turn, as one comes by them going round once; begin another loop behind a ;."
        )
        raise Refused(wrong, rule=LOOP, field=field, way_out=turn)


def _ring(hexes: list[Hex]) -> list[Hex]:
    """All hexes of a loop of markers."""
    if len(hexes) == 1:
        return hexes
    return [each for start, end in _pairs(hexes) for each in grains(start, end)[0]]


def _pairs(hexes: list[Hex]) -> Iterable[tuple[Hex, Hex]]:
    """Each marker with the next, the last with the first; a single one has none."""
    return zip(hexes, [*hexes[1:], hexes[0]], strict=True) if len(hexes) > 1 else ()


def written(loops: Iterable[Markers]) -> str:
    """The text that says `loops`: what `read` reads."""
    return "; ".join(", ".join(loop) for loop in loops)
