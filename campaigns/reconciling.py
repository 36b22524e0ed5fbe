"""Checks the caches of a campaign against its journal, and writes them anew from it."""

from __future__ import annotations

from typing import Any

from django.db.models import Max

from campaigns import archive, journal, rooms, verify_campaign
from campaigns.acts import rewind_asked, words_of
from campaigns.models import Campaign, JournalEntry, Room
from campaigns.plain import plain
from campaigns.vault import VaultError
from rules import registry
from rules.kernel import PUBLIC

OF_CAMPAIGN = ("sequence", "outline", "words")
"""What a campaign's own row keeps of its journal."""


def differences(campaign: Campaign) -> list[str]:
    """What is stored otherwise than the journal says, in words without secrets; empty if all is well."""
    truth = _truth(campaign)
    found = [f"{name} is wrong" for name in OF_CAMPAIGN if truth[name] != getattr(campaign, name)]
    for room in campaign.rooms.all():
        if not _is_kept(campaign, room, truth["states"][room.key]):
            found.append(f"the state of room {room.key} is wrong")
        if room.recalled != truth["recalled"][room.key]:
            found.append(f"what was taken back in room {room.key} is wrong")
        found += [
            f"{count} of room {room.key} are {getattr(room, count)}, not {truth[count][room.key]}"
            for count in ("entries", "draws")
            if getattr(room, count) != truth[count][room.key]
        ]
        if room.head != truth["heads"][room.key]:
            found.append(f"the head of room {room.key} is wrong")
    return found


def breaks(campaign: Campaign) -> list[str]:
    """Where the journal itself does not hold: chain, seals, dice. Nothing can mend that; empty if all is well."""
    keys = (PUBLIC, *registry.get(campaign.system).sides)
    file = archive.export_campaign(campaign, keys, with_seed=True)
    return [fault for part in verify_campaign.check(file) for fault in part.faults]


def mend(campaign: Campaign) -> None:
    """Write states, counts and outline as the journal says; the caller holds the campaign's row lock."""
    truth = _truth(campaign)
    for room in campaign.rooms.all():
        rooms.keep(campaign, room, truth["states"][room.key])
        room.entries, room.draws = truth["entries"][room.key], truth["draws"][room.key]
        room.recalled, room.head = truth["recalled"][room.key], truth["heads"][room.key]
        room.save(update_fields=["state", "entries", "draws", "recalled", "head"])
    for name in OF_CAMPAIGN:
        setattr(campaign, name, truth[name])
    campaign.save(update_fields=OF_CAMPAIGN)


def _truth(campaign: Campaign) -> dict[str, Any]:
    system = registry.get(campaign.system)
    state = journal.rebuild(campaign)
    keys = (PUBLIC, *system.sides)
    rows = JournalEntry.objects.filter(campaign=campaign)
    public = [entry.event for entry in journal.entries(campaign, {PUBLIC})]
    counts = {key: rows.filter(room=key).count() for key in keys}
    return {
        "states": {key: plain(system.dump(state, key)) for key in keys},
        "entries": counts,
        "draws": {key: journal.drawn_in(campaign, key) for key in keys},
        "heads": {key: journal.head_in(campaign, key) for key in keys},
        "recalled": {key: journal.recalled_in(campaign, key) for key in keys},
        "sequence": rows.aggregate(last=Max("sequence"))["last"] or 0,
        "outline": journal.outline_of(system, state, rewind_asked(public)),
        "words": words_of(public),
    }


def _is_kept(campaign: Campaign, room: Room, truth: Any) -> bool:
    """Whether the cache holds `truth`; one that was altered does not even open."""
    try:
        return bool(rooms.kept(campaign, room) == truth)
    except VaultError:
        return False
