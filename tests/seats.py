"""Seats as the journal knows them, and as it does not, for tests that need others than people take by links."""

from __future__ import annotations

from dataclasses import replace

from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.ledger import seat_list
from campaigns.ledger.acts import stamp
from campaigns.ledger.seat_list import ListedSeat
from campaigns.models import Campaign, Role
from campaigns.seats.actions import new_salt, new_seat


def sits_too(campaign: Campaign, user: User, side: str) -> None:
    """Have somebody command another side as well, as if the campaign had been founded so on a shared device."""
    known = seat_list.load(campaign)
    assert known is not None
    _, whose = new_seat(campaign, known.next_seat, user, Role.COMMANDER, side, new_salt())
    name, account = user.get_username(), whose["account"]
    seat = ListedSeat(known.next_seat, Role.COMMANDER.value, side, name, account, stamp(timezone.now()))
    seat_list.store(campaign, replace(known, seats=(*known.seats, seat)))
    campaign.save(update_fields=["seat_list"])


def is_played(campaign: Campaign, how: str) -> None:
    """Have a campaign be played `how`, as if it had been founded so."""
    known = seat_list.load(campaign)
    assert known is not None
    campaign.play_mode = how
    seat_list.store(campaign, known)
    campaign.save(update_fields=["play_mode", "seat_list"])
