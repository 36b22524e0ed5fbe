"""Checks the caches of a campaign against its journal, and writes them anew from it."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from typing import Any

from django.db import transaction
from django.db.models import Max, prefetch_related_objects
from pydantic_core import to_jsonable_python

from campaigns.ledger import archive, caches, crypto, journal, verify_campaign
from campaigns.ledger.acts import rewind_asked, salts_of
from campaigns.ledger.crypto import CryptoError
from campaigns.models import Campaign, JournalEntry, RGPurchase, RGPurchaseLine, Room, Side
from rules import registry
from rules.contract import PUBLIC
from rules.engine.purchases import HasPurchases

log = logging.getLogger(__name__)

OF_CAMPAIGN = ("sequence", "summary", "dice_salts")
"""What a campaign's own row keeps of its journal."""


def differences(campaign: Campaign) -> list[str]:
    """What is stored otherwise than the journal says, in words without secrets; empty if all is well."""
    truth = _truth(campaign)
    found = [f"{name} is wrong" for name in OF_CAMPAIGN if truth[name] != getattr(campaign, name)]
    for room in campaign.rooms.all():
        if not _is_kept(campaign, room, truth["states"][room.key]):
            found.append(f"the state of room {room.key} is wrong")
        if room.undone != truth["undone"][room.key]:
            found.append(f"what was taken back in room {room.key} is wrong")
        found += [
            f"{count} of room {room.key} are {getattr(room, count)}, not {truth[count][room.key]}"
            for count in ("entries", "draws")
            if getattr(room, count) != truth[count][room.key]
        ]
        if room.head != truth["heads"][room.key]:
            found.append(f"the head of room {room.key} is wrong")
    return found + [
        difference for side in Side.objects.filter(campaign=campaign) for difference in _of_side(campaign, side, truth)
    ]


def _of_side(campaign: Campaign, side: Side, truth: Mapping[str, Any]) -> Iterator[str]:
    """What is stored wrong of a side's purchases and of whether it won."""
    system, stored = registry.get(campaign.system), caches.stored_purchases(campaign, side)
    bought = caches.bought(system, truth["state"], side.key)
    for date in sorted(bought.keys() | stored.keys()):
        if date not in stored:
            yield f"the purchases of {side.key} on date {date + 1} are missing"
        elif date not in bought:
            yield f"there are purchases of {side.key} on date {date + 1}, which has not begun"
        elif stored[date] != bought[date]:
            yield f"the purchases of {side.key} on date {date + 1} are wrong"
    rows = RGPurchase.objects.filter(side=side)
    if rows.filter(body__isnull=not campaign.ended).exists() or (
        not campaign.ended and RGPurchaseLine.objects.filter(purchase__in=rows).exists()
    ):
        yield f"the purchases of {side.key} are {'not ' if campaign.ended else ''}in the open"
    if side.won != caches.has_won(system, truth["state"], side.key):
        yield f"whether {side.key} has won is wrong"


def breaks(campaign: Campaign) -> list[str]:
    """Where the journal itself does not hold: chain, seals, dice. Nothing can mend that; empty if all is well."""
    keys = (PUBLIC, *registry.get(campaign.system).sides)
    file = archive.export_campaign(campaign, keys, with_seed=True)
    return [fault for part in verify_campaign.check(file) for fault in part.faults]


def mend(campaign: Campaign) -> None:
    """Write states, counts, summary and purchases as the journal says; the caller holds the campaign's row lock."""
    prefetch_related_objects([campaign], "rooms")
    truth = _truth(campaign)
    for room in campaign.rooms.all():
        crypto.store_state(campaign, room, truth["states"][room.key])
        room.entries, room.draws = truth["entries"][room.key], truth["draws"][room.key]
        room.undone, room.head = truth["undone"][room.key], truth["heads"][room.key]
    for name in OF_CAMPAIGN:
        setattr(campaign, name, truth[name])
    caches.write_whole(campaign, truth["state"])


def make_missing_purchases() -> None:
    """Give campaigns that have no rows of purchases theirs; where a key is missing `reconcile --fix` does it later."""
    games = [key for key, system in registry.all_systems().items() if isinstance(system, HasPurchases)]
    lacking = Campaign.objects.filter(system__in=games).exclude(rooms__side__purchases__isnull=False).order_by("pk")
    for key in lacking.values_list("pk", flat=True):
        with transaction.atomic():
            campaign = Campaign.objects.select_for_update().get(pk=key)
            prefetch_related_objects([campaign], "rooms")
            try:
                state = journal.load_state(campaign, registry.get(campaign.system).sides)
                caches.write_whole(campaign, state)
            except CryptoError as error:
                log.error("%s", error)


def _truth(campaign: Campaign) -> dict[str, Any]:
    system = registry.get(campaign.system)
    state = journal.rebuild(campaign)
    keys = (PUBLIC, *system.sides)
    rows = JournalEntry.objects.filter(campaign=campaign)
    public = [entry.event for entry in journal.entries(campaign, {PUBLIC})]
    counts = {key: rows.filter(room=key).count() for key in keys}
    return {
        "state": state,
        "states": {key: to_jsonable_python(system.dump(state, key)) for key in keys},
        "entries": counts,
        "draws": {key: journal.drawn_in(campaign, key) for key in keys},
        "heads": {key: journal.head_in(campaign, key) for key in keys},
        "undone": {key: journal.undone_in(campaign, key) for key in keys},
        "sequence": rows.aggregate(last=Max("sequence"))["last"] or 0,
        "summary": journal.summary_of(system, state, rewind_asked(public)),
        "dice_salts": salts_of(public),
    }


def _is_kept(campaign: Campaign, room: Room, truth: Any) -> bool:
    """Whether the cache holds `truth`; one that was altered does not even open."""
    try:
        return bool(crypto.stored_state(campaign, room) == truth)
    except CryptoError:
        return False
