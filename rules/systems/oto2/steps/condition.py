"""What the conditions of counters mean for 7.513 and 7.514: who is mobile, captured, out of order, in which area."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from rules.parts.counters import Counter
from rules.systems.oto2.desk import Desk

VEHICLES, ARMS, MMC = ("tank", "vehicle"), ("weapon", "gun"), ("squad", "half_squad", "crew")
RECALL, NO_AMMO, SHORT = "under recall", "under recall for ammunition", "short of ammunition"
NON_QUALIFIED, FRONT = "non-qualified use", "front line"


def retained(desk: Desk, *kinds: str) -> list[Counter]:
    """The side's counters of these classes that it has with it, on the map or at its edge."""
    return [c for c in desk.mine.on_hand if c.kind in kinds and c.fate != "out"]


def named(counter: Counter) -> str:
    """A counter as a page names one of several."""
    return f"{counter.name} (no. {counter.id})"


def isolated(counter: Counter) -> bool:
    """Whether it stands in an Isolated Area."""
    return "isolated" in counter.marks


def captured(counter: Counter) -> bool:
    """Whether it was the enemy's."""
    return "captured from the enemy" in counter.marks


def mobile(counter: Counter) -> bool:
    """Whether a vehicle can drive: neither immobilized nor without its crew."""
    return not {"immobilized", "abandoned"} & set(counter.marks)


def together(one: Counter, other: Counter) -> bool:
    """Whether two counters are in one Perimeter Area, as far as their conditions tell."""
    return isolated(one) == isolated(other)


def immobilized(desk: Desk) -> list[Counter]:
    """Own, manned, immobilized vehicles in the one refit that may repair them (7.5131b)."""
    before = desk.book.dates[desk.date - 1].key
    if before not in desk.book.pack["immobilization_repair"]["after"]:
        return []
    crewed = (c for c in retained(desk, *VEHICLES) if not captured(c) and "abandoned" not in c.marks)
    return [c for c in crewed if "immobilized" in c.marks]


def stunned(desk: Desk) -> list[Counter]:
    """Vehicles under the small Stun (7.5131d)."""
    return [c for c in retained(desk, *VEHICLES) if "stunned" in c.marks]


@dataclass(frozen=True)
class Failed:
    """A malfunctioned weapon: a counter, or the weapon of a vehicle with the row of `vehicle_weapon` it is."""

    counter: Counter
    part: dict[str, Any] | None = None

    @property
    def key(self) -> str:
        return f"{self.counter.id}:{self.part['key']}" if self.part else str(self.counter.id)

    @property
    def type(self) -> str:
        """What bears one repair number: all weapons of a name, and each weapon of a model."""
        return f"{self.counter.name}, {self.part['name']}" if self.part else self.counter.name

    @property
    def slug(self) -> str:
        """`type` as the name of an entry."""
        return re.sub(r"[^0-9A-Za-z.]+", "-", self.type)

    @property
    def label(self) -> str:
        return f"{self.type} (no. {self.counter.id})"


def vehicle_weapons(desk: Desk, counter: Counter, state: str) -> list[dict[str, Any]]:
    """The weapons of a vehicle that are in `state`: malfunctioned or disabled."""
    return [row for row in desk.book.pack["vehicle_weapon"] if row[state] in counter.marks]


def failed(desk: Desk) -> list[Failed]:
    """The malfunctioned weapons that are not captured (7.5132); Cupolas are not among them (4.1)."""
    arms = [Failed(c) for c in retained(desk, *ARMS) if "malfunctioned" in c.marks and not captured(c)]
    own = (c for c in retained(desk, *VEHICLES) if not captured(c))
    return arms + [Failed(c, row) for c in own for row in vehicle_weapons(desk, c, "malfunctioned")]


def prizes(desk: Desk) -> list[Counter]:
    """Captured vehicles (7.5135, 7.5136)."""
    return [c for c in retained(desk, *VEHICLES) if captured(c)]


class Changes:
    """New values of counters, gathered result by result, so that two results for one counter add up."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.rows: dict[str, dict[str, Any]] = {}

    def marks(self, counter: Counter) -> list[str]:
        """A counter's conditions as they have become."""
        return list(self.rows.get(str(counter.id), {}).get("marks", counter.marks))

    def take(self, counter: Counter, *marks: str) -> None:
        """Conditions that end."""
        self.put(counter, marks=[mark for mark in self.marks(counter) if mark not in marks])

    def give(self, counter: Counter, *marks: str) -> None:
        """Conditions that begin."""
        had = self.marks(counter)
        self.put(counter, marks=had + [mark for mark in marks if mark not in had])

    def lose(self, counter: Counter, why: str) -> None:
        """A counter that is Eliminated in the refit; it no longer counts for the scenario before."""
        self.put(counter, fate="eliminated", since=self.desk.scenario, note=why)

    def put(self, counter: Counter, **values: Any) -> None:
        """Any other values."""
        self.rows.setdefault(str(counter.id), {}).update(values)

    def recall(self, counter: Counter) -> None:
        """Place a vehicle under Recall: it leaves at once if it can, or begins the scenario so (7.5131c, 7.5132)."""
        if isolated(counter):
            self.give(counter, RECALL, SHORT)
        elif mobile(counter):
            self.lose(counter, "recalled, 7.5131c")
        else:
            self.give(counter, RECALL)
