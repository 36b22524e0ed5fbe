"""Acts as values: what one press of a button did, the dice it was given, the seal it leaves on its secret part.

A campaign has one secret seed; its SHA-256 is shown on the form of the founding, the seed
itself when the campaign has ended. Each side adds a salt of its own, in public, when the seed
is already fixed; so whoever knows the seed does not choose the dice. Number n of a room is a
function of seed, salts, room, n and what it is drawn for (a die of so many sides, a place of so
long a list) alone, and no number is ever used twice, so anyone who has the seed can check every
roll, draw and shuffle (campaigns.ledger.verify_campaign).
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
"""Kinds that start so are the host's own entries; no game system hears of them."""

FOUNDED = HOST_PREFIX + "founded"
IMPORTED = HOST_PREFIX + "imported"

UNDONE = HOST_PREFIX + "recalled"
"""The entry that takes others of its room back: those numbered `first` to `last` there, both included."""

ENDED = HOST_PREFIX + "ended"
"""The entry that ends a campaign; its `why` begins with ABANDONED if the game is not over."""
ABANDONED, PLAYED_OUT = "abandoned", "played-out"

PROPOSED = HOST_PREFIX + "rewind_proposed"

AGREED = HOST_PREFIX + "rewind_agreed"
"""The entry with which a side agreed to a rewind that others have still to answer."""

REWOUND = HOST_PREFIX + "rewound"
"""The entry with which the last side that was asked agreed to a rewind; those that take back stand behind it."""


@dataclass(frozen=True)
class Drawn:
    """What the server drew at one go: dice of so many `sides`, or different places of a list of so large a `size`.

    Exactly one of the two is given. Named dice have the `key` that says what they are for, and which `turn` of it.
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
        """As it stands in a campaign file."""
        return {**({"sides": self.sides} if self.sides else {"size": self.size}), "got": list(self.got)}


@dataclass(frozen=True)
class Proof:
    """What shows later that an act was honest: its draws, the number of the first, the nonce of its seal and links.

    `room_link` is its link in the chain of its side's room.
    """

    first: int = 0
    draws: tuple[Drawn, ...] = ()
    nonce: str = ""
    room_link: str = ""

    @property
    def numbers(self) -> int:
        """How many numbers of its room's stream it used; named draws are of no stream."""
        return sum(len(each.got) for each in self.draws if not each.key)

    def draws_in_file(self) -> dict[str, object]:
        """Its draws as a file has them: `dice` for six-sided ones alone, as ever; else `draws`."""
        if any(each.sides != SIX for each in self.draws):
            return {"dice": [], "draws": [each.in_file() for each in self.draws]}
        return {"dice": [face for each in self.draws for face in each.got]}

    def named_draws(self) -> list[dict[str, object]]:
        """Its draws as form 3 has them, each with its name and turn, or with the number of its first die."""
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
    """The draws in what `Proof.draws_in_file` wrote, or an older program: dice come one by one, as they are proved."""
    return tuple(Drawn(tuple(each["got"]), each.get("sides", 0), each.get("size", 0)) for each in made.draws_of(proof))


@dataclass(frozen=True)
class Act:
    """The events of one press of a button, by whom (name, side and number of the seat as they were) and when.

    `link` is that in the public chain if there are public events, `anchor` what it holds of the side's room, and
    `anchors` in form 3 of all rooms. There `numbers` are those of its events in their rooms, and `public` and `room`
    how many entries the public room and its side's have since.
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
    """Whether an entry is the host's own, which is never taken back."""
    return event.kind.startswith(HOST_PREFIX)


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
        **proof.draws_in_file(),
        "nonce": proof.nonce,
        "room_link": proof.room_link,
        "anchor": act.anchor,
        "link": act.link,
    }


def _event_in_file(event: Event) -> dict[str, Any]:
    return {"room": event.room, "kind": event.kind, "data": to_jsonable_python(event.data)}


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
    content = in_file(act)
    if act.side:
        content["room_link"] = heads[act.side] = made.room_link(content, heads.get(act.side, ""), heads[PUBLIC])
    if any(event.room == PUBLIC for event in act.events):
        content["anchor"] = made.anchor(content) if act.side else ""
        content["link"] = heads[PUBLIC] = made.public_link(content, heads[PUBLIC])
    proof = replace(act.proof, room_link=content["room_link"])
    return replace(act, proof=proof, anchor=content["anchor"], link=content["link"])


def salts_of(events: Iterable[Event], before: Mapping[str, str] | None = None) -> dict[str, str] | None:
    """The words for the dice by side after `events`; None if the campaign was founded without."""
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
    """The proposed rewind that waits for an answer after events, with the sides that have agreed already.

    Whatever else all sides learn of ends it.
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
    """What a PROPOSED event says of a rewind; in older campaigns it says itself who proposed it."""
    proposal = {"side": side, "name": name, **event.data, "number": rewind_number(event)}
    proposal.pop("rewind", None)
    return proposal


def rewind_number(event: Event) -> int:
    """The number of the rewind that an entry is about."""
    return int(str(event.data.get("rewind", event.data.get("number"))))


def undoes_by_count(event: Event) -> bool:
    """Whether this entry alone undoes all acts since a public one; in older campaigns others stand behind it."""
    return event.kind == REWOUND and "rewind" in event.data


def rewound_in(acts: Iterable[Act]) -> list[list[int]]:
    """The numbers of the public entries whose acts were undone by count in `acts`, first and last of each run."""
    return [
        [int(str(event.data["before"])), number - 1]
        for act in acts
        for event, number in zip(act.events, act.numbers, strict=False)
        if undoes_by_count(event)
    ]


def span(event: Event) -> tuple[int, int]:
    """The first and the last number of the entries that a RECALLED event takes back; ValueError if it names none."""
    first, last = event.data["first"], event.data["last"]
    if not isinstance(first, int) or not isinstance(last, int):
        raise ValueError("what is taken back has no numbers")
    return first, last


def undone_places(events: Iterable[tuple[Event, int]]) -> set[int]:
    """Which of a whole journal's events, by their place in it, were taken back later on.

    Each comes with how many public entries there are since its act.

    ValueError, KeyError or TypeError if an entry takes back what is not there.
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
