"""All that a side's loops can wall in: the largest Perimeter Area there legally is (12.606; 7.5053), with the loops.

A *loop* is a ring of spans, three hexes at least, that enters no hex twice. Several may share hexes or cross, so that
the largest area is that of all loops there are. It is found from both ends: outlines are what it may be at most, and
loops found so far what it is at least. A hex between the two is asked for on its own: at the break of the outline that
is nearest to it, either the one span stays, and all that clash with it go, or it goes itself. Each loop is in one of
the two graphs, so that a hex that no outline holds in the end is in no loop.

Where that takes too long, the loops found are legal all the same; the hexes that it is not known of are named.
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
"""How many times the graph may be outlined for a proof before what is left is in doubt."""
QUICK, THOROUGH, NEARBY = 8, 300, 40
"""The most outlines for one hex: at first, if nothing else helped, and close to a known loop."""
REACHES = (3, 7)
"""How far from a hex a known loop may be changed to hold it too."""
SPAN_COST, HEX_COST = 6, 3
"""What it may cost of an area to settle a break at once, for each and for each hex of its span."""


@dataclass
class Loops:
    """Legal loops, and `area`, all they wall in. Areas that a loop could have in common are in one.

    `doubt` are the hexes of which it isn't known whether a loop could wall them in, or have them in common with others.
    """

    area: int = 0
    doubt: int = 0
    loops: list[Outline] = field(default_factory=list)
    looks: int = 0

    def accept(self, loop: Outline) -> None:
        """One loop more."""
        self.loops.append(loop)
        self.area |= loop.area


class Answer(NamedTuple):
    """A loop with a hex in it, if one was found; else, if `sure`, there is none and all loops lie in `within`."""

    loop: Outline | None
    sure: bool = True
    within: int = 0


def largest(sets: HexSets, spans: Sequence[Span], sites: int, looks: int = LOOKS) -> Loops:
    """All that loops can wall in; of what is not known after so many `looks`, the doubt."""
    return _Search(sets, spans, sites, looks).all_loops()


def first_loops(sets: HexSets, spans: Sequence[Span], sites: int) -> Loops:
    """Legal loops, quickly: large, but not surely the largest; whatever else an outline holds is in doubt."""
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
            # Whether no loop found lies in an outline around open hexes: then one that is large helps most.
            around = united(area for area in self._broken if area & open_)
            untouched = not any(loop.area & around for loop in self._found.loops)
            loop = self._greedy(open_) if untouched else None
            if loop:
                found.accept(loop)
            else:
                self._decide(open_)
        found.doubt &= ~found.area
        # Take loops that reach from one area into the next as well: what is one Perimeter Area hangs together.
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
        """Two by two the areas of loops that share no hex but lie side by side."""
        areas = joined(loop.area for loop in self._found.loops)
        return [(one, other) for one, other in combinations(areas, 2) if self._sets.spread(one) & other]

    def _between(self) -> int:
        """What is in an outline, and so far neither in a loop nor given up; outlines that are loops are taken."""
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
        """Search a loop for each open hex, until one is known to be in none: then the graph gets smaller."""
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
        """Searches for a loop around a hex: a quick try, a greedy one, then a thorough one."""
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
        """A loop that meets each area, by looking on from the break nearest to a hex with its one span and without."""
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
        """A legal loop that holds some of what is `wanted` (all of what it `must`), large but perhaps not the largest.

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
        """Remove one side of each break; where that costs too much area, half of them first, then single ones."""
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
        """Settle one break in the way that costs least."""
        graph, tried = self._graph, list[tuple[int, int]]()
        for way in (graph.clashing(one.greater), graph.clashing(one.lesser), 1 << one.lesser, 1 << one.greater):
            removed = graph.remove(way)
            tried.append((self._cost(area, must), way))
            graph.add(removed)
        return graph.remove(min(tried, key=lambda each: each[0])[1])

    def _cost(self, area: int, must: int) -> int:
        """How many hexes of an area the largest outline there no longer holds; all there are without what it must."""
        outlines = [each.area for each in self._graph.outlines() if each.area & (must or area)]
        if not outlines and must:
            return self._sets.size
        return (area & ~max(outlines, key=int.bit_count, default=0)).bit_count()

    def _near(self, hex_: int, reach: int) -> Outline | None:
        """A loop that holds a hex and is one of the two largest found, but for what lies near that hex."""
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
