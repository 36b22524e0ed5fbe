"""The act a commander has just recorded, shown on the page he made it from, with the way to undo it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from campaigns import access, event_texts
from campaigns.ledger import undo
from campaigns.ledger.journal import VisibleEntry
from campaigns.models import Seat
from campaigns.story.names import names_for
from rules import registry
from rules.contract import Refused
from rules.engine.corrections import PROPOSED, SETTLED
from rules.engine.reducers import Data


@dataclass(frozen=True)
class JustRecorded:
    """An act of the reader's side as its page shows it; `stands` says why it can't be undone, None if it can.

    `withdraws` is the number of the unanswered correction or gain by hand that it proposed, else 0.
    """

    act: str
    rows: list[event_texts.JournalRow]
    stands: Refused | None
    withdraws: int = 0


def just_recorded(seat: Seat, act: str) -> JustRecorded | None:
    """The act with this id, if it is among the latest entries and the seat is a commander of its side; else None."""
    if not act or not access.may_commit(seat):
        return None
    latest = undo.latest_entries(seat)
    mine = [entry for entry in latest if str(entry.act) == act and entry.side == seat.side and not entry.undone]
    if not mine:
        return None
    stands: Refused | None = None
    try:
        if str(undo.last_act(seat, latest).id) != act:
            way_out = gettext("Take back what came after it first.")
            stands = Refused(gettext("Your side has recorded more since."), way_out=way_out)
    except Refused as no:
        stands = no
    rows = event_texts.journal_rows(registry.get(seat.campaign.system), mine, names_for(seat))
    return JustRecorded(act, rows, stands, _unanswered_number(mine, latest) if stands else 0)


def _unanswered_number(mine: Sequence[VisibleEntry], latest: Sequence[VisibleEntry]) -> int:
    """The number of the correction or gain by hand that an act proposed, if it has no answer; else 0."""
    answered = {_number(entry) for entry in latest if entry.event.kind == SETTLED and not entry.undone}
    numbers = (_number(entry) for entry in mine if entry.event.kind in PROPOSED)
    return next((number for number in numbers if number not in answered), 0)


def _number(entry: VisibleEntry) -> int:
    data: Data = entry.event.data
    return int(data["number"])
