"""What the pages for putting things right show: corrections, and the act that can be taken back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from campaigns import access, journal, recalls, stories
from campaigns import pages as campaign_pages
from campaigns.models import Role, Seat
from refit.forms import Entry, entries_of
from rules.kernel import PUBLIC, Refused

TITLES = {"shared": "What both sides know of", "own": "Your own secret record"}
VERDICTS = {"agreed": "agreed", "refused": "objected to", "withdrawn": "withdrawn", "": "open"}


@dataclass(frozen=True)
class Row:
    """A correction as its reader sees it, and whether it waits for his answer."""

    one: Any
    by: str
    secret: bool
    wanted: tuple[str, ...]
    verdict: str
    judge: str
    mine: bool
    answerable: bool


@dataclass(frozen=True)
class Proposal:
    """A form to propose a correction with, open if something in it was refused."""

    about: str
    title: str
    entries: tuple[Entry, ...]
    button: str
    open: bool


@dataclass(frozen=True)
class CorrectionsPage:
    """All corrections of a campaign; the forms only for those who may propose."""

    frame: campaign_pages.Frame
    rows: tuple[Row, ...]
    proposals: tuple[Proposal, ...]
    refusal: Refused | None


@dataclass(frozen=True)
class RecallPage:
    """What taking back would undo, or why what was done last `stands`."""

    frame: campaign_pages.Frame
    act: str
    lines: list[stories.Line]
    stands: Refused | None
    refusal: Refused | None


def corrections_page(
    seat: Seat, typed: Mapping[str, Any] | None = None, refusal: Refused | None = None
) -> CorrectionsPage:
    """The corrections as `seat` sees them; `typed` is what was refused and is to be shown again."""
    head = campaign_pages.frame(seat)
    state = journal.look(seat.campaign, access.rooms_of(seat))
    known = head.system.view(state, seat.side or None).corrections
    rows = tuple(_row(head, known, one) for one in reversed(known.known))
    forms = known.forms.items() if head.may_commit else ()
    proposals = tuple(_proposal(about, asked, typed or {}, refusal) for about, asked in forms)
    return CorrectionsPage(head, rows, proposals, refusal)


def recall_page(seat: Seat, refusal: Refused | None = None) -> RecallPage:
    """The last act of the seat's side."""
    head = campaign_pages.frame(seat)
    try:
        act = recalls.last_act(seat)
    except Refused as no:
        return RecallPage(head, "", [], no, refusal)
    return RecallPage(head, str(act.id), stories.lines(head.system, act.entries), None, refusal)


def _row(head: campaign_pages.Frame, known: Any, one: Any) -> Row:
    seat, names = head.seat, head.system.sides
    judging = head.may_commit or (seat.role == Role.UMPIRE and not seat.campaign.ended)
    return Row(
        one=one,
        by=names[one.by],
        secret=one.room != PUBLIC,
        wanted=known.wanted.get(one.number, ()),
        verdict=VERDICTS[one.verdict],
        judge=names.get(one.judge, one.judge),
        mine=one.by == seat.side,
        answerable=judging and not one.verdict,
    )


def _proposal(about: str, asked: Any, typed: Mapping[str, Any], refusal: Refused | None) -> Proposal:
    here = typed if typed.get("about") == about else {}
    return Proposal(about, TITLES[about], entries_of(asked, here, refusal if here else None), asked.button, bool(here))
