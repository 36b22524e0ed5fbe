"""Actions of a rewind, which undoes public acts by consent of all sides."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from campaigns import drafts
from campaigns.dice import parts
from campaigns.guards import (
    append_host_entry,
    check_commander,
    check_fresh,
    lock_campaign,
    object_by_acting,
)
from campaigns.ledger import journal
from campaigns.models import Campaign, NotificationKind, PlayMode, Seat
from campaigns.outbox import notify, notify_whose_turn
from campaigns.rewind import proposals
from campaigns.rewind.proposals import RewindProposal
from rules.contract import Refused


@transaction.atomic
def propose_rewind(*, before: int, reason: str, by: Seat, seen: int) -> None:
    """Propose to undo everything from the act with public entry `before` on, and notify the sides that have to answer.

    In a solo campaign, or a game of one side, it is carried out at once: nobody else has to agree.
    """
    campaign = lock_campaign(by)
    check_commander(by)
    check_fresh(by, seen)
    if proposals.open_proposal(campaign):
        raise Refused(
            gettext("A rewind is proposed already."), way_out=gettext("It has to be answered or withdrawn first.")
        )
    proposal = proposals.new_proposal(by, before, reason)
    object_by_acting(by)
    append_host_entry(campaign, "rewind_proposed", proposal.payload, by=by)
    others = proposals.unanswered(campaign, proposal)
    notify(campaign, NotificationKind.REWIND, others)
    if campaign.play_mode == PlayMode.SOLO or not others:
        for side in others or [by.side]:
            _agree(campaign, by if side == by.side else _other_seat(by, side))


@transaction.atomic
def withdraw_rewind(*, number: int, by: Seat) -> None:
    """Withdraw the proposal of one's own side. Raises Refused if another side made it."""
    campaign = lock_campaign(by)
    check_commander(by)
    proposal = _waiting_proposal(campaign, number)
    if proposal.side != by.side:
        raise Refused(
            gettext("The other side proposed this rewind."), way_out=gettext("Refuse it if you do not want it.")
        )
    append_host_entry(campaign, "rewind_withdrawn", {"rewind": number}, by=by)


@transaction.atomic
def answer_rewind(*, number: int, agreed: bool, by: Seat, seen: int) -> None:
    """Agree to another side's proposal, or refuse it. With the last consent all rooms are undone at once."""
    campaign = lock_campaign(by)
    check_commander(by)
    proposal = _waiting_proposal(campaign, number)
    check_fresh(by, seen)
    if proposal.side == by.side:
        raise Refused(
            gettext("Your own side proposed this rewind."),
            way_out=gettext("The other side answers it; you can withdraw it."),
        )
    if agreed and by.side in proposal.agreed:
        raise Refused(
            gettext("Your side has agreed to it already."),
            way_out=gettext("It waits for the others; you can still refuse it."),
        )
    if agreed:
        _agree(campaign, by)
    else:
        append_host_entry(campaign, "rewind_refused", {"rewind": number}, by=by)
    object_by_acting(by)


def _waiting_proposal(campaign: Campaign, number: int) -> RewindProposal:
    """The open proposal. Raises Refused unless it is the one with this number, which the page showed."""
    proposal = proposals.open_proposal(campaign)
    if proposal is None or proposal.number != number:
        raise Refused(
            gettext("This proposal no longer waits: it was answered or withdrawn, or has lapsed."),
            way_out=gettext("Look at the page Rewind; it can be proposed again."),
        )
    return proposal


def _other_seat(by: Seat, side: str) -> Seat:
    """The seat of another side that the same person has."""
    seat = Seat.objects.get(campaign=by.campaign, user=by.user, side=side)
    seat.campaign = by.campaign
    return seat


def _agree(campaign: Campaign, by: Seat) -> None:
    """Record that the side of `by` consents to the open proposal; the rewind is done once all sides have.

    The entries of the acts that are undone become drafts again.
    """
    proposal = proposals.open_proposal(campaign)
    assert proposal is not None
    if set(proposals.unanswered(campaign, proposal)) <= {by.side}:
        waited = campaign.summary.get("waiting", ())
        undone = journal.acts_since(campaign, proposal.before)
        act = proposals.rewind_act(proposal, by, timezone.now())
        state = journal.load_state(campaign, {by.side})
        journal.append(campaign, [act], state, parts.owed_by(by, state))
        notify_whose_turn(campaign, waited)
        drafts.reopen(campaign, undone)
        return
    append_host_entry(campaign, "rewind_agreed", {"rewind": proposal.number}, by=by)
