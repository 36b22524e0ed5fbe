"""The content of the pages for putting things right: corrections, and the act that can be undone."""

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
    """A correction as its reader sees it; `answerable` if he may answer it now."""

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
    """A form to propose a correction, `open` if something in it was refused."""

    about: str
    title: str
    entries: tuple[BoundEntry, ...]
    button: str
    open: bool


@dataclass(frozen=True)
class CorrectionsPage:
    """All corrections of a campaign, the newest first; `proposals` are the forms, for readers who may propose."""

    frame: campaign_pages.Frame
    rows: tuple[CorrectionRow, ...]
    proposals: tuple[ProposalForm, ...]
    refusal: Refused | None


@dataclass(frozen=True)
class UndoPage:
    """The last act and its entries, or why it can't be undone (`stands`); `back` is the address to return to, if given.

    In a game of one side `before` is the first public entry of an act that stands, for a rewind to it; else 0.
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
    """The corrections as `seat` sees them; `typed` are refused entries to show again."""
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
    """The number of the first public entry of the side's last act, as far as it is among the latest; 0 if none."""
    mine = [entry for entry in undo.latest_entries(seat) if entry.side == seat.side and not entry.undone]
    places = (each.place for each in mine if each.act == mine[-1].act and each.event.room == PUBLIC)
    return next(places, 0)


def undo_page(seat: Seat, refusal: Refused | None = None, back: str = "") -> UndoPage:
    """The page of undoing the last act of the seat's side."""
    frame = campaign_pages.frame_of(seat)
    try:
        act = undo.last_act(seat)
    except Refused as no:
        return UndoPage(frame, "", [], no, refusal, back, _last_place(seat) if frame.one_side else 0)
    rows = event_texts.journal_rows(frame.system, act.entries, names_for(seat))
    return UndoPage(frame, str(act.id), rows, None, refusal, back)
