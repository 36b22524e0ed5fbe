"""The action by which a side contributes to the dice when one of it opens a page."""

from __future__ import annotations

from django.db import transaction

from campaigns.dice import parts
from campaigns.guards import lock_campaign, object_by_acting
from campaigns.ledger import crypto, journal
from campaigns.locks import actions as locks
from campaigns.models import Role, Seat
from rules import registry


def look_in(*, by: Seat) -> None:
    """Give what the seat's side owes for the dice, if anything. It decides nothing in the game."""
    with transaction.atomic(savepoint=not by.locked):
        campaign = lock_campaign(by)
        if not by.side:
            return
        state = journal.load_state(campaign, {by.side})
        if not parts.owes(by, registry.get(campaign.system).public(state.only(()))):
            return
        object_by_acting(by)
        if by.role == Role.COMMANDER and crypto.is_locked(crypto.room_of(campaign, by.side)):
            locks.renew_stale_key(by)
        journal.append(campaign, [], state, parts.owed_by(by, state))
