"""The map of a campaign as one SVG: the terrain of its sheet, and over it what the reader may know.

Its attributes have the colours of paper, for a file of its own and for the typesetter; classes let a page's style sheet
give others. It needs no style attribute, style block or script, which our content security policy forbids. Nothing is
told by colour alone: the first side has level hatch and a solid front, the second one slanting hatch and a dashed
front, what both claim is crossed. There is one element a layer and side, not one a hex.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape

from campaigns.maps.outlines import MARGIN, Hexside, Layout, rim
from rules.ground.campaign_map import DrawnArea
from rules.ground.hexes import Hex, HexGrid
from rules.ground.sheet import MapSheet, Terrain

SCALE = 2
"""How many pixels a unit of the drawing is in a file of its own."""
INKS = ("#3f5a52", "#9b2f2a")
"""The colours of the sides on paper, in the order of their game."""
WARNING = "#7d5100"
PAPER, LINES, LETTERS = "#f7f3e8", "#8d877d", "#5a5d65"
FILLS = {
    "water": "#c9dbe6", "river": "#c9dbe6", "stream": "#c9dbe6", "marsh": "#d5ded3", "woods": "#bccbb0",
    "orchard": "#cbd7bb", "brush": "#d3d9bd", "grain": "#eadfae", "gully": "#dccfae", "shellholes": "#dccfae",
    "road": "#e3ddd0", "rail": "#e3ddd0", "rubble": "#c9c3bb", "stone": "#c1bcb4", "wooden": "#d8c3a0",
    "pier": "#c9bba5", "bridge": "#c9bba5", "other": "#e3ddd0",
}  # fmt: skip
"""The colours of kinds of terrain on paper, by the classes that static/css/map.css knows."""
SIGNS = {
    "water": "m-5 0h4m2 0h4", "stream": "m-4-2q2-2 4 0t4 0", "shellholes": "m-4 1h2m2-3h2m0 4h2",
    "rail": "m-6 0h12m-10-2v4m4-4v4m4-4v4", "bridge": "m-5-2h10m-10 4h10", "other": "m-4-2l8 4m0-4l-8 4",
}  # fmt: skip
"""Paths from the middle of a hex, for kinds that share their colour with another one on the same map."""
LETTER = 4
"""The distance from letter to letter of a word."""
MAIN = "m"
"""The prefix of ids in a page's large map; in a small one it is "s"."""


@dataclass(frozen=True, order=True)
class DrawnStack:
    """Units of a side in one hex, with the figure or letter that stands for them, and what they are in words."""

    hex: Hex
    side: str
    mark: str
    words: str = ""


@dataclass(frozen=True)
class Layers:
    """What lies over the terrain, all of it open to the reader. `sides` are the keys of the sides in order.

    `changed` are the hexes that differ from an earlier version of the sheet.

    `control` has the hexes each side Controls. `areas` has its Perimeter Area, where that is drawn: its front is where
    that ends, else where its hexes do. `disputed` are hexes of which the sides say different things.
    """

    sides: tuple[str, ...]
    control: Mapping[str, frozenset[Hex]] = field(default_factory=dict)
    areas: Mapping[str, frozenset[Hex]] = field(default_factory=dict)
    disputed: frozenset[Hex] = frozenset()
    isolated: Sequence[DrawnArea] = ()
    stacks: Sequence[DrawnStack] = ()
    changed: frozenset[Hex] = frozenset()


def look_of(terrain: Terrain) -> str:
    """The class of a terrain's looks: that of the first word of its key, else by what it counts as."""
    if (word := terrain.key.partition("_")[0]) in FILLS:
        return word
    counts_as = {"water": terrain.water, "stone": terrain.stone, "wooden": terrain.building}
    return next((look for look, counts in counts_as.items() if counts), "other")


def svg(sheet: MapSheet, layers: Layers, title: str = "", *, alone: bool = False, small: bool = False) -> str:
    """The map as SVG; `alone` as a file of its own, with size, namespace and title, else to be embedded in a page.

    A `small` one shows where the front runs: water, Control and fronts, without hexes or names.
    """
    layout = Layout(sheet.grid)
    file = f' xmlns="http://www.w3.org/2000/svg" width="{SCALE * layout.width}" height="{SCALE * layout.height}"'
    named = f"<title>{escape(title)}</title>" if alone else ""
    over = list[str]()
    if not small:
        over = [*_isolated(layout, layers), *_stacks(layout, layers), *_changed(layout, layers), _names(sheet.grid)]
    front = _held(layout, layers, sheet.land, "s" if small else MAIN, small)
    return _within(layout, file if alone else "", (named, _ground(sheet, small), *front, *over), small)


def lines(sheet: MapSheet, layers: Layers) -> str:
    """The fronts and Isolated Areas of a map in a page, without what lies under them."""
    layout = Layout(sheet.grid)
    return "".join((*_fronts(layout, layers, sheet.land, MAIN, small=False), *_isolated(layout, layers)))


def lapse(sheet: MapSheet, over_dates: Sequence[Layers], current: int, *, small: bool = False) -> str:
    """The map with who held what on each of these dates; number `current` is visible, the others are hidden."""
    layout, frames = Layout(sheet.grid), list[str]()
    for n, layers in enumerate(over_dates):
        front = "".join(_held(layout, layers, sheet.land, f"d{n}", small))
        frames.append(f'<g class="date"{"" if n == current else " hidden"}>{front}</g>')
    return _within(layout, "", (_ground(sheet, small), *frames, "" if small else _names(sheet.grid)), small)


def _within(layout: Layout, attributes: str, parts: Iterable[str], small: bool) -> str:
    """The parts as one drawing; a small one has no room for letters and numbers."""
    frame = MARGIN if small else 0
    size = f"{frame} {frame} {layout.width - frame} {layout.height - frame}"
    svg = f'<svg{attributes} class="map" viewBox="{size}" font-family="DejaVu Sans,sans-serif" font-size="6">'
    return "".join((svg, *parts, "</svg>"))


@lru_cache(maxsize=16)
def terrains(sheet: MapSheet) -> Mapping[str, tuple[Terrain, ...]]:
    """The terrains on a map, without that of all other hexes, by their looks."""
    present = {facts.terrain for facts in sheet.facts.values()} - {sheet.ground}
    kinds = dict[str, list[Terrain]]()
    for key, terrain in sheet.terrains.items():
        if key in present:
            kinds.setdefault(look_of(terrain), []).append(terrain)
    return {look: tuple(kinds[look]) for look in FILLS if look in kinds}


@lru_cache(maxsize=16)
def _ground(sheet: MapSheet, small: bool) -> str:
    """What stays the same while the game goes on: paper, terrain, hexsides, Location Victory Points."""
    layout, kinds = Layout(sheet.grid), dict[str, set[Hex]]()
    for place, facts in sheet.facts.items():
        kinds.setdefault(facts.terrain, set()).add(place)
    looks = terrains(sheet)
    alike = {look: {place for terrain in looks[look] for place in kinds[terrain.key]} for look in looks}
    patches = alike if not small else {"water": sheet.water}
    terrain = "".join(f'<path class="{k}" fill="{FILLS[k]}" d="{layout.outline(v)}"/>' for k, v in patches.items())
    terrain += "" if small else _signs(layout, alike)
    ground = FILLS.get(sheet.ground, PAPER)
    lattice = f'<path class="grid" fill="none" stroke="{LINES}" stroke-width=".4" d="{layout.lattice()}"/>'
    return (
        f'<path class="paper" fill="{ground}" d="{layout.outline(sheet.grid.hexes)}"/><g class="terrain">{terrain}</g>'
        + ("" if small else lattice + _worth(layout, sheet))
    )


def signs(looks: Iterable[str]) -> Mapping[str, str]:
    """The signs of those `looks` that share their colour with another one of them."""
    present = list(looks)
    colours = [FILLS[look] for look in present]
    return {look: SIGNS[look] for look in present if look in SIGNS and colours.count(FILLS[look]) > 1}


def _signs(layout: Layout, alike: Mapping[str, Collection[Hex]]) -> str:
    """The signs in their hexes."""
    spots = ((layout.centre(place), sign) for look, sign in signs(alike).items() for place in sorted(alike[look]))
    drawn = "".join(f"M{x} {y}{sign}" for (x, y), sign in spots)
    return f'<path class="signs" fill="none" stroke="{LETTERS}" stroke-width=".6" d="{drawn}"/>' if drawn else ""


def _worth(layout: Layout, sheet: MapSheet) -> str:
    """A ring with the number of Location Victory Points where there are any."""
    worth = [(layout.centre(place), str(facts.lvp)) for place, facts in sheet.facts.items() if facts.lvp]
    if not worth:
        return ""
    rings = "".join(f"M{x} {y}m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z" for (x, y), _ in worth)
    numbers = _text((x, y, number) for (x, y), number in worth)
    return f'<g class="worth" fill="{LETTERS}"><path fill="{PAPER}" stroke="{LETTERS}" d="{rings}"/>{numbers}</g>'


def _held(layout: Layout, layers: Layers, land: frozenset[Hex], key: str, small: bool) -> Iterable[str]:
    """Who holds what, and the fronts; the ids begin with `key`."""
    # The hexes of each side, hatched its way; those that are disputed, hatched both ways.
    yield "<defs>"
    for number, side in enumerate(layers.sides, 1):
        held, name = layout.outline(layers.control.get(side, frozenset())), f"{key}{number}"
        yield f'<path id="{name}" d="{held}"/><clipPath id="{key}c{number}"><use href="#{name}"/></clipPath>'
    yield '</defs><g class="control" fill="none" stroke-width=".7" stroke-opacity=".6">'
    for number, side in enumerate(layers.sides, 1):
        if layers.control.get(side):
            level = (f"M0 {y}h{layout.width}" for y in range(MARGIN + 2, layout.height, 5))
            slanting = (f"M0 {n}l{n}-{n}" for n in range(MARGIN + 2, layout.width + layout.height, 7))
            hatch = "".join(level if number == 1 else slanting)
            yield f'<path {_ink(number)} clip-path="url(#{key}c{number})" d="{hatch}"/>'
    if layers.disputed:
        spots = (layout.centre(place) for place in sorted(layers.disputed))
        crosses = "".join(f"M{x - 4} {y - 4}l8 8M{x - 4} {y + 4}l8-8" for x, y in spots)
        yield f'<path class="disputed" stroke="{WARNING}" stroke-width="1.6" d="{crosses}"/>'
    yield "</g>"
    yield from _fronts(layout, layers, land, key, small)


def _ink(number: int) -> str:
    return f'class="ink-{number}" stroke="{INKS[number - 1]}"'


def _fronts(layout: Layout, layers: Layers, land: frozenset[Hex], key: str, small: bool) -> Iterable[str]:
    """Each front, drawn twice as wide as it appears and clipped to its own ground, as two may share hexsides."""
    wide = 7 if small else 3.6
    yield f'<g class="front" fill="none" stroke-width="{wide}" stroke-linejoin="round">'
    for number, side in enumerate(layers.sides, 1):
        if drawn := front(layers, side, land):
            dash = f' stroke-dasharray="{1.5 * wide:g} {0.7 * wide:g}"' if number > 1 else ""
            clip = f"{key}c{number}"
            if area := layers.areas.get(side):
                clip = f"{key}a{number}"
                yield f'<clipPath id="{clip}"><path d="{layout.outline(area)}"/></clipPath>'
            yield f'<path {_ink(number)}{dash} clip-path="url(#{clip})" d="{layout.lines(drawn)}"/>'
    yield "</g>"


def front(layers: Layers, side: str, land: Collection[Hex]) -> Collection[Hexside]:
    """The hexsides where a side's Perimeter Area, or else its hexes, end at land or at another side's ground."""
    ground = layers.areas.get(side) or layers.control.get(side, frozenset())
    against = frozenset(land).union(*layers.control.values(), *layers.areas.values())
    return [each for each in rim(ground) if each.beyond in against]


def _isolated(layout: Layout, layers: Layers) -> Iterable[str]:
    """A dotted ring around each Isolated Area, with the letter of its type in its first hex, below that hex's name."""
    yield '<g class="isolated" fill="none" stroke-width="1.6" stroke-dasharray=".1 2.2" stroke-linecap="round">'
    for area in layers.isolated:
        yield f'<path stroke="{WARNING}" d="{layout.outline(area.hexes)}"/>'
    words = ((*layout.centre(min(area.hexes)), area.type) for area in layers.isolated if area.hexes)
    halo = f'stroke="{PAPER}" stroke-width="1.6" stroke-dasharray="none" paint-order="stroke"'
    yield f'<g {halo} fill="{WARNING}" font-weight="700">{_text(words, 5)}</g></g>'


def _changed(layout: Layout, layers: Layers) -> Iterable[str]:
    """A ring around the changed hexes."""
    if layers.changed:
        yield (
            f'<path class="ringed" fill="none" stroke="{WARNING}" stroke-width="2.4" stroke-linejoin="round" '
            f'd="{layout.outline(layers.changed)}"/>'
        )


def _stacks(layout: Layout, layers: Layers) -> Iterable[str]:
    """Squares for the first side, discs for the second, with their marks."""
    yield '<g class="units" fill="#fff">'
    for number, side in enumerate(layers.sides, 1):
        mine = [(layout.centre(each.hex), each.mark) for each in layers.stacks if each.side == side]
        shape = "M{} {}m-5-5h10v10h-10z" if number == 1 else "M{} {}m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z"
        if mine:
            shapes = "".join(shape.format(x, y) for (x, y), _ in mine)
            yield f'<path class="fill-{number}" fill="{INKS[number - 1]}" d="{shapes}"/>'
            yield _text((x, y, mark) for (x, y), mark in mine)
    yield "</g>"


@lru_cache(maxsize=16)
def _names(grid: HexGrid) -> str:
    """The letters of the columns above the map, the numbers of the hexes at its left."""
    layout = Layout(grid)
    first = {place.column: place for place in reversed(grid.hexes)}
    columns = [(layout.centre(place)[0], 12, str(place).rstrip("0123456789")) for place in first.values()]
    rows = [(11, layout.centre(place)[1], str(place.number)) for place in grid.hexes if place.column == 1]
    return f'<g class="names" fill="{LETTERS}">{_text([*columns, *rows])}</g>'


def _text(words: Iterable[tuple[int, int, str]], down: int = 2) -> str:
    """Many short words, each centred at its place, as one element with coordinates for every letter."""
    xs, ys, letters = list[str](), list[str](), list[str]()
    for x, y, word in words:
        for n, letter in enumerate(word):
            xs.append(str(x - LETTER * (len(word) - 1) // 2 + LETTER * n))
            ys.append(str(y + down))
            letters.append(escape(letter))
    if not letters:
        return ""
    return f'<text text-anchor="middle" x="{" ".join(xs)}" y="{" ".join(ys)}">{"".join(letters)}</text>'
