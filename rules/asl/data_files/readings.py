"""What shared steps ask about how a campaign reads the print of its game (data/rulings.toml)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.ground.rulings import MapReadings


@dataclass(frozen=True, kw_only=True)
class AslReadings(MapReadings):
    """The readings that shared steps ask for, in every game of the family: see `GameReadings`.

    `escape_twelve` is what becomes of the equipment of infantry that a Final 12 of the Escape Table eliminates; it is
    "rolled" for where the game's table of equipment says so.
    """

    cvp_values: Literal["house", "typed"]
    elr_san_secret: Literal["until_begin", "open"]
    wound_severity: Literal["wound", "table"]
    mines_way_out: Literal["both", "infantry"]
    escape_distances: Literal["both", "nearest"]
    escape_half_squads: Literal["beyond_first", "every"]
    escape_leader: Literal["pays", "free"]
    escape_load: Literal["printed", "said"]
    escape_overload: Literal["beyond_ipc", "up_to_ipc"]
    escape_twelve: Literal["lost", "rolled"]
    blaze_units: Literal["eliminated", "stay"]
    elite_mmc_leader: Literal["each", "once"]
    nkvd_fanatic: Literal["scenario", "stays"]
    captured_wreck: Literal["counted", "not_counted"]
    engineers_removal: Literal["russian", "both"]
    recon_m3: Literal["prepaid", "extra", "not_sold"]
    cbm_module: Literal["apart", "counted"]
    cupola_hip: Literal["paid", "free"]
    tow_overnight: Literal["anywhere", "two_hexes"]
