"""Names in the journal of people who have deleted their accounts: pages show a pseudonym in their place.

The journal itself keeps the name that was used: links are made over it, and so are the files that others have. A name
is free again once its account is gone; so each stands for its former owner up to the moment of that, and no longer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from campaigns.ledger.acts import is_host_event, stamp
from rules.contract import Event

if TYPE_CHECKING:
    from campaigns.models import Campaign


def remember(campaign: Campaign, name: str, pseudonym: str, until: datetime) -> None:
    """From now on whoever acted as `name` up to this moment is shown by his pseudonym."""
    campaign.former_names = [*campaign.former_names, [name, stamp(until), pseudonym]]
    campaign.save(update_fields=["former_names"])


def names_at(campaign: Campaign, at: datetime | str) -> Mapping[str, str]:
    """The pseudonyms of those who were called otherwise at a moment (or its stamp), by what they were called."""
    moment = at if isinstance(at, str) else stamp(at)
    # The first of one name who left after that moment had it then.
    return {name: newer for name, until, newer in reversed(campaign.former_names) if moment <= until}


def renamed(event: Event, names: Mapping[str, str]) -> Event:
    """An entry of the host's with the names it tells replaced; those of the games tell none."""
    if not names or not is_host_event(event):
        return event
    data = {key: _renamed(event.data[key], names) for key in ("name", "who", "commanders") if key in event.data}
    return replace(event, data={**event.data, **data})


def _renamed(value: object, names: Mapping[str, str]) -> object:
    """A name, or the commanders of the sides: a name each, or what an entry says of them with it."""
    if not isinstance(value, Mapping):
        return names.get(str(value), value)
    return {key: _renamed(part, names) if key != "account" else part for key, part in value.items()}
