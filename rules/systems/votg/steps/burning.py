"""What the map of a campaign says of the buildings that burnt (12.6104): their hexes, and whether they are of stone."""

from __future__ import annotations

from collections.abc import Iterable

from rules.ground.campaign_map import Ground
from rules.ground.hexes import Hex


def building(ground: Ground | None, place: str) -> frozenset[Hex]:
    """The hexes of the building a Location is in, as it is printed; none where that is not known."""
    here = ground.sheet.grid.hex(place) if ground else None
    if ground is None or here is None or not ground.sheet.terrain(here).building:
        return frozenset()
    return ground.sheet.buildings.get(ground.sheet.at(here).building, frozenset())


def of_another_kind(ground: Ground | None, places: Iterable[str], *, stone: bool) -> list[str]:
    """Those of these Locations where by the map no building of stone, or of wood, is."""
    if ground is None:
        return []
    sheet, result = ground.sheet, []
    for place in places:
        here = sheet.grid.hex(place)
        if here and (not sheet.terrain(here).building or sheet.terrain(here).stone != stone):
            result.append(place)
    return result


def still_built(ground: Ground | None, places: Iterable[str]) -> list[str]:
    """Those of these Locations where by the map a building or stone rubble is."""
    if ground is None:
        return []
    hexes = ((place, ground.sheet.grid.hex(place)) for place in places)
    return [
        place
        for place, here in hexes
        if here and (ground.sheet.terrain(here).building or ground.sheet.terrain(here).stone)
    ]
