"""The ciphers of locked rooms: words stretched to a key, key pairs, and boxes sealed to a public key."""

from __future__ import annotations

import hashlib
import hmac
import threading

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_variables

from campaigns.ledger import crypto
from rules.contract import Refused

PASSES, LANES, MEMORY = 3, 1, 64 * 1024
"""What words cost to try: the second choice of RFC 9106 with one lane, as more do not help here. MEMORY is in kB."""
AT_ONCE, PATIENCE = 2, 5.0
"""How many are stretched at once in a process, and how many seconds another one waits for its turn."""
PUBLIC_KEY = 32

_turns = threading.BoundedSemaphore(AT_ONCE)


@sensitive_variables()
def stretched(words: str, salt: bytes) -> bytes:
    """The key that words make; takes a sixth of a second and 64 MB. Refused if too many want that at once."""
    if not _turns.acquire(timeout=PATIENCE):
        raise Refused(
            gettext("Too many rooms are being unlocked at this moment."), way_out=gettext("Press again in a moment.")
        )
    try:
        stretch = Argon2id(salt=salt, length=32, iterations=PASSES, lanes=LANES, memory_cost=MEMORY)
        return stretch.derive(words.encode())
    finally:
        _turns.release()


@sensitive_variables()
def new_pair() -> tuple[bytes, bytes]:
    """A private key and its public one."""
    private = X25519PrivateKey.generate()
    return private.private_bytes_raw(), private.public_key().public_bytes_raw()


@sensitive_variables()
def seal_to(public: bytes, clear: bytes, label: str) -> bytes:
    """Encrypt `clear` to `public` with an ephemeral key pair."""
    private, once = new_pair()
    shared = X25519PrivateKey.from_private_bytes(private).exchange(X25519PublicKey.from_public_bytes(public))
    return once + crypto.encrypt(derived(shared, "seal", once + public), clear, label)


@sensitive_variables()
def unseal(private: bytes, sealed: bytes, label: str) -> bytes:
    """The inverse of `seal_to`; CryptoError if it does not open."""
    own, once = X25519PrivateKey.from_private_bytes(private), sealed[:PUBLIC_KEY]
    try:
        shared = own.exchange(X25519PublicKey.from_public_bytes(once))
    except ValueError:
        raise crypto.CryptoError(f"What is stored for {label} is no sealed key.") from None
    key = derived(shared, "seal", once + own.public_key().public_bytes_raw())
    return crypto.decrypt(key, sealed[PUBLIC_KEY:], label)


@sensitive_variables()
def derived(secret: bytes, use: str, salt: bytes | None = None) -> bytes:
    """Derive a key from a secret, another for each `use`."""
    return HKDF(hashes.SHA256(), 32, salt, b"refit " + use.encode()).derive(secret)


@sensitive_variables()
def tag(room_key: bytes, label: str, public: bytes) -> bytes:
    """A MAC of a public key, which only somebody with the room's key can make."""
    return hmac.digest(derived(room_key, "slots"), label.encode() + b" " + public, "sha256")


def fingerprint(public: bytes) -> str:
    """The fingerprint of a public key in the journal."""
    return hashlib.sha256(public).hexdigest()
