"""The recorded solitaire missions: any button, any answer, until each ends as its name says."""

from __future__ import annotations

from tests.replays.recorder import Recorder
from tests.rules.missions_player import Mission

MISSIONS = {
    "s1_won": ("S1 8", 8, "S1", "server"),
    "s1_lost": ("S1 3", 3, "S1", "either"),
    "s1_recalled": ("S1 3", 3, "S1", "server"),
    "s2_lost": ("S2 2", 2, "S2", "server"),
    "s2_all_held": ("S2 12", 12, "S2", "server"),
    "s2_draw": ("S2 359", 359, "S2", "own"),
    "given_up": ("S2 0", 0, "S2", "server"),
}
"""The name of each campaign, on which its dice hang, the seed of its player, the mission, and whose dice are rolled."""


def _recorded(name: str, seed: int, mission: str, dice: str) -> Recorder:
    game = Mission(seed, mission, dice)
    recorder = Recorder(game, name)
    game.finish()
    return recorder


def driver() -> Mission:
    """A mission that plays itself out, with dice of both kinds."""
    return Mission(2, "S2")


def played() -> dict[str, Recorder]:
    """Every mission there is a recording of, played anew."""
    return {name: _recorded(*of) for name, of in MISSIONS.items()}
