"""Where Perimeter markers may lie, and the hex grains that may join them (12.6062 to 12.6064; 7.5051 to 7.5053).

A *site* is a hex where a side may lay a marker. A *span* is a hex grain, or Alternate one, from a site to the next
site on it, through no hex that is barred to the side; each grain between two sites is made of spans.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple

from rules.ground.hex_sets import HexSets, ones
from rules.ground.hexes import Hex, grains
from rules.text import gettext

TURNS = (0, 1, 5)
"""The second way of a grain after its first, in sixths of a turn: straight on, or to either side (Alternate)."""


class Span(NamedTuple):
    """A grain from a site to the next: its hexes in order, beginning at the end with the lower number, and as bits."""

    path: tuple[int, ...]
    bits: int


def spans(sets: HexSets, sites: int, barred: int, rims: Iterable[Sequence[int]] = ()) -> list[Span]:
    """All spans between sites; along each of the `rims` (12.6063) from each site on it to the next one too."""
    steps = sets.steps
    ways = [(first, steps[(n + turn) % len(steps)]) for n, first in enumerate(steps) for turn in TURNS]
    free, ends = bytearray(sets.size), bytearray(sets.size)
    for number in ones(sets.everything & ~barred):
        free[number] = 1
    starts = list(ones(sites & sets.everything & ~barred))
    for number in starts:
        ends[number] = 1
    paths = dict[tuple[int, ...], None]()
    for start in starts:
        for first, second in ways:
            path, number = [start], start + first
            while free[number]:
                path.append(number)
                if ends[number]:
                    if start < number:
                        paths[tuple(path)] = None
                    break
                number += second if len(path) % 2 == 0 else first
    for rim in rims:
        paths |= dict.fromkeys(_along(rim, free, ends))
    return [Span(each, sets.bits(each)) for each in paths]


def _along(rim: Sequence[int], free: bytearray, ends: bytearray) -> Iterator[tuple[int, ...]]:
    """The stretches of a closed rim from site to site that are free and enter no hex twice."""
    stops = [n for n, number in enumerate(rim) if ends[number]]
    for stop, after in zip(stops, [*stops[1:], *stops[:1]], strict=True):
        path = tuple(rim[stop : after + 1] if after > stop else (*rim[stop:], *rim[: after + 1]))
        if len(set(path)) == len(path) > 1 and all(free[number] for number in path):
            yield path if path[0] < path[-1] else path[::-1]


# why a grain is not legal -------------------------------------------------------------------------


class Barred(Enum):
    """Why a line may not enter a hex."""

    OFF_MAP = auto()
    WATER = auto()
    CONTROL = auto()
    UNIT = auto()
    SECRET = auto()


@dataclass(frozen=True)
class Bars:
    """The hexes barred to a side, by the reason it may be told; of `secret` only the other side knows the reason.

    `enemy` is the other side's name in a sentence ("the Germans").
    """

    on_map: frozenset[Hex]
    sites: frozenset[Hex]
    enemy: str
    water: frozenset[Hex] = frozenset()
    control: frozenset[Hex] = frozenset()
    units: frozenset[Hex] = frozenset()
    secret: frozenset[Hex] = frozenset()

    def why(self, hex_: Hex) -> Barred | None:
        """The reason why a line may not enter a hex, None if it may."""
        if hex_ not in self.on_map:
            return Barred.OFF_MAP
        sets = (
            (Barred.WATER, self.water),
            (Barred.CONTROL, self.control),
            (Barred.UNIT, self.units),
            (Barred.SECRET, self.secret),
        )
        return next((bar for bar, hexes in sets if hex_ in hexes), None)


def why_no_marker(place: Hex, bars: Bars) -> str:
    """A sentence on why no marker may lie in a hex, for the side that `bars` are of; "" if one may."""
    if place in bars.sites:
        return ""
    params = {"hex": place, "enemy": bars.enemy}
    bar = bars.why(place)
    if bar is Barred.WATER:
        return gettext("In {hex} no marker may lie: it is water.", **params)
    if bar is Barred.CONTROL:
        return gettext("In {hex} no marker may lie: it is Controlled by {enemy}.", **params)
    if bar is Barred.UNIT:
        return gettext("In {hex} no marker may lie: a unit of {enemy} stands there.", **params)
    return gettext("In {hex} no marker may lie: no MMC of yours, no Strategic Location you Control.", **params)


def why_not(start: Hex, end: Hex, bars: Bars) -> str:
    """A sentence on why no marker may point from `start` to `end`, for the side that `bars` are of; "" if one may.

    It names no hex that is barred by something this side may not know.
    """
    for place in (start, end):
        if place not in bars.sites and bars.why(place) in (None, Barred.SECRET):
            return why_no_marker(place, bars)
    ways = grains(start, end)
    if not ways:
        return gettext("From {start} to {end} no hex grain leads.", start=start, end=end)
    stops = [stop for way in ways if (stop := _first_bar((start, *way), bars))]
    if len(stops) < len(ways):
        return ""
    hex_, bar = next((stop for stop in stops if stop[1] is not Barred.SECRET), stops[0])
    params = {"start": start, "end": end, "hex": hex_, "enemy": bars.enemy}
    if bar is Barred.OFF_MAP:
        return gettext("From {start} to {end} the grain leaves the map at {hex}.", **params)
    if bar is Barred.WATER:
        return gettext("From {start} to {end} the grain enters {hex}, which is water.", **params)
    if bar is Barred.CONTROL:
        return gettext("From {start} to {end} the grain enters {hex}, Controlled by {enemy}.", **params)
    if bar is Barred.UNIT:
        return gettext("From {start} to {end} the grain enters {hex}, where a unit of {enemy} stands.", **params)
    return gettext("From {start} to {end} the line can't run as the other side stands.", **params)


def _first_bar(way: tuple[Hex, ...], bars: Bars) -> tuple[Hex, Barred] | None:
    """The first barred hex of a way, with the reason; hexes barred by what the side knows come first."""
    barred = [(hex_, bar) for hex_ in way if (bar := bars.why(hex_))]
    return next((one for one in barred if one[1] is not Barred.SECRET), barred[0] if barred else None)
