"""Compares the caches of a campaign with its journal, and rebuilds them from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.db.models import Max, prefetch_related_objects
from pydantic_core import to_jsonable_python

from campaigns.club import rows as club_rows
from campaigns.ledger import caches, crypto, doors, form, journal, seat_list, seat_rows, seats_anew
from campaigns.ledger.acts import events_with_actor, open_rewind, rewound_in
from campaigns.ledger.crypto import CryptoError
from campaigns.ledger.export import breaks as breaks
from campaigns.ledger.export import locked_sides as locked_sides
from campaigns.ledger.export import open_rooms
from campaigns.ledger.seat_list import SeatList
from campaigns.models import Campaign, JournalEntry, RGPurchase, RGPurchaseLine, Room, Side
from rules import registry
from rules.contract import PUBLIC

OF_CAMPAIGN = ("sequence", "written_at", "summary", "doors")
"""The caches in a campaign's own row that `_truth` has under the same names."""


def differences(campaign: Campaign) -> list[str]:
    """What is stored differently from what the journal says, in words without secrets; empty if all is well.

    Raises OtherEdition if the rules of the campaign's edition are not here any more.
    """
    registry.of_edition(campaign.system, campaign.edition)
    truth, locked = _truth(campaign), set(locked_sides(campaign))
    faults = [f"{name} is wrong" for name in OF_CAMPAIGN if truth[name] != getattr(campaign, name)]
    if campaign.status != seats_anew.status_told(campaign, truth["acts"]):
        faults.append("whether it is over is wrong")
    if campaign.play_mode != seats_anew.play_mode_by(campaign, truth["acts"]):
        faults.append("how it is played is wrong")
    faults += form.misfits(campaign.founding, registry.get(campaign.system))
    listed = seat_list.load(campaign)
    if listed is None or replace(listed, end="") != truth["seats"]:
        faults.append("the list of seats is wrong")
    faults += seat_rows.differences(campaign, truth["seats"])
    if not club_rows.fit(campaign, truth["seats"].club):
        faults.append("whether it stands on the club's page is wrong")
    for room in (room for room in campaign.rooms.all() if room.key not in locked):
        if not _is_kept(campaign, room, truth["states"][room.key]):
            faults.append(f"the state of room {room.key} is wrong")
        if room.undone != truth["undone"][room.key]:
            faults.append(f"what was taken back in room {room.key} is wrong")
        if room.entries != truth["entries"][room.key]:
            faults.append(f"entries of room {room.key} are {room.entries}, not {truth['entries'][room.key]}")
        if room.head != truth["heads"][room.key]:
            faults.append(f"the head of room {room.key} is wrong")
    return faults + [
        difference
        for side in Side.objects.filter(campaign=campaign).exclude(key__in=locked)
        for difference in _of_side(campaign, side, truth)
    ]


def _of_side(campaign: Campaign, side: Side, truth: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong in the stored purchases of a side and in whether it has won."""
    system, stored = registry.get(campaign.system), caches.stored_purchases(campaign, side)
    bought = caches.bought(system, truth["state"], side.key)
    knows_all = side.heard == crypto.room_of(campaign, PUBLIC).heard
    for date in sorted(bought.keys() | stored.keys()):
        if date not in stored:
            if knows_all:
                yield f"the purchases of {side.key} on date {date + 1} are missing"
        elif date not in bought:
            yield f"there are purchases of {side.key} on date {date + 1}, which has not begun"
        elif stored[date] is None or (knows_all and stored[date] != bought[date]):
            yield f"the purchases of {side.key} on date {date + 1} are wrong"
    rows = RGPurchase.objects.filter(side=side)
    if rows.filter(body__isnull=not campaign.ended).exists() or (
        not campaign.ended and RGPurchaseLine.objects.filter(purchase__in=rows).exists()
    ):
        yield f"the purchases of {side.key} are {'not ' if campaign.ended else ''}in the open"
    if side.won != caches.has_won(system, truth["state"], side.key):
        yield f"whether {side.key} has won is wrong"


def mend(campaign: Campaign) -> None:
    """Rebuild all caches that can be opened here from the journal; the caller holds the campaign's row lock."""
    prefetch_related_objects([campaign], "rooms")
    listed, truth, locked = seat_list.load(campaign), _truth(campaign), set(locked_sides(campaign))
    for room in (room for room in campaign.rooms.all() if room.key not in locked):
        crypto.store_state(campaign, room, truth["states"][room.key])
        room.entries, room.heard = truth["entries"][room.key], truth["heard"]
        room.undone, room.head = truth["undone"][room.key], truth["heads"][room.key]
    for name in OF_CAMPAIGN:
        setattr(campaign, name, truth[name])
    campaign.status = seats_anew.status_told(campaign, truth["acts"])
    campaign.play_mode = seats_anew.play_mode_by(campaign, truth["acts"])
    campaign.save(update_fields=["play_mode"])
    campaign.ended_at = None if campaign.running else campaign.ended_at or campaign.written_at
    if not breaks(campaign):  # else the journal can't be trusted on who sits there
        seat_list.store(campaign, replace(truth["seats"], end=listed.end if listed else ""))
        seat_rows.mend(campaign, truth["seats"])
        club_rows.mend(campaign, truth["seats"].club)
    caches.write_whole(campaign, truth["state"])


def _truth(campaign: Campaign) -> dict[str, Any]:
    """What all caches should hold, by the journal; of sides' rooms only those that can be opened here."""
    system = registry.get(campaign.system)
    keys = open_rooms(campaign)
    state = journal.rebuild(campaign, {*keys} - {PUBLIC})
    rows = JournalEntry.objects.filter(campaign=campaign)
    seen = [*journal.acts(campaign, {PUBLIC})]
    stand = doors.from_acts(campaign, seen)
    public, rewound = [event for act in seen for event in act.events], rewound_in(seen)
    counts = {key: rows.filter(room=key).count() for key in keys}
    # The number of the newest public entry that changes sides' rooms; `public` has all public entries.
    kinds = system.heard | journal.TAKES_BACK
    newest_heard = next((number for number in range(len(public), 0, -1) if public[number - 1].kind in kinds), 0)
    return {
        "acts": seen,
        "state": state,
        "states": {key: to_jsonable_python(system.dump(state, key)) for key in keys},
        "entries": counts,
        "heads": {key: journal.head_in(campaign, key) for key in keys},
        "undone": {key: journal.undone_in(campaign, key) for key in keys},
        "sequence": rows.aggregate(last=Max("sequence"))["last"] or 0,
        "written_at": rows.order_by("-sequence").values_list("at", flat=True).first(),
        "heard": newest_heard,
        "summary": journal.summary_of(system, state, open_rewind(events_with_actor(seen)), rewound),
        "doors": doors.dumped(stand),
        "seats": seat_list.after(SeatList(), seen, campaign),
    }


def _is_kept(campaign: Campaign, room: Room, truth: object) -> bool:
    """Whether a room's stored state, brought up to date, is `truth`; False too if it was altered and does not open."""
    try:
        if room.heard == crypto.room_of(campaign, PUBLIC).heard:
            return bool(crypto.stored_state(campaign, room) == truth)
        current = journal.catch_up(campaign, room, journal.open_state(campaign, {room.key}))
        return bool(to_jsonable_python(registry.get(campaign.system).dump(current, room.key)) == truth)
    except CryptoError:
        return False
