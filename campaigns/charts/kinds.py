"""The two kinds of charts: the charts of a game, and the sheet of its map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_noop

CHART, MAP = "chart", "map"


@dataclass(frozen=True)
class Kind:
    """A kind of chart with its names. `key` is the option of a campaign that holds the copy."""

    key: str
    practice: str
    practice_choice: str
    invented: str


KINDS: Mapping[str, Kind] = {
    CHART: Kind(
        CHART,
        gettext_noop("Practice chart"),
        gettext_noop("Practice chart: numbers of our own invention"),
        gettext_noop("Numbers of our own invention, so that the game can be tried at once."),
    ),
    MAP: Kind(
        MAP,
        gettext_noop("Practice map"),
        gettext_noop("Practice map: a landscape of our own invention"),
        gettext_noop("A landscape of our own invention, so that the map can be tried at once."),
    ),
}
