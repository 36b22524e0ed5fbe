"""Keys and ciphers: what is stored encrypted, with which key, and the rooms whose states and entries they close.

Each room has a data key of its own; data keys and dice seeds are wrapped by master keys
that live in the environment (settings.REFIT_KEYS, the first is the current one). Changing
the master key therefore re-wraps a few short keys and leaves the journal untouched.
Every ciphertext is bound to the place it belongs to (`label`): moved elsewhere it won't open.
"""

from __future__ import annotations

import hashlib
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


class CryptoError(Exception):
    """A secret can't be opened; the message is for the host and names no secret."""


def new_key() -> bytes:
    return AESGCM.generate_key(256)


def wrap(secret: bytes, label: str) -> bytes:
    """A data key or seed under the current master key."""
    master = _masters()[0]
    return _tag(master) + _encrypt(master, secret, label)


def unwrap(wrapped: bytes | memoryview, label: str) -> bytes:
    """The inverse of `wrap`, with whichever master key it was wrapped by."""
    wrapped = bytes(wrapped)
    for master in _masters():
        if wrapped.startswith(_tag(master)):
            return _decrypt(master, wrapped[TAG_OF_KEY:], label)
    raise CryptoError(f"{label}: locked with a master key that REFIT_KEYS does not hold.")


def seal(key: bytes, value: Any, label: str, *, block: int = BLOCK) -> bytes:
    """A JSON value as ciphertext, padded to a multiple of `block`."""
    packed = zlib.compress(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())
    framed = len(packed).to_bytes(LENGTH, "big") + packed
    return _encrypt(key, framed.ljust(-(-len(framed) // block) * block, b"\0"), label)


def open_sealed(key: bytes, sealed: bytes | memoryview, label: str) -> Any:
    """The inverse of `seal`."""
    framed = _decrypt(key, bytes(sealed), label)
    length = int.from_bytes(framed[:LENGTH], "big")
    return json.loads(zlib.decompress(framed[LENGTH : LENGTH + length]))


def _encrypt(key: bytes, clear: bytes, label: str) -> bytes:
    nonce = os.urandom(NONCE)
    return nonce + AESGCM(key).encrypt(nonce, clear, label.encode())


def _decrypt(key: bytes, cipher: bytes, label: str) -> bytes:
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


def key_of(campaign: Campaign, room: Room) -> bytes:
    """The data key of a room; CryptoError if the host no longer holds its master key.

    It is unwrapped once for each `campaign` that was fetched, so once a request.
    """
    label, wrapped = _key_label(campaign, room.key), bytes(room.wrapped_key)
    if (label, wrapped) not in campaign.unwrapped_keys:
        campaign.unwrapped_keys[label, wrapped] = unwrap(wrapped, label)
    return campaign.unwrapped_keys[label, wrapped]


def room_of(campaign: Campaign, key: str) -> Room:
    """The room called `key`."""
    return next(room for room in campaign.rooms.all() if room.key == key)


def store_state(campaign: Campaign, room: Room, dumped: Any) -> None:
    """Put a room's dumped state on its (unsaved) row."""
    room.state = seal(key_of(campaign, room), dumped, _state_label(campaign, room.key))


def stored_state(campaign: Campaign, room: Room) -> Any:
    """The dumped state on a room's row."""
    return open_sealed(key_of(campaign, room), room.state, _state_label(campaign, room.key))


def rewrap(campaign: Campaign, room: Room) -> None:
    """Lock a room's key (on its unsaved row) with the current master key."""
    room.wrapped_key = wrap(key_of(campaign, room), _key_label(campaign, room.key))


def wrap_new_key(campaign: Campaign, key: str) -> bytes:
    """A new data key for the room called `key`, wrapped."""
    return wrap(new_key(), _key_label(campaign, key))


def _key_label(campaign: Campaign, key: str) -> str:
    return f"{campaign.public_id} {key} key"


def _state_label(campaign: Campaign, key: str) -> str:
    return f"{campaign.public_id} {key} state"


def wrap_seed(campaign: Campaign, seed: bytes) -> bytes:
    """The seed of a campaign's dice as it is stored."""
    return wrap(seed, f"{campaign.public_id} seed")


def seed_of(campaign: Campaign) -> bytes:
    """The seed of a campaign's dice; to be shown to people only when the campaign has ended."""
    return unwrap(campaign.seed_sealed, f"{campaign.public_id} seed")
