"""Acts as values: what one press of a button did, and the seal it leaves on its secret part."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime

from campaigns.plain import canonical, plain
from rules.kernel import PUBLIC, Event

HOUSE = "house."
"""Kinds that start so are the host's own entries; no game system hears of them."""

RECALLED = HOUSE + "recalled"
"""The entry that takes others of its room back: those numbered `first` to `last` there, both included."""


@dataclass(frozen=True)
class Proof:
    """What shows later that an act was honest: its dice, the number of the first, the seal's nonce."""

    first: int = 0
    dice: tuple[int, ...] = ()
    nonce: str = ""


@dataclass(frozen=True)
class Act:
    """The events of one press of a button, by whom (name and side as they were) and when."""

    events: tuple[Event, ...]
    at: datetime
    by: str = ""
    side: str = ""
    proof: Proof = field(default_factory=Proof)


def sealed(act: Act) -> Act:
    """The act with the seal of its secret events in those public ones that ask for it."""
    if not any(event.seals for event in act.events):
        return act
    nonce = secrets.token_hex(32)
    seal = seal_of(nonce, act.events)
    events = tuple(replace(event, data={**event.data, "seal": seal}) if event.seals else event for event in act.events)
    return replace(act, events=events, proof=replace(act.proof, nonce=nonce))


def seal_of(nonce: str, events: Iterable[Event]) -> str:
    """HMAC-SHA256 over the secret ones among `events` in canonical JSON, keyed with the nonce."""
    secret = [{"kind": event.kind, "data": plain(event.data)} for event in events if event.room != PUBLIC]
    return hmac.new(bytes.fromhex(nonce), canonical(secret), hashlib.sha256).hexdigest()


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
