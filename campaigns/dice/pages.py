"""What a page shows of the dice: whether the reader's side owes its contribution, and for whom the dice wait."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from campaigns.dice import parts
from campaigns.ledger import doors
from campaigns.models import OF_A_SIDE, Seat
from rules import registry
from rules.contract import PublicView


@dataclass(frozen=True)
class DicePart:
    """`owes` says whether the page brings the part of the reader's side; `waits_for` names the sides for whose parts
    the dice of the stage in hand wait, such as "Russian". `brought` counts the parts of all sides so far."""

    owes: bool
    waits_for: str
    brought: int


def dice_part(seat: Seat, public: PublicView) -> DicePart | None:
    """The dice as a reader's page shows them; None for onlookers and campaigns that do not go on."""
    stand = doors.load(seat.campaign)
    if seat.role not in OF_A_SIDE or not seat.campaign.running:
        return None
    names = registry.get(seat.campaign.system).sides
    waited = [names[side] for side in stand.awaited(public.stage) if side in stand.chains]
    return DicePart(parts.owes(seat, public), gettext(" and ").join(waited), stand.unseen)
