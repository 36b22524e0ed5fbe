"""Writes a campaign as a campaign file (docs/campaign-file.md), and checks a campaign by its own file.

A file holds the rooms of whoever made it and nothing else: neither acts in other rooms nor numbers that would reveal
them.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from typing import Any

from django.db.models import prefetch_related_objects

from campaigns.ledger import campaign_file, crypto, verify_campaign
from campaigns.models import Campaign
from rules import registry
from rules.contract import PUBLIC


def export_campaign(campaign: Campaign, keys: Collection[str], *, with_seed: bool = False) -> dict[str, Any]:
    """The campaign as a file for whoever may enter the rooms in `keys`.

    `with_seed` is for the host and for campaigns that have ended: with the seed of a running campaign one may know
    dice to come, which not even an umpire may.
    """
    prefetch_related_objects([campaign], "rooms")
    return campaign_file.export(campaign, keys, with_seed=with_seed)


def pieces(campaign: Campaign, keys: Collection[str], *, with_seed: bool = False) -> Iterator[str]:
    """The same as JSON text, in pieces, so that a long campaign is never in memory as a whole."""
    prefetch_related_objects([campaign], "rooms")
    tables = set[str]()
    acts = campaign_file.acts_in_file(campaign, keys, tables)
    before = '{"acts": [\n'
    for act in acts:
        yield before + json.dumps(act, ensure_ascii=False)
        before = ",\n"
    rest = campaign_file.about(campaign, keys, tables, with_seed=with_seed)
    yield "\n],\n" + json.dumps(rest, ensure_ascii=False, indent=1).removeprefix("{")


def locked_sides(campaign: Campaign) -> list[str]:
    """The sides whose rooms are locked and can't be opened here, so nothing in them can be compared or mended."""
    return [room.key for room in campaign.rooms.all() if crypto.is_shut(campaign, room)]


def open_rooms(campaign: Campaign) -> list[str]:
    """The rooms that can be read here, the public one first."""
    locked = locked_sides(campaign)
    return [key for key in (PUBLIC, *registry.get(campaign.system).sides) if key not in locked]


def breaks(campaign: Campaign) -> list[str]:
    """The faults of the journal itself (chain, seals, dice), which nothing can mend; empty if all is well."""
    return verify_campaign.faults(export_campaign(campaign, open_rooms(campaign), with_seed=True))
