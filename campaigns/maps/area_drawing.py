"""A map of areas as SVG to be embedded in a page; static/css/areas.css gives it its colours.

Nothing is told by colour alone: what the first side holds has level hatch, what the second one does slanting hatch; the
first one's units are squares and its points stand on their base, the other one's are discs and stand on their tip.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from math import dist

from rules.areas.area_map import AreaMap, MapArea
from rules.areas.cells import Cells, Edge, cells_of

SPREAD = 124
"""The average width and height of an area, in units of the drawing, which are pixels at first."""
HATCHES = '<path class="ink-1" d="M0 2h8"/>', '<path class="ink-2" d="M-1 1l2-2M0 8l8-8M7 9l2-2"/>'
SIGNS = {"mountain": "M22 46l8-13 8 13m-5-8l6-10 10 18", "depot": "M-42 38l6-7 6 7-6 7z"}
ASIDE = 44
"""How far arrows stay away from the middle of an area, where its stacks are."""
APART = 46
"""The distance between the middles of two sides' stacks, so that the marks below both can be read."""
POINTED, TIPPED = "M-18 54l18-25 18 25z", "M-18 29l18 25 18-25z"
SQUARE, DISC = "M{} -12h28v24h-28z", "M{} 0a14 14 0 1 0 28 0a14 14 0 1 0-28 0z"


def cells(drawn: AreaMap) -> Cells:
    """The cells of the areas in the drawing."""
    return cells_of(tuple((area.name, area.at) for area in drawn.areas), SPREAD)


def svg(drawn: AreaMap, sides: Iterable[str], titles: Mapping[str, str], title: str, words: str) -> str:
    """The map as SVG with its `title` and a summary in `words`; `titles` describe each area, by its name."""
    places, numbers = cells(drawn), {side: n for n, side in enumerate(sides, 1)}
    hatches = (
        f'<pattern id="area-hatch-{n}" width="8" height="8" patternUnits="userSpaceOnUse">{hatch}</pattern>'
        for n, hatch in enumerate(HATCHES, 1)
    )
    # The borders of neighbours, a dotted way between neighbours whose cells do not touch, and a wall between cells that
    # touch without being neighbours. Wide lines are drawn first: narrow ones meet them, and dividing lines run on them.
    borders = {frozenset((border.one, border.other)): border for border in drawn.borders}
    lines = list[tuple[int, str]]()
    order = ("wall", "lake", "wide", "river", "strait", "stream", "open")
    for name, edges in places.edges.items():
        beyond = (edge.beyond for edge in edges if name < edge.beyond and frozenset((name, edge.beyond)) not in borders)
        walls = (places.touching(name, other) for other in beyond)
        lines += ((0, _line("wall", edge)) for edge in walls if edge)
    for border in drawn.borders:
        edge = places.touching(border.one, border.other)
        if edge is None:
            ends = Edge(places.points[border.one], places.points[border.other], "")
            lines.append((len(order), _line(f"apart {border.look}", ends)))
            continue
        if border.look != "open":
            lines.append((order.index(border.look), _line(border.look, edge)))
        if border.divides:
            lines.append((len(order), _line("divides", edge)))
    parts = (
        f'<svg class="map area-map" viewBox="0 0 {places.width} {places.height}" width="{places.width}" '
        f'height="{places.height}" role="img" aria-labelledby="area-title area-words">'
        f'<title id="area-title">{escape(title)}</title><desc id="area-words">{escape(words)}</desc>',
        f"<defs>{''.join(hatches)}{ARROW}</defs>",
        *(_ground(area, places, numbers) for area in drawn.areas),
        *(line for _, line in sorted(lines)),
        *_reach(drawn, places),
        *_arrows(drawn, places),  # below what stands in areas, whose numbers cover them
        *(_area(area, drawn, places, numbers) for area in drawn.areas),
        *(
            f'<path class="tap" data-area="{escape(area.name)}" d="{_outline(places, area.name)}">'
            f"<title>{escape(titles[area.name])}</title></path>"
            for area in drawn.areas
        ),
        "</svg>",
    )
    return "".join(parts)


ARROW = (
    '<marker id="area-arrow" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="5" markerHeight="5" orient="auto">'
    '<path class="head" d="M0 0l8 4-8 4z"/></marker>'
)


def _outline(places: Cells, name: str) -> str:
    corners = "L".join(f"{edge.start[0]:.0f} {edge.start[1]:.0f}" for edge in places.edges[name])
    return f"M{corners}z"


def _ground(area: MapArea, places: Cells, numbers: Mapping[str, int]) -> str:
    """The paper of an area, and the hatch of its holder."""
    outline, number = _outline(places, area.name), numbers.get(area.holder, 0)
    hatch = f'<path fill="url(#area-hatch-{number})" d="{outline}"/>' if 0 < number <= len(HATCHES) else ""
    return f'<path class="cell held-{number}" d="{outline}"/>{hatch}'


def _line(look: str, edge: Edge) -> str:
    (x, y), (to_x, to_y) = edge.start, edge.end
    return f'<path class="border {look}" d="M{x:.0f} {y:.0f}L{to_x:.0f} {to_y:.0f}"/>'


def _reach(drawn: AreaMap, places: Cells) -> Iterable[str]:
    """A line around the areas within reach."""
    edges = (edge for name in sorted(drawn.reach) for edge in places.edges[name] if edge.beyond not in drawn.reach)
    ways = "".join(f"M{e.start[0]:.0f} {e.start[1]:.0f}L{e.end[0]:.0f} {e.end[1]:.0f}" for e in edges)
    if ways:
        yield f'<path class="reach" d="{ways}"/>'


def _arrows(drawn: AreaMap, places: Cells) -> Iterable[str]:
    """Arrows, ASIDE away from the middles of both areas, or a third of their distance if that is less."""
    for start, end in drawn.arrows:
        (x, y), (to_x, to_y) = places.points[start], places.points[end]
        part = min(ASIDE / (dist((x, y), (to_x, to_y)) or 1), 1 / 3)
        across, down = (to_x - x) * part, (to_y - y) * part
        yield (
            f'<path class="arrow" marker-end="url(#area-arrow)" '
            f'd="M{x + across:.0f} {y + down:.0f}L{to_x - across:.0f} {to_y - down:.0f}"/>'
        )


def _area(area: MapArea, drawn: AreaMap, places: Cells, numbers: Mapping[str, int]) -> str:
    """The content of an area: its name, worth and signs, stacks with their marks, points."""
    x, y = places.points[area.name]
    city = ' class="city"' if "city" in area.signs else ""
    parts = [f'<g transform="translate({x} {y})">', f'<text{city} y="-34">{escape(area.name)}</text>']
    if area.name == drawn.active:
        parts.append('<circle class="active" r="52"/>')
    if area.worth:
        parts.append(f'<text class="worth" y="-20">{escape(area.worth)}</text>')
    parts += (f'<path class="sign" d="{path}"/>' for sign, path in SIGNS.items() if sign in area.signs)
    for n, stack in enumerate(area.stacks):
        left = -14 + APART * n - APART // 2 * (len(area.stacks) - 1)
        number = numbers.get(stack.side, 0)
        shape = (SQUARE if number == 1 else DISC).format(left)
        parts.append(f'<path class="fill-{number}" d="{shape}"/>')
        if stack.isolated:
            parts.append(f'<path class="isolated-stack" d="M{left - 4} -16h36v32h-36z"/>')
        parts.append(f'<text class="count" x="{left + 14}" y="5">{stack.number}</text>')
        parts.append(f'<text class="marks" x="{left + 14}" y="26">{escape(stack.marks)}</text>')
    if area.points:
        side, number_of = area.points
        number = numbers.get(side, 0)
        shape, base = (POINTED, 52) if number == 1 else (TIPPED, 40)
        parts.append(
            f'<path class="fill-{number}" d="{shape}"/><text class="count small" y="{base}">{number_of}</text>'
        )
    return "".join((*parts, "</g>"))
