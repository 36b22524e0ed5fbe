"""What a note can be about: a step of the phase, a hex of the map, or a counter of one's own side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from campaigns.ledger import journal
from campaigns.models import Seat
from rules import registry
from rules.contract import AnyState, Game, Refused
from rules.features.forces import HasForces
from rules.ground.campaign_map import HasMap

STEP, HEX, COUNTER = "step", "hex", "counter"
LONGEST_NAME = 80


@dataclass(frozen=True)
class Subjects:
    """What the side of a seat can write notes about now."""

    system: Game
    state: AnyState
    side: str

    @classmethod
    def of(cls, seat: Seat) -> Subjects:
        """The subjects for the seat of a side, from the public room and its own."""
        return cls(registry.get(seat.campaign.system), journal.load_state(seat.campaign, {seat.side}), seat.side)

    @property
    def steps(self) -> Mapping[str, str]:
        """The steps of the phase by their keys."""
        rail = self.system.view(self.state, self.side).rail
        return {row.step.key: gettext(row.step.title) for row in rail if row.step.key}

    def read(self, typed: str) -> str:
        """The subject that was typed: the key or title of a step, a hex, or the name of a counter; "" for none.

        Raises Refused if it is none of these.
        """
        wanted = " ".join(typed.split())
        if not wanted:
            return ""
        for key, title in self.steps.items():
            if wanted.casefold() in (key, title.casefold()):
                return f"{STEP}:{key}"
        ground = self.system.ground(self.state) if isinstance(self.system, HasMap) else None
        if ground and (place := ground.sheet.grid.hex(wanted.upper())):
            return f"{HEX}:{place}"
        if isinstance(self.system, HasForces):
            sections = self.system.forces(self.state, self.side).sections
            names = {pile.like.name.casefold(): pile.like.name for section in sections for pile in section.piles}
            if wanted.casefold() in names:
                return f"{COUNTER}:{names[wanted.casefold()]}"
        raise Refused(
            gettext("“%(typed)s” is no step of this phase, no hex of the map and no counter of your side.")
            % {"typed": wanted[:LONGEST_NAME]},
            field="about",
            way_out=gettext("Write it as it stands there, or leave the entry empty for mere talk."),
        )

    def label(self, about: str) -> str:
        """What a note is about, in words."""
        kind, _, key = about.partition(":")
        return self.steps.get(key, key) if kind == STEP else key
