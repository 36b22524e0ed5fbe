"""Server dice that can be checked afterwards.

A campaign has one secret seed; its SHA-256 is shown at the founding, the seed itself when
the campaign has ended. Die number n of a room is a function of seed, room and n alone, and
no number is ever used twice, so anyone who has the seed can check every roll.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from itertools import count

SIDES = 6
FAIR = 256 - 256 % SIDES
"""Bytes from here on are thrown away: they would favour the low numbers."""


def new_seed() -> bytes:
    return secrets.token_bytes(32)


def commitment(seed: bytes) -> str:
    """What is shown of a seed before it is disclosed."""
    return hashlib.sha256(seed).hexdigest()


def die(seed: bytes, room: str, number: int) -> int:
    """Die `number` (from 0) of `room`: 1 to 6, each as likely as the others."""
    for again in count():
        text = f"{room}:{number}" + (f":{again}" if again else "")
        for byte in hmac.digest(seed, text.encode(), "sha256"):
            if byte < FAIR:
                return byte % SIDES + 1
    raise AssertionError("count() does not end")


class ServerDice:
    """The kernel's Luck for one act: draws the room's next dice and remembers them."""

    def __init__(self, seed: bytes, room: str, first: int) -> None:
        self._seed, self._room = seed, room
        self.first = first
        self.drawn: list[int] = []

    def __call__(self, dice: int) -> tuple[int, ...]:
        """The next `dice` dice of the room."""
        start = self.first + len(self.drawn)
        rolled = tuple(die(self._seed, self._room, number) for number in range(start, start + dice))
        self.drawn += rolled
        return rolled
