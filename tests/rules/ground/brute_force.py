"""Perimeters and what they come to, read from the rules in the plainest way: all loops there are, in sets of hexes.

Slow, and written without a look at `rules.ground.loops`: only the grid's own grains and enclosures are shared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random

from rules.ground.hexes import Hex, beside, enclosed, grains

Places = frozenset[Hex]
NOTHING: Places = frozenset()


def board(columns: int, rows: int) -> list[Hex]:
    """The hexes of a map, column by column."""
    return [Hex(c, 2 * n + (c % 2 == 0)) for c in range(1, columns + 1) for n in range(1, rows + 1)]


def rim_of(hexes: Iterable[Hex]) -> Places:
    """The hexes that lie along the edges of a map of these."""
    on_map = set(hexes)
    last = {c: max(h.number for h in on_map if h.column == c) for c in {h.column for h in on_map}}
    first = {c: min(h.number for h in on_map if h.column == c) for c in last}
    columns = min(last), max(last)
    return frozenset(h for h in on_map if h.column in columns or h.number in (first[h.column], last[h.column]))


@dataclass(frozen=True)
class Camp:
    """A side: Strategic Locations it holds, hexes of units, of SMC."""

    holds: Places = NOTHING
    units: Places = NOTHING
    smc: Places = NOTHING

    @property
    def bars(self) -> Places:
        return self.holds | self.units

    @property
    def may_mark(self) -> Places:
        return self.holds | self.units


def steps(hexes: Iterable[Hex], sites: Places, barred: Places) -> dict[Hex, list[tuple[Hex, ...]]]:
    """From each site the legal grains to others, without those that come by a third: each without its first hex."""
    on_map, found = frozenset(hexes), dict[Hex, list[tuple[Hex, ...]]]()
    places = sites - barred
    for start in places:
        ways = [way for end in places if end != start for way in grains(start, end)]
        found[start] = [way for way in ways if on_map >= {*way} and not barred & {*way} and not places & {*way[:-1]}]
    return found


def loops(hexes: Iterable[Hex], sites: Places, barred: Places) -> set[Places]:
    """The hexes of every legal loop."""
    ways, found = steps(hexes, sites, barred), set[Places]()

    def follow(first: Hex, here: Hex, line: tuple[Hex, ...]) -> None:
        for way in ways[here]:
            if way[-1] == first and not {*way[:-1]} & {*line}:
                if len(line) + len(way) - 1 > 2:
                    found.add(frozenset((*line, *way[:-1])))
            elif way[-1] > first and not {*way} & {*line}:
                follow(first, way[-1], (*line, *way))

    for start in ways:
        follow(start, start, (start,))
    return found


def areas(hexes: Iterable[Hex], sites: Places, barred: Places) -> list[Places]:
    """What each legal loop walls in."""
    return [enclosed(loop) & frozenset(hexes) for loop in loops(hexes, sites, barred)]


@dataclass
class Reading:
    """A reading of both sides: main areas, Pockets, Isolated Areas with their type and holder, Control."""

    main: list[Places] = field(default_factory=list)
    pockets: list[set[Places]] = field(default_factory=list)
    isolated: set[tuple[str, Places, int]] = field(default_factory=set)
    control: list[Places] = field(default_factory=list)

    def area(self, side: int) -> Places:
        return self.main[side].union(*self.pockets[side])


def perimeters(hexes: list[Hex], camps: tuple[Camp, Camp], edge: Places) -> Reading:
    """Main area and Pockets of each side."""
    found = Reading()
    for side, mine in enumerate(camps):
        sites, barred = mine.may_mark, camps[1 - side].bars
        walled = areas(hexes, sites, barred)
        main: set[Hex] = set()
        own_edge = edge & mine.holds
        size = -1
        while len(main) != size:
            size = len(main)
            for area in walled:
                if area & (main | own_edge):
                    main |= area
        loose: list[Places] = [area for area in walled if not area & main]
        loose += [frozenset((start, *way)) for start, ways in steps(hexes, sites, barred).items() for way in ways]
        loose = [piece for piece in loose if not piece & main] + [frozenset({h}) for h in mine.units - main]
        groups = [group for group in groups_of(loose) if group & mine.units]
        found.main.append(frozenset(main).union(*(group for group in groups if group & own_edge)))
        found.pockets.append({group for group in groups if not group & own_edge})
    return found


def groups_of(pieces: Iterable[Places]) -> list[Places]:
    """Pieces that share a hex, put together."""
    groups: list[Places] = []
    for piece in pieces:
        touching = [group for group in groups if group & piece]
        groups = [group for group in groups if not group & piece] + [piece.union(*touching)]
    return groups


def settled(hexes: list[Hex], camps: tuple[Camp, Camp], drawn: Reading) -> Reading:
    """12.6069 to 12.6072 with the units that are there now."""
    one, other = drawn.area(0), drawn.area(1)
    pockets = frozenset().union(*drawn.pockets[0], *drawn.pockets[1])
    cut = one & other | pockets
    held = dict.fromkeys(camps[0].holds, 0) | dict.fromkeys(camps[1].holds, 1)
    held |= dict.fromkeys(one - cut, 0) | dict.fromkeys(other - cut, 1)
    after = dict(held)
    for part in connected(cut):
        units = [side for side in (0, 1) if camps[side].units & part]
        smc = any(camp.smc & part for camp in camps)
        kind = "D" if len(units) == 2 else "C" if units else "B" if smc else "A"
        holder = units[0] if kind == "C" else -1
        if kind in "AB":
            around = {held[h] for each in part for h in beside(each) if h in held and h not in part}
            if part <= pockets and len(around) == 1:
                holder = around.pop()
        for hex_ in part:
            if holder >= 0:
                after[hex_] = holder
            elif kind in "AB":
                after.pop(hex_, None)
                after.update((hex_, side) for side in (0, 1) if hex_ in camps[side].holds)
        drawn.isolated.add((kind, part, holder))
    drawn.control = [frozenset(h for h, side in after.items() if side == each) for each in (0, 1)]
    return drawn


def connected(hexes: Places) -> Iterator[Places]:
    """The parts of a set of hexes that lie side by side."""
    left = set(hexes)
    while left:
        part, todo = set[Hex](), [left.pop()]
        while todo:
            here = todo.pop()
            part.add(here)
            near = left & {*beside(here)}
            left -= near
            todo += near
        yield frozenset(part)


# maps by chance -----------------------------------------------------------------------------------


def chance_sites(dice: Random) -> tuple[list[Hex], Places, Places]:
    """A small map with sites and barred hexes."""
    hexes = board(dice.randint(3, 7), dice.randint(3, 7))
    mixed = dice.sample(hexes, len(hexes))
    number = dice.randint(3, 8)
    return hexes, frozenset(mixed[:number]), frozenset(mixed[number : number + dice.choice((0, 0, 2, 4, 8))])


def chance_camps(dice: Random) -> tuple[list[Hex], tuple[Camp, Camp]]:
    """A small map with two sides, sometimes with a Melee."""
    hexes = board(dice.randint(3, 6), dice.randint(3, 6))
    mixed = dice.sample(hexes, len(hexes))
    sizes = dice.randint(2, 7), dice.randint(2, 7)
    camps = list[Camp]()
    for own in (mixed[: sizes[0]], mixed[sizes[0] : sum(sizes)]):
        kinds = {hex_: dice.choice(("holds", "holds", "units", "units", "both")) for hex_ in own}
        holds = frozenset(h for h, kind in kinds.items() if kind != "units")
        units = frozenset(h for h, kind in kinds.items() if kind != "holds")
        camps.append(Camp(holds, units, frozenset(dice.sample(hexes, dice.randint(0, 2)))))
    if dice.random() < 0.3 and camps[1].units:
        melee = camps[0].units | {min(camps[1].units)}
        camps[0] = Camp(camps[0].holds, melee, camps[0].smc)
    return hexes, (camps[0], camps[1])


def after_escapes(dice: Random, camps: tuple[Camp, Camp]) -> tuple[Camp, Camp]:
    """The same two sides when some of their units are gone, or none are."""
    if dice.random() < 0.5:
        return camps
    left = [frozenset(h for h in camp.units if dice.random() < 0.4) for camp in camps]
    return Camp(camps[0].holds, left[0], camps[0].smc), Camp(camps[1].holds, left[1], camps[1].smc)
