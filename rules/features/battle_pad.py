"""The battle pad: losses and conditions of a side's counters, entered tap by tap during a scenario (ADR 40).

An entry names a counter by what is printed on it and its conditions, never by an id: a device without a network knows
no ids, and it makes no difference which of several alike counters is meant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from rules.contract import Order, P, Refused, S, State

PLACED = "place"
"""The act that records in which Location a counter is; the counter stays on its tile."""


@dataclass(frozen=True)
class PadEntry:
    """One tap: the act or condition `what` befell `times` counters of the tile with the key `tile`.

    The device makes the `id`. Where `what` is PLACED, the counters are in the Location `place`.
    """

    id: str
    what: str
    tile: str
    place: str = ""
    times: int = 1


@dataclass(frozen=True)
class PadAct:
    """What an act does to a counter: it moves to the tile `to` ("": it is gone), at a cost in Casualty VP."""

    to: str
    cvp: int = 0
    says: str = ""


@dataclass(frozen=True)
class PadTile:
    """Alike counters: their printed name, class, conditions in words, and the acts that can befall them, by key.

    `second` is the act that gets a button of its own on the tile, "" if there is none.
    """

    name: str
    kind: str
    section: str
    conditions: Sequence[str]
    acts: Mapping[str, PadAct]
    second: str = ""


@dataclass(frozen=True)
class PadRow:
    """An entry in words, its whole cost in Casualty VP, and the refusal if it does not fit the counters there are."""

    entry: PadEntry
    name: str
    what: str
    cvp: int = 0
    wrong: Refused | None = None


@dataclass(frozen=True)
class BattlePad:
    """A side's counters in the scenario in hand after some entries.

    `tiles` has every tile that there is or that acts can lead to, by key, and `counts` how many counters are on each;
    both are in page order. `modes` are the acts in words, by key, `losing` the keys of those that cost a counter.
    `lost` and `cvp` are the side's own losses in this scenario, including those already recorded.
    """

    scenario: int
    modes: Mapping[str, str]
    losing: Sequence[str]
    sections: Sequence[str]
    tiles: Mapping[str, PadTile]
    counts: Mapping[str, int]
    lines: Sequence[PadRow]
    lost: int
    cvp: int


@runtime_checkable
class HasBattlePad(Protocol[P, S]):
    """A game whose sides own counters and lose them in its scenarios."""

    def pad_scenario(self, state: State[P, S], side: str) -> int | None:
        """The scenario whose losses `side` may enter now; None while none is being played."""

    def battle_pad(self, state: State[P, S], side: str, entries: Sequence[PadEntry]) -> BattlePad | None:
        """The counters of `side` after these `entries`; None while no scenario is being played."""

    def pad_order(self, state: State[P, S], side: str, entries: Sequence[PadEntry]) -> Order:
        """The order that records `entries`; raises Refused if one does not fit or there is nothing to record."""

    def pad_words(self, entry: PadEntry) -> str:
        """An entry in words, independent of the counters there are now."""
