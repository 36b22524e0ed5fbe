"""When a side acted last, by the journal alone: nobody's visits are recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from campaigns.ledger.acts import is_host_event
from campaigns.ledger.journal import VisibleEntry
from campaigns.models import Seat

PAUSE = timedelta(days=2)


@dataclass(frozen=True)
class SinceLastAct:
    """When the reader's side acted last, and how many entries it could see then."""

    seen: int
    at: datetime

    @property
    def long_ago(self) -> bool:
        """Whether that is so long ago that the reader may need a reminder of where the game stands."""
        return timezone.now() - self.at > PAUSE


def last_act(seat: Seat, entries: Sequence[VisibleEntry]) -> SinceLastAct | None:
    """The last act of the reader's side among `entries`; None for a seat without a side.

    The host's entries, such as a seat taken, do not count: otherwise whoever takes a seat over would see no news. For a
    side that has done nothing else so far, its first entry counts.
    """
    own = [entry for entry in reversed(entries) if seat.side and entry.side == seat.side and not entry.undone]
    played = [entry for entry in own if not is_host_event(entry.event)]
    all_told = bool(entries) and entries[0].number == 1
    last = next(iter(played or (own[-1:] if all_told else [])), None)
    return SinceLastAct(last.number, last.at) if last else None
