"""The key pair with which this instance pushes to browsers (VAPID); made at its first use."""

from __future__ import annotations

import base64
from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_public_key,
)

from campaigns.alerts.models import PushPair
from campaigns.ledger import crypto

LABEL = "push"
ONLY = 1


@dataclass(frozen=True)
class KeyPair:
    """A key pair, both halves as PEM."""

    private: bytes
    public: bytes

    @property
    def for_browsers(self) -> str:
        """The public half as a script passes it to the browser."""
        key = load_pem_public_key(self.public)
        raw = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def pair() -> KeyPair:
    """The key pair of this instance; two first uses at once get the same."""
    row = PushPair.objects.filter(pk=ONLY).first()
    if row is None:
        key = ec.generate_private_key(ec.SECP256R1())
        private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        public = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
        defaults = {"private": crypto.wrap(private, LABEL), "public": public.decode()}
        row, _ = PushPair.objects.get_or_create(pk=ONLY, defaults=defaults)
    return KeyPair(crypto.unwrap(row.private, LABEL), row.public.encode())
