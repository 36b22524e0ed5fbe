"""Counters: the pieces that a side owns, with their origin and condition.

No counter is ever deleted: one that leaves play gets another fate.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from operator import attrgetter
from typing import Any

from typing_extensions import TypedDict

from rules.engine.replace import replace
from rules.text import gettext, gettext_noop

READY, DUE, EXITED, RECALLED, EVACUATED, MERGED = "ready", "due", "exited", "recalled", "evacuated", "merged"
FATES = {
    READY: gettext_noop("Retained"),
    DUE: gettext_noop("to enter"),
    "out": gettext_noop("off map"),
    "eliminated": gettext_noop("Eliminated"),
    "captured": gettext_noop("captured"),
    EVACUATED: gettext_noop("Evacuated"),
    EXITED: gettext_noop("exited"),
    RECALLED: gettext_noop("Recalled"),
    MERGED: gettext_noop("recombined"),
    "used": gettext_noop("used up"),
}
_SPOKEN_AN = re.compile(r"8|1[18](?![0-9])")
IN_PLAY = frozenset({READY, DUE, "out"})
"""The fates of counters that a side still has: ready, due to enter, or off the map for a while."""
MADE = "-"
"""The `came_as` of a counter made from those that its group brought, such as half of a squad."""
CASUALTIES = frozenset({"eliminated", "captured"})
"""The fates that cost Casualty VP."""
SMC = ("leader", "hero", "armor_leader")
MMC = ("squad", "half_squad", "crew")
VEHICLES = ("tank", "vehicle")
ISOLATED, SHORT, CAPTURED = "isolated", "short of ammunition", "captured from the enemy"
ON_FOOT = "without AFV"
"""Of an armor leader who has to find another AFV."""
SECTIONS = (
    (gettext_noop("Infantry"), ("squad", "half_squad", "crew")),
    (gettext_noop("Leaders"), ("leader", "hero", "armor_leader")),
    (gettext_noop("Weapons"), ("weapon",)),
    (gettext_noop("Vehicles"), ("tank", "vehicle")),
    (gettext_noop("Guns"), ("gun",)),
    (gettext_noop("Artillery and air"), ("oba", "observer", "cbm", "bombardment", "aircraft", "observation_plane")),
    (gettext_noop("Fortifications"), ("cupola", "fortification")),
    (gettext_noop("Other"), ("other",)),
)
"""The parts of an order of battle with their classes of counters; the last takes all other classes too."""


class Change(TypedDict, total=False):
    """New values of a counter, by the names of its fields."""

    kind: str
    name: str
    group: str
    worth: int
    fate: str
    since: int
    marks: Sequence[str]
    place: str
    note: str
    capture: int
    before: str
    came_as: str


class CounterRow(Change):
    """A new counter as an event has it."""

    id: int


Piece = tuple[str, str, str, Change]
"""A new counter without a number: its class, its name, its group, and further values."""


@dataclass(frozen=True)
class Counter:
    """One piece. `kind` is its class in the game's unit data, `group` the id of the group it came with.

    `worth` is its Casualty VP; `marks` are its conditions (wounded, isolated, ...); `since` is the date of its
    arrival, or of the scenario in which its fate changed. `capture` is the number of the public capture it is part
    of, 0 for none; `before` is the fate that a captured counter had, if that was not READY. `came_as` is the name
    it arrived with, if it has another one now, or MADE.
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
    capture: int = 0
    before: str = ""
    came_as: str = ""

    @property
    def on_hand(self) -> bool:
        return self.fate in IN_PLAY

    @cached_property
    def alike(self) -> tuple[object, ...]:
        """The values that all counters of a pile share."""
        # Cached: a counter lives through hundreds of states, and pages and forms gather all counters.
        return ALIKE(self)


@dataclass(frozen=True)
class Pile:
    """Counters that are alike, shown and handled as one line; `key` is the id of the first."""

    counters: Sequence[Counter]

    @property
    def key(self) -> int:
        return self.counters[0].id

    @property
    def like(self) -> Counter:
        """The first of them, which stands for all."""
        return self.counters[0]

    @property
    def ids(self) -> tuple[int, ...]:
        return tuple([counter.id for counter in self.counters])

    @property
    def count(self) -> int:
        return len(self.counters)

    @property
    def fate(self) -> str:
        """Their fate as text, "" for READY ones."""
        return "" if self.like.fate == READY else gettext(FATES[self.like.fate])


HISTORY = ("id", "since", "before", "came_as")
"""The fields in which counters of a pile may differ."""
SHARED = tuple(field.name for field in fields(Counter) if field.name not in HISTORY)
"""The fields that they share."""
ALIKE = attrgetter(*SHARED)
ALIKE_BUT_GROUP = attrgetter(*(name for name in SHARED if name != "group"))


def piles(counters: Iterable[Counter]) -> tuple[Pile, ...]:
    """`counters` gathered into piles of alike ones, in the order of their first ones."""
    by_likeness: dict[tuple[object, ...], list[Counter]] = {}
    for counter in counters:
        alike = counter.alike
        if alike in by_likeness:
            by_likeness[alike].append(counter)
        else:
            by_likeness[alike] = [counter]
    return tuple([Pile(same) for same in by_likeness.values()])


def together(piles: Iterable[Pile]) -> tuple[Pile, ...]:
    """The piles, with those that differ only in their group joined; a joined pile has no group."""
    same: dict[tuple[object, ...], list[Pile]] = {}
    for pile in piles:
        same.setdefault(ALIKE_BUT_GROUP(pile.like), []).append(pile)
    joined = []
    for alike in same.values():
        first, *more = (counter for pile in alike for counter in pile.counters)
        joined.append(Pile([replace(first, group=""), *more]) if len(alike) > 1 else alike[0])
    return tuple(joined)


def casualties(counters: Iterable[Counter], *lines: int) -> int:
    """The Casualty VP of counters lost in the scenarios of these dates."""
    return sum(c.worth for c in counters if c.fate in CASUALTIES and c.since in lines)


def add(counters: tuple[Counter, ...], rows: Iterable[CounterRow]) -> tuple[Counter, ...]:
    """`counters` with the new ones of `rows` appended."""
    return counters + tuple(changed(Counter(row["id"], row["kind"], row["name"]), row) for row in rows)


def numbered(counters: Iterable[Counter]) -> tuple[Counter, ...]:
    """The counters a side begins with, numbered from 1."""
    return tuple(replace(counter, id=n) for n, counter in enumerate(counters, start=1))


def change(counters: tuple[Counter, ...], changes: Mapping[str, Change]) -> tuple[Counter, ...]:
    """`counters` with `changes`, whose keys are ids as text, since JSON has no others."""
    by_id = {int(key): row for key, row in changes.items()}
    return tuple([changed(c, by_id[c.id]) if c.id in by_id else c for c in counters])


def changed(counter: Counter, values: Change) -> Counter:
    """A counter with new values."""
    new: dict[str, Any] = {**values}
    if "marks" in values:
        new["marks"] = tuple(values["marks"])
    return replace(counter, **new)


def an(name: str) -> str:
    """A counter's name with its indefinite article: a 7-0, an 8-0."""
    return f"an {name}" if _SPOKEN_AN.match(name) else f"a {name}"


def stands_fast(counter: Counter) -> bool:
    """Whether a vehicle can't move: immobilized, bogged, or abandoned."""
    return counter.kind in VEHICLES and not {"immobilized", "bogged", "abandoned"}.isdisjoint(counter.marks)
