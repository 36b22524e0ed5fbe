"""What befalls a side's counters while a scenario is played, tap by tap, for games whose sides own counters.

An entry names a counter by what is printed on it and the condition it is in, never by a number: a device without a
network knows no others, and it makes no difference which of several alike counters is meant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from rules.contract import Order, P, Refused, S, State

PLACED = "place"
"""What says where a counter of a tile is, which makes no other tile of it."""


@dataclass(frozen=True)
class PadEntry:
    """One tap: the act or condition `what` befell so many counters of the tile `tile`. `id` was made by the device.

    Counters that were PLACED are in the Location `place`.
    """

    id: str
    what: str
    tile: str
    place: str = ""
    times: int = 1


@dataclass(frozen=True)
class PadAct:
    """What an act makes of a counter of a tile: one of the tile `to` ("": it is gone), at a cost in Casualty VP."""

    to: str
    cvp: int = 0
    says: str = ""


@dataclass(frozen=True)
class PadTile:
    """Alike counters: what is printed on them, their class, conditions in words, and what can befall them by key.

    `second` is the act that befalls them most often beside their loss, "" if there is none.
    """

    name: str
    kind: str
    section: str
    conditions: Sequence[str]
    acts: Mapping[str, PadAct]
    second: str = ""


@dataclass(frozen=True)
class PadRow:
    """An entry in words, what all of it costs, and why it does not fit the counters that there are, if so."""

    entry: PadEntry
    name: str
    what: str
    cvp: int = 0
    wrong: Refused | None = None


@dataclass(frozen=True)
class BattlePad:
    """A side's counters in the scenario in hand once some entries have happened.

    `tiles` has every tile that there is or that acts can lead to, by key, and `counts` how many counters are on each,
    in the order of a page, as is `tiles`. `modes` are the acts in words, `losing` those of them that cost a counter.
    `lost` and `cvp` are the side's own losses in this scenario, those that were recorded before included.
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
    """A game in whose scenarios counters are lost that are its sides' own."""

    def pad_scenario(self, state: State[P, S], side: str) -> int | None:
        """The scenario whose losses `side` may enter now; None while none is being played."""

    def battle_pad(self, state: State[P, S], side: str, entries: Sequence[PadEntry]) -> BattlePad | None:
        """The counters of `side` after these entries; None while no scenario is being played."""

    def pad_order(self, state: State[P, S], side: str, entries: Sequence[PadEntry]) -> Order:
        """The order that records the entries; Refused if one of them does not fit, or none is to be recorded."""

    def pad_words(self, entry: PadEntry) -> str:
        """An entry in words, whatever counters there are now."""
