"""Counters: the pieces a side owns, where they came from and in what condition they are.

Nothing vanishes: a counter that leaves play keeps its line with another fate.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from operator import attrgetter
from typing import Any

READY = "ready"
FATES = {
    READY: "Retained",
    "due": "to enter",
    "out": "off map",
    "eliminated": "Eliminated",
    "captured": "captured",
    "evacuated": "Evacuated",
    "exited": "exited for VP",
    "recalled": "Recalled",
    "merged": "recombined",
    "used": "used up",
}
IN_PLAY = frozenset({READY, "due", "out"})
"""Fates of counters a side still has: on hand, due to enter, or off the map for a while."""


@dataclass(frozen=True)
class Counter:
    """One piece. `kind` is a class of the system's unit data, `group` the id it came with.

    `worth` is its Casualty VP; `marks` are its conditions (wounded, isolated, ...).
    """

    id: int
    kind: str
    name: str
    group: str = ""
    worth: int = 0
    fate: str = READY
    since: int = 0
    marks: tuple[str, ...] = ()
    place: str = ""
    note: str = ""

    @property
    def on_hand(self) -> bool:
        return self.fate in IN_PLAY


@dataclass(frozen=True)
class Pile:
    """Counters that are alike, shown and handled as one line; `key` is the first one's id."""

    key: int
    like: Counter
    ids: tuple[int, ...]

    @property
    def count(self) -> int:
        return len(self.ids)


ALIKE = attrgetter(*(field.name for field in fields(Counter) if field.name not in ("id", "since")))
"""What counters of a pile share; read off, for pages count hundreds of counters and a copy of each takes its time."""


def piles(counters: Iterable[Counter]) -> tuple[Pile, ...]:
    """`counters` gathered by name, origin, fate, conditions, place and note, in order of arrival."""
    found: dict[tuple[Any, ...], list[Counter]] = {}
    for counter in counters:
        found.setdefault(ALIKE(counter), []).append(counter)
    return tuple(Pile(same[0].id, same[0], tuple(c.id for c in same)) for same in found.values())


def together(found: Iterable[Pile]) -> tuple[Pile, ...]:
    """Piles that differ in nothing but the group they came with, as one each; such a pile names no group."""
    same: dict[Counter, list[Pile]] = {}
    for pile in found:
        same.setdefault(replace(pile.like, id=0, since=0, group=""), []).append(pile)
    return tuple(_joined(alike) for alike in same.values())


def _joined(alike: list[Pile]) -> Pile:
    first = alike[0]
    if len(alike) == 1:
        return first
    return Pile(first.key, replace(first.like, group=""), tuple(i for pile in alike for i in pile.ids))


def add(counters: tuple[Counter, ...], rows: Iterable[Mapping[str, Any]]) -> tuple[Counter, ...]:
    """`counters` with the pieces described by `rows` behind them."""
    return counters + tuple(from_row(row) for row in rows)


def from_row(row: Mapping[str, Any]) -> Counter:
    """The counter an event describes."""
    return Counter(**{**row, "marks": tuple(row.get("marks", ()))})


def change(counters: tuple[Counter, ...], changes: Mapping[str, Mapping[str, Any]]) -> tuple[Counter, ...]:
    """`counters` with new values for those named; keys are ids as text, as JSON wants them."""
    if not changes:
        return counters
    return tuple(replace(c, **_values(changes[str(c.id)])) if str(c.id) in changes else c for c in counters)


def _values(row: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if key == "marks" else value for key, value in row.items()}


def row(number: int, kind: str, name: str, worth: int, group: str = "", **more: Any) -> dict[str, Any]:
    """An event's description of a new counter; `add` reads it."""
    return {"id": number, "kind": kind, "name": name, "worth": worth, "group": group, **more}
