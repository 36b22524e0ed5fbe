"""Acts as values: what one press of a button did, and the seal it leaves on its secret part."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from campaigns import verify_campaign as made
from campaigns.plain import plain
from rules.kernel import PUBLIC, Event

HOUSE = "house."
"""Kinds that start so are the host's own entries; no game system hears of them."""

FOUNDED = HOUSE + "founded"

RECALLED = HOUSE + "recalled"
"""The entry that takes others of its room back: those numbered `first` to `last` there, both included."""

PROPOSED = HOUSE + "rewind_proposed"

REWOUND = HOUSE + "rewound"
"""The entry with which the other side agreed to a rewind; those that take back stand behind it."""


@dataclass(frozen=True)
class Proof:
    """What shows later that an act was honest: its dice, the number of the first, the nonce of its seal and links.

    `room_link` is its link in the chain of its side's room.
    """

    first: int = 0
    dice: tuple[int, ...] = ()
    nonce: str = ""
    room_link: str = ""


@dataclass(frozen=True)
class Act:
    """The events of one press of a button, by whom (name and side as they were) and when.

    `link` is that in the public chain if there are public events, `anchor` what it holds of the side's room.
    """

    events: tuple[Event, ...]
    at: datetime
    by: str = ""
    side: str = ""
    proof: Proof = field(default_factory=Proof)
    anchor: str = ""
    link: str = ""


def stamp(at: datetime) -> str:
    """A moment as campaign files spell it and links are made over it."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def in_file(act: Act) -> dict[str, Any]:
    """An act as it stands in a campaign file."""
    proof = act.proof
    return {
        "by": act.by,
        "side": act.side,
        "at": stamp(act.at),
        "events": [_event_in_file(event) for event in act.events],
        "first_die": proof.first,
        "dice": list(proof.dice),
        "nonce": proof.nonce,
        "room_link": proof.room_link,
        "anchor": act.anchor,
        "link": act.link,
    }


def _event_in_file(event: Event) -> dict[str, Any]:
    return {"room": event.room, "kind": event.kind, "data": plain(event.data)}


def sealed(act: Act) -> Act:
    """The act with a nonce, and the seal of its secret events in those public ones that ask for it.

    Without a side there is nothing secret, nor a room to keep a nonce in.
    """
    if not act.side:
        return act
    act = replace(act, proof=replace(act.proof, nonce=act.proof.nonce or secrets.token_hex(32)))
    if not any(event.seals for event in act.events):
        return act
    seal = seal_of(act.proof.nonce, act.events)
    events = tuple(replace(event, data={**event.data, "seal": seal}) if event.seals else event for event in act.events)
    return replace(act, events=events)


def seal_of(nonce: str, events: Iterable[Event]) -> str:
    """The seal of the secret ones among `events`."""
    return made.seal({"nonce": nonce, "events": [_event_in_file(event) for event in events]})


def linked(act: Act, heads: dict[str, str]) -> Act:
    """A sealed act with its links; the `heads` of the public room and of its side's move on."""
    found = in_file(act)
    if act.side:
        found["room_link"] = heads[act.side] = made.room_link(found, heads.get(act.side, ""), heads[PUBLIC])
    if any(event.room == PUBLIC for event in act.events):
        found["anchor"] = made.anchor(found) if act.side else ""
        found["link"] = heads[PUBLIC] = made.public_link(found, heads[PUBLIC])
    proof = replace(act.proof, room_link=found["room_link"])
    return replace(act, proof=proof, anchor=found["anchor"], link=found["link"])


def words_of(events: Iterable[Event], before: Mapping[str, str] | None = None) -> dict[str, str] | None:
    """The words for the dice by side after `events`; None if the campaign was founded without."""
    told = [_event_in_file(event) for event in events if event.room == PUBLIC and event.kind.startswith(HOUSE)]
    if before is None and not any("words" in event["data"] for event in told if event["kind"] == FOUNDED):
        return None
    return {**(before or {}), **dict(made.words_given({"events": told}))}


def rewind_asked(events: Iterable[Event], before: Mapping[str, Any] | None = None) -> Mapping[str, Any] | None:
    """The proposed rewind that waits for an answer after `events`: whatever both sides learn of ends it."""
    for event in events:
        if event.room == PUBLIC:
            before = event.data if event.kind == PROPOSED else None
    return before


def recalled(events: Iterable[Event]) -> set[int]:
    """Which of a whole journal's `events`, by their place in it, were taken back later on.

    ValueError, KeyError or TypeError if an entry takes back what is not there.
    """
    places: dict[str, list[int]] = {}
    found = set[int]()
    for place, event in enumerate(events):
        before = places.setdefault(event.room, [])
        if event.kind == RECALLED:
            first, last = event.data["first"], event.data["last"]
            if not 1 <= first <= last <= len(before):
                raise ValueError(f"there are no entries {first} to {last} before it")
            found.update(before[first - 1 : last])
        before.append(place)
    return found
