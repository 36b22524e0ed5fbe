"""The contract between a game system and everything that hosts it.

A campaign is a house with rooms: one everyone may enter (PUBLIC) and one per side.
Every event happens in exactly one room. The state of a room is a fold over the events
of that room (and, for a side's room, over the public ones), never over another side's.
Whoever serves a side is handed a State that holds the public room and that side's
alone, so what the other side keeps secret is not hidden: it is not there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from rules.parts.choices import Choice
from rules.parts.hand import ByHand
from rules.parts.library import Library
from rules.parts.sheets import Sheet

PUBLIC = "public"

Json = Any
Data = Mapping[str, Json]
Luck = Callable[[int], tuple[int, ...]]
"""`luck(n)` gives n six-sided dice. The host draws and records them; rules never do."""


class Refused(Exception):
    """An order a player may give and the rules turn down; the message is for the player.

    `rule` is the paragraph that says so, `field` the entry it is about ("" for the whole
    order), `way_out` what the player can do instead.
    """

    def __init__(self, message: str, *, rule: str = "", field: str = "", way_out: str = "") -> None:
        super().__init__(message)
        self.message, self.rule, self.field, self.way_out = message, rule, field, way_out


@dataclass(frozen=True)
class Event:
    """What happened, in the past tense, with its outcome. `data` holds JSON values only.

    `seals` marks a public event that carries the seal of the secret events it was
    recorded with; the host computes the seal.
    """

    kind: str
    room: str
    data: Data = field(default_factory=dict)
    seals: bool = False


@dataclass(frozen=True)
class Order:
    """What a player wants done: a kind of the system's ORDERS and its JSON entries."""

    kind: str
    data: Data = field(default_factory=dict)


@dataclass(frozen=True)
class State:
    """The rooms the holder may enter; `sides` lacks the rooms that stay closed to him."""

    public: Any
    sides: Mapping[str, Any] = field(default_factory=dict)

    def only(self, rooms: Iterable[str]) -> State:
        """The same campaign with the doors of all side rooms but `rooms` closed."""
        open_rooms = set(rooms)
        return State(self.public, {key: room for key, room in self.sides.items() if key in open_rooms})


PublicReducer = Callable[[Any, Data], Any]
SideReducer = Callable[[Any, Data], Any]
Echo = Callable[[Any, str, Data], Any]


@dataclass(frozen=True)
class Reducers:
    """How events change rooms. The signatures keep the rooms apart.

    `public` and `side` change the room the event happened in; `echo` lets a public event
    change a side's room too: it is called with that room, its key and the data.
    """

    public: Mapping[str, PublicReducer]
    side: Mapping[str, SideReducer]
    echo: Mapping[str, Echo] = field(default_factory=dict)

    def apply(self, state: State, event: Event) -> State:
        """The state after `event`. Total for recorded events; an unknown kind is a KeyError."""
        if event.room != PUBLIC:
            room = self.side[event.kind](state.sides[event.room], event.data)
            return replace(state, sides={**state.sides, event.room: room})
        sides = state.sides
        if echo := self.echo.get(event.kind):
            sides = {key: echo(room, key, event.data) for key, room in sides.items()}
        return State(self.public[event.kind](state.public, event.data), sides)


@dataclass(frozen=True)
class Step:
    """A line of the wizard as one side sees it.

    `status` is one of: done, passed (nothing to do here), here, waiting (on the other
    side), coming. `note` says why a step passed by or who is waited for.
    """

    key: str
    rule: str
    title: str
    status: str
    note: str = ""


@dataclass(frozen=True)
class Ruling:
    """A doubt in the print that changes a result, and how it may be read."""

    key: str
    question: str
    rule: str
    readings: Mapping[str, str]
    default: str
    why: str = ""


@dataclass(frozen=True)
class Story:
    """An event told to a reader: a sentence and the reckonings behind its numbers."""

    sentence: str
    rule: str = ""
    reckonings: tuple[tuple[str, Any], ...] = ()


class GameSystem(Protocol):
    """What a folder under rules/systems offers. Nothing else is known outside it."""

    key: str
    title: str
    edition: str
    sides: Mapping[str, str]
    rulings: tuple[Ruling, ...]
    choices: tuple[Choice, ...]
    """What else its founder decides; `options` of `setup` has a value for each."""
    by_hand: ByHand
    quiet: frozenset[str]
    """Kinds of public events that tell the other side no more than that this one is done: an act
    with no others in public can still be taken back."""

    def setup(self, options: Mapping[str, Any]) -> State:
        """The campaign at its founding; `options` has `choices`, rulings and perhaps charts. May refuse."""
        ...

    def decide(self, state: State, order: Order, side: str, luck: Luck) -> tuple[Event, ...]:
        """The events that follow from `order`, or Refused. Needs only the side's own room."""
        ...

    def judge(self, state: State, order: Order) -> tuple[Event, ...]:
        """The public events that follow from an umpire's order, or Refused. Needs no side's room."""
        ...

    def apply(self, state: State, event: Event) -> State: ...

    def steps(self, state: State, side: str) -> tuple[Step, ...]:
        """The steps of the current CG Date as `side` sees them, in the printed order."""
        ...

    def view(self, state: State, side: str | None) -> Any:
        """All a page or sheet may show to `side` (None: an onlooker of the public room)."""
        ...

    def sheets(self, state: State, side: str | None) -> Mapping[str, Sheet]:
        """The forms of `side` by key, filled in; None: those that everybody may have. Needs only its own room."""
        ...

    def tables(self, options: Mapping[str, Any]) -> Library:
        """Everything the game has to look up, as a campaign of these `options` reads it ({}: all at the default)."""
        ...

    def tell(self, event: Event) -> Story: ...

    def dump(self, state: State, room: str) -> Json:
        """One room as JSON, for the host's cache; `load` is its inverse."""
        ...

    def load(self, rooms: Mapping[str, Json]) -> State: ...


def replay(system: GameSystem, state: State, events: Iterable[Event]) -> State:
    """Fold `events` over `state`."""
    for event in events:
        state = system.apply(state, event)
    return state
