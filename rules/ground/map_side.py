"""A side at the map: what both know of the ground, what its edge is worth, and how the print is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from rules.engine.replace import replace
from rules.ground.campaign_map import CAMPAIGNS_AT_ONCE, Ground
from rules.ground.land import NONE, Hexes, Land, Positions
from rules.ground.rulings import MapReadings, PerimeterRulings
from rules.ground.sheet import MapSheet
from rules.text import gettext


@dataclass(frozen=True)
class MapSide:
    """A side at the map with the names of both sides and the readings of its campaign.

    `names` has each side's name in a sentence; `landings`, `dead_end` and `leads_in` are by side, as in `Positions`.
    """

    ground: Ground
    side: str
    names: Mapping[str, str]
    rulings: PerimeterRulings
    landings: Mapping[str, Hexes] = field(default_factory=dict)
    dead_end: Mapping[str, Hexes] = field(default_factory=dict)
    leads_in: Mapping[str, Hexes] = field(default_factory=dict)

    @property
    def enemy(self) -> str:
        """The other side."""
        return next(each for each in self.names if each != self.side)

    @property
    def land(self) -> Land:
        """The land of its map."""
        return land_of(self.ground.sheet)

    def positions(self, side: str, mmc: Hexes = NONE, units: Hexes = NONE) -> Positions:
        """A side's positions: its Control, which both know, and where its units are said to be."""
        sheet = self.ground.sheet
        controls = self.ground.held(side)
        return Positions(
            holds=controls & sheet.strategic_hexes,
            units=mmc | units,
            mmc=mmc,
            armed=units,
            controls=controls,
            landings=self.landings.get(side, NONE),
            dead_end=self.dead_end.get(side, NONE),
            leads_in=self.leads_in.get(side),
        )


def side_at(
    ground: Ground | None, side: str, sides: Mapping[str, str], readings: MapReadings, game: PerimeterRulings
) -> MapSide | None:
    """A side at the map by what both know, None in a campaign without a map; `sides` has the names of all sides.

    `game` has the rulings of the game's own print, `readings` those that the campaign has agreed on.
    """
    if ground is None:
        return None
    rulings = replace(
        game,
        edgeless_loop=readings.edgeless_loop,
        lines=readings.pocket_lines == "joined",
        joined_areas=readings.isolated_together == "joined",
        strategic_stays=readings.no_mans_strategic == "stays",
    )
    names = {key: gettext("the {side} side", side=name) for key, name in sides.items()}
    return MapSide(ground, side, names, rulings)


@lru_cache(maxsize=CAMPAIGNS_AT_ONCE)
def land_of(sheet: MapSheet) -> Land:
    """The land of a map."""
    return Land.of(sheet)
