"""The public ground of a campaign as pages draw and describe it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from django.utils.functional import cached_property
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from campaigns.maps import drawing, table
from campaigns.maps.drawing import SCALE, DrawnStack, Layers
from campaigns.maps.outlines import Layout
from rules.contract import AnyState, Game
from rules.ground.campaign_map import FrontLines, Ground, HasMap
from rules.ground.hexes import Hex
from rules.ground.painting import hexes_text
from rules.ground.positions import Placement, by_hex, mark
from rules.ground.sheet import MapSheet

NO_LINES = FrontLines()


@dataclass(frozen=True)
class MapFigure:
    """The map as a page draws it; `names` are those of the sides by their keys, `lines` the Perimeters all know.

    `stacks` are what a side has where, on a page or a sheet that it alone may have.
    """

    ground: Ground
    names: Mapping[str, str]
    lines: FrontLines = NO_LINES
    stacks: tuple[DrawnStack, ...] = ()

    @property
    def sheet(self) -> MapSheet:
        return self.ground.sheet

    @property
    def name(self) -> str:
        """The name of the map; that of a game's own practice map is translated."""
        return gettext(self.sheet.name) if self.sheet.invented and not self.sheet.version else self.sheet.name

    @cached_property
    def layers(self) -> Layers:
        return replace(layers(self.ground, tuple(self.names), self.lines), stacks=self.stacks)

    @property
    def svg(self) -> SafeString:
        """The drawing for a page; every word in it is escaped where it is drawn."""
        return mark_safe(drawing.svg(self.sheet, self.layers))

    @property
    def lines_alone(self) -> SafeString:
        """The lines without the map under them, to replace those on a page."""
        return mark_safe(drawing.lines(self.sheet, self.layers))

    @property
    def small(self) -> SafeString:
        """The small drawing of the front, for a page that is about something else."""
        return mark_safe(drawing.svg(self.sheet, self.layers, small=True))

    @property
    def file(self) -> str:
        """The map as a file of its own."""
        return drawing.svg(self.sheet, self.layers, self.name, alone=True)

    def placed(self, side: str, positions: Iterable[Placement]) -> MapFigure:
        """The map with what a side has where, for that side alone."""
        other = next((key for key in self.names if key != side), side)
        return replace(self, stacks=tuple(_stacks(self.sheet, side, other, positions)))

    def marked(self, side: str, marks: Mapping[str, str]) -> str:
        """The file with these marks of a side by hex, for a sheet that it alone may have."""
        grid = self.sheet.grid
        stacks = (DrawnStack(place, side, label) for name, label in marks.items() if (place := grid.hex(name)))
        return replace(self, stacks=tuple(stacks)).file

    @property
    def highest(self) -> range:
        """The levels above ground level that the map has."""
        return range(1, 1 + max((each.levels or 0 for each in self.sheet.facts.values()), default=0))

    @property
    def legend(self) -> str:
        """How the sides are told apart, in words."""
        first, second, *_ = (*self.names.values(), "", "")
        text = gettext(
            "%(first)s: level hatch, solid front. %(second)s: slanting hatch, dashed front. Plain: nobody’s. "
            "Crossed: disputed."
        ) % {"first": first, "second": second}
        return " ".join((text, gettext("Dotted: Isolated Area."))) if self.lines.isolated else text

    @property
    def terrains(self) -> list[tuple[str, str, str]]:
        """The looks of hexes: class, sign, and the names of the terrains that look so."""
        terrains = drawing.terrains(self.sheet)
        signs = drawing.signs(terrains)
        return [
            (look, signs.get(look, ""), ", ".join(gettext(terrain.name) for terrain in alike))
            for look, alike in terrains.items()
        ]

    @property
    def worth(self) -> bool:
        """Whether there are Location Victory Points on the map."""
        return any(facts.lvp for facts in self.sheet.facts.values())

    @property
    def perimeters(self) -> list[tuple[str, str]]:
        """The Perimeter Areas in words: of which side, and their hexes."""
        return [(self.names[side], hexes_text(hexes)) for side, hexes in self.lines.areas.items() if hexes]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the file in pixels."""
        layout = Layout(self.sheet.grid)
        return SCALE * layout.width, SCALE * layout.height

    @property
    def facts(self) -> dict[str, object]:
        """The descriptions of the hexes for the page's script."""
        return table.spoken(self.sheet, self.layers, self.names)

    @property
    def rows(self) -> Iterable[table.TableRow]:
        """The rows of the table."""
        return table.rows(self.sheet, self.layers, self.names)

    @property
    def first(self) -> Hex:
        return self.sheet.grid.hexes[0]

    @property
    def last(self) -> Hex:
        return self.sheet.grid.hexes[-1]

    @property
    def start(self) -> Hex:
        """The hex that a phone shows first: in the middle of the front, or of the map."""
        held = [sorted(hexes) for hexes in self.layers.control.values() if hexes]
        middle = sorted(self.sheet.grid.hexes)[len(self.sheet.grid) // 2]
        if len(held) < 2:
            return middle
        front = [side.hex for side in drawing.front(self.layers, self.layers.sides[0], self.sheet.land)]
        return sorted(front, key=lambda place: place.down)[len(front) // 2] if front else middle

    def describe(self, place: Hex) -> str:
        """What there is in a hex, in a sentence."""
        holders = table.holders(self.layers)
        parts = (
            str(place),
            table.terrain(self.sheet, place),
            table.holder(self.layers, self.names, place, holders.get(place, "")),
        )
        return ", ".join(filter(None, parts))

    def at(self, sent: Mapping[str, str]) -> Hex | None:
        """The hex that the picture was pressed at (`at.x`, `at.y` in its pixels), or that was written (`hex`)."""
        if name := sent.get("hex", "").strip():
            return self.sheet.grid.hex(name[:10])
        try:
            x, y = (float(sent.get(f"at.{axis}", "")) for axis in "xy")
        except ValueError:
            return None
        inside = 0 <= x <= self.size[0] and 0 <= y <= self.size[1]
        return Layout(self.sheet.grid).hex_at(x / SCALE, y / SCALE) if inside else None


def figure_of(system: Game, state: AnyState) -> MapFigure | None:
    """The map of a campaign as it is now; None without one."""
    if not isinstance(system, HasMap):
        return None
    ground = system.ground(state)
    return MapFigure(ground, system.sides, system.front_lines(state)) if ground else None


def _stacks(sheet: MapSheet, side: str, other: str, positions: Iterable[Placement]) -> Iterator[DrawnStack]:
    """One stack for each hex, with what is there in words; one of enemy units alone looks like the other side's."""
    for name, units in by_hex(positions).items():
        if place := sheet.grid.hex(name):
            holder = other if all(each.enemy for each in units) else side
            yield DrawnStack(place, holder, mark(units), "; ".join(each.words for each in units))


def placed_figure(
    system: Game, state: AnyState, side: str, positions: Iterable[Placement] | None = None
) -> MapFigure | None:
    """The map with what a side has where, for its own pages: by these positions, or else by its record.

    None without a map, or for a game that has none.
    """
    figure = figure_of(system, state)
    if figure is None or not isinstance(system, HasMap):
        return None
    return figure.placed(side, system.positions(state, side) if positions is None else positions)


def layers(ground: Ground, sides: tuple[str, ...], lines: FrontLines = NO_LINES) -> Layers:
    """What lies over the terrain for everybody."""
    grid, held = ground.sheet.grid, dict[str, set[Hex]]()
    for name, side in ground.control.items():
        if place := grid.hex(name):
            held.setdefault(side, set()).add(place)
    return Layers(
        sides=sides,
        control={side: frozenset(hexes) for side, hexes in held.items()},
        areas=lines.areas,
        disputed=frozenset(place for name in ground.disputed if (place := grid.hex(name))),
        isolated=lines.isolated,
    )
