"""The top of a campaign's page: what happened since the last act of the reader's side, and its forces at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from campaigns import access, event_texts
from campaigns import pages as campaign_pages
from campaigns.event_texts import JournalRow
from campaigns.ledger import journal
from campaigns.models import Seat
from campaigns.story.pages import news_since
from campaigns.story.visits import SinceLastAct, last_act
from rules.features.forces import ForcesPile, HasForces

MOST_PILES = 18
WORKS = ("fortification", "cupola", "other")
"""Kinds of counters that the glance leaves out."""


@dataclass(frozen=True)
class Brief:
    """When the reader's side acted last, the `news` since then, and the first piles of its counters on hand."""

    since: SinceLastAct | None
    news: Sequence[JournalRow]
    piles: Sequence[ForcesPile]
    on_hand: int

    @property
    def after_a_pause(self) -> bool:
        """Whether that was long ago (see `SinceLastAct.long_ago`)."""
        return self.since is not None and self.since.long_ago


def brief(seat: Seat, frame: campaign_pages.Frame) -> Brief:
    """The brief for a seat, from the rooms it may enter; the forces are those of its own side."""
    rooms = access.rooms_of(seat)
    state = journal.load_state(seat.campaign, rooms)
    piles: Sequence[ForcesPile] = ()
    on_hand = 0
    if seat.side and isinstance(frame.system, HasForces):
        forces = frame.system.forces(state.only({seat.side}), seat.side)
        all_of_them = [pile for section in forces.sections for pile in section.joined().piles]
        piles = [pile for pile in all_of_them if pile.like.kind not in WORKS][:MOST_PILES]
        on_hand = forces.on_hand
    entries = journal.entries(seat.campaign, rooms, after=max(frame.seen - campaign_pages.LATEST, 0))
    since = last_act(seat, entries)
    if since is None and seat.side and entries:  # it lies before the entries that were read
        since = SinceLastAct(entries[0].number - 1, entries[0].at)
    rows = event_texts.journal_rows(frame.system, entries, event_texts.names_in(frame.system, state))
    return Brief(since, news_since(frame.system, seat, entries, rows, since), piles, on_hand)
