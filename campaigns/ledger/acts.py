"""Acts as values: what one press of a button did, the dice drawn for it, and its seal and links.

This module makes the links of forms 1 and 2, `closed_form` those of form 3.

`doors` explains named dice. Older campaigns have numbered dice: the SHA-256 of a secret seed is shown before the
founding, the seed itself after the end. Each side adds a public salt once the seed is fixed, so nobody who knows the
seed can choose the dice. Number n of a room depends only on seed, salts, room, n and the size of the die or list it is
drawn for. None is used twice, so whoever has the seed can check every roll, draw and shuffle (`verify_older_campaign`).
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from pydantic_core import to_jsonable_python

from campaigns.ledger import verify_older_campaign as made
from rules.contract import PUBLIC, Event
from rules.dice import SIX

HOST_PREFIX = "house."
"""Kinds with this prefix are the host's own entries; no game system hears of them."""

FOUNDED = HOST_PREFIX + "founded"
IMPORTED = HOST_PREFIX + "imported"

UNDONE = HOST_PREFIX + "recalled"
"""The entry that undoes the entries numbered `first` to `last`, both included, of its own room."""

ENDED = HOST_PREFIX + "ended"
"""The entry that ends a campaign; its `why` begins with ABANDONED if the game is not over."""
ABANDONED, PLAYED_OUT = "abandoned", "played-out"

PROPOSED = HOST_PREFIX + "rewind_proposed"

AGREED = HOST_PREFIX + "rewind_agreed"
"""The entry with which a side agrees to a rewind that other sides still have to answer."""

REWOUND = HOST_PREFIX + "rewound"
"""The entry with which the last side asked agrees to a rewind; in older campaigns UNDONE entries follow it."""


@dataclass(frozen=True)
class Drawn:
    """One draw of the server: dice with `sides` faces each, or different places out of a list of `size`.

    Exactly one of the two is given. A named draw has as `key` the name of what it is for; `turn` counts the draws of
    that name since the newest door.
    """

    got: tuple[int, ...]
    sides: int = 0
    size: int = 0
    key: str = ""
    turn: int = 0

    def __post_init__(self) -> None:
        if bool(self.sides) is bool(self.size):
            raise ValueError("Dice have sides, and a list a size; nothing has both.")

    def in_file(self) -> dict[str, object]:
        """The draw as it stands in a campaign file."""
        return {**({"sides": self.sides} if self.sides else {"size": self.size}), "got": list(self.got)}


@dataclass(frozen=True)
class Proof:
    """What proves later that an act was honest: its draws, and the nonce of its seal and links.

    `first` is the number of its first numbered draw, `room_link` its link in the chain of its side's room.
    """

    first: int = 0
    draws: tuple[Drawn, ...] = ()
    nonce: str = ""
    room_link: str = ""

    @property
    def numbers(self) -> int:
        """How many numbers of its room's stream it used; named draws use none."""
        return sum(len(each.got) for each in self.draws if not each.key)

    def draws_in_file(self) -> dict[str, object]:
        """Its draws as older files have them: in `dice` if all are six-sided dice, else all of them in `draws`."""
        if any(each.sides != SIX for each in self.draws):
            return {"dice": [], "draws": [each.in_file() for each in self.draws]}
        return {"dice": [face for each in self.draws for face in each.got]}

    def named_draws(self) -> list[dict[str, object]]:
        """Its draws as form 3 has them, each with its name and turn or, if numbered, the number of its first die."""
        draws, first = list[dict[str, object]](), self.first
        for each in self.draws:
            draws.append({**({"key": each.key, "turn": each.turn} if each.key else {"first": first}), **each.in_file()})
            first += len(each.got)
        return draws


def named_draws_of(draws: Sequence[Mapping[str, Any]]) -> tuple[Drawn, ...]:
    """The draws that `Proof.named_draws` wrote."""
    return tuple(
        Drawn(tuple(each["got"]), each.get("sides", 0), each.get("size", 0), each.get("key", ""), each.get("turn", 0))
        for each in draws
    )


def draws_of(proof: Mapping[str, object]) -> tuple[Drawn, ...]:
    """The draws that `Proof.draws_in_file`, or an older program, wrote; six-sided dice come as one draw."""
    return tuple(Drawn(tuple(each["got"]), each.get("sides", 0), each.get("size", 0)) for each in made.draws_of(proof))


@dataclass(frozen=True)
class Act:
    """The events of one press of a button, when it was, and by whom: name, side and number of the seat at that time.

    `link` is its link in the public chain, "" if it has no public events. Forms 1 and 2 have in `anchor` what that link
    holds of the acting side's room, form 3 in `anchors` what it holds of each side's. In form 3 `numbers` are the
    events' numbers in their rooms; `public` and `room` count the entries of the public room and the side's after it.
    """

    events: tuple[Event, ...]
    at: datetime
    by: str = ""
    side: str = ""
    proof: Proof = field(default_factory=Proof)
    anchor: str = ""
    link: str = ""
    seat: int = 0
    numbers: tuple[int, ...] = ()
    public: int = 0
    room: int = 0
    anchors: Mapping[str, str] = field(default_factory=dict)


def is_host_event(event: Event) -> bool:
    """Whether an event is the host's own and not the game's; such events are never undone."""
    return event.kind.startswith(HOST_PREFIX)


def stamp(at: datetime) -> str:
    """A moment as campaign files spell it and as it is hashed: ISO 8601 in UTC, with microseconds."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def in_file(act: Act) -> dict[str, Any]:
    """An act as it stands in a campaign file of form 1 or 2."""
    proof = act.proof
    return {
        "by": act.by,
        "side": act.side,
        "at": stamp(act.at),
        "events": [_event_in_file(event) for event in act.events],
        "first_die": proof.first,
        **proof.draws_in_file(),
        "nonce": proof.nonce,
        "room_link": proof.room_link,
        "anchor": act.anchor,
        "link": act.link,
    }


def _event_in_file(event: Event) -> dict[str, Any]:
    return {"room": event.room, "kind": event.kind, "data": to_jsonable_python(event.data)}


def sealed(act: Act) -> Act:
    """The act with a nonce, and with the seal of its secret events in those public events that ask for it.

    An act without a side has nothing secret and no room to keep a nonce in; it is returned unchanged.
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
    """A sealed act with its links of forms 1 and 2. Updates `heads`, the newest link of each room."""
    content = in_file(act)
    if act.side:
        content["room_link"] = heads[act.side] = made.room_link(content, heads.get(act.side, ""), heads[PUBLIC])
    if any(event.room == PUBLIC for event in act.events):
        content["anchor"] = made.anchor(content) if act.side else ""
        content["link"] = heads[PUBLIC] = made.public_link(content, heads[PUBLIC])
    proof = replace(act.proof, room_link=content["room_link"])
    return replace(act, proof=proof, anchor=content["anchor"], link=content["link"])


def salts_of(events: Iterable[Event], before: Mapping[str, str] | None = None) -> dict[str, str] | None:
    """The sides' salts for numbered dice after `events`, given those `before`; None if it was founded without."""
    events_in_file = [_event_in_file(event) for event in events if event.room == PUBLIC and is_host_event(event)]
    if before is None and not any("words" in event["data"] for event in events_in_file if event["kind"] == FOUNDED):
        return None
    return {**(before or {}), **dict(made.salts_given({"events": events_in_file}))}


def events_with_actor(acts: Iterable[Act]) -> list[tuple[Event, str, str]]:
    """The events of acts, each with the side and the name of who acted."""
    return [(event, act.side, act.by) for act in acts for event in act.events]


def open_rewind(
    events: Iterable[tuple[Event, str, str]], before: Mapping[str, Any] | None = None
) -> Mapping[str, object] | None:
    """The proposed rewind still open after `events`, with the sides that have agreed to it; None if there is none.

    `events` come as from `events_with_actor`; `before` is the proposal open before them. Any other public event ends
    a proposal.
    """
    for event, side, name in events:
        if event.room != PUBLIC:
            continue
        if before and event.kind == AGREED:
            before = {**before, "agreed": [*before.get("agreed", ()), side]}
        else:
            before = proposal_of(event, side, name) if event.kind == PROPOSED else None
    return before


def proposal_of(event: Event, side: str, name: str) -> dict[str, Any]:
    """A proposed rewind as `open_rewind` returns it; in older campaigns the event itself names who proposed it."""
    proposal = {"side": side, "name": name, **event.data, "number": rewind_number(event)}
    proposal.pop("rewind", None)
    return proposal


def rewind_number(event: Event) -> int:
    """The number of the rewind that an entry is about, under the key of newer or of older campaigns."""
    return int(str(event.data.get("rewind", event.data.get("number"))))


def undoes_by_count(event: Event) -> bool:
    """Whether this entry alone undoes all acts since a public entry; in older campaigns UNDONE entries do that."""
    return event.kind == REWOUND and "rewind" in event.data


def rewound_in(acts: Iterable[Act]) -> list[list[int]]:
    """The public entries whose acts were undone by count in `acts`: first and last number of each run."""
    return [
        [int(str(event.data["before"])), number - 1]
        for act in acts
        for event, number in zip(act.events, act.numbers, strict=False)
        if undoes_by_count(event)
    ]


def span(event: Event) -> tuple[int, int]:
    """The first and last number of the entries that an UNDONE event undoes; ValueError if they are not numbers."""
    first, last = event.data["first"], event.data["last"]
    if not isinstance(first, int) or not isinstance(last, int):
        raise ValueError("what is taken back has no numbers")
    return first, last


def undone_places(events: Iterable[tuple[Event, int]]) -> set[int]:
    """The indexes of those events of a whole journal that were undone later.

    Each event comes with the number of public entries there were after its act (`Act.public`). Raises ValueError,
    KeyError or TypeError if an entry undoes what is not there.
    """
    places: dict[str, list[int]] = {}
    undone, since = set[int](), dict[int, int]()
    for place, (event, public) in enumerate(events):
        if undoes_by_count(event):
            undone.update(each for each, count in since.items() if count >= int(str(event.data["before"])))
        if not is_host_event(event):
            since[place] = public
        before = places.setdefault(event.room, [])
        if event.kind == UNDONE:
            first, last = span(event)
            if not 1 <= first <= last <= len(before):
                raise ValueError(f"there are no entries {first} to {last} before it")
            undone.update(before[first - 1 : last])
        before.append(place)
    return undone
