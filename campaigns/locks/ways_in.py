"""The ways into a locked room: made, handed its key, opened with words, dropped. Who calls this holds the row's lock.

words --Argon2id--> a slot's private key, which lies under the master key too
the room's key, sealed to the public key of each slot; the key before it lies under it
"""

from __future__ import annotations

import hmac
import os
import secrets
from collections.abc import Collection
from datetime import timedelta

from django.db.models import F, Q
from django.db.models.expressions import Case, Value, When
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_variables

from campaigns.ledger import crypto
from campaigns.ledger.crypto import CryptoError
from campaigns.locks import keys
from campaigns.locks.models import OpenedSlot, Slot, SlotKind
from campaigns.models import Campaign, JournalEntry, Room, Seat
from rules.contract import Refused

LOCKED = "house.locked"
MOST_MISSES, REST = 5, timedelta(minutes=5)
"""After so many wrong words a way in rests for so long."""


@sensitive_variables()
def make(
    campaign: Campaign, room: Room, kind: str, words: str, *, seat: Seat | None = None, invitation: int | None = None
) -> OpenedSlot:
    """A new way into an unlocked room, by `words` as they are used."""
    private, public = keys.new_pair()
    slot = Slot(room_id=room.pk, kind=kind, seat=seat, invitation_id=invitation, name=secrets.token_hex(8))
    slot.salt, slot.public = os.urandom(16), public
    label = _label(campaign, room, slot)
    inner = crypto.encrypt(keys.stretched(words, slot.salt), private, label)
    slot.private = crypto.wrap(inner, label)
    _hand_key(campaign, room, slot)
    slot.save()
    return OpenedSlot(slot, private)


@sensitive_variables()
def turn(campaign: Campaign, room: Room, without: Collection[int] = ()) -> None:
    """A new key for an unlocked room, handed to its ways in; those `without` and those nobody of the side made go.

    A key that was left for the campaign's end is left anew.
    """
    slots = [slot for slot in slots_of(room) if slot.pk not in without and is_genuine(campaign, room, slot)]
    crypto.turn_key(campaign, room)
    if room.deposit:
        room.deposit = crypto.wrapped_key_of(campaign, room)
    room.save(update_fields=["wrapped_key", "older", "state", "dice", "deposit"])
    Slot.objects.filter(room=room.pk).exclude(pk__in=[slot.pk for slot in slots]).delete()
    for slot in slots:
        _hand_key(campaign, room, slot)
    Slot.objects.bulk_update(slots, ["sealed", "tag"])


@sensitive_variables()
def open_slot(campaign: Campaign, room: Room, slot: Slot, words: str) -> OpenedSlot:
    """Open a slot with its words; Refused if they are wrong, or after too many misses. Not within a transaction."""
    _count_miss(slot)
    label = _label(campaign, room, slot)
    inner = crypto.unwrap(slot.private, label)
    try:
        private = crypto.decrypt(keys.stretched(words, bytes(slot.salt)), inner, label)
    except CryptoError:
        raise Refused(
            gettext("These are not the words of this way in."),
            field="words",
            way_out=gettext("Try again; after five wrong ones it rests for five minutes."),
        ) from None
    Slot.objects.filter(pk=slot.pk).update(misses=0, missed_at=None)
    return OpenedSlot(slot, private)


@sensitive_variables()
def enter(campaign: Campaign, room: Room, opened: OpenedSlot) -> None:
    """Unlock a room for this request; CryptoError unless the slot was made by its side, and opens what is in the room.

    A lock that was replaced as a whole opens, but nothing of the room does: nothing is ever written under such a key.
    """
    newest = keys.unseal(opened.private, bytes(opened.slot.sealed), _sealed_label(campaign, room))
    if not crypto.opens_state(campaign, room, newest):
        raise CryptoError(f"{campaign.public_id} {room.key}: its lock was altered, and does not open the room.")
    campaign.unlocked_keys[room.key] = crypto.key_ring(campaign, room, newest)
    if not is_genuine(campaign, room, opened.slot):
        del campaign.unlocked_keys[room.key]
        raise CryptoError(f"{campaign.public_id} {room.key}: a way in was made by nobody of the side.")


@sensitive_variables()
def is_genuine(campaign: Campaign, room: Room, slot: Slot) -> bool:
    """Whether somebody who was in the room made the slot with this public key; asked by who has unlocked it."""
    return hmac.compare_digest(bytes(slot.tag), _tag(campaign, room, slot)) if slot.tag else False


def slots_of(room: Room) -> list[Slot]:
    """The ways into a room."""
    return list(Slot.objects.filter(room=room.pk).select_related("seat__user").order_by("pk"))


def slots_without_people(room: Room) -> list[int]:
    """The primary keys of a room's slots whose people have left."""
    awaited = Q(invitation__isnull=False, invitation__withdrawn_at=None)
    apart = Q(kind=SlotKind.RECOVERY) | Q(seat__isnull=False) | awaited
    return list(Slot.objects.filter(room=room.pk).exclude(apart).values_list("pk", flat=True))


def fingerprints(room: Room) -> list[str]:
    """The fingerprints of a room's ways in, published so that all see when one comes or goes."""
    return sorted(keys.fingerprint(bytes(slot.public)) for slot in slots_of(room))


def published_fingerprints(campaign: Campaign, room: Room) -> set[str]:
    """The fingerprints of the ways into a room in the newest public entry about its lock; empty if there is none."""
    entries = JournalEntry.objects.filter(campaign=campaign, kind=LOCKED, side=room.key).order_by("-sequence")
    newest = entries.first()
    return set(newest.body["slots"]) if newest and newest.body else set()


def slots_for(seat: Seat) -> list[Slot]:
    """The ways in that somebody of a seat may give words for: his own, and the recovery sheet of his side."""
    own = Q(seat=seat.pk)
    if seat.side:
        own |= Q(kind=SlotKind.RECOVERY, room__campaign=seat.campaign_id, room__key=seat.side)
    return list(Slot.objects.filter(own).select_related("room").order_by("kind", "pk"))


def rewrap(campaign: Campaign) -> None:
    """Encrypt the outer layer of all slots with the current master key; no words are needed."""
    for slot in Slot.objects.filter(room__campaign=campaign).select_related("room"):
        label = _label(campaign, slot.room, slot)
        slot.private = crypto.wrap(crypto.unwrap(slot.private, label), label)
        slot.save(update_fields=["private"])


@sensitive_variables()
def _hand_key(campaign: Campaign, room: Room, slot: Slot) -> None:
    """Seal the room's key to a slot, on its unsaved row."""
    room_key = crypto.key_of(campaign, room)
    slot.sealed = keys.seal_to(bytes(slot.public), room_key, _sealed_label(campaign, room))
    slot.tag = _tag(campaign, room, slot)


def _tag(campaign: Campaign, room: Room, slot: Slot) -> bytes:
    label = f"{_label(campaign, room, slot)} {slot.kind} {len(room.older)}"
    return keys.tag(crypto.key_of(campaign, room), label, bytes(slot.public))


def _count_miss(slot: Slot) -> None:
    """Count a try before it is made, as many at once are one each; Refused if there were too many of late."""
    rested = Q(missed_at=None) | Q(missed_at__lte=timezone.now() - REST)
    misses = Case(When(rested, then=Value(1)), default=F("misses") + 1)
    tried = Slot.objects.filter(Q(misses__lt=MOST_MISSES) | rested, pk=slot.pk)
    if not tried.update(misses=misses, missed_at=timezone.now()):
        raise Refused(gettext("Too many wrong words were typed here."), way_out=gettext("Try again in five minutes."))


def _label(campaign: Campaign, room: Room, slot: Slot) -> str:
    return f"{campaign.public_id} {room.key} slot {slot.name}"


def _sealed_label(campaign: Campaign, room: Room) -> str:
    return f"{campaign.public_id} {room.key} sealed {len(room.older)}"
