"""Control counters of a saved game: the hexes to paint, where the campaign's map says something else."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rules.asl.vasl.names import VaslFile
from rules.asl.vasl.rows import VaslReport
from rules.asl.vasl.text import unknown_boards
from rules.features.saved_games import SavedControl
from rules.ground.campaign_map import Ground
from rules.ground.hexes import Hex
from rules.ground.painting import hexes_text
from rules.text import gettext

_COUNTER = re.compile(r"(\w+) control", re.IGNORECASE)


def control_in(
    report: VaslReport, file: VaslFile, ground: Ground | None, sides: Mapping[str, str]
) -> tuple[SavedControl, ...]:
    """The hexes whose Control counters differ from the map, by side; `sides` has the sides' names.

    Empty without a map, and if the hexes may be those of another board. Hexes with counters of two sides and counters
    on a hexside are left out.
    """
    ground_map = map_of(report, file, ground)
    if ground_map is None:
        return ()
    holders, holders_at = {**file.nations, **file.control}, dict[Hex, set[str]]()
    for row in report.ground:
        match, place = _COUNTER.fullmatch(row.name), ground_map.sheet.grid.hex(row.hex) if row.hex else None
        holder = holders.get(match[1].lower()) if match and row.kind == "control" else None
        if holder and place and not row.beside:
            holders_at.setdefault(place, set()).add(holder)
    changed: dict[str, list[Hex]] = {}
    for place, who in holders_at.items():
        if len(who) == 1 and who != {ground_map.control.get(str(place))}:
            changed.setdefault(min(who), []).append(place)
    return tuple(
        SavedControl(side, gettext(name), hexes_text(changed[side]), len(changed[side]))
        for side, name in sides.items()
        if side in changed
    )


def map_of(report: VaslReport, file: VaslFile, ground: Ground | None) -> Ground | None:
    """The campaign's map if the hexes of a saved game are its own: all is on the one board of the game. Else None."""
    return None if len(report.boards) > 1 or any(unknown_boards(report, file.board)) else ground
