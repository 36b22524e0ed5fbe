"""A side's Perimeter from what it holds and where it stands: main area, Pockets, lines (12.606 to 12.6068; 7.505).

All of it is on the ground level; the Pockets above and below are in `levels`. A line is a grain outside all loops of
the main area. A loop may wall in enemy units and Locations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rules.engine.replace import replace
from rules.ground.grains import Bars, Span, spans
from rules.ground.hex_sets import HexSets, joined, ones, united
from rules.ground.hexes import Hex
from rules.ground.land import NONE, Hexes, Land, Positions
from rules.ground.loops import Loops, first_loops, largest
from rules.ground.outlines import Outline
from rules.ground.rulings import PerimeterRulings


@dataclass(frozen=True)
class SidePerimeter:
    """A side's Perimeter: its areas, and its loops and lines, hex by hex.

    `front` are its Front Line Locations, `cut_off` is the part of the main area that is Isolated as it has no way in,
    `doubt` are hexes that a larger Perimeter might hold too.
    """

    main: Hexes = NONE
    pockets: tuple[Hexes, ...] = ()
    loops: tuple[tuple[Hex, ...], ...] = ()
    lines: tuple[tuple[Hex, ...], ...] = ()
    front: Hexes = NONE
    cut_off: Hexes = NONE
    doubt: Hexes = NONE

    @property
    def pocketed(self) -> Hexes:
        """The hexes of all Pockets."""
        return NONE.union(*self.pockets)

    @property
    def area(self) -> Hexes:
        """The Perimeter Area, Pockets included."""
        return self.main | self.pocketed


def barred(land: Land, enemy: Positions, rulings: PerimeterRulings) -> Hexes:
    """The hexes that no line may enter: enemy units other than SMC, enemy Strategic Locations, water (12.6064)."""
    water = NONE if rulings.over_water else land.water
    return enemy.units | enemy.holds | water | (enemy.above if rulings.levels_bar else NONE)


def sites(land: Land, mine: Positions, enemy: Positions, rulings: PerimeterRulings) -> Hexes:
    """The hexes where a marker of a side may lie (12.6064; 7.5053)."""
    armed = mine.armed if rulings.armed_sites else NONE
    not_there = barred(land, enemy, rulings) | (NONE if rulings.enemy_smc else enemy.smc)
    return ((mine.mmc | mine.holds | armed) & land.hexes) - not_there


def bars(land: Land, mine: Positions, enemy: Positions, rulings: PerimeterRulings, name: str) -> Bars:
    """What is barred to a side, by reason; `name` is the other side's, and `enemy` what this side knows of it."""
    water = NONE if rulings.over_water else land.water
    levels = enemy.above if rulings.levels_bar else NONE
    at = sites(land, mine, enemy, rulings)
    return Bars(land.hexes, at, name, water=water, control=enemy.holds, units=enemy.units | levels)


def draw(land: Land, mine: Positions, enemy: Positions, rulings: PerimeterRulings) -> SidePerimeter:
    """The largest legal Perimeter of a side, given the positions of both."""
    return _drawn(land, mine, enemy, rulings, largest)


def propose(land: Land, mine: Positions, enemy: Positions, rulings: PerimeterRulings) -> SidePerimeter:
    """A legal Perimeter, found quickly; hexes that a larger one might hold are in doubt."""
    return _drawn(land, mine, enemy, rulings, first_loops)


def _drawn(
    land: Land, mine: Positions, enemy: Positions, rulings: PerimeterRulings,
    search: Callable[[HexSets, Sequence[Span], int], Loops],
) -> SidePerimeter:  # fmt: skip
    sets = land.sets
    at = sets.of(sites(land, mine, enemy, rulings))
    rims = [list(map(land.sets.at, rim)) for rim in land.rims] if rulings.around_corners else []
    grain_spans = spans(land.sets, at, land.sets.of(barred(land, enemy, rulings)), rims)
    found = search(sets, grain_spans, at)
    lines = grain_spans if rulings.lines else []
    return replace(_divided(land, mine, rulings, found.loops, lines), doubt=sets.hexes(found.doubt))


def recorded_perimeter(
    land: Land, mine: Positions, rulings: PerimeterRulings,
    loops: Iterable[Sequence[Hex]], lines: Iterable[Sequence[Hex]] = (),
) -> SidePerimeter:  # fmt: skip
    """The Perimeter of loops and lines that are recorded hex by hex; their legality is not checked."""
    sets = land.sets
    rings = [tuple(map(sets.at, loop)) for loop in loops]
    rows = [tuple(map(sets.at, line)) for line in lines]
    outlines = [Outline(ring, sets.walled_in(sets.bits(ring))) for ring in rings]
    return _divided(land, mine, rulings, outlines, [Span(row, sets.bits(row)) for row in rows])


def _divided(
    land: Land, mine: Positions, rulings: PerimeterRulings, loops: Sequence[Outline], lines: Iterable[Span]
) -> SidePerimeter:
    """The Perimeter of these loops and lines, divided into main area and Pockets (12.6066, 12.6068)."""
    sets = land.sets
    edge = sets.of(mine.own_edge(land))
    units = sets.of(mine.units & land.hexes)
    # The main area has the loops with a friendly map edge, and all connected to them by shared Locations (7.5054).
    areas = [each.area for each in loops]
    if rulings.edgeless_loop == "main":
        main = united(areas)
    else:
        largest = 0
        while more := united(area for area in areas if area & (edge | largest) and area & ~largest):
            largest |= more
        main = largest
    apart = [each.area for each in loops if not each.area & main]
    loose_lines = [each for each in lines if not each.bits & main]
    alone = [1 << number for number in ones(units & ~main)]
    marked = edge if rulings.edge_lines == "marked" else 0
    pieces = joined([*apart, *(each.bits for each in loose_lines), *alone])
    pieces = [piece for piece in pieces if piece & (units | marked)]
    main |= united(piece for piece in pieces if piece & edge)
    pockets = [piece for piece in pieces if not piece & edge]
    area = main | united(pockets)
    walls = [each for each in loops if each.area & area]
    # The parts of an area in no loop are lines and single hexes, all of which are Front Line.
    return SidePerimeter(
        main=sets.hexes(main),
        pockets=tuple(map(sets.hexes, pockets)),
        loops=tuple(_named(sets, each.ring) for each in walls),
        lines=tuple(_named(sets, each.path) for each in loose_lines if each.bits & area),
        front=sets.hexes(
            united(sets.bits(each.ring) for each in walls) | (area & ~united(each.area for each in walls))
        ),
        cut_off=cut_off(land, mine, sets.hexes(main)),
    )


def cut_off(land: Land, mine: Positions, main: Hexes) -> Hexes:
    """The parts of a main area whose friendly map edge leads nowhere (12.6068)."""
    if not mine.dead_end:
        return NONE
    edge, sets = mine.own_edge(land), land.sets
    leads_in = edge - mine.dead_end
    if mine.leads_in is not None:
        leads_in &= mine.leads_in | mine.landings
    nowhere, somewhere = sets.of(edge & mine.dead_end), sets.of(leads_in & land.hexes)
    return sets.hexes(united(part for part in sets.parts(sets.of(main)) if part & nowhere and not part & somewhere))


def _named(sets: HexSets, numbers: Iterable[int]) -> tuple[Hex, ...]:
    return tuple(map(sets.hex, numbers))
