"""Who may read, write and delete messages."""

from __future__ import annotations

from campaigns.models import OF_A_SIDE, Role, Seat
from campaigns.talk.messages import Numbered
from rules.contract import PUBLIC

LONGEST = 600
"""The most characters of a message."""


def rooms_to_talk_in(seat: Seat) -> tuple[str, ...]:
    """The rooms whose messages a seat reads: its own side's, if it has one, and the table.

    Nobody else reads a side's messages: neither an umpire whom it has let in, nor the other side after the end.
    """
    return (seat.side, PUBLIC) if seat.role in OF_A_SIDE else (PUBLIC,)


def may_say(seat: Seat, room: str) -> bool:
    """Whether a seat may write in `room`; a spectator only reads."""
    return seat.role != Role.SPECTATOR and room in rooms_to_talk_in(seat)


def may_take_back(by: Seat, message: Numbered) -> bool:
    """Whether a seat that may write in its room may delete a message: its own, a note, or one nobody can read."""
    return message.body is None or bool(message.body.about) or message.body.seat == by.number
