"""Spans as one graph, and its outlines: the rings of hexes around all of it.

Lines between the centres of adjacent hexes cross only in hexes, so every loop of spans lies within an outline. An
outline made of whole spans is a loop itself; otherwise it has *breaks*, where it turns from one span to another at a
hex that is no site. Both spans enter that hex, so no loop has both: they *clash*.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.ground.grains import Span
from rules.ground.hex_sets import HexSets, ones

SIXTHS = 6
FIRST_WAYS = (2, 1, 0)
"""The only ways from the highest hex of the westernmost column; the outside is to the left of the first there is."""


def _leftmost(came: int, open_ways: int) -> int:
    """The way on after coming by a way, with the outside kept to the left; -1 if there is none."""
    turns = ((came + turn) % SIXTHS for turn in (2, 1, 0, -1, -2, -3))
    return next((way for way in turns if open_ways >> way & 1), -1)


ONWARD = [[_leftmost(came, open_ways) for open_ways in range(1 << SIXTHS)] for came in range(SIXTHS)]


class Outline(NamedTuple):
    """A ring of hexes in order, and the area it walls in, as bits."""

    ring: tuple[int, ...]
    area: int


class Break(NamedTuple):
    """A hex where an outline turns from one span to another: the span with less of the outline there, and the other."""

    hex: int
    lesser: int
    greater: int


class SpanGraph:
    """A graph of spans, known by number; sets of spans are bits. `present` are those in the graph now."""

    def __init__(self, sets: HexSets, spans: Sequence[Span], sites: int) -> None:
        self.sets, self.spans = sets, spans
        self.present = self.looks = 0
        self._sites = bytearray(sets.size)
        for number in ones(sites):
            self._sites[number] = 1
        self._ways = bytearray(sets.size)
        self._touched = 0
        turn = {step: n for n, step in enumerate(sets.steps)}
        self._steps = [
            [self._step(a, turn[b - a]) for a, b in zip(each.path, each.path[1:], strict=False)] for each in spans
        ]
        self._over = dict[int, int]()
        self._uses = [0] * (sets.size * SIXTHS // 2)
        self._ending = dict[int, int]()
        self._through = dict[int, int]()
        self._clashes = dict[int, int]()
        self._number = {each.path: n for n, each in enumerate(spans)}
        for n, each in enumerate(spans):
            bit = 1 << n
            for key, *_ in self._steps[n]:
                self._over[key] = self._over.get(key, 0) | bit
            for inner in each.path[1:-1]:
                self._through[inner] = self._through.get(inner, 0) | bit
        self.add((1 << len(spans)) - 1)

    def _step(self, start: int, way: int) -> tuple[int, int, int, int, int]:
        """A step from hex to hex: its key, its start and the way from there, its end and the way back, ways as bits."""
        end = start + self.sets.steps[way]
        return self._key(start, way), start, 1 << way, end, 1 << (way + SIXTHS // 2) % SIXTHS

    def _key(self, start: int, way: int) -> int:
        """The number of a step between two hexes, the same in both directions."""
        half = SIXTHS // 2
        return start * half + way if way < half else (start + self.sets.steps[way]) * half + way - half

    def clashing(self, span: int) -> int:
        """The spans that clash with one: they share an inner hex with it, so no loop has both."""
        if span not in self._clashes:
            clash = 0
            for inner in self.spans[span].path[1:-1]:
                clash |= self._through[inner]
            self._clashes[span] = clash & ~(1 << span)
        return self._clashes[span]

    def add(self, many: int) -> None:
        """Add spans that are not present."""
        self.present |= many
        uses = self._uses
        for n in ones(many):
            for end in (self.spans[n].path[0], self.spans[n].path[-1]):
                self._ending[end] = self._ending.get(end, 0) | 1 << n
            for key, start, way, end, back in self._steps[n]:
                if not uses[key]:
                    self._open(start, way)
                    self._open(end, back)
                uses[key] += 1

    def _open(self, number: int, way: int) -> None:
        if not self._ways[number]:
            self._touched |= 1 << number
        self._ways[number] |= way

    def _shut(self, number: int, way: int) -> None:
        self._ways[number] &= ~way
        if not self._ways[number]:
            self._touched &= ~(1 << number)

    def remove(self, many: int) -> int:
        """Remove spans, and those that become dead ends by it; return all that were removed."""
        removed, todo, uses = 0, many & self.present, self._uses
        while todo:
            removed |= todo
            self.present &= ~todo
            left_alone = 0
            for n in ones(todo):
                for key, start, way, end, back in self._steps[n]:
                    uses[key] -= 1
                    if not uses[key]:
                        self._shut(start, way)
                        self._shut(end, back)
                for end in (self.spans[n].path[0], self.spans[n].path[-1]):
                    rest = self._ending[end] = self._ending[end] & ~(1 << n)
                    if rest & rest - 1 == 0:
                        left_alone |= rest
            todo = left_alone & self.present
        return removed

    def remove_dead_ends(self) -> int:
        """Remove all spans that lead to a dead end, which are in no loop; return them."""
        alone = 0
        for rest in self._ending.values():
            if rest & rest - 1 == 0:
                alone |= rest
        return self.remove(alone)

    # outlines ---------------------------------------------------------------------------------------

    def outlines(self) -> list[Outline]:
        """All outlines; every loop of the spans present lies in the area of one."""
        self.looks += 1
        result, rest = list[Outline](), self._touched
        while rest:
            walk = self._walk((rest & -rest).bit_length() - 1)
            rest &= ~self.sets.bits(walk)
            for ring in _rings(walk):
                outline = Outline(tuple(ring), self.sets.walled_in(self.sets.bits(ring)))
                rest &= ~outline.area
                result.append(outline)
        return result

    def _walk(self, start: int) -> list[int]:
        """The walk once around a part of the graph, clockwise, from the highest hex of its westernmost column."""
        ways, steps = self._ways, self.sets.steps
        way = first = next(each for each in FIRST_WAYS if ways[start] >> each & 1)
        result, here = [start], start
        while True:
            here += steps[way]
            way = ONWARD[way][ways[here]]
            if here == start and way == first:
                return result
            result.append(here)

    def breaks(self, ring: Sequence[int]) -> list[Break]:
        """The breaks of an outline; without any it is a loop."""
        if not any(self._sites[number] for number in ring):
            return [self._break((*ring, *ring[:2]))]
        return [self._break(stretch) for stretch in self._stretches(ring) if not self._is_present(stretch)]

    def spans_of(self, loop: Sequence[int]) -> int:
        """The spans of a loop."""
        return sum(1 << self._number[_upward(stretch)] for stretch in self._stretches(loop))

    def _stretches(self, ring: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """The stretches of a ring from site to site."""
        first = next(n for n, number in enumerate(ring) if self._sites[number])
        stretch = [ring[first]]
        for number in (*ring[first + 1 :], *ring[: first + 1]):
            stretch.append(number)
            if self._sites[number]:
                yield tuple(stretch)
                stretch = [number]

    def _is_present(self, stretch: tuple[int, ...]) -> bool:
        number = self._number.get(_upward(stretch))
        return number is not None and bool(self.present >> number & 1)

    def _break(self, stretch: Sequence[int]) -> Break:
        """The break of a stretch: where it leaves the span that follows it farthest."""
        along, n = self._over_step(stretch, 0), 0
        while n + 2 < len(stretch) and (on := along & self._over_step(stretch, n + 1)):
            along, n = on, n + 1
        one, other = _lowest(along), _lowest(self._over_step(stretch, n + 1))
        early = 2 * (n + 1) <= len(stretch) - 1
        return Break(stretch[n + 1], *((one, other) if early else (other, one)))

    def _over_step(self, stretch: Sequence[int], n: int) -> int:
        """The spans present over a step of a stretch."""
        way = self.sets.steps.index(stretch[n + 1] - stretch[n])
        return self._over[self._key(stretch[n], way)] & self.present


def _upward(stretch: tuple[int, ...]) -> tuple[int, ...]:
    return stretch if stretch[0] < stretch[-1] else stretch[::-1]


def _lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1


def _rings(walk: Sequence[int]) -> Iterator[list[int]]:
    """A closed walk, cut into rings wherever it comes to a hex again; ways there and back are dropped."""
    path, places = list[int](), dict[int, int]()
    for number in (*walk, walk[0]):
        if number in places:
            ring = path[places[number] :]
            del path[places[number] :]
            for each in ring:
                del places[each]
            if len(ring) > 2:
                yield ring
        places[number] = len(path)
        path.append(number)
