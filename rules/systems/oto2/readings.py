"""What code asks about how a campaign of On Track to Orsha reads the print."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.asl.data_files.readings import AslReadings


@dataclass(frozen=True, kw_only=True)
class Readings(AslReadings):
    """The readings that code asks for: see `rules.engine.readings.GameReadings`."""

    # settled here: both signs of 7.5063 are printed the right way round
    escape_half_squads: Literal["beyond_first"] = "beyond_first"
    escape_overload: Literal["beyond_ipc"] = "beyond_ipc"
    blaze_units: Literal["eliminated"] = "eliminated"
    captured_wreck: Literal["counted"] = "counted"
    nkvd_fanatic: Literal["scenario"] = "scenario"

    sw_parenthesis_depleted: Literal["text", "example"]
    oba_initial: Literal["roll", "normal"]
    platoon_leaders: Literal["platoon_table", "both"]
    scenario_vp: Literal["earned", "running"]
    fpp_base: Literal["total", "start"]
    hw_after_all: Literal["owner", "first"]
    german_start: Literal["either", "below"]
    bombardment_most: Literal["chart", "dates"]
    recalled_at_end: Literal["rolled", "all"]
    group_works: Literal["works", "groups"]
