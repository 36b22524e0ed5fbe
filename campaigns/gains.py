"""Lists counters gained by hand, from public facts, for the page of the check and the end of a campaign."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from campaigns.ledger import journal
from campaigns.models import Campaign
from rules.contract import PUBLIC, Game
from rules.engine.corrections import AGREED, REFUSED, UMPIRE, WITHDRAWN, HasCorrections


@dataclass(frozen=True)
class GainRow:
    """A gain by hand in words: whose it is, what was gained and how, the reason, and the answer."""

    number: int
    by: str
    what: str
    reason: str
    answer: str


def gains_by_hand(campaign: Campaign, system: Game) -> list[GainRow]:
    """All gains by hand of a campaign, from its public room; [] if its game has no corrections."""
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
