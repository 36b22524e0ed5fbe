"""The recorded solitaire missions: any button, any answer, until each ends as its name says."""

from __future__ import annotations

from itertools import count

from tests.replays.recorder import Recorder
from tests.replays.recordings import ALONE, RECORDING_SETS
from tests.rules.missions_player import Mission

*_, MISSIONS = RECORDING_SETS
DICE = {
    "s1_won": "server", "s1_lost": "either", "s1_recalled": "server", "s2_lost": "server", "s2_all_held": "server",
    "s2_draw": "own", "given_up": "server",
}  # fmt: skip
"""Whose dice are rolled in each."""


def _recorded(name: str) -> Recorder:
    """The first campaign that ends as its name says, of players who press any button."""
    mission = ALONE[name][0]
    for seed in count():
        recorder = Recorder(Mission(seed, mission, DICE[name]), f"{name} {seed}")
        recorder.game.finish()
        came_to = MISSIONS.outcome(recorder.game.state)
        if (came_to["mission"], came_to["reason"], came_to["winner"]) == ALONE[name]:
            return recorder
    raise AssertionError


def driver() -> Mission:
    """A mission that plays itself out, with dice of both kinds."""
    return Mission(2, "S2")


def played() -> dict[str, Recorder]:
    """Every mission there is a recording of, played anew."""
    return {name: _recorded(name) for name in DICE}
