"""What the pages for going back show: the acts to go back to, what would be undone, what became of proposals."""

from __future__ import annotations

from dataclasses import dataclass, replace

from campaigns import journal, rewinds, stories
from campaigns import pages as campaign_pages
from campaigns.models import How, Seat
from campaigns.rewinds import Proposal
from rules.kernel import PUBLIC, Refused


@dataclass(frozen=True)
class Undone:
    """What a rewind would undo as far as its reader may know: of the other side's room nothing, not even how much."""

    public: list[stories.Line]
    own: list[stories.Line]


@dataclass(frozen=True)
class Choice:
    """A public act that can be gone back to."""

    before: int
    lines: list[stories.Line]


@dataclass(frozen=True)
class RewindPage:
    """The proposal that waits, or the acts to go back to, or what going back to one of them (`before`) would undo."""

    frame: campaign_pages.Frame
    asked: Proposal | None
    mine: bool
    before: int
    undone: Undone
    choices: list[Choice]
    past: list[tuple[Proposal, str, str]]
    reason: str
    refusal: Refused | None

    @property
    def alone(self) -> bool:
        """Whether one person plays both sides, so that nobody else is to be asked."""
        return alone(self.frame.seat)

    @property
    def asker(self) -> str:
        """The name of the side that proposed."""
        return self.frame.system.sides[self.asked.side] if self.asked else ""


def alone(seat: Seat) -> bool:
    """Whether one person plays both sides of the seat's campaign."""
    return seat.campaign.how == How.SOLO


def rewind_page(seat: Seat, before: int = 0, reason: str = "", refusal: Refused | None = None) -> RewindPage:
    """The page for a commander; `before` is the first public entry of the act he looks at, if it is one."""
    head = campaign_pages.frame(seat)
    asked = rewinds.waiting(seat.campaign)
    at = 0 if seat.campaign.ended else asked.before if asked else _known(seat, before)
    choices = [] if at or seat.campaign.ended else rewinds.points(seat.campaign)
    return RewindPage(
        frame=head,
        asked=asked,
        mine=asked is not None and asked.side == seat.side,
        before=at,
        undone=_undone(head, at) if at else Undone([], []),
        choices=[_choice(head, each) for each in choices],
        past=[(one, head.system.sides[one.side], verdict) for one, verdict in rewinds.past(seat.campaign)],
        reason=reason,
        refusal=refusal,
    )


def _choice(head: campaign_pages.Frame, point: rewinds.Point) -> Choice:
    """An act without numbers: the reader counts its entries otherwise, among those of his own room."""
    lines = stories.lines(head.system, point.entries)
    return Choice(point.before, [replace(line, number=0) for line in lines])


def _known(seat: Seat, before: int) -> int:
    """`before` if there is something to go back to."""
    try:
        return rewinds.point(seat.campaign, before).before
    except Refused:
        return 0


def _undone(head: campaign_pages.Frame, before: int) -> Undone:
    seat = head.seat

    def told(entries: list[journal.Entry], room: str) -> list[stories.Line]:
        return stories.lines(head.system, (entry for entry in entries if entry.event.room == room))

    entries = rewinds.undone(seat.campaign, {PUBLIC, seat.side}, before)
    return Undone(told(entries, PUBLIC), told(entries, seat.side))
