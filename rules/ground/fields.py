"""Entries that name hexes: a map refuses hexes that are not on it, and levels that its buildings do not have."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.contract import Field, Refused
from rules.ground.sheet import MapSheet, off_the_map
from rules.text import gettext

LOCATION = re.compile(r"(?<![\w/-])([A-Za-z]{1,2}[0-9]{1,2})(?:/([0-9]))?(?![\w/-])", re.ASCII)


@dataclass(frozen=True)
class HexField(Field):
    """A text that names hexes, alone or among other words; with a map, a page may let players tap them.

    `along` are the only hexes it may name, in their order along an edge of the map; if empty, it may name any.
    """

    along: tuple[str, ...] = ()


def check_entries(sheet: MapSheet | None, fields: Iterable[Field], entries: Mapping[str, object]) -> None:
    """Raise Refused for the first entry that names a hex or level the map does not have; without a map, do nothing."""
    for field in fields:
        text = entries.get(field.name)
        if isinstance(field, HexField) and isinstance(text, str):
            check_text(sheet, text, field)


def check_text(sheet: MapSheet | None, text: str, field: Field) -> None:
    """Raise Refused if a text names a hex that is not on the map, or a level above the building there."""
    if sheet is None:
        return
    for name, level in LOCATION.findall(text):
        if fault := _fault(sheet, name.upper(), int(level or 0)):
            message, way_out = fault
            raise Refused(message, rule=field.rule, field=field.name, way_out=way_out)


def _fault(sheet: MapSheet, name: str, level: int) -> tuple[str, str] | None:
    """What is wrong with a Location, and the way out; None if it is there."""
    place = sheet.grid.hex(name)
    if place is None:
        return off_the_map(name, sheet.grid)
    highest = sheet.highest(place)
    if highest is None or level <= highest:
        return None
    ground = gettext("Write {hex} without a level: there is no building with any.", hex=name)
    lower = gettext("Write a level up to {highest}, or {hex} for the ground.", highest=highest, hex=name)
    above = gettext("{hex} has no level {level} on the map.", hex=name, level=level)
    return above, lower if highest else ground
