"""A map of areas as a page shows it: as a drawing, a sentence, and a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from campaigns.maps import area_drawing
from rules.areas.area_map import AreaMap, HasAreaMap, MapArea, TakesAreas
from rules.contract import AnyState, Game, Task


@dataclass(frozen=True)
class AreaRow:
    """An area in words: who holds it, who stands there, whose points lie there, and what else there is."""

    name: str
    holder: str
    units: str
    points: str
    words: str

    @property
    def sentence(self) -> str:
        """All of it in a sentence."""
        return "; ".join(filter(None, (f"{self.name}: {self.holder}", self.units, self.points, self.words)))


@dataclass(frozen=True)
class AreaFigure:
    """The areas as all may know them; `names` are those of the sides, `form` is the task that takes tapped areas."""

    map: AreaMap
    names: Mapping[str, str]
    form: TakesAreas | None = None

    @property
    def svg(self) -> SafeString:
        """The drawing; every word in it is escaped where it is drawn."""
        titles = {row.name: row.sentence for row in self.rows}
        return mark_safe(area_drawing.svg(self.map, self.names, titles, self.map.title, self.sentence))

    @property
    def sentence(self) -> str:
        """A summary of the drawing: the areas and units of each side."""
        counted = []
        for side, name in self.names.items():
            areas = sum(area.holder == side for area in self.map.areas)
            units = sum(stack.number for area in self.map.areas for stack in area.stacks if stack.side == side)
            parts = (
                ngettext("%(areas)s area", "%(areas)s areas", areas) % {"areas": areas},
                ngettext("%(units)s unit", "%(units)s units", units) % {"units": units},
            )
            counted.append(f"{name}: {', '.join(parts)}")
        return f"{'; '.join(counted)}. {gettext('The same is in the table below the map.')}"

    @property
    def start(self) -> str:
        """The area that a phone shows first: where an arrow ends, else the active one, else one at the front."""
        if self.map.arrows:
            return self.map.arrows[0][1]
        holders = {area.name: area.holder for area in self.map.areas}
        front = (each.one for each in self.map.borders if holders[each.one] != holders[each.other])
        return self.map.active or next(front, "")

    @cached_property
    def rows(self) -> tuple[AreaRow, ...]:
        """The rows of the table, in the order of names."""
        return tuple(self._row(area) for area in sorted(self.map.areas, key=lambda area: area.name))

    @property
    def legend(self) -> Iterator[tuple[str, str]]:
        """The looks that are on the map, each with its explanation by the game."""
        looks: set[str] = {border.look for border in self.map.borders} | {
            sign for area in self.map.areas for sign in area.signs
        }
        looks |= {"divides"} if any(border.divides for border in self.map.borders) else set()
        looks |= {"active", "reach"} if self.map.active else set()
        looks |= {"points"} if any(area.points for area in self.map.areas) else set()
        looks |= {"isolated"} if any(stack.isolated for area in self.map.areas for stack in area.stacks) else set()
        return ((key, words) for key, words in self.map.legend.items() if key in looks)

    @property
    def marks(self) -> list[tuple[str, str]]:
        """The marks of stacks that are on the map, each with its explanation."""
        marks = "".join(stack.marks for area in self.map.areas for stack in area.stacks)
        return [(mark, words) for mark, words in self.map.marks.items() if mark in marks]

    @property
    def worth(self) -> str:
        """What the numbers below the names of areas mean; "" if there are none."""
        return self.map.legend.get("worth", "") if any(area.worth for area in self.map.areas) else ""

    def _row(self, area: MapArea) -> AreaRow:
        units = (f"{self.names[stack.side]}: {stack.words}" for stack in area.stacks)
        side, number = area.points or ("", 0)
        points = self.map.legend.get("points", "")
        return AreaRow(
            name=area.name,
            holder=self.names.get(area.holder, gettext("nobody")),
            units="; ".join(units),
            points=f"{self.names[side]}: {points} {number}" if side else "",
            words=", ".join(area.words),
        )


def area_figure_of(system: Game, state: AnyState, task: Task | None = None) -> AreaFigure | None:
    """The areas of a campaign as they are now, for a page with this task; None in a game without them."""
    if not isinstance(system, HasAreaMap):
        return None
    return AreaFigure(system.area_map(state), system.sides, task if isinstance(task, TakesAreas) else None)
