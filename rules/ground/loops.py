"""The largest legal Perimeter Area of a side: all that its loops can wall in (12.606; 7.5053).

A *loop* is a ring of spans, three hexes at least, that enters no hex twice. Loops may share hexes or cross, so the
largest area is the union of all loops. It is bounded from both sides: from above by the outlines, from below by the
loops found so far. Each hex between the bounds is decided by branching: at the break of an outline nearest to it,
either one span is kept and all that clash with it are removed, or that span is removed. Every loop is in one of the two
graphs, so a hex that no outline holds in the end is in no loop.

If that takes too long, the loops found are still legal, and the undecided hexes are returned as the doubt. How long is
counted in outlines, never in seconds: the same position gives the same answer on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from rules.ground.grains import Span
from rules.ground.hex_sets import HexSets, joined, ones, united
from rules.ground.hexes import distance
from rules.ground.outlines import Break, Outline, SpanGraph

LOOKS = 2500
"""How many times the graph may be outlined before the hexes still undecided are in doubt."""
QUICK, THOROUGH, NEARBY = 8, 300, 40
"""The most outlines for one hex: at first, as a last resort, and close to a known loop."""
REACHES = (3, 7)
"""How far from a hex, in hexes, a known loop may be changed to hold it too."""
SPAN_COST, HEX_COST = 6, 3
"""How many hexes of an area it may cost to settle breaks at once: for each break, and for each hex of its span."""


@dataclass
class Loops:
    """Legal loops, and `area`, all they wall in; adjacent areas that one loop can join are joined by one.

    `doubt` are the hexes of which it is not known whether a loop could wall them in or join them to others.
    """

    area: int = 0
    doubt: int = 0
    loops: list[Outline] = field(default_factory=list)
    looks: int = 0

    def accept(self, loop: Outline) -> None:
        """Add a loop."""
        self.loops.append(loop)
        self.area |= loop.area


class Answer(NamedTuple):
    """A loop that holds a hex, if one was found; else, if `sure`, there is none, and all loops lie in `within`."""

    loop: Outline | None
    sure: bool = True
    within: int = 0


def largest(sets: HexSets, spans: Sequence[Span], sites: int, looks: int = LOOKS) -> Loops:
    """Loops that wall in all that loops can; what is undecided after so many `looks` is in doubt."""
    return _Search(sets, spans, sites, looks).all_loops()


def first_loops(sets: HexSets, spans: Sequence[Span], sites: int) -> Loops:
    """Legal loops, found quickly: large, but perhaps not the largest; all else in an outline is in doubt."""
    return _Search(sets, spans, sites, LOOKS).first_loops()


class _Search:
    def __init__(self, sets: HexSets, spans: Sequence[Span], sites: int, looks: int) -> None:
        self._sets, self._sites, self._most = sets, sites, looks
        self._graph = SpanGraph(sets, spans, sites)
        self._graph.remove_dead_ends()
        self._possible = sets.everything
        self._found = Loops()
        self._broken = list[int]()
        self._left = 0

    def first_loops(self) -> Loops:
        found, open_ = self._found, self._between()
        for area in self._broken:
            if loop := self._greedy(area & open_):
                found.accept(loop)
        found.doubt, found.looks = open_ & ~found.area, self._graph.looks
        return found

    def all_loops(self) -> Loops:
        found = self._found
        while open_ := self._between():
            # If no loop found so far lies in an outline around open hexes, a large one helps most.
            around = united(area for area in self._broken if area & open_)
            untouched = not any(loop.area & around for loop in self._found.loops)
            loop = self._greedy(open_) if untouched else None
            if loop:
                found.accept(loop)
            else:
                self._decide(open_)
        found.doubt &= ~found.area
        # Add loops that reach from one area into the next too: a Perimeter Area is connected.
        tried = set[tuple[int, int]]()
        while pair := next((each for each in self._neighbours() if each not in tried), None):
            tried.add(pair)
            border = self._sets.spread(pair[0]) & pair[1]
            answer = self._ask(THOROUGH, border & -border, *pair)
            if answer.loop:
                self._found.accept(answer.loop)
            elif not answer.sure:
                self._found.doubt |= min(pair, key=int.bit_count)
        found.looks = self._graph.looks
        return found

    def _neighbours(self) -> list[tuple[int, int]]:
        """Pairs of areas of loops that share no hex but are adjacent."""
        areas = joined(loop.area for loop in self._found.loops)
        return [(one, other) for one, other in combinations(areas, 2) if self._sets.spread(one) & other]

    def _between(self) -> int:
        """The hexes in an outline that are neither in a loop nor in doubt yet; outlines that are loops are accepted."""
        bound, self._broken = 0, []
        for outline in self._graph.outlines():
            if outline.area & ~self._found.area:
                bound |= outline.area
                if self._graph.breaks(outline.ring):
                    self._broken.append(outline.area)
                else:
                    self._found.accept(outline)
        return bound & self._possible & ~self._found.area & ~self._found.doubt

    def _decide(self, open_: int) -> None:
        """Search a loop for each open hex until one is known to be in none, which makes the graph smaller."""
        for number in ones(open_):
            hex_ = 1 << number
            if hex_ & self._found.area:
                continue
            answer = self._find_loop(hex_)
            if answer.loop:
                self._found.accept(answer.loop)
            elif answer.sure:
                self._possible &= answer.within
                outside = sum(1 << n for n in ones(self._graph.present) if self._graph.spans[n].bits & ~answer.within)
                self._graph.remove(outside)
                return
            else:
                self._found.doubt |= hex_

    def _find_loop(self, hex_: int) -> Answer:
        """Search a loop that holds a hex: quickly, then greedily, then near known loops, then thoroughly."""
        answer = self._ask(QUICK, hex_)
        if answer.loop or answer.sure or self._graph.looks >= self._most:
            return answer
        if loop := self._greedy(hex_, hex_):
            return Answer(loop)
        for reach in REACHES:
            if loop := self._near(hex_, reach):
                return Answer(loop)
        return self._ask(THOROUGH, hex_)

    # for sure ---------------------------------------------------------------------------------------

    def _ask(self, most: int, hex_: int, *areas: int) -> Answer:
        self._left = min(most, self._most - self._graph.looks)
        return self._branch(hex_, areas or (hex_,))

    def _branch(self, hex_: int, areas: tuple[int, ...]) -> Answer:
        """A loop that meets each area, by branching at the break nearest to a hex: drop a span of it, or keep it."""
        self._left -= 1
        if self._left < 0:
            return Answer(None, sure=False)
        breaks, within = list[Break](), 0
        for outline in self._graph.outlines():
            if not all(outline.area & each for each in areas):
                within |= outline.area
                continue
            found = self._graph.breaks(outline.ring)
            if not found:
                return Answer(outline)
            breaks += found
        if not breaks:
            return Answer(None, within=within)
        here = self._sets.hex(hex_.bit_length() - 1)
        nearest = min(breaks, key=lambda each: distance(here, self._sets.hex(each.hex)))
        span = nearest.lesser
        for dropped in (1 << span, self._graph.clashing(span)):
            removed = self._graph.remove(dropped)
            answer = self._branch(hex_, areas)
            self._graph.add(removed)
            if answer.loop or not answer.sure:
                return answer
            within |= answer.within
        return Answer(None, within=within)

    # quickly ----------------------------------------------------------------------------------------

    def _greedy(self, wanted: int, must: int = 0) -> Outline | None:
        """A legal loop that meets `wanted`, or `must` if given: large, but perhaps not the largest.

        All breaks are settled at once, in favour of the span that has more of the outline.
        """
        removed, loop = 0, None
        while outlines := [each for each in self._graph.outlines() if each.area & (must or wanted)]:
            outline = max(outlines, key=lambda each: each.area.bit_count())
            breaks = self._graph.breaks(outline.ring)
            if not breaks:
                loop = outline
                break
            removed |= self._favour(breaks, outline.area, must)
        self._graph.add(removed)
        return loop

    def _favour(self, breaks: Sequence[Break], area: int, must: int) -> int:
        """Settle breaks for their greater spans; if that costs too much, half of them at a time. The spans removed."""
        graph, spans = self._graph, list[int]()
        for each in breaks:
            if not any(graph.clashing(each.greater) >> other & 1 for other in spans):
                spans.append(each.greater)
        removed = graph.remove(united(map(graph.clashing, spans)))
        cost = self._cost(area, must)
        if cost <= sum(SPAN_COST + HEX_COST * len(graph.spans[each.lesser].path) for each in breaks):
            return removed
        graph.add(removed)
        if len(breaks) == 1:
            return self._cheapest(breaks[0], area, must)
        half = len(breaks) // 2
        removed = self._favour(breaks[:half], area, must)
        rest = [each for each in breaks[half:] if not removed >> each.lesser & 1 and not removed >> each.greater & 1]
        return removed | self._favour(rest, area, must) if rest else removed

    def _cheapest(self, one: Break, area: int, must: int) -> int:
        """Settle one break in the way that costs the fewest hexes; the spans removed by it."""
        graph, tried = self._graph, list[tuple[int, int]]()
        for way in (graph.clashing(one.greater), graph.clashing(one.lesser), 1 << one.lesser, 1 << one.greater):
            removed = graph.remove(way)
            tried.append((self._cost(area, must), way))
            graph.add(removed)
        return graph.remove(min(tried, key=lambda each: each[0])[1])

    def _cost(self, area: int, must: int) -> int:
        """How many hexes of an area its largest outline no longer holds; the map's size if none meets `must`."""
        outlines = [each.area for each in self._graph.outlines() if each.area & (must or area)]
        if not outlines and must:
            return self._sets.size
        return (area & ~max(outlines, key=int.bit_count, default=0)).bit_count()

    def _near(self, hex_: int, reach: int) -> Outline | None:
        """A loop that holds a hex and differs from one of the two largest found only near that hex."""
        window, graph = hex_, self._graph
        for _ in range(reach):
            window = self._sets.spread(window)
        largest_ = sorted(self._found.loops, key=lambda loop: -loop.area.bit_count())[:2]
        for loop in (each for each in largest_ if each.area & window):
            own = graph.spans_of(loop.ring)
            far = united(graph.spans[n].bits for n in ones(own) if not graph.spans[n].bits & window)
            crossed = far & ~self._sites
            others = graph.present & ~own
            dropped = sum(
                1 << n for n in ones(others)
                if not graph.spans[n].bits & window or graph.spans[n].bits & crossed
            )  # fmt: skip
            removed = graph.remove(dropped)
            answer = self._ask(NEARBY, hex_)
            graph.add(removed)
            if answer.loop:
                return answer.loop
        return None
