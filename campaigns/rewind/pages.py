"""Data of the rewind pages: the acts to go back to, what would be undone, and what became of proposals."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext

from campaigns import event_texts
from campaigns import pages as campaign_pages
from campaigns.models import PlayMode, Seat
from campaigns.rewind import proposals
from campaigns.rewind.proposals import RewindProposal
from campaigns.story.names import names_for
from rules import registry
from rules.contract import PUBLIC, Refused


@dataclass(frozen=True)
class Undone:
    """What a rewind would undo, as far as its reader may know: nothing of the other side's room, not even how much."""

    public: list[event_texts.JournalRow]
    own: list[event_texts.JournalRow]


@dataclass(frozen=True)
class RewindChoice:
    """A public act that can be gone back to."""

    before: int
    rows: list[event_texts.JournalRow]


@dataclass(frozen=True)
class RewindPage:
    """The proposal that waits, or the acts to go back to, or what going back to one of them (`before`) would undo."""

    frame: campaign_pages.Frame
    proposal: RewindProposal | None
    mine: bool
    before: int
    undone: Undone
    choices: list[RewindChoice]
    past: list[tuple[RewindProposal, str, str]]
    reason: str
    refusal: Refused | None

    @property
    def alone(self) -> bool:
        """Whether one person plays all sides, so that nobody else has to agree."""
        return plays_alone(self.frame.seat)

    @property
    def alone_as(self) -> str:
        """Why nobody else has to agree, as the beginning of a sentence."""
        return {1: gettext("Nobody else has a side"), 2: gettext("You play both sides")}.get(
            len(self.frame.system.sides), gettext("You play all sides")
        )

    @property
    def agreed(self) -> bool:
        """Whether the reader's side has agreed already, and others have not."""
        return self.proposal is not None and self.frame.seat.side in self.proposal.agreed

    @property
    def unanswered(self) -> str:
        """The names of those who have still to answer, as in "Red and Blue"."""
        names = self.frame.system.sides
        return (
            gettext(" and ").join(names[side] for side in proposals.unanswered(self.frame.campaign, self.proposal))
            if self.proposal
            else ""
        )

    @property
    def asker(self) -> str:
        """The name of the side that proposed."""
        return self.frame.system.sides[self.proposal.side] if self.proposal else ""


def has_one_side(seat: Seat) -> bool:
    """Whether the seat's game has no other side."""
    return len(registry.get(seat.campaign.system).sides) == 1


def plays_alone(seat: Seat) -> bool:
    """Whether one person plays all sides of the seat's campaign."""
    return seat.campaign.play_mode == PlayMode.SOLO or len(registry.get(seat.campaign.system).sides) == 1


def rewind_page(seat: Seat, before: int = 0, reason: str = "", refusal: Refused | None = None) -> RewindPage:
    """The page for a commander; `before` is the first public entry of the act he looks at, if it is one.

    Raises OtherEdition if the rules of the campaign's edition are not here any more.
    """
    registry.of_edition(seat.campaign.system, seat.campaign.edition)
    frame = campaign_pages.frame_of(seat)
    proposal = proposals.open_proposal(seat.campaign)
    at = 0 if not seat.campaign.running else proposal.before if proposal else _known(seat, before)
    choices = [] if at or not seat.campaign.running else proposals.points(seat.campaign)
    undone = proposals.entries_undone(seat.campaign, {PUBLIC, seat.side}, at) if at else []
    names = names_for(seat)
    labels = {
        room: event_texts.journal_rows(frame.system, (entry for entry in undone if entry.event.room == room), names)
        for room in (PUBLIC, seat.side)
    }
    return RewindPage(
        frame=frame,
        proposal=proposal,
        mine=proposal is not None and proposal.side == seat.side,
        before=at,
        undone=Undone(labels[PUBLIC], labels[seat.side]),
        choices=[
            # without numbers: these count public entries alone, his other pages also those of his own room
            RewindChoice(
                each.before, [replace(line, number=0) for line in event_texts.journal_rows(frame.system, each.entries)]
            )
            for each in choices
        ],
        past=[(one, frame.system.sides[one.side], verdict) for one, verdict in proposals.past_proposals(seat.campaign)],
        reason=reason,
        refusal=refusal,
    )


def _known(seat: Seat, before: int) -> int:
    """`before` if an act that can be gone back to begins there, else 0."""
    try:
        return proposals.point_at(seat.campaign, before).before
    except Refused:
        return 0
