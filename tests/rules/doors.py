"""What is public of a campaign, and how two campaigns are played so that it can be compared."""

from __future__ import annotations

import json
from typing import TypeVar

from rules.kernel import PUBLIC
from tests.rules.driver import Driver

G = TypeVar("G", bound=Driver)
SPOKEN = ("elr_san.announced", "books.opened", "campaign.ended")
"""Public events that say by rule what was secret before."""


def public(game: Driver) -> list[str]:
    """The public events as they would be stored, less those that tell by rule."""
    told = (event for event in game.events if event.room == PUBLIC and event.kind not in SPOKEN)
    return [json.dumps([event.kind, event.data], sort_keys=True) for event in told]


def stage_by_stage(game: G) -> G:
    """Play to the end, in every stage first one side, then the other."""
    for _ in range(400):
        for side in game.sides:
            stage = game.public.stage
            while game.public.stage == stage and game.answer(side):
                pass
        if game.ended:
            return game
    raise AssertionError("the campaign does not end")
