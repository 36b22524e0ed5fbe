"""The one door for writing, as far as both sides go back by consent; campaigns.actions has the rest."""

from __future__ import annotations

from dataclasses import asdict

from django.db import transaction
from django.utils import timezone

from campaigns import drafts, journal, rewinds
from campaigns.door import check_commander, check_fresh, locked, mail, tell, tell_whose_turn
from campaigns.models import Campaign, How, Seat, What
from campaigns.rewinds import Proposal
from rules import registry
from rules.kernel import PUBLIC, Refused


@transaction.atomic
def propose_rewind(*, before: int, reason: str, by: Seat, seen: int) -> None:
    """Propose to undo everything from the act on that holds public entry `before`, and mail who is to answer.

    Played solo it is agreed at once: nobody else is to be asked.
    """
    campaign = locked(by)
    check_commander(by)
    check_fresh(by, seen)
    if rewinds.waiting(campaign):
        raise Refused("A rewind is proposed already.", way_out="It has to be answered or withdrawn first.")
    made = rewinds.proposal(by, before, reason)
    tell(campaign, "rewind_proposed", asdict(made), by=by)
    others = [side for side in registry.get(campaign.system).sides if side != by.side]
    mail(campaign, What.REWIND, others)
    if campaign.how == How.SOLO:
        _rewind(campaign, made, by, others[0])


@transaction.atomic
def withdraw_rewind(*, number: int, by: Seat) -> None:
    """Take one's side's own proposal back."""
    campaign = locked(by)
    check_commander(by)
    asked = _asked(campaign, number)
    if asked.side != by.side:
        raise Refused("The other side proposed this rewind.", way_out="Refuse it if you do not want it.")
    tell(campaign, "rewind_withdrawn", {"side": by.side, "number": number}, by=by)


@transaction.atomic
def answer_rewind(*, number: int, agreed: bool, by: Seat, seen: int) -> None:
    """Agree to the other side's proposal, which undoes what it says in all rooms at once; or refuse it."""
    campaign = locked(by)
    check_commander(by)
    asked = _asked(campaign, number)
    check_fresh(by, seen)
    if asked.side == by.side:
        raise Refused("Your own side proposed this rewind.", way_out="The other side answers it; you can withdraw it.")
    if agreed:
        _rewind(campaign, asked, by, by.side)
    else:
        tell(campaign, "rewind_refused", {"side": by.side, "number": number}, by=by)


def _asked(campaign: Campaign, number: int) -> Proposal:
    """The proposal that waits, if it is the one that was shown."""
    asked = rewinds.waiting(campaign)
    if asked is None or asked.number != number:
        raise Refused(
            "This proposal no longer waits: it was answered or withdrawn, or has lapsed.",
            way_out="Look at the page Rewind; it can be proposed again.",
        )
    return asked


def _rewind(campaign: Campaign, agreed: Proposal, by: Seat, side: str) -> None:
    """Undo what was agreed, `by` consenting for `side`; what was typed for it is a draft again."""
    game, waited = registry.get(campaign.system), campaign.outline.get("waiting", ())
    gone = {entry.act for entry in rewinds.undone(campaign, {PUBLIC, *game.sides}, agreed.before)}
    acts = rewinds.acts(campaign, agreed, by, side, timezone.now())
    journal.append(campaign, acts, journal.look(campaign, game.sides))
    tell_whose_turn(campaign, waited)
    drafts.reopen(campaign, gone)
