"""Who sits somewhere, in words."""

from __future__ import annotations

from django.utils.translation import gettext

from campaigns.ledger import seats_anew
from campaigns.ledger.former_names import names_at
from campaigns.models import Campaign
from campaigns.pages import seat_title
from rules import registry


def who_sits(campaign: Campaign, number: int) -> tuple[str, str]:
    """The name of who has the seat of this number, as it is shown now, and what the seat is."""
    listed = seats_anew.listed(campaign).seat(number)
    if listed is None:
        return gettext("somebody who is not here any more"), ""
    name = names_at(campaign, listed.since).get(listed.name, listed.name)
    return name, seat_title(registry.get(campaign.system), listed.role, listed.side)
