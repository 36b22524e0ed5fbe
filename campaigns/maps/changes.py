"""The differences between two versions of a map: marked on the drawing, and in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from campaigns.maps import drawing, table
from campaigns.maps.drawing import Layers
from rules.ground.hexes import Hex
from rules.ground.sheet import MapSheet

MOST_ROWS = 300
"""The most rows of changes on a page."""


@dataclass(frozen=True)
class ChangedHexes:
    """Hexes of one column that all had one description before, and have one now."""

    hexes: str
    before: str
    after: str


@dataclass(frozen=True)
class MapChanges:
    """The map of version `before` beside that of `after`; `names` are those of the sides by their keys."""

    before: MapSheet
    after: MapSheet
    names: Mapping[str, str]

    @cached_property
    def hexes(self) -> list[Hex]:
        """The hexes whose descriptions differ, and those that are on one of the two alone."""
        places = {*self.before.grid, *self.after.grid}
        return sorted(each for each in places if self._describe(self.before, each) != self._describe(self.after, each))

    @property
    def svg(self) -> SafeString:
        """The newer map with a ring around what changed; every word in it is escaped where it is drawn."""
        changed = frozenset(self.hexes) & frozenset(self.after.grid)
        return mark_safe(drawing.svg(self.after, Layers(tuple(self.names), changed=changed)))

    @cached_property
    def _all_rows(self) -> list[ChangedHexes]:
        return list(self._rows())

    @property
    def rows(self) -> list[ChangedHexes]:
        """The changes in words, at most MOST_ROWS."""
        return self._all_rows[:MOST_ROWS]

    @property
    def left(self) -> int:
        """How many more rows there are."""
        return len(self._all_rows) - len(self.rows)

    def _rows(self) -> Iterator[ChangedHexes]:
        def described(place: Hex) -> tuple[int, str, str]:
            return place.column, self._describe(self.before, place), self._describe(self.after, place)

        for (_, before, after), run in groupby(self.hexes, described):
            hexes = list(run)
            yield ChangedHexes(", ".join(map(str, hexes)), before, after)

    def _describe(self, sheet: MapSheet, place: Hex) -> str:
        """Everything that a sheet has for a hex, in words."""
        if place not in sheet.grid:
            return gettext("not on the map")
        facts, kind = sheet.at(place), sheet.terrain(place)
        counts = {gettext("stone"): kind.stone, gettext("strategic"): kind.strategic, gettext("water"): kind.water}
        more = {
            gettext("building %(name)s"): facts.building,
            gettext("entry %(name)s"): ", ".join(facts.entry),
            gettext("held by %(name)s"): self.names.get(facts.holder, ""),
        }
        return ", ".join(
            [
                table.terrain(sheet, place),
                *(what for what, is_so in counts.items() if is_so),
                *(text % {"name": value} for text, value in more.items() if value),
            ]
        )
