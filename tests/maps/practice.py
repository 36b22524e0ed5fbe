"""The practice map of a game as a campaign takes it at its founding."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from rules import registry
from rules.engine.charts import Copy
from rules.ground.campaign_map import HasMap
from rules.ground.map_schema import as_text


@cache
def practice_map(game: str = "oto2") -> dict[str, Any]:
    """What goes into the options of a campaign as "map"."""
    system = registry.get(game)
    assert isinstance(system, HasMap)
    copy = Copy("Practice map", 0, True, system.maps.practice)
    chosen: dict[str, Any] = json.loads(as_text(system.maps, copy))
    return chosen
