"""Names of seats' holders."""

from __future__ import annotations

from django.utils.translation import gettext

from campaigns.ledger import seats_anew
from campaigns.ledger.former_names import names_at
from campaigns.models import Campaign
from campaigns.pages import seat_title
from rules import registry


def who_sits(campaign: Campaign, number: int) -> tuple[str, str]:
    """The holder's name of the seat with this number, as it is shown now, and the seat's role."""
    listed = seats_anew.listed(campaign).seat(number)
    if listed is None:
        return gettext("somebody who is not here any more"), ""
    name = names_at(campaign, listed.since).get(listed.name, listed.name)
    return name, seat_title(registry.get(campaign.system), listed.role, listed.side)
