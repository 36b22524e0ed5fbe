"""A side's Perimeter as it is written down (12.606): Perimeter markers in turn, hex grains between them, closed loops.

Whoever writes none keeps his Perimeter on the map alone; nothing is reckoned by it then.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from rules.kernel import Refused
from rules.parts.grid import Hex, distance, enclosed, grains, hex_of

GRAIN, LOOP = "12.6063", "12.606"
MOST_MARKERS = 200
LIES = ("front", "near", "elsewhere")
"""Where a hex may lie to a Front Line: in it, next to it, or farther away."""
Markers = tuple[str, ...]
"""The Perimeter markers of a loop, by their hexes."""


@dataclass(frozen=True)
class Drawn:
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
def drawn(loops: tuple[Markers, ...]) -> Drawn:
    """The Perimeter that these loops are; without any, one of nothing."""
    rings = [_ring([found for name in loop if (found := hex_of(name))]) for loop in loops]
    return Drawn(frozenset().union(*rings), frozenset().union(*map(enclosed, rings)))


def read(text: str, field: str) -> tuple[Markers, ...]:
    """The loops of a text: hexes with commas between, loops with semicolons. Refuses one that is not closed."""
    loops = [loop.replace(",", " ").split() for loop in text.split(";")]
    found = tuple(tuple(_marker(name, field) for name in loop) for loop in loops if loop)
    if sum(map(len, found)) > MOST_MARKERS:
        wrong, way_out = f"More than {MOST_MARKERS} Perimeter markers.", "Leave out those in the midst of a hex grain."
        raise Refused(wrong, rule=LOOP, field=field, way_out=way_out)
    for loop in found:
        _check(loop, field)
    return found


def _marker(name: str, field: str) -> str:
    found = hex_of(name)
    if found is None or "/" in name:
        raise Refused(
            f"{name[:20]}: this is no hex.", rule="12.6064", field=field,
            way_out="Markers lie on the ground: write the hexes as K20 or KK17, with commas between.",
        )  # fmt: skip
    return str(found)


def _check(loop: Markers, field: str) -> None:
    """A loop leads from each marker along a hex grain to the next, back to the first, and through no hex twice."""
    hexes = [found for name in loop if (found := hex_of(name))]
    for start, end in _pairs(hexes):
        ways = grains(start, end)
        if len(ways) != 1:
            wrong = "two hex grains lead there" if ways else "no hex grain leads there"
            raise Refused(
                f"From {start} to {end}: {wrong}.", rule=GRAIN, field=field,
                way_out=f"Write a hex between {start} and {end} that the line runs through.",
            )  # fmt: skip
    ring = _ring(hexes)
    twice = next((each for n, each in enumerate(ring) if each in ring[:n]), None)
    if twice is not None:
        raise Refused(
            f"The loop from {loop[0]} enters {twice} twice.", rule=LOOP, field=field,
            way_out="Write its markers in turn, as one comes by them going round once; begin another loop behind a ;.",
        )  # fmt: skip


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
