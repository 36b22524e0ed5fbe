"""Keys and ciphers: what is stored encrypted and with which key (ADR 3).

Each room has a data key of its own. Data keys and dice seeds are wrapped by master keys from the environment
(settings.REFIT_KEYS, the first is the current one), so a change of the master key re-wraps a few short keys and leaves
the journal untouched. Every ciphertext is bound to the place it belongs to (`label`): moved elsewhere it won't open.

A room that its side has locked (campaigns.locks) has no wrapped key: its newest key is encrypted under words of the
side, and each older one under the key after it (`Room.older`). Where it was unlocked in this request, its keys are in
`Campaign.unlocked_keys`.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import zlib
from typing import TYPE_CHECKING, Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

if TYPE_CHECKING:
    from campaigns.models import Campaign, Room

BLOCK = 256
"""Sealed bodies are padded to multiples of this, so that their length says little."""

NONCE, TAG_OF_KEY, LENGTH = 12, 4, 4
SEALED = 28
"""How many bytes a ciphertext is longer than its content: nonce and tag."""
TEAM_SIZE = 2048
"""What a side keeps of who does what in it (`Room.team`) is padded to this many bytes and may not be longer."""


class CryptoError(Exception):
    """A secret can't be decrypted; the message is for the host and contains no secret."""


class RoomLocked(CryptoError):
    """A side has locked its room with words of its own, and it was not unlocked in this request."""

    def __init__(self, public_id: str) -> None:
        super().__init__(f"{public_id}: a room is locked with words of its side.")
        self.public_id = public_id


def new_key() -> bytes:
    return AESGCM.generate_key(256)


def wrap(secret: bytes, label: str) -> bytes:
    """Encrypt a data key or seed with the current master key."""
    master = _masters()[0]
    return _tag(master) + encrypt(master, secret, label)


def unwrap(wrapped: bytes | memoryview, label: str) -> bytes:
    """The inverse of `wrap`. Raises CryptoError if it does not open or its master key is not here."""
    wrapped = bytes(wrapped)
    for master in _masters():
        if wrapped.startswith(_tag(master)):
            return decrypt(master, wrapped[TAG_OF_KEY:], label)
    raise CryptoError(f"{label}: locked with a master key that REFIT_KEYS does not hold.")


def seal(key: bytes, value: object, label: str, *, block: int = BLOCK) -> bytes:
    """Compress and encrypt a JSON value, padded to a multiple of `block` bytes."""
    packed = zlib.compress(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())
    framed = len(packed).to_bytes(LENGTH, "big") + packed
    return encrypt(key, framed.ljust(-(-len(framed) // block) * block, b"\0"), label)


def open_sealed(key: bytes, sealed: bytes | memoryview, label: str) -> Any:
    """The inverse of `seal`."""
    framed = decrypt(key, bytes(sealed), label)
    length = int.from_bytes(framed[:LENGTH], "big")
    return json.loads(zlib.decompress(framed[LENGTH : LENGTH + length]))


def authentication(value: bytes) -> str:
    """A MAC that proves that this program wrote `value`, under a key from the current master key."""
    return hmac.digest(_mac_key(_masters()[0]), value, "sha256").hex()


def is_authentic(mac: object, value: bytes) -> bool:
    """Whether `mac`, as a row has it, was made for this value under any of the master keys."""
    macs = (hmac.digest(_mac_key(master), value, "sha256").hex() for master in _masters())
    return isinstance(mac, str) and any(hmac.compare_digest(each.encode(), mac.encode()) for each in macs)


def authentication_in(campaign: Campaign, room: Room, value: bytes) -> str:
    """A MAC under a room's key that proves that this program wrote a `value` which is stored in the open."""
    return hmac.digest(_mac_key(key_of(campaign, room)), value, "sha256").hex()


def _mac_key(key: bytes) -> bytes:
    return hmac.digest(key, b"refit authentication", "sha256")


def encrypt(key: bytes, clear: bytes, label: str) -> bytes:
    """Encrypt `clear`, bound to the place that `label` names."""
    nonce = os.urandom(NONCE)
    return nonce + AESGCM(key).encrypt(nonce, clear, label.encode())


def decrypt(key: bytes, cipher: bytes, label: str) -> bytes:
    """The inverse of `encrypt`. Raises CryptoError if it does not open."""
    try:
        return AESGCM(key).decrypt(cipher[:NONCE], cipher[NONCE:], label.encode())
    except (InvalidTag, ValueError):
        # `from None`: the cause would carry key and ciphertext into tracebacks.
        raise CryptoError(f"What is stored for {label} does not open: it was altered or moved.") from None


def _tag(master: bytes) -> bytes:
    return hashlib.sha256(b"refit master key" + master).digest()[:TAG_OF_KEY]


def _masters() -> list[bytes]:
    if not settings.REFIT_KEYS:
        raise CryptoError("REFIT_KEYS is empty: without a master key no campaign can be opened.")
    return list(settings.REFIT_KEYS)


# The keys of rooms, and the states kept with them ---------------------------------------------------------------------


def keys_of(campaign: Campaign, room: Room) -> tuple[bytes, ...]:
    """The data keys of a room, the newest first.

    Raises CryptoError if the host no longer holds its master key, RoomLocked if its side has locked it and it was not
    unlocked in this request. Unwrapped keys are cached on `campaign`, so each is unwrapped once a request.
    """
    if is_locked(room):
        if room.key not in campaign.unlocked_keys:
            raise RoomLocked(campaign.public_id)
        return campaign.unlocked_keys[room.key]
    label, wrapped = _key_label(campaign, room.key), bytes(room.wrapped_key)
    if (label, wrapped) not in campaign.unwrapped_keys:
        campaign.unwrapped_keys[label, wrapped] = key_ring(campaign, room, unwrap(wrapped, label))
    return campaign.unwrapped_keys[label, wrapped]


def key_of(campaign: Campaign, room: Room) -> bytes:
    """The data key that a room is written with, its newest; raises as `keys_of` does."""
    return keys_of(campaign, room)[0]


def key_ring(campaign: Campaign, room: Room, newest: bytes) -> tuple[bytes, ...]:
    """The `newest` key of a room and all its older ones, the newest first."""
    keys = [newest]
    for number, older in reversed(list(enumerate(room.older))):
        keys.append(decrypt(keys[-1], bytes.fromhex(older), _older_label(campaign, room, number)))
    return tuple(keys)


def is_locked(room: Room) -> bool:
    """Whether a room opens only with words of its side."""
    return not room.wrapped_key


def has_locks(campaign: Campaign) -> bool:
    """Whether a campaign has locked rooms, told by the rows of the rooms alone."""
    return any(is_locked(room) for room in campaign.rooms.all())


def is_shut(campaign: Campaign, room: Room) -> bool:
    """Whether a room is locked and was not unlocked in this request."""
    return is_locked(room) and room.key not in campaign.unlocked_keys


def opens_state(campaign: Campaign, room: Room, key: bytes) -> bool:
    """Whether a room's stored state was encrypted with `key`."""
    try:
        decrypt(key, bytes(room.state), _state_label(campaign, room.key))
    except CryptoError:
        return False
    return True


def turn_key(campaign: Campaign, room: Room) -> bytes:
    """Give a room a new data key, put on its (unsaved) row with the former key encrypted under it; returns the new key.

    The room is locked from now on, since no master key wraps the new key: the caller has to give it to the ways in.
    """
    before, state, dice, new = (
        keys_of(campaign, room),
        stored_state(campaign, room),
        stored_dice(campaign, room),
        new_key(),
    )
    room.older = [*room.older, encrypt(new, before[0], _older_label(campaign, room, len(room.older))).hex()]
    room.wrapped_key = b""
    campaign.unlocked_keys[room.key] = (new, *before)
    store_state(campaign, room, state)
    if dice is not None:
        store_dice(campaign, room, dice)
    return new


def wrapped_key_of(campaign: Campaign, room: Room) -> bytes:
    """The key of an open or unlocked room, wrapped by the master key alone."""
    return wrap(key_of(campaign, room), _key_label(campaign, room.key))


def open_in(campaign: Campaign, room: Room, sealed: bytes | memoryview, label: str) -> Any:
    """The inverse of `seal` with whichever of a room's keys it was sealed by."""
    keys = keys_of(campaign, room)
    for key in keys[:-1]:
        try:
            return open_sealed(key, sealed, label)
        except CryptoError:
            continue
    return open_sealed(keys[-1], sealed, label)


def room_of(campaign: Campaign, key: str) -> Room:
    """The room called `key`."""
    return next(room for room in campaign.rooms.all() if room.key == key)


def store_state(campaign: Campaign, room: Room, dumped: object) -> None:
    """Put a room's dumped state on its (unsaved) row."""
    room.state = seal(key_of(campaign, room), dumped, _state_label(campaign, room.key))


def stored_state(campaign: Campaign, room: Room) -> object:
    """The dumped state on a room's row."""
    return open_sealed(key_of(campaign, room), room.state, _state_label(campaign, room.key))


def store_dice(campaign: Campaign, room: Room, dumped: object) -> None:
    """Put a side's secret part in the dice on its room's (unsaved) row."""
    room.dice = seal(key_of(campaign, room), dumped, _dice_label(campaign, room.key))


def stored_dice(campaign: Campaign, room: Room) -> object:
    """The secret part in the dice on a room's row; None if there is none."""
    if room.dice is None:
        return None
    return open_sealed(key_of(campaign, room), room.dice, _dice_label(campaign, room.key))


def store_team(campaign: Campaign, room: Room, dumped: object) -> bool:
    """Put what a side keeps of who does what in it on its room's (unsaved) row; False if it is too long."""
    sealed = seal(key_of(campaign, room), dumped, _team_label(campaign, room.key), block=TEAM_SIZE)
    if len(sealed) > TEAM_SIZE + SEALED:
        return False
    room.team = sealed
    return True


def stored_team(campaign: Campaign, room: Room) -> object:
    """What a side keeps of who does what in it; {} if nothing was stored yet."""
    return {} if room.team is None else open_in(campaign, room, room.team, _team_label(campaign, room.key))


def rewrap(campaign: Campaign, room: Room) -> None:
    """Wrap a room's key and deposit anew with the current master key, on its (unsaved) row.

    A key that is under words of the side stays as it is.
    """
    label = _key_label(campaign, room.key)
    if not is_locked(room):
        room.wrapped_key = wrap(unwrap(room.wrapped_key, label), label)
    if room.deposit:
        room.deposit = wrap(unwrap(room.deposit, label), label)


def wrap_new_key(campaign: Campaign, key: str) -> bytes:
    """A new data key for the room called `key`, wrapped."""
    return wrap(new_key(), _key_label(campaign, key))


def _key_label(campaign: Campaign, key: str) -> str:
    return f"{campaign.public_id} {key} key"


def _older_label(campaign: Campaign, room: Room, number: int) -> str:
    return f"{_key_label(campaign, room.key)} {number}"


def _state_label(campaign: Campaign, key: str) -> str:
    return f"{campaign.public_id} {key} state"


def _dice_label(campaign: Campaign, key: str) -> str:
    return f"{campaign.public_id} {key} dice"


def _team_label(campaign: Campaign, key: str) -> str:
    return f"{campaign.public_id} {key} team"


def wrap_seed(campaign: Campaign, seed: bytes) -> bytes:
    """The seed of a campaign's dice, wrapped for storing."""
    return wrap(seed, f"{campaign.public_id} seed")


def seed_of(campaign: Campaign) -> bytes:
    """The seed of a campaign's dice. It may be shown to people only after the campaign has ended."""
    label, wrapped = f"{campaign.public_id} seed", bytes(campaign.seed_sealed)
    if (label, wrapped) not in campaign.unwrapped_keys:
        campaign.unwrapped_keys[label, wrapped] = (unwrap(wrapped, label),)
    return campaign.unwrapped_keys[label, wrapped][0]
