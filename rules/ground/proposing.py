"""A first map, or another one, for a running campaign: a side proposes it as a correction, the other side agrees.

The proposal holds the copy, so that both agree to the same map; it is dropped from the proposal with the verdict.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.contract import PUBLIC, Event, Refused
from rules.engine import corrections
from rules.engine.charts import ChartSchema
from rules.engine.corrections import Correction
from rules.engine.reducers import Data
from rules.engine.replace import replace
from rules.ground.altering import ALTERED, apply_alteration
from rules.ground.campaign_map import Ground, ground_of
from rules.ground.map_schema import MAP
from rules.ground.painting import PAINTED, apply_painting, settle_control, settled_as_painted
from rules.text import gettext

COPY = "copy"
SETTLING = {"scenario.ended": settle_control, "paper.agreed": settled_as_painted}
"""What becomes of the map with the public events by which both sides agree."""


def propose(
    known: tuple[Correction, ...], ground: Ground | None, maps: ChartSchema, side: str, data: Mapping[str, object]
) -> list[Event]:
    """The event by which `side` proposes the map in `data`; raises Refused if it is missing or not another one."""
    chosen = {name: value for name, value in data.items() if name not in (MAP, "about")}
    wanted = ground_of(maps, data.get(MAP))
    if wanted is None:
        none = gettext("No map was chosen.")
        raise Refused(none, field=MAP, way_out=gettext("Choose one on the page of the map."))
    if ground is not None and wanted.sheet == ground.printed:
        same = gettext("The campaign is played on this map already.")
        raise Refused(same, field=MAP, way_out=gettext("Choose another one, or a newer version."))
    if any(MAP in one.values and not one.verdict for one in known):
        waits = gettext("A map is proposed already.")
        raise Refused(waits, field=MAP, way_out=gettext("Answer that proposal first, or withdraw it."))
    (event,) = corrections.propose(known, corrections.form("", ()), PUBLIC, side, chosen)
    sheet = wanted.sheet
    payload = {"title": sheet.name, "version": sheet.version, "practice": sheet.invented, "hexes": len(sheet.grid)}
    return [replace(event, data={**event.data, "values": {MAP: {**payload, COPY: wanted.copy}}})]


def describe_map(values: Data) -> str:
    """A proposed map as text, with its title, version and number of hexes."""
    proposed = values[MAP]
    if proposed["practice"]:
        return gettext("map: practice map, {hexes} hexes", hexes=proposed["hexes"])
    return gettext(
        "map: {title}, version {version}, {hexes} hexes",
        title=proposed["title"],
        version=proposed["version"],
        hexes=proposed["hexes"],
    )


def waiting(corrections: tuple[Correction, ...]) -> Ground | None:
    """The proposed map that waits for an answer, with its initial Control; None if there is none."""
    maps = (one.values[MAP] for one in corrections if not one.verdict and MAP in one.values)
    return next((_first(proposed) for proposed in maps), None)


def _first(proposed: object) -> Ground:
    assert isinstance(proposed, Mapping)
    new = Ground(str(proposed[COPY]))
    return replace(new, control=dict(new.sheet.holders))


def apply_map(ground: Ground | None, corrections_made: tuple[Correction, ...], number: int) -> Ground:
    """The campaign's map after agreement to proposal `number`; Control and changes of its hexes are kept."""
    (new,) = (_first(one.values[MAP]) for one in corrections_made if one.number == number)
    if ground is None:
        return new
    grid = new.sheet.grid
    control = {name: side for name, side in ground.control.items() if grid.hex(name)}
    words = {name: dict(holders) for name, holders in ground.words.items() if grid.hex(name)}
    altered = {name: change for name, change in ground.altered.items() if grid.hex(name)}
    return replace(new, control=control, words=words, altered=altered)


def followed(ground: Ground | None, proposals: dict[int, Any], event: Event) -> Ground | None:
    """The map after a public event of the journal; `proposals` collects the values of proposed maps by number."""
    data: Data = event.data
    if event.kind == "correction.proposed" and MAP in data.get("values", {}):
        proposals[data["number"]] = data["values"]
    elif event.kind == "correction.settled" and MAP in data.get("effect", {}):
        agreed_to = Correction(data["number"], data["by"], PUBLIC, "", proposals[data["number"]])
        return apply_map(ground, (agreed_to,), data["number"])
    elif event.kind in SETTLING and ground is not None:
        return SETTLING[event.kind](ground)
    elif event.kind == PAINTED.kind and ground is not None:
        return apply_painting(ground, event.data)  # type: ignore[arg-type]
    elif event.kind == ALTERED.kind and ground is not None:
        return apply_alteration(ground, event.data)  # type: ignore[arg-type]
    return ground


def without_copies(corrections: tuple[Correction, ...]) -> tuple[Correction, ...]:
    """The corrections, without the copy of a map in those that have a verdict."""
    return tuple(
        replace(one, values=_bare(one.values)) if one.verdict and MAP in one.values else one for one in corrections
    )


def _bare(values: Mapping[str, Any]) -> dict[str, object]:
    return {**values, MAP: {name: value for name, value in values[MAP].items() if name != COPY}}
