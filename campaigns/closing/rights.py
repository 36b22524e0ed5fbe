"""Who has to agree to the end or removal of a campaign, and who can stop it."""

from __future__ import annotations

from datetime import timedelta

from campaigns import access
from campaigns.closing.models import Closing, What
from campaigns.models import Campaign, Role, Seat
from rules import registry

SECOND_THOUGHTS = timedelta(days=2)
"""The time between the consent of all sides to a removal, and the removal."""


def commanded_sides(campaign: Campaign) -> set[str]:
    """The sides that have a commander."""
    return {side for side in registry.get(campaign.system).sides if access.has_commander(campaign, side)}


def unanswered(closing: Closing) -> list[str]:
    """The sides that still have to agree to a proposal; sides without a commander are not asked."""
    commanded, sides = commanded_sides(closing.campaign), registry.get(closing.campaign.system).sides
    return [side for side in sides if side in commanded and side not in closing.agreed]


def may_cancel(closing: Closing, by: Seat) -> bool:
    """Whether the seat can stop a closing: a commander any but the host's removal, an umpire his own notice."""
    if by.role == Role.COMMANDER:
        return not (closing.by_host and closing.what == What.REMOVAL)
    return by.role == Role.UMPIRE and closing.by_id == by.user_id
