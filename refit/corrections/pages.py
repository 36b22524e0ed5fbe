"""What the pages for putting things right show: corrections, and the act that can be taken back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import Http404
from django.utils.translation import gettext, gettext_noop

from campaigns import access, event_texts
from campaigns import pages as campaign_pages
from campaigns.ledger import journal, undo
from campaigns.models import Role, Seat
from campaigns.story.names import names_for
from refit.forms import BoundEntry, entries_of
from rules.contract import PUBLIC, Refused
from rules.engine.corrections import Correction, HasCorrections
from rules.ground.map_schema import MAP

TITLES = {"shared": gettext_noop("What both sides know of"), "own": gettext_noop("Your own secret record")}
VERDICTS = {
    "agreed": gettext_noop("agreed"),
    "refused": gettext_noop("objected to"),
    "withdrawn": gettext_noop("withdrawn"),
    "": gettext_noop("open"),
}


@dataclass(frozen=True)
class CorrectionRow:
    """A correction as its reader sees it, and whether it waits for his answer."""

    one: Correction
    by: str
    secret: bool
    wanted: tuple[str, ...]
    gained: str
    rests: tuple[str, ...]
    verdict: str
    judge: str
    mine: bool
    answerable: bool
    new_map: bool


@dataclass(frozen=True)
class ProposalForm:
    """A form to propose a correction with, open if something in it was refused."""

    about: str
    title: str
    entries: tuple[BoundEntry, ...]
    button: str
    open: bool


@dataclass(frozen=True)
class CorrectionsPage:
    """All corrections of a campaign; the forms only for those who may propose."""

    frame: campaign_pages.Frame
    rows: tuple[CorrectionRow, ...]
    proposals: tuple[ProposalForm, ...]
    refusal: Refused | None


@dataclass(frozen=True)
class UndoPage:
    """What taking back would undo, or why what was done last `stands`; `back` is where it leads, if not to the step.

    `before` is the public entry with which that act began, where nobody else is asked whether it is gone back to.
    """

    frame: campaign_pages.Frame
    act: str
    rows: list[event_texts.JournalRow]
    stands: Refused | None
    refusal: Refused | None
    back: str = ""
    before: int = 0


def corrections_page(
    seat: Seat, typed: Mapping[str, str] | None = None, refusal: Refused | None = None
) -> CorrectionsPage:
    """The corrections as `seat` sees them; `typed` is what was refused and is to be shown again."""
    frame = campaign_pages.frame_of(seat)
    if not isinstance(frame.system, HasCorrections):
        raise Http404
    corrections = frame.system.corrections(journal.load_state(seat.campaign, access.rooms_of(seat)), seat.side or None)
    names, judging = frame.system.sides, frame.may_commit or (seat.role == Role.UMPIRE and seat.campaign.running)
    rows = tuple(
        CorrectionRow(
            one=one,
            by=names[one.by],
            secret=one.room != PUBLIC,
            wanted=corrections.wanted.get(one.number, ()),
            rests=tuple(map(gettext, one.rests)),
            gained=corrections.gains.get(one.number, ""),
            verdict=gettext(VERDICTS[one.verdict]),
            judge=names.get(one.judge, one.judge),
            mine=one.by == seat.side,
            answerable=judging and not one.verdict,
            new_map=MAP in one.values,
        )
        for one in reversed(corrections.known)
    )
    forms = corrections.forms.items() if frame.may_commit else ()
    proposals = []
    for about, form in forms:
        current = typed if typed and typed.get("about") == about else {}
        entries = entries_of(form, current, refusal if current else None)
        title = corrections.titles.get(about) or gettext(TITLES[about])
        proposals.append(ProposalForm(about, title, entries, form.button, bool(current)))
    return CorrectionsPage(frame, rows, tuple(proposals), refusal)


def _last_place(seat: Seat) -> int:
    """The public entry with which the last act of the seat's side began; 0 if there is none."""
    mine = [entry for entry in undo.latest_entries(seat) if entry.side == seat.side and not entry.undone]
    places = (each.place for each in mine if each.act == mine[-1].act and each.event.room == PUBLIC)
    return next(places, 0)


def undo_page(seat: Seat, refusal: Refused | None = None, back: str = "") -> UndoPage:
    """The last act of the seat's side."""
    frame = campaign_pages.frame_of(seat)
    try:
        act = undo.last_act(seat)
    except Refused as no:
        return UndoPage(frame, "", [], no, refusal, back, _last_place(seat) if frame.one_side else 0)
    rows = event_texts.journal_rows(frame.system, act.entries, names_for(seat))
    return UndoPage(frame, str(act.id), rows, None, refusal, back)
