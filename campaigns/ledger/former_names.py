"""Pseudonyms that pages show in place of the names of people who have deleted their accounts.

The journal itself keeps the names, because links and other people's files were made over them. Once an account is
deleted its name is free again; so a name stands for its former owner only up to that moment.
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
    """Show whoever acted as `name` up to the moment `until` by this pseudonym from now on."""
    campaign.former_names = [*campaign.former_names, [name, stamp(until), pseudonym]]
    campaign.save(update_fields=["former_names"])


def names_at(campaign: Campaign, at: datetime | str) -> Mapping[str, str]:
    """The pseudonyms for names that were used at a moment (or its stamp) by people who have left since, by name."""
    moment = at if isinstance(at, str) else stamp(at)
    # Of several former owners of a name, the first to leave after that moment had it then.
    return {name: newer for name, until, newer in reversed(campaign.former_names) if moment <= until}


def renamed(event: Event, names: Mapping[str, str]) -> Event:
    """An event with the names in it replaced by pseudonyms; only the host's own events contain names."""
    if not names or not is_host_event(event):
        return event
    data = {key: _renamed(event.data[key], names) for key in ("name", "who", "commanders") if key in event.data}
    return replace(event, data={**event.data, **data})


def _renamed(value: object, names: Mapping[str, str]) -> object:
    """Replace names in a name, or in the commanders by side: each is a name, or a mapping with one in it."""
    if not isinstance(value, Mapping):
        return names.get(str(value), value)
    return {key: _renamed(part, names) if key != "account" else part for key, part in value.items()}
