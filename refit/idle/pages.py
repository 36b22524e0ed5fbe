"""The content of the page of an Idle Day: each step with what the press does in it, and what the press did."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404

from campaigns import access, event_texts
from campaigns import pages as campaign_pages
from campaigns.ledger import journal
from campaigns.models import Seat
from campaigns.story.pages import is_routine
from refit import steps
from refit.forms import BoundEntry, entries_of
from rules.contract import Refused, StepInfo
from rules.engine.tasks import FormTask
from rules.features.idle import HasIdleDay, IdleDay

MOST_LINES = 200


@dataclass(frozen=True)
class IdlePage:
    """The day of the reader's side; `day` is None once it can't be an Idle Day any more.

    `rows` are the journal's since the entry `since`, except `routine` ones, which only say that the day went on.
    `asks` is the step that has to be done by hand before the press can go on, `waits` the step that waits.
    """

    frame: campaign_pages.Frame
    day: IdleDay | None
    entries: tuple[BoundEntry, ...]
    since: int
    rows: list[event_texts.JournalRow]
    routine: list[event_texts.JournalRow]
    asks: StepInfo | None
    waits: StepInfo | None
    url: str
    refusal: Refused | None


def idle_page(seat: Seat, since: int, refusal: Refused | None = None) -> IdlePage:
    """The page of an Idle Day, with what happened after entry `since` (below 0: no entries).

    Raises Http404 if there is no such day, unless something is to be told: entries or a refusal.
    """
    frame = campaign_pages.frame_of(seat)
    state = steps.state_for(seat)
    if not isinstance(frame.system, HasIdleDay):
        raise Http404
    day = frame.system.idle_day(state, seat.side)
    if day is None and since < 0 and refusal is None:
        raise Http404
    current = steps.current_step(seat, state)
    asks = day.asks if day else None
    if current and steps.has_draft(seat, current.spec.key):
        asks = current.spec
    rooms = access.rooms_of(seat)
    every = journal.entries(seat.campaign, rooms, after=since, limit=MOST_LINES) if since >= 0 else []
    names = event_texts.names_in(frame.system, state)
    entries = [entry for entry in every if not is_routine(frame.system, entry)]
    routine = [entry for entry in every if is_routine(frame.system, entry)]
    return IdlePage(
        frame=frame,
        day=day,
        entries=entries_of(FormTask("", day.fields), {}, None) if day else (),
        since=since,
        rows=event_texts.journal_rows(frame.system, entries, names),
        routine=event_texts.journal_rows(frame.system, routine, names),
        asks=asks,
        waits=current.spec if current else None,
        url=steps.step_url(seat, steps.key_of(current)),
        refusal=refusal,
    )
