"""How events are made and fold into rooms. The signatures of reducers keep the rooms apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from inspect import Parameter, signature
from typing import Any, Generic, NotRequired, ParamSpec, TypedDict

from rules.contract import PUBLIC, Event, GameSystem, P, S, State
from rules.engine.identity_cache import IdentityCache, room_cache

K = ParamSpec("K")

Data = Mapping[str, Any]
"""The data of an event, JSON values."""
PublicReducer = Callable[[Any, Data], Any]
SideReducer = Callable[[Any, Data], object]
Echo = Callable[[Any, str, Data], Any]


class PublicKind(Generic[K]):
    """A kind of public event; calling it with the entries of its payload makes an event."""

    def __init__(self, kind: str, payload: Callable[K, Mapping[str, object]]) -> None:
        self.kind, self.payload = kind, payload

    def __call__(self, *args: K.args, **kwargs: K.kwargs) -> Event:
        return Event(self.kind, PUBLIC, self.payload(*args, **kwargs))


Named = Callable[..., Any]
"""A reducer that takes the room and, as keyword arguments, the entries of its event."""
Entries = Mapping[str, object]
"""The types of a payload's entries, by name."""


def by_name(
    reducers: Mapping[str, Named], payloads: Mapping[str, tuple[Entries, Entries]], *, first: int = 1
) -> Mapping[str, Callable[..., Any]]:
    """Turn reducers whose parameters are named after the entries of their event into reducers of its data.

    A parameter without a default is a required entry, one with a default an optional entry; its annotation is the
    entry's type. `payloads` has, by kind, the entries that no reducer takes: required ones, then optional ones.
    `first` is the number of parameters before the entries: the room, and for an echo its side too.
    """
    return {kind: _by_name(reducer, first, *payloads.get(kind, ({}, {}))) for kind, reducer in reducers.items()}


def _by_name(reducer: Named, first: int, required: Entries, optional_entries: Entries) -> Callable[..., Any]:
    read = [*signature(reducer, eval_str=True).parameters.values()][first:]
    names = tuple(each.name for each in read)

    def change(*args: Any) -> Any:
        data: Data = args[first]
        return reducer(*args[:first], **{name: data[name] for name in names if name in data})

    with_default = (each for each in read if each.default is not Parameter.empty)
    optional = {each.name: each.annotation for each in with_default} | {**optional_entries}
    entries = {each.name: each.annotation for each in read} | {**required}
    entries |= {name: NotRequired[kind] for name, kind in optional.items()}
    change.__annotations__ = {"data": _typed_dict("Payload", entries)}
    return change


_typed_dict: Any = TypedDict
"""Makes the TypedDict of an event's payload; the tests check every event against it."""


@dataclass(frozen=True)
class Reducers:
    """How events change rooms, as functions by kind of event.

    Those in `public` and `side` change the room the event happened in. Those in `echo` let a public event change a
    side's room too: they get that room, its key and the data.
    """

    public: Mapping[str, PublicReducer]
    side: Mapping[str, SideReducer]
    echo: Mapping[str, Echo] = field(default_factory=dict)
    _cache: IdentityCache[Any] = field(default_factory=lambda: room_cache(16), init=False, repr=False, compare=False)

    @property
    def heard(self) -> frozenset[str]:
        """The kinds of public events that change the sides' rooms too."""
        return frozenset(self.echo)

    def hear(self, room: S, side: str, event: Event) -> S:
        """The room of `side` after a public event; depends on this room and the event alone."""
        echo = self.echo.get(event.kind)
        after: S = self._cache.get(echo, room, side, event.data) if echo else room
        return after

    def kinds(self, judged: Iterable[str] = ()) -> Mapping[str, frozenset[str]]:
        """See GameSystem; `judged` are the kinds that an umpire makes."""
        return {"public": frozenset(self.public), "side": frozenset(self.side), "umpire": frozenset(judged)}

    def apply(self, state: State[P, S], event: Event) -> State[P, S]:
        """The state after `event`. Never refuses a recorded event; raises KeyError for an unknown kind."""
        if event.room != PUBLIC:
            room = self._cache.get(self.side[event.kind], state.sides[event.room], event.data)
            return State(state.public, {**state.sides, event.room: room})
        sides = state.sides
        if event.kind in self.echo:
            sides = {key: self.hear(room, key, event) for key, room in sides.items()}
        return State(self._cache.get(self.public[event.kind], state.public, event.data), sides)


def replay(system: GameSystem[P, S], state: State[P, S], events: Iterable[Event]) -> State[P, S]:
    """Fold `events` over `state`."""
    for event in events:
        state = system.apply(state, event)
    return state
