"""What was recorded by the press just made: told where it was made, with the way to take it back."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from campaigns import access, event_texts
from campaigns.ledger import undo
from campaigns.models import Seat
from rules import registry
from rules.contract import Refused


@dataclass(frozen=True)
class JustRecorded:
    """An act of the reader's side as its page tells it; `stands` says why it can't be taken back, if it can't."""

    act: str
    lines: list[event_texts.JournalLine]
    stands: Refused | None


def recorded(seat: Seat, act: str) -> JustRecorded | None:
    """The act of this id, if it is one of the latest of a commander's side; None if nothing is to be told."""
    if not act or not access.may_commit(seat):
        return None
    latest = undo.latest_entries(seat)
    mine = [entry for entry in latest if str(entry.act) == act and entry.side == seat.side and not entry.gone]
    if not mine:
        return None
    stands: Refused | None = None
    try:
        if str(undo.last_act(seat, latest).id) != act:
            way_out = gettext("Take back what came after it first.")
            stands = Refused(gettext("Your side has recorded more since."), way_out=way_out)
    except Refused as no:
        stands = no
    return JustRecorded(act, event_texts.lines(registry.get(seat.campaign.system), mine), stands)
