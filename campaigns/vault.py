"""Keys and ciphers: what is stored encrypted, and with which key.

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
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

BLOCK = 256
"""Sealed bodies are padded to multiples of this, so that their length says little."""

NONCE, TAG_OF_KEY, LENGTH = 12, 4, 4


class VaultError(Exception):
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
    raise VaultError(f"{label}: locked with a master key that REFIT_KEYS does not hold.")


def seal(key: bytes, value: Any, label: str) -> bytes:
    """A JSON value as ciphertext."""
    packed = zlib.compress(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())
    framed = len(packed).to_bytes(LENGTH, "big") + packed
    return _encrypt(key, framed.ljust(-(-len(framed) // BLOCK) * BLOCK, b"\0"), label)


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
        raise VaultError(f"What is stored for {label} does not open: it was altered or moved.") from None


def _tag(master: bytes) -> bytes:
    return hashlib.sha256(b"refit master key" + master).digest()[:TAG_OF_KEY]


def _masters() -> list[bytes]:
    if not settings.REFIT_KEYS:
        raise VaultError("REFIT_KEYS is empty: without a master key no campaign can be opened.")
    return list(settings.REFIT_KEYS)
