"""Missions played at random come to their end, whatever the rulings and the dice, and everything happens in them."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.systems.orsha_missions.system import SYSTEM
from tests.rules.missions_player import Mission
from tests.rules.payloads import check_payload

READINGS = [{}, *({ruling.key: key} for ruling in SYSTEM.rulings for key in ruling.readings if key != ruling.default)]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("mission", ["S1", "S2"])
@pytest.mark.parametrize("dice", ["server", "own", "either"])
def test_a_mission_with_any_dice_comes_to_its_end(mission: str, dice: str) -> None:
    for seed in range(4):
        played = Mission(seed, mission, dice).finish()
        assert SYSTEM.public(played.state).result


@pytest.mark.parametrize("readings", READINGS, ids=str)
def test_a_mission_under_any_ruling_comes_to_its_end(readings: dict[str, str]) -> None:
    for mission in ("S1", "S2"):
        assert Mission(3, mission, **readings).finish().public.reason


def test_everything_that_can_happen_happens_and_says_what_it_holds() -> None:
    kinds = Counter[str]()
    for seed in range(15):
        for mission in ("S1", "S2"):
            played = Mission(seed, mission)
            decided = played.order

            def kept(side: str, kind: str, /, _decided=decided, **data: object):
                events = _decided(side, kind, **data)
                for event in events:
                    check_payload(SYSTEM, event)
                    assert SYSTEM.describe(event).sentence
                return events

            played.order = kept  # type: ignore[method-assign]
            kinds += played.finish().kinds
    assert kinds.keys() == SYSTEM.reducers.public.keys()
