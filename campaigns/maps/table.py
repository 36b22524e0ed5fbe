"""The map in words: what is in each hex, for the table beside the drawing and for its script, which reads it out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from django.utils.translation import get_language, gettext

from campaigns.maps.drawing import Layers
from campaigns.maps.outlines import Layout
from rules.ground.hexes import Hex
from rules.ground.sheet import HexFacts, MapSheet

CODES = "".join(map(chr, (*range(48, 58), *range(65, 91), *range(97, 123), *range(0x100, 0x2000))))
"""Letters that stand for the different descriptions of hexes, those of one byte first."""


@dataclass(frozen=True)
class TableRow:
    """Hexes of a column that lie one below the other and have the same description."""

    hexes: str
    terrain: str
    side: str
    holder: str
    there: str


def rows(sheet: MapSheet, layers: Layers, names: Mapping[str, str]) -> Iterator[TableRow]:
    """The whole map; `names` are those of the sides by their keys."""
    held, areas, stacks = holders(layers), _areas(layers, names), _stacks(layers, names)
    contents = {place: "; ".join(filter(None, [areas.get(place), stacks.get(place)])) for place in {*areas, *stacks}}

    def described(place: Hex) -> tuple[int, str, str, str, str]:
        side = held.get(place, "")
        return place.column, terrain(sheet, place), side, holder(layers, names, place, side), contents.get(place, "")

    for (_, ground, side, holder_name, what), run in groupby(sheet.grid.hexes, described):
        hexes = list(run)
        name = str(hexes[0]) if len(hexes) == 1 else f"{hexes[0]}–{hexes[-1]}"
        yield TableRow(name, ground, side, holder_name, what)


def spoken(sheet: MapSheet, layers: Layers, names: Mapping[str, str]) -> dict[str, object]:
    """The descriptions for the drawing's script: for each kind of them the different texts, and a letter for each hex.

    Counters come last, because a page may place others. The hexes are in the grid's order, column by column; this is
    far shorter than descriptions by the names of hexes.
    """
    held, areas, stacks = holders(layers), _areas(layers, names), _stacks(layers, names)
    columns = [
        [terrain(sheet, place) for place in sheet.grid],
        [holder(layers, names, place, held.get(place, "")) for place in sheet.grid],
        [areas.get(place, "") for place in sheet.grid],
    ]
    if stacks:
        columns.append([stacks.get(place, "") for place in sheet.grid])
    grid = sheet.grid
    return {
        "columns": grid.columns,
        "odd": grid.odd,
        "even": grid.even,
        "lower": grid.lower,
        "top": Layout(grid).top,
        "said": [_coded(each) for each in columns],
    }


def holders(layers: Layers) -> dict[Hex, str]:
    """Which side Controls each hex that one does."""
    return {place: side for side, hexes in layers.control.items() for place in hexes}


def holder(layers: Layers, names: Mapping[str, str], place: Hex, side: str) -> str:
    """The holder of a hex, in words."""
    if place in layers.disputed:
        return gettext("%(side)s, disputed") % {"side": names.get(side, gettext("nobody"))}
    return names.get(side, "")


def terrain(sheet: MapSheet, place: Hex) -> str:
    """The terrain of a hex and what else the sheet has there, in words."""
    return _worded(sheet, sheet.at(place), get_language())


@lru_cache(maxsize=4096)
def _worded(sheet: MapSheet, facts: HexFacts, language: str | None) -> str:
    parts = [gettext(sheet.terrains[facts.terrain].name)]
    if facts.levels:
        parts.append(gettext("level %(number)s") % {"number": facts.levels})
    if facts.landing:
        parts.append(gettext("landing %(name)s") % {"name": facts.landing})
    if facts.lvp:
        parts.append(gettext("%(number)s LVP") % {"number": facts.lvp})
    if facts.label:
        parts.append(facts.label)
    return ", ".join(parts)


def _areas(layers: Layers, names: Mapping[str, str]) -> dict[Hex, str]:
    """The areas that a hex is in, in words."""
    labels_at = dict[Hex, list[str]]()
    for side, hexes in layers.areas.items():
        for place in hexes:
            labels_at.setdefault(place, []).append(gettext("%(side)s Perimeter Area") % {"side": names[side]})
    for area in layers.isolated:
        isolated = gettext("%(side)s Isolated Area, type %(type)s") if area.type else gettext("%(side)s Isolated Area")
        for place in area.hexes:
            labels_at.setdefault(place, []).append(isolated % {"side": names[area.side], "type": area.type})
    return {place: "; ".join(labels) for place, labels in labels_at.items()}


def _stacks(layers: Layers, names: Mapping[str, str]) -> dict[Hex, str]:
    """The counters that are in a hex, in words."""
    return {stack.hex: stack.words or f"{names[stack.side]} {stack.mark}" for stack in layers.stacks}


def _coded(words: list[str]) -> tuple[list[str], str]:
    """The distinct `words`, and for each of `words` its letter."""
    distinct = list(dict.fromkeys(words))
    letters = {word: CODES[n] for n, word in enumerate(distinct)}
    return distinct, "".join(letters[word] for word in words)
