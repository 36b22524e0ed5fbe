"""The reveal of a side's reinforcements, at the step that reviews them and on a page of its own.

It is made from the room of that side and the public one alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.http import Http404

from campaigns import access
from campaigns import pages as campaign_pages
from campaigns.ledger import journal
from campaigns.models import Campaign, Seat
from rules.contract import AnyState, Game
from rules.features.reinforcements import REVIEW, HasReinforcements, Reveal


@dataclass(frozen=True)
class RevealPage:
    """What arrived for a side on one date."""

    frame: campaign_pages.Frame
    side: str
    reveal: Reveal

    @property
    def side_name(self) -> str:
        """The name of that side."""
        return self.frame.system.sides[self.side]


def at_step(system: Game, state: AnyState, side: str, step: str) -> Reveal | None:
    """What arrived in the stage in hand, if `step` is the one that reviews it; else None."""
    return system.reveal(state, side) if step == REVIEW and isinstance(system, HasReinforcements) else None


def reveal_page(seat: Seat, date: str = "", side: str = "") -> RevealPage:
    """What arrived on the date called `date`, or on the latest one; raises Http404 if nothing did.

    The side is the seat's own; once the campaign has ended it may be another `side` whose room is open to the reader.
    """
    side, frame = side or seat.side, campaign_pages.frame_of(seat)
    opened = seat.campaign.ended and access.rooms_of(seat)
    if side not in frame.system.sides or side not in (opened or {seat.side}):
        raise Http404
    state, reveal = journal.load_state(seat.campaign, {side}), None
    if isinstance(frame.system, HasReinforcements) and side in state.sides:
        reveal = frame.system.reveal(state, side, _rolls(seat.campaign, side), date)
    if reveal is None:
        raise Http404
    return RevealPage(frame, side, reveal)


def _rolls(campaign: Campaign, side: str) -> Iterator[Mapping[str, object]]:
    """Every roll in the events of a side's room, without those undone."""
    for entry in journal.entries(campaign, {side}):
        if entry.event.room == side and not entry.undone:
            rolls = entry.event.data.get("rolls")
            yield from rolls if isinstance(rolls, list | tuple) else ()
