"""Acts as values: what one press of a button did, the dice drawn for it, and its seal and links (`form`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from campaigns.ledger.verify_campaign import NOTE
from rules.contract import PUBLIC, Event

HOST_PREFIX = "house."
"""Kinds with this prefix are the host's own entries; no game system hears of them."""
NOTE_PREFIX = HOST_PREFIX + NOTE
"""Kinds with this prefix decide nothing of the game, and the check of a campaign does not look into them."""

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
"""The entry with which the last side asked agrees to a rewind: it undoes all acts since a public entry."""


@dataclass(frozen=True)
class Drawn:
    """One draw of the server: dice with `sides` faces each, or different places out of a list of `size`.

    Exactly one of the two is given. `key` is the name of what it is for; `turn` counts the draws of that name since the
    newest door.
    """

    got: tuple[int, ...]
    key: str
    turn: int
    sides: int = 0
    size: int = 0

    def __post_init__(self) -> None:
        if bool(self.sides) is bool(self.size):
            raise ValueError("Dice have sides, and a list a size; nothing has both.")

    def in_file(self) -> dict[str, object]:
        """The draw as it stands in a campaign file."""
        of = {"sides": self.sides} if self.sides else {"size": self.size}
        return {"key": self.key, "turn": self.turn, **of, "got": list(self.got)}


@dataclass(frozen=True)
class Proof:
    """What proves later that an act was honest: its draws, and the nonce of its seal and links.

    `room_link` is its link in the chain of its side's room.
    """

    draws: tuple[Drawn, ...] = ()
    nonce: str = ""
    room_link: str = ""


def draws_of(draws: Sequence[Mapping[str, Any]]) -> tuple[Drawn, ...]:
    """The draws that `Drawn.in_file` wrote."""
    return tuple(
        Drawn(tuple(each["got"]), each["key"], each["turn"], each.get("sides", 0), each.get("size", 0))
        for each in draws
    )


@dataclass(frozen=True)
class Act:
    """The events of one press of a button, when it was, and by whom: name, side and number of the seat at that time.

    `link` is its link in the public chain, "" if it has no public events, and `anchors` what that link holds of each
    side's room. `numbers` are the events' numbers in their rooms; `public` and `room` count the entries of the public
    room and the side's after it.
    """

    events: tuple[Event, ...]
    at: datetime
    by: str = ""
    side: str = ""
    proof: Proof = field(default_factory=Proof)
    link: str = ""
    seat: int = 0
    numbers: tuple[int, ...] = ()
    public: int = 0
    room: int = 0
    anchors: Mapping[str, str] = field(default_factory=dict)


def is_host_event(event: Event) -> bool:
    """Whether an event is the host's own and not the game's; such events are never undone."""
    return event.kind.startswith(HOST_PREFIX)


def host_kind(event: Event) -> str:
    """The kind of the host's own entry without its prefixes, such as `seat_taken` or `away`; "" for the game's."""
    return event.kind.removeprefix(NOTE_PREFIX).removeprefix(HOST_PREFIX) if is_host_event(event) else ""


def stamp(at: datetime) -> str:
    """A moment as campaign files spell it and as it is hashed: ISO 8601 in UTC, with microseconds."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


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
    """A proposed rewind as `open_rewind` returns it."""
    return {"side": side, "name": name, "number": event.data["rewind"]} | {
        key: event.data[key] for key in ("before", "what", "reason")
    }


def rewound_in(acts: Iterable[Act]) -> list[list[int]]:
    """The public entries whose acts were undone by count in `acts`: first and last number of each run."""
    return [
        [int(str(event.data["before"])), number - 1]
        for act in acts
        for event, number in zip(act.events, act.numbers, strict=False)
        if event.kind == REWOUND
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
        if event.kind == REWOUND:
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
