"""The schema of a game's chart or map, and the copy of one that a campaign holds."""

from __future__ import annotations

import json

from campaigns.charts.kinds import CHART, MAP
from rules.contract import Game
from rules.engine.charts import ChartSchema, Copy, HasCharts
from rules.ground.campaign_map import HasMap
from rules.ground.map_schema import as_text


def schema_of(game: Game, kind: str) -> ChartSchema | None:
    """The sheets of a kind that a game asks its owner for, or None."""
    if kind == MAP:
        return game.maps if isinstance(game, HasMap) else None
    return game.charts if isinstance(game, HasCharts) else None


def carried(kind: str, schema: ChartSchema, copy: Copy) -> dict[str, object]:
    """A copy as the options of a campaign hold it."""
    if kind == CHART:
        return copy.as_json()
    content: dict[str, object] = json.loads(as_text(schema, copy))
    return content
