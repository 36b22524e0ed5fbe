"""What a device keeps of a battle pad so that it works without a network, and under which key.

The key follows from the side's room and the reader, so that it is the same after each log-in, needs the room to be
open, and is of no use to anybody else. A device forgets it with the log-out; what it has kept is noise from then on.
"""

from __future__ import annotations

import base64
import hmac
from dataclasses import dataclass

from campaigns.ledger import crypto
from campaigns.models import Seat


@dataclass(frozen=True)
class DeviceKey:
    """A key for what a device keeps, and the `mark` by which it tells one person's from another's."""

    mark: str
    key: str

    @classmethod
    def of(cls, seat: Seat) -> DeviceKey | None:
        """None where both sides share a device: what one of them enters must not stay on it for the other."""
        if seat.shared:
            return None
        oldest = crypto.keys_of(seat.campaign, crypto.room_of(seat.campaign, seat.side))[-1]
        digests = (hmac.digest(oldest, f"pad-{what}-{seat.user.pk}".encode(), "sha256") for what in ("mark", "key"))
        mark, key = digests
        return cls(mark.hex()[:32], base64.b64encode(key).decode())
