"""Events held against what their reducers say that they read: every entry known, none missing, each of its type."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, NotRequired, Protocol, get_origin, get_type_hints

from pydantic import ConfigDict, TypeAdapter
from typing_extensions import is_typeddict

from rules.contract import PUBLIC, Event
from rules.engine.reducers import Reducers


@dataclass(frozen=True)
class Payload:
    """The entries that an event may have, and those it must have."""

    entries: dict[str, TypeAdapter[Any]]
    required: frozenset[str]


class Folds(Protocol):
    """A game whose events are folded by reducers."""

    @property
    def reducers(self) -> Reducers: ...

    def __hash__(self) -> int: ...


def check_payload(system: Folds, event: Event) -> None:
    """An error for an event with an entry that its reducer does not know, of another type, or without one it needs."""
    payload = _payload(system, event.kind, event.room == PUBLIC)
    assert event.data.keys() <= payload.entries.keys(), event
    assert event.data.keys() >= payload.required, event
    for key, value in event.data.items():
        payload.entries[key].validate_python(value)


@cache
def _payload(system: Folds, kind: str, public: bool) -> Payload:
    reducer = (system.reducers.public if public else system.reducers.side)[kind]
    data = get_type_hints(reducer)["data"]
    optional = {
        key for key, hint in get_type_hints(data, include_extras=True).items() if get_origin(hint) is NotRequired
    }
    strict = ConfigDict(strict=True)
    adapters = {
        key: TypeAdapter(hint, config=None if is_typeddict(hint) else strict)
        for key, hint in get_type_hints(data).items()
    }
    return Payload(adapters, frozenset(data.__required_keys__ - optional))
