"""The key under which a device encrypts what it stores of a battle pad for use without a network.

It is derived from the oldest key of the side's room and from the reader: the same after each login, available only
while the room is open, of no use to others. A device forgets it at logout; what it has stored is unreadable then.
"""

from __future__ import annotations

import base64
import hmac
from dataclasses import dataclass

from campaigns.ledger import crypto
from campaigns.models import Seat


@dataclass(frozen=True)
class DeviceKey:
    """A key (base64) for what a device stores, and the `mark` by which it tells one person's data from another's."""

    mark: str
    key: str

    @classmethod
    def of(cls, seat: Seat) -> DeviceKey | None:
        """The key of a seat; None where both sides share a device, on which nothing of one may stay for the other."""
        if seat.shared:
            return None
        oldest = crypto.keys_of(seat.campaign, crypto.room_of(seat.campaign, seat.side))[-1]
        digests = (hmac.digest(oldest, f"pad-{what}-{seat.user.pk}".encode(), "sha256") for what in ("mark", "key"))
        mark, key = digests
        return cls(mark.hex()[:32], base64.b64encode(key).decode())
