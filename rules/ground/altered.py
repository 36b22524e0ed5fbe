"""Terrain that is no longer as printed (CG7; CG5): what hexes may become, and the sheet with these changes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256

from rules.engine.replace import replace
from rules.ground.hexes import Hex
from rules.ground.sheet import MapSheet, Terrain
from rules.text import gettext_noop

STONE_RUBBLE, WOODEN_RUBBLE, BURNT = "stone_rubble", "wooden_rubble", "burnt"
GUTTED, HOLLOW, PRINTED = "gutted", "gutted_ground", "printed"
NO_PIER = "no_pier"
CHANGES = {
    PRINTED: gettext_noop("as printed"),
    STONE_RUBBLE: gettext_noop("stone rubble"),
    WOODEN_RUBBLE: gettext_noop("wooden rubble"),
    BURNT: gettext_noop("burnt down"),
    GUTTED: gettext_noop("gutted"),
    HOLLOW: gettext_noop("gutted to the ground level"),
    NO_PIER: gettext_noop("pier destroyed"),
}
"""The states a hex may be in now, with their names for players."""
NO_BUILDING = (STONE_RUBBLE, WOODEN_RUBBLE, BURNT)
"""The changes that leave no building."""
_KEYS = {STONE_RUBBLE: "rubble_Stone", WOODEN_RUBBLE: "rubble_Wood", BURNT: "shellholes_Burnt", NO_PIER: "water_Open"}
"""Terrain keys that no owner's sheet can have, as those have no capitals. The first word says how they are drawn."""


def changes_on(sheet: MapSheet) -> dict[str, str]:
    """The changes that players may report on a map; stone rubble needs stone on it, a destroyed pier a pier."""
    stone = any(terrain.stone for terrain in sheet.terrains.values())
    never = ({STONE_RUBBLE} if not stone else set()) | ({NO_PIER} if not sheet.piers else set())
    return {key: name for key, name in CHANGES.items() if key not in never}


def wooden_rubble(terrain: Terrain) -> bool:
    """Whether a terrain is wooden rubble, fallen or printed: its key has the word `rubble`, and it is no Stone Hex."""
    return "rubble" in terrain.key.split("_") and not terrain.stone


def whole_buildings(sheet: MapSheet, places: Iterable[str]) -> frozenset[Hex]:
    """All hexes of the buildings that these Locations are in; where there is no building, the hex alone."""
    hexes = (place for name in places if (place := sheet.grid.hex(name)))
    return frozenset().union(*(sheet.buildings.get(sheet.at(each).building, {each}) for each in hexes))


def as_it_is(sheet: MapSheet, changes: Mapping[str, str]) -> MapSheet:
    """A printed sheet with the changes made so far, by the names of their hexes.

    Rubble has only a ground level, and is a Strategic Location if buildings of this map are; a burnt-down hex is open
    ground. A hex that is a Strategic Location because of an edge or the shore stays one.
    """
    terrains, facts = dict(sheet.terrains), dict(sheet.facts)
    strategic = any(each.strategic for each in sheet.terrains.values() if each.building)
    for name, change in changes.items():
        if (place := sheet.grid.hex(name)) is None:
            continue
        was = sheet.terrain(place)
        if change not in _KEYS:
            terrain = replace(was, key=f"{was.key}_{change.title()}", name=CHANGES[GUTTED])
        elif change == NO_PIER:
            terrain = Terrain(_KEYS[change], CHANGES[change], water=True)
        else:
            rubble = change != BURNT
            terrain = Terrain(
                _KEYS[change], CHANGES[change], stone=change == STONE_RUBBLE, strategic=rubble and strategic
            )
        terrains[terrain.key] = terrain
        cell = sheet.at(place)
        facts[place] = (
            replace(cell, terrain=terrain.key)
            if change == GUTTED
            else replace(cell, terrain=terrain.key, levels=0, building="" if change in NO_BUILDING else cell.building)
        )
    digest = sha256(json.dumps([sheet.digest, sorted(changes.items())]).encode()).hexdigest()
    return replace(sheet, terrains=terrains, facts=facts, digest=digest)
