"""What code asks about how a campaign of Valor of the Guards reads the print."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.asl.data_files.readings import AslReadings


@dataclass(frozen=True, kw_only=True)
class Readings(AslReadings):
    """The readings that code asks for: see `rules.engine.readings.GameReadings`."""

    # settled here: the ruling `escape_equipment` is on all who are lost, whatever lost them (12.6073)
    escape_twelve: Literal["rolled"] = "rolled"
    # settled here: the print has no such choice, no such group, no such module and no such limit
    elite_mmc_leader: Literal["each"] = "each"
    engineers_removal: Literal["russian"] = "russian"
    recon_m3: Literal["not_sold"] = "not_sold"
    cbm_module: Literal["apart"] = "apart"
    cupola_hip: Literal["paid"] = "paid"
    tow_overnight: Literal["anywhere"] = "anywhere"

    hidden_works: Literal["shown", "lost", "asked"]
    known_works: Literal["pass", "stay"]
    flame_gutted: Literal["factory", "building"]
    gutted_levels: Literal["kept", "ground"]
    leader_bh_won: Literal["any", "last", "all"]
    chit_day: Literal["calendar", "latest"]
    idle_cvp: Literal["every", "this_refit", "once"]
    balance_y: Literal["charts", "none"]
    support_timing: Literal["declared", "last_chit", "next_refit"]
    elr_rows: Literal["sister", "entered"]
    night_asked: Literal["with_it", "late"]
    armor_leader_repair: Literal["isolated", "always"]
    captured_platoons: Literal["model", "each"]
    redeployment_return: Literal["same_roll", "next_day"]
    dug_in_mg: Literal["each", "bought"]
    gun_codes: Literal["confined", "free"]
    hw_forfeited: Literal["owner", "none"]
    balance_support: Literal["batteries", "all"]
    booby_level_told: Literal["until_begin", "open"]
    recovery_isolated: Literal["not", "both"]
    recall_repair: Literal["with_others", "recalled"]
    recalled_afv: Literal["gone", "returns"]
    exited_counterattack: Literal["next_day", "next_scenario"]
