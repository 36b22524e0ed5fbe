"""A side that may do something while another one acts: for how long it is asked, and when it is asked no more.

See docs/adr/0043-a-reaction-has-a-time.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Self

from rules.engine.replace import replace

NO_LIMIT = "none"
REACTION_MINUTES = {NO_LIMIT: 0, "minutes": 10, "hour": 60, "day": 1440, "days": 4320}
"""How long a side that is asked has, by what was agreed at the founding."""


@dataclass(frozen=True)
class Window:
    """A frame in which a side may do something while another one acts; `when` is the game's word for the occasion."""

    side: str
    when: str
    kind: Literal["window"] = "window"


class AsksForReactions:
    """A public room, a dataclass, with the time agreed on and the answers that stand.

    `standing` has by side until what has ended it is asked no more. It is there for all to see and says nothing of
    what anybody holds.
    """

    reaction_time: str
    standing: Mapping[str, str]

    def answered(self, side: str, until: str) -> Self:
        """The room with the standing answer of a side; "" and it is asked again."""
        return self._with_answers({**self.standing, side: until})

    def asked_again(self, *ended: str) -> Self:
        """The room without the standing answers for what has `ended`."""
        return self._with_answers({side: "" if until in ended else until for side, until in self.standing.items()})

    def _with_answers(self, standing: Mapping[str, str]) -> Self:
        still_standing = {side: until for side, until in standing.items() if until}
        return replace(self, standing=still_standing)  # type: ignore[type-var]
