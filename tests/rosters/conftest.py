"""Sheets and forces are tried with the real game."""

from __future__ import annotations

import pytest

from tests.players import PlayedCampaign, founding, table

GERMAN = {"rows": {"I1": {"n": 1}, "O1": {"n": 1, "extra": 1}}}
RUSSIAN = {"rows": {"I2": {"n": 1}, "G1": {"n": 1}}}

__all__ = ["founding", "supplied", "table"]


@pytest.fixture
def supplied(table: PlayedCampaign) -> PlayedCampaign:
    """Both sides have bought a little and rolled up their forces; the first scenario is being played."""
    table.scripts.update({"german": {"purchase": GERMAN}, "russian": {"purchase": RUSSIAN}})
    table.play_to("battle")
    return table
