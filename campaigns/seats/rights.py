"""What a seat may enter, draft and commit; `access` has the functions that find a request's seat."""

from __future__ import annotations

from django.db import transaction

from campaigns.ledger import crypto, journal
from campaigns.ledger.crypto import RoomLocked
from campaigns.locks import devices
from campaigns.models import OF_A_SIDE, Campaign, Role, Seat
from rules import registry
from rules.contract import PUBLIC


def enter(seat: Seat) -> None:
    """Unlock the seat's locked rooms with its device; RoomLocked if that does not open its own room.

    A room that was still locked when the campaign ended is opened to all now.
    """
    campaign = seat.campaign
    if not crypto.has_locks(campaign):
        return
    devices.unlock(seat.user, [campaign])
    if not seat.side or not crypto.is_locked(room := crypto.room_of(campaign, seat.side)):
        return
    if crypto.is_shut(campaign, room):
        raise RoomLocked(campaign.public_id)
    if campaign.ended:
        with transaction.atomic():
            Campaign.objects.select_for_update().get(pk=campaign.pk)
            journal.open_at_end(campaign)


def rooms_of(seat: Seat) -> frozenset[str]:
    """The rooms a seat may enter that are not locked for it."""
    shut = {room.key for room in seat.campaign.rooms.all() if crypto.is_shut(seat.campaign, room)}
    return rooms_by_right(seat) - shut


def rooms_by_right(seat: Seat) -> frozenset[str]:
    """The rooms a seat may enter. After the campaign's end all rooms are open to all seats."""
    sides = frozenset(registry.get(seat.campaign.system).sides)
    if seat.campaign.ended:
        return sides | {PUBLIC}
    if seat.role in OF_A_SIDE:
        return frozenset({PUBLIC, seat.side})
    if seat.role == Role.UMPIRE:
        return (sides & frozenset(seat.admitted)) | {PUBLIC}
    return frozenset({PUBLIC})


def may_commit(seat: Seat) -> bool:
    """Whether the seat's orders count: a commander's, while the campaign runs."""
    return seat.role == Role.COMMANDER and seat.campaign.running


def may_draft(seat: Seat) -> bool:
    """Whether the seat may prepare its side's entries."""
    return seat.role in OF_A_SIDE and seat.campaign.running
