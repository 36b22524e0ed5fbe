"""Actions on the locks of rooms: locking one, adding and dropping ways in, turning its key.

Each that changes who has a way in leaves an entry in the public journal, with the fingerprints of all there are since.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_variables

from campaigns.guards import append_host_entry, check_commander, check_running, lock_campaign
from campaigns.ledger import crypto
from campaigns.ledger.crypto import CryptoError
from campaigns.locks import ways_in
from campaigns.locks import words as spelled
from campaigns.locks.models import OpenedSlot, Slot, SlotKind, UnlockedDevice
from campaigns.models import OF_A_SIDE, Campaign, Invitation, Room, Seat
from rules.contract import AnyState, Game, Refused

LOCK, WORDS = "lock", "words"
"""What a locked room may ask of who sits down."""


@dataclass(frozen=True)
class ChosenWords:
    """What a first commander locks his side's room with: his own words, and those of the recovery sheet, if any.

    If the room was locked by somebody who has gone since, `way_in` is the one by which he enters it.
    """

    own: str
    sheet: str = ""
    way_in: OpenedSlot | None = None

    def __repr__(self) -> str:
        return "ChosenWords"


@sensitive_variables()
def lock_room(seat: Seat, chosen: ChosenWords) -> OpenedSlot:
    """Lock the room of a side's first commander, before anything of his is written in it; `tell` says so afterwards.

    One that was locked before is entered first, and a new recovery sheet takes the place of the old one.
    """
    room = crypto.room_of(seat.campaign, seat.side)
    if chosen.way_in:
        chosen.way_in.slot.refresh_from_db()
        ways_in.enter(seat.campaign, room, chosen.way_in)
    dropped = ways_in.slots_without_people(room)
    if chosen.sheet:
        dropped += [slot.pk for slot in ways_in.slots_of(room) if slot.kind == SlotKind.RECOVERY]
    ways_in.turn(seat.campaign, room, without=dropped)
    if chosen.sheet:
        ways_in.make(seat.campaign, room, SlotKind.RECOVERY, chosen.sheet)
    return ways_in.make(seat.campaign, room, SlotKind.MEMBER, chosen.own, seat=seat)


def tell(seat: Seat) -> None:
    """Write into the journal which ways into the room of a seat's side there are."""
    room = crypto.room_of(seat.campaign, seat.side)
    data = {"side": seat.side, "generation": len(room.older), "slots": ways_in.fingerprints(room)}
    append_host_entry(seat.campaign, "locked", data, by=seat)


@transaction.atomic
def make_way_in(by: Seat, *, offer: Invitation | None = None, umpire: Seat | None = None) -> str:
    """New words for whoever sits down by a link, or for an umpire who was let in; "" if the room is not locked.

    They are shown to the commander once, and kept nowhere.
    """
    campaign = lock_campaign(by)
    check_commander(by)
    room = crypto.room_of(campaign, by.side)
    if not crypto.is_locked(room) or (
        offer and (offer.role, offer.side) not in [(role, by.side) for role in OF_A_SIDE]
    ):
        return ""
    words = spelled.drawn_words()
    ways_in.turn(campaign, room)
    kind = SlotKind.UMPIRE if umpire else SlotKind.MEMBER
    ways_in.make(campaign, room, kind, words, seat=umpire, invitation=offer.pk if offer else None)
    tell(by)
    return words


@transaction.atomic
def drop_way_in(by: Seat, invitation_id: int) -> None:
    """Take the way in that was made for a link away, and turn the key, so that it opens nothing new."""
    campaign = lock_campaign(by)
    room = crypto.room_of(campaign, by.side)
    dropped = list(Slot.objects.filter(room=room.pk, invitation=invitation_id).values_list("pk", flat=True))
    if dropped:
        ways_in.turn(campaign, room, without=dropped)
        tell(by)


def unlock(seat: Seat, slot: Slot, typed: str) -> OpenedSlot:
    """Open a way in with its words; Refused if they do not open the room. No transaction may be open."""
    opened = ways_in.open_slot(seat.campaign, _room(seat.campaign, slot), slot, spelled.read(typed))
    try:
        ways_in.enter(seat.campaign, _room(seat.campaign, slot), opened)
    except CryptoError:
        raise Refused(
            gettext("These words open the lock, but the lock does not open this room: it was altered or replaced."),
            way_out=gettext("Nothing was written. Tell your team, and ask whoever runs the server what was changed."),
        ) from None
    return opened


def known_words(seat: Seat, typed: str) -> None:
    """Refused unless these are the words of somebody's own way in, or of the sheet where he has none. No transaction
    may be open."""
    slots = [slot for slot in ways_in.slots_for(seat) if slot.room.key == seat.side]
    own = next((slot for slot in slots if slot.kind == SlotKind.MEMBER), slots[0] if slots else None)
    if own is None:
        raise Refused(
            gettext("There is no way in of yours whose words could be changed."),
            way_out=gettext("Ask a commander of your side for a new link, with words for you."),
        )
    ways_in.open_slot(seat.campaign, _room(seat.campaign, own), own, spelled.read(typed))


@transaction.atomic
@sensitive_variables()
def change_words(by: Seat, words: str) -> OpenedSlot:
    """A new way into the room of somebody's side in the place of his own; the key turns, and the old words open nothing
    that is written since. Every device of his but this one asks for the new words."""
    campaign, room = _room_to_lock_anew(by)
    old = [slot.pk for slot in ways_in.slots_of(room) if slot.seat_id == by.pk]
    ways_in.turn(campaign, room, without=[*old, *ways_in.slots_without_people(room)])
    opened = ways_in.make(campaign, room, SlotKind.MEMBER, words, seat=by)
    tell(by)
    return opened


@transaction.atomic
@sensitive_variables()
def renew_sheet(by: Seat, words: str) -> None:
    """A new recovery sheet of a commander's side; the old one opens nothing that is written since."""
    check_commander(by)
    campaign, room = _room_to_lock_anew(by)
    old = [slot.pk for slot in ways_in.slots_of(room) if slot.kind == SlotKind.RECOVERY]
    ways_in.turn(campaign, room, without=[*old, *ways_in.slots_without_people(room)])
    ways_in.make(campaign, room, SlotKind.RECOVERY, words)
    tell(by)


def _room_to_lock_anew(by: Seat) -> tuple[Campaign, Room]:
    """The locked room of a member's side in a campaign that goes on, under the row's lock."""
    campaign = lock_campaign(by)
    check_running(campaign)
    if by.side and crypto.is_locked(room := crypto.room_of(campaign, by.side)):
        return campaign, room
    raise Refused(gettext("This room has no words."), way_out=gettext("Rooms are locked at the start."))


def needs(offer: Invitation) -> frozenset[str]:
    """What taking a seat by a link needs for the side's lock: nothing, to LOCK the room, or its WORDS.

    Both where no words came with the link, because the side's commander is gone: then he enters it by somebody else's
    and locks it with his own.
    """
    if not offer.side or not crypto.has_locks(offer.campaign):
        return frozenset()
    if not crypto.is_locked(crypto.room_of(offer.campaign, offer.side)):
        return frozenset({LOCK})
    return frozenset({WORDS}) if Slot.objects.filter(invitation=offer.pk).exists() else frozenset({LOCK, WORDS})


def slots_for_offer(offer: Invitation) -> list[Slot]:
    """The ways in with whose words the taker of a link opens the locked room: the one made for the link.

    Where none was, those that are left of people who can hand their words on: the recovery sheet, umpires.
    """
    slots = Slot.objects.filter(room=crypto.room_of(offer.campaign, offer.side).pk).order_by("kind", "pk")
    slots = slots.select_related("room", "seat__user")
    own_slots = list(slots.filter(invitation=offer.pk, kind=SlotKind.MEMBER))
    handed_on = Q(kind=SlotKind.RECOVERY) | Q(kind=SlotKind.UMPIRE, seat__isnull=False)
    return own_slots or list(slots.filter(handed_on))


def open_offer(offer: Invitation, slot: Slot, typed: str) -> OpenedSlot:
    """Open a way in for the taker of a link with its words. No transaction may be open."""
    return ways_in.open_slot(offer.campaign, _room(offer.campaign, slot), slot, spelled.read(typed))


@sensitive_variables()
def sit_down(seat: Seat, offer: Invitation, way_in: ChosenWords | OpenedSlot | None) -> OpenedSlot | None:
    """Give the taker of a link his way in; for a first commander this locks the room.

    Refused if the room is locked and no words were given.
    """
    campaign = seat.campaign
    Slot.objects.filter(invitation=offer.pk).update(seat=seat, invitation=None)
    if not seat.side or not crypto.has_locks(campaign):
        return None
    room = crypto.room_of(campaign, seat.side)
    if isinstance(way_in, ChosenWords) and (way_in.way_in or not crypto.is_locked(room)):
        return lock_room(seat, way_in)
    if not crypto.is_locked(room) or not isinstance(way_in, OpenedSlot):
        raise Refused(
            gettext("The room of this side is locked, and its words were not given."),
            field="words",
            way_out=gettext("Type the words that belong to the link; whoever invited you has them."),
        )
    way_in.slot.refresh_from_db()
    ways_in.enter(campaign, room, way_in)
    return way_in


def leave_key(seat: Seat, game: Game, before: AnyState, after: AnyState) -> None:
    """Leave the key of a locked room under the master key alone, once its side has made its last decision.

    So the room opens at the campaign's end, whoever is there.
    """
    was, now = game.public(before.only(())), game.public(after.only(()))
    waits = now.stage == was.stage and seat.side in now.waiting
    if was.stage == game.last_stage and seat.side in was.waiting and not waits:
        room = crypto.room_of(seat.campaign, seat.side)
        room.deposit = crypto.wrapped_key_of(seat.campaign, room)
        room.save(update_fields=["deposit"])


def shut_out(seat: Seat, rooms: Collection[str]) -> None:
    """Forget the devices on which a seat has entered these rooms, and leave its ways in to nobody.

    They go with the key that is turned before its side writes next.
    """
    slots = Slot.objects.filter(room__campaign=seat.campaign_id, room__key__in=rooms)
    UnlockedDevice.objects.filter(user=seat.user_id, slot__in=slots).delete()
    slots.filter(seat=seat.pk).update(seat=None)


def renew_stale_key(seat: Seat) -> None:
    """Replace the key of a locked room, before anything is written into it, if somebody may know it who must not.

    That is so if somebody with a way in has left, or if the key was handed over after the side's last decision and that
    decision has been undone since.
    """
    room = crypto.room_of(seat.campaign, seat.side)
    abandoned = ways_in.slots_without_people(room)
    too_early = bool(room.deposit) and seat.side in seat.campaign.summary.get("waiting", ())
    if abandoned or too_early:
        room.deposit = None if too_early else room.deposit
        ways_in.turn(seat.campaign, room, without=abandoned)
        tell(seat)


def _room(campaign: Campaign, slot: Slot) -> Room:
    return crypto.room_of(campaign, slot.room.key)
