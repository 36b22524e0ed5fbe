"""Changes of terrain that a side reports: what fell, burnt down or was gutted in play stays so (CG7; CG5).

The fires of a refit report them too. The printed sheet never changes: a campaign keeps the differences beside it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypedDict

from rules.contract import Event, Refused
from rules.engine.reducers import PublicKind
from rules.engine.replace import replace
from rules.ground.altered import GUTTED, HOLLOW, NO_PIER, PRINTED, changes_on
from rules.ground.campaign_map import Ground
from rules.ground.hexes import Hex
from rules.ground.painting import HEXES, hexes_text, read
from rules.ground.sheet import MapSheet
from rules.text import gettext

ORDER, TERRAIN = "alter", "terrain"
"""The kind of order that reports changed hexes, and its entry for the change."""


class Altered(TypedDict):
    """The changes that a side reports: for each change a list of hexes."""

    side: str
    hexes: dict[str, str]


ALTERED = PublicKind("ground.altered", Altered)


def alter(side: str, ground: Ground | None, data: Mapping[str, object]) -> Event:
    """The event of a reported change; raises Refused without a map, or if the change does not fit the hexes."""
    change, typed = data.get(TERRAIN), data.get(HEXES)
    if ground is None:
        raise Refused(gettext("This campaign is played without a map."), way_out=gettext("Mark it on your own board."))
    if change not in changes_on(ground.sheet):
        way_out = gettext("Choose one from the list.")
        raise Refused(gettext("Say what these hexes are now."), field=TERRAIN, way_out=way_out)
    places = read(typed if isinstance(typed, str) else "", ground.sheet.grid)
    if change == NO_PIER and (none := [each for each in places if each not in ground.sheet.piers]):
        way_out = gettext("Take hexes in the water that are a part of a landing.")
        raise Refused(gettext("{hex}: no pier is there.", hex=none[0]), field=HEXES, way_out=way_out)
    if change not in (PRINTED, NO_PIER) and (wet := [each for each in places if each in ground.sheet.water]):
        raise Refused(gettext("{hex} is water.", hex=wet[0]), field=HEXES, way_out=gettext("Take land hexes alone."))
    if change in (GUTTED, HOLLOW) and (bare := [each for each in places if not _stands(ground.sheet, each)]):
        raise Refused(
            gettext("{hex}: nothing stands there that could be gutted.", hex=bare[0]),
            field=HEXES,
            way_out=gettext("Take hexes with a building, or say that they burnt down."),
        )
    return altered_event(side, {str(change): places})


def altered_event(side: str, changes: Mapping[str, Collection[Hex]]) -> Event:
    """The event of changed terrain; `changes` has the hexes of each change."""
    return ALTERED(side=side, hexes={change: hexes_text(places) for change, places in changes.items() if places})


def apply_alteration(ground: Ground, data: Altered) -> Ground:
    """The map after such an event; the latest report of a hex counts."""
    now = dict(ground.altered)
    for change, text in data["hexes"].items():
        now |= dict.fromkeys(map(str, read(text, ground.sheet.grid)), change)
    return replace(ground, altered={name: change for name, change in now.items() if change != PRINTED})


def _stands(sheet: MapSheet, place: Hex) -> bool:
    terrain = sheet.terrain(place)
    return terrain.building or terrain.stone or terrain.strategic
