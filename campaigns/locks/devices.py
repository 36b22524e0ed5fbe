"""Devices on which a room was unlocked: half of the key is in a cookie, half in a row bound to the session.

Either half alone is noise. The row holds the private key of a slot, so turning a room's key sends nobody back to his
words. A row goes with its session: whoever logs out, changes his password, hands the device over or has his session
ended types his words again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from campaigns.ledger import crypto
from campaigns.ledger.crypto import CryptoError
from campaigns.locks import keys, ways_in
from campaigns.locks.models import OpenedSlot, Slot, UnlockedDevice
from campaigns.seats.rows import columns_of, sent

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, User
    from django.contrib.sessions.models import Session

    from campaigns.models import Campaign

DEVICE = "device"
"""Where the user of a request has the device he is at."""
HALF = 32
STAYS = timedelta(days=30)
USER, SESSION, NOW = -1, "?", datetime.max.replace(tzinfo=UTC)
"""Values in whose place others are sent; no row has them."""


@dataclass(frozen=True)
class Device:
    """The cookie's half of the key, and the mark of its session."""

    half: bytes
    session: str

    def __repr__(self) -> str:
        return "Device"


def attach(user: User, device: Device) -> None:
    """Let the user of a request carry his device."""
    setattr(user, DEVICE, device)


def device_of(user: User | AnonymousUser) -> Device | None:
    """The device that the user of a request is at, if one of his rooms was unlocked on it."""
    device: Device | None = getattr(user, DEVICE, None)
    return device


def mark_of(session_key: str) -> str:
    """A hash that stands for a session in rows."""
    return hashlib.sha256(b"refit device " + session_key.encode()).hexdigest()


@sensitive_variables()
def remember(user: User, device: Device, opened: OpenedSlot) -> None:
    """Let a device open the room of a slot from now on."""
    place = _place(device.session, user.pk, opened.slot.name)
    inner = crypto.encrypt(keys.derived(device.half, "cookie"), opened.private, place)
    UnlockedDevice.objects.filter(user=user, until__lte=timezone.now()).delete()
    UnlockedDevice.objects.update_or_create(
        session=device.session,
        slot=opened.slot,
        defaults={"user": user, "sealed": crypto.wrap(inner, place), "until": timezone.now() + STAYS},
    )
    attach(user, device)


@sensitive_variables()
def unlock(user: User | AnonymousUser, campaigns: Iterable[Campaign]) -> None:
    """Open, for this request, the locked rooms of `campaigns` that this device was unlocked for; in one query."""
    device = device_of(user)
    rooms = {
        room.pk: (campaign, room)
        for campaign in campaigns
        if device
        for room in campaign.rooms.all()
        if crypto.is_locked(room)
    }
    if not rooms or device is None:
        return
    assert user.pk is not None
    statement, order = _statement()
    values: dict[object, object] = {USER: user.pk, SESSION: device.session, NOW: timezone.now()}
    rows, slots = columns_of(UnlockedDevice), columns_of(Slot)
    for columns in sent(statement, [values[each] for each in order]):
        row = rows.read(columns)
        row.slot = slots.read(columns[rows.number :])
        if row.slot.room_id not in rooms:
            continue
        campaign, room = rooms[row.slot.room_id]
        place = _place(device.session, user.pk, row.slot.name)
        try:
            private = crypto.decrypt(keys.derived(device.half, "cookie"), crypto.unwrap(row.sealed, place), place)
            ways_in.enter(campaign, room, OpenedSlot(row.slot, private))
        except CryptoError:
            continue  # it stays locked: the page of the words says so


@cache
def _statement() -> tuple[str, Sequence[object]]:
    """The compiled statement for a session's unlocked devices and their slots, with the places of its parameters.

    Compiled once in a process: that takes Django five times as long as running it.
    """
    rows = UnlockedDevice.objects.filter(user_id=USER, session=SESSION, until__gt=NOW).select_related("slot")
    return rows.query.sql_with_params()


def forget_session(instance: Session, **signal: Any) -> None:
    """Delete the unlocked devices of a session that has ended."""
    UnlockedDevice.objects.filter(session=mark_of(instance.session_key)).delete()


def rewrap_all() -> None:
    """Encrypt the outer layer of every row with the current master key."""
    for row in UnlockedDevice.objects.select_related("slot"):
        place = _place(row.session, row.user_id, row.slot.name)
        row.sealed = crypto.wrap(crypto.unwrap(row.sealed, place), place)
        row.save(update_fields=["sealed"])


def _place(session: str, user_id: int, slot: str) -> str:
    return f"device {session} {user_id} {slot}"
