"""Counters gained by hand, listed as everybody may know of them: on the page of the check and at the campaign's end."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from campaigns.ledger import journal
from campaigns.models import Campaign
from rules.contract import PUBLIC, Game
from rules.engine.corrections import AGREED, REFUSED, UMPIRE, WITHDRAWN, HasCorrections


@dataclass(frozen=True)
class GainRow:
    """A gain by hand: whose, how many counters of what class and how, why, and what was answered."""

    number: int
    by: str
    what: str
    reason: str
    answer: str


def gains_by_hand(campaign: Campaign, system: Game) -> list[GainRow]:
    """All of a campaign, from the public room alone."""
    if not isinstance(system, HasCorrections):
        return []
    corrections = system.corrections(journal.load_state(campaign, {PUBLIC}), None)
    names = {**system.sides, UMPIRE: gettext("umpire")}
    answers = {
        AGREED: gettext("agreed: %(judge)s"),
        REFUSED: gettext("objected to: %(judge)s"),
        WITHDRAWN: gettext("withdrawn: %(judge)s"),
        "": gettext("waits for an answer"),
    }
    return [
        GainRow(
            one.number,
            system.sides[one.by],
            corrections.gains[one.number],
            one.reason,
            answers[one.verdict] % {"judge": names.get(one.judge, "")},
        )
        for one in corrections.known
        if one.number in corrections.gains
    ]
