"""Who is in the team of a side, and who hands out its parts."""

from __future__ import annotations

from campaigns.ledger import seats_anew
from campaigns.ledger.seat_list import ListedSeat
from campaigns.models import OF_A_SIDE, PlayMode, Role, Seat
from campaigns.teams.team import SideTeam
from rules import registry


def has_team(seat: Seat) -> bool:
    """Whether a seat's side can have several people: not where one person or device plays all sides."""
    sides = registry.get(seat.campaign.system).sides
    return seat.role in OF_A_SIDE and seat.campaign.play_mode == PlayMode.ACCOUNTS and len(sides) > 1


def mates_of(seat: Seat) -> list[ListedSeat]:
    """Everybody of the seat's side, commanders first, each in the order in which they sat down."""
    return sorted(
        seats_anew.listed(seat.campaign).members(seat.side), key=lambda each: (each.role != Role.COMMANDER, each.number)
    )


def overall_of(seat: Seat, team: SideTeam) -> int:
    """The seat of the overall commander: whoever was given the role, else the side's first commander; 0 for none."""
    numbers = [each.number for each in seats_anew.listed(seat.campaign).commanders(seat.side)]
    return team.overall if team.overall in numbers else min(numbers, default=0)


def may_hand_out(seat: Seat, team: SideTeam) -> bool:
    """Whether the seat is the overall commander's in a running campaign."""
    return seat.campaign.running and seat.number == overall_of(seat, team)
