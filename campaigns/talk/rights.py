"""Who may read and say what is said at a campaign."""

from __future__ import annotations

from campaigns.models import OF_A_SIDE, Role, Seat
from campaigns.talk.messages import Numbered
from rules.contract import PUBLIC

LONGEST = 600
"""Characters of a message."""


def rooms_to_talk_in(seat: Seat) -> tuple[str, ...]:
    """The rooms whose talk a seat reads: its own side's, if it has one, and the table.

    Nobody else reads what a side says, not an umpire whom it has let in, nor the other side when all is over.
    """
    return (seat.side, PUBLIC) if seat.role in OF_A_SIDE else (PUBLIC,)


def may_say(seat: Seat, room: str) -> bool:
    """Whether a seat may say something there; a spectator only listens."""
    return seat.role != Role.SPECTATOR and room in rooms_to_talk_in(seat)


def may_take_back(by: Seat, message: Numbered) -> bool:
    """Whether a seat may delete a message of a room in which it may talk; what nobody can read anybody may."""
    return message.body is None or bool(message.body.about) or message.body.seat == by.number
