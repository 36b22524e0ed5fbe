"""A side that may react while another one acts: how long it is asked, and when it is no longer asked.

Nobody passes by itself for having no card to play: that would tell its hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Self

from rules.engine.replace import replace

NO_LIMIT = "none"
REACTION_MINUTES = {NO_LIMIT: 0, "minutes": 10, "hour": 60, "day": 1440, "days": 4320}
"""The minutes that a side has to react, by the choice at the founding; 0 is no limit."""


@dataclass(frozen=True)
class Window:
    """A frame in which a side may react while another one acts; `when` is the game's word for the occasion."""

    side: str
    when: str
    kind: Literal["window"] = "window"


class AsksForReactions:
    """Mixin for a public room, a dataclass with the agreed reaction time and the standing answers.

    `standing` has, by side, until the end of what it is not asked again. It is public, and says nothing of what
    anybody holds.
    """

    reaction_time: str
    standing: Mapping[str, str]

    def answered(self, side: str, until: str) -> Self:
        """The room with a side's standing answer; with "" it is asked again."""
        return self._with_answers({**self.standing, side: until})

    def asked_again(self, *ended: str) -> Self:
        """The room without the standing answers that were to last until one of `ended`."""
        return self._with_answers({side: "" if until in ended else until for side, until in self.standing.items()})

    def _with_answers(self, standing: Mapping[str, str]) -> Self:
        still_standing = {side: until for side, until in standing.items() if until}
        return replace(self, standing=still_standing)  # type: ignore[type-var]
